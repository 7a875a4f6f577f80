//! How certificates name a position: by the exact key of its canonical image.

use gametree_model::{Game, Key};

/// The position that stands for all that a stated symmetry maps to each other. Certificates know a
/// position by this one: by its key, and what facts say of it.
pub fn canonical<G: Game>(game: &G, position: &G::Position) -> G::Position {
    game.canonical(position).map_or_else(|| position.clone(), |(canonical, _)| canonical)
}

/// The exact key of a canonical position; nothing if the game names no positions exactly.
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
