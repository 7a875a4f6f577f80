//! The rules of the games against rules written a second time, and against counted sequences of
//! moves.

mod breakthrough;
mod domineering;
mod kalah;
mod mnk;
mod othello;
mod slow;

use breakthrough::SlowBreakthrough;
use domineering::SlowDomineering;
use gametree::{Game, Moves, Notation, Turn};
use gametree_games::breakthrough::Breakthrough;
use gametree_games::connect4::Connect4;
use gametree_games::domineering::Domineering;
use gametree_games::kalah::Kalah;
use gametree_games::mnk::Mnk;
use gametree_games::nim::Nim;
use gametree_games::othello::Othello;
use gametree_games::tictactoe::TicTacToe;
use kalah::SlowKalah;
use mnk::SlowMnk;
use othello::SlowOthello;
use slow::{Slow, agree, slow_perft};

/// How many sequences of so many moves there are from the start. Games that have ended before do not
/// count.
fn perft<G: Game>(game: &G, position: &mut G::Position, plies: u32) -> u64 {
    if plies == 0 {
        return 1;
    }
    let mut moves = Moves::new();
    game.expand(position, &mut moves);
    let mut count = 0;
    for &mv in moves.as_slice() {
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
    let child = |&mv: &G::Move| {
        let mut child = position.clone();
        game.play(&mut child, mv);
        games(game, &child)
    };
    moves.as_slice().iter().map(child).sum()
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

#[test]
fn nim_is_right() {
    counts(&Nim::new(&[3, 5, 7], false).unwrap(), &[15, 176, 1_588, 10_986, 58_982]);
}
