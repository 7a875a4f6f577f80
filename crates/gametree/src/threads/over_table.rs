//! A search by several threads that share a table.

use std::sync::Arc;
use std::thread::scope;

use super::crew::{Crew, Dismissal, spawn_helper};
use crate::algorithm::{Algorithm, WalkOf};
use crate::counts::Counts;
use crate::error::SearchError;
use crate::limits::Limits;
use crate::model::{Game, Knowledge, Window};
use crate::outcome::Outcome;
use crate::probe::Probe;
use crate::store::Table;
use crate::walk::{Question, Walk};

/// The types of a search over a table.
type OverTable<G, K, P> = (G, K, P, Table);

/// Answers the question by `threads` threads over one table. What has been found alone until
/// helpers come is in the table.
pub(crate) fn search_over_table<G: Game, K: Knowledge<G>, P: Probe<G>, A: Algorithm>(
    algorithm: &mut A,
    walk: &mut WalkOf<'_, OverTable<G, K, P>>,
    window: Window,
    table: &mut Table,
    threads: usize,
) -> Outcome<G::Move> {
    walk.begin_alone();
    let alone = algorithm.search::<OverTable<G, K, P>>(walk, window, table);
    if !walk.needs_help() {
        return alone;
    }
    let crew = Crew::new(walk.range()).with_marks().drawing_from(walk.limits_left(), threads);
    let crew = Arc::new(crew);
    scope(|scope| {
        for _ in 1..threads {
            let Some(algorithm) = algorithm.worker() else { break };
            let helper = Helper {
                algorithm,
                question: walk.question(),
                memory: walk.memory_limit(),
                table: table.share(),
                crew: Arc::clone(&crew),
            };
            spawn_helper(scope, &crew, move || helper.work::<P>(window));
        }
        walk.join(Arc::clone(&crew), true);
        // Also if the leader panics.
        let _dismissal = Dismissal(&crew);
        // The table may have forgotten what was found alone.
        let found = algorithm.search::<OverTable<G, K, P>>(walk, window, table);
        found.after(alone, walk.turn())
    })
}

/// A thread that helps.
struct Helper<'a, G: Game, K, A> {
    algorithm: A,
    question: Question<'a, G, K>,
    memory: usize,
    table: Table,
    crew: Arc<Crew>,
}

impl<G: Game, K: Knowledge<G>, A: Algorithm> Helper<'_, G, K, A> {
    fn work<P: Probe<G>>(self, window: Window) -> Result<Counts, SearchError> {
        let Helper { mut algorithm, question, memory, mut table, crew } = self;
        let mut walk = Walk::<G, K, P>::helping(question, &crew, Limits::none().memory(memory));
        algorithm.search::<OverTable<G, K, P>>(&mut walk, window, &mut table);
        walk.object_to_contradictions(&mut table);
        let peak_bytes = table.own_bytes() as u64;
        walk.finish().map(|(counts, ..)| Counts { peak_bytes, ..counts })
    }
}
