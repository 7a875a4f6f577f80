//! Chess and Chess960 for the searches of [`gametree`]: `chess[:FEN]` and `chess960[:N]`, by the Laws of FIDE, with the rules of Chess960 for castling.
//!
//! White is MAX. A win is worth 1 to white, a draw 0. The rules of movement are those of the crate
//! `cozy-chess`. Draws come by themselves, without a claim: a position that occurs for the third time
//! (article 9.2), fifty moves of each side without a capture or a pawn move (9.3; checkmate by the last of
//! them comes first), stalemate, and material with which neither side can ever mate (5.2.2): bare kings,
//! one knight, or bishops that all stand on one colour.
//!
//! Moves are written in SAN, `Nbd2` or `exd8=Q+`, and also read as `b1d2`. A position is a list of moves, or
//! a FEN, optionally followed by `moves` and a list of moves.
//!
//! **The value depends on the path**: it matters how often positions have occurred, and how long ago the
//! last capture or pawn move was. Therefore a [`Position`] holds all positions since that move, and the
//! [key](gametree::Game::key) names them as well: it is a hash of the board, of the halfmove clock, and of the set of
//! those positions (in any order, since the order does not matter). Positions with equal keys have equal
//! values, unless two hashes coincide by accident, so bounds in tables are true on every path. The price is
//! that a position reached by moves in a different order is recognised only if the sets agree. As a hash may
//! coincide, keys are [`Key::Hash`](gametree::Key::Hash): answers that rely on them are labelled so, and there are no
//! certificates. Repetitions themselves are not recognised by hashes alone: boards are compared.
//! Since a set of past positions only grows, or starts again after a move that cannot be undone, no key
//! occurs twice in a game: there are no cycles, and every game ends.
//!
//! Searches that prove nothing do better with a number that ignores the path
//! ([`sketch`](gametree::model::Tactics::sketch)).

//!
//! ```
//! use gametree::job::{Catalogue, PlayerSpec};
//!
//! let games: Catalogue = gametree_chess::GAMES.into_iter().collect();
//! let game = games.open("chess").unwrap();
//! let player = PlayerSpec::parse("selective:nodes=500").unwrap();
//! let mate = Some("e4 e5 Qh5 Nc6 Bc4 Nf6");
//! let report = game.player(&player, mate, 1).unwrap().think(None, &mut |_| ()).unwrap();
//! assert_eq!(report.pv[0], "Qxf7#");
//! ```

#![forbid(unsafe_code)]

mod catalogue;
mod epd;
mod evaluation;
mod exchange;
mod fen;
mod pawns;
pub mod pgn;
mod position;
mod problem;
mod rules;
mod san;
mod step;
mod tables;
pub mod uci;

pub use catalogue::GAMES;
pub use epd::Epd;
pub use evaluation::Scale;
pub use position::Position;
pub use problem::{Attempt, Problem};
pub use rules::Chess;
pub use step::Step;
