//! The minimax value of every move, at every depth up to a fixed one.
//!
//! A search that wants the best move may prune whatever cannot be best. This one wants to know what
//! every move of the root is worth: exactly, at the same depth, without extensions, quiescence or
//! anything else that would make it another question. A depth counts the move itself: at depth 1
//! the positions after the moves are evaluated, at depth `k` those `k - 1` plies further on.
//!
//! It deepens ply by ply. Each move of the root is searched with a full window by principal
//! variation search; below, moves are tried in the game's order, those that the game ranks equally
//! in the order of how often they have caused cutoffs before. What is known of a position at a
//! depth is kept in a table, by [`Game::key_within`]. None of this changes a value.

use super::history::History;
use super::order::{Order, PathKey};
use super::search::AlphaBeta;
use super::table::Table;
use super::tree::{Arrival, FloatWindow, Tree};
use crate::counts::Counts;
use crate::error::SearchError;
use crate::limits::Limits;
use crate::model::{Game, Key, Kind, Knowledge, MoreFacts, Moves, Turn, Value};
use crate::outcome::Stop;
use crate::search::Search;
use crate::walk::{self, Walk};

/// What the moves of a position are worth, for MAX, by depth.
///
/// ```
/// use gametree::{Game, Limits, lookahead};
/// # use gametree::{Knowledge, Value, doc::Subtraction};
/// # struct Half;
/// # impl Knowledge<Subtraction> for Half {
/// #     fn evaluate(&self, _: &Subtraction, _: &(u32, bool)) -> Option<Value> { Some(0.into()) }
/// # }
/// # let knowledge = Half;
/// let game = Subtraction { stones: 4 };
/// let found = lookahead::depth_values(&game, &knowledge, &game.start(), 4, Limits::none())?;
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
pub fn depth_values<G: Game, K: Knowledge<G>>(
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
    let table = Table::new(if keyed { memory } else { 0 });
    let order = Order::History(Box::new(History::new()));
    let mut search = AlphaBeta::new(InValues(walk), order).scouting(table);
    let moves = moves.to_vec();
    let mut values = Vec::new();
    for plies in 0..depth {
        let value = |&mv: &G::Move| search.child(mv, plies, PathKey::root(0), FloatWindow::FULL);
        let found: Option<Vec<f64>> = moves.iter().map(value).collect();
        // A search that cannot evaluate goes on with wrong values, which are not looked at.
        let Some(found) = found else { break };
        values.push(found);
    }
    let (counts, _, stop) = search.tree.0.finish()?;
    Ok(DepthValues { turn: Some(kind), moves, values, stop, counts })
}

/// The size of the table if no limit is set.
const DEFAULT_MEMORY: usize = 64 << 20;

/// A walk whose leaves are worth what the game says.
struct InValues<'w, G: Game, K>(Walk<'w, G, K>);

impl<G: Game, K: Knowledge<G>> Tree for InValues<'_, G, K> {
    type Move = G::Move;
    type Undo = G::Undo;

    const RANGE: FloatWindow = FloatWindow::FULL;

    #[inline(always)]
    fn arrive(&mut self, _: u32, moves: &mut Moves<G::Move>) -> Option<Arrival> {
        Some(match self.0.arrive(moves) {
            walk::Arrival::Leaf(value) => Arrival::Leaf(value.get()),
            walk::Arrival::Inner(kind) => Arrival::Inner(kind),
        })
    }

    #[inline(always)]
    fn step(&mut self, mv: G::Move, _: u32) -> Option<G::Undo> {
        self.0.step(mv)
    }

    #[inline(always)]
    fn back(&mut self, mv: G::Move, undo: G::Undo) {
        self.0.back(mv, undo);
    }

    #[inline(always)]
    fn value_at_horizon(&mut self, mv: G::Move) -> Option<f64> {
        self.0.evaluate_child(mv).map(Value::get)
    }

    #[inline(always)]
    fn rank(&self, mv: G::Move) -> i32 {
        self.0.knowledge().rank(self.0.game(), self.0.position(), mv)
    }

    #[inline(always)]
    fn key(&self, plies: u32) -> Option<Key> {
        self.0.game().more_facts().key_within(self.0.game(), self.0.position(), plies)
    }
}
