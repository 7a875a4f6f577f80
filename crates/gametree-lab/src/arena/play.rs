//! One game, from its opening to its end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gametree::job::{AnyGame, Board, Player, PlayerSpec};
use gametree::{Draws, Kind, Turn};

use super::openings::Opening;
use super::record::Reason;
use crate::seeds::derived;

/// A game that is not over after this many moves and throws of dice is a draw.
pub const MOST_PLIES: usize = 2000;

/// The part of a game's seed for its dice; 0 and 1 are for the players.
const DICE: u64 = 2;

/// A board with two players.
pub(super) struct SingleGame<'g> {
    board: Board<'g>,
    /// MAX and MIN.
    players: [Player<'g>; 2],
    specs: [&'g PlayerSpec; 2],
    dice: Draws,
    /// How many moves the opening made for them.
    opening: usize,
}

/// The result of a game.
pub(super) struct Played {
    /// The moves of the opening, and the players' own.
    pub opening: Vec<String>,
    pub moves: Vec<String>,
    pub value: Option<f64>,
    pub reason: Reason,
}

impl<'g> SingleGame<'g> {
    /// Sets up the players, and plays the opening.
    pub fn new(
        game: &'g AnyGame,
        specs: [&'g PlayerSpec; 2],
        opening: &Opening,
        seed: u64,
    ) -> Result<SingleGame<'g>, String> {
        let position = opening.position.as_deref();
        let board = game.board(position).map_err(|error| error.to_string())?;
        let player = |i: usize| {
            let player = game.player(specs[i], position, derived(seed, i as u64));
            player.map_err(|error| format!("'{}' cannot play: {error}", specs[i]))
        };
        let (players, dice) = ([player(0)?, player(1)?], Draws::new(derived(seed, DICE)));
        let mut game = SingleGame { board, players, specs, dice, opening: opening.moves.len() };
        opening.moves.iter().for_each(|&mv| game.make(mv));
        Ok(game)
    }

    /// Plays to the end, or until `abandon` is set.
    pub fn play(mut self, abandon: &Arc<AtomicBool>) -> Result<Played, String> {
        let (value, reason) = loop {
            let turn = self.board.turn();
            if let Turn::Terminal(value) = turn {
                break (Some(value.get()), Reason::Over);
            }
            if abandon.load(Ordering::Relaxed) {
                return Err("nobody waits for this game".into());
            }
            if self.board.played().len() >= MOST_PLIES {
                break (None, Reason::Long);
            }
            let mv = match turn {
                Turn::Inner(Kind::Chance) => self.draw(),
                _ => self.ask(usize::from(turn == Turn::MIN), abandon)?,
            };
            self.make(mv);
        };
        let mut opening = self.board.played_texts();
        let moves = opening.split_off(self.opening);
        Ok(Played { opening, moves, value, reason })
    }

    /// Asks a player for its move.
    fn ask(&mut self, mover: usize, abandon: &Arc<AtomicBool>) -> Result<u32, String> {
        let report = self.players[mover].think(Some(Arc::clone(abandon)), &mut |_| {});
        let refused = |error| format!("'{}' cannot play: {error}", self.specs[mover]);
        let mv = report.map_err(refused)?.best;
        mv.ok_or_else(|| format!("'{}' names no move", self.specs[mover]))
    }

    /// Draws an outcome of chance.
    fn draw(&mut self) -> u32 {
        let moves = self.board.likely_moves();
        let weights: Vec<f64> = moves.iter().map(|(_, weight)| *weight).collect();
        moves[self.dice.index_by_weight(&weights)].0
    }

    fn make(&mut self, mv: u32) {
        self.board.play(mv);
        self.players.iter_mut().for_each(|player| player.advance(mv));
    }
}
