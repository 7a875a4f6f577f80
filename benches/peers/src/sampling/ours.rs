//! Our Monte Carlo tree search, over games as they are shipped and over Connect Four without scores.

use std::ops::ControlFlow;

use gametree::model::Draws;
use gametree::mcts::{Mcts, Playout, Selection, Settings};
use gametree::{Game, Knowledge, Moves, Search, Turn, Value, Values};
use gametree_games::connect4::{self, Connect4};

use crate::{EXPLORE, Found};

/// Runs this many rollouts from the start; keeps bounds if `proves`.
pub fn run<G: Game + Knowledge<G>>(game: &G, rollouts: u32, proves: bool) -> Found<G::Move> {
    let (selection, playout) = (Selection::Ucb1, Playout::Random);
    let settings = Settings { selection, c: EXPLORE.into(), playout, proves, ..Settings::default() };
    let mut search =
        Mcts::new(game, game, &game.start(), settings, usize::MAX).expect("not over yet");
    let mut question = Search::bare(game).knowledge(game);
    let mut walk = question.walk().expect("its values are known");
    for _ in 0..rollouts {
        assert!(search.rollout(&mut walk), "not solved yet");
    }
    assert_eq!(search.visits(), rollouts);
    let tried = search.root_moves();
    let moves = tried.iter().filter_map(|child| Some((child.mv, child.mean?))).collect();
    Found { nodes: search.nodes(), moves }
}

/// Connect Four as it is shipped, but all wins are worth the same.
pub struct WinOrLoss(pub Connect4);

fn sign(value: Value) -> Value {
    Value::from(value.cmp(&Value::ZERO) as i32)
}

fn signs(turn: Turn) -> Turn {
    match turn {
        Turn::Terminal(value) => Turn::Terminal(sign(value)),
        inner => inner,
    }
}

impl Knowledge<WinOrLoss> for WinOrLoss {}

impl Game for WinOrLoss {
    type Position = connect4::Board;
    type Move = u8;
    type Undo = connect4::Before;

    fn start(&self) -> connect4::Board {
        self.0.start()
    }

    fn values(&self) -> Values {
        Values::integers(-1, 1)
    }

    #[inline]
    fn expand(&self, board: &connect4::Board, moves: &mut Moves<u8>) -> Turn {
        signs(self.0.expand(board, moves))
    }

    #[inline]
    fn judge(&self, board: &connect4::Board) -> Turn {
        signs(self.0.judge(board))
    }

    #[inline]
    fn random_move(
        &self,
        board: &connect4::Board,
        moves: &mut Moves<u8>,
        draws: &mut Draws,
    ) -> ControlFlow<Value, u8> {
        self.0.random_move(board, moves, draws).map_break(sign)
    }

    #[inline]
    fn play(&self, board: &mut connect4::Board, column: u8) -> connect4::Before {
        self.0.play(board, column)
    }

    #[inline]
    fn undo(&self, board: &mut connect4::Board, column: u8, before: connect4::Before) {
        self.0.undo(board, column, before);
    }
}
