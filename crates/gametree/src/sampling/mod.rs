//! Monte Carlo tree search, with and without proof.
//!
//! | file | what |
//! |---|---|
//! | `settings.rs` | what can be set, and how children are weighed |
//! | `roots.rs` | roots and logarithms, looked up |
//! | `node.rs` | a node and its statistics |
//! | `tree.rs` | nodes by families, and bounds beside them if somebody proves |
//! | `mcts.rs` | the search: selection, expansion, playout, backing up |
//! | `playout.rs` | how a new position is rewarded |
//! | `proof.rs` | what is known for certain, on the way back |

mod mcts;
mod node;
mod playout;
mod proof;
mod roots;
mod settings;
mod tree;

pub use mcts::{Mcts, RootMove};
pub use settings::{Playout, Selection, Settings};
