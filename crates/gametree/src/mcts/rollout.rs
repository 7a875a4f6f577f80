//! A rollout: selection down the tree, expansion by a position, a playout from there, and backup.

use super::back_up::Back;
use super::expand::Added;
use super::hook::RolloutHook;
use super::search::{CONTRADICTORY, Mcts, NEW};
use super::transpositions::Arrival;
use super::tree::node::State;
use super::tree::{Id, ROOT};
use crate::model::{Game, Kind, Knowledge, Move, Turn, Window};
use crate::walk::Door;

/// Where a rollout is: at a node, and which values matter there.
#[derive(Clone, Copy)]
pub(super) struct Station {
    pub node: Id,
    pub window: Window,
}

impl<G: Game, K: Knowledge<G>> Mcts<'_, G, K> {
    /// One rollout: selection, expansion, playout, backing up. False if the root is solved. The door
    /// to the game is a [`Walk`](crate::Walk).
    pub fn rollout(&mut self, door: &mut dyn Door<G>) -> bool {
        self.rollout_with(&mut (), door)
    }

    /// One rollout in which another search may take part. False if the root is solved.
    pub(super) fn rollout_with<C: RolloutHook<G>>(
        &mut self,
        hook: &mut C,
        door: &mut dyn Door<G>,
    ) -> bool {
        if self.is_solved() {
            return false;
        }
        hook.start();
        let (root, mut position) = self.set_out();
        let back = match self.tree.is_concurrent() && self.learned.is_none() {
            true => self.series(root, &mut position, hook, door),
            false => self.walk_down(root, &mut position, hook, door),
        };
        self.back_up(back, 0);
        self.place = Some(position);
        true
    }

    /// A rollout begins at the root.
    pub(super) fn set_out(&mut self) -> (Station, G::Position) {
        let mut position = self.place.take().unwrap_or_else(|| self.root.clone());
        position.clone_from(&self.root);
        self.outcomes.clear();
        if let Some(learned) = &mut self.learned {
            learned.start();
        }
        self.pass(ROOT);
        (Station { node: ROOT, window: Window::FULL.clip(self.bounds()) }, position)
    }

    /// Goes on with a rollout from where it is. Returns what it brings back.
    pub(super) fn walk_down<C: RolloutHook<G>>(
        &mut self,
        from: Station,
        position: &mut G::Position,
        hook: &mut C,
        door: &mut dyn Door<G>,
    ) -> Back {
        let (added, mut taken_over, mut paid) = (self.added, false, 0);
        let shares = self.tree.shares_positions();
        let Station { mut node, mut window } = from;
        let reward = loop {
            let here = self.tree.node(node);
            door.charge(here.tried());
            if here.state() == State::Over {
                break Some(self.end_of(position, door));
            }
            let Some((child, mv)) = self.next(node, position, &mut window, door) else {
                break None;
            };
            if child == NEW {
                // The first one is part of the step; a whole path must ask for the others.
                if paid > 0 && !door.may_go_on() {
                    break None;
                }
                door.add_nodes(1);
                paid += 1;
            }
            if let Some(learned) = &mut self.learned {
                if let State::Inner { kind, .. } = self.tree.node(node).state() {
                    learned.make(kind, mv.code());
                }
            }
            // Read here: these are the moves of the node until somebody looks further.
            let listed = self.moves.len();
            self.game.advance(position, mv);
            // How the rollout came; where it is then is the same but where positions are shared.
            let last;
            let handed = hook.takes_over(mv, position, door);
            taken_over = handed.is_some();
            if child == NEW {
                match self.add((node, listed), mv, position, handed, door) {
                    Added::Rewarded(reward) => break reward,
                    Added::GoOn(child) => last = child,
                }
            } else if let Some(handover) = handed {
                self.pass(child);
                self.give(child, position, &handover.virtual_visits, door);
                break self.reward_of(&handover, position, door);
            } else {
                if self.settings.proves && !shares {
                    window = window.clip(self.tree.bounds(child));
                }
                last = child;
            }
            node = match shares {
                false => last,
                true => match self.arrive(last, position, &mut window, door) {
                    Arrival::At(node) => node,
                    Arrival::End(reward) => break reward,
                },
            };
            self.pass(last);
        };
        // A search that took over has counted its own nodes.
        let added = (self.added - added) as u32;
        let owed = if taken_over { added } else { added.max(1) };
        door.add_nodes(owed.saturating_sub(paid));
        if let Some((learned, reward)) = self.learned.as_mut().zip(reward) {
            // What alpha-beta finds has no moves to learn from.
            if !taken_over {
                learned.learn(reward);
            }
        }
        Back::of(reward, self.settings.proves)
    }

    /// What comes next at a node: a child, or a move that was not tried yet.
    #[inline]
    fn next(
        &mut self,
        node: Id,
        position: &G::Position,
        window: &mut Window,
        door: &mut dyn Door<G>,
    ) -> Option<(Id, G::Move)> {
        if let Some(kind) = self.tree.node(node).complete() {
            return self.choose(node, kind, *window);
        }
        match self.expand(node, position, door) {
            Kind::Chance if self.settings.proves => self.let_chance_decide(node, window),
            Kind::Chance => self.draw_outcome(node),
            kind => self.untried_or_best(node, kind, *window),
        }
    }

    /// The reward of a finished game.
    fn end_of(&self, position: &G::Position, door: &mut dyn Door<G>) -> f64 {
        match self.game.judge(position) {
            Turn::Terminal(value) => self.share_of(door.leaf(position, value)),
            Turn::Inner(_) => panic!("{CONTRADICTORY}"),
        }
    }
}
