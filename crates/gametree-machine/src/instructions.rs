//! Function multiversioning: code compiled for newer processors beside the same code for every processor of the
//! architecture.

/// Code that is compiled twice.
pub trait Work {
    /// What it returns.
    type Result;

    /// Runs it. Only what is inlined here is compiled for newer processors: mark this `#[inline(always)]`, and whatever
    /// it calls that matters, too.
    fn run(self) -> Self::Result;
}

/// Which version this processor can run.
///
/// ```
/// use gametree_machine::{Instructions, Work};
///
/// struct Ones<'a>(&'a [u64]);
///
/// impl Work for Ones<'_> {
///     type Result = u32;
///
///     #[inline(always)]
///     fn run(self) -> u32 {
///         self.0.iter().map(|word| word.count_ones()).sum()
///     }
/// }
///
/// assert_eq!(Instructions::detect().run(Ones(&[1, 3, 7])), 6);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Instructions {
    /// Whether it has those that count, find and shift bits, and those for four words at a time.
    newer: bool,
}

impl Instructions {
    /// Asks the processor.
    pub fn detect() -> Instructions {
        #[cfg(target_arch = "x86_64")]
        let newer = std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("popcnt");
        // Elsewhere every processor has what there is for bits.
        #[cfg(not(target_arch = "x86_64"))]
        let newer = false;
        Instructions { newer }
    }

    /// Runs the version for newer processors if this is one.
    #[inline(always)]
    pub fn run<W: Work>(self, work: W) -> W::Result {
        #[cfg(target_arch = "x86_64")]
        if self.newer {
            // SAFETY: the processor has these instructions, or `detect` would not have said so.
            return unsafe { by_newer(work) };
        }
        work.run()
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn by_newer<W: Work>(work: W) -> W::Result {
    work.run()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sum<'a>(&'a [u64]);

    impl Work for Sum<'_> {
        type Result = u64;

        #[inline(always)]
        fn run(self) -> u64 {
            self.0.iter().map(|word| u64::from(word.count_ones() + word.leading_zeros()) << 3).sum()
        }
    }

    #[test]
    fn old_and_new_instructions_do_the_same() {
        let words: Vec<u64> =
            (0..1000).map(|i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (i % 64)).collect();
        let old = Instructions { newer: false }.run(Sum(&words));
        assert_eq!(Instructions::detect().run(Sum(&words)), old);
    }
}
