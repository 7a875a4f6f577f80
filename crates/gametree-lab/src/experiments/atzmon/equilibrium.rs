//! The conjecture that play by bounds within epsilon is an epsilon-equilibrium.
//!
//! A policy by *one search* takes, wherever it was, the child with the best guaranteed bound that this search found. MAX's part
//! of it guarantees the lower bound of the root and MIN's the upper one, against anything; so their play ends between the
//! two, and who deviates alone gains at most their difference, which is at most epsilon. A policy that *searches again* at
//! every position may lose up to epsilon with each move.

use crate::Table;
use crate::experiments::bench::Bench;
use crate::experiments::design::{About, Experiment, Paper, Scale};
use crate::experiments::estimate::Estimate;
use crate::experiments::explicit::{Tree, best};
use crate::experiments::row::{Fields, Row, Unit};
use crate::experiments::section::{Section, text_of};
use crate::experiments::verdict::Claim;

/// The conjecture.
pub struct Equilibrium;

const EPSILONS: [f64; 5] = [4.0, 8.0, 16.0, 32.0, 64.0];
const RANGE: (f64, f64) = (0.0, 100.0);
const ONE: &str = "one search";
const AGAIN: &str = "a search at every position";

fn field(policy: &str, e: f64) -> String {
    format!("gain by {policy} at {e}")
}

impl Experiment for Equilibrium {
    fn about(&self) -> About {
        About {
            name: "atzmon-equilibrium",
            claim: Claim::Refuted,
            question: "Is play by bounds within epsilon an epsilon-equilibrium?",
            doubt: "A tree in which a player gains more than epsilon against a policy by one search.",
            paper: Paper::Atzmon,
            figure: "Conjecture: epsilon-equilibrium",
            statement: "Playing by the bounds of a search within epsilon is an epsilon-equilibrium: no player gains more than epsilon by deviating \
                        alone.",
            reading: "Two readings. The bounds of one search of the root: then the conjecture is true, since the play lies between what MAX's part \
                      guarantees and what MIN's does. Or the bounds of a new search at every position, as a player would: then errors add \
                      up. Random trees, leaves from 0 to 100, three children, heights 3 to 6; with chance nodes, heights 2 and 3, where gains are \
                      expectations.",
            tolerance: "no gain above epsilon, in any tree, under the first reading; under the second some gain is above it",
            needs: "random trees",
            seconds: [4.0, 60.0],
            timed: false,
        }
    }

    fn units(&self, scale: Scale) -> Vec<Unit> {
        let trees = scale.pick(3, 250, 2500);
        let unit = |height: u64, tree: u64| Unit::new().with("height", height).with("tree", tree);
        let without = (3..=scale.pick(4, 6, 6))
            .flat_map(|height| (0..trees).map(move |tree| unit(height, tree)));
        let with = (2..=3)
            .flat_map(|height| (0..trees).map(move |tree| unit(height, tree).with("chance", true)));
        without.chain(with).collect()
    }

    fn run(&self, unit: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
        let (height, seed) = (unit.whole("height"), bench.game_seed(0));
        let chance = if unit.holds("chance") { ",chance=0.8" } else { "" };
        let name = format!("random:b=3,d={height},leaves=0..100{chance},seed={seed}");
        let game = bench.game(&name)?;
        let tree = Tree::of(&game)?;
        let mut found = Fields::new().with("seed", seed);
        for e in EPSILONS {
            let mut plan = Plan::of(&tree);
            search(&tree, &mut plan, RANGE, e);
            found.set(&field(ONE, e), gain(&tree, &plan));
            let mut plan = Plan::of(&tree);
            search_again(&tree, &mut plan, e);
            found.set(&field(AGAIN, e), gain(&tree, &plan));
        }
        Ok(found)
    }

    fn summarise(&self, rows: &[Row]) -> Section {
        let over = |policy: &str, chance: bool, e: f64| {
            let of = rows.iter().filter(|row| row.unit.holds("chance") == chance);
            Estimate::share_of(of.map(|row| row.get(&field(policy, e)) > e + 1e-9))
        };
        let mut table = Table::new(
            "Trees in which a player gains more than epsilon by deviating alone",
            &["policy by", "epsilon", "share", "share, with chance", "largest gain"],
        );
        for policy in [ONE, AGAIN] {
            for e in EPSILONS {
                let largest =
                    rows.iter().map(|row| row.get(&field(policy, e))).fold(f64::NAN, f64::max);
                table.row([
                    policy.into(),
                    e.to_string(),
                    text_of(over(policy, false, e)),
                    text_of(over(policy, true, e)),
                    crate::experiments::plain(largest),
                ]);
            }
        }
        let shares = |policy: &'static str, chance: bool| {
            let shares = EPSILONS.map(|e| over(policy, chance, e).map(|share| share.value));
            let known: Vec<f64> = shares.into_iter().flatten().collect();
            (!known.is_empty()).then(|| known.into_iter().fold(0.0, f64::max))
        };
        let never = |chance| shares(ONE, chance).map(|share| share == 0.0);
        let often = shares(AGAIN, false);
        Section::default()
            .table(table)
            .trend("by one search, nobody gains more than epsilon in any tree", never(false))
            .trend("nor in any tree with chance nodes, in expectation", never(true))
            .trend(
                "by a search at every position, somebody gains more than epsilon in some tree",
                often.map(|share| share > 0.0),
            )
            .answered(match (never(false), often) {
                (Some(true), Some(share)) if share > 0.0 => format!(
                    "Yes if both follow the bounds of one search; no if they search again at every position, as players do ({:.1} % of the \
                     trees at the worst epsilon).",
                    100.0 * share
                ),
                _ => String::new(),
            })
    }
}

/// What a search knows of a node, and which child it would choose there.
struct Plan {
    bounds: (f64, f64),
    choice: usize,
    children: Vec<Plan>,
}

impl Plan {
    /// Nothing is known.
    fn of(tree: &Tree) -> Plan {
        let children = match tree {
            Tree::Leaf(_) => Vec::new(),
            Tree::Inner { children, .. } => children.iter().map(Plan::of).collect(),
            Tree::Chance(outcomes) => outcomes.iter().map(|(_, tree)| Plan::of(tree)).collect(),
        };
        Plan { bounds: RANGE, choice: 0, children }
    }

    /// Bounds and choice from those of the children.
    fn renew(&mut self, max: bool) {
        let of = |end: fn(&Plan) -> f64, all: &[Plan]| best(max, all.iter().map(end));
        self.bounds =
            (of(|plan| plan.bounds.0, &self.children), of(|plan| plan.bounds.1, &self.children));
        // What is guaranteed: MAX's lower bound, MIN's upper one.
        let (end, guaranteed): (fn(&Plan) -> f64, f64) = if max {
            (|plan| plan.bounds.0, self.bounds.0)
        } else {
            (|plan| plan.bounds.1, self.bounds.1)
        };
        self.choice = self.children.iter().position(|plan| end(plan) == guaranteed).unwrap_or(0);
    }
}

impl Plan {
    /// Bounds from those of the outcomes.
    fn average(&mut self, outcomes: &[(f64, Tree)]) {
        let sum = |end: fn(&Plan) -> f64| {
            outcomes.iter().zip(&self.children).map(|((share, _), plan)| share * end(plan)).sum()
        };
        self.bounds = (sum(|plan| plan.bounds.0), sum(|plan| plan.bounds.1));
    }
}

/// Bounded alpha-beta (Algorithm 1) in a window.
fn search(tree: &Tree, plan: &mut Plan, (alpha, beta): (f64, f64), epsilon: f64) {
    match tree {
        Tree::Leaf(value) => plan.bounds = (*value, *value),
        Tree::Inner { max, children } => {
            for (i, child) in children.iter().enumerate() {
                let window = (alpha.max(plan.bounds.0), beta.min(plan.bounds.1));
                if window.1 - window.0 > epsilon {
                    search(child, &mut plan.children[i], window, epsilon);
                    plan.renew(*max);
                }
            }
        }
        Tree::Chance(outcomes) => {
            for (i, (share, outcome)) in outcomes.iter().enumerate() {
                let ((low, high), own) = (plan.bounds, plan.children[i].bounds);
                // Condition C6.
                let window = (
                    own.0.max((alpha.max(low) - high) / share + own.1),
                    own.1.min((beta.min(high) - low) / share + own.0),
                );
                if window.1 - window.0 > epsilon {
                    search(outcome, &mut plan.children[i], window, epsilon);
                    plan.average(outcomes);
                }
            }
        }
    }
}

/// A new search at every position.
fn search_again(tree: &Tree, plan: &mut Plan, epsilon: f64) {
    let mut fresh = Plan::of(tree);
    search(tree, &mut fresh, RANGE, epsilon);
    plan.choice = fresh.choice;
    let children: Vec<&Tree> = match tree {
        Tree::Leaf(_) => Vec::new(),
        Tree::Inner { children, .. } => children.iter().collect(),
        Tree::Chance(outcomes) => outcomes.iter().map(|(_, outcome)| outcome).collect(),
    };
    let each = children.into_iter().zip(&mut plan.children);
    each.for_each(|(child, plan)| search_again(child, plan, epsilon));
}

/// The most that a player gains by deviating alone.
fn gain(tree: &Tree, plan: &Plan) -> f64 {
    let [both, without_max, without_min] =
        [[false, false], [true, false], [false, true]].map(|free| played(tree, plan, free));
    (without_max - both).max(both - without_min)
}

/// How the game ends if players follow the plan, except those who are free to do what is best for them.
fn played(tree: &Tree, plan: &Plan, free: [bool; 2]) -> f64 {
    match tree {
        Tree::Leaf(value) => *value,
        Tree::Inner { max, children } => {
            let at = |i: usize| played(&children[i], &plan.children[i], free);
            if free[usize::from(!max)] {
                best(*max, (0..children.len()).map(at))
            } else {
                at(plan.choice)
            }
        }
        Tree::Chance(outcomes) => {
            let each = outcomes.iter().zip(&plan.children);
            each.map(|((share, outcome), plan)| share * played(outcome, plan, free)).sum()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(height: u32, seed: u64) -> Tree {
        fn grow(height: u32, max: bool, draws: &mut gametree::Draws) -> Tree {
            if height == 0 {
                return Tree::Leaf(draws.below(101) as f64);
            }
            if draws.below(4) == 0 {
                let outcomes = [0.25, 0.5, 0.25].map(|share| (share, grow(height - 1, max, draws)));
                return Tree::Chance(outcomes.into());
            }
            let children = (0..1 + draws.below(3)).map(|_| grow(height - 1, !max, draws)).collect();
            Tree::Inner { max, children }
        }
        grow(height, true, &mut gametree::Draws::new(seed))
    }

    #[test]
    fn bounds_hold_and_without_epsilon_nobody_gains() {
        for seed in 0..300 {
            let tree = random(4, seed);
            for epsilon in [0.0, 5.0, 20.0] {
                let mut plan = Plan::of(&tree);
                search(&tree, &mut plan, RANGE, epsilon);
                let (low, high) = plan.bounds;
                assert!(low <= tree.value() && tree.value() <= high && high - low <= epsilon);
                assert!(gain(&tree, &plan) <= epsilon, "{tree:?}");
                assert!(gain(&tree, &plan) >= 0.0);
                // Who plays by the plan gets what it guarantees.
                assert!(played(&tree, &plan, [false, true]) >= low);
                assert!(played(&tree, &plan, [true, false]) <= high);
            }
        }
    }
}
