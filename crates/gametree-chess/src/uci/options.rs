//! The options of the engine.

use std::num::NonZero;
use std::time::Duration;

use gametree::job::PlayerSpec;

use super::Say;

/// The options, as they are set.
pub struct Options {
    algorithm: String,
    /// In MiB.
    hash: u32,
    lines: u32,
    pub threads: NonZero<usize>,
    pub overhead: Duration,
    /// Whether Chess960 is played.
    pub shuffled: bool,
}

const MOST_HASH: u32 = 65_536;
const MOST_LINES: u32 = 256;
const MOST_THREADS: usize = 256;
const MOST_OVERHEAD: u64 = 5_000;

impl Options {
    /// Options with another algorithm than usual.
    pub fn new(algorithm: &str) -> Result<Options, String> {
        PlayerSpec::parse(algorithm).map_err(|error| error.to_string())?;
        let overhead = Duration::from_millis(10);
        Ok(Options {
            algorithm: algorithm.into(),
            hash: 32,
            lines: 1,
            threads: NonZero::<usize>::MIN,
            overhead,
            shuffled: false,
        })
    }

    /// Says who the engine is, and what can be set.
    pub fn introduce(&self, say: Say) {
        say(&format!("id name gametree {}", env!("CARGO_PKG_VERSION")));
        say("id author the gametree developers");
        say(&format!("option name Algorithm type string default {}", self.algorithm));
        say(&format!("option name Hash type spin default 32 min 1 max {MOST_HASH}"));
        say(&format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"));
        say(&format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"));
        say(&format!("option name Move Overhead type spin default 10 min 0 max {MOST_OVERHEAD}"));
        say("option name Clear Hash type button");
        say("option name Ponder type check default false");
        say("option name UCI_Chess960 type check default false");
        say("uciok");
    }

    /// Sets an option. True if what the engine remembers has to go.
    pub fn set(&mut self, words: &[&str]) -> Result<bool, String> {
        let [first, rest @ ..] = words else { return Ok(false) };
        if *first != "name" {
            return Ok(false);
        }
        let split = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
        let name = rest[..split].join(" ");
        let value = rest.get(split + 1..).unwrap_or_default().join(" ");
        let number = |least: u64, most: u64| {
            let number = value.parse().ok().filter(|number| (least..=most).contains(number));
            number.ok_or_else(|| format!("{name} should be a number from {least} to {most}"))
        };
        match name.to_ascii_lowercase().as_str() {
            "algorithm" => {
                PlayerSpec::parse(&value).map_err(|error| error.to_string())?;
                self.algorithm = value;
            }
            "hash" => self.hash = number(1, MOST_HASH.into())? as u32,
            "threads" => {
                let threads = number(1, MOST_THREADS as u64)? as usize;
                self.threads = NonZero::new(threads).expect("it is at least 1");
            }
            "multipv" => self.lines = number(1, MOST_LINES.into())? as u32,
            "move overhead" => {
                self.overhead = Duration::from_millis(number(0, MOST_OVERHEAD)?);
                return Ok(false);
            }
            "uci_chess960" => self.shuffled = value == "true",
            "clear hash" => (),
            // Pondering is up to the other side.
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The player that the options describe.
    pub fn player(&self) -> PlayerSpec {
        let mut spec = PlayerSpec::parse(&self.algorithm).expect("it was checked");
        let has = |spec: &PlayerSpec, key: &str| {
            spec.algorithm().has_parameter(key) && !spec.algorithm().is_set(key)
        };
        let hash = format!("{}MiB", self.hash);
        if has(&spec, "hash") {
            spec.set("hash", &hash).expect("it is an amount of memory");
            // The table takes at most half of it.
            spec.set("memory", &format!("{}MiB", 2 * u64::from(self.hash) + 64))
                .expect("so is this");
        }
        if has(&spec, "lines") {
            spec.set("lines", &self.lines.to_string()).expect("it is a number");
        }
        spec
    }
}
