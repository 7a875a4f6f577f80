//! A game without its type: every search is compiled for it once.
//!
//! [`Erased`] is a [`Game`] like any other, with [`Knowledge`] and [`Notation`]. It holds a typed game
//! (`held.rs`) behind virtual calls (`calls.rs`). A position is a box with the typed position and its
//! own stack of undos; a move is its [code](crate::Move::code). Operations that go together are one
//! call: expanding and ordering, a step to a child, a look at one, the value of a child at the horizon,
//! a whole playout. So a node costs a few per cent more on boards
//! (`docs/notes/benchmarks/leaf-cost.md`), and a new game adds almost nothing to compile time.

mod calls;
mod held;

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::{
    Asked, Bounds, Coordinates, Dice, Draws, Game, Glance, Key, Kind, Knowledge, Lead, Look, Moves,
    Notation, NotationError, Settled, Stepped, Symmetry, Turn, Undecided, Value, Values,
    WholeBounds, WholeLook,
};
use calls::{PositionCalls, RulesCalls};
use held::{Own, Pair, Rules};

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
        Erased(Arc::new(Rules::new(Own(game))))
    }

    /// The same with one of its positions.
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
        let rules = Arc::new(Rules::new(Own(game)));
        (Erased(rules.clone()), Position(rules.hold(position)))
    }

    /// The same with other heuristics than the game's own.
    ///
    /// ```
    /// use gametree_model::doc::Subtraction;
    /// use gametree_model::{Game, Knowledge, Moves, erased::Erased};
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
    /// game.expand_in_order(&game, &game.start(), &mut moves);
    /// assert!(moves.iter().eq([3, 2, 1]));
    /// ```
    pub fn with_knowledge<G, K>(game: G, knowledge: K) -> Erased
    where
        G: Notation + Send + Sync + 'static,
        G::Position: Send,
        G::Undo: Send,
        K: Knowledge<G> + Send + Sync + 'static,
    {
        Erased(Arc::new(Rules::new(Pair { game, knowledge })))
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
        Position(self.0.copy())
    }

    /// Without an allocation, if both are positions of the same game.
    fn clone_from(&mut self, source: &Self) {
        if !self.0.assign(&*source.0) {
            *self = source.clone();
        }
    }
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

    fn start(&self) -> Position {
        Position(self.0.clone().start())
    }

    fn values(&self) -> Values {
        self.0.values()
    }

    fn span(&self) -> Bounds {
        self.0.span()
    }

    fn leaves_below(&self, position: &Position) -> Option<Bounds> {
        position.0.leaves_below()
    }

    fn has_chance(&self) -> bool {
        self.0.has_chance()
    }

    fn endless(&self) -> bool {
        self.0.endless()
    }

    fn has_cycles(&self) -> bool {
        self.0.has_cycles()
    }

    fn names_positions(&self) -> bool {
        self.0.names_positions()
    }

    fn keys_fix_moves(&self) -> bool {
        self.0.keys_fix_moves()
    }

    fn has_costly_moves(&self) -> bool {
        self.0.has_costly_moves()
    }

    fn states_facts(&self) -> bool {
        self.0.states_facts()
    }

    #[inline]
    fn expand(&self, position: &Position, moves: &mut Moves<u32>) -> Turn {
        position.0.expand(moves)
    }

    #[inline]
    fn expand_undecided(&self, position: &Position, moves: &mut Moves<u32>) -> Undecided {
        position.0.expand_undecided(moves)
    }

    #[inline]
    fn judge(&self, position: &Position) -> Turn {
        position.0.judge()
    }

    fn expand_to_count(&self, position: &Position, moves: &mut Moves<u32>) {
        position.0.expand_to_count(moves);
    }

    #[inline]
    fn random_move(
        &self,
        position: &Position,
        moves: &mut Moves<u32>,
        draws: &mut Draws,
    ) -> ControlFlow<Value, u32> {
        position.0.random_move(moves, draws)
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: u32) {
        position.0.play(mv);
    }

    #[inline]
    fn advance(&self, position: &mut Position, mv: u32) {
        position.0.advance(mv);
    }

    #[inline]
    fn playout(
        &self,
        position: &mut Position,
        most: u32,
        moves: &mut Moves<u32>,
        draws: &mut Draws,
    ) -> Option<Value> {
        position.0.playout(most, moves, draws)
    }

    #[inline]
    fn undo(&self, position: &mut Position, mv: u32, (): ()) {
        position.0.undo(mv);
    }

    #[inline]
    fn facts(&self, position: &Position) -> Bounds {
        position.0.facts()
    }

    #[inline]
    fn whole_facts(&self, position: &Position, test: i32) -> WholeBounds {
        position.0.whole_facts(test)
    }

    #[inline]
    fn key(&self, position: &Position) -> Option<Key> {
        position.0.key()
    }

    #[inline]
    fn canonical_key(&self, position: &Position) -> Option<Key> {
        position.0.canonical_key()
    }

    #[inline]
    fn key_within(&self, position: &Position, plies: u32) -> Option<Key> {
        position.0.key_within(plies)
    }

    fn position_of(&self, key: u128) -> Option<Position> {
        self.0.clone().position_of(key).map(Position)
    }

    fn key_bits(&self) -> u32 {
        self.0.key_bits()
    }

    fn plies_left(&self, position: &Position) -> Option<u32> {
        position.0.plies_left()
    }

    fn canonical(&self, position: &Position) -> Option<(Position, Symmetry)> {
        position.0.canonical().map(|(position, symmetry)| (Position(position), symmetry))
    }

    fn map_move(&self, symmetry: Symmetry, mv: u32) -> u32 {
        self.0.map_move(symmetry, mv)
    }

    fn move_in_message(&self, position: &Position, mv: u32) -> String {
        self.move_text(position, mv)
    }

    fn position_in_message(&self, position: &Position) -> Option<String> {
        Some(self.draw(position)).filter(|drawing| !drawing.is_empty())
    }
}

/// The heuristics that the game was erased with.
impl Knowledge<Self> for Erased {
    #[inline]
    fn gain(&self, _: &Self, position: &Position, mv: u32) -> Option<i32> {
        position.0.gain(mv)
    }

    fn margin(&self, _: &Self) -> f64 {
        self.0.margin()
    }

    #[inline]
    fn is_urgent(&self, _: &Self, position: &Position) -> bool {
        position.0.is_urgent()
    }

    #[inline]
    fn pass(&self, _: &Self, position: &Position) -> Option<Position> {
        position.0.pass().map(Position)
    }

    #[inline]
    fn sketch(&self, _: &Self, position: &Position) -> Option<u64> {
        position.0.sketch()
    }

    #[inline]
    fn glance(&self, _: &Self, position: &Position) -> Glance {
        position.0.glance()
    }

    #[inline]
    fn survey(
        &self,
        _: &Self,
        position: &Position,
        only_forcing: bool,
        moves: &mut Moves<u32>,
        gains: &mut Vec<i32>,
    ) -> Turn {
        position.0.survey(only_forcing, moves, gains)
    }

    fn is_costly(&self) -> bool {
        self.0.is_costly()
    }

    #[inline]
    fn evaluate(&self, _: &Self, position: &Position) -> Option<Value> {
        position.0.evaluate()
    }

    fn evaluate_soon(&self, _: &Self, positions: &[&Position]) {
        self.0.evaluate_soon(positions);
    }

    #[inline]
    fn prospect(&self, _: &Self, position: &Position) -> Option<f64> {
        position.0.prospect()
    }

    fn lead(&self, _: &Self, prospect: f64) -> Option<Lead> {
        self.0.lead(prospect)
    }

    #[inline]
    fn reward(&self, _: &Self, value: Value) -> f64 {
        self.0.reward(value)
    }

    #[inline]
    fn likely_move(
        &self,
        _: &Self,
        position: &Position,
        moves: &mut Moves<u32>,
        draws: &mut Draws,
    ) -> ControlFlow<Value, u32> {
        position.0.likely_move(moves, draws)
    }

    fn range(&self, _: &Self, position: &Position, horizon: u32) -> Bounds {
        position.0.range(horizon)
    }

    #[inline]
    fn order_score(&self, _: &Self, child: &Position) -> i32 {
        child.0.order_score()
    }

    #[inline]
    fn rank(&self, _: &Self, position: &Position, mv: u32) -> i32 {
        position.0.rank(mv)
    }

    #[inline]
    fn order(&self, _: &Self, position: &Position, moves: &mut Moves<u32>) {
        position.0.order(moves);
    }

    #[inline]
    fn expand_in_order(&self, _: &Self, position: &Position, moves: &mut Moves<u32>) -> Turn {
        position.0.expand_in_order(moves)
    }

    #[inline]
    fn undecided_in_order(
        &self,
        _: &Self,
        position: &Position,
        moves: &mut Moves<u32>,
    ) -> Undecided {
        position.0.undecided_in_order(moves)
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
    fn value_at_horizon(&self, _: &Self, position: &Position) -> Option<Value> {
        position.0.value_at_horizon()
    }

    #[inline]
    fn child_at_horizon(&self, _: &Self, position: &mut Position, mv: u32) -> Option<Value> {
        position.0.child_at_horizon(mv)
    }

    #[inline]
    fn look(&self, _: &Self, position: &mut Position, mv: u32, asked: Asked) -> Look {
        position.0.look(mv, asked)
    }

    #[inline]
    fn likely_playout(
        &self,
        _: &Self,
        position: &mut Position,
        most: u32,
        moves: &mut Moves<u32>,
        draws: &mut Draws,
    ) -> Option<Value> {
        position.0.likely_playout(most, moves, draws)
    }

    #[inline]
    fn careful_playout(
        &self,
        _: &Self,
        position: &mut Position,
        most: u32,
        facts: bool,
        moves: &mut Moves<u32>,
        draws: &mut Draws,
    ) -> Option<Settled> {
        position.0.careful_playout(most, facts, moves, draws)
    }
}

impl Notation for Erased {
    fn move_text(&self, position: &Position, mv: u32) -> String {
        position.0.move_text(mv)
    }

    fn draw(&self, position: &Position) -> String {
        position.0.draw()
    }

    fn coordinates(&self) -> Option<Coordinates> {
        self.0.coordinates()
    }

    fn owner(&self, symbol: char) -> Option<Kind> {
        self.0.owner(symbol)
    }

    fn value_text(&self, value: Value) -> Option<String> {
        self.0.value_text(value)
    }

    fn uci_options(&self) -> Option<&'static [(&'static str, &'static str)]> {
        self.0.uci_options()
    }

    fn uci_position(&self, position: &Position) -> String {
        position.0.uci_position()
    }

    fn uci_move(&self, position: &Position, mv: u32) -> String {
        position.0.uci_move(mv)
    }

    fn uci_score(&self, share: f64) -> Option<f64> {
        self.0.uci_score(share)
    }

    fn parse_drawing(&self, rows: &[&str]) -> Option<Result<Position, NotationError>> {
        Some(self.0.clone().parse_drawing(rows)?.map(Position))
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        self.0.split_moves(text)
    }

    fn why_illegal(&self, position: &Position, text: &str) -> Option<String> {
        position.0.why_illegal(text)
    }

    fn leaf_number(&self, position: &Position) -> Option<u64> {
        position.0.leaf_number()
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<u32, NotationError> {
        position.0.parse_move(text)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        self.0.clone().parse_position(text).map(Position)
    }
}
