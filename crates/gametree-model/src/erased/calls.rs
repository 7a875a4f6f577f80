//! The virtual calls behind a game without a type, with moves as codes.

use std::any::Any;
use std::ops::ControlFlow;

use super::Position as Pos;
use super::list::calls;
use crate::{
    Asked, Bounds, Coordinates, Draws, Glance, Key, Kind, Lead, Look, Moves, NotationError,
    Settled, Symmetry, Turn, Undecided, Value, Values, WholeBounds, WholeLook,
};

type Mv = u32;

macro_rules! declare {
    ([] $(
        fn $call:ident $(<$life:lifetime>)? ($($name:ident: $type:ty),*) $(-> $answer:ty)?;
    )*) => {$(
        fn $call $(<$life>)? (&self, $($name: $type),*) $(-> $answer)?;
    )*};
    ([mut] $(fn $call:ident($($name:ident: $type:ty),*) $(-> $answer:ty)?;)*) => {$(
        fn $call(&mut self, $($name: $type),*) $(-> $answer)?;
    )*};
}

/// The calls on a game.
pub(super) trait RulesCalls: Send + Sync {
    calls!(Game of game: declare);
    calls!(Knowledge of game: declare);
    calls!(Tactics of game: declare);
    calls!(Notation of game: declare);
    calls!(Uci of game: declare);

    /// Whether other programs know the game.
    fn has_uci(&self) -> bool;
    /// The positions must be of this game.
    fn evaluate_soon(&self, positions: &[&Pos]);
}

/// The calls on a position, which holds its game.
pub(super) trait PositionCalls: Any + Send {
    calls!(Game of position: declare);
    calls!(Game of position mut: declare mut);
    calls!(MoreFacts of position: declare);
    calls!(Knowledge of position: declare);
    calls!(Tactics of position: declare);
    calls!(Combined of position: declare);
    calls!(Combined of position mut: declare mut);
    calls!(Notation of position: declare);
    calls!(Uci of position: declare);

    fn copy(&self) -> Pos;
    /// For comparing the types of two positions.
    fn as_any(&self) -> &dyn Any;
    /// The position with its type.
    fn typed(&self) -> &dyn Any;
    /// Becomes a copy of another position; false if that is of another type.
    fn assign(&mut self, from: &dyn PositionCalls) -> bool;

    /// The position keeps what takes the move back.
    fn play(&mut self, mv: Mv);
    fn undo(&mut self, mv: Mv);
    fn play_and_expand(&mut self, mv: Mv, moves: &mut Moves<Mv>) -> Turn;
    /// Becomes the child after `mv` of a position of the same game.
    fn become_child(&mut self, parent: &dyn PositionCalls, mv: Mv, test: Option<i32>) -> WholeLook;
}
