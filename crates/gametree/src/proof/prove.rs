//! Finding a strategy that proves one end of an interval.
//!
//! This is a search of its own that trusts no other search: it goes down to the ends of the game (or
//! to facts, if they are trusted) and records the way. The table that another search has filled only
//! guides it, and tells it which proofs are hopeless; what the table has forgotten is searched again.
//!
//! Everything is seen from the owner of the strategy, who maximises: MAX for the lower end, and MIN
//! with all signs turned for the upper end.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use super::book::{Book, Entry};
use super::meter::Meter;
use super::side::Side;
use crate::model::{Bounds, Game, Kind, Knowledge, Moves, Turn};
use crate::outcome::Stop;
use crate::stack;
use crate::store::{OptionalTable, Slot, Store};
use gametree_check::agreed::{canonical, name};

/// The bound to prove: less than `need` is useless, more than `enough` is not needed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Aim {
    pub need: f64,
    pub enough: f64,
}

/// The bound that was reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reached {
    /// The proven bound; minus infinity if the needed bound cannot be proven.
    pub proven: f64,
    /// The true value is no more than this: known, but not proven.
    pub at_most: f64,
}

impl Reached {
    pub fn failed(at_most: f64) -> Reached {
        Reached { proven: f64::NEG_INFINITY, at_most }
    }
}

/// A child of a position on the path.
#[derive(Clone, Copy)]
pub(crate) struct Child<M> {
    mv: M,
    pub probability: f64,
    /// The bound that needs no proof: the value of an end, a trusted fact, the end of the range.
    certain: f64,
    /// The known bounds, proven or not.
    pub floor: f64,
    pub ceiling: f64,
    /// The game is over there.
    over: bool,
    order_score: i32,
    slot: Option<Slot>,
}

/// What the proofs of both ends share.
pub(crate) struct Means<'m, G: Game, K> {
    pub game: &'m G,
    pub knowledge: &'m K,
    /// Whether facts are trusted.
    pub facts: bool,
    /// The range of all values.
    pub range: Bounds,
    /// How far apart bounds may be and still count as equal: zero if nothing is rounded.
    pub allowance: f64,
    /// Whether a name was read as a position that has other moves.
    pub misread: AtomicBool,
}

/// Proves one end of an interval.
pub(crate) struct Prover<'p, 'm, G: Game, K> {
    pub means: &'p Means<'m, G, K>,
    /// The table that a search has filled.
    table: OptionalTable<'p>,
    side: Side,
    book: &'p mut Book,
    meter: &'p mut Meter<'m>,
    moves: Moves<G::Move>,
    /// The children of all positions of the path.
    pub children: Vec<Child<G::Move>>,
    /// In games with chance nodes, the positions visited before.
    asked: HashSet<u128>,
    /// The number of the thread. Each answers the other player's moves in an order of its own.
    thread: usize,
}

impl<'p, 'm, G: Game, K: Knowledge<G>> Prover<'p, 'm, G, K> {
    pub fn new(
        means: &'p Means<'m, G, K>,
        table: OptionalTable<'p>,
        side: Side,
        book: &'p mut Book,
        meter: &'p mut Meter<'m>,
        thread: usize,
    ) -> Self {
        let mut moves = Moves::new();
        moves.want_facts(means.facts);
        let (children, asked) = (Vec::new(), HashSet::new());
        Prover { means, table, side, book, meter, moves, children, asked, thread }
    }

    /// Proves that `position`, which is not the end of the game, is worth at least `aim`, if that
    /// is true.
    pub fn prove(&mut self, position: &G::Position, aim: f64) -> Result<f64, Stop> {
        let slot = self.table.root(self.means.game, position, None);
        let aim = Aim { need: aim, enough: aim };
        // A search has found that it is true.
        Ok(self.reach(&mut position.clone(), slot, aim, true, 0)?.proven)
    }

    /// Whether `bound` reaches `need`, up to rounding.
    pub fn meets(&self, bound: f64, need: f64) -> bool {
        bound >= need - self.means.allowance / 4.0
    }

    /// Proves the bound that `aim` requires for `position`, whose record in the table is at `slot`.
    /// If it is `known` that the bound holds, the table is not consulted where there is no choice.
    fn reach(
        &mut self,
        position: &mut G::Position,
        slot: Option<Slot>,
        aim: Aim,
        known: bool,
        ply: u32,
    ) -> Result<Reached, Stop> {
        self.meter.step(self.book)?;
        let name = match self.book {
            Book::Positions(_) => name(self.means.game, position).unwrap_or_default(),
            Book::Tree(_) => 0,
        };
        let heard = self.means.range.intersect(Store::<G>::retrieve(&self.table, slot));
        let aim = self.ask_once(name, aim, heard);
        let most = self.side.ceiling(heard);
        let before = self.book.entry(name).map(|entry| entry.bound);
        let suffices = |&bound: &f64| bound >= aim.enough || bound >= most - self.means.allowance;
        if let Some(proven) = before.filter(suffices) {
            return Ok(Reached { proven, at_most: most });
        }
        let (mark, first) = (self.book.mark(), self.children.len());
        self.book.step();
        let (reached, choice) = if stack::may_run_out(ply) {
            stack::grow(|| self.by_children(position, slot, aim, known, ply))?
        } else {
            self.by_children(position, slot, aim, known, ply)?
        };
        self.children.truncate(first);
        let learned = self.side.bounds(reached.proven, reached.at_most);
        Store::<G>::tighten(&mut self.table, slot, learned, None);
        if reached.proven == f64::NEG_INFINITY {
            self.book.take_back(mark);
        } else {
            let choice = match choice {
                None => 0,
                Some(mv) => self.number(position, name, mv).unwrap_or_else(|| {
                    self.means.misread.store(true, Ordering::Relaxed);
                    0
                }),
            };
            self.book.settle(mark, name, Entry { bound: reached.proven, choice });
        }
        Ok(reached)
    }

    /// The aim for a position: no more than its known upper bound. With chance nodes, almost every
    /// path to a position needs a different bound, so the second visit that needs more than is known
    /// asks for the best possible bound.
    fn ask_once(&mut self, name: u128, aim: Aim, heard: Bounds) -> Aim {
        let (least, most) = (self.side.floor(self.means.range), self.side.ceiling(heard));
        let remembers = self.means.allowance > 0.0 && matches!(self.book, Book::Positions(_));
        let again = remembers && !self.asked.insert(name);
        if remembers && !again {
            self.book.remember();
        }
        if again && aim.enough > self.side.floor(heard) {
            Aim { need: least, enough: most }
        } else {
            Aim { enough: aim.enough.min(most), ..aim }
        }
    }

    /// The number of a move in the position that the record is about: the canonical one, or the one that the name is
    /// read as. `None` if there is no such move, which is a mistake of the game.
    fn number(&mut self, position: &mut G::Position, name: u128, mv: G::Move) -> Option<u32> {
        let game = self.means.game;
        self.moves.clear();
        let mapped = match (&self.book, game.canonical(position)) {
            (Book::Positions(_), Some((canonical, symmetry))) => {
                game.expand(&canonical, &mut self.moves);
                game.map_move(symmetry, mv)
            }
            (Book::Positions(_), None) if !game.keys_fix_moves() => {
                return self.number_by_name(position, name, mv);
            }
            _ => {
                game.expand(position, &mut self.moves);
                mv
            }
        };
        self.moves.iter().position(|legal| legal == mapped).map(|number| number as u32)
    }

    /// The same where positions of one name may have different moves, mirror images for instance: it is the move that
    /// leads to a position of the same name, or to the same end of the game.
    fn number_by_name(
        &mut self,
        position: &mut G::Position,
        named: u128,
        mv: G::Move,
    ) -> Option<u32> {
        let game = self.means.game;
        let after = |position: &mut G::Position, mv: G::Move| {
            let undo = game.play(position, mv);
            let there = match game.judge(position) {
                Turn::Terminal(value) => (Some(value), None),
                Turn::Inner(_) => (None, name(game, position)),
            };
            game.undo(position, mv, undo);
            there
        };
        let there = after(position, mv);
        let mut image = game.position_of(named)?;
        game.expand(&image, &mut self.moves);
        // Mostly it is the same move.
        let same = self.moves.iter().position(|legal| legal == mv);
        let all = same.into_iter().chain(0..self.moves.len());
        let found = all.into_iter().find(|&i| after(&mut image, self.moves.get(i)) == there);
        found.map(|number| number as u32)
    }

    /// The bound that the children prove, and the owner's move.
    fn by_children(
        &mut self,
        position: &mut G::Position,
        slot: Option<Slot>,
        aim: Aim,
        known: bool,
        ply: u32,
    ) -> Result<(Reached, Option<G::Move>), Stop> {
        let first = self.children.len();
        let kind = self.survey(position, slot, aim, known);
        if self.side.chooses(kind) {
            self.choose(position, slot, first, aim, ply)
        } else if kind == Kind::Chance {
            Ok((self.average(position, first, aim, known, ply)?, None))
        } else {
            Ok((self.answer_all(position, first, aim, known, ply)?, None))
        }
    }

    /// Looks at all children. The table is not consulted if the bound is known to hold and the
    /// owner has no choice.
    fn survey(
        &mut self,
        position: &mut G::Position,
        parent: Option<Slot>,
        aim: Aim,
        known: bool,
    ) -> Kind {
        let Means { game, knowledge, facts, range, .. } = *self.means;
        self.moves.clear();
        let Turn::Inner(kind) = game.expand(position, &mut self.moves) else {
            unreachable!("ends of the game are not entered");
        };
        let ask = !known || kind == Kind::Chance || self.side.chooses(kind);
        let upright = !facts || game.canonical(position).is_none();
        for index in 0..self.moves.len() {
            let mv = self.moves.get(index);
            let probability = self.moves.probability(index).unwrap_or(1.0);
            let undo = game.play(position, mv);
            let (mut sure, mut slot, mut order_score, mut over) = (range, None, 0, true);
            let mut heard = Bounds::UNBOUNDED;
            if let Turn::Terminal(value) = game.judge(position) {
                sure = Bounds::point(value);
            } else {
                over = false;
                if facts {
                    let stated = self.moves.fact(index).intersect(game.facts(position));
                    sure = range.intersect(stated);
                    let of_use =
                        kind == Kind::Chance || self.meets(self.side.floor(sure), aim.need);
                    if of_use && !(upright && game.canonical(position).is_none()) {
                        sure = range.intersect(self.facts_for_all(position));
                    }
                }
                slot = self.table.child(parent, index, 0, game, position, None);
                if ask {
                    heard = Store::<G>::retrieve(&self.table, slot);
                    order_score = knowledge.order_score(game, position);
                }
            }
            game.undo(position, mv, undo);
            let (certain, heard) = (self.side.floor(sure), sure.intersect(heard));
            let (floor, ceiling) = (self.side.floor(heard), self.side.ceiling(heard));
            let child = Child { mv, probability, certain, floor, ceiling, over, order_score, slot };
            self.children.push(child);
        }
        kind
    }

    /// The facts of the position that a record is about, the canonical one: games need not state
    /// the same for mirror images.
    fn facts_for_all(&self, position: &G::Position) -> Bounds {
        let game = self.means.game;
        match self.book {
            Book::Positions(_) => game.facts(&canonical(game, position)),
            Book::Tree(_) => game.facts(position),
        }
    }

    /// Proves a bound of the child at this index of the list.
    pub fn enter(
        &mut self,
        position: &mut G::Position,
        at: usize,
        aim: Aim,
        known: bool,
        ply: u32,
    ) -> Result<Reached, Stop> {
        let Child { mv, slot, certain, ceiling, over, .. } = self.children[at];
        if over || certain >= aim.enough {
            if !over {
                self.book.step();
            }
            return Ok(Reached { proven: certain, at_most: ceiling });
        }
        let undo = self.means.game.play(position, mv);
        let reached = self.reach(position, slot, aim, known, ply + 1)?;
        self.means.game.undo(position, mv, undo);
        Ok(reached)
    }

    /// The owner of the strategy moves: one good move is enough.
    fn choose(
        &mut self,
        position: &mut G::Position,
        slot: Option<Slot>,
        first: usize,
        aim: Aim,
        ply: u32,
    ) -> Result<(Reached, Option<G::Move>), Stop> {
        let mut best = Reached::failed(f64::NEG_INFINITY);
        let (mut choice, start) = (None, self.book.mark());
        for at in self.in_order(slot, first, aim) {
            let child = self.children[at];
            let need = aim.need.max(best.proven);
            if !self.meets(child.ceiling, need) || child.ceiling <= best.proven {
                best.at_most = best.at_most.max(child.ceiling);
                continue;
            }
            let mark = self.book.mark();
            let known = child.floor >= need;
            let reached = self.enter(position, at, Aim { need, ..aim }, known, ply)?;
            best.at_most = best.at_most.max(reached.at_most);
            if reached.proven <= best.proven || !self.meets(reached.proven, aim.need) {
                self.book.take_back(mark);
                continue;
            }
            self.book.take_out(start, mark);
            (best.proven, choice) = (reached.proven, Some(child.mv));
            if best.proven >= aim.enough {
                best.at_most = f64::INFINITY;
                break;
            }
        }
        Ok((best, choice))
    }

    /// The order in which the owner's moves are tried: those that need no proof, those known to
    /// suffice, the best one before, those that look promising.
    fn in_order(&self, slot: Option<Slot>, first: usize, aim: Aim) -> Vec<usize> {
        let best = Store::<G>::best_child(&self.table, slot);
        let mut order: Vec<usize> = (first..self.children.len()).collect();
        let rank = |&at: &usize| {
            let child = &self.children[at];
            let sure = child.certain >= aim.enough;
            let known = child.floor >= aim.need;
            (!sure, !(sure && child.over), !known, best != Some(at - first), -child.order_score)
        };
        order.sort_by_key(rank);
        order
    }

    /// Which of `number` children this thread enters as the `i`th, where all have to be entered: the first thread goes
    /// forwards, the second one backwards, and the others start elsewhere. Where two threads meet, each finds the rest
    /// in the book.
    pub fn turn(&self, i: usize, number: usize) -> usize {
        let from = (i + self.thread / 2) % number;
        if self.thread % 2 == 0 { from } else { number - 1 - from }
    }

    /// The other player moves: every move needs an answer.
    fn answer_all(
        &mut self,
        position: &mut G::Position,
        first: usize,
        aim: Aim,
        known: bool,
        ply: u32,
    ) -> Result<Reached, Stop> {
        let number = self.children.len() - first;
        let ceilings = self.children[first..].iter().map(|child| child.ceiling);
        let lowest = ceilings.fold(f64::INFINITY, f64::min);
        if !self.meets(lowest, aim.need) {
            return Ok(Reached::failed(lowest));
        }
        let mut all_met = Reached { proven: f64::INFINITY, at_most: f64::INFINITY };
        for i in 0..number {
            let at = first + self.turn(i, number);
            let enough = aim.enough.min(all_met.proven);
            let reached = self.enter(position, at, Aim { enough, ..aim }, known, ply)?;
            if !self.meets(reached.proven, aim.need) {
                return Ok(Reached::failed(reached.at_most));
            }
            all_met.proven = all_met.proven.min(reached.proven);
            all_met.at_most = all_met.at_most.min(reached.at_most);
        }
        Ok(all_met)
    }
}
