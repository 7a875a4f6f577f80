//! A game, as Python sees it.

use std::ffi::CString;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use gametree::Outcome;
use gametree::job::{AnyGame, Catalogue, GameError, Job, JobError, Watcher};
use gametree::registry::{ALGORITHMS, Entry, SAMPLERS, Spec};
use gametree::{Bounds, Counts, SearchError, Stop, Turn, Workspace};
use gametree_games::tree::Tree;
use pyo3::exceptions::{PyKeyboardInterrupt, PyUserWarning, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};

use crate::ending::Running;
use crate::options::{Options, wrong};
use crate::report::{AsText, Names, number, report, sketch, turn_name};
use crate::script::{Hooks, Script, Scripted};
use crate::supervise::{Supervised, beside, here};
use crate::think::Analysis;

/// The rules of a game, and every search of it.
#[derive(Clone)]
#[pyclass(frozen, module = "gametree._native")]
pub struct Rules {
    pub game: Arc<AnyGame>,
    /// The game itself, if it is written in Python.
    pub script: Option<Arc<Script>>,
    /// Stops the search of a game that is written in Python.
    pub stop: Arc<AtomicBool>,
}

impl Rules {
    fn native(game: AnyGame) -> Rules {
        Rules { game: Arc::new(game), script: None, stop: Arc::default() }
    }

    /// How its moves are named.
    pub fn names(&self) -> &dyn Names {
        match &self.script {
            Some(script) => &**script,
            None => &AsText,
        }
    }

    /// The search that is chosen for games of OpenSpiel, if none is named, has no move ordering of its own: it learns one.
    pub fn learn_if_chosen(&self, named: Option<&str>, job: &Job) {
        let is_chosen = matches!(named, None | Some("auto"));
        if let Some(script) = &self.script
            && is_chosen
            && self.game.choose(job).entry().name == "alphabeta"
        {
            script.learn();
        }
    }

    /// The flag that stops a search. Games that are written in Python have their own.
    pub fn flag(&self) -> Arc<AtomicBool> {
        match self.script {
            Some(_) => self.stop.clone(),
            None => Arc::default(),
        }
    }

    /// How many threads search. A game that is written in Python is searched by one.
    pub fn threads(&self, options: &Options<'_, '_>) -> PyResult<NonZero<usize>> {
        let asked = options.threads()?;
        Ok(if self.script.is_some() { NonZero::<usize>::MIN } else { asked })
    }

    /// Notes that a search is running; setting `stop` ends it.
    ///
    /// # Errors
    /// If the interpreter ends.
    pub fn begin(&self, stop: &Arc<AtomicBool>) -> PyResult<Running> {
        let quit = self.script.as_ref().map(|script| script.trouble.quit());
        Running::begin(std::iter::once(stop).chain(quit).cloned().collect())
    }

    /// Runs work that searches. A game that is written in Python is searched here, with the interpreter's lock;
    /// others beside the interpreter.
    pub fn supervised<T: Send>(
        &self,
        py: Python<'_>,
        stop: &Arc<AtomicBool>,
        work: impl FnOnce() -> T + Send,
    ) -> PyResult<Supervised<T>> {
        let running = self.begin(stop)?;
        let Some(script) = &self.script else {
            let done = beside(py, stop, work);
            running.finish()?;
            return done;
        };
        script.pulse().hold();
        let result = here(work);
        running.finish()?;
        match (script.trouble.take(), script.trouble.take_interrupt(), result) {
            // What came of the search means nothing, a panic included.
            (Some(error), ..) | (None, None, Err(error)) => Err(error),
            // It broke off because the game was not asked any more.
            (None, Some(interrupt), Err(_)) => Err(interrupt),
            (None, interrupt, Ok(result)) => Ok(Supervised { result, interrupt }),
        }
    }

    /// Runs a job.
    pub fn run(
        &self,
        py: Python<'_>,
        job: &Job,
        stop: &Arc<AtomicBool>,
        workspace: &mut Workspace,
    ) -> PyResult<Supervised<Outcome>> {
        let mut known = Known::new(self, job);
        self.run_watched(py, job, stop, workspace, &mut known)
    }

    fn run_watched(
        &self,
        py: Python<'_>,
        job: &Job,
        stop: &Arc<AtomicBool>,
        workspace: &mut Workspace,
        known: &mut Known,
    ) -> PyResult<Supervised<Outcome>> {
        let done = self.supervised(py, stop, || {
            let report = self.game.run_in(job, known, workspace)?;
            Ok(self.certain(report, known.bounds))
        })?;
        done.answered()
    }

    /// What is known of a search that an interrupt broke off in the middle, because a slow game in Python was not asked any more.
    ///
    /// # Errors
    /// If something else was wrong.
    pub fn rescued<'py>(
        &self,
        py: Python<'py>,
        error: PyErr,
        algorithm: &str,
        (bounds, counts): (Bounds, Counts),
        begun: Instant,
    ) -> PyResult<Told<'py>> {
        if !self.has_guessed() || !error.is_instance_of::<PyKeyboardInterrupt>(py) {
            return Err(error);
        }
        let found = sketch((algorithm, Stop::Interrupted), (bounds, &counts), begun);
        Ok((report(py, &found, "", self.names())?, exception(py, Some(error))))
    }

    /// What is certain of a report if a game in Python was interrupted; `known` are bounds from before that.
    pub fn certain(&self, report: Outcome, known: Bounds) -> Outcome {
        match &self.script {
            Some(script) => script.certain(report, known),
            None => report,
        }
    }

    /// An answer about a position as a dictionary; `stated` is the range of the job.
    pub fn told<'py>(
        &self,
        py: Python<'py>,
        position: Option<&str>,
        found: &Outcome,
        stated: Option<Bounds>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let drawing = self.game.board(position).map_or(String::new(), |board| board.drawing());
        let dict = report(py, found, &drawing, self.names())?;
        dict.set_item("note", self.game.note_on(found, stated))?;
        if let Some(script) = &self.script {
            // Naming the moves asks the game again.
            if let Some(error) = script.trouble.take() {
                return Err(error);
            }
            let (expansions, plays) = script.work();
            dict.set_item("expansions", expansions)?;
            dict.set_item("plays", plays)?;
        }
        Ok(dict)
    }
}

/// The bounds of the root, as long as the game is asked.
struct Known {
    script: Option<Arc<Script>>,
    bounds: Bounds,
    counts: Counts,
    /// With all moves, the bounds of one are seen after those of another.
    one: bool,
}

impl Known {
    fn new(rules: &Rules, job: &Job) -> Known {
        let bounds = job.range.unwrap_or(rules.game.value_range());
        let (script, counts) = (rules.script.clone(), Counts::default());
        Known { script, bounds, counts, one: !job.all_moves && job.depth.is_none() }
    }
}

impl Watcher for Known {
    fn root(&mut self, bounds: Bounds, counts: &Counts) {
        let guessed = self.script.as_ref().is_some_and(|script| script.trouble.has_guessed());
        if self.one && !guessed {
            self.bounds = bounds;
        }
        self.counts = *counts;
    }

    fn tick(&mut self, counts: &Counts) {
        self.counts = *counts;
    }
}

impl<T> Supervised<Result<T, JobError>> {
    /// The result, if there is one.
    ///
    /// # Errors
    /// If the job cannot be run; or if it was interrupted before anything was known.
    pub fn answered(self) -> PyResult<Supervised<T>> {
        match (self.result, self.interrupt) {
            (Ok(result), interrupt) => Ok(Supervised { result, interrupt }),
            (Err(_), Some(interrupt)) => Err(interrupt),
            (Err(error), None) => Err(explained(&error)),
        }
    }
}

/// A result with the interrupt that ended it, if there was one.
pub type Told<'py> = (Bound<'py, PyDict>, Option<Bound<'py, PyAny>>);

/// An exception as an object.
pub fn exception<'py>(py: Python<'py>, error: Option<PyErr>) -> Option<Bound<'py, PyAny>> {
    error.map(|error| error.into_value(py).into_bound(py).into_any())
}

/// Why a job cannot be run.
pub fn explained(error: &JobError) -> PyErr {
    PyValueError::new_err(match error {
        JobError::Search(SearchError::NoEvaluation) => {
            "the search needs an evaluation of every unfinished position, and this game has none: in Python, define \
             evaluate(state) or evaluate_batch(states); mcts-solver does without"
                .into()
        }
        error => error.to_string(),
    })
}

/// Warns of what users of a game should know about its answers.
fn noted(py: Python<'_>, game: AnyGame) -> PyResult<AnyGame> {
    if let Some(note) = game.note().and_then(|note| CString::new(note).ok()) {
        PyErr::warn(py, &py.get_type::<PyUserWarning>(), &note, 3)?;
    }
    Ok(game)
}

#[pymethods]
impl Rules {
    /// A game of the catalogue.
    #[staticmethod]
    fn open(py: Python<'_>, spec: &str) -> PyResult<Rules> {
        let game = open(spec).map_err(|error| wrong(error.to_string()))?;
        noted(py, game).map(Rules::native)
    }

    /// The same for a comparison: with code that was compiled for this game alone only if all these algorithms have it,
    /// so that times can be compared.
    #[staticmethod]
    fn open_in_one_lane(spec: &str, algorithms: Vec<String>) -> PyResult<Rules> {
        let game = open(spec).map_err(|error| wrong(error.to_string()))?;
        let specs: Result<Vec<Spec>, _> = algorithms.iter().map(|name| Spec::parse(name)).collect();
        // A word that names no algorithm is reported where it is used.
        Ok(Rules::native(match specs {
            Ok(specs) => game.in_one_lane(&specs),
            Err(_) => game.without_typed_lane(),
        }))
    }

    /// A tree from JSON.
    #[staticmethod]
    fn tree(py: Python<'_>, json: &str) -> PyResult<Rules> {
        let tree = Tree::from_json(json).map_err(|error| wrong(error.to_string()))?;
        // Python writes its floats as they are: only its integers can have been rounded.
        let rounded = |word: &str| word.parse().is_ok_and(|n: i128| n as f64 as i128 != n);
        let mut words = json.split(|c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c)));
        let game = tree.into_game();
        let game = if words.any(rounded) { game } else { game.with_note(None) };
        noted(py, game).map(Rules::native)
    }

    /// A game that is written in Python, by its methods, from a state on.
    #[staticmethod]
    fn script(methods: &Bound<'_, PyDict>, start: &Bound<'_, PyAny>) -> PyResult<Rules> {
        let (py, stop) = (methods.py(), Arc::<AtomicBool>::default());
        let script = Script::new(py, Hooks::new(methods)?, start, &stop)?;
        let game = AnyGame::new(Scripted(script.clone()));
        Ok(Rules { game: Arc::new(game), script: Some(script), stop })
    }

    /// A range that contains every value.
    fn value_range<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let range = self.game.value_range();
        Ok((number(py, range.lower)?, number(py, range.upper)?))
    }

    /// Whether there are chance nodes.
    fn has_chance(&self) -> bool {
        self.game.has_chance()
    }

    /// A position: whose turn it is, the moves, its drawing.
    #[pyo3(signature = (position=None))]
    fn look<'py>(&self, py: Python<'py>, position: Option<&str>) -> PyResult<Bound<'py, PyDict>> {
        let board = self.game.board(position).map_err(|error| explained(&error))?;
        let dict = PyDict::new(py);
        let turn = board.turn();
        dict.set_item(
            "turn",
            if let Turn::Inner(kind) = turn { Some(turn_name(kind)) } else { None },
        )?;
        let value = if let Turn::Terminal(value) = turn { Some(number(py, value)?) } else { None };
        dict.set_item("value", value)?;
        let moves = board.likely_moves();
        let texts: Vec<String> = moves.iter().map(|&(mv, _)| board.text(mv)).collect();
        dict.set_item("moves", texts)?;
        let chances: Vec<f64> = moves.iter().map(|&(_, chance)| chance).collect();
        dict.set_item("probabilities", chances)?;
        dict.set_item("drawing", board.drawing())?;
        Ok(dict)
    }

    /// The text of the position after moves from another one.
    fn after(&self, position: Option<&str>, moves: Vec<String>) -> PyResult<String> {
        let base = position.unwrap_or_default().trim();
        let drawn = base.contains(['/', '\n']);
        let text = if drawn || base.is_empty() {
            let mut board = self.game.board(position).map_err(|error| explained(&error))?;
            for text in &moves {
                let mv = board.parse(text).map_err(|error| wrong(error.to_string()))?;
                board.play(mv);
            }
            match drawn {
                true => board.drawing().lines().collect::<Vec<_>>().join("/"),
                false => board.position_text(),
            }
        } else {
            let all = std::iter::once(base).chain(moves.iter().map(String::as_str));
            all.collect::<Vec<_>>().join(" ")
        };
        self.game.check_position(&text).map_err(|error| wrong(error.to_string()))?;
        Ok(text)
    }

    /// What a value means, if the game says so.
    fn value_text(&self, value: f64) -> Option<String> {
        gametree::Value::new(value).and_then(|value| self.game.value_text(value))
    }

    /// The size of the board at the top of a drawing, if there is one.
    fn board_size(&self) -> Option<(usize, usize)> {
        self.game.coordinates().map(|board| (board.columns, board.rows))
    }

    /// Whose piece a symbol of a drawing is.
    fn owner(&self, symbol: char) -> Option<&'static str> {
        self.game.owner(symbol).map(turn_name)
    }

    /// Finds the value of a position.
    fn solve<'py>(&self, py: Python<'py>, options: &Bound<'py, PyDict>) -> PyResult<Told<'py>> {
        let (options, stop) = (Options(options), self.flag());
        let job = options.job(&self.game, &stop)?;
        let job = job.threads(self.threads(&options)?);
        self.learn_if_chosen(options.text("algorithm")?.as_deref(), &job);
        let mut workspace = Workspace::new(options.store()?);
        let (begun, mut known) = (Instant::now(), Known::new(self, &job));
        match self.run_watched(py, &job, &stop, &mut workspace, &mut known) {
            Ok(done) => Ok((
                self.told(py, job.position.as_deref(), &done.result, job.range)?,
                exception(py, done.interrupt),
            )),
            Err(error) => {
                let algorithm = job.algorithm.clone().unwrap_or_else(|| self.game.choose(&job));
                let known = (known.bounds, known.counts);
                self.rescued(py, error, &algorithm.to_string(), known, begun)
            }
        }
    }

    /// The same, and a certificate of the answer, as bytes; none, if the search was interrupted.
    fn certify<'py>(
        &self,
        py: Python<'py>,
        options: &Bound<'py, PyDict>,
        name: &str,
    ) -> PyResult<(Told<'py>, Option<Bound<'py, PyBytes>>)> {
        self.certified(py, &Options(options), name)
    }

    /// Checks the certificate in a file.
    #[pyo3(signature = (file, memory=None))]
    fn check<'py>(
        &self,
        py: Python<'py>,
        file: PathBuf,
        memory: Option<usize>,
    ) -> PyResult<(Bound<'py, PyDict>, Option<Bound<'py, PyAny>>)> {
        self.checked(py, &file, memory)
    }

    /// Has a player search a position.
    #[pyo3(name = "think")]
    fn think_of<'py>(&self, py: Python<'py>, options: &Bound<'py, PyDict>) -> PyResult<Told<'py>> {
        self.think(py, &Options(options))
    }

    /// What a running search knows, from time to time.
    fn analyse(&self, options: &Bound<'_, PyDict>) -> PyResult<Analysis> {
        self.analysis(&Options(options))
    }

    /// Lets players play a match.
    fn arena<'py>(&self, py: Python<'py>, options: &Bound<'py, PyDict>) -> PyResult<Told<'py>> {
        self.contest(py, &Options(options))
    }
}

/// The built-in games.
fn catalogue() -> Catalogue {
    gametree_games::GAMES.iter().copied().chain(gametree_chess::GAMES).collect()
}

/// The game that a spec names.
fn open(spec: &str) -> Result<AnyGame, GameError> {
    catalogue().open(spec)
}

/// The games of the catalogue.
#[pyfunction]
pub fn games(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let games = catalogue();
    let each = games.entries().iter().map(|entry| {
        let dict = PyDict::new(py);
        dict.set_item("name", entry.name)?;
        dict.set_item("syntax", entry.syntax)?;
        dict.set_item("example", entry.example)?;
        dict.set_item("summary", entry.summary)?;
        Ok(dict)
    });
    PyList::new(py, each.collect::<PyResult<Vec<_>>>()?)
}

/// The algorithms of the registry: those that prove, then those that estimate.
#[pyfunction]
pub fn algorithms(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    let each = |entry: &Entry, proves: bool| {
        let dict = PyDict::new(py);
        dict.set_item("name", entry.name)?;
        dict.set_item("summary", entry.summary)?;
        dict.set_item("proves", proves)?;
        dict.set_item("chance", entry.takes_chance)?;
        dict.set_item("epsilon", entry.takes_epsilon)?;
        Ok(dict)
    };
    let proving = ALGORITHMS.iter().map(|entry| each(entry, true));
    let all = proving.chain(SAMPLERS.iter().map(|entry| each(entry, false)));
    PyList::new(py, all.collect::<PyResult<Vec<_>>>()?)
}
