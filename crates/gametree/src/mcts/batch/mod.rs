//! Rollouts whose ends are evaluated together: all of a batch go down before any of them comes
//! back.
//!
//! A game whose evaluation is a neural network evaluates hundreds of positions in little more time
//! than one. Rollouts that have not come back count as lost (virtual loss; Chaslot, Winands and van
//! den Herik 2008), as where threads share a tree, so that they go different ways. Ends of the game
//! need no evaluation, and come back at once.

use super::back_up::Back;
use super::search::Mcts;
use super::tree::{Id, ROOT};
use crate::model::{Game, Knowledge};
use crate::walk::Door;

impl<G: Game, K: Knowledge<G>> Mcts<'_, G, K> {
    /// A batch of rollouts. False if the root is solved.
    pub(super) fn batch(&mut self, door: &mut dyn Door<G>) -> bool {
        if self.is_solved() {
            return false;
        }
        let mut ways = Vec::new();
        let mut ends = Vec::new();
        for number in 0..self.settings.batch {
            if number > 0 && (self.is_solved() || !door.may_go_on()) {
                break;
            }
            self.postponed = Some(ends);
            let (root, mut position) = self.set_out();
            let back = self.walk_down(root, &mut position, &mut (), door);
            self.place = Some(position);
            ends = self.postponed.take().unwrap_or_default();
            if ends.len() > ways.len() {
                let (path, news) = (std::mem::take(&mut self.path), std::mem::take(&mut self.news));
                let outcomes = std::mem::take(&mut self.outcomes);
                ways.push((path, news, std::mem::take(&mut self.shares), outcomes));
            } else {
                self.back_up(back, 0);
            }
        }
        self.knowledge.evaluate_soon(self.game, &ends.iter().collect::<Vec<_>>());
        for ((path, news, shares, outcomes), end) in ways.into_iter().zip(&ends) {
            (self.path, self.news, self.shares, self.outcomes) = (path, news, shares, outcomes);
            self.find_path();
            let share = self.knowledge.prospect(self.game, end);
            share.inspect(|&share| door.show_estimate(end, share));
            self.back_up(Back::of(share, self.settings.proves), 0);
        }
        true
    }

    /// Finds the nodes of the path where they are now: those that came to a family since then may
    /// have moved it.
    fn find_path(&mut self) {
        let mut parent: Id = ROOT;
        for at in 1..self.path.len() {
            let before = self.path[at];
            let code = self.tree.code(before);
            let now = self.tree.child(self.tree.position(parent), code).unwrap_or(before);
            if now != before {
                // A node that moves forgets who is under way.
                self.tree.add_virtual_loss(now);
                self.path[at] = now;
            }
            parent = now;
        }
    }
}

#[cfg(test)]
mod tests;
