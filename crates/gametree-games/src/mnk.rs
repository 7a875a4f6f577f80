//! `mnk:M,N,K`: K in a row on a board of M columns and N rows.
//!
//! The players put their stones on empty cells in turn; MAX plays X and moves first. The first to
//! have K stones (or more) in an unbroken line, along a row, a column or a diagonal, wins: worth 1 if
//! it is X, -1 if it is O, and 0 if the board is full without such a line. `mnk:3,3,3` is
//! tic-tac-toe. The family and its theory: van den Herik, Uiterwijk, van Rijswijck, Games solved: now
//! and in the future (2002), section 5.1.
//!
//! Cells are written as a letter for the column and a number for the row, counted from the bottom
//! left: `a1`.
//!
//! Facts stated: a mover who can complete a line wins; a move that leaves the other a cell that completes a
//! line loses; a player all of whose lines are blocked does not win; and the first player does not lose,
//! since he could use a second player's winning strategy himself (an additional stone never hurts). The
//! symmetries of the rectangle, or of the square, are stated.

use gametree::model::{Combined, NotationError, WholeLook};
use gametree::{
    Bounds, Coordinates, Game, Key, Knowledge, Moves, Notation, Symmetry, Turn, Value, Values,
    WholeBounds,
};

use crate::grid::{FirstRow, Grid, OF_RECTANGLE, OF_SQUARE, each};
use crate::players::{bounds, other, turn, won_by};
use crate::ternary;

/// K in a row.
///
/// ```
/// use gametree::{Game, Limits, Notation};
/// use gametree_games::mnk::Mnk;
///
/// let game = Mnk::new(4, 3, 3).unwrap();
/// let position = game.parse_position("b2 a1").unwrap();
/// println!("{}", game.draw(&position));
///
/// let found = gametree::search(&game, &game.start(), Limits::none()).unwrap();
/// assert_eq!(found.value(), Some(1.into()), "the first player wins");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Mnk {
    grid: Grid,
    in_a_row: u32,
    directions: [Direction; 4],
    /// The least number of stones that can block all lines: the number of disjoint lines.
    blockers: u32,
    /// How far each cell is from the middle of the board.
    distances: [u8; 64],
    symmetries: u8,
}

/// One of the four ways in which a line may run.
#[derive(Clone, Copy, Debug, Default)]
struct Direction {
    /// From a cell's bit to the next one's.
    step: u32,
    /// The cells from which a whole line fits onto the board: so lines that would run from one side
    /// of the board into the other are never considered.
    starts: u64,
}

/// The stones of each player; MAX's first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board {
    stones: [u64; 2],
}

impl Board {
    #[inline]
    fn taken(self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// Whose turn it is.
    #[inline]
    fn mover(self) -> usize {
        (self.taken().count_ones() % 2) as usize
    }
}

impl Mnk {
    /// A board; `None` if it has no cells or more than 64, a side is longer than 26 (columns are
    /// letters), or a line of `in_a_row` does not fit.
    pub fn new(columns: u32, rows: u32, in_a_row: u32) -> Option<Mnk> {
        let grid = Grid::new(columns, rows, FirstRow::Bottom)?;
        if !(1..=columns.max(rows)).contains(&in_a_row) {
            return None;
        }
        let directions = [(1, 0), (0, 1), (1, 1), (-1, 1)]
            .map(|(dx, dy)| Direction::new(&grid, dx, dy, in_a_row as i32));
        let blockers = (rows * (columns / in_a_row)).max(columns * (rows / in_a_row));
        let distance = |cell: u32| {
            let (x, y) = (cell % columns, cell / columns);
            (2 * x + 1).abs_diff(columns).max((2 * y + 1).abs_diff(rows)) as u8
        };
        let distances = std::array::from_fn(|cell| distance(cell as u32));
        let symmetries = if columns == rows { OF_SQUARE } else { OF_RECTANGLE };
        Some(Mnk { grid, in_a_row, directions, blockers, distances, symmetries })
    }

    /// The cells at which a line of nothing but `stones` starts, in one direction.
    #[inline]
    fn lines(&self, direction: &Direction, stones: u64) -> u64 {
        (0..self.in_a_row).fold(direction.starts, |lines, i| lines & stones >> (i * direction.step))
    }

    #[inline]
    fn has_line(&self, stones: u64) -> bool {
        self.directions.iter().any(|direction| self.lines(direction, stones) != 0)
    }

    /// The empty cells with which `stones` would have a line; `None` if they have one.
    #[inline]
    fn completing(&self, stones: u64, empty: u64) -> Option<u64> {
        let mut cells = 0;
        for &Direction { step, starts } in &self.directions {
            // Starts of lines that are complete so far, and of those that lack one cell so far.
            let (mut complete, mut lacking) = (starts, 0);
            for i in 0..self.in_a_row {
                let (own, free) = (stones >> (i * step), empty >> (i * step));
                lacking = lacking & own | complete & free;
                complete &= own;
            }
            if complete != 0 {
                return None;
            }
            if lacking != 0 {
                cells |= (0..self.in_a_row).fold(0, |all, i| all | lacking << (i * step));
            }
        }
        Some(cells & empty)
    }

    /// What is known of a position, and the cells where the player who made the last move could complete a line (all cells, if
    /// the line is complete).
    #[inline]
    fn known(&self, board: &Board) -> (Bounds, u64) {
        let mover = board.mover();
        let empty = self.grid.all() ^ board.taken();
        let [own, others] = [board.stones[mover], board.stones[other(mover)]];
        let Some(threats) = self.completing(others, empty) else {
            return (Bounds::point(won_by(other(mover))), u64::MAX);
        };
        if empty == 0 {
            return (Bounds::point(Value::ZERO), 0);
        }
        if self.completing(own, empty) != Some(0) {
            return (Bounds::point(won_by(mover)), 0);
        }
        if threats.count_ones() > 1 {
            return (Bounds::point(won_by(other(mover))), threats);
        }
        let may_lose = if board.taken() == 0 { 0 } else { self.may_win(own) };
        (bounds(mover, -may_lose, self.may_win(others)), threats)
    }

    /// The move-ordering score of the move to `child`, which threatens to complete a line at these cells. Threats come first,
    /// as they must be answered; then what leaves the opponent the fewest lines to fill.
    #[inline]
    fn move_score(&self, child: &Board, threats: u64) -> i32 {
        let mover = child.mover();
        let blockers = child.stones[other(mover)];
        5 * threats.count_ones() as i32 - self.open_lines(self.grid.all() ^ blockers) as i32
    }

    /// The value if a player has won or the board is full.
    #[inline]
    fn result(&self, board: &Board) -> Option<Value> {
        let last = other(board.mover());
        if self.has_line(board.stones[last]) {
            Some(won_by(last))
        } else {
            (board.taken() == self.grid.all()).then_some(Value::ZERO)
        }
    }

    /// The position with these stones, if play can come there.
    fn check(&self, stones: [u64; 2]) -> Result<Board, NotationError> {
        check_stones(stones, stones.map(|stones| self.has_line(stones)), self.in_a_row)?;
        Ok(Board { stones })
    }

    /// The best that is left for a player whose lines `blockers` may have blocked.
    #[inline]
    fn may_win(&self, blockers: u64) -> i32 {
        let few = blockers.count_ones() < self.blockers;
        i32::from(few || self.has_line(self.grid.all() ^ blockers))
    }

    /// How many lines lie within `cells`.
    #[inline]
    fn open_lines(&self, cells: u64) -> u32 {
        self.directions.iter().map(|d| self.lines(d, cells).count_ones()).sum()
    }
}

/// Whether the stones can have been placed in turn, X first, with no move after a complete line.
pub(crate) fn check_stones(
    stones: [u64; 2],
    has_line: [bool; 2],
    in_a_row: u32,
) -> Result<(), NotationError> {
    let [x, o] = stones.map(u64::count_ones);
    if x != o && x != o + 1 {
        return Err(NotationError(format!(
            "there are {x} X and {o} O, and X should have as many as O, or one more"
        )));
    }
    match has_line {
        [true, true] => Err(NotationError(format!(
            "both have {in_a_row} in a row, and one line should end the game"
        ))),
        [true, false] if x == o => Err(NotationError(format!(
            "X has {in_a_row} in a row, made by the last move: X should have one more than O"
        ))),
        [false, true] if x != o => Err(NotationError(format!(
            "O has {in_a_row} in a row, made by the last move: X should have as many as O"
        ))),
        _ => Ok(()),
    }
}

impl Direction {
    fn new(grid: &Grid, dx: i32, dy: i32, in_a_row: i32) -> Direction {
        let (width, height) = (grid.width() as i32, grid.height() as i32);
        let fits = |x: i32, y: i32| {
            let (x, y) = (x + (in_a_row - 1) * dx, y + (in_a_row - 1) * dy);
            (0..width).contains(&x) && (0..height).contains(&y)
        };
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let starts = cells
            .filter(|&(x, y)| fits(x, y))
            .fold(0, |starts, (x, y)| starts | grid.cell(x as u32, y as u32));
        // If no line fits, the step does not matter, but must not shift beyond the last bit.
        let step = if starts == 0 { 0 } else { (dy * width + dx) as u32 };
        Direction { step, starts }
    }
}

impl Game for Mnk {
    type Position = Board;
    type Move = u8;
    type Undo = Board;

    fn start(&self) -> Board {
        Board::default()
    }

    fn values(&self) -> Values {
        Values::integers(-1, 1)
    }

    #[inline]
    fn expand(&self, board: &Board, moves: &mut Moves<u8>) -> Turn {
        if let Some(value) = self.result(board) {
            return Turn::Terminal(value);
        }
        let mover = board.mover();
        let empty = self.grid.all() ^ board.taken();
        let [wins, threats] = [mover, other(mover)]
            .map(|player| self.completing(board.stones[player], empty).unwrap_or(0));
        for cell in each(empty) {
            if wins >> cell & 1 != 0 {
                moves.push_with(cell, Bounds::point(won_by(mover)));
            } else if threats & !(1 << cell) != 0 {
                moves.push_with(cell, Bounds::point(won_by(other(mover))));
            } else {
                moves.push(cell);
            }
        }
        turn(mover)
    }

    #[inline]
    fn judge(&self, board: &Board) -> Turn {
        self.result(board).map_or(turn(board.mover()), Turn::Terminal)
    }

    #[inline]
    fn play(&self, board: &mut Board, cell: u8) -> Board {
        let before = *board;
        board.stones[before.mover()] |= 1 << cell;
        before
    }

    #[inline]
    fn undo(&self, board: &mut Board, _cell: u8, before: Board) {
        *board = before;
    }

    #[inline]
    fn facts(&self, board: &Board) -> Bounds {
        self.known(board).0
    }

    fn keys_fix_moves(&self) -> bool {
        true
    }

    #[inline]
    fn key(&self, board: &Board) -> Option<Key> {
        Some(Key::Exact(ternary::code(board.stones[0], board.stones[1])))
    }

    fn position_of(&self, key: u128) -> Option<Board> {
        self.check(ternary::sets(key, self.grid.cells())?).ok()
    }

    fn key_bits(&self) -> u32 {
        ternary::bits(self.grid.cells())
    }

    #[inline]
    fn plies_left(&self, board: &Board) -> Option<u32> {
        Some(self.grid.cells() - board.taken().count_ones())
    }

    #[inline]
    fn canonical(&self, board: &Board) -> Option<(Board, Symmetry)> {
        let (stones, symmetry) = self.grid.canonical(board.stones, self.symmetries)?;
        Some((Board { stones }, symmetry))
    }

    #[inline]
    fn map_move(&self, symmetry: Symmetry, cell: u8) -> u8 {
        self.grid.image_of_cell(symmetry, cell)
    }
}

impl Knowledge<Self> for Mnk {
    /// The more lines a player can still fill, the better: a share of all lines, so that it stays
    /// between a loss and a win.
    fn evaluate(&self, _: &Self, board: &Board) -> Option<Value> {
        let empty = self.grid.all() ^ board.taken();
        let [x, o] = board.stones.map(|stones| f64::from(self.open_lines(stones | empty)));
        let lines = self.open_lines(self.grid.all());
        Value::new((x - o) / f64::from(lines + 1))
    }

    #[inline]
    fn order_score(&self, _: &Self, child: &Board) -> i32 {
        let empty = self.grid.all() ^ child.taken();
        let made = self.completing(child.stones[other(child.mover())], empty);
        self.move_score(child, made.unwrap_or(u64::MAX))
    }

    /// Cells in the middle are in more lines.
    #[inline]
    fn rank(&self, _: &Self, _: &Board, cell: u8) -> i32 {
        self.distances[usize::from(cell)].into()
    }

    fn combined(&self) -> &impl Combined<Self> {
        self
    }
}

impl Combined<Self> for Mnk {
    /// Looks for threats once, for the facts and for the move ordering.
    #[inline(always)]
    fn look_into(
        &self,
        _: &Self,
        board: &Board,
        cell: u8,
        child: &mut Board,
        test: Option<i32>,
    ) -> WholeLook {
        *child = *board;
        self.advance(child, cell);
        let (known, threats) = self.known(child);
        let facts =
            if test.is_some() { WholeBounds::within(known) } else { WholeBounds::UNBOUNDED };
        if test.is_some_and(|test| facts.answers(test)) {
            return WholeLook::of_facts(facts);
        }
        let order_score = self.move_score(child, threats);
        WholeLook { facts, order_score, key: self.key(child) }
    }
}

impl Notation for Mnk {
    fn move_text(&self, _: &Board, cell: u8) -> String {
        self.grid.name(cell)
    }

    fn coordinates(&self) -> Option<Coordinates> {
        Some(self.grid.coordinates())
    }

    fn draw(&self, board: &Board) -> String {
        self.grid.draw(&[(board.stones[0], 'X'), (board.stones[1], 'O')])
    }

    fn parse_drawing(&self, rows: &[&str]) -> Option<Result<Board, NotationError>> {
        Some(self.grid.read(rows, ['X', 'O']).and_then(|stones| self.check(stones)))
    }
}
