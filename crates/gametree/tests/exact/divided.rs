//! Questions divided into tasks, where the upper part of the tree cannot grow: too many children, or too little
//! memory. Then a position is searched more than once, each time within what the time before has left open.

use std::num::NonZero;

use crate::effort::effort;
use crate::support::specs;
use crate::tables::{Graph, Keys, ask};
use gametree::erased::Erased;
use gametree::{Game, Knowledge, Limits, Moves, Notation, Stop, Storage, Turn, Values};

/// MAX has many moves, and MIN three replies. One move is worth 5, and another one looks like it.
#[derive(Clone)]
struct Wide {
    moves: u32,
}

const GOOD: u32 = 700;
const DECEPTIVE: u32 = 3;

impl Game for Wide {
    /// The moves so far.
    type Position = (Option<u32>, Option<u32>);
    type Move = u32;
    type Undo = (Option<u32>, Option<u32>);

    fn start(&self) -> Self::Position {
        (None, None)
    }

    fn values(&self) -> Values {
        Values::integers(-10, 10)
    }

    fn expand(&self, position: &Self::Position, moves: &mut Moves<u32>) -> Turn {
        match *position {
            (None, _) => {
                moves.extend(0..self.moves);
                Turn::MAX
            }
            (Some(_), None) => {
                moves.extend(0..3);
                Turn::MIN
            }
            (Some(GOOD), _) | (Some(DECEPTIVE), Some(0)) => Turn::over(5),
            (Some(DECEPTIVE), _) => Turn::over(0),
            _ => Turn::over(-3),
        }
    }

    fn play(&self, position: &mut Self::Position, mv: u32) -> Self::Undo {
        let before = *position;
        *position = if before.0.is_none() { (Some(mv), None) } else { (before.0, Some(mv)) };
        before
    }

    fn undo(&self, position: &mut Self::Position, _: u32, before: Self::Undo) {
        *position = before;
    }
}

impl Knowledge<Wide> for Wide {}

impl Notation for Wide {
    fn move_text(&self, _: &Self::Position, mv: u32) -> String {
        mv.to_string()
    }
}

#[test]
fn a_task_that_only_shows_that_nothing_is_better_names_no_other_move() {
    for seed in 0..effort(24) {
        let game = Erased::new(Wide { moves: 1500 });
        for spec in specs(seed) {
            let threads = NonZero::new(2 + seed as usize % 3).unwrap();
            let found =
                ask(&game, &spec, Storage::Plain, |search| search.threads(threads)).unwrap();
            let answer = (found.value(), found.best_move());
            assert_eq!(answer, (Some(5.into()), Some(GOOD)), "{spec}, {threads} threads");
        }
    }
}

#[test]
fn little_memory_costs_no_truth() {
    for seed in 0..effort(300) {
        let keys = [Keys::Small, Keys::Large, Keys::Hash][seed as usize % 3];
        let graph = Graph::new(seed, keys);
        let storage = [Storage::Plain, Storage::Auto][seed as usize / 3 % 2];
        let limits = Limits::none().memory([6_000, 1 << 19, 1 << 20][seed as usize % 3]);
        for spec in specs(seed) {
            let ask = |threads: usize| {
                ask(&Erased::new(graph.clone()), &spec, storage, |search| {
                    search.threads(NonZero::new(threads).unwrap()).limits(limits.clone())
                })
            };
            let name = format!("{spec}, seed {seed}");
            let (Ok(found), Ok(alone)) = (ask(2 + seed as usize % 4), ask(1)) else { continue };
            let value = graph.nodes[0].value;
            assert!(found.bounds.contains(value.into()), "{name}: {}", found.bounds);
            if alone.stop == Stop::Closed {
                let exact = found.bounds.exact();
                assert_eq!(exact, Some(value.into()), "{name}: {:?}", found.stop);
            }
            if let (Some(_), Some(mv)) = (found.bounds.exact(), found.best_move()) {
                assert_eq!(graph.nodes[mv as usize].value, value, "{name}: {mv} is not best");
            }
        }
    }
}
