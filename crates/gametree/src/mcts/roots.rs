//! Roots and logarithms of whole numbers, looked up: choosing a child takes them for every child.

use std::f64::consts::LN_2;
use std::sync::LazyLock;

/// Numbers below this are looked up.
const KNOWN: usize = 1 << BITS;
const BITS: u32 = 12;

/// `1 / sqrt n`, `sqrt(ln n)` and `ln n` of small whole numbers.
#[derive(Clone, Debug)]
pub(super) struct Roots {
    inverse: [f64; KNOWN],
    of_logarithm: [f64; KNOWN],
    logarithm: [f64; KNOWN],
}

/// Made once: that takes longer than a short search.
static ROOTS: LazyLock<Roots> = LazyLock::new(Roots::new);

impl Roots {
    pub fn known() -> &'static Roots {
        &ROOTS
    }

    fn new() -> Roots {
        let table = |of: fn(f64) -> f64| std::array::from_fn(|n| of(n.max(1) as f64));
        let of_logarithm = table(|n| n.ln().sqrt());
        Roots { inverse: table(inverse), of_logarithm, logarithm: table(f64::ln) }
    }

    /// `1 / sqrt n`.
    #[inline]
    pub fn inverse(&self, n: u32) -> f64 {
        self.inverse.get(n as usize).copied().unwrap_or_else(|| inverse(f64::from(n)))
    }

    /// `sqrt(ln n)`; of large numbers the first twelve bits count, which is right to one part in
    /// fifty thousand.
    #[inline]
    pub fn of_logarithm(&self, n: u32) -> f64 {
        if let Some(&known) = self.of_logarithm.get(n as usize) {
            return known;
        }
        let dropped = u32::BITS - BITS - n.leading_zeros();
        let leading = (n >> dropped) as usize % KNOWN;
        (self.logarithm[leading] + f64::from(dropped) * LN_2).sqrt()
    }
}

fn inverse(n: f64) -> f64 {
    1.0 / n.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_looked_up_is_what_would_be_computed() {
        let roots = Roots::known();
        for n in [1, 2, 3, 100, 4095, 4096, 4097, 1 << 30] {
            assert_eq!(roots.inverse(n), 1.0 / f64::from(n).sqrt());
        }
        for n in [1, 2, 3, 100, 4095] {
            assert_eq!(roots.of_logarithm(n), f64::from(n).ln().sqrt());
        }
        for n in [4096, 4097, 8191, 8192, 1_000_001, (1 << 31) - 1, 1 << 31, u32::MAX] {
            let exact = f64::from(n).ln().sqrt();
            let error = exact - roots.of_logarithm(n);
            assert!((-1e-12..exact / 50_000.0).contains(&error), "{n}: {error}");
        }
    }
}
