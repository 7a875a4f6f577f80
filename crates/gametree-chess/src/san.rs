//! Moves as people write them (SAN) and as programs exchange them.

use cozy_chess::{Board, File, Move as CozyMove, Piece, Rank, Square};
use gametree::model::NotationError;

use crate::fen::letter;
use crate::rules::has_moves;
use crate::step::Step;

/// All legal moves.
fn legal(board: &Board) -> Vec<CozyMove> {
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        moves.extend(of_piece);
        false
    });
    moves
}

fn is_castling(board: &Board, mv: CozyMove) -> bool {
    board.colors(board.side_to_move()).has(mv.to)
}

fn is_capture(board: &Board, mv: CozyMove) -> bool {
    let taken = board.colors(!board.side_to_move()).has(mv.to);
    let pawn = board.pieces(Piece::Pawn).has(mv.from);
    taken || pawn && mv.from.file() != mv.to.file()
}

/// The king's square after castling.
fn castled(mv: CozyMove) -> Square {
    let file = if mv.from.file() < mv.to.file() { File::G } else { File::C };
    Square::new(file, mv.from.rank())
}

/// The move in SAN, with + and #.
pub(super) fn write(board: &Board, step: Step) -> String {
    let mv = step.to_move();
    let mut after = board.clone();
    after.play_unchecked(mv);
    let mark = match (after.checkers().is_empty(), has_moves(&after)) {
        (true, _) => "",
        (false, true) => "+",
        (false, false) => "#",
    };
    without_mark(board, mv, &legal(board)) + mark
}

fn without_mark(board: &Board, mv: CozyMove, legal: &[CozyMove]) -> String {
    if is_castling(board, mv) {
        return if castled(mv).file() == File::G { "O-O".into() } else { "O-O-O".into() };
    }
    let piece = board.piece_on(mv.from).expect("a piece moves");
    let mut text = String::new();
    match letter(piece) {
        Some(letter) => {
            text.push(letter);
            text += &origin(board, mv, piece, legal);
        }
        None if is_capture(board, mv) => text.push(mv.from.file().into()),
        None => (),
    }
    if is_capture(board, mv) {
        text.push('x');
    }
    text += &mv.to.to_string();
    if let Some(letter) = mv.promotion.and_then(letter) {
        text.push('=');
        text.push(letter);
    }
    text
}

/// The file, the rank or the square that tells a piece from others of its kind that could move there.
fn origin(board: &Board, mv: CozyMove, piece: Piece, legal: &[CozyMove]) -> String {
    let rivals = || {
        legal.iter().filter(|other| {
            let same = other.to == mv.to && other.from != mv.from;
            same && board.pieces(piece).has(other.from) && !is_castling(board, **other)
        })
    };
    if rivals().next().is_none() {
        String::new()
    } else if rivals().all(|other| other.from.file() != mv.from.file()) {
        char::from(mv.from.file()).into()
    } else if rivals().all(|other| other.from.rank() != mv.from.rank()) {
        char::from(mv.from.rank()).into()
    } else {
        mv.from.to_string()
    }
}

/// The move as programs exchange it.
pub(super) fn coordinates(board: &Board, step: Step, shuffled: bool) -> String {
    let mv = step.to_move();
    let to = if is_castling(board, mv) && !shuffled { castled(mv) } else { mv.to };
    CozyMove { to, ..mv }.to_string()
}

/// Reads a move in SAN, which may leave out marks, or as programs exchange it.
pub(super) fn read(board: &Board, text: &str, shuffled: bool) -> Result<Step, NotationError> {
    let legal = legal(board);
    let by_coordinates = legal.iter().map(|&mv| Step::new(mv)).find(|&step| {
        // Castling may be written as the king's move to his rook, too.
        [shuffled, true].iter().any(|&style| coordinates(board, step, style) == text)
    });
    if let Some(step) = by_coordinates {
        return Ok(step);
    }
    let illegal = |why: &str| NotationError(format!("'{text}' is not a legal move here{why}"));
    let pattern = Pattern::read(text).ok_or_else(|| {
        NotationError(format!("'{text}' should be a move such as e4, Nbd2, exd8=Q, O-O or e2e4"))
    })?;
    let fitting: Vec<CozyMove> =
        legal.iter().copied().filter(|&mv| pattern.fits(board, mv)).collect();
    match fitting[..] {
        [mv] => Ok(Step::new(mv)),
        [] if board.checkers().is_empty() => Err(illegal("")),
        [] => Err(illegal(" (the king is in check)")),
        _ => {
            let texts: Vec<String> =
                fitting.iter().map(|&mv| without_mark(board, mv, &legal)).collect();
            Err(NotationError(format!(
                "'{text}' could be any of {}: say which",
                texts.join(" and ")
            )))
        }
    }
}

/// What a text in SAN says of a move.
#[derive(Debug, PartialEq)]
enum Pattern {
    Castling(File),
    Move {
        piece: Piece,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<Piece>,
    },
}

impl Pattern {
    fn read(text: &str) -> Option<Pattern> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        let text = text.strip_suffix("e.p.").unwrap_or(text).trim_end();
        match text {
            "O-O" | "0-0" | "o-o" => return Some(Pattern::Castling(File::G)),
            "O-O-O" | "0-0-0" | "o-o-o" => return Some(Pattern::Castling(File::C)),
            _ => (),
        }
        let mut symbols: Vec<char> =
            text.chars().filter(|c| !matches!(c, 'x' | '-' | ':')).collect();
        let promotion = match symbols.last()? {
            'N' | 'B' | 'R' | 'Q' => {
                let piece = piece_of(symbols.pop()?)?;
                if symbols.last() == Some(&'=') {
                    symbols.pop();
                }
                Some(piece)
            }
            _ => None,
        };
        let piece = symbols.first().and_then(|&symbol| piece_of(symbol));
        if piece.is_some() {
            symbols.remove(0);
        }
        let (rank, file) = (symbols.pop()?, symbols.pop()?);
        let to = Square::new(file.try_into().ok()?, rank.try_into().ok()?);
        let (mut file, mut rank) = (None, None);
        for symbol in symbols {
            match (File::try_from(symbol), Rank::try_from(symbol)) {
                (Ok(found), _) if file.is_none() && rank.is_none() => file = Some(found),
                (_, Ok(found)) if rank.is_none() => rank = Some(found),
                _ => return None,
            }
        }
        Some(Pattern::Move { piece: piece.unwrap_or(Piece::Pawn), file, rank, to, promotion })
    }

    fn fits(&self, board: &Board, mv: CozyMove) -> bool {
        match *self {
            Pattern::Castling(file) => is_castling(board, mv) && castled(mv).file() == file,
            Pattern::Move { piece, file, rank, to, promotion } => {
                !is_castling(board, mv)
                    && board.pieces(piece).has(mv.from)
                    && mv.to == to
                    && mv.promotion == promotion
                    && file.is_none_or(|file| mv.from.file() == file)
                    && rank.is_none_or(|rank| mv.from.rank() == rank)
            }
        }
    }
}

fn piece_of(letter: char) -> Option<Piece> {
    match letter {
        'N' => Some(Piece::Knight),
        'B' => Some(Piece::Bishop),
        'R' => Some(Piece::Rook),
        'Q' => Some(Piece::Queen),
        'K' => Some(Piece::King),
        _ => None,
    }
}
