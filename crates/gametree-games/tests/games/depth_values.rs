//! The values of all moves at a fixed depth, against minimax without a table, pruning or ordering.

use gametree::job::{AnyGame, Board, Job};
use gametree::registry::Spec;
use gametree::{Draws, Game, Limits, Turn, lookahead};
use gametree_games::connect4::Connect4;

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

#[test]
fn limits_hold_and_what_is_complete_is_kept() {
    let game = Connect4::new(7, 6).unwrap();
    let all = lookahead::depth_values(&game, &game, &game.start(), 3, Limits::none()).unwrap();
    assert_eq!((all.values.len(), all.stop), (3, None));
    let limits = Limits::none().nodes(all.counts.nodes - 1);
    let less = lookahead::depth_values(&game, &game, &game.start(), 3, limits).unwrap();
    assert_eq!(less.values, all.values[..2]);
    assert!(less.stop.is_some() && less.at(3).is_none() && less.at(0).is_none());
    let dice = gametree_games::open("pig:20").unwrap();
    assert!(dice.board(None).unwrap().depth_values(2, Limits::none()).is_err());
    // Random trees have no evaluation.
    let blind = gametree_games::open("random:b=2,d=6").unwrap();
    assert!(blind.board(None).unwrap().depth_values(2, Limits::none()).is_err());
}
