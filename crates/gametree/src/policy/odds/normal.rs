//! The normal distribution.

use std::f64::consts::{PI, SQRT_2};

/// The probabilities that a standard normal number is below and above `x`; both are accurate to
/// nine digits, however small (Hart et al. 1968, no. 5666).
pub(super) fn tails(x: f64) -> (f64, f64) {
    const ABOVE: [f64; 7] = [
        0.035_262_496_599_891_1,
        0.700_383_064_443_688,
        6.373_962_203_531_65,
        33.912_866_078_383,
        112.079_291_497_871,
        221.213_596_169_931,
        220.206_867_912_376,
    ];
    const BELOW: [f64; 8] = [
        0.088_388_347_648_318_4,
        1.755_667_163_182_64,
        16.064_177_579_207,
        86.780_732_202_946_1,
        296.564_248_779_674,
        637.333_633_378_831,
        793.826_512_519_948,
        440.413_735_824_752,
    ];
    let far = x.abs().min(37.0);
    let bell = (-0.5 * far * far).exp();
    let at = |factors: &[f64]| factors.iter().fold(0.0, |sum, factor| sum * far + factor);
    let outside = if far < 5.0 * SQRT_2 {
        bell * at(&ABOVE) / at(&BELOW)
    } else {
        // A continued fraction; a few steps are enough out here.
        let fraction = (1..=4).rev().fold(far + 0.65, |rest, step| far + f64::from(step) / rest);
        bell / fraction / (2.0 * PI).sqrt()
    };
    if x > 0.0 { (1.0 - outside, outside) } else { (outside, 1.0 - outside) }
}

/// The number below which a standard normal number is with probability `share`, strictly between 0
/// and 1.
pub(super) fn quantile(share: f64) -> f64 {
    let small = share.min(1.0 - share);
    // To 4.5e-4 (Hastings 1955, as in Abramowitz, Stegun 26.2.23).
    let t = (-2.0 * small.ln()).sqrt();
    let above = (0.010_328 * t + 0.802_853) * t + 2.515_517;
    let below = ((0.001_308 * t + 0.189_269) * t + 1.432_788) * t + 1.0;
    let mut x = above / below - t;
    // One step of Halley's method gives nine digits.
    let density = (-0.5 * x * x).exp() / (2.0 * PI).sqrt();
    let off = (tails(x).0 - small) / density;
    x -= off / (1.0 + 0.5 * x * off);
    if share < 0.5 { x } else { -x }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_and_quantiles_are_those_of_the_books() {
        for (x, below) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_069),
            (-2.0, 0.022_750_131_948_2),
            (-6.0, 9.865_876_450_4e-10),
            (-8.0, 6.220_960_574_3e-16),
            (-20.0, 2.753_624_118_6e-89),
        ] {
            let (found, above) = tails(x);
            assert!((found / below - 1.0).abs() < 1e-8, "{x}: {found}");
            assert_eq!((above, found), tails(-x));
        }
    }

    #[test]
    fn a_quantile_is_where_the_tail_is() {
        for share in [1e-9, 0.001, 0.1, 0.3, 0.5, 0.77, 0.999] {
            assert!((tails(quantile(share)).0 - share).abs() < 1e-9 * share.max(0.01), "{share}");
        }
    }
}
