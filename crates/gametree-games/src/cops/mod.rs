//! `cops:WxH,cops=N[,seed=S][,obstacles=20%][,chance=P]`: cops and robber on a grid.
//!
//! The game of Atzmon, Stern, Saffidine 2018 (section "Domains"), after Moldenhauer, Sturtevant:
//! Evaluating strategies for running from the cops (2009). A robber, who is MAX, and N cops, who are
//! MIN together, stand on a grid with obstacles. The robber moves first; then all cops move simultaneously,
//! and so on. A move goes to one of the four neighbouring cells without an obstacle, or stays. Cops may
//! share a cell. The game ends when a cop and the robber are on the same cell, and its value is the number
//! of plies that the robber survived: moves of the robber and of the cops, including the last one.
//!
//! With `chance=P` a chosen move happens with probability P, and each of the other legal ones of the same
//! side with (1 - P) / (b - 1) if there are `b`; see [`chance`](crate::chance). An outcome of chance is a
//! ply for a horizon, but does not count as a ply survived.
//!
//! The starting cells are drawn from the seed: see [`Placement`].
//!
//! The evaluation at a horizon is the average distance of the cops from the robber, by columns and rows and
//! ignoring obstacles. (This is not an estimate of the value, but it is the paper's question.) The paper
//! takes 0 to 12 for the range of all values. Here the range extends to the plies that the horizon allows,
//! or the longest distance on the board, if that is more than 12.
//!
//! A robber who is never caught has no value, so this game is played with a horizon.
//!
//! A step is written as a direction, `N` `E` `S` `W`, or `.` for staying; the cops' move is one word such
//! as `N.E`, with the cops in the order of their cells, row by row from the top left. In drawings `R` is
//! the robber, `#` an obstacle, a number counts the cops on a cell, and `X` is the robber caught.

mod notation;
mod placement;

use gametree::{Bounds, Dice, Game, Grain, Key, Knowledge, Move, Moves, Turn, Value, Values};

pub use placement::{MOST_COPS, Placement, is_board, obstacles};

use crate::chance::Chance;
use crate::digits::Digits;
use crate::grid::Grid;
use crate::players::turn;

/// North, east, south, west, nowhere.
const DIRECTIONS: [char; 5] = ['N', 'E', 'S', 'W', '.'];
/// Where a step into an obstacle or off the board leads.
const BLOCKED: u8 = u8::MAX;
/// The most plies that a position read from text may have behind it, so that counting never overflows.
const MOST_PLIES: u32 = 1_000_000_000;
/// The least upper end of the range, from the paper.
const PAPER_RANGE: u32 = 12;

/// Cops and robber.
///
/// ```
/// use gametree::{Game, Notation, Turn};
/// use gametree_games::cops::{Cops, Placement};
///
/// let placement = Placement::random(5, 5, 2, 4, 1).unwrap();
/// let game = Cops::new(placement, None);
/// assert_eq!(game.judge(&game.start()), Turn::MAX, "the robber moves first");
/// let position = game.parse_position(".").unwrap();
/// assert_eq!(game.judge(&position), Turn::MIN);
/// ```
#[derive(Clone, Debug)]
pub struct Cops {
    placement: Placement,
    chance: Option<Chance>,
    /// Where a step in each direction leads, for every cell.
    steps: Vec<[u8; DIRECTIONS.len()]>,
    /// How many moves all cops together would have without obstacles.
    joint: u16,
}

/// Where robber and cops are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    robber: u8,
    /// Sorted, since it makes no difference which cop is where; zeros for cops that are not in the
    /// game.
    cops: [u8; MOST_COPS],
    /// Moves of players so far. The robber's turn is when they are even.
    plies: u32,
    /// The move that may go astray now.
    chosen: Option<Steps>,
}

/// A step of the robber, or of each cop: the directions' numbers are digits in base five, the first cop's
/// foremost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps(u16);

impl Move for Steps {
    #[inline]
    fn code(self) -> u32 {
        self.0.into()
    }

    #[inline]
    fn from_code(code: u32) -> Steps {
        Steps(code as u16)
    }
}

impl Cops {
    /// The game that starts from a placement, with certain moves or by chance.
    pub fn new(placement: Placement, chance: Option<Chance>) -> Cops {
        let cells = 0..placement.grid.cells() as u8;
        let steps = cells.map(|cell| placement.neighbours(cell)).collect();
        let joint = (DIRECTIONS.len() as u16).pow(placement.cops.len() as u32);
        Cops { placement, chance, steps, joint }
    }

    fn grid(&self) -> &Grid {
        &self.placement.grid
    }

    fn count(&self) -> usize {
        self.placement.cops.len()
    }

    #[inline]
    fn cops<'b>(&self, board: &'b Board) -> &'b [u8] {
        &board.cops[..self.count()]
    }

    /// Number 0 is the robber, number 1 the cops.
    #[inline]
    fn mover(board: &Board) -> usize {
        (board.plies % 2) as usize
    }

    /// The cells of those who move together.
    #[inline]
    fn movers<'b>(&self, board: &'b Board) -> &'b [u8] {
        if Cops::mover(board) == 0 { std::slice::from_ref(&board.robber) } else { self.cops(board) }
    }

    /// Where steps lead from `cells`, from the last cell to the first.
    #[inline]
    fn lead(&self, cells: &[u8], steps: Steps) -> impl Iterator<Item = u8> {
        let base = DIRECTIONS.len() as u16;
        let mut digits = steps.0;
        cells.iter().rev().map(move |&cell| {
            let direction = digits % base;
            digits /= base;
            self.steps[usize::from(cell)][usize::from(direction)]
        })
    }

    /// The moves of those who stand on `cells`.
    #[inline]
    fn legal(&self, cells: &[u8]) -> impl Iterator<Item = Steps> + Clone {
        let all = if cells.len() == 1 { DIRECTIONS.len() as u16 } else { self.joint };
        let open = |&steps: &Steps| self.lead(cells, steps).all(|to| to != BLOCKED);
        (0..all).map(Steps).filter(open)
    }

    /// Whether nobody stands on an obstacle, the cops are sorted, and what was chosen, if anything, could
    /// be.
    fn is_sane(&self, board: &Board) -> bool {
        let cops = self.cops(board);
        let free = |cell: &u8| self.placement.obstacles >> cell & 1 == 0;
        let chosen = board.chosen.is_none_or(|chosen| {
            let uncertain = self.chance.is_some() && self.result(board).is_none();
            uncertain && self.legal(self.movers(board)).any(|steps| steps == chosen)
        });
        cops.is_sorted() && cops.iter().chain([&board.robber]).all(free) && chosen
    }

    /// The value, if the robber is caught.
    #[inline]
    fn result(&self, board: &Board) -> Option<Value> {
        self.cops(board).contains(&board.robber).then(|| Value::integer(board.plies.into()))
    }

    #[inline]
    fn who(board: &Board) -> Turn {
        if board.chosen.is_some() { Turn::CHANCE } else { turn(Cops::mover(board)) }
    }

    /// Columns and rows between two cells.
    fn distance(&self, a: u8, b: u8) -> u32 {
        let width = self.grid().width();
        let apart =
            |place: fn(u32, u32) -> u32| place(a.into(), width).abs_diff(place(b.into(), width));
        apart(|cell, width| cell % width) + apart(|cell, width| cell / width)
    }

    /// The most moves of players within this many plies.
    fn moves_within(&self, board: &Board, plies: u32) -> u32 {
        match (self.chance, board.chosen) {
            (None, _) => plies,
            (Some(_), None) => plies / 2,
            (Some(_), Some(_)) => plies.div_ceil(2),
        }
    }
}

impl Game for Cops {
    type Position = Board;
    type Move = Steps;
    type Undo = Board;

    const DICE: Dice = Dice::Sometimes;

    fn start(&self) -> Board {
        let mut cops = [0; MOST_COPS];
        cops[..self.count()].copy_from_slice(&self.placement.cops);
        Board { robber: self.placement.robber, cops, plies: 0, chosen: None }
    }

    fn values(&self) -> Values {
        let range = Bounds { lower: Value::ZERO, upper: Value::INFINITY };
        let grain = if self.chance.is_some() { Grain::Real } else { Grain::Integer };
        Values { range, grain }
    }

    fn has_chance(&self) -> bool {
        self.chance.is_some()
    }

    fn endless(&self) -> bool {
        true
    }

    #[inline]
    fn expand(&self, board: &Board, moves: &mut Moves<Steps>) -> Turn {
        if let Some(value) = self.result(board) {
            return Turn::Terminal(value);
        }
        let legal = self.legal(self.movers(board));
        match (self.chance, board.chosen) {
            (Some(chance), Some(chosen)) => chance.push_outcomes(moves, chosen, legal),
            _ => moves.extend(legal),
        }
        Cops::who(board)
    }

    #[inline]
    fn judge(&self, board: &Board) -> Turn {
        self.result(board).map_or_else(|| Cops::who(board), Turn::Terminal)
    }

    #[inline]
    fn play(&self, board: &mut Board, steps: Steps) -> Board {
        let before = *board;
        if self.chance.is_some() && before.chosen.is_none() {
            board.chosen = Some(steps);
            return before;
        }
        let mut cells = self.lead(self.movers(&before), steps);
        if Cops::mover(&before) == 0 {
            board.robber = cells.next().expect("the robber takes a step");
        } else {
            let moved = &mut board.cops[..self.count()];
            moved.iter_mut().zip(cells).for_each(|(cop, cell)| *cop = cell);
            moved.sort_unstable();
        }
        board.plies += 1;
        board.chosen = None;
        before
    }

    #[inline]
    fn undo(&self, board: &mut Board, _steps: Steps, before: Board) {
        *board = before;
    }

    fn keys_fix_moves(&self) -> bool {
        true
    }

    /// Plies, the chosen move and everybody's cells are the digits. The plies belong to the position,
    /// as the value counts them.
    #[inline]
    fn key(&self, board: &Board) -> Option<Key> {
        let cells = u128::from(self.grid().cells());
        let chosen = board.chosen.map_or(0, |steps| u128::from(steps.0) + 1);
        let number = u128::from(board.plies) * (u128::from(self.joint) + 1) + chosen;
        let number = number * cells + u128::from(board.robber);
        let with = |number: u128, &cop: &u8| number * cells + u128::from(cop);
        Some(Key::Exact(self.cops(board).iter().fold(number, with)))
    }

    fn position_of(&self, key: u128) -> Option<Board> {
        let mut digits = Digits::of(key);
        let mut cell = || digits.take(self.grid().cells().into()) as u8;
        let mut cops = [0; MOST_COPS];
        cops[..self.count()].iter_mut().rev().for_each(|cop| *cop = cell());
        let robber = cell();
        let chosen = digits.take(u128::from(self.joint) + 1) as u16;
        let plies = digits.take(u128::from(MOST_PLIES) + 1) as u32;
        let chosen = chosen.checked_sub(1).map(Steps);
        let board = Board { robber, cops, plies, chosen };
        (digits.is_empty() && self.is_sane(&board)).then_some(board)
    }

    fn key_bits(&self) -> u32 {
        let cells = u128::from(self.grid().cells());
        let arrangements = cells.pow(self.count() as u32 + 1) * (u128::from(self.joint) + 1);
        u128::BITS - ((arrangements << u32::BITS) - 1).leading_zeros()
    }
}

impl Knowledge<Self> for Cops {
    fn evaluate(&self, _: &Self, board: &Board) -> Option<Value> {
        let cops = self.cops(board);
        let sum: u32 = cops.iter().map(|&cop| self.distance(cop, board.robber)).sum();
        Value::new(f64::from(sum) / cops.len() as f64)
    }

    fn range(&self, _: &Self, board: &Board, horizon: u32) -> Bounds {
        let longest = self.grid().width() + self.grid().height() - 2;
        let survived = board.plies.saturating_add(self.moves_within(board, horizon));
        let upper = survived.max(longest).max(PAPER_RANGE);
        Bounds { lower: Value::ZERO, upper: Value::integer(upper.into()) }
    }
}
