//! Hex, slowly.

use super::slow::{Cells, Slow, cell, text};

/// Hex.
#[derive(Clone)]
pub struct SlowHex {
    cells: Cells,
}

impl SlowHex {
    pub fn new(side: usize) -> SlowHex {
        SlowHex { cells: Cells::new(side, side) }
    }

    /// Whether a chain leads from the first row to the last one, or from the first column to the last.
    fn has_won(&self, who: char) -> bool {
        let last = self.cells.rows.len() as i32 - 1;
        let along = |(x, y): (i32, i32)| if who == 'X' { y } else { x };
        let mut seen: Vec<(i32, i32)> = self.cells.all();
        seen.retain(|&(x, y)| along((x, y)) == 0 && self.cells.at(x, y) == Some(who));
        let mut next = 0;
        while let Some(&(x, y)) = seen.get(next) {
            next += 1;
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)] {
                let there = (x + dx, y + dy);
                if self.cells.at(there.0, there.1) == Some(who) && !seen.contains(&there) {
                    seen.push(there);
                }
            }
        }
        seen.into_iter().any(|at| along(at) == last)
    }
}

impl Slow for SlowHex {
    fn moves(&self) -> Vec<String> {
        if self.has_won('X') || self.has_won('O') {
            return Vec::new();
        }
        let empty = |&(x, y): &(i32, i32)| self.cells.at(x, y) == Some('.');
        self.cells.all().into_iter().filter(empty).map(|(x, y)| text(x, y)).collect()
    }

    fn play(&mut self, mv: &str) {
        let (x, y) = cell(mv);
        let who = if self.max_moves() { 'X' } else { 'O' };
        self.cells.put(x, y, who);
    }

    fn max_moves(&self) -> bool {
        self.cells.count('X') == self.cells.count('O')
    }

    /// Exactly one player has won.
    fn value(&self) -> i32 {
        let [x, o] = ['X', 'O'].map(|who| self.has_won(who));
        assert_ne!(x, o, "{}", self.drawing());
        if x { 1 } else { -1 }
    }

    fn drawing(&self) -> String {
        let row = |(y, row): (usize, &Vec<char>)| {
            let cells: Vec<String> = row.iter().map(char::to_string).collect();
            format!("{:y$}{}\n", "", cells.join(" "))
        };
        self.cells.rows.iter().enumerate().map(row).collect()
    }
}
