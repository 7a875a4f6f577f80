//! One certificate for each way in which the checker fails closed, and what it says.

use gametree::proof::check::{CheckError, check};
use gametree::proof::format::{Header, Layout, Reader, Record, Writer};
use gametree::{Bounds, Game, Key, Moves, Notation, Turn, Values};

/// A heap of stones, of which one or two are taken in turn; who takes the last one wins. With
/// `endless` nobody says that it ends.
struct Heap {
    stones: u32,
    endless: bool,
}

impl Game for Heap {
    type Position = (u32, bool);
    type Move = u32;
    type Undo = ();

    fn start(&self) -> (u32, bool) {
        (self.stones, true)
    }

    fn values(&self) -> Values {
        Values::integers(-1, 1)
    }

    fn endless(&self) -> bool {
        self.endless
    }

    fn expand(&self, &(left, max): &(u32, bool), moves: &mut Moves<u32>) -> Turn {
        if left == 0 {
            return Turn::over(if max { -1 } else { 1 });
        }
        moves.extend(1..=left.min(2));
        if max { Turn::MAX } else { Turn::MIN }
    }

    fn play(&self, position: &mut (u32, bool), taken: u32) {
        *position = (position.0 - taken, !position.1);
    }

    fn undo(&self, position: &mut (u32, bool), taken: u32, (): ()) {
        *position = (position.0 + taken, !position.1);
    }

    fn key(&self, &(left, max): &(u32, bool)) -> Option<Key> {
        Some(Key::Exact(u128::from(left) * 2 + u128::from(max)))
    }

    fn position_of(&self, key: u128) -> Option<(u32, bool)> {
        let left = u32::try_from(key / 2).ok().filter(|&left| left <= self.stones)?;
        Some((left, key % 2 == 1))
    }
}

impl Notation for Heap {
    fn move_text(&self, _: &(u32, bool), taken: u32) -> String {
        taken.to_string()
    }

    fn draw(&self, &(left, max): &(u32, bool)) -> String {
        format!("{left} stones, {}", if max { "MAX" } else { "MIN" })
    }
}

/// The record of MAX's proof that he wins with so many stones left.
fn win(left: u32, max: bool, choice: u64, uses: u64) -> Record {
    let key = u128::from(left) * 2 + u128::from(max);
    Record { key, lower: true, upper: false, choice, uses }
}

/// With four stones MAX takes one, and wins whatever MIN does with three.
fn proof() -> Vec<Record> {
    // With one left MAX takes it, with two both.
    vec![win(1, true, 0, 1), win(2, true, 1, 1), win(3, false, 0, 1), win(4, true, 0, 1)]
}

fn verdict_at(layout: Layout, position: &str, records: &[Record], endless: bool) -> String {
    let header = Header {
        game: "heap".into(),
        position: position.into(),
        claim: Bounds::at_least(1.into()),
        trusts_facts: false,
        layout,
        records: records.len() as u64,
    };
    let mut writer = Writer::new(Vec::new(), &header).unwrap();
    records.iter().for_each(|record| writer.record(record).unwrap());
    let bytes = writer.finish().unwrap();
    match check(&Heap { stones: 4, endless }, &mut Reader::new(&bytes[..]).unwrap(), None) {
        Ok(checked) => format!("proven, {} kept", checked.most_kept),
        Err(CheckError::Refused(reason)) => reason,
        Err(error) => format!("no certificate: {error}"),
    }
}

fn verdict(records: &[Record]) -> String {
    verdict_at(Layout::Positions, "", records, false)
}

#[test]
fn the_proof_itself_is_accepted() {
    assert_eq!(verdict(&proof()), "proven, 2 kept");
}

#[test]
fn each_fault_is_refused_where_it_is() {
    let changed = |change: &dyn Fn(&mut Vec<Record>)| {
        let mut records = proof();
        change(&mut records);
        verdict(&records)
    };
    for (change, reason) in [
        (
            &|records: &mut Vec<Record>| records.rotate_left(1),
            "a proof of this is missing: 1 stones, MAX",
        ),
        (&|records| records.swap(1, 2), "a proof of this is missing: 2 stones, MAX"),
        (&|records| records.insert(1, records[0]), "this is proven twice: 1 stones, MAX"),
        (
            &|records| records.push(win(1, true, 0, 1)),
            "this is proven more often than it is used: 1 stones, MAX",
        ),
        (&|records| records[0].uses = 0, "this is proven but never used: 1 stones, MAX"),
        (
            &|records| records[0].uses = 2,
            "this is proven more often than it is used: 1 stones, MAX",
        ),
        (&|records| records[0].key = 99, "no position of the game has the key 99"),
        (&|records| records[0].key = 1, "the game is over here: 0 stones, MAX"),
        (
            &|records| records[0].choice = 1,
            "there are fewer moves here than the one named: 1 stones, MAX",
        ),
        (&|records| records[2].choice = 1, "there is nothing to choose here: 3 stones, MIN"),
        (&|records| records[0].lower = false, "nothing is proven of this: 1 stones, MAX"),
        (
            &|records| (records[0].lower, records[0].upper) = (false, true),
            "only [-1, 1] is proven here, and not [1, inf]: 4 stones, MAX",
        ),
        // A cycle has no order: what rests on itself is missing.
        (&|records| records[1].choice = 0, "a proof of this is missing: 1 stones, MIN"),
    ] as [(&dyn Fn(&mut Vec<Record>), &str); 13]
    {
        assert_eq!(changed(change), reason);
    }
}

#[test]
fn a_walk_has_neither_gaps_nor_ends_left_over() {
    // The same proof as a walk: four, three, two, one.
    let walk: Vec<Record> =
        [win(4, true, 0, 0), win(3, false, 0, 0), win(2, true, 1, 0), win(1, true, 0, 0)]
            .map(|record| Record { key: 0, ..record })
            .into();
    let tree = |records: &[Record]| verdict_at(Layout::Tree, "", records, false);
    assert_eq!(tree(&walk), "proven, 0 kept");
    assert_eq!(tree(&walk[..3]), "a proof of this is missing: 1 stones, MAX");
    let longer: Vec<Record> = walk.iter().chain(&walk[..1]).copied().collect();
    assert_eq!(tree(&longer), "more records follow than the proof needs: 4 stones, MAX");
}

#[test]
fn where_positions_may_repeat_there_is_no_proof() {
    let endless = |position| verdict_at(Layout::Positions, position, &proof(), true);
    assert_eq!(endless(""), "positions may repeat from here on: 4 stones, MAX");
    assert_eq!(
        endless("9"),
        "no certificate: not a certificate: position '9', move 1: '9' is not a legal move here (legal: 1 2)"
    );
}
