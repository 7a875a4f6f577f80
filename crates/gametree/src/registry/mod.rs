//! The lists of algorithms. The help, the documentation, the tests and the command are derived from
//! them.

mod entry;
pub mod quantity;
mod samplers;
mod selective;
mod spec;

use crate::classic::{
    AlphaBeta, AlphaBeta2, BoundedAlphaBeta, BoundedAlphaBeta2, DfPn, Minimax, MtSss, MtSss2,
    MtdBi, MtdF, Scout, Solver, Star1, Star2,
};
use crate::model::erased::Erased;
use crate::model::{Game, Knowledge};
use crate::policy::{AnyPolicy, BestFirst, BestOdds, Expected, Leftmost, MaxUpper, Random, Uct};
use crate::rollout::{Fsss, Rollout};
use crate::run::{Algorithm, AnyProbe, Outcome, Probe, Search, SearchError, Workspace};
use crate::store::{Store, Table};

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

        fn dispatch<V: Visitor>(spec: &Spec, visitor: V) -> V::Output {
            match spec.entry().name {
                // Algorithms that a visitor does not take are not even compiled.
                $($name if const { V::TAKES_ALL || <$type as Algorithm>::LEAN.is_typed(V::KEYS) } => {
                    visitor.visit(|| -> $type { let $spec = spec; $make })
                })*
                _ if const { V::TAKES_ALL } => {
                    visitor.visit(|| spec.sampler().expect("a spec has an entry of one of the lists"))
                }
                name => panic!("{name} is not compiled for typed games"),
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

/// Takes the algorithm that a spec names, as a type.
trait Visitor {
    type Output;

    /// Whether it takes all algorithms, or only those that are [compiled for a typed game](Algorithm::LEAN) with such
    /// keys.
    const TAKES_ALL: bool = true;
    const KEYS: bool = true;

    fn visit<A: Algorithm>(self, make: impl FnMut() -> A) -> Self::Output;
}

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Search<'_, G, K, P> {
    /// Runs the algorithm that `spec` names, without a table: as [`Search::run_plain`].
    ///
    /// # Errors
    /// As [`Search::run`].
    pub fn run_spec_plain(self, spec: &Spec) -> Result<Outcome<G::Move>, SearchError> {
        dispatch(spec, RunOne(self))
    }

    /// Runs the algorithm that `spec` names, over a table if it can use one: as [`Search::run`].
    ///
    /// ```
    /// use gametree::Search;
    /// use gametree::registry::Spec;
    /// # use gametree::doc::Subtraction;
    /// let spec = Spec::parse("rollout:random,seed=7")?;
    /// let outcome = Search::new(&Subtraction { stones: 10 }).run_spec(&spec)?;
    /// assert_eq!(outcome.value(), Some(1.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Search::run`].
    pub fn run_spec(self, spec: &Spec) -> Result<Outcome<G::Move>, SearchError> {
        self.run_spec_in(spec, &mut Workspace::default())
    }

    /// The same over the store of `workspace`.
    ///
    /// # Errors
    /// As [`Search::run_in`].
    pub fn run_spec_in(
        self,
        spec: &Spec,
        workspace: &mut Workspace,
    ) -> Result<Outcome<G::Move>, SearchError> {
        dispatch(spec, RunIn::<_, _, _, true>(self, workspace))
    }

    /// The same for algorithms that are [compiled for typed games](Algorithm::LEAN), over a table if the game has
    /// position keys.
    ///
    /// # Panics
    /// If the algorithm is not one of them, or if the game has position keys and the workspace no table.
    pub(crate) fn run_lean_in(
        self,
        spec: &Spec,
        workspace: &mut Workspace,
    ) -> Result<Outcome<G::Move>, SearchError> {
        dispatch(spec, RunIn::<_, _, _, false>(self, workspace))
    }

    /// The same over the given store.
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

impl Search<'_, Erased, Erased> {
    /// The same for a game whose type is erased, with a probe whose type is erased: compiled in this crate, so
    /// that a program pays nothing for one more game, nor for any algorithm.
    ///
    /// ```
    /// use gametree::model::erased::Erased;
    /// use gametree::registry::Spec;
    /// use gametree::{Search, Workspace};
    /// # use gametree::doc::Subtraction;
    /// let game = Erased::new(Subtraction { stones: 10 });
    /// let spec = Spec::parse("scout")?;
    /// let outcome = Search::new(&game).run_erased(&spec, &mut Workspace::default(), &mut ())?;
    /// assert_eq!(outcome.value(), Some(1.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Search::run_in`].
    pub fn run_erased(
        self,
        spec: &Spec,
        workspace: &mut Workspace,
        mut probe: &mut dyn AnyProbe<Erased>,
    ) -> Result<Outcome<u32>, SearchError> {
        // The reference to a reference is what a job's search has.
        self.probe(&mut probe).run_spec_in(spec, workspace)
    }

    /// The same over a table that the caller has made, of any size.
    ///
    /// # Errors
    /// As [`Search::run`].
    pub fn run_erased_over(
        self,
        spec: &Spec,
        table: &mut Table,
        mut probe: &mut dyn AnyProbe<Erased>,
    ) -> Result<Outcome<u32>, SearchError> {
        dispatch(spec, RunGiven(self.probe(&mut probe), table))
    }
}

struct RunOne<'a, G: Game, K, P>(Search<'a, G, K, P>);

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Visitor for RunOne<'_, G, K, P> {
    type Output = Result<Outcome<G::Move>, SearchError>;

    fn visit<A: Algorithm>(self, mut make: impl FnMut() -> A) -> Self::Output {
        self.0.run_plain(&mut make())
    }
}

struct RunIn<'a, 'w, G: Game, K, P, const ALL: bool>(Search<'a, G, K, P>, &'w mut Workspace);

impl<G: Game, K: Knowledge<G>, P: Probe<G>, const ALL: bool> Visitor
    for RunIn<'_, '_, G, K, P, ALL>
{
    type Output = Result<Outcome<G::Move>, SearchError>;

    const TAKES_ALL: bool = ALL;
    const KEYS: bool = G::KEYS;

    fn visit<A: Algorithm>(self, mut make: impl FnMut() -> A) -> Self::Output {
        self.0.run_stored::<A, ALL>(&mut make(), self.1)
    }
}

struct RunGiven<'a, 't, G: Game, K, P>(Search<'a, G, K, P>, &'t mut Table);

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Visitor for RunGiven<'_, '_, G, K, P> {
    type Output = Result<Outcome<G::Move>, SearchError>;

    fn visit<A: Algorithm>(self, mut make: impl FnMut() -> A) -> Self::Output {
        self.0.run_given(&mut make(), self.1)
    }
}

struct RunOver<'a, 's, G: Game, K, P, S>(Search<'a, G, K, P>, &'s mut S);

impl<G: Game, K: Knowledge<G>, P: Probe<G>, S: Store<G>> Visitor for RunOver<'_, '_, G, K, P, S> {
    type Output = Result<Outcome<G::Move>, SearchError>;

    fn visit<A: Algorithm>(self, mut make: impl FnMut() -> A) -> Self::Output {
        self.0.run_over(&mut make(), self.1)
    }
}
