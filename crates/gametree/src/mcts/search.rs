//! The state of Monte Carlo tree search, whose rollouts follow the statistics of those before them,
//! add one position to the tree, and reward it by playing on (`rollout.rs`).
//!
//! Rewards are shares of what there is to get, from 0 (the game's worst value for MAX) to 1 (its
//! best). Each kind of decision has a random stream of its own, so that changing one does not
//! change the others.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use super::hasher::Mix;
use super::learned::LearnedMoves;
use super::outcomes::Outcomes;
use super::roots::Roots;
use super::settings::{Playout, Settings};
use super::tree::node::Node;
use super::tree::statistics::Statistic;
use super::tree::{Extras, Further, Id, ROOT, Tree, Whole};
use crate::anytime::Frame;
use crate::model::{Bounds, Draws, Game, Grain, Knowledge, Move, Moves, Turn, Value, splitmix64};

/// A search that samples. It can be asked at any time, and go on afterwards.
///
/// ```
/// use gametree::mcts::{Mcts, Settings};
/// use gametree::{Game, Search};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let mut mcts = Mcts::new(&game, &game, &game.start(), Settings::default(), 1 << 20).unwrap();
/// let mut question = Search::new(&game);
/// let mut walk = question.walk()?;
/// while mcts.visits() < 1_000 && mcts.rollout(&mut walk) {}
/// assert_eq!(mcts.root_moves().iter().max_by_key(|child| child.visits).unwrap().mv, 2);
/// # Ok::<(), gametree::SearchError>(())
/// ```
pub struct Mcts<'g, G: Game, K> {
    pub(super) game: &'g G,
    pub(super) knowledge: &'g K,
    pub(super) settings: Settings,
    pub(super) root: G::Position,
    /// Where the last rollout, and the last playout, came to: their memory is used again.
    pub(super) place: Option<G::Position>,
    pub(super) end: Option<G::Position>,
    /// Where the rollouts of a [batch](Mcts::batch) came to, which are not evaluated yet.
    pub(super) postponed: Option<Vec<G::Position>>,
    /// Where the current rollout of a [series](Mcts::series) is.
    pub(super) fork: Option<G::Position>,
    pub(super) range: Bounds,
    /// How wide a window must be to matter.
    pub(super) slack: f64,
    pub(super) facts: bool,
    /// Whether a node could not be added.
    pub(super) full: bool,
    /// Other threads may have it, too.
    pub(super) tree: Arc<Tree>,
    /// The number of this thread among those that have the tree. The first one leads: the tree
    /// moves on when it does.
    pub(super) thread: usize,
    /// How many nodes this search has ever added to it.
    pub(super) added: u64,
    /// Which untried move is tried next, and what chance does in the tree.
    pub(super) choices: Draws,
    pub(super) playouts: Draws,
    /// Which child is chosen where that is left to chance.
    pub(super) guesses: Draws,
    pub(super) roots: &'static Roots,
    pub(super) moves: Moves<G::Move>,
    /// The codes of moves that were tried, while there are many of them.
    pub(super) known: HashSet<u64, BuildHasherDefault<Mix>>,
    /// The moves of the root that are tried; none if all are.
    pub(super) only: Vec<G::Move>,
    /// The moves of the rollout so far, the root first.
    pub(super) path: Vec<Id>,
    /// How long the path was where something was learned of other moves.
    pub(super) news: Vec<usize>,
    /// Of each chance node of the path, how long the path was there, how likely what was sampled
    /// from is, and what the rest is worth.
    pub(super) shares: Vec<(usize, f64, f64)>,
    /// The outcomes of the chance nodes of the path.
    pub(super) outcomes: Outcomes<G::Move>,
    /// What playouts have learned, if they do.
    pub(super) learned: Option<LearnedMoves>,
    /// Whether nothing but playouts and means is asked for.
    pub(super) is_plain: bool,
    /// Whether more than rewards and visits decides which child is selected, and what that adds to
    /// the scores of the children of the node last looked at.
    pub(super) is_advised: bool,
    pub(super) advice: Vec<f64>,
    /// Proof numbers of these children, in order.
    pub(super) ranking: Vec<u32>,
}

impl<'g, G: Game, K: Knowledge<G>> Mcts<'g, G, K> {
    /// A search of `position` that holds at most `memory` bytes. Nothing if the game does not know
    /// the range of its values, by which rewards are measured, or the position is the end of the
    /// game.
    pub fn new(
        game: &'g G,
        knowledge: &'g K,
        position: &G::Position,
        settings: Settings,
        memory: usize,
    ) -> Option<Self> {
        Mcts::in_frame(Frame::new(game, knowledge, memory), position, settings)
    }

    /// A search within a frame that states the range, the facts in use and the memory. `None` as
    /// for [`new`](Mcts::new).
    pub(crate) fn in_frame(
        frame: Frame<'g, G, K>,
        position: &G::Position,
        settings: Settings,
    ) -> Option<Self> {
        Mcts::with_threads(frame, position, settings, 1)
    }

    /// A search by the first of several threads; the others are its [helpers](Mcts::helper).
    pub(crate) fn with_threads(
        frame: Frame<'g, G, K>,
        position: &G::Position,
        settings: Settings,
        threads: usize,
    ) -> Option<Self> {
        let Frame { game, range, memory, .. } = frame;
        let mut moves = Moves::new();
        moves.want_facts(false);
        let Turn::Inner(kind) = game.expand(position, &mut moves) else { return None };
        if !range.width().is_finite() {
            return None;
        }
        let whole = game.values().grain == Grain::Integer && !game.has_chance();
        let bounds = settings.proves.then_some(Whole(whole));
        let statistic = Statistic::for_rule(settings.selection);
        // Rollouts of a batch keep away from each other as those of several threads do.
        let under_way = threads.max(settings.batch.min(2) as usize);
        let further =
            Further { numbers: settings.proof_numbers > 0.0, ahead: settings.implicit > 0.0 };
        let extras = Extras { range, bounds, statistic, threads: under_way, further };
        let learned =
            (settings.playout == Playout::Learned).then(|| LearnedMoves::new(memory / threads));
        let memory = memory - threads * learned.as_ref().map_or(0, LearnedMoves::most_bytes);
        let mut tree = Tree::new(extras, memory);
        if settings.transpositions && Self::can_share(game) {
            tree.share_positions();
        }
        tree.enter(ROOT, kind);
        Some(Mcts::over(frame, position, settings, Arc::new(tree), learned))
    }

    /// A search over this tree.
    fn over(
        frame: Frame<'g, G, K>,
        position: &G::Position,
        settings: Settings,
        tree: Arc<Tree>,
        learned: Option<LearnedMoves>,
    ) -> Self {
        let Frame { game, knowledge, range, slack, facts, .. } = frame;
        let mut moves = Moves::new();
        moves.want_facts(false);
        Mcts {
            game,
            knowledge,
            settings,
            root: position.clone(),
            place: None,
            end: None,
            postponed: None,
            fork: None,
            range,
            slack,
            facts,
            full: false,
            tree,
            thread: 0,
            added: 0,
            choices: Draws::new(settings.seed),
            playouts: Draws::new(!settings.seed),
            guesses: Draws::new(!settings.seed.rotate_left(32)),
            roots: Roots::known(),
            moves,
            known: HashSet::default(),
            only: Vec::new(),
            path: Vec::new(),
            news: Vec::new(),
            shares: Vec::new(),
            outcomes: Outcomes::default(),
            learned,
            is_plain: settings.is_plain(),
            is_advised: settings.is_advised(),
            advice: Vec::new(),
            ranking: Vec::new(),
        }
    }

    /// A search by the thread of this number over the same tree, with random numbers of its own.
    pub(crate) fn helper(&self, thread: usize) -> Self {
        let seed = splitmix64(self.settings.seed, thread as u64);
        let learned = self.learned.as_ref().map(LearnedMoves::others);
        let (frame, settings) =
            (Frame { facts: self.facts, ..self.frame() }, Settings { seed, ..self.settings });
        let tree = Arc::clone(&self.tree);
        Mcts { thread, ..Mcts::over(frame, &self.root, settings, tree, learned) }
    }

    /// The game and its range, for a search within a rollout: it uses no facts, and no memory of
    /// its own.
    pub(super) fn frame(&self) -> Frame<'g, G, K> {
        let Mcts { game, knowledge, range, slack, .. } = *self;
        Frame { game, knowledge, range, slack, facts: false, memory: 0 }
    }

    /// What MAX gets of all there is to get.
    pub(super) fn share_of(&self, value: Value) -> f64 {
        self.knowledge.reward(self.game, value)
    }

    /// The move that leads to a node.
    pub(super) fn move_to(&self, node: Id) -> G::Move {
        G::Move::from_code(self.tree.code(node))
    }

    /// A node, and the move that leads there.
    #[inline]
    pub(super) fn to_child(&self, node: Id) -> (Id, G::Move) {
        (node, self.move_to(node))
    }

    /// The rollout goes through a node.
    pub(super) fn pass(&mut self, node: Id) {
        self.tree.add_virtual_loss(node);
        self.path.push(node);
    }
}

/// What is wrong with a game whose position was over, or had moves, and now is not, or has none.
pub(super) const CONTRADICTORY: &str = "the same position has different moves: the game's keys_fix_moves, keys or undo are wrong \
                             (gametree_conformance::check finds such mistakes)";

/// A child that is not in the tree yet.
pub(super) const NEW: Id = Id::MAX;

/// The average of the rewards of a node; nought before there is one.
pub(super) fn mean_reward(node: Node<'_>) -> f64 {
    node.sum() / f64::from(node.visits().max(1))
}
