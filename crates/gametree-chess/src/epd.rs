//! EPD: a position with operations, such as `bm Nf3; id "first";`.

use gametree::{Notation, NotationError};

use crate::{Chess, Position, Step};

/// A position with operations.
///
/// ```
/// use gametree_chess::Epd;
///
/// let line = r#"6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id "back rank";"#;
/// let epd = Epd::parse(line).unwrap();
/// assert_eq!(epd.operand("id"), Some("back rank"));
/// assert_eq!(epd.moves("bm").unwrap().len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Epd {
    game: Chess,
    position: Position,
    operations: Vec<(String, String)>,
}

impl Epd {
    /// Reads a line.
    ///
    /// # Errors
    /// If the position is none; the message says why.
    pub fn parse(line: &str) -> Result<Epd, NotationError> {
        let mut rest = line.trim();
        let mut fields = Vec::new();
        for _ in 0..4 {
            let (field, after) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
            fields.push(field);
            rest = after.trim_start();
        }
        let game = Chess::from_fen(fields.join(" ").trim())?;
        let position = game.parse_position("")?;
        let operations = split_operations(rest);
        Ok(Epd { game, position, operations })
    }

    /// The game that starts at the position.
    pub fn game(&self) -> &Chess {
        &self.game
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The operand of an operation, without quotation marks.
    pub fn operand(&self, name: &str) -> Option<&str> {
        self.operations.iter().find(|(known, _)| known == name).map(|(_, operand)| &**operand)
    }

    /// The moves that are the operands of an operation.
    ///
    /// # Errors
    /// If one of them is not legal.
    pub fn moves(&self, name: &str) -> Result<Vec<Step>, NotationError> {
        let texts = self.operand(name).unwrap_or_default().split_whitespace();
        texts.map(|text| self.game.parse_move(&self.position, text)).collect()
    }
}

/// Names and operands; semicolons within quotation marks do not separate.
fn split_operations(text: &str) -> Vec<(String, String)> {
    let (mut operations, mut current, mut quoted) = (Vec::new(), String::new(), false);
    for symbol in text.chars().chain([';']) {
        match symbol {
            '"' => quoted = !quoted,
            ';' if !quoted => {
                let operation = std::mem::take(&mut current);
                let operation = operation.trim();
                let (name, operand) =
                    operation.split_once(char::is_whitespace).unwrap_or((operation, ""));
                if !name.is_empty() {
                    operations.push((name.to_string(), operand.trim().to_string()));
                }
            }
            _ => current.push(symbol),
        }
    }
    operations
}
