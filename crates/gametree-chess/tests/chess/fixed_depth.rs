//! The values of all moves at a fixed depth, against minimax without a table, pruning or ordering.

use gametree::model::MoreFacts;
use gametree::registry::Spec;
use gametree::{
    Draws, Game, Kind, Knowledge, Limits, Moves, Notation, Search, Stop, Turn, lookahead,
};
use gametree_chess::{Chess, Position};

/// None, a few buckets, and enough.
const MEMORIES: [usize; 3] = [0, 1 << 10, 1 << 22];

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
        let found = lookahead::depth_values(game, game, position, depth, limits).unwrap();
        assert_eq!(found.values, right, "{}, {memory} bytes", game.fen(position));
    }
}

/// What has happened before decides which positions are draws by repetition or by the fifty-move rule, and
/// the table must not mix them up.
#[test]
fn the_past_counts_as_far_as_it_matters() {
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
fn repetitions_within_reach_are_seen() {
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

/// Which pasts a key tells apart that is made for so many plies.
#[test]
fn a_key_holds_as_much_of_the_past_as_matters() {
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

/// Minimax with playouts cuts off ties: from many positions, two plies take far fewer steps than the
/// 900 or so that there are, so that a search is not stopped before it has compared anything.
#[test]
fn minimax_with_playouts_cuts_off_ties() {
    let mut draws = Draws::new(3);
    for seed in 0..12 {
        let game = Chess::new();
        let mut position = game.start();
        for _ in 0..2 * seed {
            let mut moves = Moves::new();
            game.expand(&position, &mut moves);
            game.advance(&mut position, moves.get(draws.below(moves.len() as u64) as usize));
        }
        let spec = Spec::parse(&format!("mm-r:depth=2,seed={seed}")).unwrap();
        let search = Search::new(&game).position(position).facts(false);
        let found = search.run_named(&spec).unwrap();
        assert_eq!(found.stop, Stop::Horizon);
        assert!(found.counts.nodes < 600, "{} nodes", found.counts.nodes);
    }
}
