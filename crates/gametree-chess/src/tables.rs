//! What a piece is worth on a square, in hundredths of a pawn, early in the game and late. The tables are
//! computed from a few rules, seen from white.

use cozy_chess::{Color, Piece, Square};

/// A score early in the game (`early`) and in the endgame (`late`), packed so that one addition adds both:
/// the second in the upper half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair(i32);

impl Pair {
    pub const ZERO: Pair = Pair(0);

    #[inline(always)]
    pub const fn new(early: i32, late: i32) -> Pair {
        Pair((late << 16) + early)
    }

    #[inline(always)]
    pub const fn plus(self, other: Pair) -> Pair {
        Pair(self.0 + other.0)
    }

    #[inline(always)]
    pub const fn minus(self, other: Pair) -> Pair {
        Pair(self.0 - other.0)
    }

    #[inline(always)]
    pub const fn times(self, factor: i32) -> Pair {
        Pair(self.0 * factor)
    }

    #[inline(always)]
    pub const fn early(self) -> i32 {
        self.0 as i16 as i32
    }

    #[inline(always)]
    pub const fn late(self) -> i32 {
        // The lower half may be negative, and has then borrowed from the upper.
        (self.0 + 0x8000) >> 16
    }
}

/// Pawn, knight, bishop, rook, queen, king.
pub(super) const MATERIAL: [Pair; 6] = [
    Pair::new(85, 110),
    Pair::new(330, 305),
    Pair::new(345, 325),
    Pair::new(480, 545),
    Pair::new(985, 1010),
    Pair::new(0, 0),
];

/// How much a piece counts for the phase of the game, and the sum at the start.
pub(super) const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
pub(super) const FULL_PHASE: i32 = 24;

/// Nearness to the middle files or ranks, from 0 at the edge to 3.
const fn inner(line: i32) -> i32 {
    if line < 4 { line } else { 7 - line }
}

const KING_AT_HOME: [i32; 8] = [22, 34, 10, -14, -4, -12, 34, 22];

const fn on_square(piece: usize, file: i32, rank: i32) -> Pair {
    let (f, r) = (inner(file), inner(rank));
    match piece {
        0 => {
            let early = [0, 0, 2, 6, 14, 28, 55, 0][rank as usize];
            let late = [0, 4, 7, 13, 28, 52, 85, 0][rank as usize];
            // Pawns in the middle should go on, those in front of a castled king stay.
            let centre = match (f, rank) {
                (3, 1) => -12,
                (3, 2) => 6,
                (3, 3) => 20,
                (3, 4) => 18,
                (2, 3) => 8,
                (2, 4) => 8,
                (0 | 1, 2 | 3) => -5 * (rank - 1),
                _ => 0,
            };
            Pair::new(early + centre, late)
        }
        1 => {
            let outpost = if rank >= 3 && rank <= 5 && f >= 2 { 10 } else { 0 };
            let home = if rank == 0 { -12 } else { 0 };
            Pair::new(-40 + 11 * f + 8 * r + outpost + home, -36 + 10 * f + 9 * r)
        }
        2 => {
            let diagonal = if file == rank || file + rank == 7 { 7 } else { 0 };
            let home = if rank == 0 { -10 } else { 0 };
            Pair::new(-12 + 4 * f + 4 * r + diagonal + home, -10 + 4 * f + 4 * r)
        }
        3 => {
            let seventh = if rank == 6 { 20 } else { 0 };
            Pair::new(-6 + 4 * f + seventh, if rank >= 6 { 12 } else { 0 })
        }
        4 => Pair::new(-6 + 3 * f + 2 * r, -24 + 9 * f + 8 * r),
        _ => {
            let early = match rank {
                0 => KING_AT_HOME[file as usize],
                1 => -16 - 6 * f,
                _ => -34 - 10 * r - 6 * f,
            };
            Pair::new(early, -46 + 14 * f + 14 * r)
        }
    }
}

const fn table() -> [[Pair; 64]; 6] {
    let mut table = [[Pair::ZERO; 64]; 6];
    let mut piece = 0;
    while piece < 6 {
        let mut square = 0;
        while square < 64 {
            let placed = on_square(piece, square % 8, square / 8);
            table[piece][square as usize] = MATERIAL[piece].plus(placed);
            square += 1;
        }
        piece += 1;
    }
    table
}

static TABLE: [[Pair; 64]; 6] = table();

/// Material and place of a piece, from its owner's view.
#[inline(always)]
pub(super) fn placed(piece: Piece, square: Square, owner: Color) -> Pair {
    let from_owner = if owner == Color::White { square as usize } else { square as usize ^ 56 };
    TABLE[piece as usize][from_owner]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_keep_both_scores() {
        for (early, late) in [(0, 0), (5, -7), (-5, 7), (-300, -1), (1, -400), (-1, 0), (0, -1)] {
            let pair = Pair::new(early, late);
            assert_eq!((pair.early(), pair.late()), (early, late));
            let sum = pair.plus(Pair::new(-17, 23)).minus(Pair::new(4, -9)).times(3);
            assert_eq!((sum.early(), sum.late()), (3 * (early - 21), 3 * (late + 32)));
        }
    }
}
