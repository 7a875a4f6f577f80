//! `hex:N`: Hex on N by N cells; N is 1 to 8.
//!
//! Piet Hein's game (1942), found again by John Nash (1948). The players put their stones on empty cells in
//! turns. MAX plays X, moves first and wants to join the upper edge to the lower one; MIN plays O and wants
//! to join the left edge to the right one (the edges meet in the corners, which belong to both). The first
//! to do so wins: worth 1 if it is X, -1 if it is O. Exactly one of them does, at the latest when the board
//! is full. There is no swap rule.
//!
//! Cells are hexagons, drawn as a rhombus whose rows are shifted to the right, each by half a cell:
//! neighbours are those beside a cell, the two above it (straight and to the right, as the letters go) and
//! the two below it (straight and to the left). A cell is written as a letter for its column and a number
//! for its row, counted from the top left, as usual: `c2`.
//!
//! Facts stated: a mover who can complete a chain from edge to edge wins; one who faces two such cells of the
//! other loses; and a player has won if bridges, no two of which share a cell, join his edges. (A bridge: two
//! cells, or a cell and an edge, with two empty cells in common; if the opponent takes one of these, the
//! answer is the other one.) That the first player wins on the empty board (Nash: he could use a second
//! player's strategy himself) is not stated: a search should find out how. Turning the board by half a circle
//! is stated as a symmetry.

mod evaluation;

use std::ops::ControlFlow;

use gametree::model::NotationError;
use gametree::{
    Bounds, Coordinates, Draws, Game, Key, Moves, Notation, Symmetry, Turn, Value, Values,
};

use crate::grid::{FirstRow, Grid, any_of, each};
use crate::players::{other, turn, won_by};
use crate::ternary;

/// Hex.
///
/// ```
/// use gametree::{Game, Limits, Notation};
/// use gametree_games::hex::Hex;
///
/// let game = Hex::new(3).unwrap();
/// let position = game.parse_position("b2 a1").unwrap();
/// println!("{}", game.draw(&position));
///
/// let found = gametree::search(&game, &game.start(), Limits::none()).unwrap();
/// assert_eq!(found.value(), Some(1.into()), "the first player wins");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Hex {
    grid: Grid,
    /// The first and the last column: no step leads to the left, or right, from there.
    left: u64,
    right: u64,
    /// The two edges that each player wants to join.
    edges: [[u64; 2]; 2],
    /// How far each cell is from the middle of the board.
    distances: [u8; 64],
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

/// The number of neighbours of a cell. The directions to them are counted clockwise from the right, so that
/// consecutive ones lead to neighbours of each other.
const AROUND: usize = 6;

const SYMBOLS: [char; 2] = ['X', 'O'];
/// Doing nothing, and half a turn.
const SYMMETRIES: u8 = 2;

impl Hex {
    /// A board; `None` if it has no cells or more than eight rows.
    pub fn new(side: u32) -> Option<Hex> {
        let grid = Grid::new(side, side, FirstRow::Top)?;
        let [left, right] = [0, side - 1].map(|x| grid.column(x));
        let distance = |cell: u32| {
            // Twice the way from the middle; one step to the right and down is two steps.
            let [x, y] = [cell % side, cell / side].map(|at| (2 * at + 1) as i32 - side as i32);
            x.abs().max(y.abs()).max((x + y).abs()) as u8
        };
        Some(Hex {
            grid,
            left,
            right,
            edges: [[grid.row(0), grid.row(side - 1)], [left, right]],
            distances: std::array::from_fn(|cell| distance(cell as u32)),
        })
    }

    /// One step in a direction; cells that would leave the board are dropped.
    #[inline(always)]
    fn step(&self, direction: usize, cells: u64) -> u64 {
        let side = self.grid.width();
        let moved = match direction % AROUND {
            0 => (cells & !self.right) << 1,
            1 => cells << side,
            2 => (cells & !self.left) << (side - 1),
            3 => (cells & !self.left) >> 1,
            4 => cells >> side,
            _ => (cells & !self.right) >> (side - 1),
        };
        moved & self.grid.all()
    }

    /// The cells from which a step in a direction leads to `cells`.
    #[inline(always)]
    fn step_back(&self, direction: usize, cells: u64) -> u64 {
        self.step(direction + AROUND / 2, cells)
    }

    /// The cells from which steps in a direction and in the next one both lead to `cells`.
    #[inline(always)]
    fn fork_back(&self, direction: usize, cells: u64) -> u64 {
        self.step_back(direction, cells) & self.step_back(direction + 1, cells)
    }

    #[inline]
    fn around(&self, cells: u64) -> u64 {
        (0..AROUND).fold(0, |all, direction| all | self.step(direction, cells))
    }

    /// The cells reached from `from` through neighbours in `through`.
    #[inline]
    fn flood(&self, from: u64, through: u64) -> u64 {
        let mut reached = from & through;
        loop {
            let more = reached | self.around(reached) & through;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// Whether the stones join the edges of a player.
    #[inline]
    fn joins(&self, player: usize, stones: u64) -> bool {
        let [near, far] = self.edges[player];
        let enough = stones.count_ones() >= self.grid.width();
        enough && stones & far != 0 && self.flood(near, stones) & far != 0
    }

    /// The empty cells with which the stones would join a player's edges.
    #[inline]
    fn completing(&self, player: usize, stones: u64, empty: u64) -> u64 {
        if stones.count_ones() + 1 < self.grid.width() {
            return 0;
        }
        let beside = |edge: u64| edge | self.around(self.flood(edge, stones));
        let [near, far] = self.edges[player];
        empty & beside(near) & beside(far)
    }

    /// Whether stones and bridges join the edges of a player. Bridges are taken greedily; another choice
    /// might have joined more.
    #[inline]
    fn bridges(&self, player: usize, stones: u64, empty: u64) -> bool {
        let [near, far] = self.edges[player];
        let mut free = empty;
        let mut reached = self.flood(near, stones);
        loop {
            let before = reached;
            for direction in 0..AROUND {
                let forks = self.fork_back(direction, free);
                if reached & far != 0 || reached & forks & self.fork_back(direction, far) != 0 {
                    return true;
                }
                // Beyond both cells of the fork is the stone to which the bridge leads.
                let others = stones & !reached;
                let ends = self.step_back(direction, self.step_back(direction + 1, others));
                let from_edge = others & forks & self.fork_back(direction, near);
                let from = reached & forks & ends | from_edge;
                if from == 0 {
                    continue;
                }
                let one = from & from.wrapping_neg();
                let [first, second] = [direction, direction + 1].map(|to| self.step(to, one));
                free &= !(first | second);
                let end = if one & from_edge != 0 { one } else { self.step(direction + 1, first) };
                reached |= self.flood(end, stones);
            }
            if reached == before {
                return false;
            }
        }
    }

    #[inline]
    fn result(&self, board: &Board) -> Option<Value> {
        let last = other(board.mover());
        self.joins(last, board.stones[last]).then(|| won_by(last))
    }

    /// The position with these stones, if play can come there.
    fn check(&self, stones: [u64; 2]) -> Result<Board, NotationError> {
        let [x, o] = stones.map(u64::count_ones);
        if x != o && x != o + 1 {
            return Err(NotationError(format!(
                "there are {x} X and {o} O, and X should have as many as O, or one more"
            )));
        }
        let board = Board { stones };
        let mover = board.mover();
        if self.joins(mover, stones[mover]) {
            let [winner, loser] = [mover, other(mover)].map(|player| SYMBOLS[player]);
            return Err(NotationError(format!(
                "{winner} has won with the last move, so it should be the turn of {loser}"
            )));
        }
        Ok(board)
    }

    fn read(&self, rows: &[&str]) -> Result<Board, NotationError> {
        let rows: Vec<String> = rows.iter().map(|row| row.replace(' ', "")).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        self.check(self.grid.read(&rows, SYMBOLS)?)
    }
}

impl Game for Hex {
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
        if !moves.wants_facts() {
            moves.extend(each(empty));
            return turn(mover);
        }
        let [wins, threats] = [mover, other(mover)]
            .map(|player| self.completing(player, board.stones[player], empty));
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
    fn random_move(
        &self,
        board: &Board,
        _: &mut Moves<u8>,
        draws: &mut Draws,
    ) -> ControlFlow<Value, u8> {
        match self.result(board) {
            Some(value) => ControlFlow::Break(value),
            None => ControlFlow::Continue(any_of(self.grid.all() ^ board.taken(), draws)),
        }
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
        if let Some(value) = self.result(board) {
            return Bounds::point(value);
        }
        let mover = board.mover();
        let empty = self.grid.all() ^ board.taken();
        let [own, others] = [board.stones[mover], board.stones[other(mover)]];
        if self.completing(mover, own, empty) != 0 {
            return Bounds::point(won_by(mover));
        }
        if self.completing(other(mover), others, empty).count_ones() > 1 {
            return Bounds::point(won_by(other(mover)));
        }
        let joined =
            [0, 1].into_iter().find(|&player| self.bridges(player, board.stones[player], empty));
        joined.map_or(Bounds::UNBOUNDED, |player| Bounds::point(won_by(player)))
    }

    #[inline]
    fn key(&self, board: &Board) -> Option<Key> {
        Some(Key::Exact(ternary::code(board.stones[0], board.stones[1])))
    }

    fn position_of(&self, key: u128) -> Option<Board> {
        self.check(ternary::sets(key, self.grid.cells())?).ok()
    }

    fn keys_fix_moves(&self) -> bool {
        true
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
        let (stones, symmetry) = self.grid.canonical(board.stones, SYMMETRIES)?;
        Some((Board { stones }, symmetry))
    }

    #[inline]
    fn map_move(&self, symmetry: Symmetry, cell: u8) -> u8 {
        self.grid.image_of_cell(symmetry, cell)
    }
}

impl Notation for Hex {
    fn move_text(&self, _: &Board, cell: u8) -> String {
        self.grid.name(cell)
    }

    fn coordinates(&self) -> Option<Coordinates> {
        Some(self.grid.coordinates())
    }

    fn draw(&self, board: &Board) -> String {
        let [x, o] = board.stones;
        let rows = self.grid.draw(&[(x, SYMBOLS[0]), (o, SYMBOLS[1])]);
        let shifted = rows.lines().enumerate().map(|(y, row)| {
            let cells: Vec<String> = row.chars().map(String::from).collect();
            format!("{}{}\n", " ".repeat(y), cells.join(" "))
        });
        shifted.collect()
    }

    fn parse_drawing(&self, rows: &[&str]) -> Option<Result<Board, NotationError>> {
        Some(self.read(rows))
    }
}
