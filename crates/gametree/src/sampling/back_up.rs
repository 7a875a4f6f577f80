//! What a rollout has found, told to every node on the way back: its reward, and what is proven now.

use super::mcts::Mcts;
use super::node::State;
use super::tree::{Id, ROOT};
use crate::model::{Dice, Game, Kind, Knowledge};

impl<G: Game, K: Knowledge<G>> Mcts<'_, G, K> {
    /// Tells every node of the path what came of it, the last one first: the reward, and what is known
    /// now.
    pub(super) fn back_up(&mut self, reward: Option<f64>) {
        let mut reward = reward;
        // Where nothing new is known, nothing new is known above.
        let mut news = self.settings.proves;
        while let Some(&mv) = self.path.last() {
            let node = self.tree.position(mv);
            if self.news.last() == Some(&self.path.len()) {
                self.news.pop();
                news = true;
            }
            self.path.pop();
            if !matches!(G::DICE, Dice::Never)
                && let State::Inner { kind: Kind::Chance, .. } = self.tree.node(node).state()
                && let Some((sampled, known)) = self.shares.pop()
            {
                reward = reward.map(|reward| known + sampled * reward);
                if !news {
                    self.outcomes.pass();
                }
            }
            if let Some(reward) = reward {
                self.reward(mv, node, reward);
            }
            if news {
                news = self.renew(node);
                // On the way down it has learned all else.
                if node != mv {
                    self.tree.learn(mv);
                }
            }
        }
    }

    /// What is known of a node from its children; whether that may be new.
    fn renew(&mut self, node: Id) -> bool {
        let State::Inner { kind, complete } = self.tree.node(node).state() else { return true };
        let known = match kind {
            Kind::Chance => self.outcomes.leave(&self.tree, node, self.range),
            _ => {
                let children = self.tree.children(node).map(|child| self.tree.bounds(child));
                let untried = (!complete).then_some(self.range);
                let all = children.chain(untried);
                all.reduce(|a, b| a.choice(b, kind.maximises())).unwrap_or(self.range)
            }
        };
        let before = self.tree.bounds(node);
        let known = known.intersect(before);
        if known == before {
            return false;
        }
        self.tree.set_bounds(node, known);
        // Nobody will go there again.
        if node != ROOT && known.is_within(self.slack) {
            self.tree.clear_below(node);
        }
        true
    }
}
