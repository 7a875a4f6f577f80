//! The one depth-limited alpha-beta (Knuth and Moore 1975), with everything that varies as an
//! option: which moves are tried and in which order ([`Order`]), what a leaf is worth ([`Tree`]),
//! whether moves that are as good as the best one are cut off, whether later moves are tested by
//! null windows first, and whether there is a table.
//!
//! Values are those of MAX. The contract of a window `(low, high)` is fail-soft: a value strictly
//! between the two is exact; one at or below `low` is an upper bound of the true value, one at or
//! above `high` a lower bound. Where [ties are kept](AlphaBeta::keeping_ties) the ends themselves
//! are exact, too.

use super::order::{List, Order, PathKey};
use super::table::{Bound, Table};
use super::tree::{Arrival, FloatWindow, Tree, is_better};
use crate::model::{Kind, Move};

/// A search of a fixed depth.
pub(crate) struct AlphaBeta<T: Tree> {
    pub tree: T,
    pub(super) order: Order,
    table: Table,
    keeps_ties: bool,
    scouts: bool,
    /// Where the moves of a position are ranked.
    pub(super) ranked: Vec<T::Move>,
    /// Lists that are not in use.
    pub(super) spare: Vec<List<T::Move>>,
}

/// The best move of a position, and what it is worth.
pub(crate) type Best<M> = (f64, Option<M>);

impl<T: Tree> AlphaBeta<T> {
    /// A search that tries moves in this order, cuts off ties, and has no table.
    pub fn new(tree: T, order: Order) -> Self {
        let (table, ranked, spare) = (Table::new(0), Vec::new(), Vec::new());
        AlphaBeta { tree, order, table, keeps_ties: false, scouts: false, ranked, spare }
    }

    /// Tells moves that are exactly as good as the best one from worse ones: only what lies beyond
    /// the window is cut off.
    pub fn keeping_ties(self) -> Self {
        AlphaBeta { keeps_ties: true, ..self }
    }

    /// Tests moves after the first by a null window (principal variation search: Marsland and
    /// Campbell 1982), and remembers values in a table, which makes the second search cheap.
    pub fn scouting(self, table: Table) -> Self {
        AlphaBeta { scouts: true, table, ..self }
    }

    /// The value of the current position `plies` plies ahead; `None` if a limit was reached. `path`
    /// says which way led there.
    pub fn value(&mut self, plies: u32, path: PathKey, mut window: FloatWindow) -> Option<f64> {
        // Step 1. The table may know the value, or narrow the window.
        let key = if self.table.is_void() { None } else { self.tree.key(plies) };
        if let Some(known) = key.and_then(|key| self.table.get(key, plies)) {
            match known.bound {
                Bound::Exact => return Some(known.value),
                Bound::Lower => window.low = window.low.max(known.value),
                Bound::Upper => window.high = window.high.min(known.value),
            }
            if !self.is_open(window) {
                return Some(known.value);
            }
        }
        // Step 2. A leaf is worth what the tree says, another position what its moves are.
        let mut list = self.take_list();
        let found = match self.tree.arrive(plies, &mut list.moves) {
            None => None,
            Some(Arrival::Leaf(value)) => Some((value, None)),
            Some(Arrival::Inner(kind)) => {
                let hint = key.and_then(|key| self.table.hint(key));
                let at = (kind, plies, hint);
                self.order.arrange(&self.tree, &mut list, at, path, &mut self.ranked);
                self.try_moves(&list, kind, plies, path, window)
            }
        };
        self.spare.push(list);
        // Step 3. What was found is remembered.
        let (value, best) = found?;
        if let Some(key) = key {
            let bound = match () {
                () if value <= window.low => Bound::Upper,
                () if value >= window.high => Bound::Lower,
                () => Bound::Exact,
            };
            self.table.put(key, plies, value, bound, best.map(Move::code));
        }
        Some(value)
    }

    /// A list to be filled: that of a position that was left, so that no position allocates its own.
    pub(super) fn take_list(&mut self) -> List<T::Move> {
        let mut list = self.spare.pop().unwrap_or_else(List::new);
        list.moves.clear();
        list
    }

    /// The value of the best of these moves, and the move; none at a chance node, whose outcomes
    /// are averaged. The first of equals is the best one.
    pub(super) fn try_moves(
        &mut self,
        list: &List<T::Move>,
        kind: Kind,
        plies: u32,
        path: PathKey,
        mut window: FloatWindow,
    ) -> Option<Best<T::Move>> {
        if kind == Kind::Chance {
            return Some((self.average(list, plies, path)?, None));
        }
        let mut best: Option<(f64, T::Move)> = None;
        for i in 0..list.moves.len() {
            let mv = list.get(i);
            let (left, below) = (plies - 1, self.order.key_below(path, i));
            let value = match best {
                // At the horizon a window cuts nothing off.
                Some(_) if self.scouts && left > 0 => {
                    let tested = self.child(mv, left, below, window.test(kind))?;
                    match window.contains(tested) {
                        true => self.child(mv, left, below, window)?,
                        false => tested,
                    }
                }
                _ => self.child(mv, left, below, window)?,
            };
            if best.is_none_or(|(best, _)| is_better(kind, value, best)) {
                best = Some((value, mv));
            }
            window = window.after(kind, value);
            if !self.is_open(window) {
                self.order.note_cutoff(mv, kind, plies);
                break;
            }
        }
        best.map(|(value, mv)| (value, Some(mv)))
    }

    /// The average over the outcomes of chance. Each must be known exactly.
    fn average(&mut self, list: &List<T::Move>, plies: u32, path: PathKey) -> Option<f64> {
        let mut sum = 0.0;
        for (i, outcome) in list.moves.iter().enumerate() {
            let below = self.order.key_below(path, i);
            let value = self.child(outcome, plies - 1, below, T::RANGE)?;
            sum += list.moves.probability(i).unwrap_or(0.0) * value;
        }
        Some(sum)
    }

    /// The value of the position after a move, from where `plies` are left.
    pub fn child(
        &mut self,
        mv: T::Move,
        plies: u32,
        path: PathKey,
        window: FloatWindow,
    ) -> Option<f64> {
        if plies == 0 {
            return self.tree.value_at_horizon(mv);
        }
        let undo = self.tree.step(mv, plies)?;
        let found = self.value(plies, path, window);
        self.tree.back(mv, undo);
        found
    }

    fn is_open(&self, window: FloatWindow) -> bool {
        window.is_open() || self.keeps_ties && window.low == window.high
    }
}
