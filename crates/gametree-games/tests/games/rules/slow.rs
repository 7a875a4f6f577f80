//! Rules written a second time, as plainly as can be, and what compares the two.

use std::collections::HashMap;
use std::fmt::Debug;

use gametree::{Kind, Moves, Notation, Turn};

/// A game in slow motion: arrays of characters or numbers, texts for moves.
pub trait Slow: Clone {
    /// The legal moves; none if the game is over.
    fn moves(&self) -> Vec<String>;

    /// Plays one of them.
    fn play(&mut self, mv: &str);

    /// Whether MAX is to move. Not asked at chance nodes.
    fn max_moves(&self) -> bool;

    /// How probable an outcome is; nothing where a player moves.
    fn probability(&self, mv: &str) -> Option<f64> {
        let _ = mv;
        None
    }

    /// What a game that is over was worth.
    fn value(&self) -> i32;

    /// The position, as the game draws it.
    fn drawing(&self) -> String;
}

/// Plays games by chance, and compares every position with the slow one.
pub fn agree<G: Notation, S: Slow>(game: &G, slow: &S, count: u32)
where
    G::Position: Debug,
{
    let mut seed = 11u64;
    for _ in 0..count {
        let (mut position, mut slow) = (game.start(), slow.clone());
        loop {
            let mut moves = Moves::new();
            let turn = game.expand(&position, &mut moves);
            let written: Vec<String> =
                moves.iter().map(|mv| game.move_text(&position, mv)).collect();
            let (mut sorted, mut right) = (written.clone(), slow.moves());
            sorted.sort();
            right.sort();
            assert_eq!(sorted, right, "{}", slow.drawing());
            assert_eq!(game.draw(&position), slow.drawing());
            match turn {
                Turn::Terminal(value) => {
                    assert_eq!(value, slow.value().into(), "{}", slow.drawing());
                    break;
                }
                Turn::Inner(kind) => same_turn(kind, &written, &moves, &slow),
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(12_345);
            let chosen = (seed >> 33) as usize % written.len();
            game.play(&mut position, moves.get(chosen));
            slow.play(&written[chosen]);
        }
    }
}

/// The same player moves, or the same outcomes are equally likely.
fn same_turn<M: Copy, S: Slow>(kind: Kind, written: &[String], moves: &Moves<M>, slow: &S) {
    if kind != Kind::Chance {
        assert_eq!(kind == Kind::Max, slow.max_moves(), "{}", slow.drawing());
    }
    for (i, text) in written.iter().enumerate() {
        match (moves.probability(i), slow.probability(text)) {
            (None, None) => assert_ne!(kind, Kind::Chance, "{}", slow.drawing()),
            (Some(a), Some(b)) => {
                assert_eq!(kind, Kind::Chance, "{}", slow.drawing());
                assert!((a - b).abs() < 1e-12, "{text}: {a}, {b}\n{}", slow.drawing());
            }
            (a, b) => panic!("{text}: {a:?}, {b:?}\n{}", slow.drawing()),
        }
    }
}

/// The number of move sequences of this length, counted slowly.
pub fn slow_perft<S: Slow>(slow: &S, plies: u32) -> u64 {
    if plies == 0 {
        return 1;
    }
    let child = |mv: &String| {
        let mut child = slow.clone();
        child.play(mv);
        slow_perft(&child, plies - 1)
    };
    slow.moves().iter().map(child).sum()
}

/// The value by the slow rules; positions with the same drawing are solved once.
pub fn slow_value<S: Slow>(slow: &S, known: &mut HashMap<String, f64>) -> f64 {
    if let Some(&value) = known.get(&slow.drawing()) {
        return value;
    }
    let mut child = |mv: &String| {
        let mut child = slow.clone();
        child.play(mv);
        slow_value(&child, known)
    };
    let moves = slow.moves();
    let values: Vec<f64> = moves.iter().map(&mut child).collect();
    let weights: Vec<f64> = moves.iter().filter_map(|mv| slow.probability(mv)).collect();
    let value = if moves.is_empty() {
        f64::from(slow.value())
    } else if !weights.is_empty() {
        values.iter().zip(&weights).map(|(value, weight)| value * weight).sum()
    } else if slow.max_moves() {
        values.into_iter().fold(f64::MIN, f64::max)
    } else {
        values.into_iter().fold(f64::MAX, f64::min)
    };
    known.insert(slow.drawing(), value);
    value
}

/// One step in each of the eight directions.
pub const AROUND: [(i32, i32); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// A cell's column and row, counted from zero, as `b3` writes them.
pub fn cell(text: &str) -> (i32, i32) {
    let column = i32::from(text.as_bytes()[0] - b'a');
    (column, text[1..].parse::<i32>().unwrap() - 1)
}

/// A column and a row as a text.
pub fn text(x: i32, y: i32) -> String {
    format!("{}{}", (b'a' + x as u8) as char, y + 1)
}

/// A board of characters; rows are counted as they are numbered.
#[derive(Clone)]
pub struct Cells {
    pub rows: Vec<Vec<char>>,
}

impl Cells {
    pub fn new(width: usize, height: usize) -> Cells {
        Cells { rows: vec![vec!['.'; width]; height] }
    }

    /// What is on a cell; nothing beyond the board.
    pub fn at(&self, x: i32, y: i32) -> Option<char> {
        let row = self.rows.get(usize::try_from(y).ok()?)?;
        row.get(usize::try_from(x).ok()?).copied()
    }

    pub fn put(&mut self, x: i32, y: i32, what: char) {
        self.rows[y as usize][x as usize] = what;
    }

    pub fn all(&self) -> Vec<(i32, i32)> {
        let (width, height) = (self.rows[0].len() as i32, self.rows.len() as i32);
        (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).collect()
    }

    pub fn count(&self, what: char) -> i32 {
        self.rows.iter().flatten().filter(|&&c| c == what).count() as i32
    }

    /// Row 1 at the top.
    pub fn top_first(&self) -> String {
        self.rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect()
    }

    /// Row 1 at the bottom.
    pub fn bottom_first(&self) -> String {
        self.rows.iter().rev().map(|row| row.iter().collect::<String>() + "\n").collect()
    }
}
