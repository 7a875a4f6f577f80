//! Whether the order of moves is any good.

/// Fewer pairs than this say nothing.
const ENOUGH: f64 = 8.0;

/// How often the first of two sibling leaves was the better one for who chose between them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OrderTest {
    pairs: f64,
    wins: f64,
}

impl OrderTest {
    /// The first sibling is worth `first` to the mover, a later one `later`.
    pub fn compare(&mut self, first: f64, later: f64) {
        self.pairs += 1.0;
        self.wins += match first.total_cmp(&later) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
    }

    /// Whether the first is better more often than chance explains.
    pub fn is_good(&self) -> bool {
        self.pairs >= ENOUGH && self.wins / self.pairs > 0.5 + 0.5 / self.pairs.sqrt()
    }
}
