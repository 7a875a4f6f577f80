//! Rollouts over positions: what all ways to a position have found out is shared (Childs, Brodeur,
//! Kocsis 2008; Saffidine, Cazenave, Méhat 2012).
//!
//! A rollout goes by moves, as in a tree, and `tree/shared/` leads from each to the record of its
//! position. A move's visits are its own, and its mean is that of the position when it was last passed (UCT2 of
//! Childs et al.). Bounds are those of the position: they are true whichever way was taken, since windows
//! decide what is looked at, never what is noted.
//!
//! What a move knows may be out of date: a rollout updates it when it passes, so that no lists of
//! parents are needed. A position that is closed keeps its record and frees its moves. Records that
//! cannot be reached any more are freed when the root moves on, except those of closed positions,
//! and when memory is full. All this needs keys that determine the moves (`Game::keys_fix_moves`)
//! and play without cycles; otherwise the tree is a tree.

use super::back_up::Back;
use super::search::Mcts;
use super::tree::Id;
use super::tree::node::State;
use crate::model::{Game, Knowledge, Window};
use crate::walk::Door;

/// Where a rollout is after a move.
pub(super) enum Arrival {
    /// At this node, whose moves come next.
    At(Id),
    /// At the end of the rollout, with this reward.
    End(Option<f64>),
}

impl<G: Game, K: Knowledge<G>> Mcts<'_, G, K> {
    /// Whether positions of the game can be shared: they have names, which fix their moves, and
    /// none leads back to itself.
    pub(super) fn can_share(game: &G) -> bool {
        game.keys_fix_moves() && !game.has_cycles() && game.names_positions()
    }

    /// The rollout has come by a move to its position: finds the record of that, or makes one.
    pub(super) fn arrive(
        &mut self,
        mv: Id,
        position: &G::Position,
        window: &mut Window,
        door: &mut dyn Door<G>,
    ) -> Arrival {
        if self.tree.node(mv).state() == State::Over {
            return Arrival::At(mv);
        }
        let record = match self.tree.position(mv) {
            own if own == mv => self.find_or_add(mv, position),
            known => Some(known),
        };
        let Some(record) = record else {
            self.full = true;
            self.pass(mv);
            return Arrival::End(self.play_on(position, door));
        };
        if !self.settings.proves {
            return Arrival::At(record);
        }
        let known = self.tree.bounds(mv);
        if window.admits_beyond(known, self.slack) {
            *window = window.clip(known);
            return Arrival::At(record);
        }
        // Another way has found out enough.
        let reward = match known.is_within(self.slack) {
            true => Some(self.share_of(known.middle())),
            false => {
                // It counts here only, at once.
                let postponed = self.postponed.take();
                let reward = self.play_on(position, door);
                self.postponed = postponed;
                reward
            }
        };
        if let Some(reward) = reward {
            self.reward(mv, record, &Back::of(Some(reward), false));
        }
        Arrival::End(reward)
    }

    fn find_or_add(&mut self, mv: Id, position: &G::Position) -> Option<Id> {
        if self.finds(mv, position) {
            return Some(self.tree.position(mv));
        }
        let key = self.game.key(position);
        match self.tree.add_position(self.thread, mv, key) {
            None if self.tree.make_room() => self.tree.add_position(self.thread, mv, key),
            record => record,
        }
    }

    /// Whether the position behind a move has a record already: the move leads there from now on.
    pub(super) fn finds(&mut self, mv: Id, position: &G::Position) -> bool {
        let shares = self.tree.shares_positions();
        let found = shares && self.tree.find_position(mv, self.game.key(position)).is_some();
        if found && self.settings.proves {
            self.learn(mv);
        }
        found
    }

    /// Rollouts have come by a move to a position.
    pub(super) fn reward(&mut self, mv: Id, record: Id, back: &Back) {
        self.tree.add(record, back.rollouts, back.reward, back.variance);
        if record != mv {
            self.tree.pass(mv, back.rollouts);
            self.tree.adopt_mean(mv);
        }
    }

    /// Brings up to date what a move knows of its position; whether that was news.
    pub(super) fn learn(&mut self, mv: Id) -> bool {
        let news = self.tree.learn(mv);
        if news {
            self.tree.adopt_mean(mv);
        }
        // What is above this move must hear of it, whichever way the rollout goes.
        if news && self.news.last() != Some(&self.path.len()) {
            self.news.push(self.path.len());
        }
        news
    }

    /// Learns of all moves of a node what their positions know.
    pub(super) fn learn_of_all(&mut self, node: Id) {
        if self.tree.shares_positions() {
            for mv in self.tree.children(node) {
                self.learn(mv);
            }
        }
    }
}
