//! Games that end before they are over: by the players' own scores.

use serde::{Deserialize, Serialize};

use crate::record::Winner;

/// When a game ends before it is over. Scores are hundredths of a pawn.
///
/// ```
/// use gametree_arena::Adjudication;
///
/// let rules = Adjudication::default().resign("moves=3,score=600").unwrap();
/// let rules = rules.draw("moves=8,score=10,from=40").unwrap();
/// assert_eq!(rules.to_string(), "resign:moves=3,score=600 draw:moves=8,score=10,from=40");
/// assert!(Adjudication::default().resign("score=much").is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Adjudication {
    /// A player loses whose score was so bad for so many of its moves in a row.
    pub resign: Option<Rule>,
    /// The game is drawn if both players' scores were so near to nought for so many moves in a row.
    pub draw: Option<Rule>,
}

/// For how many moves in a row which score, and from which move on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// Moves of each player in a row.
    pub moves: u32,
    /// The size of the score.
    pub score: u32,
    /// The first move of the game that counts.
    pub from: u32,
}

impl Rule {
    /// Reads `moves=N,score=CP[,from=MOVE]`.
    fn parse(text: &str) -> Result<Rule, String> {
        let wrong = || format!("'{text}' should be moves=N,score=CENTIPAWNS[,from=MOVE]");
        let (mut moves, mut score, mut from) = (None, None, 1);
        for part in text.split(',') {
            let (key, value) = part.split_once('=').ok_or_else(wrong)?;
            let value: u32 = value.trim().parse().map_err(|_| wrong())?;
            match key.trim() {
                "moves" if value > 0 => moves = Some(value),
                "score" => score = Some(value),
                "from" => from = value,
                _ => return Err(wrong()),
            }
        }
        match (moves, score) {
            (Some(moves), Some(score)) => Ok(Rule { moves, score, from }),
            _ => Err(wrong()),
        }
    }
}

impl Adjudication {
    /// The same with a rule for lost games: `moves=N,score=CP[,from=MOVE]`.
    ///
    /// # Errors
    /// If the text is no rule.
    pub fn resign(self, text: &str) -> Result<Adjudication, String> {
        Ok(Adjudication { resign: Some(Rule::parse(text)?), ..self })
    }

    /// The same with a rule for drawn games.
    ///
    /// # Errors
    /// If the text is no rule.
    pub fn draw(self, text: &str) -> Result<Adjudication, String> {
        Ok(Adjudication { draw: Some(Rule::parse(text)?), ..self })
    }

    /// Whether no rule is set.
    pub fn is_empty(&self) -> bool {
        self.resign.is_none() && self.draw.is_none()
    }
}

impl std::fmt::Display for Adjudication {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let named = [("resign", self.resign), ("draw", self.draw)];
        let mut gap = "";
        for (name, rule) in named {
            let Some(Rule { moves, score, from }) = rule else { continue };
            write!(f, "{gap}{name}:moves={moves},score={score}")?;
            if from > 1 {
                write!(f, ",from={from}")?;
            }
            gap = " ";
        }
        Ok(())
    }
}

/// Judges a game as it goes on.
pub(crate) struct Judge<'a> {
    rules: &'a Adjudication,
    /// For how many moves in a row the scores of MAX and MIN were lost, or level.
    lost: [u32; 2],
    level: [u32; 2],
    moves: [u32; 2],
}

impl<'a> Judge<'a> {
    pub fn new(rules: &'a Adjudication) -> Judge<'a> {
        Judge { rules, lost: [0; 2], level: [0; 2], moves: [0; 2] }
    }

    /// Takes notice of a move of player `mover` with its score; returns the result if that ends the game.
    pub fn note(&mut self, mover: usize, score: Option<f64>) -> Option<Winner> {
        self.moves[mover] += 1;
        let move_number = self.moves[mover];
        let holds = |rule: Option<Rule>, test: &dyn Fn(f64, f64) -> bool| {
            let rule = rule.filter(|rule| move_number >= rule.from)?;
            score.map(|score| test(score, f64::from(rule.score)))
        };
        let count =
            |so_far: u32, holds: Option<bool>| if holds == Some(true) { so_far + 1 } else { 0 };
        let lost = holds(self.rules.resign, &|score, limit| score <= -limit);
        let level = holds(self.rules.draw, &|score, limit| score.abs() <= limit);
        self.lost[mover] = count(self.lost[mover], lost);
        self.level[mover] = count(self.level[mover], level);
        if self.rules.resign.is_some_and(|rule| self.lost[mover] >= rule.moves) {
            return Some(if mover == 0 { Winner::Min } else { Winner::Max });
        }
        let drawn = |rule: Rule| self.level.iter().all(|&level| level >= rule.moves);
        self.rules.draw.is_some_and(drawn).then_some(Winner::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_resigns_after_bad_moves_in_a_row() {
        let rules = Adjudication::default().resign("moves=2,score=500").unwrap();
        let mut judge = Judge::new(&rules);
        let mut after = |mover, score| judge.note(mover, score);
        assert_eq!(after(0, Some(-600.0)), None);
        assert_eq!(after(1, Some(600.0)), None);
        assert_eq!(after(0, None), None, "a move without a score");
        assert_eq!(after(0, Some(-500.0)), None);
        assert_eq!(after(0, Some(-700.0)), Some(Winner::Min));
    }

    #[test]
    fn a_draw_needs_both() {
        let rules = Adjudication::default().draw("moves=2,score=10,from=2").unwrap();
        let mut judge = Judge::new(&rules);
        let scores = [0.0, 5.0, 5.0, -3.0, -10.0, 3.0];
        let found: Vec<_> =
            scores.iter().enumerate().map(|(i, &score)| judge.note(i % 2, Some(score))).collect();
        assert_eq!(found[..5], [None; 5], "the first moves do not count");
        assert_eq!(found[5], Some(Winner::Draw));
    }
}
