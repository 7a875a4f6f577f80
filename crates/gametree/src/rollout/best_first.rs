//! Best-first rollouts, for policies that go by optimistic bounds: the search stays below a child until
//! a sibling's bound is better.
//!
//! Such a policy chooses the child with the best optimistic bound, and nothing learned below a child changes
//! the bounds of its siblings. So the choice stands until the child's own bound is worse than the best of
//! theirs, and as long as that holds on the whole path, a rollout from the root would come down the same
//! way. The nodes of the path need not be updated in the meantime. That makes the search a recursion that
//! passes down how far bounds may fall, like recursive best-first search (Korf 1993).

use super::branches::Branches;
use super::guide::Guide;
use super::optimism::{Favourite, Gone, optimistic, optimistic_left};
use super::{Root, Terms, no_chance};
use crate::algorithm::{MoveOf, Setup, SlotOf, WalkOf};
use crate::model::{Bounds, Game, Kind, Stepped, Value, Window, is_small};
use crate::outcome::{Outcome, Stop};
use crate::stack;
use crate::store::{Link, ROOT, Spare, Store};
use crate::walk::Arrival;
use std::marker::PhantomData;

/// A search in progress.
pub(super) struct BestFirstSearch<'e, 'w, T: Setup, A> {
    pub(super) walk: &'e mut WalkOf<'w, T>,
    store: &'e mut T::Store,
    guide: PhantomData<A>,
    pub(super) tree: Branches<MoveOf<T>, ()>,
    /// The plies of the path for which memory is reserved.
    plies: usize,
    gave_up: Option<Stop>,
}

/// How to enter a child.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// The values that matter there: Huang's window.
    pub window: Window,
    /// As long as its bounds reach into this from both sides, every choice on the path from the
    /// root stands.
    pub stay: Window,
}

/// The approximate bytes of call stack per ply.
const FRAME: usize = 384;

impl<'e, 'w, T: Setup, A: Guide> BestFirstSearch<'e, 'w, T, A> {
    pub(super) fn search(
        walk: &'e mut WalkOf<'w, T>,
        store: &'e mut T::Store,
        question: Window,
        terms: &mut Terms,
    ) -> Outcome<MoveOf<T>> {
        let Root { slot, known, kind, moves } = match Root::<T>::arrive(walk, store) {
            Ok(root) => root,
            Err(answer) => return answer,
        };
        let tree = Branches::new(known, moves, false, walk.memory_limit(), terms);
        let guide = PhantomData::<A>;
        let mut search: Self =
            BestFirstSearch { walk, store, guide, tree, plies: 0, gave_up: None };
        if let Some(link) = search.open(ROOT, kind, slot) {
            search.run(link, slot, question);
        }
        let (answer, spare) = search.finish();
        terms.spare = spare;
        answer
    }

    /// Searches from the root until its question is answered or a limit is reached.
    fn run(&mut self, link: Link, slot: SlotOf<T>, question: Window) {
        let informed = self.tree.informed;
        let known = self.tree.arena.bounds[ROOT as usize];
        let mut known = if informed { self.refresh(ROOT, link, slot) } else { known };
        while question.admits(known) && self.gave_up.is_none() && self.walk.stopped().is_none() {
            self.walk.set_out();
            let found = self.enter(link, slot, known, question, question, false);
            if found != known {
                known = found;
                self.tree.arena.bounds[ROOT as usize] = known;
                self.store.tighten(slot, known, None);
                self.walk.report(known);
            }
        }
    }

    /// Searches the current position, an inner node.
    #[inline(always)]
    fn enter(
        &mut self,
        link: Link,
        slot: SlotOf<T>,
        known: Bounds,
        window: Window,
        stay: Window,
        fresh: bool,
    ) -> Bounds {
        let node = move |run: &mut Self| match link.kind() {
            Kind::Max => run.node::<true>(link, slot, known, window, stay, fresh),
            Kind::Min => run.node::<false>(link, slot, known, window, stay, fresh),
            Kind::Chance => no_chance(),
        };
        if stack::may_run_out(self.walk.ply()) { self.with_stack(node) } else { node(self) }
    }

    // Not inlined, so that it needs no stack space in the usual case.
    #[inline(never)]
    fn with_stack(&mut self, node: impl FnOnce(&mut Self) -> Bounds) -> Bounds {
        stack::grow(|| node(self))
    }

    /// Searches a node with bounds `known` until its bounds no longer reach into `stay`: then a node
    /// above would choose otherwise. Returns its bounds.
    fn node<const MAX: bool>(
        &mut self,
        link: Link,
        slot: SlotOf<T>,
        known: Bounds,
        window: Window,
        stay: Window,
        fresh: bool,
    ) -> Bounds {
        let mut own = known;
        // Whether the mover's optimistic bound is that of a child, and not better.
        let mut exact = true;
        let mut gone = Gone::NOBODY;
        let mut fresh = fresh;
        let told = T::Store::KEEPS || self.walk.has_facts();
        loop {
            let children = &self.tree.arena.bounds[link.range()];
            let (window, within) = (window.clip(own), stay.clip(own));
            // Bounds beyond this count as equal.
            let cap = if A::CUTS_AT_SIBLING_BOUNDS { within } else { window }.far::<MAX>();
            let pick = if std::mem::take(&mut fresh) {
                Some(Self::first::<MAX>(children.len(), cap))
            } else {
                // An inactive child can have the best bound only if a fact or a stored bound is wrong.
                Self::pick::<MAX>(children, &mut gone, window, cap)
                    .filter(|pick| !told || window.admits(children[pick.index]))
            };
            let Some(pick) = pick else {
                own = own.intersect(Bounds::of_children(link.kind(), children));
                if stay.keeps(own) {
                    // All children of an open node can be done only if a fact or a stored bound is
                    // wrong.
                    self.give_up(Stop::Stalled);
                }
                return own;
            };
            let old = children[pick.index];
            let entry =
                || Entry { window: window.clip(old), stay: within.beyond::<MAX>(pick.near()) };
            self.walk.charge(link.count());
            let Some(found) = self.work(link, pick.index, slot, old, entry) else { break };
            let (bound, most) = (optimistic::<MAX>(found), optimistic::<MAX>(own));
            own = assured::<MAX>(own, found);
            if A::READS.is_optimistic(MAX) && pick.rest < cap {
                own = with_optimistic::<MAX>(own, most.min(bound.max(pick.rest)));
                exact = true;
            } else {
                exact &= bound >= most;
                // It is only known that the siblings' bounds reach as far as matters. That is enough,
                // unless the node matters less than the nodes above assume.
                if !exact && stay.near::<MAX>() >= cap {
                    own = self.recounted::<MAX>(own, link);
                    exact = true;
                }
            }
            if self.walk.is_called_back() || !stay.keeps(own) {
                break;
            }
        }
        if exact { own } else { self.recounted::<MAX>(own, link) }
    }

    /// The bounds of a node with bounds `own` and children `link`, computed from the children
    /// before one of them changes.
    #[inline(always)]
    fn recounted<const MAX: bool>(&self, own: Bounds, link: Link) -> Bounds {
        let children = &self.tree.arena.bounds[link.range()];
        with_optimistic::<MAX>(own, optimistic_left::<MAX>(children, optimistic::<MAX>(own)))
    }

    /// The same if nothing is known of any child.
    #[inline(always)]
    fn first<const MAX: bool>(count: usize, cap: Value) -> Favourite {
        if !A::READS.is_optimistic(MAX) {
            return Favourite::for_good(0);
        }
        let rest = if count > 1 { cap } else { Value::NEG_INFINITY };
        Favourite { index: 0, bound: cap, rest }
    }

    /// The child to search; `None` if none is active.
    #[inline(always)]
    fn pick<const MAX: bool>(
        children: &[Bounds],
        gone: &mut Gone,
        window: Window,
        cap: Value,
    ) -> Option<Favourite> {
        let first = gone.pass::<MAX>(children, window)?;
        if !A::READS.is_optimistic(MAX) {
            return Some(Favourite::for_good(first));
        }
        gone.favourite::<MAX>(children, cap)
    }

    /// Searches child `index`, with bounds `old`, until its bounds are no longer open in `stay`, or
    /// facts or store improve them. Returns its bounds; `None` if a limit was reached.
    #[inline(always)]
    fn work(
        &mut self,
        siblings: Link,
        index: usize,
        parent: SlotOf<T>,
        old: Bounds,
        entry: impl Fn() -> Entry,
    ) -> Option<Bounds> {
        let child = siblings.first + index as u32;
        let mv = self.tree.arena.moves[child as usize];
        let void = self.is_void();
        let walk = &mut *self.walk;
        if void && walk.is_last_ply() {
            let found = Bounds::point(walk.evaluate_child(mv)?);
            self.tree.arena.bounds[child as usize] = found;
            return Some(found);
        }
        let link = self.tree.arena.links[child as usize];
        let told = !void || walk.has_facts();
        if const { !is_small::<<T::Game as Game>::Position>() } && !told && link.is_none() {
            return self.work_bare(child, mv, parent, old, entry);
        }
        let undo = if link.is_none() { walk.step(mv)? } else { walk.replay(mv) };
        let (game, position, horizon) = (walk.game(), walk.position(), walk.horizon());
        let slot = self.store.child(parent, index, siblings.count(), game, position, horizon);
        let known = if told {
            old.intersect(walk.facts()).intersect(self.store.retrieve(slot))
        } else {
            old
        };
        let found = if told && !known.is_identical(old) {
            // The child has new bounds: the policy has to choose again.
            known
        } else if void && self.tree.keeps_no_pv() && walk.is_last_ply() {
            self.last_ply(child, old, entry())
        } else if link.is_none() {
            match walk.arrive(&mut self.tree.moves) {
                Arrival::Leaf(value) => Bounds::point(value),
                Arrival::Inner(kind) => self.explore(child, kind, slot, old, entry()),
            }
        } else {
            self.revisit(child, link, slot, old, entry(), false)
        };
        self.walk.back(mv, undo);
        self.tree.arena.bounds[child as usize] = found;
        self.store.tighten(slot, found, None);
        Some(found)
    }

    /// Whether the store keeps nothing: for small positions a constant, otherwise asked at run time.
    #[inline(always)]
    fn is_void(&self) -> bool {
        if const { is_small::<<T::Game as Game>::Position>() } {
            const { !T::Store::KEEPS }
        } else {
            self.store.is_void()
        }
    }

    /// The same for a new child if neither facts nor store are consulted between playing the move and
    /// expanding the child: for an erased game that is a single call.
    #[inline(always)]
    fn work_bare(
        &mut self,
        child: u32,
        mv: MoveOf<T>,
        slot: SlotOf<T>,
        old: Bounds,
        entry: impl Fn() -> Entry,
    ) -> Option<Bounds> {
        let walk = &mut *self.walk;
        let found = if self.tree.keeps_no_pv() && walk.horizon() == Some(2) {
            let undo = walk.step(mv)?;
            let found = self.last_ply(child, old, entry());
            self.walk.back(mv, undo);
            found
        } else {
            match walk.step_and_arrive(mv, &mut self.tree.moves, true)? {
                Stepped::Over(value) => Bounds::point(value),
                Stepped::Inner(kind, undo) => {
                    // A store that keeps nothing does not use slots.
                    let found = self.explore(child, kind, slot, old, entry());
                    self.walk.back(mv, undo);
                    found
                }
            }
        };
        self.tree.arena.bounds[child as usize] = found;
        Some(found)
    }

    /// Searches a new inner node whose moves were just listed.
    #[inline(never)]
    fn explore(
        &mut self,
        node: u32,
        kind: Kind,
        slot: SlotOf<T>,
        known: Bounds,
        entry: Entry,
    ) -> Bounds {
        let Some(link) = self.open(node, kind, slot) else { return known };
        if self.tree.informed {
            let told = self.refresh(node, link, slot);
            if told != known {
                return told;
            }
        }
        self.revisit(node, link, slot, known, entry, !self.tree.informed)
    }

    /// Searches an inner node whose children are in the tree.
    #[inline(always)]
    fn revisit(
        &mut self,
        node: u32,
        link: Link,
        slot: SlotOf<T>,
        known: Bounds,
        entry: Entry,
        fresh: bool,
    ) -> Bounds {
        let found = self.enter(link, slot, known, entry.window, entry.stay, fresh);
        // A node that does not matter never will: windows only shrink (Huang 2015, Lemma 2).
        if !entry.window.admits(found) {
            self.tree.arena.bounds[node as usize] = found;
            self.tree.tidy_up(node, 0.0);
        }
        found
    }

    /// Opens `node`, whose moves were just listed. `None` if the memory is full: then the search
    /// gives up.
    #[inline(always)]
    fn open(&mut self, node: u32, kind: Kind, slot: SlotOf<T>) -> Option<Link> {
        // There were too many children for the time left.
        if self.walk.stopped().is_some() {
            return None;
        }
        let room = (self.walk.ply() as usize) < self.plies || self.set_aside();
        let link =
            if room { self.tree.open::<T>(node, kind, slot, self.walk, self.store) } else { None };
        if link.is_none() {
            self.give_up(Stop::Memory);
        }
        link
    }

    /// Reserves memory for a path twice as long, at the expense of the arena. False if the memory
    /// is full.
    #[cold]
    fn set_aside(&mut self) -> bool {
        let plies = 2 * (self.walk.ply() as usize).max(8);
        let path = plies * FRAME + self.store.bytes();
        let limit = self.walk.memory_limit().saturating_sub(path);
        let fits = self.tree.arena.bytes() <= limit;
        if fits {
            (self.plies, self.tree.arena.limit) = (plies, limit);
        }
        fits
    }

    /// Tightens the bounds of a node just opened by those of its children.
    #[cold]
    fn refresh(&mut self, node: u32, link: Link, slot: SlotOf<T>) -> Bounds {
        let known = self.tree.refresh(node, link, self.walk.range());
        self.store.tighten(slot, known, None);
        known
    }

    #[cold]
    fn give_up(&mut self, reason: Stop) {
        self.gave_up = Some(reason);
        self.walk.call_back();
    }

    fn finish(self) -> (Outcome<MoveOf<T>>, Spare) {
        let arena = &self.tree.arena;
        let bytes = arena.bytes() + self.plies * FRAME + self.store.bytes();
        self.walk.note_memory(bytes, arena.peak() + self.store.records());
        let bounds = arena.bounds[ROOT as usize];
        let pv = self.tree.pv(0.0);
        (
            Outcome { pv, stop: self.gave_up.unwrap_or(Stop::Running), ..Outcome::of(bounds) },
            self.tree.arena.retire(),
        )
    }
}

/// The bounds of a node with bounds `own`, tightened by what a child with bounds `found` assures
/// the mover.
#[inline(always)]
pub(super) fn assured<const MAX: bool>(own: Bounds, found: Bounds) -> Bounds {
    if MAX {
        Bounds { lower: own.lower.max(found.lower), ..own }
    } else {
        Bounds { upper: own.upper.min(found.upper), ..own }
    }
}

/// The bounds of a node with bounds `own`, with this optimistic bound of its mover.
#[inline(always)]
fn with_optimistic<const MAX: bool>(own: Bounds, bound: Value) -> Bounds {
    if MAX { Bounds { upper: bound, ..own } } else { Bounds { lower: -bound, ..own } }
}
