//! How much is tried.

/// A tenth of what could be tried, or all of it if the variable `GAMETREE_TESTS` says `full`.
pub fn effort(all: u64) -> u64 {
    let full = std::env::var("GAMETREE_TESTS").is_ok_and(|word| word == "full");
    if full { all } else { all.div_ceil(10) }
}
