//! Observers of a search.

use crate::counts::Counts;
use crate::model::{Bounds, Game, Value};

/// Observes a search without taking part in it. Every method does nothing by default, and the probe
/// `()` costs nothing at all.
///
/// ```
/// use gametree::exact::AlphaBeta;
/// use gametree::{Game, Probe, Search, Value};
/// # use gametree::doc::Subtraction;
///
/// struct Leaves(u64);
///
/// impl<G: Game> Probe<G> for Leaves {
///     fn leaf(&mut self, _: &G, _: &G::Position, _: Value) {
///         self.0 += 1;
///     }
/// }
///
/// let mut seen = Leaves(0);
/// let outcome = Search::new(&Subtraction { stones: 10 }).probe(&mut seen).run(&mut AlphaBeta)?;
/// assert_eq!(seen.0, outcome.counts.leaves);
/// # Ok::<(), gametree::SearchError>(())
/// ```
pub trait Probe<G: Game> {
    /// Whether [`leaf`](Probe::leaf) may do anything. If not, searches need not step to every leaf.
    const WATCHES: bool = true;

    /// Whether it does anything in this search.
    fn watches_leaves(&self) -> bool {
        Self::WATCHES
    }

    /// A leaf was evaluated.
    fn leaf(&mut self, game: &G, position: &G::Position, value: Value) {
        let _ = (game, position, value);
    }

    /// The bounds of the root have shrunk.
    fn root(&mut self, bounds: Bounds, counts: &Counts) {
        let _ = (bounds, counts);
    }

    /// The search goes on; called about once a millisecond.
    fn tick(&mut self, counts: &Counts) {
        let _ = counts;
    }
}

impl<G: Game> Probe<G> for () {
    const WATCHES: bool = false;
}

impl<G: Game, P: Probe<G> + ?Sized> Probe<G> for &mut P {
    const WATCHES: bool = P::WATCHES;

    fn watches_leaves(&self) -> bool {
        P::watches_leaves(self)
    }

    fn leaf(&mut self, game: &G, position: &G::Position, value: Value) {
        P::leaf(self, game, position, value);
    }

    fn root(&mut self, bounds: Bounds, counts: &Counts) {
        P::root(self, bounds, counts);
    }

    fn tick(&mut self, counts: &Counts) {
        P::tick(self, counts);
    }
}

/// A probe whose type is erased, as `&mut dyn AnyProbe<G>`: searches that differ only in their probes are
/// compiled once. Every [`Probe`] is one.
///
/// ```
/// use gametree::exact::AlphaBeta;
/// use gametree::{AnyProbe, Trace};
/// use gametree::Search;
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 4 };
/// let mut trace = Trace::default();
/// let probe: &mut dyn AnyProbe<Subtraction> = &mut trace;
/// let outcome = Search::new(&game).probe(probe).run(&mut AlphaBeta)?;
/// assert_eq!(trace.leaves.len() as u64, outcome.counts.leaves);
/// # Ok::<(), gametree::SearchError>(())
/// ```
pub trait AnyProbe<G: Game> {
    /// [`Probe::watches_leaves`].
    fn any_watches_leaves(&self) -> bool;
    /// [`Probe::leaf`].
    fn any_leaf(&mut self, game: &G, position: &G::Position, value: Value);
    /// [`Probe::root`].
    fn any_root(&mut self, bounds: Bounds, counts: &Counts);
    /// [`Probe::tick`].
    fn any_tick(&mut self, counts: &Counts);
}

impl<G: Game, P: Probe<G>> AnyProbe<G> for P {
    fn any_watches_leaves(&self) -> bool {
        self.watches_leaves()
    }

    fn any_leaf(&mut self, game: &G, position: &G::Position, value: Value) {
        self.leaf(game, position, value);
    }

    fn any_root(&mut self, bounds: Bounds, counts: &Counts) {
        self.root(bounds, counts);
    }

    fn any_tick(&mut self, counts: &Counts) {
        self.tick(counts);
    }
}

impl<G: Game> Probe<G> for dyn AnyProbe<G> + '_ {
    fn watches_leaves(&self) -> bool {
        self.any_watches_leaves()
    }

    fn leaf(&mut self, game: &G, position: &G::Position, value: Value) {
        self.any_leaf(game, position, value);
    }

    fn root(&mut self, bounds: Bounds, counts: &Counts) {
        self.any_root(bounds, counts);
    }

    fn tick(&mut self, counts: &Counts) {
        self.any_tick(counts);
    }
}

/// A probe that records the leaves in the order in which they are evaluated.
///
/// ```
/// use gametree::exact::Minimax;
/// use gametree::{Search, Trace};
/// # use gametree::doc::Subtraction;
/// let mut trace = Trace::<Subtraction>::default();
/// Search::bare(&Subtraction { stones: 3 }).probe(&mut trace).plain().run(&mut Minimax)?;
/// // 1+1+1, 1+2, 2+1, 3: MAX wins with an odd number of moves.
/// let values: Vec<f64> = trace.leaves.iter().map(|(_, value)| value.get()).collect();
/// assert_eq!(values, [1.0, -1.0, -1.0, 1.0]);
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trace<G: Game> {
    /// Position and value of each leaf, repeats kept.
    pub leaves: Vec<(G::Position, Value)>,
}

impl<G: Game> Default for Trace<G> {
    fn default() -> Self {
        Trace { leaves: Vec::new() }
    }
}

impl<G: Game> Probe<G> for Trace<G> {
    fn leaf(&mut self, _game: &G, position: &G::Position, value: Value) {
        self.leaves.push((position.clone(), value));
    }
}
