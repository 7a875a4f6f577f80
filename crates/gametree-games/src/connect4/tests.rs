//! Rules of Connect Four.

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
    for (set, (listed, count)) in COLUMNS.iter().enumerate() {
        let columns = (0..7).filter(|column| set >> column & 1 != 0);
        let cells = columns.fold(0, |cells, column| cells | 1 << (7 * column + (set + column) % 6));
        assert_eq!(columns_of(cells), set);
        let right: Vec<u8> = USUAL_ORDER.into_iter().filter(|c| set >> c & 1 != 0).collect();
        assert_eq!(listed[..usize::from(*count)], right);
    }
}
