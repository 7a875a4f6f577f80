//! The root of a selective search: iterative deepening, with windows around the last value.

use super::node::{ScoreWindow, Searcher, State, Task, seen_by, window_of};
use super::score::{self, INFINITE};
use super::settings::{Feature, Selective};
use super::table::Table;
use crate::anytime::{AnytimeSearch, Frame};
use crate::error::SearchError;
use crate::model::{Combined, Game, Kind, Knowledge, Move, Moves, Tactics, Turn};
use crate::outcome::{Ahead, Outcome, RootMove, Stop};
use crate::walk::Door;

/// Iterative deepening.
pub(crate) struct Deepening<'g, G: Game, K> {
    frame: Frame<'g, G, K>,
    uses: Selective,
    root: G::Position,
    /// Whether the table is ours.
    leads: bool,
    kind: Kind,
    state: State,
    /// The depth of the first iteration.
    first: u32,
    /// The moves that are compared, the best first as far as that is known.
    moves: Vec<u32>,
    /// The last finished iteration, and the lines that it found, from MAX's view.
    depth: u32,
    lines: Vec<Line>,
}

/// A move of the root with its score and the moves after it.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    score: i32,
    pv: Vec<u32>,
}

/// The first window of an iteration reaches a third of a margin to either side of the last score
/// (aspiration), and three times as far after each failure; at small depths scores vary too much.
/// Chosen by hand; not tuned.
const FIRST_REACH: i32 = 3;
const FROM_DEPTH: u32 = 4;

impl<'g, G: Game, K: Knowledge<G>> Deepening<'g, G, K> {
    /// `None` if the game is over or has no evaluation.
    ///
    /// # Errors
    /// If the system does not have the memory for the table.
    pub fn new(
        frame: Frame<'g, G, K>,
        position: &G::Position,
        uses: Selective,
    ) -> Result<Option<Self>, SearchError> {
        if frame.knowledge.prospect(frame.game, position).is_none() {
            return Ok(None);
        }
        let forcing = frame.knowledge.tactics().names_forcing(frame.game);
        let uses = if forcing { uses } else { uses.without(Feature::Quiescence) };
        let bytes =
            if uses.has(Feature::Table) { uses.table_bytes.min(frame.memory / 2) } else { 0 };
        let state = Table::new(bytes).and_then(|table| State::new(uses, table));
        let state = state.ok_or(SearchError::NoRoom { bytes, needed: Table::SMALLEST })?;
        let (root, kind) = (position.clone(), Kind::Max);
        let (moves, lines) = (Vec::new(), Vec::new());
        let (first, depth, leads) = (1, 0, true);
        let mut search =
            Deepening { frame, uses, root, leads, kind, state, first, moves, depth, lines };
        Ok(search.list_moves().then_some(search))
    }

    /// Another search of the same position for another thread: it shares the table, and nothing
    /// else. If all of them did the same, nobody would find anything new, so that every second one
    /// begins a ply deeper. `None` if the system does not have the memory.
    pub fn helper(&self, number: usize) -> Option<Self> {
        Some(Deepening {
            root: self.root.clone(),
            leads: false,
            state: State::new(self.uses, self.state.table.share())?,
            first: 1 + number as u32 % 2,
            moves: self.moves.clone(),
            lines: Vec::new(),
            ..*self
        })
    }

    /// Lists the moves of a new root; false if there are none.
    fn list_moves(&mut self) -> bool {
        let Frame { game, knowledge, .. } = self.frame;
        let mut moves = Moves::new();
        let Turn::Inner(kind) = knowledge.combined().expand_in_order(game, &self.root, &mut moves)
        else {
            return false;
        };
        self.kind = kind;
        self.moves = moves.iter().map(G::Move::code).collect();
        (self.depth, self.lines) = (0, Vec::new());
        true
    }

    /// Whether a deeper iteration could find nothing new, or is beyond the largest depth.
    fn is_done(&self) -> bool {
        let ended =
            |line: &Line| score::plies_to_end(line.score).is_some_and(|plies| plies <= self.depth);
        let decided = !self.lines.is_empty() && self.lines.iter().all(ended);
        let left = self.frame.game.plies_left(&self.root).unwrap_or(u32::MAX);
        decided || self.depth >= self.uses.plies.min(left)
    }

    /// One iteration, line after line; nothing if a limit was reached.
    fn deepen(&mut self, door: &mut dyn Door<G>) -> Option<()> {
        let depth = (self.depth + 1).max(self.first.min(self.uses.plies));
        let count = (self.uses.lines as usize).min(self.moves.len());
        let mut lines: Vec<Line> = Vec::new();
        for number in 0..count {
            let last = self.lines.get(number).map(|line| line.score);
            let (line, finished) = self.find_line(door, depth, number, last);
            if let Some(line) = line {
                self.bring_forward(line.pv[0], number);
                lines.push(line);
            }
            if !finished {
                self.keep_unfinished(lines);
                return None;
            }
        }
        let kind = self.kind;
        lines.sort_by_key(|line| std::cmp::Reverse(seen_by(kind, line.score)));
        (self.depth, self.lines) = (depth, lines);
        Some(())
    }

    /// What an interrupted iteration has found replaces the last one's best line, if there is
    /// anything.
    fn keep_unfinished(&mut self, lines: Vec<Line>) {
        if let Some(best) = lines.into_iter().next() {
            self.lines.retain(|line| line.pv[0] != best.pv[0]);
            self.lines.insert(0, best);
            self.lines.truncate(self.uses.lines as usize);
        }
    }

    /// Moves a move of the root to a place near the front.
    fn bring_forward(&mut self, mv: u32, to: usize) {
        if let Some(at) = self.moves.iter().position(|&other| other == mv).filter(|&at| at >= to) {
            self.moves[to..=at].rotate_right(1);
        }
    }

    /// What a small advantage is, as a score. Pruning takes a quiet move to gain no more than that.
    /// A game that does not tell quiet moves from forcing ones has moves of all kinds; there it is at
    /// least what a move changes on average.
    fn margin(&self) -> i32 {
        let Frame { game, knowledge, range, .. } = self.frame;
        let stated = knowledge.margin(game) / range.width() * 2.0 * f64::from(score::MOST);
        let measured = match knowledge.tactics().names_forcing(game) {
            true => 0,
            false => self.state.swings.mean().unwrap_or(0),
        };
        // A range that is wrong must not make it absurd.
        (stated as i32).max(measured).clamp(1, score::MOST / 10)
    }

    /// The best move among those from `skip` on, and whether the search was finished.
    fn find_line(
        &mut self,
        door: &mut dyn Door<G>,
        depth: u32,
        skip: usize,
        last: Option<i32>,
    ) -> (Option<Line>, bool) {
        let margin = self.margin();
        let around = last.filter(|last| {
            depth >= FROM_DEPTH && self.uses.has(Feature::Aspiration) && !score::is_end(*last)
        });
        let mut reach = (margin / FIRST_REACH).max(1);
        let mut window = around.map_or((-INFINITE, INFINITE), |last| (last - reach, last + reach));
        loop {
            let (line, finished) = self.search_root(door, depth, skip, window, margin);
            let Some(found) = &line else { return (None, finished) };
            let (low, high) = window;
            if !finished || low < found.score && found.score < high {
                return (line, finished);
            }
            // Beyond ten margins no window is a good guess any more.
            reach = reach.saturating_mul(3);
            if found.score <= low {
                window.0 = if reach > 10 * margin { -INFINITE } else { found.score - reach };
            } else {
                window.1 = if reach > 10 * margin { INFINITE } else { found.score + reach };
            }
        }
    }

    /// Compares the moves from `skip` on within a window.
    fn search_root(
        &mut self,
        door: &mut dyn Door<G>,
        depth: u32,
        skip: usize,
        window: ScoreWindow,
        margin: i32,
    ) -> (Option<Line>, bool) {
        let kind = self.kind;
        let facts = self.frame.facts && self.frame.game.states_facts();
        let mut searcher = Searcher {
            frame: self.frame,
            door,
            state: &mut self.state,
            uses: self.uses,
            margin,
            facts,
        };
        let (mut low, high) = window_of(kind, window);
        let mut best: Option<Line> = None;
        let tasks = self.moves[skip..].to_vec();
        for (number, &mv) in tasks.iter().enumerate() {
            let found =
                searcher.try_root(&mut self.root, kind, mv, (depth as i32, number), (low, high));
            let Some(found) = found else { return (best, false) };
            if best.is_some() && found <= low {
                continue;
            }
            // If the first move fails low, it is still all that is known.
            let pv =
                std::iter::once(mv).chain(searcher.state.plies[1].pv.iter().copied()).collect();
            best = Some(Line { score: seen_by(kind, found), pv });
            low = low.max(found);
            if low >= high {
                break;
            }
        }
        (best, true)
    }
}

impl<G: Game, K: Knowledge<G>> Searcher<'_, '_, G, K> {
    /// The score after a move of the root, from its mover's view.
    fn try_root(
        &mut self,
        root: &mut G::Position,
        kind: Kind,
        mv: u32,
        (depth, number): (i32, usize),
        (low, high): ScoreWindow,
    ) -> Option<i32> {
        if !self.door.may_go_on() {
            return None;
        }
        let game = self.frame.game;
        let step = G::Move::from_code(mv);
        let undo = game.play(root, step);
        self.door.add_nodes(1);
        let mut ask = |depth: i32, window: ScoreWindow| {
            let task = Task { ply: 1, depth, window: window_of(kind, window), after: Some(mv) };
            Some(seen_by(kind, self.search(root, task)?))
        };
        // Late moves are reduced less than elsewhere, since one of them may be the answer: a ply
        // from the fifth on, two from the thirteenth. Chosen by hand; not tuned.
        let late = i32::from(depth >= 4 && number >= 4) + i32::from(depth >= 7 && number >= 12);
        let found =
            if number == 0 {
                ask(depth - 1, (low, high))
            } else {
                let null = (low, low + 1);
                ask(depth - 1 - late, null)
                    .and_then(|score| {
                        if score > low && late > 0 { ask(depth - 1, null) } else { Some(score) }
                    })
                    .and_then(
                        |score| if score > low { ask(depth - 1, (low, high)) } else { Some(score) },
                    )
            };
        game.undo(root, step, undo);
        found
    }
}

impl<'g, G: Game, K: Knowledge<G>> AnytimeSearch<G> for Deepening<'g, G, K> {
    fn run(
        &mut self,
        door: &mut dyn Door<G>,
        watch: &mut dyn FnMut(&Outcome<G::Move>),
    ) -> Option<Stop> {
        if self.depth == 0 {
            self.state.table.grow_older();
            self.state.history.fade();
            self.state.deepest = 0;
        }
        while !self.is_done() {
            if !door.may_go_on() {
                return None;
            }
            self.deepen(door)?;
            // Every iteration is a step and is reported.
            door.news_due();
            watch(&self.answer());
        }
        Some(Stop::Horizon)
    }

    fn answer(&self) -> Outcome<G::Move> {
        let range = self.frame.range;
        let step = |&mv: &u32| G::Move::from_code(mv);
        let moves = self.lines.iter().map(|line| RootMove {
            mean: Some(score::share(line.score)),
            pv: line.pv.iter().map(step).collect(),
            ..RootMove::of(step(&line.pv[0]), range)
        });
        let moves: Vec<RootMove<G::Move>> = moves.collect();
        let first = || self.moves.first().map(step).into_iter().collect();
        let ahead = Ahead {
            deepest: self.state.deepest as u32,
            table_used: self.state.table.fullness(),
            ends_in: self.lines.iter().map(|line| score::plies_to_end(line.score)).collect(),
        };
        Outcome {
            pv: moves.first().map_or_else(first, |best| best.pv.clone()),
            mean: moves.first().and_then(|best| best.mean),
            depth: Some(self.depth),
            ahead: Some(ahead),
            moves,
            ..Outcome::of(range)
        }
    }

    fn memory(&self) -> (usize, usize) {
        (if self.leads { self.state.table.bytes() } else { 0 }, 0)
    }

    fn restrict(&mut self, moves: &[G::Move]) {
        self.moves.retain(|&code| moves.iter().any(|mv| mv.code() == code));
        (self.depth, self.lines) = (0, Vec::new());
    }

    fn advance(&mut self, mv: G::Move) -> bool {
        self.frame.game.advance(&mut self.root, mv);
        self.list_moves()
    }
}
