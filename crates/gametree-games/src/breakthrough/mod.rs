//! `breakthrough[:WxH]`: Breakthrough on W columns and H rows.
//!
//! The rules are Dan Troyka's (2000). White, who is MAX, fills the two lowest rows and moves first;
//! black fills the two highest. A piece moves one step forward, straight or diagonally, onto an empty
//! cell; diagonally it may also capture. The first to reach the far row, or to take all pieces of the
//! other, wins: worth 1 if it is white, -1 if it is black. A player always has a move: no own piece
//! stands diagonally in front of the foremost one (with two columns or more).
//!
//! A move is written as the two cells: `a2a3`, counted from the bottom left as in chess.
//!
//! Facts stated: a piece one step before the far row wins if its player is to move, as it always
//! has a move; if the other is to move, it wins unless he captures it, or wins immediately himself. So does a piece
//! further away that cannot be captured or blocked on its way, if it arrives before the other's foremost could (Saffidine, Jouandeau,
//! Cazenave: Solving Breakthrough with Race Patterns and Job-Level Proof Number Search (2011), decide races likewise). The
//! mirror image is stated as a symmetry. The evaluation is that of a paper (`breakthrough/evaluation.rs`).

mod evaluation;

use std::ops::ControlFlow;

use gametree::model::{Draws, NotationError};
use gametree::{
    Bounds, Coordinates, Game, Key, Move, Moves, Notation, Symmetry, Turn, Value, Values,
};

use crate::grid::{FirstRow, Grid, by_rank, each};
use crate::players::{other, read_to_move, to_move_text, turn, won_by};
use crate::ternary;

/// Breakthrough.
///
/// ```
/// use gametree::{Game, Notation, Turn};
/// use gametree_games::breakthrough::Breakthrough;
///
/// let game = Breakthrough::new(3, 5).unwrap();
/// let position = game.parse_position("a2a3").unwrap();
/// assert_eq!(game.judge(&position), Turn::MIN);
/// let error = game.parse_move(&position, "a2a3").unwrap_err();
/// assert!(error.to_string().contains("not a legal move"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Breakthrough {
    grid: Grid,
    /// The first and the last column: no step leads to the left, or right, from there.
    left: u64,
    right: u64,
    /// The row that each player wants to reach, and the one before it.
    goal: [u64; 2],
    brink: [u64; 2],
    row_of: [u8; 64],
    /// White's chances for each difference of pieces.
    prospects: [f64; evaluation::DIFFERENCES],
}

/// The pieces of each player, white's first, and whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pieces: [u64; 2],
    mover: u8,
}

/// From one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    from: u8,
    to: u8,
}

impl Move for Step {
    #[inline(always)]
    fn code(self) -> u32 {
        (self.from, self.to).code()
    }

    #[inline(always)]
    fn from_code(code: u32) -> Step {
        let (from, to) = Move::from_code(code);
        Step { from, to }
    }
}

const MIRRORED: Symmetry = Symmetry(1);
const SYMBOLS: [char; 2] = ['W', 'B'];
const NAMES: [&str; 2] = ["W", "B"];

impl Breakthrough {
    /// A board; `None` if it has fewer than two columns or four rows, more than 26 of either, or
    /// more than 64 cells.
    pub fn new(columns: u32, rows: u32) -> Option<Breakthrough> {
        let grid = Grid::new(columns, rows, FirstRow::Bottom)?;
        (columns >= 2 && rows >= 4).then(|| Breakthrough {
            grid,
            left: grid.column(0),
            right: grid.column(columns - 1),
            goal: [grid.row(rows - 1), grid.row(0)],
            brink: [grid.row(rows - 2), grid.row(1)],
            row_of: std::array::from_fn(|cell| (cell as u32 / columns) as u8),
            prospects: evaluation::prospects(),
        })
    }

    /// One step forward. White's pieces on the highest row may leave the board.
    #[inline]
    fn forward(&self, player: usize, cells: u64) -> u64 {
        if player == 0 { cells << self.grid.width() } else { cells >> self.grid.width() }
    }

    /// The cells diagonally in front of `pieces`.
    #[inline]
    fn attacked(&self, player: usize, pieces: u64) -> u64 {
        let to_left = self.forward(player, pieces & !self.left) >> 1;
        let to_right = self.forward(player, pieces & !self.right) << 1;
        to_left | to_right
    }

    /// The cells to which a player can step to the left, straight and to the right (as he is drawn for
    /// white).
    #[inline]
    fn targets(&self, board: &Board, player: usize) -> [u64; 3] {
        let [own, others] = [board.pieces[player], board.pieces[other(player)]];
        let to_left = self.forward(player, own & !self.left) >> 1;
        let to_right = self.forward(player, own & !self.right) << 1;
        let straight = self.forward(player, own) & !others;
        [to_left & !own, straight & !own, to_right & !own]
    }

    /// The step to a cell, where `side` is the place in [`targets`](Breakthrough::targets).
    #[inline]
    fn step(&self, player: usize, side: usize, to: u8) -> Step {
        let width = self.grid.width() as u8;
        let straight = if player == 0 { to - width } else { to + width };
        Step { from: straight + 1 - side as u8, to }
    }

    /// How many steps a player's foremost piece is from the far row.
    #[inline]
    fn distance(&self, board: &Board, player: usize) -> u32 {
        let pieces = board.pieces[player];
        let foremost =
            if player == 0 { 63 - pieces.leading_zeros() } else { pieces.trailing_zeros() };
        let row = u32::from(self.row_of[foremost as usize]);
        if player == 0 { self.grid.height() - 1 - row } else { row }
    }

    /// The player who wins a race, if there is one: a piece of his can step forward in each of his turns without ever being
    /// captured or blocked, and arrives before the opponent's foremost piece could.
    ///
    /// To be on the safe side, the opponent's pieces are assumed to be on every cell that they could have reached by then, and the
    /// player's other pieces to stay where they are.
    #[inline]
    fn race(&self, board: &Board) -> Option<usize> {
        let mover = usize::from(board.mover);
        let distances = [0, 1].map(|player| self.distance(board, player));
        // Whoever is further away comes too late.
        let is_ahead = distances[mover] <= distances[other(mover)];
        let runner = if is_ahead { mover } else { other(mover) };
        let rival = other(runner);
        let [own, mut theirs] = [board.pieces[runner], board.pieces[rival]];
        let turns = if is_ahead { distances[other(mover)] } else { distances[mover] - 1 };
        // Where a piece that runs could be by now.
        let mut at = own;
        if !is_ahead {
            at &= !self.attacked(rival, theirs);
            theirs |= self.reached(rival, theirs);
        }
        for _ in 0..turns {
            let straight = self.forward(runner, at) & !theirs;
            at = (straight | self.attacked(runner, at)) & !own;
            if at & self.goal[runner] != 0 {
                return Some(runner);
            }
            at &= !self.attacked(rival, theirs);
            if at == 0 {
                break;
            }
            theirs |= self.reached(rival, theirs);
        }
        None
    }

    /// The cells one step in front of `pieces`.
    #[inline]
    fn reached(&self, player: usize, pieces: u64) -> u64 {
        self.forward(player, pieces) | self.attacked(player, pieces)
    }

    #[inline]
    fn has_won(&self, board: &Board, player: usize) -> bool {
        board.pieces[player] & self.goal[player] != 0 || board.pieces[other(player)] == 0
    }

    #[inline]
    fn winner(&self, board: &Board) -> Option<usize> {
        [0, 1].into_iter().find(|&player| self.has_won(board, player))
    }

    fn check(&self, board: Board) -> Result<Board, NotationError> {
        let most = 2 * self.grid.width();
        for (player, name) in NAMES.iter().enumerate() {
            let pieces = board.pieces[player].count_ones();
            if pieces > most {
                return Err(NotationError(format!(
                    "there are {pieces} {name}, and should be at most {most}"
                )));
            }
        }
        if self.has_won(&board, 0) && self.has_won(&board, 1) {
            return Err(NotationError("both have won, and one win should end the game".into()));
        }
        let mover = usize::from(board.mover);
        if self.has_won(&board, mover) {
            let [winner, loser] = [mover, other(mover)].map(|player| NAMES[player]);
            return Err(NotationError(format!(
                "{winner} has won with the last move, so it should be '{loser} to move'"
            )));
        }
        Ok(board)
    }

    fn read(&self, rows: &[&str]) -> Result<Board, NotationError> {
        let (rows, mover) = read_to_move(rows, NAMES)?;
        let pieces = self.grid.read(rows, SYMBOLS)?;
        self.check(Board { pieces, mover: mover as u8 })
    }
}

impl Game for Breakthrough {
    type Position = Board;
    type Move = Step;
    type Undo = Board;

    fn start(&self) -> Board {
        let last = self.grid.height() - 1;
        let rows = |a: u32, b: u32| self.grid.row(a) | self.grid.row(b);
        Board { pieces: [rows(0, 1), rows(last - 1, last)], mover: 0 }
    }

    fn values(&self) -> Values {
        Values::integers(-1, 1)
    }

    #[inline]
    fn expand(&self, board: &Board, moves: &mut Moves<Step>) -> Turn {
        if let Some(winner) = self.winner(board) {
            return Turn::Terminal(won_by(winner));
        }
        let mover = usize::from(board.mover);
        let [own, others] = [board.pieces[mover], board.pieces[other(mover)]];
        // Taking the last piece wins too.
        let last_piece = if others & (others - 1) == 0 { others } else { 0 };
        let wins = self.goal[mover] | last_piece;
        let threats = others & self.brink[other(mover)];
        for from in each(own) {
            let piece = 1 << from;
            let straight = self.forward(mover, piece) & !others;
            for to in each((straight | self.attacked(mover, piece)) & !own) {
                let mv = Step { from, to };
                if wins >> to & 1 != 0 {
                    moves.push_with(mv, Bounds::point(won_by(mover)));
                } else if threats & !(1 << to) != 0 {
                    moves.push_with(mv, Bounds::point(won_by(other(mover))));
                } else {
                    moves.push(mv);
                }
            }
        }
        turn(mover)
    }

    #[inline]
    fn judge(&self, board: &Board) -> Turn {
        let over = self.winner(board).map(|winner| Turn::Terminal(won_by(winner)));
        over.unwrap_or(turn(board.mover.into()))
    }

    #[inline]
    fn random_move(
        &self,
        board: &Board,
        _: &mut Moves<Step>,
        draws: &mut Draws,
    ) -> ControlFlow<Value, Step> {
        if let Some(winner) = self.winner(board) {
            return ControlFlow::Break(won_by(winner));
        }
        let mover = usize::from(board.mover);
        let targets = self.targets(board, mover);
        let counts = targets.map(u64::count_ones);
        let mut rank = draws.below(counts.iter().sum::<u32>().into()) as u32;
        let mut side = 0;
        while rank >= counts[side] {
            rank -= counts[side];
            side += 1;
        }
        ControlFlow::Continue(self.step(mover, side, by_rank(targets[side], rank)))
    }

    #[inline]
    fn play(&self, board: &mut Board, mv: Step) -> Board {
        let before = *board;
        let mover = usize::from(before.mover);
        board.pieces[mover] ^= 1 << mv.from | 1 << mv.to;
        board.pieces[other(mover)] &= !(1 << mv.to);
        board.mover ^= 1;
        before
    }

    #[inline]
    fn undo(&self, board: &mut Board, _mv: Step, before: Board) {
        *board = before;
    }

    #[inline]
    fn facts(&self, board: &Board) -> Bounds {
        if let Some(winner) = self.winner(board) {
            return Bounds::point(won_by(winner));
        }
        let mover = usize::from(board.mover);
        let [own, others] = [board.pieces[mover], board.pieces[other(mover)]];
        if own & self.brink[mover] != 0 {
            return Bounds::point(won_by(mover));
        }
        let threats = others & self.brink[other(mover)];
        let captured = threats & self.attacked(mover, own);
        if threats.count_ones() > 1 || threats != captured {
            return Bounds::point(won_by(other(mover)));
        }
        match self.race(board) {
            Some(winner) => Bounds::point(won_by(winner)),
            None => Bounds::UNBOUNDED,
        }
    }

    fn keys_fix_moves(&self) -> bool {
        true
    }

    #[inline]
    fn key(&self, board: &Board) -> Option<Key> {
        let [white, black] = board.pieces;
        Some(Key::Exact(ternary::code(white, black) * 2 + u128::from(board.mover)))
    }

    fn position_of(&self, key: u128) -> Option<Board> {
        let pieces = ternary::sets(key / 2, self.grid.cells())?;
        self.check(Board { pieces, mover: (key % 2) as u8 }).ok()
    }

    fn key_bits(&self) -> u32 {
        ternary::bits(self.grid.cells()) + 1
    }

    /// Every move takes a piece one row forward.
    #[inline]
    fn plies_left(&self, board: &Board) -> Option<u32> {
        // Row by row: each piece has as many steps left as rows begin in front of it.
        let (mut left, mut below) = (0, 0);
        for row in 0..self.grid.height() - 1 {
            below |= self.grid.row(row);
            left +=
                (board.pieces[0] & below).count_ones() + (board.pieces[1] & !below).count_ones();
        }
        Some(left)
    }

    #[inline]
    fn canonical(&self, board: &Board) -> Option<(Board, Symmetry)> {
        let pieces = board.pieces.map(|pieces| self.grid.mirror(pieces));
        (pieces < board.pieces).then_some((Board { pieces, ..*board }, MIRRORED))
    }

    #[inline]
    fn map_move(&self, symmetry: Symmetry, mv: Step) -> Step {
        let image = |cell: u8| self.grid.mirror(1 << cell).trailing_zeros() as u8;
        if symmetry == MIRRORED { Step { from: image(mv.from), to: image(mv.to) } } else { mv }
    }
}

impl Notation for Breakthrough {
    fn move_text(&self, _: &Board, mv: Step) -> String {
        self.grid.name(mv.from) + &self.grid.name(mv.to)
    }

    fn coordinates(&self) -> Option<Coordinates> {
        Some(self.grid.coordinates())
    }

    fn draw(&self, board: &Board) -> String {
        let [white, black] = board.pieces;
        let pieces = self.grid.draw(&[(white, SYMBOLS[0]), (black, SYMBOLS[1])]);
        pieces + &to_move_text(board.mover.into(), NAMES)
    }

    fn parse_drawing(&self, rows: &[&str]) -> Option<Result<Board, NotationError>> {
        Some(self.read(rows))
    }
}
