//! Seeds derived from seeds: each part of an experiment has its own random stream.

use gametree::Draws;

/// The seed of part number `part` of something with the seed `seed`: different parts get different seeds.
///
/// ```
/// use gametree_arena::seeds::derived;
///
/// assert_ne!(derived(1, 0), derived(1, 1));
/// assert_eq!(derived(derived(1, 2), 3), 10_032_255_397_533_703_342, "this never changes");
/// ```
pub fn derived(seed: u64, part: u64) -> u64 {
    Draws::new(Draws::new(seed).bits().wrapping_add(part)).bits()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn parts_of_parts_differ_and_stay_what_they_are() {
        let seeds = (0..20).flat_map(|seed| (0..20).map(move |part| (seed, part)));
        let of_parts = seeds.flat_map(|(seed, part)| {
            (0..5).map(move |number| derived(derived(seed, part), number))
        });
        assert_eq!(of_parts.collect::<HashSet<u64>>().len(), 2000);
        // Recorded games depend on it.
        assert_eq!(derived(derived(1, 2), 3), 10_032_255_397_533_703_342);
    }
}
