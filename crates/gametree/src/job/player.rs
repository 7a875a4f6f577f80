//! A player: it searches for a move, and keeps what it knows after each move.

use std::cell::Cell;
use std::collections::HashSet;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::clock::{Clock, Pace};
use super::each::run_each;
use super::run::{MOST_TRIED, ranked, run_at, written};
use super::spec::PlayerSpec;
use super::{Job, JobError};
use crate::anytime::{BoxedSearch, Frame};
use crate::counts::Counts;
use crate::erased::{Erased, Position};
use crate::error::SearchError;
use crate::limits::Limits;
use crate::model::{
    Game, Knowledge, Moves, Notation, NotationError, Turn, Window, allowance, splitmix64,
};
use crate::outcome::{MoveText, Outcome, RootMove, Stop};
use crate::probe::Probe;
use crate::sampler::{EachMove, Sampler};
use crate::search::{Search, Workspace, first_move};
use crate::walk::Walk;

/// The most moves that a player searches one by one to analyse a position.
const MOST_SEARCHED: usize = 1000;

/// A player of a game: it searches for a move, and keeps what it knows after each move.
///
/// ```
/// use gametree::job::{AnyGame, PlayerSpec};
/// # use gametree::doc::Subtraction;
/// let game = AnyGame::new(Subtraction { stones: 10 });
/// let spec = PlayerSpec::parse("mcts-solver:nodes=10k")?;
/// let mut player = game.player(&spec, None, 1)?;
/// let report = player.think(None, &mut |_| ())?;
/// assert_eq!(report.pv[0], "2");
/// player.advance(report.pv[0].code);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Player<'g> {
    game: &'g Erased,
    spec: PlayerSpec,
    position: Position,
    seed: u64,
    /// How many moves were played.
    ply: u64,
    /// Its search tree so far, if it samples.
    search: Option<BoxedSearch<'g, Erased>>,
    workspace: Workspace,
    threads: NonZero<usize>,
}

impl<'g> Player<'g> {
    /// A player that starts at `position`.
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
        let (search, threads) = (None, NonZero::<usize>::MIN);
        let mut player = Player { game, spec, position, seed, ply: 0, search, workspace, threads };
        if let (Some(sampler), Turn::Inner(_)) = (player.spec.algorithm.sampler(), player.turn()) {
            player.search = Some(player.start(sampler)?);
        }
        Ok(player)
    }

    /// Lets this many threads search for a move, where the algorithm can use them; see
    /// [`Search::threads`](crate::Search::threads). What it knew of the position is forgotten.
    pub fn set_threads(&mut self, threads: NonZero<usize>) {
        (self.threads, self.search) = (threads, None);
    }

    /// Searches the current position and returns what to play. Setting `stop` ends the search. Calls
    /// `watch` from time to time with the result so far.
    ///
    /// # Errors
    /// If the algorithm cannot play this game, or the game is over.
    pub fn think(
        &mut self,
        stop: Option<Arc<AtomicBool>>,
        watch: &mut dyn FnMut(&Outcome),
    ) -> Result<Outcome, JobError> {
        self.think_within(self.spec.limits().stop(stop), &[], watch)
    }

    /// Searches as [`think`](Player::think) does, and reports what is known about every move. A search by
    /// rollouts knows that anyway. One that looks for the best move, by alpha-beta for instance, searches the
    /// moves one by one within the same limits, those included that it would leave out, and so does not look as
    /// far ahead as it does to find a move.
    /// (`selective` reports as many as its parameter `lines` says, by default one; `ab`, `mm` and `mm-r` report one where there are more
    /// than 1,000.)
    ///
    /// ```
    /// use gametree::job::{AnyGame, PlayerSpec};
    /// # use gametree::doc::Subtraction;
    /// let game = AnyGame::new(Subtraction { stones: 10 });
    /// let mut player = game.player(&PlayerSpec::parse("scout:nodes=10k")?, None, 1)?;
    /// let report = player.analyse(None, &mut |_| ())?;
    /// let moves: Vec<&str> = report.moves.iter().map(|found| found.mv.text.as_str()).collect();
    /// assert_eq!(moves, ["2", "1", "3"]); // the best first
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`think`](Player::think).
    pub fn analyse(
        &mut self,
        stop: Option<Arc<AtomicBool>>,
        watch: &mut dyn FnMut(&Outcome),
    ) -> Result<Outcome, JobError> {
        let limits = self.spec.limits().stop(stop);
        match self.spec.algorithm.sampler() {
            Some(sampler) if sampler.finds_one_move() && !self.has_too_many_moves() => {
                self.refuse_ended_games()?;
                let (frame, sampler) = (self.frame(), self.seeded(sampler));
                self.search = Some(Box::new(EachMove::new(sampler, frame, &self.position)?));
                let found = self.sample(sampler, limits, watch);
                self.search = None;
                found
            }
            Some(sampler) => {
                let found = self.think_within(limits, &[], watch)?;
                Ok(self.with_untried_moves(sampler, found))
            }
            None => {
                self.refuse_ended_games()?;
                let job = self.proof_within(limits);
                run_each(self.game, &self.position, &[], &job, &mut self.workspace, watch)
            }
        }
    }

    /// Adds the moves that were never tried, if the analysis is one of all moves: nothing is known about them.
    fn with_untried_moves(&self, sampler: Sampler, mut report: Outcome) -> Outcome {
        let mut moves = Moves::new();
        self.game.expand(&self.position, &mut moves);
        if !sampler.means_all(moves.len()) {
            return report;
        }
        let tried: HashSet<String> =
            report.moves.iter().map(|tried| tried.mv.text.clone()).collect();
        let room = MOST_TRIED.saturating_sub(tried.len() + report.more_moves);
        let texts = moves.iter().map(|mv| {
            let text = self.game.move_text(&self.position, mv);
            MoveText { code: mv, text }
        });
        let untried = texts.filter(|mv| !tried.contains(&mv.text)).take(room);
        let (bounds, basis) = (self.game.span(), report.basis);
        let unknown = untried.map(|mv| RootMove { basis, ..RootMove::of(mv, bounds) });
        report.moves.extend(unknown);
        report.more_moves = moves.len() - report.moves.len();
        report
    }

    /// Searches as [`think`](Player::think) does, within these limits, and considers these moves only (all, if there are
    /// none). A search of some moves starts anew, and what it finds out is not kept.
    ///
    /// ```
    /// use gametree::Limits;
    /// use gametree::job::{AnyGame, PlayerSpec};
    /// # use gametree::doc::Subtraction;
    /// let game = AnyGame::new(Subtraction { stones: 10 });
    /// let mut player = game.player(&PlayerSpec::parse("mcts-solver")?, None, 1)?;
    /// let limits = Limits::none().nodes(1_000);
    /// let report = player.think_within(limits.clone(), &[], &mut |_| ())?;
    /// assert_eq!(report.pv[0], "2"); // of all moves
    /// let report = player.think_within(limits, &[1, 3], &mut |_| ())?;
    /// assert!(matches!(report.pv[0].code, 1 | 3) && report.value() == Some((-1).into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`think`](Player::think), and if one of the moves is not possible.
    pub fn think_within(
        &mut self,
        limits: Limits,
        moves: &[u32],
        watch: &mut dyn FnMut(&Outcome),
    ) -> Result<Outcome, JobError> {
        self.refuse_ended_games()?;
        self.refuse_impossible(moves)?;
        let mut found = match self.spec.algorithm.sampler() {
            Some(sampler) if moves.is_empty() => self.sample(sampler, limits, watch),
            Some(sampler) => {
                let mut of_these = self.start(sampler)?;
                of_these.restrict(moves);
                let of_all = self.search.replace(of_these);
                let found = self.sample(sampler, limits, watch);
                self.search = of_all;
                found
            }
            None if moves.is_empty() => self.prove(limits),
            None => {
                let job = self.proof_within(limits);
                run_each(self.game, &self.position, moves, &job, &mut self.workspace, watch)
            }
        }?;
        // A value known by facts comes without a move, but a player must make one.
        if found.pv.is_empty() {
            let (game, position) = (self.game, &self.position);
            let first = || first_move(game, game, position, self.spec.facts);
            let mv = moves.first().copied().or_else(first);
            let text = |code| MoveText { code, text: game.move_text(position, code) };
            found.pv.extend(mv.map(text));
        }
        Ok(found)
    }

    /// Searches as [`think`](Player::think) does, by a clock: how long depends on the time left, and on how often the best move has changed. `overhead`
    /// is what the way from this program to the board takes.
    ///
    /// # Errors
    /// As [`think`](Player::think).
    pub fn think_by_clock(
        &mut self,
        clock: Clock,
        overhead: Duration,
        stop: Arc<AtomicBool>,
    ) -> Result<Outcome, JobError> {
        let allowance = clock.allowance(overhead);
        if self.spec.algorithm.sampler().is_none() {
            // Nothing tells between the iterations of a proof whether the next is worth its time.
            let limits = self.spec.limits().time(allowance.normal).stop(stop);
            return self.think_within(limits, &[], &mut |_| ());
        }
        let enough = Arc::new(AtomicBool::new(false));
        let mut moves = Moves::new();
        self.game.expand(&self.position, &mut moves);
        let mut pace = Pace::new(allowance, moves.len() == 1);
        let mut limits = self.spec.limits().time(allowance.most).stop(stop);
        limits.enough = Some(Arc::clone(&enough));
        let mut watch = |report: &Outcome| {
            if pace.is_enough(report) {
                enough.store(true, Ordering::Relaxed);
            }
        };
        self.think_within(limits, &[], &mut watch)
    }

    /// Plays a move, of either player or of chance, that [`Board::play`](super::Board::play) accepts.
    pub fn advance(&mut self, mv: u32) {
        self.game.advance(&mut self.position, mv);
        self.ply += 1;
        let knows = |search: &mut BoxedSearch<'g, Erased>| search.advance(mv);
        if !self.spec.reuse || !self.search.as_mut().is_some_and(knows) {
            self.search = None;
        }
    }

    fn turn(&self) -> Turn {
        self.game.judge(&self.position)
    }

    /// Whether there are more moves than can be searched one by one: each search lists them all.
    fn has_too_many_moves(&self) -> bool {
        let mut moves = Moves::new();
        self.game.expand(&self.position, &mut moves);
        moves.len() > MOST_SEARCHED
    }

    fn refuse_ended_games(&self) -> Result<(), JobError> {
        match self.turn() {
            Turn::Terminal(_) => Err(JobError::Position(NotationError("the game is over".into()))),
            Turn::Inner(_) => Ok(()),
        }
    }

    fn refuse_impossible(&self, moves: &[u32]) -> Result<(), JobError> {
        if moves.is_empty() {
            return Ok(());
        }
        let mut possible = Moves::new();
        self.game.expand(&self.position, &mut possible);
        let possible: HashSet<u32> = possible.iter().collect();
        match moves.iter().find(|mv| !possible.contains(mv)) {
            Some(mv) => {
                Err(JobError::Position(NotationError(format!("there is no move with code {mv}"))))
            }
            None => Ok(()),
        }
    }

    /// Starts a new search of the position.
    fn start(&self, sampler: Sampler) -> Result<BoxedSearch<'g, Erased>, SearchError> {
        let threads = self.threads.get();
        self.seeded(sampler).start_with(self.frame(), &self.position, threads)
    }

    fn frame(&self) -> Frame<'g, Erased, Erased> {
        let memory = self.spec.limits.most_memory();
        Frame { facts: self.spec.facts, ..Frame::new(self.game, self.game, memory) }
    }

    /// The search with a random stream of its own for each game and each move.
    fn seeded(&self, sampler: Sampler) -> Sampler {
        let own = self.spec.algorithm.get("seed").and_then(|seed| seed.parse().ok()).unwrap_or(0);
        sampler.seeded(splitmix64(splitmix64(own, self.seed), self.ply))
    }

    /// Continues the estimating search.
    fn sample(
        &mut self,
        sampler: Sampler,
        limits: Limits,
        watch: &mut dyn FnMut(&Outcome),
    ) -> Result<Outcome, JobError> {
        let mut anytime = match self.search.take() {
            Some(search) => search,
            None => self.start(sampler)?,
        };
        let (game, position) = (self.game, &self.position);
        let name = self.spec.algorithm.to_string();
        let report = |found: Outcome<u32>| {
            let found = Outcome { algorithm: name.clone(), ..ranked(found) };
            written(game, position, found)
        };
        let allowance = allowance(game, game.span());
        let (so_far, begun) = (Cell::new(Counts::default()), Instant::now());
        let turn = match game.judge(position) {
            Turn::Inner(kind) => Some(kind),
            Turn::Terminal(_) => None,
        };
        let mut news = |answer: &Outcome<u32>| {
            let found = answer.clone().so_far(allowance);
            let (counts, elapsed) = (so_far.get(), begun.elapsed());
            watch(&report(Outcome { turn, counts, elapsed, ..found }));
        };
        let mut meter = Meter(&so_far);
        let search = Search::new(game).position(position.clone()).facts(self.spec.facts);
        let (mut search, _) = search.probe(&mut meter).into_parts();
        let mut by = |walk: &mut Walk<'_, Erased, Erased, &mut Meter<'_>>, _: Window| {
            // Rewards are measured by this range.
            walk.keep_to(game.span());
            let stopped = anytime.run(walk, &mut news);
            let (bytes, nodes) = anytime.memory();
            walk.note_memory(bytes, nodes);
            Outcome { stop: stopped.unwrap_or(Stop::Running), ..anytime.answer() }
        };
        // After an error the search is dropped.
        let outcome = search.ask(&mut by, None, limits)?;
        self.search = Some(anytime);
        Ok(report(outcome))
    }

    /// Runs a proving algorithm.
    fn prove(&mut self, limits: Limits) -> Result<Outcome, JobError> {
        let job = self.proof_within(limits);
        let (game, position) = (self.game, &self.position);
        let found = run_at::<_, false>(game, position, &job, &mut (), &mut self.workspace)?;
        Ok(written(game, position, ranked(found)))
    }

    /// The job of a proving algorithm: with iterative deepening, if the game has an evaluation.
    fn proof_within(&self, limits: Limits) -> Job {
        let evaluated = self.game.evaluate(self.game, &self.position).is_some();
        let far = self.game.plies_left(&self.position).unwrap_or(MOST_PLIES);
        Job::new(Some(self.spec.algorithm.clone()))
            .depth(self.spec.depth.or(evaluated.then_some(far)))
            .facts(self.spec.facts)
            .threads(self.threads)
            .limits(limits)
    }
}

/// Reads the counts of a running search.
struct Meter<'c>(&'c Cell<Counts>);

impl Probe<Erased> for Meter<'_> {
    fn tick(&mut self, counts: &Counts) {
        self.0.set(*counts);
    }
}

/// The deepest iteration for games that do not know how many plies are left.
const MOST_PLIES: u32 = 1000;
