//! From an advantage to a chance of winning.

/// The logistic function: one half if nobody is ahead, towards 1 the more MAX is, towards 0 the more MIN
/// is. An advantage of 1 is worth 0.73, of 2 is worth 0.88.
pub(crate) fn chance_to_win(advantage: f64) -> f64 {
    1.0 / (1.0 + (-advantage).exp())
}
