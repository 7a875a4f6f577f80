//! Players by name: a search with what it may spend on a move.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::JobError;
use crate::model::{Bounds, NotationError, Turn, Value};
use crate::registry::{Spec, SpecError, quantity};
use crate::run::{Counts, Limits, Stop};
use crate::sampling::Sampler;

/// A player: an algorithm of the registry with its parameters, and what it may spend on a move.
/// `NAME[:key=value,...]`, or `rollout:POLICY[,key=value...]`.
///
/// Besides its own parameters every algorithm has as a player those of [`PLAYER_PARAMETERS`].
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    text: String,
    pub(super) algorithm: Spec,
    pub(super) limits: Limits,
    pub(super) depth: Option<u32>,
    pub(super) reuse: bool,
    pub(super) facts: bool,
}

/// What can be set about every player, and what it means.
pub const PLAYER_PARAMETERS: [(&str, &str); 7] = [
    ("nodes", "what it may spend on a move: so many nodes"),
    ("leaves", "so many leaves: rewards, evaluations"),
    ("time", "so much time (1s if nothing else limits it)"),
    ("memory", "how much it may store (256MiB by default)"),
    ("depth", "for the algorithms that prove: how many moves to look ahead, step by step"),
    (
        "reuse",
        "for those that sample: whether it keeps what it knows from move to move (yes), or not",
    ),
    ("facts", "whether what the game states beyond its rules counts (yes), or not"),
];

/// What a player may store if nobody says otherwise.
const DEFAULT_MEMORY: usize = 256 << 20;
/// How long a player thinks about a move if nothing else limits it.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

impl PlayerSpec {
    /// Reads a player.
    ///
    /// # Errors
    /// If the name, a parameter or a value is not known; the message says what would be.
    pub fn parse(text: &str) -> Result<PlayerSpec, SpecError> {
        let (name, pairs) = Spec::split(text)?;
        let mut player = PlayerSpec {
            text: text.to_string(),
            algorithm: Spec::parse(name)?,
            limits: Limits { memory: Some(DEFAULT_MEMORY), ..Limits::none() },
            depth: None,
            reuse: true,
            facts: true,
        };
        for (key, value) in pairs {
            player.change(key, value)?;
        }
        Ok(player)
    }

    /// Sets a parameter, of the algorithm or of the player.
    ///
    /// # Errors
    /// If there is no such parameter, or the value is not one.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        self.change(key, value)?;
        let name = self.algorithm.entry().name;
        let separator = match name.starts_with("rollout:") || self.text.len() > name.len() {
            true => ',',
            false => ':',
        };
        self.text += &format!("{separator}{key}={value}");
        Ok(())
    }

    /// Whether somebody has said what it may spend.
    pub fn is_limited(&self) -> bool {
        let Limits { nodes, leaves, time, .. } = &self.limits;
        nodes.is_some() || leaves.is_some() || time.is_some() || self.depth.is_some()
    }

    /// What it may spend on a move.
    pub fn limits(&self) -> Limits {
        let time = if self.is_limited() { self.limits.time } else { Some(DEFAULT_TIME) };
        Limits { time, ..self.limits.clone() }
    }

    fn change(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        let name = self.algorithm.entry().name;
        let samples = self.algorithm.sampler().is_some();
        let wrong = |expected: String| SpecError(format!("{key}={value} in '{name}' {expected}"));
        let yes = || match value {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err(wrong("should be yes or no".into())),
        };
        match key {
            "nodes" => self.limits.nodes = Some(quantity::count(value).map_err(wrong)?),
            "leaves" => self.limits.leaves = Some(quantity::count(value).map_err(wrong)?),
            "time" => self.limits.time = Some(quantity::duration(value).map_err(wrong)?),
            "memory" => self.limits.memory = Some(quantity::memory(value).map_err(wrong)?),
            "facts" => self.facts = yes()?,
            "reuse" if samples => self.reuse = yes()?,
            "depth" if !samples => self.depth = Some(quantity::depth(value).map_err(SpecError)?),
            _ if self.algorithm.has_parameter(key) => self.algorithm.set(key, value)?,
            _ => return Err(self.unknown(key)),
        }
        Ok(())
    }

    fn unknown(&self, key: &str) -> SpecError {
        let entry = self.algorithm.entry();
        let samples = self.algorithm.sampler().is_some();
        let common = PLAYER_PARAMETERS.iter().map(|(name, _)| *name);
        let common = common.filter(|name| *name != if samples { "depth" } else { "reuse" });
        let own = entry.parameters.iter().map(|parameter| parameter.name);
        let known = own.chain(common).collect::<Vec<_>>().join(" ");
        SpecError(format!("'{}' has no parameter '{key}' (it has: {known})", entry.name))
    }

    /// The algorithm it plays by.
    pub fn algorithm(&self) -> &Spec {
        &self.algorithm
    }

    /// Whether its moves depend on the clock, and may differ from one run to the next.
    pub fn depends_on_time(&self) -> bool {
        let at_once = matches!(self.algorithm.sampler(), Some(Sampler::Random(_)));
        self.limits().time.is_some() && !at_once
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// What a player thinks of a position.
#[derive(Clone, Debug)]
pub struct Opinion {
    /// The best moves known, both sides playing well; the first is the one to play.
    pub line: Vec<String>,
    /// The moves that were looked at, the best first.
    pub moves: Vec<MoveOpinion>,
    /// What is proven of the position.
    pub bounds: Bounds,
    /// What it seems to be worth to MAX by samples or chances of winning, from 0 to 1 (all there is to
    /// get).
    pub mean: Option<f64>,
    /// What it seems to be worth by evaluations at a horizon, as a value of the game.
    pub estimate: Option<Value>,
    /// How far the bounds may be apart and still count as met.
    pub allowance: f64,
    /// How many plies were looked ahead, by those who do.
    pub depth: Option<u32>,
    /// What was spent.
    pub counts: Counts,
    /// How long that took.
    pub elapsed: Duration,
    /// Why thinking ended; nothing while it goes on.
    pub stop: Option<Stop>,
}

impl Opinion {
    /// The value that is proven, as exactly as it can be known.
    pub fn proven(&self) -> Option<Value> {
        (self.bounds.width() <= self.allowance).then(|| self.bounds.middle())
    }
}

/// What a player thinks of a move.
#[derive(Clone, Debug)]
pub struct MoveOpinion {
    /// The move.
    pub text: String,
    /// How many rollouts went through it; nought to those who do not sample.
    pub visits: u32,
    /// What it seems to be worth to MAX, from 0 to 1.
    pub mean: f64,
    /// What is proven of it.
    pub bounds: Bounds,
    /// It and the best moves known after it, both sides playing well.
    pub line: Vec<String>,
}

/// A player at a game, without the game's type.
pub trait AnyPlayer {
    /// Thinks about the position that the game has come to, and says what to play. Whoever sets `stop`
    /// ends that. Tells `watch` from time to time what it thinks so far.
    ///
    /// # Errors
    /// If the algorithm cannot play this game, or the game is over.
    fn think(
        &mut self,
        stop: Option<Arc<AtomicBool>>,
        watch: &mut dyn FnMut(&Opinion),
    ) -> Result<Opinion, JobError>;

    /// A move was made, by whomever, or by chance.
    ///
    /// # Errors
    /// If it is not legal.
    fn advance(&mut self, mv: &str) -> Result<(), NotationError>;
}

/// A game in progress, without its type.
pub trait AnyBoard {
    /// Whose turn it is, or what the game was worth.
    fn turn(&self) -> Turn;

    /// The legal moves.
    fn moves(&self) -> Vec<String>;

    /// Makes a move.
    ///
    /// # Errors
    /// If it is not legal; the message says what would be.
    fn play(&mut self, mv: &str) -> Result<(), NotationError>;

    /// Where chance moves, the outcomes and how likely they are.
    fn outcomes(&self) -> Vec<(String, f64)>;

    /// Takes back the last move; false if there is none.
    fn take_back(&mut self) -> bool;

    /// The moves made so far.
    fn played(&self) -> &[String];

    /// The position, drawn.
    fn drawing(&self) -> String;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read() {
        let text = "mcts-alphabeta:p=0.95,k=8,l=6,w=200,f=8,nodes=2500";
        let player = PlayerSpec::parse(text).unwrap();
        assert_eq!(player.to_string(), text);
        assert_eq!((player.limits.nodes, player.limits.time), (Some(2500), None));
        assert_eq!(player.algorithm.get("p"), Some("0.95"));
        let player = PlayerSpec::parse("mcts-solver:playout=ic:3,time=100ms,reuse=no").unwrap();
        assert_eq!(player.limits.time, Some(Duration::from_millis(100)));
        assert!(!player.reuse && player.depends_on_time());
        let mut random = PlayerSpec::parse("random").unwrap();
        assert_eq!(random.limits().time, Some(DEFAULT_TIME));
        assert!(!random.depends_on_time());
        random.set("nodes", "5").unwrap();
        random.set("seed", "7").unwrap();
        assert_eq!(
            (random.limits().time, random.to_string().as_str()),
            (None, "random:nodes=5,seed=7")
        );
        assert_eq!(PlayerSpec::parse("rollout:leftmost,depth=4").unwrap().depth, Some(4));
    }

    #[test]
    fn bad_players_say_what_would_be_right() {
        let error = |text: &str| PlayerSpec::parse(text).unwrap_err().to_string();
        assert!(error("mcts-solvr").contains("did you mean 'mcts-solver'?"));
        assert!(
            error("ab:p=1").contains("(it has: k l seed nodes leaves time memory reuse facts)")
        );
        assert!(error("mcts-alphabeta:p=1.5").contains("should be a number from 0 to 1"));
        assert!(error("ab:nodes=many").contains("nodes=many in 'ab' should be a whole number"));
        assert!(error("ab:nodes").contains("key=value"));
        assert!(error("alphabeta:reuse=no").contains("no parameter 'reuse'"));
        assert!(
            error("mcts:playout=ic").contains("should be random, informed, ic:N, eval or mm:N")
        );
    }
}
