//! Steps: to a child and back, as far as the limits allow.

use std::time::Duration;

use super::{Arrival, Walk};
use crate::model::{Asked, Combined, Game, Knowledge, Look, Moves, Stepped};
use crate::outcome::Stop;
use crate::probe::Probe;

/// Listing or comparing this many children costs about as much as a step.
const CHILDREN_A_STEP: usize = 32;

/// For more children than this, the clock is checked before they are processed.
const MANY: usize = 1 << 14;
/// The time to process one of very many children, in freshly allocated memory.
const A_CHILD: Duration = Duration::from_nanos(100);

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Walk<'_, G, K, P> {
    /// Whether the limits allow one more step.
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

    // Not inlined: most nodes of most games have few children.
    #[inline(never)]
    fn charge_for_many(&mut self, children: usize) {
        self.budget.burn_more((children / CHILDREN_A_STEP) as u32);
        if children > MANY {
            self.weigh(children);
        }
    }

    /// Stops before processing very many children if the time left is too short or the stop flag is set.
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

    /// Whether there is time left, for code that looks at one child after the other without stepping.
    /// Limits on nodes and leaves do not apply.
    #[inline(always)]
    pub(crate) fn has_time(&mut self) -> bool {
        self.budget.burn() || self.look_at_clock()
    }

    #[cold]
    #[inline(never)]
    fn look_at_clock(&mut self) -> bool {
        if self.stop.is_none() {
            let counts = self.meet_crew();
            self.stop = self.stop.or_else(|| self.budget.look_at_clock(&counts));
        }
        if self.stop.is_some() {
            self.called_back = true;
            self.budget.burn_out();
        }
        self.stop.is_none()
    }

    /// Ends the search because nothing is left to try. False if it was stopped before.
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
        let counts = self.meet_crew();
        self.draw();
        self.stop = self.budget.look(&counts).or(self.stop);
        if self.stop.is_some() {
            self.budget.burn_out();
        }
        // Returning to the root and coming back must not cost more than the work done in between. Where nobody watches,
        // it would only make the moves played depend on the clock.
        let seen = self.counts.nodes - self.set_out_at;
        let is_shown = P::WATCHES && seen >= u64::from(self.ply);
        self.called_back |= self.stop.is_some() || is_shown;
        self.stop.is_none()
    }

    /// Steps to a child and counts it as a node. Returns `None`, without a step, if the limits do
    /// not allow it.
    #[inline(always)]
    pub fn step(&mut self, mv: G::Move) -> Option<G::Undo> {
        if !self.may_go_on() {
            return None;
        }
        self.counts.nodes += 1;
        Some(self.replay(mv))
    }

    /// Steps to a child and arrives there without consulting facts or a store in between. At a leaf the
    /// walk steps back. Returns `None`, without a step, if the limits do not allow it. `within`: the caller
    /// knows that the child does not lie at the horizon.
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
            // The probe wants to see the leaf itself, or it is evaluated.
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
        let entered = self.knowledge.combined().play_and_expand(game, position, mv, moves);
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

    /// What is known of the child behind `mv` without searching it.
    #[inline(always)]
    pub(crate) fn look_at(&mut self, mv: G::Move, asked: Asked) -> Look {
        let asked = Asked { facts: asked.facts && self.facts, ..asked };
        let before = self.guard.before(self.game, &self.position);
        let look = self.knowledge.combined().look(self.game, &mut self.position, mv, asked);
        self.guard.undone(self.game, &self.position, mv, before);
        if asked.facts { Look { facts: self.compared(look.facts), ..look } } else { look }
    }

    /// The move-ordering score of the move that led to the current position, for the player who
    /// made it.
    #[inline]
    pub fn order_score(&self) -> i32 {
        self.knowledge.order_score(self.game, &self.position)
    }

    /// Whether a search that stays below the root should return to it: it was stopped, or about a
    /// millisecond has passed and the way back is cheap compared to the work done since, so that the probe
    /// sees the root's bounds, if there is one.
    #[inline]
    pub(crate) fn is_called_back(&self) -> bool {
        self.called_back
    }

    /// Calls the search back to the root.
    #[cold]
    pub(crate) fn call_back(&mut self) {
        self.called_back = true;
    }

    /// Notes that the search is back at the root.
    pub(crate) fn set_out(&mut self) {
        self.called_back = false;
        self.set_out_at = self.counts.nodes;
    }
}
