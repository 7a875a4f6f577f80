//! How a rollout leaves the tree: by a move that was not tried before, to a position that is added.

use super::hook::Handover;
use super::search::{CONTRADICTORY, Mcts, NEW};
use super::settings::Playout;
use super::tree::node::{Fresh, State};
use super::tree::{Id, NoPlace, ROOT};
use crate::model::{Bounds, Game, Kind, Knowledge, Move, Turn, Value, Window};
use crate::walk::{Door, NO_MOVES};

/// What became of a position that was new to the tree.
pub(super) enum Added {
    /// It was rewarded.
    Rewarded(Option<f64>),
    /// The rollout goes on from it.
    GoOn(Id),
}

/// Among at most this many children one is found by looking at all.
const FEW_CHILDREN: usize = 32;

impl<G: Game, K: Knowledge<G>> Mcts<'_, G, K> {
    /// Lists the moves of a position in the tree, and notes who makes them.
    pub(super) fn expand(
        &mut self,
        node: Id,
        position: &G::Position,
        door: &mut dyn Door<G>,
    ) -> Kind {
        self.moves.clear();
        let Turn::Inner(kind) = self.game.expand(position, &mut self.moves) else {
            panic!("{CONTRADICTORY}");
        };
        if node == ROOT && !self.only.is_empty() {
            self.moves.retain(|mv| self.only.contains(&mv));
        }
        debug_assert!(!self.moves.is_empty(), "{NO_MOVES}");
        door.charge(self.moves.len());
        if self.tree.node(node).state() == State::New {
            door.enter(kind);
            self.tree.enter(node, kind);
        }
        kind
    }

    /// A move that was not tried before, each equally likely; if there is none, the most attractive
    /// one.
    pub(super) fn untried_or_best(
        &mut self,
        node: Id,
        kind: Kind,
        window: Window,
    ) -> Option<(Id, G::Move)> {
        let tried = self.tree.children(node);
        let left = self.moves.len() - tried.len();
        if left == 0 {
            // Virtual visits may have made the family complete.
            self.tree.set_complete(node);
            return self.choose(node, kind, window);
        }
        // Where nothing can be added, what is there must be tried as well.
        if self.full && !tried.is_empty() && self.choices.below(2) == 0 {
            return self.choose(node, kind, window);
        }
        let Some(mv) = self.draw_untried(node) else {
            debug_assert!(self.tree.node(node).tried() >= self.moves.len(), "{TWICE}");
            self.tree.set_complete(node);
            return self.choose(node, kind, window);
        };
        Some((NEW, mv))
    }

    /// One of the moves listed that were not tried, each equally likely; none if all were, because
    /// one is listed twice, or because another thread has tried the last one.
    fn draw_untried(&mut self, node: Id) -> Option<G::Move> {
        let Mcts { moves, tree, choices, known, .. } = self;
        // The same ones all the time, whatever other threads do.
        let tried = tree.children(node);
        if tried.len() >= moves.len() {
            return None;
        }
        let is_many = tried.len() > FEW_CHILDREN;
        if is_many {
            known.clear();
            known.extend(tried.clone().map(|child| u64::from(tree.code(child))));
        }
        let family = tree.family(&tried);
        let is_untried = |mv: &G::Move| match is_many {
            true => !known.contains(&u64::from(mv.code())),
            false => family.find(mv.code()).is_none(),
        };
        // Far more draws than it takes to find the last one.
        let mut drawn =
            (0..64 * moves.len()).map(|_| moves.get(choices.below(moves.len() as u64) as usize));
        drawn.find(is_untried).or_else(|| moves.iter().find(is_untried))
    }

    /// Adds a position to the tree and rewards it, unless somebody has done so. `parent` comes with
    /// the number of its moves.
    pub(super) fn add(
        &mut self,
        (parent, moves): (Id, usize),
        mv: G::Move,
        position: &G::Position,
        handed: Option<Handover<G::Move>>,
        door: &mut dyn Door<G>,
    ) -> Added {
        let (fresh, over) = self.look(position, door);
        let added = match self.tree.add_child(self.thread, parent, mv.code(), fresh) {
            Err(NoPlace::Full) if self.tree.make_room() => {
                self.tree.add_child(self.thread, parent, mv.code(), fresh)
            }
            added => added,
        };
        if !self.is_plain {
            self.note_moves(parent, moves);
        }
        self.full |= added == Err(NoPlace::Full);
        let added = added.ok();
        if added.is_some() {
            self.added += 1;
            if self.tree.node(parent).tried() == moves {
                self.tree.set_complete(parent);
            }
        }
        let is_path = self.settings.playout == Playout::Path;
        match added {
            Some(child) if over.is_none() && (is_path || self.finds(child, position)) => {
                return Added::GoOn(child);
            }
            Some(child) => self.pass(child),
            None => (),
        }
        if let Some(child) = added.filter(|_| !self.is_plain) {
            self.look_at_new(child, position, over, door);
        }
        Added::Rewarded(match (over, handed) {
            (Some(value), _) => Some(self.share_of(value)),
            (None, Some(handover)) => {
                if let Some(child) = added {
                    self.give(child, position, &handover.virtual_visits, door);
                }
                self.reward_of(&handover, position, door)
            }
            (None, None) => self.play_on(position, door),
        })
    }

    /// What the rules say of a new node, and its value if the game is over there.
    pub(super) fn look(
        &self,
        position: &G::Position,
        door: &mut dyn Door<G>,
    ) -> (Fresh, Option<Value>) {
        let over = self.value_if_over(position, door);
        let bounds = match over {
            Some(value) => Bounds::point(value),
            None if self.settings.proves && self.facts => {
                door.facts(position).intersect(self.range)
            }
            None => self.range,
        };
        (Fresh { over: over.is_some(), bounds }, over)
    }

    /// What the game was worth, if it is over: a leaf.
    fn value_if_over(&self, position: &G::Position, door: &mut dyn Door<G>) -> Option<Value> {
        match self.game.judge(position) {
            Turn::Terminal(value) => Some(door.leaf(position, value)),
            Turn::Inner(_) => None,
        }
    }
}

const TWICE: &str = "the game lists a move twice (gametree_conformance::check finds such mistakes)";
