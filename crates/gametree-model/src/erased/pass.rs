//! What goes through a virtual call: moves as codes, positions in boxes, everything else as it is.

use std::ops::ControlFlow;

use super::Position;
use super::held::{PositionOf, Rules, Subject};
use crate::{
    Asked, Bounds, Coordinates, Draws, Glance, Key, Kind, Lead, Look, Move, Moves, NotationError,
    Settled, Symmetry, Turn, Undecided, Value, Values, WholeBounds,
};

/// What a call is given, as the typed game takes it.
#[inline(always)]
pub(super) fn given<T>(argument: impl Given<T>) -> T {
    argument.given()
}

pub(super) trait Given<T> {
    fn given(self) -> T;
}

/// What the typed game answers, as the call returns it.
pub(super) trait Answer<S, A> {
    fn erased(self, rules: &Rules<S>) -> A;
}

/// A number is itself, or the code of a move.
impl<M: Move> Given<M> for u32 {
    #[inline(always)]
    fn given(self) -> M {
        M::from_code(self)
    }
}

impl<S, M: Move> Answer<S, u32> for M {
    #[inline(always)]
    fn erased(self, _: &Rules<S>) -> u32 {
        self.code()
    }
}

impl<'a, M: Move> Given<&'a mut Moves<M>> for &'a mut Moves<u32> {
    #[inline(always)]
    fn given(self) -> &'a mut Moves<M> {
        self.lend()
    }
}

impl<S: Subject> Answer<S, Position> for PositionOf<S> {
    fn erased(self, rules: &Rules<S>) -> Position {
        rules.hold(self)
    }
}

impl<S: Subject> Answer<S, (Position, Symmetry)> for (PositionOf<S>, Symmetry) {
    fn erased(self, rules: &Rules<S>) -> (Position, Symmetry) {
        (rules.hold(self.0), self.1)
    }
}

impl<S, A, T: Answer<S, A>> Answer<S, Option<A>> for Option<T> {
    #[inline(always)]
    fn erased(self, rules: &Rules<S>) -> Option<A> {
        self.map(|answer| answer.erased(rules))
    }
}

impl<S, A, T: Answer<S, A>> Answer<S, Result<A, NotationError>> for Result<T, NotationError> {
    fn erased(self, rules: &Rules<S>) -> Result<A, NotationError> {
        self.map(|answer| answer.erased(rules))
    }
}

impl<S, A, T: Answer<S, A>> Answer<S, ControlFlow<Value, A>> for ControlFlow<Value, T> {
    #[inline(always)]
    fn erased(self, rules: &Rules<S>) -> ControlFlow<Value, A> {
        match self {
            ControlFlow::Continue(answer) => ControlFlow::Continue(answer.erased(rules)),
            ControlFlow::Break(value) => ControlFlow::Break(value),
        }
    }
}

macro_rules! given_as_they_are {
    ($([$($life:lifetime),*] $type:ty;)*) => {$(
        impl<$($life),*> Given<$type> for $type {
            #[inline(always)]
            fn given(self) -> $type {
                self
            }
        }
    )*};
}

given_as_they_are! {
    [] bool; [] char; [] f64; [] i32; [] u128; [] Asked; [] Symmetry; [] Value;
    ['a] &'a str; ['a, 'b] &'a [&'b str]; ['a] &'a mut Draws; ['a] &'a mut Vec<i32>;
}

macro_rules! answered_as_they_are {
    ($($type:ty;)*) => {$(
        impl<S> Answer<S, $type> for $type {
            #[inline(always)]
            fn erased(self, _: &Rules<S>) -> $type {
                self
            }
        }
    )*};
}

answered_as_they_are! {
    (); bool; f64; i32; u64; String; &'static [(&'static str, &'static str)];
    Bounds; Coordinates; Glance; Key; Kind; Lead; Look; Settled; Turn; Undecided; Value; Values;
    WholeBounds;
}

impl<'t, S> Answer<S, Vec<&'t str>> for Vec<&'t str> {
    fn erased(self, _: &Rules<S>) -> Vec<&'t str> {
        self
    }
}
