//! The settings of a selective search.

/// A part of a selective search that can be switched off, to see what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Feature {
    /// Forcing moves beyond the horizon.
    Quiescence,
    /// Null moves: if a pass is good enough, so is a move (Beal 1989; Donninger 1993).
    Pass,
    /// Late moves are searched less deeply, and again if they turn out well (Romstad 2006).
    Reduce,
    /// Answers to threats are searched one ply deeper.
    Extend,
    /// Hopeless moves near the horizon are left out (futility; Heinz 1998).
    Prune,
    /// Quiet moves that refuted a sibling come early (Akl, Newborn 1977).
    Killers,
    /// Quiet moves that were often good come early (Schaeffer 1989).
    History,
    /// So do those that refuted the same move elsewhere (Uiterwijk 1992).
    Replies,
    /// Windows around the last value (Slate, Atkin 1977).
    Aspiration,
    /// The transposition table.
    Table,
}

impl Feature {
    /// All of them.
    pub const ALL: [Feature; 10] = [
        Feature::Quiescence,
        Feature::Pass,
        Feature::Reduce,
        Feature::Extend,
        Feature::Prune,
        Feature::Killers,
        Feature::History,
        Feature::Replies,
        Feature::Aspiration,
        Feature::Table,
    ];

    /// Its name in specs.
    pub const fn name(self) -> &'static str {
        match self {
            Feature::Quiescence => "quiescence",
            Feature::Pass => "pass",
            Feature::Reduce => "reduce",
            Feature::Extend => "extend",
            Feature::Prune => "prune",
            Feature::Killers => "killers",
            Feature::History => "history",
            Feature::Replies => "replies",
            Feature::Aspiration => "aspiration",
            Feature::Table => "table",
        }
    }
}

/// The settings of a selective search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selective {
    /// The largest depth in plies.
    pub plies: u32,
    /// How many moves of the root are compared, each with its line.
    pub lines: u32,
    /// The size of the table in bytes; it takes no more than half of the memory limit.
    pub table_bytes: usize,
    /// One bit for each feature that is not used.
    pub(crate) off: u16,
}

impl Default for Selective {
    /// Everything, one line, a table of 32 MiB.
    fn default() -> Selective {
        Selective { plies: MOST_PLIES, lines: 1, table_bytes: 32 << 20, off: 0 }
    }
}

/// The deepest iteration.
pub(super) const MOST_PLIES: u32 = 100;

impl Selective {
    /// These settings without a feature.
    #[must_use]
    pub fn without(self, feature: Feature) -> Selective {
        Selective { off: self.off | 1 << feature as u16, ..self }
    }

    /// Whether a feature is used.
    #[inline]
    pub fn has(&self, feature: Feature) -> bool {
        self.off >> feature as u16 & 1 == 0
    }
}
