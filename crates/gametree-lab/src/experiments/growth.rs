//! Exponential growth fitted to measurements: `factor * base^x`.

use gametree::Draws;

use super::estimate::Estimate;
use super::row::Row;

/// A fitted `factor * base^x`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    /// The value at zero.
    pub factor: Estimate,
    /// By how much one more multiplies it.
    pub base: Estimate,
}

/// How often the rows at each place are resampled for the intervals.
const REPLICATES: usize = 400;

/// Fits the means of `value` by `place`, from the place `first` on, by least squares of logarithms; intervals
/// by resampling the rows at each place (Efron 1979). `None` if there are fewer than three places, or places
/// with one row.
pub fn fit(rows: &[Row], place: &str, value: &str, first: u64) -> Option<Growth> {
    let mut places: std::collections::BTreeMap<u64, Vec<f64>> = std::collections::BTreeMap::new();
    for row in rows.iter().filter(|row| row.unit.whole(place) >= first) {
        places.entry(row.unit.whole(place)).or_default().push(row.get(value));
    }
    if places.len() < 3 || places.values().any(|values| values.len() < 2) {
        return None;
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let line = |pick: &mut dyn FnMut(&[f64]) -> f64| {
        let points: Vec<(f64, f64)> =
            places.iter().map(|(&x, values)| (x as f64, pick(values).ln())).collect();
        straight(&points)
    };
    let (ln_factor, ln_base) = line(&mut |values| mean(values));
    let mut draws = Draws::new(1);
    let mut resampled: [Vec<f64>; 2] = Default::default();
    for _ in 0..REPLICATES {
        let (a, b) = line(&mut |values| {
            let again =
                (0..values.len()).map(|_| values[draws.below(values.len() as u64) as usize]);
            again.sum::<f64>() / values.len() as f64
        });
        resampled[0].push(a.exp());
        resampled[1].push(b.exp());
    }
    let trials = places.values().map(|values| values.len() as u64).sum();
    let [factor, base] = [(ln_factor, 0), (ln_base, 1)].map(|(ln, which)| {
        resampled[which].sort_by(f64::total_cmp);
        let at = |share: f64| resampled[which][(share * (REPLICATES - 1) as f64).round() as usize];
        Estimate { value: ln.exp(), low: at(0.025), high: at(0.975), trials }
    });
    Some(Growth { factor, base })
}

/// The straight line through points, by least squares: its height at zero and its slope.
fn straight(points: &[(f64, f64)]) -> (f64, f64) {
    let n = points.len() as f64;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), p| (x + p.0 / n, y + p.1 / n));
    let covariance: f64 = points.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let variance: f64 = points.iter().map(|p| (p.0 - x) * (p.0 - x)).sum();
    let slope = covariance / variance;
    (y - slope * x, slope)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::row::Fields;

    fn rows(seed: u64) -> Vec<Row> {
        let mut draws = Draws::new(seed);
        let places = (4..14u64).flat_map(|h| (0..20).map(move |i| (h, i)));
        let row = |(h, i): (u64, u64)| {
            let noise = 0.5 + draws.share();
            let unit = Fields::new().with("h", h).with("i", i);
            let found = Fields::new().with("leaves", 1.5 * 1.7f64.powf(h as f64) * noise);
            Row { unit, found, ran: Vec::new() }
        };
        places.map(row).collect()
    }

    /// Of many experiments, about 95 % have intervals that contain the truth.
    #[test]
    fn growth_is_recovered_from_noisy_rows() {
        let (mut factors, mut bases, mut sum) = (0, 0, 0.0);
        for seed in 0..200 {
            let growth = fit(&rows(seed), "h", "leaves", 4).unwrap();
            factors += u32::from(growth.factor.low < 1.5 && 1.5 < growth.factor.high);
            bases += u32::from(growth.base.low < 1.7 && 1.7 < growth.base.high);
            sum += growth.base.value;
        }
        assert!((sum / 200.0 - 1.7).abs() < 0.002, "{}", sum / 200.0);
        assert!(
            (176..=198).contains(&factors) && (176..=198).contains(&bases),
            "{factors} {bases}"
        );
        assert_eq!(fit(&rows(1), "h", "leaves", 12), None, "two places say nothing about a line");
    }
}
