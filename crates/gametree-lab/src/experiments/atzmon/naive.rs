//! Figure 2: alpha-beta that prunes where `beta <= alpha + epsilon` has no guarantee.

use crate::Table;
use crate::experiments::bench::Bench;
use crate::experiments::design::{About, Experiment, Paper, Scale};
use crate::experiments::estimate::Estimate;
use crate::experiments::explicit::Tree;
use crate::experiments::row::{Fields, Row, Unit};
use crate::experiments::section::{Section, plain, text_of};
use crate::experiments::verdict::Claim;

/// The straightforward rule.
pub struct Naive;

const EPSILONS: [f64; 4] = [4.0, 8.0, 16.0, 32.0];
/// The longest tree of Figure 2, in links.
const LINKS: u32 = 8;

fn field(what: &str, e: f64) -> String {
    format!("{what} at {e}")
}

impl Experiment for Naive {
    fn about(&self) -> About {
        About {
            name: "atzmon-2",
            claim: Claim::Printed,
            question: "Is alpha-beta that prunes where beta <= alpha + epsilon off by more than epsilon?",
            doubt: "No tree with a larger error than epsilon.",
            paper: Paper::Atzmon,
            figure: "Figure 2: the straightforward rule",
            statement: "The rule has no guarantee: in the tree of Figure 2 with m links, the value found is m epsilon too large.",
            reading: "The alpha-beta of Figure 1, written down as printed, with that rule; in Figure 2's tree, and in random trees with three children, \
                      leaves from 0 to 100, heights 3 to 7.",
            tolerance: "in Figure 2's tree the error is m epsilon for every m up to 8; in some random tree it is above epsilon",
            needs: "random trees",
            seconds: [1.0, 20.0],
            timed: false,
        }
    }

    fn units(&self, scale: Scale) -> Vec<Unit> {
        let trees = scale.pick(40, 400, 2000);
        let unit = |height: u64, tree: u64| Unit::new().with("height", height).with("tree", tree);
        (3..=scale.pick(4, 7, 7))
            .flat_map(|height| (0..trees).map(move |tree| unit(height, tree)))
            .collect()
    }

    fn run(&self, unit: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
        let (height, seed) = (unit.whole("height"), bench.game_seed(0));
        let game = bench.game(&format!("random:b=3,d={height},leaves=0..100,seed={seed}"))?;
        let tree = Tree::of(&game)?;
        let value = tree.value();
        let mut found = Fields::new().with("seed", seed);
        for e in EPSILONS {
            found.set(&field("error", e), (naive(&tree, UNBOUNDED, e) - value).abs());
        }
        Ok(found)
    }

    fn summarise(&self, rows: &[Row]) -> Section {
        let columns = ["epsilon", "trees with a larger error", "largest error"];
        let mut table = Table::new("Random trees", &columns);
        let over = |e: f64| {
            Estimate::share_of(rows.iter().map(|row| row.get(&field("error", e)) > e + 1e-9))
        };
        for e in EPSILONS {
            let errors = rows.iter().map(|row| row.get(&field("error", e)));
            table.row([e.to_string(), text_of(over(e)), plain(errors.fold(f64::NAN, f64::max))]);
        }
        let mut links = Table::new("The tree of Figure 2, epsilon 1", &["links", "error"]);
        let error = |m: u32| naive(&linked(m), UNBOUNDED, 1.0) - linked(m).value();
        (1..=LINKS).for_each(|m| links.row([m.to_string(), plain(error(m))]));
        let as_printed = (1..=LINKS).all(|m| error(m) == f64::from(m));
        let some = EPSILONS.iter().any(|&e| over(e).is_some_and(|share| share.value > 0.0));
        Section::default()
            .trend(
                "in the tree of Figure 2 with m links the error is m epsilon",
                (!rows.is_empty()).then_some(as_printed),
            )
            .trend("the error exceeds epsilon in a random tree", (!rows.is_empty()).then_some(some))
            .table(table)
            .table(links)
    }
}

const UNBOUNDED: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

/// Figure 1 of the paper with the pruning rule `beta <= alpha + epsilon`.
fn naive(tree: &Tree, [mut alpha, mut beta]: [f64; 2], epsilon: f64) -> f64 {
    let (max, children) = match tree {
        Tree::Leaf(value) => return *value,
        Tree::Inner { max, children } => (*max, children),
        Tree::Chance(_) => unreachable!("these trees have no chance nodes"),
    };
    let mut best = if max { f64::NEG_INFINITY } else { f64::INFINITY };
    for child in children {
        let value = naive(child, [alpha, beta], epsilon);
        if max {
            best = best.max(value);
            alpha = alpha.max(best);
        } else {
            best = best.min(value);
            beta = beta.min(best);
        }
        if beta <= alpha + epsilon {
            break;
        }
    }
    best
}

/// Figure 2 with epsilon 1 and X = 0: a leaf worth X, and MIN nodes one after the other, the first
/// leaf of each a little better than all before and the second worth X, which is never looked at.
fn linked(links: u32) -> Tree {
    let node = |m: u32| Tree::Inner {
        max: false,
        children: vec![Tree::Leaf(f64::from(m)), Tree::Leaf(0.0)],
    };
    let children = [Tree::Leaf(0.0)].into_iter().chain((1..=links).map(node)).collect();
    Tree::Inner { max: true, children }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_epsilon_it_is_alpha_beta() {
        for m in 1..5 {
            assert_eq!(naive(&linked(m), UNBOUNDED, 0.0), linked(m).value());
        }
        assert_eq!(naive(&linked(3), UNBOUNDED, 1.0), 3.0);
    }
}
