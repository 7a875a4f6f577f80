//! A node of a selective search: when to prune, to extend, to reduce.

use super::order::{Experience, Place, Ranked, next};
use super::score::{self, INFINITE};
use super::settings::{Feature, Selective};
use super::table::{Bound, Entry, NONE, Table};
use crate::model::{Game, Glance, Kind, Knowledge, Move, Moves, Tactics, Turn};
use crate::run::Door;
use crate::sampling::anytime::Frame;

/// The deepest ply at which moves are tried.
pub(super) const DEEPEST: usize = 160;

/// A running search: where it gets steps from, and what it knows.
pub(super) struct Running<'r, 'g, G: Game, K> {
    pub frame: Frame<'g, G, K>,
    pub door: &'r mut dyn Door<G>,
    pub known: &'r mut Known,
    pub uses: Selective,
    /// What a small advantage is, as a score.
    pub margin: i32,
    pub facts: bool,
}

/// What a selective search keeps from node to node and from move to move.
pub(super) struct Known {
    pub table: Table,
    pub experience: Experience,
    pub plies: Vec<Ply>,
    /// The deepest ply seen.
    pub deepest: usize,
    pub reductions: Vec<[i32; 64]>,
}

/// What belongs to a ply of the path.
pub(super) struct Ply {
    moves: Moves<u32>,
    gains: Vec<i32>,
    pub list: Vec<Ranked>,
    tried: Vec<u32>,
    /// The evaluation from the mover's view, if there was one.
    pub eval: i32,
    /// The principal variation from here on.
    pub pv: Vec<u32>,
}

impl Known {
    /// `None` if the system does not have the memory.
    pub fn new(uses: Selective, table: Table) -> Option<Known> {
        let ply = || Ply {
            moves: Moves::new(),
            gains: Vec::new(),
            list: Vec::new(),
            tried: Vec::new(),
            eval: NONE,
            pv: Vec::new(),
        };
        let reduction = |depth: usize, number: usize| {
            let product = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
            (0.5 + product / 2.1) as i32
        };
        Some(Known {
            table,
            experience: Experience::new(uses, DEEPEST + 1)?,
            plies: (0..=DEEPEST + 1).map(|_| ply()).collect(),
            deepest: 0,
            reductions: (0..64).map(|d| std::array::from_fn(|n| reduction(d, n))).collect(),
        })
    }

    /// Lists moves at a ply, and ranks them.
    pub fn list_by(
        &mut self,
        at: Place,
        survey: impl FnOnce(&mut Moves<u32>, &mut Vec<i32>) -> Turn,
    ) -> Turn {
        let Known { plies, experience, .. } = self;
        let Ply { moves, gains, list, tried, .. } = &mut plies[at.ply];
        moves.clear();
        tried.clear();
        list.clear();
        let turn = survey(moves, gains);
        let rank =
            |(mv, &gain): (u32, &i32)| Ranked { mv, gain, rank: experience.rank(at, mv, gain) };
        list.extend(moves.iter().zip(gains.iter()).map(rank));
        turn
    }
}

/// What matters at a node: scores strictly between the two, from MAX's view.
pub(super) type Window = (i32, i32);

/// A node to be searched.
#[derive(Clone, Copy)]
pub(super) struct Task {
    pub ply: usize,
    pub depth: i32,
    pub window: Window,
    /// The move that led here; nothing after a pass.
    pub after: Option<u32>,
}

/// The other view of a score or a window.
#[inline]
pub(super) fn seen_by(kind: Kind, score: i32) -> i32 {
    if kind == Kind::Min { -score } else { score }
}

#[inline]
pub(super) fn window_of(kind: Kind, (low, high): Window) -> Window {
    if kind == Kind::Min { (-high, -low) } else { (low, high) }
}

impl<G: Game, K: Knowledge<G>> Running<'_, '_, G, K> {
    /// The score of a position from MAX's view: exact inside of the window, otherwise a bound. Nothing if a
    /// limit was reached.
    pub fn search(&mut self, position: &mut G::Position, task: Task) -> Option<i32> {
        let Task { ply, .. } = task;
        if task.depth <= 0 {
            return self.quiescence(position, task);
        }
        if !self.door.may_go_on() {
            return None;
        }
        self.known.plies[ply].pv.clear();
        let seen = self.frame.knowledge.tactics().glance(self.frame.game, position);
        if let Some(score) = self.settled(position, &seen, ply) {
            return Some(score);
        }
        if ply >= DEEPEST {
            return Some(seen_by(seen.kind, self.evaluate(position, seen.kind)));
        }
        let found = self.look(position, seen, task)?;
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

    /// Whether the table answers the question; and what it knows anyway.
    pub fn recall(
        &self,
        seen: &Glance,
        task: &Task,
        window: Window,
    ) -> (Option<i32>, Option<Entry>) {
        let Some(entry) = seen.sketch.and_then(|sketch| self.known.table.get(sketch)) else {
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
    fn look(&mut self, position: &mut G::Position, seen: Glance, task: Task) -> Option<i32> {
        let Glance { kind, urgent, .. } = seen;
        let Task { ply, after, .. } = task;
        let window = window_of(kind, task.window);
        let (answer, entry) = self.recall(&seen, &task, window);
        if let Some(score) = answer {
            return Some(score);
        }
        let mut depth = task.depth + i32::from(urgent && self.uses.has(Feature::Extend));
        let eval = self.static_eval(position, &seen, entry, ply);
        let narrow = window.1 - window.0 <= 1;
        if narrow && !urgent && !score::is_end(window.1) {
            let pruned = self.prune(position, Task { depth, ..task }, kind, window, eval)?;
            if let Some(score) = pruned {
                return Some(score);
            }
        }
        let best_known = entry.and_then(|entry| entry.mv);
        if best_known.is_none() && depth >= 5 && self.uses.has(Feature::Reduce) {
            // Without a good first move a shallower search comes first.
            depth -= 1;
        }
        match self.list(position, Place { kind, ply, best_known, after }) {
            Turn::Terminal(value) => {
                let value = self.door.leaf(position, value);
                return Some(seen_by(kind, score::of_end(self.frame.share_of(value), ply)));
            }
            Turn::Inner(_) => self.door.enter(kind),
        }
        let node = Node { seen, task: Task { depth, ..task }, window, eval, best_known };
        self.try_moves(position, node)
    }

    /// The evaluation of a position whose mover faces no threat, from his view.
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
        self.known.plies[ply].eval = eval;
        eval
    }

    /// Lists and ranks the moves.
    pub fn list(&mut self, position: &G::Position, at: Place) -> Turn {
        let Frame { game, knowledge, .. } = self.frame;
        let turn = self.known.list_by(at, |moves, gains| {
            knowledge.tactics().survey(game, position, false, moves.lend(), gains)
        });
        self.door.charge(self.known.plies[at.ply].list.len());
        self.known.experience.forget_killers(at.ply + 1);
        turn
    }

    fn try_moves(&mut self, position: &mut G::Position, node: Node) -> Option<i32> {
        let Node { seen, task, window: (mut low, high), .. } = node;
        let (ply, narrow) = (task.ply, node.is_narrow());
        let (mut best, mut best_move, first_low) = (-INFINITE, None, low);
        for number in 0..self.known.plies[ply].list.len() {
            let ranked = next(&mut self.known.plies[ply].list, number);
            if best > -INFINITE
                && !score::is_end(best)
                && self.leaves_out(&node, ranked, number, low)
            {
                continue;
            }
            let step = Step { ranked, number };
            let found = self.try_move(position, &node, step, (low, high))?;
            if found > best {
                best = found;
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
                self.known.plies[ply].tried.push(ranked.mv);
            }
        }
        let bound = match best {
            _ if best >= high => Bound::Lower,
            _ if best > first_low => Bound::Exact,
            _ => Bound::Upper,
        };
        self.remember(
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
        window: Window,
    ) -> Option<i32> {
        let game = self.frame.game;
        let mv = G::Move::from_code(step.ranked.mv);
        let undo = game.play(position, mv);
        self.door.add_nodes(1);
        let found = self.search_child(position, node, step, window);
        game.undo(position, mv, undo);
        found
    }

    /// The first child with the whole window; the others with a null window, perhaps less deeply, and
    /// again if they are better than that.
    fn search_child(
        &mut self,
        position: &mut G::Position,
        node: &Node,
        step: Step,
        (low, high): Window,
    ) -> Option<i32> {
        let (kind, full) = (node.seen.kind, node.task.depth - 1);
        let mut ask = |depth: i32, window: Window, running: &mut Self| {
            let window = window_of(kind, window);
            let task = Task { ply: node.task.ply + 1, depth, window, after: Some(step.ranked.mv) };
            Some(seen_by(kind, running.search(position, task)?))
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

    /// A quiet move was good enough to end the search of the node.
    fn learn(&mut self, node: &Node, ranked: Ranked) {
        if !ranked.is_quiet() {
            return;
        }
        let Node { seen, task, best_known, .. } = *node;
        let at = Place { kind: seen.kind, ply: task.ply, best_known, after: task.after };
        let Known { experience, plies, .. } = &mut *self.known;
        experience.learn(at, ranked.mv, &plies[task.ply].tried, task.depth);
    }

    pub fn remember(&mut self, seen: &Glance, ply: usize, entry: Entry) {
        if let Some(sketch) = seen.sketch {
            let score = score::to_table(entry.score, ply);
            self.known.table.put(sketch, Entry { score, ..entry });
        }
    }

    /// The principal variation is this move and that of the child.
    pub fn extend_pv(&mut self, ply: usize, mv: u32) {
        let [own, below] = &mut self.known.plies[ply..ply + 2] else { return };
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
    pub window: Window,
    pub eval: i32,
    pub best_known: Option<u32>,
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
