//! Test suites: positions with what is known of them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::job::{AnyGame, PlayerSpec};
use gametree::{Notation, NotationError};

use crate::{Epd, Step};

/// A position of a test suite, and what it asks for: best moves (`bm`), moves to avoid (`am`), a mate (`dm`).
///
/// ```
/// use gametree_chess::{Chess, Problem};
///
/// let problem = Problem::parse(1, "7k/8/5KQ1/8/8/8/8/8 w - - bm Qg7; id \"mate\";").unwrap();
/// assert_eq!((problem.name.as_str(), problem.wanted.as_str()), ("mate", "bm Qg7"));
/// let player = gametree::job::PlayerSpec::parse("selective:nodes=100").unwrap();
/// let attempt = problem.solve(&Chess::new().any(), &player, &Default::default()).unwrap();
/// assert!(attempt.solved && attempt.played == "Qg7#");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Problem {
    /// The number of its line in the file.
    pub line: usize,
    /// Its name (`id`), or what line it is.
    pub name: String,
    /// What is asked for, as it is written.
    pub wanted: String,
    epd: Epd,
    best: Vec<Step>,
    bad: Vec<Step>,
    mate_in: Option<u32>,
}

/// What a player made of a position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Attempt {
    /// Its move.
    pub played: String,
    /// How far it looked ahead, in plies.
    pub depth: u32,
    /// The nodes that it visited.
    pub nodes: u64,
    /// The time that it took.
    pub seconds: f64,
    /// Whether the move is what was asked for.
    pub solved: bool,
}

impl Problem {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is no position, or asks for nothing; says why.
    pub fn parse(line: usize, text: &str) -> Result<Problem, String> {
        let told = |error: NotationError| error.to_string();
        let epd = Epd::parse(text).map_err(told)?;
        let wish = |name: &str| epd.operand(name).map(|operand| format!("{name} {operand}"));
        let wanted: Vec<String> = ["bm", "am", "dm"].into_iter().filter_map(wish).collect();
        if wanted.is_empty() {
            return Err("there should be bm, am or dm, such as bm Nf3;".into());
        }
        let (best, bad) = (epd.moves("bm").map_err(told)?, epd.moves("am").map_err(told)?);
        for (name, moves) in [("bm", &best), ("am", &bad)] {
            if epd.operand(name).is_some() && moves.is_empty() {
                return Err(format!("'{name}' should be followed by a move, such as {name} Nf3;"));
            }
        }
        let mate_in = epd.operand("dm").map(moves_to_mate).transpose()?;
        let name = epd.operand("id").map_or_else(|| format!("line {line}"), str::to_string);
        Ok(Problem { line, name, wanted: wanted.join(" "), best, bad, mate_in, epd })
    }

    /// Whether a move, which ends the game after so many plies if that is known, is what is asked for.
    fn accepts(&self, step: Step, ends_in: Option<u32>) -> bool {
        (self.best.is_empty() || self.best.contains(&step))
            && !self.bad.contains(&step)
            && self.mate_in.is_none_or(|moves| ends_in == Some(2 * moves - 1))
    }

    /// Has a player of chess look for the move, until it is done or `stop` is set.
    ///
    /// # Errors
    /// If the player cannot play.
    pub fn solve(
        &self,
        game: &AnyGame,
        spec: &PlayerSpec,
        stop: &Arc<AtomicBool>,
    ) -> Result<Attempt, String> {
        let (chess, position) = (self.epd.game(), self.epd.position());
        let fen = chess.fen(position);
        let mut player = game.player(spec, Some(&fen), 1).map_err(|error| error.to_string())?;
        let report =
            player.think(Some(stop.clone()), &mut |_| ()).map_err(|error| error.to_string())?;
        let played = report.pv.first().map_or(String::new(), ToString::to_string);
        let ends_in =
            report.ahead.as_ref().and_then(|ahead| ahead.ends_in.first().copied().flatten());
        let step = chess.parse_move(position, &played);
        Ok(Attempt {
            solved: step.is_ok_and(|step| self.accepts(step, ends_in)),
            played,
            depth: report.depth.unwrap_or(0),
            nodes: report.counts.nodes,
            seconds: report.elapsed.as_secs_f64(),
        })
    }
}

/// The operand of `dm`, direct mate in so many moves.
fn moves_to_mate(text: &str) -> Result<u32, String> {
    const MOST: u32 = 1000;
    match text.parse() {
        Ok(moves @ 1..=MOST) => Ok(moves),
        _ => Err(format!("'dm {text}' should be a number of moves from 1 to {MOST}")),
    }
}
