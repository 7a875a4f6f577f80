//! What the recursive algorithms share: entering a child, stored bounds, the principal variation.

use std::sync::Arc;

use super::enhanced_cutoff::Prospect;
use super::pv_table::PvTable;
use crate::algorithm::{MoveOf, Setup, SlotOf, UndoOf, WalkOf};
use crate::model::{Bounds, Grain, Kind, Moves, Value, Window};
use crate::outcome::Outcome;
use crate::stack;
use crate::store::Store;
use crate::threads::Marks;
use crate::walk::Arrival;

/// One recursive search of a node.
pub(super) trait Procedure {
    /// Searches the current node, whose bounds are `known` and whose record is at `slot`. Returns
    /// sound bounds that close `window`, up to the slack of the run, unless the walk was stopped.
    fn search<T: Setup>(
        run: &mut Recursion<'_, '_, T>,
        slot: SlotOf<T>,
        known: Bounds,
        window: Window,
    ) -> Bounds;
}

/// The state of a recursive search.
pub(super) struct Recursion<'r, 'w, T: Setup> {
    pub walk: &'r mut WalkOf<'w, T>,
    pub store: &'r mut T::Store,
    /// How wide the window of the current node must be to matter: zero in games without chance, if
    /// the exact value is wanted.
    pub slack: f64,
    /// Lists of moves that are not in use.
    #[expect(
        clippy::vec_box,
        reason = "lists are taken and given back at every node: as pointers"
    )]
    spare: Vec<Box<Moves<MoveOf<T>>>>,
    /// Not kept over a store that shares positions: a node decided by the store has no principal
    /// variation below it, so the variation is found afterwards.
    pvs: PvTable<MoveOf<T>>,
    /// Children of the nodes of the path that may have to be entered.
    pub prospects: Vec<Prospect<SlotOf<T>>>,
    /// The best child of the root in the latest pass.
    pub root_best: Option<usize>,
    /// The other threads, if there are any.
    pub marks: Option<Arc<Marks>>,
}

/// The result of searching the children of a node.
#[derive(Clone, Copy)]
pub(super) struct Joined {
    /// The bounds of the node that follow from its children.
    pub bounds: Bounds,
    /// The best child.
    pub best: Option<usize>,
}

impl Joined {
    /// Before any child.
    #[inline]
    pub fn nothing(kind: Kind) -> Joined {
        let bounds = if kind.maximises() { Bounds::LEAST } else { Bounds::MOST };
        Joined { bounds, best: None }
    }

    /// Whether a child worth `found` is better than those before.
    #[inline]
    pub fn improves(&self, found: Bounds, kind: Kind) -> bool {
        self.best.is_none() || found.merit(kind) > self.bounds.merit(kind)
    }

    /// Adds a child.
    #[inline]
    pub fn take(&mut self, index: usize, found: Bounds, kind: Kind) {
        if self.improves(found, kind) {
            self.best = Some(index);
        }
        self.bounds = self.bounds.choice(found, kind.maximises());
    }
}

impl<'r, 'w, T: Setup> Recursion<'r, 'w, T> {
    pub fn new(walk: &'r mut WalkOf<'w, T>, store: &'r mut T::Store) -> Self {
        let (spare, pvs, slack) = (Vec::new(), PvTable::new(), walk.slack());
        let (prospects, root_best, marks) = (Vec::new(), None, walk.marks().cloned());
        Recursion { walk, store, slack, spare, pvs, prospects, root_best, marks }
    }

    /// The slot of the root.
    pub fn root(&mut self) -> SlotOf<T> {
        self.store.root(self.walk.game(), self.walk.position(), self.walk.horizon())
    }

    /// The slot of the current node, a child of `parent`.
    #[inline]
    pub fn slot_of_child(&mut self, parent: SlotOf<T>, index: usize, siblings: usize) -> SlotOf<T> {
        let (game, position, horizon) =
            (self.walk.game(), self.walk.position(), self.walk.horizon());
        self.store.child(parent, index, siblings, game, position, horizon)
    }

    /// The bounds of the current node before it is searched.
    #[inline]
    pub fn known(&mut self, slot: SlotOf<T>) -> Bounds {
        let stated = self.walk.range().intersect(self.walk.facts());
        self.store.compare(slot, stated);
        stated.intersect(self.store.retrieve(slot))
    }

    /// The known bounds of a child, without stepping there.
    #[inline]
    pub fn foreseen(&self, moves: &Moves<MoveOf<T>>, index: usize, parent: SlotOf<T>) -> Bounds {
        self.walk.child_facts(moves, index).intersect(self.store.peek(parent, index))
    }

    /// Whether anything is ever known of a child without stepping there.
    #[inline]
    pub fn foresees(&self, moves: &Moves<MoveOf<T>>) -> bool {
        T::Store::PEEKS || moves.has_facts() && self.walk.has_facts()
    }

    /// The bounds of a child that is not entered, and has no principal variation.
    #[inline]
    pub fn unvisited(
        &mut self,
        moves: &Moves<MoveOf<T>>,
        index: usize,
        parent: SlotOf<T>,
    ) -> Bounds {
        self.forget_pv();
        self.foreseen(moves, index, parent)
    }

    /// Searches the current node in the part of `window` that its known bounds leave open;
    /// `children` searches the children of an inner node. Huang 2015, Algorithm 5, except for the
    /// loops.
    #[inline]
    pub fn trimmed(
        &mut self,
        slot: SlotOf<T>,
        known: Bounds,
        window: Window,
        children: impl FnOnce(&mut Self, &Moves<MoveOf<T>>, Kind, Window) -> Joined,
    ) -> Bounds {
        self.begin_pv();
        let mut moves = self.borrow_moves();
        let Joined { bounds, best } = if !window.admits_beyond(known, self.slack) {
            Joined { bounds: known, best: None }
        } else {
            match self.walk.arrive(&mut moves) {
                Arrival::Leaf(value) => Joined { bounds: Bounds::point(value), best: None },
                Arrival::Inner(kind) => children(self, &moves, kind, window.clip(known)),
            }
        };
        self.return_moves(moves);
        if self.walk.ply() == 0 {
            self.root_best = best;
        }
        let found = known.intersect(bounds);
        self.store.tighten(slot, found, best);
        found
    }

    /// The start of a new principal variation.
    #[inline]
    pub fn begin_pv(&mut self) {
        if !T::Store::SHARES {
            self.pvs.begin(self.walk.ply() as usize);
        }
    }

    /// A list to fill with moves.
    #[inline]
    pub fn borrow_moves(&mut self) -> Box<Moves<MoveOf<T>>> {
        self.spare.pop().unwrap_or_default()
    }

    /// Returns a list.
    #[inline]
    pub fn return_moves(&mut self, mut moves: Box<Moves<MoveOf<T>>>) {
        moves.clear();
        self.spare.push(moves);
    }

    /// Searches child `index` with `window` by procedure `A`. A child that facts or the store close
    /// already is not entered. `None` if a limit forbids the step.
    #[inline(always)]
    pub fn visit<A: Procedure>(
        &mut self,
        moves: &Moves<MoveOf<T>>,
        index: usize,
        parent: SlotOf<T>,
        window: Window,
    ) -> Option<Bounds> {
        let foreseen = self.foreseen(moves, index, parent);
        if !window.admits_beyond(foreseen, self.slack) {
            self.forget_pv();
            return Some(foreseen);
        }
        self.visit_always::<A>(moves, index, parent, window)
    }

    /// The same, whatever is known of the child already.
    #[inline(always)]
    pub fn visit_always<A: Procedure>(
        &mut self,
        moves: &Moves<MoveOf<T>>,
        index: usize,
        parent: SlotOf<T>,
        window: Window,
    ) -> Option<Bounds> {
        self.at_child(moves, index, parent, |run, slot, known| A::search(run, slot, known, window))
    }

    /// Steps to child `index` and calls `there` with its slot and its known bounds. `None` if a
    /// limit forbids the step.
    #[inline]
    pub fn at_child(
        &mut self,
        moves: &Moves<MoveOf<T>>,
        index: usize,
        parent: SlotOf<T>,
        there: impl FnOnce(&mut Self, SlotOf<T>, Bounds) -> Bounds,
    ) -> Option<Bounds> {
        self.step_into(moves, index, move |run| {
            let slot = run.slot_of_child(parent, index, moves.len());
            let known = run.known(slot);
            there(run, slot, known)
        })
    }

    /// Runs a closure at child `index`. `None` if a limit forbids the step.
    // Inlined, and closures capture by value: variables whose address is taken do not stay in
    // registers.
    #[inline(always)]
    pub fn step_into<R>(
        &mut self,
        moves: &Moves<MoveOf<T>>,
        index: usize,
        there: impl FnOnce(&mut Self) -> R,
    ) -> Option<R> {
        let mv = moves.get(index);
        let Some(undo) = self.walk.step(mv) else {
            self.forget_pv();
            return None;
        };
        let found = if stack::may_run_out(self.walk.ply()) {
            stack::grow(|| there(self))
        } else {
            there(self)
        };
        self.walk.back(mv, undo);
        Some(found)
    }

    /// Makes the child just visited by `mv` the best so far: its principal variation becomes this
    /// node's.
    #[inline]
    pub fn promote(&mut self, mv: MoveOf<T>) {
        if !T::Store::SHARES {
            self.pvs.promote(self.walk.ply() as usize, mv);
        }
    }

    /// Marks that the next child has no principal variation.
    #[inline]
    pub fn forget_pv(&mut self) {
        if !T::Store::SHARES {
            self.pvs.forget(self.walk.ply() as usize);
        }
    }

    /// Searches the root, whose bounds are `bounds`; the search may rely on `granted`.
    fn pass_from<A: Procedure>(
        mut self,
        slot: SlotOf<T>,
        mut bounds: Bounds,
        granted: Bounds,
        window: Window,
    ) -> Outcome<MoveOf<T>> {
        let mut best = RootBest::default();
        if window.admits_beyond(granted, self.slack) {
            loop {
                let before = bounds;
                bounds = bounds.intersect(A::search(&mut self, slot, granted, window));
                best.note(self.root_best, gains(self.walk.turn(), before, bounds));
                bounds = self.meet(bounds, &mut best);
                let open = window.admits_beyond(bounds, self.slack);
                if self.marks.is_none() || !open || self.walk.stopped().is_some() {
                    break;
                }
            }
        }
        self.walk.dismiss_crew();
        let slack = self.slack;
        let best = best.child(bounds, slack);
        let mut pv = match T::Store::SHARES {
            true => self.proven_pv::<A>(bounds, best, slack),
            false => self.pvs.take(),
        };
        if pv.is_empty() {
            pv = self.stored_pv(slot, bounds, slack);
        }
        finish::<T>(self.walk, self.store, bounds, pv)
    }

    /// Exchanges what is known of the root with the other threads, if there are any: its bounds, and the child
    /// that is worth the mover's bound.
    fn meet(&mut self, bounds: Bounds, best: &mut RootBest<usize>) -> Bounds {
        if self.marks.is_none() {
            return bounds;
        }
        let mut moves = Moves::new();
        self.walk.look_around(&mut moves);
        self.walk.tell_crew(bounds, best.proven.map(|best| moves.get(best)));
        self.walk.hear_news();
        let (common, mv) = self.walk.common_root().expect("there is a crew");
        // What this thread has found is known to all, unless somebody has found more.
        best.proven = mv.and_then(|mv| moves.iter().position(|other| other == mv));
        bounds.intersect(common)
    }

    /// The principal variation that the store knows for a root with these bounds, which are an answer if
    /// they are no more than `slack` apart: at each node the child that is best by its bounds. If the root's
    /// bounds are closed, so are those of every node on it.
    fn stored_pv(&mut self, root: SlotOf<T>, mut bounds: Bounds, slack: f64) -> Vec<MoveOf<T>> {
        let mut slot = root;
        let mut way = Vec::new();
        let mut moves = Moves::new();
        while let Some(kind) = self.walk.look_around(&mut moves) {
            let known = |i: usize| self.foreseen(&moves, i, slot);
            if kind == Kind::Chance {
                break;
            }
            let children: Vec<Bounds> = (0..moves.len()).map(known).collect();
            let Some(best) = bounds.best_child(kind, &children, slack) else { break };
            if !way.is_empty() && children[best] == self.walk.range() {
                break;
            }
            bounds = bounds.of_best_child(children[best], kind);
            let mv = moves.get(best);
            way.push((mv, self.walk.replay(mv)));
            slot = self.slot_of_child(slot, best, moves.len());
        }
        self.walk_back(way)
    }

    /// Walks back to the root and returns the moves of the path.
    pub fn walk_back(&mut self, way: Vec<(MoveOf<T>, UndoOf<T>)>) -> Vec<MoveOf<T>> {
        let pv = way.iter().map(|&(mv, _)| mv).collect();
        for (mv, undo) in way.into_iter().rev() {
            self.walk.back(mv, undo);
        }
        pv
    }
}

/// The best child of the root, as far as this search knows it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootBest<C> {
    /// The child that gave the mover's bound. The bound may come from facts, from the store or from another
    /// thread instead, which do not name the child.
    pub proven: Option<C>,
    /// The one that looked best in the latest pass.
    pub guess: Option<C>,
}

impl<C> Default for RootBest<C> {
    fn default() -> Self {
        RootBest { proven: None, guess: None }
    }
}

impl<C: Copy> RootBest<C> {
    /// Notes the best child of a pass, and whether that pass gained the mover's bound.
    pub fn note(&mut self, best: Option<C>, gained: bool) {
        self.guess = best.or(self.guess);
        if gained {
            self.proven = best;
        }
    }

    /// The child to name for a root with these bounds: if its value is known up to `slack`, only one that is proven
    /// to be worth it.
    pub fn child(&self, bounds: Bounds, slack: f64) -> Option<C> {
        if bounds.width() <= slack { self.proven } else { self.proven.or(self.guess) }
    }
}

/// Whether the bound that matters to the mover has become better.
pub(super) fn gains(turn: Kind, before: Bounds, after: Bounds) -> bool {
    turn != Kind::Chance && after.assured(turn) != before.assured(turn)
}

/// A search that is one call of a procedure. Within epsilon it is [`one_pass_afresh`].
pub(super) fn one_pass<A: Procedure, T: Setup>(
    walk: &mut WalkOf<'_, T>,
    window: Window,
    store: &mut T::Store,
) -> Outcome<MoveOf<T>> {
    let mut run = Recursion::<T>::new(walk, store);
    let slot = run.root();
    let known = run.known(slot);
    let granted = if run.slack == 0.0 { known } else { run.walk.range() };
    run.pass_from::<A>(slot, known, granted, window)
}

/// The same, but relies on nothing about the root except the range, unless its value is known.
/// Facts and records bound the root's value but do not name the move: because of them children
/// would not be searched, although only one of them may be that good. (If the bounds are closed, a
/// move is found afterwards.)
pub(super) fn one_pass_afresh<A: Procedure, T: Setup>(
    walk: &mut WalkOf<'_, T>,
    window: Window,
    store: &mut T::Store,
) -> Outcome<MoveOf<T>> {
    let mut run = Recursion::<T>::new(walk, store);
    let slot = run.root();
    let (known, range) = (run.known(slot), run.walk.range());
    let granted = if run.slack == 0.0 && known.is_closed() { known } else { range };
    run.pass_from::<A>(slot, known, granted, window)
}

/// A search by repeated null windows ("is it at least this much?"), answered by a procedure.
pub(super) fn by_tests<A: Procedure, T: Setup>(
    walk: &mut WalkOf<'_, T>,
    window: Window,
    store: &mut T::Store,
    next_test: impl FnMut(Bounds) -> Value,
) -> Outcome<MoveOf<T>> {
    by_asking::<A, T>(walk, window, store, next_test, |run, slot, known, asked| {
        A::search(run, slot, known, asked)
    })
}

/// The same, answered by `ask`; `A` finds what the store has forgotten of the principal variation. The
/// driver keeps the root's bounds itself, and each answer moves one of them, so it terminates whatever the
/// store forgets.
///
/// Within epsilon each test is answered exactly, by bounds that any search is sure of; the driver
/// stops when they are near enough (Atzmon, Stern, Saffidine 2018, Theorem 1, for the root alone).
/// As in [`one_pass_afresh`], facts and records of the root do not count until then.
pub(super) fn by_asking<A: Procedure, T: Setup>(
    walk: &mut WalkOf<'_, T>,
    window: Window,
    store: &mut T::Store,
    mut next_test: impl FnMut(Bounds) -> Value,
    mut ask: impl FnMut(&mut Recursion<'_, '_, T>, SlotOf<T>, Bounds, Window) -> Bounds,
) -> Outcome<MoveOf<T>> {
    let grain = walk.grain();
    let mut run = Recursion::<T>::new(walk, store);
    let slot = run.root();
    let known = run.known(slot).rounded_in(grain);
    let slack = std::mem::take(&mut run.slack);
    let mut bounds = if slack == 0.0 { known } else { run.walk.range() };
    let mut best = RootBest::default();
    while window.clip(bounds).is_wider_than(slack) && run.walk.stopped().is_none() {
        // Tests outside of the window would be useless.
        let test = next_test(bounds).min(window.beta).max(grain.above(window.alpha));
        let test = decisive(test, window.clip(bounds), slack, grain);
        run.root_best = None;
        let found = ask(&mut run, slot, bounds, Window::at_least(test, grain));
        let found = bounds.intersect(found);
        best.note(run.root_best, gains(run.walk.turn(), bounds, found));
        bounds = run.meet(found, &mut best).rounded_in(grain);
        run.walk.report(bounds);
    }
    run.walk.dismiss_crew();
    bounds = bounds.intersect(known);
    let best = best.child(bounds, slack);
    let pv = if T::Store::SHARES {
        run.proven_pv::<A>(bounds, best, slack)
    } else {
        run.stored_pv(slot, bounds, slack)
    };
    finish::<T>(walk, store, bounds, pv)
}

/// The value to test instead of `test`, which lies in `window`: if one answer leaves a window that is not
/// wider than `slack`, so does this one's, and the other answer tells more.
fn decisive(test: Value, window: Window, slack: f64, grain: Grain) -> Value {
    if slack == 0.0 {
        return test;
    }
    let (Window { alpha, beta }, slack) = (window, grain.round_down(slack));
    let moved = test.max(grain.above(alpha.plus(slack))).min(beta.plus(-slack));
    moved.max(grain.above(alpha))
}

fn finish<T: Setup>(
    walk: &mut WalkOf<'_, T>,
    store: &T::Store,
    bounds: Bounds,
    pv: Vec<MoveOf<T>>,
) -> Outcome<MoveOf<T>> {
    walk.note_memory(store.bytes(), store.records());
    Outcome { pv, ..Outcome::of(bounds) }
}
