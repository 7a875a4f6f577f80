//! Matches between players.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use gametree_arena::couples::elo;
use gametree_arena::sprt::{Sprt, Verdict};
use gametree_arena::units::{Ended, Run, Watcher};
use gametree_arena::{Contest, Openings, Outcome, PairTally, Record, compete};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::options::{Options, wrong};
use crate::rules::{Rules, Told, exception};
use crate::supervise::beside;

/// The most random moves of an opening.
const MOST_RANDOM: u32 = 1000;

impl Rules {
    /// Plays a match.
    pub fn contest<'py>(&self, py: Python<'py>, options: &Options<'_, 'py>) -> PyResult<Told<'py>> {
        let name = options.text("name")?.unwrap_or_default();
        let players = options.texts("players")?;
        let openings = openings(&options.texts("openings")?, self)?;
        let sprt = options.text("sprt")?.as_deref().map(Sprt::parse).transpose();
        let sprt = sprt.map_err(|reason| wrong(format!("sprt: {reason}")))?;
        let games = options.count("games")?.unwrap_or(100);
        if games == 0 || games % 2 == 1 {
            return Err(wrong(format!(
                "games={games} should be an even number, 2 or more: each opening is played with both colours"
            )));
        }
        let out = options.text("out")?.map(PathBuf::from);
        let (seed, threads, stop) = (options.seed()?, self.threads(options)?, self.flag());
        let running = self.begin(&stop)?;
        let mut crier = Crier { progress: options.object("progress")?, games: 0, fault: None };
        let done = beside(py, &stop, || {
            let contest = Contest::new(&self.game, &name, &players, openings, seed)?;
            let units = games.checked_mul(contest.pairs().len() as u64).ok_or("too many games")?;
            let run = Run { units, threads, file: out.as_deref(), interrupt: stop.clone() };
            compete(&contest, &run, sprt, &mut crier)
        });
        running.finish()?;
        let done = done?;
        if let Some(error) = crier.fault {
            return Err(error);
        }
        if let Some(error) = self.script.as_ref().and_then(|script| script.trouble.take()) {
            return Err(error);
        }
        let outcome = done.result.map_err(wrong)?;
        Ok((told(py, &outcome)?, exception(py, done.interrupt)))
    }
}

/// How games begin: `random:K`, or a list of positions.
fn openings(texts: &[String], rules: &Rules) -> PyResult<Openings> {
    let random = match texts {
        [text] => text.strip_prefix("random:"),
        _ => None,
    };
    match random {
        Some(plies) => {
            let plies_read = plies.parse().ok().filter(|&plies| plies <= MOST_RANDOM);
            plies_read.map(Openings::Random).ok_or_else(|| {
                let should = format!("should be random:K with K from 0 to {MOST_RANDOM}");
                wrong(format!("openings=random:{plies} {should}"))
            })
        }
        None => Openings::of_positions(texts, &rules.game)
            .map_err(|reason| wrong(format!("openings: {reason}"))),
    }
}

/// Tells a function in Python how many games are finished. Whoever interrupts has the interpreter back at once.
struct Crier {
    progress: Option<Py<PyAny>>,
    games: u64,
    /// What the function raised.
    fault: Option<PyErr>,
}

impl Watcher<Record> for Crier {
    fn patience(&self) -> Duration {
        Duration::ZERO
    }

    fn row(&mut self, _: &Record) -> ControlFlow<()> {
        self.games += 1;
        let Some(progress) = &self.progress else { return ControlFlow::Continue(()) };
        self.fault = Python::attach(|py| progress.call1(py, (self.games,)).err());
        if self.fault.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn told<'py>(py: Python<'py>, outcome: &Outcome) -> PyResult<Bound<'py, PyDict>> {
    let (dict, tally) = (PyDict::new(py), &outcome.tally);
    let pairs = tally.pairs.iter().map(|pair| of_pair(py, pair)).collect::<PyResult<Vec<_>>>()?;
    dict.set_item("pairs", PyList::new(py, pairs)?)?;
    dict.set_item("finished", tally.games())?;
    let [max, drawn, min] = tally.by_colour;
    dict.set_item("max_won", max)?;
    dict.set_item("drawn", drawn)?;
    dict.set_item("min_won", min)?;
    dict.set_item("repeated", tally.repeated)?;
    dict.set_item("long", tally.long)?;
    let ended = match outcome.ended {
        Ended::Complete => "complete",
        Ended::Enough => "decided",
        Ended::Interrupted => "interrupted",
    };
    dict.set_item("ended", ended)?;
    let verdict = outcome.verdict.map(|verdict| match verdict {
        Verdict::Elo0 => "elo0",
        Verdict::Elo1 => "elo1",
    });
    dict.set_item("verdict", verdict)?;
    Ok(dict)
}

fn of_pair<'py>(py: Python<'py>, pair: &PairTally) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let (low, high) = pair.couples.interval();
    let score = pair.couples.score();
    dict.set_item("players", pair.players)?;
    dict.set_item("won", pair.won)?;
    dict.set_item("drawn", pair.drawn)?;
    dict.set_item("lost", pair.lost)?;
    dict.set_item("score", score)?;
    dict.set_item("score_low", low)?;
    dict.set_item("score_high", high)?;
    dict.set_item("elo", score.map(elo))?;
    dict.set_item("elo_low", elo(low))?;
    dict.set_item("elo_high", elo(high))?;
    Ok(dict)
}
