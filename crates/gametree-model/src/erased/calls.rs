//! The virtual calls behind a game without a type: those of [`Game`](crate::Game),
//! [`Knowledge`](crate::Knowledge) and [`Notation`](crate::Notation), with moves as codes.

use std::any::Any;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::Position;
use crate::{
    Asked, Bounds, Coordinates, Draws, Glance, Key, Kind, Lead, Look, Moves, NotationError,
    Settled, Symmetry, Turn, Undecided, Value, Values, WholeBounds, WholeLook,
};

pub(super) type BoxedPosition = Box<dyn PositionCalls>;

/// The calls on a game. Positions hold a shared reference to it, so calls that make one take an [`Arc`].
pub(super) trait RulesCalls: Send + Sync {
    fn start(self: Arc<Self>) -> BoxedPosition;
    fn values(&self) -> Values;
    fn span(&self) -> Bounds;
    fn has_chance(&self) -> bool;
    fn endless(&self) -> bool;
    fn has_cycles(&self) -> bool;
    fn names_positions(&self) -> bool;
    fn keys_fix_moves(&self) -> bool;
    fn has_costly_moves(&self) -> bool;
    fn states_facts(&self) -> bool;
    fn position_of(self: Arc<Self>, key: u128) -> Option<BoxedPosition>;
    fn key_bits(&self) -> u32;
    fn map_move(&self, symmetry: Symmetry, mv: u32) -> u32;
    fn is_costly(&self) -> bool;
    /// The positions must be of this game.
    fn evaluate_soon(&self, positions: &[&Position]);
    fn reward(&self, value: Value) -> f64;
    fn lead(&self, prospect: f64) -> Option<Lead>;
    fn margin(&self) -> f64;
    fn coordinates(&self) -> Option<Coordinates>;
    fn owner(&self, symbol: char) -> Option<Kind>;
    fn value_text(&self, value: Value) -> Option<String>;
    fn uci_options(&self) -> Option<&'static [(&'static str, &'static str)]>;
    fn uci_score(&self, share: f64) -> Option<f64>;
    fn parse_drawing(
        self: Arc<Self>,
        rows: &[&str],
    ) -> Option<Result<BoxedPosition, NotationError>>;
    fn parse_position(self: Arc<Self>, text: &str) -> Result<BoxedPosition, NotationError>;
    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str>;
}

/// The calls on a position.
pub(super) trait PositionCalls: Any + Send {
    fn copy(&self) -> BoxedPosition;
    /// For comparing the types of two positions.
    fn as_any(&self) -> &dyn Any;
    /// The position with its type.
    fn typed(&self) -> &dyn Any;
    /// Becomes a copy of another position; false if that is of another type.
    fn assign(&mut self, from: &dyn PositionCalls) -> bool;

    fn expand(&self, moves: &mut Moves<u32>) -> Turn;
    fn expand_to_count(&self, moves: &mut Moves<u32>);
    fn expand_in_order(&self, moves: &mut Moves<u32>) -> Turn;
    fn expand_undecided(&self, moves: &mut Moves<u32>) -> Undecided;
    fn undecided_in_order(&self, moves: &mut Moves<u32>) -> Undecided;
    fn play_and_expand(&mut self, mv: u32, moves: &mut Moves<u32>) -> Turn;
    fn judge(&self) -> Turn;
    fn random_move(&self, moves: &mut Moves<u32>, draws: &mut Draws) -> ControlFlow<Value, u32>;
    fn likely_move(&self, moves: &mut Moves<u32>, draws: &mut Draws) -> ControlFlow<Value, u32>;
    fn play(&mut self, mv: u32);
    fn advance(&mut self, mv: u32);
    fn undo(&mut self, mv: u32);
    fn playout(&mut self, most: u32, moves: &mut Moves<u32>, draws: &mut Draws) -> Option<Value>;
    fn likely_playout(
        &mut self,
        most: u32,
        moves: &mut Moves<u32>,
        draws: &mut Draws,
    ) -> Option<Value>;
    fn careful_playout(
        &mut self,
        most: u32,
        facts: bool,
        moves: &mut Moves<u32>,
        draws: &mut Draws,
    ) -> Option<Settled>;
    fn leaves_below(&self) -> Option<Bounds>;
    fn facts(&self) -> Bounds;
    fn whole_facts(&self, test: i32) -> WholeBounds;
    fn key(&self) -> Option<Key>;
    fn canonical_key(&self) -> Option<Key>;
    fn key_within(&self, plies: u32) -> Option<Key>;
    fn plies_left(&self) -> Option<u32>;
    fn canonical(&self) -> Option<(BoxedPosition, Symmetry)>;

    fn evaluate(&self) -> Option<Value>;
    fn prospect(&self) -> Option<f64>;
    fn range(&self, horizon: u32) -> Bounds;
    fn order_score(&self) -> i32;
    fn rank(&self, mv: u32) -> i32;
    fn order(&self, moves: &mut Moves<u32>);
    fn value_at_horizon(&self) -> Option<Value>;
    fn child_at_horizon(&mut self, mv: u32) -> Option<Value>;
    fn look(&mut self, mv: u32, asked: Asked) -> Look;
    /// Becomes the child after `mv` of a position of the same game.
    fn become_child(&mut self, parent: &dyn PositionCalls, mv: u32, test: Option<i32>)
    -> WholeLook;
    fn gain(&self, mv: u32) -> Option<i32>;
    fn is_urgent(&self) -> bool;
    fn pass(&self) -> Option<BoxedPosition>;
    fn sketch(&self) -> Option<u64>;
    fn glance(&self) -> Glance;
    fn survey(&self, only_forcing: bool, moves: &mut Moves<u32>, gains: &mut Vec<i32>) -> Turn;

    fn move_text(&self, mv: u32) -> String;
    fn draw(&self) -> String;
    fn uci_position(&self) -> String;
    fn uci_move(&self, mv: u32) -> String;
    fn why_illegal(&self, text: &str) -> Option<String>;
    fn leaf_number(&self) -> Option<u64>;
    fn parse_move(&self, text: &str) -> Result<u32, NotationError>;
}
