//! How positions of Connect Four are written, read and drawn.

use gametree::{CellNames, Coordinates, Notation, NotationError, Value};

use super::{Board, Connect4};

impl Notation for Connect4 {
    fn move_text(&self, _: &Board, column: u8) -> String {
        (column + 1).to_string()
    }

    fn coordinates(&self) -> Option<Coordinates> {
        let (columns, rows) = (self.width as usize, self.height as usize);
        Some(Coordinates::new(columns, rows, CellNames::Columns))
    }

    fn value_text(&self, value: Value) -> Option<String> {
        let cells = self.width * self.height;
        // A win with the last stone counts 1, and one more for each stone before that.
        let (who, stones) = match value.get() {
            0.0 => return Some("draw".into()),
            score if score > 0.0 => ("first", cells.div_ceil(2)),
            _ => ("second", cells / 2),
        };
        let stone = f64::from(stones) + 1.0 - value.get().abs();
        Some(format!("{who} player wins with stone {stone}"))
    }

    fn draw(&self, board: &Board) -> String {
        let max_moves = board.played % 2 == 0;
        let max = if max_moves { board.own } else { board.all ^ board.own };
        let symbol = |column: u32, row: u32| {
            let cell = 1 << (column * (self.height + 1) + row);
            match (board.all & cell != 0, max & cell != 0) {
                (false, _) => '.',
                (true, true) => 'X',
                (true, false) => 'O',
            }
        };
        let row = |r: u32| (0..self.width).map(|c| symbol(c, r)).collect::<String>() + "\n";
        (0..self.height).rev().map(row).collect()
    }

    fn parse_drawing(&self, rows: &[&str]) -> Option<Result<Board, NotationError>> {
        Some(self.read(rows).map_err(NotationError))
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        crate::single_characters(text)
    }

    fn why_illegal(&self, board: &Board, text: &str) -> Option<String> {
        let column = text.parse::<u32>().ok().filter(|c| (1..=self.width).contains(c))? - 1;
        (self.column(column as u8) & self.playable(board) == 0)
            .then(|| format!("column {text} is full"))
    }
}

impl Connect4 {
    /// Reads a drawing, and makes sure that a game can have come there.
    fn read(&self, rows: &[&str]) -> Result<Board, String> {
        let (width, height) = (self.width as usize, self.height as usize);
        if rows.len() != height || rows.iter().any(|row| row.chars().count() != width) {
            return Err(format!("should be {height} rows of {width} cells, X, O or a dot each"));
        }
        let mut stones = [0u64; 2];
        for (y, row) in rows.iter().rev().enumerate() {
            for (x, symbol) in row.chars().enumerate() {
                let cell = 1 << (x * (height + 1) + y);
                match symbol {
                    'X' => stones[0] |= cell,
                    'O' => stones[1] |= cell,
                    '.' => {}
                    other => return Err(format!("'{other}' should be X, O or a dot")),
                }
            }
        }
        let all = stones[0] | stones[1];
        // A stone at the bottom or on top of another: adding the bottoms carries through each column.
        if (all + self.bottoms) & all != 0 {
            return Err("a stone hangs in the air".into());
        }
        let [max, min] = stones.map(u64::count_ones);
        let mover = match max.wrapping_sub(min) {
            0 => 0,
            1 => 1,
            _ => {
                return Err(format!(
                    "{max} X and {min} O: X begins, so there should be as many X as O or one more"
                ));
            }
        };
        if self.has_four(stones[mover]) {
            return Err("the player to move has four in a line already".into());
        }
        Ok(self.board(stones[mover], all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_columns_and_ended_games_are_named() {
        let game = Connect4::new(4, 2).unwrap();
        let error = |moves: &str| game.parse_position(moves).unwrap_err().to_string();
        assert!(error("111").contains("move 3: column 1 is full"), "{}", error("111"));
        assert!(error("5").contains("legal: 1 2 3 4"), "{}", error("5"));
        assert!(error("11223344").len() > 10);
    }

    #[test]
    fn impossible_drawings_are_refused() {
        let game = Connect4::new(4, 2).unwrap();
        let error = |rows: &str| game.parse_position(rows).unwrap_err().to_string();
        assert!(game.parse_position("..../XO..").is_ok());
        assert!(error("..../XO").contains("2 rows of 4 cells"));
        assert!(error("X.../....").contains("hangs in the air"));
        assert!(error("..../XX..").contains("2 X and 0 O"));
        assert!(error("..../.Y..").contains("'Y' should be X, O or a dot"));
        assert!(error("OOOO/XXXX").contains("four in a line"));
    }
}
