//! Who takes part in a match.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::job::{AnyGame, PlayerSpec};

use crate::engine::{Engine, EngineSpec};
use crate::seat::{Failure, Forfeit, Own, Seat};

/// Who takes part in a match: a player of this engine, or another program.
///
/// ```
/// use gametree_arena::Contestant;
///
/// assert!(!Contestant::parse("mcts:nodes=100").unwrap().depends_on_time(false));
/// assert!(Contestant::parse("uci:stockfish").unwrap().depends_on_time(false));
/// ```
#[derive(Clone, Debug)]
pub enum Contestant {
    /// A player of this engine.
    Own(PlayerSpec),
    /// A program that speaks the Universal Chess Interface.
    Engine(EngineSpec),
}

impl Contestant {
    /// Reads a player: `NAME[:key=value,...]`, or `uci:PROGRAM[,key=value...]`.
    ///
    /// # Errors
    /// If a name, a parameter or a value is not known.
    pub fn parse(text: &str) -> Result<Contestant, String> {
        match text.strip_prefix(EngineSpec::PREFIX) {
            Some(rest) => EngineSpec::parse(rest).map(Contestant::Engine),
            None => PlayerSpec::parse(text).map(Contestant::Own).map_err(|error| error.to_string()),
        }
    }

    /// Whether its moves depend on time, and may differ from one run to the next; with clocks those of every player
    /// without a limit of its own do.
    pub fn depends_on_time(&self, clocks: bool) -> bool {
        match self {
            Contestant::Own(spec) => spec.depends_on_time() || (clocks && !spec.is_limited()),
            Contestant::Engine(spec) => spec.time.is_some() || !spec.is_limited(),
        }
    }

    /// Whether it has a limit of its own, so that its clock does not run.
    pub fn is_limited(&self) -> bool {
        match self {
            // One that does not search needs no limit.
            Contestant::Own(spec) => spec.is_limited() || !spec.depends_on_time(),
            Contestant::Engine(spec) => spec.is_limited(),
        }
    }

    /// Takes a seat for a new game.
    pub(crate) fn sit_down<'g>(
        &'g self,
        game: &'g AnyGame,
        position: Option<&str>,
        seed: u64,
        abandon: &Arc<AtomicBool>,
    ) -> Result<Box<dyn Seat + 'g>, Failure> {
        Ok(match self {
            Contestant::Own(spec) => {
                let own = Own::new(game, spec, position, seed, abandon);
                Box::new(own.map_err(Failure::Broken)?)
            }
            Contestant::Engine(spec) => {
                Box::new(Engine::start(spec, game).map_err(Forfeit::Crash)?)
            }
        })
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Own(spec) => spec.fmt(f),
            Contestant::Engine(spec) => spec.fmt(f),
        }
    }
}
