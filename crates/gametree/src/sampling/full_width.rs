//! `mm` and `mm-r`: minimax to a fixed depth over all moves, the players of Ramanujan, Sabharwal and Selman
//! (2011, section 3). `mm` evaluates positions at the horizon; `mm-r` rewards each of them by one random playout.
//!
//! Values are MAX's rewards from 0 to 1. Moves are compared by alpha-beta, which finds the value of minimax; of equally good
//! moves a random one is played. A node is a step from a parent to a child, as for alpha-beta elsewhere; moves of playouts do not
//! count, and every playout is a leaf.

use super::anytime::{AnytimeSearch, Frame};
use crate::model::{Combined, Draws, Game, Kind, Knowledge, Moves, Turn};
use crate::run::{Answer, Door, RootMove, Stop};

/// The settings of `mm` and `mm-r`.
///
/// ```
/// use gametree::Search;
/// use gametree::sampling::{FullWidth, Sampler};
/// # use gametree::doc::Subtraction;
/// let settings = FullWidth { plies: 10, playouts: true, seed: 1 };
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut Sampler::FullWidth(settings))?;
/// assert_eq!(outcome.best_move(), Some(2));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FullWidth {
    /// The depth in plies.
    pub plies: u32,
    /// Whether positions at the horizon are rewarded by a playout, and not evaluated.
    pub playouts: bool,
    /// The seed of playouts, and of the choice among equals.
    pub seed: u64,
}

/// A search of a fixed depth.
pub(super) struct Minimax<'g, G: Game, K> {
    frame: Frame<'g, G, K>,
    settings: FullWidth,
    root: G::Position,
    draws: Draws,
    /// The best move so far and MAX's share after it.
    best: Option<(G::Move, f64)>,
    first: G::Move,
    /// The moves of the root that are compared; if there are none, all.
    only: Vec<G::Move>,
    done: bool,
}

/// What still matters: shares between the two, ends included, so that equals are recognised at the root.
type Window = (f64, f64);

impl<'g, G: Game, K: Knowledge<G>> Minimax<'g, G, K> {
    /// `None` if the game is over.
    pub fn new(
        frame: Frame<'g, G, K>,
        position: &G::Position,
        settings: FullWidth,
    ) -> Option<Self> {
        let mut moves = Moves::new();
        let Turn::Inner(_) = frame.game.expand(position, &mut moves) else { return None };
        let (root, first, draws) = (position.clone(), moves.get(0), Draws::new(settings.seed));
        let (best, only) = (None, Vec::new());
        Some(Minimax { frame, settings, root, draws, best, first, only, done: false })
    }

    /// MAX's share of a position so many plies ahead: exact within the window, otherwise a bound beyond
    /// it. Nothing if a limit was reached.
    fn value(
        &mut self,
        position: &mut G::Position,
        plies: u32,
        (mut low, mut high): Window,
        door: &mut dyn Door<G>,
    ) -> Option<f64> {
        if plies == 0 && self.settings.playouts {
            return self.play_out(position, door);
        }
        if let Some(share) = self.frame.share_of_leaf(position, plies, door) {
            return Some(share);
        }
        let game = self.frame.game;
        let mut moves = Moves::new();
        let Turn::Inner(kind) =
            self.frame.knowledge.combined().expand_in_order(game, position, &mut moves)
        else {
            unreachable!("ends of the game are leaves");
        };
        door.enter(kind);
        door.charge(moves.len());
        let mut best = if kind == Kind::Min { f64::INFINITY } else { f64::NEG_INFINITY };
        for mv in moves.iter() {
            if !door.may_go_on() {
                return None;
            }
            door.add_nodes(1);
            let undo = game.play(position, mv);
            let found = self.value(position, plies - 1, (low, high), door);
            game.undo(position, mv, undo);
            let share = found?;
            if kind == Kind::Min {
                best = best.min(share);
                high = high.min(share);
            } else {
                best = best.max(share);
                low = low.max(share);
            }
            if low > high {
                break;
            }
        }
        Some(best)
    }

    /// The position of the player.
    pub fn position(&self) -> &G::Position {
        &self.root
    }

    /// Plays a move.
    pub fn follow(&mut self, mv: G::Move) {
        self.frame.game.advance(&mut self.root, mv);
    }

    /// One of the moves whose shares are within `margin` of the best, each with the same probability; nothing
    /// if a limit was reached.
    pub fn nearly_best(&mut self, margin: f64, door: &mut dyn Door<G>) -> Option<G::Move> {
        let Frame { game, knowledge, .. } = self.frame;
        let (mut root, mut moves) = (self.root.clone(), Moves::new());
        let Turn::Inner(kind) = knowledge.combined().expand_in_order(game, &root, &mut moves)
        else {
            return None;
        };
        door.enter(kind);
        let sign = if kind == Kind::Min { -1.0 } else { 1.0 };
        let (mut best, mut good) = (f64::NEG_INFINITY, Vec::new());
        for mv in moves.iter() {
            if !door.may_go_on() {
                return None;
            }
            door.add_nodes(1);
            // Only shares in here can be nearly best.
            let window = match kind {
                Kind::Min => (f64::NEG_INFINITY, -(best - margin)),
                _ => (best - margin, f64::INFINITY),
            };
            let undo = game.play(&mut root, mv);
            let found = self.value(&mut root, self.settings.plies - 1, window, door);
            game.undo(&mut root, mv, undo);
            let gain = sign * found?;
            if gain >= best - margin {
                best = best.max(gain);
                good.push((mv, gain));
            }
        }
        good.retain(|&(_, gain)| gain >= best - margin);
        let drawn = self.draws.below(good.len() as u64) as usize;
        good.get(drawn).map(|&(mv, _)| mv)
    }

    /// What MAX gets if both sides play on at random.
    pub fn play_out(&mut self, position: &G::Position, door: &mut dyn Door<G>) -> Option<f64> {
        let Frame { game, knowledge, .. } = self.frame;
        let (mut end, mut moves) = (position.clone(), Moves::new());
        loop {
            // A game may go on for ever.
            let (moves, draws) = (&mut moves, &mut self.draws);
            let over = knowledge.combined().playout(game, &mut end, MOVES_AT_ONCE, moves, draws);
            if let Some(value) = over {
                return Some(self.frame.share_of(door.leaf(&end, value)));
            }
            door.charge(moves.len() * MOVES_AT_ONCE as usize);
            if !door.may_go_on() {
                return None;
            }
        }
    }

    /// Compares the moves of the root; nothing if a limit was reached.
    fn compare(&mut self, door: &mut dyn Door<G>) -> Option<()> {
        let game = self.frame.game;
        let (mut root, mut moves) = (self.root.clone(), Moves::new());
        let Turn::Inner(kind) = game.expand(&root, &mut moves) else { return Some(()) };
        door.enter(kind);
        let (mut equals, mut window) = (0, (f64::NEG_INFINITY, f64::INFINITY));
        let compared = match self.only.is_empty() {
            true => moves.to_vec(),
            false => self.only.clone(),
        };
        for mv in compared {
            if !door.may_go_on() {
                return None;
            }
            door.add_nodes(1);
            let undo = game.play(&mut root, mv);
            let found = self.value(&mut root, self.settings.plies - 1, window, door);
            game.undo(&mut root, mv, undo);
            let share = found?;
            let gain = |to: f64| if kind == Kind::Min { to - share } else { share - to };
            let better = self.best.map_or(1.0, |(_, best)| gain(best));
            equals = if better > 0.0 { 1 } else { equals + u64::from(better == 0.0) };
            // Each of several equals is taken with the same probability.
            if better > 0.0 || better == 0.0 && self.draws.below(equals) == 0 {
                self.best = Some((mv, share));
            }
            if kind == Kind::Min {
                window.1 = window.1.min(share);
            } else {
                window.0 = window.0.max(share);
            }
        }
        Some(())
    }
}

/// How many moves of a playout are made between two looks at the limits.
const MOVES_AT_ONCE: u32 = 1 << 10;

impl<'g, G: Game, K: Knowledge<G>> AnytimeSearch<G> for Minimax<'g, G, K> {
    fn run(
        &mut self,
        door: &mut dyn Door<G>,
        watch: &mut dyn FnMut(&Answer<G::Move>),
    ) -> Option<Stop> {
        if !self.done {
            self.best = None;
            self.compare(door)?;
            self.done = true;
            door.news_due();
            watch(&self.answer());
        }
        Some(Stop::Horizon)
    }

    fn answer(&self) -> Answer<G::Move> {
        let range = self.frame.range;
        let tried = self.best.map(|(mv, mean)| RootMove {
            mv,
            visits: 0,
            mean,
            bounds: range,
            pv: vec![mv],
        });
        Answer {
            pv: vec![self.best.map_or(self.first, |(mv, _)| mv)],
            mean: self.best.map(|(_, mean)| mean),
            depth: Some(if self.done { self.settings.plies } else { 0 }),
            moves: tried.into_iter().collect(),
            ..Answer::of(range)
        }
    }

    fn restrict(&mut self, moves: &[G::Move]) {
        self.only = moves.to_vec();
        self.first = moves.first().copied().unwrap_or(self.first);
        (self.best, self.done) = (None, false);
    }

    fn advance(&mut self, _: G::Move) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::toy::{Toy, plain};
    use super::*;
    use crate::run::Search;

    #[test]
    fn it_plays_one_of_the_best_moves() {
        for seed in 0..200 {
            let game = Toy { seed, plies: 1 + (seed % 6) as u32 };
            let frame = Frame { facts: false, ..Frame::new(&game, &game, usize::MAX) };
            let settings = FullWidth { plies: 1 + (seed % 4) as u32, playouts: false, seed };
            let mut search = Minimax::new(frame, &game.start(), settings).unwrap();
            let mut question = Search::bare(&game).knowledge(&game).without_facts();
            search.run(&mut question.walk().unwrap(), &mut |_| ());
            let right = plain(frame, &game.start(), settings.plies);
            let answer = search.answer();
            assert_eq!(answer.mean, Some(right), "{seed}");
            let mut child = game.start();
            game.play(&mut child, answer.pv[0]);
            assert_eq!(plain(frame, &child, settings.plies - 1), right, "{seed}");
        }
    }

    /// To the end of the game, playouts have nothing to do.
    #[test]
    fn to_the_end_both_are_the_same() {
        for seed in 0..50 {
            let game = Toy { seed, plies: 4 };
            let frame = Frame { facts: false, ..Frame::new(&game, &game, usize::MAX) };
            let means = [false, true].map(|playouts| {
                let settings = FullWidth { plies: 20, playouts, seed };
                let mut search = Minimax::new(frame, &game.start(), settings).unwrap();
                let mut question = Search::bare(&game).knowledge(&game).without_facts();
                search.run(&mut question.walk().unwrap(), &mut |_| ());
                search.answer().mean
            });
            assert_eq!(means[0], means[1]);
        }
    }
}
