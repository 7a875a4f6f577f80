//! Where obstacles, robber and cops start.

use gametree::model::NotationError;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::{BLOCKED, DIRECTIONS};
use crate::grid::{FirstRow, Grid, each};

/// The most cops: a move of them all fits into 16 bits.
pub const MOST_COPS: usize = 6;

/// Where obstacles, robber and cops start.
///
/// [`random`](Placement::random) draws it uniformly from all placements of the given numbers of obstacles and
/// cops, and one robber, on different cells, in which a cell beside the robber's has
/// no obstacle (a cop may be there). A cop may be unable to reach the robber at all, if obstacles lie
/// between them.
///
/// ```
/// use gametree_games::cops::Placement;
///
/// assert!(Placement::random(5, 5, 2, 4, 1).is_some());
/// assert!(Placement::random(2, 2, 2, 4, 1).is_none(), "no room");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    pub(super) grid: Grid,
    pub(super) obstacles: u64,
    pub(super) robber: u8,
    /// Sorted.
    pub(super) cops: Vec<u8>,
}

/// Whether there is a board of this size: at most 26 columns and rows, and 64 cells.
pub fn is_board(width: u32, height: u32) -> bool {
    Grid::new(width, height, FirstRow::Top).is_some()
}

/// The number of obstacles for a percentage of all cells, rounded to the nearest (a half goes up).
pub fn obstacles(cells: u32, percent: u32) -> u32 {
    (cells * percent + 50) / 100
}

impl Placement {
    /// Draws a placement; `None` if there is no such board, no cop or more than six, or not enough
    /// cells for them all.
    pub fn random(
        width: u32,
        height: u32,
        cops: usize,
        obstacles: u32,
        seed: u64,
    ) -> Option<Placement> {
        let grid = Grid::new(width, height, FirstRow::Top)?;
        let (first_cop, cells) = (obstacles as usize + 1, grid.cells() as usize);
        // Then at least two cells have no obstacle, and they may be neighbours: drawing comes to an end.
        if !(1..=MOST_COPS).contains(&cops) || first_cop.saturating_add(cops) > cells {
            return None;
        }
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut order: Vec<u8> = (0..cells as u8).collect();
        loop {
            for i in 0..first_cop + cops {
                let other = i + below(&mut generator, (cells - i) as u64) as usize;
                order.swap(i, other);
            }
            let blocked = order[..first_cop - 1].iter().fold(0, |all, &cell| all | 1 << cell);
            let mut cops = order[first_cop..first_cop + cops].to_vec();
            cops.sort_unstable();
            let robber = order[first_cop - 1];
            let placement = Placement { grid, obstacles: blocked, robber, cops };
            if placement.can_move(robber) {
                return Some(placement);
            }
        }
    }

    /// Reads a placement from the rows of a drawing, without the last one that says who is to move.
    ///
    /// # Errors
    /// If the rows are not of one length or too many, or do not show a robber and one to six cops.
    pub fn drawn(rows: &[&str]) -> Result<Placement, NotationError> {
        let width = rows.first().map_or(0, |row| row.chars().count());
        let grid = Grid::new(width as u32, rows.len() as u32, FirstRow::Top).ok_or_else(|| {
            NotationError("a board should have at most 26 columns and rows and 64 cells".into())
        })?;
        let drawn = Drawn::read(&grid, rows)?;
        match drawn {
            Drawn { obstacles, robber, caught: false, cops } if !cops.is_empty() => {
                Ok(Placement { grid, obstacles, robber, cops })
            }
            _ => Err(NotationError(
                "there should be a robber R that is not caught, and a cop".into(),
            )),
        }
    }

    /// Where a step in each direction leads.
    pub(super) fn neighbours(&self, cell: u8) -> [u8; DIRECTIONS.len()] {
        let (width, height) = (self.grid.width() as u8, self.grid.height() as u8);
        let (x, y) = (cell % width, cell / width);
        let open = |possible: bool, to: u8| {
            if possible && self.obstacles >> to & 1 == 0 { to } else { BLOCKED }
        };
        [
            open(y > 0, cell.wrapping_sub(width)),
            open(x + 1 < width, cell + 1),
            open(y + 1 < height, cell + width),
            open(x > 0, cell.wrapping_sub(1)),
            cell,
        ]
    }

    fn can_move(&self, cell: u8) -> bool {
        self.neighbours(cell).into_iter().any(|to| to != BLOCKED && to != cell)
    }
}

/// What the rows of a drawing show.
pub(super) struct Drawn {
    pub obstacles: u64,
    pub robber: u8,
    pub caught: bool,
    /// Sorted; without those who have caught the robber.
    pub cops: Vec<u8>,
}

impl Drawn {
    const SYMBOLS: [char; 3 + MOST_COPS] = ['#', 'R', 'X', '1', '2', '3', '4', '5', '6'];

    pub fn read(grid: &Grid, rows: &[&str]) -> Result<Drawn, NotationError> {
        let [obstacles, free, caught, cops @ ..] = grid.read(rows, Drawn::SYMBOLS)?;
        if (free | caught).count_ones() != 1 {
            return Err(NotationError("there should be one robber, R or caught X".into()));
        }
        let mut all: Vec<u8> = Vec::new();
        for (cells, together) in cops.iter().zip(1..) {
            all.extend(each(*cells).flat_map(|cell| std::iter::repeat_n(cell, together)));
        }
        all.sort_unstable();
        if all.len() > MOST_COPS {
            return Err(NotationError(format!("there should be at most {MOST_COPS} cops")));
        }
        let robber = (free | caught).trailing_zeros() as u8;
        Ok(Drawn { obstacles, robber, caught: caught != 0, cops: all })
    }
}

/// A number below `bound`, each equally likely. Our own, so that a seed means the same placement in every
/// version: Lemire (2019), multiply and reject.
fn below(generator: &mut Xoshiro256PlusPlus, bound: u64) -> u64 {
    let unfair = bound.wrapping_neg() % bound;
    loop {
        let product = u128::from(generator.next_u64()) * u128::from(bound);
        if product as u64 >= unfair {
            return (product >> 64) as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn every_placement_is_equally_likely() {
        // Two obstacles, a robber and a cop on 3x2 (numbered 0 1 2 / 3 4 5), the robber not walled in.
        let mut seen: HashMap<(u64, u8, u8), u32> = HashMap::new();
        const DRAWS: u32 = 60_000;
        for seed in 0..u64::from(DRAWS) {
            let p = Placement::random(3, 2, 1, 2, seed).unwrap();
            assert!(p.obstacles.count_ones() == 2 && p.robber != p.cops[0]);
            assert_eq!(p.obstacles & (1 << p.robber | 1 << p.cops[0]), 0);
            assert!(p.can_move(p.robber));
            *seen.entry((p.obstacles, p.robber, p.cops[0])).or_default() += 1;
        }
        // 15 pairs of obstacles, then 4 cells for the robber and 3 for the cop; but each of the four
        // corners can be walled in by one pair.
        let placements = 15 * 4 * 3 - 4 * 3;
        assert_eq!(seen.len(), placements);
        let mean = DRAWS / placements as u32;
        assert!(seen.values().all(|&n| n.abs_diff(mean) < mean / 4), "{seen:?}");
    }

    #[test]
    fn obstacles_are_rounded_to_the_nearest_number() {
        let right = [(36, 20, 7), (25, 10, 3), (10, 4, 0), (10, 5, 1), (64, 99, 63), (6, 0, 0)];
        for (cells, percent, count) in right {
            assert_eq!(obstacles(cells, percent), count, "{percent}% of {cells}");
        }
    }

    #[test]
    fn there_must_be_room() {
        assert!(Placement::random(2, 1, 1, 0, 1).is_some());
        assert!(Placement::random(8, 8, 1, 62, 1).is_some());
        for (width, height, cops, obstacles) in
            [(1, 1, 1, 0), (2, 1, 2, 0), (8, 8, 1, 63), (9, 8, 1, 0), (3, 3, 0, 0), (4, 4, 7, 0)]
        {
            let none = Placement::random(width, height, cops, obstacles, 1);
            assert_eq!(none, None, "{width}x{height} {cops} {obstacles}");
        }
    }
}
