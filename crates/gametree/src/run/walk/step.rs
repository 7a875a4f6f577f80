//! Steps: to a child and back, as far as the limits allow.

use std::time::Duration;

use super::{Arrival, Walk};
use crate::model::{Asked, Game, Knowledge, Look, Moves, Stepped};
use crate::run::{Probe, Stop};

/// To list or to compare so many children costs about as much as a step.
const CHILDREN_A_STEP: usize = 32;

/// Of more children it is asked beforehand whether there is time to take them in.
const MANY: usize = 1 << 14;
/// How long it takes to take in one of very many, whose memory is all new.
const A_CHILD: Duration = Duration::from_nanos(100);

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Walk<'_, G, K, P> {
    /// Asks the limits whether the search may take one more step.
    #[inline(always)]
    pub fn may_go_on(&mut self) -> bool {
        self.budget.burn() || self.look()
    }

    /// Charges for listing or comparing this many children, so that the clock is read in time.
    #[inline(always)]
    pub(crate) fn charge(&mut self, children: usize) {
        if children >= CHILDREN_A_STEP {
            self.charge_for_many(children);
        }
    }

    // Apart: most nodes of most games have few.
    #[inline(never)]
    fn charge_for_many(&mut self, children: usize) {
        self.budget.burn_more((children / CHILDREN_A_STEP) as u32);
        if children > MANY {
            self.weigh(children);
        }
    }

    /// So many children cannot be looked at before the time is up if hardly any is left, and nobody should
    /// wait for that who has raised the flag.
    #[cold]
    #[inline(never)]
    fn weigh(&mut self, children: usize) {
        self.look_at_clock();
        if self.stop.is_none() && !self.budget.has_time_for(A_CHILD.saturating_mul(children as u32))
        {
            self.stop = Some(Stop::Time);
            self.called_back = true;
            self.budget.burn_out();
        }
    }

    /// Whether there is time left, for somebody who looks at one child after the other without a step.
    /// Limits on nodes and leaves do not stop him.
    #[inline(always)]
    pub(crate) fn has_time(&mut self) -> bool {
        self.budget.burn() || self.look_at_clock()
    }

    #[cold]
    #[inline(never)]
    fn look_at_clock(&mut self) -> bool {
        if self.stop.is_none() {
            self.probe.tick(&self.counts);
            self.stop = self.budget.look_at_clock(&self.counts);
        }
        if self.stop.is_some() {
            self.called_back = true;
            self.budget.burn_out();
        }
        self.stop.is_none()
    }

    /// Nothing is left to try: the search ends. False if it was stopped before.
    #[cold]
    pub(crate) fn give_up(&mut self) -> bool {
        let first = self.stop.is_none();
        self.stop.get_or_insert(Stop::Stalled);
        self.budget.burn_out();
        first
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self) -> bool {
        if self.stop.is_some() {
            self.called_back = true;
            self.budget.burn_out();
            return false;
        }
        self.probe.tick(&self.counts);
        self.stop = self.budget.look(&self.counts);
        // The way back and here again must not cost more than what was done in between.
        let seen = self.counts.nodes - self.set_out_at;
        self.called_back |= self.stop.is_some() || seen >= u64::from(self.ply);
        self.stop.is_none()
    }

    /// Steps to a child for the first time, or to look at it afresh. Nothing, and no step, if the
    /// limits do not allow it.
    #[inline(always)]
    pub fn step(&mut self, mv: G::Move) -> Option<G::Undo> {
        if !self.may_go_on() {
            return None;
        }
        self.counts.nodes += 1;
        Some(self.replay(mv))
    }

    /// Steps to a child and arrives there, where nothing is asked in between: neither facts nor a store. At
    /// a leaf the walk is back where it was. Nothing, and no step, if the limits do not allow it. Who knows
    /// that the child does not lie at the horizon says so by `within`.
    #[inline(always)]
    pub(crate) fn step_and_arrive(
        &mut self,
        mv: G::Move,
        moves: &mut Moves<G::Move>,
        within: bool,
    ) -> Option<Stepped<G::Undo>> {
        if !self.may_go_on() {
            return None;
        }
        self.counts.nodes += 1;
        debug_assert!(!within || !self.is_last_ply());
        if (const { P::WATCHES } && self.watched) || !within && self.is_last_ply() {
            // Somebody wants to see the leaf itself, or it is evaluated.
            let undo = self.replay(mv);
            return Some(match self.arrive_again(moves) {
                Arrival::Inner(kind) => Stepped::Inner(kind, undo),
                Arrival::Leaf(value) => {
                    self.back(mv, undo);
                    Stepped::Over(value)
                }
            });
        }
        let (game, position) = (self.game, &mut self.position);
        let before = self.guard.before(game, position);
        let entered = self.knowledge.play_and_expand(game, position, mv, moves);
        Some(match entered {
            Stepped::Inner(kind, undo) => {
                if moves.is_empty() {
                    self.guard.no_moves(game, Some(mv));
                }
                self.guard.stepped(mv, before);
                self.ply += 1;
                self.charge(moves.len());
                self.count_inner(kind);
                Stepped::Inner(kind, undo)
            }
            Stepped::Over(value) => {
                self.guard.undone(game, &self.position, mv, before);
                self.counts.leaves += 1;
                Stepped::Over(self.checked(value, Some(mv)))
            }
        })
    }

    /// Steps to a child along a path that the search has stored: not counted.
    #[inline(always)]
    pub fn replay(&mut self, mv: G::Move) -> G::Undo {
        self.ply += 1;
        let before = self.guard.before(self.game, &self.position);
        self.guard.stepped(mv, before);
        self.game.play(&mut self.position, mv)
    }

    /// Steps back.
    #[inline(always)]
    pub fn back(&mut self, mv: G::Move, undo: G::Undo) {
        self.ply -= 1;
        self.game.undo(&mut self.position, mv, undo);
        self.guard.stepped_back(self.game, &self.position);
    }

    /// What is known of the child behind `mv` by itself.
    #[inline(always)]
    pub(crate) fn look_at(&mut self, mv: G::Move, asked: Asked) -> Look {
        let asked = Asked { facts: asked.facts && self.facts, ..asked };
        let before = self.guard.before(self.game, &self.position);
        let look = self.knowledge.look(self.game, &mut self.position, mv, asked);
        self.guard.undone(self.game, &self.position, mv, before);
        if asked.facts { Look { facts: self.compared(look.facts), ..look } } else { look }
    }

    /// How promising the move looks that led to where the walk stands, to the one who made it.
    #[inline]
    pub fn order_score(&self) -> i32 {
        self.knowledge.order_score(self.game, &self.position)
    }

    /// Whether the search should come back to the root, where it stays away from it: it was stopped,
    /// or about a millisecond has passed, and the way is not long for what was done since, so that somebody
    /// who watches the root gets to see it.
    #[inline]
    pub(crate) fn is_called_back(&self) -> bool {
        self.called_back
    }

    /// Calls the search back to the root.
    #[cold]
    pub(crate) fn call_back(&mut self) {
        self.called_back = true;
    }

    /// The search has come back.
    pub(crate) fn set_out(&mut self) {
        self.called_back = false;
        self.set_out_at = self.counts.nodes;
    }
}
