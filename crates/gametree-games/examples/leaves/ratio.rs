//! Ratios with intervals.

/// The ratio of two sums over the same seeds, and how far off it may be (the delta method).
pub fn ratio(numbers: &[f64], base: &[f64]) -> (f64, f64) {
    let (n, total) = (numbers.len() as f64, base.iter().sum::<f64>());
    let ratio = numbers.iter().sum::<f64>() / total;
    let squares: f64 = numbers.iter().zip(base).map(|(x, b)| (x - ratio * b).powi(2)).sum();
    (ratio, 1.96 * (squares / (n - 1.0) * n).sqrt() / total)
}
