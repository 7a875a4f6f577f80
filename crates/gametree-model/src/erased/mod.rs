//! A game without its type: every search is compiled for it once.
//!
//! [`Erased`] is a [`Game`] like any other, with [`Knowledge`], [`Notation`] and whatever the held
//! game has besides. It holds a typed game (`held.rs`) behind virtual calls (`calls.rs`), all of
//! them generated from one list (`list.rs`). A position is a box with the typed position and its
//! own stack of undos; a move is its [code](crate::Move::code). Operations that go together are one
//! call: expanding and ordering, a step to a child, a look at one, the value of a child at the
//! horizon, a whole playout. So a node costs a few per cent more on boards (`docs/notes/benchmarks/leaf-cost.md`), and a
//! new game adds almost nothing to compile time.

mod calls;
mod held;
pub(crate) mod list;
mod pass;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::{
    Asked, Bounds, Combined, Coordinates, Dice, Draws, Game, Glance, Key, Kind, Knowledge, Lead,
    Look, MoreFacts, Moves, Notation, NotationError, Settled, Stepped, Symmetry, Tactics, Turn,
    Uci, Undecided, Value, Values, WholeBounds, WholeLook,
};
use calls::{PositionCalls, RulesCalls};
use held::{Own, Pair, Rules};
use list::calls;

/// A game whose type is erased.
///
/// ```
/// use gametree_model::erased::Erased;
/// use gametree_model::{Game, Moves, Notation};
/// # use gametree_model::doc::Subtraction;
///
/// let game = Erased::new(Subtraction { stones: 10 });
/// let mut moves = Moves::new();
/// game.expand(&game.start(), &mut moves);
/// assert_eq!(game.move_text(&game.start(), moves.get(2)), "3");
/// ```
#[derive(Clone)]
pub struct Erased(Arc<dyn RulesCalls>);

impl Erased {
    /// Erases the type of a game with its own heuristics (or an empty `impl Knowledge`).
    pub fn new<G>(game: G) -> Erased
    where
        G: Notation + Knowledge<G> + Send + Sync + 'static,
        G::Position: Send,
        G::Undo: Send,
    {
        Erased(Rules::new(Own(game)))
    }

    /// An erased game, and one of its positions.
    ///
    /// ```
    /// use gametree_model::{Game, Turn, erased::Erased};
    /// # use gametree_model::doc::Subtraction;
    ///
    /// let (game, position) = Erased::at(Subtraction { stones: 10 }, (3, false));
    /// assert_eq!(game.judge(&position), Turn::MIN);
    /// ```
    pub fn at<G>(game: G, position: G::Position) -> (Erased, Position)
    where
        G: Notation<Position: Send, Undo: Send> + Knowledge<G> + Send + Sync + 'static,
    {
        let rules = Rules::new(Own(game));
        let position = rules.hold(position);
        (Erased(rules), position)
    }

    /// An erased game with other heuristics than its own.
    ///
    /// ```
    /// use gametree_model::doc::Subtraction;
    /// use gametree_model::{Combined, Game, Knowledge, Moves, erased::Erased};
    ///
    /// /// Many stones first.
    /// struct Greedy;
    ///
    /// impl Knowledge<Subtraction> for Greedy {
    ///     fn rank(&self, _: &Subtraction, _: &(u32, bool), taken: u32) -> i32 {
    ///         -(taken as i32)
    ///     }
    /// }
    ///
    /// let game = Erased::with_knowledge(Subtraction { stones: 10 }, Greedy);
    /// let mut moves = Moves::new();
    /// game.combined().expand_in_order(&game, &game.start(), &mut moves);
    /// assert!(moves.iter().eq([3, 2, 1]));
    /// ```
    pub fn with_knowledge<G, K>(game: G, knowledge: K) -> Erased
    where
        G: Notation + Send + Sync + 'static,
        G::Position: Send,
        G::Undo: Send,
        K: Knowledge<G> + Send + Sync + 'static,
    {
        Erased(Rules::new(Pair { game, knowledge }))
    }
}

/// A position of a game whose type is erased.
///
/// ```
/// use gametree_model::erased::Erased;
/// use gametree_model::{Game, Notation, Turn};
/// # use gametree_model::doc::Subtraction;
///
/// let game = Erased::new(Subtraction { stones: 10 });
/// let mut position = game.parse_position("3 3 3").unwrap();
/// assert_eq!(game.judge(&position), Turn::MIN);
/// game.play(&mut position, 1);
/// assert_eq!(game.judge(&position), Turn::over(-1));
/// ```
pub struct Position(Box<dyn PositionCalls>);

impl Position {
    /// The position that is held, if it is of this type.
    ///
    /// ```
    /// use gametree_model::{Game, erased::Erased};
    /// # use gametree_model::doc::Subtraction;
    /// let game = Erased::new(Subtraction { stones: 10 });
    /// assert_eq!(game.start().typed(), Some(&(10_u32, true)));
    /// assert_eq!(game.start().typed::<String>(), None);
    /// ```
    pub fn typed<P: 'static>(&self) -> Option<&P> {
        self.0.typed().downcast_ref()
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        self.0.copy()
    }

    /// Without an allocation, if both are positions of the same game.
    fn clone_from(&mut self, source: &Self) {
        if !self.0.assign(&*source.0) {
            *self = source.clone();
        }
    }
}

type Pos = Position;
type Mv = u32;

/// Methods that make the virtual call of the same name; some are given the game once more.
macro_rules! call {
    ([the game] $(
        fn $call:ident $(<$life:lifetime>)? ($($name:ident: $type:ty),*) $(-> $answer:ty)?;
    )*) => {$(
        fn $call $(<$life>)? (&self, $($name: $type),*) $(-> $answer)? {
            self.0.$call($($name),*)
        }
    )*};
    ([the game knowing $game:ty] $(
        fn $call:ident($($name:ident: $type:ty),*) $(-> $answer:ty)?;
    )*) => {$(
        fn $call(&self, _: $game, $($name: $type),*) $(-> $answer)? {
            self.0.$call($($name),*)
        }
    )*};
    ([$position:ty] $(
        fn $call:ident($($name:ident: $type:ty),*) $(-> $answer:ty)?;
    )*) => {$(
        #[inline]
        fn $call(&self, position: $position, $($name: $type),*) $(-> $answer)? {
            position.0.$call($($name),*)
        }
    )*};
    ([$position:ty, knowing $game:ty] $(
        fn $call:ident($($name:ident: $type:ty),*) $(-> $answer:ty)?;
    )*) => {$(
        #[inline]
        fn $call(&self, _: $game, position: $position, $($name: $type),*) $(-> $answer)? {
            position.0.$call($($name),*)
        }
    )*};
}

impl Game for Erased {
    type Position = Position;
    type Move = u32;
    /// The position keeps what it needs.
    type Undo = ();

    // What is known at compile time for a typed game is asked at run time here.
    const DICE: Dice = Dice::Sometimes;
    const CYCLES: bool = true;
    const KEYS: bool = true;

    calls!(Game of game: call the game);
    calls!(Game of position: call &Pos);
    calls!(Game of position mut: call &mut Pos);

    #[inline]
    fn play(&self, position: &mut Position, mv: u32) {
        position.0.play(mv);
    }

    #[inline]
    fn undo(&self, position: &mut Position, mv: u32, (): ()) {
        position.0.undo(mv);
    }

    fn more_facts(&self) -> &impl MoreFacts<Self> {
        self
    }

    fn move_in_message(&self, position: &Position, mv: u32) -> String {
        self.move_text(position, mv)
    }

    fn position_in_message(&self, position: &Position) -> Option<String> {
        Some(self.draw(position)).filter(|drawing| !drawing.is_empty())
    }
}

/// The facts that the game states; none of them if it states none.
impl MoreFacts<Self> for Erased {
    calls!(MoreFacts of position: call &Pos, knowing &Self);
}

/// The heuristics that the game was erased with.
impl Knowledge<Self> for Erased {
    calls!(Knowledge of game: call the game knowing &Self);
    calls!(Knowledge of position: call &Pos, knowing &Self);

    fn evaluate_soon(&self, _: &Self, positions: &[&Position]) {
        self.0.evaluate_soon(positions);
    }

    fn tactics(&self) -> &impl Tactics<Self> {
        self
    }

    fn combined(&self) -> &impl Combined<Self> {
        self
    }
}

impl Tactics<Self> for Erased {
    calls!(Tactics of game: call the game knowing &Self);
    calls!(Tactics of position: call &Pos, knowing &Self);
}

impl Combined<Self> for Erased {
    calls!(Combined of position: call &Pos, knowing &Self);
    calls!(Combined of position mut: call &mut Pos, knowing &Self);

    #[inline]
    fn play_and_expand(
        &self,
        _: &Self,
        position: &mut Position,
        mv: u32,
        moves: &mut Moves<u32>,
    ) -> Stepped<()> {
        match position.0.play_and_expand(mv, moves) {
            Turn::Inner(kind) => Stepped::Inner(kind, ()),
            Turn::Terminal(value) => Stepped::Over(value),
        }
    }

    #[inline]
    fn look_into(
        &self,
        _: &Self,
        position: &Position,
        mv: u32,
        child: &mut Position,
        test: Option<i32>,
    ) -> WholeLook {
        child.0.become_child(&*position.0, mv, test)
    }
}

impl Notation for Erased {
    calls!(Notation of game: call the game);
    calls!(Notation of position: call &Pos);

    fn uci(&self) -> Option<&dyn Uci<Self>> {
        self.0.has_uci().then_some(self)
    }
}

impl Uci<Self> for Erased {
    calls!(Uci of game: call the game);
    calls!(Uci of position: call &Pos);
}
