//! The smallest certificate of a tree, held to all certificates that it has.

use crate::effort::effort;
use std::collections::BTreeSet;

use gametree::exact::Minimax;
use gametree::proof::smallest_proof;
use gametree::{Bounds, Game, Kind, Moves, Search, Turn, Value};

use crate::Question;
use crate::graph::{At, Graph};

type Leaves = BTreeSet<Vec<usize>>;

/// The leaves of every strategy of one player that secures `value` from a node on; nothing if there
/// are too many to look at.
fn strategies(
    game: &Graph,
    at: At,
    path: &[usize],
    value: Value,
    owner: Kind,
) -> Option<Vec<Leaves>> {
    let mut moves = Moves::new();
    let kind = match game.expand(&at, &mut moves) {
        Turn::Terminal(leaf) => {
            let good = if owner == Kind::Max { leaf >= value } else { leaf <= value };
            return Some(good.then(|| [path.to_vec()].into()).into_iter().collect());
        }
        Turn::Inner(kind) => kind,
    };
    let mut all: Vec<Leaves> = if kind == owner { vec![] } else { vec![Leaves::new()] };
    for (index, mv) in moves.iter().enumerate() {
        let mut child = at;
        game.play(&mut child, mv);
        let below = strategies(game, child, &[path, &[index]].concat(), value, owner)?;
        if kind == owner {
            all.extend(below);
        } else {
            let join = |one: &Leaves| below.iter().map(|two| one | two).collect::<Vec<_>>();
            all = all.iter().flat_map(join).collect();
        }
        if all.len() > 200 || path.len() > 8 {
            return None;
        }
    }
    Some(all)
}

#[test]
fn no_pair_of_strategies_has_fewer_leaves() {
    let mut compared = 0;
    for seed in 0..effort(2_400) {
        let Question { game, .. } = Question::new(seed);
        let root = game.start();
        if game.has_chance_nodes() {
            continue;
        }
        let value = Search::bare(&game).over(&mut ()).run(&mut Minimax).unwrap().value().unwrap();
        let of = |owner| strategies(&game, root, &[], value, owner);
        let Some((max, min)) = of(Kind::Max).zip(of(Kind::Min)) else { continue };
        let pairs = || max.iter().flat_map(|one| min.iter().map(move |two| (one | two).len()));
        let fewest = |leaves: &[Leaves]| leaves.iter().map(BTreeSet::len).min();
        // An end of the range needs no proof.
        let Bounds { lower, upper } = game.span();
        let expected = match (value > lower, value < upper) {
            (true, true) => pairs().min(),
            (true, false) => fewest(&max),
            (false, true) => fewest(&min),
            (false, false) => Some(0),
        };
        let found = smallest_proof(&game, &root, value, 1 << 20);
        assert_eq!(found, expected.map(|leaves| leaves as u64), "seed {seed}");
        compared += 1;
    }
    assert!(compared > 60, "{compared}");
}
