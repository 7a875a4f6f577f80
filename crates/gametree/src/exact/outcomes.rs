//! Searching the outcomes of a chance node in order.

use super::recursion::{Joined, Procedure, Recursion};
use crate::algorithm::{MoveOf, Setup, SlotOf};
use crate::model::{Bounds, Game, Moves, RunningAverage, Window};

/// How the error allowed at a chance node is distributed among its outcomes. It is enough that the
/// average of the shares is not more than the node's own error (Atzmon, Stern, Saffidine 2018, Eq.
/// 26).
///
/// ```
/// # use gametree::{Search, exact::{BoundedAlphaBeta2, Sharing}, doc::Subtraction};
/// let mut bounded = BoundedAlphaBeta2 { sharing: Sharing::Static };
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut bounded)?;
/// assert_eq!(outcome.value(), Some(1.into()));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Sharing {
    /// Each outcome may have the same error as the node itself.
    Static,
    /// What an outcome does not need is left to the following ones.
    #[default]
    Adaptive,
}

/// The share of the allowance that is reserved at each chance node for the rounding of its average:
/// more than that amounts to.
const ROUNDING: f64 = 1.0 / 64.0;
/// The smallest share: otherwise rounding errors would be searched for.
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

    /// The known bounds of every child, without stepping there.
    pub fn all_foreseen(&self, moves: &Moves<MoveOf<T>>, slot: SlotOf<T>) -> Vec<Bounds> {
        (0..moves.len()).map(|i| self.foreseen(moves, i, slot)).collect()
    }

    /// Calls `look` for each outcome of a chance node in turn, with bounds `known`, until the
    /// node's window is closed. `look` gets the outcome's window by condition C6 (Atzmon et al.
    /// 2018), if it is open.
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
        // The error that the outcomes so far have used, and the total probability of the others.
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

    /// The bounds of a chance node that follow from its outcomes.
    pub fn average(&self, moves: &Moves<MoveOf<T>>, outcomes: &[Bounds]) -> Bounds {
        self.assert_chance();
        Bounds::average(self.walk.range(), outcomes, moves.weights())
    }

    fn assert_chance(&self) {
        let stated = self.walk.game().has_chance();
        assert!(stated, "a game with chance nodes must say so in has_chance");
    }

    /// The same, for repeated updates.
    fn averages<'m>(&self, moves: &'m Moves<MoveOf<T>>, outcomes: &[Bounds]) -> Averages<'m> {
        self.assert_chance();
        let (range, weights) = (self.walk.range(), moves.weights());
        let many = outcomes.len() > FEW;
        let running = many.then(|| RunningAverage::new(range, outcomes, weights));
        Averages { range, weights, running }
    }
}

/// Up to this many outcomes are averaged afresh each time, as in rollouts, so that the leaves are
/// the same.
const FEW: usize = 64;

/// The average of outcomes that become known one after the other.
struct Averages<'m> {
    range: Bounds,
    weights: &'m [f64],
    /// Used if there are too many outcomes to recompute the average each time.
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
