//! Whether the order of moves is any good.

use super::record::Slot;

/// Fewer pairs than this say nothing.
const ENOUGH: f64 = 8.0;
/// The first must be better in so large a share of pairs: an order that is a little better than none
/// is of less use than the odds are.
const SHARE: f64 = 2.0 / 3.0;

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

    /// Whether the first is much better, and more often than chance explains.
    pub fn is_good(&self) -> bool {
        let share = self.wins / self.pairs;
        self.pairs >= ENOUGH && share > SHARE.max(0.5 + 0.5 / self.pairs.sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::Record;
    use super::*;

    /// After this many pairs of sibling leaves, of which the first is the better one in so many.
    fn after(pairs: u32, wins: u32, max: bool) -> OrderTest {
        let mut test = OrderTest::default();
        for pair in 0..pairs {
            let mut record = Record::new();
            let unknown = Slot::new(f64::NEG_INFINITY, f64::INFINITY);
            let knot = record.enter(0, 0, 0, max, [unknown; 2].into_iter());
            let first = if (pair < wins) == max { 5.0 } else { 3.0 };
            record.see(record.child_slot(knot, 1), knot, 4.0, 0.0);
            test.see(record.children(knot), 1, max);
            record.see(record.child_slot(knot, 0), knot, first, 0.0);
            test.see(record.children(knot), 0, max);
        }
        test
    }

    #[test]
    fn it_takes_more_than_chance() {
        for max in [true, false] {
            assert!(!after(7, 7, max).is_good());
            assert!(after(8, 8, max).is_good());
            assert!(!after(9, 6, max).is_good());
            assert!(after(9, 7, max).is_good());
            assert!(!after(100, 66, max).is_good());
            assert!(after(100, 67, max).is_good());
        }
    }
}
