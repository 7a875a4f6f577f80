//! `mm` and `mm-r`: minimax to a fixed depth over all moves, the players of Ramanujan, Sabharwal
//! and Selman (2011, sections 4 and 3). `mm` evaluates positions at the horizon; `mm-r` rewards each of
//! them by one random playout.
//!
//! Values are MAX's rewards from 0 to 1. Moves are compared by alpha-beta, which finds the value of
//! minimax; of equally good moves a random one is played. A node is a step from a parent to a
//! child, as for alpha-beta elsewhere; moves of playouts do not count, and every playout is a leaf.
//!
//! Evaluations hardly ever tie, and `mm` tells equals from worse moves. Playouts of a game that is
//! won, drawn or lost tie almost always: `mm-r` tries the moves of the root in random order, and
//! then cuts off whatever is no better, and all that follows a win.

use super::deepening::answer;
use super::order::{Order, PathKey};
use super::search::AlphaBeta;
use super::shares::{Charge, Horizon, SHARES, Shares};
use super::tree::FloatWindow;
use crate::anytime::{AnytimeSearch, Frame};
use crate::model::{Combined, Draws, Game, Kind, Knowledge, Moves, Turn};
use crate::outcome::{Outcome, Stop};
use crate::walk::Door;

/// The settings of `mm` and `mm-r`.
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
pub(crate) struct Minimax<'g, G: Game, K> {
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

    /// The position of the player.
    pub fn position(&self) -> &G::Position {
        &self.root
    }

    /// Plays a move.
    pub fn follow(&mut self, mv: G::Move) {
        self.frame.game.advance(&mut self.root, mv);
    }

    /// One of the moves whose shares are within `margin` of the best, each with the same
    /// probability; nothing if a limit was reached.
    pub fn nearly_best(&mut self, margin: f64, door: &mut dyn Door<G>) -> Option<G::Move> {
        let Frame { game, knowledge, .. } = self.frame;
        let mut moves = Moves::new();
        let Turn::Inner(kind) = knowledge.combined().expand_in_order(game, &self.root, &mut moves)
        else {
            return None;
        };
        let mut good = Vec::new();
        let note = |mv, gain, _: &mut Draws| good.push((mv, gain));
        self.compare(kind, &moves.to_vec(), margin, door, note)?;
        let best = good.iter().fold(f64::NEG_INFINITY, |best, &(_, gain)| best.max(gain));
        good.retain(|&(_, gain)| gain >= best - margin);
        let drawn = self.draws.below(good.len() as u64) as usize;
        good.get(drawn).map(|&(mv, _)| mv)
    }

    /// Finds the best move of the root; of equals, each is taken with the same probability. `None`
    /// if a limit was reached: then it is the best one so far.
    fn find_best(&mut self, door: &mut dyn Door<G>) -> Option<()> {
        let mut moves = Moves::new();
        let Turn::Inner(kind) = self.frame.game.expand(&self.root, &mut moves) else {
            return Some(());
        };
        let moves = if self.only.is_empty() { moves.to_vec() } else { self.only.clone() };
        let (mut best, mut equals): (Option<(G::Move, f64)>, _) = (None, 0);
        let knows_equals = !self.settings.playouts;
        let note = |mv, gain, draws: &mut Draws| {
            let better = best.map_or(1.0, |(_, best)| gain - best);
            equals = if better > 0.0 { 1 } else { equals + u64::from(better == 0.0) };
            let is_equal = better == 0.0 && knows_equals;
            if better > 0.0 || is_equal && draws.below(equals) == 0 {
                best = Some((mv, gain));
            }
        };
        let finished = self.compare(kind, &moves, 0.0, door, note);
        self.best = best.map(|(mv, gain)| (mv, sign(kind) * gain));
        finished
    }

    /// Searches moves of the root, and passes each to `note` with what the mover gains by it:
    /// exactly if it is within `margin` of the best one so far (with playouts: if it is better),
    /// otherwise at most that. `None` if a limit was reached.
    fn compare(
        &mut self,
        kind: Kind,
        moves: &[G::Move],
        margin: f64,
        door: &mut dyn Door<G>,
        mut note: impl FnMut(G::Move, f64, &mut Draws),
    ) -> Option<()> {
        let (frame, FullWidth { plies, playouts, .. }) = (self.frame, self.settings);
        let mut root = self.root.clone();
        door.enter(kind);
        let mut best = f64::NEG_INFINITY;
        let mut moves = moves.to_vec();
        if playouts {
            for i in (1..moves.len()).rev() {
                moves.swap(i, self.draws.below(i as u64 + 1) as usize);
            }
        }
        for mv in moves {
            let horizon = match playouts {
                true => Horizon::Playout(&mut self.draws),
                false => Horizon::Evaluation,
            };
            let (charge, position) = (Some(Charge::All), &mut root);
            let tree = Shares { frame, door, position, horizon, charge, in_order: true };
            let mut search = AlphaBeta::new(tree, Order::Listed);
            let mut window = SHARES;
            if !playouts {
                // Equals are to be recognised, here and in what a bound is made of.
                search = search.keeping_ties();
                window = FloatWindow::FULL;
            }
            let window = window.after(kind, sign(kind) * (best - margin));
            if playouts && !window.is_open() {
                break;
            }
            let gain = sign(kind) * search.child(mv, plies - 1, PathKey::root(0), window)?;
            best = best.max(gain);
            note(mv, gain, &mut self.draws);
        }
        Some(())
    }
}

/// What the mover wants more of: 1 if it is MAX's share, otherwise -1.
fn sign(kind: Kind) -> f64 {
    if kind == Kind::Min { -1.0 } else { 1.0 }
}

impl<'g, G: Game, K: Knowledge<G>> AnytimeSearch<G> for Minimax<'g, G, K> {
    fn run(
        &mut self,
        door: &mut dyn Door<G>,
        watch: &mut dyn FnMut(&Outcome<G::Move>),
    ) -> Option<Stop> {
        if !self.done {
            self.best = None;
            self.find_best(door)?;
            self.done = true;
            door.news_due();
            watch(&self.answer());
        }
        Some(Stop::Horizon)
    }

    fn answer(&self) -> Outcome<G::Move> {
        let depth = if self.done { self.settings.plies } else { 0 };
        answer(self.frame.range, self.best, self.first, depth)
    }

    fn restrict(&mut self, moves: &[G::Move]) {
        self.only = moves.to_vec();
        self.first = moves.first().copied().unwrap_or(self.first);
        (self.best, self.done) = (None, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anytime::toy::{Toy, plain};
    use crate::search::Search;

    #[test]
    fn it_plays_one_of_the_best_moves() {
        for seed in 0..200 {
            let game = Toy { seed, plies: 1 + (seed % 6) as u32 };
            let frame = Frame { facts: false, ..Frame::new(&game, &game, usize::MAX) };
            let settings = FullWidth { plies: 1 + (seed % 4) as u32, playouts: false, seed };
            let mut search = Minimax::new(frame, &game.start(), settings).unwrap();
            let mut question = Search::bare(&game).knowledge(&game).facts(false);
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
                let mut question = Search::bare(&game).knowledge(&game).facts(false);
                search.run(&mut question.walk().unwrap(), &mut |_| ());
                search.answer().mean
            });
            assert_eq!(means[0], means[1]);
        }
    }
}
