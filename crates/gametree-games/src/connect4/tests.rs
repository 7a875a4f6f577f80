//! Rules of Connect Four.

use std::collections::HashMap;

use gametree::Notation;

use super::*;

fn board(game: &Connect4, moves: &str) -> Board {
    game.parse_position(moves).unwrap()
}

#[test]
fn lines_in_all_directions_win() {
    let game = Connect4::new(7, 6).unwrap();
    for (moves, score) in [
        ("1212121", 18),
        ("1122334", 18),
        ("12234334414", 16),
        ("76654554474", 16),
        ("71212121", -18),
    ] {
        assert_eq!(game.judge(&board(&game, moves)), Turn::over(score), "{moves}");
    }
}

#[test]
fn the_usual_board_has_seven_columns_from_the_middle_outward() {
    let game = Connect4::new(7, 6).unwrap();
    assert_eq!(game.order[..7], USUAL_ORDER);
    assert_eq!((game.bottoms, game.cells), (USUAL_BOTTOMS, USUAL_CELLS));
}

#[test]
fn a_line_does_not_leave_the_board() {
    let game = Connect4::new(4, 4).unwrap();
    // Three at the top of a column and one at the bottom of the next.
    let over = game.judge(&board(&game, "211121"));
    assert!(matches!(over, Turn::Inner(_)), "{over:?}");
}

#[test]
fn boards_that_do_not_fit_are_refused() {
    assert!(Connect4::new(7, 6).is_some() && Connect4::new(9, 6).is_some());
    for (w, h) in [(0, 4), (4, 0), (10, 4), (9, 7), (8, u32::MAX)] {
        assert!(Connect4::new(w, h).is_none(), "{w}x{h}");
    }
}

#[test]
fn sets_of_columns_are_found() {
    for (set, (columns, count)) in COLUMNS.into_iter().enumerate() {
        let listed = &columns[..count.into()];
        let columns = (0..7).filter(|column| set >> column & 1 != 0);
        let cells = columns.fold(0, |cells, column| cells | 1 << (7 * column + (set + column) % 6));
        assert_eq!(columns_of(cells), set);
        let right: Vec<u8> = USUAL_ORDER.into_iter().filter(|c| set >> c & 1 != 0).collect();
        assert_eq!(listed, right);
    }
}

/// The value of a position and of all that follow, from the rules alone; each is compared with what facts say of it.
/// Counts the draws that facts recognise before the end, and the wins, by exactly as much, that no single move shows.
fn checked_value(
    game: &Connect4,
    board: &Board,
    known: &mut HashMap<u64, i32>,
    found: &mut [u32; 2],
) -> i32 {
    if let Some(&value) = known.get(&Connect4::code(board)) {
        return value;
    }
    let mut moves = Moves::new();
    moves.want_facts(false);
    let value = match game.expand(board, &mut moves) {
        Turn::Terminal(value) => value.get() as i32,
        Turn::Inner(kind) => {
            let values: Vec<i32> = moves
                .iter()
                .map(|mv| {
                    let mut child = board.clone();
                    game.play(&mut child, mv);
                    checked_value(game, &child, known, found)
                })
                .collect();
            if kind.maximises() { values.into_iter().max() } else { values.into_iter().min() }
                .unwrap()
        }
    };
    let range = game.values().range;
    let soon =
        |value: i32| [u8::MAX, 0, 1].iter().any(|&more| value == game.winner_after(board, more));
    for test in range.lower.get() as i32..=range.upper.get() as i32 {
        for facts in [game.whole_facts(game, board, test), game.facts_on_any_board(board, test)] {
            let WholeBounds { lower, upper } = facts;
            assert!(
                lower <= value && value <= upper,
                "{}\n{test}: {facts:?}, not {value}",
                game.draw(board)
            );
        }
    }
    let [wins, holds] = [0, 1].map(|test| game.whole_facts(game, board, test));
    let is_draw = value == 0 && board.all != game.cells;
    found[0] += u32::from(is_draw && (holds.upper == 0 || wins.lower == 0));
    let exact = wins.intersect(holds);
    let promised = if value > 0 { exact.lower } else { exact.upper };
    found[1] += u32::from(value != 0 && !soon(value) && promised == value);
    known.insert(Connect4::code(board), value);
    value
}

#[test]
fn facts_are_true_of_all_positions_near_the_end() {
    let mut found = [0; 2];
    for (width, height, left) in [
        (7, 6, 13),
        (7, 5, 12),
        (6, 5, 13),
        (5, 5, 14),
        (5, 6, 14),
        (4, 7, 15),
        (4, 4, 14),
        (9, 3, 12),
        (4, 9, 15),
        (6, 3, 13),
    ] {
        let game = Connect4::new(width, height).unwrap();
        let (mut draws, mut known) = (Draws::new(7), HashMap::new());
        let played = width * height - left;
        for _ in 0..1_000 {
            let mut board = game.start();
            while u32::from(board.played) < played {
                match game.random_move(&board, &mut Moves::new(), &mut draws) {
                    ControlFlow::Continue(mv) => drop(game.play(&mut board, mv)),
                    ControlFlow::Break(_) => board = game.start(),
                }
            }
            checked_value(&game, &board, &mut known, &mut found);
            if known.len() > 60_000 {
                break;
            }
        }
    }
    assert!(found[0] > 170_000 && found[1] > 12_000, "{found:?}");
}
