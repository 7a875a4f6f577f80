//! The value depends on the path, and no bound is false because of it: searches over one table, with the
//! same board after different histories, beside a recursion that keeps the whole history.

use cozy_chess::{Board, Color};
use gametree::job::{AnyGame, Job};
use gametree::registry::Spec;
use gametree::{Basis, Draws, Game, Moves, Notation, Turn, Workspace};
use gametree_chess::Chess;

/// What tells positions apart, without pawns: the board, and who is to move.
fn place(board: &Board) -> String {
    let fen = board.to_string();
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// Minimax by the rules as they are written down, for positions with kings and one rook or queen.
fn by_the_book(board: &Board, history: &mut Vec<String>) -> i32 {
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        moves.extend(of_piece);
        false
    });
    let white = board.side_to_move() == Color::White;
    if moves.is_empty() {
        return if board.checkers().is_empty() {
            0
        } else if white {
            -1
        } else {
            1
        };
    }
    let here = place(board);
    let before = history.iter().filter(|place| **place == here).count();
    if board.halfmove_clock() >= 100 || before >= 2 || board.occupied().len() == 2 {
        return 0;
    }
    history.push(here);
    let values = moves.into_iter().map(|mv| {
        let mut child = board.clone();
        child.play(mv);
        by_the_book(&child, history)
    });
    let best = if white { values.max() } else { values.min() };
    history.pop();
    best.expect("there is a move")
}

/// A random game that often goes back and forth, written as moves.
fn wander(game: &Chess, plies: u32, draws: &mut Draws) -> Option<Vec<String>> {
    let (mut position, mut moves, mut played) = (game.start(), Moves::new(), Vec::<String>::new());
    for _ in 0..plies {
        moves.clear();
        let Turn::Inner(_) = game.expand(&position, &mut moves) else { return None };
        let texts: Vec<String> =
            moves.iter().map(|step| game.coordinates_of(&position, step)).collect();
        let own = played.len().checked_sub(2).map(|i| &played[i]);
        let back = own.map(|mv| format!("{}{}", &mv[2..4], &mv[..2]));
        let back = back.and_then(|back| texts.iter().position(|text| *text == back));
        let any = draws.below(texts.len() as u64) as usize;
        let choice = back.filter(|_| draws.below(8) > 0).unwrap_or(any);
        game.play(&mut position, moves.get(choice));
        played.push(texts[choice].clone());
    }
    Some(played)
}

const STARTS: [&str; 4] = [
    "7k/8/5K2/8/8/8/8/6Q1 w - - CLOCK 1",
    "k7/8/1K6/8/8/8/8/7R w - - CLOCK 1",
    "8/8/8/8/8/2k5/7q/K7 b - - CLOCK 1",
    "7k/5Q2/8/8/8/8/8/6K1 b - - CLOCK 1",
];

#[test]
fn bounds_in_a_shared_table_are_true_on_every_path() {
    let mut draws = Draws::new(5);
    let specs =
        ["mtd-bi", "alphabeta", "mcts-solver:seed=3"].map(|text| Spec::parse(text).unwrap());
    let (mut seen, mut draws_by_path) = ([0u32; 3], 0);
    for start in STARTS {
        let mut tables = specs.each_ref().map(|_| Workspace::default());
        for round in 0..10u32 {
            let plies = [4, 8, 12][round as usize % 3];
            let fen = start.replace("CLOCK", &(97 - plies).to_string());
            let game = Chess::from_fen(&fen).unwrap();
            let Some(played) = wander(&game, plies, &mut draws) else { continue };
            let (mut board, mut history) = (fen.parse::<Board>().unwrap(), Vec::new());
            for mv in &played {
                history.push(place(&board));
                board.play(mv.parse().unwrap());
            }
            let right = by_the_book(&board, &mut history);
            seen[(right + 1) as usize] += 1;
            // The same board without its history, which is worth the same only by chance.
            let plain = by_the_book(&board, &mut Vec::new());
            draws_by_path += u32::from(plain != right);
            let whole = AnyGame::new(Chess::new());
            let with_history = format!("{fen} moves {}", played.join(" "));
            for (spec, table) in specs.iter().zip(&mut tables) {
                for (text, right) in [(with_history.clone(), right), (board.to_string(), plain)] {
                    let job = Job::new(Some(spec.clone())).position(text.clone());
                    let report = whole.run_in(&job, &mut (), table).unwrap();
                    assert_eq!(report.bounds.exact(), Some(right.into()), "{spec}: {text}");
                    assert!(matches!(report.basis, Basis::Hash | Basis::Proof), "{spec}: {text}");
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 0) && draws_by_path > 0, "{seen:?} {draws_by_path}");
}

/// One board, three histories, three values, one table.
#[test]
fn the_same_board_has_the_value_of_its_history() {
    let game = AnyGame::new(Chess::new());
    let mut table = Workspace::default();
    let mut value = |position: &str| {
        let spec = Spec::parse("mtd-bi").unwrap();
        let job = Job::new(Some(spec)).position(position.to_string());
        game.run_in(&job, &mut (), &mut table).unwrap().bounds.exact().unwrap().get()
    };
    // Mate in two, three plies.
    assert_eq!(value("7k/8/8/5K2/8/8/8/6Q1 w - - 97 90"), 1.0);
    assert_eq!(value("7k/8/8/5K2/8/8/8/6Q1 w - - 98 90"), 0.0, "the fiftieth move comes first");
    assert_eq!(value("7k/8/8/5K2/8/8/8/6Q1 w - - 97 90"), 1.0, "and the table has not forgotten");
}

/// Where nobody claims a draw, the game goes on by one move at least, and only later positions are drawn by the rules.
#[test]
fn an_unclaimed_draw_is_not_the_end() {
    let specs = ["mtd-bi", "alphabeta", "mcts-solver:seed=3", "selective:l=4"];
    let specs = specs.map(|text| Spec::parse(text).unwrap());
    let (usual, claims) = (Chess::new(), Chess::new().with_claims());
    let whole = claims.clone().any();
    let mut tables = specs.each_ref().map(|_| Workspace::default());
    let mut seen = [0u32; 2];
    let mates = ["7k/8/8/5K2/8/8/8/6Q1 w - - CLOCK 1", "7k/8/5K2/8/8/8/8/6Q1 w - - CLOCK 1"];
    for (start, clock) in mates.into_iter().flat_map(|start| [88, 90, 96].map(|at| (start, at))) {
        let fen = start.replace("CLOCK", &clock.to_string());
        let round = "g1g2 h8h7 g2g1 h7h8".split(' ');
        let played: Vec<&str> = round.clone().chain(round).collect();
        let (mut board, mut history) = (fen.parse::<Board>().unwrap(), Vec::new());
        for mv in &played {
            history.push(place(&board));
            board.play(mv.parse().unwrap());
        }
        history.push(place(&board));
        let mut right = -1;
        board.generate_moves(|of_piece| {
            for mv in of_piece {
                let mut child = board.clone();
                child.play(mv);
                right = right.max(by_the_book(&child, &mut history));
            }
            false
        });
        seen[right as usize] += 1;
        let text = format!("{fen} moves {}", played.join(" "));
        let position = claims.parse_position(&text);
        assert_eq!(claims.judge(&position.unwrap()), Turn::MAX, "{text}");
        let drawn = usual.parse_position(&text).map(|position| usual.judge(&position));
        assert!(drawn.is_err() || drawn == Ok(Turn::over(0)), "{text}");
        for (spec, table) in specs.iter().zip(&mut tables) {
            let job = Job::new(Some(spec.clone())).position(text.clone());
            let report = whole.run_in(&job, &mut (), table).unwrap();
            let estimate = report.mean.map(|mean| 2.0 * mean - 1.0);
            let found = report.bounds.exact().map(|value| value.get()).or(estimate);
            let found = found.unwrap_or_else(|| panic!("{spec}: {text}: {report:?}"));
            assert!((found - f64::from(right)).abs() < 1e-3, "{spec}: {text}: {found}");
            assert!(!report.pv.is_empty(), "{spec}: {text}");
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

/// Equal keys only where board, clock and past agree.
#[test]
fn keys_tell_histories_apart() {
    let game = Chess::new();
    let key = |moves: &str| game.key(&game.parse_position(moves).unwrap());
    assert_eq!(key("Nf3 Nf6 Nc3 Nc6"), key("Nf3 Nf6 Nc3 Nc6"));
    assert_ne!(key("Nf3 Nf6 Nc3 Nc6"), key("Nc3 Nc6 Nf3 Nf6"), "the boards in between differ");
    assert_ne!(key("Nf3 Nf6 Ng1 Ng8"), key(""), "the start has occurred before");
    // A pawn move wipes out what was before.
    assert_eq!(key("Nf3 Nf6 Nc3 Nc6 e4"), key("Nc3 Nc6 Nf3 Nf6 e4"));
}
