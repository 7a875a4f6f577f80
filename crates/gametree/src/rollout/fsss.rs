//! `fsss`: FSSS-Minimax (Weinstein, Littman, Goschin 2012, Algorithm 1).
//!
//! A rollout search with windows of its own: the child that can still be best is searched only for
//! what its siblings cannot reach. It never expands a leaf that alpha-beta does not (Theorem 2), and
//! neither it nor SSS* dominates the other.
//!
//! Contract: as the rollout family. Departures from print: in the proof of Theorem 2, `beta >=
//! beta-hat` must read `<=`. The infinitesimal epsilon of lines 18 and 24 is essential (without it
//! the search loops) and kept exact: an edge of a window is a number and a count of epsilons,
//! compared in that order; adding a small float instead is fragile, since `(x - e) + e` need not be
//! `x`. Ties go left; the largest of no siblings is minus infinity.

use super::Keep;
use super::grow::Growth;
use super::guide::Guide;
use super::roam::Roam;
use crate::model::{Bounds, Game, Grain, Kind, Knowledge, Value, Window};
use crate::policy::{Node, Opening, Reads};
use crate::run::{Algorithm, Finding, Memory, Probe, Walk};
use crate::store::Store;

/// FSSS-Minimax.
#[derive(Clone, Debug)]
pub struct Fsss {
    keep: Keep,
}

impl Default for Fsss {
    fn default() -> Self {
        Fsss { keep: Keep::Line }
    }
}

impl Fsss {
    /// The search, keeping the line of play.
    pub fn new() -> Self {
        Self::default()
    }

    /// Says what of the tree outlives its use.
    #[must_use]
    pub fn keep(self, keep: Keep) -> Self {
        Fsss { keep }
    }
}

impl Algorithm for Fsss {
    const MEMORY: Memory = Memory::Helpful;
    const OWN_MEMORY: bool = true;
    const STORE_ASIDE: bool = true;
    const TAKES_CHANCE: bool = true;
    const TAKES_EPSILON: bool = true;
    const TAKES_CIRCLES: bool = true;

    fn search<G: Game, K: Knowledge<G>, P: Probe<G>, S: Store<G>>(
        &mut self,
        walk: &mut Walk<'_, G, K, P>,
        window: Window,
        store: &mut S,
    ) -> Finding<G::Move> {
        if const { G::CIRCLES } && walk.has_circles() {
            return Roam::search(walk, &mut Traverse, store, window);
        }
        Growth::search(walk, &mut Traverse, store, window, self.keep)
    }
}

/// An edge of a window: `value + epsilons * epsilon` for an epsilon smaller than any difference.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Edge {
    value: Value,
    epsilons: i8,
}

impl Edge {
    #[inline]
    fn at(value: Value) -> Edge {
        Edge { value, epsilons: 0 }
    }

    #[inline]
    fn is_below(self, other: Edge) -> bool {
        // Cheaper than a test whether two floats are equal.
        let not_above = self.value <= other.value;
        self.value < other.value || (not_above && self.epsilons < other.epsilons)
    }

    #[inline]
    fn max(self, other: Edge) -> Edge {
        if self.is_below(other) { other } else { self }
    }
}

impl std::ops::Neg for Edge {
    type Output = Edge;

    #[inline]
    fn neg(self) -> Edge {
        Edge { value: -self.value, epsilons: -self.epsilons }
    }
}

/// Alpha and beta as FSSS passes them down: not clipped by the bounds of the nodes on the way.
#[derive(Clone, Copy, Debug)]
struct Edges {
    alpha: Edge,
    beta: Edge,
}

impl From<Window> for Edges {
    fn from(window: Window) -> Edges {
        Edges { alpha: Edge::at(window.alpha), beta: Edge::at(window.beta) }
    }
}

impl Opening for Edges {
    #[inline]
    fn admits(self, bounds: Bounds, slack: f64) -> bool {
        let (lower, upper) = (Edge::at(bounds.lower), Edge::at(bounds.upper));
        let Edges { alpha, beta } = self;
        // The larger of `alpha` and `lower` is below the smaller of `beta` and `upper`.
        bounds.lower < bounds.upper
            && lower.is_below(beta)
            && alpha.is_below(upper)
            && alpha.is_below(beta)
            && (slack == 0.0 || Window::new(alpha.value, beta.value).admits_beyond(bounds, slack))
    }

    /// An epsilon of an edge is spread over the outcomes: any number next to the edge will do.
    #[inline]
    fn of_outcome(self, outcome: Bounds, probability: f64, average: Bounds) -> Edges {
        Window::new(self.alpha.value, self.beta.value)
            .of_outcome(outcome, probability, average)
            .into()
    }

    #[inline]
    fn enter(self, _bounds: Bounds) -> Edges {
        self
    }
}

/// The function Traverse of Algorithm 1.
struct Traverse;

impl Guide for Traverse {
    const READS: Reads = Reads::Bounds;
    type Window = Edges;
    type Data = ();

    // Always: windows of this kind are too large to be handed around.
    #[inline(always)]
    fn step(&mut self, node: &Node<'_, (), Edges>) -> (usize, Edges) {
        let (Edges { alpha, beta }, slack) = (node.window, node.children.slack);
        if node.kind == Kind::Chance {
            let index = node.most_uncertain().expect("an outcome is active");
            return (index, node.outcome_window(index));
        }
        // MIN's case is MAX's, with all signs turned.
        if node.kind.maximises() {
            let hopes = node.all_bounds().iter().map(|b| b.upper);
            let (index, near) = most_hopeful(hopes, alpha, beta, slack);
            (index, Edges { alpha: near, beta })
        } else {
            let hopes = node.all_bounds().iter().map(|b| -b.lower);
            let (index, near) = most_hopeful(hopes, -beta, -alpha, slack);
            (index, Edges { alpha, beta: -near })
        }
    }

    fn learn(&mut self, _: &mut (), _: Value) {}

    fn gather(&mut self, _: &Node<'_, (), Edges>) -> Option<()> {
        None
    }
}

/// Lines 14-18: the child with the largest hope, cut at `far`, and the window's near edge for it:
/// no less than `near` and than what its siblings may hope for.
#[inline(always)]
fn most_hopeful(
    hopes: impl Iterator<Item = Value>,
    near: Edge,
    far: Edge,
    slack: f64,
) -> (usize, Edge) {
    // What is cut are the numbers from `cap` on, so that numbers can stand for edges.
    let cap = if far.epsilons > 0 { Grain::Real.above(far.value) } else { far.value };
    let (mut index, mut best) = (0, Value::NEG_INFINITY);
    let mut second = best;
    for (i, hope) in hopes.enumerate() {
        let hope = hope.min(cap);
        if hope > best {
            (second, best, index) = (best, hope, i);
        } else {
            second = second.max(hope);
        }
        // There is no more to hope for.
        if second >= cap {
            break;
        }
    }
    let edge = |hope: Value| if hope < cap { Edge::at(hope) } else { far };
    let (best, own) = (edge(best), near);
    let mut near = own.max(edge(second));
    // What is no wider than the slack does not matter: the child needs a little more than that.
    if slack > 0.0 {
        let top = best.value.get();
        let mut enough = top - 1.001 * slack;
        if top - enough <= slack {
            // Floats are coarser than the slack here: the next one is far enough.
            enough = enough.next_down();
        }
        let enough = Value::new(enough).expect("values are finite here");
        return (index, if enough < near.value { own.max(Edge::at(enough)) } else { near });
    }
    if near == best {
        near.epsilons -= 1;
    }
    (index, near)
}
