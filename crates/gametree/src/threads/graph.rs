//! Rollouts in one graph by several threads.
//!
//! Bounds only ever tighten, so nobody waits for anybody to read or to tighten them; only positions
//! are added one after the other. A position that a thread is expanding is passed over by the
//! others. Besides, all follow the policy: where helpers took the second widest outcome at every
//! second chance node, they expanded up to three times as many positions.
//!
//! Whether nothing is left to try is for one thread to say that is alone: others may be about to
//! add something.

use std::sync::Arc;
use std::thread::{scope, sleep};
use std::time::Duration;

use super::crew::{Crew, Dismissal, spawn_helper};
use crate::algorithm::Setup;
use crate::limits::Limits;
use crate::outcome::Stop;
use crate::rollout::{GraphSearch, Guide};
use crate::walk::Walk;

/// How long a thread that finds nothing to do waits for others to find something.
const PAUSE: Duration = Duration::from_micros(100);

impl<T: Setup, A: Guide + Send> GraphSearch<'_, '_, T, A> {
    /// [Runs](GraphSearch::run) by several threads as soon as the search has taken long; `worker` makes
    /// their policies.
    pub(crate) fn run_by(&mut self, threads: usize, worker: &impl Fn() -> Option<A>) {
        if threads > 1 {
            self.walk.begin_alone();
        }
        self.run();
        if !self.walk.needs_help() {
            return;
        }
        let crew = Crew::new(self.walk.range());
        let crew = Arc::new(crew.drawing_from(self.walk.limits_left(), threads));
        scope(|scope| {
            for _ in 1..threads {
                let Some(mut guide) = worker() else { break };
                let (question, window) = (self.walk.question(), self.question);
                let limits = Limits::none().memory(self.walk.memory_limit());
                let (crew, shared) = (Arc::clone(&crew), self.shared);
                let helpers = Arc::clone(&crew);
                spawn_helper(scope, &helpers, move || {
                    let mut walk = Walk::helping(question, &crew, limits);
                    GraphSearch::<T, A>::new(&mut walk, &mut guide, window, shared).help();
                    walk.finish().map(|(counts, ..)| counts)
                });
            }
            self.walk.lead_crew(&crew);
            // Also if this thread panics.
            let _dismissal = Dismissal(&crew);
            self.run();
        });
        self.walk.dismiss_crew();
        if self.gave_up == Some(Stop::Stalled) {
            self.gave_up = None;
            self.run();
        }
    }

    /// Does rollouts until the question is answered or no more help is needed.
    fn help(&mut self) {
        self.run();
        while self.gave_up == Some(Stop::Stalled) && self.walk.stopped().is_none() {
            self.gave_up = None;
            sleep(PAUSE);
            self.run();
        }
    }
}
