//! Searches by several threads. Those that sample have a tree each, and what they know of the root's moves is put
//! together (root parallelisation; Chaslot, Winands and van den Herik 2008 found nothing better). Selective searches share
//! their table.
//!
//! Each thread has an equal share of a limit on nodes or leaves: within such limits, sampling by several threads is
//! reproducible, too.
//!
//! A rollout spends nine tenths of its time in the tree, so that threads that had one tree in common, with locks,
//! would wait for each other; and a tree that a single thread uses can be packed as tightly as ours is.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::thread::{scope, sleep};
use std::time::Duration;

use super::anytime::{AnytimeSearch, Frame};
use super::best_move::{Standing, at_least, best_of};
use crate::model::{Game, Kind, Knowledge, Move, Turn};
use crate::run::crew::{Crew, Dismissal, spawn_helper};
use crate::run::{Answer, Door, RootMove, Stop, Walk};

/// How often a leader that waits looks up.
const PAUSE: Duration = Duration::from_micros(200);

/// A search that a thread can take along.
///
/// ```
/// use gametree::Game;
/// use gametree::sampling::{BoxedSearch, Frame, Sampler, Settings};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let frame = Frame::new(&game, &game, 1 << 20);
/// let mcts = Sampler::Mcts(Settings::default());
/// let searches: Vec<BoxedSearch<'_, Subtraction>> =
///     (1..3).map(|seed| mcts.seeded(seed).start(frame, &game.start())).collect::<Result<_, _>>()?;
/// assert!(searches.iter().all(|search| search.answer().moves.is_empty()));
/// # Ok::<(), gametree::SearchError>(())
/// ```
pub type BoxedSearch<'g, G> = Box<dyn AnytimeSearch<G> + Send + 'g>;

/// How the answers of several searches become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joining {
    /// Visits and rewards add up.
    Visits,
    /// The same, and what one has proven holds for all.
    Proofs,
    /// The deepest iteration counts. The searches have a table in common (Lazy SMP).
    Deepest,
}

/// Several searches of one position, each by a thread of its own.
pub(super) struct Team<'g, G: Game, K> {
    frame: Frame<'g, G, K>,
    joining: Joining,
    position: G::Position,
    /// The first one is the leader's.
    members: Vec<BoxedSearch<'g, G>>,
}

impl<'g, G: Game, K: Knowledge<G>> Team<'g, G, K> {
    pub fn new(
        frame: Frame<'g, G, K>,
        joining: Joining,
        position: &G::Position,
        members: Vec<BoxedSearch<'g, G>>,
    ) -> Self {
        Team { frame, joining, position: position.clone(), members }
    }

    /// Puts answers together: visits and rewards add up, and of bounds the tightest count.
    fn joined(&self, answers: Vec<Answer<G::Move>>) -> Answer<G::Move> {
        let mut answers = answers.into_iter();
        if self.joining == Joining::Deepest {
            // Of equals the first one, which is the leader's.
            let deeper = |best: Answer<_>, other: Answer<_>| {
                if other.depth > best.depth { other } else { best }
            };
            return answers.reduce(deeper).unwrap_or_else(|| Answer::of(self.frame.range));
        }
        let Some(mut all) = answers.next() else { return Answer::of(self.frame.range) };
        let visits = |answer: &Answer<G::Move>| {
            answer.moves.iter().fold(0, |all: u32, mv| all.saturating_add(mv.visits))
        };
        let mut weight = visits(&all);
        // Where each move stands in the list: there may be very many.
        let mut places: HashMap<u32, usize> = HashMap::with_capacity(all.moves.len());
        places.extend(all.moves.iter().enumerate().map(|(place, known)| (known.mv.code(), place)));
        for answer in answers {
            let more = visits(&answer);
            all.bounds = all.bounds.intersect(answer.bounds);
            all.mean = average([(all.mean, weight), (answer.mean, more)]);
            all.by_hashes |= answer.by_hashes;
            weight = weight.saturating_add(more);
            for mv in answer.moves {
                match places.entry(mv.mv.code()) {
                    Entry::Occupied(place) => join(&mut all.moves[*place.get()], mv),
                    Entry::Vacant(place) => {
                        place.insert(all.moves.len());
                        all.moves.push(mv);
                    }
                }
            }
        }
        // What one thread has proven corrects the means of the others.
        all.mean = all.mean.map(|mean| self.frame.possible(all.bounds, mean));
        for known in &mut all.moves {
            known.mean = self.frame.possible(known.bounds, known.mean);
        }
        let Turn::Inner(kind) = self.frame.game.judge(&self.position) else { return all };
        if let Some(best) = self.best(kind, &all) {
            all.pv = all.moves[best].pv.clone();
        }
        all
    }

    /// The number of the move to play.
    fn best(&self, kind: Kind, answer: &Answer<G::Move>) -> Option<usize> {
        let standing = |mv: &RootMove<G::Move>| {
            let RootMove { visits, mean, bounds, .. } = *mv;
            let possible = |reward| self.frame.possible(bounds, reward);
            let merit = match self.joining == Joining::Proofs {
                true => at_least(kind, mean, visits, bounds.is_within(self.frame.slack), possible),
                false => f64::from(visits),
            };
            Standing { bounds, merit }
        };
        let solved = answer.bounds.is_within(self.frame.slack);
        best_of(kind, solved, answer.moves.iter().map(standing))
    }
}

/// Adds what another thread knows of a move.
fn join<M>(known: &mut RootMove<M>, more: RootMove<M>) {
    let mean = average([(Some(known.mean), known.visits), (Some(more.mean), more.visits)]);
    known.mean = mean.unwrap_or(known.mean);
    known.bounds = known.bounds.intersect(more.bounds);
    if more.visits > known.visits {
        known.pv = more.pv;
    }
    known.visits = known.visits.saturating_add(more.visits);
}

/// The average of means, by their weights.
fn average(means: [(Option<f64>, u32); 2]) -> Option<f64> {
    let (mut sum, mut weight) = (0.0, 0.0);
    for (mean, visits) in means {
        if let Some(mean) = mean {
            let visits = f64::from(visits.max(1));
            sum += mean * visits;
            weight += visits;
        }
    }
    (weight > 0.0).then(|| sum / weight)
}

impl<G: Game, K: Knowledge<G>> AnytimeSearch<G> for Team<'_, G, K> {
    fn run(
        &mut self,
        door: &mut dyn Door<G>,
        watch: &mut dyn FnMut(&Answer<G::Move>),
    ) -> Option<Stop> {
        let crew = Arc::new(Crew::new(self.frame.range, 0));
        let limits = door.lead(&crew, self.members.len() as u64).memory(self.frame.memory);
        let (frame, position) = (self.frame, &self.position);
        let (leader, others) = self.members.split_first_mut().expect("there is a leader");
        let ended = scope(|scope| {
            for member in others {
                let (question, own) = (frame.question(position), Arc::clone(&crew));
                let limits = limits.clone();
                let work = move || {
                    let mut walk = Walk::<_, _, ()>::helping(question, &own, limits);
                    let ended = member.run(&mut walk, &mut |_| ());
                    if ended == Some(Stop::Closed) {
                        walk.tell_crew(member.brief().bounds, None);
                    }
                    walk.finish().map(|(counts, ..)| counts)
                };
                spawn_helper(scope, &crew, work);
            }
            let _dismissal = Dismissal(&crew);
            let ended = leader.run(door, watch);
            while ended.is_none() && door.may_wait() {
                sleep(PAUSE);
            }
            ended
        });
        if self.answer().bounds.is_within(self.frame.slack) { Some(Stop::Closed) } else { ended }
    }

    fn answer(&self) -> Answer<G::Move> {
        self.joined(self.members.iter().map(|member| member.answer()).collect())
    }

    fn memory(&self) -> (usize, usize) {
        // A table that they share counts once.
        let count = if self.joining == Joining::Deepest { 1 } else { self.members.len() };
        let each = self.members[..count].iter().map(|member| member.memory());
        each.fold((0, 0), |(bytes, nodes), (more, others)| (bytes + more, nodes + others))
    }

    fn is_full(&self) -> bool {
        self.members.iter().any(|member| member.is_full())
    }

    fn restrict(&mut self, moves: &[G::Move]) {
        self.members.iter_mut().for_each(|member| member.restrict(moves));
    }

    fn advance(&mut self, mv: G::Move) -> bool {
        self.frame.game.advance(&mut self.position, mv);
        // One that does not know the move would have to start anew, and so do all.
        self.members.iter_mut().all(|member| member.advance(mv))
    }
}
