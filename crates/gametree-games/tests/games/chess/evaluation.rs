//! The evaluation: the same for both colours, and sensible.

use gametree::model::Tactics;
use gametree::{Draws, Game, Knowledge, Moves, Turn};
use gametree_games::chess::{Chess, Scale};

use super::at;

/// The position with colours exchanged, by its FEN.
fn flipped(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        let other = |c: char| {
            if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        text.chars().map(other).collect()
    };
    let rows: Vec<String> = fields[0].split('/').rev().map(swap).collect();
    let mover = if fields[1] == "w" { "b" } else { "w" };
    let mut castling: Vec<char> = swap(fields[2]).chars().collect();
    castling.sort_unstable();
    let castling: String = castling.into_iter().collect();
    let en_passant = fields[3].replace('3', "#").replace('6', "3").replace('#', "6");
    format!("{} {mover} {castling} {en_passant} {} {}", rows.join("/"), fields[4], fields[5])
}

fn value(fen: &str) -> f64 {
    let (game, position) = at(fen);
    game.evaluate(&game, &position).unwrap().get()
}

#[test]
fn both_colours_are_judged_alike() {
    let game = Chess::new();
    let mut seen = 0;
    for seed in 0..60 {
        let mut draws = Draws::new(seed);
        let (mut position, mut moves) = (game.start(), Moves::new());
        for _ in 0..100 {
            moves.clear();
            let Turn::Inner(_) = game.expand(&position, &mut moves) else { break };
            game.advance(&mut position, moves.get(draws.below(moves.len() as u64) as usize));
            let fen = game.fen(&position);
            assert_eq!(value(&fen), -value(&flipped(&fen)), "{fen}");
            seen += 1;
        }
    }
    assert!(seen > 4000);
    for fen in [
        "8/8/8/3k4/8/3K4/8/6BN w - - 0 1",
        "8/5k2/8/8/1p6/4b3/1P3B2/5K2 b - - 0 1",
        "8/8/4k3/8/8/8/3NN3/4K3 w - - 0 1",
    ] {
        assert_eq!(value(fen), -value(&flipped(fen)), "{fen}");
    }
}

#[test]
fn more_is_better() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert!(value(start).abs() < 0.01);
    for (less, more) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1", start),
        ("4k3/8/8/8/8/P7/8/4K3 w - - 0 1", "4k3/8/P7/8/8/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/PP6/4K2N w - - 0 1", "4k3/8/8/8/8/8/PP6/4K2Q w - - 0 1"),
        // Two knights cannot win, and a rook can.
        ("8/8/4k3/8/8/8/3NN3/4K3 w - - 0 1", "8/8/4k3/8/8/8/3R4/4K3 w - - 0 1"),
        // A bare king at the edge is nearer to mate than one in the middle.
        ("8/8/8/3k4/8/3K4/8/7R w - - 0 1", "3k4/8/3K4/8/8/8/8/7R w - - 0 1"),
    ] {
        assert!(value(less) < value(more), "{less}: {}, {more}: {}", value(less), value(more));
    }
}

#[test]
fn both_scales_keep_the_order_and_stay_between_loss_and_win() {
    let (linear, position) = at("4k3/8/8/8/8/8/8/QQQQKQQQ w - - 0 1");
    let sigmoid = linear.clone().scaled(Scale::Sigmoid);
    for game in [&linear, &sigmoid] {
        let value = game.evaluate(game, &position).unwrap().get();
        assert!(0.5 < value && value < 1.0, "{value}");
    }
    let (linear, position) = at("4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
    let sigmoid = linear.clone().scaled(Scale::Sigmoid);
    let [a, b] = [&linear, &sigmoid].map(|game| game.evaluate(game, &position).unwrap().get());
    assert!(0.0 < a && a < b, "{a} {b}");
    let pawns = [(&linear, a), (&sigmoid, b)].map(|(game, value)| game.centipawns(value).round());
    assert_eq!(pawns[0], pawns[1], "both are the same advantage");
}

/// Exchanges, worked out by hand.
#[test]
fn captures_promise_what_they_win() {
    for (fen, mv, wins) in [
        ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", 100),
        ("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "Rxd5", 100 - 500),
        ("3rk3/8/8/3r4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", 500 - 5),
        ("4k3/8/4p3/3n4/4P3/8/8/4K3 w - - 0 1", "exd5", 320 - 1),
        // The bishop behind the queen takes part.
        ("4k3/8/4p3/3p4/2Q5/1B6/8/4K3 w - - 0 1", "Qxd5", 100 - 950 + 100),
    ] {
        let (game, position) = at(fen);
        let step = gametree::Notation::parse_move(&game, &position, mv).unwrap();
        assert_eq!(game.gain(&game, &position, step), Some(wins), "{fen} {mv}");
    }
    let (game, position) = at("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1");
    let quiet = gametree::Notation::parse_move(&game, &position, "Rd2").unwrap();
    assert_eq!(game.gain(&game, &position, quiet), None);
}
