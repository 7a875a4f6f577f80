//! What a rollout has found, told to every node on the way back: its reward, and what is proven
//! now.
//!
//! A mean that contradicts what is proven is wrong. So in searches that prove, the mean of a node
//! always lies within the rewards of its bounds:
//! - A reward that cannot be the value of a node counts there, and above it, as the nearest one
//!   that can.
//! - When bounds become narrower, the mean of the node is moved to the nearest one that is
//!   possible.
//! - When a node is solved, all its rollouts count by its exact reward, in the average of the node
//!   above it, too. Otherwise averages above stay as they are: a bound says where the value is not,
//!   and a player who sees it goes elsewhere.
//!
//! [docs/guide/choosing-a-player.md](../../../../docs/guide/choosing-a-player.md) compares these rules with
//! others.

use super::search::{Mcts, mean_reward};
use super::settings::BackUp;
use super::tree::node::State;
use super::tree::{Id, ROOT};
use crate::model::{Dice, Game, Kind, Knowledge};

/// What rollouts bring back to a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Back {
    /// How many have found a reward; none if a limit was reached first.
    pub rollouts: u32,
    /// The mean of their rewards, and its variance.
    pub reward: f64,
    pub variance: f64,
    /// What a node that was solved adds to the sum of rewards of the node above.
    pub correction: f64,
    /// Whether something may have been proven. Where nothing new is known, nothing new is known
    /// above.
    pub news: bool,
}

impl Back {
    /// What one rollout brings back from its end.
    pub fn of(reward: Option<f64>, news: bool) -> Back {
        let (rollouts, reward) = reward.map_or((0, 0.0), |reward| (1, reward));
        Back { rollouts, reward, variance: 0.0, correction: 0.0, news }
    }

    /// What several bring back together.
    pub fn and(self, other: Back) -> Back {
        let rollouts = self.rollouts + other.rollouts;
        let (own, more) = (f64::from(self.rollouts), f64::from(other.rollouts));
        let all = f64::from(rollouts.max(1));
        let reward = (own * self.reward + more * other.reward) / all;
        let square = |back: Back| back.reward * back.reward + back.variance;
        let squares = (own * square(self) + more * square(other)) / all;
        Back {
            rollouts,
            reward,
            variance: (squares - reward * reward).max(0.0),
            correction: self.correction + other.correction,
            news: self.news || other.news,
        }
    }
}

impl<G: Game, K: Knowledge<G>> Mcts<'_, G, K> {
    /// Tells the nodes of the path, but for the `first` ones, what came of it, the last one first:
    /// the reward, and what is known now. Returns what there is to tell to the next one.
    pub(super) fn back_up(&mut self, mut back: Back, first: usize) -> Back {
        while let Some(&mv) = self.path[first..].last() {
            let node = self.tree.position(mv);
            if self.news.last() == Some(&self.path.len()) {
                self.news.pop();
                back.news = true;
            }
            // (Another thread may have found out since that it is a chance node.)
            let has_thrown = !matches!(G::DICE, Dice::Never)
                && self.shares.last().is_some_and(|share| share.0 == self.path.len());
            self.path.pop();
            self.tree.remove_virtual_loss(mv);
            if let Some((_, sampled, known)) = has_thrown.then(|| self.shares.pop()).flatten() {
                back.reward = known + sampled * back.reward;
                back.variance *= sampled * sampled;
                back.correction *= sampled;
                if !back.news {
                    self.outcomes.pass();
                }
            }
            if !self.settings.proves {
                if back.rollouts > 0 {
                    self.reward(mv, node, &back);
                }
                if !self.is_plain {
                    self.renew_evaluation(node);
                    self.take_from_below(mv, node);
                }
                continue;
            }
            if !self.is_plain {
                self.renew_numbers(node);
                self.renew_evaluation(node);
            }
            let learned = back.news;
            back.news = back.news && self.renew(node, has_thrown);
            back.reward = self.possible(node, back.reward);
            if back.rollouts > 0 {
                self.reward(mv, node, &back);
            }
            back.correction = self.correct(node, back.correction);
            if node != mv {
                // On the way down it has learned all else.
                if learned {
                    self.tree.learn(mv);
                }
                self.tree.adopt_mean(mv);
                // Only some of the rollouts through the position came by this move.
                let visits = |id: Id| f64::from(self.tree.node(id).visits().max(1));
                back.correction *= visits(mv) / visits(node);
            }
        }
        back
    }

    /// A node becomes worth what its children say, other than by the mean of all rewards. (What a
    /// position brought when it was added does not count any more once it has children.)
    #[inline(never)]
    fn take_from_below(&mut self, mv: Id, node: Id) {
        let State::Inner { kind, .. } = self.tree.node(node).state() else { return };
        if self.settings.back_up == BackUp::Mean {
            return;
        }
        let sign = if kind == Kind::Min { -1.0 } else { 1.0 };
        let children = self.tree.children(node).map(|child| self.tree.node(child));
        let tried = children.filter(|child| child.visits() > 0);
        let merits = tried.map(|child| (f64::from(child.visits()), sign * mean_reward(child)));
        let Some(best) = merits.clone().map(|(_, merit)| merit).reduce(f64::max) else { return };
        let weighted = |weight: &dyn Fn(f64, f64) -> f64| {
            let each = merits.clone().map(|(visits, merit)| (weight(visits, merit), merit));
            let (all, sum) =
                each.fold((0.0, 0.0), |(all, sum), (w, merit)| (all + w, sum + w * merit));
            sum / all
        };
        let merit = match self.settings.back_up {
            // Outcomes come as often as they are likely.
            _ if kind == Kind::Chance => weighted(&|visits, _| visits),
            BackUp::Softmax(t) => weighted(&|_, merit| ((merit - best) / t).exp()),
            BackUp::Minimax | BackUp::Mean => best,
        };
        self.tree.set_mean(node, sign * merit);
        if node != mv {
            self.tree.adopt_mean(mv);
        }
    }

    /// What is known of a node from its children; whether that may be new. Of a chance node, if its
    /// dice were thrown on this path.
    fn renew(&mut self, node: Id, has_thrown: bool) -> bool {
        let State::Inner { kind, complete } = self.tree.node(node).state() else { return true };
        let known = match kind {
            Kind::Chance if !has_thrown => return true,
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
        self.tree.tighten(node, known);
        // Nobody will go there again.
        if node != ROOT && known.is_within(self.slack) {
            self.tree.clear_below(node);
        }
        true
    }

    /// The reward that is nearest to this one of those that the bounds of a node allow.
    pub(super) fn possible(&self, node: Id, reward: f64) -> f64 {
        self.frame().possible(self.tree.bounds(node), reward)
    }

    /// Adds to the sum of a node's rewards, and keeps their mean within what is possible. Returns
    /// how much that adds to the sum of the node above.
    fn correct(&mut self, node: Id, correction: f64) -> f64 {
        let visits = f64::from(self.tree.node(node).visits());
        if visits == 0.0 {
            return 0.0;
        }
        let before = mean_reward(self.tree.node(node));
        let mean = self.possible(node, before + correction / visits);
        if mean == before {
            return 0.0;
        }
        self.tree.set_mean(node, mean);
        match self.tree.bounds(node).is_within(self.slack) {
            true => visits * (mean - before),
            false => 0.0,
        }
    }
}
