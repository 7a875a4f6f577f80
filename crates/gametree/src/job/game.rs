//! A game as jobs, players and experiments see it: by names and text.

use std::io::BufRead;

use super::auto::may_estimate;
use super::board::Board;
use super::player::Player;
use super::run::{Searched, choose, position_of, ranked, run_at, written};
use super::spec::PlayerSpec;
use super::stepper::{AnyStepper, Stepper};
use super::{Job, JobError, Watcher};
use crate::erased::{Erased, Position};
use crate::limits::Limits;
use crate::model::{
    Bounds, Coordinates, Game, Kind, Knowledge, Lead, MoreFacts, Move, Notation, NotationError,
    Value,
};
use crate::outcome::{Lane, Outcome, Stop};
use crate::proof::check::{CheckError, Checked, check};
use crate::proof::format::Reader;
use crate::proof::{Claim, Proof, provable, prove, smallest_proof};
use crate::registry::Spec;
use crate::search::{Storage, Workspace};

/// What an answer says that [rests on](AnyGame::rests_on) a stated range.
pub const RESTS_ON_RANGE: &str = "this holds only if all leaves are in the stated range";

/// A game whose type need not be known. Every game with a notation and heuristics of its own (or an empty
/// `impl Knowledge`) can be wrapped in one.
///
/// All searches, the prover, players and experiments are compiled once, for [`Erased`]. A game that is
/// worth the compile time can have a second, typed lane.
///
/// ```
/// use gametree::job::{AnyGame, Job};
/// # use gametree::doc::Subtraction;
/// let game = AnyGame::new(Subtraction { stones: 10 });
/// let report = game.run(&Job::new(None), &mut ())?;
/// assert_eq!(report.value(), Some(1.into()));
/// assert_eq!(report.pv[0], "2");
/// # Ok::<(), gametree::job::JobError>(())
/// ```
pub struct AnyGame {
    erased: Erased,
    typed: Option<Box<dyn Searched>>,
    note: Option<String>,
    player: Option<&'static str>,
    spec: Option<String>,
}

struct Typed<G>(G);

impl<G: Notation + Knowledge<G> + Send + Sync> Searched for Typed<G> {
    fn search(
        &self,
        _: &Position,
        job: &Job,
        watcher: &mut dyn Watcher,
        workspace: &mut Workspace,
    ) -> Result<Outcome<u32>, JobError> {
        let Typed(game) = self;
        let position = position_of(game, job.position.as_deref())?;
        let found = run_at::<_, true>(game, &position, job, watcher, workspace)?;
        Ok(found.map_moves(Move::code))
    }
}

impl From<Erased> for AnyGame {
    fn from(erased: Erased) -> AnyGame {
        AnyGame { erased, typed: None, note: None, player: None, spec: None }
    }
}

impl AnyGame {
    /// Wraps a game and erases its type.
    pub fn new<G>(game: G) -> AnyGame
    where
        G: Notation<Position: Send, Undo: Send> + Knowledge<G> + Send + Sync + 'static,
    {
        AnyGame::from(Erased::new(game))
    }

    /// A game with a typed lane: every [lean](crate::Lean) algorithm is compiled for this game once more (over a
    /// table, if the game has position keys), which makes jobs a little faster and the build much slower.
    pub fn with_typed_lane<G>(game: G) -> AnyGame
    where
        G: Notation<Position: Send, Undo: Send> + Knowledge<G> + Clone + Send + Sync + 'static,
    {
        let erased = Erased::new(game.clone());
        AnyGame { typed: Some(Box::new(Typed(game))), ..AnyGame::from(erased) }
    }

    /// Adds what its entry in the catalogue says: the player that suits it, if that is
    /// known, and its spec.
    pub(super) fn with_entry(self, player: Option<&'static str>, spec: String) -> AnyGame {
        AnyGame { player, spec: Some(spec), ..self }
    }

    /// The spec by which it was opened, with all defaults, such as
    /// `cops:6x6,cops=3,obstacles=20%`; nothing if it comes from no catalogue.
    pub fn spec(&self) -> Option<&str> {
        self.spec.as_deref()
    }

    /// Adds what users of the game should know about its answers, in one line.
    #[must_use]
    pub fn with_note(self, note: Option<String>) -> AnyGame {
        AnyGame { note, ..self }
    }

    /// What users of the game should know about its answers, if there is something.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// What to know about an answer, if there is something; `stated` is the range of the [`Job`].
    pub fn note_on(&self, found: &Outcome, stated: Option<Bounds>) -> Option<&str> {
        if self.rests_on(found, stated) { Some(RESTS_ON_RANGE) } else { self.note() }
    }

    /// Whether an answer holds only if a stated range does, which leaves out values that the game
    /// may have: leaves beyond it that are cut off are never seen. They would change the value only
    /// if that is an end of the range, or an average.
    pub fn rests_on(&self, found: &Outcome, stated: Option<Bounds>) -> bool {
        let (known, erased) = (self.value_range(), &self.erased);
        let Some(stated) = stated.filter(|stated| !stated.encloses(known)) else {
            return false;
        };
        let Bounds { lower, upper } = found.bounds;
        let at_an_end =
            lower <= stated.lower.max(known.lower) || upper >= stated.upper.min(known.upper);
        let proven = matches!(found.stop, Stop::Closed | Stop::Epsilon);
        let leaves = erased.more_facts().leaves_below(erased, &erased.start());
        proven && (at_an_end || self.has_chance()) && leaves.is_none()
    }

    /// This game without a typed lane.
    #[must_use]
    pub fn without_typed_lane(self) -> AnyGame {
        AnyGame { typed: None, ..self }
    }

    /// This game, with a typed lane only if all these algorithms would take it, so that their times can be compared.
    ///
    /// ```
    /// # use gametree::{doc::Subtraction, job::AnyGame, registry::Spec};
    /// let game = AnyGame::new(Subtraction { stones: 10 });
    /// let game = game.in_one_lane(&[Spec::parse("scout")?, Spec::parse("mcts")?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_one_lane(self, specs: &[Spec]) -> AnyGame {
        let typed = specs.iter().all(|spec| self.is_compiled_for(spec));
        if typed { self } else { self.without_typed_lane() }
    }

    /// Which lane a job takes: the typed one, if the game has one, the algorithm is compiled for it, and a game that
    /// could have a table has one.
    pub fn lane_of(&self, job: &Job, storage: Storage) -> Lane {
        let compiled = match &job.algorithm {
            Some(spec) => self.is_compiled_for(spec),
            None => self.is_compiled_for(&self.choose(job)),
        };
        let without_table = storage == Storage::Plain && self.erased.names_positions();
        if self.typed.is_some() && compiled && !without_table { Lane::Typed } else { Lane::Erased }
    }

    fn is_compiled_for(&self, spec: &Spec) -> bool {
        spec.entry().lean.is_typed(self.erased.names_positions())
    }

    /// Whether there are chance nodes.
    pub fn has_chance(&self) -> bool {
        self.erased.has_chance()
    }

    /// Whether play can go on forever, in cycles that some algorithms recognise.
    pub fn has_cycles(&self) -> bool {
        self.erased.has_cycles()
    }

    /// A range that contains every value, finite if the game knows one.
    pub fn value_range(&self) -> Bounds {
        self.erased.span()
    }

    /// What a small advantage is worth, such as a pawn: [`Knowledge::margin`].
    pub fn margin(&self) -> f64 {
        self.erased.margin(&self.erased)
    }

    /// How far MAX is ahead if its prospect is so much, in the unit in which people count: [`Knowledge::lead`].
    ///
    /// ```
    /// # use gametree::{doc::Subtraction, job::AnyGame};
    /// assert!(AnyGame::new(Subtraction { stones: 10 }).lead(0.6).is_none(), "one wins or loses");
    /// ```
    pub fn lead(&self, prospect: f64) -> Option<Lead> {
        self.erased.lead(&self.erased, prospect)
    }

    /// Whether a text is a position of the game.
    ///
    /// # Errors
    /// If it is not; the message says why.
    pub fn check_position(&self, text: &str) -> Result<(), NotationError> {
        self.erased.parse_position(text).map(|_| ())
    }

    /// The size of the board at the top of a drawing, and the names of its cells.
    pub fn coordinates(&self) -> Option<Coordinates> {
        self.erased.coordinates()
    }

    /// Whose piece a symbol of a drawing is.
    pub fn owner(&self, symbol: char) -> Option<Kind> {
        self.erased.owner(symbol)
    }

    /// The meaning of a value in a few words, if the game gives one.
    pub fn value_text(&self, value: Value) -> Option<String> {
        self.erased.value_text(value)
    }

    /// How other programs know the game, if they do; see [`Uci::uci_options`](crate::model::Uci::uci_options).
    pub fn uci_options(&self) -> Option<&'static [(&'static str, &'static str)]> {
        self.erased.uci().map(|uci| uci.uci_options())
    }

    /// The score of MAX in hundredths of a pawn; see [`Uci::uci_score`](crate::model::Uci::uci_score).
    pub fn uci_score(&self, share: f64) -> Option<f64> {
        self.erased.uci().map(|uci| uci.uci_score(share))
    }

    /// The drawing of the position before the last move, if a position is written as a list of moves.
    pub fn drawing_before(&self, position: &str) -> Option<String> {
        let mut moves = self.erased.split_moves(position);
        moves.pop()?;
        let before = self.erased.parse_position(&moves.join(" ")).ok()?;
        Some(self.erased.draw(&before))
    }

    /// The player that its [entry](super::Entry::player) in a catalogue names. If nothing is known but rules and
    /// heuristics: `selective` for a game with an evaluation and no dice, otherwise `mcts-solver`.
    ///
    /// By matches at equal time (docs/guide/choosing-a-player.md): of the games that have an evaluation, `selective` is
    /// ahead in Breakthrough, Othello 8x8, Dots and Boxes and chess, level in Kalah and Othello 6x6, and behind in
    /// Connect Four, whose playouts know more than its evaluation.
    ///
    /// ```
    /// # use gametree::{doc::Subtraction, job::AnyGame};
    /// assert_eq!(AnyGame::new(Subtraction { stones: 10 }).suitable_player(), "mcts-solver");
    /// ```
    pub fn suitable_player(&self) -> &'static str {
        let evaluated = || self.erased.prospect(&self.erased, &self.erased.start()).is_some();
        match self.player {
            Some(player) => player,
            None if !self.has_chance() && evaluated() => "selective",
            None => "mcts-solver",
        }
    }

    /// The algorithm for a job that names none.
    pub fn choose(&self, job: &Job) -> Spec {
        choose(&self.erased, job)
    }

    /// Runs a job in a workspace of its own.
    ///
    /// # Errors
    /// As [`run_in`](AnyGame::run_in).
    pub fn run(&self, job: &Job, watcher: &mut dyn Watcher) -> Result<Outcome, JobError> {
        self.run_in(job, watcher, &mut Workspace::default())
    }

    /// Runs a job over the store of `workspace`. A workspace may serve any number of jobs of one
    /// game that agree on range and facts.
    ///
    /// # Errors
    /// If the position is invalid or the question cannot be answered.
    pub fn run_in(
        &self,
        job: &Job,
        watcher: &mut dyn Watcher,
        workspace: &mut Workspace,
    ) -> Result<Outcome, JobError> {
        let position = self.position(job.position.as_deref())?;
        let found = match job.algorithm {
            None if may_estimate(job) => self.decide(&position, job, watcher, workspace)?,
            _ => {
                let lane = self.lane(job, workspace.storage());
                lane.search(&position, job, watcher, workspace)?
            }
        };
        let found = if job.all_moves { found } else { ranked(found) };
        Ok(written(&self.erased, &position, found))
    }

    /// Who searches for a job: the code that is compiled for this game, or that for all games.
    pub(super) fn lane(&self, job: &Job, storage: Storage) -> &dyn Searched {
        match &self.typed {
            Some(typed) if self.lane_of(job, storage) == Lane::Typed => &**typed,
            _ => &self.erased,
        }
    }

    /// Whether a certificate of the job's answer is possible.
    ///
    /// # Errors
    /// If it is not; the message says why.
    pub fn can_prove(&self, job: &Job) -> Result<(), JobError> {
        let position = self.position(job.position.as_deref())?;
        provable(&self.erased, &position).map_err(JobError::Proof)
    }

    /// Proves the `bounds` that a job has found for its position, guided by what the job left in
    /// `workspace`. The proof trusts facts if the job did. Calls `tick` now and then with the number of
    /// positions visited.
    ///
    /// # Errors
    /// If the position is invalid, or there is no proof.
    pub fn prove(
        &self,
        job: &Job,
        bounds: Bounds,
        workspace: &mut Workspace,
        tick: &mut dyn FnMut(u64),
    ) -> Result<Proof, JobError> {
        let (limits, threads) = (&job.limits, job.threads);
        let claim = Claim { bounds, trusts_facts: job.facts, limits, threads };
        let position = self.position(job.position.as_deref())?;
        let game = &self.erased;
        prove(game, game, &position, &claim, workspace, tick).map_err(JobError::Proof)
    }

    /// The number of leaves of the smallest proof that the position of a job is worth `value`, for
    /// games without position keys (trees). `None` for other games, with chance nodes, and for trees
    /// of more than `most` nodes.
    pub fn smallest_proof(&self, job: &Job, value: Value, most: u64) -> Option<u64> {
        if self.erased.names_positions() {
            return None;
        }
        let position = self.position(job.position.as_deref()).ok()?;
        smallest_proof(&self.erased, &position, value, most)
    }

    /// Checks a certificate of this game, and reports what it proves about the position `asked`.
    ///
    /// # Errors
    /// If the certificate is invalid or proves nothing of the kind.
    pub fn check(
        &self,
        certificate: &mut Reader<Box<dyn BufRead>>,
        asked: Option<&str>,
    ) -> Result<Checked, CheckError> {
        check(&self.erased, certificate, asked)
    }

    /// A player that starts at a position, by default the start of the game. The same player with the
    /// same seed makes the same moves, unless it depends on the clock or is given
    /// [more threads](Player::set_threads).
    ///
    /// # Errors
    /// If the position is invalid, or the player cannot play this game.
    pub fn player(
        &self,
        spec: &PlayerSpec,
        position: Option<&str>,
        seed: u64,
    ) -> Result<Player<'_>, JobError> {
        Player::new(&self.erased, spec, self.position(position)?, seed)
    }

    /// An estimating search, to be run step by step within `limits`; `None` if `algorithm` is a proving
    /// one.
    ///
    /// # Errors
    /// If the position is invalid or the end of the game, or the algorithm cannot play this game.
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

    /// A game in progress at a position, by default the start of the game.
    ///
    /// # Errors
    /// If the position is invalid.
    pub fn board(&self, position: Option<&str>) -> Result<Board<'_>, JobError> {
        Ok(Board::new(&self.erased, self.position(position)?))
    }

    /// Rules, heuristics and notation, without their type.
    ///
    /// ```
    /// use gametree::job::AnyGame;
    /// use gametree::{Game, Turn};
    /// # use gametree::doc::Subtraction;
    ///
    /// let any = AnyGame::new(Subtraction { stones: 10 });
    /// let game = any.erased();
    /// assert_eq!(game.judge(&game.start()), Turn::MAX);
    /// ```
    pub fn erased(&self) -> &Erased {
        &self.erased
    }

    pub(super) fn position(&self, text: Option<&str>) -> Result<Position, JobError> {
        position_of(&self.erased, text)
    }
}
