//! Heuristics about a game: wrong ones cost time, never correctness.

use std::ops::ControlFlow;

use ref_cast::RefCast;

use super::plain::Plain;
use super::{Bounds, Combined, Draws, Game, Lead, Moves, Tactics, Value};

/// Heuristics for the positions of a game: an evaluation and a move ordering.
///
/// With a horizon, the evaluation is part of the question that a search answers; without one, it is
/// never called. Move ordering decides how fast an answer comes, not which.
///
/// A game's own heuristics are an implementation for the game's own type: `impl Knowledge<Self> for
/// MyGame`, empty if it has none. Other heuristics are a type of their own:
///
/// ```
/// use gametree_model::{Game, Knowledge, Value};
/// # use gametree_model::doc::Subtraction;
///
/// /// Leaving a multiple of four wins.
/// struct Modulo;
///
/// impl Knowledge<Subtraction> for Modulo {
///     fn evaluate(&self, _: &Subtraction, &(stones, max): &(u32, bool)) -> Option<Value> {
///         let mover_wins = stones % 4 != 0;
///         Some(if mover_wins == max { 1.into() } else { (-1).into() })
///     }
/// }
///
/// let game = Subtraction { stones: 10 };
/// assert_eq!(Modulo.evaluate(&game, &game.start()), Some(1.into()));
/// ```
pub trait Knowledge<G: Game>: Sized + Sync {
    /// An estimate of an unfinished position's value, for searches with a horizon. `None` if there
    /// is no evaluation: then such searches are refused.
    fn evaluate(&self, game: &G, position: &G::Position) -> Option<Value> {
        let _ = (game, position);
        None
    }

    /// These positions, none of which is over, will be evaluated next. A game that evaluates
    /// hundreds in little more time than one, as a neural network does, can do so now, and remember
    /// the results. By default nothing.
    fn evaluate_soon(&self, game: &G, positions: &[&G::Position]) {
        let _ = (game, positions);
    }

    /// MAX's expected reward in an unfinished position, from 0 for the worst value of the game to 1
    /// for the best. Playouts that are cut short are rewarded by this. By default the evaluation,
    /// scaled to the game's range. If only winning counts, a winning probability that grows with
    /// the evaluation is better than the evaluation itself.
    fn prospect(&self, game: &G, position: &G::Position) -> Option<f64> {
        let value = self.evaluate(game, position)?.get();
        let range = game.span();
        if range.width() == 0.0 {
            // There is nothing to win or lose.
            return Some(0.5);
        }
        let share = (value - range.lower.get()) / range.width();
        share.is_finite().then(|| share.clamp(0.0, 1.0))
    }

    /// How far MAX is ahead if its [`prospect`](Knowledge::prospect) is so much, in the unit in
    /// which people count, such as pawns: what `gametree play` tells. `None` if there is no such
    /// unit, or the game is decided.
    fn lead(&self, game: &G, prospect: f64) -> Option<Lead> {
        let _ = (game, prospect);
        None
    }

    /// The reward to MAX, from 0 to 1, of a playout that ended with `value`; larger values never
    /// earn less. By default the value, scaled to the game's range. If winning matters more than
    /// the margin, a win should earn much more than a draw. No unfinished position's
    /// [`prospect`](Knowledge::prospect) should be better than a win, or worse than a loss.
    fn reward(&self, game: &G, value: Value) -> f64 {
        let range = game.span();
        let share = (value.get() - range.lower.get()) / range.width();
        if share.is_finite() { share } else { 0.5 }
    }

    /// A random plausible move, for playouts that are better than uniform; at a chance node an
    /// outcome by its probability; if the game is over, its value. By default
    /// [`Game::random_move`]. The players `mcts-solver` and `mcts-alphabeta` use it unless they are
    /// told otherwise.
    #[inline]
    fn likely_move(
        &self,
        game: &G,
        position: &G::Position,
        moves: &mut Moves<G::Move>,
        draws: &mut Draws,
    ) -> ControlFlow<Value, G::Move> {
        game.random_move(position, moves, draws)
    }

    /// Bounds that contain every evaluation and every terminal value within `horizon` plies from
    /// `position`: normally the game's own range.
    fn range(&self, game: &G, position: &G::Position, horizon: u32) -> Bounds {
        let _ = (position, horizon);
        game.values().range
    }

    /// A move-ordering score: how good the move that led to `child` looks to the player who made
    /// it; larger is better. Searches that look at all children of a node before they enter one
    /// (with a table, except in the last plies before a horizon) sort them by this; equals keep
    /// their order.
    fn order_score(&self, game: &G, child: &G::Position) -> i32 {
        let _ = (game, child);
        0
    }

    /// How early a move of `position` should be tried, judged from the parent: the smaller the
    /// earlier. Moves of equal rank count as equally good, so a player that varies its play may try
    /// them in any order.
    fn rank(&self, game: &G, position: &G::Position, mv: G::Move) -> i32 {
        let _ = (game, position, mv);
        0
    }

    /// Puts promising moves first, by [`rank`](Knowledge::rank); equals stay as the game lists
    /// them.
    #[inline]
    fn order(&self, game: &G, position: &G::Position, moves: &mut Moves<G::Move>) {
        moves.sort_by_key(|mv| self.rank(game, position, mv));
    }

    /// What a small advantage is worth, such as a pawn: the unit of what searches that look only at
    /// some moves leave out as hopeless. By default a hundredth of the game's range.
    fn margin(&self, game: &G) -> f64 {
        game.span().width() / 100.0
    }

    /// Whether an evaluation costs more than a lookup in a large table, some tenths of a
    /// microsecond. Then searches use the transposition table in the last plies before the horizon,
    /// too: each leaf takes longer, but fewer are evaluated, the fewer the more transpositions
    /// there are.
    fn is_costly(&self, game: &G) -> bool {
        let _ = game;
        false
    }

    /// Hooks for searches that look only at some moves. Heuristics that have some return
    /// themselves.
    fn tactics(&self) -> &impl Tactics<G> {
        Plain::ref_cast(self)
    }

    /// Calls that go together. Heuristics that answer some of them faster at once return
    /// themselves.
    fn combined(&self) -> &impl Combined<G> {
        Plain::ref_cast(self)
    }
}

/// No heuristics: the game's own move order, and no evaluation.
impl<G: Game> Knowledge<G> for () {
    #[inline]
    fn order(&self, _: &G, _: &G::Position, _: &mut Moves<G::Move>) {}
}
