//! Certificates with something wrong: whatever is accepted is true, and nothing panics.
//!
//! A certificate of a true claim stays true whatever becomes of its records. So there are also mutants of
//! certificates that claim a little too much.

use crate::effort::effort;
use std::collections::HashMap;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use gametree::proof::check::CheckError;
use gametree::proof::format::{Header, Reader, Writer};
use gametree::{Bounds, Value};

use super::{Certified, check, contain, truth};

/// So many mutants of each kind a certificate.
const MUTANTS: u64 = 200;

/// Numbers that look random, and are the same every time.
struct Draws(u64);

impl Draws {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }
}

/// How mutants fared.
#[derive(Debug, Default)]
struct Tally {
    accepted: usize,
    refused: usize,
    /// Not even read.
    unread: usize,
}

/// The mutants of one certificate.
struct Trial<'c> {
    certified: &'c Certified,
    /// What positions are worth. A mutant may be about another one than the start.
    truths: HashMap<String, Bounds>,
}

impl<'c> Trial<'c> {
    fn new(certified: &'c Certified) -> Trial<'c> {
        Trial { certified, truths: HashMap::new() }
    }

    fn judge(&mut self, mutant: &[u8], tally: &mut Tally) {
        let Certified { spec, game, .. } = self.certified;
        match check(game, mutant, None) {
            Ok((header, checked)) => {
                tally.accepted += 1;
                let of = || truth(game, &header.position);
                let value = *self.truths.entry(header.position.clone()).or_insert_with(of);
                let both = contain(header.claim, value) && contain(checked.bounds, value);
                assert!(both, "{spec}: {value}, not {}, for {mutant:02x?}", header.claim);
            }
            Err(CheckError::Refused(_)) => tally.refused += 1,
            Err(_) => tally.unread += 1,
        }
    }
}

/// The same records with another claim.
fn claiming(certificate: &[u8], claim: Bounds) -> Vec<u8> {
    let mut reader = Reader::new(certificate).unwrap();
    let header = Header { claim, ..reader.header().clone() };
    let mut writer = Writer::new(Vec::new(), &header).unwrap();
    while let Some(record) = reader.next_record().unwrap() {
        writer.record(&record).unwrap();
    }
    writer.finish().unwrap()
}

/// Claims that are wrong by little, given the value.
fn too_much(value: Bounds) -> [Bounds; 4] {
    let above = Value::new(value.upper.get() + 1e-6).unwrap();
    let below = Value::new(value.lower.get() - 1e-6).unwrap();
    [Bounds::at_least(above), Bounds::at_most(below), Bounds::point(above), Bounds::point(below)]
}

/// Flips a bit. Every second time it is one of the header, which is the smaller part.
fn flip(bytes: &mut [u8], draws: &mut Draws) {
    let among = if draws.below(2) == 0 { bytes.len().min(64) } else { bytes.len() };
    bytes[draws.below(among)] ^= 1 << draws.below(8);
}

fn unpacked(certificate: &[u8]) -> Vec<u8> {
    let mut contents = Vec::new();
    GzDecoder::new(certificate).read_to_end(&mut contents).unwrap();
    contents
}

fn packed(contents: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(contents).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_changed_certificate_is_refused_unless_it_is_true() {
    let [mut contents, mut file, mut cut] = [(); 3].map(|()| Tally::default());
    for (number, certified) in Certified::all().enumerate() {
        let mut draws = Draws(number as u64);
        let whole = &certified.certificate;
        let inside = unpacked(whole);
        let mut trial = Trial::new(&certified);
        for _ in 0..effort(MUTANTS) {
            let mut mutant = inside.clone();
            flip(&mut mutant, &mut draws);
            trial.judge(&packed(&mutant), &mut contents);
            let mut mutant = whole.clone();
            flip(&mut mutant, &mut draws);
            trial.judge(&mutant, &mut file);
            trial.judge(&whole[..draws.below(whole.len())], &mut cut);
            trial.judge(&packed(&inside[..draws.below(inside.len())]), &mut cut);
        }
    }
    assert!(contents.refused > 150 && contents.unread > 150, "{contents:?}");
    assert!(file.unread > 300, "{file:?}");
    assert_eq!(cut.accepted, 0, "{cut:?}");
}

#[test]
fn no_records_prove_what_is_false() {
    let (mut as_it_was, mut changed) = (Tally::default(), Tally::default());
    for (number, certified) in Certified::all().enumerate() {
        let mut draws = Draws(number as u64);
        let mut trial = Trial::new(&certified);
        for claim in too_much(truth(&certified.game, "")) {
            let wrong = claiming(&certified.certificate, claim);
            trial.judge(&wrong, &mut as_it_was);
            let inside = unpacked(&wrong);
            for _ in 0..effort(MUTANTS) {
                let mut mutant = inside.clone();
                flip(&mut mutant, &mut draws);
                trial.judge(&packed(&mutant), &mut changed);
            }
        }
    }
    assert_eq!((as_it_was.accepted, as_it_was.unread), (0, 0), "{as_it_was:?}");
    assert!(changed.refused > 1500, "{changed:?}");
}
