//! Which question to ask about the root.
//!
//! First the median of the values seen; then, among those values, the one for which it is least
//! clear whether the root is worth as much. It is kept until the question is answered or has become
//! clear enough. If the move ordering is good, the target steps as in MTD(f): up from the root's
//! lower bound, or down to its upper bound.

use super::beliefs::Beliefs;
use crate::model::next_up;

/// Until more leaves than this were seen, their median is the target.
const FIRST_LEAVES: usize = 24;

/// Outside of this it is clear enough whether the root is worth as much as the target.
const UNCLEAR: std::ops::RangeInclusive<f64> = 0.1..=0.9;

/// When to ask something else.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Target {
    /// Whether no question was unclear: then the best one is kept until more is learned.
    clear: bool,
}

impl Target {
    /// Makes sure that the question is a good one for a root whose open values are those above
    /// `low` and up to `high`.
    pub fn choose(&mut self, beliefs: &mut Beliefs, (low, high): (f64, f64), ordered: bool) {
        let seen = beliefs.record.leaves.len();
        if seen == 0 {
            return;
        }
        let few = seen <= FIRST_LEAVES;
        let before = beliefs.question.map(|question| question.target);
        if few || beliefs.model.is_outdated() {
            beliefs.learn();
            self.clear = false;
            if let Some(target) = before.filter(|_| !few) {
                beliefs.assess_all(target);
            }
        }
        let is_open = before.is_some_and(|target| low < target && target <= high);
        let unclear = self.clear || UNCLEAR.contains(&beliefs.root().yes);
        if is_open && !few && (ordered || unclear) {
            return;
        }
        let values = beliefs.model.values();
        let from = values.partition_point(|&value| value <= low);
        let to = values.partition_point(|&value| value <= high);
        let step = if before.is_none_or(|target| target <= low) && low.is_finite() {
            next_up(low)
        } else {
            high
        };
        let target = if from == to || (ordered && !few) {
            step
        } else if few {
            values[(values.len() / 2).clamp(from, to - 1)]
        } else {
            least_clear(beliefs, from, to, before.unwrap_or(low))
        };
        self.clear = !UNCLEAR.contains(&beliefs.assess_all(target));
    }
}

/// The value seen, among those from index `from` up to `to`, for which it is least clear whether the
/// root is worth as much; the search starts at `near`, in steps that double until the value is
/// passed.
pub(super) fn least_clear(beliefs: &mut Beliefs, from: usize, to: usize, near: f64) -> f64 {
    let values = beliefs.model.values();
    let mut at = values.partition_point(|&value| value < near).clamp(from, to - 1);
    let mut step = 1;
    // The last value found to be likely and the first one found to be unlikely: the probability
    // falls from left to right.
    let (mut likely, mut unlikely) = (None, None);
    loop {
        let chance = beliefs.assess_all(beliefs.model.values()[at]);
        *(if chance >= 0.5 { &mut likely } else { &mut unlikely }) = Some((at, chance));
        at = match (likely, unlikely) {
            (Some((i, _)), None) if i + 1 < to => (i + step).min(to - 1),
            (None, Some((i, _))) if i > from => i.saturating_sub(step).max(from),
            (Some((i, _)), Some((j, _))) if i + 1 < j => (i + j) / 2,
            _ => break,
        };
        step *= 2;
    }
    let both = [likely, unlikely].into_iter().flatten();
    let off = |found: &(usize, f64)| (found.1 - 0.5).abs();
    let nearest = both.min_by(|a, b| off(a).total_cmp(&off(b))).expect("one was looked at");
    beliefs.model.values()[nearest.0]
}
