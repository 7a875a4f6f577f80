//! A search that estimates, followed step by step: what it would play, and what it believes, after every
//! rollout.

use super::JobError;
use crate::erased::{Erased, Position};
use crate::model::{Game, Knowledge, Moves, Notation, NotationError, Turn, Value};
use crate::run::{Answer, Limits, OneStep, SearchError, Walk};
use crate::sampling::{AnytimeSearch, Frame, Sampler};

/// What a search believes after a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// How many leaves it has seen: rewards and evaluations.
    pub leaves: u64,
    /// What it would play: the number of the move in [`AnyStepper::moves`].
    pub best: Option<usize>,
    /// What the position seems to be worth to MAX, from 0 to 1 (all there is to get).
    pub mean: Option<f64>,
    /// Whether its value is known.
    pub proven: bool,
    /// Whether its memory was too small.
    pub full: bool,
}

/// A search that is followed step by step, without the game's type.
pub trait AnyStepper {
    /// The moves that there are.
    fn moves(&self) -> &[String];

    /// Whether it may come to know the value for certain.
    fn may_prove(&self) -> bool;

    /// What a game that ends with `value` is to one who samples, from 0 to 1 (all that MAX can get).
    fn reward(&self, value: Value) -> f64;

    /// Takes one more step: a rollout, or an iteration of `ab`. Nothing if there is nothing left to do, or
    /// a limit was reached before the step was done.
    ///
    /// # Errors
    /// If a leaf contradicts what the game says of its values.
    fn step(&mut self) -> Result<Option<Step>, SearchError>;

    /// For every move how many rollouts went through it and what it seems to be worth to MAX, from 0 to
    /// 1; none through moves that were not tried.
    fn shares(&self) -> Vec<(u32, f64)>;
}

/// A search that is followed step by step.
pub(super) struct Stepper<'g> {
    game: &'g Erased,
    search: Box<dyn AnytimeSearch<Erased> + 'g>,
    moves: Vec<u32>,
    texts: Vec<String>,
    proves: bool,
    /// How far bounds may be apart and still count as met.
    allowance: f64,
    door: OneStep<Walk<'g, Erased, Erased>>,
}

impl<'g> Stepper<'g> {
    pub fn new(
        game: &'g Erased,
        sampler: Sampler,
        position: &Position,
        limits: Limits,
    ) -> Result<Self, JobError> {
        let mut moves = Moves::new();
        if let Turn::Terminal(_) = game.expand(position, &mut moves) {
            return Err(JobError::Position(NotationError("the game is over".into())));
        }
        let proves = sampler.proves();
        let frame = Frame::new(game, game, limits.most_memory());
        let (allowance, search) = (frame.slack, sampler.start(frame, position)?);
        let walk = Walk::unwatched(game, game, position, frame.range, limits);
        let moves = moves.to_vec();
        let texts = moves.iter().map(|&mv| game.move_text(position, mv)).collect();
        Ok(Stepper { game, search, moves, texts, proves, allowance, door: OneStep::new(walk) })
    }
}

impl AnyStepper for Stepper<'_> {
    fn moves(&self) -> &[String] {
        &self.texts
    }

    fn may_prove(&self) -> bool {
        self.proves
    }

    fn reward(&self, value: Value) -> f64 {
        Knowledge::reward(self.game, self.game, value)
    }

    fn step(&mut self) -> Result<Option<Step>, SearchError> {
        self.search.run(self.door.open(), &mut |_| ());
        let walk = self.door.door();
        if let Some(fault) = walk.fault() {
            return Err(fault);
        }
        if !self.door.is_over() {
            return Ok(None);
        }
        let Answer { pv, mean, bounds, .. } = self.search.brief();
        let best = pv.first().and_then(|best| self.moves.iter().position(|mv| mv == best));
        let (proven, full) = (bounds.is_within(self.allowance), self.search.is_full());
        let leaves = walk.counts().leaves;
        Ok(Some(Step { leaves, best, mean, proven, full }))
    }

    fn shares(&self) -> Vec<(u32, f64)> {
        let answer = self.search.answer();
        let share = |mv: &u32| {
            let tried = answer.moves.iter().find(|tried| tried.mv == *mv);
            tried.map_or((0, 0.0), |tried| (tried.visits, tried.mean))
        };
        self.moves.iter().map(share).collect()
    }
}
