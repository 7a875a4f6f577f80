//! The lists of algorithms. The help, the documentation, the tests and the command are derived from
//! them.

use std::borrow::BorrowMut;

mod entry;
pub mod quantity;
mod samplers;
mod selective;
mod spec;

use crate::algorithm::Algorithm;
use crate::error::SearchError;
use crate::exact::{
    AlphaBeta, AlphaBeta2, BoundedAlphaBeta, BoundedAlphaBeta2, DfPn, Minimax, MtSss, MtSss2,
    MtdBi, MtdF, OwnBounds, Scout, Solver, Star1, Star2,
};
use crate::model::erased::Erased;
use crate::model::{Game, Knowledge};
use crate::outcome::Outcome;
use crate::policy::{AnyPolicy, BestFirst, BestOdds, Expected, Leftmost, MaxUpper, Random, Uct};
use crate::probe::{AnyProbe, Probe};
use crate::rollout::{Fsss, Rollout};
use crate::search::{Inquiry, Search, Storing, Workspace};

pub use entry::{Entry, Parameter};
use entry::{GUESS, LAMBDA, SEED, SLACK};
pub use samplers::SAMPLERS;
pub use spec::{Spec, SpecError, nearest};

/// Defines the list, and the one place where a name becomes a type.
macro_rules! algorithms {
    ($($name:literal: $type:ty = |$spec:ident| $make:expr, [$($parameter:ident)*],
        $summary:literal, $citation:literal;)*) => {
        /// Every algorithm that ends with a proof, from the simplest on. (The estimating ones are in
        /// [`SAMPLERS`].)
        ///
        /// ```
        /// use gametree::registry::ALGORITHMS;
        ///
        /// let scout = ALGORITHMS.iter().find(|entry| entry.name == "scout").unwrap();
        /// assert_eq!(scout.citation, "Pearl 1980; Reinefeld 1983");
        /// ```
        pub const ALGORITHMS: &[Entry] = &[$(Entry {
            name: $name,
            summary: $summary,
            citation: $citation,
            takes_chance: <$type as Algorithm>::TAKES_CHANCE,
            takes_epsilon: <$type as Algorithm>::TAKES_EPSILON,
            takes_cycles: <$type as Algorithm>::TAKES_CYCLES,
            memory: <$type as Algorithm>::MEMORY,
            parameters: &[$($parameter),*],
            lean: <$type as Algorithm>::LEAN,
        }),*];

        impl<G: Game, K: Knowledge<G>, P: Probe<G>, S: Storing<G>> Search<'_, G, K, P, S> {
            /// Runs the algorithm that `spec` names. All algorithms are compiled for such a search. (Those of a game
            /// without its type are compiled already: [`run_erased`](Search::run_erased).)
            ///
            /// ```
            /// use gametree::Search;
            /// use gametree::registry::Spec;
            /// # use gametree::doc::Subtraction;
            /// let spec = Spec::parse("rollout:random,seed=7")?;
            /// let outcome = Search::new(&Subtraction { stones: 10 }).run_named(&spec)?;
            /// assert_eq!(outcome.value(), Some(1.into()));
            /// # Ok::<(), Box<dyn std::error::Error>>(())
            /// ```
            ///
            /// # Errors
            /// As [`run`](Search::run).
            pub fn run_named(self, spec: &Spec) -> Result<Outcome<G::Move>, SearchError> {
                let (inquiry, store) = self.into_parts();
                match spec.entry().name {
                    // Algorithms that the store does not take are not even compiled.
                    $($name if const {
                        S::TAKES_ALL || <$type as Algorithm>::LEAN.is_typed(G::KEYS)
                    } => {
                        let $spec = spec;
                        let mut algorithm: $type = $make;
                        store.run(inquiry, &mut algorithm)
                    })*
                    _ if const { S::TAKES_ALL } => {
                        let sampler = spec.sampler();
                        let known = "a spec has an entry of one of the lists";
                        store.run(inquiry, &mut sampler.expect(known))
                    }
                    name => panic!("{name} is not compiled for typed games"),
                }
            }
        }
    };
}

algorithms! {
    "minimax": Minimax = |_s| Minimax, [],
        "every leaf, no pruning; with chance nodes too", "von Neumann 1928";
    "expectimax": Minimax = |_s| Minimax, [],
        "minimax under the name it has in games with chance nodes", "Michie 1966";
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
        "null windows that halve the interval each time, over alphabeta2", "Plaat et al. 1996";
    "solver": Solver = |_s| Solver, [],
        "mtd-bi for whole numbers over a table: copies each child once, and counts moves that lose at once as one",
        "Plaat et al. 1996";
    "scout": Scout = |_s| Scout, [],
        "the first child with the full window, the others with a null window",
        "Pearl 1980; Reinefeld 1983";
    "df-pn": DfPn = |_s| DfPn::default(), [],
        "depth-first proof-number search: expands where the least work decides",
        "Nagai 2002; Allis et al. 1994";
    "star1": Star1 = |_s| Star1, [],
        "alpha-beta with chance nodes: cuts off when the average can no longer be in the window", "Ballard 1983";
    "star2": Star2 = |_s| Star2, [],
        "star1 that first probes one successor of every outcome",
        "Ballard 1983; Hauk, Buro, Schaeffer 2004";
    "bounded-alphabeta": BoundedAlphaBeta = |_s| BoundedAlphaBeta, [],
        "alpha-beta and star1 that stop at an answer within epsilon",
        "Atzmon, Stern, Saffidine 2018, Algorithm 1";
    "bounded-alphabeta2": BoundedAlphaBeta2 =
        |s| BoundedAlphaBeta2 { sharing: s.sharing("slack") }, [SLACK],
        "the same, with epsilon distributed among the outcomes as they need it",
        "Atzmon, Stern, Saffidine 2018, Eq. 26";
    "own-bounds": OwnBounds = |_s| OwnBounds, [],
        "minimax that leaves a node once its own bounds are within epsilon: hands no window down",
        "Atzmon, Stern, Saffidine 2018, a reading of Figures 4 and 5";
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
        "rollouts to the child with the most at stake: with dice, a good interval at any time", "ours";
    "rollout:expected": Rollout<Expected> = |_s| Rollout::new(Expected::new()), [],
        "rollouts to the child with the largest expected gain, learned during the search: dice, expensive leaves",
        "ours; Clark 1961";
    "rollout:odds": Rollout<BestOdds> = |_s| Rollout::new(BestOdds::new()), [],
        "rollouts to the leaf most likely to decide the value of the root: expensive leaves, no dice",
        "ours";
    "rollout:uct": Rollout<Uct> = |s| Rollout::new(Uct::new(s.number("lambda").get())), [LAMBDA],
        "UCT restricted to active children, so that it ends with the exact value",
        "Huang 2015, section 5; Kocsis, Szepesvári 2006";
    "rollout:max-upper-uct": Rollout<Uct> =
        |s| Rollout::new(Uct::among_equals(s.number("lambda").get())), [LAMBDA],
        "rollouts to the largest upper bound, with ties broken by UCT",
        "Huang 2015, Algorithm 12";
    "rollout:random": Rollout<Box<dyn AnyPolicy>> =
        |s| Rollout::new(Box::new(Random::new(s.seed("seed")))), [SEED],
        "rollouts to a random active child", "Huang 2015, Algorithm 4";
}

impl<P: Probe<Erased>, S: BorrowMut<Workspace>> Search<'_, Erased, Erased, P, S> {
    /// Runs the algorithm that `spec` names for a game without its type. It is compiled in this crate already, so that a
    /// program pays nothing for one more game, nor for any algorithm.
    ///
    /// ```
    /// use gametree::model::erased::Erased;
    /// use gametree::registry::Spec;
    /// use gametree::Search;
    /// # use gametree::doc::Subtraction;
    /// let game = Erased::new(Subtraction { stones: 10 });
    /// let spec = Spec::parse("scout")?;
    /// let outcome = Search::new(&game).run_erased(&spec)?;
    /// assert_eq!(outcome.value(), Some(1.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`run`](Search::run).
    pub fn run_erased(self, spec: &Spec) -> Result<Outcome<u32>, SearchError> {
        let (inquiry, mut store) = self.into_parts();
        let Inquiry { game, knowledge, mut probe, position, window, terms, limits } = inquiry;
        let mut probe: &mut dyn AnyProbe<Erased> = &mut probe;
        let probe = &mut probe;
        let inquiry = Inquiry { game, knowledge, probe, position, window, terms, limits };
        run_compiled(inquiry.with(store.borrow_mut()), spec)
    }
}

/// With the types of a job's search, whose probe is a reference to a reference, so that both are compiled once.
#[inline(never)]
fn run_compiled(
    search: Search<'_, Erased, Erased, &mut &mut dyn AnyProbe<Erased>, &mut Workspace>,
    spec: &Spec,
) -> Result<Outcome<u32>, SearchError> {
    search.run_named(spec)
}
