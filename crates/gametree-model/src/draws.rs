//! Random numbers whose streams never change.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A stream of random numbers from a seed: the same seed gives the same stream on every platform and
/// in every version. (The generator is Xoshiro256++; drawing below a bound is our own.)
///
/// ```
/// use gametree_model::Draws;
///
/// let mut draws = Draws::new(7);
/// let first: Vec<u64> = (0..4).map(|_| draws.below(10)).collect();
/// assert_eq!(first, [0, 1, 7, 4]);
/// assert!((0.0..1.0).contains(&draws.share()));
/// assert!(draws.index_by_weight(&[0.5, 0.5]) < 2);
/// ```
#[derive(Clone, Debug)]
pub struct Draws(Xoshiro256PlusPlus);

impl Draws {
    /// The stream of `seed`.
    pub fn new(seed: u64) -> Draws {
        Draws(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A uniformly distributed number of 64 bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniformly distributed number below `bound`: Lemire (2019), multiply and reject.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        let mut product = u128::from(self.bits()) * u128::from(bound);
        if (product as u64) < bound {
            let unfair = bound.wrapping_neg() % bound;
            while (product as u64) < unfair {
                product = u128::from(self.bits()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }

    /// A float from 0 up to, but not including, 1: a multiple of 2^-53.
    #[inline]
    pub fn share(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// An index into a list of weights that sum to one, each as likely as its weight.
    ///
    /// # Panics
    /// If there are none.
    pub fn index_by_weight(&mut self, weights: &[f64]) -> usize {
        let mut left = self.share();
        let found = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        // Rounding may leave a little after the last one.
        found.unwrap_or_else(|| weights.len().checked_sub(1).expect(NO_WEIGHTS))
    }
}

const NO_WEIGHTS: &str = "there is nothing to draw from, or the outcomes of chance have no probabilities: they are listed by \
                          Moves::push_outcome, not by push";

/// Hashes two numbers into one: one step of SplitMix64 (Steele, Lea, Flood 2014). It never changes.
///
/// Use it to derive many seeds from one:
///
/// ```
/// use gametree_model::{Draws, splitmix64};
///
/// let streams: Vec<Draws> = (0..3).map(|game| Draws::new(splitmix64(7, game))).collect();
/// assert_eq!(streams.len(), 3);
/// assert_eq!(splitmix64(0, 0), 0xe220_a839_7b1d_cdaf);
/// ```
#[inline]
pub fn splitmix64(a: u64, b: u64) -> u64 {
    let mut z = a.wrapping_add(b.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_stable_and_fair() {
        let mut draws = Draws::new(7);
        let first: Vec<u64> = (0..8).map(|_| draws.below(10)).collect();
        assert_eq!(first, [0, 1, 7, 4, 9, 4, 7, 3]);
        let mut seen = [0u32; 3];
        for _ in 0..30_000 {
            seen[draws.below(3) as usize] += 1;
        }
        assert!(seen.iter().all(|n| n.abs_diff(10_000) < 400), "{seen:?}");
        let mut drawn = [0u32; 3];
        for _ in 0..30_000 {
            drawn[draws.index_by_weight(&[0.5, 0.125, 0.375])] += 1;
        }
        let expected = [15_000u32, 3_750, 11_250];
        assert!(drawn.iter().zip(expected).all(|(n, m)| n.abs_diff(m) < 400), "{drawn:?}");
        let mean = (0..10_000).map(|_| draws.share()).sum::<f64>() / 10_000.0;
        assert!((mean - 0.5).abs() < 0.01, "{mean}");
    }

    /// The first numbers of the stream that starts at zero, as the authors' program gives them.
    #[test]
    fn it_is_splitmix64() {
        let stream = [0, 1, 2].map(|i| splitmix64(0, i));
        assert_eq!(stream, [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
    }
}
