//! What has been seen at each depth of the tree, and what that says about nodes not seen yet.

use super::guess::Guess;
use crate::model::Kind;

/// The weight of the guess from the levels below, in closed nodes seen at a depth.
const WORTH: f64 = 2.0;

/// The belief about a node of which only the depth is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prior {
    pub value: Guess,
    /// The number of leaves at and below it.
    pub leaves: f64,
}

/// Statistics by depth.
#[derive(Clone, Debug, Default)]
pub(super) struct Levels {
    levels: Vec<Level>,
    all: Sample,
    /// The nodes seen, and the nodes seen when the priors were last computed.
    seen: f64,
    refreshed: f64,
    /// The expected value of leaves before any is seen.
    middle: f64,
}

/// A sample: its size, its mean, and the sum of squared deviations from the mean.
#[derive(Clone, Copy, Debug, Default)]
struct Sample {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Sample {
    /// Welford's update.
    fn add(&mut self, x: f64) {
        self.count += 1.0;
        let before = x - self.mean;
        self.mean += before / self.count;
        self.squares += before * (x - self.mean);
    }

    fn variance(self) -> f64 {
        if self.count > 1.0 { self.squares / (self.count - 1.0) } else { 0.0 }
    }

    /// The mean, if `guess` had been seen `worth` times as well.
    fn shrunk(self, guess: f64, worth: f64) -> f64 {
        (self.count * self.mean + worth * guess) / (self.count + worth)
    }
}

/// The nodes seen at one depth.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    leaves: Sample,
    /// Nodes whose value is known, leaves among them.
    closed: Sample,
    max: Inner,
    min: Inner,
    chance: Inner,
    /// At chance nodes, the sum of the squares of the probabilities.
    squares: f64,
    prior: Option<Prior>,
}

/// Inner nodes of one kind.
#[derive(Clone, Copy, Debug, Default)]
struct Inner {
    count: f64,
    children: f64,
}

impl Inner {
    /// The average number of children.
    fn width(self) -> f64 {
        if self.count > 0.0 { self.children / self.count } else { 0.0 }
    }
}

impl Levels {
    /// Empty statistics, for values around `middle`.
    pub fn new(middle: f64) -> Levels {
        Levels { middle, ..Levels::default() }
    }

    fn at(&mut self, depth: usize) -> &mut Level {
        if self.levels.len() <= depth {
            self.levels.resize(depth + 1, Level::default());
        }
        &mut self.levels[depth]
    }

    /// Adds a leaf.
    pub fn leaf(&mut self, depth: usize, value: f64) {
        self.seen += 1.0;
        self.all.add(value);
        let level = self.at(depth);
        level.leaves.add(value);
        level.closed.add(value);
    }

    /// Adds an inner node, at its first visit. `squares` is the sum of its squared probabilities.
    pub fn inner(&mut self, depth: usize, kind: Kind, children: usize, squares: f64) {
        self.seen += 1.0;
        let level = self.at(depth);
        level.squares += squares;
        let inner = match kind {
            Kind::Max => &mut level.max,
            Kind::Min => &mut level.min,
            Kind::Chance => &mut level.chance,
        };
        inner.count += 1.0;
        inner.children += children as f64;
    }

    /// Adds the value of an inner node, now that it is known.
    pub fn closed(&mut self, depth: usize, value: f64) {
        self.at(depth).closed.add(value);
    }

    /// The belief about any leaf.
    fn any_leaf(&self) -> Guess {
        let mean = if self.all.count > 0.0 { self.all.mean } else { self.middle };
        Guess { mean, variance: self.all.variance() }
    }

    /// The prior of a node at `depth`. Below everything seen, nodes count as leaves.
    pub fn prior(&self, depth: usize) -> Prior {
        let below = Prior { value: self.any_leaf(), leaves: 1.0 };
        let Some(level) = self.levels.get(depth) else { return below };
        let Prior { value, leaves } = level.prior.unwrap_or(below);
        let mean = level.closed.shrunk(value.mean, WORTH);
        Prior { value: Guess { mean, ..value }, leaves }
    }

    /// Recomputes the priors from the bottom up, if much more has been seen since.
    pub fn refresh(&mut self) {
        if self.seen < 1.05 * self.refreshed {
            return;
        }
        self.refreshed = self.seen;
        let leaf = self.any_leaf();
        let mut below = Prior { value: leaf, leaves: 1.0 };
        for level in self.levels.iter_mut().rev() {
            below = level.above(below, leaf).unwrap_or(below);
            level.prior = Some(below);
        }
    }
}

impl Level {
    /// The prior of a node of this level, if those of the next are like `below` and leaves like
    /// `leaf`: a mixture of the kinds of nodes, weighted by how often each was seen,
    ///
    /// mean `sum q_i m_i`, variance `sum q_i (v_i + (m_i - mean)^2)`, leaves `sum q_i n_i`.
    fn above(&self, below: Prior, leaf: Guess) -> Option<Prior> {
        let Prior { value, leaves } = below;
        let mean_leaf = self.leaves.shrunk(leaf.mean, WORTH);
        // A sum of p_i v_i has the variance of one value, times the sum of the squared p_i.
        let spread = self.squares / self.chance.count.max(1.0);
        let worst = value.negated().largest_of(self.min.width()).negated();
        let parts = [
            (self.leaves.count, Guess { mean: mean_leaf, ..leaf }, 1.0),
            (self.max.count, value.largest_of(self.max.width()), self.max.width() * leaves),
            (self.min.count, worst, self.min.width() * leaves),
            (
                self.chance.count,
                Guess { variance: value.variance * spread, ..value },
                self.chance.width() * leaves,
            ),
        ];
        let total: f64 = parts.iter().map(|part| part.0).sum();
        if total == 0.0 {
            return None;
        }
        let average = |of: &dyn Fn(&Guess, f64) -> f64| -> f64 {
            parts.iter().map(|(count, guess, leaves)| count * of(guess, *leaves)).sum::<f64>()
                / total
        };
        let mean = average(&|guess, _| guess.mean);
        let variance = average(&|guess, _| guess.variance + (guess.mean - mean).powi(2));
        Some(Prior { value: Guess { mean, variance }, leaves: average(&|_, leaves| leaves) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_seen_says_what_to_expect() {
        let mut levels = Levels::new(50.0);
        assert_eq!(levels.prior(3).value, Guess::certain(50.0));
        // MAX with two moves and four outcomes after each, some of which were seen.
        levels.inner(0, Kind::Max, 2, 0.0);
        levels.inner(1, Kind::Chance, 4, 0.25);
        for value in [10.0, 20.0, 30.0] {
            levels.leaf(2, value);
        }
        levels.refresh();
        let [root, chance, leaf] = [0, 1, 2].map(|depth| levels.prior(depth));
        assert_eq!((root.leaves, chance.leaves, leaf.leaves), (8.0, 4.0, 1.0));
        assert_eq!(leaf.value, Guess { mean: 20.0, variance: 100.0 });
        assert_eq!(chance.value, Guess { mean: 20.0, variance: 25.0 });
        assert!(root.value.mean > 22.0 && root.value.variance < 25.0, "{root:?}");
        // Values seen at a level count for more than those of the levels below.
        for _ in 0..98 {
            levels.closed(1, 40.0);
        }
        assert_eq!(levels.prior(1).value.mean, 39.6);
    }
}
