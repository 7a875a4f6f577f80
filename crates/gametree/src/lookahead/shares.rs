//! The tree of a search that estimates: values are MAX's shares of the reward, from 0 to 1.
//!
//! A leaf is the end of the game, a position whose value is a fact, or a position at the horizon.
//! That is worth its [prospect](Knowledge::prospect), or what a random playout from there brings.

use super::order::PathKey;
use super::search::{AlphaBeta, Best};
use super::tree::{Arrival, FloatWindow, Tree};
use crate::anytime::Frame;
use crate::model::{Combined, Draws, Game, Key, Kind, Knowledge, MoreFacts, Moves, Turn};
use crate::walk::{Door, NO_MOVES};

/// All shares.
pub(super) const SHARES: FloatWindow = FloatWindow { low: 0.0, high: 1.0 };

/// A position of an estimating search.
pub(crate) struct Shares<'a, 'g, G: Game, K> {
    pub frame: Frame<'g, G, K>,
    pub door: &'a mut dyn Door<G>,
    /// Where the search is. After it, this is the root again.
    pub position: &'a mut G::Position,
    pub horizon: Horizon<'a>,
    /// Which positions are paid for as nodes; none if the search is part of a rollout, which pays
    /// for itself.
    pub charge: Option<Charge>,
    /// Whether moves are listed in the order of the game's ranks.
    pub in_order: bool,
}

/// What a position at the horizon is worth.
pub(crate) enum Horizon<'a> {
    /// Its evaluation.
    Evaluation,
    /// The end of a random playout.
    Playout(&'a mut Draws),
}

/// Which positions of alpha-beta count as nodes, and so towards a limit on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Charge {
    /// All that it enters.
    All,
    /// Not those at its horizon.
    Inner,
}

impl Charge {
    /// How many nodes a position counts as from where `plies` are left.
    pub(crate) fn of(self, plies: u32) -> u32 {
        u32::from(self == Charge::All || plies > 0)
    }
}

impl<G: Game, K: Knowledge<G>> Shares<'_, '_, G, K> {
    /// Lists the moves of a position that is not the end of the game.
    fn expand(&mut self, moves: &mut Moves<G::Move>) -> Kind {
        let Frame { game, knowledge, .. } = self.frame;
        let turn = match self.in_order {
            true => knowledge.combined().expand_in_order(game, self.position, moves),
            false => game.expand(self.position, moves),
        };
        let Turn::Inner(kind) = turn else { unreachable!("ends of the game are leaves") };
        debug_assert!(!moves.is_empty(), "{NO_MOVES}");
        self.door.enter(kind);
        self.door.charge(moves.len());
        kind
    }

    /// What the position is worth, which lies at the horizon; `None` if a limit was reached.
    fn at_horizon(&mut self) -> Option<f64> {
        match &mut self.horizon {
            Horizon::Evaluation => self.frame.share_of_leaf(self.position, 0, self.door),
            Horizon::Playout(draws) => play_out(self.frame, self.position, draws, self.door),
        }
    }
}

impl<G: Game, K: Knowledge<G>> Tree for Shares<'_, '_, G, K> {
    type Move = G::Move;
    type Undo = G::Undo;

    const RANGE: FloatWindow = SHARES;

    fn arrive(&mut self, plies: u32, moves: &mut Moves<G::Move>) -> Option<Arrival> {
        if plies == 0 {
            return self.at_horizon().map(Arrival::Leaf);
        }
        Some(match self.frame.share_of_leaf(self.position, plies, self.door) {
            Some(share) => Arrival::Leaf(share),
            None => Arrival::Inner(self.expand(moves)),
        })
    }

    fn step(&mut self, mv: G::Move, plies: u32) -> Option<G::Undo> {
        if !self.door.may_go_on() {
            return None;
        }
        self.door.add_nodes(self.charge.map_or(0, |charge| charge.of(plies)));
        Some(self.frame.game.play(self.position, mv))
    }

    fn back(&mut self, mv: G::Move, undo: G::Undo) {
        self.frame.game.undo(self.position, mv, undo);
    }

    fn value_at_horizon(&mut self, mv: G::Move) -> Option<f64> {
        let undo = self.step(mv, 0)?;
        let found = self.at_horizon();
        self.back(mv, undo);
        found
    }

    fn rank(&self, mv: G::Move) -> i32 {
        self.frame.knowledge.rank(self.frame.game, self.position, mv)
    }

    fn key(&self, plies: u32) -> Option<Key> {
        self.frame.game.more_facts().key_within(self.frame.game, self.position, plies)
    }
}

impl<G: Game, K: Knowledge<G>> AlphaBeta<Shares<'_, '_, G, K>> {
    /// What the position is worth `plies` plies ahead.
    pub fn share(&mut self, plies: u32) -> Option<f64> {
        self.value(plies, PathKey::root(0), SHARES)
    }

    /// The best move of the position, even if its value is known: facts do not tell a move. None at
    /// a chance node.
    pub fn best_move(&mut self, plies: u32, path: PathKey) -> Option<Best<G::Move>> {
        let mut list = self.take_list();
        let kind = self.tree.expand(&mut list.moves);
        let at = (kind, plies, None);
        self.order.arrange(&self.tree, &mut list, at, path, &mut self.ranked);
        let found = self.try_moves(&list, kind, plies, path, SHARES);
        self.spare.push(list);
        found
    }
}

/// How many moves of a playout are made between two looks at the limits.
const MOVES_AT_ONCE: u32 = 1 << 10;

/// What MAX gets if both sides play on at random; `None` if a limit was reached.
pub(super) fn play_out<G: Game, K: Knowledge<G>>(
    frame: Frame<'_, G, K>,
    position: &G::Position,
    draws: &mut Draws,
    door: &mut dyn Door<G>,
) -> Option<f64> {
    let (mut end, mut moves) = (position.clone(), Moves::new());
    loop {
        // A game may go on for ever.
        if let Some(value) = frame.knowledge.combined().playout(
            frame.game,
            &mut end,
            MOVES_AT_ONCE,
            &mut moves,
            draws,
        ) {
            return Some(frame.share_of(door.leaf(&end, value)));
        }
        door.charge(moves.len() * MOVES_AT_ONCE as usize);
        if !door.may_go_on() {
            return None;
        }
    }
}
