//! Fixed-depth alpha-beta over MAX's share of the reward: `ab` runs it by iterative deepening, and
//! playouts that look ahead (`mm:N`) use its value as their reward.
//!
//! Values are [prospects](Knowledge::prospect) at the horizon, and what the game was worth at its end or by
//! a fact. The outcomes of chance are averaged.

use super::alphabeta::{Charge, KBest};
use super::anytime::Frame;
use super::ranked::{Place, rank};
use crate::model::{Game, Kind, Knowledge, Moves, Turn};
use crate::run::{Door, NO_MOVES};

/// A search of a fixed depth.
pub(super) struct LookAhead<'d, 'g, G: Game, K> {
    frame: Frame<'g, G, K>,
    door: &'d mut dyn Door<G>,
    /// Which moves of a position are tried, in which order; all, as they are listed, if nobody says.
    selection: Option<Selected>,
}

/// So many moves of each position, the best of their order.
#[derive(Clone, Copy)]
struct Selected {
    most: usize,
    charge: Charge,
    /// Which way led to the position.
    place: Place,
}

/// What was found at a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found<M> {
    /// MAX's share: exact inside the window, otherwise a bound (fail-soft).
    pub share: f64,
    /// The first move that is worth it; nothing at a leaf and at a chance node.
    pub mv: Option<M>,
}

/// What still matters: shares strictly between the two.
type Window = (f64, f64);
const EVERYTHING: Window = (0.0, 1.0);

impl<'d, 'g, G: Game, K: Knowledge<G>> LookAhead<'d, 'g, G, K> {
    /// A search that tries every move. It pays for leaves, but not for nodes: it is part of a rollout.
    pub fn of_all_moves(frame: Frame<'g, G, K>, door: &'d mut dyn Door<G>) -> Self {
        LookAhead { frame, door, selection: None }
    }

    /// A search that tries the best moves of each position, equals in an order that depends on the seed and the
    /// way from the root.
    pub fn of_best_moves(
        frame: Frame<'g, G, K>,
        door: &'d mut dyn Door<G>,
        KBest { k, charge, seed, .. }: KBest,
    ) -> Self {
        let selection = Some(Selected { most: k as usize, charge, place: Place::root(seed) });
        LookAhead { frame, door, selection }
    }

    /// What a position is worth so many plies ahead; nothing if a limit was reached. The position is
    /// the same again afterwards.
    pub fn search(&mut self, position: &mut G::Position, plies: u32) -> Option<Found<G::Move>> {
        self.value(position, self.selection, plies, EVERYTHING)
    }

    /// The same by the position's moves, even if its value is known: facts do not tell a move.
    pub fn search_moves(
        &mut self,
        position: &mut G::Position,
        plies: u32,
    ) -> Option<Found<G::Move>> {
        self.value_by_moves(position, self.selection, plies, EVERYTHING)
    }

    /// The same of one of its moves.
    pub fn search_after(
        &mut self,
        position: &mut G::Position,
        mv: G::Move,
        plies: u32,
    ) -> Option<Found<G::Move>> {
        let game = self.frame.game;
        self.door.add_nodes(1);
        let undo = game.play(position, mv);
        let found = self.value(position, self.selection, plies - 1, EVERYTHING);
        game.undo(position, mv, undo);
        Some(Found { share: found?.share, mv: Some(mv) })
    }

    fn value(
        &mut self,
        position: &mut G::Position,
        selection: Option<Selected>,
        plies: u32,
        window: Window,
    ) -> Option<Found<G::Move>> {
        match self.frame.share_of_leaf(position, plies, self.door) {
            Some(share) => Some(Found { share, mv: None }),
            None => self.value_by_moves(position, selection, plies, window),
        }
    }

    fn value_by_moves(
        &mut self,
        position: &mut G::Position,
        selection: Option<Selected>,
        plies: u32,
        (mut low, mut high): Window,
    ) -> Option<Found<G::Move>> {
        let Frame { game, knowledge, .. } = self.frame;
        let mut moves = Moves::new();
        let Turn::Inner(kind) = game.expand(position, &mut moves) else {
            unreachable!("ends of the game are known");
        };
        debug_assert!(!moves.is_empty(), "{NO_MOVES}");
        self.door.enter(kind);
        self.door.charge(moves.len());
        let mut tried = moves.to_vec();
        if let Some(Selected { most, place, .. }) = selection {
            rank(game, knowledge, position, place, &moves, most, &mut tried);
            tried.truncate(most);
        }
        let (mut best, mut average): (Option<Found<G::Move>>, _) = (None, 0.0);
        for (i, &mv) in tried.iter().enumerate() {
            if !self.door.may_go_on() {
                return None;
            }
            self.door.add_nodes(selection.map_or(0, |of| of.charge.of(plies - 1)));
            let undo = game.play(position, mv);
            let below = selection.map(|of| Selected { place: of.place.child(i), ..of });
            let window = if kind == Kind::Chance { EVERYTHING } else { (low, high) };
            let found = self.value(position, below, plies - 1, window);
            game.undo(position, mv, undo);
            let share = found?.share;
            if kind == Kind::Chance {
                average += moves.probability(i).unwrap_or(0.0) * share;
                continue;
            }
            if best.is_none_or(|best| is_better(kind, share, best.share)) {
                best = Some(Found { share, mv: Some(mv) });
            }
            match kind {
                Kind::Min => high = high.min(share),
                _ => low = low.max(share),
            }
            if low >= high {
                break;
            }
        }
        if kind == Kind::Chance { Some(Found { share: average, mv: None }) } else { best }
    }
}

fn is_better(kind: Kind, share: f64, than: f64) -> bool {
    if kind == Kind::Min { share < than } else { share > than }
}
