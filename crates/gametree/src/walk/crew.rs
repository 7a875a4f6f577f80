//! The walk of a search by several threads.

use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use super::Walk;
use crate::counts::Counts;
use crate::error::SearchError;
use crate::limits::Limits;
use crate::model::{Bounds, Game, Knowledge, Move};
use crate::outcome::Stop;
use crate::probe::Probe;
use crate::threads::{Crew, Marks, Solo};
use crate::walk::{Question, Scope};

/// The part of a walk in a crew.
pub(super) struct Membership {
    crew: Arc<Crew>,
    leads: bool,
    /// The news about the root that this walk knows, if it listens at all.
    news: u32,
    listens: bool,
    /// Whether limits on nodes and leaves are its own, and not those of all.
    has_share: bool,
    /// The nodes and leaves that the crew knows of.
    told: (u64, u64),
}

impl<'a, G: Game, K: Knowledge<G>, P: Probe<G>> Walk<'a, G, K, P> {
    /// The question that this walk helps to answer, for another one that helps. No principal
    /// variation is wanted of helpers.
    pub(crate) fn question(&self) -> Question<'a, G, K> {
        let (range, withheld) = (self.range, self.withheld);
        let scope = Scope { range, withheld, epsilon: self.slack - self.allowance };
        let mut terms = self.terms;
        terms.pv = false;
        terms.threads = NonZero::<usize>::MIN;
        Question::new(self.game, self.knowledge, self.position.clone(), scope, terms)
    }

    /// The walk of a helper.
    pub(crate) fn helping(question: Question<'a, G, K>, crew: &Arc<Crew>, limits: Limits) -> Self {
        let limits = limits.stop(crew.dismissal());
        let mut walk = Walk::new(question, None, limits);
        walk.join(Arc::clone(crew), false);
        walk
    }

    /// From now on this walk is one of several.
    pub(crate) fn join(&mut self, crew: Arc<Crew>, leads: bool) {
        let (news, draws) = (crew.news(), crew.pool().is_some());
        if draws {
            self.budget.draw_only(&self.counts);
        }
        let has_share = !leads || draws;
        self.crew = Some(Membership { crew, leads, news, listens: true, has_share, told: (0, 0) });
        // A search that looks at the clock before its first step must find a limit.
        self.draw();
    }

    /// From now on this walk leads.
    pub(crate) fn lead_crew(&mut self, crew: &Arc<Crew>) {
        self.join(Arc::clone(crew), true);
    }

    /// From now on this walk leads, and all threads have equal shares of the nodes and leaves that are
    /// left. Returns
    /// those of the others.
    pub(crate) fn lead_with_shares(&mut self, crew: &Arc<Crew>, shares: u64) -> Limits {
        self.lead_crew(crew);
        if let Some(member) = &mut self.crew {
            member.has_share = true;
        }
        self.budget.divide(&self.counts, shares)
    }

    /// Whether a leader that has spent its share may wait for the others: there is time left, and
    /// they are still at work.
    pub(crate) fn may_wait_for_crew(&mut self) -> bool {
        let Some(member) = &self.crew else { return false };
        let news = member.listens && member.crew.news() != member.news;
        let spent = matches!(self.stop, Some(Stop::Nodes | Stop::Leaves));
        if !spent || news || !member.crew.is_at_work() || member.crew.has_failed() {
            return false;
        }
        let late = self.budget.look_at_clock(&self.counts);
        self.stop = late.or(self.stop);
        late.is_none()
    }

    /// Whether the search may go on, for a leader that only watches.
    pub(crate) fn looks_on(&mut self) -> bool {
        self.budget.burn_out();
        self.may_go_on()
    }

    /// The positions that are being searched, if several threads search this question together. (A
    /// leader that only watched and then goes on alone has nobody to share it with.)
    pub(crate) fn marks(&self) -> Option<&Arc<Marks>> {
        self.crew.as_ref().and_then(|member| member.crew.marks())
    }

    /// Whether this is a helper's walk: what all share is for the leader to count.
    pub(crate) fn is_helper(&self) -> bool {
        self.crew.as_ref().is_some_and(|member| !member.leads)
    }

    /// Stops the search after some time, to be started again with helpers.
    pub(crate) fn begin_alone(&mut self) {
        self.solo = Some(Solo::new(self.counts.nodes));
        self.budget.burn_out();
    }

    /// How many nodes fit into `time`, judged by the search alone; `None` if they are costly.
    pub(crate) fn nodes_alone_in(&self, time: Duration) -> Option<u64> {
        self.solo.as_ref().and_then(|solo| solo.nodes_in(time))
    }

    /// Whether the search was stopped because the time alone is over. If so, it may start again.
    pub(crate) fn needs_help(&mut self) -> bool {
        let needed = self.stop == Some(Stop::Running);
        if needed {
            self.stop = None;
        }
        if let Some(solo) = &mut self.solo {
            solo.end();
        }
        needed
    }

    /// Goes on after a stop because of news about the root.
    pub(crate) fn hear_news(&mut self) {
        if let Some(member) = &mut self.crew {
            member.news = member.crew.news();
            self.stop = self.stop.filter(|&stop| stop != Stop::Running);
        }
    }

    /// The question is answered, and what is left to do is done alone.
    pub(crate) fn dismiss_crew(&mut self) {
        if let Some(member) = self.crew.as_mut().filter(|member| member.leads) {
            member.crew.dismiss();
            member.listens = false;
        }
        // Others may have spent what was left when the limits were last looked at.
        self.budget.burn_out();
    }

    /// What the crew has proven of the root, and the best move as far as it is known.
    pub(crate) fn common_root(&self) -> Option<(Bounds, Option<G::Move>)> {
        self.crew.as_ref().map(|member| member.crew.root())
    }

    /// Tells the crew what is proven of the root, and the move that is worth the mover's bound.
    pub(crate) fn tell_crew(&mut self, bounds: Bounds, best: Option<G::Move>) {
        let turn = self.turn();
        // After an error the bounds are worth nothing.
        let fault = self.fault();
        if let (Some(member), None) = (&self.crew, fault) {
            member.crew.tell(bounds, turn, best.map(Move::code));
        }
    }

    /// Draws from the nodes and leaves that are left to all.
    pub(super) fn draw(&mut self) {
        if let Some(pool) = self.crew.as_ref().and_then(|member| member.crew.pool()) {
            self.budget.draw(&self.counts, pool);
        }
    }

    /// Tells the crew what was done, and hears the news. Shows the work of all to the probe, and
    /// returns what the limits are about.
    pub(super) fn meet_crew(&mut self) -> Counts {
        if let Some(member) = &mut self.crew {
            if !member.leads {
                let (nodes, leaves) = member.told;
                member.crew.note_work(self.counts.nodes - nodes, self.counts.leaves - leaves);
                member.told = (self.counts.nodes, self.counts.leaves);
            }
            if member.crew.has_failed() {
                self.stop = Some(Stop::Stalled);
            } else if member.listens && member.crew.news() != member.news {
                self.stop = Some(Stop::Running);
            }
        }
        if let Some(solo) = &mut self.solo {
            if solo.deserves_help(self.budget.last_look(), self.counts.nodes) {
                self.stop = Some(Stop::Running);
            }
        }
        let counts = self.all_counts();
        if let Some(probe) = &mut self.probe {
            probe.tick(&counts);
        }
        let has_share = self.crew.as_ref().is_some_and(|member| member.has_share);
        if has_share { self.counts } else { counts }
    }

    /// The work so far, that of helpers included if this is the leader.
    pub(super) fn all_counts(&self) -> Counts {
        match &self.crew {
            Some(member) if member.leads => {
                let (nodes, leaves) = member.crew.work();
                let mut counts = self.counts;
                counts.nodes += nodes;
                counts.leaves += leaves;
                counts
            }
            _ => self.counts,
        }
    }

    /// The work of all when the helpers have ended.
    ///
    /// # Errors
    /// If one of them ended with an error.
    pub(super) fn final_counts(&self) -> Result<Counts, SearchError> {
        match &self.crew {
            Some(member) if member.leads => {
                let (own, helpers) = (self.counts, member.crew.ended()?);
                let mut all = own.plus(helpers);
                if member.crew.has_working_leader() {
                    all.peak_bytes = own.peak_bytes + helpers.peak_bytes;
                }
                Ok(all)
            }
            _ => Ok(self.counts),
        }
    }
}
