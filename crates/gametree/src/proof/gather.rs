//! Which proofs belong in a certificate, and in which order.

use std::collections::HashMap;
use std::sync::Arc;
use std::thread::{Builder, ScopedJoinHandle, scope};

use super::ProofError;
use super::book::{Book, Entries, Entry, Step};
use super::format::Record;
use super::meter::Meter;
use super::side::Side;
use crate::model::{Bounds, Game, Kind, Moves, Turn};
use crate::stack;
use gametree_check::agreed::{canonical, exact_key};

/// The records of a certificate, and how often they lead to leaves and facts.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    pub records: Vec<Record>,
    /// How often a record leads to an end of the game.
    pub leaves: u64,
    /// How often a record leads to a position that only facts bound.
    pub facts: u64,
}

/// A position that belongs in the certificate.
#[derive(Clone, Copy, Debug)]
struct Needed {
    key: u128,
    /// Which ends of the interval were asked for, and which of them are proven here.
    asked: [bool; 2],
    proven: [bool; 2],
    choice: u32,
    uses: u32,
    /// The last of the edges to the positions that it depends on.
    edge: u32,
}

/// An edge to a position that another one depends on, and the index of the previous edge.
#[derive(Clone, Copy, Debug)]
struct Edge {
    to: u32,
    before: u32,
}

/// Marks that there is no edge.
const NONE: u32 = u32::MAX;

/// A needed position, some ends of which are asked for the first time.
#[derive(Clone, Copy, Debug)]
struct Asked {
    number: u32,
    key: u128,
    now: [bool; 2],
    before: [bool; 2],
}

/// What the proofs of a position rest on.
#[derive(Debug, Default)]
struct Basis {
    /// Which ends are proven that were not before.
    proven: [bool; 2],
    choice: Option<u32>,
    leaves: u64,
    children: Vec<Child>,
}

/// A child that a proof rests on.
#[derive(Clone, Copy, Debug)]
struct Child {
    key: u128,
    wanted: [bool; 2],
    /// Each child of a position counts once, when it comes up first.
    first: bool,
}

/// Positions that a thread looks at before everybody waits for the others.
const BATCH: usize = 1 << 12;

/// Fewer are not worth a thread. In builds with debug assertions any number is, so that small tests are about threads,
/// too.
const WORTH_A_THREAD: usize = if cfg!(debug_assertions) { 1 } else { 1 << 8 };

/// Collects the records of positions from the books of both sides.
pub(super) struct Positions<'g, G> {
    game: &'g G,
    books: [Arc<Entries>; 2],
    /// Whether facts are trusted.
    facts: bool,
    threads: usize,
    /// The number of each position that is needed.
    numbers: HashMap<u128, u32>,
    needed: Vec<Needed>,
    edges: Vec<Edge>,
    /// Pairs of a position and a child for which facts suffice, though other positions may need a
    /// proof of it.
    by_facts: Vec<(u32, u128)>,
    leaves: u64,
}

impl<'g, G: Game> Positions<'g, G> {
    pub fn new(game: &'g G, books: [Book; 2], facts: bool, threads: usize) -> Positions<'g, G> {
        let books = books.map(|book| match book {
            Book::Positions(entries) => entries,
            Book::Tree(_) => unreachable!("this is for positions"),
        });
        let (numbers, needed, edges, by_facts) = (HashMap::new(), vec![], vec![], vec![]);
        Positions { game, books, facts, threads, numbers, needed, edges, by_facts, leaves: 0 }
    }

    /// Everything that the `wanted` ends of the position with key `root` depend on. One thread takes a position at a
    /// time; several look at many positions at a time, and only what they have found is put together by one.
    ///
    /// # Errors
    /// If a key cannot be turned back into its position, or there is no time.
    pub fn gather(
        mut self,
        root: u128,
        wanted: [bool; 2],
        meter: &mut Meter<'_>,
    ) -> Result<Gathered, ProofError> {
        let root = self.number(root);
        let (mut open, mut batch) = (vec![(root, wanted)], Vec::new());
        let most = if self.threads == 1 { 1 } else { BATCH * self.threads };
        while !open.is_empty() {
            while batch.len() < most {
                let Some((number, wanted)) = open.pop() else { break };
                batch.extend(self.ask(number, wanted));
            }
            meter.advance(batch.len()).map_err(ProofError::Stopped)?;
            for found in self.look_at_all(&batch)? {
                let (asked, basis) = found.ok_or(ProofError::Unreadable)?;
                self.take(asked, basis, &mut open);
            }
            batch.clear();
        }
        // Records that exist anyway are used, even where facts would suffice.
        let mut facts = 0;
        for (from, key) in std::mem::take(&mut self.by_facts) {
            match self.numbers.get(&key) {
                Some(&to) => self.connect(from, to),
                None => facts += 1,
            }
        }
        let order = self.children_first(root);
        let records = order.into_iter().map(|number| self.record(number)).collect();
        Ok(Gathered { records, leaves: self.leaves, facts })
    }

    /// The number of a position, added to the needed ones if it is new.
    fn number(&mut self, key: u128) -> u32 {
        let next = u32::try_from(self.needed.len()).expect("a proof has fewer than 2^32 records");
        *self.numbers.entry(key).or_insert_with(|| {
            let (asked, proven) = ([false; 2], [false; 2]);
            self.needed.push(Needed { key, asked, proven, choice: 0, uses: 0, edge: NONE });
            next
        })
    }

    fn connect(&mut self, from: u32, to: u32) {
        let needed = &mut self.needed[from as usize];
        self.edges.push(Edge { to, before: needed.edge });
        needed.edge =
            u32::try_from(self.edges.len() - 1).expect("a proof has fewer than 2^32 edges");
    }

    /// Asks for the `wanted` ends of a position; `None` if all of them were asked for before.
    fn ask(&mut self, number: u32, wanted: [bool; 2]) -> Option<Asked> {
        let Needed { key, ref mut asked, .. } = self.needed[number as usize];
        let before = *asked;
        let now = [0, 1].map(|i| wanted[i] && !before[i]);
        *asked = [0, 1].map(|i| wanted[i] || before[i]);
        (now != [false; 2]).then_some(Asked { number, key, now, before })
    }

    /// What each of these rests on; `None` where a key cannot be turned back into its position.
    fn look_at_all(&self, batch: &[Asked]) -> Result<Vec<Option<(Asked, Basis)>>, ProofError> {
        let look = |part: &[Asked]| -> Vec<Option<(Asked, Basis)>> {
            part.iter().map(|&asked| Some((asked, self.look(asked)?))).collect()
        };
        let share = batch.len().div_ceil(self.threads).max(WORTH_A_THREAD);
        let (own, others) = batch.split_at(share.min(batch.len()));
        scope(|scope| {
            let start = |part| {
                let thread = Builder::new().name("gametree helper".into());
                (part, thread.spawn_scoped(scope, move || look(part)))
            };
            let threads: Vec<_> = others.chunks(share).map(start).collect();
            let (mut all, mut panicked) = (look(own), false);
            for (part, thread) in threads {
                match thread.map(ScopedJoinHandle::join) {
                    Ok(Ok(found)) => all.extend(found),
                    Ok(Err(_)) => panicked = true,
                    // The system has no more threads.
                    Err(_) => all.extend(look(part)),
                }
            }
            if panicked { Err(ProofError::Panicked) } else { Ok(all) }
        })
    }

    /// What the proofs of a position rest on.
    fn look(&self, Asked { key, now, before, .. }: Asked) -> Option<Basis> {
        let entry = |i: usize| if now[i] || before[i] { self.books[i].get(key) } else { None };
        let entries = [0, 1].map(entry);
        let [proven, before] =
            [now, before].map(|ends| [0, 1].map(|i| ends[i] && entries[i].is_some()));
        let mut basis = Basis { proven, ..Basis::default() };
        if proven == [false; 2] {
            return Some(basis);
        }
        let (game, mut moves) = (self.game, Moves::new());
        moves.want_facts(self.facts);
        let mut position = game.position_of(key)?;
        let Turn::Inner(kind) = game.expand(&position, &mut moves) else { return None };
        for side in Side::BOTH.into_iter().filter(|&side| proven[side.index()]) {
            if side.chooses(kind) {
                basis.choice = Some(entries[side.index()]?.choice);
            }
        }
        for (place, mv) in moves.iter().enumerate() {
            let follows = |ends: [bool; 2]| {
                Side::BOTH.map(|side| {
                    let choice = entries[side.index()].map(|entry| entry.choice as usize);
                    ends[side.index()] && (!side.chooses(kind) || choice == Some(place))
                })
            };
            let now = follows(proven);
            if now == [false; 2] {
                continue;
            }
            let first = follows(before) == [false; 2];
            let undo = game.play(&mut position, mv);
            if let Turn::Inner(_) = game.judge(&position) {
                let image = canonical(game, &position);
                let key = exact_key(game, &image)?;
                let mut sure = Bounds::UNBOUNDED;
                if self.facts {
                    sure = game.facts(&image).intersect(moves.fact(place));
                }
                // For an average, a child may need a better bound than its parent.
                let enough = entries.map(|entry| match entry {
                    Some(entry) if kind != Kind::Chance => entry.bound,
                    _ => f64::INFINITY,
                });
                let wanted = Side::BOTH.map(|side| {
                    let i = side.index();
                    now[i] && !self.facts_do(i, key, side.floor(sure), enough[i])
                });
                basis.children.push(Child { key, wanted, first });
            } else if first {
                basis.leaves += 1;
            }
            game.undo(&mut position, mv, undo);
        }
        Some(basis)
    }

    /// Adds the proofs of a position, and puts the positions that they depend on into `open`.
    fn take(&mut self, asked: Asked, basis: Basis, open: &mut Vec<(u32, [bool; 2])>) {
        let needed = &mut self.needed[asked.number as usize];
        needed.proven = [0, 1].map(|i| needed.proven[i] || basis.proven[i]);
        needed.choice = basis.choice.unwrap_or(needed.choice);
        self.leaves += basis.leaves;
        for child in basis.children {
            self.lead_on(asked.number, child, open);
        }
    }

    /// Whether the bound `certain` by facts suffices for `child`.
    fn facts_do(&self, side: usize, child: u128, certain: f64, enough: f64) -> bool {
        let do_for = |entry: Entry| certain >= entry.bound.min(enough);
        certain.is_finite() && self.books[side].get(child).is_none_or(do_for)
    }

    /// Notes that a position depends on a child.
    fn lead_on(&mut self, from: u32, child: Child, open: &mut Vec<(u32, [bool; 2])>) {
        let Child { key, wanted, first } = child;
        if wanted == [false; 2] {
            if first {
                self.by_facts.push((from, key));
            }
            return;
        }
        let to = self.number(key);
        open.push((to, wanted));
        if first {
            self.connect(from, to);
        }
    }

    /// Every position after all those that it depends on, in the order of a walk from the root: then a
    /// proof is mostly used soon after, and little has to be kept at one time. Also counts how often
    /// each position is used.
    fn children_first(&mut self, root: u32) -> Vec<u32> {
        let mut order = Vec::with_capacity(self.needed.len());
        self.needed[root as usize].uses = 1;
        // The path of the walk, with the edges left at each position.
        let mut path = vec![(root, self.needed[root as usize].edge)];
        while let Some((number, edge)) = path.last_mut() {
            let Some(&Edge { to, before }) = self.edges.get(*edge as usize) else {
                order.push(*number);
                path.pop();
                continue;
            };
            *edge = before;
            let needed = &mut self.needed[to as usize];
            needed.uses += 1;
            if needed.uses == 1 {
                path.push((to, needed.edge));
            }
        }
        order
    }

    fn record(&self, number: u32) -> Record {
        let Needed { key, proven: [lower, upper], choice, uses, .. } = self.needed[number as usize];
        Record { key, lower, upper, choice: choice.into(), uses: uses.into() }
    }
}

/// Joins the walks of both sides through a tree into one.
pub(super) struct Walks<'g, G> {
    game: &'g G,
    /// The rest of the walk of each side.
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

    /// Joins the walks of the `wanted` sides from `root`, which is not the end of the game.
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
        for side in Side::BOTH.into_iter().filter(|&side| wanted[side.index()]) {
            let i = side.index();
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
        for (number, mv) in moves.iter().enumerate() {
            let wanted = Side::BOTH.map(|side| {
                let i = side.index();
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
