//! Heuristics for Hex.

use gametree::{Knowledge, Value};

use super::{AROUND, Board, Hex};
use crate::odds::chance_to_win;
use crate::players::{from_max, other};

impl Hex {
    /// The cells to which bridges lead from `cells`.
    #[inline]
    fn bridged(&self, cells: u64, empty: u64) -> u64 {
        (0..AROUND).fold(0, |all, direction| {
            let [first, second] = [direction, direction + 1].map(|to| self.step(to, cells) & empty);
            all | self.step(direction + 1, first) & self.step(direction, second)
        })
    }

    /// The cells from which a bridge leads to an edge.
    #[inline]
    fn bridged_to(&self, edge: u64, empty: u64) -> u64 {
        (0..AROUND).fold(0, |all, direction| all | self.fork_back(direction, edge & empty))
    }

    /// How many stones a player lacks to join his edges, if every bridge holds.
    #[inline]
    fn lacks(&self, player: usize, own: u64, empty: u64) -> i32 {
        let open = own | empty;
        let [near, far] = self.edges[player];
        let [begin, end] = [near, far].map(|edge| (edge | self.bridged_to(edge, empty)) & open);
        // The cells that can be linked to the near edge with the stones spent so far.
        let mut linked = 0;
        let mut reached = begin;
        for stones in 0..self.grid.cells() as i32 {
            loop {
                let more = linked | reached & own;
                if more == linked {
                    break;
                }
                linked = more;
                reached |= self.around(linked) | self.bridged(linked, empty);
            }
            if linked & end != 0 {
                return stones;
            }
            linked |= reached & empty;
            reached |= self.around(linked) | self.bridged(linked, empty);
        }
        self.grid.cells() as i32
    }

    /// How many stones MIN lacks more than MAX, counted twice, with half a stone for the mover.
    #[inline]
    fn lead(&self, board: &Board) -> i32 {
        let empty = self.grid.all() ^ board.taken();
        let [max, min] = [0, 1].map(|player| self.lacks(player, board.stones[player], empty));
        2 * (min - max) + from_max(board.mover(), 1)
    }
}

impl Knowledge<Self> for Hex {
    fn is_costly(&self, _: &Self) -> bool {
        true
    }

    /// As a share of all cells, so that it stays between a loss and a win.
    fn evaluate(&self, _: &Self, board: &Board) -> Option<Value> {
        Value::new(f64::from(self.lead(board)) / f64::from(2 * self.grid.cells() + 2))
    }

    /// A stone more or less counts for much more than its share of all cells.
    fn prospect(&self, _: &Self, board: &Board) -> Option<f64> {
        Some(chance_to_win(f64::from(self.lead(board)) / 2.0))
    }

    /// Stones that the other lacks minus stones that the mover does.
    #[inline]
    fn order_score(&self, _: &Self, child: &Board) -> i32 {
        from_max(other(child.mover()), self.lead(child))
    }

    /// From the middle outwards.
    #[inline]
    fn rank(&self, _: &Self, _: &Board, cell: u8) -> i32 {
        self.distances[usize::from(cell)].into()
    }
}
