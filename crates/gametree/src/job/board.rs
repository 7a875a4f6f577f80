//! A game in progress.

use super::JobError;
use crate::anytime::Frame;
use crate::erased::{Erased, Position};
use crate::limits::Limits;
use crate::lookahead::{DepthValues, Weak, depth_values};
use crate::model::{Game, Knowledge, Moves, Notation, NotationError, Turn, Value, splitmix64};
use crate::search::Search;

/// A game in progress.
///
/// ```
/// use gametree::Turn;
/// use gametree::job::AnyGame;
/// # use gametree::doc::Subtraction;
/// let game = AnyGame::new(Subtraction { stones: 10 });
/// let mut board = game.board(None)?;
/// board.play(board.parse("2").unwrap());
/// assert_eq!((board.turn(), board.played_texts()), (Turn::MIN, vec!["2".to_string()]));
/// assert!(board.take_back());
/// assert_eq!(board.moves().len(), 3);
/// # Ok::<(), gametree::job::JobError>(())
/// ```
pub struct Board<'g> {
    game: &'g Erased,
    positions: Vec<Position>,
    played: Vec<u32>,
}

impl<'g> Board<'g> {
    pub(super) fn new(game: &'g Erased, position: Position) -> Self {
        Board { game, positions: vec![position], played: Vec::new() }
    }

    fn position(&self) -> &Position {
        self.positions.last().expect("there is always one")
    }

    fn expand(&self) -> (Turn, Moves<u32>) {
        let mut moves = Moves::new();
        let turn = self.game.expand(self.position(), &mut moves);
        (turn, moves)
    }

    /// Whose turn it is, or the value of the finished game.
    pub fn turn(&self) -> Turn {
        self.game.judge(self.position())
    }

    /// The legal moves, or the outcomes of chance.
    pub fn moves(&self) -> Vec<u32> {
        self.expand().1.to_vec()
    }

    /// The legal moves with equal probabilities, or the outcomes of chance with their own.
    pub fn likely_moves(&self) -> Vec<(u32, f64)> {
        let (_, moves) = self.expand();
        let each = moves.iter().enumerate();
        each.map(|(i, mv)| (mv, moves.probability(i).unwrap_or(1.0 / moves.len() as f64))).collect()
    }

    /// The notation of a move.
    pub fn text(&self, mv: u32) -> String {
        self.game.move_text(self.position(), mv)
    }

    /// Reads a move.
    ///
    /// # Errors
    /// If it is not legal; the message says which moves are.
    pub fn parse(&self, text: &str) -> Result<u32, NotationError> {
        self.game.parse_move(self.position(), text)
    }

    /// Plays one of the [legal moves](Board::moves), or one that [`parse`](Board::parse) has read.
    pub fn play(&mut self, mv: u32) {
        let mut next = self.position().clone();
        self.game.advance(&mut next, mv);
        self.positions.push(next);
        self.played.push(mv);
    }

    /// Takes back the last move; false if there is none.
    pub fn take_back(&mut self) -> bool {
        let known = self.played.pop().is_some();
        if known {
            self.positions.pop();
        }
        known
    }

    /// The moves played so far.
    pub fn played(&self) -> &[u32] {
        &self.played
    }

    /// The notation of the moves played so far.
    pub fn played_texts(&self) -> Vec<String> {
        let each = self.positions.iter().zip(&self.played);
        each.map(|(position, &mv)| self.game.move_text(position, mv)).collect()
    }

    /// The position as text: the moves that lead there from where the board began.
    pub fn position_text(&self) -> String {
        let moves = self.played_texts();
        let (close, apart) = (moves.concat(), moves.join(" "));
        // Some games read moves that follow each other without a space.
        if self.game.split_moves(&close) == moves { close } else { apart }
    }

    /// The game so far as the Universal Chess Interface writes it: the position where the board began, and the moves
    /// from there. `None` if other programs do not know the game.
    pub fn uci(&self) -> Option<(String, Vec<String>)> {
        let uci = self.game.uci()?;
        let each = self.positions.iter().zip(&self.played);
        let moves = each.map(|(position, &mv)| uci.uci_move(position, mv)).collect();
        Some((uci.uci_position(&self.positions[0]), moves))
    }

    /// Plays the position to its end `times` times, and says what MAX got each time, from 0 to 1. The
    /// games depend on the seed alone. If a limit is reached, the rest is missing.
    ///
    /// # Errors
    /// If a game ends with a value outside of its range.
    pub fn play_out(
        &self,
        by: Weak,
        times: u32,
        seed: u64,
        limits: Limits,
    ) -> Result<Vec<f64>, JobError> {
        let (game, position) = (self.game, self.position());
        let frame = Frame { facts: false, ..Frame::new(game, game, 0) };
        let mut search = Search::new(game).position(position.clone()).facts(false);
        search = search.limits(limits);
        let mut walk = search.walk()?;
        let each = (0..times).map_while(|number| {
            by.play_out(frame, position, splitmix64(seed, number.into()), &mut walk)
        });
        let rewards = each.collect();
        walk.finish()?;
        Ok(rewards)
    }

    /// The minimax value of every move, at every depth up to `depth`: see [`depth_values`].
    ///
    /// # Errors
    /// If there are chance nodes, or positions cannot be evaluated.
    pub fn depth_values(&self, depth: u32, limits: Limits) -> Result<DepthValues<u32>, JobError> {
        Ok(depth_values(self.game, self.game, self.position(), depth, limits)?)
    }

    /// The values of all moves by the results of games alone: a position at the horizon counts as the middle of the range.
    /// So a value above it, or below it, is a win that can be forced within the depth.
    ///
    /// # Errors
    /// If there are chance nodes, or no finite range is known.
    pub fn forced_results(&self, depth: u32, limits: Limits) -> Result<DepthValues<u32>, JobError> {
        let blind = Blind { game: self.game, middle: self.game.span().middle() };
        Ok(depth_values(self.game, &blind, self.position(), depth, limits)?)
    }

    /// The position, drawn.
    pub fn drawing(&self) -> String {
        self.game.draw(self.position())
    }

    /// The position before the last move of a player, drawn, if a player has moved: what chance did since then moves
    /// nothing on a board.
    pub fn drawing_before(&self) -> Option<String> {
        let (_, before) = self.positions.split_last()?;
        let moved = |position: &&Position| self.game.judge(position) != Turn::CHANCE;
        before.iter().rfind(moved).map(|position| self.game.draw(position))
    }
}

/// The game's move ordering, and an evaluation that knows nothing.
struct Blind<'g> {
    game: &'g Erased,
    middle: Value,
}

impl Knowledge<Erased> for Blind<'_> {
    fn evaluate(&self, _: &Erased, _: &Position) -> Option<Value> {
        Some(self.middle)
    }

    fn rank(&self, game: &Erased, position: &Position, mv: u32) -> i32 {
        self.game.rank(game, position, mv)
    }
}
