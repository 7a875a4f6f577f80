//! Heuristics for Kalah.

use std::ops::ControlFlow;

use gametree::{Draws, Game, Kind, Knowledge, Lead, Moves, Turn, Value};

use super::{Board, Kalah};
use crate::odds::{advantage, prospect, reward};
use crate::players::other;

/// How much it is worth as an advantage to have all seeds that lie in the pits at the start more than
/// the other in one's store.
const ALL_SEEDS: f64 = 10.0;

/// One likely move in this many is uniformly random, so that playouts differ.
const ANY_ONE_IN: u64 = 8;

impl Kalah {
    /// Whether a move ends in the mover's store: then it is his turn again.
    #[inline]
    fn moves_again(&self, seeds: u8, pit: u8) -> bool {
        usize::from(seeds) % (2 * self.pits + 1) == self.pits - usize::from(pit)
    }

    /// The seeds in a pit of the mover.
    #[inline]
    fn seeds(&self, board: &Board, pit: u8) -> u8 {
        self.row(board, board.mover.into())[usize::from(pit)]
    }

    /// How many seeds a move captures, the capturing one included, unless it sows all round the board.
    #[inline]
    fn captures(&self, board: &Board, pit: u8) -> u8 {
        let mover = usize::from(board.mover);
        let last = usize::from(pit) + usize::from(self.seeds(board, pit));
        if self.row(board, mover).get(last) != Some(&0) {
            return 0;
        }
        let opposite = self.row(board, other(mover))[self.pits - 1 - last];
        if opposite > 0 || self.empty_capture { opposite + 1 } else { 0 }
    }
}

impl Knowledge<Self> for Kalah {
    fn evaluate(&self, _: &Self, board: &Board) -> Option<Value> {
        Some(self.lead(board).into())
    }

    /// Winning comes first, and by how much second.
    #[inline]
    fn reward(&self, _: &Self, value: Value) -> f64 {
        reward(value.get(), f64::from(self.total()))
    }

    fn prospect(&self, _: &Self, board: &Board) -> Option<f64> {
        let share = f64::from(self.lead(board)) / f64::from(self.total());
        Some(prospect(share * ALL_SEEDS))
    }

    fn lead(&self, _: &Self, prospect: f64) -> Option<Lead> {
        let seeds = advantage(prospect)? / ALL_SEEDS * f64::from(self.total());
        Some(Lead::new(seeds, "seed", "seeds"))
    }

    /// Moves that earn another move first, starting with the pits nearest to the store.
    #[inline]
    fn rank(&self, _: &Self, board: &Board, pit: u8) -> i32 {
        let later =
            if self.moves_again(self.seeds(board, pit), pit) { 0 } else { self.pits as i32 };
        later - i32::from(pit)
    }

    /// Mostly what earns another move, from as near to the store as possible; or else what captures
    /// most; or else any.
    #[inline]
    fn likely_move(
        &self,
        game: &Self,
        board: &Board,
        moves: &mut Moves<u8>,
        draws: &mut Draws,
    ) -> ControlFlow<Value, u8> {
        moves.clear();
        match self.expand(board, moves) {
            Turn::Inner(Kind::Max | Kind::Min) => {
                ControlFlow::Continue(moves.get(self.likely(board, moves, draws)))
            }
            _ => game.random_move(board, moves, draws),
        }
    }
}

impl Kalah {
    /// The number of a likely move.
    fn likely(&self, board: &Board, moves: &Moves<u8>, draws: &mut Draws) -> usize {
        let any = draws.below(moves.len() as u64) as usize;
        if draws.below(ANY_ONE_IN) == 0 {
            return any;
        }
        let gain = |place: usize| {
            let pit = moves.get(place);
            let again = self.moves_again(self.seeds(board, pit), pit).then_some(pit);
            (again, self.captures(board, pit))
        };
        let best = (0..moves.len()).max_by_key(|&place| gain(place));
        best.filter(|&place| gain(place) != (None, 0)).unwrap_or(any)
    }
}
