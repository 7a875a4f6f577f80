//! `connect4:WxH`: four in a row with gravity, on a board of any small size.
//!
//! MAX moves first. A move is the number of a column, from 1 on the left. Four stones of one player
//! in a line win; a full board is a draw, worth 0. A win of MAX is worth ceil(W*H/2) + 1 minus the
//! stones that MAX has played, the winning one included: the sooner the better. A win of MIN is
//! worth minus (floor(W*H/2) + 1 minus the stones that MIN has played).
//!
//! Facts stated, each found by a fixed number of operations on sets of cells:
//! - of a position: a player has won; the mover wins immediately; the other wins next whatever the mover
//!   does (two open threats, or every move opens the way to one); otherwise nobody wins before his
//!   next stone but one, so the best score still possible shrinks as the board fills; a player for
//!   whom no line is left cannot win; nor can the mover where the other has an answer to every move, if the
//!   cells that leaves to the mover make no line, and the other even wins, if those that it leaves to him
//!   make one, or if he has a threat above the last cell that is left (Allis 1988: "claimeven", "baseinverse", odd and even
//!   threats);
//! - of a move: it wins immediately, or lets the other win immediately.
//!
//! The mirror image is stated as a symmetry. The evaluation counts open threats. Moves are listed
//! from the middle outward.

mod answering;
mod board;
mod evaluation;
mod key;
mod lines;
mod notation;
#[cfg(test)]
mod tests;
mod threats;

use std::cell::Cell;
use std::ops::ControlFlow;

use board::UNKNOWN;
pub use board::{Before, Board};
use gametree::model::{Draws, MoreFacts};
use gametree::{Bounds, Game, Key, Moves, Symmetry, Turn, Undecided, Value, Values, WholeBounds};

/// Connect Four on a board of `width` by `height`.
///
/// ```
/// use gametree::{Game, Limits, Notation};
/// use gametree_games::connect4::Connect4;
///
/// let game = Connect4::new(4, 4).unwrap();
/// let position = game.parse_position("22 3").unwrap();
/// println!("{}", game.draw(&position));
///
/// let found = gametree::search(&game, &game.start(), Limits::none()).unwrap();
/// assert_eq!(found.value(), Some(0.into()), "a draw");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Connect4 {
    width: u32,
    height: u32,
    /// Seven by six. All shifts are by constants then, which takes half the instructions.
    usual: bool,
    /// Every cell.
    cells: u64,
    /// The lowest cell of every column.
    bottoms: u64,
    /// The highest cell of every column.
    tops: u64,
    /// The cells with an odd number of cells above them.
    lower_of_pairs: u64,
    /// The columns from the middle outward.
    order: [u8; MOST_COLUMNS],
    /// The cells of each column.
    columns: [u64; MOST_COLUMNS],
    /// The value of a win with the stone that follows this many; zero after the last one.
    winner: [i8; MOST_STONES],
}

/// Columns are written as one digit.
const MOST_COLUMNS: usize = 9;
/// The columns of the usual board from the middle outward.
const USUAL_ORDER: [u8; 7] = [3, 2, 4, 1, 5, 0, 6];
/// The lowest cell of every column of the usual board.
const USUAL_BOTTOMS: u64 = 0x0408_1020_4081;
/// Every cell of the usual board.
const USUAL_CELLS: u64 = USUAL_BOTTOMS * 0x3f;
/// Cells and spare bits fit into a word; and a few more, so that any byte modulo this is an index.
const MOST_STONES: usize = 128;

const MIRRORED: Symmetry = Symmetry(1);
/// With more stones than this, few positions of a search are mirror images of others.
const MIRRORED_UP_TO: u8 = 12;

impl Connect4 {
    /// A board; `None` if it has no cells, more than nine columns, more than 29 rows, or does not
    /// fit into 64 bits, one spare bit a column included.
    pub fn new(width: u32, height: u32) -> Option<Connect4> {
        let sane = (1..=MOST_COLUMNS as u32).contains(&width) && (1..=29).contains(&height);
        if !sane || width * (height + 1) > 64 {
            return None;
        }
        let bottoms = (0..width).fold(0, |set, column| set | 1 << (column * (height + 1)));
        let cells = bottoms * ((1 << height) - 1);
        let tops = bottoms << (height - 1);
        let rows = (0..height).filter(|row| (height - row) % 2 == 0);
        let lower_of_pairs = bottoms * rows.fold(0, |set, row| set | 1 << row);
        let mut order = [0; MOST_COLUMNS];
        for (i, column) in order.iter_mut().enumerate().take(width as usize) {
            // The middle, one to the left of it, one to the right, two to the left, ...
            let (side, steps) = (i as u32 % 2, (i as u32).div_ceil(2));
            let middle = width / 2;
            let inside = if side == 1 { middle.wrapping_sub(steps) } else { middle + steps };
            *column = inside as u8;
        }
        let mut columns = [0; MOST_COLUMNS];
        for (i, column) in columns.iter_mut().enumerate().take(width as usize) {
            *column = ((1 << height) - 1) << (i as u32 * (height + 1));
        }
        let winner = std::array::from_fn(|before| score_of_winner(width * height, before as u32));
        let usual = (width, height) == (7, 6);
        Some(Connect4 {
            width,
            height,
            usual,
            cells,
            bottoms,
            tops,
            lower_of_pairs,
            order,
            columns,
            winner,
        })
    }

    /// Every cell of a column.
    #[inline]
    fn column(&self, column: u8) -> u64 {
        self.columns[usize::from(column)]
    }

    /// The cells that can be played next.
    #[inline]
    fn playable(&self, board: &Board) -> u64 {
        (board.all + self.bottoms) & self.cells
    }

    /// The value of a win with the stone after this many more than there are now.
    #[inline(always)]
    fn winner_after(&self, board: &Board, more: u8) -> i32 {
        self.winner[usize::from(board.played.wrapping_add(more)) % MOST_STONES].into()
    }

    /// The value of a win with the stone that fills the board, which has these cells.
    #[inline(always)]
    fn winner_with_last_stone(&self, cells: u64) -> i32 {
        self.winner[cells.count_ones() as usize - 1].into()
    }

    /// The value of a win by the last stone that was played.
    #[inline]
    fn score_of_last_stone(&self, board: &Board) -> Value {
        self.winner_after(board, u8::MAX).into()
    }

    /// The value if the game is over.
    #[inline]
    fn result(&self, board: &Board) -> Option<Value> {
        if board.won {
            Some(self.score_of_last_stone(board))
        } else {
            (board.all == self.cells).then_some(Value::ZERO)
        }
    }

    /// A random column that is not full, by rejection.
    #[inline(always)]
    fn random_column(&self, free: u64, columns: u32, draws: &mut Draws) -> u8 {
        loop {
            let column = draws.below(columns.into()) as u8;
            if self.column(column) & free != 0 {
                return column;
            }
        }
    }

    #[inline]
    fn turn(board: &Board) -> Turn {
        if board.played % 2 == 0 { Turn::MAX } else { Turn::MIN }
    }

    /// The position with these stones. No line is complete, except perhaps one with the last stone.
    fn board(&self, own: u64, all: u64) -> Board {
        let other = all ^ own;
        Board {
            own,
            all,
            wins: Cell::new(UNKNOWN),
            dangers: Cell::new(UNKNOWN),
            played: all.count_ones() as u8,
            won: self.has_four(other),
        }
    }

    /// [`expand`](Game::expand) where nobody has won.
    #[inline(never)]
    fn expand_thoroughly(&self, board: &Board, moves: &mut Moves<u8>) -> Turn {
        if board.all == self.cells {
            return Turn::over(Value::ZERO);
        }
        let playable = self.playable(board);
        // Which columns are full and which moves lose is nearly random, so branches would often be
        // mispredicted. Hence as few branches as possible.
        let (mut columns, mut count) = ([0; MOST_COLUMNS], 0);
        for &column in &self.order[..self.width as usize] {
            columns[count] = column;
            count += usize::from(playable & self.column(column) != 0);
        }
        let columns = columns[..count].iter().copied();
        if !moves.wants_facts() {
            moves.extend(columns);
            return Self::turn(board);
        }
        let wins = self.wins(board);
        let safe = self.safe(board) & !wins;
        if playable == safe {
            moves.extend(columns);
            return Self::turn(board);
        }
        let [won, lost] = [0, 1].map(|more| Bounds::point(self.winner_after(board, more).into()));
        let facts = [Bounds::UNBOUNDED, lost, won];
        for column in columns {
            let cell = playable & self.column(column);
            let fact = usize::from(cell & safe == 0) + usize::from(cell & wins != 0);
            moves.push_with(column, facts[fact]);
        }
        Self::turn(board)
    }

    fn mirror(&self, stones: u64) -> u64 {
        (0..self.width).fold(0, |mirrored, c| {
            let column = stones >> (c * (self.height + 1)) & ((1 << self.height) - 1);
            mirrored | column << ((self.width - 1 - c) * (self.height + 1))
        })
    }
}

/// For each set of columns of the usual board: which they are, in their order, and how many.
static COLUMNS: [([u8; 8], u8); 128] = {
    let mut lists = [([0; 8], 0); 128];
    let mut set = 0;
    while set < 128 {
        let mut i = 0;
        while i < 7 {
            let (columns, count) = &mut lists[set];
            if set >> USUAL_ORDER[i] & 1 != 0 {
                columns[*count as usize] = USUAL_ORDER[i];
                *count += 1;
            }
            i += 1;
        }
        set += 1;
    }
    lists
};

/// The set of the columns in which `cells` of the usual board lie, at most one in each.
#[inline(always)]
fn columns_of(cells: u64) -> usize {
    // Bit 6 of each column is set, and moved to bit 36 plus the column: no two sums 7i + 6j are equal.
    let full = (cells + USUAL_CELLS) >> 6 & USUAL_BOTTOMS;
    (full.wrapping_mul(0x10_4104_1041) >> 36 & 127) as usize
}

/// Lists the columns of the usual board that are not full.
#[inline(never)]
fn list_columns_with_room(all: u64, moves: &mut Moves<u8>) {
    let (mut columns, mut count) = ([0; 8], 0);
    for column in USUAL_ORDER {
        // Without a branch: whether there is room cannot be predicted.
        columns[count & 7] = column;
        let top = all >> (u32::from(column) * 7 + 5) & 1;
        count += 1 - top as usize;
    }
    moves.extend_first(&columns, count);
}

/// The value of a win with the stone after `before` stones, on a board of this many cells; zero after the
/// last one.
fn score_of_winner(cells: u32, before: u32) -> i8 {
    let own = (before / 2 + 1) as i8;
    if before >= cells {
        0
    } else if before % 2 == 0 {
        cells.div_ceil(2) as i8 + 1 - own
    } else {
        own - 1 - (cells / 2) as i8
    }
}

impl Game for Connect4 {
    type Position = Board;
    type Move = u8;
    type Undo = Before;

    fn start(&self) -> Board {
        self.board(0, 0)
    }

    fn values(&self) -> Values {
        let cells = (self.width * self.height) as i32;
        Values::integers((-(cells / 2) + 3).min(0), ((cells + 1) / 2 - 3).max(0))
    }

    #[inline(always)]
    fn expand(&self, board: &Board, moves: &mut Moves<u8>) -> Turn {
        if board.won {
            return Turn::over(self.score_of_last_stone(board));
        }
        // The common case of a search with a horizon: no facts wanted, and usually no full column.
        if self.usual && !moves.wants_facts() {
            if board.all & self.tops == 0 {
                moves.extend_first(&USUAL_ORDER, USUAL_ORDER.len());
            } else if board.all != self.cells {
                list_columns_with_room(board.all, moves);
            } else {
                return Turn::over(Value::ZERO);
            }
            return Self::turn(board);
        }
        self.expand_thoroughly(board, moves)
    }

    #[inline]
    fn judge(&self, board: &Board) -> Turn {
        self.result(board).map_or(Self::turn(board), Turn::over)
    }

    #[inline(always)]
    fn random_move(
        &self,
        board: &Board,
        _: &mut Moves<u8>,
        draws: &mut Draws,
    ) -> ControlFlow<Value, u8> {
        if let Some(value) = self.result(board) {
            return ControlFlow::Break(value);
        }
        let free = self.tops & !board.all;
        ControlFlow::Continue(if self.usual {
            self.random_column(free, 7, draws)
        } else {
            self.random_column(free, self.width, draws)
        })
    }

    #[inline(always)]
    fn play(&self, board: &mut Board, column: u8) -> Before {
        let Board { own, all, .. } = *board;
        let wins = board.wins.get();
        let cell = (all + self.bottoms) & self.column(column);
        board.own = own ^ all;
        board.all = all | cell;
        board.wins.set(board.dangers.get());
        board.dangers.set(UNKNOWN);
        board.played += 1;
        board.won = if wins == UNKNOWN { self.has_four(own | cell) } else { cell & wins != 0 };
        Before { own, all, wins }
    }

    #[inline(always)]
    fn undo(&self, board: &mut Board, _column: u8, before: Before) {
        board.own = before.own;
        board.all = before.all;
        board.dangers.set(board.wins.get());
        board.wins.set(before.wins);
        board.played -= 1;
        board.won = false;
    }

    #[inline]
    fn facts(&self, board: &Board) -> Bounds {
        // Whether MAX can still win, and whether MIN can.
        self.whole_facts(self, board, 1).intersect(self.whole_facts(self, board, 0)).into()
    }

    fn keys_fix_moves(&self) -> bool {
        true
    }

    #[inline]
    fn key(&self, board: &Board) -> Option<Key> {
        Some(Key::Exact(Self::code(board).into()))
    }

    fn position_of(&self, key: u128) -> Option<Board> {
        self.decode(u64::try_from(key).ok()?)
    }

    fn key_bits(&self) -> u32 {
        self.width * (self.height + 1)
    }

    #[inline]
    fn plies_left(&self, board: &Board) -> Option<u32> {
        Some(self.width * self.height - u32::from(board.played))
    }

    fn canonical(&self, board: &Board) -> Option<(Board, Symmetry)> {
        let mirrored = || Board {
            own: self.mirror(board.own),
            all: self.mirror(board.all),
            wins: Cell::new(UNKNOWN),
            dangers: Cell::new(UNKNOWN),
            ..*board
        };
        self.is_smaller_mirrored(Self::code(board)).then(|| (mirrored(), MIRRORED))
    }

    fn map_move(&self, symmetry: Symmetry, column: u8) -> u8 {
        if symmetry == MIRRORED { (self.width - 1) as u8 - column } else { column }
    }

    fn more_facts(&self) -> &impl MoreFacts<Self> {
        self
    }
}

impl MoreFacts<Self> for Connect4 {
    /// Lists the moves that neither win nor lose at once. All that lose are worth the same.
    #[inline(always)]
    fn expand_undecided(&self, _: &Self, board: &Board, moves: &mut Moves<u8>) -> Undecided {
        if let Some(value) = self.result(board) {
            return Undecided { turn: Turn::over(value), rest: None };
        }
        let (turn, playable) = (Self::turn(board), self.playable(board));
        if self.wins(board) & playable != 0 {
            return Undecided { turn, rest: Some(self.winner_after(board, 0)) };
        }
        let safe = self.safe(board);
        if self.usual {
            let (columns, count) = &COLUMNS[columns_of(safe)];
            moves.extend_first(columns, usize::from(*count));
        } else {
            let columns = self.order[..self.width as usize].iter().copied();
            moves.extend(columns.filter(|&column| safe & self.column(column) != 0));
        }
        let rest = (safe != playable).then(|| self.winner_after(board, 1));
        Undecided { turn, rest }
    }

    #[inline(always)]
    fn whole_facts(&self, _: &Self, board: &Board, test: i32) -> WholeBounds {
        if self.usual {
            self.facts_on::<true>(board, test)
        } else {
            self.facts_on_any_board(board, test)
        }
    }

    #[inline(always)]
    fn canonical_key(&self, _: &Self, board: &Board) -> Option<Key> {
        let code = Self::code(board);
        let early = board.played <= MIRRORED_UP_TO;
        let code = if early { self.canonical_code(code) } else { code };
        Some(Key::Exact(code.into()))
    }
}
