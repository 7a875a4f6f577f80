//! Static exchange evaluation: what a capture wins if both sides go on capturing on its square, the least
//! valuable piece first, and stop when that is better.

use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};

use crate::step::Step;

/// Pawn, knight, bishop, rook, queen, king, in hundredths of a pawn.
const WORTH: [i32; 6] = [100, 320, 330, 500, 950, 20_000];

fn worth(piece: Option<Piece>) -> i32 {
    piece.map_or(0, |piece| WORTH[piece as usize])
}

/// A capture of something at least as valuable as the piece that takes it wins the difference at least;
/// only the others are looked at more closely.
#[inline]
pub(super) fn quick_gain(board: &Board, step: Step) -> i32 {
    let (taken, taker) = (worth(board.piece_on(step.to())), worth(board.piece_on(step.from())));
    // Among equals the cheapest taker comes first.
    if taken >= taker { taken - taker / 100 } else { gain(board, step) }
}

/// What a move wins by exchanges on its square.
pub(super) fn gain(board: &Board, step: Step) -> i32 {
    let (from, to) = (step.from(), step.to());
    let mover = board.piece_on(from);
    let mut gains = [0; 32];
    let promoted = worth(step.promotion()) - if step.promotion().is_some() { WORTH[0] } else { 0 };
    gains[0] = worth(board.piece_on(to)) + promoted;
    // What stands on the square, and could be taken next.
    let mut standing = worth(mover) + promoted;
    let mut occupied = board.occupied() & !from.bitboard();
    let mut side = !board.side_to_move();
    let mut depth = 0;
    while let Some((piece, square)) = cheapest_attacker(board, to, side, occupied) {
        if depth == 31 {
            break;
        }
        depth += 1;
        gains[depth] = standing - gains[depth - 1];
        // Neither side gets any better from here.
        if gains[depth].max(-gains[depth - 1]) < 0 {
            break;
        }
        standing = WORTH[piece as usize];
        occupied &= !square.bitboard();
        side = !side;
    }
    while depth > 0 {
        gains[depth - 1] = -gains[depth].max(-gains[depth - 1]);
        depth -= 1;
    }
    gains[0]
}

/// The least valuable piece of a side that attacks a square, with these squares taken.
fn cheapest_attacker(
    board: &Board,
    to: Square,
    side: Color,
    occupied: BitBoard,
) -> Option<(Piece, Square)> {
    let own = board.colors(side) & occupied;
    let by = |piece: Piece, reach: BitBoard| {
        (own & board.pieces(piece) & reach).next_square().map(|square| (piece, square))
    };
    by(Piece::Pawn, get_pawn_attacks(to, !side))
        .or_else(|| by(Piece::Knight, get_knight_moves(to)))
        .or_else(|| by(Piece::Bishop, get_bishop_moves(to, occupied)))
        .or_else(|| by(Piece::Rook, get_rook_moves(to, occupied)))
        .or_else(|| by(Piece::Queen, get_bishop_moves(to, occupied) | get_rook_moves(to, occupied)))
        .or_else(|| by(Piece::King, get_king_moves(to)))
}
