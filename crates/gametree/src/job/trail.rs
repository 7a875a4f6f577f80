//! A search that estimates, followed step by step: what it would play, and what it believes, after every
//! rollout.

use super::JobError;
use crate::model::{Game, Knowledge, Moves, Notation, NotationError, Turn, Value};
use crate::sampling::{Frame, Glimpse, Meter, Sampler, Thinker};

/// What a search believes after a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Footprint {
    /// How many leaves it has seen: rewards and evaluations.
    pub leaves: u64,
    /// What it would play: the number of the move in [`AnyTrail::moves`].
    pub best: Option<usize>,
    /// What the position seems to be worth to MAX, from 0 to 1 (all there is to get).
    pub mean: Option<f64>,
    /// Whether its value is known.
    pub proven: bool,
    /// Whether its memory was too small.
    pub full: bool,
}

/// A search that is followed step by step, without the game's type.
pub trait AnyTrail {
    /// The moves that there are.
    fn moves(&self) -> &[String];

    /// Whether it may come to know the value for certain.
    fn may_prove(&self) -> bool;

    /// What a game that ends with `value` is to one who samples, from 0 to 1 (all that MAX can get).
    fn reward(&self, value: Value) -> f64;

    /// Takes one more step, of Monte Carlo or alpha-beta, whatever comes next. Nothing if there is nothing
    /// left to do.
    fn step(&mut self) -> Option<Footprint>;

    /// For every move how many rollouts went through it and what it seems to be worth to MAX, from 0 to
    /// 1; none through moves that were not tried.
    fn shares(&self) -> Vec<(u32, f64)>;
}

/// A search that is followed step by step.
pub(super) struct Trail<'g, G: Game> {
    game: &'g G,
    thinker: Box<dyn Thinker<G> + 'g>,
    moves: Vec<G::Move>,
    texts: Vec<String>,
    proves: bool,
    /// How far bounds may be apart and still count as met.
    allowance: f64,
    pace: Pace,
}

impl<'g, G: Notation + Knowledge<G>> Trail<'g, G> {
    pub fn new(
        game: &'g G,
        sampler: Sampler,
        position: G::Position,
        memory: usize,
    ) -> Result<Self, JobError> {
        let mut moves = Moves::new();
        if let Turn::Terminal(_) = game.expand(&position, &mut moves) {
            return Err(JobError::Position(NotationError("the game is over".into())));
        }
        let proves = sampler.proves();
        let frame = Frame::new(game, game, memory);
        let (allowance, thinker) = (frame.slack, sampler.thinker(frame, &position)?);
        let moves = moves.to_vec();
        let texts = moves.iter().map(|&mv| game.move_text(&position, mv)).collect();
        Ok(Trail {
            game,
            thinker,
            moves,
            texts,
            proves,
            allowance,
            pace: Pace { leaves: 0, rests: false },
        })
    }
}

impl<G: Game + Knowledge<G>> AnyTrail for Trail<'_, G> {
    fn moves(&self) -> &[String] {
        &self.texts
    }

    fn may_prove(&self) -> bool {
        self.proves
    }

    fn reward(&self, value: Value) -> f64 {
        Knowledge::reward(self.game, self.game, value)
    }

    fn step(&mut self) -> Option<Footprint> {
        self.pace.rests = false;
        let ended = self.thinker.think(&mut self.pace, &mut |_| ()).is_some();
        if ended && !self.pace.rests {
            return None;
        }
        let Glimpse { best, mean, bounds, full } = self.thinker.glimpse();
        let best = best.and_then(|best| self.moves.iter().position(|&mv| mv == best));
        let proven = bounds.is_within(self.allowance);
        Some(Footprint { leaves: self.pace.leaves, best, mean, proven, full })
    }

    fn shares(&self) -> Vec<(u32, f64)> {
        let thoughts = self.thinker.thoughts();
        let share = |mv: &G::Move| {
            let tried = thoughts.moves.iter().find(|tried| tried.mv == *mv);
            tried.map_or((0, 0.0), |tried| (tried.visits, tried.mean))
        };
        self.moves.iter().map(share).collect()
    }
}

/// Lets somebody think as far as the end of a step: where news would be told.
struct Pace {
    leaves: u64,
    rests: bool,
}

impl Meter for Pace {
    fn may_go_on(&mut self) -> bool {
        !self.rests
    }

    fn pay(&mut self, _nodes: u32, leaves: u32) {
        self.leaves += u64::from(leaves);
    }

    fn news_due(&mut self) -> bool {
        self.rests = true;
        false
    }
}
