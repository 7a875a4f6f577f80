//! Rollouts in series: where threads share a tree, the first part of the way is gone once for
//! several rollouts.
//!
//! Whatever one thread writes must come to the caches of the others before they can read it. All
//! rollouts go through the upper part of the tree, so threads that told it the result of every
//! single rollout would mostly wait for memory. Instead, a thread goes down to a position with few
//! visits, makes a series of rollouts from there, and backs up what they brought all at once. Until
//! then the others see that it is there (virtual loss), and go elsewhere.

use std::cmp::Reverse;

use super::back_up::Back;
use super::hook::{Intercepted, RolloutHook};
use super::rollout::Station;
use super::search::Mcts;
use super::transpositions::Arrival;
use super::tree::node::State;
use crate::model::{Game, Kind, Knowledge};
use crate::walk::Door;

/// A position with fewer visits is where a series starts. (The trees of unit tests are small.)
const FEW_VISITS: u32 = if cfg!(test) { 32 } else { 1024 };

/// A series has one rollout for each this many visits before it.
const VISITS_A_ROLLOUT: u32 = if cfg!(test) { 4 } else { 32 };

impl<G: Game, K: Knowledge<G>> Mcts<'_, G, K> {
    /// Several rollouts that begin in the same way; at the root now. Returns what they bring back
    /// to the end of the path, which is as short as the first of them that another search has taken
    /// over.
    pub(super) fn series<C: RolloutHook<G>>(
        &mut self,
        root: Station,
        position: &mut G::Position,
        hook: &mut C,
        door: &mut dyn Door<G>,
    ) -> Back {
        let start = match self.descend(root, position, hook, door) {
            Ok(start) => start,
            Err(reward) => {
                door.add_nodes(1);
                return Back::of(reward, self.settings.proves);
            }
        };
        let (first, shares) = (self.path.len(), self.shares.len());
        let node = self.tree.node(start.node);
        // A position not all of whose moves were tried may have many visits, too.
        let mut left = node.visits().min(FEW_VISITS) / VISITS_A_ROLLOUT;
        // What comes of dice is noted once for every time that they are thrown.
        if matches!(node.state(), State::Over | State::Inner { kind: Kind::Chance, .. }) {
            left = 1;
        }
        let alone = left < 2;
        let mut place = self.fork.take().unwrap_or_else(|| position.clone());
        let (mut all, mut is_first) = (Back::of(None, false), true);
        let mut intercepted = Vec::new();
        loop {
            let mut stopped = false;
            if let Some(Intercepted { steps, position, handover }) =
                hook.intercepts(first - 1, is_first, door)
            {
                let before = self.added;
                self.give(self.path[steps], &position, &handover.virtual_visits, door);
                door.add_nodes((self.added - before) as u32);
                let reward = self.reward_of(&handover, &position, door);
                intercepted.push((steps, Back::of(reward, self.settings.proves)));
            } else {
                place.clone_from(position);
                let back = self.walk_down(start, &mut place, hook, door);
                if alone {
                    all = back;
                    break;
                }
                let back = self.back_up(back, first);
                debug_assert_eq!(self.shares.len(), shares);
                // What was proven concerns those above, too.
                stopped = back.rollouts == 0 || back.news;
                all = all.and(back);
            }
            is_first = false;
            left = left.saturating_sub(1);
            if stopped || left == 0 || !door.may_go_on() {
                break;
            }
        }
        self.fork = Some(place);
        intercepted.sort_by_key(|&(steps, _)| Reverse(steps));
        for (steps, back) in intercepted {
            all = self.back_up(all, steps + 1).and(back);
        }
        all
    }

    /// Goes down to a position with few visits. If the rollout ends on the way, its reward, if
    /// there is one.
    fn descend<C: RolloutHook<G>>(
        &mut self,
        from: Station,
        position: &mut G::Position,
        hook: &mut C,
        door: &mut dyn Door<G>,
    ) -> Result<Station, Option<f64>> {
        let Station { mut node, mut window } = from;
        let shares = self.tree.shares_positions();
        loop {
            let here = self.tree.node(node);
            let Some(kind) = here.complete().filter(|_| here.visits() >= FEW_VISITS) else {
                return Ok(Station { node, window });
            };
            door.charge(here.tried());
            let (child, mv) = self.choose(node, kind, window).ok_or(None)?;
            let next = self.tree.node(self.tree.position(child)).state();
            if matches!(next, State::Inner { kind: Kind::Chance, .. }) {
                return Ok(Station { node, window });
            }
            self.game.advance(position, mv);
            hook.note_step(mv);
            if self.settings.proves && !shares {
                window = window.clip(self.tree.bounds(child));
            }
            node = match shares {
                false => child,
                true => match self.arrive(child, position, &mut window, door) {
                    Arrival::At(node) => node,
                    Arrival::End(reward) => return Err(reward),
                },
            };
            self.pass(child);
        }
    }
}

#[cfg(test)]
mod tests;
