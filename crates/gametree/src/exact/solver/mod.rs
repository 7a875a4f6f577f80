//! `solver`: [`mtd-bi`](super::MtdBi) by a recursion of its own, for games of whole numbers over a table
//! (null windows as in Plaat, Schaeffer, Pijls, de Bruin 1996).
//!
//! Contract: as `mtd-bi`. Where it cannot be used (real values, a depth limit, chance, cycles, a stated range,
//! no table), it is `mtd-bi`. It takes no epsilon: `mtd-bi` does.
//!
//! Departures: the same tests of the same nodes, but at half the cost. Bounds are small whole numbers. Each
//! child is played once, on a copy that stays on a stack with all that is known of it, so that nothing is
//! taken back, played twice or computed again when the child is entered. Moves whose value is a fact are left
//! out of the list, all of them together ([`MoreFacts::expand_undecided`]). Positions
//! are stored by their canonical keys ([`MoreFacts::canonical_key`]).

mod in_turn;
mod node;
mod pv;

use std::sync::Arc;

use gametree_machine::Instructions;

use super::MtdBi;
use super::mtd_bi::division;
use super::recursion::{RootBest, gains};
use crate::algorithm::{Algorithm, Lean, Memory, MoveOf, PositionOf, Setup, WalkOf};
use crate::model::{Bounds, Game, Grain, MoreFacts, Moves, WholeBounds, Window};
use crate::outcome::Outcome;
use crate::store::{Spot, Store, Table};
use crate::threads::Marks;

/// Divides the root's interval by null windows, by a recursion for whole numbers.
///
/// ```
/// # use gametree::{Search, exact::Solver, doc::Subtraction};
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut Solver)?;
/// assert_eq!(outcome.value(), Some(1.into()));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Solver;

impl Algorithm for Solver {
    const MEMORY: Memory = Memory::Needed;
    const SHARES_TABLE: bool = true;
    const LEAN: Lean = Lean::OnBoards;

    fn worker(&self) -> Option<Self> {
        Some(*self)
    }

    fn search<T: Setup>(
        &mut self,
        walk: &mut WalkOf<'_, T>,
        window: Window,
        store: &mut T::Store,
    ) -> Outcome<MoveOf<T>> {
        // Not compiled for stores that have no table.
        if const { T::Store::KEYED } {
            if let (Some(range), Some(table)) = (walk.whole_range(), store.table()) {
                let answer = Recursion::<T>::new(walk, table, range).solve(window);
                walk.note_memory(store.bytes(), store.records());
                return answer;
            }
        }
        MtdBi.search::<T>(walk, window, store)
    }
}

/// A position of the path, or a child of one.
struct Frame<T: Setup> {
    position: PositionOf<T>,
    /// The move that led here; none leads to the root.
    mv: Option<MoveOf<T>>,
    spot: Spot,
    /// What is known of its value.
    bounds: WholeBounds,
}

/// The state of the search.
struct Recursion<'r, 'w, T: Setup> {
    walk: &'r mut WalkOf<'w, T>,
    table: &'r mut Table,
    /// The root, and for each node of the path those of its children that may have to be entered. Positions
    /// beyond `top` are kept for their memory alone.
    stack: Vec<Frame<T>>,
    top: usize,
    /// For each node of the path the places of such children in the stack, the most promising first.
    turns: Vec<Turn>,
    /// The moves of the node that is being expanded.
    moves: Moves<MoveOf<T>>,
    /// Counts the children looked at: the difference between two moments is the work between them.
    clock: u64,
    range: WholeBounds,
    instructions: Instructions,
    /// The other threads, if there are any.
    marks: Option<Arc<Marks>>,
}

/// A child to be entered, by its move-ordering score and its place in the stack. The larger, the earlier: of
/// equal scores the one that was listed first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Turn(i64);

impl Turn {
    #[inline(always)]
    fn new(order_score: i32, place: usize) -> Turn {
        Turn(i64::from(order_score) << 32 | i64::from(!(place as u32)))
    }

    #[inline(always)]
    fn place(self) -> usize {
        !(self.0 as u32) as usize
    }
}

impl<'r, 'w, T: Setup> Recursion<'r, 'w, T> {
    fn new(walk: &'r mut WalkOf<'w, T>, table: &'r mut Table, range: WholeBounds) -> Self {
        let position = walk.position().clone();
        let spot =
            table.spot(walk.game().more_facts().canonical_key(walk.game(), &position), false);
        let facts = range.intersect(WholeBounds::within(walk.facts()));
        let bounds = facts.intersect(table.whole_bounds(spot, facts));
        let (stack, turns, moves) =
            (vec![Frame { position, mv: None, spot, bounds }], Vec::new(), Moves::new());
        let marks = walk.marks().cloned();
        let instructions = Instructions::detect();
        Recursion { walk, table, stack, top: 1, turns, moves, clock: 0, range, instructions, marks }
    }

    /// Answers the question: the root's bounds, and the principal variation.
    fn solve(&mut self, window: Window) -> Outcome<MoveOf<T>> {
        let (mut bounds, mut best) = (self.stack[0].bounds, RootBest::default());
        loop {
            if let Some((common, common_best)) = self.walk.common_root() {
                bounds = bounds.intersect(WholeBounds::within(common));
                best.proven = common_best;
                self.stack[0].bounds = bounds;
            }
            if !window.clip(bounds.into()).is_open() || self.walk.stopped().is_some() {
                break;
            }
            // Tests outside of the window would be useless.
            let test = division(bounds.into(), Grain::Integer);
            let test = test.min(window.beta).max(Grain::Integer.above(window.alpha));
            let beta = WholeBounds::within(Bounds::at_least(test)).lower;
            let (found, best_here) = self.root(beta);
            let found = bounds.intersect(found);
            best.note(best_here, gains(self.walk.turn(), bounds.into(), found.into()));
            bounds = found;
            self.stack[0].bounds = bounds;
            self.walk.report(bounds.into());
            self.walk.tell_crew(bounds.into(), best.proven);
            self.walk.hear_news();
        }
        self.walk.dismiss_crew();
        let pv = self.proven_pv(bounds, best.child(bounds.into(), 0.0));
        Outcome { pv, ..Outcome::of(bounds.into()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Search;
    use crate::model::{Key, Knowledge, Turn, Values};

    /// Take one to three of the stones, and as many points as the rest is worth.
    struct Points {
        stones: u32,
    }

    /// The stones left, MAX's points less MIN's, and whether MAX is to move.
    type Heap = (u32, i32, bool);

    fn points(&(stones, _, max): &Heap, taken: u32) -> i32 {
        let points = ((stones - taken) * 7 % 5) as i32;
        if max { points } else { -points }
    }

    impl Game for Points {
        type Position = Heap;
        type Move = u32;
        type Undo = ();
        const KEYS: bool = true;

        fn start(&self) -> Heap {
            (self.stones, 0, true)
        }

        fn values(&self) -> Values {
            Values::integers(-100, 100)
        }

        fn expand(&self, &(stones, score, max): &Heap, moves: &mut Moves<u32>) -> Turn {
            if stones == 0 {
                return Turn::over(score);
            }
            moves.extend(1..=stones.min(3));
            if max { Turn::MAX } else { Turn::MIN }
        }

        fn play(&self, heap: &mut Heap, taken: u32) {
            *heap = (heap.0 - taken, heap.1 + points(heap, taken), !heap.2);
        }

        fn undo(&self, heap: &mut Heap, taken: u32, (): ()) {
            let before = (heap.0 + taken, heap.1, !heap.2);
            *heap = (before.0, before.1 - points(&before, taken), before.2);
        }

        fn key(&self, &(stones, score, max): &Heap) -> Option<Key> {
            let code = u128::from(stones) << 9 | ((score + 100) as u128) << 1 | u128::from(max);
            Some(Key::Exact(code))
        }

        fn key_bits(&self) -> u32 {
            14
        }

        fn plies_left(&self, heap: &Heap) -> Option<u32> {
            Some(heap.0)
        }
    }

    impl Knowledge<Points> for Points {}

    /// The value by the plain recursion.
    fn value(&(stones, score, max): &Heap) -> i32 {
        let child = |taken| (stones - taken, score + points(&(stones, score, max), taken), !max);
        let values = (1..=stones.min(3)).map(|taken| value(&child(taken)));
        if max { values.max() } else { values.min() }.unwrap_or(score)
    }

    /// A large table has another one beside it for the last plies: the answers stay the same.
    #[test]
    fn the_last_plies_may_have_a_table_of_their_own() {
        let mut nodes = [0; 2];
        for stones in 1..=25 {
            let game = Points { stones };
            let mut values = Vec::new();
            for (large, nodes) in [false, true].into_iter().zip(&mut nodes) {
                let mut table = Table::new(&game, 1 << 16, false).unwrap();
                assert!(!large || table.enlarge(), "the table has not changed");
                let outcome = Search::new(&game).over(&mut table).run(&mut Solver).unwrap();
                values.push(outcome.value());
                *nodes += outcome.counts.nodes;
            }
            if stones <= 14 {
                values.push(Some(value(&game.start()).into()));
            }
            assert!(values.iter().all(|value| *value == values[0]), "{stones}: {values:?}");
        }
        // Records are found there: without them it would take many times the nodes.
        assert!(nodes[1] < 2 * nodes[0], "{nodes:?}");
    }
}
