//! Othello, slowly.

use super::slow::{AROUND, Cells, Slow, cell, text};

/// Othello.
#[derive(Clone)]
pub struct SlowOthello {
    cells: Cells,
    black: bool,
}

impl SlowOthello {
    pub fn new(side: usize) -> SlowOthello {
        let mut cells = Cells::new(side, side);
        let (low, high) = (side as i32 / 2 - 1, side as i32 / 2);
        cells.put(low, low, 'O');
        cells.put(high, high, 'O');
        cells.put(high, low, 'X');
        cells.put(low, high, 'X');
        SlowOthello { cells, black: true }
    }

    fn colours(black: bool) -> (char, char) {
        if black { ('X', 'O') } else { ('O', 'X') }
    }

    /// What a move turns.
    fn turned(&self, x: i32, y: i32, black: bool) -> Vec<(i32, i32)> {
        let (own, other) = Self::colours(black);
        let mut all = Vec::new();
        for (dx, dy) in AROUND {
            let mut row = Vec::new();
            let (mut x, mut y) = (x + dx, y + dy);
            while self.cells.at(x, y) == Some(other) {
                row.push((x, y));
                (x, y) = (x + dx, y + dy);
            }
            if self.cells.at(x, y) == Some(own) {
                all.extend(row);
            }
        }
        all
    }

    fn places(&self, black: bool) -> Vec<String> {
        let legal = |&(x, y): &(i32, i32)| {
            self.cells.at(x, y) == Some('.') && !self.turned(x, y, black).is_empty()
        };
        self.cells.all().into_iter().filter(legal).map(|(x, y)| text(x, y)).collect()
    }
}

impl Slow for SlowOthello {
    fn moves(&self) -> Vec<String> {
        let places = self.places(self.black);
        if places.is_empty() && !self.places(!self.black).is_empty() {
            return vec!["pass".into()];
        }
        places
    }

    fn play(&mut self, mv: &str) {
        if mv != "pass" {
            let (x, y) = cell(mv);
            let own = Self::colours(self.black).0;
            for (x, y) in self.turned(x, y, self.black) {
                self.cells.put(x, y, own);
            }
            self.cells.put(x, y, own);
        }
        self.black = !self.black;
    }

    fn max_moves(&self) -> bool {
        self.black
    }

    fn value(&self) -> i32 {
        self.cells.count('X') - self.cells.count('O')
    }

    fn drawing(&self) -> String {
        self.cells.top_first() + if self.black { "X to move\n" } else { "O to move\n" }
    }
}
