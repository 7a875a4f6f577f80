//! Cops and robber, slowly: everybody has a column and a row.

use super::slow::{Cells, Slow};

/// Cops and robber.
#[derive(Clone)]
pub struct SlowCops {
    /// Obstacles only.
    cells: Cells,
    robber: (i32, i32),
    cops: Vec<(i32, i32)>,
    plies: i32,
    chance: Option<f64>,
    chosen: Option<String>,
}

impl SlowCops {
    /// From the rows of a drawing.
    pub fn new(rows: &[&str], chance: Option<f64>) -> SlowCops {
        let mut cells = Cells::new(rows[0].len(), rows.len());
        let (mut robber, mut cops) = ((0, 0), Vec::new());
        for (x, y) in cells.all() {
            match rows[y as usize].as_bytes()[x as usize] {
                b'#' => cells.put(x, y, '#'),
                b'R' => robber = (x, y),
                b'1' => cops.push((x, y)),
                _ => {}
            }
        }
        SlowCops { cells, robber, cops, plies: 0, chance, chosen: None }
    }

    fn robber_moves(&self) -> bool {
        self.plies % 2 == 0
    }

    fn caught_by(&self) -> usize {
        self.cops.iter().filter(|&&cop| cop == self.robber).count()
    }

    /// The steps that can be taken from a cell.
    fn steps(&self, (x, y): (i32, i32)) -> Vec<char> {
        let to = |step: char| go((x, y), step);
        let open = |&step: &char| self.cells.at(to(step).0, to(step).1) == Some('.');
        "NESW.".chars().filter(open).collect()
    }
}

/// Where a step leads.
fn go((x, y): (i32, i32), step: char) -> (i32, i32) {
    match step {
        'N' => (x, y - 1),
        'E' => (x + 1, y),
        'S' => (x, y + 1),
        'W' => (x - 1, y),
        _ => (x, y),
    }
}

impl Slow for SlowCops {
    fn moves(&self) -> Vec<String> {
        if self.caught_by() > 0 {
            return Vec::new();
        }
        let movers = if self.robber_moves() { vec![self.robber] } else { self.cops.clone() };
        let mut words = vec![String::new()];
        for place in movers {
            let longer = |word: &String| {
                let steps = self.steps(place).into_iter();
                steps.map(|step| format!("{word}{step}")).collect::<Vec<_>>()
            };
            words = words.iter().flat_map(longer).collect();
        }
        words
    }

    fn play(&mut self, mv: &str) {
        if self.chance.is_some() && self.chosen.is_none() {
            self.chosen = Some(mv.into());
            return;
        }
        self.chosen = None;
        if self.robber_moves() {
            self.robber = go(self.robber, mv.chars().next().unwrap());
        } else {
            let moved = self.cops.iter().zip(mv.chars()).map(|(&cop, step)| go(cop, step));
            self.cops = moved.collect();
            // Row by row.
            self.cops.sort_by_key(|&(x, y)| (y, x));
        }
        self.plies += 1;
    }

    fn max_moves(&self) -> bool {
        self.robber_moves()
    }

    fn probability(&self, mv: &str) -> Option<f64> {
        let others = self.moves().len() as f64 - 1.0;
        let (chosen, chance) = (self.chosen.as_ref()?, self.chance?);
        Some(match others {
            0.0 => 1.0,
            _ if mv == chosen => chance,
            _ => (1.0 - chance) / others,
        })
    }

    fn value(&self) -> i32 {
        self.plies
    }

    fn drawing(&self) -> String {
        let mut cells = self.cells.clone();
        for &(x, y) in &self.cops {
            let count = self.cops.iter().filter(|&&cop| cop == (x, y)).count() as u32;
            cells.put(x, y, char::from_digit(count, 10).unwrap());
        }
        let caught = self.caught_by();
        cells.put(self.robber.0, self.robber.1, if caught > 0 { 'X' } else { 'R' });
        let (name, plies) = (if self.robber_moves() { "robber" } else { "cops" }, self.plies);
        let status = match &self.chosen {
            _ if caught > 0 => format!("caught by {caught}"),
            Some(chosen) => format!("{name} chose {chosen}"),
            None => format!("{name} to move"),
        };
        format!("{}{status}, ply {plies}\n", cells.top_first())
    }
}
