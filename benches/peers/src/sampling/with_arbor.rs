//! `arbor` over the shared board.

use std::fmt;

use arbor::{Action, GameResult, GameState, MCTS, Player};

use crate::board::Board;
use crate::{EXPLORE, Found};

#[derive(Clone, Copy, Debug)]
struct Column(u8);

#[derive(Clone, Copy, Debug, PartialEq)]
struct Side(bool);

/// A position, and whether the second player moves.
#[derive(Clone, Copy, Debug)]
struct Position {
    board: Board<false>,
    second: bool,
}

impl Action for Column {}
impl Player for Side {}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.board)
    }
}

impl GameState<Side, Column> for Position {
    #[inline]
    fn actions<F: FnMut(Column)>(&self, f: &mut F) {
        self.board.moves().for_each(|column| f(Column(column)));
    }

    #[inline]
    fn make(&self, Column(column): Column) -> Position {
        Position { board: self.board.play(column), second: !self.second }
    }

    #[inline]
    fn gameover(&self) -> Option<GameResult> {
        if self.board.is_lost() {
            Some(GameResult::Lose)
        } else {
            self.board.is_full().then_some(GameResult::Draw)
        }
    }

    #[inline]
    fn player(&self) -> Side {
        Side(self.second)
    }
}

/// Runs this many rollouts from the start.
pub fn run(rollouts: u32) -> Found<u8> {
    let root = Position { board: Board::after(""), second: false };
    let mut search = MCTS::new(root).with_exploration(EXPLORE);
    search.ponder(rollouts as usize);
    let mut moves = Vec::new();
    search.ply(&mut |(column, mean, _)| moves.push((column.0, f64::from(mean))));
    // It also stores moves that were never tried, which the others do not count as nodes.
    let nodes = search.info.branch + search.info.leaf + search.info.terminal;
    Found { nodes: nodes as usize, moves }
}
