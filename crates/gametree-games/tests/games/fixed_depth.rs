//! The values of all moves at a fixed depth, against minimax without a table, pruning or ordering.

use gametree::job::{AnyGame, Board, Job};
use gametree::model::MoreFacts;
use gametree::registry::Spec;
use gametree::{Draws, Game, Kind, Knowledge, Limits, Moves, Notation, Turn, fixed_depth};
use gametree_games::chess::{Chess, Position};

/// None, a few buckets, and enough.
const MEMORIES: [usize; 3] = [0, 1 << 10, 1 << 22];

/// The game after some random moves, not at its end.
fn drawn<'g>(game: &'g AnyGame, plies: u64, draws: &mut Draws) -> Board<'g> {
    let mut board = game.board(None).unwrap();
    for _ in 0..draws.below(plies + 1) {
        let moves = board.moves();
        board.play(moves[draws.below(moves.len() as u64) as usize]);
        if let Turn::Terminal(_) = board.turn() {
            board.take_back();
            break;
        }
    }
    board
}

#[test]
fn values_are_those_of_minimax() {
    let mut draws = Draws::new(1);
    // Players who move twice in a row, passes, ends of the game within reach, ties.
    let games = [
        ("connect4", 4, 36, 6),
        ("connect4:4x4", 5, 12, 8),
        ("kalah:3,2", 6, 12, 12),
        ("kalah:4,3", 5, 30, 8),
        ("dots:2x2", 4, 10, 8),
        ("othello:6", 3, 28, 6),
        ("breakthrough:5x5", 3, 25, 6),
        ("mnk:3,3,3", 5, 5, 6),
        ("domineering:4x4", 4, 4, 6),
        ("hex:3", 4, 6, 6),
    ];
    for (name, depth, plies, times) in games {
        let game = gametree_games::open(name).unwrap_or_else(|error| panic!("{error}"));
        for _ in 0..times {
            let board = drawn(&game, plies, &mut draws);
            let position = board.position_text();
            let right = |depth| -> Vec<f64> {
                let job = Job::new(Some(Spec::parse("minimax").unwrap())).depth(depth);
                let job = job.position(Some(position.clone()).filter(|text| !text.is_empty()));
                let report = game.run(&job.all_moves(true).facts(false), &mut ()).unwrap();
                let value = |bounds| report.settled(bounds).unwrap().get();
                report.moves.iter().map(|mv| value(mv.bounds)).collect()
            };
            let right: Vec<Vec<f64>> = (1..=depth).map(right).collect();
            for memory in MEMORIES {
                let found = board.depth_values(depth, Limits::none().memory(memory)).unwrap();
                assert_eq!(found.moves, board.moves());
                assert_eq!(found.values, right, "{name} {position}, {memory} bytes");
            }
        }
    }
}

/// The value of a position of chess `plies` plies ahead.
fn plain(game: &Chess, position: &Position, plies: u32) -> f64 {
    let mut moves = Moves::new();
    let kind = match game.expand(position, &mut moves) {
        Turn::Terminal(value) => return value.get(),
        Turn::Inner(kind) => kind,
    };
    if plies == 0 {
        return game.evaluate(game, position).expect("chess has an evaluation").get();
    }
    let values = moves.iter().map(|mv| {
        let mut child = position.clone();
        game.advance(&mut child, mv);
        plain(game, &child, plies - 1)
    });
    values.reduce(if kind == Kind::Min { f64::min } else { f64::max }).expect("there is a move")
}

fn compare(game: &Chess, position: &Position, depth: u32) {
    let mut moves = Moves::new();
    game.expand(position, &mut moves);
    let right = |plies| -> Vec<f64> {
        let children = moves.iter().map(|mv| {
            let mut child = position.clone();
            game.advance(&mut child, mv);
            plain(game, &child, plies)
        });
        children.collect()
    };
    let right: Vec<Vec<f64>> = (0..depth).map(right).collect();
    for memory in MEMORIES {
        let limits = Limits::none().memory(memory);
        let found = fixed_depth::values(game, game, position, depth, limits).unwrap();
        assert_eq!(found.values, right, "{}, {memory} bytes", game.fen(position));
    }
}

/// What has happened before decides which positions are draws by repetition or by the fifty-move rule, and
/// the table must not mix them up.
#[test]
fn in_chess_the_past_counts_as_far_as_it_matters() {
    let mut draws = Draws::new(2);
    let few = [
        "8/8/8/4k3/8/8/R7/K7 w - -",
        "8/8/1p6/1P2k3/8/8/8/1K6 w - -",
        "8/8/2b5/4k3/8/8/R7/K7 b - -",
    ];
    for number in 0..36 {
        let clock = [0, 30, 93, 95, 97, 98][number % 6];
        let game = Chess::from_fen(&format!("{} {clock} 80", few[number / 6 % 3])).unwrap();
        let mut position = game.start();
        // Kings that go to and fro, so that much has occurred twice.
        for _ in 0..draws.below(14) {
            let mut moves = Moves::new();
            if let Turn::Terminal(_) = game.expand(&position, &mut moves) {
                break;
            }
            let back = draws.below(moves.len().min(3) as u64) as usize;
            let mut next = position.clone();
            game.advance(&mut next, moves.get(back));
            if let Turn::Terminal(_) = game.judge(&next) {
                break;
            }
            position = next;
        }
        let depth = if number / 6 % 3 == 1 { 5 } else { 3 };
        compare(&game, &position, depth);
    }
}

#[test]
fn in_chess_repetitions_within_reach_are_seen() {
    let game = Chess::new();
    let cases = [
        "8/8/8/4k3/8/8/8/KQ6 w - - 0 1 moves Ka2 Kf6 Ka1 Ke5 Ka2 Kf6",
        "8/8/8/4k3/8/8/8/KQ6 w - - 0 1 moves Ka2 Kf6 Ka1 Ke5 Ka2 Kf6 Ka1",
        "8/8/8/8/8/p1k5/P7/K7 w - - 0 1 moves Kb1 Kd2 Ka1 Kc3 Kb1",
        "8/8/8/8/8/p1k5/P7/K7 w - - 0 1 moves Kb1 Kd2 Ka1 Kc3 Kb1 Kd3 Ka1",
    ];
    for (i, text) in cases.into_iter().enumerate() {
        let position = game.parse_position(text).unwrap();
        compare(&game, &position, if i < 2 { 4 } else { 7 });
    }
}

#[test]
fn limits_hold_and_what_is_complete_is_kept() {
    let game = Chess::new();
    let all = fixed_depth::values(&game, &game, &game.start(), 3, Limits::none()).unwrap();
    assert_eq!((all.values.len(), all.stop), (3, None));
    let limits = Limits::none().nodes(all.counts.nodes - 1);
    let less = fixed_depth::values(&game, &game, &game.start(), 3, limits).unwrap();
    assert_eq!(less.values, all.values[..2]);
    assert!(less.stop.is_some() && less.at(3).is_none() && less.at(0).is_none());
    let dice = gametree_games::open("pig:20").unwrap();
    assert!(dice.board(None).unwrap().depth_values(2, Limits::none()).is_err());
    // Random trees have no evaluation.
    let blind = gametree_games::open("random:b=2,d=6").unwrap();
    assert!(blind.board(None).unwrap().depth_values(2, Limits::none()).is_err());
}

/// Which pasts a key tells apart that is made for so many plies.
#[test]
fn in_chess_a_key_holds_as_much_of_the_past_as_matters() {
    let game = Chess::new();
    let key = |text: &str, plies| {
        game.more_facts().key_within(&game, &game.parse_position(text).unwrap(), plies)
    };
    let differ = |one: &str, other: &str| -> Vec<u32> {
        (1..=6).filter(|&plies| key(one, plies) != key(other, plies)).collect()
    };
    assert_eq!(differ("Nf3 Nf6 Nc3", "Nc3 Nf6 Nf3"), [5, 6], "another order");
    // The start has occurred twice, and comes back by Ng8.
    assert_eq!(differ("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1", "Nf3 Nf6 Ng1"), [1, 2, 3, 4, 5, 6]);
    // It is on the board for the second time, and for the third time after four plies.
    assert_eq!(differ("Nf3 Nf6 Ng1 Ng8", ""), [4, 5, 6]);
    let late = |clock| format!("8/8/8/4k3/8/8/R7/K7 w - - {clock} 80");
    assert_eq!(differ(&late(96), &late(0)), [4, 5, 6], "fifty moves end after four plies");
}
