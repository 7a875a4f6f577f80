//! `tictactoe`: three in a row on three by three.
//!
//! MAX plays X and moves first. Cells are numbered 1 to 9 from the top left, row by row. Worth 1 if
//! X gets three in a row, -1 if O does, 0 if neither does. The symmetries of the square are stated.
//!
//! No facts: it is here as the plainest of games. `mnk:3,3,3` is the same with facts.

use gametree::model::NotationError;
use gametree::{
    CellNames, Coordinates, Game, Key, Knowledge, Moves, Notation, Symmetry, Turn, Values,
};

use crate::grid::{FirstRow, Grid, OF_SQUARE};
use crate::mnk::check_stones;

/// The game of tic-tac-toe.
///
/// ```
/// use gametree::{Game, Limits, Notation};
/// use gametree_games::tictactoe::TicTacToe;
///
/// let game = TicTacToe;
/// let position = game.parse_position("5 1").unwrap();
/// println!("{}", game.draw(&position));
///
/// let found = gametree::search(&game, &game.start(), Limits::none()).unwrap();
/// assert_eq!(found.value(), Some(0.into()), "a draw");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TicTacToe;

/// The cells of each player, as bits; MAX's first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board {
    cells: [u16; 2],
}

const FULL: u16 = 0b111_111_111;
const ROWS: [u16; 8] = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124];

fn grid() -> Grid {
    Grid::new(3, 3, FirstRow::Top).expect("nine cells fit")
}

impl Board {
    fn taken(self) -> u16 {
        self.cells[0] | self.cells[1]
    }

    /// Whose turn it is: 0 for MAX, 1 for MIN.
    fn mover(self) -> usize {
        (self.taken().count_ones() % 2) as usize
    }

    fn has_row(self, player: usize) -> bool {
        ROWS.iter().any(|row| self.cells[player] & row == *row)
    }

    /// The position with these stones, if play can come there.
    fn check(stones: [u64; 2]) -> Result<Board, NotationError> {
        let board = Board { cells: stones.map(|cells| cells as u16) };
        check_stones(stones, [0, 1].map(|player| board.has_row(player)), 3)?;
        Ok(board)
    }
}

impl Game for TicTacToe {
    type Position = Board;
    type Move = u8;
    type Undo = Board;

    fn start(&self) -> Board {
        Board::default()
    }

    fn values(&self) -> Values {
        Values::integers(-1, 1)
    }

    fn expand(&self, board: &Board, moves: &mut Moves<u8>) -> Turn {
        if board.has_row(0) {
            return Turn::over(1);
        }
        if board.has_row(1) {
            return Turn::over(-1);
        }
        moves.extend((0..9).filter(|cell| board.taken() >> cell & 1 == 0));
        match (moves.is_empty(), board.mover()) {
            (true, _) => Turn::over(0),
            (false, 0) => Turn::MAX,
            (false, _) => Turn::MIN,
        }
    }

    fn play(&self, board: &mut Board, cell: u8) -> Board {
        let before = *board;
        board.cells[before.mover()] |= 1 << cell;
        before
    }

    fn undo(&self, board: &mut Board, _cell: u8, before: Board) {
        *board = before;
    }

    fn keys_fix_moves(&self) -> bool {
        true
    }

    fn key(&self, board: &Board) -> Option<Key> {
        Some(Key::Exact(u128::from(board.cells[0]) << 9 | u128::from(board.cells[1] & FULL)))
    }

    fn position_of(&self, key: u128) -> Option<Board> {
        let [x, o] = [u64::try_from(key >> 9).ok()?, key as u64 & u64::from(FULL)];
        if x > FULL.into() || x & o != 0 {
            return None;
        }
        Board::check([x, o]).ok()
    }

    fn key_bits(&self) -> u32 {
        18
    }

    fn plies_left(&self, board: &Board) -> Option<u32> {
        Some((FULL ^ board.taken()).count_ones())
    }

    fn canonical(&self, board: &Board) -> Option<(Board, Symmetry)> {
        let (cells, symmetry) = grid().canonical(board.cells.map(u64::from), OF_SQUARE)?;
        Some((Board { cells: cells.map(|cells| cells as u16) }, symmetry))
    }

    fn map_move(&self, symmetry: Symmetry, cell: u8) -> u8 {
        grid().image_of_cell(symmetry, cell)
    }
}

impl Knowledge<Self> for TicTacToe {}

impl Notation for TicTacToe {
    fn move_text(&self, _: &Board, cell: u8) -> String {
        (cell + 1).to_string()
    }

    fn coordinates(&self) -> Option<Coordinates> {
        Some(Coordinates::new(3, 3, CellNames::Cells))
    }

    fn draw(&self, board: &Board) -> String {
        let [x, o] = board.cells.map(u64::from);
        grid().draw(&[(x, 'X'), (o, 'O')])
    }

    fn parse_drawing(&self, rows: &[&str]) -> Option<Result<Board, NotationError>> {
        Some(grid().read(rows, ['X', 'O']).and_then(Board::check))
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        crate::single_characters(text)
    }
}
