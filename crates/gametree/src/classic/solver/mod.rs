//! `solver`: [`mtd-bi`](super::MtdBi) by a recursion of its own, for games of whole numbers over a table
//! (null windows as in Plaat, Schaeffer, Pijls, de Bruin 1996).
//!
//! Contract: as `mtd-bi`. Where it cannot be used (real values, a depth limit, chance, cycles, a stated range,
//! no table), it is `mtd-bi`.
//!
//! Departures: the same tests of the same nodes, but at half the cost. Bounds are small whole numbers. Each
//! child is played once, on a copy that stays on a stack with all that is known of it, so that nothing is
//! taken back, played twice or computed again when the child is entered. Moves whose value is a fact are left
//! out of the list, all of them together ([`Game::expand_undecided`](crate::Game::expand_undecided)). Positions
//! are stored by their canonical keys ([`Game::canonical_key`](crate::Game::canonical_key)).

mod in_turn;
mod node;
mod pv;

use std::sync::Arc;

use super::MtdBi;
use super::mtd_bi::division;
use super::recursion::{RootBest, gains};
use crate::model::{Bounds, Game, Grain, Moves, WholeBounds, Window};
use crate::run::crew::Crew;
use crate::run::{Algorithm, Answer, Lean, Memory, MoveOf, PositionOf, Setup, WalkOf};
use crate::store::{Spot, Store, Table};

/// Divides the root's interval by null windows, by a recursion for whole numbers.
///
/// ```
/// # use gametree::{Search, classic::Solver, doc::Subtraction};
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
    ) -> Answer<MoveOf<T>> {
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
struct Place<T: Setup> {
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
    stack: Vec<Place<T>>,
    top: usize,
    /// For each node of the path the places of such children in the stack, the most promising first.
    turns: Vec<Turn>,
    /// The moves of the node that is being expanded.
    moves: Moves<MoveOf<T>>,
    /// Counts the children looked at: the difference between two moments is the work between them.
    clock: u64,
    range: WholeBounds,
    /// The other threads, if there are any.
    crew: Option<Arc<Crew>>,
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
        let spot = table.spot(walk.game().canonical_key(&position));
        let facts = range.intersect(WholeBounds::within(walk.facts()));
        let bounds = facts.intersect(table.whole_bounds(spot, facts));
        let (stack, turns, moves) =
            (vec![Place { position, mv: None, spot, bounds }], Vec::new(), Moves::new());
        let crew = walk.crew().cloned();
        Recursion { walk, table, stack, top: 1, turns, moves, clock: 0, range, crew }
    }

    /// Answers the question: the root's bounds, and the principal variation.
    fn solve(&mut self, window: Window) -> Answer<MoveOf<T>> {
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
        Answer { pv, ..Answer::of(bounds.into()) }
    }
}
