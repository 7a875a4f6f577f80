//! Slow and exact searches of trees with chance nodes, with an epsilon: what the property tests
//! compare the library with.
//!
//! Nothing here shares code with the searches under test, nothing rounds, and nothing is meant to be
//! fast.
//!
//! - [`number`]: fractions that never round.
//! - [`tree`]: explicit trees and their exact value, the oracle.
//! - [`rollout`]: bounded rollouts, the naive loop that starts at the root each time.
//! - [`recursive`]: expectimax, Star1, and bounded alpha-beta.
//! - [`expected`]: what the policy `expected` expects (the one part in floats).
//! - [`draws`]: the stream of the policy `random`.
//!
//! A search notes the indices of the leaves that it evaluates, in order, repeats kept.

pub mod draws;
pub mod expected;
pub mod number;
pub mod recursive;
pub mod rollout;
pub mod tree;

pub use number::{Exact, Span};
pub use tree::{Nest, Node, Tree};

/// What is asked about a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// All leaves lie in here, the ends included.
    pub range: Span,
    /// How far apart the bounds of the answer may be.
    pub epsilon: Exact,
}

impl Question {
    /// For whole numbers.
    pub fn new(lowest: i64, highest: i64, epsilon: i64) -> Question {
        Question { range: Span::new(lowest.into(), highest.into()), epsilon: epsilon.into() }
    }

    /// The same question with another epsilon.
    pub fn within(&self, epsilon: &Exact) -> Question {
        Question { epsilon: epsilon.clone(), ..self.clone() }
    }

    /// Whether the range alone answers the question.
    pub fn is_idle(&self) -> bool {
        self.range.width() <= self.epsilon
    }
}

/// What a search found and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Of the root.
    pub bounds: Span,
    /// Of the root's children, from left to right; the whole range for those never entered.
    pub of_children: Vec<Span>,
    /// The indices of the leaves evaluated, in order.
    pub leaves: Vec<usize>,
}
