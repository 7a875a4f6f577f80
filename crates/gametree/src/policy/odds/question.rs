//! The question about the root, how likely the answer is yes, and what it costs to find out.

use crate::model::Bounds;

/// "Is the root worth at least `target`?", and the same for every other node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question {
    pub target: f64,
    /// The score that corresponds to the target.
    pub threshold: f64,
}

impl Question {
    /// Whether these bounds leave the question open.
    pub fn is_open(&self, bounds: Bounds) -> bool {
        bounds.lower.get() < self.target && self.target <= bounds.upper.get()
    }
}

/// A belief about the question at one node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Odds {
    /// The probability of yes.
    pub yes: f64,
    /// The probability of no: stored separately, so that either may be tiny.
    pub no: f64,
    /// The expected number of leaves to find out.
    pub cost: f64,
}

impl Odds {
    pub const YES: Odds = Odds { yes: 1.0, no: 0.0, cost: 0.0 };
    pub const NO: Odds = Odds { yes: 0.0, no: 1.0, cost: 0.0 };

    /// The odds of the opposite. MIN's case is MAX's with this before and after.
    pub fn turned(self) -> Odds {
        Odds { yes: self.no, no: self.yes, cost: self.cost }
    }

    pub fn turned_if(self, turn: bool) -> Odds {
        if turn { self.turned() } else { self }
    }

    /// The worth of a leaf spent here: the probability of yes over the cost of finding out.
    pub fn worth(self) -> f64 {
        if self.cost > 0.0 { self.yes / self.cost } else { f64::INFINITY }
    }

    /// The odds that one of `count` alternatives like this one says yes, asked one after the other.
    pub fn any_of(self, count: f64) -> Odds {
        // 1 - (1 - yes)^count, accurate even if yes is tiny.
        let power = count * if self.yes < 0.5 { (-self.yes).ln_1p() } else { self.no.ln() };
        let (yes, no) = (-power.exp_m1(), power.exp());
        let cost = if self.yes > 0.0 { self.cost * yes / self.yes } else { self.cost * count };
        Odds { yes, no, cost }
    }

    /// The odds that this or `next` says yes, the latter asked only if necessary.
    pub fn or(self, next: Odds) -> Odds {
        Odds {
            yes: self.yes + self.no * next.yes,
            no: self.no * next.no,
            cost: self.cost + self.no * next.cost,
        }
    }

    /// This with weight `share`, and `other` for the rest.
    pub fn mixed(self, share: f64, other: Odds) -> Odds {
        let mix = |a: f64, b: f64| share * a + (1.0 - share) * b;
        Odds {
            yes: mix(self.yes, other.yes),
            no: mix(self.no, other.no),
            cost: mix(self.cost, other.cost),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_of_several_is_one_after_the_other() {
        for yes in [1e-30, 1e-9, 0.2, 0.5, 0.9, 1.0] {
            let one = Odds { yes, no: 1.0 - yes, cost: 3.0 };
            let (all, some) = (one.any_of(4.0), one.or(one).or(one).or(one));
            assert!((all.yes / some.yes - 1.0).abs() < 1e-12, "{all:?} {some:?}");
            assert!((all.no - some.no).abs() < 1e-12, "{all:?} {some:?}");
            assert!((all.cost - some.cost).abs() < 1e-9, "{all:?} {some:?}");
        }
    }

    #[test]
    fn nobody_says_yes_where_nobody_can() {
        let all = Odds { yes: 0.0, no: 1.0, cost: 2.0 }.any_of(3.0);
        assert_eq!((all.yes, all.no, all.cost), (0.0, 1.0, 6.0));
    }
}
