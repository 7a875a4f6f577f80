//! The transposition table of a selective search: positions by their sketch, of which it keeps a part. Two positions may be taken
//! for one another, which costs strength at worst.

/// What a score in the table says of the true one, from the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Lower = 1,
    Upper = 2,
    Exact = 3,
}

/// What the table knows of a position, from the view of its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub score: i32,
    pub bound: Bound,
    pub depth: i32,
    /// The evaluation, or [`NONE`].
    pub eval: i32,
    /// The code of the best move, if there was one.
    pub mv: Option<u32>,
}

/// No evaluation.
pub(super) const NONE: i32 = i32::MAX >> 8;

/// Entries beside each other, as many as share a line of the cache.
const TOGETHER: usize = 4;

/// Two words per entry: half of the sketch and the move; score, evaluation, depth, bound and age.
#[derive(Debug)]
pub(super) struct Table {
    groups: Vec<[u64; 2 * TOGETHER]>,
    age: u8,
}

const AGES: u8 = 32;
/// Codes of moves may take all 32 bits, so that none is a bit of its own.
const HAS_MOVE: u64 = 1 << 7;

impl Table {
    /// A table of at most so many bytes; none at all of 0.
    pub fn new(bytes: usize) -> Table {
        let count = bytes / size_of::<[u64; 2 * TOGETHER]>();
        let count = if count == 0 { 0 } else { 1 << count.ilog2() };
        Table { groups: vec![[0; 2 * TOGETHER]; count], age: 1 }
    }

    pub fn bytes(&self) -> usize {
        self.groups.len() * size_of::<[u64; 2 * TOGETHER]>()
    }

    /// A new search begins: older entries give way.
    pub fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    #[inline]
    fn place(&self, sketch: u64) -> usize {
        sketch as usize & (self.groups.len() - 1)
    }

    #[inline]
    pub fn get(&self, sketch: u64) -> Option<Entry> {
        if self.groups.is_empty() {
            return None;
        }
        let group = &self.groups[self.place(sketch)];
        let found =
            (0..TOGETHER).find(|&i| group[2 * i] >> 32 == sketch >> 32 && group[2 * i + 1] != 0)?;
        Some(unpack(group[2 * found], group[2 * found + 1]))
    }

    /// Stores what is known, in place of the entry that is worth least.
    pub fn put(&mut self, sketch: u64, entry: Entry) {
        if self.groups.is_empty() {
            return;
        }
        let (place, age) = (self.place(sketch), self.age);
        let group = &mut self.groups[place];
        let is_same =
            |i: usize, group: &[u64]| group[2 * i] >> 32 == sketch >> 32 && group[2 * i + 1] != 0;
        let worth = |data: u64| match data {
            0 => i32::MIN,
            _ => {
                let younger = (AGES + age - (data >> 2 & 31) as u8) % AGES;
                (data >> 8 & 0xff) as i32 - 4 * i32::from(younger)
            }
        };
        let same = (0..TOGETHER).find(|&i| is_same(i, group));
        let i = same.unwrap_or_else(|| {
            (0..TOGETHER).min_by_key(|&i| worth(group[2 * i + 1])).expect("there are some")
        });
        let mut entry = entry;
        if same.is_some() {
            let old = unpack(group[2 * i], group[2 * i + 1]);
            // A shallow search of the same position should not wipe out a deep one.
            if entry.bound != Bound::Exact && entry.depth + 3 < old.depth {
                return;
            }
            entry.mv = entry.mv.or(old.mv);
        }
        let (mv, has_move) = entry.mv.map_or((0, 0), |mv| (u64::from(mv), HAS_MOVE));
        group[2 * i] = sketch >> 32 << 32 | mv;
        let depth = entry.depth.clamp(0, 255) as u64;
        group[2 * i + 1] = entry.bound as u64
            | u64::from(age) << 2
            | has_move
            | depth << 8
            | bits(entry.score) << 16
            | bits(entry.eval) << 40;
    }

    /// How full it is with entries of this search, in thousandths.
    pub fn fullness(&self) -> u32 {
        let sample = self.groups.iter().take(250);
        let used = sample
            .flatten()
            .skip(1)
            .step_by(2)
            .filter(|&&data| data != 0 && (data >> 2 & 31) as u8 == self.age);
        let count = used.count() as u32;
        let all = (self.groups.len().min(250) * TOGETHER) as u32;
        (count * 1000).checked_div(all).unwrap_or(0)
    }
}

/// 24 bits of a number.
fn bits(number: i32) -> u64 {
    u64::from(number as u32 & 0xff_ffff)
}

fn number(bits: u64) -> i32 {
    // The sign is the highest of the 24 bits.
    (bits as u32).wrapping_shl(8) as i32 >> 8
}

fn unpack(first: u64, data: u64) -> Entry {
    Entry {
        score: number(data >> 16),
        bound: match data & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
        depth: (data >> 8 & 0xff) as i32,
        eval: number(data >> 40),
        mv: (data & HAS_MOVE != 0).then_some(first as u32),
    }
}
