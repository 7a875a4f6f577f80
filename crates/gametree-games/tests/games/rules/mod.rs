//! The rules of the games against rules written a second time, and against counted sequences of
//! moves.

mod breakthrough;
mod cops;
mod domineering;
mod dots;
mod ewn;
mod hex;
mod kalah;
mod mnk;
mod othello;
mod pig;
mod slow;

use std::collections::HashMap;

use breakthrough::SlowBreakthrough;
use cops::SlowCops;
use domineering::SlowDomineering;
use dots::{SlowDots, from_the_end};
use ewn::SlowEwn;
use gametree::exact::Minimax;
use gametree::{Game, Moves, Notation, Search, Turn};
use gametree_games::breakthrough::Breakthrough;
use gametree_games::chance::Chance;
use gametree_games::connect4::Connect4;
use gametree_games::cops::{Cops, Placement};
use gametree_games::domineering::Domineering;
use gametree_games::dots::Dots;
use gametree_games::ewn::Ewn;
use gametree_games::hex::Hex;
use gametree_games::kalah::Kalah;
use gametree_games::mnk::Mnk;
use gametree_games::nim::Nim;
use gametree_games::othello::Othello;
use gametree_games::pig::Pig;
use gametree_games::tictactoe::TicTacToe;
use hex::SlowHex;
use kalah::SlowKalah;
use mnk::SlowMnk;
use othello::SlowOthello;
use pig::SlowPig;
use slow::{Slow, agree, slow_perft, slow_value};

/// The number of move sequences of this length from the start. Games that have ended before do not
/// count.
fn perft<G: Game>(game: &G, position: &mut G::Position, plies: u32) -> u64 {
    if plies == 0 {
        return 1;
    }
    let mut moves = Moves::new();
    game.expand(position, &mut moves);
    let mut count = 0;
    for mv in moves.iter() {
        let undo = game.play(position, mv);
        count += perft(game, position, plies - 1);
        game.undo(position, mv, undo);
    }
    count
}

/// Counts, one for each number of plies from one on.
fn counts<G: Game>(game: &G, golden: &[u64]) {
    for (plies, &right) in (1..).zip(golden) {
        assert_eq!(perft(game, &mut game.start(), plies), right, "{plies} plies");
    }
}

/// The same counts from both rules, where the slow one can, and the same games. (Counts without a
/// source below are those of both.)
fn both<G: Notation, S: Slow>(game: &G, slow: &S, golden: &[u64])
where
    G::Position: std::fmt::Debug,
{
    counts(game, golden);
    for (plies, &right) in (1..).zip(golden).take_while(|(_, count)| **count < 20_000) {
        assert_eq!(slow_perft(slow, plies), right, "{plies} plies, slowly");
    }
    agree(game, slow, 60);
}

/// How many games there are.
fn games<G: Game>(game: &G, position: &G::Position) -> u64 {
    let mut moves = Moves::new();
    if let Turn::Terminal(_) = game.expand(position, &mut moves) {
        return 1;
    }
    let child = |mv: G::Move| {
        let mut child = position.clone();
        game.play(&mut child, mv);
        games(game, &child)
    };
    moves.iter().map(child).sum()
}

/// Published counts: 255168 games, and how many of them go on after each ply.
#[test]
fn tictactoe_is_right() {
    let golden = [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872];
    counts(&TicTacToe, &golden);
    assert_eq!(games(&TicTacToe, &TicTacToe.start()), 255_168);
    let mnk = Mnk::new(3, 3, 3).unwrap();
    both(&mnk, &SlowMnk::new(3, 3, 3), &golden);
    assert_eq!(games(&mnk, &mnk.start()), 255_168);
}

#[test]
fn mnk_is_right() {
    let golden = [16, 240, 3_360, 43_680, 524_160, 5_518_656];
    both(&Mnk::new(4, 4, 3).unwrap(), &SlowMnk::new(4, 4, 3), &golden);
    for (m, n, k) in [(5, 4, 4), (8, 8, 5), (3, 7, 3), (26, 2, 6), (1, 9, 3), (6, 6, 6), (7, 9, 2)]
    {
        agree(&Mnk::new(m, n, k).unwrap(), &SlowMnk::new(m as usize, n as usize, k as i32), 60);
    }
}

/// Published counts (John Tromp).
#[test]
fn connect4_is_right() {
    let golden = [7, 49, 343, 2_401, 16_807, 117_649, 823_536];
    counts(&Connect4::new(7, 6).unwrap(), &golden);
}

#[test]
fn kalah_is_right() {
    let golden = [6, 35, 185, 942, 4_690, 23_233, 114_430];
    both(&Kalah::new(6, 4, false).unwrap(), &SlowKalah::new(6, 4, false), &golden);
    let golden = [3, 8, 19, 48, 120, 280, 610, 1_276, 2_530];
    both(&Kalah::new(3, 3, true).unwrap(), &SlowKalah::new(3, 3, true), &golden);
    for empty_capture in [false, true] {
        for (pits, seeds) in [(6, 6), (1, 1), (2, 20), (1, 9), (9, 14), (4, 3)] {
            let game = Kalah::new(pits, seeds, empty_capture).unwrap();
            agree(&game, &SlowKalah::new(pits as usize, seeds, empty_capture), 60);
        }
    }
}

/// The counts of 8x8 are published.
#[test]
fn breakthrough_is_right() {
    let golden = [22, 484, 11_132, 256_036];
    both(&Breakthrough::new(8, 8).unwrap(), &SlowBreakthrough::new(8, 8), &golden);
    let golden = [7, 49, 375, 2_763, 22_102, 170_740, 1_319_558];
    both(&Breakthrough::new(3, 6).unwrap(), &SlowBreakthrough::new(3, 6), &golden);
    for (columns, rows) in [(2, 4), (4, 5), (12, 5), (2, 26)] {
        let slow = SlowBreakthrough::new(columns as usize, rows as usize);
        agree(&Breakthrough::new(columns, rows).unwrap(), &slow, 60);
    }
}

/// The counts of 8x8 are published.
#[test]
fn othello_is_right() {
    let golden = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216];
    both(&Othello::new(8).unwrap(), &SlowOthello::new(8), &golden);
    let golden = [4, 12, 56, 244, 1_364, 7_604, 47_740];
    both(&Othello::new(6).unwrap(), &SlowOthello::new(6), &golden);
    let golden = [4, 12, 44, 128, 424, 1_256, 3_624, 9_112, 20_032, 36_412, 50_268, 55_112];
    both(&Othello::new(4).unwrap(), &SlowOthello::new(4), &golden);
}

#[test]
fn domineering_is_right() {
    let golden = [56, 2_940, 146_580, 6_823_548];
    both(&Domineering::new(8, 8).unwrap(), &SlowDomineering::new(8, 8), &golden);
    let golden = [12, 108, 756, 3_628, 11_904, 20_736, 18_720, 9_216];
    both(&Domineering::new(4, 4).unwrap(), &SlowDomineering::new(4, 4), &golden);
    for (rows, columns) in [(1, 6), (6, 1), (5, 7), (3, 20), (20, 3)] {
        let slow = SlowDomineering::new(rows as usize, columns as usize);
        agree(&Domineering::new(rows, columns).unwrap(), &slow, 60);
    }
}

/// Rows, columns, and what the first player wins more than the second.
const VALUES_OF_DOTS: [(usize, usize, i32); 6] =
    [(1, 1, -1), (1, 2, 0), (2, 1, 0), (1, 3, -1), (2, 2, 2), (2, 3, -2)];

/// Lines can be drawn in any order: 12 factorial games on 2x2.
#[test]
fn dots_are_right() {
    let golden = [12, 132, 1_320, 11_880, 95_040, 665_280];
    both(&Dots::new(2, 2).unwrap(), &SlowDots::new(2, 2), &golden);
    for (rows, columns) in [(1, 1), (1, 6), (6, 1), (2, 3), (5, 5), (7, 7), (1, 25), (25, 1)] {
        let slow = SlowDots::new(rows as usize, columns as usize);
        agree(&Dots::new(rows, columns).unwrap(), &slow, 60);
    }
}

/// By the slow rules with all their scores, and from the end, where no score is kept.
#[test]
fn small_boards_of_dots_have_their_values() {
    for (rows, columns, right) in VALUES_OF_DOTS {
        assert_eq!(from_the_end(rows, columns), right, "{rows}x{columns}");
        let game = Dots::new(rows as u32, columns as u32).unwrap();
        if rows * columns <= 3 {
            same_value(&game, &SlowDots::new(rows, columns));
        }
        if rows * columns <= 4 {
            let value = slow_value(&SlowDots::new(rows, columns), &mut HashMap::new());
            assert_eq!(value, f64::from(right), "{rows}x{columns}, slowly");
        }
    }
}

#[test]
fn hex_is_right() {
    let golden = [9, 72, 504, 3_024];
    both(&Hex::new(3).unwrap(), &SlowHex::new(3), &golden);
    for side in [1, 2, 4, 5, 8] {
        agree(&Hex::new(side).unwrap(), &SlowHex::new(side as usize), 60);
    }
}

/// Which first moves win: verified here by the slow rules, and by search on larger boards in
/// `values.rs`.
#[test]
fn small_boards_of_hex_have_their_openings() {
    for (side, right) in [(1, "X"), (2, ".X/X."), (3, "..X/XXX/X..")] {
        let slow = SlowHex::new(side);
        let won = |mv: String| {
            let mut child = slow.clone();
            child.play(&mv);
            slow_value(&child, &mut HashMap::new()) == 1.0
        };
        let openings: Vec<bool> = slow.moves().into_iter().map(won).collect();
        let right: Vec<bool> = right.replace('/', "").chars().map(|c| c == 'X').collect();
        assert_eq!(openings, right, "{side}");
    }
    same_value(&Hex::new(3).unwrap(), &SlowHex::new(3));
}

#[test]
fn nim_is_right() {
    counts(&Nim::new(&[3, 5, 7], false).unwrap(), &[15, 176, 1_588, 10_986, 58_982]);
}

/// Outcomes of the die are counted as moves.
#[test]
fn pig_is_right() {
    let golden = [1, 6, 11, 41, 90, 259, 598, 1_371, 3_504];
    both(&Pig::new(10, 6, None).unwrap(), &SlowPig::new(10, 6, None), &golden);
    let golden = [1, 3, 5, 11, 17, 27, 48, 70, 76, 68, 56, 40];
    both(&Pig::new(4, 3, Some(3)).unwrap(), &SlowPig::new(4, 3, Some(3)), &golden);
    for (goal, sides, turns) in [(1, 2, None), (100, 6, None), (50, 10, Some(7)), (6, 4, Some(9))] {
        let slow = SlowPig::new(goal.into(), sides.into(), turns.map(u32::from));
        agree(&Pig::new(goal, sides, turns).unwrap(), &slow, 60);
    }
}

#[test]
fn ewn_is_right() {
    let five = SlowEwn::new(&["123..", "45...", "6...F", "...ED", "..CBA"], 6);
    let golden = [6, 18, 108, 324, 1_944, 6_162];
    both(&Ewn::new(5).unwrap(), &five, &golden);
    agree(&Ewn::new(5).unwrap(), &five, 500);
    let three = SlowEwn::new(&["12.", "3.C", ".BA"], 3);
    let golden = [3, 9, 27, 84, 252, 727, 2_043, 5_934, 16_395, 40_847];
    both(&Ewn::new(3).unwrap(), &three, &golden);
    agree(&Ewn::new(3).unwrap(), &three, 500);
}

#[test]
fn cops_are_right() {
    let rows = ["R.#.", "...1", "#.1."];
    let game = |chance: Option<f64>| {
        Cops::new(Placement::drawn(&rows).unwrap(), chance.and_then(Chance::new))
    };
    both(&game(None), &SlowCops::new(&rows, None), &[3, 48, 144, 1_638, 5_262]);
    both(&game(Some(0.8)), &SlowCops::new(&rows, Some(0.8)), &[3, 9, 144, 2_304, 6_912]);
    // Where the robber or a cop may have only one move.
    for (rows, chance) in [(["R#", "1."], 0.5), ([".#", "R1"], 0.1), (["1.", "R1"], 0.9)] {
        let placement = Placement::drawn(&rows).unwrap();
        let slow = SlowCops::new(&rows, Some(chance));
        agree(&Cops::new(placement, Chance::new(chance)), &slow, 60);
    }
}

/// By plain expectimax and by the slow rules.
fn same_value<G: Notation, S: Slow>(game: &G, slow: &S) {
    let right = slow_value(slow, &mut HashMap::new());
    let search = Search::bare(game).position(game.parse_position(&slow.drawing()).unwrap());
    let found = search.over(&mut ()).run(&mut Minimax).unwrap().value().unwrap().get();
    assert!((found - right).abs() < 1e-12, "{found} should be {right}\n{}", slow.drawing());
}

/// The whole of `ewn:3` has 98,594,362 leaves (`gametree solve ewn:3 --algorithm minimax`), too many
/// for a test. So here it is solved by the slow rules, which know drawings again, and the rest of some
/// games under way by both.
#[test]
fn values_by_chance_agree() {
    let whole = SlowEwn::new(&["12.", "3.C", ".BA"], 3);
    let value = slow_value(&whole, &mut HashMap::new());
    assert!((value - 97.0 / 243.0).abs() < 1e-12, "{value}");
    let game = Ewn::new(3).unwrap();
    for rows in [["1.2", "...", "B.A"], ["..2", "3.C", ".1A"], [".1.", "2.B", "..."]] {
        same_value(&game, &SlowEwn::new(&rows, 3));
    }
    for (goal, sides, turns) in [(5, 6, 2), (7, 4, 2), (4, 2, 4)] {
        let game = Pig::new(goal, sides, Some(turns)).unwrap();
        same_value(&game, &SlowPig::new(goal.into(), sides.into(), Some(turns.into())));
    }
}

/// A seed means the same board everywhere.
#[test]
fn cops_start_where_they_always_did() {
    let start = |seed: u64| {
        let game = Cops::new(Placement::random(6, 6, 3, 7, seed).unwrap(), None);
        game.draw(&game.start())
    };
    let first = ".#...#\n...#1.\n1.....\n....R#\n...#.#\n...1.#\nrobber to move, ply 0\n";
    assert_eq!(start(1), first);
    assert_ne!(start(2), first);
}
