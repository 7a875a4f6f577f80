//! Certificates: every answer gets one, the checker accepts it, and nothing else.

#[path = "../common/effort.rs"]
mod effort;
mod graph;
mod mutants;
mod reference;
mod refusals;
mod smallest;
mod threads;

use std::num::NonZero;

use effort::effort;
use gametree::job::{AnyGame, Job};
use gametree::proof::Proof;
use gametree::proof::check::{CheckError, Checked, check};
use gametree::proof::format::Reader;
use gametree::registry::{ALGORITHMS, Spec};
use gametree::{Bounds, Epsilon, Game, Limits, Storage, Value, Workspace};

use num_rational::BigRational;

use graph::{Draws, Graph};
use reference::Contents;

/// The question that a seed asks about its graph.
struct Question {
    game: Graph,
    job: Job,
    storage: Storage,
    /// How many threads prove the answer.
    threads: NonZero<usize>,
}

impl Question {
    fn new(seed: u64) -> Question {
        let mut draws = Draws(seed ^ 0xfeed);
        let game = Graph::new(seed, draws.coin());
        let chance = game.has_chance_nodes();
        let epsilon = match draws.below(4) {
            0 => Epsilon::percent(20.0).unwrap(),
            _ => Epsilon::NONE,
        };
        let takes: Vec<&str> = ALGORITHMS
            .iter()
            .filter(|e| (e.takes_chance || !chance) && (e.takes_epsilon || epsilon.is_none()))
            .map(|entry| entry.name)
            .collect();
        let spec = Spec::parse(takes[draws.below(takes.len())]).unwrap();
        let leaves = (draws.below(4) == 0).then(|| draws.below(12) as u64);
        // A few records of a table, so that much is forgotten.
        let memory = (draws.below(3) == 0).then_some(4096);
        let limits = Limits::none().leaves(leaves).memory(memory);
        let facts = game.style.facts && draws.coin();
        let storage = if draws.coin() { Storage::Auto } else { Storage::Plain };
        let job = Job::new(Some(spec)).epsilon(epsilon).limits(limits).facts(facts);
        Question { game, job, storage, threads: NonZero::<usize>::MIN }
    }

    /// What the search finds, and its proof.
    fn prove(&self) -> (Bounds, Proof) {
        let mut workspace = Workspace::new(self.storage);
        let (job, game) = (&self.job, AnyGame::new(self.game.clone()));
        let report = game.run_in(job, &mut (), &mut workspace).unwrap();
        // The proof of a cut answer has to be found with what little there is.
        let free = Limits::none();
        let free = job.clone().limits(free).threads(self.threads);
        let proof = game.prove(&free, report.bounds, &mut workspace, &mut |_| ()).unwrap();
        (report.bounds, proof)
    }
}

/// The number as a fraction; nothing if it is infinite.
fn exact(value: Value) -> Option<BigRational> {
    BigRational::from_float(value.get())
}

fn checked(game: &Graph, bytes: &[u8], asked: Option<&str>) -> Result<Checked, CheckError> {
    check(game, &mut Reader::new(bytes)?, asked)
}

#[test]
fn every_answer_gets_a_certificate_that_is_accepted() {
    // The last one is a case in which a shared position is proven in steps, each rounded.
    for seed in (0..effort(12_000)).chain([73_488]) {
        let question = Question::new(seed);
        let (found, proof) = question.prove();
        let bytes = proof.write(Vec::new(), "graph", "").unwrap();
        let checked = checked(&question.game, &bytes, None)
            .unwrap_or_else(|error| panic!("seed {seed}: {error} {:?}", question.game));
        // The proof is of the interval that was found, but for rounding.
        let off = |a: Value, b: Value| a != b && (a.get() - b.get()).abs() > 1e-9;
        assert!(!off(proof.bounds.lower, found.lower), "seed {seed}: {} {found}", proof.bounds);
        assert!(!off(proof.bounds.upper, found.upper), "seed {seed}: {} {found}", proof.bounds);
        if !question.game.has_chance_nodes() {
            assert_eq!(proof.bounds, found, "seed {seed}");
        }
        assert!(proof.bounds.encloses(checked.bounds), "seed {seed}");
        // To the last bit: nothing was rounded to the wrong side.
        let [lower, upper] = [checked.bounds.lower, checked.bounds.upper].map(exact);
        let value = question.game.value(question.game.start());
        let value = BigRational::new((*value.numer()).into(), (*value.denom()).into());
        assert!(lower.is_none_or(|lower| lower <= value), "seed {seed}: {}", checked.bounds);
        assert!(upper.is_none_or(|upper| value <= upper), "seed {seed}: {}", checked.bounds);
        assert_eq!((checked.leaves, checked.facts), (proof.leaves, proof.facts), "seed {seed}");
        assert!(Contents::read(&bytes).unwrap().holds(&question.game), "seed {seed}");
    }
}
