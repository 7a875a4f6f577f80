//! Seeds from seeds: each part of an experiment has a stream of its own.

use gametree::Draws;

/// The seed of a part of something that has a seed: other parts have others.
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
