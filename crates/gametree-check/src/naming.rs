//! How certificates name a position: by the exact key of its canonical image under symmetry.

use gametree_model::{Game, Key};

/// The canonical one among the positions that symmetries map to each other. Certificates represent a
/// position by it: by its key, and by what facts say about it.
pub fn canonical<G: Game>(game: &G, position: &G::Position) -> G::Position {
    game.canonical(position).map_or_else(|| position.clone(), |(canonical, _)| canonical)
}

/// The exact key of a canonical position; `None` if the game has no exact keys.
pub fn exact_key<G: Game>(game: &G, canonical: &G::Position) -> Option<u128> {
    match game.key(canonical) {
        Some(Key::Exact(key)) => Some(key),
        Some(Key::Hash(_)) | None => None,
    }
}

/// The key by which certificates name a position.
pub fn name<G: Game>(game: &G, position: &G::Position) -> Option<u128> {
    exact_key(game, &canonical(game, position))
}
