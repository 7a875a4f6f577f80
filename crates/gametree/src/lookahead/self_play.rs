//! Playouts without a tree: a position is played to its end by two players of the same kind, who
//! are weak and fast (Ramanujan, Sabharwal, Selman 2011, section 5).
//!
//! The paper does not say how games between MM-k players from the same position come to differ.
//! Here a player makes one of the moves that are nearly best for it, each with the same
//! probability.

use super::minimax::{FullWidth, Minimax};
use super::shares::play_out;
use crate::anytime::Frame;
use crate::model::{Draws, Game, Kind, Knowledge, Moves, Turn};
use crate::walk::Door;

/// Who plays both sides of a playout.
///
/// ```
/// use gametree::job::AnyGame;
/// use gametree::lookahead::Weak;
/// use gametree::Limits;
/// # use gametree::doc::Subtraction;
/// let game = AnyGame::new(Subtraction { stones: 4 });
/// let board = game.board(None)?;
/// // MAX loses if MIN looks far enough ahead.
/// let far = Weak::Minimax { plies: 4, margin: 0.0 };
/// assert_eq!(board.play_out(far, 3, 1, Limits::none())?, [0.0, 0.0, 0.0]);
/// let rewards = board.play_out(Weak::Random, 100, 1, Limits::none())?;
/// assert!(rewards.contains(&0.0) && rewards.contains(&1.0));
/// # Ok::<(), gametree::job::JobError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Weak {
    /// Every move with the same probability.
    Random,
    /// By minimax over all moves.
    Minimax {
        /// How many plies it looks ahead; at least 1.
        plies: u32,
        /// How much worse than the best move a move may be to be made just as often, as a share of
        /// the reward.
        margin: f64,
    },
}

impl Weak {
    /// Plays a position to its end, and says what MAX gets, from 0 to 1; nothing if a limit was
    /// reached.
    pub fn play_out<G: Game, K: Knowledge<G>>(
        self,
        frame: Frame<'_, G, K>,
        position: &G::Position,
        seed: u64,
        door: &mut dyn Door<G>,
    ) -> Option<f64> {
        let (plies, margin) = match self {
            Weak::Random => (1, 0.0),
            Weak::Minimax { plies, margin } => (plies.max(1), margin),
        };
        let settings = FullWidth { plies, playouts: false, seed };
        let Some(mut player) = Minimax::new(frame, position, settings) else {
            return frame.value_if_known(position).map(|value| frame.share_of(value));
        };
        if self == Weak::Random {
            return play_out(frame, position, &mut Draws::new(seed), door);
        }
        // Outcomes of chance have a stream of their own.
        let (mut draws, mut moves) = (Draws::new(seed ^ CHANCE), Moves::new());
        loop {
            let game = frame.game;
            let mv = match game.judge(player.position()) {
                Turn::Terminal(value) => {
                    return Some(frame.share_of(door.leaf(player.position(), value)));
                }
                Turn::Inner(Kind::Chance) => {
                    moves.clear();
                    game.random_move(player.position(), &mut moves, &mut draws).continue_value()?
                }
                Turn::Inner(_) => player.nearly_best(margin, door)?,
            };
            player.follow(mv);
        }
    }
}

const CHANCE: u64 = 0x5851_f42d_4c95_7f2d;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anytime::toy::{Toy, plain};
    use crate::search::Search;

    /// What MAX gets on average if both sides make one of their nearly best moves: over all moves,
    /// not by drawing.
    fn expected(frame: Frame<'_, Toy, Toy>, node: &<Toy as Game>::Position, by: (u32, f64)) -> f64 {
        let mut moves = Moves::new();
        let kind = match frame.game.expand(node, &mut moves) {
            Turn::Terminal(value) => return frame.share_of(value),
            Turn::Inner(kind) => kind,
        };
        let child = |mv| {
            let mut child = *node;
            frame.game.play(&mut child, mv);
            child
        };
        let sign = if kind == Kind::Min { -1.0 } else { 1.0 };
        let value = |mv| sign * plain(frame, &child(mv), by.0 - 1);
        let best = moves.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
        let good: Vec<_> = moves.iter().filter(|&mv| value(mv) >= best - by.1).collect();
        let sum: f64 = good.iter().map(|&mv| expected(frame, &child(mv), by)).sum();
        sum / good.len() as f64
    }

    #[test]
    fn players_make_every_nearly_best_move_equally_often() {
        for (seed, margin) in (0..12).zip([0.0, 0.1, 0.3].into_iter().cycle()) {
            let game = Toy { seed, plies: 4 };
            let frame = Frame { facts: false, ..Frame::new(&game, &game, usize::MAX) };
            let plies = 1 + (seed % 3) as u32;
            let mut question = Search::bare(&game).knowledge(&game).facts(false);
            let mut walk = question.walk().unwrap();
            let by = Weak::Minimax { plies, margin };
            let all = 2000;
            let rewards =
                (0..all).map(|i| by.play_out(frame, &game.start(), i, &mut walk).unwrap());
            let mean = rewards.sum::<f64>() / all as f64;
            let right = expected(frame, &game.start(), (plies, margin));
            // Five standard deviations of a reward between 0 and 1.
            assert!(
                (mean - right).abs() < 5.0 * 0.5 / (all as f64).sqrt(),
                "{seed}: {mean} {right}"
            );
        }
    }
}
