//! FEN, SAN and moves as programs exchange them; right and wrong.

use gametree::{Draws, Game, Moves, Notation, Turn};
use gametree_chess::Chess;

use super::at;

fn error(fen: &str) -> String {
    Chess::from_fen(fen).map(|_| ()).unwrap_err().to_string()
}

#[test]
fn a_bad_fen_gets_a_line_that_says_why() {
    for (fen, why) in [
        ("", "there should be six fields"),
        ("8/8/8/8/8/8/8/8 w - -", "white should have one king, and has 0"),
        ("k7/8/8/8/8/8/8/KK6 w - - 0 1", "white should have one king, and has 2"),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "black should have one king, and has 0"),
        (
            "k7/8/8/8/8/8/K7 w - - 0 1",
            "the board should have 8 rows with / between them, and has 7",
        ),
        ("k7/8/8/9/8/8/8/K7 w - - 0 1", "'9' in row 5 should be a piece"),
        ("k7/8/8/7/8/8/8/K7 w - - 0 1", "row 5, '7', should have 8 squares, and has 7"),
        ("k7/8/8/44p/8/8/8/K7 w - - 0 1", "should have 8 squares, and has 9"),
        ("k7/8/8/8/8/8/8/K6P w - - 0 1", "no pawn should stand on the first or the last row"),
        ("k7/8/8/8/8/8/8/K6R x - - 0 1", "'x' should be w or b"),
        ("k7/8/8/8/8/8/8/R6K w - - 0 1", "black is in check, and it is not black's move"),
        ("8/8/8/4k3/5K2/8/8/8 w - - 0 1", "the kings stand on adjacent squares"),
        ("8/8/8/4k3/5K2/8/8/8 b - - 0 1", "the kings stand on adjacent squares"),
        ("k7/8/8/8/8/8/8/K6R w K - 0 1", "castling 'K' should be - or some of KQkq"),
        (
            "k7/8/8/8/8/8/8/K6R w - e3 0 1",
            "en passant 'e3' should be - or the square behind a pawn",
        ),
        ("k7/8/8/8/8/8/8/K6R w - - 151 1", "the halfmove clock '151' should be"),
        ("k7/8/8/8/8/8/8/K6R w - - x 1", "the halfmove clock 'x' should be"),
        ("k7/8/8/8/8/8/8/K6R w - - 0 0", "the move number '0' should be"),
        ("k7/8/8/8/8/8/8/K6R w - - 0 1 2", "and there are 7"),
        ("k7/pppppppp/p7/8/8/8/8/K7 w - - 0 1", "black should have at most 8 pawns, and has 9"),
        ("k7/8/8/8/8/8/8/KQ6\u{e9} w - - 0 1", "should be a piece"),
    ] {
        assert!(error(fen).contains(why), "{}", error(fen));
    }
}

#[test]
fn fens_survive() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
        "8/8/8/3k4/8/3K4/8/7R b - - 99 123",
    ] {
        let (game, position) = at(fen);
        assert_eq!(game.fen(&position), fen);
        assert_eq!(game.parse_position(fen).unwrap(), position);
    }
    let (game, position) = at("8/8/8/3k4/8/3K4/8/7R b - -");
    let (late, position_late) = at("8/8/8/3k4/8/3K4/8/7R b - - 140 123");
    assert!(late.fen(&position_late).ends_with("100 123"), "beyond fifty moves it is all one");
    assert!(game.fen(&position).ends_with("0 1"), "the counters of an EPD are those of a new game");
    // Rooks that may castle: named by side or by file.
    let named = Chess::new().as_shuffled();
    for (castling, files) in [("KQkq", "GBgb"), ("GBgb", "GBgb"), ("Kb", "Gb"), ("-", "-")] {
        let fen = |castling| format!("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w {castling} - 0 1");
        let position = named.parse_position(&fen(castling)).unwrap();
        assert_eq!(named.fen(&position), fen(files));
    }
    assert!(Chess::from_fen("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQ - 0 1").is_err(), "not in chess");
    let shuffled = Chess::shuffled(0).unwrap();
    let fen = shuffled.fen(&shuffled.start());
    assert_eq!(fen, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
    assert_eq!(shuffled.parse_position(&fen).unwrap(), shuffled.start());
}

#[test]
fn moves_are_written_as_people_do() {
    for (fen, coordinates, text) in [
        ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", "b1d2", "Nd2"),
        ("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1", "b1d2", "Nbd2"),
        ("4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1", "b1c3", "N1c3"),
        ("4k3/8/8/1N6/8/8/8/1N1NK3 w - - 0 1", "b1c3", "Nb1c3"),
        ("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 1", "e1g1", "O-O"),
        ("r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8", "O-O-O"),
        ("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"),
        ("8/3k4/8/8/4pP2/8/8/4K3 b - f3 0 1", "e4f3", "exf3"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
        // A pinned rival does not count.
        ("4k3/8/8/b7/8/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),
    ] {
        let (game, position) = at(fen);
        let step = game.parse_move(&position, coordinates).unwrap();
        assert_eq!(game.move_text(&position, step), text);
        assert_eq!(game.coordinates_of(&position, step), coordinates);
        let plain = text.trim_end_matches(['+', '#']);
        for variant in [text.to_string(), plain.to_string(), format!("{plain}!?")] {
            assert_eq!(game.parse_move(&position, &variant), Ok(step), "{variant}");
        }
    }
}

#[test]
fn castling_is_read_in_both_styles() {
    let (game, position) = at("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let step = game.parse_move(&position, "O-O").unwrap();
    for text in ["0-0", "e1g1", "e1h1"] {
        assert_eq!(game.parse_move(&position, text), Ok(step), "{text}");
    }
    let game = game.as_shuffled();
    assert_eq!(game.coordinates_of(&position, step), "e1h1");
}

#[test]
fn bad_moves_get_a_line_that_says_why() {
    let (game, position) = at("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1");
    let error = |text: &str| game.parse_move(&position, text).unwrap_err().to_string();
    assert_eq!(error("Nd2"), "'Nd2' could be any of Nbd2 and Nfd2: say which");
    assert_eq!(error("Nd5"), "'Nd5' is not a legal move here");
    assert!(error("Hello").contains("should be a move such as e4"), "{}", error("Hello"));
    assert!(error("").contains("should be a move"));
    assert!(error("é4").contains("should be a move"));
    let (game, position) = at("4k3/8/8/8/8/8/4r3/4K2R w - - 0 1");
    let error = game.parse_move(&position, "Rh2").unwrap_err().to_string();
    assert!(error.contains("the king is in check"), "{error}");
    let error = game.parse_position("Kxe2 Kd8 Kd9").unwrap_err().to_string();
    assert!(error.contains("move 3"), "{error}");
    let error = game.parse_position("8/8 w - - moves e4").unwrap_err().to_string();
    assert!(error.contains("8 rows"), "{error}");
}

/// Everything that random games write is read again.
#[test]
fn random_games_survive_in_both_notations() {
    for seed in 0..20u32 {
        let game = if seed % 2 == 0 { Chess::new() } else { Chess::shuffled(17 * seed).unwrap() };
        let mut draws = Draws::new(seed.into());
        let (mut position, mut moves) = (game.start(), Moves::new());
        let (mut san, mut plain) = (String::new(), String::new());
        for _ in 0..80 {
            moves.clear();
            let Turn::Inner(_) = game.expand(&position, &mut moves) else { break };
            let step = moves.get(draws.below(moves.len() as u64) as usize);
            san += &(game.move_text(&position, step) + " ");
            plain += &(game.coordinates_of(&position, step) + " ");
            game.advance(&mut position, step);
            assert_eq!(
                game.parse_position(&game.fen(&position)).map(|read| game.fen(&read)),
                Ok(game.fen(&position))
            );
        }
        assert_eq!(game.parse_position(&san).unwrap(), position, "{san}");
        assert_eq!(game.parse_position(&format!("startpos moves {plain}")).unwrap(), position);
    }
}
