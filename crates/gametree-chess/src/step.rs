//! A move of chess in 15 bits.

use cozy_chess::{Move as CozyMove, Piece, Square};
use gametree::model::Move;

/// A move: its squares, and the piece that a pawn becomes. Castling is the king's move to the square of his
/// rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step(u16);

const PROMOTIONS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

impl Step {
    #[inline(always)]
    pub(super) fn new(mv: CozyMove) -> Step {
        // Knight to queen are 1 to 4 in the order of pieces.
        let becomes = mv.promotion.map_or(0, |piece| piece as u16);
        Step(mv.from as u16 | (mv.to as u16) << 6 | becomes << 12)
    }

    #[inline(always)]
    pub(super) fn to_move(self) -> CozyMove {
        CozyMove { from: self.from(), to: self.to(), promotion: self.promotion() }
    }

    #[inline(always)]
    pub(super) fn from(self) -> Square {
        Square::index_const(self.0 as usize & 63)
    }

    #[inline(always)]
    pub(super) fn to(self) -> Square {
        Square::index_const(self.0 as usize >> 6 & 63)
    }

    #[inline(always)]
    pub(super) fn promotion(self) -> Option<Piece> {
        let becomes = self.0 as usize >> 12;
        becomes.checked_sub(1).map(|number| PROMOTIONS[number])
    }
}

impl Move for Step {
    #[inline(always)]
    fn code(self) -> u32 {
        self.0.into()
    }

    #[inline(always)]
    fn from_code(code: u32) -> Step {
        Step(code as u16)
    }
}
