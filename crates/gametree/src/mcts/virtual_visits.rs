//! Virtual visits: what alpha-beta has found counts as a number of rollouts (Baier 2018, the bonus
//! of line 40).

use super::hook::{Handover, VirtualVisits};
use super::search::{Mcts, mean_reward};
use super::tree::node::State;
use super::tree::{Id, ROOT};
use crate::model::{Game, Knowledge, Move};
use crate::walk::Door;

impl<G: Game, K: Knowledge<G>> Mcts<'_, G, K> {
    /// What a rollout brings back from a position at which another search has taken over.
    pub(super) fn reward_of(
        &mut self,
        handover: &Handover<G::Move>,
        position: &G::Position,
        door: &mut dyn Door<G>,
    ) -> Option<f64> {
        let found = handover.reward?;
        if handover.by_playout { self.play_on(position, door) } else { Some(found) }
    }

    /// Gives rollouts to children of a node, or takes them back.
    pub(super) fn give(
        &mut self,
        node: Id,
        position: &G::Position,
        virtual_visits: &[VirtualVisits<G::Move>],
        door: &mut dyn Door<G>,
    ) {
        for &VirtualVisits { mv, visits, reward } in virtual_visits {
            let child = match self.tree.child(node, mv.code()) {
                Some(child) => child,
                None if visits <= 0 || !door.may_go_on() => continue,
                None => {
                    let mut after = position.clone();
                    self.game.advance(&mut after, mv);
                    let (fresh, over) = self.look(&after, door);
                    let Ok(child) = self.tree.add_child(self.thread, node, mv.code(), fresh) else {
                        continue;
                    };
                    self.added += 1;
                    if let Some(value) = over {
                        self.tree.add(child, 1, self.share_of(value), 0.0);
                    }
                    child
                }
            };
            // What the game is worth at its end needs no help.
            if self.tree.node(child).state() != State::Over {
                self.give_to(child, visits, reward);
            }
        }
    }

    /// Gives rollouts to a node, or takes them back. Its mean stays within what is proven: what was
    /// given beyond that has not counted in full, so taking it back leaves the mean as it is.
    pub(super) fn give_to(&mut self, node: Id, visits: i64, reward: f64) {
        let possible = self.possible(node, reward);
        let before = mean_reward(self.tree.node(node));
        let counts = if visits < 0 && possible != reward { before } else { possible };
        self.tree.give(node, visits, counts);
        let mean = mean_reward(self.tree.node(node));
        let within = self.possible(node, mean);
        if within != mean {
            self.tree.set_mean(node, within);
        }
    }

    /// Takes back what the root was given as a child.
    pub(super) fn take_from_root(&mut self, added: VirtualVisits<G::Move>) {
        self.give_to(ROOT, -added.visits, added.reward);
    }

    /// Gives to children of the root. Those that this adds are not counted again: alpha-beta has
    /// paid for them when it looked there.
    pub(super) fn give_at_root(
        &mut self,
        virtual_visits: &[VirtualVisits<G::Move>],
        door: &mut dyn Door<G>,
    ) {
        let position = self.root.clone();
        self.give(ROOT, &position, virtual_visits, door);
    }

    /// Takes back what children of the root were given.
    pub(super) fn take_from_children(&mut self, virtual_visits: &[VirtualVisits<G::Move>]) {
        for added in virtual_visits {
            let child = self.tree.child(ROOT, added.mv.code());
            if let Some(child) = child.filter(|&id| self.tree.node(id).state() != State::Over) {
                self.give_to(child, -added.visits, added.reward);
            }
        }
    }
}
