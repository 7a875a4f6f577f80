//! Which moves come first.

use super::settings::{Feature, Selective};
use crate::model::{Kind, QUIET, THREAT};

/// What quiet moves have done so far, by the codes of moves.
#[derive(Debug)]
pub(super) struct MoveHistory {
    /// How good a quiet move has been, for each player.
    scores: Vec<[i16; 2]>,
    /// The move that refuted a move of each player.
    replies: Vec<[u32; 2]>,
    /// Moves that refuted others of the same ply.
    killers: Vec<[u32; 2]>,
    uses: Selective,
}

/// Scores are kept by 16 bits of a code, so that some moves may share one. They go from -MOST to
/// MOST.
const PLACES: usize = 1 << 16;
const MOST: i32 = 16_000;
/// No move has this code, or if one has, it is tried a little earlier than it deserves.
const NONE: u32 = u32::MAX;

fn place(mv: u32) -> usize {
    ((mv ^ mv >> 16) & 0xffff) as usize
}

fn filled<T: Clone>(with: T, count: usize) -> Option<Vec<T>> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).ok()?;
    list.resize(count, with);
    Some(list)
}

fn side(kind: Kind) -> usize {
    usize::from(kind == Kind::Min)
}

impl MoveHistory {
    /// `None` if the system does not have the memory.
    pub fn new(uses: Selective, plies: usize) -> Option<MoveHistory> {
        Some(MoveHistory {
            scores: filled([0; 2], PLACES)?,
            replies: filled([NONE; 2], PLACES)?,
            killers: filled([NONE; 2], plies)?,
            uses,
        })
    }

    /// Before a new search: killers belong to plies of the old one, and old scores fade to a
    /// quarter, so that the new position soon counts for more. Chosen by hand; not tuned.
    pub fn fade(&mut self) {
        self.killers.fill([NONE; 2]);
        for each in self.scores.as_flattened_mut() {
            *each /= 4;
        }
    }

    /// Forgets the killers of a ply, whose nodes have another parent from now on.
    #[inline]
    pub fn forget_killers(&mut self, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply) {
            *killers = [NONE; 2];
        }
    }

    /// How good a quiet move has been, from -[`MOST`] to [`MOST`].
    #[inline]
    pub fn score(&self, kind: Kind, mv: u32) -> i32 {
        self.scores[place(mv)][side(kind)].into()
    }

    #[inline]
    pub fn is_killer(&self, ply: usize, mv: u32) -> bool {
        self.killers[ply].contains(&mv)
    }

    /// How early a move is tried: larger is earlier. First the move of the table, then forcing
    /// moves that lose nothing, killers, the reply to the last move, quiet moves by history, and
    /// forcing moves that lose something.
    #[inline]
    pub fn rank(&self, at: MoveContext, mv: u32, gain: i32) -> i32 {
        if Some(mv) == at.table_move {
            return i32::MAX;
        }
        if gain == QUIET || gain == THREAT {
            return match () {
                () if self.killers[at.ply][0] == mv => FIRST_KILLER,
                () if self.killers[at.ply][1] == mv => FIRST_KILLER - 1,
                () if self.reply(at) == Some(mv) => FIRST_KILLER - 2,
                // A threat counts as much as a good history; chosen by hand, not tuned.
                () => self.score(at.kind, mv) + if gain == THREAT { MOST / 4 } else { 0 },
            };
        }
        if gain >= 0 { WINNING + gain.min(MOST) } else { LOSING + gain.max(-MOST) }
    }

    fn reply(&self, at: MoveContext) -> Option<u32> {
        at.after.map(|before| self.replies[place(before)][side(at.kind)])
    }

    /// A quiet move has refuted the one before, and the quiet moves tried before it have not.
    pub fn learn(&mut self, at: MoveContext, refutes: u32, tried: &[u32], depth: i32) {
        if self.uses.has(Feature::Killers) && self.killers[at.ply][0] != refutes {
            self.killers[at.ply] = [refutes, self.killers[at.ply][0]];
        }
        if let Some(before) = at.after.filter(|_| self.uses.has(Feature::Replies)) {
            self.replies[place(before)][side(at.kind)] = refutes;
        }
        if self.uses.has(Feature::History) {
            // Deep refutations are rare, and count for more, but not for all others together.
            // Chosen by hand; not tuned.
            let bonus = (32 * depth * depth).min(2_000);
            self.change(at.kind, refutes, bonus);
            for &mv in tried {
                self.change(at.kind, mv, -bonus);
            }
        }
    }

    /// Moves the score of a move towards an end of the range, less the nearer it is: so it never
    /// leaves the range, and follows what has happened lately.
    fn change(&mut self, kind: Kind, mv: u32, by: i32) {
        let score = &mut self.scores[place(mv)][side(kind)];
        let old = i32::from(*score);
        *score = (old + by - old * by.abs() / MOST) as i16;
    }
}

/// A node, as far as the order of moves depends on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveContext {
    pub kind: Kind,
    pub ply: usize,
    /// The best move by the table.
    pub table_move: Option<u32>,
    /// The move that led here.
    pub after: Option<u32>,
}

// Groups of ranks, further apart than gains and scores reach.
const WINNING: i32 = 1_000_000;
const FIRST_KILLER: i32 = 500_000;
const LOSING: i32 = -1_000_000;

/// After as many moves without a cutoff, one is no longer likely: the rest is sorted at once.
const SORTED_FROM: usize = 3;

/// Takes the move of the highest rank from the rest of a list, which is gone through from the
/// beginning; equals in their order.
#[inline]
pub(super) fn next(list: &mut [Ranked], from: usize) -> Ranked {
    match from {
        0..SORTED_FROM => {
            let mut best = from;
            for i in from + 1..list.len() {
                if list[i].rank > list[best].rank {
                    best = i;
                }
            }
            // The others keep their order.
            list[from..=best].rotate_right(1);
        }
        SORTED_FROM => list[from..].sort_by_key(|ranked| std::cmp::Reverse(ranked.rank)),
        _ => {}
    }
    list[from]
}

/// A move of a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub mv: u32,
    pub gain: i32,
    pub rank: i32,
}

impl Ranked {
    /// Whether it is a quiet move, which threatens something or not.
    #[inline]
    pub fn is_quiet(self) -> bool {
        self.gain == QUIET || self.gain == THREAT
    }
}
