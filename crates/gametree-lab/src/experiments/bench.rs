//! What a unit works with: its games and its seed.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gametree::Outcome;
use gametree::job::{AnyGame, Job};
use gametree::registry::Spec;
use gametree::{Bounds, Epsilon, Limits, Storage, Value, Workspace};
use gametree_arena::seeds::derived;
use gametree_arena::units::Series as _;
use gametree_arena::{Contest, Openings, Record};

use crate::converge::Open;
use crate::soft_traps::Played;

/// What a unit works with.
pub struct Bench<'a> {
    open: Open<'a>,
    lab_seed: u64,
    seed: u64,
    abandon: &'a Arc<AtomicBool>,
    games: &'a [Played],
    ran: Mutex<BTreeSet<String>>,
}

/// The largest seed of a game, so that it is easy to type.
const GAME_SEEDS: u64 = 1_000_000_000;

impl<'a> Bench<'a> {
    /// For a unit of an experiment: its seed comes from the seed of the run, the experiment's name and what
    /// identifies the unit.
    pub(super) fn new(
        open: Open<'a>,
        lab_seed: u64,
        name: u64,
        unit: u64,
        abandon: &'a Arc<AtomicBool>,
    ) -> Bench<'a> {
        let seed = derived(derived(lab_seed, name), unit);
        Bench { open, lab_seed, seed, abandon, games: &[], ran: Mutex::default() }
    }

    pub(super) fn games(self, games: &'a [Played]) -> Bench<'a> {
        Bench { games, ..self }
    }

    /// Games of chess that were given; may be none.
    pub fn played(&self) -> &'a [Played] {
        self.games
    }

    /// The seed of this unit.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The seed of the whole run.
    pub fn lab_seed(&self) -> u64 {
        self.lab_seed
    }

    /// A short seed for a game, different for each `part` of the unit.
    pub fn game_seed(&self, part: u64) -> u64 {
        derived(self.seed, part) % GAME_SEEDS
    }

    /// What has been run so far: each game and search with all its parameters, not as a text says
    /// it, but as it was.
    pub(super) fn ran(&self) -> Vec<String> {
        std::mem::take(&mut *self.noted()).into_iter().collect()
    }

    fn note(&self, what: String) {
        self.noted().insert(what);
    }

    fn noted(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.ran.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a study that opens games by name, with this algorithm.
    ///
    /// # Errors
    /// As the study.
    pub fn study<T>(
        &self,
        algorithm: &str,
        run: impl FnOnce(Open<'_>) -> Result<T, String>,
    ) -> Result<T, String> {
        self.note(algorithm.into());
        run(&|name| self.game(name))
    }

    /// Set when the result is no longer needed.
    pub fn abandon(&self) -> &'a Arc<AtomicBool> {
        self.abandon
    }

    /// Opens a game.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn game(&self, name: &str) -> Result<AnyGame, String> {
        let game = (self.open)(name)?;
        self.note(game.spec().unwrap_or(name).into());
        Ok(game)
    }

    /// A search by a registered algorithm, stopped if the unit is abandoned.
    ///
    /// # Errors
    /// If there is no such algorithm.
    pub fn job(&self, algorithm: &str) -> Result<Job, String> {
        let spec = Spec::parse(algorithm).map_err(|error| error.to_string())?;
        let limits = Limits::none().stop(Some(Arc::clone(self.abandon)));
        Ok(Job::new(Some(spec)).limits(limits).pv(false).seed(self.seed))
    }

    /// Runs a search as the papers do: without a transposition table.
    ///
    /// # Errors
    /// If the algorithm does not suit the game.
    pub fn search(&self, game: &AnyGame, job: &Job) -> Result<Outcome, String> {
        self.search_with(game, job, Storage::Plain)
    }

    /// Runs a search that stores what it finds in this way.
    ///
    /// # Errors
    /// If the algorithm does not suit the game.
    pub fn search_with(
        &self,
        game: &AnyGame,
        job: &Job,
        storage: Storage,
    ) -> Result<Outcome, String> {
        let table = if storage == Storage::Plain { "" } else { ", over a table" };
        self.note(parameters(job) + table);
        let mut workspace = Workspace::new(storage);
        game.run_in(job, &mut (), &mut workspace).map_err(|error| error.to_string())
    }

    /// The value of the best move to a depth, by the fastest search that has it: over a table.
    ///
    /// # Errors
    /// If positions cannot be evaluated.
    pub fn value_to(&self, game: &AnyGame, position: String, depth: u32) -> Result<f64, String> {
        let job = self.job("scout")?.position(position).depth(depth).facts(false);
        let found = self.search_with(game, &job, Storage::Table)?;
        let value = found.bounds.exact().ok_or("the search was abandoned")?;
        Ok(value.get())
    }

    /// A game of a match: number `game` of the arena's match of these players with the run's seed.
    ///
    /// # Errors
    /// If the players cannot play it.
    pub fn play(
        &self,
        name: &str,
        players: &[String],
        openings: Openings,
        game: u64,
    ) -> Result<Record, String> {
        let any = self.game(name)?;
        players.iter().for_each(|player| self.note(player.clone()));
        Contest::new(&any, name, players, openings, self.lab_seed)?.unit(game, self.abandon)
    }
}

/// A search with all its parameters, such as `scout, depth 5, epsilon 4`.
fn parameters(job: &Job) -> String {
    let mut text = job.algorithm.as_ref().map_or("the default".into(), Spec::to_string);
    if let Some(depth) = job.depth {
        text += &format!(", depth {depth}");
    }
    if !job.epsilon.is_none() {
        text += &format!(", epsilon {}", job.epsilon.within(Bounds::UNBOUNDED));
    }
    if let Some(Bounds { lower, upper }) = job.range {
        text += &format!(", range {lower}..{upper}");
    }
    if !job.facts {
        text += ", without facts";
    }
    text
}

/// A range of values.
pub(super) fn range(low: f64, high: f64) -> Option<Bounds> {
    Bounds::new(Value::new(low)?, Value::new(high)?)
}

/// An absolute epsilon.
pub(super) fn epsilon(units: f64) -> Epsilon {
    Epsilon::units(units).expect("an epsilon is a finite number")
}
