//! `board-game`: alpha-beta without a table, over the shared board and over its own Connect Four.

use std::cmp::Ordering;
use std::fmt;
use std::ops::ControlFlow;

use board_game::ai::minimax::{Heuristic, minimax_value};
use board_game::board::{Alternating, Board as Rules, BoardDone, BoardMoves, Outcome};
use board_game::board::{BoardSymmetry, PlayError, Player};
use board_game::games::connect4::Connect4;
use board_game::symmetry::UnitSymmetry;
use board_game::util::iter::ClonableInternal;
use internal_iterator::InternalIterator;

use crate::board::{Board, ORDER, WIDTH, count_move};

/// The shared board. It stores its outcome, since the search asks for it three times per node.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shared<const C: bool> {
    board: Board<C>,
    outcome: Option<Outcome>,
}

impl<const C: bool> Shared<C> {
    #[inline]
    fn of(board: Board<C>) -> Self {
        let outcome = if board.is_lost() {
            Some(Outcome::WonBy(mover(board).other()))
        } else {
            board.is_full().then_some(Outcome::Draw)
        };
        Shared { board, outcome }
    }
}

#[inline]
fn mover<const C: bool>(board: Board<C>) -> Player {
    if board.played().is_multiple_of(2) { Player::A } else { Player::B }
}

impl<const C: bool> fmt::Display for Shared<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.board)
    }
}

impl<const C: bool> Rules for Shared<C> {
    type Move = u8;

    #[inline]
    fn next_player(&self) -> Player {
        mover(self.board)
    }

    fn is_available_move(&self, column: u8) -> Result<bool, BoardDone> {
        self.check_done()?;
        Ok(u32::from(column) < WIDTH && self.board.is_open(column))
    }

    fn play(&mut self, column: u8) -> Result<(), PlayError> {
        self.check_can_play(column)?;
        *self = Self::of(self.board.play(column));
        Ok(())
    }

    /// The search plays listed moves only.
    #[inline]
    fn clone_and_play(&self, column: u8) -> Result<Self, PlayError> {
        Ok(Self::of(self.board.play(column)))
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn can_lose_after_move() -> bool {
        false
    }
}

impl<const C: bool> Alternating for Shared<C> {}

/// None is stated: the search has no use for it.
impl<const C: bool> BoardSymmetry<Self> for Shared<C> {
    type Symmetry = UnitSymmetry;
    type CanonicalKey = ();

    fn map(&self, _: UnitSymmetry) -> Self {
        self.clone()
    }

    fn map_move(&self, _: UnitSymmetry, column: u8) -> u8 {
        column
    }

    fn canonical_key(&self) {}
}

/// The moves of a board that is not done.
#[derive(Clone, Debug)]
struct Open<const C: bool>(Board<C>);

impl<const C: bool> InternalIterator for Open<C> {
    type Item = u8;

    #[inline]
    fn try_for_each<R, F: FnMut(u8) -> ControlFlow<R>>(self, f: F) -> ControlFlow<R> {
        self.0.moves().try_for_each(f)
    }
}

impl<'a, const C: bool> BoardMoves<'a, Self> for Shared<C> {
    type AllMovesIterator = ClonableInternal<std::array::IntoIter<u8, 7>>;
    type AvailableMovesIterator = Open<C>;

    fn all_possible_moves() -> Self::AllMovesIterator {
        ClonableInternal::new(ORDER.into_iter())
    }

    #[inline]
    fn available_moves(&'a self) -> Result<Open<C>, BoardDone> {
        self.check_done()?;
        Ok(Open(self.board))
    }
}

/// Wins and losses by the stones of the winner, everything else zero. The moves of the crate's own Connect
/// Four are counted here, since the search asks once per move played, and once for the root.
#[derive(Debug)]
struct Scores<const C: bool>;

impl<const C: bool> Heuristic<Shared<C>> for Scores<C> {
    type V = i32;

    #[inline]
    fn value(&self, at: &Shared<C>, _: u32) -> i32 {
        score(at.outcome, at.board.played())
    }

    #[inline]
    fn merge(old: i32, new: i32) -> (i32, Ordering) {
        (old.max(new), new.cmp(&old))
    }
}

impl<const C: bool> Heuristic<Connect4> for Scores<C> {
    type V = i32;

    #[inline]
    fn value(&self, at: &Connect4, _: u32) -> i32 {
        if C {
            count_move();
        }
        score(at.outcome(), at.game_length())
    }

    #[inline]
    fn merge(old: i32, new: i32) -> (i32, Ordering) {
        (old.max(new), new.cmp(&old))
    }
}

/// The value to the mover, who cannot have just won.
#[inline]
fn score(outcome: Option<Outcome>, played: u32) -> i32 {
    match outcome {
        Some(Outcome::WonBy(_)) => played.div_ceil(2) as i32 - 22,
        _ => 0,
    }
}

/// Over the shared board.
pub fn shared<const C: bool>(moves: &str, plies: u32) -> impl FnMut() -> i32 + use<C> {
    let board = Shared::<C>::of(Board::after(moves));
    move || minimax_value(&board, &Scores::<C>, plies)
}

/// Over the crate's own game, whose moves go from left to right.
pub fn its_own<const C: bool>(moves: &str, plies: u32) -> impl FnMut() -> i32 + use<C> {
    let mut board = Connect4::default();
    for digit in moves.bytes() {
        board.play(digit - b'1').expect("a legal move");
    }
    move || minimax_value(&board, &Scores::<C>, plies)
}
