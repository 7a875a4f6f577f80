//! `mcts-alphabeta`: rollouts of Monte Carlo and of alpha-beta over one tree (Baier 2018, Algorithm
//! 1.3).
//!
//! A rollout starts as Monte Carlo. At every step, with probability `1 - p`, alpha-beta takes over
//! at the position just reached: one alpha-beta rollout from there, as deep as the iteration of
//! that position has come, and the leaf that it finds is the reward. When an iteration is finished,
//! what it found is a bonus to the statistics of the position's children, in place of the one that
//! the iteration before gave; and the next iteration is one ply deeper, as far as `l`. With p = 1
//! this is `mcts-solver:transpositions=no`, and with p = 0 it is `ab`, to the move: every kind of
//! decision has its own random stream.
//!
//! Readings, where the listing is silent or misprinted:
//! - Line 32 is `random(0, 1) < p`; the same decision is made for the root before line 6, and
//!   iterations of the root are finished like any other (otherwise p = 0 would find no move).
//! - The position at which alpha-beta starts is added to the tree, and the reward counts there too.
//! - The bonus of line 40 is a number of wins (and rollouts) for the one who moves at the position,
//!   times the share that the iteration promises him. `removeLastBonusGiven` acts on the child that
//!   got it.
//! - `root=no` gives no bonus to children of the root. `bonus=each` gives w f^D rollouts to *every*
//!   child that the iteration looked at, at the value that it found there: our own rule.
//! - `score=playout` drops what alpha-beta finds, so that its bonus alone guides Monte Carlo: our
//!   own ablation.

mod alphabeta_side;
mod alphabeta_tree;

use std::sync::Arc;

use alphabeta_side::{AlphaBetaSide, Progress};

use super::answer::waits;
use super::search::Mcts;
use super::settings::Settings;
#[cfg(test)]
use super::tree::Tree;
use crate::anytime::{AnytimeSearch, Frame};
use crate::lookahead::Charge;
use crate::model::{Game, Knowledge};
use crate::outcome::{Outcome, Stop};
use crate::walk::Door;
use alphabeta_tree::NodeId;

/// What can be set about the mixture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mixing {
    /// How likely a step goes on as Monte Carlo.
    pub p: f64,
    /// How many moves of each position alpha-beta tries.
    pub k: u32,
    /// How many plies it looks ahead at most.
    pub l: u32,
    /// The bonus of an iteration of depth D is `w f^D`.
    pub w: f64,
    /// See `w`.
    pub f: f64,
    /// Who gets it.
    pub bonus: Bonus,
    /// Whether the root's children get it as well.
    pub at_root: bool,
    /// Which positions of alpha-beta count as nodes.
    pub charge: Charge,
    /// What rewards a rollout that alpha-beta has taken over: the leaf that it found (Baier 2018),
    /// or a playout from where it took over, so that nothing but the bonus is left of alpha-beta.
    pub backs_up: bool,
}

/// Which children of a position get a bonus when alpha-beta has finished an iteration there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Bonus {
    /// The best one, as wins (Baier 2018).
    Best,
    /// All that alpha-beta has looked at, at the value that it found.
    Each,
    /// None.
    None,
}

/// The search.
pub(crate) struct Mixed<'g, G: Game, K> {
    mcts: Mcts<'g, G, K>,
    alphabeta: AlphaBetaSide<'g, G, K>,
}

impl<'g, G: Game, K: Knowledge<G>> Mixed<'g, G, K> {
    /// A search by the first of several threads; the others are its [helpers](Mixed::helper).
    /// `None` if the game is over.
    pub fn new(
        frame: Frame<'g, G, K>,
        position: &G::Position,
        settings: Settings,
        mixing: Mixing,
        threads: usize,
    ) -> Option<Self> {
        let half = Frame { memory: frame.memory / 2, ..frame };
        // Alpha-beta goes by ways: what it gives to the moves of a position it takes back there.
        let settings = Settings { transpositions: false, ..settings };
        let mcts = Mcts::with_threads(half, position, settings, threads)?;
        // Every thread gives its own bonus.
        let mixing = Mixing { w: mixing.w / threads as f64, ..mixing };
        let part = Frame { memory: half.memory / threads, ..frame };
        let alphabeta = AlphaBetaSide::new(part, position, mixing, settings.seed)?;
        Some(Mixed { mcts, alphabeta })
    }

    /// The tree of Monte Carlo.
    #[cfg(test)]
    pub(in crate::mcts) fn tree(&self) -> &Arc<Tree> {
        &self.mcts.tree
    }

    /// The search of the thread of this number: it shares the tree of Monte Carlo, and looks ahead
    /// by itself.
    pub fn helper(&self, thread: usize) -> Self {
        let mcts = self.mcts.helper(thread);
        let AlphaBetaSide { frame, mixing, position, .. } = &self.alphabeta;
        let alphabeta = AlphaBetaSide::new(*frame, position, *mixing, mcts.settings.seed);
        let alphabeta = alphabeta.expect("the game is not over");
        Mixed { mcts, alphabeta }
    }
}

impl<'g, G: Game, K: Knowledge<G>> AnytimeSearch<G> for Mixed<'g, G, K> {
    fn run(
        &mut self,
        door: &mut dyn Door<G>,
        watch: &mut dyn FnMut(&Outcome<G::Move>),
    ) -> Option<Stop> {
        let p = self.alphabeta.mixing.p;
        let tree = Arc::clone(&self.mcts.tree);
        let mut visit = tree.visit();
        while door.may_go_on() {
            if self.mcts.is_solved() {
                return Some(Stop::Closed);
            }
            if tree.wants_room() {
                drop(visit.take());
                tree.reclaim(self.mcts.slack, || waits(door));
                visit = tree.visit();
            }
            let side = &mut self.alphabeta;
            let is_due = side.due > 0 || side.draws_takeover();
            side.due = side.due.saturating_sub(1);
            let by_alphabeta = is_due && !side.is_done() && !side.tree.is_full();
            if by_alphabeta {
                let (root, position) = (side.tree.root(), side.position.clone());
                let (_, virtual_visits) = side.look_deeper(root, &position, door);
                self.mcts.give_at_root(&virtual_visits, door);
            } else if p == 0.0 {
                // There is nothing left for alpha-beta to do.
                let full = side.tree.is_full();
                return Some(if full { Stop::Memory } else { Stop::Horizon });
            } else if !self.mcts.rollout_with(side, door) {
                return Some(Stop::Closed);
            }
            if door.news_due() {
                watch(&self.with_alphabeta(self.mcts.answer_now()));
            }
        }
        None
    }

    fn answer(&self) -> Outcome<G::Move> {
        self.with_alphabeta(self.mcts.answer())
    }

    fn brief(&self) -> Outcome<G::Move> {
        self.with_alphabeta(self.mcts.brief())
    }

    fn memory(&self) -> (usize, usize) {
        let side = &self.alphabeta;
        let started = side.started.len() * size_of::<(NodeId, Progress<G::Move>)>();
        let (bytes, nodes) = self.mcts.memory();
        (bytes + side.tree.bytes() + 2 * started, nodes)
    }

    fn is_full(&self) -> bool {
        self.mcts.full || self.alphabeta.tree.is_full()
    }

    fn restrict(&mut self, moves: &[G::Move]) {
        self.mcts.restrict(moves);
        self.alphabeta.tree.restrict(moves);
        self.alphabeta.best = moves[0];
    }

    fn advance(&mut self, mv: G::Move) -> bool {
        let side = &mut self.alphabeta;
        let (root, position) = (side.tree.root(), side.position.clone());
        let child = side.tree.child(&side.frame, root, &position, mv, &mut side.moves, None);
        let Some(child) = child.filter(|_| !side.tree.is_full()) else { return false };
        side.frame.game.advance(&mut side.position, mv);
        if side.frame.value_if_known(&side.position).is_some()
            || !AnytimeSearch::advance(&mut self.mcts, mv)
        {
            return false;
        }
        side.tree.set_root(child);
        // What the new root was given by the old one is no rollout through it...
        let given = side.started.get(&root).map_or(&[][..], |progress| &progress.given);
        if let Some(&added) = given.iter().find(|added| added.mv == mv) {
            self.mcts.take_from_root(added);
        }
        // ...and its own children may not be given anything any more.
        if let Some(progress) = side.started.get_mut(&child).filter(|_| !side.mixing.at_root) {
            let given = std::mem::take(&mut progress.given);
            self.mcts.take_from_children(&given);
        }
        side.finished = side.started.get(&child).map_or(0, |progress| progress.depth - 1);
        let first = side.first_choice();
        side.best = side.tree.best(child, side.finished).unwrap_or(first);
        true
    }
}

impl<G: Game, K: Knowledge<G>> Mixed<'_, G, K> {
    /// What Monte Carlo says, or alpha-beta where Monte Carlo has nothing to say.
    fn with_alphabeta(&self, mut answer: Outcome<G::Move>) -> Outcome<G::Move> {
        let side = &self.alphabeta;
        answer.depth = Some(side.finished);
        if side.mixing.p == 0.0 || answer.pv.is_empty() {
            answer.pv = vec![side.best];
            let known = side.tree.known(side.tree.root(), side.finished).exact();
            answer.mean = known.filter(|_| side.finished > 0).map(|share| share.get());
        }
        answer
    }
}

#[cfg(test)]
mod tests;
