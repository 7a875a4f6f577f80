//! Searching the children of a node one after the other, from the first to the last: those of a
//! player's node, and the outcomes of a chance node.

use super::recursion::{Joined, Procedure, Recursion};
use crate::model::{Bounds, Game, Kind, Moves, Window};
use crate::run::{MoveOf, Setup, SlotOf};
use crate::store::Store;

/// How what may be missing of a chance node's value is shared out among its outcomes. Whatever the
/// shares are, it is enough that their average is not more than the node's own (Atzmon, Stern,
/// Saffidine 2018, Eq. 26).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Sharing {
    /// Each outcome gets as much as the node itself has.
    Static,
    /// What an outcome did not need is left to those that come after it.
    #[default]
    Adaptive,
}

/// The part of the allowance that is put aside at each chance node for the rounding of its average:
/// more than that comes to, unless a node has more than about fifty outcomes.
const ROUNDING: f64 = 1.0 / 64.0;
/// The part below which no share falls: otherwise rounding would be taken for something to search
/// for.
const LEAST: f64 = 0.5;

/// How the children of a player's node are searched in turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Turns {
    /// If the first child was searched already, with a window that contains this one, what came out.
    pub first: Option<Bounds>,
    /// Whether each child but the first is only asked whether it beats those before, by a null window,
    /// and searched again if it does (Pearl 1980).
    pub scouts: bool,
    /// The child that comes before all others.
    pub best_before: Option<usize>,
    /// Whether they lie so near to a horizon that the store is hardly asked about them.
    pub near_horizon: bool,
}

impl Turns {
    /// Which child comes next after so many.
    #[inline(always)]
    fn index(self, turn: usize) -> usize {
        match self.best_before {
            Some(best) if turn == 0 => best,
            Some(best) if turn <= best => turn - 1,
            _ => turn,
        }
    }
}

impl<T: Setup> Recursion<'_, '_, T> {
    /// Searches the children of a MAX or MIN node by procedure `A` (Huang 2015, Algorithm 5; Atzmon
    /// et al. 2018, condition C5).
    #[inline(always)]
    pub fn choices<A: Procedure>(
        &mut self,
        moves: &Moves<MoveOf<T>>,
        slot: SlotOf<T>,
        kind: Kind,
        window: Window,
        turns: Turns,
    ) -> Joined {
        if kind.maximises() {
            self.choices_of::<true, A>(moves, slot, window, turns)
        } else {
            self.choices_of::<false, A>(moves, slot, window, turns)
        }
    }

    /// The same, compiled for either player: `MAX` says which.
    #[inline(always)]
    fn choices_of<const MAX: bool, A: Procedure>(
        &mut self,
        moves: &Moves<MoveOf<T>>,
        slot: SlotOf<T>,
        mut window: Window,
        turns: Turns,
    ) -> Joined {
        let unstored = const { !T::Store::KEEPS } || turns.near_horizon;
        if unstored && turns.first.is_none() && self.walk.is_last_ply() {
            return self.leaves_of::<MAX>(moves, window);
        }
        let kind = if MAX { Kind::Max } else { Kind::Min };
        let mut joined = Joined::nothing(kind);
        for turn in 0..moves.len() {
            let index = turns.index(turn);
            let child = match turns.first {
                Some(_) if turn == 0 => {
                    self.forget_pv();
                    turns.first
                }
                _ if window.is_wider_than(self.slack) => {
                    let scouts = turns.scouts && turn > 0;
                    let test = match scouts {
                        true => window.beaten(kind, self.walk.grain()),
                        false => window,
                    };
                    let found = self.take_turn::<A>(moves, index, slot, test, turns);
                    match found {
                        Some(tested) if scouts && self.beats(tested, window) => {
                            let again = self.take_turn::<A>(moves, index, slot, window, turns);
                            Some(again.map_or(tested, |again| again.intersect(tested)))
                        }
                        _ => found,
                    }
                }
                _ if self.foresees(moves) => None,
                // Of the others nothing is known but the range.
                _ => {
                    joined.bounds = joined.bounds.choice(self.walk.range(), MAX);
                    break;
                }
            };
            let child = child.unwrap_or_else(|| self.unvisited(moves, index, slot));
            if joined.improves(child, kind) {
                self.promote(moves.get(index));
                joined.best = Some(index);
            }
            joined.bounds = joined.bounds.choice(child, MAX);
            window = window.clip(child.assured(kind));
        }
        joined
    }

    #[inline(always)]
    fn take_turn<A: Procedure>(
        &mut self,
        moves: &Moves<MoveOf<T>>,
        index: usize,
        slot: SlotOf<T>,
        window: Window,
        turns: Turns,
    ) -> Option<Bounds> {
        match turns.near_horizon {
            true => self.visit_near_horizon::<A>(moves, index, slot, window),
            false => self.visit::<A>(moves, index, slot, window),
        }
    }

    /// Whether a child of which a null window has shown this must be searched in the whole one.
    #[inline]
    pub fn beats(&self, tested: Bounds, window: Window) -> bool {
        window.admits(tested) && self.walk.stopped().is_none()
    }

    /// The same where all children lie at the horizon, so that nothing is known of them, and no store is
    /// asked about them.
    #[inline]
    pub fn leaves(&mut self, moves: &Moves<MoveOf<T>>, kind: Kind, window: Window) -> Joined {
        if kind.maximises() {
            self.leaves_of::<true>(moves, window)
        } else {
            self.leaves_of::<false>(moves, window)
        }
    }

    #[inline(never)]
    fn leaves_of<const MAX: bool>(
        &mut self,
        moves: &Moves<MoveOf<T>>,
        mut window: Window,
    ) -> Joined {
        let kind = if MAX { Kind::Max } else { Kind::Min };
        let mut joined = Joined::nothing(kind);
        for (i, mv) in moves.iter().enumerate() {
            let range = self.walk.range();
            if !window.is_wider_than(self.slack) {
                joined.bounds = joined.bounds.choice(range, MAX);
                break;
            }
            let child = self.walk.evaluate_child(mv).map_or(range, Bounds::point);
            if joined.improves(child, kind) {
                joined.best = Some(i);
            }
            joined.bounds = joined.bounds.choice(child, MAX);
            window = window.clip(child.assured(kind));
        }
        if let Some(best) = joined.best {
            self.forget_pv();
            self.promote(moves.get(best));
        }
        joined
    }

    /// Searches the outcomes of a chance node by procedure `A`.
    pub fn outcomes<A: Procedure>(
        &mut self,
        moves: &Moves<MoveOf<T>>,
        slot: SlotOf<T>,
        window: Window,
        sharing: Sharing,
    ) -> Joined {
        let mut known = self.all_foreseen(moves, slot);
        self.try_outcomes(moves, window, sharing, &mut known, |run, i, asked| {
            run.visit_always::<A>(moves, i, slot, asked)
        })
    }

    /// What is known of every child without going there.
    pub fn all_foreseen(&self, moves: &Moves<MoveOf<T>>, slot: SlotOf<T>) -> Vec<Bounds> {
        (0..moves.len()).map(|i| self.foreseen(moves, i, slot)).collect()
    }

    /// Has `look` find out more about each outcome of a chance node in turn, of which `known` is
    /// known, until the node's window is closed. `look` is asked about what condition C6 (Atzmon et
    /// al. 2018) makes of that window for the outcome, if anything of that is open.
    pub fn try_outcomes(
        &mut self,
        moves: &Moves<MoveOf<T>>,
        window: Window,
        sharing: Sharing,
        known: &mut [Bounds],
        mut look: impl FnMut(&mut Self, usize, Window) -> Option<Bounds>,
    ) -> Joined {
        let own = self.slack;
        let least = LEAST * self.walk.allowance();
        let whole = own - ROUNDING * self.walk.allowance();
        // What the outcomes so far have left open of it, and how likely all others are together.
        let (mut used, mut rest) = (0.0, 1.0_f64);
        for (i, &probability) in moves.weights().iter().enumerate() {
            let average = self.average(moves, known);
            if !window.admits_beyond(average, own) {
                break;
            }
            let share = match sharing {
                Sharing::Static => whole,
                Sharing::Adaptive => (whole - used) / rest.max(probability),
            };
            self.slack = share.max(least);
            let asked = window.of_outcome(known[i], probability, average);
            if asked.admits_beyond(known[i], self.slack)
                && let Some(found) = look(self, i, asked)
            {
                known[i] = known[i].intersect(found);
            }
            used += probability * known[i].width();
            rest -= probability;
        }
        self.slack = own;
        Joined { bounds: self.average(moves, known), best: None }
    }

    /// What a chance node is worth by what is known of its outcomes.
    pub fn average(&self, moves: &Moves<MoveOf<T>>, outcomes: &[Bounds]) -> Bounds {
        let stated = self.walk.game().has_chance();
        assert!(stated, "a game with chance nodes must say so in has_chance");
        Bounds::average(self.walk.range(), outcomes, moves.weights())
    }
}
