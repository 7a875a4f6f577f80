//! A run of somebody who samples, looked at after every step.

use std::sync::atomic::{AtomicBool, Ordering};

use gametree::Kind;
use gametree::job::{AnyTrail, Footprint};

use super::{LEAST, PATIENCE, Row, Rules, Truth};

/// So many steps between two looks at the flag that ends a run.
const LOOK_EVERY: u64 = 1 << 10;

/// Since when something has been so without a break, in leaves.
#[derive(Clone, Copy, Debug, Default)]
struct Since(Option<u64>);

impl Since {
    /// After so many leaves it is so, or not. Whether that is new.
    fn note(&mut self, holds: bool, leaves: u64) -> bool {
        let before = self.0;
        self.0 = if holds { before.or(Some(leaves)) } else { None };
        before.is_none() && holds
    }
}

/// Follows a search until its limit, or until nothing has changed for long enough.
pub(super) fn follow(
    trail: &mut dyn AnyTrail,
    truth: &Truth,
    rules: &Rules,
    abandon: &AtomicBool,
) -> Row {
    let right: Vec<bool> = trail.moves().iter().map(|mv| truth.is_right(mv)).collect();
    let target = trail.reward(truth.value);
    // Rewards are from 0 to 1, so half of it; and a mean of exactly tau is near, however it is rounded.
    let near = (1.0 - rules.tau) / 2.0 + 1e-12;
    let (mut converged, mut preferred) = (Since::default(), Since::default());
    let mut row = Row::default();
    let mut steps = 0;
    while let Some(Footprint { leaves, best, mean, proven, full }) = trail.step() {
        row.leaves = leaves;
        row.full = full;
        let believes = proven || mean.is_some_and(|mean| (mean - target).abs() <= near);
        if converged.note(believes, leaves) {
            row.look(trail, &right);
        }
        preferred.note(best.is_some_and(|best| right[best]), leaves);
        if row.favourable.is_none() {
            row.favourable = first_favour(trail, &right, truth.turn);
        }
        if proven {
            row.proven = Some(leaves);
            break;
        }
        steps += 1;
        let long_enough = |since: Since| since.0.is_some_and(|since| leaves >= PATIENCE * since);
        let over = long_enough(converged) && long_enough(preferred) && leaves >= LEAST;
        if over || full || leaves >= rules.limit {
            break;
        }
        if steps % LOOK_EVERY == 0 && abandon.load(Ordering::Relaxed) {
            break;
        }
    }
    if converged.0.is_none() {
        row.look(trail, &right);
    }
    Row { converged: converged.0, preferred: preferred.0, ..row }
}

impl Row {
    /// Notes where the rollouts went and what the right moves seem to be worth.
    fn look(&mut self, trail: &dyn AnyTrail, right: &[bool]) {
        let shares = trail.shares();
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

/// Whether the moves that seem best are right: the paper's favourable and unfavourable starts. Nothing
/// while a move is untried or the best and another seem equally good.
fn first_favour(trail: &dyn AnyTrail, right: &[bool], turn: Kind) -> Option<bool> {
    if right.iter().all(|&right| right) {
        return None;
    }
    let shares = trail.shares();
    if shares.iter().any(|&(visits, _)| visits == 0) {
        return None;
    }
    let worth = |i: usize| if turn == Kind::Max { shares[i].1 } else { -shares[i].1 };
    let top = (0..shares.len()).map(worth).fold(f64::NEG_INFINITY, f64::max);
    let mut best = (0..shares.len()).filter(|&i| worth(i) == top);
    let first = best.next()?;
    best.next().is_none().then_some(right[first])
}
