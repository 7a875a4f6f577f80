//! Searches that estimate, by one name: see [`anytime`](crate::anytime),
//! [`lookahead`](crate::lookahead), [`mcts`](crate::mcts), [`selective`](crate::selective) and
//! [`sampler`](crate::sampler).

pub use crate::anytime::{AnytimeSearch, BoxedSearch, Frame};
pub use crate::lookahead::{Charge, FullWidth, KBest, Weak};
pub use crate::mcts::{Bonus, MOST_TOGETHER, Mcts, Mixing, Playout, Selection, Settings};
pub use crate::run::RootMove;
pub(crate) use crate::sampler::EachMove;
pub use crate::sampler::Sampler;
pub use crate::selective::{Feature, Selective};
