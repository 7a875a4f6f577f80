//! What the tests share: explicit trees as games, random questions that shrink, and one way to ask
//! the library and see what it did.

pub mod ask;
pub mod case;
pub mod game;
pub mod random;

pub use ask::{Report, ask, ask_threads, value};
pub use case::Case;
pub use game::Explicit;

use crate::reference::Nest;

pub fn max<const N: usize>(below: [Nest; N]) -> Nest {
    Nest::Max(below.to_vec())
}

pub fn min<const N: usize>(below: [Nest; N]) -> Nest {
    Nest::Min(below.to_vec())
}

pub fn chance<const N: usize>(below: [(u32, Nest); N]) -> Nest {
    Nest::Chance(below.to_vec())
}

pub fn leaf(value: f64) -> Nest {
    Nest::Leaf(value)
}

/// Leaves, for use below [`max`] and [`min`].
pub fn leaves<const N: usize>(values: [i32; N]) -> [Nest; N] {
    values.map(|value| Nest::Leaf(value.into()))
}

/// Whether something occurs twice.
pub fn repeats(leaves: &[usize]) -> bool {
    let mut sorted = leaves.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|two| two[0] == two[1])
}
