//! A player at a game: what it thinks of a position, and how it goes on after a move.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::run::{line_text, run_at};
use super::spec::PlayerSpec;
use super::{Job, JobError};
use crate::erased::{Erased, Position};
use crate::model::{
    Bounds, Game, Kind, Knowledge, Moves, Notation, NotationError, Turn, Value, mixed,
};
use crate::run::{Counts, Limits, Search, SearchError, Stop, Workspace};
use crate::sampling::{Frame, Sampler, Thinker, Thoughts};

/// What a player thinks of a position.
#[derive(Clone, Debug)]
pub struct Opinion {
    /// The best moves known, both sides playing well; the first is the one to play.
    pub line: Vec<String>,
    /// The moves that were looked at, the best first.
    pub moves: Vec<MoveOpinion>,
    /// What is proven of the position.
    pub bounds: Bounds,
    /// What it seems to be worth to MAX by samples or chances of winning, from 0 to 1 (all there is to
    /// get).
    pub mean: Option<f64>,
    /// What it seems to be worth by evaluations at a horizon, as a value of the game.
    pub estimate: Option<Value>,
    /// How far the bounds may be apart and still count as met.
    pub allowance: f64,
    /// How many plies were looked ahead, by those who do.
    pub depth: Option<u32>,
    /// What was spent.
    pub counts: Counts,
    /// How long that took.
    pub elapsed: Duration,
    /// Why thinking ended; nothing while it goes on.
    pub stop: Option<Stop>,
}

impl Opinion {
    /// The value that is proven, as exactly as it can be known.
    pub fn proven(&self) -> Option<Value> {
        (self.bounds.width() <= self.allowance).then(|| self.bounds.middle())
    }
}

/// What a player thinks of a move.
#[derive(Clone, Debug)]
pub struct MoveOpinion {
    /// The move.
    pub text: String,
    /// How many rollouts went through it; nought to those who do not sample.
    pub visits: u32,
    /// What it seems to be worth to MAX, from 0 to 1.
    pub mean: f64,
    /// What is proven of it.
    pub bounds: Bounds,
    /// It and the best moves known after it, both sides playing well.
    pub line: Vec<String>,
}

/// A player at a game.
pub struct Player<'g> {
    game: &'g Erased,
    spec: PlayerSpec,
    position: Position,
    seed: u64,
    /// How many moves were made.
    ply: u64,
    thinker: Option<Box<dyn Thinker<Erased> + 'g>>,
    workspace: Workspace,
}

impl<'g> Player<'g> {
    /// A player who has just sat down at `position`.
    ///
    /// # Errors
    /// If the player cannot play this game.
    pub(super) fn new(
        game: &'g Erased,
        spec: &PlayerSpec,
        position: Position,
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
        let mut player = Player { game, spec, position, seed, ply: 0, thinker: None, workspace };
        if let (Some(sampler), Turn::Inner(_)) = (player.spec.algorithm.sampler(), player.turn()) {
            player.thinker = Some(player.start(sampler)?);
        }
        Ok(player)
    }

    /// Thinks about the position that the game has come to, and says what to play. Whoever sets `stop`
    /// ends that. Tells `watch` from time to time what it thinks so far.
    ///
    /// # Errors
    /// If the algorithm cannot play this game, or the game is over.
    pub fn think(
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

    /// A move was made, by whomever, or by chance.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn advance(&mut self, mv: &str) -> Result<(), NotationError> {
        let mv = self.game.parse_move(&self.position, mv)?;
        self.game.advance(&mut self.position, mv);
        self.ply += 1;
        let knows = |thinker: &mut Box<dyn Thinker<Erased> + 'g>| thinker.advance(mv);
        if !self.spec.reuse || !self.thinker.as_mut().is_some_and(knows) {
            self.thinker = None;
        }
        Ok(())
    }

    fn turn(&self) -> Turn {
        self.game.judge(&self.position)
    }

    /// Somebody who knows nothing of the position yet.
    fn start(&self, sampler: Sampler) -> Result<Box<dyn Thinker<Erased> + 'g>, SearchError> {
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
        let (game, position) = (self.game, &self.position);
        let mut search = Search::new(game).knowledge(game).position(position.clone());
        search = search.limits(limits).facts(self.spec.facts);
        let mut walk = search.walk()?;
        let mut news = |thoughts: &Thoughts<u32>| watch(&opinion(game, position, thoughts));
        let ended = thinker.think(&mut walk, &mut news);
        let thoughts = thinker.thoughts();
        walk.note_memory(thoughts.bytes, thoughts.nodes);
        // What was thought while a leaf contradicted the rules is not kept.
        let (counts, elapsed, stopped) = walk.finish()?;
        self.thinker = Some(thinker);
        let stop = ended.or(stopped);
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
        let report =
            run_at::<_, false>(self.game, &self.position, &job, &mut (), &mut self.workspace)?;
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
        let promised = |mv: u32| {
            let mut child = self.position.clone();
            self.game.advance(&mut child, mv);
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
fn opinion(game: &Erased, position: &Position, thoughts: &Thoughts<u32>) -> Opinion {
    let chosen = thoughts.line.first().copied();
    let mut moves = thoughts.moves.clone();
    moves.sort_by_key(|mv| (Some(mv.mv) != chosen, std::cmp::Reverse(mv.visits)));
    let text = |mv: u32| game.move_text(position, mv);
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
        elapsed: Duration::ZERO,
        stop: None,
    }
}
