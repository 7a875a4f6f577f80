//! Random trees and questions that shrink, of two families.
//!
//! In the first every number that a search computes is exact in a float: values are small whole
//! numbers, probabilities are powers of two, and so is what windows are divided by. There the
//! library must do what the reference does, leaf for leaf. In the second nothing is exact but the
//! reference.

use proptest::collection::vec;
use proptest::prelude::*;

use super::Case;
use crate::reference::Nest;

// ------------------------------------------------------------------------------------------------
// Shapes
// ------------------------------------------------------------------------------------------------

/// How the nodes of a raw shape are turned into those of a tree: its leaves are whole numbers from 0
/// to 999, its weights any.
struct Dress<'d> {
    leaf: &'d dyn Fn(f64) -> f64,
    weights: &'d dyn Fn(&[u32]) -> Vec<u32>,
}

impl Dress<'_> {
    fn put_on(&self, nest: &Nest) -> Nest {
        let all = |below: &[Nest]| below.iter().map(|nest| self.put_on(nest)).collect();
        match nest {
            Nest::Leaf(raw) => Nest::Leaf((self.leaf)(*raw)),
            Nest::Max(below) => Nest::Max(all(below)),
            Nest::Min(below) => Nest::Min(all(below)),
            Nest::Chance(below) => {
                let raw: Vec<u32> = below.iter().map(|(weight, _)| *weight).collect();
                let below = below.iter().map(|(_, nest)| self.put_on(nest));
                Nest::Chance((self.weights)(&raw).into_iter().zip(below).collect())
            }
        }
    }
}

fn node(kind: u32, below: Vec<(u32, Nest)>) -> Nest {
    let plain = |below: Vec<(u32, Nest)>| below.into_iter().map(|(_, nest)| nest).collect();
    match kind {
        0 => Nest::Max(plain(below)),
        1 => Nest::Min(plain(below)),
        _ => Nest::Chance(below),
    }
}

fn raw_leaf() -> impl Strategy<Value = Nest> + Clone {
    (0..1000u32).prop_map(|raw| Nest::Leaf(raw.into()))
}

/// Any shape: ragged, single children, the same player twice in a row, chance below chance, a lone
/// leaf. Of `kinds` kinds of nodes: without chance there are two.
fn ragged(kinds: u32) -> impl Strategy<Value = Nest> {
    raw_leaf().prop_recursive(6, 48, 3, move |below| {
        (0..kinds, vec((0..1000u32, below), 1..=4)).prop_map(|(kind, below)| node(kind, below))
    })
}

/// The same number of children everywhere. Players take turns, and where there is chance it follows
/// each move; any of the kinds may come first.
fn uniform(kinds: u32) -> impl Strategy<Value = Nest> {
    let shape = prop_oneof![(1..=5u32, Just(2usize)), (1..=3u32, Just(3usize))];
    let numbers = vec(0..1000u32, 64);
    (shape, 0..4usize, numbers).prop_map(move |((depth, width), first, numbers)| {
        fn build(
            depth: u32,
            width: usize,
            turn: usize,
            cycle: &[u32],
            numbers: &mut impl Iterator<Item = u32>,
        ) -> Nest {
            let number = numbers.next().unwrap();
            if depth == 0 {
                return Nest::Leaf(number.into());
            }
            let mut child = || build(depth - 1, width, turn + 1, cycle, numbers);
            let below = (0..width).map(|i| (number / (i as u32 + 1), child())).collect();
            node(cycle[turn % cycle.len()], below)
        }
        let cycle: &[u32] = if kinds > 2 { &[0, 2, 1, 2] } else { &[0, 1] };
        build(depth, width, first, cycle, &mut numbers.into_iter().cycle())
    })
}

fn shapes(kinds: u32) -> impl Strategy<Value = Nest> {
    prop_oneof![3 => ragged(kinds), 1 => uniform(kinds)]
}

fn extremes(nest: &Nest) -> (f64, f64) {
    let join = |a: (f64, f64), b: (f64, f64)| (a.0.min(b.0), a.1.max(b.1));
    match nest {
        Nest::Leaf(value) => (*value, *value),
        Nest::Max(below) | Nest::Min(below) => below.iter().map(extremes).reduce(join).unwrap(),
        Nest::Chance(below) => below.iter().map(|(_, n)| extremes(n)).reduce(join).unwrap(),
    }
}

// ------------------------------------------------------------------------------------------------
// Exact in floats
// ------------------------------------------------------------------------------------------------

/// Probabilities that are powers of two: all of it is halved again and again, `raw` says where.
fn halves(raw: &[u32]) -> Vec<u32> {
    let mut weights = vec![1 << (raw.len() - 1)];
    for &number in &raw[1..] {
        let large = |&place: &usize| weights[place] > 1;
        let places: Vec<usize> = (0..weights.len()).filter(large).collect();
        let place = places[number as usize % places.len()];
        weights[place] /= 2;
        weights.insert(place + 1, weights[place]);
    }
    weights
}

fn exact_in_floats(kinds: u32) -> impl Strategy<Value = Case> {
    let distinct = prop_oneof![Just(2u32), Just(3), Just(5), Just(9), Just(40)];
    let margin = || prop_oneof![3 => Just(0u32), 2 => 1..=6u32];
    // In parts of the range: seldom so much that nothing is left to do.
    let epsilon = prop_oneof![2 => Just(0.0), 5 => 0.0..0.9f64, 1 => 0.9..1.2f64];
    (shapes(kinds), distinct, margin(), margin(), epsilon).prop_map(
        |(shape, distinct, below, above, epsilon)| {
            let number = f64::from(distinct);
            let leaf = |raw: f64| raw % number - (number / 2.0).floor();
            let nest = Dress { leaf: &leaf, weights: &halves }.put_on(&shape);
            let (lowest, highest) = extremes(&nest);
            let range = (lowest - f64::from(below), highest + f64::from(above));
            let epsilon = (epsilon * (range.1 - range.0) * 4.0).round() / 4.0;
            Case { nest, range, epsilon }
        },
    )
}

/// Questions about which nothing is rounded: see the head of this file.
pub fn dyadic() -> impl Strategy<Value = Case> {
    exact_in_floats(3)
}

/// The same without chance nodes.
pub fn without_chance() -> impl Strategy<Value = Case> {
    exact_in_floats(2)
}

// ------------------------------------------------------------------------------------------------
// Not exact in floats
// ------------------------------------------------------------------------------------------------

/// The values of a family of trees, from raw numbers between 0 and 999.
fn scale(which: u32, raw: f64) -> f64 {
    match which {
        0 => raw * 0.1 - 50.0,                      // none of them exact, both signs
        1 => (raw % 4.0) / 10.0,                    // ties
        2 => 1e6 + raw / 999.0,                     // far from nought
        3 => -1e6 - raw / 999.0,                    // far below nought
        4 => (1e6 + 1.0 / 3.0) * (raw % 3.0 - 1.0), // thirds
        5 => (raw - 500.0) * 1.234_567_890_123e-7,  // small
        6 => (raw - 500.0).powi(5) * 1.1,           // from large to small
        _ => raw % 7.0,                             // whole numbers
    }
}

/// Questions about any values and probabilities.
pub fn rational() -> impl Strategy<Value = Case> {
    let heaviest = prop_oneof![Just(3u32), Just(7), Just(20), Just(1000)];
    let margin = || prop_oneof![2 => Just(0.0), 1 => 0.0..0.5f64, 1 => Just(1.0 / 3.0)];
    let epsilon = prop_oneof![
        3 => Just(0.0),
        1 => Just(1e-9),
        6 => 0.01..1.0f64,
        1 => 1.0..2.0f64,
    ];
    (shapes(3), 0..8u32, heaviest, margin(), margin(), epsilon).prop_map(
        |(shape, which, heaviest, below, above, epsilon)| {
            let weights = |raw: &[u32]| raw.iter().map(|number| number % heaviest + 1).collect();
            let nest = Dress { leaf: &|raw| scale(which, raw), weights: &weights }.put_on(&shape);
            let (lowest, highest) = extremes(&nest);
            let width = highest - lowest;
            let range = (lowest - below * width, highest + above * width);
            Case { nest, range, epsilon: epsilon * (range.1 - range.0) }
        },
    )
}

// ------------------------------------------------------------------------------------------------
// Facts
// ------------------------------------------------------------------------------------------------

/// How far the facts about each node reach below and above its value; nothing means infinitely far.
/// They shrink towards knowing nothing.
pub fn slacks() -> impl Strategy<Value = Vec<(Option<u8>, Option<u8>)>> {
    let side = || prop_oneof![2 => Just(None), 3 => (0..6u8).prop_map(Some)];
    vec((side(), side()), 0..=48)
}
