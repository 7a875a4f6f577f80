//! The move to play as long as nothing is known.

use crate::model::{Bounds, Game, Kind, Knowledge, Moves, Turn};

/// Facts are consulted for at most this many moves; for more it would take too long.
const FEW: usize = 1 << 10;

/// The move to play as long as no search knows better: the one with the best optimistic bound by facts;
/// among equals, the first in the move ordering.
pub(crate) fn first_move<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    position: &G::Position,
    facts: bool,
) -> Option<G::Move> {
    let mut moves = Moves::new();
    let Turn::Inner(kind @ (Kind::Max | Kind::Min)) = game.expand(position, &mut moves) else {
        return None;
    };
    knowledge.order(game, position, &mut moves);
    if !facts || moves.len() > FEW {
        return moves.first();
    }
    let known = |mv: G::Move| {
        let mut child = position.clone();
        game.advance(&mut child, mv);
        let known = match game.judge(&child) {
            Turn::Terminal(value) => Bounds::point(value),
            Turn::Inner(_) => game.facts(&child).intersect(game.values().range),
        };
        // The optimistic bound counts first: a known loss is to be avoided.
        let (assured, optimistic) = known.merit(kind);
        (optimistic, assured)
    };
    let each = moves.iter().map(|mv| (known(mv), mv));
    each.reduce(|a, b| if b.0 > a.0 { b } else { a }).map(|(_, mv)| mv)
}
