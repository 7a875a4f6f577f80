//! What a pass over the positions of a game is told, and what it adds to.

use crate::Summary;
use crate::draws::Tally;
use crate::rewards::Ends;

/// How much is checked: see the methods of [`Suite`](crate::Suite).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub playouts: u32,
    pub plies: u32,
    pub exhaustive: u64,
    pub numbers: u32,
    pub budget: u64,
    pub seed: u64,
}

impl Settings {
    pub const DEFAULT: Settings = Settings {
        playouts: 100,
        plies: 4,
        exhaustive: 20_000,
        numbers: 500,
        budget: 100_000,
        seed: 7,
    };
}

/// What the passes accumulate.
pub(crate) struct Records {
    pub tally: Tally,
    pub ends: Ends,
    pub summary: Summary,
}
