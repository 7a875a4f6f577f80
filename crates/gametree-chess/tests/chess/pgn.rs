//! PGN: games written for this test.

use gametree::{Draws, Game, Moves, Notation, Turn};
use gametree_chess::Chess;
use gametree_chess::pgn::{self, Conclusion, Record};

const TWO_GAMES: &str = r#"[Event "a test; with a semicolon"]
[White "O'Neill, \"Ann\""]
[Black "Back\\slash"]
[Result "1-0"]

{before the first move} 1.e4! e5 2. Nf3 (2. f4 exf4 (2... d5!? {Falkbeer} 3. exd5) 3. Nf3) 2... Nc6 $14 ; to the end
3. Bb5 a6 {a comment
over two lines} 4.O-O
% this line is for other programs
Nf6 1-0

[Event "the second"]
[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]
[SetUp "1"]

1. O-O Ke7 2. Re1+ Kd6 1/2-1/2
"#;

#[test]
fn games_are_read_with_everything_in_them() {
    let games = pgn::read(TWO_GAMES);
    assert_eq!(games.len(), 2);
    let first = games[0].as_ref().unwrap();
    assert_eq!(first.tag("White"), Some("O'Neill, \"Ann\""));
    assert_eq!(first.tag("Black"), Some("Back\\slash"));
    assert_eq!((first.moves.len(), first.result), (8, Conclusion::White));
    assert_eq!(first.comment, "before the first move");
    assert_eq!(first.moves[0].annotations, [1]);
    assert_eq!(first.moves[2].variations.len(), 1);
    assert_eq!(first.moves[2].variations[0][1].variations[0][0].comment, "Falkbeer");
    assert_eq!(first.moves[3].annotations, [14]);
    assert_eq!(first.moves[3].comment, "to the end");
    assert_eq!(first.moves[5].comment, "a comment over two lines");
    let second = games[1].as_ref().unwrap();
    assert_eq!((second.moves.len(), second.result), (4, Conclusion::Draw));
}

#[test]
fn what_is_written_is_read_again() {
    for game in pgn::read(TWO_GAMES) {
        let game = game.unwrap();
        let text = game.to_string();
        assert!(text.lines().all(|line| line.len() < 80), "{text}");
        assert_eq!(pgn::read(&text), [Ok(game)], "{text}");
    }
}

#[test]
fn random_games_survive() {
    for seed in 0..15 {
        let game = if seed % 3 == 0 { Chess::shuffled(seed).unwrap() } else { Chess::new() };
        let mut draws = Draws::new(seed.into());
        let (mut position, mut moves, mut played) = (game.start(), Moves::new(), Vec::new());
        while let (Turn::Inner(_), true) = (game.expand(&position, &mut moves), played.len() < 120)
        {
            let step = moves.get(draws.below(moves.len() as u64) as usize);
            game.advance(&mut position, step);
            played.push(step);
            moves.clear();
        }
        let mut record = Record::new(played, Conclusion::Unknown);
        if seed % 3 == 0 {
            record.tags.push(("FEN".into(), game.fen(&game.start())));
            record.tags.push(("Variant".into(), "Chess960".into()));
        }
        assert_eq!(pgn::read(&record.to_string()), [Ok(record)]);
    }
}

/// The games of a file of your own: `GAMETREE_PGN=FILE`.
#[test]
fn games_of_a_file_survive() {
    let Some(path) = std::env::var_os("GAMETREE_PGN") else {
        println!("SKIPPED: GAMETREE_PGN names no file");
        return;
    };
    let text = std::fs::read(path).unwrap();
    let games = pgn::read(&String::from_utf8_lossy(&text));
    assert!(!games.is_empty());
    for game in games {
        let game = game.unwrap();
        assert_eq!(pgn::read(&game.to_string()), [Ok(game.clone())]);
        let (chess, mut position) = game.start().unwrap();
        for played in &game.moves {
            let (fen, san) = (chess.fen(&position), chess.move_text(&position, played.step));
            let again = chess.parse_position(&fen).unwrap();
            assert_eq!(chess.fen(&again), fen);
            assert_eq!(chess.parse_move(&again, &san), Ok(played.step), "{fen}: {san}");
            chess.advance(&mut position, played.step);
        }
    }
}

fn error(text: &str) -> String {
    let errors: Vec<String> =
        pgn::read(text).into_iter().filter_map(|game| game.err().map(|e| e.to_string())).collect();
    errors.join("; ")
}

#[test]
fn bad_games_are_named_and_skipped() {
    let three = "[Event \"one\"]\n\n1. e4 e5 *\n\n[Event \"two\"]\n\n1. e4 e5 2. Ke3 *\n\n[Event \"three\"]\n\n1. d4 *\n";
    let games = pgn::read(three);
    assert_eq!(games.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!(error(three), "game 2, line 7: move 2: 'Ke3' is not a legal move here");
    for (text, why) in [
        ("1. e4 e5", "the game has no end"),
        ("1. e4 {what", "a comment has no end"),
        ("1. e4 (1. d4 *", "a variation has no end"),
        ("1. e4 ) *", ") should end a variation"),
        ("( 1. e4 ) *", "a variation should follow a move"),
        ("1. e4 $999 *", "$ should be followed by a number"),
        ("[White Ada]\n\n1. e4 *", "a tag should be of the form"),
        ("[FEN \"8/8\"]\n\n1. e4 *", "six fields"),
        ("1. Nd2 *", "is not a legal move"),
        ("[White \"a\"]\n1. e4", "the game has no end"),
    ] {
        assert!(error(text).contains(why), "{text}: {}", error(text));
    }
    assert!(pgn::read("").is_empty() && pgn::read(" \n\n").is_empty());
    assert_eq!(pgn::read("1. e4 * 1. d4 *").len(), 2, "games without tags");
}

/// However a file is cut off or garbled, it is read to its end.
#[test]
fn truncated_and_garbled_files_do_no_harm() {
    for end in 0..TWO_GAMES.len() {
        let games = pgn::read(&TWO_GAMES[..end]);
        assert!(games.len() <= 2, "{end}");
    }
    let mut draws = Draws::new(3);
    for _ in 0..500 {
        let mut bytes: Vec<u8> = TWO_GAMES.bytes().collect();
        for _ in 0..5 {
            let at = draws.below(bytes.len() as u64) as usize;
            bytes[at] = b"[](){}$;%\"\n 1eN*"[draws.below(16) as usize];
        }
        pgn::read(&String::from_utf8_lossy(&bytes));
    }
}

/// By the Laws, a draw by repetition must be claimed; mate and dead positions end the game.
#[test]
fn a_game_may_go_on_after_a_draw_that_nobody_claimed() {
    let fro = "Nf3 Nf6 Ng1 Ng8 ";
    let game = &pgn::read(&format!("{}e4 e5 1/2-1/2", fro.repeat(2)))[0];
    assert_eq!(game.as_ref().unwrap().moves.len(), 10);
    let (rules, mut position) = game.as_ref().unwrap().start().unwrap();
    for played in &game.as_ref().unwrap().moves[..8] {
        rules.advance(&mut position, played.step);
    }
    assert_eq!(rules.judge(&position), Turn::over(0), "for a search it is over");
    assert!(pgn::read("1. f3 e5 2. g4 Qh4 3. a3 0-1")[0].is_err(), "after mate");
    let bare = "[FEN \"8/8/8/8/8/3k4/8/3K4 w - - 0 1\"]\n\n";
    assert!(pgn::read(&format!("{bare}1. Ke1 Kc3 1/2-1/2"))[0].is_err(), "bare kings");
}
