//! A tree and what is asked about it, in the floats that the library is told.

use crate::reference::{Exact, Nest, Question, Span, Tree};

/// A tree, a range that contains its leaves, and an epsilon.
#[derive(Clone, Debug)]
pub struct Case {
    pub nest: Nest,
    /// The ends of the range.
    pub range: (f64, f64),
    pub epsilon: f64,
}

impl Case {
    pub fn tree(&self) -> Tree {
        Tree::new(&self.nest)
    }

    /// The question, exactly.
    pub fn question(&self) -> Question {
        let (lower, upper) = self.range;
        Question { range: Span::of(lower, upper), epsilon: Exact::of(self.epsilon) }
    }

    /// The same with another epsilon.
    pub fn within(&self, epsilon: f64) -> Case {
        Case { epsilon, ..self.clone() }
    }
}
