//! Scores: MAX's share of the reward as an integer, in millionths of half the range, 0 for one
//! half. The best and the worst ends of the game lie beyond all evaluations, sooner ones further.

/// The score of the best end of the game at the root; one less for each ply further.
pub(super) const END: i32 = 2_000_000;
/// No evaluation is better.
pub(super) const MOST: i32 = 1_000_000;
/// Beyond all scores.
pub(super) const INFINITE: i32 = END + 1;
/// An end of the game within this many plies is told from an evaluation.
const LONGEST: i32 = 10_000;

/// The score of an evaluation.
#[inline]
pub(super) fn of_share(share: f64) -> i32 {
    (((share - 0.5) * 2.0 * f64::from(MOST)) as i32).clamp(-MOST, MOST)
}

/// The score of an end of the game at `ply`.
#[inline]
pub(super) fn of_end(share: f64, ply: usize) -> i32 {
    match share {
        _ if share >= 1.0 => END - ply as i32,
        _ if share <= 0.0 => ply as i32 - END,
        _ => of_share(share),
    }
}

/// MAX's share.
pub(super) fn share(score: i32) -> f64 {
    match score {
        _ if is_end(score) => f64::from(u8::from(score > 0)),
        _ => f64::from(score) / (2.0 * f64::from(MOST)) + 0.5,
    }
}

/// Whether it is the best or the worst end of the game.
#[inline]
pub(super) fn is_end(score: i32) -> bool {
    score.abs() > END - LONGEST
}

/// After how many plies the game ends.
pub(super) fn plies_to_end(score: i32) -> Option<u32> {
    is_end(score).then(|| (END - score.abs()) as u32)
}

/// A score as a table keeps it: ends of the game are counted from the position, not from the root.
#[inline]
pub(super) fn to_table(score: i32, ply: usize) -> i32 {
    if is_end(score) { score + score.signum() * ply as i32 } else { score }
}

/// The reverse.
#[inline]
pub(super) fn from_table(score: i32, ply: usize) -> i32 {
    if is_end(score) { score - score.signum() * ply as i32 } else { score }
}
