//! Dots and Boxes, slowly: a drawing in which lines are filled in. And a second time without players, as a
//! list of what is still to be won.

use super::slow::{Slow, cell, text};

/// Dots and Boxes.
#[derive(Clone)]
pub struct SlowDots {
    /// Dots at even places of even rows; lines between two dots, boxes between four.
    rows: Vec<Vec<char>>,
    won: [i32; 2],
    mover: usize,
}

impl SlowDots {
    pub fn new(rows: usize, columns: usize) -> SlowDots {
        let symbol = |x: usize, y: usize| match (x % 2, y % 2) {
            (0, 0) => '+',
            (1, 1) => ' ',
            _ => '.',
        };
        let row = |y: usize| (0..=2 * columns).map(|x| symbol(x, y)).collect();
        SlowDots { rows: (0..=2 * rows).map(row).collect(), won: [0, 0], mover: 0 }
    }

    fn complete(&self) -> i32 {
        let mut complete = 0;
        for y in (1..self.rows.len()).step_by(2) {
            for x in (1..self.rows[0].len()).step_by(2) {
                let sides = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
                complete += i32::from(sides.iter().all(|&(x, y)| self.rows[y][x] != '.'));
            }
        }
        complete
    }
}

impl Slow for SlowDots {
    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for (y, row) in self.rows.iter().enumerate() {
            for (x, _) in row.iter().enumerate().filter(|(_, c)| **c == '.') {
                let (x, y) = (x as i32, y as i32);
                moves.push(text(x / 2, y / 2) + &text((x + 1) / 2, (y + 1) / 2));
            }
        }
        moves
    }

    fn play(&mut self, mv: &str) {
        let second = mv.rfind(char::is_alphabetic).unwrap();
        let (a, b) = (cell(&mv[..second]), cell(&mv[second..]));
        let before = self.complete();
        let symbol = if a.1 == b.1 { '-' } else { '|' };
        self.rows[(a.1 + b.1) as usize][(a.0 + b.0) as usize] = symbol;
        let gained = self.complete() - before;
        self.won[self.mover] += gained;
        if gained == 0 {
            self.mover = 1 - self.mover;
        }
    }

    fn max_moves(&self) -> bool {
        self.mover == 0
    }

    fn value(&self) -> i32 {
        self.won[0] - self.won[1]
    }

    fn drawing(&self) -> String {
        let rows = self.rows.iter().map(|row| row.iter().collect::<String>() + "\n");
        let ([max, min], mover) = (self.won, ["MAX", "MIN"][self.mover]);
        rows.collect::<String>() + &format!("MAX {max} MIN {min}, {mover} to move\n")
    }
}

/// What the mover wins of the whole board, found from the end: for every set of lines, from the full one
/// down, what is still to be won by whoever is to move there.
pub fn from_the_end(rows: usize, columns: usize) -> i32 {
    // Level lines come first, row by row; then upright ones.
    let level = |x: usize, y: usize| 1u32 << (y * columns + x);
    let upright = |x: usize, y: usize| 1u32 << ((rows + 1) * columns + y * (columns + 1) + x);
    let boxes: Vec<u32> = (0..rows * columns)
        .map(|i| (i % columns, i / columns))
        .map(|(x, y)| level(x, y) | level(x, y + 1) | upright(x, y) | upright(x + 1, y))
        .collect();
    let lines = (rows + 1) * columns + rows * (columns + 1);
    let mut to_win = vec![0i8; 1 << lines];
    for drawn in (0..(1u32 << lines) - 1).rev() {
        let missing = (0..lines).map(|line| 1 << line).filter(|line| drawn & line == 0);
        let won = missing.map(|line: u32| {
            let after = drawn | line;
            let completes = |sides: &&u32| **sides & line != 0 && **sides & after == **sides;
            let gained = boxes.iter().filter(completes).count() as i8;
            let rest = to_win[after as usize];
            if gained > 0 { gained + rest } else { -rest }
        });
        to_win[drawn as usize] = won.max().unwrap();
    }
    to_win[0].into()
}
