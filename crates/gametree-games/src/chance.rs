//! Moves that may go astray: a chosen move happens with some probability, and otherwise any other
//! legal move does.
//!
//! This is how Atzmon, Stern, Saffidine 2018 (section "Domains") bring chance into games without dice:
//! of `b` moves the chosen one happens with probability `p`, each of the others with
//! `(1 - p) / (b - 1)`. A move without an alternative is certain.

use gametree::{Move, Moves};

/// The probability that a chosen move happens: above zero and below one.
///
/// ```
/// use gametree_games::chance::Chance;
///
/// assert!(Chance::new(0.9).is_some());
/// assert!(Chance::new(1.0).is_none(), "that would be no chance");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance(f64);

impl Chance {
    /// `probability`, or `None` if it does not lie strictly between zero and one.
    pub fn new(probability: f64) -> Option<Chance> {
        (probability > 0.0 && probability < 1.0).then_some(Chance(probability))
    }

    /// Pushes what may become of the choice of `chosen`, itself first and then the other `legal` moves
    /// in their order.
    #[inline]
    pub(crate) fn push_outcomes<M: Move>(
        self,
        moves: &mut Moves<M>,
        chosen: M,
        legal: impl Iterator<Item = M> + Clone,
    ) {
        let others = legal.filter(|&mv| mv != chosen);
        let count = others.clone().count();
        if count == 0 {
            return moves.push_outcome(chosen, 1.0);
        }
        moves.push_outcome(chosen, self.0);
        let each = (1.0 - self.0) / count as f64;
        for mv in others {
            moves.push_outcome(mv, each);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chosen_move_comes_first_and_the_others_share_the_rest() {
        let outcomes = |chosen: u8, legal: &[u8]| {
            let mut moves = Moves::new();
            Chance::new(0.8).unwrap().push_outcomes(&mut moves, chosen, legal.iter().copied());
            let weights: Vec<f64> = (0..moves.len()).filter_map(|i| moves.probability(i)).collect();
            (moves.to_vec(), weights)
        };
        let rest = (1.0 - 0.8) / 2.0;
        assert_eq!(outcomes(5, &[4, 5, 6]), (vec![5, 4, 6], vec![0.8, rest, rest]));
        assert_eq!(outcomes(4, &[4]), (vec![4], vec![1.0]));
    }

    #[test]
    fn certainties_are_no_chances() {
        for probability in [0.0, 1.0, -0.5, 1.5, f64::NAN, f64::INFINITY] {
            assert_eq!(Chance::new(probability), None, "{probability}");
        }
    }
}
