//! The evaluation: material and places of pieces, mobility, pawns, safety of kings, threats; all of them
//! weighted by how far the game has come. The weights were chosen by hand and not tuned.

use std::ops::ControlFlow;

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};
use gametree::model::{Glance, QUIET, THREAT, Tactics};
use gametree::{Draws, Game, Kind, Knowledge, Lead, Moves, Turn, Value};

use super::pawns::{self, Pawns};
use super::step::Step;
use super::tables::{FULL_PHASE, MATERIAL, PHASE, Pair, placed};
use super::{Chess, Position, exchange, has_moves, list};

/// How an evaluation in hundredths of a pawn becomes a value between a loss and a win.
///
/// ```
/// use gametree::{Game, Knowledge};
/// use gametree_games::chess::{Chess, Scale};
///
/// // White is a queen up.
/// let chess = Chess::from_fen("k7/8/8/8/8/8/8/KQ6 w - - 0 1").unwrap();
/// let worth = |chess: Chess| chess.evaluate(&chess, &chess.start()).unwrap().get();
/// assert!(worth(chess.clone()) < 0.5 && worth(chess.scaled(Scale::Sigmoid)) > 0.9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// In proportion, up to a hundred pawns: the rescaling of Ramanujan, Sabharwal and Selman (2011) for UCT-H.
    Linear,
    /// The score that players expect whose ratings differ by as much as the advantage: the alternative
    /// that they name.
    Sigmoid,
}

/// Hundredths of a pawn that the linear scale takes for a win.
const A_WIN: f64 = 10_000.0;
/// No advantage is as good as a win.
const ALMOST: f64 = 0.9999;

impl Scale {
    fn value(self, hundredths: i32) -> Value {
        let advantage = f64::from(hundredths);
        let value = match self {
            Scale::Linear => advantage / A_WIN,
            Scale::Sigmoid => 2.0 / (1.0 + 10f64.powf(-advantage / 400.0)) - 1.0,
        };
        Value::new(value.clamp(-ALMOST, ALMOST)).expect("it is a number")
    }

    fn hundredths(self, value: f64) -> f64 {
        let value = value.clamp(-ALMOST, ALMOST);
        match self {
            Scale::Linear => value * A_WIN,
            Scale::Sigmoid => -400.0 * (2.0 / (value + 1.0) - 1.0).log10(),
        }
    }
}

/// Mobility: usual number of squares, and what each more or less is worth.
const MOBILITY: [(i32, Pair); 6] = [
    (0, Pair::ZERO),
    (4, Pair::new(5, 4)),
    (6, Pair::new(5, 4)),
    (6, Pair::new(2, 5)),
    (12, Pair::new(1, 3)),
    (0, Pair::ZERO),
];

/// What an attack on a square beside the king weighs, by piece, and in how far attackers together are
/// dangerous, in per cent.
const ATTACK: [i32; 6] = [0, 13, 12, 18, 26, 0];
const TOGETHER: [i32; 8] = [0, 15, 55, 80, 95, 105, 110, 115];

const BISHOP_PAIR: Pair = Pair::new(28, 48);
const ROOK_ON_OPEN_FILE: Pair = Pair::new(26, 10);
const ROOK_ON_HALF_OPEN_FILE: Pair = Pair::new(12, 8);
/// A piece that a pawn attacks, a rook or queen that a knight or bishop attacks, an unprotected piece that
/// anything attacks.
const BY_PAWN: Pair = Pair::new(48, 36);
const BY_MINOR: Pair = Pair::new(34, 28);
const UNPROTECTED: Pair = Pair::new(20, 22);
const TO_MOVE: i32 = 14;

/// What one side attacks.
struct Attacks {
    by_pawns: BitBoard,
    by_minors: BitBoard,
    all: BitBoard,
}

/// The evaluation from white's view, in hundredths of a pawn.
pub(super) fn evaluate(board: &Board) -> i32 {
    let mut sum = Pair::ZERO;
    let mut phase = 0;
    for color in Color::ALL {
        let sign = if color == Color::White { 1 } else { -1 };
        for piece in Piece::ALL {
            let pieces = board.colored_pieces(color, piece);
            phase += PHASE[piece as usize] * pieces.len() as i32;
            for square in pieces {
                sum = sum.plus(placed(piece, square, color).times(sign));
            }
        }
    }
    let pawns = Color::ALL.map(|color| Pawns::of(board, color));
    let (white, white_attacks) = activity(board, Color::White, &pawns);
    let (black, black_attacks) = activity(board, Color::Black, &pawns);
    sum = sum.plus(white).minus(black);
    sum = sum.plus(threats(board, Color::White, &white_attacks, &black_attacks));
    sum = sum.minus(threats(board, Color::Black, &black_attacks, &white_attacks));
    for color in Color::ALL {
        let sign = if color == Color::White { 1 } else { -1 };
        let structure = pawns::structure(board, color, &pawns);
        sum = sum.plus(structure.plus(pawns::shelter(board, color, &pawns)).times(sign));
    }
    let phase = phase.min(FULL_PHASE);
    let late = drive(board, sum.late());
    let score = (sum.early() * phase + late * (FULL_PHASE - phase)) / FULL_PHASE;
    let scaled = score * winnable(board, score) / 64;
    if board.side_to_move() == Color::White { scaled + TO_MOVE } else { scaled - TO_MOVE }
}

/// Mobility, open files and pressure on the other king.
fn activity(board: &Board, color: Color, pawns: &[Pawns; 2]) -> (Pair, Attacks) {
    let occupied = board.occupied();
    let (own, other) = (&pawns[color as usize], &pawns[!color as usize]);
    let king = board.king(!color);
    let around = get_king_moves(king) | king.bitboard();
    let free = !(board.colors(color) & (board.pieces(Piece::Pawn) | board.pieces(Piece::King)))
        & !other.attacks;
    let mut attacks =
        Attacks { by_pawns: own.attacks, by_minors: BitBoard::EMPTY, all: own.attacks };
    attacks.all |= get_king_moves(board.king(color));
    let (mut sum, mut attackers, mut weight) = (Pair::ZERO, 0, 0);
    for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
        let (usual, each) = MOBILITY[piece as usize];
        for square in board.colored_pieces(color, piece) {
            let reach = match piece {
                Piece::Knight => get_knight_moves(square),
                Piece::Bishop => get_bishop_moves(square, occupied),
                Piece::Rook => get_rook_moves(square, occupied),
                _ => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
            };
            attacks.all |= reach;
            if matches!(piece, Piece::Knight | Piece::Bishop) {
                attacks.by_minors |= reach;
            }
            sum = sum.plus(each.times((reach & free).len() as i32 - usual));
            let near = (reach & around).len() as i32;
            attackers += usize::from(near > 0);
            weight += near * ATTACK[piece as usize];
            if piece == Piece::Rook {
                sum = sum.plus(on_file(square.file(), own, other));
            }
        }
    }
    let danger = weight * TOGETHER[attackers.min(7)] / 100;
    sum = sum.plus(Pair::new(danger, danger / 8));
    if board.colored_pieces(color, Piece::Bishop).len() >= 2 {
        sum = sum.plus(BISHOP_PAIR);
    }
    (sum, attacks)
}

fn on_file(file: File, own: &Pawns, other: &Pawns) -> Pair {
    match (own.is_on(file), other.is_on(file)) {
        (false, false) => ROOK_ON_OPEN_FILE,
        (false, true) => ROOK_ON_HALF_OPEN_FILE,
        _ => Pair::ZERO,
    }
}

fn threats(board: &Board, color: Color, own: &Attacks, other: &Attacks) -> Pair {
    let targets = board.colors(!color) & !board.pieces(Piece::Pawn) & !board.pieces(Piece::King);
    let heavy = targets & (board.pieces(Piece::Rook) | board.pieces(Piece::Queen));
    let count = |squares: BitBoard| squares.len() as i32;
    BY_PAWN
        .times(count(targets & own.by_pawns))
        .plus(BY_MINOR.times(count(heavy & own.by_minors & !own.by_pawns)))
        .plus(UNPROTECTED.times(count(targets & own.all & !other.all)))
}

/// The endgame against a bare king: it is driven to the edge, and to the other king.
fn drive(board: &Board, late: i32) -> i32 {
    let bare = Color::ALL.into_iter().find(|&color| board.colors(color).len() == 1);
    let Some(weak) = bare.filter(|_| board.pieces(Piece::Pawn).is_empty()) else { return late };
    let (king, hunter) = (board.king(weak), board.king(!weak));
    let distance = |a: Square, b: Square| {
        let apart = |a: i32, b: i32| (a - b).abs();
        apart(a.file() as i32, b.file() as i32).max(apart(a.rank() as i32, b.rank() as i32))
    };
    let from_middle = |line: i32| (2 * line - 7).abs() / 2;
    let edge = from_middle(king.file() as i32) + from_middle(king.rank() as i32);
    let mut push = 12 * edge + 6 * (7 - distance(king, hunter));
    let of = |piece| board.colored_pieces(!weak, piece);
    if !of(Piece::Knight).is_empty() && of(Piece::Bishop).len() == 1 {
        // Bishop and knight mate in a corner of the bishop's colour only.
        let dark = !(of(Piece::Bishop) & BitBoard::DARK_SQUARES).is_empty();
        let corners = if dark { [Square::A1, Square::H8] } else { [Square::A8, Square::H1] };
        let away = corners.map(|corner| {
            (king.file() as i32 - corner.file() as i32).abs()
                + (king.rank() as i32 - corner.rank() as i32).abs()
        });
        push += 20 * (7 - away[0].min(away[1]));
    }
    if weak == Color::Black { late + push } else { late - push }
}

/// Which part of an advantage can be hoped for, of 64.
fn winnable(board: &Board, score: i32) -> i32 {
    let strong = if score > 0 { Color::White } else { Color::Black };
    let count = |color: Color, piece: Piece| board.colored_pieces(color, piece).len() as i32;
    let worth = |color: Color| {
        let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
        pieces.map(|p| count(color, p) * MATERIAL[p as usize].late()).iter().sum::<i32>()
    };
    if count(strong, Piece::Pawn) == 0 {
        let (more, less) = (worth(strong), worth(!strong));
        let two_knights = more <= 2 * MATERIAL[1].late() && count(strong, Piece::Knight) == 2;
        return match () {
            () if more <= MATERIAL[2].late() => 2,
            () if two_knights && count(!strong, Piece::Pawn) == 0 => 4,
            () if more - less <= MATERIAL[2].late() => 12,
            () => 64,
        };
    }
    let minors = |color| count(color, Piece::Knight) + count(color, Piece::Bishop);
    let heavy = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let bishops = board.pieces(Piece::Bishop);
    let opposite = bishops.len() == 2 && (bishops & BitBoard::DARK_SQUARES).len() == 1;
    let one_each = Color::ALL.iter().all(|&c| minors(c) == 1 && count(c, Piece::Bishop) == 1);
    if opposite && one_each && heavy.is_empty() { 34 } else { 64 }
}

/// Moves that take something or make a queen, with what they seem to win.
#[inline]
fn gain(board: &Board, step: Step) -> Option<i32> {
    let them = board.colors(!board.side_to_move());
    let (from, to) = (step.from(), step.to());
    if !them.has(to) {
        let is_pawn = board.pieces(Piece::Pawn).has(from);
        return match step.promotion() {
            Some(Piece::Queen) => Some(exchange::gain(board, step)),
            Some(_) => None,
            None if is_pawn && from.file() != to.file() => Some(0),
            None => None,
        };
    }
    if matches!(step.promotion(), Some(piece) if piece != Piece::Queen) {
        return None;
    }
    Some(exchange::quick_gain(board, step))
}

/// The squares that forcing moves of a piece lead to.
#[inline]
fn forcing_targets(board: &Board) -> (BitBoard, BitBoard) {
    let color = board.side_to_move();
    let them = board.colors(!color);
    let mut for_pawns = them | Rank::Eighth.relative_to(color).bitboard();
    if let Some(file) = board.en_passant() {
        for_pawns |= Square::new(file, Rank::Sixth.relative_to(color)).bitboard();
    }
    (them, for_pawns)
}

impl Chess {
    /// The value of a position that lies between a loss and a win, in hundredths of a pawn.
    pub fn centipawns(&self, value: f64) -> f64 {
        self.scale.hundredths(value)
    }
}

impl Knowledge<Self> for Chess {
    fn is_costly(&self, _: &Self) -> bool {
        true
    }

    #[inline]
    fn evaluate(&self, _: &Self, position: &Position) -> Option<Value> {
        Some(self.scale.value(evaluate(position.board())))
    }

    /// The most promising captures first, then quiet moves, then captures that lose something.
    #[inline]
    fn rank(&self, _: &Self, position: &Position, step: Step) -> i32 {
        gain(position.board(), step).map_or(0, |gain| if gain >= 0 { -1 - gain } else { -gain })
    }

    /// A capture that wins something, if a random one does; otherwise a random move.
    fn likely_move(
        &self,
        game: &Self,
        position: &Position,
        moves: &mut Moves<Step>,
        draws: &mut Draws,
    ) -> ControlFlow<Value, Step> {
        moves.clear();
        if let Turn::Terminal(value) = game.expand(position, moves) {
            return ControlFlow::Break(value);
        }
        let any = |draws: &mut Draws| moves.get(draws.below(moves.len() as u64) as usize);
        let first = any(draws);
        let wins = |step: Step| gain(position.board(), step).is_some_and(|gain| gain > 0);
        let tries = (0..2).map(|_| any(draws)).collect::<Vec<_>>();
        ControlFlow::Continue(tries.into_iter().find(|&step| wins(step)).unwrap_or(first))
    }

    fn lead(&self, _: &Self, prospect: f64) -> Option<Lead> {
        let value = 2.0 * prospect - 1.0;
        (value.abs() < ALMOST).then(|| Lead::new(self.centipawns(value) / 100.0, "pawn", "pawns"))
    }

    /// A pawn.
    fn margin(&self, _: &Self) -> f64 {
        self.scale.value(100).get()
    }

    fn tactics(&self) -> &impl Tactics<Self> {
        self
    }
}

impl Tactics<Self> for Chess {
    #[inline]
    fn gain(&self, _: &Self, position: &Position, step: Step) -> Option<i32> {
        gain(position.board(), step)
    }

    #[inline]
    fn is_urgent(&self, _: &Self, position: &Position) -> bool {
        !position.board().checkers().is_empty()
    }

    /// Not in check, and not in endgames of kings and pawns, where zugzwang is common.
    fn pass(&self, _: &Self, position: &Position) -> Option<Position> {
        let board = position.board();
        let quiet = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
        let pieces = board.colors(board.side_to_move()) & !quiet;
        if pieces.is_empty() { None } else { position.passed() }
    }

    /// The board without the past; near the fiftieth move the clock counts.
    #[inline]
    fn sketch(&self, _: &Self, position: &Position) -> Option<u64> {
        let board = position.board();
        let late = u64::from(board.halfmove_clock().saturating_sub(80) / 4);
        Some(board.hash() ^ late.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// A position that has occurred before counts as a draw.
    #[inline]
    fn glance(&self, _: &Self, position: &Position) -> Glance {
        let board = position.board();
        let drawn = self.is_drawn(position) || position.occurrences_before(1) > 0;
        // Mate by the last move comes before the draws.
        let drawn = drawn && has_moves(board);
        Glance {
            kind: if board.side_to_move() == Color::White { Kind::Max } else { Kind::Min },
            settled: drawn.then_some(Value::ZERO),
            urgent: !board.checkers().is_empty(),
            sketch: self.sketch(self, position),
        }
    }

    #[inline]
    fn survey(
        &self,
        _: &Self,
        position: &Position,
        only_forcing: bool,
        moves: &mut Moves<Step>,
        gains: &mut Vec<i32>,
    ) -> Turn {
        let board = position.board();
        gains.clear();
        if only_forcing {
            list_forcing(board, moves);
        } else {
            list(board, moves);
        }
        let has_moves = !moves.is_empty() || has_moves(board);
        let verdict = self.verdict(position, has_moves);
        if let Turn::Terminal(_) = verdict {
            moves.clear();
            return verdict;
        }
        let checks = Checks::of(board);
        gains.extend(moves.iter().map(|step| {
            let quiet = || if checks.given_by(board, step) { THREAT } else { QUIET };
            gain(board, step).unwrap_or_else(quiet)
        }));
        verdict
    }
}

/// Lists captures and promotions to a queen.
fn list_forcing(board: &Board, moves: &mut Moves<Step>) {
    let (them, for_pawns) = forcing_targets(board);
    board.generate_moves(|mut of_piece| {
        let is_pawn = of_piece.piece == Piece::Pawn;
        of_piece.to &= if is_pawn { for_pawns } else { them };
        let queens = |mv: &cozy_chess::Move| matches!(mv.promotion, None | Some(Piece::Queen));
        moves.extend(of_piece.into_iter().filter(queens).map(Step::new));
        false
    });
}

/// The squares from which pieces give check.
struct Checks([BitBoard; 6]);

impl Checks {
    fn of(board: &Board) -> Checks {
        let mover = board.side_to_move();
        let (king, occupied) = (board.king(!mover), board.occupied());
        let (rook, bishop) = (get_rook_moves(king, occupied), get_bishop_moves(king, occupied));
        let pawn = get_pawn_attacks(king, !mover);
        Checks([pawn, get_knight_moves(king), bishop, rook, bishop | rook, BitBoard::EMPTY])
    }

    #[inline]
    fn given_by(&self, board: &Board, step: Step) -> bool {
        let checks = |piece: Piece| self.0[piece as usize].has(step.to());
        board.piece_on(step.from()).is_some_and(checks)
    }
}
