//! FEN, and boards as drawings.

use cozy_chess::{
    BitBoard, Board, Color, FenParseError, File, Piece, Rank, Square, get_king_moves,
};
use gametree::model::NotationError;

use crate::rules::FIFTY_MOVES;

/// Reads a FEN. The two counters at its end may be missing, as in EPD; a halfmove clock beyond fifty moves counts as fifty. In Chess960 (`shuffled`) rooks that
/// may castle are named by their files, or as the outermost ones by K and Q.
pub(super) fn read(text: &str, shuffled: bool) -> Result<Board, NotationError> {
    let wrong = |reason: String| NotationError(format!("FEN '{text}': {reason}"));
    let mut fields: Vec<&str> = text.split_whitespace().collect();
    if fields.len() == 4 {
        fields.extend(["0", "1"]);
    }
    if fields.len() != 6 {
        return Err(wrong(format!(
            "there should be six fields (board, who moves, castling, en passant, halfmove clock, move \
             number), or the first four, and there are {}",
            fields.len()
        )));
    }
    check_rows(fields[0]).map_err(wrong)?;
    let clock = check_counters(fields[4], fields[5]).map_err(wrong)?.min(FIFTY_MOVES).to_string();
    let named = if shuffled { rook_files(fields[0], fields[2]) } else { fields[2].to_string() };
    let complete = [fields[0], fields[1], &named, fields[3], &clock, fields[5]].join(" ");
    let board = Board::from_fen(&complete, shuffled);
    let board = board.and_then(|board| usual_castling(board, shuffled));
    let board = board.map_err(|e| wrong(explain(&fields, &e)))?;
    // The crate does not look at checks of one king by the other.
    let [white, black] = Color::ALL.map(|color| board.king(color));
    if get_king_moves(white).has(black) {
        return Err(wrong("the kings stand on adjacent squares".into()));
    }
    Ok(board)
}

/// Names rooks by their files: K is the outermost one on the king's right, Q on his left.
fn rook_files(board: &str, castling: &str) -> String {
    let rows: Vec<&str> = board.split('/').collect();
    let file = |side: char| -> Option<char> {
        let white = side.is_uppercase();
        let row = rows[if white { 7 } else { 0 }];
        let empty = |c: char| c.to_digit(10).map_or(c.to_string(), |n| ".".repeat(n as usize));
        let squares: Vec<char> = row.chars().map(empty).collect::<String>().chars().collect();
        let (king, rook) = if white { ('K', 'R') } else { ('k', 'r') };
        let king = squares.iter().position(|&c| c == king)?;
        let place = match side.to_ascii_lowercase() {
            'k' => squares.iter().rposition(|&c| c == rook).filter(|&place| place > king),
            _ => squares.iter().position(|&c| c == rook).filter(|&place| place < king),
        }?;
        let letter = (b'a' + place as u8) as char;
        Some(if white { letter.to_ascii_uppercase() } else { letter })
    };
    let name = |c: char| if "KQkq".contains(c) { file(c).unwrap_or(c) } else { c };
    castling.chars().map(name).collect()
}

/// In chess, kings castle from the e-file only.
fn usual_castling(board: Board, shuffled: bool) -> Result<Board, FenParseError> {
    let unusual = Color::ALL.into_iter().any(|color| {
        let rights = board.castle_rights(color);
        let some = rights.short.is_some() || rights.long.is_some();
        some && board.king(color).file() != File::E
    });
    if unusual && !shuffled { Err(FenParseError::InvalidCastlingRights) } else { Ok(board) }
}

fn check_rows(board: &str) -> Result<(), String> {
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != 8 {
        return Err(format!(
            "the board should have 8 rows with / between them, and has {}",
            rows.len()
        ));
    }
    for (row, number) in rows.iter().zip((1..=8).rev()) {
        let mut squares = 0;
        for symbol in row.chars() {
            squares += match symbol {
                '1'..='8' => symbol as usize - '0' as usize,
                'P' | 'N' | 'B' | 'R' | 'Q' | 'K' | 'p' | 'n' | 'b' | 'r' | 'q' | 'k' => 1,
                _ => {
                    return Err(format!(
                        "'{symbol}' in row {number} should be a piece (PNBRQK or pnbrqk) or a number from \
                         1 to 8"
                    ));
                }
            };
        }
        if squares != 8 {
            return Err(format!("row {number}, '{row}', should have 8 squares, and has {squares}"));
        }
    }
    Ok(())
}

/// Unless somebody claims a draw, a game goes on for 75 moves of each side without a capture or a pawn move.
const MOST_CLOCK: u8 = 150;

/// The halfmove clock, if both counters are right.
fn check_counters(clock: &str, number: &str) -> Result<u8, String> {
    if let Some(halfmoves) = clock.parse::<u8>().ok().filter(|&halfmoves| halfmoves <= MOST_CLOCK) {
        if number.parse::<u16>().is_ok_and(|number| number > 0) {
            return Ok(halfmoves);
        }
        return Err(format!("the move number '{number}' should be a whole number from 1 to 65535"));
    }
    Err(format!("the halfmove clock '{clock}' should be a whole number from 0 to {MOST_CLOCK}"))
}

fn explain(fields: &[&str], error: &FenParseError) -> String {
    match error {
        FenParseError::InvalidBoard => why_no_board(fields[0], fields[1]),
        FenParseError::InvalidSideToMove => {
            format!("'{}' should be w or b, whoever is to move", fields[1])
        }
        FenParseError::InvalidCastlingRights => format!(
            "castling '{}' should be - or some of KQkq (or files of rooks), with king and rook in their \
             places",
            fields[2]
        ),
        FenParseError::InvalidEnPassant => format!(
            "en passant '{}' should be - or the square behind a pawn that has just moved two squares",
            fields[3]
        ),
        other => other.to_string(),
    }
}

/// What is wrong with a board whose rows are well-formed.
fn why_no_board(board: &str, mover: &str) -> String {
    let colours = [("white", Color::White), ("black", Color::Black)];
    let count = |color: Color, piece: char| {
        let symbol = if color == Color::White { piece.to_ascii_uppercase() } else { piece };
        board.chars().filter(|&c| c == symbol).count()
    };
    for (name, color) in colours {
        let kings = count(color, 'k');
        if kings != 1 {
            return format!("{name} should have one king, and has {kings}");
        }
        let pawns = count(color, 'p');
        if pawns > 8 {
            return format!("{name} should have at most 8 pawns, and has {pawns}");
        }
        let pieces: usize = "pnbrqk".chars().map(|piece| count(color, piece)).sum();
        if pieces > 16 {
            return format!("{name} should have at most 16 pieces, and has {pieces}");
        }
    }
    let rows: Vec<&str> = board.split('/').collect();
    if [rows[0], rows[7]].iter().any(|row| row.contains(['p', 'P'])) {
        return "no pawn should stand on the first or the last row".into();
    }
    // The board is only invalid now if a king can be taken, or is in check by too many.
    let turned = if mover == "w" { "b" } else { "w" };
    let other = format!("{board} {turned} - - 0 1").parse::<Board>();
    match other {
        Ok(_) => {
            let idle = if mover == "w" { "black" } else { "white" };
            format!("{idle} is in check, and it is not {idle}'s move")
        }
        Err(_) => "the kings are in check in a way that no move leads to".into(),
    }
}

/// The board, with a line below it for what the board does not show.
pub(super) fn draw(board: &Board, fen: &str) -> String {
    let mut drawing = String::new();
    for &rank in Rank::ALL.iter().rev() {
        for &file in &File::ALL {
            drawing.push(symbol(board, Square::new(file, rank)));
        }
        drawing.push('\n');
    }
    let (_, rest) = fen.split_once(' ').unwrap_or_default();
    let mover = if board.side_to_move() == Color::White { "white" } else { "black" };
    let state = rest.split_once(' ').map_or("", |(_, state)| state);
    drawing + &format!("{mover} to move ({state})\n")
}

fn symbol(board: &Board, square: Square) -> char {
    let Some(piece) = board.piece_on(square) else { return '.' };
    let letter: char = piece.into();
    let white = board.colors(Color::White) & BitBoard::from(square) != BitBoard::EMPTY;
    if white { letter.to_ascii_uppercase() } else { letter }
}

/// The letter of a piece in SAN; nothing for a pawn.
pub(super) fn letter(piece: Piece) -> Option<char> {
    let letter: char = piece.into();
    (piece != Piece::Pawn).then(|| letter.to_ascii_uppercase())
}
