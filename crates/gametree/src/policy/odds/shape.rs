//! The shape of the tree seen so far: how many children the nodes of each level have, who moves
//! there, and how many of them are leaves.

use super::question::Odds;

/// The average node of each level.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shape {
    levels: Vec<Level>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Level {
    leaves: u32,
    inner: u32,
    /// The inner nodes where MAX moves.
    max: u32,
    children: u64,
}

impl Shape {
    fn level(&mut self, level: usize) -> &mut Level {
        if self.levels.len() <= level {
            self.levels.resize(level + 1, Level::default());
        }
        &mut self.levels[level]
    }

    pub fn leaf(&mut self, level: usize) {
        self.level(level).leaves += 1;
    }

    pub fn inner(&mut self, level: usize, max: bool, children: usize) {
        let level = self.level(level);
        level.inner += 1;
        level.max += u32::from(max);
        level.children += children as u64;
    }

    /// For each level the share of leaves, the share of MAX nodes among the others, and their
    /// average number of children.
    #[cfg(test)]
    pub fn averages(&self) -> Vec<(f64, f64, f64)> {
        let average = |level: &Level| {
            let [leaves, inner, max] = [level.leaves, level.inner, level.max].map(f64::from);
            if inner == 0.0 {
                return (1.0, 0.0, 0.0);
            }
            (leaves / (leaves + inner), max / inner, level.children as f64 / inner)
        };
        self.levels.iter().map(average).collect()
    }

    /// The share of leaves that must say yes for the root to say yes with probability 1/2, if they
    /// are independent.
    pub fn even_share(&self) -> f64 {
        let (mut low, mut high, mut column) = (0.0, 1.0, Vec::new());
        for _ in 0..50 {
            let share = f64::midpoint(low, high);
            self.odds((share, 1.0 - share), &mut column);
            *(if column[0].yes < 0.5 { &mut low } else { &mut high }) = share;
        }
        high
    }

    /// For every level, the probability that a node says yes, if each leaf does so with probability `yes`, independently of
    /// the others.
    pub fn chances(&self, yes: f64) -> Vec<f64> {
        let mut column = Vec::new();
        self.odds((yes, 1.0 - yes), &mut column);
        column.iter().map(|odds| odds.yes).collect()
    }

    /// The odds of a node of each level, if every leaf below it says yes with probability `yes`,
    /// independently of the others. They replace the contents of `column`.
    pub(super) fn odds(&self, (yes, no): (f64, f64), column: &mut Vec<Odds>) {
        let leaf = Odds { yes, no, cost: 1.0 };
        column.clear();
        column.resize(self.levels.len() + 1, leaf);
        for (i, level) in self.levels.iter().enumerate().rev() {
            column[i] = level.odds(leaf, column[i + 1]);
        }
    }
}

impl Level {
    /// The odds of a node of this level whose children have those of `child`.
    fn odds(&self, leaf: Odds, child: Odds) -> Odds {
        if self.inner == 0 {
            return leaf;
        }
        let inner = f64::from(self.inner);
        let branching = self.children as f64 / inner;
        let max = f64::from(self.max) / inner;
        let by = |turn: bool| child.turned_if(turn).any_of(branching).turned_if(turn);
        let moved = match max {
            1.0 => by(false),
            0.0 => by(true),
            share => by(false).mixed(share, by(true)),
        };
        match self.leaves {
            0 => moved,
            leaves => leaf.mixed(f64::from(leaves) / (f64::from(leaves) + inner), moved),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uniform(branching: usize, depth: usize) -> Shape {
        let mut shape = Shape::default();
        (0..depth).for_each(|level| shape.inner(level, level % 2 == 0, branching));
        shape.leaf(depth);
        shape
    }

    #[test]
    fn odds_of_a_small_tree_are_those_by_hand() {
        // MAX of two MIN of two leaves: 1 - (1 - p^2)^2, and one leaf at a time until it is
        // decided.
        let mut odds = Vec::new();
        uniform(2, 2).odds((0.5, 0.5), &mut odds);
        let min = Odds { yes: 0.25, no: 0.75, cost: 1.5 };
        for (found, right) in [(odds[1], min), (odds[0], min.or(min))] {
            assert!((found.yes - right.yes).abs() < 1e-12, "{found:?}");
            assert!((found.no - right.no).abs() < 1e-12, "{found:?}");
            assert!((found.cost - right.cost).abs() < 1e-12, "{found:?}");
        }
    }

    #[test]
    fn deep_trees_of_pairs_are_even_at_the_golden_ratio() {
        let share = uniform(2, 40).even_share();
        assert!((share - (5f64.sqrt() - 1.0) / 2.0).abs() < 1e-3, "{share}");
    }
}
