//! What an algorithm is.

use super::{Answer, MoveOf, Setup, WalkOf};
use crate::model::Window;

/// What a store is to an algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Memory {
    /// It makes no difference.
    Unused,
    /// It saves work.
    Helpful,
    /// Without one the algorithm is still exact, but asks for the same leaves again and again.
    Needed,
}

/// A way to answer a question. The registry lists those of this crate.
pub trait Algorithm {
    /// What a store is to it.
    const MEMORY: Memory;

    /// Whether it keeps memory of its own besides: then a table leaves half of the limit to it.
    const OWN_MEMORY: bool = false;

    /// Whether a store is no more to it than one more source of bounds, and its course does not
    /// depend on what kind of store it is. Then it is compiled once for a table and for none.
    const STORE_ASIDE: bool = false;

    /// Whether the algorithm takes chance nodes.
    const TAKES_CHANCE: bool = false;

    /// Whether the algorithm can be content with bounds that are epsilon apart.
    const TAKES_EPSILON: bool = false;

    /// Whether the algorithm recognises repeated positions, so that it ends where play has cycles.
    const TAKES_CYCLES: bool = false;

    /// Whether it does so little work per node that the virtual calls of an erased game are noticeable, so
    /// that it is worth compiling for a typed game (see [`AnyGame`](crate::job::AnyGame)).
    const LEAN: bool = true;

    /// Searches from where `walk` stands until the root's value is known or known to lie outside of
    /// `window`, or until the walk is stopped. The bounds found are sound in any case.
    fn search<T: Setup>(
        &mut self,
        walk: &mut WalkOf<'_, T>,
        window: Window,
        store: &mut T::Store,
    ) -> Answer<MoveOf<T>>;
}
