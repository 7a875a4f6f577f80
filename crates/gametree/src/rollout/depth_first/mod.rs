//! Rollouts for policies that read only the order of children, as cheap as recursion.
//!
//! Such a policy stays below a node until the node's window has closed, and never returns. So a
//! rollout continues at the deepest open node, one path is all that is stored, and of its finished
//! children a node needs only the join, which is updated along the way (Huang 2015, the
//! transformation of Algorithm 4 into 10). That makes it a recursion: the path is the call stack,
//! which grows in deep trees.
//!
//! The code of a MIN node is inlined into that of the MAX node above it, and that of the last ply
//! into both: half the calls, and less to save across them. The roles could be exchanged.

mod nodes;

use super::path_node::PathNode;
use super::pv::PvRecord;
use super::{Root, no_chance};
use crate::algorithm::{MoveOf, Setup, SlotOf, WalkOf};
use crate::model::{Bounds, Game, Kind, Moves, Stepped, Window, is_small};
use crate::outcome::{Outcome, Stop};
use crate::policy::Policy;
use crate::stack;
use crate::store::Store;
use crate::walk::Arrival;

/// A search in progress; `FACTS`: whether facts may be used.
struct DepthFirst<'e, 'w, T: Setup, A: Policy, L, const FACTS: bool> {
    walk: &'e mut WalkOf<'w, T>,
    policy: &'e mut A,
    store: &'e mut T::Store,
    /// The bounds of the root, and of the children of each node of the path, block after block. The
    /// moves are stacked in the same way, with an empty list for the next node on top.
    root: Bounds,
    bounds: Vec<Bounds>,
    moves: Moves<MoveOf<T>>,
    pvs: L,
    no_data: A::Data,
    gave_up: Option<Stop>,
}

/// The approximate bytes of call stack per ply.
const FRAME: usize = 256;

/// A bit set of `count` children: at least one, at most 64.
#[inline(always)]
fn all(count: usize) -> u64 {
    u64::MAX >> (64 - count)
}

/// Searches with a policy that reads only the order of children.
pub(super) fn depth_first<T: Setup, A: Policy, L: PvRecord<MoveOf<T>>>(
    walk: &mut WalkOf<'_, T>,
    policy: &mut A,
    store: &mut T::Store,
    window: Window,
) -> Outcome<MoveOf<T>> {
    // Games with small positions always take this branch: if they state no facts, the calls are optimised
    // away.
    let asks = const { is_small::<<T::Game as Game>::Position>() } && walk.horizon().is_none();
    if walk.has_facts() || asks {
        DepthFirst::<T, _, L, true>::search(walk, policy, store, window)
    } else if store.is_void() {
        type Bare<T> = (<T as Setup>::Game, <T as Setup>::Knowledge, <T as Setup>::Probe, ());
        DepthFirst::<Bare<T>, _, L, false>::search(walk, policy, &mut (), window)
    } else if const { is_small::<<T::Game as Game>::Position>() } {
        DepthFirst::<T, _, L, false>::search(walk, policy, store, window)
    } else {
        // If every step is a virtual call, a separate copy of the code is not worth it.
        DepthFirst::<T, _, L, true>::search(walk, policy, store, window)
    }
}

impl<'e, 'w, T: Setup, A: Policy, L: PvRecord<MoveOf<T>>, const FACTS: bool>
    DepthFirst<'e, 'w, T, A, L, FACTS>
{
    fn search(
        walk: &'e mut WalkOf<'w, T>,
        policy: &'e mut A,
        store: &'e mut T::Store,
        question: Window,
    ) -> Outcome<MoveOf<T>> {
        let Root { slot, known: root, kind, moves } = match Root::<T>::arrive(walk, store) {
            Ok(root) => root,
            Err(answer) => return answer,
        };
        let listed = moves.clone();
        let mut search: Self = DepthFirst {
            walk,
            policy,
            store,
            root,
            bounds: Vec::new(),
            moves,
            pvs: L::default(),
            no_data: A::Data::default(),
            gave_up: None,
        };
        // Not as a blank node: the bounds of the root's children decide in the end which is best.
        let found = search.informed(kind, question.clip(root), slot);
        let bounds = root.intersect(found);
        search.store.tighten(slot, bounds, None);
        let best = bounds.best_child(kind, &search.bounds[..listed.len()], 0.0);
        search.finish(bounds, best.map(|i| listed.get(i)))
    }

    /// Searches the current node, whose moves were just listed, until it is done or a limit was
    /// reached. Returns the bounds that follow from its children.
    ///
    /// `MAX`: who moves. The code is compiled for each player, since much of it depends on that.
    /// `BLANK`: all children are fresh, since facts and store know nothing about them, and they are
    /// only bits. Then the bounds of a child are kept only in [`PathNode::done`]. Otherwise none is
    /// fresh, and the stack of bounds holds those of each child. `WHOLE`: the code of MIN's blank
    /// nodes is inlined into that of MAX's, which halves the calls.
    #[inline(always)]
    fn node<const BLANK: bool, const MAX: bool, const WHOLE: bool>(
        &mut self,
        window: Window,
        slot: SlotOf<T>,
    ) -> Bounds {
        let mut top = self.open::<BLANK, MAX>(window, slot);
        // A closed node is never entered, but the bounds of its children may close it.
        let mut open = BLANK || top.window.is_open();
        while open {
            let count = self.moves.bottom() - top.first as usize;
            let Some((index, old)) = self.choose::<BLANK>(&top, count) else {
                // All children of an open node can be done only if a fact or a stored bound is
                // wrong.
                if top.window.clip(self.join::<BLANK>(&top)).is_open() {
                    self.give_up(Stop::Stalled);
                }
                break;
            };
            let allowed = self.work::<BLANK, MAX, WHOLE>(&mut top, index, old);
            open = allowed && top.window.is_open();
        }
        let found = self.join::<BLANK>(&top);
        // What was known of a child before may be better than what was found below the others.
        if !BLANK && L::KEPT {
            let best = found.best_child(top.kind, self.children(top.first), 0.0);
            let best = best.map(|index| self.moves.at(top.first as usize + index));
            self.pvs.agree(&mut top.pv, best);
        }
        self.moves.unstack(top.first as usize);
        self.pvs.close(top.pv);
        found
    }

    /// The same as a function of its own.
    #[inline(never)]
    fn call<const BLANK: bool, const MAX: bool>(
        &mut self,
        window: Window,
        slot: SlotOf<T>,
    ) -> Bounds {
        // Not in debug builds: it does the same work and takes much longer to compile.
        if const { BLANK && Self::WHOLE && !cfg!(debug_assertions) } {
            self.node::<BLANK, MAX, true>(window, slot)
        } else {
            self.node::<BLANK, MAX, false>(window, slot)
        }
    }

    /// The same for a blank node whose children all lie at the horizon, where the store is not
    /// consulted. The path ends here, so no list of moves is stacked on this one.
    #[inline(always)]
    fn last_ply<const MAX: bool>(&mut self, window: Window, slot: SlotOf<T>) -> Bounds {
        let count = self.moves.len();
        let mut top = self.place::<MAX>(window, slot, all(count));
        // A closed node is never entered.
        while let Some((index, _)) = self.choose::<true>(&top, count) {
            if !self.evaluate(&mut top, index) || !top.window.is_open() {
                break;
            }
        }
        let found = self.join::<true>(&top);
        self.moves.unstack(top.first as usize);
        self.pvs.close(top.pv);
        found
    }

    /// Searches child `index`, with bounds `old`, as far as it matters. False, without a step, if a
    /// limit was reached.
    #[inline(always)]
    fn work<const BLANK: bool, const MAX: bool, const WHOLE: bool>(
        &mut self,
        top: &mut PathNode<SlotOf<T>, L::Pv>,
        index: usize,
        old: Bounds,
    ) -> bool {
        if const { Self::BARE } {
            return self.work_bare::<BLANK, MAX, WHOLE>(top, index, old);
        }
        let child = top.first as usize + index;
        let mv = self.moves.at(child);
        let walk = &mut *self.walk;
        let Some(undo) = walk.step(mv) else { return false };
        // Only after the step was allowed: a child that was not tried is not done.
        top.fresh &= !(1 << (index & 63));
        let count = self.moves.bottom() - top.first as usize;
        let (game, horizon) = (walk.game(), walk.horizon());
        let slot = self.store.child(top.slot, index, count, game, walk.position(), horizon);
        let (known, news) = Self::look_up(walk, self.store, old, slot);
        let informed = !BLANK || news;
        // A fresh child has the window of the node, whose bounds lie in the range.
        let window = if informed { top.window.clip(known) } else { top.window };
        let (mut found, mut entered) = (known, None);
        if !informed || window.is_open() {
            if !FACTS {
                // This was set before; repeated here, it lets the compiler drop the game's code for
                // facts.
                self.moves.want_facts(false);
            }
            match walk.arrive_again(&mut self.moves) {
                Arrival::Leaf(value) => found = Bounds::point(value),
                Arrival::Inner(kind) => {
                    let joined = self.enter::<MAX, WHOLE>(kind, window, slot);
                    found = if informed { known.intersect(joined) } else { joined };
                    entered = Some(joined);
                }
            }
            self.store.tighten(slot, found, None);
        }
        if !BLANK {
            self.bounds[child] = found;
        }
        self.walk.back(mv, undo);
        self.settle::<BLANK>(top, mv, found, entered);
        true
    }

    /// Whether there is so little work per node that the cost of calls is noticeable.
    const WHOLE: bool = is_small::<<T::Game as Game>::Position>() || Self::BARE;

    /// Whether neither facts nor a store are consulted about children, and calls are worth saving.
    const BARE: bool = !FACTS && !T::Store::KEEPS && !is_small::<<T::Game as Game>::Position>();

    /// The same if neither facts nor store are consulted between playing the move and expanding the child:
    /// for an erased game that is a single call.
    #[inline(always)]
    fn work_bare<const BLANK: bool, const MAX: bool, const WHOLE: bool>(
        &mut self,
        top: &mut PathNode<SlotOf<T>, L::Pv>,
        index: usize,
        old: Bounds,
    ) -> bool {
        let child = top.first as usize + index;
        let mv = self.moves.at(child);
        // Leaves at the horizon below blank nodes were evaluated by `last_ply`.
        let reached = self.walk.step_and_arrive(mv, &mut self.moves, BLANK);
        let Some(reached) = reached else { return false };
        top.fresh &= !(1 << (index & 63));
        let (found, entered) = match reached {
            Stepped::Over(value) => (Bounds::point(value), None),
            Stepped::Inner(kind, undo) => {
                let window = if BLANK { top.window } else { top.window.clip(old) };
                // A store that keeps nothing does not use slots.
                let joined = self.enter::<MAX, WHOLE>(kind, window, top.slot);
                self.walk.back(mv, undo);
                (if BLANK { joined } else { old.intersect(joined) }, Some(joined))
            }
        };
        if !BLANK {
            self.bounds[child] = found;
        }
        self.settle::<BLANK>(top, mv, found, entered);
        true
    }

    /// Updates the node by the bounds found for the child behind `mv`: if it was entered, together with what follows from
    /// its children alone.
    #[inline(always)]
    fn settle<const BLANK: bool>(
        &mut self,
        top: &mut PathNode<SlotOf<T>, L::Pv>,
        mv: MoveOf<T>,
        found: Bounds,
        entered: Option<Bounds>,
    ) {
        if L::KEPT {
            let better = top.improves(found);
            // The principal variation of a child belongs to the value that follows from the child's own children. Where a
            // fact or the store has told more, nobody knows which of its moves keeps that.
            let is_whole = entered.is_some_and(Bounds::is_closed);
            if entered.is_some() {
                self.pvs.child(&mut top.pv, better && is_whole, mv);
            }
            if !is_whole {
                L::leaf(&mut top.pv, better, mv);
            }
        }
        top.settle(found);
        if !BLANK && entered.is_some() && self.walk.ply() == 0 {
            let root = self.join::<false>(top);
            self.walk.report(self.root.intersect(root));
        }
    }

    /// The same for a child at the horizon.
    #[inline(always)]
    fn evaluate(&mut self, top: &mut PathNode<SlotOf<T>, L::Pv>, index: usize) -> bool {
        let mv = self.moves.at(top.first as usize + index);
        let Some(value) = self.walk.evaluate_child(mv) else { return false };
        top.fresh &= !(1 << (index & 63));
        if L::KEPT {
            let better = top.improves_by_leaf(value);
            L::leaf(&mut top.pv, better, mv);
        }
        top.settle(Bounds::point(value));
        // They are equal if all children are leaves; setting it here lets the compiler keep only
        // one end.
        top.done.upper = top.done.lower;
        true
    }

    /// Searches an inner node just arrived at; `MAX`: whether its parent is a MAX node.
    #[inline(always)]
    fn enter<const MAX: bool, const WHOLE: bool>(
        &mut self,
        kind: Kind,
        window: Window,
        slot: SlotOf<T>,
    ) -> Bounds {
        let told = T::Store::PEEKS || FACTS && self.moves.has_facts();
        if told || self.moves.len() > 64 {
            cold_path();
            self.informed(kind, window, slot)
        } else if const { !FACTS && !T::Store::KEEPS } && self.walk.is_last_ply() {
            match kind {
                Kind::Max => self.last_ply::<true>(window, slot),
                Kind::Min => self.last_ply::<false>(window, slot),
                Kind::Chance => no_chance(),
            }
        } else if stack::may_run_out(self.walk.ply()) {
            self.blank_with_stack(kind, window, slot)
        } else if WHOLE && MAX && kind == Kind::Min {
            self.node::<true, false, false>(window, slot)
        } else {
            self.blank(kind, window, slot)
        }
    }

    #[inline(always)]
    fn blank(&mut self, kind: Kind, window: Window, slot: SlotOf<T>) -> Bounds {
        match kind {
            Kind::Max => self.call::<true, true>(window, slot),
            Kind::Min => self.call::<true, false>(window, slot),
            Kind::Chance => no_chance(),
        }
    }

    // Not inlined, so that it needs no stack space in the usual case.
    #[inline(never)]
    fn blank_with_stack(&mut self, kind: Kind, window: Window, slot: SlotOf<T>) -> Bounds {
        stack::grow(|| self.blank(kind, window, slot))
    }

    #[inline(never)]
    fn informed(&mut self, kind: Kind, window: Window, slot: SlotOf<T>) -> Bounds {
        let may_run_out = stack::may_run_out(self.walk.ply());
        let mut node = || match kind {
            Kind::Max => self.call::<false, true>(window, slot),
            Kind::Min => self.call::<false, false>(window, slot),
            Kind::Chance => no_chance(),
        };
        if may_run_out { stack::grow(node) } else { node() }
    }

    /// The bounds of the current position by `old`, facts and store; and whether they are better
    /// than `old`.
    #[inline(always)]
    fn look_up(
        walk: &WalkOf<'_, T>,
        store: &T::Store,
        old: Bounds,
        slot: SlotOf<T>,
    ) -> (Bounds, bool) {
        let stored = old.intersect(store.retrieve(slot));
        let news = !stored.is_identical(old);
        if !FACTS {
            return (stored, news);
        }
        let known = stored.intersect(walk.facts());
        (known, news || !known.is_identical(stored))
    }

    fn finish(self, bounds: Bounds, best: Option<MoveOf<T>>) -> Outcome<MoveOf<T>> {
        let entry = size_of::<Bounds>() + size_of::<u32>();
        let bytes = self.bounds.capacity() * entry + self.pvs.bytes() + self.store.bytes();
        self.walk.note_memory(bytes, self.bounds.len() + 1 + self.store.records());
        let pv = self.pvs.finish(best);
        Outcome { pv, stop: self.gave_up.unwrap_or(Stop::Running), ..Outcome::of(bounds) }
    }
}

/// Marks a branch that is seldom taken.
#[cold]
fn cold_path() {}
