//! `connect4:WxH`: four in a row with gravity, on a board of any small size.
//!
//! MAX moves first. A move is the number of a column, from 1 on the left. Four stones of one player
//! in a line win; a full board is a draw, worth 0. A win of MAX is worth ceil(W*H/2) + 1 minus the
//! stones that MAX has played, the winning one included: the sooner the better. A win of MIN is
//! worth minus (floor(W*H/2) + 1 minus the stones that MIN has played).
//!
//! Facts stated: nobody has won with fewer than four stones, nor with any stone but the last one or
//! a later one; so the best score still possible shrinks as the board fills. The mirror image is
//! stated as a symmetry.

use gametree::{Bounds, Game, Key, Knowledge, Moves, Notation, Symmetry, Turn, Value, Values};

/// Connect Four on a board of `width` by `height`.
#[derive(Clone, Copy, Debug)]
pub struct Connect4 {
    width: u32,
    height: u32,
}

/// A position: bit `column * (height + 1) + row` stands for a cell; the bit above each column is
/// always clear, so that lines do not run from one column into the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// The stones of the player who moves next.
    own: u64,
    /// All stones.
    all: u64,
}

const MIRRORED: Symmetry = Symmetry(1);

impl Connect4 {
    /// A board; nothing if it has no cells, more than nine columns (they are written as digits),
    /// more than 29 rows, or does not fit into 64 bits, one spare bit a column included.
    pub fn new(width: u32, height: u32) -> Option<Connect4> {
        let sane = (1..=9).contains(&width) && (1..=29).contains(&height);
        (sane && width * (height + 1) <= 64).then_some(Connect4 { width, height })
    }

    /// The lowest cell of a column.
    #[inline]
    fn bottom(&self, column: u32) -> u64 {
        1 << (column * (self.height + 1))
    }

    /// Every cell of a column.
    #[inline]
    fn column(&self, column: u32) -> u64 {
        ((1 << self.height) - 1) << (column * (self.height + 1))
    }

    /// Whether a set of stones holds four in a line.
    #[inline]
    fn has_four(&self, stones: u64) -> bool {
        let line = |step: u32| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        };
        line(1) || line(self.height) || line(self.height + 1) || line(self.height + 2)
    }

    /// The value if the player who has just moved has won, or nobody can move any more.
    #[inline]
    fn result(&self, board: &Board) -> Option<i32> {
        let played = board.all.count_ones();
        let other = board.all ^ board.own;
        if self.has_four(other) {
            Some(self.score_of_winner(played - 1))
        } else if played == self.width * self.height {
            Some(0)
        } else {
            None
        }
    }

    /// What a win is worth with the stone that comes after `before` stones.
    fn score_of_winner(&self, before: u32) -> i32 {
        let cells = (self.width * self.height) as i32;
        let own = (before / 2 + 1) as i32;
        if before.is_multiple_of(2) { (cells + 1) / 2 + 1 - own } else { -(cells / 2 + 1 - own) }
    }

    fn turn(&self, board: &Board) -> Turn {
        if board.all.count_ones().is_multiple_of(2) { Turn::MAX } else { Turn::MIN }
    }

    fn mirror(&self, stones: u64) -> u64 {
        (0..self.width).fold(0, |mirrored, c| {
            let column = stones >> (c * (self.height + 1)) & ((1 << self.height) - 1);
            mirrored | column << ((self.width - 1 - c) * (self.height + 1))
        })
    }

    fn code(board: &Board) -> u64 {
        // Adding all stones to one player's sets, in each column, the bit above the topmost stone
        // or carries up to it: no two positions of a board have the same sum.
        board.own + board.all
    }
}

impl Game for Connect4 {
    type Position = Board;
    type Move = u8;
    type Undo = Board;

    fn start(&self) -> Board {
        Board { own: 0, all: 0 }
    }

    fn values(&self) -> Values {
        let cells = (self.width * self.height) as i32;
        Values::integers((-(cells / 2) + 3).min(0), ((cells + 1) / 2 - 3).max(0))
    }

    #[inline]
    fn expand(&self, board: &Board, moves: &mut Moves<u8>) -> Turn {
        if let Some(score) = self.result(board) {
            return Turn::over(score);
        }
        for column in 0..self.width {
            let top = self.bottom(column) << (self.height - 1);
            if board.all & top == 0 {
                moves.push(column as u8);
            }
        }
        self.turn(board)
    }

    #[inline]
    fn judge(&self, board: &Board) -> Turn {
        self.result(board).map_or(self.turn(board), Turn::over)
    }

    #[inline]
    fn play(&self, board: &mut Board, column: u8) -> Board {
        let before = *board;
        let stones = before.all | (before.all + self.bottom(column.into()));
        *board = Board { own: before.own ^ before.all, all: stones };
        before
    }

    #[inline]
    fn undo(&self, board: &mut Board, _column: u8, before: Board) {
        *board = before;
    }

    #[inline]
    fn facts(&self, board: &Board) -> Bounds {
        let cells = self.width * self.height;
        let played = board.all.count_ones();
        // The first stone with which each player may have won: the last one of the player who has
        // just moved, the next one of the other, and no sooner than the fourth.
        let max = (played / 2 + 1).max(4) as i32;
        let min = played.div_ceil(2).max(4) as i32;
        let upper = (cells.div_ceil(2) as i32 + 1 - max).max(0);
        let lower = (min - 1 - (cells / 2) as i32).min(0);
        Bounds { lower: Value::from(lower), upper: Value::from(upper) }
    }

    fn key(&self, board: &Board) -> Option<Key> {
        Some(Key::Exact(Self::code(board).into()))
    }

    fn canonical(&self, board: &Board) -> Option<(Board, Symmetry)> {
        let mirrored = Board { own: self.mirror(board.own), all: self.mirror(board.all) };
        (Self::code(&mirrored) < Self::code(board)).then_some((mirrored, MIRRORED))
    }

    fn map_move(&self, symmetry: Symmetry, column: u8) -> u8 {
        if symmetry == MIRRORED { (self.width - 1) as u8 - column } else { column }
    }
}

impl Knowledge<Self> for Connect4 {}

impl Notation for Connect4 {
    fn move_text(&self, _: &Board, column: u8) -> String {
        (column + 1).to_string()
    }

    fn draw(&self, board: &Board) -> String {
        let max_moves = board.all.count_ones().is_multiple_of(2);
        let max = if max_moves { board.own } else { board.all ^ board.own };
        let symbol = |column: u32, row: u32| {
            let cell = self.bottom(column) << row;
            match (board.all & cell != 0, max & cell != 0) {
                (false, _) => '.',
                (true, true) => 'X',
                (true, false) => 'O',
            }
        };
        let row = |r: u32| (0..self.width).map(|c| symbol(c, r)).collect::<String>() + "\n";
        (0..self.height).rev().map(row).collect()
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        crate::single_characters(text)
    }

    fn why_illegal(&self, board: &Board, text: &str) -> Option<String> {
        let column = text.parse::<u32>().ok().filter(|c| (1..=self.width).contains(c))? - 1;
        (self.column(column) & !board.all == 0).then(|| format!("column {text} is full"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(game: &Connect4, moves: &str) -> Board {
        game.parse_position(moves).unwrap()
    }

    #[test]
    fn lines_in_all_directions_win() {
        let game = Connect4::new(7, 6).unwrap();
        for (moves, score) in [
            ("1212121", 18),
            ("1122334", 18),
            ("12234334414", 16),
            ("76654554474", 16),
            ("71212121", -18),
        ] {
            assert_eq!(game.judge(&board(&game, moves)), Turn::over(score), "{moves}");
        }
    }

    #[test]
    fn a_line_does_not_leave_the_board() {
        let game = Connect4::new(4, 4).unwrap();
        // Three at the top of a column and one at the bottom of the next.
        let over = game.judge(&board(&game, "211121"));
        assert!(matches!(over, Turn::Inner(_)), "{over:?}");
    }

    #[test]
    fn boards_that_do_not_fit_are_refused() {
        assert!(Connect4::new(7, 6).is_some() && Connect4::new(9, 6).is_some());
        for (w, h) in [(0, 4), (4, 0), (10, 4), (9, 7), (8, u32::MAX)] {
            assert!(Connect4::new(w, h).is_none(), "{w}x{h}");
        }
    }

    #[test]
    fn full_columns_and_ended_games_are_named() {
        let game = Connect4::new(4, 2).unwrap();
        let error = |moves: &str| game.parse_position(moves).unwrap_err().to_string();
        assert!(error("111").contains("move 3: column 1 is full"), "{}", error("111"));
        assert!(error("5").contains("legal: 1 2 3 4"), "{}", error("5"));
        assert!(error("11223344").len() > 10);
    }
}
