//! A player at a game, and the game itself, typed.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::erased::{line_text, run_at};
use super::player::{AnyBoard, AnyPlayer, MoveOpinion, Opinion, PlayerSpec};
use super::{Job, JobError};
use crate::model::{Bounds, Game, Kind, Knowledge, Moves, Notation, NotationError, Turn, mixed};
use crate::run::{Counts, Limits, SearchError, Workspace};
use crate::sampling::{Frame, Purse, Sampler, Thinker, Thoughts};

/// A player at a game.
pub(super) struct Seat<'g, G: Game> {
    game: &'g G,
    spec: PlayerSpec,
    position: G::Position,
    seed: u64,
    /// How many moves were made.
    ply: u64,
    thinker: Option<Box<dyn Thinker<G> + 'g>>,
    workspace: Workspace,
}

impl<'g, G: Notation + Knowledge<G> + Send + Sync> Seat<'g, G> {
    /// A player who has just sat down at `position`.
    ///
    /// # Errors
    /// If the player cannot play this game.
    pub fn new(
        game: &'g G,
        spec: &PlayerSpec,
        position: G::Position,
        seed: u64,
    ) -> Result<Self, JobError> {
        let entry = spec.algorithm.entry();
        if game.has_chance() && !entry.takes_chance {
            return Err(SearchError::Chance.into());
        }
        if spec.depth.is_some() && game.evaluate(game, &position).is_none() {
            return Err(SearchError::NoEvaluation.into());
        }
        let (spec, workspace) = (spec.clone(), Workspace::default());
        let mut seat = Seat { game, spec, position, seed, ply: 0, thinker: None, workspace };
        if let (Some(sampler), Turn::Inner(_)) = (seat.spec.algorithm.sampler(), seat.turn()) {
            seat.thinker = Some(seat.start(sampler)?);
        }
        Ok(seat)
    }

    fn turn(&self) -> Turn {
        self.game.judge(&self.position)
    }

    /// Somebody who knows nothing of the position yet.
    fn start(&self, sampler: Sampler) -> Result<Box<dyn Thinker<G> + 'g>, SearchError> {
        let memory = self.spec.limits.memory.unwrap_or(usize::MAX);
        let frame = Frame { facts: self.spec.facts, ..Frame::new(self.game, self.game, memory) };
        // Each game and each move has a stream of its own.
        let own = self.spec.algorithm.get("seed").and_then(|seed| seed.parse().ok()).unwrap_or(0);
        let seed = mixed(mixed(own, self.seed), self.ply);
        sampler.seeded(seed).thinker(frame, &self.position)
    }

    fn sample(
        &mut self,
        sampler: Sampler,
        limits: Limits,
        watch: &mut dyn FnMut(&Opinion),
    ) -> Result<Opinion, JobError> {
        let mut thinker = match self.thinker.take() {
            Some(thinker) => thinker,
            None => self.start(sampler)?,
        };
        let mut purse = Purse::new(limits);
        let (game, position) = (self.game, &self.position);
        let mut news = |thoughts: &Thoughts<G::Move>| watch(&opinion(game, position, thoughts));
        let ended = thinker.think(&mut purse, &mut news);
        let thoughts = thinker.thoughts();
        self.thinker = Some(thinker);
        let counts = Counts {
            peak_bytes: thoughts.bytes as u64,
            peak_nodes: thoughts.nodes as u64,
            ..*purse.counts()
        };
        let (elapsed, stop) = (purse.elapsed(), ended.or(purse.stop()));
        let mut found = Opinion { counts, elapsed, stop, ..opinion(game, position, &thoughts) };
        if found.line.is_empty() {
            found.line = self.obvious();
        }
        Ok(found)
    }

    /// What an algorithm finds that proves, looking ahead as far as it comes.
    fn search(&mut self, limits: Limits) -> Result<Opinion, JobError> {
        let evaluated = self.game.evaluate(self.game, &self.position).is_some();
        let far = self.game.plies_left(&self.position).unwrap_or(MOST_PLIES);
        let job = Job {
            depth: self.spec.depth.or(evaluated.then_some(far)),
            facts: self.spec.facts,
            limits,
            ..Job::new(Some(self.spec.algorithm.clone()))
        };
        let report = run_at(self.game, &self.position, &job, &mut (), &mut self.workspace)?;
        let estimate = report.settled(report.bounds).filter(|_| report.horizon.is_some());
        let line = if report.line.is_empty() { self.obvious() } else { report.line };
        Ok(Opinion {
            line,
            moves: Vec::new(),
            // At a horizon nothing is proven.
            bounds: if report.horizon.is_some() { self.game.values().range } else { report.bounds },
            mean: None,
            estimate,
            allowance: report.allowance,
            depth: report.horizon,
            counts: report.counts,
            elapsed: report.elapsed,
            stop: Some(report.stop),
        })
    }
}

impl<G: Notation + Knowledge<G>> Seat<'_, G> {
    /// What to play where a search names no move, because it had no time for one, or facts have told it
    /// the value at once: the move
    /// of which facts promise most, and of equals the first of the order.
    fn obvious(&self) -> Vec<String> {
        let mut moves = Moves::new();
        let Turn::Inner(kind @ (Kind::Max | Kind::Min)) =
            self.game.expand(&self.position, &mut moves)
        else {
            return Vec::new();
        };
        self.game.order(self.game, &self.position, &mut moves);
        let promised = |mv: G::Move| {
            let mut child = self.position.clone();
            self.game.play(&mut child, mv);
            let known = match self.game.judge(&child) {
                Turn::Terminal(value) => Bounds::point(value),
                Turn::Inner(_) => self.game.facts(&child).intersect(self.game.values().range),
            };
            // What may be hoped for first: a known loss is no promise.
            let (assured, hoped) = known.merit(kind);
            (hoped, assured)
        };
        let each = moves.iter().map(|mv| (promised(mv), mv));
        let best = each.reduce(|a, b| if b.0 > a.0 { b } else { a });
        best.map(|(_, mv)| self.game.move_text(&self.position, mv)).into_iter().collect()
    }
}

/// How far games look ahead that do not know how long they last.
const MOST_PLIES: u32 = 1000;

/// Thoughts as texts, the best move first.
fn opinion<G: Notation>(game: &G, position: &G::Position, thoughts: &Thoughts<G::Move>) -> Opinion {
    let chosen = thoughts.line.first().copied();
    let mut moves = thoughts.moves.clone();
    moves.sort_by_key(|mv| (Some(mv.mv) != chosen, std::cmp::Reverse(mv.visits)));
    let text = |mv: G::Move| game.move_text(position, mv);
    Opinion {
        line: line_text(game, position, &thoughts.line),
        moves: moves
            .iter()
            .map(|mv| MoveOpinion {
                text: text(mv.mv),
                visits: mv.visits,
                mean: mv.mean,
                bounds: mv.bounds,
                line: line_text(game, position, &mv.line),
            })
            .collect(),
        bounds: thoughts.bounds,
        mean: thoughts.mean,
        estimate: None,
        allowance: if game.has_chance() { game.span().allowance() } else { 0.0 },
        depth: thoughts.depth,
        counts: Counts::default(),
        elapsed: std::time::Duration::ZERO,
        stop: None,
    }
}

impl<'g, G: Notation + Knowledge<G> + Send + Sync> AnyPlayer for Seat<'g, G> {
    fn think(
        &mut self,
        stop: Option<Arc<AtomicBool>>,
        watch: &mut dyn FnMut(&Opinion),
    ) -> Result<Opinion, JobError> {
        if let Turn::Terminal(_) = self.turn() {
            return Err(JobError::Position(NotationError("the game is over".into())));
        }
        let limits = Limits { stop, ..self.spec.limits() };
        match self.spec.algorithm.sampler() {
            Some(sampler) => self.sample(sampler, limits, watch),
            None => self.search(limits),
        }
    }

    fn advance(&mut self, mv: &str) -> Result<(), NotationError> {
        let mv = self.game.parse_move(&self.position, mv)?;
        self.game.play(&mut self.position, mv);
        self.ply += 1;
        let knows = |thinker: &mut Box<dyn Thinker<G> + 'g>| thinker.advance(mv);
        if !self.spec.reuse || !self.thinker.as_mut().is_some_and(knows) {
            self.thinker = None;
        }
        Ok(())
    }
}

/// A game in progress.
pub(super) struct Table<'g, G: Game> {
    game: &'g G,
    positions: Vec<G::Position>,
    played: Vec<String>,
}

impl<'g, G: Notation> Table<'g, G> {
    pub fn new(game: &'g G, position: G::Position) -> Self {
        Table { game, positions: vec![position], played: Vec::new() }
    }

    fn position(&self) -> &G::Position {
        self.positions.last().expect("there is always one")
    }

    fn expand(&self) -> (Turn, Moves<G::Move>) {
        let mut moves = Moves::new();
        let turn = self.game.expand(self.position(), &mut moves);
        (turn, moves)
    }
}

impl<G: Notation> AnyBoard for Table<'_, G> {
    fn turn(&self) -> Turn {
        self.game.judge(self.position())
    }

    fn moves(&self) -> Vec<String> {
        let (_, moves) = self.expand();
        moves.iter().map(|mv| self.game.move_text(self.position(), mv)).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), NotationError> {
        let found = self.game.parse_move(self.position(), mv)?;
        let mut next = self.position().clone();
        self.game.play(&mut next, found);
        self.positions.push(next);
        self.played.push(mv.to_string());
        Ok(())
    }

    fn outcomes(&self) -> Vec<(String, f64)> {
        let (turn, moves) = self.expand();
        if turn != Turn::Inner(Kind::Chance) {
            return Vec::new();
        }
        let each = moves.iter().enumerate();
        let text = |mv: G::Move| self.game.move_text(self.position(), mv);
        each.map(|(i, mv)| (text(mv), moves.probability(i).unwrap_or(0.0))).collect()
    }

    fn take_back(&mut self) -> bool {
        let known = self.played.pop().is_some();
        if known {
            self.positions.pop();
        }
        known
    }

    fn played(&self) -> &[String] {
        &self.played
    }

    fn drawing(&self) -> String {
        self.game.draw(self.position())
    }
}
