//! Roots and logarithms of small numbers, looked up: choosing a child takes them for every child.

use std::sync::LazyLock;

/// Numbers below this are looked up.
const KNOWN: usize = 4096;

/// `1 / sqrt n` and `sqrt(ln n)` of small whole numbers.
#[derive(Clone, Debug)]
pub(super) struct Roots {
    inverse: Box<[f64; KNOWN]>,
    of_logarithm: Box<[f64; KNOWN]>,
}

/// Made once: that takes longer than a short search.
static ROOTS: LazyLock<Roots> = LazyLock::new(Roots::new);

impl Roots {
    pub fn known() -> &'static Roots {
        &ROOTS
    }

    fn new() -> Roots {
        let table = |of: fn(f64) -> f64| Box::new(std::array::from_fn(|n| of(n.max(1) as f64)));
        Roots { inverse: table(inverse), of_logarithm: table(of_logarithm) }
    }

    /// `1 / sqrt n`.
    #[inline]
    pub fn inverse(&self, n: u32) -> f64 {
        self.inverse.get(n as usize).copied().unwrap_or_else(|| inverse(f64::from(n)))
    }

    /// `sqrt(ln n)`.
    #[inline]
    pub fn of_logarithm(&self, n: u32) -> f64 {
        self.of_logarithm.get(n as usize).copied().unwrap_or_else(|| of_logarithm(f64::from(n)))
    }
}

fn inverse(n: f64) -> f64 {
    1.0 / n.sqrt()
}

fn of_logarithm(n: f64) -> f64 {
    n.ln().sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_looked_up_is_what_would_be_computed() {
        let roots = Roots::known();
        for n in [1, 2, 3, 100, 4095, 4096, 4097, 1 << 30] {
            assert_eq!(roots.inverse(n), 1.0 / f64::from(n).sqrt());
            assert_eq!(roots.of_logarithm(n), f64::from(n).ln().sqrt());
        }
    }
}
