//! Clobber: the board is full of the pieces of both players, like a chessboard. A move takes a piece of the
//! other player that is next to one's own; whoever cannot move loses.

use gametree::model::NotationError;
use gametree::{
    CellNames, Coordinates, Game, Key, Knowledge, Move, Moves, Notation, Turn, Value, Values,
};

/// A board of at most 25 cells, so that a position fits into a small key.
#[derive(Clone)]
pub struct Clobber {
    rows: u32,
    columns: u32,
}

/// One bit a cell for each player, MAX first; and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pieces: [u32; 2],
    mover: usize,
}

/// From one cell to its neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    from: u8,
    to: u8,
}

impl Move for Capture {
    fn code(self) -> u32 {
        u32::from(self.from) << 8 | u32::from(self.to)
    }

    fn from_code(code: u32) -> Capture {
        Capture { from: (code >> 8) as u8, to: code as u8 }
    }
}

impl Clobber {
    /// A board such as `3x4`: rows and columns.
    pub fn parse(size: &str) -> Option<Clobber> {
        let (rows, columns) = size.split_once('x')?;
        let (rows, columns) = (rows.parse().ok()?, columns.parse().ok()?);
        let fits = |side: u32| (1..=25).contains(&side);
        (fits(rows) && fits(columns) && rows * columns <= 25).then_some(Clobber { rows, columns })
    }

    fn cells(&self) -> u32 {
        self.rows * self.columns
    }

    /// The cells next to a cell.
    fn neighbours(&self, cell: u32) -> impl Iterator<Item = u32> + use<> {
        let (columns, cells) = (self.columns, self.cells());
        let (x, up, down) = (cell % columns, cell + columns, cell.checked_sub(columns));
        let left = (x > 0).then(|| cell - 1);
        let right = (x + 1 < columns).then(|| cell + 1);
        [left, right, (up < cells).then_some(up), down].into_iter().flatten()
    }

    /// The moves that a player has.
    fn captures(&self, board: &Board, player: usize) -> impl Iterator<Item = Capture> {
        let (own, other) = (board.pieces[player], board.pieces[1 - player]);
        let own = (0..self.cells()).filter(move |cell| own >> cell & 1 == 1);
        own.flat_map(move |from| {
            let taken = self.neighbours(from).filter(move |to| other >> to & 1 == 1);
            taken.map(move |to| Capture { from: from as u8, to: to as u8 })
        })
    }

    fn name(&self, cell: u8) -> String {
        let (x, y) = (u32::from(cell) % self.columns, u32::from(cell) / self.columns);
        format!("{}{}", char::from(b'a' + x as u8), y + 1)
    }
}

impl Game for Clobber {
    type Position = Board;
    type Move = Capture;
    /// The board before the move: it is small.
    type Undo = Board;

    fn start(&self) -> Board {
        let white = |cell: &u32| (cell % self.columns + cell / self.columns) % 2 == 0;
        let bits =
            |cells: &mut dyn Iterator<Item = u32>| cells.fold(0, |all, cell| all | 1 << cell);
        let max = bits(&mut (0..self.cells()).filter(white));
        let min = bits(&mut (0..self.cells()).filter(|cell| !white(cell)));
        Board { pieces: [max, min], mover: 0 }
    }

    fn values(&self) -> Values {
        Values::integers(-1, 1)
    }

    fn expand(&self, board: &Board, moves: &mut Moves<Capture>) -> Turn {
        moves.extend(self.captures(board, board.mover));
        match (moves.is_empty(), board.mover) {
            // Whoever cannot move has lost.
            (true, 0) => Turn::over(-1),
            (true, _) => Turn::over(1),
            (false, 0) => Turn::MAX,
            (false, _) => Turn::MIN,
        }
    }

    fn play(&self, board: &mut Board, capture: Capture) -> Board {
        let before = *board;
        board.pieces[board.mover] ^= 1 << capture.from | 1 << capture.to;
        board.pieces[1 - board.mover] ^= 1 << capture.to;
        board.mover = 1 - board.mover;
        before
    }

    fn undo(&self, board: &mut Board, _: Capture, before: Board) {
        *board = before;
    }

    /// Names the position, so that searches can use a transposition table.
    fn key(&self, board: &Board) -> Option<Key> {
        let [max, min] = board.pieces.map(u128::from);
        Some(Key::Exact(max << 26 | min << 1 | board.mover as u128))
    }

    /// Equal keys mean equal boards, so Monte Carlo can share what it learns between all paths to one.
    fn keys_fix_moves(&self) -> bool {
        true
    }

    fn key_bits(&self) -> u32 {
        51
    }

    /// The position of a key, so that certificates can be written.
    fn position_of(&self, key: u128) -> Option<Board> {
        let all = (1 << self.cells()) - 1;
        let pieces = [(key >> 26) as u32, (key >> 1) as u32 & ((1 << 25) - 1)];
        let board = Board { pieces, mover: (key & 1) as usize };
        let legal =
            key >> 51 == 0 && pieces[0] & pieces[1] == 0 && (pieces[0] | pieces[1]) & !all == 0;
        legal.then_some(board)
    }

    /// Every move takes a piece.
    fn plies_left(&self, board: &Board) -> Option<u32> {
        Some((board.pieces[0] | board.pieces[1]).count_ones())
    }
}

/// Who has more moves is likely to have the last one, too.
impl Knowledge<Clobber> for Clobber {
    fn evaluate(&self, _: &Clobber, board: &Board) -> Option<Value> {
        let [max, min] = [0, 1].map(|player| self.captures(board, player).count() as f64);
        Value::new((max - min) / (max + min + 1.0))
    }

    /// Moves that leave the other player little choice first.
    fn order_score(&self, _: &Clobber, child: &Board) -> i32 {
        -(self.captures(child, child.mover).count() as i32)
    }
}

impl Notation for Clobber {
    fn move_text(&self, _: &Board, capture: Capture) -> String {
        self.name(capture.from) + &self.name(capture.to)
    }

    fn draw(&self, board: &Board) -> String {
        let symbol = |cell: u32| match board.pieces.map(|pieces| pieces >> cell & 1) {
            [1, _] => 'X',
            [_, 1] => 'O',
            _ => '.',
        };
        let row =
            |y: u32| (0..self.columns).map(|x| symbol(y * self.columns + x)).collect::<String>();
        let rows: Vec<String> = (0..self.rows).rev().map(row).collect();
        format!("{}\n{} to move\n", rows.join("\n"), ['X', 'O'][board.mover])
    }

    fn coordinates(&self) -> Option<Coordinates> {
        let (columns, rows) = (self.columns as usize, self.rows as usize);
        Some(Coordinates::new(columns, rows, CellNames::RowsFromBottom))
    }

    /// Reads what [`draw`](Notation::draw) writes.
    fn parse_drawing(&self, rows: &[&str]) -> Option<Result<Board, NotationError>> {
        Some(self.read(rows).ok_or_else(|| {
            let (rows, columns) = (self.rows, self.columns);
            NotationError(format!(
                "it should be {rows} rows of {columns} symbols X, O or ., then 'X to move'"
            ))
        }))
    }
}

impl Clobber {
    fn read(&self, rows: &[&str]) -> Option<Board> {
        let (last, board) = rows.split_last()?;
        let mover = ["X to move", "O to move"].iter().position(|text| text == last)?;
        let cells: Vec<char> = board.iter().rev().flat_map(|row| row.chars()).collect();
        let even = board.iter().all(|row| row.chars().count() == self.columns as usize);
        let known = cells.iter().all(|symbol| "XO.".contains(*symbol));
        if !even || !known || cells.len() != self.cells() as usize {
            return None;
        }
        let of = |wanted: char| {
            let bits = cells.iter().enumerate().filter(|(_, symbol)| **symbol == wanted);
            bits.fold(0, |all, (cell, _)| all | 1 << cell)
        };
        Some(Board { pieces: [of('X'), of('O')], mover })
    }
}

#[cfg(test)]
mod tests {
    use gametree::job::{AnyGame, Job};

    use super::*;

    /// One line finds mistakes in the rules.
    #[test]
    fn the_rules_hold() {
        gametree_conformance::check(&Clobber::parse("2x3").unwrap());
        gametree_conformance::check(&Clobber::parse("3x3").unwrap());
    }

    /// The search agrees with the definition of the game.
    #[test]
    fn small_boards_have_their_values() {
        fn slow(game: &Clobber, board: &Board) -> i32 {
            let captures: Vec<Capture> = game.captures(board, board.mover).collect();
            let values = captures.into_iter().map(|capture| {
                let mut next = *board;
                game.play(&mut next, capture);
                slow(game, &next)
            });
            match board.mover {
                0 => values.max().unwrap_or(-1),
                _ => values.min().unwrap_or(1),
            }
        }
        for size in ["1x1", "1x2", "1x6", "2x2", "2x4", "3x3"] {
            let game = Clobber::parse(size).unwrap();
            let expected = slow(&game, &game.start()).into();
            let found = AnyGame::new(game).run(&Job::new(None), &mut ()).unwrap();
            assert_eq!(found.value(), Some(expected), "{size}");
        }
    }
}
