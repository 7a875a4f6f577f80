//! Looking at all children of a node before one of them is entered.
//!
//! Over a store that shares positions it pays to look up first what facts and store know of every
//! child (one of them may cause an immediate cutoff: the "enhanced transposition cutoff" of Plaat,
//! Schaeffer, Pijls and de Bruin 1996), and to enter the promising ones first.

use super::children::Turns;
use super::recursion::{Joined, Procedure, Recursion};
use crate::algorithm::{MoveOf, Setup, SlotOf};
use crate::model::{Asked, Bounds, Game, Kind, Moves, Window};
use crate::store::Store;
use crate::threads::SHARED_PLIES;

/// A child that may have to be entered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospect<T> {
    /// Its known bounds.
    bounds: Bounds,
    /// Its place in the list of moves.
    index: u32,
    order_score: i32,
    slot: T,
}

/// What is known of the children of a node before one is entered.
struct Survey {
    /// Where the children that may have to be entered start in the stack of prospects, the most
    /// promising first.
    first: usize,
    /// The bounds of the node that follow from all children.
    all: Bounds,
    /// The join of the children that are done.
    done: Bounds,
    /// The best of the children that are done.
    best: Option<usize>,
    /// Whether one child has caused a cutoff, so that others were not even looked at.
    settled: bool,
    looked_up: bool,
}

/// Up to this many children are sorted by insertion; more are sorted at the end.
const FEW: usize = 64;

/// More children are not looked at before one is entered: that takes longer than it can save.
const TOO_MANY: usize = 1 << 12;

/// Children are looked up in the store only if the game may last at least this many more plies:
/// below that, searching costs less than looking up.
const WORTH_LOOKING_UP: u32 = 8;

impl Survey {
    /// Adds a child that is done.
    #[inline]
    fn take(&mut self, kind: Kind, index: u32, found: Bounds) {
        if self.best.is_none() || found.merit(kind) > self.done.merit(kind) {
            self.best = Some(index as usize);
        }
        self.done = self.done.choice(found, kind.maximises());
    }
}

impl<T: Setup> Recursion<'_, '_, T> {
    /// Searches the children of the current node by procedure `A`, the most promising first. If
    /// `scouting`, each but the first is searched with a null window first.
    #[inline]
    pub fn best_first<A: Procedure>(
        &mut self,
        moves: &Moves<MoveOf<T>>,
        slot: SlotOf<T>,
        kind: Kind,
        window: Window,
        scouting: bool,
    ) -> Joined {
        if self.is_near_horizon() {
            return self.in_turn::<A>(moves, slot, kind, window, scouting);
        }
        if moves.len() > TOO_MANY {
            let turns = Turns { scouts: scouting, ..Turns::default() };
            return self.choices::<A>(moves, slot, kind, window, turns);
        }
        let mut survey = self.survey(moves, slot, kind, window);
        let mut window = window.clip(survey.all);
        let shared = self.marks.is_some() && self.walk.ply() <= SHARED_PLIES;
        let mut next = survey.first;
        while next < self.prospects.len() && window.is_wider_than(self.slack) {
            if shared {
                self.take_unmarked(next, next > survey.first);
            }
            let child = self.prospects[next];
            let scouts = scouting && next > survey.first;
            let (mut question, slack) = (window, self.slack);
            if scouts {
                question = window.beaten(kind, self.walk.grain(), slack);
                self.slack = 0.0;
            }
            let mut found = self.enter::<A>(moves, &child, question, survey.looked_up);
            self.slack = slack;
            if scouts && self.beats(found, window) {
                let again = self.enter::<A>(moves, &child, window, false);
                found = found.intersect(again);
            }
            if let (true, Some(marks)) = (shared, &self.marks) {
                marks.unmark(self.store.name(child.slot));
            }
            survey.take(kind, child.index, found);
            window = window.clip(found.assured(kind));
            next += 1;
        }
        let bounds = if next == self.prospects.len() && !survey.settled {
            survey.done
        } else {
            survey.all.intersect(survey.done.assured(kind))
        };
        self.prospects.truncate(survey.first);
        Joined { bounds, best: survey.best }
    }

    /// As one of several threads: puts the first prospect that no other one is searching in place of the next,
    /// if there is a `choice`, finds out what is known of it by now, and marks it.
    #[cold]
    #[inline(never)]
    fn take_unmarked(&mut self, next: usize, choice: bool) {
        let Some(marks) = &self.marks else { return };
        if choice {
            let store = &self.store;
            marks.bring_forward(&mut self.prospects[next..], |child| store.name(child.slot));
        }
        let child = &mut self.prospects[next];
        child.bounds = child.bounds.intersect(self.store.retrieve(child.slot));
        marks.mark(self.store.name(child.slot));
    }

    /// Searches a child; returns its known bounds if they decide the window, or if a limit forbids
    /// the step.
    #[inline]
    fn enter<A: Procedure>(
        &mut self,
        moves: &Moves<MoveOf<T>>,
        child: &Prospect<SlotOf<T>>,
        window: Window,
        looked_up: bool,
    ) -> Bounds {
        if !window.admits_beyond(child.bounds, self.slack) {
            return child.bounds;
        }
        let index = child.index as usize;
        let found = self.step_into(moves, index, |run| {
            // A new slot: the work on it begins now.
            let slot = run.store.renew(child.slot);
            let known = if looked_up {
                child.bounds
            } else {
                child.bounds.intersect(run.store.retrieve(slot))
            };
            A::search(run, slot, known, window)
        });
        found.unwrap_or(child.bounds)
    }

    /// Looks at the children of the current node.
    #[inline]
    fn survey(
        &mut self,
        moves: &Moves<MoveOf<T>>,
        slot: SlotOf<T>,
        kind: Kind,
        window: Window,
    ) -> Survey {
        let maximise = kind.maximises();
        let worst = if maximise { Bounds::LEAST } else { Bounds::MOST };
        let left = self.walk.game().plies_left(self.walk.position());
        let mut survey = Survey {
            first: self.prospects.len(),
            all: worst,
            done: worst,
            best: None,
            settled: false,
            looked_up: left.is_none_or(|plies| plies >= WORTH_LOOKING_UP),
        };
        // The best move at one horizon is mostly the best at the next; within one question it does
        // not help.
        let hint = self.walk.horizon().and_then(|_| self.store.best_child(slot));
        for index in 0..moves.len() {
            let mut bounds = self.walk.child_facts(moves, index);
            if window.admits_beyond(bounds, self.slack) {
                let mut child = self.look_at(moves, index, bounds, slot);
                if window.admits_beyond(child.bounds, self.slack) {
                    if hint == Some(index) {
                        child.order_score = i32::MAX;
                    }
                    self.prospects.push(child);
                    if moves.len() <= FEW {
                        self.insert_last(survey.first);
                    }
                    continue;
                }
                self.walk.note_settled(1);
                bounds = child.bounds;
            }
            survey.take(kind, index as u32, bounds);
            if !window.admits_beyond(survey.done.assured(kind), self.slack) {
                survey.settled = true;
                survey.all = survey.done.choice(self.walk.range(), maximise);
                return survey;
            }
        }
        if moves.len() > FEW {
            let score = |child: &Prospect<SlotOf<T>>| std::cmp::Reverse(child.order_score);
            self.prospects[survey.first..].sort_by_key(score);
        }
        if survey.looked_up {
            self.look_up(&mut survey, kind, window);
        }
        survey.all = survey.done;
        for child in &self.prospects[survey.first..] {
            survey.all = survey.all.choice(child.bounds, maximise);
        }
        survey
    }

    /// Plays the move of a child and finds out what is known of it without searching.
    #[inline]
    fn look_at(
        &mut self,
        moves: &Moves<MoveOf<T>>,
        index: usize,
        bounds: Bounds,
        parent: SlotOf<T>,
    ) -> Prospect<SlotOf<T>> {
        let mv = moves.get(index);
        if const { T::Store::KEYED } {
            let look = self.walk.look_at(mv, Asked { facts: true, order_score: true });
            let horizon = self.walk.horizon().map(|plies| plies - 1);
            return Prospect {
                bounds: bounds.intersect(look.facts),
                index: index as u32,
                order_score: look.order_score,
                slot: self.store.keyed(look.key, horizon),
            };
        }
        let undo = self.walk.replay(mv);
        let child = Prospect {
            bounds: bounds.intersect(self.walk.facts()),
            index: index as u32,
            order_score: self.walk.order_score(),
            slot: self.slot_of_child(parent, index, moves.len()),
        };
        self.walk.back(mv, undo);
        child
    }

    /// Adds what the store knows of the prospects. All records are prefetched together, so that their
    /// memory latencies overlap.
    #[inline]
    fn look_up(&mut self, survey: &mut Survey, kind: Kind, window: Window) {
        for child in &self.prospects[survey.first..] {
            self.store.prefetch(child.slot);
        }
        for child in &mut self.prospects[survey.first..] {
            self.store.compare(child.slot, child.bounds);
            child.bounds = child.bounds.intersect(self.store.retrieve(child.slot));
        }
        let mut kept = survey.first;
        for at in survey.first..self.prospects.len() {
            let child = &self.prospects[at];
            if window.admits_beyond(child.bounds, self.slack) {
                if kept < at {
                    self.prospects[kept] = self.prospects[at];
                }
                kept += 1;
            } else {
                self.walk.note_settled(1);
                survey.take(kind, child.index, child.bounds);
            }
        }
        self.prospects.truncate(kept);
    }

    /// Keeps the prospects of a node sorted, the most promising first, equals in their order: the last one
    /// is new.
    #[inline]
    fn insert_last(&mut self, first: usize) {
        let list = &mut self.prospects[first..];
        let mut at = list.len() - 1;
        let child = list[at];
        while at > 0 && list[at - 1].order_score < child.order_score {
            list.swap(at - 1, at);
            at -= 1;
        }
    }
}
