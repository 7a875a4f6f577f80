//! Which move is tried first.

use crate::model::{Game, Kind, Knowledge, Move, Moves};
use crate::run::Walk;

/// Moves are told apart by so many low bits of their codes. Those that are not are mixed up, which costs time only.
const BITS: u32 = 16;

/// The deepest ply that has killer moves.
const MOST_PLIES: usize = 64;

/// Experience with moves.
pub(super) struct Order {
    /// How much a move has cut off, for each of the players.
    history: [Vec<u32>; 2],
    /// By plies left to the horizon, the last two moves that caused cutoffs.
    killers: [[u32; 2]; MOST_PLIES],
}

/// A move, and how early it is tried: the smallest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Turn {
    /// The rank that the game gives it.
    rank: i32,
    /// How little it has cut off.
    held: u32,
    /// Its place in the list.
    pub index: u32,
}

const NO_MOVE: u32 = u32::MAX;

impl Order {
    pub fn new() -> Order {
        let none = || vec![0; 1 << BITS];
        Order { history: [none(), none()], killers: [[NO_MOVE; 2]; MOST_PLIES] }
    }

    /// Lists moves in the order in which to try them: the one that was best before first, then the others in
    /// the game's order; those that the game ranks equally, in the order of what they have cut off.
    pub fn arrange<G: Game, K: Knowledge<G>>(
        &self,
        walk: &Walk<'_, G, K>,
        moves: &Moves<G::Move>,
        (kind, plies, hint): (Kind, u32, Option<u32>),
        turns: &mut Vec<Turn>,
    ) {
        let (game, knowledge, position) = (walk.game(), walk.knowledge(), walk.position());
        let killers = self.killers[(plies as usize).min(MOST_PLIES - 1)];
        let history = &self.history[usize::from(kind == Kind::Min)];
        turns.clear();
        turns.extend(moves.iter().zip(0..).map(|(mv, index)| {
            let code = mv.code();
            if Some(code) == hint {
                return Turn { rank: i32::MIN, held: 0, index };
            }
            let rank = knowledge.rank(game, position, mv);
            let cut = if killers.contains(&code) { u32::MAX } else { history[place(code)] };
            Turn { rank, held: u32::MAX - cut, index }
        }));
        turns.sort_unstable();
    }

    /// A move has caused a cutoff.
    pub fn note_cutoff(&mut self, mv: impl Move, kind: Kind, plies: u32) {
        let code = mv.code();
        let killers = &mut self.killers[(plies as usize).min(MOST_PLIES - 1)];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        let known = &mut self.history[usize::from(kind == Kind::Min)][place(code)];
        *known = known.saturating_add(plies.saturating_mul(plies));
    }
}

fn place(code: u32) -> usize {
    (code & ((1 << BITS) - 1)) as usize
}
