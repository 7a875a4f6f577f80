//! An estimating search, run step by step: the move it would play and its estimate after every rollout.

use super::JobError;
use crate::anytime::{AnytimeSearch, Frame};
use crate::erased::{Erased, Position};
use crate::error::SearchError;
use crate::limits::Limits;
use crate::model::{Game, Knowledge, Moves, Notation, NotationError, Turn, Value};
use crate::outcome::Outcome;
use crate::sampler::Sampler;
use crate::walk::{OneStep, Walk};

/// The state of a search after a step.
///
/// ```
/// use gametree::Limits;
/// use gametree::job::{AnyGame, Step};
/// use gametree::registry::Spec;
/// # use gametree::doc::Subtraction;
/// let game = AnyGame::new(Subtraction { stones: 10 });
/// let spec = Spec::parse("mcts-solver")?;
/// let mut stepper = game.stepper(&spec, None, 1, Limits::none())?.expect("it estimates");
/// let Step { leaves, proven, .. } = stepper.step()?.expect("no limit is set");
/// assert_eq!((leaves, proven), (1, false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// How many leaves it has seen: rewards and evaluations.
    pub leaves: u64,
    /// The move it would play, as an index into [`AnyStepper::moves`].
    pub best: Option<usize>,
    /// MAX's average reward, from 0 to 1.
    pub mean: Option<f64>,
    /// Whether the value is proven.
    pub proven: bool,
    /// Whether its memory is full.
    pub full: bool,
}

/// A search that is run step by step, without the game's type.
///
/// ```
/// use gametree::Limits;
/// use gametree::job::AnyGame;
/// use gametree::registry::Spec;
/// # use gametree::doc::Subtraction;
/// let game = AnyGame::new(Subtraction { stones: 10 });
/// let spec = Spec::parse("mcts-solver")?;
/// let mut stepper = game.stepper(&spec, None, 1, Limits::none())?.expect("it estimates");
/// let mut last = None;
/// while let Some(step) = stepper.step()? {
///     last = Some(step);
/// }
/// let best = last.and_then(|step| step.best).expect("there is a move");
/// assert_eq!(stepper.moves()[best], "2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AnyStepper {
    /// The legal moves of the root.
    fn moves(&self) -> &[String];

    /// Whether it can prove the value.
    fn may_prove(&self) -> bool;

    /// The reward of a game that ends with `value`, from 0 to 1 for MAX.
    fn reward(&self, value: Value) -> f64;

    /// Takes one more step: a rollout, or an iteration of `ab`. `None` if nothing is left to do, or a
    /// limit was reached before the step was done.
    ///
    /// # Errors
    /// If a leaf contradicts the game's range of values.
    fn step(&mut self) -> Result<Option<Step>, SearchError>;

    /// For every move the number of rollouts through it and MAX's average reward, from 0 to 1; both
    /// zero for untried moves.
    fn shares(&self) -> Vec<(u32, f64)>;
}

/// A search that is run step by step.
pub(super) struct Stepper<'g> {
    game: &'g Erased,
    search: Box<dyn AnytimeSearch<Erased> + 'g>,
    moves: Vec<u32>,
    texts: Vec<String>,
    proves: bool,
    /// How far bounds may be apart and still count as closed.
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
        let Outcome { pv, mean, bounds, .. } = self.search.brief();
        let best = pv.first().and_then(|best| self.moves.iter().position(|mv| mv == best));
        let (proven, full) = (bounds.is_within(self.allowance), self.search.is_full());
        let leaves = walk.counts().leaves;
        Ok(Some(Step { leaves, best, mean, proven, full }))
    }

    fn shares(&self) -> Vec<(u32, f64)> {
        let answer = self.search.answer();
        let share = |mv: &u32| {
            let tried = answer.moves.iter().find(|tried| tried.mv == *mv);
            tried.map_or((0, 0.0), |tried| (tried.visits, tried.mean.unwrap_or(0.0)))
        };
        self.moves.iter().map(share).collect()
    }
}
