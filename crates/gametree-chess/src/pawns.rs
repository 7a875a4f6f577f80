//! What the pawns say: weak and passed ones, and the shelter of a king.

use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

use crate::tables::Pair;

/// The pawns of one side, and what follows from their places.
pub(super) struct Pawns {
    pawns: BitBoard,
    pub attacks: BitBoard,
    /// A bit for each file with a pawn.
    files: u8,
}

const NOT_FILE_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_FILE_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

impl Pawns {
    pub fn of(board: &Board, color: Color) -> Pawns {
        let pawns = board.colored_pieces(color, Piece::Pawn);
        let ahead = forward(pawns.0, color);
        let attacks = BitBoard(ahead << 1 & NOT_FILE_A | ahead >> 1 & NOT_FILE_H);
        let ranks = pawns.0.to_le_bytes();
        Pawns { pawns, attacks, files: ranks.iter().fold(0, |files, rank| files | rank) }
    }

    #[inline]
    pub fn is_on(&self, file: File) -> bool {
        self.files >> file as u8 & 1 != 0
    }

    /// The files beside one.
    fn is_beside(&self, file: File) -> bool {
        let bit = 1u8 << file as u8;
        self.files & (bit << 1 | bit >> 1) != 0
    }
}

#[inline]
fn forward(squares: u64, color: Color) -> u64 {
    if color == Color::White { squares << 8 } else { squares >> 8 }
}

/// All squares in front of one, on its file and the files beside it.
fn path(square: Square, color: Color, wide: bool) -> BitBoard {
    let own = square.file().bitboard();
    let files = if wide { own | square.file().adjacent() } else { own };
    let rank = square.rank() as u32;
    let ahead = match color {
        Color::White => u64::MAX.checked_shl(8 * (rank + 1)).unwrap_or(0),
        Color::Black => (1u64 << (8 * rank)) - 1,
    };
    files & BitBoard(ahead)
}

const ISOLATED: Pair = Pair::new(-13, -12);
const DOUBLED: Pair = Pair::new(-8, -18);
const BACKWARD: Pair = Pair::new(-7, -8);
const SUPPORTED: Pair = Pair::new(8, 7);
const PASSED: [Pair; 8] = [
    Pair::ZERO,
    Pair::new(0, 8),
    Pair::new(2, 14),
    Pair::new(8, 32),
    Pair::new(26, 62),
    Pair::new(58, 110),
    Pair::new(95, 180),
    Pair::ZERO,
];

/// The pawns of a side: isolated, doubled, backward, supported and passed ones.
pub(super) fn structure(board: &Board, color: Color, pawns: &[Pawns; 2]) -> Pair {
    let (own, other) = (&pawns[color as usize], &pawns[!color as usize]);
    let mut sum = Pair::ZERO;
    for square in own.pawns {
        let rank = square.rank().relative_to(color);
        let before = path(square, color, false);
        if !(own.pawns & before).is_empty() {
            sum = sum.plus(DOUBLED);
        }
        if own.attacks.has(square) {
            sum = sum.plus(SUPPORTED.times(1 + i32::from(rank >= Rank::Fourth)));
        } else if !own.is_beside(square.file()) {
            sum = sum.plus(ISOLATED);
        } else if is_backward(square, color, own, other) {
            sum = sum.plus(BACKWARD);
        }
        let passed =
            (other.pawns & path(square, color, true)).is_empty() && (own.pawns & before).is_empty();
        if passed {
            sum = sum.plus(PASSED[rank as usize]).plus(race(board, square, color));
        }
    }
    sum
}

/// No pawn beside it can support it, and it cannot advance.
fn is_backward(square: Square, color: Color, own: &Pawns, other: &Pawns) -> bool {
    let stop = BitBoard(forward(square.bitboard().0, color));
    let behind = path(square, !color, true) & square.file().adjacent() | beside(square);
    (own.pawns & behind).is_empty() && !(other.attacks & stop).is_empty()
}

fn beside(square: Square) -> BitBoard {
    square.file().adjacent() & square.rank().bitboard()
}

/// In the endgame a passed pawn is worth more if its own king is nearer than the other, and its way free.
fn race(board: &Board, square: Square, color: Color) -> Pair {
    let rank = square.rank().relative_to(color) as i32;
    if rank < 3 {
        return Pair::ZERO;
    }
    let stop = Square::index(if color == Color::White {
        square as usize + 8
    } else {
        square as usize - 8
    });
    let distance = |king: Square| {
        let apart = |a: i32, b: i32| (a - b).abs();
        let files = apart(king.file() as i32, stop.file() as i32);
        files.max(apart(king.rank() as i32, stop.rank() as i32))
    };
    let (own, other) = (distance(board.king(color)), distance(board.king(!color)));
    let nearness = (5 * other - 3 * own) * (rank - 2);
    let blocked = board.occupied().has(stop);
    Pair::new(
        if blocked { -6 * (rank - 2) } else { 0 },
        nearness - if blocked { 9 * (rank - 2) } else { 0 },
    )
}

/// Pawns in front of the king, early in the game.
pub(super) fn shelter(board: &Board, color: Color, pawns: &[Pawns; 2]) -> Pair {
    let king = board.king(color);
    let (own, other) = (&pawns[color as usize], &pawns[!color as usize]);
    let middle = (king.file() as usize).clamp(1, 6);
    let mut early = 0;
    for file in [middle - 1, middle, middle + 1].map(File::index) {
        let nearest = |set: BitBoard| {
            let ahead = set & file.bitboard() & path(king, color, true);
            let rank = |square: Square| (square.rank() as i32 - king.rank() as i32).abs();
            ahead.into_iter().map(rank).min()
        };
        early += match nearest(own.pawns) {
            Some(1) => 12,
            Some(2) => 6,
            Some(_) => -6,
            None => -16,
        };
        early -= match nearest(other.pawns) {
            Some(1 | 2) if !own.is_on(file) => 10,
            Some(2) => 8,
            Some(3) => 4,
            None if !own.is_on(file) => 10,
            _ => 0,
        };
    }
    Pair::new(early, 0)
}
