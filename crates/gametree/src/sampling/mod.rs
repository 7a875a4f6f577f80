//! Monte Carlo tree search, with and without proof.
//!
//! | file | what |
//! |---|---|
//! | `settings.rs` | what can be set, and how children are weighed |
//! | `roots.rs` | roots and logarithms, looked up |
//! | `tree.rs` | nodes with statistics, and bounds beside them if somebody proves |
//! | `mcts.rs` | the search: selection, expansion, playout, backing up |
//! | `proof.rs` | what is known for certain, on the way back |

mod mcts;
mod proof;
mod roots;
mod settings;
mod tree;

pub use mcts::{Mcts, RootMove};
pub use settings::{Playout, Selection, Settings};
