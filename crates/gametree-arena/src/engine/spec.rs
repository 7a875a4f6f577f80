//! Engines by name: `uci:PROGRAM[,key=value...]`.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use gametree::registry::quantity;

/// A program that speaks the Universal Chess Interface, its options and its limits per move.
///
/// ```
/// use gametree_arena::EngineSpec;
///
/// let engine = EngineSpec::parse("stockfish,Skill Level=5,nodes=10k").unwrap();
/// assert_eq!(engine.to_string(), "uci:stockfish,Skill Level=5,nodes=10k");
/// assert!(EngineSpec::parse("stockfish,nodes=many").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    text: String,
    pub(crate) program: String,
    pub(crate) arguments: Vec<String>,
    pub(crate) options: Vec<(String, String)>,
    pub(crate) nodes: Option<u64>,
    pub(crate) depth: Option<u32>,
    pub(crate) time: Option<Duration>,
}

impl EngineSpec {
    /// How the name of such a player begins.
    pub const PREFIX: &'static str = "uci:";

    /// Reads what follows [`PREFIX`](EngineSpec::PREFIX).
    ///
    /// # Errors
    /// If there is no program, or a limit is no number.
    pub fn parse(text: &str) -> Result<EngineSpec, String> {
        let mut parts = text.split(',');
        let command = parts.next().unwrap_or_default().trim();
        // Arguments follow the program, unless the whole is the name of a file.
        let mut words = match Path::new(command).is_file() {
            true => vec![command.to_string()],
            false => command.split_whitespace().map(str::to_string).collect(),
        }
        .into_iter();
        let example = "such as uci:stockfish,Skill Level=5";
        let Some(program) = words.next() else {
            return Err(format!("'uci:{text}' names no program ({example})"));
        };
        let mut spec = EngineSpec {
            text: format!("{}{text}", Self::PREFIX),
            program,
            arguments: words.collect(),
            options: Vec::new(),
            nodes: None,
            depth: None,
            time: None,
        };
        for part in parts {
            let Some((key, value)) = part.split_once('=') else {
                return Err(format!("'{part}' in '{spec}' should be NAME=VALUE ({example})"));
            };
            let wrong = |reason: String| format!("{key}={value} in '{spec}' {reason}");
            match key.trim() {
                "nodes" => spec.nodes = Some(quantity::count(value).map_err(wrong)?),
                "depth" => spec.depth = Some(quantity::depth(value)?),
                "time" => spec.time = Some(quantity::duration(value).map_err(wrong)?),
                name => spec.options.push((name.to_string(), value.trim().to_string())),
            }
        }
        Ok(spec)
    }

    /// Whether a limit was set.
    pub fn is_limited(&self) -> bool {
        self.nodes.is_some() || self.depth.is_some() || self.time.is_some()
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
