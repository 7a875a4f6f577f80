//! Boards for people: names of columns, rows and cells at the edges, the last move in brackets, and colours
//! if the terminal has them.

use gametree::job::AnyGame;
use gametree::{CellNames, Coordinates, Kind};

use crate::text;

/// Whether the board of a game has a side for each player, so that the second one likes to see it turned round: rows
/// that count from the bottom count from the first player's side.
pub fn has_sides(game: &AnyGame) -> bool {
    game.coordinates().is_some_and(|names| names.names == CellNames::RowsFromBottom)
}

/// A drawing of a position; the pieces that were not there in the drawing `before` are marked.
pub fn show(game: &AnyGame, drawing: &str, before: Option<&str>) -> String {
    show_from(game, drawing, before, false)
}

/// The same, by half a turn if `turned` and the board [has sides](has_sides).
pub fn show_from(game: &AnyGame, drawing: &str, before: Option<&str>, turned: bool) -> String {
    let turned = turned && has_sides(game);
    let read = |drawing, names| Some(turn(read(drawing, names)?, turned));
    let board = game.coordinates().and_then(|names| Some((names, read(drawing, names)?)));
    let Some((names, rows)) = board else { return drawing.trim_end().to_string() };
    let before = before.and_then(|drawing| read(drawing, names));
    // The place of a row or column on the board as it is drawn by the game.
    let place = |i: usize, of: usize| if turned { of - 1 - i } else { i };
    let marked = before.map_or(Vec::new(), |before| marks(&before, &rows));
    let mut out = String::new();
    let labels = column_labels(names, rows[0].indent, |x| place(x, names.columns));
    if names.names == CellNames::RowsFromTop {
        out += &labels;
    }
    for (y, row) in rows.iter().enumerate() {
        out += &row_label(names, place(y, names.rows));
        out += &" ".repeat(row.indent);
        for (x, &symbol) in row.cells.iter().enumerate() {
            let is_marked = |x: usize| marked.contains(&(x, y));
            out.push(match () {
                () if is_marked(x) => '[',
                () if x > 0 && is_marked(x - 1) => ']',
                () => ' ',
            });
            out += &cell(game, names, symbol, (x, y));
        }
        out += if marked.contains(&(names.columns - 1, y)) { "]\n" } else { "\n" };
    }
    if names.names != CellNames::RowsFromTop {
        out += &labels;
    }
    let rest: Vec<&str> = drawing.lines().skip(names.rows).collect();
    out += &rest.join("\n");
    out.trim_end().to_string()
}

/// A row of a drawing.
struct Row {
    /// How far it is shifted to the right.
    indent: usize,
    cells: Vec<char>,
}

/// The rows of the board, if the drawing begins with one.
fn read(drawing: &str, names: Coordinates) -> Option<Vec<Row>> {
    let lines: Vec<&str> = drawing.lines().take(names.rows).collect();
    let row = |line: &&str| {
        // A board may have symbols with spaces between them, or spaces as symbols.
        let spaced = line.chars().count() != names.columns;
        let cells: Vec<char> = line.chars().filter(|c| !spaced || !c.is_whitespace()).collect();
        let indent = line.chars().take_while(|c| spaced && c.is_whitespace()).count();
        (cells.len() == names.columns).then_some(Row { indent, cells })
    };
    let rows = lines.iter().map(row).collect::<Option<Vec<Row>>>()?;
    (rows.len() == names.rows && names.columns > 0 && names.rows > 0).then_some(rows)
}

/// Half a turn of the board. A rhombus leans as before.
fn turn(rows: Vec<Row>, turned: bool) -> Vec<Row> {
    if !turned {
        return rows;
    }
    let indents: Vec<usize> = rows.iter().map(|row| row.indent).collect();
    let cells = rows.into_iter().rev().map(|row| row.cells.into_iter().rev().collect());
    indents.into_iter().zip(cells).map(|(indent, cells)| Row { indent, cells }).collect()
}

const EMPTY: char = '.';

/// The cells that the last move has filled; if it filled none, those whose pieces it has changed.
fn marks(before: &[Row], now: &[Row]) -> Vec<(usize, usize)> {
    let mut changed = Vec::new();
    for (y, (old, new)) in before.iter().zip(now).enumerate() {
        for (x, (&old, &new)) in old.cells.iter().zip(&new.cells).enumerate() {
            if old != new && new != EMPTY {
                changed.push(((x, y), old == EMPTY));
            }
        }
    }
    let any_filled = changed.iter().any(|(_, filled)| *filled);
    changed.into_iter().filter(|(_, filled)| *filled || !any_filled).map(|(cell, _)| cell).collect()
}

/// A symbol in the colour of its owner; an empty cell that has a number shows it.
fn cell(game: &AnyGame, names: Coordinates, symbol: char, (x, y): (usize, usize)) -> String {
    let number = y * names.columns + x + 1;
    if symbol == EMPTY && names.names == CellNames::Cells && number < 10 {
        return text::dim(&number.to_string());
    }
    match game.owner(symbol) {
        Some(Kind::Max) => text::in_colour(text::MAX, symbol),
        Some(Kind::Min) => text::in_colour(text::MIN, symbol),
        _ => symbol.to_string(),
    }
}

/// The label to the left of a row.
fn row_label(names: Coordinates, y: usize) -> String {
    let rows = names.rows.div_ceil(names.step);
    let width = rows.to_string().len();
    match names.names {
        CellNames::RowsFromTop | CellNames::RowsFromBottom if y % names.step != 0 => {
            " ".repeat(width)
        }
        CellNames::RowsFromTop => format!("{:>width$}", y / names.step + 1),
        CellNames::RowsFromBottom => format!("{:>width$}", rows - y / names.step),
        _ => String::new(),
    }
}

/// The labels above or below the columns.
fn column_labels(names: Coordinates, indent: usize, place: impl Fn(usize) -> usize) -> String {
    let label = |x: usize| match names.names {
        _ if x % names.step != 0 => " ".to_string(),
        CellNames::Columns => (x / names.step + 1).to_string(),
        // A game may have more columns than there are letters.
        _ => ('a'..='z').nth(x / names.step).unwrap_or(' ').to_string(),
    };
    if names.names == CellNames::Cells {
        return String::new();
    }
    let room = " ".repeat(row_label(names, 0).len() + indent);
    let labels: Vec<String> = (0..names.columns).map(|x| label(place(x))).collect();
    format!("{room} {}\n", labels.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(game: &str, position: &str) -> String {
        let game = crate::games().open(game).unwrap();
        let drawing = game.board(Some(position)).unwrap().drawing();
        show(&game, &drawing, game.drawing_before(position).as_deref())
    }

    #[test]
    fn columns_have_numbers() {
        let board = " . . . .\n . . . .\n . . .[X]\n X . . O\n 1 2 3 4";
        assert_eq!(shown("connect4:4x4", "144"), board);
    }

    #[test]
    fn rows_are_counted_from_where_the_game_counts_them() {
        let othello = "  a b c d\n1 .[X]. .\n2 . X X .\n3 . X O .\n4 . . . .\nO to move";
        // The disc that was turned is not the one that was placed.
        assert_eq!(shown("othello:4", "b1"), othello);
        let breakthrough = shown("breakthrough:2x4", "a2b3");
        assert!(breakthrough.contains("\n3 B[W]\n2 . W\n"), "{breakthrough}");
        assert!(breakthrough.ends_with("  a b\nB to move"), "{breakthrough}");
    }

    #[test]
    fn a_board_with_sides_is_turned_for_the_second_player() {
        let turned = |game: &str, position: &str| {
            let game = crate::games().open(game).unwrap();
            let drawing = game.board(Some(position)).unwrap().drawing();
            show_from(&game, &drawing, game.drawing_before(position).as_deref(), true)
        };
        let breakthrough = "1 W W\n2 W .\n3[W]B\n4 B B\n  b a\nB to move";
        assert_eq!(turned("breakthrough:2x4", "a2b3"), breakthrough);
        // In other games there is no side of one's own, and stones fall down.
        assert_eq!(turned("connect4:4x4", "144"), shown("connect4:4x4", "144"));
        assert_eq!(turned("hex:2", "a1 b2"), shown("hex:2", "a1 b2"));
    }

    #[test]
    fn empty_cells_may_have_numbers() {
        assert_eq!(shown("tictactoe", "52"), " 1[O]3\n 4 X 6\n 7 8 9");
    }

    #[test]
    fn a_rhombus_leans_and_lines_have_no_names() {
        assert_eq!(shown("hex:2", "a1 b2"), "  a b\n1 X .\n2  .[O]");
        let dots = "  a   b\n1 +[-]+\n  .   .\n2 + . +\nMAX 0 MIN 0, MIN to move";
        assert_eq!(shown("dots:1x1", "a1b1"), dots);
    }

    #[test]
    fn other_drawings_stay_as_they_are() {
        assert_eq!(shown("nim:3-5", "1:2"), "1 5\nMIN to move");
        assert_eq!(shown("random:b=2,d=3", ""), "");
    }
}
