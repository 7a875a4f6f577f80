//! The library's searches of trees with chance nodes, held to the oracle and, where nothing is
//! rounded, to the references leaf for leaf.

use gametree::Kind;
use gametree::registry::Spec;
use proptest::prelude::*;

use crate::reference::draws::Draws;
use crate::reference::recursive::{Bounded, Share, bounded_alpha_beta, expectimax, star1};
use crate::reference::rollout::{Policy, rollouts};
use crate::reference::{Exact, Question, Span, Tree};
use crate::support::{Case, Report, ask, cases, random, repeats};

/// How an algorithm of the library is held to account.
struct Subject {
    /// Its spec.
    name: &'static str,
    /// Whether it makes use of an epsilon. The others are asked for the exact value.
    takes_epsilon: bool,
    /// Whether its bounds contain the value whatever is rounded. Those of the others may miss it, by
    /// no more than the allowance.
    rounds_outward: bool,
    /// The leaves that it must evaluate, in order, where nothing is rounded; nothing if no reference
    /// says which.
    order: Option<fn(&Tree, &Question) -> Vec<usize>>,
}

const fn subject(name: &'static str, order: fn(&Tree, &Question) -> Vec<usize>) -> Subject {
    Subject { name, takes_epsilon: true, rounds_outward: true, order: Some(order) }
}

/// The algorithms that are tested here.
const SUBJECTS: &[Subject] = &[
    Subject { takes_epsilon: false, rounds_outward: false, ..subject("minimax", every_leaf) },
    Subject { order: None, ..subject("fsss", every_leaf) },
    subject("rollout:leftmost", |tree, q| rollouts(tree, q, Policy::Leftmost).leaves),
    subject("rollout:max-upper", |tree, q| rollouts(tree, q, Policy::MaxUpper).leaves),
    subject("rollout:best-first", |tree, q| rollouts(tree, q, Policy::BestFirst).leaves),
    subject("rollout:random,seed=5", |tree, question| {
        rollouts(tree, question, Policy::Random(Draws::new(5))).leaves
    }),
];

/// Those that are not in the library yet: each moves up to [`SUBJECTS`] when it is.
#[allow(dead_code)]
const TO_COME: &[Subject] = &[
    Subject { takes_epsilon: false, ..subject("expectimax", every_leaf) },
    Subject { takes_epsilon: false, ..subject("star1", |tree, q| star1(tree, &q.range).1) },
    Subject { takes_epsilon: false, order: None, ..subject("star2", every_leaf) },
    subject("bounded-alphabeta", |tree, question| {
        bounded_alpha_beta(tree, question, Bounded::as_printed()).leaves
    }),
    subject("bounded-alphabeta2", |tree, question| {
        bounded_alpha_beta(tree, question, Bounded::sharing(Share::Adaptive)).leaves
    }),
];

fn every_leaf(tree: &Tree, _: &Question) -> Vec<usize> {
    expectimax(tree).leaves
}

/// How far rounding may put an answer off: in proportion to the largest number of the range.
fn allowance(range: &Span) -> Exact {
    range.lower.abs().max(range.upper.abs()) * Exact::of(1e-12)
}

impl Subject {
    /// The question as it is put to this algorithm.
    fn question(&self, case: &Case) -> Case {
        if self.takes_epsilon { case.clone() } else { case.within(0.0) }
    }

    fn ask(&self, case: &Case) -> Report {
        ask(case, &Spec::parse(self.name).unwrap_or_else(|error| panic!("{error}")))
    }

    /// Asks, and panics unless the answer is true, as narrow as was asked for up to `allowed`, and
    /// was found without looking twice.
    fn check(&self, case: &Case, allowed: &Exact) -> Report {
        let (name, tree) = (self.name, case.tree());
        let case = self.question(case);
        let (value, question) = (tree.value(0), case.question());
        let report = self.ask(&case);
        let missed = if self.rounds_outward { Exact::zero() } else { allowed.clone() };
        let widened = |bounds: &Span| Span::new(&bounds.lower - &missed, &bounds.upper + &missed);
        for bounds in report.roots.iter().chain([&report.bounds]) {
            assert!(widened(bounds).contains(&value), "{name}: {value:?} is not in {bounds:?}");
        }
        let width = report.bounds.width();
        assert!(width <= &question.epsilon + allowed, "{name}: {:?} is too wide", report.bounds);
        assert!(report.stop.is_answer(), "{name}: {:?}", report.stop);
        assert!(!repeats(&report.leaves), "{name}: {:?}", report.leaves);
        self.check_move(&tree, &report, &(&question.epsilon + allowed));
        report
    }

    /// The mover who plays the move that was found loses no more than `allowed`.
    fn check_move(&self, tree: &Tree, report: &Report, allowed: &Exact) {
        if let (Some(Kind::Max | Kind::Min), Some(&mv)) = (tree.kind(0), report.line.first()) {
            let loss = (tree.value(0) - tree.value(tree.children(0)[mv])).abs();
            assert!(loss <= *allowed, "{}: move {mv} loses {loss:?}", self.name);
        }
    }

    /// Panics unless the leaves are those of the reference.
    fn check_order(&self, case: &Case, report: &Report) {
        let question = self.question(case).question();
        // Whether a search that need not look does look is a matter of taste.
        if let (Some(order), false) = (self.order, question.is_idle()) {
            assert_eq!(report.leaves, order(&case.tree(), &question), "{}", self.name);
        }
    }
}

proptest! {
    #![proptest_config(cases(2_000))]

    /// Where nothing is rounded: the value itself, by the leaves of the reference.
    #[test]
    fn exact_answers_leaf_for_leaf(case in random::dyadic()) {
        for subject in SUBJECTS {
            let case = case.within(0.0);
            let report = subject.check(&case, &allowance(&case.question().range));
            subject.check_order(&case, &report);
        }
    }

    /// The same with an epsilon.
    #[test]
    fn bounded_answers_leaf_for_leaf(case in random::dyadic()) {
        for subject in SUBJECTS {
            let report = subject.check(&case, &allowance(&case.question().range));
            subject.check_order(&case, &report);
        }
    }

    /// Any values and any probabilities: bounds that contain the value and all but meet.
    #[test]
    fn exact_answers_for_any_numbers(case in random::rational()) {
        for subject in SUBJECTS {
            subject.check(&case.within(0.0), &allowance(&case.question().range));
        }
    }

    /// The same with an epsilon.
    #[test]
    fn bounded_answers_for_any_numbers(case in random::rational()) {
        for subject in SUBJECTS {
            subject.check(&case, &allowance(&case.question().range));
        }
    }

    /// Trees without chance nodes are no exception.
    #[test]
    fn bounded_answers_without_chance(case in random::without_chance()) {
        for subject in SUBJECTS {
            let report = subject.check(&case, &allowance(&case.question().range));
            subject.check_order(&case, &report);
        }
    }
}
