//! A position with what the rules need to know of the past.

use cozy_chess::{Board, Move as CozyMove};
use gametree::splitmix64;

/// A position of chess: the board, and the boards since the last capture or pawn move, among which
/// repetitions are looked for.
#[derive(Debug)]
pub struct Position {
    board: Board,
    /// A hash of the set of boards since the last capture or pawn move, without the present one.
    digest: u64,
    /// Earlier boards, the latest one last: at least those that can still be repeated, as far as they are
    /// known, and those that moves not yet taken back have left.
    past: Vec<Past>,
    /// How long `past` is at the position where the players [went on](Position::go_on); `NEVER` if there is none.
    goes_on_at: usize,
}

/// No past is that long.
const NEVER: usize = usize::MAX;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Past {
    board: Board,
    digest: u64,
}

impl Position {
    pub(super) fn new(board: Board) -> Position {
        Position { board, digest: 0, past: Vec::new(), goes_on_at: NEVER }
    }

    /// Nobody claims a draw here: the game goes on, until a later position is drawn.
    pub(super) fn go_on(&mut self) {
        self.goes_on_at = self.past.len();
    }

    /// Whether nobody claims a draw here.
    #[inline(always)]
    pub(super) fn goes_on(&self) -> bool {
        self.past.len() == self.goes_on_at
    }

    #[inline(always)]
    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    #[inline(always)]
    pub(super) fn past_digest(&self) -> u64 {
        self.digest
    }

    /// The boards that can be repeated.
    fn recent(&self) -> &[Past] {
        let known = self.past.len().min(self.board.halfmove_clock().into());
        &self.past[self.past.len() - known..]
    }

    #[inline]
    pub(super) fn play(&mut self, mv: CozyMove) {
        let (board, digest) = (self.board.clone(), self.digest);
        self.board.play_unchecked(mv);
        self.digest = match self.board.halfmove_clock() {
            0 => 0,
            // A sum does not depend on the order of its terms.
            _ => digest.wrapping_add(splitmix64(board.hash(), 0)),
        };
        self.past.push(Past { board, digest });
    }

    /// As [`play`](Position::play), but the move cannot be taken back.
    #[inline]
    pub(super) fn advance(&mut self, mv: CozyMove) {
        self.play(mv);
        if self.board.halfmove_clock() == 0 {
            self.past.clear();
        }
        self.goes_on_at = NEVER;
    }

    #[inline]
    pub(super) fn undo(&mut self) {
        let Past { board, digest } = self.past.pop().expect("a move was played");
        (self.board, self.digest) = (board, digest);
    }

    /// The position after a pass, from which no earlier position can be repeated. `None` in check.
    pub(super) fn passed(&self) -> Option<Position> {
        self.board.null_move().map(Position::new)
    }

    /// A hash of the set of earlier boards that have occurred at least twice and can be repeated.
    #[inline]
    pub(super) fn digest_of_twice(&self) -> u64 {
        let recent = self.recent();
        // No position returns after fewer than four plies.
        if recent.len() < 5 {
            return 0;
        }
        let mut digest = 0u64;
        for (i, past) in recent.iter().enumerate().skip(4) {
            let hash = past.board.hash_without_ep();
            let mut before = recent[..i - 3].iter().rev().step_by(2);
            // Counted when it occurs for the second time. Usually a third time was the end; if not, it counts once more.
            let same = |other: &Past| {
                other.board.hash_without_ep() == hash && other.board.same_position(&past.board)
            };
            if before.any(same) {
                digest = digest.wrapping_add(splitmix64(hash, 1));
            }
        }
        digest
    }

    /// How often the board has occurred before, counted up to `most`.
    #[inline]
    pub(super) fn occurrences_before(&self, most: usize) -> usize {
        if self.board.halfmove_clock() < 4 {
            return 0;
        }
        let hash = self.board.hash_without_ep();
        // The same player is to move after every second ply, and no position returns after two.
        let earlier = self.recent().iter().rev().skip(3).step_by(2);
        let same = |past: &&Past| {
            past.board.hash_without_ep() == hash && past.board.same_position(&self.board)
        };
        earlier.filter(same).take(most).count()
    }
}

/// A copy takes along only what can be repeated.
impl Clone for Position {
    fn clone(&self) -> Position {
        let (board, past) = (self.board.clone(), self.recent().to_vec());
        let goes_on_at = if self.goes_on() { past.len() } else { NEVER };
        Position { board, digest: self.digest, past, goes_on_at }
    }

    fn clone_from(&mut self, from: &Position) {
        self.board.clone_from(&from.board);
        self.digest = from.digest;
        self.past.clear();
        self.past.extend_from_slice(from.recent());
        self.goes_on_at = if from.goes_on() { self.past.len() } else { NEVER };
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let same = self.board == other.board && self.recent() == other.recent();
        same && self.goes_on() == other.goes_on()
    }
}

impl Eq for Position {}
