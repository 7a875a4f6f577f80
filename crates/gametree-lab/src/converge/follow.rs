//! A run of a sampling algorithm, observed after every step.

use gametree::job::{AnyStepper, Step};
use gametree::{Kind, SearchError};

use super::row::{Row, Rules};
use super::truth::Truth;

/// A run is followed for this many times the number of leaves that the last event took.
pub const PATIENCE: u64 = 4;
/// A run is followed for at least this many leaves.
pub const LEAST: u64 = 10_000;

/// The number of leaves since which something has held without a break.
#[derive(Clone, Copy, Debug, Default)]
struct Since(Option<u64>);

impl Since {
    /// Notes whether it holds after this many leaves. Returns whether that is a change.
    fn note(&mut self, holds: bool, leaves: u64) -> bool {
        let before = self.0;
        self.0 = if holds { before.or(Some(leaves)) } else { None };
        before.is_none() && holds
    }
}

/// Follows a search until its limit, or until nothing has changed for long enough. A search in `rounds`
/// prefers no move within one.
pub(super) fn follow(
    stepper: &mut dyn AnyStepper,
    truth: &Truth,
    rules: &Rules,
    rounds: bool,
) -> Result<Row, String> {
    let text = |step: Result<_, SearchError>| step.map_err(|error| error.to_string());
    let right: Vec<bool> = stepper.moves().iter().map(|mv| truth.is_right(mv)).collect();
    let target = stepper.reward(truth.value);
    // Half the distance, since rewards are from 0 to 1; a mean of exactly tau counts as near despite rounding.
    let near = (1.0 - rules.tau) / 2.0 + 1e-12;
    let (mut converged, mut preferred) = (Since::default(), Since::default());
    let mut row = Row::default();
    while let Some(Step { leaves, best, mean, proven, full }) = text(stepper.step())? {
        row.leaves = leaves;
        row.full = full;
        let believes = proven || mean.is_some_and(|mean| (mean - target).abs() <= near);
        if converged.note(believes, leaves) {
            row.look(stepper, &right);
        }
        preferred.note(best.is_some_and(|best| right[best]), leaves);
        if row.favourable.is_none() {
            row.favourable = first_favour(stepper, &right, truth.turn, rounds);
        }
        if proven {
            row.proven = Some(leaves);
            break;
        }
        let long_enough = |since: Since| since.0.is_some_and(|since| leaves >= PATIENCE * since);
        let settled = long_enough(converged) && long_enough(preferred) && leaves >= LEAST;
        let over = settled && !stepper.may_prove();
        if over || full || leaves >= rules.limit {
            break;
        }
    }
    if converged.0.is_none() {
        row.look(stepper, &right);
    }
    Ok(Row { converged: converged.0, preferred: preferred.0, ..row })
}

impl Row {
    /// Records the visits of the moves and the estimates of the right ones.
    fn look(&mut self, stepper: &dyn AnyStepper, right: &[bool]) {
        let shares = stepper.shares();
        self.visits = shares.iter().map(|&(visits, _)| visits).collect();
        if right.iter().all(|&right| right) {
            return;
        }
        let all: f64 = shares.iter().map(|&(visits, _)| f64::from(visits)).sum();
        let those =
            || shares.iter().zip(right).filter(|(_, right)| **right).map(|(share, _)| share);
        let visits: f64 = those().map(|&(visits, _)| f64::from(visits)).sum();
        let sum: f64 = those().map(|&(visits, mean)| f64::from(visits) * mean).sum();
        self.astray = (all > 0.0).then(|| 1.0 - visits / all);
        self.believed = (visits > 0.0).then(|| 2.0 * sum / visits - 1.0);
    }
}

/// Whether the move that seems best is right: the paper's favourable and unfavourable starts. `None`
/// while a move is untried or two seem equally good.
fn first_favour(
    stepper: &dyn AnyStepper,
    right: &[bool],
    turn: Kind,
    rounds: bool,
) -> Option<bool> {
    if right.iter().all(|&right| right) {
        return None;
    }
    let shares = stepper.shares();
    let visits = || shares.iter().map(|&(visits, _)| visits);
    let (fewest, most) = (visits().min()?, visits().max()?);
    if fewest == 0 || rounds && fewest < most {
        return None;
    }
    let worth = |i: usize| if turn == Kind::Max { shares[i].1 } else { -shares[i].1 };
    let top = (0..shares.len()).map(worth).fold(f64::NEG_INFINITY, f64::max);
    let mut best = (0..shares.len()).filter(|&i| worth(i) == top);
    let first = best.next()?;
    best.next().is_none().then_some(right[first])
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::{Draws, Value};

    /// Mean, best move, and the moves' visits with their means.
    type Step = (f64, usize, [(u32, f64); 2]);

    /// A search of two moves, the second of which is right, with scripted estimates.
    struct Script {
        moves: [String; 2],
        /// Its estimates, step by step; the last step may prove.
        steps: Vec<Step>,
        proves: bool,
        rounds: bool,
        at: usize,
    }

    impl AnyStepper for Script {
        fn moves(&self) -> &[String] {
            &self.moves
        }

        fn may_prove(&self) -> bool {
            self.proves
        }

        fn reward(&self, value: Value) -> f64 {
            (value.get() + 1.0) / 2.0
        }

        fn step(&mut self) -> Result<Option<super::Step>, SearchError> {
            let Some(&(mean, best, _)) = self.steps.get(self.at) else { return Ok(None) };
            self.at += 1;
            let proven = self.proves && self.at == self.steps.len();
            let (best, mean, leaves) = (Some(best), Some(mean), self.at as u64);
            Ok(Some(super::Step { leaves, best, mean, proven, full: false }))
        }

        fn shares(&self) -> Vec<(u32, f64)> {
            self.steps[self.at - 1].2.to_vec()
        }
    }

    fn script(steps: Vec<Step>, proves: bool) -> Script {
        Script { moves: ["a".into(), "b".into()], steps, proves, rounds: false, at: 0 }
    }

    fn run(script: &mut Script, value: i64, limit: u64) -> Row {
        let moves = vec![("a".into(), false), ("b".into(), true)];
        let truth = Truth { value: Value::integer(value), turn: Kind::Max, moves };
        let rules = Rules { tau: 0.7, runs: 1, limit, seed: 1 };
        let script_rounds = script.rounds;
        follow(script, &truth, &rules, script_rounds).unwrap()
    }

    /// The smallest number of leaves from which on something holds, by brute force.
    fn for_good(holds: &[bool]) -> Option<u64> {
        (0..holds.len()).find(|&t| holds[t..].iter().all(|&holds| holds)).map(|t| t as u64 + 1)
    }

    #[test]
    fn for_good_is_until_the_end_of_the_run() {
        let mut draws = Draws::new(3);
        let mut seen = [0; 4];
        for round in 0..2000 {
            let steps = 1 + draws.below(30) as usize;
            let target = [1, 0, -1][round % 3];
            // The longer the run, the likelier the estimate is near the truth.
            let steps: Vec<_> = (0..steps)
                .map(|t| {
                    let near = draws.share() < t as f64 / steps as f64 + 0.2;
                    let off = if near { draws.share() * 0.3 } else { 0.31 + draws.share() };
                    let value = target as f64 - if target == -1 { -off } else { off };
                    let best = usize::from(draws.share() < t as f64 / steps as f64 + 0.3);
                    ((value + 1.0) / 2.0, best, [(1, 0.5), (1, 0.5)])
                })
                .collect();
            let limit = 1 + draws.below(40);
            let looked_at = &steps[..steps.len().min(limit as usize)];
            let near: Vec<bool> =
                looked_at.iter().map(|s| (2.0 * s.0 - 1.0 - target as f64).abs() <= 0.3).collect();
            let right: Vec<bool> = looked_at.iter().map(|s| s.1 == 1).collect();
            let row = run(&mut script(steps.clone(), false), target, limit);
            assert_eq!(row.converged, for_good(&near), "{steps:?}, {limit}");
            assert_eq!(row.preferred, for_good(&right), "{steps:?}, {limit}");
            assert_eq!((row.leaves, row.proven), (looked_at.len() as u64, None));
            seen[usize::from(row.converged.is_some())
                + 2 * usize::from(row.preferred.is_some())] += 1;
        }
        assert!(seen.iter().all(|&n| n > 50), "{seen:?}");
    }

    #[test]
    fn a_run_ends_when_nothing_has_changed_for_long() {
        let early = (0.0, 0, [(1, 0.0), (0, 0.0)]);
        let late = (1.0, 1, [(1, 0.0), (9, 1.0)]);
        for wrong in [1, 5_000, 30_000] {
            let mut steps = vec![early; wrong];
            steps.resize(1_000_000, late);
            let row = run(&mut script(steps, false), 1, u64::MAX);
            let since = wrong as u64 + 1;
            assert_eq!((row.converged, row.preferred), (Some(since), Some(since)));
            assert_eq!(row.leaves, LEAST.max(PATIENCE * since));
            assert_eq!(row.visits, [1, 9]);
            assert!((row.astray.unwrap() - 0.1).abs() < 1e-12 && row.believed == Some(1.0));
        }
    }

    #[test]
    fn a_proof_is_the_end_and_convinces() {
        let unsure = (0.4, 1, [(5, 0.6), (5, 0.2)]);
        let row = run(&mut script(vec![unsure; 7], true), 1, 100);
        assert_eq!((row.proven, row.converged, row.preferred), (Some(7), Some(7), Some(1)));
    }

    /// The first move that looks better than the others decides whether the start was favourable.
    #[test]
    fn starts_are_favourable_or_not() {
        let step = |first: (u32, f64), second: (u32, f64)| (0.5, 0, [first, second]);
        let favour = |steps: Vec<_>| run(&mut script(steps, false), 1, 100).favourable;
        let untried = step((1, 1.0), (0, 0.0));
        let tied = step((1, 1.0), (1, 1.0));
        let wrong = step((2, 1.0), (1, 0.5));
        let right = step((2, 0.5), (1, 1.0));
        assert_eq!(favour(vec![untried, tied]), None);
        assert_eq!(favour(vec![untried, tied, wrong, right]), Some(false));
        assert_eq!(favour(vec![untried, right, wrong]), Some(true));
        // In rounds nothing is decided before the end of one.
        let ended = step((2, 0.5), (2, 1.0));
        let in_rounds = Script { rounds: true, ..script(vec![tied, wrong, ended], false) };
        assert_eq!(run(&mut { in_rounds }, 1, 100).favourable, Some(true));
    }
}
