//! The rollout family: one engine, any policy.

mod best_first;
mod branches;
mod depth_first;
mod frame;
mod fsss;
mod graph;
mod guide;
mod last_ply;
mod optimism;
mod place;
mod pv;
mod renew;
mod tree;

pub use fsss::Fsss;

use crate::model::{Bounds, Game, Kind, Moves, Window};
use crate::policy::{Policy, Reads};
use crate::run::{Algorithm, Answer, Arrival, Memory, MoveOf, Setup, SlotOf, WalkOf};
use crate::store::{Spare, Store};
use best_first::BestFirstSearch;
use depth_first::depth_first;
use graph::GraphSearch;
use pv::{BestMove, PvStack};
use tree::TreeSearch;

/// The root of a search, looked at for the first time.
struct Root<T: Setup> {
    slot: SlotOf<T>,
    known: Bounds,
    kind: Kind,
    moves: Moves<MoveOf<T>>,
}

impl<T: Setup> Root<T> {
    /// What is to be searched, or the answer if the root is a leaf.
    fn arrive(walk: &mut WalkOf<'_, T>, store: &mut T::Store) -> Result<Self, Answer<MoveOf<T>>> {
        let slot = store.root(walk.game(), walk.position(), walk.horizon());
        let known = walk.range().intersect(walk.facts()).intersect(store.retrieve(slot));
        let mut moves = Moves::new();
        match walk.arrive(&mut moves) {
            Arrival::Inner(kind) => Ok(Root { slot, known, kind, moves }),
            Arrival::Leaf(value) => {
                let bounds = Bounds::point(value);
                store.tighten(slot, bounds, None);
                Err(Answer::of(bounds))
            }
        }
    }
}

#[cold]
fn no_chance() -> ! {
    panic!("a game with chance nodes must say so in has_chance")
}

/// What of the tree outlives its use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Keep {
    /// The root's bounds only. A finished subtree is freed at once; the outcome has only the best
    /// move.
    Nothing,
    /// Of a finished subtree, its principal variation.
    Pv,
}

/// What a search that keeps a tree is told by its owner, and leaves him.
#[derive(Clone, Debug)]
struct Terms {
    keep: Keep,
    /// The memory of the search before.
    spare: Spare,
}

impl From<Keep> for Terms {
    fn from(keep: Keep) -> Terms {
        Terms { keep, spare: Spare::default() }
    }
}

/// Search by rollouts (Huang 2015, Algorithm 4) under a policy.
///
/// The printed algorithm assumes that each node's bounds follow from its children's. With a store
/// or facts of the game they may be tighter than that, and the printed algorithm may get stuck or
/// even loosen bounds again. Three repairs make it right from any true bounds: it updates by
/// intersection, never by overwriting; it refreshes a node from its children when it enters; and
/// where no child is active it backs up. Without store and facts these change nothing.
///
/// Contract: fail-low and fail-high leave sound bounds on the far side of the window; a spent
/// budget leaves the sound bounds reached. Run again, it uses its memory again, which is the quicker
/// way to search many positions.
#[derive(Clone, Debug)]
pub struct Rollout<P> {
    policy: P,
    terms: Terms,
}

impl<P: Policy> Rollout<P> {
    /// The search whose rollouts `policy` steers.
    pub fn new(policy: P) -> Self {
        Rollout { policy, terms: Keep::Pv.into() }
    }

    /// Says what of the tree outlives its use; normally the principal variation.
    #[must_use]
    pub fn keep(self, keep: Keep) -> Self {
        Rollout { terms: keep.into(), ..self }
    }
}

#[cfg(test)]
impl<P> Rollout<P> {
    /// What the policy has come to think.
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
    const LEAN: bool = A::LEAN;

    fn search<T: Setup>(
        &mut self,
        walk: &mut WalkOf<'_, T>,
        window: Window,
        store: &mut T::Store,
    ) -> Answer<MoveOf<T>> {
        if const { T::Game::CYCLES && size_of::<A::Data>() == 0 } && walk.has_cycles() {
            return GraphSearch::<T, _>::search(walk, &mut self.policy, store, window);
        }
        // What goes by the order alone needs no more than a path, as long as windows are Huang's.
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
            BestFirstSearch::<T, A>::search(walk, store, window, &mut self.terms)
        } else {
            TreeSearch::<T, _>::search(walk, &mut self.policy, store, window, &mut self.terms)
        }
    }
}
