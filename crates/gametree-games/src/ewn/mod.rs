//! `ewn:5` and `ewn:3`: EinStein würfelt nicht!
//!
//! The rules are Ingo Althöfer's (2004). Each player has six numbered stones in a corner of a board of
//! five by five. The players move in turn, MAX first. Before each move a die is rolled: the mover
//! must move his stone with this number, or, if it is gone, the one with the next higher or the next
//! lower number that he still has. A stone goes one step towards the opposite corner: right, down or
//! diagonally both for MAX, who starts at the top left, and left, up or both for MIN. It captures
//! whatever stone stands there, even one of its owner's. The first to reach the opposite corner, or to take
//! the other's last stone, wins: worth 1 if it is MAX, -1 if it is MIN.
//!
//! `ewn:3` is the same on three by three, with three stones per side and a die with three sides.
//!
//! People choose how to place their stones. Here the set-up is fixed, the same for both by half a turn
//! of the board; any other can be given as a drawing. MAX's stones are drawn as their numbers, MIN's as
//! letters, A for 1:
//!
//! ```text
//! 123..
//! 45...
//! 6...F        12.
//! ...ED        3.C
//! ..CBA        .BA
//! ```
//!
//! The last row of a drawing is `MAX to roll` or, once the die shows 4, `MAX rolled 4`. An outcome of the
//! die is written as its number, a move as two cells: `a1b2` leads from the top left corner down to the
//! right.
//!
//! Fact stated: a move that wins.

mod evaluation;

use gametree::model::NotationError;
use gametree::{
    Bounds, Coordinates, Dice, Game, Grain, Key, Kind, Move, Moves, Notation, Turn, Value, Values,
};

use crate::digits::Digits;
use crate::grid::{FirstRow, Grid, each};
use crate::players::{other, turn, won_by};

const MOST_STONES: usize = 6;
/// Where a captured stone is.
const GONE: u8 = u8::MAX;
const NAMES: [&str; 2] = ["MAX", "MIN"];
/// MAX's stones, then MIN's.
const SYMBOLS: [char; 2 * MOST_STONES] =
    ['1', '2', '3', '4', '5', '6', 'A', 'B', 'C', 'D', 'E', 'F'];

/// EinStein würfelt nicht!
///
/// ```
/// use gametree::{Game, Notation, Turn};
/// use gametree_games::ewn::Ewn;
///
/// let game = Ewn::new(3).unwrap();
/// assert_eq!(game.judge(&game.start()), Turn::CHANCE, "the die comes first");
/// let position = game.parse_position("1 a1b2").unwrap();
/// assert!(game.draw(&position).contains("MIN to roll"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ewn {
    grid: Grid,
    side: u8,
    /// Each player's, and the sides of the die.
    stones: u8,
}

/// Where the stones are, who is to move, and what the die shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    cells: [[u8; MOST_STONES]; 2],
    mover: u8,
    /// Zero before the roll.
    die: u8,
}

/// What the die shows, or a stone's step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// The die shows this.
    Die(u8),
    /// A stone goes to a cell.
    Step {
        /// The stone's number, counted from zero.
        stone: u8,
        /// Where it goes.
        to: u8,
    },
}

impl Move for Act {
    /// The die comes after every step: no stone has so high a number.
    #[inline]
    fn code(self) -> u32 {
        match self {
            Act::Die(shown) => (u8::MAX, shown).code(),
            Act::Step { stone, to } => (stone, to).code(),
        }
    }

    #[inline]
    fn from_code(code: u32) -> Act {
        match Move::from_code(code) {
            (u8::MAX, shown) => Act::Die(shown),
            (stone, to) => Act::Step { stone, to },
        }
    }
}

impl Ewn {
    /// The board with this side; `None` if it is neither 3 nor 5.
    pub fn new(side: u32) -> Option<Ewn> {
        let stones = match side {
            3 => 3,
            5 => 6,
            _ => return None,
        };
        let grid = Grid::new(side, side, FirstRow::Top)?;
        Some(Ewn { grid, side: side as u8, stones })
    }

    fn last_cell(&self) -> u8 {
        self.side * self.side - 1
    }

    /// The corner that a player wants to reach.
    #[inline]
    fn goal(&self, player: usize) -> u8 {
        if player == 0 { self.last_cell() } else { 0 }
    }

    /// A player's stones that are still there.
    #[inline]
    fn there<'b>(&self, board: &'b Board, player: usize) -> impl Iterator<Item = u8> + 'b {
        let cells = &board.cells[player][..usize::from(self.stones)];
        cells.iter().copied().filter(|&cell| cell != GONE)
    }

    /// How many columns and rows a player has to go from a cell to his goal.
    #[inline]
    fn way(&self, player: usize, cell: u8) -> [u8; 2] {
        let way = |place: u8| if player == 0 { self.side - 1 - place } else { place };
        [way(cell % self.side), way(cell / self.side)]
    }

    #[inline]
    fn has_won(&self, board: &Board, player: usize) -> bool {
        board.cells[player].contains(&self.goal(player))
            || self.there(board, other(player)).next().is_none()
    }

    #[inline]
    fn winner(&self, board: &Board) -> Option<usize> {
        [0, 1].into_iter().find(|&player| self.has_won(board, player))
    }

    #[inline]
    fn who(&self, board: &Board) -> Turn {
        if board.die == 0 { Turn::CHANCE } else { turn(board.mover.into()) }
    }

    /// The stones that the mover may move: the one that was rolled, or its neighbours by number.
    #[inline]
    fn movable(&self, board: &Board) -> [Option<u8>; 2] {
        let cells = &board.cells[usize::from(board.mover)];
        let there = |&stone: &u8| cells[usize::from(stone)] != GONE;
        let rolled = board.die - 1;
        if there(&rolled) {
            return [Some(rolled), None];
        }
        [(0..rolled).rev().find(there), (rolled + 1..self.stones).find(there)]
    }

    /// The cells one step on, as far as they are on the board: sideways, up or down, both.
    #[inline]
    fn steps(&self, player: usize, cell: u8) -> impl Iterator<Item = u8> {
        let [columns, rows] = self.way(player, cell).map(|way| way > 0);
        let side = self.side;
        let by = [(columns, 1), (rows, side), (columns && rows, side + 1)];
        let to = move |by: u8| if player == 0 { cell + by } else { cell - by };
        by.into_iter().filter(|(possible, _)| *possible).map(move |(_, by)| to(by))
    }

    /// Whether the mover wins by a step to this cell.
    #[inline]
    fn wins(&self, board: &Board, to: u8) -> bool {
        let mover = usize::from(board.mover);
        to == self.goal(mover) || self.there(board, other(mover)).all(|cell| cell == to)
    }

    fn check(&self, board: Board) -> Result<Board, NotationError> {
        if self.has_won(&board, 0) && self.has_won(&board, 1) {
            return Err(NotationError("both have won, and one win should end the game".into()));
        }
        match self.winner(&board) {
            Some(winner) if board.die != 0 || winner == usize::from(board.mover) => {
                let [winner, loser] = [winner, other(winner)].map(|player| NAMES[player]);
                Err(NotationError(format!("{winner} has won, so it should be '{loser} to roll'")))
            }
            _ => Ok(board),
        }
    }

    /// Who is to move, and what the die shows.
    fn read_die(&self, row: &str) -> Option<(u8, u8)> {
        let (name, doing) = row.split_once(' ')?;
        let mover = NAMES.iter().position(|&known| known == name)? as u8;
        if doing == "to roll" {
            return Some((mover, 0));
        }
        let die = doing.strip_prefix("rolled ")?.parse().ok()?;
        (1..=self.stones).contains(&die).then_some((mover, die))
    }

    fn read(&self, rows: &[&str]) -> Result<Board, NotationError> {
        let last = rows.split_last().and_then(|(last, rows)| Some((rows, self.read_die(last)?)));
        let (rows, (mover, die)) = last.ok_or_else(|| {
            let most = self.stones;
            NotationError(format!(
                "the last row should be such as 'MAX to roll' or 'MIN rolled {most}', from 1 to {most}"
            ))
        })?;
        let sets = self.grid.read(rows, SYMBOLS)?;
        let mut board = Board { cells: [[GONE; MOST_STONES]; 2], mover, die };
        for (i, &set) in sets.iter().enumerate() {
            let (player, stone) = (i / MOST_STONES, i % MOST_STONES);
            if set != 0 && (set.count_ones() > 1 || stone >= usize::from(self.stones)) {
                return Err(NotationError(format!(
                    "stones should be 1 to {} and A to {}, each there once or not at all",
                    self.stones,
                    SYMBOLS[MOST_STONES + usize::from(self.stones) - 1]
                )));
            }
            board.cells[player][stone] = each(set).next().unwrap_or(GONE);
        }
        self.check(board)
    }
}

impl Game for Ewn {
    type Position = Board;
    type Move = Act;
    type Undo = Board;

    const DICE: Dice = Dice::Always;

    fn start(&self) -> Board {
        let mut cells = [[GONE; MOST_STONES]; 2];
        // Row by row, each one shorter than the one above.
        let longest = if self.side == 5 { 3 } else { 2 };
        let places = (0..longest).flat_map(|y| (0..longest - y).map(move |x| (x, y)));
        for (stone, (x, y)) in places.enumerate() {
            let cell = y * self.side + x;
            cells[0][stone] = cell;
            cells[1][stone] = self.last_cell() - cell;
        }
        Board { cells, mover: 0, die: 0 }
    }

    fn values(&self) -> Values {
        let range = Bounds { lower: Value::from(-1), upper: Value::from(1) };
        Values { range, grain: Grain::Real }
    }

    #[inline]
    fn expand(&self, board: &Board, moves: &mut Moves<Act>) -> Turn {
        if let Some(winner) = self.winner(board) {
            return Turn::Terminal(won_by(winner));
        }
        if board.die == 0 {
            let probability = 1.0 / f64::from(self.stones);
            for side in 1..=self.stones {
                moves.push_outcome(Act::Die(side), probability);
            }
            return Turn::CHANCE;
        }
        let mover = usize::from(board.mover);
        for stone in self.movable(board).into_iter().flatten() {
            for to in self.steps(mover, board.cells[mover][usize::from(stone)]) {
                let act = Act::Step { stone, to };
                if self.wins(board, to) {
                    moves.push_with(act, Bounds::point(won_by(mover)));
                } else {
                    moves.push(act);
                }
            }
        }
        turn(mover)
    }

    #[inline]
    fn judge(&self, board: &Board) -> Turn {
        let over = self.winner(board).map(|winner| Turn::Terminal(won_by(winner)));
        over.unwrap_or(self.who(board))
    }

    #[inline]
    fn play(&self, board: &mut Board, act: Act) -> Board {
        let before = *board;
        match act {
            Act::Die(side) => board.die = side,
            Act::Step { stone, to } => {
                for cell in board.cells.as_flattened_mut() {
                    if *cell == to {
                        *cell = GONE;
                    }
                }
                board.cells[usize::from(board.mover)][usize::from(stone)] = to;
                board.mover ^= 1;
                board.die = 0;
            }
        }
        before
    }

    #[inline]
    fn undo(&self, board: &mut Board, _act: Act, before: Board) {
        *board = before;
    }

    #[inline]
    fn facts(&self, board: &Board) -> Bounds {
        if self.winner(board).is_some() || board.die == 0 {
            return Bounds::UNBOUNDED;
        }
        let mover = usize::from(board.mover);
        let mut stones = self.movable(board).into_iter().flatten();
        let cell = |stone: u8| board.cells[mover][usize::from(stone)];
        let wins = stones.any(|s| self.steps(mover, cell(s)).any(|to| self.wins(board, to)));
        if wins { Bounds::point(won_by(mover)) } else { Bounds::UNBOUNDED }
    }

    fn keys_fix_moves(&self) -> bool {
        true
    }

    /// Each stone's cell is a digit, with one more for captured stones.
    #[inline]
    fn key(&self, board: &Board) -> Option<Key> {
        let base = u64::from(self.side * self.side) + 1;
        let stones = board.cells.iter().flat_map(|cells| &cells[..usize::from(self.stones)]);
        let number = stones.fold(0, |number, &cell| {
            number * base + if cell == GONE { base - 1 } else { u64::from(cell) }
        });
        let die = number * (u64::from(self.stones) + 1) + u64::from(board.die);
        Some(Key::Exact(u128::from(die * 2 + u64::from(board.mover))))
    }

    fn position_of(&self, key: u128) -> Option<Board> {
        let mut digits = Digits::of(key);
        let mover = digits.take(2) as u8;
        let die = digits.take(u128::from(self.stones) + 1) as u8;
        let mut board = Board { cells: [[GONE; MOST_STONES]; 2], mover, die };
        for stone in board.cells.iter_mut().flat_map(|row| &mut row[..self.stones.into()]).rev() {
            let cell = digits.take(u128::from(self.last_cell()) + 2) as u8;
            *stone = if cell <= self.last_cell() { cell } else { GONE };
        }
        let there = board.cells.as_flattened().iter().filter(|&&cell| cell != GONE);
        let taken = there.clone().fold(0u64, |taken, cell| taken | 1 << cell);
        let apart = taken.count_ones() as usize == there.count();
        self.check(board).ok().filter(|_| digits.is_empty() && apart)
    }

    fn key_bits(&self) -> u32 {
        let cells = u64::from(self.side * self.side) + 1;
        let positions = cells.pow(2 * u32::from(self.stones)) * (u64::from(self.stones) + 1) * 2;
        u64::BITS - (positions - 1).leading_zeros()
    }

    /// A roll, and a step that shortens some stone's way.
    #[inline]
    fn plies_left(&self, board: &Board) -> Option<u32> {
        let ways = |player: usize| {
            let each = self.there(board, player).flat_map(move |cell| self.way(player, cell));
            each.map(u32::from).sum::<u32>()
        };
        Some(2 * (ways(0) + ways(1)) - u32::from(board.die != 0))
    }
}

impl Notation for Ewn {
    fn move_text(&self, board: &Board, act: Act) -> String {
        match act {
            Act::Die(side) => side.to_string(),
            Act::Step { stone, to } => {
                let from = board.cells[usize::from(board.mover)][usize::from(stone)];
                self.grid.name(from) + &self.grid.name(to)
            }
        }
    }

    fn coordinates(&self) -> Option<Coordinates> {
        Some(self.grid.coordinates())
    }

    fn owner(&self, symbol: char) -> Option<Kind> {
        match symbol {
            '1'..='9' => Some(Kind::Max),
            'A'..='Z' => Some(Kind::Min),
            _ => None,
        }
    }

    fn value_text(&self, value: Value) -> Option<String> {
        // A win is worth 1 and a loss -1.
        Some(format!("first player wins {:.1} % of games", 50.0 * (value.get() + 1.0)))
    }

    fn draw(&self, board: &Board) -> String {
        let cells = board.cells.as_flattened().iter().zip(SYMBOLS);
        let there = cells.filter(|(cell, _)| **cell != GONE);
        let sets: Vec<(u64, char)> = there.map(|(&cell, symbol)| (1 << cell, symbol)).collect();
        let doing = if board.die == 0 { "to roll".into() } else { format!("rolled {}", board.die) };
        let name = NAMES[usize::from(board.mover)];
        format!("{}{name} {doing}\n", self.grid.draw(&sets))
    }

    fn parse_drawing(&self, rows: &[&str]) -> Option<Result<Board, NotationError>> {
        Some(self.read(rows))
    }
}
