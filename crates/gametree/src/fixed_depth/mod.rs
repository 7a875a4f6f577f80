//! The minimax value of every move, at every depth up to a fixed one.
//!
//! A search that wants the best move may prune whatever cannot be best. This one wants to know what every move
//! of the root is worth: exactly, at the same depth, without extensions, quiescence or anything else that would
//! make it another question. A depth counts the move itself: at depth 1 the positions after the moves are
//! evaluated, at depth `k` those `k - 1` plies further on.
//!
//! It deepens ply by ply. Each move of the root is searched with a full window by principal variation search
//! (Pearl 1980; Reinefeld 1983); below, moves are tried in the game's order, those that the game ranks equally in
//! the order of how often they have caused cutoffs before (the history heuristic of Schaeffer 1989; killer moves
//! of Akl and Newborn 1977). What is known of a position at a depth is kept in a table, by
//! [`MoreFacts::key_within`]. None of this changes a value.

mod memory;
mod order;

use crate::model::{Game, Kind, Knowledge, MoreFacts, Moves, Turn, Value, next_down, next_up};
use crate::run::{Arrival, Counts, Limits, Search, SearchError, Stop, Walk};
use memory::{Bound, Memory};
use order::Order;

/// What the moves of a position are worth, for MAX, by depth.
///
/// ```
/// use gametree::{Game, Limits, fixed_depth};
/// # use gametree::{Knowledge, Value, doc::Subtraction};
/// # struct Half;
/// # impl Knowledge<Subtraction> for Half {
/// #     fn evaluate(&self, _: &Subtraction, _: &(u32, bool)) -> Option<Value> { Some(0.into()) }
/// # }
/// # let knowledge = Half;
/// let game = Subtraction { stones: 4 };
/// let found = fixed_depth::values(&game, &knowledge, &game.start(), 4, Limits::none())?;
/// assert_eq!(found.moves, [1, 2, 3]);
/// assert_eq!(found.at(1), Some(&[0.0, 0.0, 0.0][..]), "the game is not over yet, and this is its evaluation");
/// assert_eq!(found.at(2), Some(&[-1.0, -1.0, -1.0][..]), "whoever takes the last stone wins");
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DepthValues<M> {
    /// Who moves; `None` if the game is over, or a limit was reached before anything was known.
    pub turn: Option<Kind>,
    /// The moves, in the game's order.
    pub moves: Vec<M>,
    /// For each depth from 1, the values of the moves.
    pub values: Vec<Vec<f64>>,
    /// Why the search ended early, if it did: then the last depths are missing.
    pub stop: Option<Stop>,
    /// The work it took.
    pub counts: Counts,
}

impl<M> DepthValues<M> {
    /// The values at a depth of at least 1, if they were found.
    pub fn at(&self, depth: u32) -> Option<&[f64]> {
        let index = usize::try_from(depth.checked_sub(1)?).ok()?;
        self.values.get(index).map(Vec::as_slice)
    }
}

/// Finds the minimax value of every move of a position, at every depth up to `depth`.
///
/// # Errors
/// If there are chance nodes, or positions cannot be evaluated.
pub fn values<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    position: &G::Position,
    depth: u32,
    limits: Limits,
) -> Result<DepthValues<G::Move>, SearchError> {
    if game.has_chance() {
        return Err(SearchError::Chance);
    }
    let memory = limits.memory.unwrap_or(DEFAULT_MEMORY).min(limits.most_memory());
    let mut moves = Moves::new();
    let Turn::Inner(kind) = game.expand(position, &mut moves) else {
        let (moves, values, stop, counts) = (Vec::new(), Vec::new(), None, Counts::default());
        return Ok(DepthValues { turn: None, moves, values, stop, counts });
    };
    let mut search =
        Search::bare(game).knowledge(knowledge).position(position.clone()).horizon(depth);
    search = search.limits(limits);
    let walk = search.walk()?;
    let keyed = game.names_positions();
    let memory = Memory::new(if keyed { memory } else { 0 });
    let mut run = Run { walk, memory, order: Order::new(), spare: Vec::new() };
    let moves = moves.to_vec();
    let mut values = Vec::new();
    for plies in 0..depth {
        let found: Option<Vec<f64>> = moves.iter().map(|&mv| run.child(mv, plies)).collect();
        // A search that cannot evaluate goes on with wrong values, which are not looked at.
        let Some(found) = found else { break };
        values.push(found);
    }
    let (counts, _, stop) = run.walk.finish()?;
    Ok(DepthValues { turn: Some(kind), moves, values, stop, counts })
}

/// The size of the table if no limit is set.
const DEFAULT_MEMORY: usize = 64 << 20;

/// The state of the search.
struct Run<'w, G: Game, K> {
    walk: Walk<'w, G, K>,
    memory: Memory,
    order: Order,
    /// Lists of moves that are not in use.
    spare: Vec<List<G::Move>>,
}

/// The moves of a position, and in which order they are tried.
struct List<M> {
    moves: Moves<M>,
    turns: Vec<order::Turn>,
}

impl<M> Default for List<M> {
    fn default() -> Self {
        List { moves: Moves::default(), turns: Vec::new() }
    }
}

/// Values strictly between the two matter; for MAX.
#[derive(Clone, Copy, Debug)]
struct Window {
    low: f64,
    high: f64,
}

impl Window {
    const FULL: Window = Window { low: f64::NEG_INFINITY, high: f64::INFINITY };

    /// The same if a choice of the mover is worth `value`.
    fn after(self, kind: Kind, value: f64) -> Window {
        match kind {
            Kind::Min => Window { high: self.high.min(value), ..self },
            _ => Window { low: self.low.max(value), ..self },
        }
    }

    /// The null window that asks whether a move is better for the mover than those before.
    fn test(self, kind: Kind) -> Window {
        match kind {
            Kind::Min => Window { low: next_down(self.high), high: self.high },
            _ => Window { low: self.low, high: next_up(self.low) },
        }
    }

    fn is_open(self) -> bool {
        self.low < self.high
    }

    fn contains(self, value: f64) -> bool {
        self.low < value && value < self.high
    }
}

/// Whether a value is better for the mover.
fn is_better(kind: Kind, value: f64, than: f64) -> bool {
    if kind == Kind::Min { value < than } else { value > than }
}

impl<G: Game, K: Knowledge<G>> Run<'_, G, K> {
    /// The exact value of a move of the root, so many plies after it.
    fn child(&mut self, mv: G::Move, plies: u32) -> Option<f64> {
        if plies == 0 {
            return self.walk.evaluate_child(mv).map(Value::get);
        }
        self.below(mv, plies, Window::FULL)
    }

    /// The value of the position after a move, which lies at least one ply before the horizon.
    fn below(&mut self, mv: G::Move, plies: u32, window: Window) -> Option<f64> {
        let undo = self.walk.step(mv)?;
        let found = self.value(plies, window);
        self.walk.back(mv, undo);
        found
    }

    /// The value of the current position `plies` plies ahead, if it lies in the window; otherwise a bound on
    /// it beyond the window (fail-soft). `None` if a limit was reached.
    fn value(&mut self, plies: u32, mut window: Window) -> Option<f64> {
        let key = match self.memory.is_void() {
            true => None,
            false => self.walk.game().more_facts().key_within(
                self.walk.game(),
                self.walk.position(),
                plies,
            ),
        };
        let known = key.and_then(|key| self.memory.get(key, plies));
        if let Some(known) = known {
            match known.bound {
                Bound::Exact => return Some(known.value),
                Bound::Lower => window.low = window.low.max(known.value),
                Bound::Upper => window.high = window.high.min(known.value),
            }
            if !window.is_open() {
                return Some(known.value);
            }
        }
        let mut list = self.spare.pop().unwrap_or_default();
        let found = match self.walk.arrive(&mut list.moves) {
            Arrival::Leaf(value) => Some((value.get(), None)),
            Arrival::Inner(kind) => {
                let hint = key.and_then(|key| self.memory.hint(key));
                let what = (kind, plies, hint);
                self.order.arrange(&self.walk, &list.moves, what, &mut list.turns);
                self.best(&list, kind, plies, window)
            }
        };
        list.moves.clear();
        self.spare.push(list);
        let (value, best) = found?;
        if let Some(key) = key {
            let bound = match () {
                () if value <= window.low => Bound::Upper,
                () if value >= window.high => Bound::Lower,
                () => Bound::Exact,
            };
            self.memory.put(key, plies, value, bound, best);
        }
        Some(value)
    }

    /// The value of the best move, and its code if it may be exact.
    fn best(
        &mut self,
        list: &List<G::Move>,
        kind: Kind,
        plies: u32,
        mut window: Window,
    ) -> Option<(f64, Option<u32>)> {
        let (mut best, mut best_move) = (None, None);
        for (i, turn) in list.turns.iter().enumerate() {
            let mv = list.moves.get(turn.index as usize);
            let value = match plies {
                1 => self.walk.evaluate_child(mv)?.get(),
                _ if i == 0 => self.below(mv, plies - 1, window)?,
                _ => {
                    let tested = self.below(mv, plies - 1, window.test(kind))?;
                    match window.contains(tested) {
                        true => self.below(mv, plies - 1, window)?,
                        false => tested,
                    }
                }
            };
            if best.is_none_or(|best| is_better(kind, value, best)) {
                (best, best_move) = (Some(value), Some(mv));
            }
            window = window.after(kind, value);
            if !window.is_open() {
                self.order.note_cutoff(mv, kind, plies);
                break;
            }
        }
        let code = best_move.map(crate::model::Move::code);
        best.map(|best| (best, code))
    }
}
