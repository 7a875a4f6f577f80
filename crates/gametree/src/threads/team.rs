//! Searches by several threads. Those that sample share one tree, and rollouts under way count as
//! lost until they come back, so that threads go different ways (virtual loss; Chaslot, Winands and
//! van den Herik 2008). Selective searches share their table.
//!
//! Each thread has an equal share of a limit on nodes or leaves.

use std::sync::Arc;
use std::thread::{scope, sleep};
use std::time::Duration;

use super::crew::{Crew, Dismissal, spawn_helper};
use crate::anytime::{AnytimeSearch, BoxedSearch, Frame};
use crate::model::{Game, Knowledge};
use crate::outcome::{Outcome, Stop};
use crate::walk::{Door, Walk};

/// How often a leader that waits looks up.
const PAUSE: Duration = Duration::from_micros(200);

/// Several searches of one position, each by a thread of its own.
pub(crate) struct Team<'g, G: Game, K> {
    frame: Frame<'g, G, K>,
    position: G::Position,
    /// The first one is the leader's.
    members: Vec<BoxedSearch<'g, G>>,
}

impl<'g, G: Game, K: Knowledge<G>> Team<'g, G, K> {
    pub fn new(
        frame: Frame<'g, G, K>,
        position: &G::Position,
        members: Vec<BoxedSearch<'g, G>>,
    ) -> Self {
        Team { frame, position: position.clone(), members }
    }
}

impl<G: Game, K: Knowledge<G>> AnytimeSearch<G> for Team<'_, G, K> {
    fn run(
        &mut self,
        door: &mut dyn Door<G>,
        watch: &mut dyn FnMut(&Outcome<G::Move>),
    ) -> Option<Stop> {
        let crew = Arc::new(Crew::new(self.frame.range));
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

    /// That of the deepest iteration, or of the first search: those that share a tree know the
    /// same.
    fn answer(&self) -> Outcome<G::Move> {
        let mut members = self.members.iter();
        let Some(leader) = members.next() else { return Outcome::of(self.frame.range) };
        let own = leader.brief();
        // Of equals the first one, which is the leader's.
        let deeper = members
            .map(|member| (member.brief().depth, member))
            .fold((own.depth, leader), |best, other| if other.0 > best.0 { other } else { best });
        deeper.1.answer()
    }

    /// What they share counts once, with the first of them.
    fn memory(&self) -> (usize, usize) {
        let each = self.members.iter().map(|member| member.memory());
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
