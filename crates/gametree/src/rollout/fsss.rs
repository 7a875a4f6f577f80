//! `fsss`: FSSS-Minimax (Weinstein, Littman, Goschin 2012, Algorithm 1).
//!
//! A rollout search with windows of its own: the child that can still be best is searched only for
//! values that its siblings cannot reach. It never expands a leaf that alpha-beta does not (Theorem
//! 2), and neither it nor SSS* dominates the other.
//!
//! Contract: as the rollout family. Departures from the paper: in the proof of Theorem 2, `beta >=
//! beta-hat` must read `<=`. The infinitesimal epsilon of lines 18 and 24 is essential (without it
//! the search loops) and kept exact: edges are compared with values only, and a value that is above
//! `x - epsilon` is one above the float before `x`. Subtracting a small number instead is fragile,
//! since `(x - e) + e` need not be `x`. Ties go left; the largest of no siblings is minus infinity.

use super::best_first::BestFirstSearch;
use super::graph;
use super::guide::Guide;
use super::optimism::favourite;
use super::tree::TreeSearch;
use super::{Keep, Terms, leftmost};
use crate::algorithm::{Algorithm, Memory, MoveOf, Setup, WalkOf};
use crate::model::{Bounds, Game, Kind, Value, Window, next_down};
use crate::outcome::Outcome;
use crate::policy::{Node, Opening, Reads};
use crate::store::Store;

/// FSSS-Minimax. When run again, it reuses its memory.
///
/// ```
/// use gametree::{Fsss, Search};
/// # use gametree::doc::Subtraction;
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut Fsss::new())?;
/// assert_eq!(outcome.value(), Some(1.into()));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Fsss {
    terms: Terms,
}

impl Default for Fsss {
    fn default() -> Self {
        Fsss { terms: Keep::Pv.into() }
    }
}

impl Fsss {
    /// A search that keeps the principal variation.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how much of finished subtrees is kept.
    #[must_use]
    pub fn keep(self, keep: Keep) -> Self {
        Fsss { terms: keep.into() }
    }
}

impl Algorithm for Fsss {
    const MEMORY: Memory = Memory::Helpful;
    const OWN_MEMORY: bool = true;
    const STORE_ASIDE: bool = true;
    const TAKES_CHANCE: bool = true;
    const TAKES_EPSILON: bool = true;
    const TAKES_CYCLES: bool = true;

    fn worker(&self) -> Option<Self> {
        Some(Fsss { terms: self.terms.of_worker() })
    }

    fn search<T: Setup>(
        &mut self,
        walk: &mut WalkOf<'_, T>,
        window: Window,
        store: &mut T::Store,
    ) -> Outcome<MoveOf<T>> {
        if const { T::Game::CYCLES } && walk.has_cycles() {
            return graph::search::<T, _>(walk, &mut Traverse, || Some(Traverse), store, window);
        }
        if !walk.game().has_chance() && walk.slack() == 0.0 && !store.joins_paths() {
            if self.terms.in_tasks {
                return leftmost::<T>(walk, store, window);
            }
            return BestFirstSearch::<T, Traverse>::search(walk, store, window, &mut self.terms);
        }
        TreeSearch::<T, _>::search(walk, &mut Traverse, store, window, &mut self.terms)
    }
}

/// Alpha and beta as FSSS passes them down: the bounds of siblings, here and above. They are not
/// clipped by the bounds of the nodes on the way.
#[derive(Clone, Copy, Debug)]
pub struct SiblingWindow(Window);

impl From<Window> for SiblingWindow {
    fn from(window: Window) -> SiblingWindow {
        SiblingWindow(window)
    }
}

impl Opening for SiblingWindow {
    #[inline]
    fn admits(self, bounds: Bounds, slack: f64) -> bool {
        self.0.admits_beyond(bounds, slack)
    }

    #[inline]
    fn of_outcome(self, outcome: Bounds, probability: f64, average: Bounds) -> SiblingWindow {
        SiblingWindow(self.0.of_outcome(outcome, probability, average))
    }

    #[inline]
    fn enter(self, _: Bounds) -> SiblingWindow {
        self
    }
}

/// The function Traverse of Algorithm 1.
struct Traverse;

impl Guide for Traverse {
    const READS: Reads = Reads::OptimisticBounds { max: true, min: true };
    const CUTS_AT_SIBLING_BOUNDS: bool = true;
    type Window = SiblingWindow;
    type Data = ();

    #[inline(always)]
    fn step(&mut self, node: &Node<'_, (), SiblingWindow>) -> (usize, SiblingWindow) {
        if node.kind == Kind::Chance {
            let index = node.most_uncertain().expect("an outcome is active");
            return (index, node.outcome_window(index));
        }
        let slack = node.children.slack;
        if node.kind.maximises() {
            traverse::<true>(node.all_bounds(), node.window, slack)
        } else {
            traverse::<false>(node.all_bounds(), node.window, slack)
        }
    }

    fn learn(&mut self, _: &mut (), _: Value) {}

    fn gather(&mut self, _: &Node<'_, (), SiblingWindow>) -> Option<()> {
        None
    }
}

/// Lines 14-18 and 20-24: the child with the best optimistic bound, and its window: the values beyond
/// its siblings' bounds.
#[inline(always)]
fn traverse<const MAX: bool>(
    children: &[Bounds],
    SiblingWindow(window): SiblingWindow,
    slack: f64,
) -> (usize, SiblingWindow) {
    let favourite = favourite::<MAX>(children, window.far::<MAX>());
    let near = if slack == 0.0 {
        favourite.near()
    } else {
        favourite.rest.min(short_of(favourite.bound, slack))
    };
    (favourite.index, SiblingWindow(window.beyond::<MAX>(near)))
}

/// A little more than the slack below `bound`: a window no wider than the slack does not matter.
fn short_of(bound: Value, slack: f64) -> Value {
    let top = bound.get();
    let mut enough = top - 1.001 * slack;
    if top - enough <= slack {
        // Floats are coarser than the slack here: the next one is far enough.
        enough = next_down(enough);
    }
    Value::new(enough).expect("values are finite here")
}
