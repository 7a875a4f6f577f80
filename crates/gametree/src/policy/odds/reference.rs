//! The definitions, written literally and slowly, and a policy that is checked against them at
//! every step.

use super::beliefs::Beliefs;
use super::normal::tails;
use super::question::Question;
use super::record::ROOT;
use super::{BestOdds, Entered};
use crate::exact::Minimax;
use crate::model::{Draws, Game, Kind, Knowledge, Moves, Turn, Value, Values};
use crate::policy::{Node, Policy};
use crate::{Rollout, Search};

/// A probability and a number of leaves.
type Pair = (f64, f64);

/// Children are asked one after the other, in the order of their worth per leaf, until one says
/// yes.
fn one_after_the_other(mut children: Vec<Pair>) -> Pair {
    let worth = |&(p, c): &Pair| if c > 0.0 { p / c } else { f64::INFINITY };
    children.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    let (mut nobody, mut cost) = (1.0, 0.0);
    for (p, c) in children {
        cost += nobody * c;
        nobody *= 1.0 - p;
    }
    (1.0 - nobody, cost)
}

/// MAX asks for a child that says yes, MIN for one that says no.
fn of_children(max: bool, children: Vec<Pair>) -> Pair {
    let turn = |(p, c): Pair| if max { (p, c) } else { (1.0 - p, c) };
    turn(one_after_the_other(children.into_iter().map(turn).collect()))
}

/// The odds of a child of a node at `level` that was not entered.
fn unseen(beliefs: &Beliefs, level: usize, above: f64) -> Pair {
    let (shape, spreads) = beliefs.learned();
    let last = spreads.len().saturating_sub(1);
    let spread = spreads.get(level.min(last)).copied().unwrap_or_default();
    let at = |off: f64| {
        let above = (above + off * spread.shared) / spread.own;
        let rounded = ((above * 32.0 + 0.5).floor() / 32.0).clamp(-8.0, 8.0);
        average(shape.averages(), level + 1, tails(rounded))
    };
    if spread.shared == 0.0 {
        return at(0.0);
    }
    let points = [(-(3f64.sqrt()), 1.0 / 6.0), (0.0, 2.0 / 3.0), (3f64.sqrt(), 1.0 / 6.0)];
    let pairs = points.map(|(off, weight)| (at(off), weight));
    (pairs.iter().map(|(x, w)| x.0 * w).sum(), pairs.iter().map(|(x, w)| x.1 * w).sum())
}

/// A node at `level` of a tree of an average shape: (share of leaves, share of MAX, children). A leaf
/// says yes with probability `leaf.0` and no with `leaf.1`; both are kept, since one cannot be
/// computed from the other if it is tiny.
fn average(levels: Vec<(f64, f64, f64)>, level: usize, leaf: (f64, f64)) -> Pair {
    let (mut p, mut q, mut c) = (leaf.0, leaf.1, 1.0);
    for &(leaves, max, b) in levels.get(level..).unwrap_or(&[]).iter().rev() {
        // 1 - (1 - x)^b
        let any = |x: f64| -((-x).ln_1p() * b).exp_m1();
        let cost = |x: f64| if x > 0.0 { c * any(x) / x } else { c * b };
        let mix = |share: f64, a: f64, b: f64| {
            if share == 1.0 { a } else { share * a + (1.0 - share) * b }
        };
        let (by_max, by_min) = ((any(p), q.powf(b), cost(p)), (p.powf(b), any(q), cost(q)));
        (p, q, c) = (
            mix(leaves, leaf.0, mix(max, by_max.0, by_min.0)),
            mix(leaves, leaf.1, mix(max, by_max.1, by_min.1)),
            mix(leaves, 1.0, mix(max, by_max.2, by_min.2)),
        );
    }
    (p, c)
}

fn literal(beliefs: &Beliefs, knot: u32) -> Pair {
    let Question { target, threshold } = beliefs.question.expect("there is a question");
    let own = &beliefs.record.knots[knot as usize];
    let children = beliefs.record.children(knot).iter().map(|slot| match slot.knot() {
        _ if slot.lower >= target => (1.0, 0.0),
        _ if slot.upper < target => (0.0, 0.0),
        Some(child) => literal(beliefs, child),
        None => unseen(beliefs, own.level as usize, own.mean - threshold),
    });
    of_children(own.max, children.collect())
}

/// The policy, compared with the definitions after every rollout.
struct Checked {
    policy: BestOdds,
    checks: u32,
}

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-7 * a.abs().max(b.abs()).max(1.0)
}

impl Policy for Checked {
    type Data = Entered;

    fn select(&mut self, node: &Node<'_, Entered>) -> usize {
        let index = self.policy.select(node);
        let beliefs = &self.policy.beliefs;
        let Some(&(knot, _)) = self.policy.path.last() else { return index };
        if beliefs.question.is_none() || self.policy.order.is_good() {
            return index;
        }
        // No other child is worth more.
        let max = node.kind() == Kind::Max;
        let Question { target, threshold } = beliefs.question.expect("there is a question");
        let worth = |index: usize| {
            let own = &beliefs.record.knots[knot as usize];
            let slot = &beliefs.record.children(knot)[index];
            let (p, c) = match slot.knot() {
                Some(child) => literal(beliefs, child),
                None => unseen(beliefs, own.level as usize, own.mean - threshold),
            };
            if max { p / c } else { (1.0 - p) / c }
        };
        let open = node.active().filter(|child| {
            child.bounds.lower.get() < target && target <= child.bounds.upper.get()
        });
        let best = open.map(|child| worth(child.index)).fold(0.0, f64::max);
        assert!(worth(index) >= best - 1e-7, "{} is worth less than {best}", worth(index));
        self.checks += 1;
        index
    }

    fn learn(&mut self, data: &mut Entered, value: Value) {
        self.policy.learn(data, value);
    }

    fn gather(&mut self, node: &Node<'_, Entered>) -> Option<Entered> {
        let data = self.policy.gather(node);
        let beliefs = &self.policy.beliefs;
        if node.depth() == 0 && beliefs.question.is_some() && !self.policy.order.is_good() {
            let (p, c) = literal(beliefs, ROOT);
            let root = beliefs.root();
            assert!(near(root.yes, p) && near(root.no, 1.0 - p), "{root:?} for {p}");
            assert!(near(root.cost, c), "{root:?} for {c}");
        }
        data
    }
}

/// A tree of irregular shape: one to three children, leaves from the second ply on, either player's
/// turn.
struct Ragged {
    seed: u64,
    values: u64,
    depth: usize,
}

impl Ragged {
    fn draws(&self, path: &[u8]) -> Draws {
        let mix = |hash: u64, &mv: &u8| {
            (hash ^ u64::from(mv + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
        };
        Draws::new(path.iter().fold(self.seed, mix))
    }
}

impl Game for Ragged {
    type Position = Vec<u8>;
    type Move = u8;
    type Undo = ();

    fn start(&self) -> Vec<u8> {
        Vec::new()
    }

    fn values(&self) -> Values {
        Values::UNBOUNDED_INTEGERS
    }

    fn expand(&self, path: &Vec<u8>, moves: &mut Moves<u8>) -> Turn {
        let mut draws = self.draws(path);
        if path.len() == self.depth || (path.len() > 1 && draws.below(8) == 0) {
            return Turn::over(Value::integer(draws.below(self.values) as i64));
        }
        moves.extend(0..1 + draws.below(3) as u8);
        if draws.below(2) == 0 { Turn::MAX } else { Turn::MIN }
    }

    fn play(&self, path: &mut Vec<u8>, mv: u8) {
        path.push(mv);
    }

    fn undo(&self, path: &mut Vec<u8>, _: u8, (): ()) {
        path.pop();
    }
}

impl Knowledge<Self> for Ragged {}

#[test]
fn the_policy_is_what_the_definitions_say() {
    let mut checks = 0;
    for seed in 0..60 {
        for values in [2, 10, 1 << 40] {
            let game = Ragged { seed, values, depth: 8 };
            let right = Search::bare(&game).over(&mut ()).run(&mut Minimax).unwrap().value();
            let policy = Checked { policy: BestOdds::new(), checks: 0 };
            let mut search = Rollout::new(policy);
            let found = Search::bare(&game).over(&mut ()).run(&mut search).unwrap();
            assert_eq!(found.value(), right, "seed {seed}, {values} values");
            checks += search.policy().checks;
        }
    }
    assert!(checks > 10_000, "only {checks} choices were looked at");
}

#[test]
fn the_question_is_the_least_clear_one() {
    let game = Ragged { seed: 3, values: 1 << 40, depth: 12 };
    let mut search = Rollout::new(BestOdds::new());
    let limits = crate::Limits::default().leaves(60);
    Search::bare(&game).limits(limits).over(&mut ()).run(&mut search).unwrap();
    let mut policy = search.policy().clone();
    let values = policy.beliefs.model.values().to_vec();
    let clarity = |beliefs: &mut Beliefs, target: f64| (beliefs.assess_all(target) - 0.5).abs();
    let all = values.iter().map(|&value| clarity(&mut policy.beliefs, value));
    let least = all.fold(f64::INFINITY, f64::min);
    for near in [0, values.len() / 2, values.len() - 1] {
        let found = super::target::least_clear(&mut policy.beliefs, 0, values.len(), values[near]);
        assert_eq!(clarity(&mut policy.beliefs, found), least, "from value number {near}");
    }
}
