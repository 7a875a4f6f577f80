//! A table as searches over whole numbers use it: bounds to the end of the game, no best child, and the work
//! counted by the search.

#[cfg(debug_assertions)]
use super::Contradiction;
use super::Table;
use super::end_table::Side;
use super::record::Record;
use super::table::{Records, joined};
#[cfg(debug_assertions)]
use crate::model::Bounds;
use crate::model::{Key, WholeBounds};

/// Where the record of a position is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    /// The mixed key, as two words; or [`NOWHERE`].
    key: [u64; 2],
    /// In which of the tables of small records it is.
    side: Side,
    #[cfg(debug_assertions)]
    exact: Option<u128>,
}

/// The record of a position without a key is nowhere (nor is that of a position with this key: not to be found
/// costs time, never truth).
const NOWHERE: [u64; 2] = [u64::MAX; 2];

impl Spot {
    /// A name of the position; zero for those without a key.
    pub(crate) fn name(self) -> u64 {
        if self.key == NOWHERE { 0 } else { self.key[0] ^ self.key[1].rotate_left(32) }
    }
}

impl Table {
    /// As if the table were large. Returns whether there is one for positions near the end now.
    #[cfg(test)]
    pub(crate) fn enlarge(&mut self) -> bool {
        let Records::Packed(records) = &mut self.records else { return false };
        records.add_end_table();
        records.side(u64::MAX, true) != Side::Large
    }

    /// Where the record of the position with this key is. Positions near the end of the game, of which there are many and
    /// each of which saves little, are `late`.
    #[inline(always)]
    pub(crate) fn spot(&mut self, key: Option<Key>, late: bool) -> Spot {
        let code = match key {
            Some(Key::Exact(code)) => code,
            Some(Key::Hash(code)) => {
                self.hashes = true;
                code
            }
            None => u128::MAX,
        };
        let (mixed, side) = match &self.records {
            Records::Packed(_) if key.is_none() => (NOWHERE, Side::Large),
            Records::Packed(records) => {
                let mixed = records.mix(code);
                ([mixed, 0], records.side(mixed, late))
            }
            Records::Wide(_) => ([code as u64, (code >> 64) as u64], Side::Large),
        };
        Spot {
            key: mixed,
            side,
            #[cfg(debug_assertions)]
            exact: if let Some(Key::Exact(code)) = key { Some(code) } else { None },
        }
    }

    /// The stored bounds of a position about which facts say this.
    #[inline(always)]
    pub(crate) fn whole_bounds(&mut self, spot: Spot, facts: WholeBounds) -> WholeBounds {
        self.compare_whole(spot, facts);
        let found = self.retrieve_whole(spot);
        if let Records::Packed(records) = &mut self.records {
            records.note_look_up(spot.side, found != WholeBounds::UNBOUNDED);
        }
        found
    }

    #[inline(always)]
    fn retrieve_whole(&self, spot: Spot) -> WholeBounds {
        if spot.key == NOWHERE {
            return WholeBounds::UNBOUNDED;
        }
        match &self.records {
            Records::Packed(records) => records.whole_bounds(spot.key[0], spot.side),
            Records::Wide(records) => WholeBounds::within(records.bounds(joined(spot.key), None)),
        }
    }

    /// Intersects the record of a position with bounds that `work` has found.
    #[inline(always)]
    pub(crate) fn tighten_whole(&mut self, spot: Spot, bounds: WholeBounds, work: u64) {
        self.compare_whole(spot, bounds);
        if work == 0 || spot.key == NOWHERE {
            return;
        }
        match &mut self.records {
            Records::Packed(records) => records.tighten_whole(spot.key[0], spot.side, bounds, work),
            Records::Wide(records) => {
                let record = Record { bounds: bounds.into(), best: None };
                records.tighten(joined(spot.key), None, record, work);
            }
        }
    }

    /// Asks for the memory that [`whole_bounds`](Table::whole_bounds) will read.
    #[inline(always)]
    pub(crate) fn prefetch_whole(&self, spot: Spot) {
        match &self.records {
            Records::Packed(records) if spot.side != Side::End => records.prefetch(spot.key[0]),
            _ => {}
        }
    }

    /// Builds with debug assertions check new bounds against old ones.
    #[cfg(debug_assertions)]
    fn compare_whole(&mut self, spot: Spot, bounds: WholeBounds) {
        if let (Some(key), None) = (spot.exact, self.contradiction) {
            let before: Bounds = self.retrieve_whole(spot).into();
            self.contradiction = Contradiction::of(key, before, bounds.into());
        }
    }

    #[cfg(not(debug_assertions))]
    #[inline(always)]
    fn compare_whole(&mut self, _: Spot, _: WholeBounds) {}
}
