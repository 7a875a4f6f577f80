//! Searching the outcomes of a chance node one after the other.

use super::recursion::{Joined, Procedure, Recursion};
use crate::model::{Bounds, Game, Moves, RunningAverage, Window};
use crate::run::{MoveOf, Setup, SlotOf};

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
/// more than that comes to.
const ROUNDING: f64 = 1.0 / 64.0;
/// The part below which no share falls: otherwise rounding would be taken for something to search
/// for.
const LEAST: f64 = 0.5;

impl<T: Setup> Recursion<'_, '_, T> {
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
        let mut averages = self.averages(moves, known);
        for (i, &probability) in moves.weights().iter().enumerate() {
            let average = averages.get(known);
            if !window.admits_beyond(average, own) {
                break;
            }
            let share = match sharing {
                Sharing::Static => whole,
                Sharing::Adaptive => (whole - used) / rest.max(probability),
            };
            self.slack = share.max(least);
            let asked = window.of_outcome(known[i], probability, average);
            if asked.admits_beyond(known[i], self.slack) {
                let Some(found) = look(self, i, asked) else { break };
                let before = known[i];
                known[i] = before.intersect(found);
                averages.renew(i, before, known[i]);
            }
            used += probability * known[i].width();
            rest -= probability;
        }
        self.slack = own;
        Joined { bounds: averages.get(known), best: None }
    }

    /// What a chance node is worth by what is known of its outcomes.
    pub fn average(&self, moves: &Moves<MoveOf<T>>, outcomes: &[Bounds]) -> Bounds {
        self.assert_chance();
        Bounds::average(self.walk.range(), outcomes, moves.weights())
    }

    fn assert_chance(&self) {
        let stated = self.walk.game().has_chance();
        assert!(stated, "a game with chance nodes must say so in has_chance");
    }

    /// The same, again and again.
    fn averages<'m>(&self, moves: &'m Moves<MoveOf<T>>, outcomes: &[Bounds]) -> Averages<'m> {
        self.assert_chance();
        let (range, weights) = (self.walk.range(), moves.weights());
        let many = outcomes.len() > FEW;
        let running = many.then(|| RunningAverage::new(range, outcomes, weights));
        Averages { range, weights, running }
    }
}

/// So many outcomes are averaged anew each time, as rollouts do: their leaves are the same.
const FEW: usize = 64;

/// The average of outcomes that become known one after the other.
struct Averages<'m> {
    range: Bounds,
    weights: &'m [f64],
    /// Where there are too many to look at all of them for each.
    running: Option<RunningAverage>,
}

impl Averages<'_> {
    #[inline]
    fn renew(&mut self, index: usize, old: Bounds, new: Bounds) {
        if let Some(running) = &mut self.running {
            running.renew(self.weights[index], old, new);
        }
    }

    #[inline]
    fn get(&self, outcomes: &[Bounds]) -> Bounds {
        match &self.running {
            Some(running) => running.get(),
            None => Bounds::average(self.range, outcomes, self.weights),
        }
    }
}
