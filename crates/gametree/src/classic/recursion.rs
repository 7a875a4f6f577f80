//! What the recursive algorithms share: entering a child, stored bounds, the line of play.

use crate::model::{Bounds, Game, Kind, Knowledge, Moves, Window};
use crate::run::{Arrival, Finding, Probe, Walk};
use crate::store::Store;

/// One recursive search of a node.
pub(super) trait Procedure {
    /// Searches the node where the walk stands, of which the store knows `slot`. Returns sound
    /// bounds that settle `window`: they close it, unless the walk was stopped.
    fn search<G: Game, K: Knowledge<G>, P: Probe<G>, S: Store<G>>(
        run: &mut Recursion<'_, '_, G, K, P, S>,
        slot: S::Slot,
        window: Window,
    ) -> Bounds;
}

/// The state of a recursive search.
pub(super) struct Recursion<'r, 'w, G: Game, K, P, S> {
    pub walk: &'r mut Walk<'w, G, K, P>,
    pub store: &'r mut S,
    /// Lists of moves that nobody uses at the moment.
    spare: Vec<Moves<G::Move>>,
    /// For each ply of the current path the best line from there on, last move first: a parent
    /// takes over its child's line by exchanging the two and adding a move.
    lines: Vec<Vec<G::Move>>,
}

/// Every so many plies the recursion makes sure that there is stack left...
const STACK_CHECK: u32 = 32;
/// ...of at least this size, which those plies cannot use up even in a debug build...
const STACK_LEFT: usize = 256 << 10;
/// ...and otherwise gets so much more. Trees may be a hundred thousand plies deep.
const STACK_MORE: usize = 8 << 20;

impl<'r, 'w, G, K, P, S> Recursion<'r, 'w, G, K, P, S>
where
    G: Game,
    K: Knowledge<G>,
    P: Probe<G>,
    S: Store<G>,
{
    pub fn new(walk: &'r mut Walk<'w, G, K, P>, store: &'r mut S) -> Self {
        Recursion { walk, store, spare: Vec::new(), lines: vec![Vec::new()] }
    }

    /// The slot of the root.
    pub fn root(&mut self) -> S::Slot {
        self.store.root(self.walk.game(), self.walk.position(), self.walk.horizon())
    }

    /// What is known of the node where the walk stands before it is searched.
    #[inline]
    pub fn known(&self, slot: S::Slot) -> Bounds {
        self.walk.range().intersect(self.walk.facts()).intersect(self.store.retrieve(slot))
    }

    /// What is known of a child without going there.
    #[inline]
    pub fn foreseen(&self, moves: &Moves<G::Move>, index: usize, parent: S::Slot) -> Bounds {
        self.walk.child_facts(moves, index).intersect(self.store.peek(parent, index))
    }

    /// Searches the node where the walk stands in the part of `window` that is open by what is known
    /// of it; `children` searches what is below an inner node. Huang 2015, Algorithm 5, but for the
    /// loops.
    #[inline]
    pub fn trimmed(
        &mut self,
        slot: S::Slot,
        window: Window,
        children: impl FnOnce(&mut Self, &Moves<G::Move>, Kind, Window) -> Bounds,
    ) -> Bounds {
        let known = self.known(slot);
        let mut moves = self.borrow_moves();
        let trimmed = window.clip(known);
        let found = if !trimmed.is_open() {
            known
        } else {
            match self.walk.arrive(&mut moves) {
                Arrival::Leaf(value) => Bounds::point(value),
                Arrival::Inner(kind) => children(self, &moves, kind, trimmed),
            }
        };
        self.return_moves(moves);
        let found = known.intersect(found);
        self.store.tighten(slot, found);
        found
    }

    /// A list to fill with moves, and the start of a new line.
    #[inline]
    pub fn borrow_moves(&mut self) -> Moves<G::Move> {
        let ply = self.walk.ply() as usize;
        if self.lines.len() < ply + 2 {
            self.lines.resize_with(ply + 2, Vec::new);
        }
        self.lines[ply].clear();
        self.spare.pop().unwrap_or_default()
    }

    /// Gives a list back.
    #[inline]
    pub fn return_moves(&mut self, mut moves: Moves<G::Move>) {
        moves.clear();
        self.spare.push(moves);
    }

    /// Searches child `index` with `window` by procedure `A`. A child that facts or the store close
    /// already is not entered. Nothing if a limit forbids the step.
    #[inline]
    pub fn visit<A: Procedure>(
        &mut self,
        moves: &Moves<G::Move>,
        index: usize,
        parent: S::Slot,
        window: Window,
    ) -> Option<Bounds> {
        let foreseen = self.foreseen(moves, index, parent);
        if !window.clip(foreseen).is_open() {
            self.forget_line();
            return Some(foreseen);
        }
        self.visit_always::<A>(moves, index, parent, window)
    }

    /// The same, whatever is known of the child already.
    #[inline]
    pub fn visit_always<A: Procedure>(
        &mut self,
        moves: &Moves<G::Move>,
        index: usize,
        parent: S::Slot,
        window: Window,
    ) -> Option<Bounds> {
        let mv = moves.as_slice()[index];
        let Some(undo) = self.walk.step(mv) else {
            self.forget_line();
            return None;
        };
        let (game, position, horizon) =
            (self.walk.game(), self.walk.position(), self.walk.horizon());
        let slot = self.store.child(parent, index, moves.len(), game, position, horizon);
        let found = if self.walk.ply().is_multiple_of(STACK_CHECK) {
            stacker::maybe_grow(STACK_LEFT, STACK_MORE, || A::search(self, slot, window))
        } else {
            A::search(self, slot, window)
        };
        self.walk.back(mv, undo);
        Some(found)
    }

    /// The child just visited by `mv` is the best so far: its line becomes this node's.
    #[inline]
    pub fn promote(&mut self, mv: G::Move) {
        let ply = self.walk.ply() as usize;
        let (above, below) = self.lines.split_at_mut(ply + 1);
        std::mem::swap(&mut above[ply], &mut below[0]);
        above[ply].push(mv);
    }

    /// The child that comes next is known without a line.
    #[inline]
    pub fn forget_line(&mut self) {
        self.lines[self.walk.ply() as usize + 1].clear();
    }

    /// The line that the last search left at the root.
    pub fn found_line(&mut self) -> Vec<G::Move> {
        let mut line = std::mem::take(&mut self.lines[0]);
        line.reverse();
        line
    }

    /// The line that the store knows for a root with these bounds: at each node the child that is
    /// best by its bounds. Where the root's bounds have met, so have those of every node on the line.
    pub fn stored_line(&mut self, root: S::Slot, mut bounds: Bounds) -> Vec<G::Move> {
        let mut slot = root;
        let mut way = Vec::new();
        let mut moves = Moves::new();
        while let Some(kind) = self.walk.look_around(&mut moves) {
            let known = |i: usize| self.foreseen(&moves, i, slot);
            if kind == Kind::Chance {
                break;
            }
            let Some(best) = bounds.best_child(kind, moves.len(), known) else { break };
            bounds = known(best);
            if !way.is_empty() && bounds == self.walk.range() {
                break;
            }
            let mv = moves.as_slice()[best];
            way.push((mv, self.walk.replay(mv)));
            let (game, position, horizon) =
                (self.walk.game(), self.walk.position(), self.walk.horizon());
            slot = self.store.child(slot, best, moves.len(), game, position, horizon);
        }
        let line = way.iter().map(|&(mv, _)| mv).collect();
        for (mv, undo) in way.into_iter().rev() {
            self.walk.back(mv, undo);
        }
        line
    }
}

/// A search that is one call of a procedure.
pub(super) fn one_pass<A: Procedure, G: Game, K: Knowledge<G>, P: Probe<G>, S: Store<G>>(
    walk: &mut Walk<'_, G, K, P>,
    window: Window,
    store: &mut S,
) -> Finding<G::Move> {
    let mut run = Recursion::new(walk, store);
    let slot = run.root();
    let mut bounds = run.known(slot);
    if window.clip(bounds).is_open() {
        bounds = bounds.intersect(A::search(&mut run, slot, window));
    }
    let mut line = run.found_line();
    if line.is_empty() {
        line = run.stored_line(slot, bounds);
    }
    let (bytes, records) = (run.store.bytes(), run.store.records());
    walk.note_memory(bytes, records);
    Finding { bounds, line, gave_up: None }
}

/// A search by repeated null windows ("is it at least this much?"). The driver keeps the root's
/// bounds itself, and each answer moves one of them, so it ends whatever the store forgets.
pub(super) fn by_tests<A: Procedure, G: Game, K: Knowledge<G>, P: Probe<G>, S: Store<G>>(
    walk: &mut Walk<'_, G, K, P>,
    window: Window,
    store: &mut S,
    mut next_test: impl FnMut(Bounds) -> crate::model::Value,
) -> Finding<G::Move> {
    let grain = walk.grain();
    let mut run = Recursion::new(walk, store);
    let slot = run.root();
    let mut bounds = run.known(slot);
    while window.clip(bounds).is_open() && run.walk.stopped().is_none() {
        // Asking beyond the window that matters would be work for nothing.
        let test = next_test(bounds).min(window.beta).max(grain.above(window.alpha));
        let found = A::search(&mut run, slot, Window::at_least(test, grain));
        bounds = bounds.intersect(found);
        run.walk.report(bounds);
    }
    let line = run.stored_line(slot, bounds);
    let (bytes, records) = (run.store.bytes(), run.store.records());
    walk.note_memory(bytes, records);
    Finding { bounds, line, gave_up: None }
}
