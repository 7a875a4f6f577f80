//! Hooks for searches that look only at some moves.

use super::{Combined, Game, Key, Kind, Knowledge, Moves, Turn, Value, splitmix64};

/// What a game can tell searches that prove nothing and look only at some moves: which ones are
/// forcing, where a threat must be met, what a pass would do.
///
/// A game that has some of this implements the trait, and [`Knowledge::tactics`] returns the game
/// itself. Such searches play other games, too, by their evaluation alone.
pub trait Tactics<G: Game>: Knowledge<G> {
    /// Whether the game knows which moves are forcing. If it does not, a search evaluates positions
    /// at its horizon without looking for such moves.
    fn names_forcing(&self, game: &G) -> bool {
        let _ = game;
        true
    }

    /// What a forcing move seems to win, in hundredths of a [`margin`](Knowledge::margin); `None`
    /// for a quiet move. The search goes on at its horizon until no forcing move promises anything.
    /// In chess, captures and promotions are forcing.
    fn gain(&self, game: &G, position: &G::Position, mv: G::Move) -> Option<i32> {
        let _ = (game, position, mv);
        None
    }

    /// Whether the mover faces a threat that he must answer at once, such as a check. Such a
    /// position is not evaluated, all its moves are forcing, and searches look further ahead there.
    fn is_urgent(&self, game: &G, position: &G::Position) -> bool {
        let _ = (game, position);
        false
    }

    /// The position if the mover passes, where a search that proves nothing may try that: if he is
    /// well off even so, a move will do him no harm. `None` where a pass could be better than every
    /// move, as in zugzwang, and in games that know nothing of the kind.
    fn pass(&self, game: &G, position: &G::Position) -> Option<G::Position> {
        let _ = (game, position);
        None
    }

    /// A hash for searches that prove nothing: positions with the same one are probably worth about
    /// the same. By default from the [key](Game::key). A game whose values depend on the path, and
    /// whose keys therefore do, can leave the path out here.
    fn sketch(&self, game: &G, position: &G::Position) -> Option<u64> {
        let (Key::Exact(key) | Key::Hash(key)) = game.key(position)?;
        Some(splitmix64(key as u64, (key >> 64) as u64))
    }

    /// What a selective search needs to know of a position before it lists its moves.
    #[inline(always)]
    fn glance(&self, game: &G, position: &G::Position) -> Glance {
        let (kind, settled) = match game.judge(position) {
            Turn::Inner(kind) => (kind, None),
            Turn::Terminal(value) => (Kind::Max, Some(value)),
        };
        let urgent = settled.is_none() && self.is_urgent(game, position);
        Glance { kind, settled, urgent, sketch: self.sketch(game, position) }
    }

    /// Lists moves in order with their [gains](Tactics::gain): [`QUIET`] beside quiet ones,
    /// [`THREAT`] beside those that lead to an [urgent](Tactics::is_urgent) position, if that is
    /// easily seen. Or lists only the forcing ones, of which there may be none.
    #[inline(always)]
    fn survey(
        &self,
        game: &G,
        position: &G::Position,
        only_forcing: bool,
        moves: &mut Moves<G::Move>,
        gains: &mut Vec<i32>,
    ) -> Turn {
        let turn = self.combined().expand_in_order(game, position, moves);
        gains.clear();
        gains.extend(moves.iter().map(|mv| self.gain(game, position, mv).unwrap_or(QUIET)));
        if only_forcing {
            let mut forcing = gains.iter().map(|&gain| gain != QUIET);
            moves.retain(|_| forcing.next().unwrap_or(false));
            gains.retain(|&gain| gain != QUIET);
        }
        turn
    }
}

/// What [`Tactics::survey`] lists beside a quiet move.
pub const QUIET: i32 = i32::MIN;
/// What it lists beside a quiet move that the other must answer.
pub const THREAT: i32 = i32::MIN + 1;

/// What a selective search sees of a position at once; see [`Tactics::glance`].
///
/// ```
/// use gametree_model::{Kind, Knowledge, Tactics};
/// # use gametree_model::doc::Subtraction;
///
/// let game = Subtraction { stones: 10 };
/// let seen = game.tactics().glance(&game, &(10, true));
/// assert_eq!((seen.kind, seen.settled, seen.urgent), (Kind::Max, None, false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glance {
    /// Who moves; anybody if the value is settled.
    pub kind: Kind,
    /// The value, if the game is over or is taken to be: a game may say so of a position that has
    /// occurred before, and need not notice here that there are no moves left.
    pub settled: Option<Value>,
    /// See [`Tactics::is_urgent`].
    pub urgent: bool,
    /// See [`Tactics::sketch`].
    pub sketch: Option<u64>,
}
