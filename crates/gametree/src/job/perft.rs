//! Counting the leaves of the tree of moves to a fixed depth ("perft"): the usual check of a move generator.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::JobError;
use super::game::AnyGame;
use crate::erased::{Erased, Position};
use crate::model::{Game, MoreFacts, Moves, Notation};

/// A count of leaves.
///
/// ```
/// use gametree::job::AnyGame;
/// # use gametree::doc::Subtraction;
/// let game = AnyGame::new(Subtraction { stones: 10 });
/// let counted = game.perft(None, 3, None)?.expect("nobody stops it");
/// assert_eq!((counted.leaves, counted.moves.len()), (27, 3));
/// # Ok::<(), gametree::job::JobError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Perft {
    /// The number of ways to play as many moves as was asked for. Games that end earlier do not
    /// count.
    pub leaves: u64,
    /// The part of that number behind each move, in the game's order.
    pub moves: Vec<(String, u64)>,
}

impl AnyGame {
    /// Counts the ways to play `depth` moves (outcomes of chance count as moves). Setting `stop` ends it:
    /// then the result is `None`.
    ///
    /// # Errors
    /// If the position is invalid.
    pub fn perft(
        &self,
        position: Option<&str>,
        depth: u32,
        stop: Option<Arc<AtomicBool>>,
    ) -> Result<Option<Perft>, JobError> {
        let (game, mut position) = (self.erased(), self.position(position)?);
        if depth == 0 {
            return Ok(Some(Perft { leaves: 1, moves: Vec::new() }));
        }
        let mut counter = Counter { game, stop, moves: Moves::new(), since: 0 };
        let mut listed = Moves::new();
        game.more_facts().expand_to_count(game, &position, &mut listed);
        let mut moves = Vec::with_capacity(listed.len());
        for mv in listed.iter() {
            let text = game.move_text(&position, mv);
            game.play(&mut position, mv);
            let counted = counter.below(&mut position, depth - 1);
            game.undo(&mut position, mv, ());
            let Some(counted) = counted else { return Ok(None) };
            moves.push((text, counted));
        }
        Ok(Some(Perft { leaves: moves.iter().map(|(_, leaves)| leaves).sum(), moves }))
    }
}

/// Counts, and looks at the flag now and then.
struct Counter<'g> {
    game: &'g Erased,
    stop: Option<Arc<AtomicBool>>,
    moves: Moves<u32>,
    since: u32,
}

/// Lists of moves between two looks at the flag.
const LOOK_EVERY: u32 = 1 << 12;

impl Counter<'_> {
    fn below(&mut self, position: &mut Position, depth: u32) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        self.since += 1;
        if self.since == LOOK_EVERY {
            self.since = 0;
            if self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return None;
            }
        }
        self.game.more_facts().expand_to_count(self.game, position, &mut self.moves);
        self.moves.forget_facts();
        let (first, count) = (self.moves.bottom(), self.moves.len());
        let mut sum = count as u64;
        if depth > 1 {
            sum = 0;
            for place in first..first + count {
                let mv = self.moves.at(place);
                self.moves.stack();
                self.game.play(position, mv);
                let found = self.below(position, depth - 1);
                self.game.undo(position, mv, ());
                sum += found?;
            }
        }
        self.moves.unstack(first);
        Some(sum)
    }
}
