//! What a search has come to: at any time, and on to the next move.

use std::sync::Arc;

use super::best_move::{Standing, at_least, best_of};
use super::learned::LearnedMoves;
use super::search::{Mcts, mean_reward};
use super::tree::node::State;
use super::tree::{Id, ROOT};
use crate::anytime::AnytimeSearch;
use crate::model::{Bounds, Game, Kind, Knowledge, Move};
use crate::outcome::{Outcome, RootMove, Stop};
use crate::walk::Door;

/// Whether somebody who waits for other threads may do so once more.
pub(super) fn waits<G: Game>(door: &mut dyn Door<G>) -> bool {
    // Waiting once takes about as long as looking at 64 children.
    door.charge(64);
    door.may_go_on()
}

impl<'g, G: Game, K: Knowledge<G>> Mcts<'g, G, K> {
    /// Whether the value of the root is known.
    pub fn is_solved(&self) -> bool {
        self.bounds().is_within(self.slack)
    }

    /// What is proven of the root.
    pub fn bounds(&self) -> Bounds {
        self.tree.bounds(ROOT)
    }

    /// The average of all rewards, from 0 to 1 (all that MAX can get); nothing before the first
    /// rollout.
    pub fn mean(&self) -> Option<f64> {
        (self.visits() > 0).then(|| self.possible(ROOT, mean_reward(self.tree.node(ROOT))))
    }

    /// How many rollouts there were.
    pub fn visits(&self) -> u32 {
        self.tree.node(ROOT).visits()
    }

    /// How many nodes the tree has.
    pub fn nodes(&self) -> usize {
        self.tree.nodes()
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.tree.bytes() + self.learned_bytes()
    }

    fn learned_bytes(&self) -> usize {
        self.learned.as_ref().map_or(0, LearnedMoves::most_bytes)
    }

    /// The moves of the root that were tried, in the order in which they were.
    pub fn root_moves(&self) -> Vec<RootMove<G::Move>> {
        let each = self.tree.children(ROOT).map(|id| {
            let (node, bounds) = (self.tree.node(id), self.tree.known(id));
            // Another way to the position may have proven more than this move has heard of.
            let mean = self.possible(self.tree.position(id), mean_reward(node));
            let mv = self.move_to(id);
            let mut pv = vec![mv];
            self.follow(self.tree.position(id), &mut pv);
            let (visits, mean) = (node.visits(), Some(mean));
            RootMove { visits, mean, pv, ..RootMove::of(mv, bounds) }
        });
        each.collect()
    }

    /// The move to play, of those that are not proven to be worse than another: the one with the
    /// most visits, or for a search that proves the one that is worth most, for all that is known
    /// (a move that is solved has no more visits, however good it is). Nothing before the first
    /// rollout, or if chance moves.
    pub fn best_move(&self) -> Option<G::Move> {
        self.best_child(ROOT).map(|child| self.move_to(child))
    }

    fn best_child(&self, node: Id) -> Option<Id> {
        let State::Inner { kind, .. } = self.tree.node(node).state() else { return None };
        let solved = self.tree.bounds(node).is_within(self.slack);
        let children = self.tree.children(node);
        let best = best_of(kind, solved, children.clone().map(|child| self.standing(child, kind)));
        best.map(|number| children.start + number as Id)
    }

    fn standing(&self, child: Id, kind: Kind) -> Standing {
        let (node, record) = (self.tree.node(child), self.tree.position(child));
        let bounds = self.tree.known(child);
        let merit = match self.settings.proves {
            true => {
                let possible = |reward| self.possible(record, reward);
                let known = bounds.is_within(self.slack);
                at_least(kind, mean_reward(node), node.visits(), known, possible)
            }
            false => f64::from(node.visits()),
        };
        Standing { bounds, merit }
    }

    /// The best moves known, both sides playing well, as far as the tree goes.
    pub fn pv(&self) -> Vec<G::Move> {
        let mut pv = Vec::new();
        self.follow(ROOT, &mut pv);
        pv
    }

    /// The best moves known from a node on.
    fn follow(&self, mut node: Id, pv: &mut Vec<G::Move>) {
        while let Some(child) = self.best_child(node) {
            pv.push(self.move_to(child));
            node = self.tree.position(child);
        }
    }

    /// Goes on with what is known of the position after a move of the root. False, and nothing
    /// else, if that is nothing, or the value itself.
    pub fn advance(&mut self, mv: G::Move) -> bool {
        let Some(child) = self.tree.child(ROOT, mv.code()) else { return false };
        let over = self.tree.node(child).state() == State::Over;
        if over || self.tree.known(child).is_within(self.slack) {
            return false;
        }
        self.move_on(mv);
        self.tree.reroot(child);
        true
    }

    /// The root is the position after this move from now on.
    fn move_on(&mut self, mv: G::Move) {
        self.game.advance(&mut self.root, mv);
        if let Some(learned) = &mut self.learned {
            learned.advance(mv.code());
        }
        self.only.clear();
    }
}

impl<'g, G: Game, K: Knowledge<G>> AnytimeSearch<G> for Mcts<'g, G, K> {
    fn run(
        &mut self,
        door: &mut dyn Door<G>,
        watch: &mut dyn FnMut(&Outcome<G::Move>),
    ) -> Option<Stop> {
        let tree = Arc::clone(&self.tree);
        let mut visit = tree.visit();
        while door.may_go_on() {
            if tree.wants_room() {
                drop(visit.take());
                tree.reclaim(self.slack, || waits(door));
                visit = tree.visit();
            }
            let goes_on = match self.settings.batch {
                0 | 1 => self.rollout(door),
                _ => self.batch(door),
            };
            if !goes_on {
                return Some(Stop::Closed);
            }
            if door.news_due() {
                watch(&self.answer_now());
            }
        }
        None
    }

    fn answer(&self) -> Outcome<G::Move> {
        let _visit = self.tree.visit();
        self.answer_now()
    }

    fn brief(&self) -> Outcome<G::Move> {
        let _visit = self.tree.visit();
        self.short()
    }

    fn memory(&self) -> (usize, usize) {
        match self.thread {
            0 => (self.bytes(), self.nodes()),
            _ => (self.learned_bytes(), 0),
        }
    }

    fn is_full(&self) -> bool {
        self.full
    }

    fn restrict(&mut self, moves: &[G::Move]) {
        self.only = moves.to_vec();
    }

    fn advance(&mut self, mv: G::Move) -> bool {
        if self.thread > 0 {
            self.move_on(mv);
            return true;
        }
        Mcts::advance(self, mv)
    }
}

impl<'g, G: Game, K: Knowledge<G>> Mcts<'g, G, K> {
    /// The answer, for somebody who is visiting the tree.
    pub(super) fn answer_now(&self) -> Outcome<G::Move> {
        Outcome { moves: self.root_moves(), pv: self.pv(), ..self.short() }
    }

    /// The answer without the list of moves and the principal variation, which take time.
    fn short(&self) -> Outcome<G::Move> {
        let (pv, mean) = (self.best_move().into_iter().collect(), self.mean());
        let by_hashes = self.settings.proves && self.tree.rests_on_hashes();
        Outcome { pv, mean, ..Outcome::of(self.bounds()) }.resting_on(by_hashes)
    }
}
