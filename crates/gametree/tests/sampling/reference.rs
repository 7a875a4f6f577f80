//! Monte Carlo tree search written as plainly as it can be: nodes own their children, every position
//! is expanded anew, nothing is looked up. Slow; the library must do the same, rollout by rollout.

use gametree::mcts::{BackUp, Playout, Selection, Settings};
use gametree::model::Draws;
use gametree::{Game, Kind, Moves, Turn};

use crate::rounds::Rounds;

/// A node and what came of it.
pub struct Node<M> {
    pub mv: Option<M>,
    pub visits: u32,
    /// The sum of all rewards, and of their squares.
    pub sum: f64,
    squares: f64,
    rounds: Rounds,
    pub children: Vec<Node<M>>,
}

/// The search: no proofs, and random playouts or none.
pub struct Plain<'g, G: Game> {
    game: &'g G,
    settings: Settings,
    pub root: Node<G::Move>,
    choices: Draws,
    playouts: Draws,
    guesses: Draws,
}

impl<M> Node<M> {
    fn new(mv: Option<M>) -> Node<M> {
        let (rounds, children) = (Rounds::default(), Vec::new());
        Node { mv, visits: 0, sum: 0.0, squares: 0.0, rounds, children }
    }
}

impl<'g, G: Game> Plain<'g, G> {
    pub fn new(game: &'g G, settings: Settings) -> Plain<'g, G> {
        Plain {
            game,
            settings,
            root: Node::new(None),
            choices: Draws::new(settings.seed),
            playouts: Draws::new(!settings.seed),
            guesses: Draws::new(!settings.seed.rotate_left(32)),
        }
    }

    pub fn rollout(&mut self) {
        let mut root = std::mem::replace(&mut self.root, Node::new(None));
        self.visit(&mut root, &self.game.start());
        self.root = root;
    }

    /// A rollout from a node of the tree; its reward.
    fn visit(&mut self, node: &mut Node<G::Move>, position: &G::Position) -> f64 {
        let mut moves = Moves::new();
        let is_new = node.visits == 0 && node.mv.is_some();
        let plays_on = is_new && self.settings.playout != Playout::Path;
        let reward = match self.game.expand(position, &mut moves) {
            Turn::Terminal(value) => self.share_of(value.get()),
            Turn::Inner(_) if plays_on => self.play_on(position),
            Turn::Inner(Kind::Chance) => {
                let weights = weights(&moves);
                let index = self.choices.index_by_weight(&weights);
                let mv = moves.get(index);
                let total: f64 = weights.iter().sum();
                total * self.visit_child(node, position, mv)
            }
            Turn::Inner(kind) => {
                let untried = self.untried(node, &moves);
                let mv = untried.unwrap_or_else(|| self.choose(node, kind));
                self.visit_child(node, position, mv)
            }
        };
        node.visits += 1;
        node.sum += reward;
        node.squares += reward * reward;
        if self.settings.back_up != BackUp::Mean {
            if let Turn::Inner(kind) = self.game.expand(position, &mut Moves::new()) {
                self.take_from_below(node, kind);
            }
        }
        reward
    }

    /// A node is worth what its children say; the variance of its rewards stays.
    fn take_from_below(&self, node: &mut Node<G::Move>, kind: Kind) {
        let sign = if kind == Kind::Min { -1.0 } else { 1.0 };
        let merits: Vec<(f64, f64)> = node
            .children
            .iter()
            .map(|child| (f64::from(child.visits), sign * (child.sum / f64::from(child.visits))))
            .collect();
        let best = merits.iter().map(|it| it.1).fold(f64::NEG_INFINITY, f64::max);
        let weighted = |weight: &dyn Fn(f64, f64) -> f64| {
            let (mut all, mut sum) = (0.0, 0.0);
            for &(visits, merit) in &merits {
                all += weight(visits, merit);
                sum += weight(visits, merit) * merit;
            }
            sum / all
        };
        let merit = match (kind, self.settings.back_up) {
            _ if merits.is_empty() => return,
            (Kind::Chance, _) => weighted(&|visits, _| visits),
            (_, BackUp::Softmax(t)) => weighted(&|_, merit| ((merit - best) / t).exp()),
            _ => best,
        };
        let (visits, mean) = (f64::from(node.visits), sign * merit);
        let variance = node.squares / visits - (node.sum / visits).powi(2);
        node.sum = visits * mean;
        node.squares = visits * (variance.max(0.0) + mean * mean);
    }

    /// Goes on behind a move; the child is made if there is none.
    fn visit_child(
        &mut self,
        node: &mut Node<G::Move>,
        position: &G::Position,
        mv: G::Move,
    ) -> f64 {
        let place = node.children.iter().position(|child| child.mv == Some(mv));
        let place = place.unwrap_or_else(|| {
            node.children.push(Node::new(Some(mv)));
            node.children.len() - 1
        });
        let mut position = position.clone();
        self.game.play(&mut position, mv);
        self.visit(&mut node.children[place], &position)
    }

    /// A move that was not tried, if there is one: drawn until it is new.
    fn untried(&mut self, node: &Node<G::Move>, moves: &Moves<G::Move>) -> Option<G::Move> {
        let tried = |mv: G::Move| node.children.iter().any(|child| child.mv == Some(mv));
        if moves.iter().all(tried) {
            return None;
        }
        loop {
            let mv = moves.get(self.choices.below(moves.len() as u64) as usize);
            if !tried(mv) {
                return Some(mv);
            }
        }
    }

    /// The move that the rule chooses when all were tried.
    fn choose(&mut self, node: &mut Node<G::Move>, kind: Kind) -> G::Move {
        let epsilon = match self.settings.selection {
            Selection::Ucb1 | Selection::Ucb1Tuned => return self.best(node, kind),
            Selection::Greedy(epsilon) => epsilon,
            Selection::Decaying(k) => f64::min(1.0, k / f64::from(node.visits)),
            other => panic!("the reference does not know {other:?}"),
        };
        let sign = if kind == Kind::Max { 1.0 } else { -1.0 };
        let merit = |child: &Node<G::Move>| sign * (child.sum / f64::from(child.visits));
        let merits: Vec<f64> = node.children.iter().map(merit).collect();
        let chosen = node.rounds.choose(&merits, epsilon, &mut self.guesses);
        node.children[chosen].mv.expect("children have moves")
    }

    /// The move with the highest score; the first of equals. What is the same for all children is left
    /// out, and operations come in the order of the library: scores are often equal but for rounding.
    fn best(&self, node: &Node<G::Move>, kind: Kind) -> G::Move {
        let Settings { selection, c, .. } = self.settings;
        let root = f64::from(node.visits).ln().sqrt();
        let sign = if kind == Kind::Max { 1.0 } else { -1.0 };
        let score = |child: &Node<G::Move>| {
            let inverse = 1.0 / f64::from(child.visits).sqrt();
            let mean = child.sum * inverse * inverse;
            match selection {
                Selection::Ucb1 => (sign * child.sum * inverse + c * root) * inverse,
                Selection::Ucb1Tuned => {
                    let variance = child.squares * inverse * inverse - mean * mean;
                    let doubt = variance + std::f64::consts::SQRT_2 * root * inverse;
                    sign * mean + c * root * inverse * doubt.clamp(0.0, 0.25).sqrt()
                }
                other => unreachable!("{other:?} has no scores"),
            }
        };
        let top = node.children.iter().reduce(|a, b| if score(b) > score(a) { b } else { a });
        top.and_then(|child| child.mv).expect("all moves were tried, and there is one")
    }

    /// A random game from here on.
    fn play_on(&mut self, position: &G::Position) -> f64 {
        let mut position = position.clone();
        loop {
            let mut moves = Moves::new();
            let index = match self.game.expand(&position, &mut moves) {
                Turn::Terminal(value) => return self.share_of(value.get()),
                Turn::Inner(Kind::Chance) => self.playouts.index_by_weight(&weights(&moves)),
                Turn::Inner(_) => self.playouts.below(moves.len() as u64) as usize,
            };
            self.game.play(&mut position, moves.get(index));
        }
    }

    fn share_of(&self, value: f64) -> f64 {
        let range = self.game.span();
        (value - range.lower.get()) / range.width()
    }
}

fn weights<M: Copy>(moves: &Moves<M>) -> Vec<f64> {
    (0..moves.len()).map(|i| moves.probability(i).expect("an outcome of chance")).collect()
}
