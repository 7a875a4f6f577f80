//! A small game, the true values of its positions, and certificates about it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::num::NonZero;

use gametree::proof::check::{Checked, check};
use gametree::proof::format::{Header, Reader, Writer};
use gametree::proof::{Claim, prove};
use gametree::{Bounds, Key, Kind, Knowledge, Limits, Moves, Notation, Turn, Value, Workspace};

/// A [`Subject`] without its type.
pub trait Judge {
    /// Whether a certificate is accepted; if it is, everything it says must be true.
    fn judge(&self, certificate: &[u8]) -> bool;

    /// Certificates about the game, with names.
    fn seeds(&self) -> Vec<(String, Vec<u8>)>;
}

/// A game small enough to visit every position.
pub struct Subject<G> {
    name: &'static str,
    game: G,
    /// The values that were needed so far, by exact key.
    known: RefCell<HashMap<u128, f64>>,
}

impl<G: Notation + Knowledge<G>> Judge for Subject<G> {
    fn judge(&self, certificate: &[u8]) -> bool {
        for claim in self.weak_claims() {
            if let Some(weaker) = claiming(certificate, claim) {
                self.accepts(&weaker);
            }
        }
        self.accepts(certificate)
    }

    fn seeds(&self) -> Vec<(String, Vec<u8>)> {
        let mut seeds = Vec::new();
        for position in std::iter::once(String::new()).chain(self.first_moves()) {
            for facts in [false, true] {
                for (end, bounds) in self.claims(&position) {
                    let name = format!("{}@{position}-{end}-{facts}", self.name);
                    let name = name.replace(|c: char| !c.is_ascii_alphanumeric(), "_");
                    seeds.push((name, self.certificate(&position, bounds, facts)));
                }
            }
        }
        seeds
    }
}

impl<G: Notation + Knowledge<G>> Subject<G> {
    /// The game that certificates call `name`.
    pub fn new(name: &'static str, game: G) -> Subject<G> {
        Subject { name, game, known: RefCell::default() }
    }

    /// Whether a certificate is accepted. If it is, what it says must be true.
    fn accepts(&self, certificate: &[u8]) -> bool {
        let Ok(mut reader) = Reader::new(certificate) else { return false };
        let header = reader.header().clone();
        let asked = Some(header.position.as_str());
        let Ok(checked) = check(&self.game, &mut reader, asked) else { return false };
        self.judge_root(&header, &checked);
        self.first_moves().iter().for_each(|text| self.judge_asked(certificate, text));
        true
    }

    /// Claims that are almost empty, but need records. Mutated records hardly ever prove the original
    /// claim; with one of these instead, whatever they do prove comes to light.
    fn weak_claims(&self) -> [Bounds; 2] {
        let Bounds { lower, upper } = self.game.span();
        let above = Value::new(lower.get().next_up()).expect("the range is finite");
        let below = Value::new(upper.get().next_down()).expect("the range is finite");
        [Bounds::at_least(above), Bounds::at_most(below)]
    }

    /// Checks what an accepted certificate claims and proves about its own position.
    fn judge_root(&self, header: &Header, checked: &Checked) {
        let asked = checked.asked.iter().map(|asked| ("asked", asked.bounds));
        for (what, bounds) in
            [("claim", header.claim), ("proof", checked.bounds)].into_iter().chain(asked)
        {
            self.demand(&header.position, bounds, what);
        }
    }

    /// Checks what it says when it is asked about another position.
    fn judge_asked(&self, certificate: &[u8], text: &str) {
        let mut reader = Reader::new(certificate).expect("it was read before");
        let checked = check(&self.game, &mut reader, Some(text)).expect("it was accepted before");
        if let Some(asked) = checked.asked {
            self.demand(text, asked.bounds, "asked");
        }
    }

    /// The value of the position must lie within the bounds, up to the rounding of this file's own averages.
    fn demand(&self, text: &str, bounds: Bounds, what: &str) {
        let position = self.game.parse_position(text).expect("it was read before");
        let value = self.value(&position);
        let slack = if self.game.has_chance() { 1e-12 * self.game.span().width() } else { 0.0 };
        let (lower, upper) = (bounds.lower.get() - slack, bounds.upper.get() + slack);
        assert!(
            lower <= value && value <= upper,
            "{} at '{text}' is worth {value}, which is not in {bounds} ({what})",
            self.name
        );
    }

    /// The texts of the first moves of the game.
    fn first_moves(&self) -> Vec<String> {
        let (start, mut moves) = (self.game.start(), Moves::new());
        self.game.expand(&start, &mut moves);
        moves.iter().map(|mv| self.game.move_text(&start, mv)).collect()
    }

    /// The value by its definition.
    fn value(&self, position: &G::Position) -> f64 {
        let key = match self.game.key(position) {
            Some(Key::Exact(key)) => Some(key),
            Some(Key::Hash(_)) | None => None,
        };
        if let Some(known) = key.and_then(|key| self.known.borrow().get(&key).copied()) {
            return known;
        }
        let mut moves = Moves::new();
        let value = match self.game.expand(position, &mut moves) {
            Turn::Terminal(value) => value.get(),
            Turn::Inner(kind) => self.value_of_moves(position, kind, &moves),
        };
        if let Some(key) = key {
            self.known.borrow_mut().insert(key, value);
        }
        value
    }

    fn value_of_moves(&self, position: &G::Position, kind: Kind, moves: &Moves<G::Move>) -> f64 {
        let values = moves.iter().map(|mv| {
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            self.value(&child)
        });
        match kind {
            Kind::Max => values.fold(f64::NEG_INFINITY, f64::max),
            Kind::Min => values.fold(f64::INFINITY, f64::min),
            Kind::Chance => values
                .enumerate()
                .map(|(i, value)| value * moves.probability(i).expect("an outcome has one"))
                .sum(),
        }
    }

    /// True claims about a position, with names: its value, and each end alone.
    fn claims(&self, text: &str) -> [(&'static str, Bounds); 3] {
        let position = self.game.parse_position(text).expect("one of its own");
        let value = Value::new(self.value(&position)).expect("no game is worth NaN");
        [
            ("exact", Bounds::point(value)),
            ("least", Bounds::at_least(value)),
            ("most", Bounds::at_most(value)),
        ]
    }

    fn certificate(&self, text: &str, bounds: Bounds, trusts_facts: bool) -> Vec<u8> {
        let position = self.game.parse_position(text).expect("one of its own");
        let (limits, threads) = (&Limits::none(), NonZero::<usize>::MIN);
        let claim = Claim { bounds, trusts_facts, limits, threads };
        let mut workspace = Workspace::default();
        let proof = prove(&self.game, &self.game, &position, &claim, &mut workspace, &mut |_| ());
        let proof = proof.expect("what is true can be proven");
        proof.write(Vec::new(), self.name, text).expect("memory takes everything")
    }
}

/// The same certificate with another claim, if all of it can be read.
fn claiming(certificate: &[u8], claim: Bounds) -> Option<Vec<u8>> {
    let mut reader = Reader::new(certificate).ok()?;
    let header = Header { claim, ..reader.header().clone() };
    let mut records = Vec::new();
    while let Some(record) = reader.next_record().ok()? {
        records.push(record);
    }
    let mut writer = Writer::new(Vec::new(), &header).ok()?;
    records.iter().try_for_each(|record| writer.record(record)).ok()?;
    writer.finish().ok()
}
