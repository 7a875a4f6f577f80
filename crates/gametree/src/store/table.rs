//! A transposition table: fixed memory, one record per position.
//!
//! A small key is mixed by a bijection: one part of it is the index of the entry, the rest lies in
//! the entry, with both bounds, the best child, the work and a generation, all in one atomic word
//! of eight bytes (`packed/`). Larger keys, values that are not whole numbers and
//! searches to a depth take 40 bytes, whose last word is a lock that is tried and never waited for
//! (`wide.rs`). Clearing begins a new generation. Work is measured by the table's own
//! clock, the slots allocated, so that algorithms need not measure it.

#[cfg(debug_assertions)]
use super::Contradiction;
use super::Store;
use super::packed::Packed;
use super::record::Record;
use super::wide::Wide;
use crate::model::{Bounds, Game, Grain, Key};

/// A transposition table: stores `[lower, upper]`, the best child and the work spent for each
/// position, by its key, in a fixed amount of memory. When a bucket is full, the record with the
/// least work is replaced.
///
/// Records of exact keys are proofs: a record identifies its whole key, so two positions are never
/// confused. If the game's keys are hashes, the table [says so](Store::rests_on_hashes), and so does
/// an outcome that relies on it. A position without a key is not stored.
///
/// ```
/// use gametree::Search;
/// use gametree::exact::Scout;
/// use gametree::store::Table;
/// # use gametree::doc::Subtraction;
/// # use gametree::{Game, Key, Knowledge, Moves, Turn, Values};
/// # struct Keyed(Subtraction);
/// # impl Game for Keyed {
/// #     type Position = (u32, bool);
/// #     type Move = u32;
/// #     type Undo = ();
/// #     fn start(&self) -> (u32, bool) { self.0.start() }
/// #     fn values(&self) -> Values { self.0.values() }
/// #     fn expand(&self, at: &(u32, bool), moves: &mut Moves<u32>) -> Turn { self.0.expand(at, moves) }
/// #     fn play(&self, at: &mut (u32, bool), mv: u32) { self.0.play(at, mv) }
/// #     fn undo(&self, at: &mut (u32, bool), mv: u32, (): ()) { self.0.undo(at, mv, ()) }
/// #     fn key(&self, &(stones, max): &(u32, bool)) -> Option<Key> {
/// #         Some(Key::Exact(u128::from(2 * stones) + u128::from(max)))
/// #     }
/// # }
/// # impl Knowledge<Keyed> for Keyed {}
/// # let game = Keyed(Subtraction { stones: 20 });
/// // `game` is a game with position keys.
/// let mut table = Table::new(&game, 1 << 20, false).expect("a megabyte is enough");
/// let first = Search::new(&game).over(&mut table).run(&mut Scout)?;
/// let again = Search::new(&game).over(&mut table).run(&mut Scout)?;
/// assert_eq!(first.value(), again.value());
/// assert!(again.counts.leaves < first.counts.leaves);
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Debug)]
pub struct Table {
    pub(super) records: Records,
    horizons: bool,
    pub(super) hashes: bool,
    /// Slots returned so far: the difference between two moments is the work between them.
    clock: u64,
    /// The first proof that contradicted another.
    #[cfg(debug_assertions)]
    pub(super) contradiction: Option<Contradiction>,
}

#[derive(Debug)]
pub(super) enum Records {
    /// Eight bytes per record, for small keys and few values.
    Packed(Packed),
    /// Forty, for anything.
    Wide(Wide),
}

/// The place of the record of a position; a position without a key has none.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// The mixed key, as two words, so that a slot is small.
    key: Option<[u64; 2]>,
    horizon: Option<u32>,
    /// The table's clock when the slot was returned.
    since: u64,
    /// The exact key of a question about the end of the game.
    #[cfg(debug_assertions)]
    name: Option<u128>,
}

impl Table {
    /// The memory in bytes of the smallest table.
    pub const SMALLEST: usize = Wide::SMALLEST;

    /// An empty table of at most `bytes` for the positions of `game`, for searches to the end of the
    /// game or, if `horizons`, to a horizon. `None` if there is no room for a bucket of records, or
    /// the memory cannot be allocated.
    pub fn new<G: Game>(game: &G, bytes: usize, horizons: bool) -> Option<Table> {
        let values = game.values();
        // Evaluations and averages may be any numbers.
        let small = !horizons && !game.has_chance() && values.grain == Grain::Integer;
        let packed = if small { Packed::new(bytes, game.key_bits(), values.range) } else { None };
        let records = match packed {
            Some(packed) => Records::Packed(packed),
            None => Records::Wide(Wide::new(bytes)?),
        };
        Some(Table {
            records,
            horizons,
            hashes: false,
            clock: 0,
            #[cfg(debug_assertions)]
            contradiction: None,
        })
    }

    /// The same table, for another thread.
    pub(crate) fn share(&mut self) -> Table {
        Table {
            records: match &mut self.records {
                Records::Packed(records) => Records::Packed(records.share()),
                Records::Wide(records) => Records::Wide(records.share()),
            },
            horizons: self.horizons,
            hashes: self.hashes,
            clock: 0,
            #[cfg(debug_assertions)]
            contradiction: None,
        }
    }

    /// The bytes that belong to this thread alone.
    pub(crate) fn own_bytes(&self) -> usize {
        match &self.records {
            Records::Packed(records) => records.own_bytes(),
            Records::Wide(_) => 0,
        }
    }

    /// Whether it can store records for horizons.
    pub(crate) fn takes_horizons(&self) -> bool {
        self.horizons
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.hashes = false;
        match &mut self.records {
            Records::Packed(records) => records.clear(),
            Records::Wide(records) => records.clear(),
        }
    }

    #[inline]
    fn slot(&mut self, key: Option<Key>, horizon: Option<u32>) -> Slot {
        self.clock += 1;
        #[cfg(debug_assertions)]
        let name = match key {
            Some(Key::Exact(key)) if horizon.is_none() => Some(key),
            _ => None,
        };
        let key = match key {
            Some(Key::Exact(key)) => Some(key),
            Some(Key::Hash(key)) => {
                self.hashes = true;
                Some(key)
            }
            None => None,
        };
        let key = match &self.records {
            Records::Packed(_) if horizon.is_some() => None,
            Records::Packed(records) => key.map(|key| [records.mix(key), 0]),
            Records::Wide(_) => key.map(|key| [key as u64, (key >> 64) as u64]),
        };
        Slot {
            key,
            horizon,
            since: self.clock,
            #[cfg(debug_assertions)]
            name,
        }
    }

    #[inline]
    fn find(&self, slot: Slot) -> Option<(Record, Option<u32>)> {
        let [low, high] = slot.key?;
        match &self.records {
            Records::Packed(records) => records.find(low).map(|record| (record, None)),
            Records::Wide(records) => records.find(joined([low, high])),
        }
    }
}

pub(super) fn joined([low, high]: [u64; 2]) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

impl<G: Game> Store<G> for Table {
    type Slot = Slot;

    const SHARES: bool = true;
    const KEYED: bool = true;

    fn table(&mut self) -> Option<&mut Table> {
        Some(self)
    }

    fn name(&self, slot: Slot) -> u64 {
        slot.key.map_or(0, |[low, high]| low ^ high.rotate_left(32))
    }

    #[inline]
    fn keyed(&mut self, key: Option<Key>, horizon: Option<u32>) -> Slot {
        self.slot(key, horizon)
    }

    #[inline]
    fn root(&mut self, game: &G, position: &G::Position, horizon: Option<u32>) -> Slot {
        self.slot(game.key(position), horizon)
    }

    #[inline]
    fn child(
        &mut self,
        _: Slot,
        _: usize,
        _: usize,
        game: &G,
        position: &G::Position,
        horizon: Option<u32>,
    ) -> Slot {
        self.slot(game.key(position), horizon)
    }

    #[inline]
    fn renew(&mut self, slot: Slot) -> Slot {
        self.clock += 1;
        Slot { since: self.clock, ..slot }
    }

    #[inline]
    fn note_work(&mut self) {
        self.clock += 1;
    }

    #[inline]
    fn retrieve(&self, slot: Slot) -> Bounds {
        let Some(key) = slot.key else { return Bounds::UNBOUNDED };
        match &self.records {
            Records::Packed(records) => records.bounds(key[0]),
            Records::Wide(records) => records.bounds(joined(key), slot.horizon),
        }
    }

    #[inline]
    fn prefetch(&self, slot: Slot) {
        let Some(key) = slot.key else { return };
        match &self.records {
            Records::Packed(records) => records.prefetch(key[0]),
            Records::Wide(records) => records.prefetch(joined(key)),
        }
    }

    #[inline]
    fn best_child(&self, slot: Slot) -> Option<usize> {
        self.find(slot)?.0.best.map(usize::from)
    }

    #[inline]
    fn tighten(&mut self, slot: Slot, bounds: Bounds, best: Option<usize>) {
        Store::<G>::compare(self, slot, bounds);
        let Some(key) = slot.key else { return };
        let best = best.and_then(|best| best.try_into().ok());
        let (record, work) = (Record { bounds, best }, self.clock - slot.since);
        if work == 0 {
            // Nothing below was searched: finding it out again is as cheap.
            return;
        }
        match &mut self.records {
            Records::Packed(records) => records.tighten(key[0], record, work),
            Records::Wide(records) => {
                records.tighten(joined(key), slot.horizon, record, work);
            }
        }
    }

    /// Builds with debug assertions check new bounds against old ones.
    #[cfg(debug_assertions)]
    fn compare(&mut self, slot: Slot, bounds: Bounds) {
        if let (Some(name), None) = (slot.name, self.contradiction) {
            let before = Store::<G>::retrieve(self, slot);
            self.contradiction = Contradiction::of(name, before, bounds);
        }
    }

    #[cfg(debug_assertions)]
    fn contradiction(&mut self) -> Option<Contradiction> {
        self.contradiction.take()
    }

    fn clear(&mut self) {
        Table::clear(self);
    }

    fn rests_on_hashes(&self) -> bool {
        self.hashes
    }

    fn bytes(&self) -> usize {
        match &self.records {
            Records::Packed(records) => records.bytes(),
            Records::Wide(records) => records.bytes(),
        }
    }
}
