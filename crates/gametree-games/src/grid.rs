//! Rectangles of up to 64 cells, one bit each: the boards of several games.
//!
//! The cell in column `x` and row `y`, both counted from zero, is bit `y * width + x`. People write
//! it as a letter and a number: `b3` is the second column of the third row.

use gametree::model::NotationError;
use gametree::{CellNames, Coordinates, Draws, Symmetry};

/// Columns are written as letters.
pub(crate) const LONGEST: u32 = 26;

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    width: u32,
    height: u32,
    first: FirstRow,
    /// The cells with equal column and row.
    diagonal: u64,
}

/// Where the row with the number 1 is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FirstRow {
    /// As in Othello.
    Top,
    /// As in chess and go.
    Bottom,
}

/// What takes one symmetry of a rectangle, or of a square, to the next.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    /// By half a circle.
    Turn,
    /// The first row becomes the last.
    Flip,
    /// Rows become columns; squares only.
    Transpose,
}

/// A way through all symmetries: number `i` is made of the first `i` steps. The first three steps
/// lead through those of a rectangle, and each step costs little.
const STEPS: [Step; 7] = {
    use Step::{Flip, Transpose, Turn};
    [Turn, Flip, Turn, Transpose, Turn, Flip, Turn]
};

/// How many symmetries a rectangle has, doing nothing included.
pub(crate) const OF_RECTANGLE: u8 = 4;
/// How many a square has.
pub(crate) const OF_SQUARE: u8 = 8;

impl Grid {
    /// A board; `None` if it has no cells, more than 64, or a side beyond the letters.
    pub fn new(width: u32, height: u32, first: FirstRow) -> Option<Grid> {
        let sane = (1..=LONGEST).contains(&width) && (1..=LONGEST).contains(&height);
        (sane && width * height <= 64).then(|| {
            let grid = Grid { width, height, first, diagonal: 0 };
            let cells = (0..width.min(height)).map(|i| grid.cell(i, i));
            Grid { diagonal: cells.fold(0, |all, cell| all | cell), ..grid }
        })
    }

    /// How a drawing of the board names its cells.
    pub fn coordinates(&self) -> Coordinates {
        let names = match self.first {
            FirstRow::Top => CellNames::RowsFromTop,
            FirstRow::Bottom => CellNames::RowsFromBottom,
        };
        Coordinates::new(self.width as usize, self.height as usize, names)
    }

    #[inline]
    pub fn width(&self) -> u32 {
        self.width
    }

    #[inline]
    pub fn height(&self) -> u32 {
        self.height
    }

    #[inline]
    pub fn cells(&self) -> u32 {
        self.width * self.height
    }

    /// Every cell.
    #[inline]
    pub fn all(&self) -> u64 {
        u64::MAX >> (64 - self.cells())
    }

    /// One cell.
    pub fn cell(&self, x: u32, y: u32) -> u64 {
        1 << (y * self.width + x)
    }

    /// Every cell of a column.
    pub fn column(&self, x: u32) -> u64 {
        (0..self.height).fold(0, |column, y| column | self.cell(x, y))
    }

    /// Every cell of a row.
    #[inline]
    pub fn row(&self, y: u32) -> u64 {
        (u64::MAX >> (64 - self.width)) << (y * self.width)
    }

    /// The board turned by half a circle.
    #[inline]
    fn turn(&self, cells: u64) -> u64 {
        cells.reverse_bits() >> (64 - self.cells())
    }

    /// The board with its rows in reverse.
    #[inline]
    fn flip(&self, cells: u64) -> u64 {
        if self.width == 8 {
            return cells.swap_bytes() >> (64 - self.cells());
        }
        let row = self.row(0);
        (0..self.height).fold(0, |flipped, y| {
            let moved = cells >> (y * self.width) & row;
            flipped | moved << ((self.height - 1 - y) * self.width)
        })
    }

    /// The board with left and right exchanged.
    #[inline]
    pub fn mirror(&self, cells: u64) -> u64 {
        self.flip(self.turn(cells))
    }

    /// A square with rows and columns exchanged: the cells `distance` beyond the main diagonal
    /// change places with those before it, all of them by the same number of bits.
    #[inline]
    fn transpose(&self, cells: u64) -> u64 {
        let side = self.width;
        (1..side).fold(cells & self.diagonal, |all, distance| {
            let beyond =
                (self.diagonal << distance) & (u64::MAX >> (64 - (side - distance) * side));
            let shift = distance * (side - 1);
            all | (cells & beyond) << shift | (cells >> shift) & beyond
        })
    }

    /// Where one step takes a set of cells.
    #[inline]
    pub fn step(&self, step: Step, cells: u64) -> u64 {
        match step {
            Step::Turn => self.turn(cells),
            Step::Flip => self.flip(cells),
            Step::Transpose => self.transpose(cells),
        }
    }

    /// The least of the images of `sets` under the first `symmetries` symmetries, and which one leads
    /// there; `None` if no image is less than `sets` themselves.
    #[inline]
    pub fn canonical<const N: usize>(
        &self,
        sets: [u64; N],
        symmetries: u8,
    ) -> Option<([u64; N], Symmetry)> {
        least_image(sets, symmetries, |step, sets| sets.map(|cells| self.step(step, cells)))
    }

    /// Where a symmetry takes a set of cells.
    #[inline]
    pub fn image(&self, symmetry: Symmetry, cells: u64) -> u64 {
        let steps = &STEPS[..symmetry.0 as usize];
        steps.iter().fold(cells, |cells, &step| self.step(step, cells))
    }

    /// Where a symmetry takes a cell.
    #[inline]
    pub fn image_of_cell(&self, symmetry: Symmetry, cell: u8) -> u8 {
        self.image(symmetry, 1 << cell).trailing_zeros() as u8
    }

    /// A cell as people write it.
    pub fn name(&self, cell: u8) -> String {
        let (x, y) = (u32::from(cell) % self.width, u32::from(cell) / self.width);
        format!("{}{}", (b'a' + x as u8) as char, y + 1)
    }

    /// The row that is drawn in line `line`.
    fn row_in_line(&self, line: u32) -> u32 {
        match self.first {
            FirstRow::Top => line,
            FirstRow::Bottom => self.height - 1 - line,
        }
    }

    /// Draws sets of cells, each with its symbol, and dots for the other cells.
    pub fn draw(&self, sets: &[(u64, char)]) -> String {
        let symbol = |cell: u64| {
            sets.iter().find(|(cells, _)| cells & cell != 0).map_or('.', |&(_, symbol)| symbol)
        };
        let line =
            |y: u32| (0..self.width).map(|x| symbol(self.cell(x, y))).collect::<String>() + "\n";
        (0..self.height).map(|l| line(self.row_in_line(l))).collect()
    }

    /// The sets of cells that [`draw`](Grid::draw) has drawn with these symbols.
    pub fn read<const N: usize>(
        &self,
        rows: &[&str],
        symbols: [char; N],
    ) -> Result<[u64; N], NotationError> {
        if rows.len() != self.height as usize {
            return Err(NotationError(format!(
                "the drawing has {} of the board, and there should be {}",
                counted(rows.len(), "row"),
                self.height
            )));
        }
        let mut sets = [0; N];
        for (line, row) in rows.iter().enumerate() {
            let length = row.chars().count();
            if length != self.width as usize {
                return Err(NotationError(format!(
                    "row '{row}' has {}, and there should be {}",
                    counted(length, "cell"),
                    self.width
                )));
            }
            for (x, c) in row.chars().enumerate().filter(|(_, c)| *c != '.') {
                let c = c.to_ascii_uppercase();
                let set = symbols.iter().position(|&symbol| symbol == c).ok_or_else(|| {
                    let known = symbols.map(String::from).join(", ");
                    NotationError(format!("row '{row}' should be made of {known} and ."))
                })?;
                sets[set] |= self.cell(x as u32, self.row_in_line(line as u32));
            }
        }
        Ok(sets)
    }
}

/// The least of the images of `sets` under the first `symmetries` symmetries, where `next` says what a step
/// does to them, and which one leads there; `None` if no image is less than `sets` themselves.
#[inline]
pub(crate) fn least_image<const N: usize>(
    sets: [u64; N],
    symmetries: u8,
    next: impl Fn(Step, [u64; N]) -> [u64; N],
) -> Option<([u64; N], Symmetry)> {
    let (mut image, mut best, mut chosen) = (sets, sets, 0);
    for number in 1..symmetries {
        image = next(STEPS[usize::from(number) - 1], image);
        if image < best {
            (best, chosen) = (image, number);
        }
    }
    (chosen > 0).then_some((best, Symmetry(chosen.into())))
}

/// The cells of a set.
#[inline]
pub(crate) fn each(mut cells: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = (cells != 0).then(|| cells.trailing_zeros() as u8)?;
        cells &= cells - 1;
        Some(cell)
    })
}

/// A cell of a set that is not empty, each equally likely.
#[inline]
pub(crate) fn any_of(cells: u64, draws: &mut Draws) -> u8 {
    by_rank(cells, draws.below(cells.count_ones().into()) as u32)
}

/// The cell that has `rank` others of the set below it; there must be one.
#[inline]
pub(crate) fn by_rank(mut cells: u64, rank: u32) -> u8 {
    for _ in 0..rank {
        cells &= cells - 1;
    }
    cells.trailing_zeros() as u8
}

/// `1 row`, `2 rows`.
pub(crate) fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_lead_through_all_symmetries() {
        for (width, height, symmetries) in [(5, 3, OF_RECTANGLE), (8, 4, OF_RECTANGLE)]
            .into_iter()
            .chain((2..=8).map(|side| (side, side, OF_SQUARE)))
        {
            let grid = Grid::new(width, height, FirstRow::Top).unwrap();
            // No symmetry but doing nothing keeps two neighbours in a corner where they are.
            let images: Vec<(u64, u64)> = (0..symmetries)
                .map(|s| Symmetry(s.into()))
                .map(|symmetry| (grid.image(symmetry, 1), grid.image(symmetry, 2)))
                .collect();
            for (i, image) in images.iter().enumerate() {
                assert!(!images[..i].contains(image), "{width}x{height}: number {i}");
            }
        }
    }

    #[test]
    fn symmetries_move_cells_where_they_should() {
        let grid = Grid::new(3, 2, FirstRow::Top).unwrap();
        assert_eq!(grid.turn(0b000_001), 0b100_000);
        assert_eq!(grid.flip(0b000_001), 0b001_000);
        assert_eq!(grid.mirror(0b000_001), 0b000_100);
        let square = Grid::new(3, 3, FirstRow::Top).unwrap();
        assert_eq!(square.transpose(0b000_101_110), 0b011_001_010);
    }

    #[test]
    fn drawings_are_read_back() {
        for first in [FirstRow::Top, FirstRow::Bottom] {
            let grid = Grid::new(3, 2, first).unwrap();
            let drawing = grid.draw(&[(0b000_011, 'X'), (0b100_000, 'O')]);
            let top = if first == FirstRow::Top { "XX." } else { "..O" };
            assert!(drawing.starts_with(top), "{drawing}");
            let rows: Vec<&str> = drawing.lines().collect();
            assert_eq!(grid.read(&rows, ['X', 'O']), Ok([0b000_011, 0b100_000]));
        }
    }

    #[test]
    fn bad_drawings_say_what_would_be_right() {
        let grid = Grid::new(3, 2, FirstRow::Top).unwrap();
        let error = |rows: &[&str]| grid.read(rows, ['X', 'O']).unwrap_err().to_string();
        assert_eq!(error(&["..."]), "the drawing has 1 row of the board, and there should be 2");
        assert_eq!(error(&["...", ".."]), "row '..' has 2 cells, and there should be 3");
        assert_eq!(error(&["...", ".Z."]), "row '.Z.' should be made of X, O and .");
    }
}
