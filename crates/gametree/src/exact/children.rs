//! Searching the children of a player's node in order.

use super::recursion::{Joined, Procedure, Recursion};
use crate::algorithm::{MoveOf, Setup, SlotOf};
use crate::model::{Bounds, Kind, Moves, Window};
use crate::store::Store;

/// If a limit is reached with no more than this many children left, facts and store are still consulted
/// about them. With more, there is no time for that.
const FEW: usize = 1 << 10;

/// How the children of a player's node are searched in turn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Turns {
    /// The bounds of the first child, if it was searched already with a window that contains this
    /// one.
    pub first: Option<Bounds>,
    /// Whether each child but the first is searched with a null window, and searched again if it beats
    /// those before (Pearl 1980) by more than the slack. A null window has no slack of its own: it is
    /// closed by the first bound found.
    pub scouts: bool,
    /// The child to search before all others.
    pub best_before: Option<usize>,
    /// Whether they are so near the horizon that the store is hardly consulted.
    pub near_horizon: bool,
}

impl Turns {
    /// The child to search after `turn` others.
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

    /// The same, compiled for each player: `MAX` says which.
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
                    let (scouts, slack) = (turns.scouts && turn > 0, self.slack);
                    let mut test = window;
                    if scouts {
                        test = window.beaten(kind, self.walk.grain(), slack);
                        self.slack = 0.0;
                    }
                    let found = self.take_turn::<A>(moves, index, slot, test, turns);
                    if scouts {
                        self.slack = slack;
                    }
                    match found {
                        Some(tested) if scouts && self.beats(tested, window) => {
                            let again = self.take_turn::<A>(moves, index, slot, window, turns);
                            Some(again.map_or(tested, |again| again.intersect(tested)))
                        }
                        None if moves.len() - turn > FEW => {
                            joined.bounds = joined.bounds.choice(self.walk.range(), MAX);
                            break;
                        }
                        _ => found,
                    }
                }
                _ if self.foresees(moves) => None,
                // Nothing is known of the others but the range.
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

    /// Whether a child with these bounds from a null window must be searched again with the whole
    /// window.
    #[inline]
    pub fn beats(&self, tested: Bounds, window: Window) -> bool {
        window.admits_beyond(tested, self.slack) && self.walk.stopped().is_none()
    }

    /// The same if all children lie at the horizon, so that nothing is known of them and the store is
    /// not consulted.
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
            let found = self.walk.evaluate_child(mv);
            if found.is_none() && moves.len() - i > FEW {
                joined.bounds = joined.bounds.choice(range, MAX);
                break;
            }
            let child = found.map_or(range, Bounds::point);
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
}
