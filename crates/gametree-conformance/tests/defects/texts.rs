//! How the small game writes its moves and positions.

use gametree_model::{Game, Moves, Notation, NotationError};

use crate::game::{Defect, Heaps, Mover, Position, Take};

impl<const DICE: bool, const CODES: bool, const KEYS: bool> Notation for Heaps<DICE, CODES, KEYS> {
    fn move_text(&self, _: &Position, mv: Take<CODES>) -> String {
        match mv.heap {
            2 => ["max", "min"][mv.count as usize].into(),
            3 => "pass".into(),
            _ if self.is(Defect::MoveText) && mv.count == 2 => "two".into(),
            heap => format!("{}{}", ['a', 'b'][heap as usize], mv.count),
        }
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Take<CODES>, NotationError> {
        let mut moves = Moves::new();
        self.expand(position, &mut moves);
        let refused = self.is(Defect::ParseMove) && text == "b2";
        let found = moves.iter().find(|&mv| self.move_text(position, mv) == text && !refused);
        found.ok_or_else(|| NotationError(format!("no move '{text}'")))
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let parts = text.split(' ').filter(|part| !part.is_empty());
        let lost = usize::from(self.is(Defect::PositionText));
        let mut parts: Vec<&str> = parts.collect();
        parts.truncate(parts.len().saturating_sub(lost));
        parts
    }

    fn draw(&self, position: &Position) -> String {
        let mover = if self.is(Defect::Drawing) && position.left() < 5 {
            Mover::Max
        } else {
            position.mover
        };
        format!("{} {}\n{mover:?}", position.heaps[0], position.heaps[1])
    }

    fn parse_drawing(&self, rows: &[&str]) -> Option<Result<Position, NotationError>> {
        let error = Err(NotationError("two heaps, and who is to move".into()));
        let [heaps, mover] = rows else { return Some(error) };
        let all = [Mover::Max, Mover::Min, Mover::Coin];
        let mover = all.into_iter().find(|name| format!("{name:?}") == *mover);
        let heaps: Vec<u8> = heaps.split(' ').filter_map(|heap| heap.parse().ok()).collect();
        let (Some(mover), &[first, second]) = (mover, &heaps[..]) else { return Some(error) };
        if self.is(Defect::DrawingRefused) && first == 0 {
            return Some(error);
        }
        Some(Ok(Position { heaps: [first, second], mover, scar: false }))
    }
}
