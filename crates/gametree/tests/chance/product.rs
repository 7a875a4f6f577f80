//! The library's searches of trees with chance nodes, held to the oracle and, where nothing is
//! rounded, to the references leaf for leaf.

use std::num::NonZero;

use gametree::registry::{ALGORITHMS, Spec};
use gametree::{Bounds, Kind, Limits, Value, Window};
use proptest::prelude::*;

use crate::property::properties;
use crate::reference::draws::Draws;
use crate::reference::recursive::{
    Bounded, Share, bounded_alpha_beta, expectimax, own_bounds, star1,
};
use crate::reference::rollout::{Policy, follow, rollouts};
use crate::reference::{Exact, Question, Span, Tree};
use crate::support::{Case, Explicit, Report, ask, ask_threads, leaf, max, random, repeats, value};

/// How an algorithm of the library is held to account.
struct Subject {
    /// Its spec.
    name: &'static str,
    /// Whether it makes use of an epsilon. The others are asked for the exact value.
    takes_epsilon: bool,
    /// Whether its bounds contain the value whatever is rounded. Those of the others may miss it, by
    /// no more than the allowance.
    rounds_outward: bool,
    order: Order,
}

/// Which leaves an algorithm must evaluate, and in which order, where ties are the only thing that
/// rounding can change.
enum Order {
    /// No reference says which.
    Any,
    /// These.
    Exactly(fn(&Tree, &Question) -> Vec<usize>),
    /// Those of the naive loop under this policy. Bounds are rounded outward even where they need
    /// not be, so below chance nodes ties may be broken either way.
    Rollouts(fn() -> Policy),
}

const fn subject(name: &'static str, order: Order) -> Subject {
    Subject { name, takes_epsilon: true, rounds_outward: true, order }
}

/// The algorithms that are tested here.
const SUBJECTS: &[Subject] = &[
    Subject { takes_epsilon: false, rounds_outward: false, ..subject("minimax", EVERY_LEAF) },
    subject("fsss", Order::Any),
    subject("rollout:leftmost", Order::Rollouts(|| Policy::Leftmost)),
    subject("rollout:max-upper", Order::Rollouts(|| Policy::MaxUpper)),
    subject("rollout:best-first", Order::Rollouts(|| Policy::BestFirst)),
    // The reference of this name is told the shape of the tree and has no aim: other leaves.
    subject("rollout:expected", Order::Any),
    subject("rollout:odds", Order::Any),
    subject("rollout:uct", Order::Any),
    subject("rollout:max-upper-uct", Order::Any),
    subject("rollout:random,seed=5", Order::Rollouts(|| Policy::Random(Draws::new(5)))),
    Subject { takes_epsilon: false, rounds_outward: false, ..subject("expectimax", EVERY_LEAF) },
    Subject {
        takes_epsilon: false,
        ..subject("star1", Order::Exactly(|tree, question| star1(tree, &question.range).1))
    },
    subject("star2", Order::Any),
    subject(
        "bounded-alphabeta",
        Order::Exactly(|tree, question| {
            bounded_alpha_beta(tree, question, Bounded::as_printed()).leaves
        }),
    ),
    subject(
        "bounded-alphabeta2",
        Order::Exactly(|tree, question| {
            bounded_alpha_beta(tree, question, Bounded::sharing(Share::Adaptive)).leaves
        }),
    ),
    subject("own-bounds", Order::Exactly(|tree, question| own_bounds(tree, question).leaves)),
];

const EVERY_LEAF: Order = Order::Exactly(|tree, _| expectimax(tree).leaves);

/// How far rounding may put an answer off: in proportion to the largest number of the range.
fn allowance(range: &Span) -> Exact {
    range.lower.abs().max(range.upper.abs()) * Exact::of(1e-12)
}

impl Subject {
    /// The question as it is put to this algorithm.
    fn question(&self, case: &Case) -> Case {
        if self.takes_epsilon { case.clone() } else { case.within(0.0) }
    }

    fn spec(&self) -> Spec {
        Spec::parse(self.name).unwrap_or_else(|error| panic!("{error}"))
    }

    fn game(&self, case: &Case) -> Explicit {
        Explicit::new(case.tree(), self.name.into())
    }

    /// Asks, and panics unless the answer is true, as narrow as was asked for up to `allowed`, and
    /// was found without looking twice.
    fn check(&self, case: &Case, game: &Explicit, allowed: &Exact) -> Report {
        let (name, tree) = (self.name, &game.tree);
        let case = self.question(case);
        let question = case.question();
        let report = ask(game, &case, &self.spec(), |search| search);
        self.check_bounds(&report, &tree.value(0), allowed);
        let width = report.bounds.width();
        assert!(width <= &question.epsilon + allowed, "{name}: {:?} is too wide", report.bounds);
        assert!(report.stop.is_answer(), "{name}: {:?}", report.stop);
        assert!(!repeats(&report.leaves), "{name}: {:?}", report.leaves);
        report
    }

    /// Panics unless the value is in all the bounds that were reported.
    fn check_bounds(&self, report: &Report, value: &Exact, allowed: &Exact) {
        let missed = if self.rounds_outward { &Exact::zero() } else { allowed };
        for bounds in report.roots.iter().chain([&report.bounds]) {
            let widened = Span::new(&bounds.lower - missed, &bounds.upper + missed);
            assert!(widened.contains(value), "{}: {value:?} is not in {bounds:?}", self.name);
        }
    }

    /// Panics unless the mover who plays the move that was found loses no more than epsilon.
    fn check_move(&self, case: &Case, report: &Report, allowed: &Exact) {
        let (tree, question) = (case.tree(), self.question(case).question());
        if let (Some(Kind::Max | Kind::Min), Some(&mv)) = (tree.kind(0), report.pv.first()) {
            let loss = (tree.value(0) - tree.value(tree.children(0)[mv])).abs();
            assert!(loss <= question.epsilon + allowed, "{}: {mv} loses {loss:?}", self.name);
        }
    }

    /// Panics unless the leaves are those of the reference.
    fn check_order(&self, case: &Case, report: &Report) {
        let (name, tree, leaves) = (self.name, case.tree(), &report.leaves);
        let question = self.question(case).question();
        if question.is_idle() {
            return; // whether a search that need not look does look is a matter of taste
        }
        match self.order {
            Order::Any => {}
            Order::Exactly(order) => assert_eq!(*leaves, order(&tree, &question), "{name}"),
            Order::Rollouts(policy) if tree.has_chance() => {
                // All numbers are multiples of some power of two that is much larger.
                let blur = Exact::of(1e-9);
                let followed = follow(&tree, &question, &policy(), leaves, &blur);
                assert!(followed.is_ok(), "{name}: {leaves:?}: {}", followed.unwrap_err());
            }
            Order::Rollouts(policy) => {
                assert_eq!(*leaves, rollouts(&tree, &question, policy()).leaves, "{name}");
            }
        }
    }
}

/// Whatever takes chance nodes is tested here.
#[test]
fn no_algorithm_is_left_out() {
    let here =
        |name: &str| SUBJECTS.iter().any(|subject| subject.name.split(',').next() == Some(name));
    let missing = ALGORITHMS.iter().filter(|entry| entry.takes_chance && !here(entry.name));
    assert_eq!(missing.map(|entry| entry.name).collect::<Vec<_>>(), [""; 0]);
}

/// Checks all of them, and the order of their leaves if nothing need be rounded.
fn check_all(case: &Case, with_order: bool) {
    let allowed = allowance(&case.question().range);
    for subject in SUBJECTS {
        let report = subject.check(case, &subject.game(case), &allowed);
        subject.check_move(case, &report, &allowed);
        if with_order {
            subject.check_order(case, &report);
        }
    }
}

/// An epsilon that is finer than floats are where the values lie: no search may wait for a window that
/// narrow.
#[test]
fn an_epsilon_finer_than_floats() {
    let (low, high) = (1_000_000.042_042_042, 1_000_000.085_085_085);
    let nest = max([max([leaf(high)]), leaf(low)]);
    for epsilon in [1e-12, 5.7e-11, 5.2e-10] {
        check_all(&Case { nest: nest.clone(), range: (low, high + 0.01), epsilon }, false);
    }
}

properties! {
    #![cases(2_000)]

    /// Where nothing need be rounded: the value itself, by the leaves of the reference.
    #[test]
    fn exact_answers_leaf_for_leaf(case in random::dyadic()) {
        check_all(&case.within(0.0), true);
    }

    /// The same with an epsilon.
    #[test]
    fn bounded_answers_leaf_for_leaf(case in random::dyadic()) {
        check_all(&case, true);
    }

    /// Trees without chance nodes are no exception.
    #[test]
    fn bounded_answers_without_chance(case in random::without_chance()) {
        check_all(&case, true);
    }

    /// Any values and any probabilities: bounds that contain the value and all but meet.
    #[test]
    fn exact_answers_for_any_numbers(case in random::rational()) {
        check_all(&case.within(0.0), false);
    }

    /// The same with an epsilon.
    #[test]
    fn bounded_answers_for_any_numbers(case in random::rational()) {
        check_all(&case, false);
    }

    /// A search that is stopped early has bounds that are true.
    #[test]
    fn answers_of_searches_that_were_stopped(case in random::rational(), leaves in 0..12u64) {
        let value = case.tree().value(0);
        let allowed = allowance(&case.question().range);
        for subject in SUBJECTS {
            let (game, case) = (subject.game(&case), subject.question(&case));
            let limits = Limits::none().leaves(leaves);
            let report = ask(&game, &case, &subject.spec(), |search| search.limits(limits));
            prop_assert!(report.leaves.len() as u64 <= leaves, "{}", subject.name);
            subject.check_bounds(&report, &value, &allowed);
        }
    }

    /// A question about a part of the values only: the answer is narrow there, or lies elsewhere.
    #[test]
    fn answers_within_a_window(case in random::dyadic(), alpha in -8..8i32, width in 1..8i32) {
        let (alpha, beta) = (f64::from(alpha) / 2.0, f64::from(alpha + width) / 2.0);
        let window = Window::new(value(alpha), value(beta));
        let allowed = allowance(&case.question().range);
        let truth = case.tree().value(0);
        for subject in SUBJECTS {
            let (game, case) = (subject.game(&case), subject.question(&case));
            let report = ask(&game, &case, &subject.spec(), |search| search.window(window));
            subject.check_bounds(&report, &truth, &allowed);
            prop_assert!(!repeats(&report.leaves), "{}", subject.name);
            let left = Span::of(alpha, beta).clip(&report.bounds).width();
            let enough = case.question().epsilon + &allowed;
            prop_assert!(left <= enough, "{}: {:?}", subject.name, report.bounds);
        }
    }

    /// What the game states beyond its rules makes neither bounds nor moves wrong. (It can settle the
    /// value without saying which move has it; then none is named.)
    #[test]
    fn answers_with_facts(case in random::dyadic(), slacks in random::slacks()) {
        let tree = case.tree();
        // Values are floats here, and so are the ends of the facts.
        let values = (0..tree.nodes.len()).map(|node| tree.value(node).approximately());
        let fact = |(number, &(below, above)): (f64, &(Option<u8>, Option<u8>))| Bounds {
            lower: below.map_or(Value::NEG_INFINITY, |slack| value(number - f64::from(slack))),
            upper: above.map_or(Value::INFINITY, |slack| value(number + f64::from(slack))),
        };
        let facts: Vec<Bounds> = values.zip(&slacks).map(fact).collect();
        for subject in SUBJECTS {
            let game = subject.game(&case).with_facts(facts.clone());
            let allowed = allowance(&case.question().range);
            let report = subject.check(&case, &game, &allowed);
            subject.check_move(&case, &report, &allowed);
        }
    }
}

properties! {
    #![cases(500)]

    /// Threads that divide the question come to the same answer, and keep to its limits.
    #[test]
    fn answers_of_several_threads(case in random::rational(), number in 2..6usize, leaves in 0..12u64) {
        let allowed = allowance(&case.question().range);
        for subject in SUBJECTS {
            let (game, case) = (subject.game(&case), subject.question(&case));
            let threads = NonZero::new(number).unwrap();
            let report = ask_threads(&game, &case, &subject.spec(), threads, None);
            subject.check_bounds(&report, &game.tree.value(0), &allowed);
            subject.check_move(&case, &report, &allowed);
            prop_assert!(report.stop.is_answer(), "{}: {:?}", subject.name, report.stop);
            let enough = case.question().epsilon + &allowed;
            prop_assert!(report.bounds.width() <= enough, "{}: {:?}", subject.name, report.bounds);
            let stopped = ask_threads(&game, &case, &subject.spec(), threads, Some(leaves));
            subject.check_bounds(&stopped, &game.tree.value(0), &allowed);
        }
    }
}
