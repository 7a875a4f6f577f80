//! Opinions about a game: they cost time when they are wrong, never truth.

use std::ops::ControlFlow;

use super::game::play_on;
use super::{Bounds, Draws, Game, Key, Kind, Moves, Turn, Value};

/// What somebody thinks about the positions of a game: an evaluation and an order of moves.
///
/// At a finite horizon the evaluation is part of the question that a search answers; without a
/// horizon it is never asked. The order decides how fast an answer comes, not which.
///
/// A game's own opinions are an implementation for the game's own type: `impl Knowledge<Self> for
/// MyGame`, empty if it has none. Anybody else's are a type of their own.
pub trait Knowledge<G: Game> {
    /// Whether an evaluation costs more than looking a position up in a large table, some tenths of a
    /// microsecond. Then searches over a table ask it about the last plies before a horizon too: fewer
    /// leaves are evaluated, the fewer the more moves can be made in any order, and each takes longer.
    const COSTLY: bool = false;

    /// An estimate of an unfinished position's value, for searches that stop at a horizon. Nothing
    /// if there is no evaluation: then such searches are refused.
    fn evaluate(&self, game: &G, position: &G::Position) -> Option<Value> {
        let _ = (game, position);
        None
    }

    /// What MAX may expect of an unfinished position, as a share of what there is to get: 0 the worst
    /// value of the game, 1 the best. Sampling that cuts games short rewards by this. Unless somebody
    /// knows better, the evaluation within the game's range. Where winning is what counts, a chance
    /// of winning that grows with the evaluation is worth more than the evaluation itself.
    fn prospect(&self, game: &G, position: &G::Position) -> Option<f64> {
        let value = self.evaluate(game, position)?.get();
        let range = game.span();
        if range.width() == 0.0 {
            // There is nothing to get, nor to lose.
            return Some(0.5);
        }
        let share = (value - range.lower.get()) / range.width();
        share.is_finite().then(|| share.clamp(0.0, 1.0))
    }

    /// What a game that has ended with `value` is to a player who samples, as a share of what MAX can
    /// get: larger values are never worth less. Unless somebody knows better, where the value lies in
    /// the game's range; where winning matters more than by how much, a win should be worth much more
    /// than a draw. No unfinished position's [`prospect`](Knowledge::prospect) should be better than a
    /// win, or worse than a loss.
    fn reward(&self, game: &G, value: Value) -> f64 {
        let range = game.span();
        let share = (value.get() - range.lower.get()) / range.width();
        if share.is_finite() { share } else { 0.5 }
    }

    /// The move that somebody who knows a little about the game would play, for playouts that are more
    /// than random; at a chance node an outcome by its probability; or, if the game is over, what it was
    /// worth to MAX. As [`Game::random_move`], which it is unless somebody knows better.
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

    /// What contains every evaluation, and every end of the game, within `horizon` plies from
    /// `position`: normally the game's own range.
    fn range(&self, game: &G, position: &G::Position, horizon: u32) -> Bounds {
        let _ = (position, horizon);
        game.values().range
    }

    /// A move-ordering score: how good the move that led to `child` looks to the player who made it; larger
    /// is better. Searches that look at all children of a node before they enter one (over a table, but
    /// for the last plies before a horizon) sort them by this, and leave equals in the order of the list.
    fn order_score(&self, game: &G, child: &G::Position) -> i32 {
        let _ = (game, child);
        0
    }

    /// How early a move of `position` should be tried, by what the parent knows: the smaller the
    /// earlier. Moves of equal rank are equally good as far as anybody knows, so a player who wants to
    /// vary may put them in any order.
    fn rank(&self, game: &G, position: &G::Position, mv: G::Move) -> i32 {
        let _ = (game, position, mv);
        0
    }

    /// Puts promising moves first, by what the parent knows: by [`rank`](Knowledge::rank), and equals
    /// as the game lists them.
    #[inline]
    fn order(&self, game: &G, position: &G::Position, moves: &mut Moves<G::Move>) {
        moves.sort_by_key(|mv| self.rank(game, position, mv));
    }

    /// Whether evaluations are dear; see [`COSTLY`](Knowledge::COSTLY).
    fn is_costly(&self) -> bool {
        Self::COSTLY
    }

    // The methods below combine calls. No implementation needs to override them: they exist so that an
    // erased search makes one virtual call instead of several.

    /// [Expands](Game::expand) a position and puts its moves in [order](Knowledge::order).
    #[inline(always)]
    fn expand_in_order(
        &self,
        game: &G,
        position: &G::Position,
        moves: &mut Moves<G::Move>,
    ) -> Turn {
        let turn = game.expand(position, moves);
        if let Turn::Inner(_) = turn {
            self.order(game, position, moves);
        }
        turn
    }

    /// Plays a move and [expands](Knowledge::expand_in_order) the child behind it. If the game is over there,
    /// the move is taken back.
    #[inline(always)]
    fn play_and_expand(
        &self,
        game: &G,
        position: &mut G::Position,
        mv: G::Move,
        moves: &mut Moves<G::Move>,
    ) -> Stepped<G::Undo> {
        let undo = game.play(position, mv);
        match self.expand_in_order(game, position, moves) {
            Turn::Inner(kind) => Stepped::Inner(kind, undo),
            Turn::Terminal(value) => {
                game.undo(position, mv, undo);
                Stepped::Over(value)
            }
        }
    }

    /// What a position at a horizon is worth: the value of the game if it is over there, otherwise the
    /// evaluation.
    #[inline(always)]
    fn value_at_horizon(&self, game: &G, position: &G::Position) -> Option<Value> {
        match game.judge(position) {
            Turn::Terminal(value) => Some(value),
            Turn::Inner(_) => self.evaluate(game, position),
        }
    }

    /// The same of the child behind `mv`. A small position is played on a copy, which then need not leave
    /// the registers; a large one is played on and taken back.
    #[inline(always)]
    fn child_at_horizon(&self, game: &G, position: &mut G::Position, mv: G::Move) -> Option<Value> {
        if const { is_small::<G::Position>() } {
            let mut child = position.clone();
            game.advance(&mut child, mv);
            self.value_at_horizon(game, &child)
        } else {
            let undo = game.play(position, mv);
            let value = self.value_at_horizon(game, position);
            game.undo(position, mv, undo);
            value
        }
    }

    /// What is known of the child behind `mv` by itself.
    #[inline(always)]
    fn look(&self, game: &G, position: &mut G::Position, mv: G::Move, asked: Asked) -> Look {
        let look = |child: &G::Position| Look {
            facts: if asked.facts { game.facts(child) } else { Bounds::UNBOUNDED },
            order_score: if asked.order_score { self.order_score(game, child) } else { 0 },
            key: if G::KEYS { game.key(child) } else { None },
        };
        if const { is_small::<G::Position>() } {
            let mut child = position.clone();
            game.advance(&mut child, mv);
            look(&child)
        } else {
            let undo = game.play(position, mv);
            let found = look(position);
            game.undo(position, mv, undo);
            found
        }
    }

    /// Plays on by [likely moves](Knowledge::likely_move), as [`Game::playout`] does by chance.
    #[inline(always)]
    fn likely_playout(
        &self,
        game: &G,
        position: &mut G::Position,
        most: u32,
        moves: &mut Moves<G::Move>,
        draws: &mut Draws,
    ) -> Option<Value> {
        play_on(game, position, most, draws, |position, draws| {
            self.likely_move(game, position, moves, draws)
        })
    }
}

/// Whether copying a position costs less than playing a move on it and taking it back.
#[doc(hidden)]
pub const fn is_small<T>() -> bool {
    size_of::<T>() <= 64 && !std::mem::needs_drop::<T>()
}

/// Where a move has led.
#[derive(Clone, Copy, Debug)]
pub enum Stepped<U> {
    /// To a node where somebody moves; and what takes the move back.
    Inner(Kind, U),
    /// To the end of the game, which is worth this.
    Over(Value),
}

/// What somebody wants to know of a child, besides its key.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// What facts say.
    pub facts: bool,
    /// Its score for the order of moves.
    pub order_score: bool,
}

/// What is known of a child by itself.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// What facts say of its value.
    pub facts: Bounds,
    /// See [`Knowledge::order_score`].
    pub order_score: i32,
    /// See [`Game::key`].
    pub key: Option<Key>,
}

/// No opinions: the game's own order of moves, and no evaluation.
impl<G: Game> Knowledge<G> for () {
    #[inline]
    fn order(&self, _: &G, _: &G::Position, _: &mut Moves<G::Move>) {}
}
