//! What a game is: values, bounds, windows, rules and opinions. Nothing here searches.

mod bounds;
mod chance;
mod code;
mod draws;
mod game;
mod key;
mod knowledge;
mod moves;
mod notation;
mod value;
mod window;

pub use bounds::Bounds;
pub use code::Move;
pub use draws::{Draws, mixed};
pub use game::{Dice, Game, Kind, Turn};
pub use key::{Key, Symmetry};
pub(crate) use knowledge::is_small;
pub use knowledge::{Asked, Knowledge, Look};
pub use moves::Moves;
pub use notation::{Notation, NotationError};
pub use value::{Grain, Value, Values};
pub use window::Window;
