//! EinStein würfelt nicht! slowly: stones are characters on a board.

use super::slow::{Cells, Slow, cell, text};

/// EinStein würfelt nicht!
#[derive(Clone)]
pub struct SlowEwn {
    cells: Cells,
    max: bool,
    /// Nought before the roll.
    die: u32,
    /// Each player's at the start.
    stones: u32,
}

impl SlowEwn {
    pub fn new(rows: &[&str], stones: u32) -> SlowEwn {
        let mut cells = Cells::new(rows.len(), rows.len());
        cells.rows = rows.iter().map(|row| row.chars().collect()).collect();
        SlowEwn { cells, max: true, die: 0, stones }
    }

    /// The number of MAX's or MIN's stone.
    fn number(&self, stone: char, max: bool) -> Option<u32> {
        match stone {
            '1'..='6' if max => stone.to_digit(10),
            'A'..='F' if !max => Some(stone as u32 - 'A' as u32 + 1),
            _ => None,
        }
    }

    /// The numbers of a player's stones on the board, and where they are.
    fn there(&self, max: bool) -> Vec<(u32, (i32, i32))> {
        let stone = |&(x, y): &(i32, i32)| self.number(self.cells.at(x, y).unwrap(), max);
        let cells = self.cells.all();
        cells.iter().filter_map(|place| Some((stone(place)?, *place))).collect()
    }

    fn has_won(&self, max: bool) -> bool {
        let last = self.cells.rows.len() as i32 - 1;
        let goal = if max { (last, last) } else { (0, 0) };
        self.there(!max).is_empty() || self.there(max).iter().any(|(_, place)| *place == goal)
    }

    /// Whether a stone may move: no stone with a number between it and the die, on its side of the die,
    /// is there, and the die's own is not.
    fn may_move(&self, stone: u32) -> bool {
        let there = self.there(self.max);
        let nearer = |other: u32| {
            other == self.die
                || (stone < self.die && stone < other && other < self.die)
                || (stone > self.die && stone > other && other > self.die)
        };
        stone == self.die || !there.iter().any(|&(other, _)| nearer(other))
    }
}

impl Slow for SlowEwn {
    fn moves(&self) -> Vec<String> {
        if self.has_won(true) || self.has_won(false) {
            return Vec::new();
        }
        if self.die == 0 {
            return (1..=self.stones).map(|side| side.to_string()).collect();
        }
        let mut moves = Vec::new();
        for (stone, (x, y)) in self.there(self.max) {
            for (dx, dy) in [(1, 0), (0, 1), (1, 1)] {
                let (dx, dy) = if self.max { (dx, dy) } else { (-dx, -dy) };
                if self.may_move(stone) && self.cells.at(x + dx, y + dy).is_some() {
                    moves.push(text(x, y) + &text(x + dx, y + dy));
                }
            }
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        if self.die == 0 {
            self.die = mv.parse().unwrap();
            return;
        }
        let ((x, y), (to_x, to_y)) = (cell(&mv[..2]), cell(&mv[2..]));
        let stone = self.cells.at(x, y).unwrap();
        self.cells.put(x, y, '.');
        self.cells.put(to_x, to_y, stone);
        self.max = !self.max;
        self.die = 0;
    }

    fn max_moves(&self) -> bool {
        self.max
    }

    fn probability(&self, _: &str) -> Option<f64> {
        (self.die == 0).then(|| 1.0 / f64::from(self.stones))
    }

    fn value(&self) -> i32 {
        if self.has_won(true) { 1 } else { -1 }
    }

    fn drawing(&self) -> String {
        let name = if self.max { "MAX" } else { "MIN" };
        let doing = if self.die == 0 { "to roll".into() } else { format!("rolled {}", self.die) };
        format!("{}{name} {doing}\n", self.cells.top_first())
    }
}
