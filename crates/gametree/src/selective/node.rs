//! A node of a selective search. The comments number its steps; those that prune are in `prune.rs`.
//!
//! Scores have two views. [`Searcher::search`] takes and returns MAX's, as all of the crate does,
//! since players may move twice in a row, and the sign need not change from ply to ply. Within a
//! node everything is seen by the mover, so that there is one body for both players; [`seen_by`]
//! and [`window_of`] translate at the border.
//!
//! A *narrow* window asks only whether the score is above a bound: these are all nodes but those of
//! the principal variation. Only there may a guess replace a search, since a wrong guess then costs
//! one move its place, and not the line that is shown.

use super::order::{MoveContext, MoveHistory, Ranked, next};
use super::score::{self, INFINITE};
use super::settings::{Feature, Selective};
use super::table::{Bound, Entry, NONE, Table};
use crate::anytime::Frame;
use crate::model::{Game, Glance, Kind, Knowledge, Move, Moves, Tactics, Turn};
use crate::walk::Door;

/// The deepest ply at which moves are tried: extensions and quiescence go beyond the depth of an
/// iteration, which is at most 100.
pub(super) const DEEPEST: usize = 160;

/// A search that is under way: where it gets its steps from, and what it has found out.
pub(super) struct Searcher<'r, 'g, G: Game, K> {
    pub frame: Frame<'g, G, K>,
    pub door: &'r mut dyn Door<G>,
    pub state: &'r mut State,
    pub uses: Selective,
    /// What a small advantage is, as a score.
    pub margin: i32,
    pub facts: bool,
}

/// What a selective search keeps from node to node, and from one move of the game to the next.
pub(super) struct State {
    pub table: Table,
    pub history: MoveHistory,
    pub plies: Vec<Ply>,
    /// The deepest ply seen.
    pub deepest: usize,
    /// How much moves change the evaluation.
    pub swings: Swings,
    /// By how many plies a late quiet move is searched less deeply, before what is known of the
    /// move counts: by the depth that is left, and the number of moves before it.
    pub reductions: Vec<[i32; 64]>,
}

/// By how much the evaluation differs from that of the position before, as the mover sees both.
#[derive(Clone, Copy, Default)]
pub(super) struct Swings {
    sum: u64,
    count: u64,
}

impl Swings {
    fn add(&mut self, swing: i32) {
        self.sum += u64::from(swing.unsigned_abs());
        self.count += 1;
    }

    /// The mean, once there are enough of them to say something.
    pub fn mean(self) -> Option<i32> {
        (self.count >= 64).then(|| (self.sum / self.count) as i32)
    }
}

/// What belongs to a ply of the path.
pub(super) struct Ply {
    moves: Moves<u32>,
    gains: Vec<i32>,
    /// The moves: those that were tried, then the others.
    pub list: Vec<Ranked>,
    /// The quiet moves that were tried and did not cut off.
    tried: Vec<u32>,
    /// The evaluation from the mover's view, or [`NONE`] where he faces a threat.
    pub eval: i32,
    /// The principal variation from here on.
    pub pv: Vec<u32>,
}

impl State {
    /// `None` if the system does not have the memory.
    pub fn new(uses: Selective, table: Table) -> Option<State> {
        let ply = || Ply {
            moves: Moves::new(),
            gains: Vec::new(),
            list: Vec::new(),
            tried: Vec::new(),
            eval: NONE,
            pv: Vec::new(),
        };
        // The product of both logarithms is what most chess programs take: how likely a move is to
        // be the best one falls ever more slowly along the list. With 0.5 and 2.1, six moves before
        // it at depth 6 cost a move 2 plies, and twenty at depth 12 cost it 4. Chosen by hand; not
        // tuned.
        let reduction = |depth: usize, number: usize| {
            let product = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
            (0.5 + product / 2.1) as i32
        };
        Some(State {
            table,
            history: MoveHistory::new(uses, DEEPEST + 1)?,
            plies: (0..=DEEPEST + 1).map(|_| ply()).collect(),
            deepest: 0,
            swings: Swings::default(),
            reductions: (0..64).map(|d| std::array::from_fn(|n| reduction(d, n))).collect(),
        })
    }

    /// Lists moves at a ply, and ranks them.
    pub fn list_by(
        &mut self,
        at: MoveContext,
        survey: impl FnOnce(&mut Moves<u32>, &mut Vec<i32>) -> Turn,
    ) -> Turn {
        let State { plies, history, .. } = self;
        let Ply { moves, gains, list, tried, .. } = &mut plies[at.ply];
        moves.clear();
        tried.clear();
        list.clear();
        let turn = survey(moves, gains);
        let rank = |(mv, &gain): (u32, &i32)| Ranked { mv, gain, rank: history.rank(at, mv, gain) };
        list.extend(moves.iter().zip(gains.iter()).map(rank));
        turn
    }
}

/// What matters at a node: scores strictly between the two, from MAX's view.
pub(super) type ScoreWindow = (i32, i32);

/// A node to be searched.
#[derive(Clone, Copy)]
pub(super) struct Task {
    pub ply: usize,
    pub depth: i32,
    pub window: ScoreWindow,
    /// The move that led here; nothing after a pass.
    pub after: Option<u32>,
}

/// The other view of a score or a window.
#[inline]
pub(super) fn seen_by(kind: Kind, score: i32) -> i32 {
    if kind == Kind::Min { -score } else { score }
}

#[inline]
pub(super) fn window_of(kind: Kind, (low, high): ScoreWindow) -> ScoreWindow {
    if kind == Kind::Min { (-high, -low) } else { (low, high) }
}

impl<G: Game, K: Knowledge<G>> Searcher<'_, '_, G, K> {
    /// The score of a position from MAX's view: exact inside of the window, otherwise a bound.
    /// Nothing if a limit was reached.
    pub fn search(&mut self, position: &mut G::Position, task: Task) -> Option<i32> {
        let Task { ply, .. } = task;
        // Step 1. At the horizon, only forcing moves go on.
        if task.depth <= 0 {
            return self.quiescence(position, task);
        }
        if !self.door.may_go_on() {
            return None;
        }
        self.state.plies[ply].pv.clear();
        // Step 2. The end of the game, or a fact, needs neither a table nor a search.
        let seen = self.frame.knowledge.tactics().glance(self.frame.game, position);
        if let Some(score) = self.settled(position, &seen, ply) {
            return Some(score);
        }
        if ply >= DEEPEST {
            return Some(seen_by(seen.kind, self.evaluate(position, seen.kind)));
        }
        let found = self.search_unsettled(position, seen, task)?;
        Some(seen_by(seen.kind, found))
    }

    /// The score of a position whose value is settled, from MAX's view.
    pub fn settled(&mut self, position: &G::Position, seen: &Glance, ply: usize) -> Option<i32> {
        let by_fact = || self.door.facts(position).exact();
        let value = seen.settled.or_else(|| if self.facts { by_fact() } else { None })?;
        let value = self.door.leaf(position, value);
        Some(score::of_end(self.frame.share_of(value), ply))
    }

    /// The evaluation from the mover's view.
    pub fn evaluate(&mut self, position: &G::Position, kind: Kind) -> i32 {
        let Frame { game, knowledge, .. } = self.frame;
        let share = knowledge.prospect(game, position).unwrap_or(0.5);
        self.door.estimate(position, share);
        seen_by(kind, score::of_share(share))
    }

    /// The score, if the table has it deep enough, and what the table knows anyway: the best move
    /// is good for the order, however shallow it was found. Wide windows are searched all the same,
    /// since a line that ended in the table would have no further moves to show.
    pub fn probe(
        &self,
        seen: &Glance,
        task: &Task,
        window: ScoreWindow,
    ) -> (Option<i32>, Option<Entry>) {
        let Some(entry) = seen.sketch.and_then(|sketch| self.state.table.get(sketch)) else {
            return (None, None);
        };
        let score = score::from_table(entry.score, task.ply);
        let (low, high) = window;
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => score >= high,
            Bound::Upper => score <= low,
        };
        let narrow = high - low <= 1;
        let answer = (decides && narrow && entry.depth >= task.depth).then_some(score);
        (answer, Some(entry))
    }

    /// Searches a node whose value is not settled, from the mover's view.
    fn search_unsettled(
        &mut self,
        position: &mut G::Position,
        seen: Glance,
        task: Task,
    ) -> Option<i32> {
        let Glance { kind, urgent, .. } = seen;
        let Task { ply, after, .. } = task;
        let window = window_of(kind, task.window);
        // Step 3. The table.
        let (answer, entry) = self.probe(&seen, &task, window);
        if let Some(score) = answer {
            return Some(score);
        }
        // Answers to a threat are forced, and cost no depth (check extension).
        let mut depth = task.depth + i32::from(urgent && self.uses.has(Feature::Extend));
        let eval = self.static_eval(position, &seen, entry, ply);
        let narrow = window.1 - window.0 <= 1;
        // Steps 4 to 6. Nodes that are decided anyway. Not under a threat, where an evaluation
        // means nothing, nor where the question is whether the game is won: a distance to its end
        // is no matter of margins.
        if narrow && !urgent && !score::is_end(window.1) {
            let pruned = self.prune(position, Task { depth, ..task }, kind, window, eval)?;
            if let Some(score) = pruned {
                return Some(score);
            }
        }
        let table_move = entry.and_then(|entry| entry.mv);
        // Step 7. Internal iterative reduction: without a move of the table the order of the moves
        // is poor, and a deep search expensive. One ply less finds a first move, for the next
        // iteration. From depth 5 on; chosen by hand, not tuned.
        if table_move.is_none() && depth >= 5 && self.uses.has(Feature::Reduce) {
            depth -= 1;
        }
        match self.list(position, MoveContext { kind, ply, table_move, after }) {
            Turn::Terminal(value) => {
                let value = self.door.leaf(position, value);
                return Some(seen_by(kind, score::of_end(self.frame.share_of(value), ply)));
            }
            Turn::Inner(_) => self.door.enter(kind),
        }
        let node = Node { seen, task: Task { depth, ..task }, window, eval, table_move };
        self.try_moves(position, node)
    }

    /// The evaluation of a position whose mover faces no threat, from his view. It is stored in the
    /// table, so that the position is evaluated once.
    pub fn static_eval(
        &mut self,
        position: &G::Position,
        seen: &Glance,
        entry: Option<Entry>,
        ply: usize,
    ) -> i32 {
        let eval = match entry.map(|entry| entry.eval) {
            _ if seen.urgent => NONE,
            Some(eval) if eval != NONE => eval,
            _ => self.evaluate(position, seen.kind),
        };
        self.state.plies[ply].eval = eval;
        let before = ply.checked_sub(1).map_or(NONE, |before| self.state.plies[before].eval);
        if eval != NONE && before != NONE {
            // The players alternate, as a rule.
            self.state.swings.add(eval + before);
        }
        eval
    }

    /// Lists and ranks the moves.
    pub fn list(&mut self, position: &G::Position, at: MoveContext) -> Turn {
        let Frame { game, knowledge, .. } = self.frame;
        let turn = self.state.list_by(at, |moves, gains| {
            knowledge.tactics().survey(game, position, false, moves.lend(), gains)
        });
        self.door.charge(self.state.plies[at.ply].list.len());
        self.state.history.forget_killers(at.ply + 1);
        turn
    }

    /// Step 8. Tries the moves, the most promising first, from the mover's view.
    fn try_moves(&mut self, position: &mut G::Position, node: Node) -> Option<i32> {
        let Node { seen, task, window: (mut low, high), .. } = node;
        let (ply, narrow) = (task.ply, node.is_narrow());
        let (mut best, mut best_move, first_low) = (-INFINITE, None, low);
        for number in 0..self.state.plies[ply].list.len() {
            let ranked = next(&mut self.state.plies[ply].list, number);
            // Step 9. Hopeless moves are left out, once one has been searched that does not lose
            // the game.
            if best > -INFINITE && !score::is_end(best) && self.skips(&node, ranked, number, low) {
                continue;
            }
            let step = Step { ranked, number };
            let found = self.try_move(position, &node, step, (low, high))?;
            if found > best {
                best = found;
                // At or below the window scores are upper bounds, which do not tell which move is
                // best.
                if found > low {
                    best_move = Some(ranked.mv);
                    low = found;
                    if !narrow {
                        self.extend_pv(ply, ranked.mv);
                    }
                }
                if low >= high {
                    self.learn(&node, ranked);
                    break;
                }
            }
            if ranked.is_quiet() {
                self.state.plies[ply].tried.push(ranked.mv);
            }
        }
        let bound = match best {
            _ if best >= high => Bound::Lower,
            _ if best > first_low => Bound::Exact,
            _ => Bound::Upper,
        };
        self.store(
            &seen,
            ply,
            Entry { score: best, bound, depth: task.depth, eval: node.eval, mv: best_move },
        );
        Some(best)
    }

    /// Plays a move, and searches the child, from the mover's view.
    fn try_move(
        &mut self,
        position: &mut G::Position,
        node: &Node,
        step: Step,
        window: ScoreWindow,
    ) -> Option<i32> {
        let game = self.frame.game;
        let mv = G::Move::from_code(step.ranked.mv);
        let undo = game.play(position, mv);
        self.door.add_nodes(1);
        let found = self.search_child(position, node, step, window);
        game.undo(position, mv, undo);
        found
    }

    /// Step 10. Searches the first child with the whole window (principal variation search); the
    /// others with a null window, late ones less deeply (late move reductions). A move that turns
    /// out better than the best one is searched again: to the full depth first, which refutes most
    /// of what a reduced search likes, and only then with the whole window.
    fn search_child(
        &mut self,
        position: &mut G::Position,
        node: &Node,
        step: Step,
        (low, high): ScoreWindow,
    ) -> Option<i32> {
        let (kind, full) = (node.seen.kind, node.task.depth - 1);
        let mut ask = |depth: i32, window: ScoreWindow, searcher: &mut Self| {
            let window = window_of(kind, window);
            let task = Task { ply: node.task.ply + 1, depth, window, after: Some(step.ranked.mv) };
            Some(seen_by(kind, searcher.search(position, task)?))
        };
        if step.number == 0 {
            return ask(full, (low, high), self);
        }
        let null = (low, low + 1);
        let reduced = full - self.reduction(node, step);
        let mut score = ask(reduced, null, self)?;
        if score > low && reduced < full {
            score = ask(full, null, self)?;
        }
        if low < score && score < high {
            score = ask(full, (low, high), self)?;
        }
        Some(score)
    }

    /// A move was good enough to end the search of the node. Of forcing moves nothing is learned:
    /// their gains say enough about their order.
    fn learn(&mut self, node: &Node, ranked: Ranked) {
        if !ranked.is_quiet() {
            return;
        }
        let Node { seen, task, table_move, .. } = *node;
        let at = MoveContext { kind: seen.kind, ply: task.ply, table_move, after: task.after };
        let State { history, plies, .. } = &mut *self.state;
        history.learn(at, ranked.mv, &plies[task.ply].tried, task.depth);
    }

    /// Stores what was found in the table, where ends of the game are counted from the position,
    /// and not from the root.
    pub fn store(&mut self, seen: &Glance, ply: usize, entry: Entry) {
        if let Some(sketch) = seen.sketch {
            let score = score::to_table(entry.score, ply);
            self.state.table.put(sketch, Entry { score, ..entry });
        }
    }

    /// The principal variation is this move and that of the child.
    pub fn extend_pv(&mut self, ply: usize, mv: u32) {
        let [own, below] = &mut self.state.plies[ply..ply + 2] else { return };
        own.pv.clear();
        own.pv.push(mv);
        own.pv.extend_from_slice(&below.pv);
    }
}

/// A node whose moves are tried, from the mover's view.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub seen: Glance,
    pub task: Task,
    pub window: ScoreWindow,
    pub eval: i32,
    pub table_move: Option<u32>,
}

impl Node {
    /// Whether only the side of a bound is asked for.
    pub fn is_narrow(&self) -> bool {
        self.window.1 - self.window.0 <= 1
    }
}

/// A move that is tried, and how many came before it.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub ranked: Ranked,
    pub number: usize,
}
