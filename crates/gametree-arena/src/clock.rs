//! Clocks: how much time the players have for a game.

use std::fmt;
use std::time::Duration;

use gametree::Kind;
use gametree::job::Clock;
use gametree::registry::quantity;

/// The time of each player: so much for the game, and more after each move.
///
/// ```
/// use gametree_arena::TimeControl;
/// use std::time::Duration;
///
/// let control = TimeControl::parse("1s+50ms").unwrap();
/// assert_eq!((control.base, control.increment), (Duration::from_secs(1), Duration::from_millis(50)));
/// assert_eq!(control.to_string(), "1s+50ms");
/// assert!(TimeControl::parse("fast").is_err() && TimeControl::parse("0s+1s").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TimeControl {
    text: String,
    /// The time for the game.
    pub base: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// How far a clock may run below zero before the game is lost.
    pub grace: Duration,
}

impl TimeControl {
    /// Reads `BASE[+INCREMENT]`.
    ///
    /// # Errors
    /// If one of them is not a time, or there is none for the first move.
    pub fn parse(text: &str) -> Result<TimeControl, String> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0s"));
        let time = |part: &str| {
            let wrong = |reason| format!("'{part}' {reason} (TIME+INCREMENT, such as 1s+50ms)");
            quantity::duration(part).map_err(wrong)
        };
        let (base, increment) = (time(base)?, time(increment)?);
        if base.is_zero() {
            return Err(format!("'{text}' leaves no time for the first move (such as 1s+50ms)"));
        }
        Ok(TimeControl { text: text.into(), base, increment, grace: Duration::ZERO })
    }

    /// The same, if clocks may run a little below zero.
    #[must_use]
    pub fn grace(self, grace: Duration) -> TimeControl {
        TimeControl { grace, ..self }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The clocks of a game in progress.
pub(crate) struct Clocks {
    /// MAX's time and MIN's.
    left: [Duration; 2],
    increment: Duration,
    grace: Duration,
    /// Whose clock runs.
    mover: usize,
}

impl Clocks {
    pub fn new(control: &TimeControl) -> Clocks {
        let TimeControl { base, increment, grace, .. } = *control;
        Clocks { left: [base; 2], increment, grace, mover: 0 }
    }

    /// Sets whose clock runs.
    pub fn start(&mut self, mover: Kind) {
        self.mover = usize::from(mover == Kind::Min);
    }

    /// Stops the clock after a move that took so long; false if it ran out.
    pub fn stop(&mut self, elapsed: Duration) -> bool {
        let left = &mut self.left[self.mover];
        let in_time = elapsed <= *left + self.grace;
        *left = left.saturating_sub(elapsed) + self.increment;
        in_time
    }

    /// The running clock.
    pub fn mover(&self) -> Clock {
        Clock::new(self.left[self.mover]).increment(self.increment)
    }

    /// How long the move may take before the game is lost.
    pub fn most(&self) -> Duration {
        self.left[self.mover] + self.grace
    }

    /// Both clocks, as the command `go` of the Universal Chess Interface tells them.
    pub fn uci(&self) -> String {
        let [white, black] = self.left.map(|left| left.as_millis().max(1));
        let increment = self.increment.as_millis();
        format!("wtime {white} btime {black} winc {increment} binc {increment}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run() {
        let ms = Duration::from_millis;
        let mut clocks = Clocks::new(&TimeControl::parse("1s+50ms").unwrap().grace(ms(5)));
        clocks.start(Kind::Min);
        assert!(clocks.stop(ms(400)));
        assert_eq!(clocks.uci(), "wtime 1000 btime 650 winc 50 binc 50");
        assert!(clocks.stop(ms(655)), "within the grace");
        assert_eq!((clocks.mover().left, clocks.most()), (ms(50), ms(55)));
        assert!(!clocks.stop(ms(56)));
    }
}
