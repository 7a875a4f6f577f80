//! Which proofs belong into a certificate, and in which order.

use std::collections::HashMap;

use super::book::{Book, Entry, Step};
use super::check::name;
use super::format::Record;
use super::side::Side;
use crate::model::{Bounds, Game, Kind, Moves, Turn};
use crate::run::stack;

/// The records of a certificate, and what they lead to besides each other.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub records: Vec<Record>,
    /// How often a record leads to an end of the game.
    pub leaves: u64,
    /// How often one leads to a position of which only facts are known.
    pub facts: u64,
}

/// Which side the two ends of an interval are on.
const fn index(side: Side) -> usize {
    side as usize
}

/// A position that belongs into the certificate.
#[derive(Clone, Copy, Debug, Default)]
struct Needed {
    /// Which ends are proven here.
    proven: [bool; 2],
    choice: u32,
    uses: u64,
}

/// Collects the records of positions from the books of both sides.
pub(super) struct Positions<'g, G> {
    game: &'g G,
    books: [HashMap<u128, Entry>; 2],
    /// Whether facts are trusted.
    facts: bool,
    needed: HashMap<u128, Needed>,
}

impl<'g, G: Game> Positions<'g, G> {
    pub fn new(game: &'g G, books: [Book; 2], facts: bool) -> Positions<'g, G> {
        let books = books.map(|book| match book {
            Book::Positions(entries) => entries,
            Book::Tree(_) => unreachable!("this is for positions"),
        });
        Positions { game, books, facts, needed: HashMap::new() }
    }

    /// Everything that the `wanted` ends of the position named `root` rest on. Nothing if a key does
    /// not lead back to its position.
    pub fn gather(mut self, root: u128, wanted: [bool; 2]) -> Option<Gathered> {
        self.mark(root, wanted)?;
        let mut all = Gathered::default();
        let order = self.children_first(root, &mut all)?;
        all.records = order.into_iter().map(|key| self.record(key)).collect();
        Some(all)
    }

    /// Finds out which positions are needed, and which of their ends.
    fn mark(&mut self, root: u128, wanted: [bool; 2]) -> Option<()> {
        let mut open = vec![(root, wanted)];
        while let Some((key, wanted)) = open.pop() {
            let mut fresh = [false; 2];
            let needed = self.needed.entry(key).or_default();
            for side in Side::BOTH {
                let i = index(side);
                fresh[i] = wanted[i] && !needed.proven[i] && self.books[i].contains_key(&key);
                needed.proven[i] |= fresh[i];
            }
            if fresh == [false; 2] {
                continue;
            }
            self.each_child(key, fresh, |this, child| {
                let Some(child_key) = child.key else { return };
                let wanted = [0, 1].map(|i| {
                    child.wanted[i] && !this.facts_do(i, key, child_key, child.certain[i])
                });
                if wanted != [false; 2] {
                    open.push((child_key, wanted));
                }
            })?;
        }
        self.note_choices()
    }

    /// Whether the bound `certain` by facts is all that the proof of `parent` needs of `child`.
    fn facts_do(&self, side: usize, parent: u128, child: u128, certain: f64) -> bool {
        let book = &self.books[side];
        // For an average more may be needed of a child than of the parent.
        let chance = self.kind(parent) == Some(Kind::Chance);
        let enough = book.get(&parent).filter(|_| !chance).map_or(f64::INFINITY, |e| e.bound);
        certain.is_finite()
            && book.get(&child).is_none_or(|entry| certain >= entry.bound.min(enough))
    }

    /// Who moves at a position.
    fn kind(&self, key: u128) -> Option<Kind> {
        match self.game.judge(&self.game.position_of(key)?) {
            Turn::Inner(kind) => Some(kind),
            Turn::Terminal(_) => None,
        }
    }

    /// Notes which move the mover chooses where he proves his own end.
    fn note_choices(&mut self) -> Option<()> {
        let keys: Vec<u128> = self.needed.keys().copied().collect();
        for key in keys {
            let kind = self.kind(key)?;
            let needed = self.needed.get_mut(&key)?;
            for side in Side::BOTH.into_iter().filter(|side| side.chooses(kind)) {
                if needed.proven[index(side)] {
                    needed.choice = self.books[index(side)][&key].choice;
                }
            }
        }
        Some(())
    }

    /// Every position after all those that it rests on, in the order of a walk from the root: what is
    /// proven is then mostly used soon after, and little has to be kept at one time. Counts on the way
    /// how often each position is used.
    fn children_first(&mut self, root: u128, all: &mut Gathered) -> Option<Vec<u128>> {
        let mut order = Vec::with_capacity(self.needed.len());
        let mut path = vec![(root, self.rests_on(root, all)?)];
        self.needed.get_mut(&root)?.uses = 1;
        while let Some((key, children)) = path.last_mut() {
            let Some(child) = children.pop() else {
                order.push(*key);
                path.pop();
                continue;
            };
            let needed = self.needed.get_mut(&child)?;
            needed.uses += 1;
            if needed.uses == 1 {
                path.push((child, self.rests_on(child, all)?));
            }
        }
        Some(order)
    }

    /// The positions with records on which a position rests, the first one last.
    fn rests_on(&mut self, key: u128, all: &mut Gathered) -> Option<Vec<u128>> {
        let mut keys = Vec::new();
        self.each_child(key, self.needed[&key].proven, |this, child| match child.key {
            None => all.leaves += 1,
            Some(key) if this.needed.contains_key(&key) => keys.push(key),
            Some(_) => all.facts += 1,
        })?;
        keys.reverse();
        Some(keys)
    }

    fn record(&self, key: u128) -> Record {
        let Needed { proven: [lower, upper], choice, uses } = self.needed[&key];
        Record { key, lower, upper, choice: choice.into(), uses }
    }

    /// Shows every child on which the `proven` ends of a position rest.
    fn each_child(
        &mut self,
        key: u128,
        proven: [bool; 2],
        mut show: impl FnMut(&mut Self, Child),
    ) -> Option<()> {
        let game = self.game;
        let mut position = game.position_of(key)?;
        let mut moves = Moves::new();
        let Turn::Inner(kind) = game.expand(&position, &mut moves) else { return None };
        for (number, &mv) in moves.as_slice().iter().enumerate() {
            let wanted = Side::BOTH.map(|side| {
                let i = index(side);
                let choice = || self.books[i][&key].choice as usize;
                proven[i] && (!side.chooses(kind) || choice() == number)
            });
            if wanted == [false; 2] {
                continue;
            }
            let undo = game.play(&mut position, mv);
            let (mut child, mut sure) = (Child { wanted, ..Child::END }, Bounds::UNBOUNDED);
            if let Turn::Inner(_) = game.judge(&position) {
                child.key = Some(name(game, &position)?);
                if self.facts {
                    sure = game.facts(&position).intersect(moves.fact(number));
                }
            }
            child.certain = Side::BOTH.map(|side| side.floor(sure));
            game.undo(&mut position, mv, undo);
            show(self, child);
        }
        Some(())
    }
}

/// A child on which a record rests.
struct Child {
    wanted: [bool; 2],
    /// Its name; nothing if the game is over there.
    key: Option<u128>,
    /// What trusted facts say of its two ends.
    certain: [f64; 2],
}

impl Child {
    const END: Child = Child { wanted: [false; 2], key: None, certain: [f64::NEG_INFINITY; 2] };
}

/// Joins the walks of both sides through a tree into one.
pub(super) struct Walks<'g, G> {
    game: &'g G,
    /// What is left of the walk of each side.
    steps: [std::vec::IntoIter<Step>; 2],
    /// Whether facts are trusted.
    facts: bool,
    all: Gathered,
}

impl<'g, G: Game> Walks<'g, G> {
    pub fn new(game: &'g G, books: [Book; 2], facts: bool) -> Walks<'g, G> {
        let steps = books.map(|book| match book {
            Book::Tree(steps) => steps.into_iter(),
            Book::Positions(_) => unreachable!("this is for trees"),
        });
        Walks { game, steps, facts, all: Gathered::default() }
    }

    /// The walk of the `wanted` sides from `root` on, which is not the end of the game.
    pub fn gather(mut self, root: &G::Position, wanted: [bool; 2]) -> Gathered {
        self.walk(&mut root.clone(), wanted, 0);
        self.all
    }

    fn walk(&mut self, position: &mut G::Position, wanted: [bool; 2], ply: u32) {
        let mut moves = Moves::new();
        let Turn::Inner(kind) = self.game.expand(position, &mut moves) else {
            unreachable!("ends of the game have no record");
        };
        let (mut proven, mut choices, mut choice) = ([false; 2], [0; 2], 0);
        for side in Side::BOTH.into_iter().filter(|&side| wanted[index(side)]) {
            let i = index(side);
            if let Some(Step::Proven { choice: chosen }) = self.steps[i].next() {
                (proven[i], choices[i]) = (true, chosen);
                if side.chooses(kind) {
                    choice = chosen.into();
                }
            }
        }
        let [lower, upper] = proven;
        self.all.records.push(Record { key: 0, lower, upper, choice, uses: 0 });
        self.all.facts += u64::from(self.facts && proven == [false; 2]);
        for (number, &mv) in moves.as_slice().iter().enumerate() {
            let wanted = Side::BOTH.map(|side| {
                let i = index(side);
                proven[i] && (!side.chooses(kind) || choices[i] as usize == number)
            });
            if wanted == [false; 2] {
                continue;
            }
            let undo = self.game.play(position, mv);
            match self.game.judge(position) {
                Turn::Terminal(_) => self.all.leaves += 1,
                Turn::Inner(_) if stack::may_run_out(ply) => {
                    stack::grow(|| self.walk(position, wanted, ply + 1));
                }
                Turn::Inner(_) => self.walk(position, wanted, ply + 1),
            }
            self.game.undo(position, mv, undo);
        }
    }
}
