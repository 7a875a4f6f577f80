//! How long to think about a move.

use std::time::Duration;

/// A chess clock.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clock {
    pub left: Duration,
    pub increment: Duration,
    /// Moves until more time comes.
    pub moves: Option<u32>,
}

/// How long a search may take: normally so long, and in no case longer than that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Allowance {
    pub normal: Duration,
    pub most: Duration,
    /// Whether all of it is to be used.
    pub exact: bool,
}

/// For how many moves the time should last, if nobody says.
const MOVES: f64 = 24.0;

impl Allowance {
    pub fn exactly(time: Duration) -> Allowance {
        Allowance { normal: time, most: time, exact: true }
    }

    /// Whether to stop after an iteration: a move that has not changed for long needs no more time.
    pub fn is_enough(&self, elapsed: Duration, unchanged: u32) -> bool {
        let share = match unchanged {
            0 => 1.4,
            1 => 1.1,
            2..=4 => 0.85,
            _ => 0.65,
        };
        !self.exact && elapsed >= self.normal.mul_f64(share)
    }
}

impl Clock {
    /// A part of what is left, and at most a few times that; never what the way to the board takes.
    pub fn allowance(self, overhead: Duration) -> Allowance {
        let left = self.left.saturating_sub(overhead);
        let moves = self.moves.map_or(MOVES, |moves| f64::from(moves.clamp(1, 40)) + 0.5);
        let usual = left.div_f64(moves) + self.increment.mul_f64(0.7);
        let last = self.moves == Some(1);
        let most = usual.mul_f64(4.0).min(left.mul_f64(if last { 0.9 } else { 0.45 }));
        let normal = usual.min(most);
        Allowance { normal, most: most.max(Duration::from_millis(1)), exact: false }
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
}
