//! Whether the order of moves is any good.

use super::record::Slot;

/// Fewer pairs than this say nothing.
const ENOUGH: f64 = 8.0;

/// How often the first of two sibling leaves was the better one for who chose between them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OrderTest {
    pairs: f64,
    wins: f64,
}

impl OrderTest {
    /// Leaf number `index` of `siblings` was just seen; who chooses among them wants it large if
    /// `max` says so, else small.
    pub fn see(&mut self, siblings: &[Slot], index: usize, max: bool) {
        let sign = if max { 1.0 } else { -1.0 };
        let worth = |slot: &Slot| slot.is_leaf().then_some(sign * slot.lower);
        let Some(first) = worth(&siblings[0]) else { return };
        let later = if index == 0 { &siblings[1..] } else { &siblings[index..=index] };
        for later in later.iter().filter_map(worth) {
            self.pairs += 1.0;
            self.wins +=
                if first > later { 1.0 } else { f64::from(u8::from(first == later)) / 2.0 };
        }
    }

    /// Whether the first is better more often than chance explains.
    pub fn is_good(&self) -> bool {
        self.pairs >= ENOUGH && self.wins / self.pairs > 0.5 + 0.5 / self.pairs.sqrt()
    }
}
