//! A game as jobs, players and experiments see it: by names and texts.

use std::io::BufRead;

use super::auto;
use super::board::Board;
use super::player::Player;
use super::run::{choose, position_of, run_at};
use super::spec::PlayerSpec;
use super::stepper::{AnyStepper, Stepper};
use super::{Job, JobError, Lane, Report, Watcher};
use crate::auto::Estimator;
use crate::erased::{Erased, Position};
use crate::model::{Bounds, Coordinates, Game, Kind, Knowledge, Notation, NotationError, Value};
use crate::proof::check::{CheckError, Checked, check};
use crate::proof::format::Reader;
use crate::proof::{Claim, Proof, provable, prove, smallest_proof};
use crate::registry::Spec;
use crate::run::{Limits, Workspace};

/// A game whose type nobody needs to know. Every game with a notation and opinions of its own (or an empty
/// `impl Knowledge`) can be made one.
///
/// Every search, the prover, players and experiments are compiled once, for [`Erased`]. A game that is
/// worth the compiler's time can have a second, typed lane.
pub struct AnyGame {
    erased: Erased,
    typed: Option<Box<dyn TypedLane>>,
}

/// What the typed lane does.
trait TypedLane: Send + Sync {
    fn run_in(
        &self,
        job: &Job,
        watcher: &mut dyn Watcher,
        workspace: &mut Workspace,
    ) -> Result<Report, JobError>;
}

struct Typed<G>(G);

impl<G: Notation + Knowledge<G> + Send + Sync> TypedLane for Typed<G> {
    fn run_in(
        &self,
        job: &Job,
        watcher: &mut dyn Watcher,
        workspace: &mut Workspace,
    ) -> Result<Report, JobError> {
        let Typed(game) = self;
        let position = position_of(game, job.position.as_deref())?;
        run_at::<_, true>(game, &position, job, watcher, workspace)
    }
}

impl AnyGame {
    /// A game, its type erased.
    pub fn new<G>(game: G) -> AnyGame
    where
        G: Notation<Position: Send, Undo: Send> + Knowledge<G> + Send + Sync + 'static,
    {
        AnyGame { erased: Erased::new(game), typed: None }
    }

    /// The same with a typed lane: every [lean](crate::run::Algorithm::LEAN) algorithm is compiled for this
    /// game once more, which makes jobs a little faster and the build a good deal slower.
    pub fn with_typed_lane<G>(game: G) -> AnyGame
    where
        G: Notation<Position: Send, Undo: Send> + Knowledge<G> + Clone + Send + Sync + 'static,
    {
        AnyGame { erased: Erased::new(game.clone()), typed: Some(Box::new(Typed(game))) }
    }

    /// The same without a typed lane.
    #[must_use]
    pub fn without_typed_lane(self) -> AnyGame {
        AnyGame { typed: None, ..self }
    }

    /// Which lane a job takes: the typed one, if the game has one and the algorithm is
    /// [lean](crate::run::Algorithm::LEAN).
    pub fn lane_of(&self, job: &Job) -> Lane {
        let lean = match &job.algorithm {
            Some(spec) => spec.entry().lean,
            None => self.choose(job).entry().lean,
        };
        if self.typed.is_some() && lean { Lane::Typed } else { Lane::Erased }
    }

    /// Whether there are chance nodes.
    pub fn has_chance(&self) -> bool {
        self.erased.has_chance()
    }

    /// Whether play can go on for ever, in cycles that some algorithms can close.
    pub fn has_cycles(&self) -> bool {
        self.erased.has_cycles()
    }

    /// A range that contains every value, finite if the game knows one.
    pub fn value_range(&self) -> Bounds {
        self.erased.span()
    }

    /// Whether a text is a position of the game.
    ///
    /// # Errors
    /// If it is not; the message says why.
    pub fn check_position(&self, text: &str) -> Result<(), NotationError> {
        self.erased.parse_position(text).map(|_| ())
    }

    /// The board at the head of a drawing, and how its cells are named.
    pub fn coordinates(&self) -> Option<Coordinates> {
        self.erased.coordinates()
    }

    /// Whose piece a symbol of a drawing is.
    pub fn owner(&self, symbol: char) -> Option<Kind> {
        self.erased.owner(symbol)
    }

    /// What a value means, in a few words, if the game says so.
    pub fn value_text(&self, value: Value) -> Option<String> {
        self.erased.value_text(value)
    }

    /// The drawing of the position before the last move, if a position is written as a list of moves.
    pub fn drawing_before(&self, position: &str) -> Option<String> {
        let mut moves = self.erased.split_moves(position);
        moves.pop()?;
        let before = self.erased.parse_position(&moves.join(" ")).ok()?;
        Some(self.erased.draw(&before))
    }

    /// The algorithm for a job that names none.
    pub fn choose(&self, job: &Job) -> Spec {
        choose(&self.erased, job)
    }

    /// Does a job by itself.
    ///
    /// # Errors
    /// As [`run_in`](AnyGame::run_in).
    pub fn run(&self, job: &Job, watcher: &mut dyn Watcher) -> Result<Report, JobError> {
        self.run_in(job, watcher, &mut Workspace::default())
    }

    /// Does a job over the store that `workspace` has for it. A workspace may serve any number of
    /// jobs of one game that agree on range and facts.
    ///
    /// # Errors
    /// If the position, or the question, makes no sense.
    pub fn run_in(
        &self,
        job: &Job,
        watcher: &mut dyn Watcher,
        workspace: &mut Workspace,
    ) -> Result<Report, JobError> {
        match job.algorithm {
            None if auto::takes(job) => auto::run(self, job, watcher, workspace),
            _ => self.run_named(job, watcher, workspace),
        }
    }

    /// Does a job by one algorithm: the one it names, or the one that is chosen.
    pub(super) fn run_named(
        &self,
        job: &Job,
        watcher: &mut dyn Watcher,
        workspace: &mut Workspace,
    ) -> Result<Report, JobError> {
        match &self.typed {
            Some(typed) if self.lane_of(job) == Lane::Typed => {
                typed.run_in(job, watcher, workspace)
            }
            _ => {
                let position = self.position(job.position.as_deref())?;
                run_at::<_, false>(&self.erased, &position, job, watcher, workspace)
            }
        }
    }

    /// Whether what the job finds can be proven to others.
    ///
    /// # Errors
    /// If it cannot be; the message says why.
    pub fn can_prove(&self, job: &Job) -> Result<(), JobError> {
        let position = self.position(job.position.as_deref())?;
        provable(&self.erased, &position).map_err(JobError::Proof)
    }

    /// Proves what a job has found of its position, `bounds`, with the help of what it left in
    /// `workspace`. The proof trusts facts if the job did. Tells `tick` now and then how many positions
    /// it has been to.
    ///
    /// # Errors
    /// If the position is none, or there is no proof.
    pub fn prove(
        &self,
        job: &Job,
        bounds: Bounds,
        workspace: &mut Workspace,
        tick: &mut dyn FnMut(u64),
    ) -> Result<Proof, JobError> {
        let claim = Claim { bounds, trusts_facts: job.facts, limits: &job.limits };
        let position = self.position(job.position.as_deref())?;
        let game = &self.erased;
        prove(game, game, &position, &claim, workspace, tick).map_err(JobError::Proof)
    }

    /// The leaves of the smallest proof that the position of a job is worth `value`, for games whose
    /// positions have no names: trees. Nothing for others, where there are chance nodes, and for trees
    /// of more than `most` nodes.
    pub fn smallest_proof(&self, job: &Job, value: Value, most: u64) -> Option<u64> {
        if self.erased.names_positions() {
            return None;
        }
        let position = self.position(job.position.as_deref()).ok()?;
        smallest_proof(&self.erased, &position, value, most)
    }

    /// Checks a certificate about this game, and what it says of the position `asked` for.
    ///
    /// # Errors
    /// If the certificate is refused, or is none.
    pub fn check(
        &self,
        certificate: &mut Reader<Box<dyn BufRead>>,
        asked: Option<&str>,
    ) -> Result<Checked, CheckError> {
        check(&self.erased, certificate, asked)
    }

    /// A player who sits down at a position, the start if none is given. The same player with the same
    /// seed makes the same moves, unless it depends on the clock.
    ///
    /// # Errors
    /// If the position is none, or the player cannot play this game.
    pub fn player(
        &self,
        spec: &PlayerSpec,
        position: Option<&str>,
        seed: u64,
    ) -> Result<Player<'_>, JobError> {
        Player::new(&self.erased, spec, self.position(position)?, seed)
    }

    /// A search that estimates, to be followed step by step within `limits`; nothing if `algorithm` is one
    /// that proves.
    ///
    /// # Errors
    /// If the position is none or the end of the game, or the algorithm cannot play this game.
    pub fn stepper(
        &self,
        algorithm: &Spec,
        position: Option<&str>,
        seed: u64,
        limits: Limits,
    ) -> Result<Option<Box<dyn AnyStepper + '_>>, JobError> {
        let Some(sampler) = algorithm.sampler() else { return Ok(None) };
        let position = self.position(position)?;
        Ok(Some(Box::new(Stepper::new(&self.erased, sampler.seeded(seed), &position, limits)?)))
    }

    /// The game in progress at a position, the start if none is given.
    ///
    /// # Errors
    /// If the position is none.
    pub fn board(&self, position: Option<&str>) -> Result<Board<'_>, JobError> {
        Ok(Board::new(&self.erased, self.position(position)?))
    }

    /// How to estimate what a position is worth.
    pub(super) fn estimator(&self, position: Option<&str>) -> Result<Estimator, JobError> {
        let position = self.position(position)?;
        Ok(Estimator::choose(&self.erased, &self.erased, &position))
    }

    fn position(&self, text: Option<&str>) -> Result<Position, JobError> {
        position_of(&self.erased, text)
    }
}
