//! Monte Carlo tree search: rollouts that follow the statistics of those before them, add one
//! position to the tree, and reward it by playing on.
//!
//! Rewards are shares of what there is to get, from 0 (the game's worst value for MAX) to 1 (its
//! best). Each kind of decision has a random stream of its own, so that changing one does not
//! change the others.

use std::collections::HashSet;
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use super::back_up::Back;
use super::expand::Added;
use super::hasher::Mix;
use super::hook::{Handover, RolloutHook};
use super::learned::LearnedMoves;
use super::outcomes::Outcomes;
use super::roots::Roots;
use super::settings::{Playout, Settings};
use super::transpositions::Arrival;
use super::tree::node::{Node, State};
use super::tree::statistics::Statistic;
use super::tree::{Extras, Id, ROOT, Tree, Whole};
use crate::anytime::Frame;
use crate::model::{
    Bounds, Draws, Game, Grain, Kind, Knowledge, Move, Moves, Turn, Value, Window, splitmix64,
};
use crate::run::Door;

/// A search that samples. It can be asked at any time, and go on afterwards.
///
/// ```
/// use gametree::anytime::AnytimeSearch;
/// use gametree::mcts::{Mcts, Settings};
/// use gametree::{Game, Limits, Search};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let mut mcts = Mcts::new(&game, &game, &game.start(), Settings::default(), 1 << 20).unwrap();
/// let mut question = Search::new(&game).limits(Limits::none().nodes(1_000));
/// mcts.run(&mut question.walk()?, &mut |_| ());
/// assert_eq!(mcts.answer().pv[0], 2);
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
}

/// Where a rollout is: at a node, and which values matter there.
#[derive(Clone, Copy)]
pub(super) struct Station {
    pub node: Id,
    pub window: Window,
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
    pub fn in_frame(
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
        let extras = Extras { range, bounds, statistic, threads: under_way };
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

    /// One rollout: selection, expansion, playout, backing up. False if the root is solved.
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
            } else if let Some(Handover { reward, virtual_visits }) = handed {
                self.pass(child);
                self.give(child, position, &virtual_visits, door);
                break reward;
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
