//! Breakthrough, slowly.

use super::slow::{Cells, Slow, cell, text};

/// Breakthrough.
#[derive(Clone)]
pub struct SlowBreakthrough {
    cells: Cells,
    white: bool,
}

impl SlowBreakthrough {
    pub fn new(width: usize, height: usize) -> SlowBreakthrough {
        let mut cells = Cells::new(width, height);
        for (x, y) in cells.all() {
            if y < 2 {
                cells.put(x, y, 'W');
            } else if y >= height as i32 - 2 {
                cells.put(x, y, 'B');
            }
        }
        SlowBreakthrough { cells, white: true }
    }

    fn is_over(&self) -> bool {
        self.cells.rows[0].contains(&'B')
            || self.cells.rows.last().unwrap().contains(&'W')
            || self.cells.count('W') == 0
            || self.cells.count('B') == 0
    }
}

impl Slow for SlowBreakthrough {
    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        if self.is_over() {
            return moves;
        }
        let (own, other, dy) = if self.white { ('W', 'B', 1) } else { ('B', 'W', -1) };
        for (x, y) in self.cells.all() {
            if self.cells.at(x, y) != Some(own) {
                continue;
            }
            for dx in [-1, 0, 1] {
                let target = self.cells.at(x + dx, y + dy);
                if target == Some('.') || target == Some(other) && dx != 0 {
                    moves.push(text(x, y) + &text(x + dx, y + dy));
                }
            }
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        let second = mv.rfind(char::is_alphabetic).unwrap();
        let [(x, y), (to_x, to_y)] = [cell(&mv[..second]), cell(&mv[second..])];
        let piece = self.cells.at(x, y).unwrap();
        self.cells.put(x, y, '.');
        self.cells.put(to_x, to_y, piece);
        self.white = !self.white;
    }

    fn max_moves(&self) -> bool {
        self.white
    }

    /// Only the last move can have won.
    fn value(&self) -> i32 {
        if self.white { -1 } else { 1 }
    }

    fn drawing(&self) -> String {
        self.cells.bottom_first() + if self.white { "W to move\n" } else { "B to move\n" }
    }
}
