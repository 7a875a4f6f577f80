//! The side of alpha-beta in `mcts-alphabeta`: its own tree, how deep it has looked where, and when
//! it takes over from a rollout.

use std::collections::HashMap;

use super::super::hook::{Handover, Intercepted, RolloutHook, VirtualVisits};
use super::alphabeta_tree::{AlphaBetaTree, Descent, NodeId};
use super::{Bonus, Mixing};
use crate::anytime::Frame;
use crate::lookahead::rank;
use crate::model::{Bounds, Draws, Game, Kind, Knowledge, Moves, Turn};
use crate::walk::Door;

/// The largest bonus, in rollouts.
const LARGEST_BONUS: f64 = 1e9;

/// What alpha-beta knows, and how it takes over.
pub(super) struct AlphaBetaSide<'g, G: Game, K> {
    pub(super) frame: Frame<'g, G, K>,
    pub(super) mixing: Mixing,
    pub(super) tree: AlphaBetaTree<G::Move>,
    pub(super) position: G::Position,
    /// Which kind of rollout goes on.
    pub(super) decisions: Draws,
    /// How many of the next rollouts alpha-beta makes from the root, by decisions made in a series.
    pub(super) due: usize,
    /// Where alpha-beta has started, and how far it has come there.
    pub(super) started: HashMap<NodeId, Progress<G::Move>>,
    /// The moves of this rollout.
    pub(super) path: Vec<G::Move>,
    pub(super) moves: Moves<G::Move>,
    pub(super) best: G::Move,
    pub(super) finished: u32,
}

/// Iterations at one position.
pub(super) struct Progress<M> {
    /// D(s): how deep the one under way is.
    pub(super) depth: u32,
    /// What the last one gave.
    pub(super) given: Vec<VirtualVisits<M>>,
}

impl<'g, G: Game, K: Knowledge<G>> AlphaBetaSide<'g, G, K> {
    /// Nothing if the game is over.
    pub(super) fn new(
        frame: Frame<'g, G, K>,
        position: &G::Position,
        mixing: Mixing,
        seed: u64,
    ) -> Option<Self> {
        let mut moves = Moves::new();
        let Turn::Inner(_) = frame.game.expand(position, &mut moves) else { return None };
        let blank = moves.get(0);
        let mut side = AlphaBetaSide {
            frame,
            mixing,
            tree: AlphaBetaTree::new(blank, seed, mixing.k, frame.memory),
            position: position.clone(),
            decisions: Draws::new(seed.rotate_left(32)),
            due: 0,
            started: HashMap::new(),
            path: Vec::new(),
            moves,
            best: blank,
            finished: 0,
        };
        side.best = side.first_choice();
        Some(side)
    }
}

impl<G: Game, K: Knowledge<G>> AlphaBetaSide<'_, G, K> {
    /// What to play before anything is known.
    pub(super) fn first_choice(&mut self) -> G::Move {
        let mut ranked = Vec::new();
        let (frame, path_key) = (self.frame, self.tree.path_key(self.tree.root()));
        self.moves.clear();
        frame.game.expand(&self.position, &mut self.moves);
        let (game, knowledge) = (frame.game, frame.knowledge);
        let rank_of = |mv| knowledge.rank(game, &self.position, mv);
        rank(rank_of, path_key, &self.moves, 1, &mut ranked);
        ranked[0]
    }

    /// Whether alpha-beta has looked as far at the root as it may, or knows all.
    pub(super) fn is_done(&self) -> bool {
        let share = self.tree.known(self.tree.root(), self.finished);
        let decided = share.lower.get() >= 1.0 || share.upper.get() <= 0.0;
        let left = self.frame.game.plies_left(&self.position).unwrap_or(u32::MAX);
        (self.finished > 0 && decided) || self.finished >= self.mixing.l.min(left)
    }

    /// Draws whether alpha-beta takes over here.
    pub(super) fn draws_takeover(&mut self) -> bool {
        self.decisions.share() >= self.mixing.p
    }

    /// An alpha-beta rollout from where the first `steps` moves of this rollout lead, if it can
    /// find out anything there.
    fn take_over(
        &mut self,
        steps: usize,
        position: &G::Position,
        door: &mut dyn Door<G>,
    ) -> Option<Handover<G::Move>> {
        // At the end of the game there is nothing to look ahead to.
        if self.tree.is_full() || self.frame.value_if_known(position).is_some() {
            return None;
        }
        let id = self.find(steps, door)?;
        if self.started.get(&id).is_some_and(|progress| progress.depth > self.mixing.l) {
            return None;
        }
        let (reward, virtual_visits) = self.look_deeper(id, position, door);
        Some(Handover { reward, by_playout: !self.mixing.backs_up, virtual_visits })
    }

    /// The position to which the first `steps` moves of this rollout lead.
    pub(super) fn position_after(&self, steps: usize) -> G::Position {
        let mut position = self.position.clone();
        self.path[..steps].iter().for_each(|&mv| self.frame.game.advance(&mut position, mv));
        position
    }

    /// One alpha-beta rollout from a node of its tree. Says what the leaf was worth, and what is to
    /// be given to the children if that has finished an iteration.
    pub(super) fn look_deeper(
        &mut self,
        id: NodeId,
        position: &G::Position,
        door: &mut dyn Door<G>,
    ) -> (Option<f64>, Vec<VirtualVisits<G::Move>>) {
        let depth = self.started.get(&id).map_or(1, |progress| progress.depth);
        let (frame, tree, moves) = (self.frame, &mut self.tree, &mut self.moves);
        let charge = self.mixing.charge;
        let reward = Descent { tree, frame, moves, charge, door }.run(id, position, depth);
        let known = self.tree.known(id, depth);
        if known.exact().is_none() {
            return (reward, Vec::new());
        }
        if id == self.tree.root() {
            self.finished = depth;
            self.best = self.tree.best(id, depth).unwrap_or(self.best);
        }
        let virtual_visits = self.virtual_visits(id, depth, known);
        let progress = self.started.entry(id).or_insert(Progress { depth, given: Vec::new() });
        progress.depth = depth + 1;
        let before = std::mem::replace(&mut progress.given, virtual_visits.clone());
        let taken_back = before.into_iter().map(VirtualVisits::taken_back);
        (reward, taken_back.chain(virtual_visits).collect())
    }

    /// What a finished iteration gives to the children.
    fn virtual_visits(&self, id: NodeId, depth: u32, known: Bounds) -> Vec<VirtualVisits<G::Move>> {
        let Mixing { w, f, bonus, at_root, .. } = self.mixing;
        let Some(kind) = self.tree.mover(id) else { return Vec::new() };
        if id == self.tree.root() && !at_root {
            return Vec::new();
        }
        // Nothing times infinity is nothing here.
        let size = w * f.powi(depth as i32).min(LARGEST_BONUS);
        let size = size.min(LARGEST_BONUS);
        match bonus {
            Bonus::None => Vec::new(),
            Bonus::Best => {
                let share = known.upper.get();
                let own = if kind == Kind::Min { 1.0 - share } else { share };
                // Wins are 1 to MAX and 0 to MIN.
                let reward = if kind == Kind::Min { 0.0 } else { 1.0 };
                let best = self.tree.best(id, depth);
                best.map(|mv| VirtualVisits::new(mv, own * size, reward)).into_iter().collect()
            }
            Bonus::Each => {
                let optimistic = |known: Bounds| match kind {
                    Kind::Min => known.lower.get(),
                    _ => known.upper.get(),
                };
                let tried = self.tree.tried(id, depth - 1);
                tried.map(|(mv, known)| VirtualVisits::new(mv, size, optimistic(known))).collect()
            }
        }
    }

    /// The node to which the first `steps` moves of this rollout lead.
    fn find(&mut self, steps: usize, door: &mut dyn Door<G>) -> Option<NodeId> {
        let mut id = self.tree.root();
        let mut position = self.position.clone();
        for i in 0..steps {
            let mv = self.path[i];
            let (moves, door) = (&mut self.moves, &mut *door);
            id = self.tree.child(&self.frame, id, &position, mv, moves, Some(door))?;
            self.frame.game.advance(&mut position, mv);
        }
        Some(id)
    }
}

impl<G: Game, K: Knowledge<G>> RolloutHook<G> for AlphaBetaSide<'_, G, K> {
    fn start(&mut self) {
        self.path.clear();
    }

    #[inline(always)]
    fn takes_over(
        &mut self,
        mv: G::Move,
        position: &G::Position,
        door: &mut dyn Door<G>,
    ) -> Option<Handover<G::Move>> {
        self.path.push(mv);
        if self.draws_takeover() { self.take_over(self.path.len(), position, door) } else { None }
    }

    fn note_step(&mut self, mv: G::Move) {
        self.path.push(mv);
    }

    /// Draws once per step for each rollout, as without a series. For the first one the draw at the
    /// root was made before it started.
    fn intercepts(
        &mut self,
        steps: usize,
        is_first: bool,
        door: &mut dyn Door<G>,
    ) -> Option<Intercepted<G>> {
        self.path.truncate(steps);
        for steps in usize::from(is_first)..=steps {
            if !self.draws_takeover() {
                continue;
            }
            let position = self.position_after(steps);
            let handover = if steps == 0 {
                // A rollout of alpha-beta alone: it is made later, and tells Monte Carlo no reward.
                self.due += 1;
                Some(Handover { reward: None, by_playout: false, virtual_visits: Vec::new() })
            } else {
                self.take_over(steps, &position, door)
            };
            if let Some(handover) = handover {
                return Some(Intercepted { steps, position, handover });
            }
        }
        None
    }
}
