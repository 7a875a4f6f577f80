//! The rules that searches see: moves are numbers, namely places in the list of a position's moves.

use std::ops::ControlFlow;
use std::sync::Arc;

use gametree::model::{Combined, Key};
use gametree::{Bounds, Dice, Draws, Game, Knowledge, Moves, Notation, Turn, Value, Values};

use super::{Node, Script};

/// A game that is written in Python, as searches see it.
pub struct Scripted(pub Arc<Script>);

/// The number of bits of a node's number: more nodes than that are never made.
const SERIAL_BITS: u32 = 40;

impl Game for Scripted {
    type Position = Arc<Node>;
    type Move = u32;
    type Undo = Arc<Node>;

    const DICE: Dice = Dice::Sometimes;
    const CYCLES: bool = true;

    fn start(&self) -> Arc<Node> {
        self.0.start()
    }

    fn values(&self) -> Values {
        self.0.values()
    }

    fn has_chance(&self) -> bool {
        self.0.hooks().chance
    }

    fn endless(&self) -> bool {
        self.0.hooks().cycles
    }

    fn has_cycles(&self) -> bool {
        self.0.hooks().cycles && self.names_positions()
    }

    fn states_facts(&self) -> bool {
        self.0.hooks().states_bounds()
    }

    fn names_positions(&self) -> bool {
        self.0.start().keyed
    }

    /// States with the same key are one node.
    fn keys_fix_moves(&self) -> bool {
        true
    }

    fn has_costly_moves(&self) -> bool {
        true
    }

    fn expand(&self, position: &Arc<Node>, moves: &mut Moves<u32>) -> Turn {
        let Some(expansion) = self.0.expansion(position) else { return self.0.neutral() };
        let count = expansion.count as u32;
        match expansion.weights.is_empty() {
            true if expansion.order.is_empty() => moves.extend(0..count),
            true => moves.extend(expansion.order.iter().copied()),
            false => {
                (0..count).zip(&expansion.weights).for_each(|(mv, &p)| moves.push_outcome(mv, p))
            }
        }
        expansion.turn
    }

    fn judge(&self, position: &Arc<Node>) -> Turn {
        self.0.turn(position)
    }

    fn play(&self, position: &mut Arc<Node>, mv: u32) -> Arc<Node> {
        self.0.pulse().beat(&self.0.trouble);
        position.try_move(mv);
        let child = self.0.child(position, mv as usize);
        std::mem::replace(position, child)
    }

    fn undo(&self, position: &mut Arc<Node>, _: u32, before: Arc<Node>) {
        self.0.leave(position);
        *position = before;
    }

    fn facts(&self, position: &Arc<Node>) -> Bounds {
        match self.0.hooks().states_bounds() {
            true => self.0.bounds(position),
            false => Bounds::UNBOUNDED,
        }
    }

    fn key(&self, position: &Arc<Node>) -> Option<Key> {
        position.keyed.then(|| Key::Exact(position.serial.into()))
    }

    fn key_bits(&self) -> u32 {
        SERIAL_BITS
    }
}

impl Knowledge<Self> for Scripted {
    fn is_costly(&self, _: &Self) -> bool {
        true
    }

    fn evaluate(&self, _: &Self, position: &Arc<Node>) -> Option<Value> {
        self.0.evaluation(position)
    }

    fn combined(&self) -> &impl Combined<Self> {
        self
    }

    fn evaluate_soon(&self, _: &Self, positions: &[&Arc<Node>]) {
        self.0.evaluate_soon(positions.iter().copied());
    }
}

impl Combined<Self> for Scripted {
    fn playout(
        &self,
        _: &Self,
        position: &mut Arc<Node>,
        most: u32,
        moves: &mut Moves<u32>,
        draws: &mut Draws,
    ) -> Option<Value> {
        if self.0.plays_on_states() {
            return self.0.playout(position, most, draws);
        }
        for _ in 0..most {
            match self.random_move(position, moves, draws) {
                ControlFlow::Continue(mv) => self.advance(position, mv),
                ControlFlow::Break(value) => return Some(value),
            }
        }
        None
    }

    /// No move is likelier than another.
    fn likely_playout(
        &self,
        game: &Self,
        position: &mut Arc<Node>,
        most: u32,
        moves: &mut Moves<u32>,
        draws: &mut Draws,
    ) -> Option<Value> {
        self.playout(game, position, most, moves, draws)
    }
}

impl Notation for Scripted {
    fn move_text(&self, _: &Arc<Node>, mv: u32) -> String {
        mv.to_string()
    }

    fn draw(&self, position: &Arc<Node>) -> String {
        self.0.drawing(position)
    }
}
