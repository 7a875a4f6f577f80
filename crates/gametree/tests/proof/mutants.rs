//! Certificates with something wrong: what is accepted must still prove its claim, by the word of the
//! slow reference, and nothing may make the checker panic.

use crate::effort::effort;
use std::collections::BTreeMap;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use gametree::proof::check::CheckError;
use gametree::proof::format::Layout;
use gametree::{Bounds, Value};

use crate::graph::Draws;
use crate::reference::Contents;
use crate::{Question, checked};

/// How mutants fared.
#[derive(Default)]
struct Tally {
    accepted: usize,
    refused: usize,
    /// Not even read.
    unread: usize,
}

/// Judges a mutant of a certificate about the question's game.
fn judge(question: &Question, mutant: &[u8], tally: &mut Tally, what: &str) {
    match checked(&question.game, mutant, None) {
        Ok(_) => {
            tally.accepted += 1;
            let holds = Contents::read(mutant).is_some_and(|read| read.holds(&question.game));
            assert!(holds, "accepted without a proof: {what} {:?}", question.game);
        }
        Err(CheckError::Refused(_)) => tally.refused += 1,
        Err(_) => tally.unread += 1,
    }
}

fn another(value: Value, draws: &mut Draws) -> Value {
    let steps = [-1.0, 1.0, -0.25, 0.25, f64::INFINITY, f64::NEG_INFINITY, 1e-6, -1e-6];
    Value::new(value.get() + steps[draws.below(steps.len())]).unwrap_or(value)
}

/// Changes one thing about the claim; says what.
fn wrong_header(contents: &mut Contents, draws: &mut Draws) -> &'static str {
    let header = &mut contents.header;
    match draws.below(5) {
        0 | 1 => {
            let Bounds { lower, upper } = header.claim;
            let (lower, upper) = if draws.coin() {
                (another(lower, draws), upper)
            } else {
                (lower, another(upper, draws))
            };
            header.claim = Bounds::new(lower, upper).unwrap_or(header.claim);
            "claim"
        }
        2 => {
            header.trusts_facts = !header.trusts_facts;
            "trust"
        }
        3 => {
            header.layout =
                if header.layout == Layout::Tree { Layout::Positions } else { Layout::Tree };
            "layout"
        }
        _ => {
            header.position = ["0", "1", "1 0", "7"][draws.below(4)].into();
            "position"
        }
    }
}

/// Changes one thing about the records; says what.
fn wrong_records(contents: &mut Contents, draws: &mut Draws) -> &'static str {
    let records = &mut contents.records;
    if records.is_empty() {
        return "nothing";
    }
    let (at, other) = (draws.below(records.len()), draws.below(records.len()));
    let what = match draws.below(10) {
        0 => {
            records[at].lower = !records[at].lower;
            "lower"
        }
        1 => {
            records[at].upper = !records[at].upper;
            "upper"
        }
        2 => {
            records.remove(at);
            "drop"
        }
        3 => {
            records.swap(at, other);
            "swap"
        }
        4 => {
            records.insert(other, records[at]);
            "double"
        }
        5 => {
            records[at].choice = draws.below(5) as u64;
            "choice"
        }
        6 => {
            records[at].uses = records[at].uses.wrapping_add(3).wrapping_sub(draws.below(7) as u64);
            "uses"
        }
        7 => {
            records[at].key = records[other].key;
            "key"
        }
        8 => {
            records[at].key ^= 1 << draws.below(128);
            "key bit"
        }
        _ => {
            records.truncate(at);
            "truncate"
        }
    };
    contents.header.records = records.len() as u64;
    what
}

/// Flips, drops, doubles or cuts off bytes.
fn wrong_bytes(bytes: &mut Vec<u8>, draws: &mut Draws) {
    let at = draws.below(bytes.len());
    match draws.below(6) {
        0..=2 => bytes[at] ^= 1 << draws.below(8),
        3 => drop(bytes.remove(at)),
        4 => bytes.insert(at, draws.below(256) as u8),
        _ => bytes.truncate(at),
    }
}

fn unpacked(bytes: &[u8]) -> Vec<u8> {
    let mut contents = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut contents).unwrap();
    contents
}

fn packed(contents: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(contents).unwrap();
    encoder.finish().unwrap()
}

/// A question whose certificate has records, in most cases.
fn question(seed: u64) -> (Question, Vec<u8>) {
    let question = Question::new(seed);
    let certificate = question.prove().1.write(Vec::new(), "graph", "").unwrap();
    (question, certificate)
}

#[test]
fn changed_records_are_refused_unless_they_still_prove_the_claim() {
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    for seed in 0..effort(6_000) {
        let (question, certificate) = question(seed);
        let contents = Contents::read(&certificate).unwrap();
        let mut draws = Draws(seed);
        for _ in 0..15 {
            let mut mutant = contents.clone();
            let what = match draws.below(4) {
                0 => wrong_header(&mut mutant, &mut draws),
                _ => wrong_records(&mut mutant, &mut draws),
            };
            // One wrong thing may hide another.
            if draws.below(5) == 0 {
                wrong_records(&mut mutant, &mut draws);
            }
            let tally = tallies.entry(what).or_default();
            judge(&question, &mutant.write(), tally, what);
        }
    }
    for (what, tally) in &tallies {
        let Tally { accepted, refused, unread } = tally;
        println!("{what}: {accepted} accepted, {refused} refused, {unread} unread");
        assert!(*what == "nothing" || refused + unread > 15, "{what}: nothing was wrong");
    }
}

#[test]
fn changed_bytes_are_refused_unless_they_still_prove_the_claim() {
    let (mut inside, mut outside) = (Tally::default(), Tally::default());
    for seed in 0..effort(6_000) {
        let (question, certificate) = question(seed);
        let contents = unpacked(&certificate);
        let mut draws = Draws(seed);
        for _ in 0..10 {
            let mut mutant = contents.clone();
            wrong_bytes(&mut mutant, &mut draws);
            judge(&question, &packed(&mutant), &mut inside, "byte of the contents");
            let mut mutant = certificate.clone();
            wrong_bytes(&mut mutant, &mut draws);
            judge(&question, &mutant, &mut outside, "byte of the file");
        }
    }
    for (what, tally) in [("contents", &inside), ("file", &outside)] {
        let Tally { accepted, refused, unread } = tally;
        println!("{what}: {accepted} accepted, {refused} refused, {unread} unread");
    }
    assert!(inside.refused > 300 && inside.unread > 300);
    assert!(outside.unread > 3_000);
}
