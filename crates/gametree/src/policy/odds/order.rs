//! Whether the move ordering is any good.

use super::record::Slot;

/// The fewest pairs that say anything.
const ENOUGH: f64 = 8.0;
/// The first must be better in at least this share of pairs: an ordering that is only a little
/// better than none is less useful than the odds.
const SHARE: f64 = 2.0 / 3.0;

/// How often the first of two sibling leaves was the better one for the mover.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OrderTest {
    pairs: f64,
    wins: f64,
}

impl OrderTest {
    /// Notes that leaf number `index` of `siblings` was just seen; `max`: whether MAX chooses among
    /// them.
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

    /// Whether the first is better much more often, and more often than chance explains.
    pub fn is_good(&self) -> bool {
        let share = self.wins / self.pairs;
        self.pairs >= ENOUGH && share > SHARE.max(0.5 + 0.5 / self.pairs.sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::Record;
    use super::*;

    /// The test after `pairs` pairs of sibling leaves, in `wins` of which the first is better.
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
