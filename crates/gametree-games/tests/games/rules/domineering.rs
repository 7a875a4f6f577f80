//! Domineering, slowly.

use super::slow::{Cells, Slow, cell, text};

/// Domineering.
#[derive(Clone)]
pub struct SlowDomineering {
    cells: Cells,
    upright: bool,
}

impl SlowDomineering {
    pub fn new(rows: usize, columns: usize) -> SlowDomineering {
        SlowDomineering { cells: Cells::new(columns, rows), upright: true }
    }
}

impl Slow for SlowDomineering {
    fn moves(&self) -> Vec<String> {
        let (dx, dy) = if self.upright { (0, 1) } else { (1, 0) };
        let mut moves = Vec::new();
        for (x, y) in self.cells.all() {
            if self.cells.at(x, y) == Some('.') && self.cells.at(x + dx, y + dy) == Some('.') {
                moves.push(text(x, y) + &text(x + dx, y + dy));
            }
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        let second = mv.rfind(char::is_alphabetic).unwrap();
        for (x, y) in [cell(&mv[..second]), cell(&mv[second..])] {
            self.cells.put(x, y, '#');
        }
        self.upright = !self.upright;
    }

    fn max_moves(&self) -> bool {
        self.upright
    }

    fn value(&self) -> i32 {
        if self.upright { -1 } else { 1 }
    }

    fn drawing(&self) -> String {
        self.cells.top_first()
    }
}
