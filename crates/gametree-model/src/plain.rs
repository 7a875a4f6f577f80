//! Heuristics without hooks of their own.

use std::ops::ControlFlow;

use ref_cast::RefCast;

use crate::erased::list::calls;
use crate::{Bounds, Combined, Draws, Game, Knowledge, Lead, Moves, Tactics, Value};

/// Heuristics that state no [`Tactics`] hooks, and combine no calls: all that they say of either is
/// the default.
#[derive(RefCast)]
#[repr(transparent)]
pub(crate) struct Plain<K>(K);

macro_rules! pass_on {
    ([] $(fn $call:ident($($name:ident: $type:ty),*) $(-> $answer:ty)?;)*) => {$(
        #[inline(always)]
        fn $call(&self, game: &G, $($name: $type),*) $(-> $answer)? {
            self.0.$call(game, $($name),*)
        }
    )*};
    ([$position:ty] $(fn $call:ident($($name:ident: $type:ty),*) $(-> $answer:ty)?;)*) => {$(
        #[inline(always)]
        fn $call(&self, game: &G, position: $position, $($name: $type),*) $(-> $answer)? {
            self.0.$call(game, position, $($name),*)
        }
    )*};
}

impl<G, K, Pos, Mv> Knowledge<G> for Plain<K>
where
    G: Game<Position = Pos, Move = Mv>,
    K: Knowledge<G>,
{
    calls!(Knowledge of game: pass_on);
    calls!(Knowledge of position: pass_on &Pos);

    fn evaluate_soon(&self, game: &G, positions: &[&Pos]) {
        self.0.evaluate_soon(game, positions);
    }

    fn tactics(&self) -> &impl Tactics<G> {
        self
    }

    fn combined(&self) -> &impl Combined<G> {
        self
    }
}

impl<G: Game, K: Knowledge<G>> Tactics<G> for Plain<K> {
    fn names_forcing(&self, _: &G) -> bool {
        false
    }
}

impl<G: Game, K: Knowledge<G>> Combined<G> for Plain<K> {}
