//! How long to think about a move.

use std::time::{Duration, Instant};

use crate::outcome::Outcome;

/// A chess clock: the time that a player has left.
///
/// ```
/// use gametree::job::Clock;
/// use std::time::Duration;
///
/// let clock = Clock::new(Duration::from_secs(60)).increment(Duration::from_secs(1));
/// let allowance = clock.allowance(Duration::from_millis(10));
/// assert!(allowance.normal > Duration::from_secs(2) && allowance.most < Duration::from_secs(30));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Clock {
    /// The time left for the moves to come.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// Moves until more time comes; `None` if none comes.
    pub moves: Option<u32>,
}

/// How long a search may take: normally so long, and in no case longer than that.
///
/// ```
/// use gametree::job::{Allowance, Clock};
/// use std::time::Duration;
///
/// let second = Duration::from_secs(1);
/// let allowance = Clock::new(60 * second).allowance(Duration::ZERO);
/// assert!(allowance.normal < allowance.most && !allowance.exact);
/// assert_eq!(Allowance::exactly(second).most, second);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Allowance {
    /// What a move should take.
    pub normal: Duration,
    /// What it may take at most.
    pub most: Duration,
    /// Whether all of it is to be used.
    pub exact: bool,
}

/// For how many moves the time should last, if nobody says.
const MOVES: f64 = 24.0;

impl Clock {
    /// A clock with this much time.
    pub fn new(left: Duration) -> Clock {
        Clock { left, increment: Duration::ZERO, moves: None }
    }

    /// This clock, if every move adds `increment`.
    #[must_use]
    pub fn increment(self, increment: Duration) -> Clock {
        Clock { increment, ..self }
    }

    /// This clock, if more time is added after `moves` moves.
    #[must_use]
    pub fn moves(self, moves: Option<u32>) -> Clock {
        Clock { moves, ..self }
    }

    /// A part of what is left, and at most a few times that; never the `overhead` of the way to the board, which every move
    /// to come takes, too.
    pub fn allowance(self, overhead: Duration) -> Allowance {
        let left = self.left.saturating_sub(overhead);
        let moves = self.moves.map_or(MOVES, |moves| f64::from(moves.clamp(1, 40)) + 0.5);
        let usual = left.div_f64(moves) + self.increment.mul_f64(0.7);
        let usual = usual.saturating_sub(overhead);
        let last = self.moves == Some(1);
        let most = usual.mul_f64(4.0).min(left.mul_f64(if last { 0.9 } else { 0.45 }));
        let normal = usual.min(most);
        Allowance { normal, most: most.max(Duration::from_millis(1)), exact: false }
    }
}

impl Allowance {
    /// Exactly this long.
    pub fn exactly(time: Duration) -> Allowance {
        Allowance { normal: time, most: time, exact: true }
    }

    /// Whether to stop after an iteration: a move that has not changed for long needs no more time.
    fn is_enough(&self, elapsed: Duration, unchanged: u32) -> bool {
        let share = match unchanged {
            0 => 1.4,
            1 => 1.1,
            2..=4 => 0.85,
            _ => 0.65,
        };
        !self.exact && elapsed >= self.normal.mul_f64(share)
    }
}

/// Decides after each iteration of a search whether the next one is worth its time.
///
/// ```
/// use gametree::job::{Allowance, AnyGame, Job, Pace};
/// # use gametree::doc::Subtraction;
/// # use std::time::Duration;
/// let report = AnyGame::new(Subtraction { stones: 10 }).run(&Job::new(None), &mut ())?;
/// let mut pace = Pace::new(Allowance::exactly(Duration::from_secs(60)), false);
/// assert!(!pace.is_enough(&report)); // all of the time is to be used
/// # Ok::<(), gametree::job::JobError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pace {
    allowance: Allowance,
    begun: Instant,
    best: Option<u32>,
    unchanged: u32,
    only_move: bool,
}

impl Pace {
    /// The pace of a search that begins now. If there is only one move, it need not think.
    pub fn new(allowance: Allowance, only_move: bool) -> Pace {
        Pace { allowance, begun: Instant::now(), best: None, unchanged: 0, only_move }
    }

    /// Whether the result so far is enough.
    pub fn is_enough(&mut self, report: &Outcome) -> bool {
        let best = report.pv.first().map(|mv| mv.code);
        let same = best == self.best;
        self.unchanged = if same { self.unchanged + 1 } else { 0 };
        self.best = best;
        let at_once = self.only_move && !self.allowance.exact;
        at_once || self.allowance.is_enough(self.begun.elapsed(), self.unchanged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_never_runs_out() {
        let ms = Duration::from_millis;
        for left in [0, 1, 5, 15, 30, 100, 1_000, 60_000, 10_000_000] {
            for increment in [0, 20, 1_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(1_000)] {
                    let clock = Clock { left: ms(left), increment: ms(increment), moves };
                    let Allowance { normal, most, .. } = clock.allowance(ms(10));
                    assert!(most <= ms(left.saturating_sub(10)).max(ms(1)), "{clock:?} {most:?}");
                    assert!(normal <= most, "{clock:?}");
                }
            }
        }
    }

    /// With an increment, play at the usual pace goes on for ever.
    #[test]
    fn the_usual_pace_does_not_use_up_the_clock() {
        let mut left = Duration::from_millis(100);
        let increment = Duration::from_millis(20);
        for _ in 0..500 {
            let clock = Clock { left, increment, moves: None };
            let Allowance { normal, .. } = clock.allowance(Duration::from_millis(5));
            left = left.checked_sub(normal.mul_f64(1.4)).expect("there is time left") + increment;
        }
        assert!(left > Duration::from_millis(10), "{left:?}");
    }

    /// However small the increment: what the way to the board takes is not thought about.
    #[test]
    fn a_reserve_is_kept() {
        let ms = Duration::from_millis;
        for (increment, least) in [(ms(10), ms(150)), (Duration::ZERO, ms(20))] {
            let mut left = ms(300);
            for _ in 0..60 {
                let Allowance { normal, .. } =
                    Clock::new(left).increment(increment).allowance(ms(10));
                // A few milliseconds are lost on the way.
                left = left.checked_sub(normal + ms(4)).expect("there is time left") + increment;
                assert!(left > least, "{left:?} with {increment:?} a move");
            }
        }
    }
}
