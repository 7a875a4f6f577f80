//! `othello[:N]`: Othello on N by N cells; N is 4, 6 or 8.
//!
//! Black, who is MAX and drawn as X, moves first. A move puts a disc on an empty cell such that, in
//! at least one of the eight directions, a row of the other's discs lies between it and another own
//! disc; all discs in such rows change their colour. A player without such a move passes; if neither has
//! one the game is over. The value is black's discs minus white's; empty cells do not count. The
//! game starts with two white discs in the middle on the diagonal that begins in the top left corner,
//! and two black ones on the other (World Othello Federation, rules of the game).
//!
//! Cells are written as a letter and a number counted from the top left, as usual: `d3`. The other
//! move is `pass`.
//!
//! Facts stated: a disc that stands on an edge, with nothing but own discs between it and a corner,
//! or on an edge that is full, is never turned again: a row along the edge would have to begin beyond
//! it, and every other row ends at it. The symmetries of the square are stated.

mod evaluation;

use std::ops::ControlFlow;

use gametree::model::{Draws, NotationError, winner_by_score};
use gametree::{Bounds, Coordinates, Game, Key, Moves, Notation, Symmetry, Turn, Value, Values};

use crate::grid::{FirstRow, Grid, OF_SQUARE, by_rank, each};
use crate::players::{bounds, other, read_to_move, to_move_text, turn};
use crate::ternary;

/// Othello.
///
/// ```
/// use gametree::{Game, Limits, Notation};
/// use gametree_games::othello::Othello;
///
/// let game = Othello::new(4).unwrap();
/// let position = game.parse_position("b1").unwrap();
/// println!("{}", game.draw(&position));
///
/// let found = gametree::search(&game, &game.start(), Limits::none()).unwrap();
/// assert_eq!(found.value(), Some((-8).into()), "white wins 11 to 3");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Othello {
    grid: Grid,
    /// How far the bits of neighbours are apart, along rows, columns and both diagonals.
    steps: [u32; 4],
    /// The cells through which a row of discs in that direction may run on.
    through: [u64; 4],
    /// The four edges of the board: along rows first, then along columns.
    edges: [u64; 4],
    corners: u64,
    /// The cells beside each corner, the corners counted by their bits.
    beside: [u64; 4],
}

/// The discs of the player to move, those of the other, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    own: u64,
    others: u64,
    mover: u8,
}

const PASS: u8 = 64;
const SYMBOLS: [char; 2] = ['X', 'O'];
const NAMES: [&str; 2] = ["X", "O"];

impl Board {
    #[inline]
    fn taken(self) -> u64 {
        self.own | self.others
    }

    /// Black's discs and white's.
    #[inline]
    fn discs(self) -> [u64; 2] {
        if self.mover == 0 { [self.own, self.others] } else { [self.others, self.own] }
    }

    fn of(discs: [u64; 2], mover: usize) -> Board {
        Board { own: discs[mover], others: discs[other(mover)], mover: mover as u8 }
    }

    #[inline]
    fn passed(self) -> Board {
        Board { own: self.others, others: self.own, mover: self.mover ^ 1 }
    }
}

/// All cells that are reached from `from` by going `step` bits up again and again, as long as it
/// leads through `through`: at most six cells, as many as lie between two on a board of eight.
#[inline]
fn up(from: u64, through: u64, step: u32) -> u64 {
    let mut reached = through & from << step;
    reached |= through & reached << step;
    let pairs = through & through << step;
    reached |= pairs & reached << (2 * step);
    reached | pairs & reached << (2 * step)
}

/// The same, going down.
#[inline]
fn down(from: u64, through: u64, step: u32) -> u64 {
    let mut reached = through & from >> step;
    reached |= through & reached >> step;
    let pairs = through & through >> step;
    reached |= pairs & reached >> (2 * step);
    reached | pairs & reached >> (2 * step)
}

impl Othello {
    /// A board; `None` unless its side is 4, 6 or 8.
    pub fn new(side: u32) -> Option<Othello> {
        let grid = Grid::new(side, side, FirstRow::Top).filter(|_| [4, 6, 8].contains(&side))?;
        // A row of discs to be turned ends before the edge that it runs towards. Discs in the outer
        // columns are therefore never part of one that changes columns, and without them no shift
        // leads round the edge.
        let sides = [grid.column(0), grid.column(side - 1)];
        let ends = [grid.row(0), grid.row(side - 1)];
        let inner = grid.all() & !(sides[0] | sides[1]);
        let corners = (sides[0] | sides[1]) & (ends[0] | ends[1]);
        let around = |x: u32, y: u32| {
            (grid.column(x) | grid.column(x + 1)) & (grid.row(y) | grid.row(y + 1)) & !corners
        };
        Some(Othello {
            grid,
            steps: [1, side, side + 1, side - 1],
            through: [inner, grid.all(), inner, inner],
            edges: [ends[0], ends[1], sides[0], sides[1]],
            corners,
            beside: [(0, 0), (side - 2, 0), (0, side - 2), (side - 2, side - 2)]
                .map(|(x, y)| around(x, y)),
        })
    }

    /// The cells where the player with the discs `own` may move.
    #[inline]
    fn mobility(&self, own: u64, others: u64) -> u64 {
        let mut cells = 0;
        for (step, through) in self.steps.into_iter().zip(self.through) {
            let through = through & others;
            cells |= up(own, through, step) << step | down(own, through, step) >> step;
        }
        cells & self.grid.all() & !(own | others)
    }

    /// The discs that a move turns.
    #[inline]
    fn turned(&self, own: u64, others: u64, cell: u8) -> u64 {
        let start = 1 << cell;
        let mut turned = 0;
        for (step, through) in self.steps.into_iter().zip(self.through) {
            let through = through & others;
            let (above, below) = (up(start, through, step), down(start, through, step));
            if above << step & own != 0 {
                turned |= above;
            }
            if below >> step & own != 0 {
                turned |= below;
            }
        }
        turned
    }

    /// Stable discs of one player, which cannot be turned any more; not all of them are found.
    #[inline]
    fn stable(&self, discs: u64, taken: u64) -> u64 {
        let side = self.grid.width();
        let anchored = discs & self.corners;
        let steps = [1, 1, side, side];
        self.edges.into_iter().zip(steps).fold(anchored, |stable, (edge, step)| {
            if taken & edge == edge {
                return stable | discs & edge;
            }
            let along = discs & edge;
            let from = anchored & edge;
            stable | up(from, along, step) | down(from, along, step)
        })
    }

    #[inline]
    fn difference(&self, board: &Board) -> i32 {
        let [black, white] = board.discs().map(|discs| discs.count_ones() as i32);
        black - white
    }

    /// The value if neither player has a move, given that the mover has none.
    #[inline]
    fn without_move(&self, board: &Board) -> Option<i32> {
        let over = self.mobility(board.others, board.own) == 0;
        over.then(|| self.difference(board))
    }

    fn read(&self, rows: &[&str]) -> Result<Board, NotationError> {
        let (rows, mover) = read_to_move(rows, NAMES)?;
        self.check(Board::of(self.grid.read(rows, SYMBOLS)?, mover))
    }

    fn check(&self, board: Board) -> Result<Board, NotationError> {
        let middle = self.start().taken();
        if board.taken() & middle != middle {
            return Err(NotationError(
                "the four cells in the middle should be taken, as they are from the start".into(),
            ));
        }
        Ok(board)
    }
}

impl Game for Othello {
    type Position = Board;
    type Move = u8;
    type Undo = Board;

    fn start(&self) -> Board {
        let low = self.grid.width() / 2 - 1;
        let pair = |x: u32| self.grid.cell(x, low) | self.grid.cell(2 * low + 1 - x, low + 1);
        Board { own: pair(low + 1), others: pair(low), mover: 0 }
    }

    fn values(&self) -> Values {
        let cells = self.grid.cells() as i32;
        Values::integers(-cells, cells)
    }

    #[inline]
    fn expand(&self, board: &Board, moves: &mut Moves<u8>) -> Turn {
        let cells = self.mobility(board.own, board.others);
        if cells != 0 {
            moves.extend(each(cells));
        } else if let Some(value) = self.without_move(board) {
            return Turn::over(value);
        } else {
            moves.push(PASS);
        }
        turn(board.mover.into())
    }

    #[inline]
    fn judge(&self, board: &Board) -> Turn {
        let stuck = self.mobility(board.own, board.others) == 0;
        let over = if stuck { self.without_move(board) } else { None };
        over.map_or(turn(board.mover.into()), Turn::over)
    }

    #[inline]
    fn random_move(
        &self,
        board: &Board,
        _: &mut Moves<u8>,
        draws: &mut Draws,
    ) -> ControlFlow<Value, u8> {
        let cells = self.mobility(board.own, board.others);
        if cells != 0 {
            let rank = draws.below(cells.count_ones().into()) as u32;
            return ControlFlow::Continue(by_rank(cells, rank));
        }
        match self.without_move(board) {
            Some(value) => ControlFlow::Break(value.into()),
            None => ControlFlow::Continue(PASS),
        }
    }

    #[inline]
    fn play(&self, board: &mut Board, cell: u8) -> Board {
        let before = *board;
        if cell != PASS {
            let turned = self.turned(board.own, board.others, cell);
            board.own |= turned | 1 << cell;
            board.others ^= turned;
        }
        *board = board.passed();
        before
    }

    #[inline]
    fn undo(&self, board: &mut Board, _cell: u8, before: Board) {
        *board = before;
    }

    /// A player wins at least by his stable discs minus all others.
    #[inline]
    fn facts(&self, board: &Board) -> Bounds {
        let cells = self.grid.cells() as i32;
        let taken = board.taken();
        let [own, others] =
            [board.own, board.others].map(|discs| self.stable(discs, taken).count_ones() as i32);
        bounds(board.mover.into(), 2 * own - cells, cells - 2 * others)
    }

    fn keys_fix_moves(&self) -> bool {
        true
    }

    #[inline]
    fn key(&self, board: &Board) -> Option<Key> {
        let [black, white] = board.discs();
        Some(Key::Exact(ternary::code(black, white) * 2 + u128::from(board.mover)))
    }

    fn position_of(&self, key: u128) -> Option<Board> {
        let discs = ternary::sets(key / 2, self.grid.cells())?;
        self.check(Board::of(discs, (key % 2) as usize)).ok()
    }

    fn key_bits(&self) -> u32 {
        ternary::bits(self.grid.cells()) + 1
    }

    /// A pass is followed by a move, otherwise the game is over: at most two plies per empty cell, and one
    /// less if a move comes first.
    #[inline]
    fn plies_left(&self, board: &Board) -> Option<u32> {
        let empty = self.grid.cells() - board.taken().count_ones();
        Some(if self.mobility(board.own, board.others) != 0 {
            2 * empty - 1
        } else if self.mobility(board.others, board.own) != 0 {
            2 * empty
        } else {
            0
        })
    }

    #[inline]
    fn canonical(&self, board: &Board) -> Option<(Board, Symmetry)> {
        let sets = self.grid.canonical([board.own, board.others], OF_SQUARE);
        sets.map(|([own, others], symmetry)| (Board { own, others, ..*board }, symmetry))
    }

    #[inline]
    fn map_move(&self, symmetry: Symmetry, cell: u8) -> u8 {
        if cell == PASS { PASS } else { self.grid.image_of_cell(symmetry, cell) }
    }
}

impl Notation for Othello {
    fn move_text(&self, _: &Board, cell: u8) -> String {
        if cell == PASS { "pass".into() } else { self.grid.name(cell) }
    }

    fn coordinates(&self) -> Option<Coordinates> {
        Some(self.grid.coordinates())
    }

    fn value_text(&self, value: Value) -> Option<String> {
        Some(winner_by_score(value))
    }

    fn draw(&self, board: &Board) -> String {
        let [black, white] = board.discs();
        let discs = self.grid.draw(&[(black, SYMBOLS[0]), (white, SYMBOLS[1])]);
        discs + &to_move_text(board.mover.into(), NAMES)
    }

    fn parse_drawing(&self, rows: &[&str]) -> Option<Result<Board, NotationError>> {
        Some(self.read(rows))
    }
}
