//! Which values of a node still matter to the root.

use std::fmt;

use super::{Bounds, Grain, Kind, Value};

/// The window `(alpha, beta)` of a node: its value matters only where it lies strictly between.
///
/// A window is a question from above; [`Bounds`] are the answer known so far. The two are different
/// types because mixing them up still gives correct values, only with half again as many leaves.
///
/// ```
/// use gametree_model::{Bounds, Grain, Window};
///
/// let window = Window::new(2.into(), 5.into());
/// assert!(window.clip(Bounds::at_least(3.into())).is_open());
/// assert!(!window.clip(Bounds::at_least(5.into())).is_open(), "a beta cutoff");
///
/// let null = Window::at_least(4.into(), Grain::Integer);
/// assert_eq!((null.alpha, null.beta), (3.into(), 4.into()));
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Window {
    /// Values up to here make no difference: MAX has at least as much elsewhere.
    pub alpha: Value,
    /// Values from here on make no difference: MIN has at most as much elsewhere.
    pub beta: Value,
}

impl Window {
    /// Every value matters.
    pub const FULL: Window = Window { alpha: Value::NEG_INFINITY, beta: Value::INFINITY };

    /// The window `(alpha, beta)`; it may be empty.
    #[inline]
    pub const fn new(alpha: Value, beta: Value) -> Window {
        Window { alpha, beta }
    }

    /// The null window that asks "is it at least `value`?": the answer is `>= value` or `< value`.
    #[inline]
    pub fn at_least(value: Value, grain: Grain) -> Window {
        Window { alpha: grain.below(value), beta: value }
    }

    /// The null window that asks "does the mover of a node of `kind` get more here than elsewhere?",
    /// at the mover's end of this window: more by over `slack`, if less makes no difference.
    #[inline]
    #[must_use]
    pub fn beaten(self, kind: Kind, grain: Grain, slack: f64) -> Window {
        let (Window { alpha, beta }, slack) = (self, grain.round_down(slack));
        if kind.maximises() {
            let alpha = alpha.plus(slack);
            Window { alpha, beta: beta.min(grain.above(alpha)) }
        } else {
            let beta = beta.plus(-slack);
            Window { alpha: alpha.max(grain.below(beta)), beta }
        }
    }

    /// This window seen from a node whose bounds are known: Huang 2015, Eq. (3),
    /// `[alpha_c, beta_c] = [max(alpha_s, lower_c), min(beta_s, upper_c)]`.
    #[inline]
    #[must_use]
    pub fn clip(self, bounds: Bounds) -> Window {
        Window { alpha: self.alpha.max(bounds.lower), beta: self.beta.min(bounds.upper) }
    }

    /// The cutoff bound of the mover (beta for MAX), from the mover's point of view.
    #[inline]
    #[doc(hidden)]
    pub fn far<const MAX: bool>(self) -> Value {
        if MAX { self.beta } else { -self.alpha }
    }

    /// What the mover already has (alpha for MAX), from the mover's point of view.
    #[inline]
    #[doc(hidden)]
    pub fn near<const MAX: bool>(self) -> Value {
        if MAX { self.alpha } else { -self.beta }
    }

    /// The part in which the mover gets more than `near`, from the mover's point of view.
    #[inline]
    #[must_use]
    #[doc(hidden)]
    pub fn beyond<const MAX: bool>(self, near: Value) -> Window {
        let Window { alpha, beta } = self;
        if MAX {
            Window { alpha: alpha.max(near), beta }
        } else {
            Window { alpha, beta: beta.min(-near) }
        }
    }

    /// Whether the window stays open when it is [clipped](Window::clip) by `bounds`. All comparisons
    /// are made, without branches: that is cheaper than a mispredicted branch.
    #[inline]
    #[doc(hidden)]
    pub fn admits(self, bounds: Bounds) -> bool {
        let Window { alpha, beta } = self;
        let Bounds { lower, upper } = bounds;
        (alpha < upper) & (lower < beta) & (lower < upper) & (alpha < beta)
    }

    /// Whether `bounds` are open and reach above alpha and below beta. The clipped window may still
    /// be empty.
    #[inline]
    #[doc(hidden)]
    pub fn keeps(self, bounds: Bounds) -> bool {
        let Bounds { lower, upper } = bounds;
        self.alpha < upper && lower < self.beta && lower < upper
    }

    /// This window seen from an outcome of a chance node that has this window: Atzmon, Stern,
    /// Saffidine 2018, condition C6, with the sum over the other outcomes written as the sum over all
    /// minus this one's part. `average` is what the node knows from all its outcomes.
    ///
    /// `alpha_c = (alpha - sum_{j != c} p_j U_j) / p_c = U_c - (sum_j p_j U_j - alpha) / p_c`: the
    /// outcome matters only above what it may lose before the node falls to alpha; likewise for beta.
    #[inline]
    #[must_use]
    #[doc(hidden)]
    pub fn of_outcome(self, outcome: Bounds, probability: f64, average: Bounds) -> Window {
        let above = (average.upper.get() - self.alpha.get()) / probability;
        let below = (self.beta.get() - average.lower.get()) / probability;
        let Bounds { lower, upper } =
            Bounds::between(outcome.upper.get() - above, outcome.lower.get() + below);
        Window { alpha: lower, beta: upper }.clip(outcome)
    }

    /// The smallest window that holds the same values and has ends that can be values: if those are whole numbers, above 0.5
    /// means above 0.
    #[inline]
    #[must_use]
    #[doc(hidden)]
    pub fn rounded_out(self, grain: Grain) -> Window {
        match grain {
            Grain::Real => self,
            Grain::Integer => {
                let (alpha, beta) = (self.alpha.get().floor(), self.beta.get().ceil());
                let Bounds { lower, upper } = Bounds::between(alpha, beta);
                Window { alpha: lower, beta: upper }
            }
        }
    }

    /// The distance between the ends; zero if it is closed.
    #[inline]
    pub fn width(self) -> f64 {
        if self.is_open() { self.beta.get() - self.alpha.get() } else { 0.0 }
    }

    /// Whether more than `slack` of it is open.
    #[inline]
    #[doc(hidden)]
    pub fn is_wider_than(self, slack: f64) -> bool {
        self.beta.get() - self.alpha.get() > slack
    }

    /// Whether the window stays wider than `slack` when it is [clipped](Window::clip) by `bounds`.
    #[inline]
    #[doc(hidden)]
    pub fn admits_beyond(self, bounds: Bounds, slack: f64) -> bool {
        // The plain comparisons first: usually there is no slack, and they are cheaper.
        self.admits(bounds) && (slack == 0.0 || self.clip(bounds).is_wider_than(slack))
    }

    /// Whether some value still matters: `alpha < beta`. A child with an open window is *active*
    /// (Huang 2015, Eq. (4)).
    #[inline]
    pub fn is_open(self) -> bool {
        self.alpha < self.beta
    }
}

impl From<Bounds> for Window {
    /// At the root, all values that are still possible matter.
    #[inline]
    fn from(bounds: Bounds) -> Window {
        Window::FULL.clip(bounds)
    }
}

impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.alpha, self.beta)
    }
}

impl fmt::Debug for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clipping_narrows_and_closes() {
        let window = Window::new(0.into(), 10.into());
        let clipped = window.clip(Bounds::new(3.into(), 20.into()).unwrap());
        assert_eq!(clipped, Window::new(3.into(), 10.into()));
        assert!(clipped.is_open());
        assert!(!window.clip(Bounds::at_most(0.into())).is_open());
        assert!(!window.clip(Bounds::at_least(10.into())).is_open());
        assert!(!window.clip(Bounds::point(4.into())).is_open());
        for (lower, upper) in [(3, 20), (-9, 0), (10, 12), (4, 4), (-1, 11), (5, 6), (11, 12)] {
            let bounds = Bounds::new(lower.into(), upper.into()).unwrap();
            assert_eq!(window.admits(bounds), window.clip(bounds).is_open(), "{bounds}");
            assert!(!Window::new(5.into(), 5.into()).admits(bounds), "an empty window: {bounds}");
        }
    }

    #[test]
    fn a_null_window_holds_no_integer() {
        let window = Window::at_least(5.into(), Grain::Integer);
        assert_eq!(window, Window::new(4.into(), 5.into()));
        assert!(window.is_open());
    }
}
