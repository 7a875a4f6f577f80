//! The one list of algorithms and policies. Help, documents, tests and the command derive from it.

use std::fmt;

use crate::classic::{
    AlphaBeta, AlphaBeta2, BoundedAlphaBeta, BoundedAlphaBeta2, DfPn, FirstGuess, Minimax, MtSss,
    MtSss2, MtdBi, MtdF, Scout, Sharing, Star1, Star2,
};
use crate::model::{Game, Knowledge, Value};
use crate::policy::{BestFirst, BestOdds, Expected, Leftmost, MaxUpper, Random, Uct};
use crate::rollout::{Fsss, Rollout};
use crate::run::{Algorithm, Memory, Outcome, Probe, Search, SearchError, Workspace};
use crate::store::Store;

/// An algorithm as people know it.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its name in specs.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Where it comes from.
    pub citation: &'static str,
    /// Whether it takes games with chance nodes.
    pub takes_chance: bool,
    /// Whether it can be content with an answer within epsilon.
    pub takes_epsilon: bool,
    /// Whether it knows positions again, so that it ends where play has circles.
    pub takes_circles: bool,
    /// What a store is to it.
    pub memory: Memory,
    /// What can be set.
    pub parameters: &'static [Parameter],
}

/// Something that can be set.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name in specs.
    pub name: &'static str,
    /// What it means, in one line.
    pub summary: &'static str,
    /// What it is if nobody sets it.
    pub default: &'static str,
    /// Which texts are values.
    accepts: fn(&str) -> bool,
    /// Which texts those are, for people.
    expects: &'static str,
}

const GUESS: Parameter = Parameter {
    name: "guess",
    summary: "the value to start from, or learned: from a few leaves reached at random",
    default: "0",
    accepts: |text| first_guess(text).is_some(),
    expects: "a number or learned",
};

const SEED: Parameter = Parameter {
    name: "seed",
    summary: "which stream of random choices",
    default: "1",
    accepts: |text| text.parse::<u64>().is_ok(),
    expects: "a whole number from 0 to 18446744073709551615",
};

const SLACK: Parameter = Parameter {
    name: "slack",
    summary: "whether an outcome of chance leaves what it does not need of epsilon to later ones",
    default: "adaptive",
    accepts: |text| sharing(text).is_some(),
    expects: "adaptive or static",
};

const LAMBDA: Parameter = Parameter {
    name: "lambda",
    summary: "how much is tried that looks worse, in units of the spread of the leaves seen",
    default: "0.5",
    accepts: |text| number(text).is_some_and(|lambda| lambda >= Value::ZERO),
    expects: "a number of at least 0",
};

fn first_guess(text: &str) -> Option<FirstGuess> {
    if text == "learned" {
        return Some(FirstGuess::Learned);
    }
    number(text).map(FirstGuess::At)
}

fn sharing(text: &str) -> Option<Sharing> {
    match text {
        "adaptive" => Some(Sharing::Adaptive),
        "static" => Some(Sharing::Static),
        _ => None,
    }
}

fn number(text: &str) -> Option<Value> {
    text.parse().ok().and_then(Value::new).filter(|v| v.is_finite())
}

/// Makes the list, and the one place where a name becomes a type.
macro_rules! algorithms {
    ($($name:literal: $type:ty = |$spec:ident| $make:expr, [$($parameter:ident)*],
        $summary:literal, $citation:literal;)*) => {
        /// Every algorithm, in the order in which people meet them.
        pub const ALGORITHMS: &[Entry] = &[$(Entry {
            name: $name,
            summary: $summary,
            citation: $citation,
            takes_chance: <$type as Algorithm>::TAKES_CHANCE,
            takes_epsilon: <$type as Algorithm>::TAKES_EPSILON,
            takes_circles: <$type as Algorithm>::TAKES_CIRCLES,
            memory: <$type as Algorithm>::MEMORY,
            parameters: &[$($parameter),*],
        }),*];

        fn dispatch<V: Visitor>(spec: &Spec, visitor: V) -> V::Output {
            match spec.entry.name {
                $($name => visitor.visit(|| -> $type { let $spec = spec; $make }),)*
                _ => unreachable!("a spec has an entry of the list"),
            }
        }
    };
}

algorithms! {
    "minimax": Minimax = |_s| Minimax, [],
        "every leaf, no pruning; also chance nodes", "von Neumann 1928";
    "expectimax": Minimax = |_s| Minimax, [],
        "minimax by its name where there are chance nodes", "Michie 1966";
    "alphabeta": AlphaBeta = |_s| AlphaBeta, [],
        "alpha-beta, transmitting one value", "Huang 2015, Algorithm 1; Knuth, Moore 1975";
    "alphabeta2": AlphaBeta2 = |_s| AlphaBeta2, [],
        "alpha-beta, transmitting both bounds", "Huang 2015, Algorithm 5";
    "mt-sss": MtSss = |_s| MtSss, [],
        "SSS* as a series of null windows, over alphabeta",
        "Huang 2015, Algorithm 2; Plaat et al. 1996; Stockman 1979";
    "mt-sss2": MtSss2 = |_s| MtSss2, [],
        "augmented SSS*: null windows over alphabeta2", "Huang 2015, Algorithms 2 and 5";
    "mtd-f": MtdF = |s| MtdF { guess: s.first_guess("guess") }, [GUESS],
        "null windows from a first guess, over alphabeta2", "Plaat et al. 1996";
    "mtd-bi": MtdBi = |_s| MtdBi, [],
        "null windows that divide what is possible, over alphabeta2", "Plaat et al. 1996";
    "scout": Scout = |_s| Scout, [],
        "the first child in full, the others by a null window",
        "Pearl 1980; Reinefeld 1983";
    "df-pn": DfPn = |_s| DfPn, [],
        "proof-number search, depth first: where the fewest leaves decide",
        "Nagai 2002; Allis et al. 1994";
    "star1": Star1 = |_s| Star1, [],
        "alpha-beta with chance nodes: outcomes matter as far as the average can", "Ballard 1983";
    "star2": Star2 = |_s| Star2, [],
        "star1 that first probes one successor of every outcome",
        "Ballard 1983; Hauk, Buro, Schaeffer 2004";
    "bounded-alphabeta": BoundedAlphaBeta = |_s| BoundedAlphaBeta, [],
        "alpha-beta and star1, content with an answer within epsilon",
        "Atzmon, Stern, Saffidine 2018, Algorithm 1";
    "bounded-alphabeta2": BoundedAlphaBeta2 =
        |s| BoundedAlphaBeta2 { sharing: s.sharing("slack") }, [SLACK],
        "the same, with epsilon shared out among outcomes as they need it",
        "Atzmon, Stern, Saffidine 2018, Eq. 26";
    "fsss": Fsss = |_s| Fsss::new(), [],
        "FSSS-Minimax: rollouts that never leave alpha-beta's tree",
        "Weinstein, Littman, Goschin 2012, Algorithm 1";
    "rollout:leftmost": Rollout<Leftmost> = |_s| Rollout::new(Leftmost), [],
        "rollouts to the first active child: alpha-beta's leaves",
        "Huang 2015, Algorithm 4, Eq. 5";
    "rollout:max-upper": Rollout<MaxUpper> = |_s| Rollout::new(MaxUpper), [],
        "rollouts to the largest upper bound: mt-sss2's leaves",
        "Huang 2015, Algorithm 4, Eq. 6";
    "rollout:best-first": Rollout<BestFirst> = |_s| Rollout::new(BestFirst), [],
        "rollouts to where most is at stake: the choice where there are dice", "ours";
    "rollout:expected": Rollout<Expected> = |_s| Rollout::new(Expected::new()), [],
        "rollouts to where most is to be expected, learned while searching: dice and dear leaves",
        "ours; Clark 1961";
    "rollout:odds": Rollout<BestOdds> = |_s| Rollout::new(BestOdds::new()), [],
        "rollouts to where a leaf is likeliest to settle what the root is worth: dear leaves, no dice",
        "ours";
    "rollout:uct": Rollout<Uct> = |s| Rollout::new(Uct::new(s.number("lambda").get())), [LAMBDA],
        "rollouts by the averages of leaves, over active children only: UCT, but exact",
        "Huang 2015, section 5; Kocsis, Szepesvári 2006";
    "rollout:max-upper-uct": Rollout<Uct> =
        |s| Rollout::new(Uct::among_equals(s.number("lambda").get())), [LAMBDA],
        "rollouts to the largest upper bound, and among equals by averages",
        "Huang 2015, Algorithm 12";
    "rollout:random": Rollout<Random> = |s| Rollout::new(Random::new(s.seed("seed"))), [SEED],
        "rollouts to any active child, by chance", "Huang 2015, Algorithm 4";
}

/// Takes the algorithm that a spec names, as a type.
trait Visitor {
    type Output;

    fn visit<A: Algorithm>(self, make: impl FnMut() -> A) -> Self::Output;
}

/// An algorithm with its parameters: `NAME[:key=value,...]`, or `rollout:POLICY[,key=value...]`.
#[derive(Clone, Debug)]
pub struct Spec {
    entry: &'static Entry,
    values: Vec<(&'static str, String)>,
}

/// Why a text is not a spec.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecError(String);

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SpecError {}

impl Spec {
    /// Reads a spec.
    ///
    /// # Errors
    /// If the name, a parameter or a value is not known; the message says what would be.
    pub fn parse(text: &str) -> Result<Spec, SpecError> {
        // `rollout:` is part of the name, so its parameters follow after a comma.
        let parameters_from = if text.starts_with("rollout:") { ',' } else { ':' };
        let (name, rest) = text.split_once(parameters_from).unwrap_or((text, ""));
        let entry = ALGORITHMS.iter().find(|entry| entry.name == name).ok_or_else(|| {
            let names = || ALGORITHMS.iter().map(|entry| entry.name);
            let hint = match nearest(name, names()) {
                Some(near) => format!("did you mean '{near}'?"),
                None => format!("known: {}", names().collect::<Vec<_>>().join(" ")),
            };
            SpecError(format!("unknown algorithm '{name}'; {hint}"))
        })?;
        let mut spec = Spec { entry, values: Vec::new() };
        for pair in rest.split(',').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').ok_or_else(|| {
                SpecError(format!("'{pair}' in '{text}' should be of the form key=value"))
            })?;
            spec.set(key, value)?;
        }
        Ok(spec)
    }

    /// Sets a parameter.
    ///
    /// # Errors
    /// If the algorithm has no such parameter, or the value is not one.
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

    /// The value of a parameter, set or by default; nothing if the algorithm has no such one.
    pub fn get(&self, key: &str) -> Option<&str> {
        let set = self.values.iter().find(|(name, _)| *name == key).map(|(_, value)| &**value);
        set.or_else(|| self.entry.parameters.iter().find(|p| p.name == key).map(|p| p.default))
    }

    /// What is listed about the algorithm.
    pub fn entry(&self) -> &'static Entry {
        self.entry
    }

    fn number(&self, key: &str) -> Value {
        self.get(key).and_then(number).expect("checked when it was set")
    }

    fn first_guess(&self, key: &str) -> FirstGuess {
        self.get(key).and_then(first_guess).expect("checked when it was set")
    }

    fn sharing(&self, key: &str) -> Sharing {
        self.get(key).and_then(sharing).expect("checked when it was set")
    }

    fn seed(&self, key: &str) -> u64 {
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

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Search<'_, G, K, P> {
    /// Answers the question with the algorithm that `spec` names.
    ///
    /// # Errors
    /// As [`Search::run`].
    pub fn run_spec(self, spec: &Spec) -> Result<Outcome<G::Move>, SearchError> {
        dispatch(spec, RunOne(self))
    }

    /// The same over the store that `workspace` has for it.
    ///
    /// # Errors
    /// As [`Search::run_in`].
    pub fn run_spec_in(
        self,
        spec: &Spec,
        workspace: &mut Workspace,
    ) -> Result<Outcome<G::Move>, SearchError> {
        dispatch(spec, RunIn(self, workspace))
    }

    /// The same over a store of the caller's.
    ///
    /// # Errors
    /// As [`Search::run_over`].
    pub fn run_spec_over<S: Store<G>>(
        self,
        spec: &Spec,
        store: &mut S,
    ) -> Result<Outcome<G::Move>, SearchError> {
        dispatch(spec, RunOver(self, store))
    }
}

struct RunOne<'a, G: Game, K, P>(Search<'a, G, K, P>);

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Visitor for RunOne<'_, G, K, P> {
    type Output = Result<Outcome<G::Move>, SearchError>;

    fn visit<A: Algorithm>(self, mut make: impl FnMut() -> A) -> Self::Output {
        self.0.run(&mut make())
    }
}

struct RunIn<'a, 'w, G: Game, K, P>(Search<'a, G, K, P>, &'w mut Workspace);

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Visitor for RunIn<'_, '_, G, K, P> {
    type Output = Result<Outcome<G::Move>, SearchError>;

    fn visit<A: Algorithm>(self, mut make: impl FnMut() -> A) -> Self::Output {
        self.0.run_in(&mut make(), self.1)
    }
}

struct RunOver<'a, 's, G: Game, K, P, S>(Search<'a, G, K, P>, &'s mut S);

impl<G: Game, K: Knowledge<G>, P: Probe<G>, S: Store<G>> Visitor for RunOver<'_, '_, G, K, P, S> {
    type Output = Result<Outcome<G::Move>, SearchError>;

    fn visit<A: Algorithm>(self, mut make: impl FnMut() -> A) -> Self::Output {
        self.0.run_over(&mut make(), self.1)
    }
}

/// The name that somebody who wrote `text` most likely meant, if one is near.
pub fn nearest<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let near = |name: &&str| distance(text, name);
    let best = names.into_iter().min_by_key(near)?;
    (near(&best) <= best.len().max(text.len()) / 3).then_some(best)
}

/// Levenshtein's distance: how many letters to insert, delete or replace.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_described() {
        for (i, entry) in ALGORITHMS.iter().enumerate() {
            assert!(!entry.summary.is_empty() && !entry.citation.is_empty(), "{}", entry.name);
            assert!(ALGORITHMS[..i].iter().all(|other| other.name != entry.name));
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
