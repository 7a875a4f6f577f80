//! Calls that searches make one after the other, as one.

use super::careful::{Careful, Settled};
use super::game::play_on;
use super::{
    Bounds, Draws, Game, Key, Kind, Knowledge, MoreFacts, Moves, Turn, Undecided, Value,
    WholeBounds,
};

/// Calls on a game and its heuristics that searches make one after the other, as one.
///
/// No game needs any of this. It exists so that a search of an [erased](crate::erased) game makes
/// one virtual call instead of several. A game in which two answers come from the same work, such
/// as the facts and the order score of a child, can give both at once: it implements the trait, and
/// [`Knowledge::combined`] returns the game itself.
pub trait Combined<G: Game>: Knowledge<G> {
    /// [Expands](Game::expand) a position and [orders](Knowledge::order) its moves.
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

    /// Lists the [undecided](MoreFacts::expand_undecided) moves of a position and
    /// [orders](Knowledge::order) them.
    #[inline(always)]
    fn undecided_in_order(
        &self,
        game: &G,
        position: &G::Position,
        moves: &mut Moves<G::Move>,
    ) -> Undecided {
        let said = game.more_facts().expand_undecided(game, position, moves);
        if let Turn::Inner(_) = said.turn {
            self.order(game, position, moves);
        }
        said
    }

    /// Makes `child` the position after `mv`, for searches that keep it, and returns what the game
    /// says about it; its [facts](MoreFacts::whole_facts), if they are wanted, about the question
    /// whether it is worth at least `test`. If they answer it, order score and key may be left out.
    #[inline(always)]
    fn look_into(
        &self,
        game: &G,
        position: &G::Position,
        mv: G::Move,
        child: &mut G::Position,
        test: Option<i32>,
    ) -> WholeLook {
        child.clone_from(position);
        game.advance(child, mv);
        let facts = match test {
            Some(test) => game.more_facts().whole_facts(game, child, test),
            None => WholeBounds::UNBOUNDED,
        };
        if test.is_some_and(|test| facts.answers(test)) {
            return WholeLook::of_facts(facts);
        }
        WholeLook {
            facts,
            order_score: self.order_score(game, child),
            key: game.more_facts().canonical_key(game, child),
        }
    }

    /// Plays a move and [expands](Combined::expand_in_order) the child. If the game is over there,
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

    /// The value of a position at the horizon: that of the game if it is over there, otherwise the
    /// evaluation.
    #[inline(always)]
    fn value_at_horizon(&self, game: &G, position: &G::Position) -> Option<Value> {
        match game.judge(position) {
            Turn::Terminal(value) => Some(value),
            Turn::Inner(_) => self.evaluate(game, position),
        }
    }

    /// The same for the child after `mv`. A small position is copied, so that the child can stay in
    /// registers; on a large one the move is played and taken back.
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

    /// What the game says about the child after `mv`.
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

    /// Plays at most `most` [random moves](Game::random_move) on `position`, and returns the value
    /// if the game was found to be over.
    #[inline(always)]
    fn playout(
        &self,
        game: &G,
        position: &mut G::Position,
        most: u32,
        moves: &mut Moves<G::Move>,
        draws: &mut Draws,
    ) -> Option<Value> {
        play_on(game, position, most, draws, |position, draws| {
            game.random_move(position, moves, draws)
        })
    }

    /// A playout of [likely moves](Knowledge::likely_move); see [`playout`](Combined::playout).
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

    /// A playout of at most `most` random moves in which nobody makes a move that loses at once, as
    /// long as there is another. Whether a move loses is what the [facts](Game::facts) say, if they
    /// are used; where they say nothing, the replies to it show whether the other wins at once. It
    /// ends where the game is over or facts say who wins; the answer is `None` if the game goes on
    /// after `most` moves.
    #[inline]
    fn careful_playout(
        &self,
        game: &G,
        position: &mut G::Position,
        most: u32,
        facts: bool,
        moves: &mut Moves<G::Move>,
        draws: &mut Draws,
    ) -> Option<Settled> {
        Careful::new((game, self), position, facts, moves, draws).play(position, most)
    }
}

/// Whether copying a position costs less than playing a move on it and taking it back.
#[doc(hidden)]
pub const fn is_small<T>() -> bool {
    size_of::<T>() <= 64 && !std::mem::needs_drop::<T>()
}

/// Where a move led, as [`Combined::play_and_expand`] returns it.
///
/// ```
/// use gametree_model::{Combined, Knowledge, Moves, Stepped};
/// # use gametree_model::doc::Subtraction;
///
/// let game = Subtraction { stones: 3 };
/// let mut position = (3, true);
/// let stepped = game.combined().play_and_expand(&game, &mut position, 3, &mut Moves::new());
/// assert!(matches!(stepped, Stepped::Over(value) if value == 1.into()));
/// assert_eq!(position, (3, true), "the move was taken back");
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Stepped<U> {
    /// To an inner node of this kind; and what takes the move back.
    Inner(Kind, U),
    /// To the end of the game, with this value.
    Over(Value),
}

/// What [`Combined::look`] should find out about a child, besides its key.
///
/// ```
/// use gametree_model::{Asked, Combined, Knowledge};
/// # use gametree_model::doc::Subtraction;
///
/// let game = Subtraction { stones: 10 };
/// let nothing_else = Asked { facts: false, order_score: false };
/// assert_eq!(game.combined().look(&game, &mut (10, true), 2, nothing_else).order_score, 0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// The game's facts.
    pub facts: bool,
    /// Its move-ordering score.
    pub order_score: bool,
}

/// What the game says about a child, as [`Combined::look`] returns it.
///
/// ```
/// use gametree_model::{Asked, Bounds, Combined, Knowledge};
/// # use gametree_model::doc::Subtraction;
///
/// let game = Subtraction { stones: 10 };
/// let asked = Asked { facts: true, order_score: true };
/// let look = game.combined().look(&game, &mut (10, true), 2, asked);
/// assert_eq!((look.facts, look.order_score), (Bounds::UNBOUNDED, 0), "it states nothing");
/// assert_eq!(look.key, None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// What facts say about its value.
    pub facts: Bounds,
    /// See [`Knowledge::order_score`].
    pub order_score: i32,
    /// See [`Game::key`].
    pub key: Option<Key>,
}

/// What the game says about a child whose values are whole numbers, as [`Combined::look_into`]
/// returns it.
///
/// ```
/// use gametree_model::{Combined, Knowledge, WholeBounds};
/// # use gametree_model::doc::Subtraction;
///
/// let game = Subtraction { stones: 10 };
/// let mut child = (0, true);
/// let look = game.combined().look_into(&game, &(10, true), 2, &mut child, Some(1));
/// assert_eq!(child, (8, false), "it is the position after the move now");
/// assert_eq!(look.facts, WholeBounds::UNBOUNDED, "the game states no facts");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WholeLook {
    /// What facts say about its value.
    pub facts: WholeBounds,
    /// See [`Knowledge::order_score`].
    pub order_score: i32,
    /// See [`MoreFacts::canonical_key`](super::MoreFacts::canonical_key).
    pub key: Option<Key>,
}

impl WholeLook {
    /// Facts that say all that was asked.
    #[inline]
    pub fn of_facts(facts: WholeBounds) -> WholeLook {
        WholeLook { facts, order_score: 0, key: None }
    }
}
