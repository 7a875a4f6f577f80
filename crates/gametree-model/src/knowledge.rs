//! Heuristics about a game: wrong ones cost time, never correctness.

use std::ops::ControlFlow;

use super::careful::{Careful, Settled};
use super::game::play_on;
use super::{
    Bounds, Draws, Game, Key, Kind, Lead, Moves, Turn, Undecided, Value, WholeBounds, splitmix64,
};

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
pub trait Knowledge<G: Game>: Sync {
    /// An estimate of an unfinished position's value, for searches with a horizon. `None` if there is
    /// no evaluation: then such searches are refused.
    fn evaluate(&self, game: &G, position: &G::Position) -> Option<Value> {
        let _ = (game, position);
        None
    }

    /// These positions, none of which is over, will be evaluated next. A game that evaluates hundreds in little
    /// more time than one, as a neural network does, can do so now, and remember the results. By default nothing.
    fn evaluate_soon(&self, game: &G, positions: &[&G::Position]) {
        let _ = (game, positions);
    }

    /// MAX's expected reward in an unfinished position, from 0 for the worst value of the game to 1 for
    /// the best. Playouts that are cut short are rewarded by this. By default the evaluation, scaled to
    /// the game's range. If only winning counts, a winning probability that grows with the evaluation
    /// is better than the evaluation itself.
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

    /// How far MAX is ahead if its [`prospect`](Knowledge::prospect) is so much, in the unit in which people
    /// count, such as pawns: what `gametree play` tells. `None` if there is no such unit, or the game is decided.
    fn lead(&self, game: &G, prospect: f64) -> Option<Lead> {
        let _ = (game, prospect);
        None
    }

    /// The reward to MAX, from 0 to 1, of a playout that ended with `value`; larger values never earn
    /// less. By default the value, scaled to the game's range. If winning matters more than the margin,
    /// a win should earn much more than a draw. No unfinished position's
    /// [`prospect`](Knowledge::prospect) should be better than a win, or worse than a loss.
    fn reward(&self, game: &G, value: Value) -> f64 {
        let range = game.span();
        let share = (value.get() - range.lower.get()) / range.width();
        if share.is_finite() { share } else { 0.5 }
    }

    /// A random plausible move, for playouts that are better than uniform; at a chance node an outcome
    /// by its probability; if the game is over, its value. By default [`Game::random_move`]. The players
    /// `mcts-solver` and `mcts-alphabeta` use it unless they are told otherwise.
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

    /// A move-ordering score: how good the move that led to `child` looks to the player who made it;
    /// larger is better. Searches that look at all children of a node before they enter one (with a
    /// table, except in the last plies before a horizon) sort them by this; equals keep their order.
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

    /// Puts promising moves first, by [`rank`](Knowledge::rank); equals stay as the game lists them.
    #[inline]
    fn order(&self, game: &G, position: &G::Position, moves: &mut Moves<G::Move>) {
        moves.sort_by_key(|mv| self.rank(game, position, mv));
    }

    /// For selective searches, which look only at some moves: what a forcing move seems to win, in
    /// hundredths of a [`margin`](Knowledge::margin); `None` for a quiet move. Such a
    /// search goes on at its horizon until no forcing move promises anything. In chess, captures and
    /// promotions are forcing.
    fn gain(&self, game: &G, position: &G::Position, mv: G::Move) -> Option<i32> {
        let _ = (game, position, mv);
        None
    }

    /// What a small advantage is worth, such as a pawn: the unit of what searches that look only at some
    /// moves leave out as hopeless. By default a hundredth of the game's range.
    fn margin(&self, game: &G) -> f64 {
        game.span().width() / 100.0
    }

    /// Whether the mover faces a threat that he must answer at once, such as a check. Such a position is
    /// not evaluated, all its moves are forcing, and searches look further ahead there.
    fn is_urgent(&self, game: &G, position: &G::Position) -> bool {
        let _ = (game, position);
        false
    }

    /// The position if the mover passes, where a search that proves nothing may try that: if he is well
    /// off even so, a move will do him no harm. `None` where a pass could be better than every move, as
    /// in zugzwang, and in games that know nothing of the kind.
    fn pass(&self, game: &G, position: &G::Position) -> Option<G::Position> {
        let _ = (game, position);
        None
    }

    /// A hash for searches that prove nothing: positions with the same one are probably worth about the
    /// same. By default from the [key](Game::key). A game whose values depend on the path, and whose keys
    /// therefore do, can leave the path out here.
    fn sketch(&self, game: &G, position: &G::Position) -> Option<u64> {
        let (Key::Exact(key) | Key::Hash(key)) = game.key(position)?;
        Some(splitmix64(key as u64, (key >> 64) as u64))
    }

    /// Whether an evaluation costs more than a lookup in a large table, some tenths of a microsecond.
    /// Then searches use the transposition table in the last plies before the horizon, too: each leaf
    /// takes longer, but fewer are evaluated, the fewer the more transpositions there are.
    fn is_costly(&self, game: &G) -> bool {
        let _ = game;
        false
    }

    // The methods below combine calls. No implementation needs to override them: they exist so that an
    // erased search makes one virtual call instead of several.

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

    /// Lists the [undecided](Game::expand_undecided) moves of a position and [orders](Knowledge::order) them.
    #[inline(always)]
    fn undecided_in_order(
        &self,
        game: &G,
        position: &G::Position,
        moves: &mut Moves<G::Move>,
    ) -> Undecided {
        let said = game.expand_undecided(position, moves);
        if let Turn::Inner(_) = said.turn {
            self.order(game, position, moves);
        }
        said
    }

    /// Makes `child` the position after `mv`, for searches that keep it, and returns what the game says about
    /// it; its [facts](Game::whole_facts), if they are wanted, about the question whether it is worth at least
    /// `test`. If they answer it, order score and key may be left out.
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
            Some(test) => game.whole_facts(child, test),
            None => WholeBounds::UNBOUNDED,
        };
        if test.is_some_and(|test| facts.answers(test)) {
            return WholeLook::of_facts(facts);
        }
        WholeLook {
            facts,
            order_score: self.order_score(game, child),
            key: game.canonical_key(child),
        }
    }

    /// Plays a move and [expands](Knowledge::expand_in_order) the child. If the game is over there, the
    /// move is taken back.
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

    /// Lists moves in order with their [gains](Knowledge::gain): [`QUIET`] beside quiet ones, [`THREAT`]
    /// beside those that lead to an [urgent](Knowledge::is_urgent) position, if that is easily seen. Or lists
    /// only the forcing ones, of which there may be none.
    #[inline(always)]
    fn survey(
        &self,
        game: &G,
        position: &G::Position,
        only_forcing: bool,
        moves: &mut Moves<G::Move>,
        gains: &mut Vec<i32>,
    ) -> Turn {
        let turn = self.expand_in_order(game, position, moves);
        gains.clear();
        gains.extend(moves.iter().map(|mv| self.gain(game, position, mv).unwrap_or(QUIET)));
        if only_forcing {
            let mut forcing = gains.iter().map(|&gain| gain != QUIET);
            moves.retain(|_| forcing.next().unwrap_or(false));
            gains.retain(|&gain| gain != QUIET);
        }
        turn
    }

    /// A playout of [likely moves](Knowledge::likely_move); see [`Game::playout`].
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

    /// A playout of at most `most` random moves in which nobody makes a move that loses at once, as long as there is
    /// another. Whether a move loses is what the [facts](Game::facts) say, if they are used; where they say
    /// nothing, the replies to it show whether the other wins at once. It ends where the game is over or facts say who
    /// wins; the answer is `None` if the game goes on after `most` moves.
    ///
    /// No game needs to override this; see [`Game::playout`].
    #[inline]
    fn careful_playout(
        &self,
        game: &G,
        position: &mut G::Position,
        most: u32,
        facts: bool,
        moves: &mut Moves<G::Move>,
        draws: &mut Draws,
    ) -> Option<Settled>
    where
        Self: Sized,
    {
        Careful::new((game, self), position, facts, moves, draws).play(position, most)
    }
}

/// What [`Knowledge::survey`] lists beside a quiet move.
pub const QUIET: i32 = i32::MIN;
/// What it lists beside a quiet move that the other must answer.
pub const THREAT: i32 = i32::MIN + 1;

/// What a selective search sees of a position at once; see [`Knowledge::glance`].
///
/// ```
/// use gametree_model::{Kind, Knowledge};
/// # use gametree_model::doc::Subtraction;
///
/// let game = Subtraction { stones: 10 };
/// let seen = game.glance(&game, &(10, true));
/// assert_eq!((seen.kind, seen.settled, seen.urgent), (Kind::Max, None, false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glance {
    /// Who moves; anybody if the value is settled.
    pub kind: Kind,
    /// The value, if the game is over or is taken to be: a game may say so of a position that has
    /// occurred before, and need not notice here that there are no moves left.
    pub settled: Option<Value>,
    /// See [`Knowledge::is_urgent`].
    pub urgent: bool,
    /// See [`Knowledge::sketch`].
    pub sketch: Option<u64>,
}

/// Whether copying a position costs less than playing a move on it and taking it back.
#[doc(hidden)]
pub const fn is_small<T>() -> bool {
    size_of::<T>() <= 64 && !std::mem::needs_drop::<T>()
}

/// Where a move led, as [`Knowledge::play_and_expand`] returns it.
///
/// ```
/// use gametree_model::{Knowledge, Moves, Stepped};
/// # use gametree_model::doc::Subtraction;
///
/// let game = Subtraction { stones: 3 };
/// let mut position = (3, true);
/// let stepped = game.play_and_expand(&game, &mut position, 3, &mut Moves::new());
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

/// What [`Knowledge::look`] should find out about a child, besides its key.
///
/// ```
/// use gametree_model::{Asked, Knowledge};
/// # use gametree_model::doc::Subtraction;
///
/// let game = Subtraction { stones: 10 };
/// let nothing_else = Asked { facts: false, order_score: false };
/// assert_eq!(game.look(&game, &mut (10, true), 2, nothing_else).order_score, 0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// The game's facts.
    pub facts: bool,
    /// Its move-ordering score.
    pub order_score: bool,
}

/// What the game says about a child, as [`Knowledge::look`] returns it.
///
/// ```
/// use gametree_model::{Asked, Bounds, Knowledge};
/// # use gametree_model::doc::Subtraction;
///
/// let game = Subtraction { stones: 10 };
/// let asked = Asked { facts: true, order_score: true };
/// let look = game.look(&game, &mut (10, true), 2, asked);
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

/// What the game says about a child whose values are whole numbers, as [`Knowledge::look_into`] returns it.
///
/// ```
/// use gametree_model::{Knowledge, WholeBounds};
/// # use gametree_model::doc::Subtraction;
///
/// let game = Subtraction { stones: 10 };
/// let mut child = (0, true);
/// let look = game.look_into(&game, &(10, true), 2, &mut child, Some(1));
/// assert_eq!(child, (8, false), "it is the position after the move now");
/// assert_eq!(look.facts, WholeBounds::UNBOUNDED, "the game states no facts");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WholeLook {
    /// What facts say about its value.
    pub facts: WholeBounds,
    /// See [`Knowledge::order_score`].
    pub order_score: i32,
    /// See [`Game::canonical_key`].
    pub key: Option<Key>,
}

impl WholeLook {
    /// Facts that say all that was asked.
    #[inline]
    pub fn of_facts(facts: WholeBounds) -> WholeLook {
        WholeLook { facts, order_score: 0, key: None }
    }
}

/// No heuristics: the game's own move order, and no evaluation.
impl<G: Game> Knowledge<G> for () {
    #[inline]
    fn order(&self, _: &G, _: &G::Position, _: &mut Moves<G::Move>) {}
}
