//! What the games think: informed moves beat random ones, and chances of winning are better than guesses.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use gametree::{Draws, Game, Kind, Knowledge, Moves, Notation, Turn};
use gametree_games::breakthrough::Breakthrough;
use gametree_games::connect4::Connect4;
use gametree_games::dots::Dots;
use gametree_games::ewn::Ewn;
use gametree_games::hex::Hex;
use gametree_games::kalah::Kalah;
use gametree_games::othello::Othello;

/// Plays a game whose value is above zero if MAX has won, with `visit` at every unfinished position,
/// where it chooses a move. Says what MAX got: 1, 0, or one half.
fn play<G: Game>(
    game: &G,
    draws: &mut Draws,
    mut visit: impl FnMut(&G::Position, Kind, &Moves<G::Move>, &mut Draws) -> usize,
) -> f64 {
    let mut position = game.start();
    let mut moves = Moves::new();
    loop {
        moves.clear();
        match game.expand(&position, &mut moves) {
            Turn::Terminal(value) => return f64::midpoint(value.get().signum(), 1.0),
            Turn::Inner(kind) => {
                // The only chance in these games is a fair die.
                let choice = match kind {
                    Kind::Chance => any(&moves, draws),
                    _ => visit(&position, kind, &moves, draws),
                };
                game.play(&mut position, moves.get(choice));
            }
        }
    }
}

fn any<M: Copy>(moves: &Moves<M>, draws: &mut Draws) -> usize {
    draws.below(moves.len() as u64) as usize
}

/// The number of the likely move.
fn likely<G: Game + Knowledge<G>>(
    game: &G,
    position: &G::Position,
    moves: &Moves<G::Move>,
    draws: &mut Draws,
) -> usize {
    let ControlFlow::Continue(mv) = game.likely_move(game, position, &mut Moves::new(), draws)
    else {
        panic!("the game is not over");
    };
    moves.iter().position(|other| other == mv).expect("likely moves are legal")
}

/// The share of games that likely moves win against random ones, with either colour in turns.
fn share_of_informed<G: Game + Knowledge<G>>(game: &G, games: u32) -> f64 {
    let mut draws = Draws::new(1);
    let mut share = |informed: Kind| {
        let max = play(game, &mut draws, |position, kind, moves, draws| {
            if kind == informed { likely(game, position, moves, draws) } else { any(moves, draws) }
        });
        if informed == Kind::Max { max } else { 1.0 - max }
    };
    let won: f64 = (0..games / 2).map(|_| share(Kind::Max) + share(Kind::Min)).sum();
    won / f64::from(games)
}

/// How far chances are from what came of it, squared and on average, in games played by `choose`.
fn error_of_prospects<G: Game + Knowledge<G>>(
    game: &G,
    games: u32,
    choose: impl Fn(&G, &G::Position, &Moves<G::Move>, &mut Draws) -> usize,
) -> f64 {
    let mut draws = Draws::new(2);
    let (mut sum, mut count) = (0.0, 0.0);
    for _ in 0..games {
        let mut chances = Vec::new();
        let won = play(game, &mut draws, |position, _, moves, draws| {
            chances.push(game.prospect(game, position).expect("there is an opinion"));
            choose(game, position, moves, draws)
        });
        sum += chances.iter().map(|chance| (chance - won).powi(2)).sum::<f64>();
        count += chances.len() as f64;
    }
    sum / count
}

/// The chances grow with the evaluation, and two equal evaluations have equal chances.
fn grows_with_the_evaluation<G: Game + Knowledge<G>>(game: &G) {
    let mut draws = Draws::new(3);
    let mut seen = Vec::new();
    for _ in 0..30 {
        play(game, &mut draws, |position, _, moves, draws| {
            let value = game.evaluate(game, position).expect("there is an evaluation");
            seen.push((value.get(), game.prospect(game, position).expect("and so are chances")));
            any(moves, draws)
        });
    }
    seen.sort_by(|a, b| a.0.total_cmp(&b.0));
    for pair in seen.windows(2) {
        let [(less, worse), (more, better)] = [pair[0], pair[1]];
        assert_eq!(less < more, worse < better, "{pair:?}");
    }
    let [least, most] = [seen[0], seen[seen.len() - 1]];
    assert!(0.0 < least.1 && least.1 < 0.5 && 0.5 < most.1 && most.1 < 1.0, "{least:?} {most:?}");
}

/// What a coin is off by, for which every position is worth one half.
const A_COIN: f64 = 0.25;

#[test]
fn breakthrough() {
    for (columns, rows) in [(6, 6), (8, 8)] {
        let game = Breakthrough::new(columns, rows).unwrap();
        let share = share_of_informed(&game, 200);
        assert!(share > 0.95, "likely moves win {share}");
        grows_with_the_evaluation(&game);
    }
}

#[test]
fn a_piece_of_breakthrough_counts_as_the_paper_says() {
    let game = Breakthrough::new(3, 5).unwrap();
    for (drawing, value, chance) in [
        ("BBB/BBB/.../WWW/WWW/W to move", 0.0, 0.5),
        ("BBB/B.B/.../WWW/WWW/B to move", 1.0 / 6.0, 1.0 / (1.0 + (-1f64).exp())),
        ("BBB/BBB/.../W../.../B to move", -5.0 / 6.0, 1.0 / (1.0 + 5f64.exp())),
    ] {
        let board = game.parse_position(drawing).unwrap();
        assert_eq!(game.evaluate(&game, &board).map(|value| value.get()), Some(value), "{drawing}");
        let found = game.prospect(&game, &board).unwrap();
        assert!((found - chance).abs() < 1e-12, "{drawing}: {found}");
    }
}

fn better_than_chance<G: Game + Knowledge<G>>(game: &G, least_share: f64) {
    let share = share_of_informed(game, 400);
    assert!(share > least_share, "likely moves win {share}");
    let error = error_of_prospects(game, 400, |_, _, moves, draws| any(moves, draws));
    assert!(error < A_COIN, "the chances are off by {error}");
    grows_with_the_evaluation(game);
}

#[test]
fn connect_four() {
    better_than_chance(&Connect4::new(7, 6).unwrap(), 0.85);
    better_than_chance(&Connect4::new(5, 5).unwrap(), 0.75);
}

#[test]
fn othello() {
    better_than_chance(&Othello::new(8).unwrap(), 0.85);
    better_than_chance(&Othello::new(6).unwrap(), 0.85);
}

#[test]
fn kalah() {
    for empty_capture in [false, true] {
        better_than_chance(&Kalah::new(6, 4, empty_capture).unwrap(), 0.8);
        better_than_chance(&Kalah::new(4, 3, empty_capture).unwrap(), 0.7);
    }
}

#[test]
fn dots() {
    for (rows, columns, least_share) in [(5, 5, 0.95), (3, 3, 0.9), (2, 3, 0.8)] {
        let game = Dots::new(rows, columns).unwrap();
        let share = share_of_informed(&game, 400);
        assert!(share > least_share, "likely moves win {share}");
        // Who moves by chance leaves to the other what he could take.
        let error = error_of_prospects(&game, 400, likely);
        assert!(error < A_COIN, "the chances are off by {error}");
        grows_with_the_evaluation(&game);
    }
}

/// Its likely moves are random ones.
#[test]
fn hex() {
    for side in [5, 8] {
        let game = Hex::new(side).unwrap();
        let error = error_of_prospects(&game, 400, |_, _, moves, draws| any(moves, draws));
        assert!(error < A_COIN, "the chances are off by {error}");
        grows_with_the_evaluation(&game);
    }
}

#[test]
fn ewn() {
    better_than_chance(&Ewn::new(5).unwrap(), 0.7);
    better_than_chance(&Ewn::new(3).unwrap(), 0.75);
}

/// The rank of a move of Breakthrough, read off the drawing: the sort of move, and the rows left to go.
fn slow_rank(drawing: &str, mv: &str) -> (u32, usize) {
    let lines: Vec<&str> = drawing.lines().collect();
    let (to_move, rows) = lines.split_last().unwrap();
    let white = to_move.starts_with('W');
    let enemy = if white { 'B' } else { 'W' };
    let digits = mv.rfind(|c: char| !c.is_ascii_digit()).unwrap();
    let (column, row) = mv.split_at(digits).1.split_at(1);
    let (column, row) = ((column.as_bytes()[0] - b'a') as usize, row.parse::<usize>().unwrap());
    let left = |row: usize, up: bool| if up { rows.len() - row } else { row - 1 };
    let captures = rows[rows.len() - row].chars().nth(column) == Some(enemy);
    let is_last = rows.concat().matches(enemy).count() == 1;
    let sort = match () {
        _ if left(row, white) == 0 || captures && is_last => 0,
        _ if captures && left(row, !white) == 1 => 1,
        _ if captures => 2,
        _ => 3,
    };
    (sort, left(row, white))
}

#[test]
fn breakthrough_moves_are_ranked_and_drawn_as_the_paper_says() {
    let mut sorts = [0; 4];
    for (columns, rows) in [(8, 8), (6, 6), (2, 4), (16, 4), (2, 26), (5, 7)] {
        let game = Breakthrough::new(columns, rows).unwrap();
        let mut draws = Draws::new(4);
        for _ in 0..30 {
            play(&game, &mut draws, |board, _, moves, draws| {
                let drawing = game.draw(board);
                let slow: Vec<(u32, usize)> = moves
                    .iter()
                    .map(|mv| slow_rank(&drawing, &game.move_text(board, mv)))
                    .collect();
                let ranks: Vec<i32> = moves.iter().map(|mv| game.rank(&game, board, mv)).collect();
                for a in 0..slow.len() {
                    for b in 0..slow.len() {
                        assert_eq!(slow[a].cmp(&slow[b]), ranks[a].cmp(&ranks[b]), "{drawing}");
                    }
                }
                let best = *slow.iter().min().unwrap();
                sorts[best.0 as usize] += 1;
                let mut places: Vec<usize> = (0..slow.len()).filter(|&i| slow[i] == best).collect();
                // All to the left first, and from left to right.
                places.sort_by_key(|&i| side(&game.move_text(board, moves.get(i))));
                let chosen = likely(&game, board, moves, &mut draws.clone());
                let number = draws.clone().below(places.len() as u64) as usize;
                assert_eq!(chosen, places[number], "{drawing}");
                any(moves, draws)
            });
        }
    }
    assert!(sorts.iter().all(|&often| often > 20), "some sort of move is hardly tested: {sorts:?}");
}

/// Whether a move leads to the left, straight or to the right.
fn side(mv: &str) -> Ordering {
    let columns: Vec<char> = mv.chars().filter(char::is_ascii_lowercase).collect();
    columns[1].cmp(&columns[0])
}

#[test]
fn connect_four_wins_stops_and_does_not_help() {
    let game = Connect4::new(7, 6).unwrap();
    let chosen = |moves: &str, seed: u64| {
        let position = game.parse_position(moves).unwrap();
        let mut list = Moves::new();
        game.expand(&position, &mut list);
        let place = likely(&game, &position, &list, &mut Draws::new(seed));
        game.move_text(&position, list.get(place))
    };
    for seed in 0..50 {
        // Three on top of each other, of the mover and of the other.
        assert_eq!(chosen("121212", seed), "1");
        assert_eq!(chosen("12121", seed), "1");
        // The other has three in the second row, and could finish it if the cell below were taken.
        let drawing = "......./......./......./......./XOOO.../XXOX...";
        assert_ne!(chosen(drawing, seed), "5");
    }
}
