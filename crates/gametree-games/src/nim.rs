//! `nim:A-B-C[,misere]`: Nim with heaps of A, B, C, ... stones.
//!
//! The players take any positive number of stones from one heap in turn; MAX moves first. Whoever
//! takes the last stone wins, or loses under `misere`: worth 1 if MAX wins, -1 if MIN does. Bouton
//! (Nim, a game with a complete mathematical theory, 1901) tells who wins from the exclusive or of
//! the heaps. The game does not state that as a fact: searches should find it.
//!
//! The order of heaps makes no difference either; that is not stated as a symmetry, since a game can have
//! only 256 and heaps have more orders.
//!
//! A move is written as the heap's number, counted from 1, a colon, and how many stones are taken:
//! `2:3`.

use gametree::model::NotationError;
use gametree::{Game, Key, Knowledge, Move, Moves, Notation, Turn, Value, Values};

use crate::digits::Digits;
use crate::grid::counted;
use crate::players::{other, read_to_move, to_move_text, turn, won_by};

const MOST_HEAPS: usize = 15;
const NAMES: [&str; 2] = ["MAX", "MIN"];

/// Nim.
///
/// ```
/// use gametree::{Game, Limits, Notation};
/// use gametree_games::nim::Nim;
///
/// let game = Nim::new(&[1, 2, 3], false).unwrap();
/// let position = game.parse_position("3:1").unwrap();
/// println!("{}", game.draw(&position));
///
/// let found = gametree::search(&game, &game.start(), Limits::none()).unwrap();
/// assert_eq!(found.value(), Some((-1).into()), "1 ^ 2 ^ 3 == 0: the second player wins");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Nim {
    heaps: [u8; MOST_HEAPS],
    count: usize,
    misere: bool,
}

/// The stones in each heap, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    heaps: [u8; MOST_HEAPS],
    mover: u8,
}

/// Stones from a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Take {
    heap: u8,
    stones: u8,
}

impl Move for Take {
    #[inline(always)]
    fn code(self) -> u32 {
        (self.heap, self.stones).code()
    }

    #[inline(always)]
    fn from_code(code: u32) -> Take {
        let (heap, stones) = Move::from_code(code);
        Take { heap, stones }
    }
}

impl Nim {
    /// The game with these heaps; `None` if there are none, more than 15, or empty ones.
    pub fn new(heaps: &[u8], misere: bool) -> Option<Nim> {
        let mut all = [0; MOST_HEAPS];
        let count = heaps.len();
        all.get_mut(..count)?.copy_from_slice(heaps);
        (count > 0 && !heaps.contains(&0)).then_some(Nim { heaps: all, count, misere })
    }

    /// The heaps at the start, as in the game's spec.
    fn sizes(&self) -> String {
        self.heaps[..self.count].iter().map(u8::to_string).collect::<Vec<_>>().join("-")
    }

    /// The player to move without a stone left has lost, or won under `misere`.
    #[inline]
    fn result(&self, board: &Board) -> Option<Value> {
        let mover = usize::from(board.mover);
        let winner = if self.misere { mover } else { other(mover) };
        board.heaps.iter().all(|&stones| stones == 0).then(|| won_by(winner))
    }

    fn read(&self, rows: &[&str]) -> Result<Board, NotationError> {
        let (rows, mover) = read_to_move(rows, NAMES)?;
        let [row] = rows else {
            return Err(NotationError("there should be two rows: heaps, who is to move".into()));
        };
        let read: Option<Vec<u8>> = row.split_whitespace().map(|part| part.parse().ok()).collect();
        let full = &self.heaps[..self.count];
        let sane = |read: &Vec<u8>| {
            read.len() == self.count && read.iter().zip(full).all(|(now, then)| now <= then)
        };
        let read = read.filter(sane).ok_or_else(|| {
            let (heaps, full) = (counted(self.count, "heap"), self.sizes());
            NotationError(format!("row '{row}' should be {heaps} of at most {full} stones"))
        })?;
        let mut heaps = [0; MOST_HEAPS];
        heaps[..self.count].copy_from_slice(&read);
        Ok(Board { heaps, mover: mover as u8 })
    }
}

impl Game for Nim {
    type Position = Board;
    type Move = Take;
    type Undo = ();

    fn start(&self) -> Board {
        Board { heaps: self.heaps, mover: 0 }
    }

    fn values(&self) -> Values {
        Values::integers(-1, 1)
    }

    #[inline]
    fn expand(&self, board: &Board, moves: &mut Moves<Take>) -> Turn {
        if let Some(value) = self.result(board) {
            return Turn::Terminal(value);
        }
        for (heap, &stones) in board.heaps[..self.count].iter().enumerate() {
            moves.extend((1..=stones).map(|stones| Take { heap: heap as u8, stones }));
        }
        turn(board.mover.into())
    }

    #[inline]
    fn judge(&self, board: &Board) -> Turn {
        self.result(board).map_or(turn(board.mover.into()), Turn::Terminal)
    }

    #[inline]
    fn play(&self, board: &mut Board, take: Take) {
        board.heaps[usize::from(take.heap)] -= take.stones;
        board.mover ^= 1;
    }

    #[inline]
    fn undo(&self, board: &mut Board, take: Take, (): ()) {
        board.heaps[usize::from(take.heap)] += take.stones;
        board.mover ^= 1;
    }

    fn keys_fix_moves(&self) -> bool {
        true
    }

    /// Each heap is a digit, between zero and what it was.
    #[inline]
    fn key(&self, board: &Board) -> Option<Key> {
        let heaps = board.heaps[..self.count].iter().zip(&self.heaps);
        let number = heaps
            .fold(0, |number, (&now, &then)| number * (u128::from(then) + 1) + u128::from(now));
        Some(Key::Exact(number * 2 + u128::from(board.mover)))
    }

    fn position_of(&self, key: u128) -> Option<Board> {
        let mut digits = Digits::of(key);
        let mut board = Board { heaps: [0; MOST_HEAPS], mover: digits.take(2) as u8 };
        for (now, &then) in board.heaps[..self.count].iter_mut().zip(&self.heaps).rev() {
            *now = digits.take(u128::from(then) + 1) as u8;
        }
        digits.is_empty().then_some(board)
    }

    fn key_bits(&self) -> u32 {
        let positions: u128 = self.heaps.iter().map(|&stones| u128::from(stones) + 1).product();
        u128::BITS - (2 * positions - 1).leading_zeros()
    }

    #[inline]
    fn plies_left(&self, board: &Board) -> Option<u32> {
        Some(board.heaps.iter().map(|&stones| u32::from(stones)).sum())
    }
}

impl Knowledge<Self> for Nim {}

impl Notation for Nim {
    fn move_text(&self, _: &Board, take: Take) -> String {
        format!("{}:{}", take.heap + 1, take.stones)
    }

    fn draw(&self, board: &Board) -> String {
        let heaps: Vec<String> = board.heaps[..self.count].iter().map(u8::to_string).collect();
        format!("{}\n{}", heaps.join(" "), to_move_text(board.mover.into(), NAMES))
    }

    fn parse_drawing(&self, rows: &[&str]) -> Option<Result<Board, NotationError>> {
        Some(self.read(rows))
    }
}
