//! What is known about a position's value: an interval that contains it.

use std::fmt;

use super::{Grain, Kind, Value};

/// An interval `[lower, upper]` that contains a position's value.
///
/// Bounds are knowledge about one position. They only ever shrink, by intersection, so they may be
/// learned in any order and from any number of sources. A [`Window`](super::Window) is something
/// else: it says which values still matter to an ancestor.
///
/// ```
/// use gametree_model::{Bounds, Kind};
///
/// let first = Bounds::at_least(2.into()).intersect(Bounds::at_most(5.into()));
/// let second = Bounds::point(3.into());
/// assert_eq!(first.to_string(), "[2, 5]");
///
/// let parent = Bounds::of_children(Kind::Max, &[first, second]);
/// assert_eq!(parent, Bounds::new(3.into(), 5.into()).unwrap());
/// assert_eq!(parent.exact(), None);
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The value is at least this.
    pub lower: Value,
    /// The value is at most this.
    pub upper: Value,
}

impl Bounds {
    /// Nothing is known.
    pub const UNBOUNDED: Bounds = Bounds { lower: Value::NEG_INFINITY, upper: Value::INFINITY };

    /// What MAX has without any child: every child is better.
    #[doc(hidden)]
    pub const LEAST: Bounds = Bounds::point(Value::NEG_INFINITY);

    /// What MIN has without any child.
    #[doc(hidden)]
    pub const MOST: Bounds = Bounds::point(Value::INFINITY);

    /// `[lower, upper]`, or `None` if that interval is empty.
    #[inline]
    pub fn new(lower: Value, upper: Value) -> Option<Bounds> {
        (lower <= upper).then_some(Bounds { lower, upper })
    }

    /// `[lower, upper]` from numbers that are not NaN.
    #[inline]
    #[doc(hidden)]
    pub fn between(lower: f64, upper: f64) -> Bounds {
        let value = |x: f64| Value::new(x).expect("not NaN");
        Bounds { lower: value(lower), upper: value(upper) }
    }

    /// The distance between the ends: zero if the interval is closed or empty, infinite if an end is
    /// unknown.
    #[inline]
    pub fn width(self) -> f64 {
        if self.is_closed() { 0.0 } else { self.upper.get() - self.lower.get() }
    }

    /// Whether the ends are no further apart than `allowance`.
    #[inline]
    #[doc(hidden)]
    pub fn is_within(self, allowance: f64) -> bool {
        self.upper.get() - self.lower.get() <= allowance
    }

    /// The value, if it is known; otherwise a number no further from it than half the width.
    #[inline]
    pub fn middle(self) -> Value {
        if self.is_closed() {
            return self.lower;
        }
        let (lower, upper) = (self.lower.get(), self.upper.get());
        Value::new(lower + (upper - lower) / 2.0).unwrap_or(Value::ZERO)
    }

    /// The value is known.
    #[inline]
    pub const fn point(value: Value) -> Bounds {
        Bounds { lower: value, upper: value }
    }

    /// The value is at least `value`.
    #[inline]
    pub const fn at_least(value: Value) -> Bounds {
        Bounds { lower: value, upper: Value::INFINITY }
    }

    /// The value is at most `value`.
    #[inline]
    pub const fn at_most(value: Value) -> Bounds {
        Bounds { lower: Value::NEG_INFINITY, upper: value }
    }

    /// The value, once the bounds have met.
    #[inline]
    pub fn exact(self) -> Option<Value> {
        self.is_closed().then_some(self.lower)
    }

    /// Whether the value is known.
    #[inline]
    pub fn is_closed(self) -> bool {
        self.lower >= self.upper
    }

    /// Whether the two are the same to the bit. Unlike with `==`, the compiler sees that bounds are
    /// identical to themselves, and drops the code for the other case.
    #[inline]
    #[doc(hidden)]
    pub fn is_identical(self, other: Bounds) -> bool {
        let bits = |b: Bounds| (b.lower.get().to_bits(), b.upper.get().to_bits());
        bits(self) == bits(other)
    }

    /// Whether `value` is possible.
    #[inline]
    pub fn contains(self, value: Value) -> bool {
        self.lower <= value && value <= self.upper
    }

    /// Whether everything that `other` allows is possible here too.
    #[inline]
    pub fn encloses(self, other: Bounds) -> bool {
        self.lower <= other.lower && other.upper <= self.upper
    }

    /// The bounds of all values of this grain that lie in here: if those are whole numbers, at most 2.5 means at most 2.
    /// Unchanged if there is no such value.
    #[must_use]
    #[doc(hidden)]
    pub fn rounded_in(self, grain: Grain) -> Bounds {
        let whole = Bounds::between(self.lower.get().ceil(), self.upper.get().floor());
        if grain == Grain::Real || whole.lower > whole.upper { self } else { whole }
    }

    /// Both pieces of knowledge together. Two true statements always overlap; if one of them is
    /// false, the result may be empty (`lower > upper`), which counts as closed.
    #[inline]
    #[must_use]
    pub fn intersect(self, other: Bounds) -> Bounds {
        Bounds { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// What a node knows from two children, one of whose values the mover picks (Huang 2015,
    /// Algorithm 4, lines 14-15): the larger of both bounds for MAX, the smaller for MIN.
    #[inline]
    #[must_use]
    pub fn choice(self, other: Bounds, maximise: bool) -> Bounds {
        if maximise {
            Bounds { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
        } else {
            Bounds { lower: self.lower.min(other.lower), upper: self.upper.min(other.upper) }
        }
    }

    /// What a node of `kind` knows from all its children.
    ///
    /// # Panics
    /// For chance nodes, whose value is a weighted sum, and if there are no children.
    #[inline]
    pub fn of_children(kind: Kind, children: &[Bounds]) -> Bounds {
        let maximise = kind.maximises();
        let (first, rest) = children.split_first().expect("an inner node has children");
        // Two loops, so that each is a run of plain max (or min) instructions.
        if maximise {
            rest.iter().fold(*first, |all, &child| all.choice(child, true))
        } else {
            rest.iter().fold(*first, |all, &child| all.choice(child, false))
        }
    }

    /// The smallest interval that contains all of these.
    #[doc(hidden)]
    pub fn hull(all: &[Bounds]) -> Bounds {
        let lower = all.iter().map(|bounds| bounds.lower).min();
        let upper = all.iter().map(|bounds| bounds.upper).max();
        lower.zip(upper).map_or(Bounds::UNBOUNDED, |(lower, upper)| Bounds { lower, upper })
    }

    /// How good a child with these bounds is for the mover of a node of `kind`, the larger the
    /// better: first the guaranteed bound, then the optimistic one. A mover that follows it never
    /// gets less than the node's own bound says.
    #[inline]
    pub fn merit(self, kind: Kind) -> (Value, Value) {
        if kind.maximises() { (self.lower, self.upper) } else { (-self.upper, -self.lower) }
    }

    /// The child that the mover of a node of `kind` with these bounds would choose, by what is known
    /// about the `children`: among those that can still be best, the one with the most
    /// [merit](Bounds::merit) (the first of equals). `None` if the node's value is known up to
    /// `slack` from elsewhere, but no child is known to lose at most that.
    pub fn best_child(self, kind: Kind, children: &[Bounds], slack: f64) -> Option<usize> {
        // Seen from the mover, for whom more is better: what is guaranteed, and what is possible.
        let assured = |bounds: Bounds| bounds.merit(kind).0;
        let optimistic = |bounds: Bounds| bounds.merit(kind).1;
        let open = self.width() > slack;
        let possible = |&i: &usize| open || optimistic(children[i]) >= assured(self);
        let better = |best: usize, i: usize| {
            if children[i].merit(kind) > children[best].merit(kind) { i } else { best }
        };
        let all = 0..children.len();
        let best = all.clone().filter(possible).reduce(better)?;
        let known = open
            || self.is_kept_by(children[best], kind, slack)
            || all.filter(possible).count() == 1;
        known.then_some(best)
    }

    /// The bounds of the [best child](Bounds::best_child) of a node of `kind` with these bounds: it has the node's value, if
    /// that is known, and is otherwise worth no more to the mover than the node.
    pub fn of_best_child(self, child: Bounds, kind: Kind) -> Bounds {
        match kind.maximises() {
            _ if self.is_closed() => self,
            true => child.intersect(Bounds::at_most(self.upper)),
            false => child.intersect(Bounds::at_least(self.lower)),
        }
    }

    /// Whether a child is certain to lose at most `slack` to the mover of a node of `kind` with these bounds.
    pub fn is_kept_by(self, child: Bounds, kind: Kind, slack: f64) -> bool {
        self.merit(kind).1.get() - child.merit(kind).0.get() <= slack
    }

    /// The half of a child's bounds that its parent can use immediately, whatever the other children
    /// hold: a MAX node is worth at least the child's lower bound, a MIN node at most its upper bound.
    #[inline]
    pub fn assured(self, kind: Kind) -> Bounds {
        if kind.maximises() { Bounds::at_least(self.lower) } else { Bounds::at_most(self.upper) }
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}, {}]", self.lower, self.upper)
    }
}

impl fmt::Debug for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn b(lower: i32, upper: i32) -> Bounds {
        Bounds::new(lower.into(), upper.into()).unwrap()
    }

    #[test]
    fn an_empty_interval_is_refused() {
        assert_eq!(Bounds::new(2.into(), 1.into()), None);
    }

    #[test]
    fn knowledge_shrinks_by_intersection() {
        assert_eq!(b(0, 5).intersect(b(3, 9)), b(3, 5));
        assert_eq!(Bounds::UNBOUNDED.intersect(b(3, 9)), b(3, 9));
        assert!(b(0, 5).encloses(b(0, 4)) && !b(0, 5).encloses(b(-1, 4)));
    }

    #[test]
    fn a_node_knows_the_best_of_its_children_on_both_sides() {
        let children = [b(0, 5), b(3, 4), b(-2, 9)];
        assert_eq!(Bounds::of_children(Kind::Max, &children), b(3, 9));
        assert_eq!(Bounds::of_children(Kind::Min, &children), b(-2, 4));
    }

    #[test]
    fn one_child_assures_one_side() {
        assert_eq!(b(0, 5).assured(Kind::Max), Bounds::at_least(0.into()));
        assert_eq!(b(0, 5).assured(Kind::Min), Bounds::at_most(5.into()));
    }

    #[test]
    fn a_known_value_names_a_child_only_if_it_is_known_to_have_it() {
        let best = |own: Bounds, children: &[Bounds]| own.best_child(Kind::Max, children, 0.0);
        assert_eq!(best(b(0, 9), &[b(0, 3), b(0, 9), b(-2, 9)]), Some(1));
        // It is worth 5, but either of the two may be.
        assert_eq!(best(b(5, 5), &[b(0, 9), b(1, 9)]), None);
        // Only the first can be.
        assert_eq!(best(b(5, 5), &[b(0, 9), b(4, 4)]), Some(0));
        assert_eq!(best(b(5, 5), &[b(0, 9), b(5, 5)]), Some(1));
        // Near enough is enough, but a move must be known to be.
        assert_eq!(b(5, 7).best_child(Kind::Max, &[b(0, 9), b(5, 9)], 2.0), Some(1));
        assert_eq!(b(5, 7).best_child(Kind::Max, &[b(0, 9), b(4, 9)], 2.0), None);
        assert_eq!(b(5, 7).best_child(Kind::Max, &[b(0, 9), b(4, 9)], 1.0), Some(1));
        assert_eq!(b(5, 5).best_child(Kind::Min, &[b(5, 5), b(1, 9)], 0.0), Some(0));
        assert_eq!(b(5, 5).best_child(Kind::Min, &[b(6, 6), b(1, 9)], 0.0), Some(1));
    }

    #[test]
    fn contradicting_knowledge_counts_as_closed() {
        assert!(b(0, 1).intersect(b(3, 4)).is_closed());
        assert_eq!(b(2, 2).exact(), Some(2.into()));
        assert_eq!(b(2, 3).exact(), None);
    }
}
