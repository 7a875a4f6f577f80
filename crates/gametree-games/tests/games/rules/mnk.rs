//! K in a row, slowly.

use super::slow::{AROUND, Cells, Slow, cell, text};

/// K in a row.
#[derive(Clone)]
pub struct SlowMnk {
    cells: Cells,
    in_a_row: i32,
}

impl SlowMnk {
    pub fn new(m: usize, n: usize, k: i32) -> SlowMnk {
        SlowMnk { cells: Cells::new(m, n), in_a_row: k }
    }

    fn has_line(&self, who: char) -> bool {
        let line = |(x, y): (i32, i32), (dx, dy): (i32, i32)| {
            (0..self.in_a_row).all(|i| self.cells.at(x + i * dx, y + i * dy) == Some(who))
        };
        self.cells.all().into_iter().any(|start| AROUND.iter().any(|&step| line(start, step)))
    }
}

impl Slow for SlowMnk {
    fn moves(&self) -> Vec<String> {
        if self.has_line('X') || self.has_line('O') {
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

    fn value(&self) -> i32 {
        i32::from(self.has_line('X')) - i32::from(self.has_line('O'))
    }

    fn drawing(&self) -> String {
        self.cells.bottom_first()
    }
}
