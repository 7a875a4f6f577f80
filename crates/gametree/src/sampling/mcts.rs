//! Monte Carlo tree search: rollouts that follow the statistics of those before them, add one position
//! to the tree, and reward it by playing on.
//!
//! Rewards are shares of what there is to get, from 0 (the game's worst value for MAX) to 1 (its best).
//! Each kind of decision has a random stream of its own, so that changing one does not change the others.

use super::anytime::Frame;
use super::companion::{Companion, Handover};
use super::node::{Node, State};
use super::notes::Notes;
use super::outcomes::Outcomes;
use super::roots::Roots;
use super::settings::{Playout, Settings};
use super::tree::{Extras, Id, ROOT, Tree, Whole};
use crate::model::{
    Bounds, Dice, Draws, Game, Grain, Kind, Knowledge, Move, Moves, Turn, Value, Window,
};
use crate::run::{Door, NO_MOVES};

/// A search that samples. It can be asked at any time, and go on afterwards.
pub struct Mcts<'g, G: Game, K> {
    pub(super) game: &'g G,
    pub(super) knowledge: &'g K,
    pub(super) settings: Settings,
    pub(super) root: G::Position,
    /// Where the last rollout, and the last playout, came to: their memory is used again.
    place: Option<G::Position>,
    pub(super) end: Option<G::Position>,
    pub(super) range: Bounds,
    /// How wide a window must be to matter.
    pub(super) slack: f64,
    facts: bool,
    /// Whether a node could not be added.
    pub(super) full: bool,
    pub(super) tree: Tree,
    /// Which untried move is tried next, and what chance does in the tree.
    pub(super) choices: Draws,
    pub(super) playouts: Draws,
    /// Which child is chosen where that is left to chance.
    pub(super) guesses: Draws,
    pub(super) roots: &'static Roots,
    pub(super) moves: Moves<G::Move>,
    path: Vec<Id>,
    /// At each chance node of the path, how likely what was sampled from is, and what the rest is worth.
    pub(super) shares: Vec<(f64, f64)>,
    /// The outcomes of the chance nodes of the path.
    pub(super) outcomes: Outcomes<G::Move>,
}

/// What became of a position that was new to the tree.
enum Added {
    /// It was rewarded.
    Rewarded(Option<f64>),
    /// The rollout goes on from it.
    GoOn(Id),
}

impl<'g, G: Game, K: Knowledge<G>> Mcts<'g, G, K> {
    /// A search of `position` that holds at most `memory` bytes. Nothing if the game does not know the
    /// range of its values, by which rewards are measured, or the position is the end of the game.
    pub fn new(
        game: &'g G,
        knowledge: &'g K,
        position: &G::Position,
        settings: Settings,
        memory: usize,
    ) -> Option<Self> {
        Mcts::in_frame(Frame::new(game, knowledge, memory), position, settings)
    }

    /// The same within what somebody else has stated of the game.
    pub fn in_frame(
        frame: Frame<'g, G, K>,
        position: &G::Position,
        settings: Settings,
    ) -> Option<Self> {
        let Frame { game, knowledge, range, slack, facts, memory } = frame;
        let mut moves = Moves::new();
        moves.want_facts(false);
        let Turn::Inner(kind) = game.expand(position, &mut moves) else { return None };
        if !range.width().is_finite() {
            return None;
        }
        let whole = game.values().grain == Grain::Integer && !game.has_chance();
        let bounds = settings.proves.then_some(Whole(whole));
        let extras = Extras { bounds, notes: Notes::of(settings.selection) };
        let mut tree = Tree::new(range, extras, memory);
        tree.set_state(ROOT, State::Inner { kind, complete: false });
        Some(Mcts {
            game,
            knowledge,
            settings,
            root: position.clone(),
            place: None,
            end: None,
            range,
            slack,
            facts,
            full: false,
            tree,
            choices: Draws::new(settings.seed),
            playouts: Draws::new(!settings.seed),
            guesses: Draws::new(!settings.seed.rotate_left(32)),
            roots: Roots::known(),
            moves,
            path: Vec::new(),
            shares: Vec::new(),
            outcomes: Outcomes::default(),
        })
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

    /// The same in company.
    pub(super) fn rollout_with<C: Companion<G>>(
        &mut self,
        companion: &mut C,
        door: &mut dyn Door<G>,
    ) -> bool {
        if self.is_solved() {
            return false;
        }
        let mut position = self.place.take().unwrap_or_else(|| self.root.clone());
        position.clone_from(&self.root);
        self.walk_down(&mut position, companion, door);
        self.place = Some(position);
        true
    }

    fn walk_down<C: Companion<G>>(
        &mut self,
        position: &mut G::Position,
        companion: &mut C,
        door: &mut dyn Door<G>,
    ) {
        let (nodes, mut taken_over, mut paid) = (self.tree.nodes(), false, 0);
        let greedy = self.tree.notes_decisions();
        let mut window = Window::FULL.clip(self.bounds());
        let mut node = ROOT;
        self.outcomes.clear();
        companion.start();
        let reward = loop {
            self.path.push(node);
            let here = self.tree.node(node);
            door.charge(here.tried());
            let next = match here.complete() {
                Some(kind) if greedy => self.select_greedily(node, kind, window),
                Some(kind) => self.select(here, kind, window),
                None if here.state() == State::Over => break Some(self.end_of(position, door)),
                None => match self.expand(node, position, door) {
                    Kind::Chance if self.settings.proves => {
                        self.let_chance_decide(node, &mut window)
                    }
                    Kind::Chance => self.draw_outcome(node),
                    kind => self.untried_or_best(node, kind, window),
                },
            };
            let Some((child, mv)) = next else { break None };
            if child == NEW {
                // The first one is part of the step; a whole path must ask for the others.
                if paid > 0 && !door.may_go_on() {
                    self.leave_open(node);
                    break None;
                }
                door.add_nodes(1);
                paid += 1;
            }
            self.game.advance(position, mv);
            let handed = companion.takes_over(mv, position, door);
            taken_over = handed.is_some();
            if child == NEW {
                match self.add(node, mv, position, handed, door) {
                    Added::Rewarded(reward) => break reward,
                    Added::GoOn(child) => node = child,
                }
            } else if let Some(Handover { reward, virtual_visits }) = handed {
                self.path.push(child);
                self.give(child, position, &virtual_visits, door);
                break reward;
            } else {
                if self.settings.proves {
                    window = window.clip(self.tree.bounds(child));
                }
                node = child;
            }
        };
        // A companion that took over has counted its own nodes.
        let added = (self.tree.nodes() - nodes) as u32;
        let owed = if taken_over { added } else { added.max(1) };
        door.add_nodes(owed.saturating_sub(paid));
        self.back_up(reward);
    }

    /// The reward of a finished game.
    fn end_of(&self, position: &G::Position, door: &mut dyn Door<G>) -> f64 {
        match self.game.judge(position) {
            Turn::Terminal(value) => self.share_of(door.leaf(position, value)),
            Turn::Inner(_) => unreachable!("ends of the game are known as such"),
        }
    }

    /// Lists the moves of a position in the tree, and notes who makes them.
    fn expand(&mut self, node: Id, position: &G::Position, door: &mut dyn Door<G>) -> Kind {
        self.moves.clear();
        let Turn::Inner(kind) = self.game.expand(position, &mut self.moves) else {
            unreachable!("ends of the game are known as such");
        };
        debug_assert!(!self.moves.is_empty(), "{NO_MOVES}");
        door.charge(self.moves.len());
        if self.tree.node(node).state() == State::New {
            door.enter(kind);
            self.tree.set_state(node, State::Inner { kind, complete: false });
        }
        kind
    }

    /// A move that was not tried before, each equally likely; if there is none, the most attractive
    /// one.
    fn untried_or_best(&mut self, node: Id, kind: Kind, window: Window) -> Option<(Id, G::Move)> {
        let tried = self.tree.children(node);
        let left = self.moves.len() - tried.len();
        if left == 0 {
            // Virtual visits may have made the family complete.
            self.tree.set_state(node, State::Inner { kind, complete: true });
            return self.choose(node, kind, window);
        }
        // Where nothing can be added, what is there must be tried as well.
        if self.full && !tried.is_empty() && self.choices.below(2) == 0 {
            return self.choose(node, kind, window);
        }
        let moves = &self.moves;
        let mv = loop {
            let mv = moves.get(self.choices.below(moves.len() as u64) as usize);
            if self.tree.child(node, mv.code()).is_none() {
                break mv;
            }
        };
        if left == 1 {
            self.tree.set_state(node, State::Inner { kind, complete: true });
        }
        Some((NEW, mv))
    }

    /// Adds a position to the tree and rewards it, unless somebody has done so.
    fn add(
        &mut self,
        parent: Id,
        mv: G::Move,
        position: &G::Position,
        handed: Option<Handover<G::Move>>,
        door: &mut dyn Door<G>,
    ) -> Added {
        let added = self.tree.add_child(parent, mv.code());
        let over = match added {
            Some(child) => self.note(child, position, door),
            None => self.value_if_over(position, door),
        };
        let goes_on = over.is_none() && self.settings.playout == Playout::Path;
        match added {
            Some(child) if goes_on => return Added::GoOn(child),
            Some(child) => self.path.push(child),
            None => {
                self.full = true;
                self.leave_open(parent);
            }
        }
        Added::Rewarded(match (over, handed) {
            (Some(value), _) => Some(self.share_of(value)),
            (None, Some(Handover { reward, virtual_visits })) => {
                if let Some(child) = added {
                    self.give(child, position, &virtual_visits, door);
                }
                reward
            }
            (None, None) => self.play_on(position, door),
        })
    }

    /// A move was not tried after all.
    fn leave_open(&mut self, node: Id) {
        if let State::Inner { kind, .. } = self.tree.node(node).state() {
            self.tree.set_state(node, State::Inner { kind, complete: false });
        }
    }

    /// Notes what the rules say of a new node. Hands back its value if the game is over there.
    pub(super) fn note(
        &mut self,
        child: Id,
        position: &G::Position,
        door: &mut dyn Door<G>,
    ) -> Option<Value> {
        let over = self.value_if_over(position, door);
        if let Some(value) = over {
            self.tree.set_state(child, State::Over);
            self.tree.set_bounds(child, Bounds::point(value));
        } else if self.settings.proves && self.facts {
            let known = door.facts(position).intersect(self.range);
            self.tree.set_bounds(child, known);
        }
        over
    }

    /// What the game was worth, if it is over: a leaf.
    fn value_if_over(&self, position: &G::Position, door: &mut dyn Door<G>) -> Option<Value> {
        match self.game.judge(position) {
            Turn::Terminal(value) => Some(door.leaf(position, value)),
            Turn::Inner(_) => None,
        }
    }

    /// Tells every node of the path what came of it, the last one first: the reward, and what is known
    /// now.
    fn back_up(&mut self, reward: Option<f64>) {
        let mut reward = reward;
        // Where nothing new is known, nothing new is known above.
        let mut news = self.settings.proves;
        while let Some(node) = self.path.pop() {
            if !matches!(G::DICE, Dice::Never)
                && let State::Inner { kind: Kind::Chance, .. } = self.tree.node(node).state()
                && let Some((sampled, known)) = self.shares.pop()
            {
                reward = reward.map(|reward| known + sampled * reward);
            }
            if let Some(reward) = reward {
                self.tree.add(node, reward);
            }
            if news {
                news = self.renew(node);
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

/// A child that is not in the tree yet.
pub(super) const NEW: Id = Id::MAX;

/// The average of the rewards of a node; nought before there is one.
pub(super) fn mean_reward(node: &Node) -> f64 {
    node.sum() / f64::from(node.visits().max(1))
}
