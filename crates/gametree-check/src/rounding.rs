//! Averages rounded to the safe side.
//!
//! Every operation on floats gives the nearest float, so the next float below is never above the true
//! result. Nothing else is assumed here.

use gametree_model::next_down;

/// The probabilities of a game may have a relative error of 2^-50 (see
/// [`Moves::push_outcome`](gametree_model::Moves::push_outcome)); this factor makes one a lower bound.
const OFF: f64 = 1.0 - 1.0 / (1u64 << 50) as f64;

/// At most the average of `terms`, numbers with their probabilities, which sum to one.
///
/// Only distances from the smallest number are averaged, so all terms are non-negative. They are added
/// in order of size, so that mirror images of a position get the same average.
pub fn average_down(terms: &[(f64, f64)]) -> f64 {
    let mut terms = terms.to_vec();
    terms.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    let base = terms.first().map_or(f64::NEG_INFINITY, |&(least, _)| least);
    if !base.is_finite() {
        return f64::NEG_INFINITY;
    }
    let mut sum = 0.0;
    for &(number, probability) in terms.iter().filter(|&&(number, _)| number > base) {
        let distance = next_down(number - base);
        let least = next_down(probability * OFF);
        sum = next_down(sum + next_down(least * distance).max(0.0)).max(0.0);
    }
    if sum > 0.0 { next_down(base + sum).max(base) } else { base }
}

/// At least the average of `terms`.
pub fn average_up(terms: &[(f64, f64)]) -> f64 {
    let turned: Vec<(f64, f64)> = terms.iter().map(|&(number, p)| (-number, p)).collect();
    0.0 - average_down(&turned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn averages_enclose_the_true_one_narrowly() {
        // A third of 0.1 + 0.2 + 1.0 is 13/30.
        let third = 1.0 / 3.0;
        let terms = [(0.1, third), (0.2, third), (1.0, third)];
        let (down, up) = (average_down(&terms), average_up(&terms));
        assert!(down < 1.3 / 3.0 && 1.3 / 3.0 < up && up - down < 1e-14, "{down} {up}");
    }

    #[test]
    fn what_is_certain_is_exact() {
        assert_eq!((average_down(&[(0.3, 1.0)]), average_up(&[(0.3, 1.0)])), (0.3, 0.3));
        let same = [(-7.0, 0.25), (-7.0, 0.75)];
        assert_eq!((average_down(&same), average_up(&same)), (-7.0, -7.0));
    }

    #[test]
    fn no_average_is_on_the_wrong_side() {
        use num_rational::BigRational;
        let exact = |number: f64| BigRational::from_float(number).unwrap();
        let mut state = 1u64;
        let mut bits = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            state >> 11
        };
        for round in 0..20_000 {
            // Of all sizes, close together and far apart, and some denormal.
            let scale = [1.0, 1e-300, 1e200, 1e-310, 1e9, 3.0][round % 6];
            let shift = [0.0, 1.0, -1e6][round % 3] * scale;
            let count = 1 + round % 7;
            let weights: Vec<u64> =
                (0..count).map(|_| 1 + bits() % [6, 1 << 40][round % 2]).collect();
            let total: u64 = weights.iter().sum();
            let terms: Vec<(f64, f64)> = weights
                .iter()
                .map(|&weight| {
                    let number = (bits() as f64 / (1u64 << 52) as f64 - 1.0) * scale + shift;
                    (number, weight as f64 / total as f64)
                })
                .collect();
            // By the true probabilities, to which the floats are only the nearest.
            let true_average: BigRational = terms
                .iter()
                .zip(&weights)
                .map(|(&(number, _), &weight)| {
                    exact(number) * BigRational::new(weight.into(), total.into())
                })
                .sum();
            let (down, up) = (average_down(&terms), average_up(&terms));
            assert!(exact(down) <= true_average && true_average <= exact(up), "{terms:?}");
            let width = terms.iter().fold(0.0f64, |w, t| w.max((t.0 - terms[0].0).abs()));
            let tiny = 1e-14 * (width + shift.abs() + scale) + 1e-320;
            assert!(up - down <= tiny, "{terms:?}: {down} {up}");
        }
    }

    #[test]
    fn the_order_makes_no_difference() {
        let terms = [(0.1, 0.25), (0.7, 0.5), (1e-3, 0.125), (0.1, 0.125)];
        let mut turned = terms;
        turned.reverse();
        assert_eq!(average_down(&terms), average_down(&turned));
    }

    #[test]
    fn nothing_is_known_of_an_unbounded_term() {
        let terms = [(f64::NEG_INFINITY, 0.5), (1.0, 0.5)];
        assert_eq!(average_down(&terms), f64::NEG_INFINITY);
        assert_eq!(average_up(&[(f64::INFINITY, 0.5), (1.0, 0.5)]), f64::INFINITY);
    }
}
