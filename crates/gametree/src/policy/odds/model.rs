//! What the leaves seen so far predict about those to come.
//!
//! Values are replaced by normal scores, so that only their ranks matter. The expected score of a
//! node's leaves is the average of those seen, shrunk towards its parent's expectation with the
//! weight of `k` leaves. `k`, and the error of such expectations, are found by predicting each seen
//! leaf from those before it.

use super::normal::quantile;
use super::record::{ROOT, Record, make_room};

/// The possible weights of the parent's expectation, in leaves. With the first, nothing but the
/// root matters.
const WEIGHTS: [f64; 5] = [1e12, 64.0, 16.0, 4.0, 1.5];
const NO_FAMILIES: usize = 0;

/// The errors of expectations below a node, as standard deviations: first that of a child's
/// average, shared by the leaves below the child, then that of each leaf.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    pub shared: f64,
    pub own: f64,
}

impl Default for Spread {
    /// The spread before anything was seen.
    fn default() -> Spread {
        Spread { shared: 0.0, own: 1.0 }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Model {
    /// The values seen up to the last [`Model::learn`], in order.
    sorted: Vec<f64>,
    /// Those seen since.
    fresh: Vec<f64>,
    weight: f64,
    /// The leaves by value; kept to reuse its memory.
    order: Vec<u32>,
    path: Vec<u32>,
}

/// Squared prediction errors, one sum for each weight.
#[derive(Clone, Copy, Debug, Default)]
struct Errors {
    count: f64,
    sums: [f64; WEIGHTS.len()],
}

impl Errors {
    fn add(&mut self, errors: [f64; WEIGHTS.len()]) {
        self.count += 1.0;
        for (sum, error) in self.sums.iter_mut().zip(errors) {
            *sum += error * error;
        }
    }

    /// The mean squared error for weight number `i`, shrunk towards `usual` if there are few.
    fn mean(&self, i: usize, usual: f64) -> f64 {
        ((self.sums[i] + usual) / (self.count + 1.0)).max(1e-6)
    }
}

impl Model {
    pub fn new() -> Model {
        Model {
            sorted: Vec::new(),
            fresh: Vec::new(),
            weight: WEIGHTS[NO_FAMILIES],
            order: Vec::new(),
            path: Vec::new(),
        }
    }

    /// The values seen up to the last [`Model::learn`], in order.
    pub fn values(&self) -> &[f64] {
        &self.sorted
    }

    /// The memory in bytes.
    pub fn bytes(&self) -> usize {
        let values = self.sorted.capacity() + self.fresh.capacity();
        values * size_of::<f64>() + self.order.capacity() * size_of::<u32>()
    }

    /// Whether so much was seen since that it is time to learn again.
    pub fn is_outdated(&self) -> bool {
        self.fresh.len() as f64 > 0.15 * self.sorted.len() as f64
    }

    /// The score of a value, given how many seen values are less and how many are not more.
    fn score_between(&self, less: usize, not_more: usize) -> f64 {
        let n = (self.sorted.len() + self.fresh.len()) as f64;
        let rank = if not_more > less { (less + not_more - 1) as f64 / 2.0 } else { less as f64 };
        quantile((rank + 0.5) / (n + 1.0))
    }

    /// The score that separates values below `target` from the others.
    pub fn threshold(&self, target: f64) -> f64 {
        let less = self.sorted.partition_point(|&v| v < target);
        let less = less + self.fresh.iter().filter(|&&v| v < target).count();
        let n = (self.sorted.len() + self.fresh.len()) as f64;
        quantile((less as f64 + 0.5) / (n + 1.0))
    }

    /// Makes room to [learn](Model::learn) from so many leaves. False if the system has no more
    /// memory.
    pub fn reserve(&mut self, leaves: usize) -> bool {
        let (known, sorted) = (self.order.len(), self.sorted.len());
        make_room(&mut self.fresh, 1)
            && make_room(&mut self.order, leaves - known)
            && make_room(&mut self.sorted, leaves - sorted)
    }

    /// Adds a leaf of this value. Returns its score by the ranks known so far.
    pub fn see(&mut self, value: f64) -> f64 {
        self.fresh.push(value);
        let less = self.sorted.partition_point(|&v| v < value);
        let not_more = less + self.sorted[less..].partition_point(|&v| v <= value);
        let n = self.sorted.len() as f64;
        let rank = (less + not_more) as f64 / 2.0;
        quantile((rank + 0.5) / (n + 1.0))
    }

    /// The expected score of the leaves below a node.
    pub fn mean(&self, leaves: u32, sum: f64, of_parent: Option<f64>) -> f64 {
        let (weight, parent) = of_parent.map_or((1.0, 0.0), |mean| (self.weight, mean));
        (sum + weight * parent) / (f64::from(leaves) + weight)
    }

    /// Learns from all leaves of `record`. Returns the spread at each level.
    pub fn learn(&mut self, record: &mut Record) -> Vec<Spread> {
        self.rank(record);
        let (levels, bottom) = self.replay(record);
        let spreads = self.choose(&levels, bottom);
        for i in 0..record.knots.len() {
            let knot = record.knots[i];
            let parent = (i > 0).then(|| record.knots[knot.parent as usize].mean);
            record.knots[i].mean = self.mean(knot.leaves, knot.sum, parent);
        }
        spreads
    }

    /// Computes the scores of all leaves.
    fn rank(&mut self, record: &mut Record) {
        let leaves = &mut record.leaves;
        self.order.extend(self.order.len() as u32..leaves.len() as u32);
        let value = |i: u32| leaves[i as usize].value;
        // Equal leaves stay in their order, as in a stable sort, which would take memory.
        self.order.sort_unstable_by(|&a, &b| value(a).total_cmp(&value(b)).then(a.cmp(&b)));
        self.sorted.clear();
        self.sorted.extend(self.order.iter().map(|&i| value(i)));
        self.fresh.clear();
        let mut less = 0;
        while less < self.sorted.len() {
            let value = self.sorted[less];
            let same = self.sorted[less..].iter().take_while(|&&v| v == value).count();
            let score = self.score_between(less, less + same);
            for &i in &self.order[less..less + same] {
                leaves[i as usize].score = score;
            }
            less += same;
        }
    }

    /// Replays all leaves in order, and predicts each from those before it. Returns the errors by
    /// the level of the deepest node that was entered before, and those of leaves whose parent was.
    fn replay(&mut self, record: &mut Record) -> (Vec<Errors>, Errors) {
        for knot in &mut record.knots {
            (knot.leaves, knot.sum) = (0, 0.0);
        }
        let (mut levels, mut bottom): (Vec<Errors>, Errors) = Default::default();
        for leaf in &record.leaves {
            self.path.clear();
            let mut at = leaf.parent;
            self.path.push(at);
            while at != ROOT {
                at = record.knots[at as usize].parent;
                self.path.push(at);
            }
            let root = &record.knots[ROOT as usize];
            let mut means = [root.sum / (f64::from(root.leaves) + 1.0); WEIGHTS.len()];
            let mut deepest = ROOT;
            for &at in self.path.iter().rev().skip(1) {
                let knot = &record.knots[at as usize];
                if knot.leaves == 0 {
                    break;
                }
                let leaves = f64::from(knot.leaves);
                for (mean, weight) in means.iter_mut().zip(WEIGHTS) {
                    *mean = (knot.sum + weight * *mean) / (leaves + weight);
                }
                deepest = at;
            }
            if record.knots[ROOT as usize].leaves > 0 {
                let errors = means.map(|mean| leaf.score - mean);
                let level = record.knots[deepest as usize].level as usize;
                if levels.len() <= level {
                    levels.resize(level + 1, Errors::default());
                }
                levels[level].add(errors);
                if deepest == leaf.parent {
                    bottom.add(errors);
                }
            }
            for &at in &self.path {
                let knot = &mut record.knots[at as usize];
                knot.leaves += 1;
                knot.sum += leaf.score;
            }
        }
        (levels, bottom)
    }

    /// Takes the weight that predicts best, and returns its spread at each level.
    fn choose(&mut self, levels: &[Errors], bottom: Errors) -> Vec<Spread> {
        let total: f64 = levels.iter().map(|errors| errors.count).sum();
        let usual = |i: usize| {
            let sum: f64 = levels.iter().map(|errors| errors.sums[i]).sum();
            if total > 0.0 { (sum / total).max(1e-6) } else { 1.0 }
        };
        let surprise = |i: usize| -> f64 {
            let usual = usual(i);
            levels.iter().map(|errors| errors.count * errors.mean(i, usual).ln()).sum()
        };
        let best = (1..WEIGHTS.len()).fold((NO_FAMILIES, surprise(NO_FAMILIES)), |best, i| {
            let next = surprise(i);
            if next < best.1 { (i, next) } else { best }
        });
        let i = best.0;
        self.weight = WEIGHTS[i];
        let noise = bottom.mean(i, usual(i));
        let spread = |errors: &Errors| {
            let all = errors.mean(i, usual(i));
            let shared = if i == NO_FAMILIES { 0.0 } else { (all - noise).max(0.0) };
            Spread { shared: shared.sqrt(), own: (all - shared).max(1e-6).sqrt() }
        };
        levels.iter().map(spread).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::Slot;
    use super::*;
    use crate::model::Draws;

    /// A root with `families` of four leaves each; a leaf is a random number, mixed with one drawn
    /// for its family with weight `shared`.
    fn learn(families: usize, shared: f64) -> (Model, Vec<Spread>) {
        let (mut record, mut model) = (Record::new(), Model::new());
        let mut draws = Draws::new(5);
        let slots = |count: usize| (0..count).map(|_| Slot::new(f64::NEG_INFINITY, f64::INFINITY));
        let root = record.enter(0, ROOT, 0, true, slots(families).collect::<Vec<_>>().into_iter());
        for family in 0..families {
            let slot = record.child_slot(root, family);
            let children = slots(4).collect::<Vec<_>>().into_iter();
            let knot = record.enter(slot, root, 1, false, children);
            let common = draws.share();
            for child in 0..4 {
                let value = shared * common + (1.0 - shared) * draws.share();
                let score = model.see(value);
                record.see(record.child_slot(knot, child), knot, value, score);
            }
        }
        let spreads = model.learn(&mut record);
        (model, spreads)
    }

    #[test]
    fn families_are_found_where_there_are_some() {
        assert_eq!(learn(100, 0.0).0.weight, WEIGHTS[NO_FAMILIES]);
        let (model, spreads) = learn(100, 0.7);
        assert!(model.weight < 16.0, "{}", model.weight);
        // Below the root most of the spread is shared by a family; within a family none is.
        assert!(spreads[0].shared > spreads[0].own, "{spreads:?}");
        assert!(spreads[1].shared < 0.1, "{spreads:?}");
    }

    #[test]
    fn equal_values_have_equal_scores_and_none_is_infinite() {
        let (mut record, mut model) = (Record::new(), Model::new());
        let unknown = Slot::new(f64::NEG_INFINITY, f64::INFINITY);
        let root = record.enter(0, ROOT, 0, true, [unknown; 4].into_iter());
        for (child, value) in [1.0, 7.0, 1.0, 4.0].into_iter().enumerate() {
            let score = model.see(value);
            record.see(record.child_slot(root, child), root, value, score);
        }
        model.learn(&mut record);
        let scores: Vec<f64> = record.leaves.iter().map(|leaf| leaf.score).collect();
        // Ranks 0.5, 3, 0.5 and 2 of four.
        let right = [1.0, 3.5, 1.0, 2.5].map(|place| quantile(place / 5.0));
        assert_eq!(scores, right);
        assert_eq!(model.threshold(4.0), quantile(2.5 / 5.0));
        assert!(!model.is_outdated());
        model.see(2.0);
        assert!(model.is_outdated());
    }
}
