//! A search that estimates, followed step by step: what it would play, and what it believes, after every
//! rollout.

use super::JobError;
use crate::erased::{Erased, Position};
use crate::model::{Bounds, Game, Kind, Knowledge, Moves, Notation, NotationError, Turn, Value};
use crate::run::{Door, SearchError, Walk};
use crate::sampling::{Frame, Glimpse, Sampler, Thinker};

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

    /// Takes one more step, of Monte Carlo or alpha-beta, whatever comes next. Nothing if there is nothing
    /// left to do.
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
    thinker: Box<dyn Thinker<Erased> + 'g>,
    moves: Vec<u32>,
    texts: Vec<String>,
    proves: bool,
    /// How far bounds may be apart and still count as met.
    allowance: f64,
    pace: Pace<'g>,
}

impl<'g> Stepper<'g> {
    pub fn new(
        game: &'g Erased,
        sampler: Sampler,
        position: &Position,
        memory: usize,
    ) -> Result<Self, JobError> {
        let mut moves = Moves::new();
        if let Turn::Terminal(_) = game.expand(position, &mut moves) {
            return Err(JobError::Position(NotationError("the game is over".into())));
        }
        let proves = sampler.proves();
        let frame = Frame::new(game, game, memory);
        let (allowance, thinker) = (frame.slack, sampler.thinker(frame, position)?);
        let walk = Walk::without_limits(game, game, position, frame.range);
        let moves = moves.to_vec();
        let texts = moves.iter().map(|&mv| game.move_text(position, mv)).collect();
        Ok(Stepper {
            game,
            thinker,
            moves,
            texts,
            proves,
            allowance,
            pace: Pace { walk, rests: false },
        })
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
        self.pace.rests = false;
        let ended = self.thinker.think(&mut self.pace, &mut |_| ()).is_some();
        if let Some(fault) = self.pace.walk.fault() {
            return Err(fault);
        }
        if ended && !self.pace.rests {
            return Ok(None);
        }
        let Glimpse { best, mean, bounds, full } = self.thinker.glimpse();
        let best = best.and_then(|best| self.moves.iter().position(|&mv| mv == best));
        let proven = bounds.is_within(self.allowance);
        let leaves = self.pace.walk.counts().leaves;
        Ok(Some(Step { leaves, best, mean, proven, full }))
    }

    fn shares(&self) -> Vec<(u32, f64)> {
        let thoughts = self.thinker.thoughts();
        let share = |mv: &u32| {
            let tried = thoughts.moves.iter().find(|tried| tried.mv == *mv);
            tried.map_or((0, 0.0), |tried| (tried.visits, tried.mean))
        };
        self.moves.iter().map(share).collect()
    }
}

/// Lets somebody think as far as the end of a step: where news would be told.
struct Pace<'g> {
    walk: Walk<'g, Erased, Erased>,
    rests: bool,
}

impl Door<Erased> for Pace<'_> {
    fn may_go_on(&mut self) -> bool {
        !self.rests && self.walk.may_go_on()
    }

    fn add_nodes(&mut self, count: u32) {
        Door::add_nodes(&mut self.walk, count);
    }

    fn enter(&mut self, kind: Kind) {
        Door::enter(&mut self.walk, kind);
    }

    fn leaf(&mut self, position: &Position, value: Value) -> Value {
        Door::leaf(&mut self.walk, position, value)
    }

    fn estimate(&mut self, position: &Position, share: f64) {
        Door::estimate(&mut self.walk, position, share);
    }

    fn facts(&self, position: &Position) -> Bounds {
        Door::facts(&self.walk, position)
    }

    fn news_due(&mut self) -> bool {
        self.rests = true;
        false
    }
}
