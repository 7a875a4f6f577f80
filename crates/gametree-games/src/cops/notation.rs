//! Cops and robber in text.

use gametree::Notation;
use gametree::model::NotationError;

use super::placement::Drawn;
use super::{Board, Cops, DIRECTIONS, MOST_COPS, MOST_PLIES, Steps};

const NAMES: [&str; 2] = ["robber", "cops"];

impl Cops {
    /// The directions of `count` steps.
    fn text(steps: Steps, count: usize) -> String {
        let base = DIRECTIONS.len();
        let digit = |i: usize| usize::from(steps.0) / base.pow(i as u32) % base;
        (0..count).rev().map(|i| DIRECTIONS[digit(i)]).collect()
    }

    /// What the last row of a drawing says.
    fn status(&self, board: &Board) -> String {
        let caught = self.cops(board).iter().filter(|&&cop| cop == board.robber).count();
        let name = NAMES[Cops::mover(board)];
        let plies = board.plies;
        match board.chosen {
            _ if caught > 0 => format!("caught by {caught}, ply {plies}"),
            None => format!("{name} to move, ply {plies}"),
            Some(steps) => {
                format!("{name} chose {}, ply {plies}", Cops::text(steps, self.movers(board).len()))
            }
        }
    }

    /// The position after this many plies, if the drawing has the obstacles and the number of cops of the game.
    fn arrange(&self, drawn: Drawn, caught_by: usize, plies: u32) -> Result<Board, NotationError> {
        if drawn.obstacles != self.placement.obstacles {
            return Err(NotationError("the obstacles # should be those of the game".into()));
        }
        if drawn.caught != (caught_by > 0) {
            return Err(NotationError(
                "X in the drawing should be 'caught by ...' below it".into(),
            ));
        }
        let mut all = drawn.cops;
        all.extend(std::iter::repeat_n(drawn.robber, caught_by.min(MOST_COPS + 1)));
        all.sort_unstable();
        if all.len() != self.count() {
            let (count, right) = (all.len(), self.count());
            return Err(NotationError(format!("there are {count} cops, and should be {right}")));
        }
        let mut cops = [0; MOST_COPS];
        cops[..all.len()].copy_from_slice(&all);
        Ok(Board { robber: drawn.robber, cops, plies, chosen: None })
    }

    /// The legal move that was chosen.
    fn choice(&self, board: &Board, text: &str) -> Option<Steps> {
        let movers = self.movers(board);
        self.chance?;
        self.legal(movers).find(|&steps| Cops::text(steps, movers.len()) == text)
    }

    fn read(&self, rows: &[&str]) -> Result<Board, NotationError> {
        let right = || {
            NotationError(
                "the last row should be such as 'robber to move, ply 0', 'cops to move, ply 1' \
                 (odd plies), 'caught by 1, ply 2', or with chance 'robber chose N, ply 0'"
                    .into(),
            )
        };
        let (last, rows) = rows.split_last().ok_or_else(right)?;
        let (status, plies) = last.split_once(", ply ").ok_or_else(right)?;
        let plies = plies.parse().ok().filter(|&plies| plies <= MOST_PLIES).ok_or_else(right)?;
        let caught_by = match status.strip_prefix("caught by ") {
            Some(count) => count.parse().ok().filter(|&count| count > 0).ok_or_else(right)?,
            None => 0,
        };
        let board = self.arrange(Drawn::read(self.grid(), rows)?, caught_by, plies)?;
        if caught_by > 0 {
            return Ok(board);
        }
        let doing = status.strip_prefix(NAMES[Cops::mover(&board)]).ok_or_else(right)?;
        let chosen = match doing.strip_prefix(" chose ") {
            Some(text) => Some(self.choice(&board, text).ok_or_else(right)?),
            None if doing == " to move" => None,
            None => return Err(right()),
        };
        Ok(Board { chosen, ..board })
    }
}

impl Notation for Cops {
    fn move_text(&self, board: &Board, steps: Steps) -> String {
        Cops::text(steps, self.movers(board).len())
    }

    fn draw(&self, board: &Board) -> String {
        let robber = 1 << board.robber;
        let caught = self.result(board).is_some();
        let mut sets =
            vec![(self.placement.obstacles, '#'), (robber, if caught { 'X' } else { 'R' })];
        for &cop in self.cops(board) {
            let together = self.cops(board).iter().filter(|&&other| other == cop).count();
            sets.push((1 << cop, (b'0' + together as u8) as char));
        }
        format!("{}{}\n", self.grid().draw(&sets), self.status(board))
    }

    fn parse_drawing(&self, rows: &[&str]) -> Option<Result<Board, NotationError>> {
        Some(self.read(rows))
    }
}
