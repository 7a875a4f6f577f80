//! A slow, obvious judge of certificates, in exact fractions and without any streaming: whether the
//! strategies that the records describe secure what is claimed.

use std::cell::RefCell;
use std::collections::HashMap;

use gametree::proof::format::{Header, Layout, Reader, Record, Writer};
use gametree::{Bounds, Game, Key, Kind, Moves, Notation, Turn, Value};

use crate::graph::{At, Exact, Graph};

/// The contents of a certificate, read whole.
#[derive(Clone, Debug)]
pub struct Contents {
    pub header: Header,
    pub records: Vec<Record>,
}

impl Contents {
    pub fn read(bytes: &[u8]) -> Option<Contents> {
        let mut reader = Reader::new(bytes).ok()?;
        let header = reader.header().clone();
        let mut records = Vec::new();
        while let Some(record) = reader.next_record().ok()? {
            records.push(record);
        }
        Some(Contents { header, records })
    }

    pub fn write(&self) -> Vec<u8> {
        let mut writer = Writer::new(Vec::new(), &self.header).unwrap();
        self.records.iter().for_each(|record| writer.record(record).unwrap());
        writer.finish().unwrap()
    }

    /// Whether the claim is proven.
    pub fn holds(&self, game: &Graph) -> bool {
        let judge = Judge::new(game, self);
        let (lower, upper) = (self.header.claim.lower, self.header.claim.upper);
        let Ok(root) = game.parse_position(&self.header.position) else { return false };
        let bound = |side| match self.header.layout {
            Layout::Positions => judge.of_position(root, side),
            Layout::Tree => judge.of_node(&mut 0, root)[side as usize],
        };
        let bound = |side| judge.with_facts(Bounds::UNBOUNDED, root, side, bound(side));
        at_least(bound(Side::Lower), lower) && at_least(-bound(Side::Upper), -upper)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Side {
    Lower,
    Upper,
}

/// Whether a bound reaches a float, but for so little that floats may have lost it.
fn at_least(bound: Exact, float: Value) -> bool {
    match float {
        Value::NEG_INFINITY => true,
        Value::INFINITY => false,
        _ => bound + Exact::new(1, 1 << 30) >= fraction(float.get()),
    }
}

/// The number as a fraction, but for a little.
fn fraction(number: f64) -> Exact {
    let scale = 1i128 << 40;
    Exact::new((number * scale as f64).floor() as i128, scale)
}

struct Judge<'j> {
    game: &'j Graph,
    contents: &'j Contents,
    by_key: HashMap<u128, Vec<Record>>,
    known: RefCell<HashMap<(At, Side), Exact>>,
    /// The value range, as [lower, upper].
    range: [Exact; 2],
}

impl<'j> Judge<'j> {
    fn new(game: &'j Graph, contents: &'j Contents) -> Judge<'j> {
        let mut by_key: HashMap<u128, Vec<Record>> = HashMap::new();
        for record in &contents.records {
            by_key.entry(record.key).or_default().push(*record);
        }
        let whole = |value: Value| Exact::from_integer(value.get() as i128);
        let Bounds { lower, upper } = game.span();
        let range = [whole(lower), whole(upper)];
        Judge { game, contents, by_key, known: RefCell::default(), range }
    }

    fn end(&self, side: Side) -> Exact {
        self.range[side as usize]
    }

    /// What facts say of a child, if they are trusted, and are better than nothing.
    fn with_facts(&self, parent_fact: Bounds, at: At, side: Side, bound: Exact) -> Exact {
        if !self.contents.header.trusts_facts {
            return bound;
        }
        let image = match self.contents.header.layout {
            Layout::Positions => self.game.canonical(&at).map_or(at, |(canonical, _)| canonical),
            Layout::Tree => at,
        };
        let facts = self.game.facts(&image).intersect(parent_fact);
        // Facts of the random graphs are a thousandth off, and true.
        match side {
            Side::Lower if facts.lower.is_finite() => bound.max(fraction(facts.lower.get())),
            Side::Upper if facts.upper.is_finite() => bound.min(fraction(facts.upper.get())),
            _ => bound,
        }
    }

    fn join(&self, at: At, kind: Kind, side: Side, terms: &[(usize, Exact)]) -> Exact {
        let bounds = || terms.iter().map(|(_, bound)| *bound);
        match (kind, side) {
            (Kind::Chance, _) => {
                terms.iter().map(|&(i, bound)| bound * self.game.probability(at, i)).sum()
            }
            (_, Side::Lower) => bounds().min().unwrap(),
            (_, Side::Upper) => bounds().max().unwrap(),
        }
    }

    fn chooses(kind: Kind, side: Side) -> bool {
        (kind, side) == (Kind::Max, Side::Lower) || (kind, side) == (Kind::Min, Side::Upper)
    }

    /// The bound that the best record of a position secures.
    fn of_position(&self, at: At, side: Side) -> Exact {
        if let Some(&known) = self.known.borrow().get(&(at, side)) {
            return known;
        }
        let bound = self.of_new_position(at, side);
        self.known.borrow_mut().insert((at, side), bound);
        bound
    }

    fn of_new_position(&self, at: At, side: Side) -> Exact {
        let mut moves = Moves::new();
        let kind = match self.game.expand(&at, &mut moves) {
            Turn::Terminal(value) => return Exact::from_integer(value.get() as i128),
            Turn::Inner(kind) => kind,
        };
        let place = self.game.canonical(&at).map_or(at, |(canonical, _)| canonical);
        let Some(Key::Exact(key)) = self.game.key(&place) else { return self.end(side) };
        // The record is about the position that its key is read as.
        let Some(place) = self.game.position_of(key) else { return self.end(side) };
        moves.clear();
        self.game.expand(&place, &mut moves);
        let mut best = self.end(side);
        for record in self.by_key.get(&key).into_iter().flatten() {
            if !(if side == Side::Lower { record.lower } else { record.upper }) {
                continue;
            }
            let all = 0..moves.len();
            let chosen = |i: &usize| !Self::chooses(kind, side) || *i as u64 == record.choice;
            let terms: Vec<(usize, Exact)> = all
                .filter(chosen)
                .map(|i| {
                    let mut child = place;
                    self.game.play(&mut child, moves.get(i));
                    let bound = self.of_position(child, side);
                    (i, self.with_facts(moves.fact(i), child, side, bound))
                })
                .collect();
            if terms.is_empty() {
                continue;
            }
            let bound = self.join(place, kind, side, &terms);
            best = if side == Side::Lower { best.max(bound) } else { best.min(bound) };
        }
        best
    }

    /// The bounds that the walk from record number `next` on secures at a node.
    fn of_node(&self, next: &mut usize, at: At) -> [Exact; 2] {
        let mut moves = Moves::new();
        let kind = match self.game.expand(&at, &mut moves) {
            Turn::Terminal(value) => return [Exact::from_integer(value.get() as i128); 2],
            Turn::Inner(kind) => kind,
        };
        let Some(record) = self.contents.records.get(*next) else { return self.range };
        *next += 1;
        let proven = [record.lower, record.upper];
        let mut terms: [Vec<(usize, Exact)>; 2] = [Vec::new(), Vec::new()];
        for i in 0..moves.len() {
            let needs = [Side::Lower, Side::Upper].map(|side| {
                proven[side as usize] && (!Self::chooses(kind, side) || i as u64 == record.choice)
            });
            if needs == [false; 2] {
                continue;
            }
            let mut child = at;
            self.game.play(&mut child, moves.get(i));
            let below = self.of_node(next, child);
            let over = matches!(self.game.judge(&child), Turn::Terminal(_));
            for side in [Side::Lower, Side::Upper] {
                let s = side as usize;
                if needs[s] {
                    let facts = self.with_facts(moves.fact(i), child, side, below[s]);
                    terms[s].push((i, if over { below[s] } else { facts }));
                }
            }
        }
        [Side::Lower, Side::Upper].map(|side| {
            let s = side as usize;
            if terms[s].is_empty() {
                return self.end(side);
            }
            let bound = self.join(at, kind, side, &terms[s]);
            if side == Side::Lower { bound.max(self.end(side)) } else { bound.min(self.end(side)) }
        })
    }
}
