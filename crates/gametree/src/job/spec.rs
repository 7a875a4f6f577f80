//! Players by name: an algorithm with its limits per move.

use std::fmt;
use std::time::Duration;

use crate::limits::Limits;
use crate::registry::{Spec, SpecError, quantity};
use crate::sampler::Sampler;

/// A player: an algorithm of the registry with its parameters and its limits per move.
/// `NAME[:key=value,...]`, or `rollout:POLICY[,key=value...]`.
///
/// Besides its own parameters, every player has `nodes`, `leaves`, `time` and `memory`, the limits for
/// each move; `depth`, `reuse` and `facts`.
///
/// ```
/// use gametree::job::PlayerSpec;
///
/// let mut player = PlayerSpec::parse("mcts:c=0.8")?;
/// player.set("nodes", "10k")?;
/// assert_eq!(player.limits().nodes, Some(10_000));
/// assert_eq!(player.algorithm().get("c"), Some("0.8"));
/// assert_eq!(player.to_string(), "mcts:c=0.8,nodes=10k");
/// # Ok::<(), gametree::registry::SpecError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlayerSpec {
    text: String,
    pub(super) algorithm: Spec,
    pub(super) limits: Limits,
    pub(super) depth: Option<u32>,
    pub(super) reuse: bool,
    pub(super) facts: bool,
}

/// The parameters of every player, and what they mean.
pub(super) const PLAYER_PARAMETERS: [(&str, &str); 7] = [
    ("nodes", "the limit for each move, in nodes"),
    ("leaves", "the limit for each move, in leaves: rewards and evaluations"),
    ("time", "the limit for each move, in time (1s if there is no other limit)"),
    ("memory", "the limit on memory (256MiB by default)"),
    ("depth", "for algorithms that prove: the depth of iterative deepening, in moves"),
    (
        "reuse",
        "for algorithms that sample: whether the tree is kept from move to move (yes) or not",
    ),
    ("facts", "whether the game's facts beyond its rules are used (yes) or not"),
];

/// The default memory limit of a player.
const DEFAULT_MEMORY: usize = 256 << 20;
/// The default time limit per move, if there is no other limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

impl PlayerSpec {
    /// Parses a player.
    ///
    /// # Errors
    /// If the name, a parameter or a value is not known; the message says what is.
    pub fn parse(text: &str) -> Result<PlayerSpec, SpecError> {
        let (name, pairs) = Spec::split(text)?;
        let mut player = PlayerSpec {
            text: text.to_string(),
            algorithm: Spec::parse(name)?,
            limits: Limits::none().memory(DEFAULT_MEMORY),
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
    /// If there is no such parameter, or the value is invalid.
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

    /// Whether a limit was set.
    pub fn is_limited(&self) -> bool {
        let Limits { nodes, leaves, time, .. } = &self.limits;
        nodes.is_some() || leaves.is_some() || time.is_some() || self.depth.is_some()
    }

    /// The limits per move.
    pub fn limits(&self) -> Limits {
        let time = if self.is_limited() { self.limits.time } else { Some(DEFAULT_TIME) };
        self.limits.clone().time(time)
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

    /// The algorithm of the player.
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
            error("ab:p=1")
                .contains("(it has: k l count seed nodes leaves time memory reuse facts)")
        );
        assert!(error("mcts-alphabeta:p=1.5").contains("should be a number from 0 to 1"));
        assert!(error("ab:nodes=many").contains("nodes=many in 'ab' should be a whole number"));
        assert!(error("ab:nodes").contains("key=value"));
        assert!(error("alphabeta:reuse=no").contains("no parameter 'reuse'"));
        assert!(error("mcts:playout=ic").contains(
            "should be random, careful, informed, learned, ic:N, eval, mm:N or mm-play:N"
        ));
    }
}
