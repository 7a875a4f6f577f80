//! Which of the moves that were tried to play.

use crate::model::{Bounds, Kind};

/// What is known of a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    /// The proven bounds of its value.
    pub bounds: Bounds,
    /// What counts among those that are not proven to be worse than another: its visits, or for
    /// searches that prove what it is worth [at least](at_least).
    pub merit: f64,
}

/// The number of the move to play, of those that are not proven to be worse than another: the one
/// with the most merit, and of equals the first. If the value of the position is known (`solved`),
/// optimistic bounds do not count. None if chance moves.
pub(super) fn best_of(
    kind: Kind,
    solved: bool,
    moves: impl Iterator<Item = Standing> + Clone,
) -> Option<usize> {
    if kind == Kind::Chance {
        return None;
    }
    let best = moves.clone().map(|each| each.bounds.merit(kind).0).max()?;
    let good = |each: &Standing| {
        let (assured, optimistic) = each.bounds.merit(kind);
        if solved { assured >= best } else { optimistic >= best }
    };
    let good = moves.enumerate().filter(|(_, each)| good(each));
    let good = good.map(|(number, each)| (each.merit, number));
    good.reduce(|a, b| if b.0 > a.0 { b } else { a }).map(|(_, number)| number)
}

/// What a move is worth to the one who makes it, at least: the mean less a standard error, which is
/// that of rewards of 0 and 1 at worst, but never less than what is proven: `possible` is the
/// nearest reward that bounds allow. `known`: the value is.
pub(super) fn at_least(
    kind: Kind,
    mean: f64,
    visits: u32,
    known: bool,
    possible: impl Fn(f64) -> f64,
) -> f64 {
    let sign = if kind.maximises() { 1.0 } else { -1.0 };
    let error = 0.5 / f64::from(visits.max(1)).sqrt();
    let unseen = if visits == 0 { 1.0 } else { 0.0 };
    let doubt = if known { 0.0 } else { error + unseen };
    sign * possible(mean - sign * doubt)
}
