//! Proofs that contradict each other.

use crate::model::{Bounds, Game};

/// Two bounds learned for one exact key that cannot both be true.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Contradiction {
    pub(super) key: u128,
    pub(super) before: Bounds,
    pub(super) now: Bounds,
}

impl Contradiction {
    /// The two bounds, if no value lies in both, up to rounding.
    #[cfg(debug_assertions)]
    pub(super) fn of(key: u128, before: Bounds, now: Bounds) -> Option<Contradiction> {
        let both = before.intersect(now);
        let (lower, upper) = (both.lower.get(), both.upper.get());
        (lower - upper > 1e-9 * (1.0 + lower.abs())).then_some(Contradiction { key, before, now })
    }

    /// Panics with an explanation.
    #[cold]
    pub(crate) fn report<G: Game>(self, game: &G) -> ! {
        let Contradiction { key, before, now } = self;
        let drawn = game.position_of(key).and_then(|position| game.position_in_message(&position));
        let drawn = drawn.map(|drawing| format!(":\n{drawing}")).unwrap_or_default();
        panic!(
            "the rules contradict themselves: key {key} was proven to be worth {before} and then {now}. \
             Either `key` gives one exact key to positions of different values (it leaves out something that \
             matters), or a fact is false, or `values` is too narrow{drawn}"
        )
    }
}
