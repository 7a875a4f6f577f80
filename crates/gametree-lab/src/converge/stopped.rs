//! A run of an algorithm that proves: what it would have played, had it been stopped.
//!
//! Such an algorithm is the same search whatever its limit, so stopping it after `t` leaves shows what it
//! would play then. That is done at `t` = 1 and in steps of a tenth up to the end; the last change of the
//! preferred move is then located to the leaf. (A change that is reversed between two steps goes unseen.)

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gametree::Limits;
use gametree::job::{AnyGame, Job};
use gametree::registry::Spec;

use super::row::Row;
use super::truth::Truth;

pub(super) fn stopped(
    game: &AnyGame,
    algorithm: &Spec,
    truth: &Truth,
    limit: u64,
    abandon: &Arc<AtomicBool>,
) -> Result<Row, String> {
    let run = |leaves: u64| {
        let limits = Limits::none().leaves(leaves).stop(Arc::clone(abandon));
        let job = Job::new(Some(algorithm.clone())).pv(false).limits(limits);
        game.run(&job, &mut ()).map_err(|error| error.to_string())
    };
    let is_right = |leaves: u64| -> Result<bool, String> {
        Ok(run(leaves)?.pv.first().is_some_and(|mv| truth.is_right(mv)))
    };
    let whole = run(limit)?;
    let proven = whole.stop.is_answer().then_some(whole.counts.leaves);
    let leaves = whole.counts.leaves;
    // The last step at which it was wrong; before the first leaf it has no move.
    let (mut wrong, mut right_from) = (0, leaves.max(1));
    // A search that is stopped after its last leaf has not drawn its conclusion.
    let mut sure = whole.pv.first().is_some_and(|mv| truth.is_right(mv));
    for step in steps_down(leaves) {
        if !sure || abandon.load(Ordering::Relaxed) {
            break;
        }
        if !is_right(step)? {
            wrong = step;
            break;
        }
        right_from = step;
    }
    while sure && right_from - wrong > 1 {
        let middle = wrong.midpoint(right_from);
        if is_right(middle)? { right_from = middle } else { wrong = middle }
    }
    sure &= !abandon.load(Ordering::Relaxed);
    let all_right = truth.moves.iter().all(|(_, right)| *right);
    let favourable = if all_right { None } else { Some(is_right(1)?) };
    let preferred = sure.then_some(right_from);
    Ok(Row { preferred, proven, favourable, leaves, ..Row::default() })
}

/// From just below `most` down to 1, a tenth less each time.
fn steps_down(most: u64) -> impl Iterator<Item = u64> {
    let next = |&step: &u64| (step > 1).then(|| (step * 10 / 11).min(step - 1));
    std::iter::successors(Some(most.max(1)), next).skip(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_a_tenth_and_reach_the_beginning() {
        assert_eq!(steps_down(0).count(), 0);
        assert_eq!(steps_down(1).count(), 0);
        assert_eq!(steps_down(5).collect::<Vec<_>>(), [4, 3, 2, 1]);
        let steps: Vec<u64> = steps_down(1_000_000).collect();
        assert_eq!((steps[0], steps.last()), (909_090, Some(&1)));
        assert!(steps.len() < 150 && steps.is_sorted_by(|a, b| a > b));
    }
}
