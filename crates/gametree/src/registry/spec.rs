//! An algorithm by name.

use std::fmt;

use super::entry::{Entry, first_guess, number, sharing};
use super::{ALGORITHMS, SAMPLERS, samplers};
use crate::exact::{FirstGuess, Sharing};
use crate::mcts::Settings;
use crate::model::Value;
use crate::sampler::Sampler;

/// An algorithm with its parameters: `NAME[:key=value,...]`, or `rollout:POLICY[,key=value...]`.
///
/// ```
/// use gametree::registry::Spec;
///
/// let mut spec = Spec::parse("mtd-f")?;
/// assert_eq!(spec.get("guess"), Some("0")); // by default
/// spec.set("guess", "5")?;
/// assert_eq!(spec.to_string(), "mtd-f:guess=5");
/// # Ok::<(), gametree::registry::SpecError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Spec {
    entry: &'static Entry,
    values: Vec<(&'static str, String)>,
}

/// Why a text is not a valid spec.
///
/// ```
/// use gametree::registry::Spec;
///
/// let error = Spec::parse("alfabeta").unwrap_err();
/// assert_eq!(error.to_string(), "unknown algorithm 'alfabeta'; did you mean 'alphabeta'?");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError(pub(crate) String);

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SpecError {}

/// The parameters that a spec sets: keys and values.
type Pairs<'t> = Vec<(&'t str, &'t str)>;

impl Spec {
    /// Parses a spec.
    ///
    /// # Errors
    /// If the name, a parameter or a value is not known; the message says what is.
    pub fn parse(text: &str) -> Result<Spec, SpecError> {
        let (name, pairs) = Spec::split(text)?;
        let all = || ALGORITHMS.iter().chain(SAMPLERS);
        let entry = all().find(|entry| entry.name == name).ok_or_else(|| {
            let names = || all().map(|entry| entry.name);
            let hint = match nearest(name, names()) {
                Some(near) => format!("did you mean '{near}'?"),
                None => format!("known: {}", names().collect::<Vec<_>>().join(" ")),
            };
            SpecError(format!("unknown algorithm '{name}'; {hint}"))
        })?;
        let mut spec = Spec { entry, values: Vec::new() };
        for (key, value) in pairs {
            spec.set(key, value)?;
        }
        Ok(spec)
    }

    /// Splits a spec into its name and the parameters that it sets.
    pub(crate) fn split(text: &str) -> Result<(&str, Pairs<'_>), SpecError> {
        // `rollout:` is part of the name, so its parameters follow after a comma.
        let parameters_from = if text.starts_with("rollout:") { ',' } else { ':' };
        let (name, rest) = text.split_once(parameters_from).unwrap_or((text, ""));
        let pair = |pair| match str::split_once(pair, '=') {
            Some(pair) => Ok(pair),
            None => Err(SpecError(format!("'{pair}' in '{text}' should be of the form key=value"))),
        };
        let pairs = rest.split(',').filter(|_| !rest.is_empty()).map(pair);
        Ok((name, pairs.collect::<Result<_, _>>()?))
    }

    /// Sets a parameter.
    ///
    /// # Errors
    /// If the algorithm has no such parameter, or the value is invalid.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        let name = self.entry.name;
        let Some(parameter) = self.entry.parameters.iter().find(|p| p.name == key) else {
            let known: Vec<&str> = self.entry.parameters.iter().map(|p| p.name).collect();
            return Err(SpecError(match known.as_slice() {
                [] => format!("'{name}' has no parameter '{key}': it has none at all"),
                known => format!("'{name}' has no parameter '{key}' (it has: {})", known.join(" ")),
            }));
        };
        if !(parameter.accepts)(value) {
            let expects = parameter.expects;
            return Err(SpecError(format!("{key}={value} in '{name}' should be {expects}")));
        }
        self.values.retain(|(known, _)| *known != parameter.name);
        self.values.push((parameter.name, value.to_string()));
        Ok(())
    }

    /// Whether the algorithm has such a parameter.
    pub fn has_parameter(&self, key: &str) -> bool {
        self.entry.parameters.iter().any(|p| p.name == key)
    }

    /// Whether a parameter was set, as opposed to left at its default.
    pub fn is_set(&self, key: &str) -> bool {
        self.values.iter().any(|(name, _)| *name == key)
    }

    /// The value of a parameter, set or default; `None` if the algorithm has no such parameter.
    pub fn get(&self, key: &str) -> Option<&str> {
        let set = self.values.iter().find(|(name, _)| *name == key).map(|(_, value)| &**value);
        set.or_else(|| self.entry.parameters.iter().find(|p| p.name == key).map(|p| p.default))
    }

    /// The registry entry of the algorithm.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    /// Whether a search by it can end without a limit: Monte Carlo without proofs never does.
    ///
    /// ```
    /// use gametree::registry::Spec;
    ///
    /// assert!(Spec::parse("mcts-solver")?.ends_by_itself());
    /// assert!(!Spec::parse("mcts")?.ends_by_itself());
    /// # Ok::<(), gametree::registry::SpecError>(())
    /// ```
    pub fn ends_by_itself(&self) -> bool {
        !matches!(self.sampler(), Some(Sampler::Mcts(Settings { proves: false, .. })))
    }

    /// The sampler that it names; `None` if it names a proving algorithm.
    pub fn sampler(&self) -> Option<Sampler> {
        samplers::make(self)
    }

    pub(super) fn number(&self, key: &str) -> Value {
        self.get(key).and_then(number).expect("checked when it was set")
    }

    pub(super) fn first_guess(&self, key: &str) -> FirstGuess {
        self.get(key).and_then(first_guess).expect("checked when it was set")
    }

    pub(super) fn sharing(&self, key: &str) -> Sharing {
        self.get(key).and_then(sharing).expect("checked when it was set")
    }

    pub(super) fn seed(&self, key: &str) -> u64 {
        self.get(key).and_then(|text| text.parse().ok()).expect("checked when it was set")
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.entry.name)?;
        let mut separator = if self.entry.name.starts_with("rollout:") { ',' } else { ':' };
        for (key, value) in &self.values {
            write!(f, "{separator}{key}={value}")?;
            separator = ',';
        }
        Ok(())
    }
}

/// The name that `text` most likely stands for, if one is similar enough.
///
/// ```
/// use gametree::registry::nearest;
///
/// assert_eq!(nearest("scot", ["scout", "minimax"]), Some("scout"));
/// assert_eq!(nearest("quantum", ["scout", "minimax"]), None);
/// ```
pub fn nearest<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let near = |name: &&str| distance(text, name);
    let best = names.into_iter().min_by_key(near)?;
    (near(&best) <= best.len().max(text.len()) / 3).then_some(best)
}

/// How many letters to insert, delete or replace, or neighbours to exchange (Damerau and Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = match (i, j) {
                (0, n) | (n, 0) => n,
                _ => {
                    let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                    let changed = replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
                    let turned = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                    if turned { changed.min(rows[i - 2][j - 2] + 1) } else { changed }
                }
            };
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_described() {
        let all: Vec<&Entry> = ALGORITHMS.iter().chain(SAMPLERS).collect();
        for (i, entry) in all.iter().enumerate() {
            assert!(!entry.summary.is_empty() && !entry.citation.is_empty(), "{}", entry.name);
            assert!(all[..i].iter().all(|other| other.name != entry.name));
            assert_eq!(Spec::parse(entry.name).unwrap().to_string(), entry.name);
            for parameter in entry.parameters {
                assert!((parameter.accepts)(parameter.default), "{}", parameter.name);
            }
        }
    }

    #[test]
    fn specs_are_read_and_written() {
        let spec = Spec::parse("rollout:random,seed=7").unwrap();
        assert_eq!((spec.to_string().as_str(), spec.seed("seed")), ("rollout:random,seed=7", 7));
        let spec = Spec::parse("mtd-f:guess=-2.5").unwrap();
        assert_eq!(spec.first_guess("guess"), FirstGuess::At(Value::new(-2.5).unwrap()));
        let spec = Spec::parse("mtd-f:guess=learned").unwrap();
        assert_eq!(spec.first_guess("guess"), FirstGuess::Learned);
        assert_eq!(Spec::parse("mtd-f").unwrap().get("guess"), Some("0"));
    }

    #[test]
    fn bad_specs_say_what_would_be_right() {
        let error = |text: &str| Spec::parse(text).unwrap_err().to_string();
        assert_eq!(error("alfabeta"), "unknown algorithm 'alfabeta'; did you mean 'alphabeta'?");
        assert!(error("quantum").contains("known: minimax expectimax"), "{}", error("quantum"));
        assert!(error("mtd-f:gess=1").contains("(it has: guess)"));
        assert!(error("fsss:seed=1").contains("none at all"));
        assert!(error("mtd-f:guess=inf").contains("should be a number"));
        assert!(error("mtd-f:guess").contains("key=value"));
        assert!(error("bounded-alphabeta2:slack=no").contains("should be adaptive or static"));
        assert!(error("rollout:random,seed=-1").contains("whole number"));
    }
}
