//! The rollout family: any policy, by the engine that what it reads allows
//! (`docs/notes/decisions/engines.md`).

mod best_first;
mod branches;
mod depth_first;
mod frame;
mod fsss;
mod graph;
mod guide;
mod last_ply;
mod optimism;
mod path_node;
mod pv;
mod renew;
mod tree;

pub use fsss::Fsss;
pub(crate) use graph::GraphSearch;
pub(crate) use guide::Guide;

use crate::algorithm::{Algorithm, Lean, Memory, MoveOf, Setup, SlotOf, WalkOf};
use crate::model::{Bounds, Game, Kind, Moves, Window};
use crate::outcome::Outcome;
use crate::policy::{Leftmost, Policy, Reads};
use crate::store::{Spare, Store};
use crate::walk::Arrival;
use best_first::BestFirstSearch;
use depth_first::depth_first;
use pv::{BestMove, PvStack};
use tree::TreeSearch;

/// The root of a search, at its first visit.
struct Root<T: Setup> {
    slot: SlotOf<T>,
    known: Bounds,
    kind: Kind,
    moves: Moves<MoveOf<T>>,
}

impl<T: Setup> Root<T> {
    /// Returns the root to search, or the answer if it is a leaf.
    #[expect(clippy::result_large_err, reason = "it is returned once per search")]
    fn arrive(walk: &mut WalkOf<'_, T>, store: &mut T::Store) -> Result<Self, Outcome<MoveOf<T>>> {
        let slot = store.root(walk.game(), walk.position(), walk.horizon());
        let known = walk.range().intersect(walk.facts()).intersect(store.retrieve(slot));
        let mut moves = Moves::new();
        match walk.arrive(&mut moves) {
            Arrival::Inner(kind) => Ok(Root { slot, known, kind, moves }),
            Arrival::Leaf(value) => {
                let bounds = Bounds::point(value);
                store.tighten(slot, bounds, None);
                Err(Outcome::of(bounds))
            }
        }
    }
}

#[cold]
fn no_chance() -> ! {
    panic!("a game with chance nodes must say so in has_chance")
}

/// How much of finished subtrees is kept.
///
/// ```
/// use gametree::policy::MaxUpper;
/// use gametree::{Keep, Rollout, Search};
/// # use gametree::doc::Subtraction;
/// let mut rollouts = Rollout::new(MaxUpper).keep(Keep::Nothing);
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut rollouts)?;
/// assert_eq!(outcome.pv, [2]); // the best move alone
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Keep {
    /// Nothing: finished subtrees are freed immediately, and the outcome has only the best move.
    Nothing,
    /// The principal variation of each finished subtree.
    Pv,
}

/// What a tree search gets from its owner, and returns to it.
#[derive(Clone, Debug)]
struct Terms {
    keep: Keep,
    /// Whether it searches small parts of a larger tree, one after the other.
    in_tasks: bool,
    /// The memory of the previous search.
    spare: Spare,
}

impl From<Keep> for Terms {
    fn from(keep: Keep) -> Terms {
        Terms { keep, in_tasks: false, spare: Spare::default() }
    }
}

impl Terms {
    /// Those of a thread that does tasks.
    fn of_worker(&self) -> Terms {
        Terms { in_tasks: true, ..self.keep.into() }
    }
}

/// Searches a task of a best-first search. It is searched to its end, so that it pays little to begin at the most
/// promising place, and the depth-first engine takes half of the time per leaf.
fn leftmost<T: Setup>(
    walk: &mut WalkOf<'_, T>,
    store: &mut T::Store,
    window: Window,
) -> Outcome<MoveOf<T>> {
    if walk.wants_pv() {
        depth_first::<T, _, PvStack<_>>(walk, &mut Leftmost, store, window)
    } else {
        depth_first::<T, _, BestMove>(walk, &mut Leftmost, store, window)
    }
}

/// Search by rollouts (Huang 2015, Algorithm 4) under a policy.
///
/// The printed algorithm assumes that each node's bounds follow from its children's. With a store
/// or facts of the game they may be tighter than that, and the printed algorithm may get stuck or
/// even loosen bounds again. Three changes make it correct from any sound bounds: it updates by
/// intersection, never by overwriting; it refreshes a node from its children on entry; and if no
/// child is active it backs up. Without store and facts these change nothing.
///
/// Contract: fail-low and fail-high leave sound bounds on the far side of the window; a spent budget
/// leaves the sound bounds reached. When run again, it reuses its memory, which is faster for
/// searching many positions.
///
/// ```
/// use gametree::policy::MaxUpper;
/// use gametree::{Rollout, Search};
/// # use gametree::doc::Subtraction;
/// let mut rollouts = Rollout::new(MaxUpper);
/// for stones in 1..=8 {
///     let outcome = Search::new(&Subtraction { stones }).run(&mut rollouts)?;
///     let value = if stones % 4 == 0 { -1 } else { 1 };
///     assert_eq!(outcome.value(), Some(value.into()));
/// }
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rollout<P> {
    policy: P,
    terms: Terms,
}

impl<P: Policy> Rollout<P> {
    /// A search whose rollouts `policy` steers.
    pub fn new(policy: P) -> Self {
        Rollout { policy, terms: Keep::Pv.into() }
    }

    /// Sets how much of finished subtrees is kept; by default the principal variation.
    #[must_use]
    pub fn keep(self, keep: Keep) -> Self {
        Rollout { terms: keep.into(), ..self }
    }
}

#[cfg(test)]
impl<P> Rollout<P> {
    /// The policy, with what it has learned.
    pub(crate) fn policy(&self) -> &P {
        &self.policy
    }
}

impl<A: Policy> Algorithm for Rollout<A> {
    const MEMORY: Memory = Memory::Helpful;
    const OWN_MEMORY: bool = true;
    const STORE_ASIDE: bool = true;
    const TAKES_CHANCE: bool = true;
    const TAKES_EPSILON: bool = true;
    const TAKES_CYCLES: bool = size_of::<A::Data>() == 0;
    const BEST_FIRST: bool = A::BEST_FIRST;
    const LEAN: Lean = if A::LEAN { Lean::OnTrees } else { Lean::Never };

    fn worker(&self) -> Option<Self> {
        let terms = self.terms.of_worker();
        self.policy.worker().map(|policy| Rollout { policy, terms })
    }

    fn search<T: Setup>(
        &mut self,
        walk: &mut WalkOf<'_, T>,
        window: Window,
        store: &mut T::Store,
    ) -> Outcome<MoveOf<T>> {
        if const { T::Game::CYCLES && size_of::<A::Data>() == 0 } && walk.has_cycles() {
            let Rollout { policy, .. } = self;
            let worker = policy.worker();
            return graph::search::<T, A>(
                walk,
                policy,
                || worker.as_ref()?.worker(),
                store,
                window,
            );
        }
        // A policy that reads only the order needs only one path, as long as windows are Huang's.
        let plain = !walk.game().has_chance() && walk.slack() == 0.0;
        if const { matches!(A::READS, Reads::Order) } && plain {
            if self.terms.keep == Keep::Pv && walk.wants_pv() {
                depth_first::<T, _, PvStack<_>>(walk, &mut self.policy, store, window)
            } else {
                depth_first::<T, _, BestMove>(walk, &mut self.policy, store, window)
            }
        } else if const { matches!(A::READS, Reads::OptimisticBounds { .. }) }
            && plain
            && !store.joins_paths()
        {
            if self.terms.in_tasks {
                return leftmost::<T>(walk, store, window);
            }
            BestFirstSearch::<T, A>::search(walk, store, window, &mut self.terms)
        } else {
            TreeSearch::<T, _>::search(walk, &mut self.policy, store, window, &mut self.terms)
        }
    }
}
