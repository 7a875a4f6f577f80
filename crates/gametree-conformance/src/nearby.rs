//! The positions near the start, breadth first: mistakes found here have a short path.

use std::collections::HashMap;

use gametree_model::erased::Position;
use gametree_model::{Game, Key, Knowledge, Move, Moves, Turn};

use crate::broken::{Broken, Check, caught, ensure};
use crate::listed;
use crate::look::Look;
use crate::pass::{Records, Settings};
use crate::subject::{Step, Subject, exact_key};
use crate::verdict::evaluation;
use crate::{Rule, Violation, position, words};

/// At this many positions the frequencies of random moves are checked.
const DRAWN_OFTEN: usize = 8;

/// A position, and the one from which it was reached.
struct Found {
    position: Position,
    from: Option<(usize, u32)>,
    ply: u32,
}

struct Nearby<'a> {
    subject: &'a Subject,
    found: Vec<Found>,
    /// Indices of positions by exact key.
    names: HashMap<u128, Vec<usize>>,
}

/// Checks all positions within a number of plies of the start, as far as the budget allows.
pub(crate) fn pass(
    subject: &Subject,
    settings: &Settings,
    records: &mut Records,
) -> Result<(), Violation> {
    let start = subject.game.start();
    let names = exact_key(&subject.game, &start).map(|key| (key, vec![0]));
    let found = vec![Found { position: start, from: None, ply: 0 }];
    let mut all = Nearby { subject, found, names: names.into_iter().collect() };
    let (mut left, mut at) = (settings.budget, 0);
    records.summary.plies = settings.plies;
    while at < all.found.len() {
        let ply = all.found[at].ply;
        let looked = caught(|| all.look(at, records));
        let moves = looked.map_err(|broken| all.at_fault(at, broken))?;
        records.summary.nearby += 1;
        if ply < settings.plies {
            all.extend(at, &moves)?;
        }
        at += 1;
        left = left.saturating_sub(1 + moves.len() as u64);
        if left == 0 && at < all.found.len() {
            records.summary.plies = all.found[at].ply.saturating_sub(1);
            let reason = "some positions near the start: the budget is spent";
            records.summary.skipped.push(reason.into());
            break;
        }
    }
    Ok(())
}

impl Nearby<'_> {
    fn way(&self, mut at: usize) -> Vec<Step> {
        let mut way = Vec::new();
        while let Some((parent, mv)) = self.found[at].from {
            way.push(Step::Move(mv));
            at = parent;
        }
        way.reverse();
        way
    }

    fn at_fault(&self, at: usize, broken: Broken) -> Violation {
        self.subject.violation(&self.way(at), broken)
    }

    /// All checks of one position.
    fn look(&self, at: usize, records: &mut Records) -> Result<Moves<u32>, Broken> {
        let (subject, Found { position, ply, .. }) = (self.subject, &self.found[at]);
        let (turn, moves) = subject.expand(position);
        let look = Look { subject, position, turn, moves: &moves };
        position::check(&look)?;
        listed::check_further(&look)?;
        evaluation(&look, subject.game.range(&subject.game, &subject.game.start(), *ply))?;
        records.tally.once(&look)?;
        if at < DRAWN_OFTEN {
            records.tally.often(&look, &self.way(at))?;
        }
        if let Turn::Terminal(value) = turn {
            records.ends.note(value, || self.way(at));
        }
        Ok(moves)
    }

    /// Adds the children that are new.
    fn extend(&mut self, at: usize, moves: &Moves<u32>) -> Result<(), Violation> {
        for mv in moves.iter() {
            let played = caught(|| Ok(self.subject.child(&self.found[at].position, mv)));
            let position = played.map_err(|broken| self.at_fault(at, broken))?;
            let (from, ply) = (Some((at, mv)), self.found[at].ply + 1);
            let key = exact_key(&self.subject.game, &position);
            let next = self.found.len();
            self.found.push(Found { position, from, ply });
            self.not_again(next).map_err(|broken| self.at_fault(next, broken))?;
            let Some(key) = key else { continue };
            let known = self.names.get(&key).map_or(&[][..], Vec::as_slice);
            let same =
                |&i: &usize| self.subject.same(&self.found[i].position, &self.found[next].position);
            if known.iter().any(same) {
                self.found.pop();
                continue;
            }
            self.is_unique(known, key).map_err(|broken| self.at_fault(next, broken))?;
            self.keeps_moves(known, next).map_err(|broken| self.at_fault(next, broken))?;
            self.names.entry(key).or_default().push(next);
        }
        Ok(())
    }

    /// The position does not follow one with the same key, unless the game has cycles.
    fn not_again(&self, at: usize) -> Check {
        let game = &self.subject.game;
        let Some(key) = game.key(&self.found[at].position).filter(|_| !game.has_cycles()) else {
            return Ok(());
        };
        let mut before = self.found[at].from;
        while let Some((parent, _)) = before {
            let other = game.key(&self.found[parent].position);
            ensure(other != Some(key), Rule::Cycles, || {
                again(key, self.found[parent].ply as usize)
            })?;
            before = self.found[parent].from;
        }
        Ok(())
    }

    /// A position has the moves of the others with its key, if the game says so.
    fn keeps_moves(&self, others: &[usize], at: usize) -> Check {
        let other = others.first().filter(|_| self.subject.game.keys_fix_moves());
        let Some(&other) = other else { return Ok(()) };
        let [here, there] = [at, other].map(|i| steps(self.subject, &self.found[i].position));
        ensure(here == there, Rule::KeyMoves, || {
            let path = self.subject.path(&self.way(other)).join(" ");
            let position = self.subject.show(&self.found[other].position);
            format!("the position after '{path}' has the same key and other moves:\n{position}")
        })
    }

    fn is_unique(&self, others: &[usize], key: u128) -> Check {
        let other = others.first().filter(|_| self.subject.unique_keys);
        ensure(other.is_none(), Rule::UniqueKeys, || {
            let path = self.subject.path(&self.way(others[0])).join(" ");
            let position = self.subject.show(&self.found[others[0]].position);
            format!("key {key} also names the position after '{path}':\n{position}")
        })
    }
}

/// The codes of the moves of a position, and the keys that they lead to.
fn steps(subject: &Subject, position: &Position) -> Vec<(u32, Option<Key>)> {
    let mut moves = Moves::new();
    subject.game.expand(position, &mut moves);
    let key = |mv: u32| subject.game.key(&subject.child(position, mv));
    moves.iter().map(|mv| (mv.code(), key(mv))).collect()
}

/// The message about a repeated position.
pub(crate) fn again(key: Key, ply: usize) -> String {
    let key = words::key(Some(key));
    format!("{key} came up after {ply} moves already (or the key leaves out what has changed)")
}
