//! Winning probabilities from advantages, and rewards from results.

/// The logistic function: one half if neither is ahead, towards 1 the more MAX is, towards 0 the more MIN
/// is. An advantage of 1 is worth 0.73, one of 2 is worth 0.88.
pub(crate) fn chance_to_win(advantage: f64) -> f64 {
    1.0 / (1.0 + (-advantage).exp())
}

/// The share of the reward that depends on the margin.
const MARGIN: f64 = 0.05;

/// The reward of a game that was won by `value` (lost, if that is negative) of at most `most`: nearly
/// all for a win, half for a draw, and a little for the margin.
#[inline]
pub(crate) fn reward(value: f64, most: f64) -> f64 {
    if value == 0.0 {
        // If neither can win, there is no margin to compare with.
        return 0.5;
    }
    let sign = if value > 0.0 { 1.0 } else { f64::from(-i8::from(value < 0.0)) };
    0.5 + (0.5 - MARGIN) * sign + MARGIN * value / most
}

/// A winning probability on the scale of these rewards: never better than a win, nor worse than a loss.
#[inline]
pub(crate) fn prospect(advantage: f64) -> f64 {
    MARGIN + (1.0 - 2.0 * MARGIN) * chance_to_win(advantage)
}

/// The advantage that gives a chance to win: the reverse of [`chance_to_win`]; `None` if it is certain.
pub(crate) fn advantage_of_chance(chance: f64) -> Option<f64> {
    Some((chance / (1.0 - chance)).ln()).filter(|advantage| advantage.is_finite())
}

/// The advantage that gives a prospect: the reverse of [`prospect`]; `None` if the game is decided.
pub(crate) fn advantage(prospect: f64) -> Option<f64> {
    advantage_of_chance((prospect - MARGIN) / (1.0 - 2.0 * MARGIN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_win_is_worth_more_than_any_prospect() {
        let rewards: Vec<f64> = (-18..=18).map(|value| reward(f64::from(value), 18.0)).collect();
        let near = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(rewards.is_sorted() && near(rewards[0], 0.0) && near(rewards[36], 1.0));
        assert_eq!(rewards[18], 0.5);
        assert!(prospect(1e9) < rewards[19] && prospect(-1e9) > rewards[17]);
        assert_eq!(prospect(0.0), 0.5);
    }

    #[test]
    fn prospects_tell_the_advantage() {
        for lead in [-3.0, -0.4, 0.0, 1.0, 2.5] {
            assert!((advantage(prospect(lead)).unwrap() - lead).abs() < 1e-9, "{lead}");
        }
        for decided in [reward(1.0, 18.0), reward(-18.0, 18.0), 0.0, 1.0] {
            assert_eq!(advantage(decided), None, "{decided}");
        }
    }
}
