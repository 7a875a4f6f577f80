//! The library's searches, asked the same questions as the references.

use gametree::model::MoreFacts;
use std::num::NonZero;

use gametree::erased::{self, Erased};
use gametree::registry::Spec;
use gametree::{
    Bounds, Counts, Epsilon, Game, Limits, Outcome, Probe, Search, Stop, Storage, Value, Workspace,
};

use super::{Case, Explicit};
use crate::reference::{Exact, Span};

/// What a search of the library found and how.
#[derive(Clone, Debug)]
pub struct Report {
    /// The bounds it reported, as the exact numbers that those floats are.
    pub bounds: Span,
    /// The indices of the leaves evaluated, in order, repeats kept.
    pub leaves: Vec<usize>,
    /// The root's bounds as they were reported in the course of the search.
    pub roots: Vec<Span>,
    pub pv: Vec<usize>,
    pub stop: Stop,
}

#[derive(Default)]
struct Watcher {
    leaves: Vec<(usize, Value)>,
    roots: Vec<Bounds>,
}

impl Probe<Erased> for Watcher {
    fn leaf(&mut self, game: &Erased, position: &erased::Position, worth: Value) {
        let index = game.more_facts().leaf_number(game, position).expect("leaves have numbers");
        self.leaves.push((index as usize, worth));
    }

    fn root(&mut self, bounds: Bounds, _: &Counts) {
        self.roots.push(bounds);
    }
}

/// Asks the algorithm of a spec about a game; `further` says what else is asked for.
pub fn ask(
    game: &Explicit,
    case: &Case,
    spec: &Spec,
    further: impl for<'a> FnOnce(Search<'a, Erased, Erased>) -> Search<'a, Erased, Erased>,
) -> Report {
    let range = Bounds::new(value(case.range.0), value(case.range.1)).expect("a range");
    let epsilon = Epsilon::units(case.epsilon).expect("a distance");
    let mut watcher = Watcher::default();
    let erased = Erased::new(game.clone());
    let search = further(Search::bare(&erased).knowledge(&erased).range(range).epsilon(epsilon));
    let mut plain = Workspace::new(Storage::Plain);
    let outcome =
        search.probe(&mut watcher).reusing(&mut plain).run_erased(spec).expect("an answer");
    assert_eq!(outcome.counts.leaves, watcher.leaves.len() as u64, "every leaf counts once");
    for &(index, worth) in &watcher.leaves {
        assert_eq!(worth.get(), game.tree.reward(game.tree.leaves[index]));
    }
    Report {
        bounds: span(outcome.bounds),
        leaves: watcher.leaves.into_iter().map(|(index, _)| index).collect(),
        roots: watcher.roots.into_iter().map(span).collect(),
        pv: outcome.pv.into_iter().map(|mv| mv as usize).collect(),
        stop: outcome.stop,
    }
}

/// The same by several threads, within a limit on leaves, without looking at leaves: their order would vary.
pub fn ask_threads(
    game: &Explicit,
    case: &Case,
    spec: &Spec,
    threads: NonZero<usize>,
    leaves: Option<u64>,
) -> Report {
    let range = Bounds::new(value(case.range.0), value(case.range.1)).expect("a range");
    let epsilon = Epsilon::units(case.epsilon).expect("a distance");
    let erased = Erased::new(game.clone());
    let search = Search::bare(&erased).knowledge(&erased).range(range).epsilon(epsilon);
    let search = search.threads(threads).limits(Limits::none().leaves(leaves));
    let mut plain = Workspace::new(Storage::Plain);
    let outcome = search.reusing(&mut plain).run_erased(spec).expect("an answer");
    assert!(leaves.is_none_or(|most| outcome.counts.leaves <= most), "{:?}", outcome.counts);
    unwatched(outcome)
}

/// The report of a search whose leaves nobody has watched.
fn unwatched(outcome: Outcome<u32>) -> Report {
    Report {
        bounds: span(outcome.bounds),
        leaves: Vec::new(),
        roots: Vec::new(),
        pv: outcome.pv.into_iter().map(|mv| mv as usize).collect(),
        stop: outcome.stop,
    }
}

/// A float as a value.
pub fn value(number: f64) -> Value {
    Value::new(number).expect("no NaN")
}

fn span(bounds: Bounds) -> Span {
    Span::new(Exact::of(bounds.lower.get()), Exact::of(bounds.upper.get()))
}
