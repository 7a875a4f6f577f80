//! A typed game, and a typed position with its stack of undos, behind the virtual calls.

use std::any::Any;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::Position;
use super::calls::{BoxedPosition, PositionCalls, RulesCalls};
use crate::{
    Asked, Bounds, Coordinates, Draws, Game, Glance, Key, Kind, Knowledge, Lead, Look, Move, Moves,
    Notation, NotationError, Settled, Stepped, Symmetry, Turn, Undecided, Value, Values,
    WholeBounds, WholeLook,
};

/// A game and heuristics for it.
pub(super) trait Subject: Send + Sync + 'static {
    type Game: Notation<Position: Send, Undo: Send>;
    type Knowledge: Knowledge<Self::Game>;

    fn game(&self) -> &Self::Game;
    fn knowledge(&self) -> &Self::Knowledge;
}

/// A game with its own heuristics.
pub(super) struct Own<G>(pub G);

impl<G> Subject for Own<G>
where
    G: Notation<Position: Send, Undo: Send> + Knowledge<G> + Send + Sync + 'static,
{
    type Game = G;
    type Knowledge = G;

    #[inline(always)]
    fn game(&self) -> &G {
        &self.0
    }

    #[inline(always)]
    fn knowledge(&self) -> &G {
        &self.0
    }
}

/// A game with other heuristics.
pub(super) struct Pair<G, K> {
    pub game: G,
    pub knowledge: K,
}

impl<G, K> Subject for Pair<G, K>
where
    G: Notation<Position: Send, Undo: Send> + Send + Sync + 'static,
    K: Knowledge<G> + Send + Sync + 'static,
{
    type Game = G;
    type Knowledge = K;

    #[inline(always)]
    fn game(&self) -> &G {
        &self.game
    }

    #[inline(always)]
    fn knowledge(&self) -> &K {
        &self.knowledge
    }
}

/// The rules behind the calls.
pub(super) struct Rules<S>(S);

impl<S: Subject> Rules<S> {
    pub fn new(subject: S) -> Self {
        Rules(subject)
    }

    pub fn hold(self: Arc<Self>, position: PositionOf<S>) -> BoxedPosition {
        Box::new(Held { rules: self, position, undos: Vec::new() })
    }
}

type PositionOf<S> = <<S as Subject>::Game as Game>::Position;
type MoveOf<S> = <<S as Subject>::Game as Game>::Move;
type UndoOf<S> = <<S as Subject>::Game as Game>::Undo;

impl<S: Subject> RulesCalls for Rules<S> {
    fn start(self: Arc<Self>) -> BoxedPosition {
        let start = self.0.game().start();
        self.hold(start)
    }

    fn values(&self) -> Values {
        self.0.game().values()
    }

    fn span(&self) -> Bounds {
        self.0.game().span()
    }

    fn has_chance(&self) -> bool {
        self.0.game().has_chance()
    }

    fn endless(&self) -> bool {
        self.0.game().endless()
    }

    fn has_cycles(&self) -> bool {
        self.0.game().has_cycles()
    }

    fn states_facts(&self) -> bool {
        self.0.game().states_facts()
    }

    fn names_positions(&self) -> bool {
        self.0.game().names_positions()
    }

    fn keys_fix_moves(&self) -> bool {
        self.0.game().keys_fix_moves()
    }

    fn has_costly_moves(&self) -> bool {
        self.0.game().has_costly_moves()
    }

    fn position_of(self: Arc<Self>, key: u128) -> Option<BoxedPosition> {
        let position = self.0.game().position_of(key)?;
        Some(self.hold(position))
    }

    fn key_bits(&self) -> u32 {
        self.0.game().key_bits()
    }

    fn map_move(&self, symmetry: Symmetry, mv: u32) -> u32 {
        self.0.game().map_move(symmetry, Move::from_code(mv)).code()
    }

    fn evaluate_soon(&self, positions: &[&Position]) {
        let typed = positions.iter().filter_map(|position| {
            position.0.as_any().downcast_ref::<Held<S>>().map(|held| &held.position)
        });
        let typed: Vec<_> = typed.collect();
        self.0.knowledge().evaluate_soon(self.0.game(), &typed);
    }

    fn is_costly(&self) -> bool {
        self.0.knowledge().is_costly()
    }

    fn reward(&self, value: Value) -> f64 {
        self.0.knowledge().reward(self.0.game(), value)
    }

    fn lead(&self, prospect: f64) -> Option<Lead> {
        self.0.knowledge().lead(self.0.game(), prospect)
    }

    fn margin(&self) -> f64 {
        self.0.knowledge().margin(self.0.game())
    }

    fn coordinates(&self) -> Option<Coordinates> {
        self.0.game().coordinates()
    }

    fn owner(&self, symbol: char) -> Option<Kind> {
        self.0.game().owner(symbol)
    }

    fn value_text(&self, value: Value) -> Option<String> {
        self.0.game().value_text(value)
    }

    fn uci_options(&self) -> Option<&'static [(&'static str, &'static str)]> {
        self.0.game().uci_options()
    }

    fn uci_score(&self, share: f64) -> Option<f64> {
        self.0.game().uci_score(share)
    }

    fn parse_drawing(
        self: Arc<Self>,
        rows: &[&str],
    ) -> Option<Result<BoxedPosition, NotationError>> {
        let read = self.0.game().parse_drawing(rows)?;
        Some(read.map(|position| self.hold(position)))
    }

    fn parse_position(self: Arc<Self>, text: &str) -> Result<BoxedPosition, NotationError> {
        let position = self.0.game().parse_position(text)?;
        Ok(self.hold(position))
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        self.0.game().split_moves(text)
    }
}

/// A position behind the calls.
struct Held<S: Subject> {
    rules: Arc<Rules<S>>,
    position: PositionOf<S>,
    /// What takes back the moves played so far, the last one last.
    undos: Vec<UndoOf<S>>,
}

impl<S: Subject> Held<S> {
    #[inline(always)]
    fn game(&self) -> &S::Game {
        self.rules.0.game()
    }

    #[inline(always)]
    fn knowledge(&self) -> &S::Knowledge {
        self.rules.0.knowledge()
    }

    fn hold(&self, position: PositionOf<S>) -> BoxedPosition {
        Rules::hold(self.rules.clone(), position)
    }
}

fn as_code<M: Move>(drawn: ControlFlow<Value, M>) -> ControlFlow<Value, u32> {
    match drawn {
        ControlFlow::Continue(mv) => ControlFlow::Continue(mv.code()),
        ControlFlow::Break(value) => ControlFlow::Break(value),
    }
}

impl<S: Subject> PositionCalls for Held<S> {
    fn copy(&self) -> BoxedPosition {
        self.hold(self.position.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn typed(&self) -> &dyn Any {
        &self.position
    }

    fn assign(&mut self, from: &dyn PositionCalls) -> bool {
        let Some(from) = from.as_any().downcast_ref::<Self>() else { return false };
        if !Arc::ptr_eq(&self.rules, &from.rules) {
            return false;
        }
        self.position.clone_from(&from.position);
        self.undos.clear();
        true
    }

    fn expand(&self, moves: &mut Moves<u32>) -> Turn {
        self.game().expand(&self.position, moves.lend())
    }

    fn expand_to_count(&self, moves: &mut Moves<u32>) {
        self.game().expand_to_count(&self.position, moves.lend());
    }

    fn expand_in_order(&self, moves: &mut Moves<u32>) -> Turn {
        self.knowledge().expand_in_order(self.game(), &self.position, moves.lend())
    }

    fn expand_undecided(&self, moves: &mut Moves<u32>) -> Undecided {
        self.game().expand_undecided(&self.position, moves.lend())
    }

    fn undecided_in_order(&self, moves: &mut Moves<u32>) -> Undecided {
        self.knowledge().undecided_in_order(self.game(), &self.position, moves.lend())
    }

    fn play_and_expand(&mut self, mv: u32, moves: &mut Moves<u32>) -> Turn {
        let subject = &self.rules.0;
        let (game, knowledge) = (subject.game(), subject.knowledge());
        let mv = Move::from_code(mv);
        match knowledge.play_and_expand(game, &mut self.position, mv, moves.lend()) {
            Stepped::Inner(kind, undo) => {
                self.undos.push(undo);
                Turn::Inner(kind)
            }
            Stepped::Over(value) => Turn::Terminal(value),
        }
    }

    fn judge(&self) -> Turn {
        self.game().judge(&self.position)
    }

    fn random_move(&self, moves: &mut Moves<u32>, draws: &mut Draws) -> ControlFlow<Value, u32> {
        as_code(self.game().random_move(&self.position, moves.lend(), draws))
    }

    fn likely_move(&self, moves: &mut Moves<u32>, draws: &mut Draws) -> ControlFlow<Value, u32> {
        let game = self.game();
        as_code(self.knowledge().likely_move(game, &self.position, moves.lend(), draws))
    }

    fn play(&mut self, mv: u32) {
        let undo = self.rules.0.game().play(&mut self.position, Move::from_code(mv));
        self.undos.push(undo);
    }

    fn advance(&mut self, mv: u32) {
        self.rules.0.game().advance(&mut self.position, Move::from_code(mv));
    }

    fn undo(&mut self, mv: u32) {
        let undo = self.undos.pop().expect("a move was played");
        self.rules.0.game().undo(&mut self.position, Move::from_code(mv), undo);
    }

    fn playout(&mut self, most: u32, moves: &mut Moves<u32>, draws: &mut Draws) -> Option<Value> {
        self.rules.0.game().playout(&mut self.position, most, moves.lend::<MoveOf<S>>(), draws)
    }

    fn likely_playout(
        &mut self,
        most: u32,
        moves: &mut Moves<u32>,
        draws: &mut Draws,
    ) -> Option<Value> {
        let subject = &self.rules.0;
        let (game, knowledge) = (subject.game(), subject.knowledge());
        knowledge.likely_playout(game, &mut self.position, most, moves.lend(), draws)
    }

    fn careful_playout(
        &mut self,
        most: u32,
        facts: bool,
        moves: &mut Moves<u32>,
        draws: &mut Draws,
    ) -> Option<Settled> {
        let subject = &self.rules.0;
        let (game, knowledge) = (subject.game(), subject.knowledge());
        knowledge.careful_playout(game, &mut self.position, most, facts, moves.lend(), draws)
    }

    fn leaves_below(&self) -> Option<Bounds> {
        self.game().leaves_below(&self.position)
    }

    fn facts(&self) -> Bounds {
        self.game().facts(&self.position)
    }

    fn whole_facts(&self, test: i32) -> WholeBounds {
        self.game().whole_facts(&self.position, test)
    }

    fn key(&self) -> Option<Key> {
        self.game().key(&self.position)
    }

    fn canonical_key(&self) -> Option<Key> {
        self.game().canonical_key(&self.position)
    }

    fn key_within(&self, plies: u32) -> Option<Key> {
        self.game().key_within(&self.position, plies)
    }

    fn plies_left(&self) -> Option<u32> {
        self.game().plies_left(&self.position)
    }

    fn canonical(&self) -> Option<(BoxedPosition, Symmetry)> {
        let (position, symmetry) = self.game().canonical(&self.position)?;
        Some((self.hold(position), symmetry))
    }

    fn evaluate(&self) -> Option<Value> {
        self.knowledge().evaluate(self.game(), &self.position)
    }

    fn prospect(&self) -> Option<f64> {
        self.knowledge().prospect(self.game(), &self.position)
    }

    fn range(&self, horizon: u32) -> Bounds {
        self.knowledge().range(self.game(), &self.position, horizon)
    }

    fn order_score(&self) -> i32 {
        self.knowledge().order_score(self.game(), &self.position)
    }

    fn rank(&self, mv: u32) -> i32 {
        self.knowledge().rank(self.game(), &self.position, Move::from_code(mv))
    }

    fn order(&self, moves: &mut Moves<u32>) {
        self.knowledge().order(self.game(), &self.position, moves.lend());
    }

    fn value_at_horizon(&self) -> Option<Value> {
        self.knowledge().value_at_horizon(self.game(), &self.position)
    }

    fn child_at_horizon(&mut self, mv: u32) -> Option<Value> {
        let subject = &self.rules.0;
        let (game, knowledge) = (subject.game(), subject.knowledge());
        knowledge.child_at_horizon(game, &mut self.position, Move::from_code(mv))
    }

    fn look(&mut self, mv: u32, asked: Asked) -> Look {
        let subject = &self.rules.0;
        let (game, knowledge) = (subject.game(), subject.knowledge());
        knowledge.look(game, &mut self.position, Move::from_code(mv), asked)
    }

    fn become_child(
        &mut self,
        parent: &dyn PositionCalls,
        mv: u32,
        test: Option<i32>,
    ) -> WholeLook {
        let parent =
            parent.as_any().downcast_ref::<Self>().expect("both are positions of one game");
        self.undos.clear();
        let (game, knowledge) = (parent.game(), parent.knowledge());
        let mv = Move::from_code(mv);
        knowledge.look_into(game, &parent.position, mv, &mut self.position, test)
    }

    fn gain(&self, mv: u32) -> Option<i32> {
        self.knowledge().gain(self.game(), &self.position, Move::from_code(mv))
    }

    fn is_urgent(&self) -> bool {
        self.knowledge().is_urgent(self.game(), &self.position)
    }

    fn pass(&self) -> Option<BoxedPosition> {
        let passed = self.knowledge().pass(self.game(), &self.position)?;
        Some(self.hold(passed))
    }

    fn sketch(&self) -> Option<u64> {
        self.knowledge().sketch(self.game(), &self.position)
    }

    fn glance(&self) -> Glance {
        self.knowledge().glance(self.game(), &self.position)
    }

    fn survey(&self, only_forcing: bool, moves: &mut Moves<u32>, gains: &mut Vec<i32>) -> Turn {
        let (game, knowledge) = (self.game(), self.knowledge());
        knowledge.survey(game, &self.position, only_forcing, moves.lend(), gains)
    }

    fn move_text(&self, mv: u32) -> String {
        self.game().move_text(&self.position, Move::from_code(mv))
    }

    fn uci_position(&self) -> String {
        self.game().uci_position(&self.position)
    }

    fn uci_move(&self, mv: u32) -> String {
        self.game().uci_move(&self.position, Move::from_code(mv))
    }

    fn draw(&self) -> String {
        self.game().draw(&self.position)
    }

    fn why_illegal(&self, text: &str) -> Option<String> {
        self.game().why_illegal(&self.position, text)
    }

    fn leaf_number(&self) -> Option<u64> {
        self.game().leaf_number(&self.position)
    }

    fn parse_move(&self, text: &str) -> Result<u32, NotationError> {
        self.game().parse_move(&self.position, text).map(Move::code)
    }
}
