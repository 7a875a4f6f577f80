//! A proof by several threads.
//!
//! All of them prove the same, by the same search, with one table and one book. They differ in the
//! order in which they answer the other player's moves ([`Prover::turn`]), so they prove different
//! things, and each finds what the others have proven in the book. Every entry of it is a proof
//! whose parts are in the book already; so it does not matter who wrote it, nor when.

use std::sync::{Arc, OnceLock};
use std::thread::scope;

use super::crew::{Crew, Dismissal, spawn_helper};
use crate::counts::Counts;
use crate::limits::Limits;
use crate::model::{Game, Knowledge};
use crate::outcome::Stop;
use crate::proof::{Book, Means, Meter, ProofError, Prover, Side};
use crate::store::{OptionalTable, Table};

/// A proof that takes no more steps than this gets no helpers: starting them would take longer than
/// they save. In builds with debug assertions they come at once, so that small tests are about
/// threads, too.
const ALONE: u64 = if cfg!(debug_assertions) { 0 } else { 1 << 12 };

/// One end of the interval: that `position`, which is not the end of the game, is worth at least
/// `aim` to the owner.
pub(crate) struct End<'e, G: Game, K> {
    pub means: &'e Means<'e, G, K>,
    pub side: Side,
    pub position: G::Position,
    pub aim: f64,
}

impl<'e, G: Game, K: Knowledge<G>> End<'e, G, K> {
    /// The proven bound; minus infinity if there is no proof.
    pub fn prove<'m>(
        &self,
        mut table: Option<&mut Table>,
        book: &mut Book,
        meter: &mut Meter<'m>,
        threads: usize,
    ) -> Result<f64, ProofError>
    where
        'e: 'm,
    {
        let divided = threads > 1 && book.share().is_some();
        meter.pause_after(divided.then_some(ALONE));
        let found = self.prove_as(0, table.as_deref_mut(), book, meter);
        meter.pause_after(None);
        match found {
            Err(Stop::Nodes) => self.prove_together(table, book, meter, threads),
            found => found.map_err(ProofError::Stopped),
        }
    }

    /// The same by the thread with this number.
    fn prove_as<'m>(
        &self,
        thread: usize,
        table: Option<&mut Table>,
        book: &mut Book,
        meter: &mut Meter<'m>,
    ) -> Result<f64, Stop>
    where
        'e: 'm,
    {
        let table = OptionalTable(table);
        let mut prover = Prover::new(self.means, table, self.side, book, meter, thread);
        prover.prove(&self.position, self.aim)
    }

    /// The same by several threads. The first answer counts.
    fn prove_together<'m>(
        &self,
        mut table: Option<&mut Table>,
        book: &mut Book,
        meter: &mut Meter<'m>,
        threads: usize,
    ) -> Result<f64, ProofError>
    where
        'e: 'm,
    {
        let crew = Arc::new(Crew::new(self.means.range));
        let answer = OnceLock::new();
        let found = scope(|scope| {
            for thread in 1..threads {
                let Some(mut book) = book.share() else { break };
                let mut table = table.as_deref_mut().map(Table::share);
                let (its_crew, answer) = (Arc::clone(&crew), &answer);
                let end = End { position: self.position.clone(), ..*self };
                spawn_helper(scope, &crew, move || {
                    let limits = Limits::none().stop(its_crew.dismissal());
                    let mut reported = 0;
                    let mut report = |steps| {
                        its_crew.note_work(steps - reported, 0);
                        reported = steps;
                    };
                    let mut meter = Meter::new(&limits, &mut report);
                    if let Ok(found) = end.prove_as(thread, table.as_mut(), &mut book, &mut meter) {
                        let _ = answer.set(found);
                        its_crew.dismiss();
                    }
                    Ok(Counts::default())
                });
            }
            meter.crew = Some(Arc::clone(&crew));
            // Also if this thread panics.
            let _dismissal = Dismissal(&crew);
            self.prove_as(0, table, book, meter)
        });
        meter.crew = None;
        match (found, answer.get()) {
            _ if crew.has_failed() => Err(ProofError::Panicked),
            (Err(_), Some(&found)) | (Ok(found), _) => Ok(found),
            (Err(stop), None) => Err(ProofError::Stopped(stop)),
        }
    }
}
