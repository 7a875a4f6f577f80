//! The small game that the examples of this documentation play.

use crate::{Game, Knowledge, Moves, Notation, Turn, Values};

/// The players take one to three stones in turn; taking the last one wins. MAX begins.
///
/// ```
/// use gametree_model::doc::Subtraction;
/// use gametree_model::{Game, Moves, Turn};
///
/// let game = Subtraction { stones: 2 };
/// let mut moves = Moves::new();
/// assert_eq!(game.expand(&game.start(), &mut moves), Turn::MAX);
/// assert_eq!(moves.to_vec(), [1, 2]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Subtraction {
    /// The number of stones at the start.
    pub stones: u32,
}

impl Game for Subtraction {
    /// The stones left, and whether MAX is to move.
    type Position = (u32, bool);
    type Move = u32;
    type Undo = ();

    fn start(&self) -> (u32, bool) {
        (self.stones, true)
    }

    fn values(&self) -> Values {
        Values::integers(-1, 1)
    }

    fn expand(&self, &(stones, max): &(u32, bool), moves: &mut Moves<u32>) -> Turn {
        if stones == 0 {
            return Turn::over(if max { -1 } else { 1 });
        }
        moves.extend(1..=stones.min(3));
        if max { Turn::MAX } else { Turn::MIN }
    }

    fn play(&self, position: &mut (u32, bool), taken: u32) {
        *position = (position.0 - taken, !position.1);
    }

    fn undo(&self, position: &mut (u32, bool), taken: u32, (): ()) {
        *position = (position.0 + taken, !position.1);
    }
}

impl Notation for Subtraction {
    fn move_text(&self, _: &(u32, bool), taken: u32) -> String {
        taken.to_string()
    }
}

impl Knowledge<Self> for Subtraction {}
