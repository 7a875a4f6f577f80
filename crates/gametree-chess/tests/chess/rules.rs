//! Counts of moves as published, and the draws that rules give.

use gametree::job::AnyGame;
use gametree::{Game, Notation, Turn};
use gametree_chess::Chess;

use super::at;

fn count(game: Chess, depth: u32) -> u64 {
    AnyGame::new(game).perft(None, depth, None).unwrap().unwrap().leaves
}

/// The standard positions of the chess programming wiki, page "Perft Results".
#[test]
fn counts_are_those_published() {
    for (fen, counts) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8_902][..]),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            &[48, 2_039, 97_862],
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9_467]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379]),
        (
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            &[46, 2_079, 89_890],
        ),
    ] {
        for (depth, &leaves) in (1..).zip(counts) {
            assert_eq!(count(at(fen).0, depth), leaves, "{fen} {depth}");
        }
    }
}

#[test]
fn counts_of_chess960_are_those_published() {
    let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    for (depth, leaves) in [(1, 21), (2, 528), (3, 12_189)] {
        assert_eq!(count(Chess::shuffled_from_fen(fen).unwrap(), depth), leaves);
    }
    assert_eq!(count(Chess::shuffled(518).unwrap(), 3), 8_902, "the start of chess");
    assert!(Chess::shuffled(960).is_none());
}

/// Counting goes on after a draw by rule, as everybody counts.
#[test]
fn draws_do_not_end_the_count() {
    let bare = "k7/8/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(verdict(bare), Turn::over(0));
    assert_eq!(count(at(bare).0, 2), 3 * 3);
}

fn verdict(fen: &str) -> Turn {
    let (game, position) = at(fen);
    game.judge(&position)
}

#[test]
fn games_end_by_every_rule() {
    let draw = Turn::over(0);
    assert_eq!(verdict("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"), Turn::over(1), "mate");
    assert_eq!(verdict("k7/8/8/8/8/8/5PPP/r5K1 w - - 0 1"), Turn::over(-1), "mate");
    assert_eq!(verdict("7k/5Q2/8/8/8/8/8/K7 b - - 0 1"), draw, "stalemate");
    assert_eq!(verdict("7k/8/8/8/8/8/5R2/K7 b - - 100 90"), draw, "fifty moves");
    assert_eq!(verdict("7k/8/8/8/8/8/5R2/K7 b - - 99 90"), Turn::MIN, "not yet");
    assert_eq!(verdict("R5k1/5ppp/8/8/8/8/8/K7 b - - 100 90"), Turn::over(1), "mate comes first");
    for dead in [
        "k7/8/8/8/8/8/8/K7",
        "k7/8/8/8/8/8/8/KN6",
        "k7/8/8/8/8/8/8/K5b1",
        "k5b1/8/8/8/8/8/8/K4B2",
        "k4B2/8/8/8/8/8/8/K4B2",
    ] {
        let all_on_one_colour = dead != "k4B2/8/8/8/8/8/8/K4B2";
        let found = verdict(&format!("{dead} w - - 0 1"));
        assert_eq!(found == draw, all_on_one_colour, "{dead}");
    }
    for alive in
        ["k7/8/8/8/8/8/8/KNN5", "k6n/8/8/8/8/8/8/KN6", "k7/8/8/8/8/8/P7/K7", "kn6/8/8/8/8/8/8/K5B1"]
    {
        assert_eq!(verdict(&format!("{alive} w - - 0 1")), Turn::MAX, "{alive}");
    }
}

#[test]
fn the_third_occurrence_is_a_draw() {
    let game = Chess::new();
    let there_and_back = "Nf3 Nf6 Ng1 Ng8 ";
    let once = game.parse_position(there_and_back).unwrap();
    assert_eq!(game.judge(&once), Turn::MAX, "the start has occurred twice");
    let twice = game.parse_position(&there_and_back.repeat(2)).unwrap();
    assert_eq!(game.judge(&twice), Turn::over(0));
    assert!(game.parse_position(&(there_and_back.repeat(2) + "e4")).is_err(), "it is over");
}

/// A position in which a pawn could be taken in passing is another one, but only if it could.
#[test]
fn en_passant_and_castling_tell_positions_apart() {
    let verdict = |fen: &str, moves: &str| {
        let game = Chess::from_fen(fen).unwrap();
        game.judge(&game.parse_position(moves).unwrap())
    };
    let kings = " Kf8 Kf1 Ke8 Ke1";
    // After e4 black may take on e3, and later not: the first occurrence is another position.
    let taking = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    assert_eq!(verdict(taking, &format!("e4{}", kings.repeat(2))), Turn::MIN);
    assert_eq!(verdict(taking, &format!("e4{} Kf8", kings.repeat(2))), Turn::over(0));
    // Without a pawn beside it nothing can be taken, whatever the FEN says.
    let alone = "4k3/8/8/8/2p5/8/4P3/4K3 w - - 0 1";
    assert_eq!(verdict(alone, &format!("e4{}", kings.repeat(2))), Turn::over(0));
    // The right to castle is lost with the first move of the king.
    let white_first = " Kf1 Kf8 Ke1 Ke8";
    let rook = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    assert_eq!(verdict(rook, &white_first.repeat(2)), Turn::MAX);
    assert_eq!(verdict(rook, &format!("{} Kf1", white_first.repeat(2))), Turn::over(0));
}
