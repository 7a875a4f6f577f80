//! Experience with moves: how often they have cut off (the history heuristic of Schaeffer 1989),
//! and which have done so at the same depth just before (killer moves of Akl and Newborn 1977).

use super::tree::Tree;
use crate::model::{Kind, Move, Moves};

/// Moves are told apart by the lowest bits of their codes, as many as this. Mixing moves up costs
/// time only.
const BITS: u32 = 16;

/// The deepest ply that has killer moves.
const MOST_PLIES: usize = 64;

/// What moves have done so far in a search.
pub(crate) struct History {
    /// How much a move has cut off, for each of the players.
    history: [Vec<u32>; 2],
    /// By plies left to the horizon, the last two moves that caused cutoffs.
    killers: [[u32; 2]; MOST_PLIES],
}

/// A move, and how early it is tried: the smallest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SortKey {
    /// The rank that the game gives it.
    rank: i32,
    /// How little it has cut off.
    held: u32,
    /// Its place in the list.
    pub index: u32,
}

const NO_MOVE: u32 = u32::MAX;

impl History {
    pub fn new() -> History {
        let none = || vec![0; 1 << BITS];
        let killers = [[NO_MOVE; 2]; MOST_PLIES];
        History { history: [none(), none()], killers }
    }

    /// Sorts all moves into the order in which to try them: the one that was best before
    /// first, then the others in the game's order; those that the game ranks equally, in the order
    /// of what they have cut off.
    pub fn arrange<T: Tree>(
        &self,
        tree: &T,
        moves: &Moves<T::Move>,
        (kind, plies, hint): (Kind, u32, Option<u32>),
        sorted: &mut Vec<SortKey>,
    ) {
        let killers = self.killers[(plies as usize).min(MOST_PLIES - 1)];
        let history = &self.history[usize::from(kind == Kind::Min)];
        sorted.clear();
        sorted.extend(moves.iter().zip(0..).map(|(mv, index)| {
            let code = mv.code();
            if Some(code) == hint {
                return SortKey { rank: i32::MIN, held: 0, index };
            }
            let cut = if killers.contains(&code) { u32::MAX } else { history[slot(code)] };
            SortKey { rank: tree.rank(mv), held: u32::MAX - cut, index }
        }));
        sorted.sort_unstable();
    }

    /// A move has caused a cutoff.
    pub fn note_cutoff(&mut self, mv: impl Move, kind: Kind, plies: u32) {
        let code = mv.code();
        let killers = &mut self.killers[(plies as usize).min(MOST_PLIES - 1)];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        let known = &mut self.history[usize::from(kind == Kind::Min)][slot(code)];
        *known = known.saturating_add(plies.saturating_mul(plies));
    }
}

fn slot(code: u32) -> usize {
    (code & ((1 << BITS) - 1)) as usize
}
