//! A test position, and what its moves are worth.

use serde::{Deserialize, Serialize};

use super::suite::Drawn;

/// Where test positions come from.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Source {
    /// From games that are played for this purpose.
    Drawn(Drawn),
    /// From a list.
    Listed(Vec<String>),
}

/// A test position with the exact values of its moves: one line of the file.
///
/// ```
/// use gametree_lab::accuracy::Problem;
///
/// let values = [("1", 0.0), ("2", -3.0), ("3", 4.0)];
/// let values = values.map(|(mv, value)| (mv.to_string(), value)).to_vec();
/// let problem = Problem { number: 1, position: "44".into(), max: true, margin: None, values, drawn: 1 };
/// assert!(problem.matters());
/// assert_eq!(problem.best(), Some(4.0));
/// assert_eq!(problem.given_away("1"), Some(4.0));
/// // Only the third move wins.
/// assert_eq!((problem.keeps("1"), problem.keeps("3")), (Some(false), Some(true)));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Problem {
    /// Its number, from 1.
    pub number: u64,
    /// The position, in the game's notation.
    pub position: String,
    /// Whether MAX moves.
    pub max: bool,
    /// With chance nodes: how much may be given away without losing what there is to get. `None` without:
    /// then a move keeps the result if the same player still wins, or it is still a draw.
    pub margin: Option<f64>,
    /// The moves and their values, distances from the middle of the range, for MAX. Empty if they could not
    /// be found within the limit.
    pub values: Vec<(String, f64)>,
    /// How many positions were drawn until this one.
    pub drawn: u64,
}

impl Problem {
    fn sign(&self) -> f64 {
        if self.max { 1.0 } else { -1.0 }
    }

    /// The value of the best move, for the player to move; `None` if nothing is known.
    pub fn best(&self) -> Option<f64> {
        self.values.iter().map(|(_, value)| self.sign() * value).reduce(f64::max)
    }

    /// The value of a move, for the player to move.
    fn value(&self, mv: &str) -> Option<f64> {
        let found = self.values.iter().find(|(text, _)| text == mv);
        found.map(|(_, value)| self.sign() * value)
    }

    /// How much worse a move is than the best one; `None` if it is no move of this position.
    pub fn given_away(&self, mv: &str) -> Option<f64> {
        Some(self.best()? - self.value(mv)?)
    }

    /// Whether a move keeps the result: a won game stays won, a drawn one drawn. With chance nodes, whether
    /// it gives away no more than the margin.
    pub fn keeps(&self, mv: &str) -> Option<bool> {
        let (best, value) = (self.best()?, self.value(mv)?);
        Some(match self.margin {
            Some(margin) => best - value <= margin,
            None => result(best) == result(value),
        })
    }

    /// Whether the choice matters: some moves keep the result, and some do not.
    pub fn matters(&self) -> bool {
        self.values.iter().any(|(mv, _)| self.keeps(mv) == Some(false))
    }

    /// The moves that are exactly best.
    pub fn best_moves(&self) -> Vec<&str> {
        let texts = self.values.iter().map(|(text, _)| text.as_str());
        texts.filter(|text| self.given_away(text).is_some_and(is_nothing)).collect()
    }
}

/// Averages of chance nodes are equal up to rounding.
const NOTHING: f64 = 1e-9;

/// Whether a difference of values is none.
pub(super) fn is_nothing(difference: f64) -> bool {
    difference <= NOTHING
}

/// Who wins: 1, 0 or -1.
fn result(value: f64) -> i8 {
    i8::from(value > 0.0) - i8::from(value < 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(max: bool, margin: Option<f64>, values: &[(&str, f64)]) -> Problem {
        let values = values.iter().map(|&(mv, value)| (mv.to_string(), value)).collect();
        Problem { number: 1, position: String::new(), max, margin, values, drawn: 1 }
    }

    #[test]
    fn min_wants_little() {
        let min = problem(false, None, &[("a", -2.0), ("b", -1.0), ("c", 0.0), ("d", 5.0)]);
        assert_eq!(min.best(), Some(2.0));
        assert_eq!(min.best_moves(), ["a"]);
        assert_eq!(["a", "b", "c", "d", "e"].map(|mv| min.given_away(mv)), {
            [Some(0.0), Some(1.0), Some(2.0), Some(7.0), None]
        });
        let kept = [Some(true), Some(true), Some(false), Some(false), None];
        assert_eq!(["a", "b", "c", "d", "e"].map(|mv| min.keeps(mv)), kept);
    }

    #[test]
    fn a_choice_matters_if_some_move_spoils_something() {
        assert!(!problem(true, None, &[("a", 1.0), ("b", 7.0)]).matters(), "both win");
        assert!(!problem(true, None, &[("a", -1.0), ("b", -7.0)]).matters(), "both lose");
        assert!(problem(true, None, &[("a", -1.0), ("b", 0.0)]).matters());
        assert!(!problem(false, None, &[("a", -1.0)]).matters());
        assert!(!problem(false, None, &[]).matters());
        let dice = [("a", 0.40), ("b", 0.395)];
        assert!(problem(true, Some(0.001), &dice).matters());
        assert!(!problem(true, Some(0.01), &dice).matters());
    }
}
