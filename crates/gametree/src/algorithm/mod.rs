//! The trait of all algorithms.

mod setup;

pub use self::setup::{MoveOf, Setup, WalkOf};
pub(crate) use self::setup::{PositionOf, SlotOf, UndoOf};
use crate::model::Window;
use crate::outcome::Outcome;

/// How much an algorithm needs a store.
///
/// ```
/// use gametree::exact::{Minimax, MtdBi, Scout};
/// use gametree::{Algorithm, Memory};
///
/// assert_eq!(Minimax::MEMORY, Memory::Unused);
/// assert_eq!(Scout::MEMORY, Memory::Helpful);
/// assert_eq!(MtdBi::MEMORY, Memory::Needed);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Memory {
    /// It makes no difference.
    Unused,
    /// It saves work.
    Helpful,
    /// Without one the algorithm is still exact, but evaluates the same leaves again and again.
    Needed,
}

/// For which typed games an algorithm is worth compiling once more, beside the erased game for which every algorithm is
/// compiled: it depends on how much work a node is.
///
/// ```
/// use gametree::exact::{Minimax, Solver, Star1};
/// use gametree::{Algorithm, Lean};
///
/// assert_eq!([Star1::LEAN, Minimax::LEAN, Solver::LEAN], [Lean::Never, Lean::OnTrees, Lean::OnBoards]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Lean {
    /// For none: virtual calls are a small part of its work.
    Never,
    /// For trees, where a node costs next to nothing and virtual calls up to a third.
    OnTrees,
    /// For games with position keys, too, though little is saved there: searches that are measured beside programs
    /// written for one game.
    OnBoards,
}

impl Lean {
    /// Whether an algorithm is compiled for a typed game that has position keys, or has none.
    pub(crate) const fn is_typed(self, keys: bool) -> bool {
        match self {
            Lean::Never => false,
            Lean::OnTrees => !keys,
            Lean::OnBoards => true,
        }
    }
}

/// A search algorithm. The registry lists those of this crate.
///
/// ```
/// use gametree::exact::AlphaBeta;
/// use gametree::{Algorithm, Outcome, Memory, MoveOf, Setup, WalkOf};
/// use gametree::{Search, Window};
/// # use gametree::doc::Subtraction;
///
/// /// Alpha-beta that counts its calls.
/// struct Counting(u32);
///
/// impl Algorithm for Counting {
///     const MEMORY: Memory = AlphaBeta::MEMORY;
///
///     fn search<T: Setup>(
///         &mut self,
///         walk: &mut WalkOf<'_, T>,
///         window: Window,
///         store: &mut T::Store,
///     ) -> Outcome<MoveOf<T>> {
///         self.0 += 1;
///         AlphaBeta.search::<T>(walk, window, store)
///     }
/// }
///
/// let mut counting = Counting(0);
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut counting)?;
/// assert_eq!((outcome.value(), counting.0), (Some(1.into()), 1));
/// # Ok::<(), gametree::SearchError>(())
/// ```
pub trait Algorithm: Send {
    /// How much it needs a store.
    const MEMORY: Memory;

    /// Whether it needs memory of its own besides the store: then a table leaves it half of the
    /// limit.
    const OWN_MEMORY: bool = false;

    /// Whether a store is just one more source of bounds, and the course of the search does not
    /// depend on the kind of store. Then the code is compiled once for both cases, with a table and
    /// without.
    const STORE_ASIDE: bool = false;

    /// Whether the algorithm can search games with chance nodes.
    const TAKES_CHANCE: bool = false;

    /// Whether the algorithm can stop at bounds that are epsilon apart.
    const TAKES_EPSILON: bool = false;

    /// Whether the algorithm recognises repeated positions, so that it terminates in games with
    /// cycles.
    const TAKES_CYCLES: bool = false;

    /// For which typed games it is worth compiling once more (see [`AnyGame`](crate::job::AnyGame)).
    const LEAN: Lean = Lean::OnTrees;

    /// Whether threads that search the same position over one table help each other, by what they store there.
    /// Otherwise several threads divide the question into tasks.
    const SHARES_TABLE: bool = false;

    /// Whether it goes where most is at stake, as [`BestFirst`](crate::policy::BestFirst) does, so that its bounds are worth
    /// something whenever it is stopped. Then threads that divide a game with dice do the same.
    const BEST_FIRST: bool = false;

    /// The same algorithm for another thread; `None` if it can use only one.
    fn worker(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Searches from the current position of `walk` until the root's value is known or known to lie
    /// outside of `window`, or until the walk is stopped. The bounds it returns are sound in any
    /// case.
    fn search<T: Setup>(
        &mut self,
        walk: &mut WalkOf<'_, T>,
        window: Window,
        store: &mut T::Store,
    ) -> Outcome<MoveOf<T>>;
}
