//! Players that are other programs, and speak the Universal Chess Interface (UCI).

mod process;
mod spec;

use std::time::{Duration, Instant};

use gametree::job::{AnyGame, Board};

pub use spec::EngineSpec;

use crate::clock::Clocks;
use crate::seat::{Choice, Failure, Forfeit, Seat};
use process::{Process, Silence};

/// How long an engine may take to introduce itself, or to get ready.
const SET_UP: Duration = Duration::from_secs(5);
/// How long an answer may be on its way after the clock has run out.
const POLITE: Duration = Duration::from_millis(20);
/// How long it may take beyond the time that it was told.
const LATE: Duration = Duration::from_secs(5);
/// How long it may take for a limit of nodes or plies.
const UNTIMED: Duration = Duration::from_secs(300);
/// The time of a move, if nothing limits it.
const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// What a mate is worth, in hundredths of a pawn.
const MATE: f64 = 100_000.0;

/// An engine at a board.
pub(crate) struct Engine<'g> {
    spec: &'g EngineSpec,
    process: Process,
}

impl<'g> Engine<'g> {
    /// Starts the engine for a new game.
    pub fn start(spec: &'g EngineSpec, game: &AnyGame) -> Result<Engine<'g>, String> {
        let rules =
            game.uci_options().ok_or("other programs do not know the game: UCI is for chess")?;
        let process = Process::start(&spec.program, &spec.arguments)?;
        let mut engine = Engine { spec, process };
        let known = engine.introduce()?;
        for (name, value) in rules {
            engine.set_option(&known, name, value)?;
        }
        for (name, value) in &spec.options {
            engine.set_option(&known, name, value)?;
        }
        engine.process.say("ucinewgame");
        engine.process.say("isready");
        engine.expect("isready", |line| (line == "readyok").then_some(()))?;
        Ok(engine)
    }

    /// The names of its options.
    fn introduce(&mut self) -> Result<Vec<String>, String> {
        self.process.say("uci");
        let mut names = Vec::new();
        self.expect("uci", |line| {
            if let Some(option) = line.strip_prefix("option name ") {
                let name = option.split(" type ").next().unwrap_or_default();
                names.push(name.trim().to_string());
            }
            (line == "uciok").then_some(())
        })?;
        Ok(names)
    }

    /// Waits for the answer to a line.
    fn expect<T>(
        &mut self,
        line: &str,
        wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, String> {
        let found = self.process.wait_for(Instant::now() + SET_UP, &|| false, wanted);
        found.map_err(|silence| {
            let how = match silence {
                Silence::Gone => "it ended".to_string(),
                _ => format!("nothing for {} s", SET_UP.as_secs()),
            };
            format!("{} does not answer '{line}' as a UCI engine would ({how})", self.spec.program)
        })
    }

    fn set_option(&mut self, known: &[String], name: &str, value: &str) -> Result<(), String> {
        let Some(name) = known.iter().find(|known| known.eq_ignore_ascii_case(name)) else {
            let all = known.join(", ");
            return Err(format!("{} has no option '{name}' (it has: {all})", self.spec.program));
        };
        self.process.say(&format!("setoption name {name} value {value}"));
        Ok(())
    }

    /// The line that asks for a move, and when the answer must be there.
    fn order(&self, clocks: Option<&Clocks>) -> (String, Instant) {
        let EngineSpec { nodes, depth, time, .. } = self.spec;
        let now = Instant::now();
        if !self.spec.is_limited() {
            return match clocks {
                Some(clocks) => (format!("go {}", clocks.uci()), now + clocks.most() + POLITE),
                None => {
                    (format!("go movetime {}", DEFAULT_TIME.as_millis()), now + DEFAULT_TIME + LATE)
                }
            };
        }
        let mut order = "go".to_string();
        if let Some(nodes) = nodes {
            order += &format!(" nodes {nodes}");
        }
        if let Some(depth) = depth {
            order += &format!(" depth {depth}");
        }
        if let Some(time) = time {
            order += &format!(" movetime {}", time.as_millis());
        }
        (order, now + time.map_or(UNTIMED, |time| time + LATE))
    }
}

impl Seat for Engine<'_> {
    fn choose(
        &mut self,
        board: &Board<'_>,
        clocks: Option<&Clocks>,
        abandoned: &dyn Fn() -> bool,
    ) -> Result<Choice, Failure> {
        let (start, moves) = board.uci().expect("the game is known to other programs");
        let moves =
            if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        self.process.say(&format!("position fen {start}{moves}"));
        let (order, deadline) = self.order(clocks);
        self.process.say(&order);
        let mut score = None;
        let found = self.process.wait_for(deadline, abandoned, |line| {
            score = score_of(line).or(score);
            let best = line.strip_prefix("bestmove")?;
            Some(best.split_whitespace().next().unwrap_or_default().to_string())
        });
        let text = found.map_err(|silence| match silence {
            Silence::Gone => Forfeit::Crash("the program ended".into()).into(),
            Silence::Late => Forfeit::Time("no answer".into()).into(),
            Silence::Abandoned => Failure::Abandoned,
        })?;
        match board.parse(&text) {
            Ok(mv) => Ok(Choice { mv, score, hasty: false }),
            Err(_) => Err(Forfeit::Illegal(format!("'{text}'")).into()),
        }
    }

    fn advance(&mut self, _: u32) {}
}

/// The score of a line of information, in hundredths of a pawn, for the engine.
fn score_of(line: &str) -> Option<f64> {
    let rest = line.strip_prefix("info ")?;
    let mut words = rest.split_whitespace().skip_while(|word| *word != "score").skip(1);
    match (words.next()?, words.next()?.parse::<f64>().ok()?) {
        ("cp", score) => Some(score),
        ("mate", moves) => Some(if moves > 0.0 { MATE } else { -MATE }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::score_of;

    #[test]
    fn scores_are_read() {
        assert_eq!(score_of("info depth 3 score cp -31 nodes 5 pv e2e4"), Some(-31.0));
        assert_eq!(score_of("info score mate -2"), Some(-100_000.0));
        assert_eq!(score_of("info score mate 1"), Some(100_000.0));
        assert_eq!(score_of("info string score cp"), None);
        assert_eq!(score_of("bestmove e2e4"), None);
    }
}
