//! The two players by number, 0 for MAX and 1 for MIN, so that no rule is written twice.

use gametree::model::NotationError;
use gametree::{Bounds, Turn, Value};

/// The other player.
#[inline]
pub(crate) fn other(player: usize) -> usize {
    1 - player
}

/// The turn of `player`.
#[inline]
pub(crate) fn turn(player: usize) -> Turn {
    if player == 0 { Turn::MAX } else { Turn::MIN }
}

/// The value to MAX of what is worth `value` to `player`.
#[inline]
pub(crate) fn from_max(player: usize, value: i32) -> i32 {
    if player == 0 { value } else { -value }
}

/// The value of a game that `player` has won, if a win is worth 1.
#[inline]
pub(crate) fn won_by(player: usize) -> Value {
    from_max(player, 1).into()
}

/// `player` gets at least `worst` and at most `best`.
#[inline]
pub(crate) fn bounds(player: usize, worst: i32, best: i32) -> Bounds {
    let (a, b) = (from_max(player, worst), from_max(player, best));
    Bounds { lower: a.min(b).into(), upper: a.max(b).into() }
}

/// The last row of a drawing, if the board alone does not tell who is to move.
pub(crate) fn to_move_text(player: usize, names: [&str; 2]) -> String {
    format!("{} to move\n", names[player])
}

/// Reads [`to_move_text`]: the rows above it, and who is to move.
pub(crate) fn read_to_move<'r, 't>(
    rows: &'r [&'t str],
    names: [&str; 2],
) -> Result<(&'r [&'t str], usize), NotationError> {
    let mover = |row: &str| names.iter().position(|name| row == to_move_text(0, [name; 2]).trim());
    let read = rows.split_last().and_then(|(last, board)| Some((board, mover(last)?)));
    read.ok_or_else(|| {
        let [first, second] = names;
        NotationError(format!("the last row should be '{first} to move' or '{second} to move'"))
    })
}
