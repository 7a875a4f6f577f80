//! Rankings of moves, and how well two of them agree.

/// The ranks of some estimates, from 1 for the largest: estimates that differ by no more than `tie` are ties, and
/// share the mean of their ranks.
///
/// The paper assigns "estimates within some epsilon of each other" the same rank, which is not transitive. Here a
/// group begins with the largest estimate left, and holds all that are within `tie` of that one.
///
/// ```
/// use gametree_lab::soft_traps::ranks;
///
/// assert_eq!(ranks(&[0.1, 0.9, 0.5, 0.45], 0.1), [4.0, 1.0, 2.5, 2.5]);
/// ```
pub fn ranks(estimates: &[f64], tie: f64) -> Vec<f64> {
    let mut ranks = vec![0.0; estimates.len()];
    for group in groups(estimates, tie) {
        let mean = (group.first + group.first + group.members.len() - 1) as f64 / 2.0 + 1.0;
        group.members.iter().for_each(|&index| ranks[index] = mean);
    }
    ranks
}

/// Ties: which estimates, and how many are larger.
struct Group {
    first: usize,
    members: Vec<usize>,
}

/// The groups of ties, the largest estimates first.
fn groups(estimates: &[f64], tie: f64) -> Vec<Group> {
    let mut order: Vec<usize> = (0..estimates.len()).collect();
    order.sort_by(|&a, &b| estimates[b].total_cmp(&estimates[a]).then(a.cmp(&b)));
    let mut groups: Vec<Group> = Vec::new();
    for (place, index) in order.into_iter().enumerate() {
        match groups.last_mut() {
            Some(group) if estimates[group.members[0]] - estimates[index] <= tie => {
                group.members.push(index);
            }
            _ => groups.push(Group { first: place, members: vec![index] }),
        }
    }
    groups
}

/// Spearman's rank correlation: the correlation of the ranks. `None` if all ranks of one side are equal.
///
/// ```
/// use gametree_lab::soft_traps::spearman;
///
/// assert_eq!(spearman(&[1.0, 2.0, 3.0], &[1.0, 3.0, 2.0]), Some(0.5));
/// assert_eq!(spearman(&[1.0, 2.0, 3.0], &[2.0, 2.0, 2.0]), None);
/// ```
pub fn spearman(one: &[f64], other: &[f64]) -> Option<f64> {
    let n = one.len() as f64;
    let means = [one, other].map(|ranks| ranks.iter().sum::<f64>() / n);
    let (mut both, mut squares) = (0.0, [0.0, 0.0]);
    for (a, b) in one.iter().zip(other) {
        let (a, b) = (a - means[0], b - means[1]);
        both += a * b;
        squares[0] += a * a;
        squares[1] += b * b;
    }
    let scale = (squares[0] * squares[1]).sqrt();
    (scale > 0.0).then(|| both / scale)
}

/// Kendall's rank correlation with ties, tau-b (Kendall 1945): pairs in the same order less pairs in opposite
/// order, over the geometric mean of the pairs that are not tied on each side. `None` if all are tied on one.
///
/// ```
/// use gametree_lab::soft_traps::kendall;
///
/// assert_eq!(kendall(&[1.0, 2.0, 3.0, 4.0], &[1.0, 2.0, 4.0, 3.0]), Some(4.0 / 6.0));
/// ```
pub fn kendall(one: &[f64], other: &[f64]) -> Option<f64> {
    let (mut both, mut apart) = (0.0, [0.0, 0.0]);
    for i in 0..one.len() {
        for j in 0..i {
            let (a, b) = (order(one[i], one[j]), order(other[i], other[j]));
            both += a * b;
            apart[0] += a * a;
            apart[1] += b * b;
        }
    }
    let scale = f64::sqrt(apart[0] * apart[1]);
    (scale > 0.0).then(|| both / scale)
}

/// 1, 0 or -1.
fn order(a: f64, b: f64) -> f64 {
    f64::from(i8::from(a > b) - i8::from(a < b))
}

/// How many of the best three by one ranking are among the best three by the other, as a share: what is
/// expected if each side breaks its ties at random. `None` if there are no more than three.
///
/// ```
/// use gametree_lab::soft_traps::top_three;
///
/// assert_eq!(top_three(&[1.0, 2.0, 3.0, 4.0], &[4.0, 1.0, 2.0, 3.0]), Some(2.0 / 3.0));
/// // The third place of the first ranking is shared by two.
/// assert_eq!(top_three(&[1.0, 2.0, 3.5, 3.5], &[1.0, 2.0, 3.0, 4.0]), Some(2.5 / 3.0));
/// ```
pub fn top_three(one: &[f64], other: &[f64]) -> Option<f64> {
    const TOP: usize = 3;
    if one.len() <= TOP {
        return None;
    }
    let chances = [one, other].map(|ranks| {
        let chance = |&rank: &f64| {
            let better = ranks.iter().filter(|&&other| other < rank).count();
            let equal = ranks.iter().filter(|&&other| other == rank).count();
            let places = TOP.saturating_sub(better).min(equal);
            places as f64 / equal as f64
        };
        ranks.iter().map(chance).collect::<Vec<f64>>()
    });
    let common: f64 = chances[0].iter().zip(&chances[1]).map(|(a, b)| a * b).sum();
    Some(common / TOP as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::Draws;

    /// Some numbers, among them many equal ones.
    fn drawn(draws: &mut Draws) -> Vec<f64> {
        let (length, most) = (2 + draws.below(9), 1 + draws.below(12));
        (0..length).map(|_| draws.below(most) as f64 / 4.0).collect()
    }

    #[test]
    fn without_a_margin_ranks_are_counts_of_larger_ones() {
        let mut draws = Draws::new(1);
        for _ in 0..500 {
            let estimates = drawn(&mut draws);
            let slow = |x: &f64| {
                let larger = estimates.iter().filter(|y| *y > x).count() as f64;
                let equal = estimates.iter().filter(|y| *y == x).count() as f64;
                larger + (equal + 1.0) / 2.0
            };
            assert_eq!(ranks(&estimates, 0.0), estimates.iter().map(slow).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_group_reaches_as_far_as_the_margin_from_its_best() {
        assert_eq!(ranks(&[3.0, 2.5, 2.0, 1.5], 0.5), [1.5, 1.5, 3.5, 3.5]);
        assert_eq!(ranks(&[3.0, 2.5, 2.0, 1.5], 9.0), [2.5; 4]);
        assert!(ranks(&[], 1.0).is_empty());
    }

    /// Without ties, 1 - 6 sum d^2 / (n (n^2 - 1)).
    #[test]
    fn spearman_is_the_textbook_formula_without_ties_and_a_correlation_with_them() {
        let mut draws = Draws::new(2);
        for _ in 0..500 {
            let n = 2 + draws.below(9) as usize;
            let sides: Vec<Vec<f64>> = (0..2)
                .map(|_| ranks(&(0..n).map(|_| draws.share()).collect::<Vec<_>>(), 0.0))
                .collect();
            let d: f64 = sides[0].iter().zip(&sides[1]).map(|(a, b)| (a - b) * (a - b)).sum();
            let n = n as f64;
            let right = 1.0 - 6.0 * d / (n * (n * n - 1.0));
            assert!((spearman(&sides[0], &sides[1]).unwrap() - right).abs() < 1e-12);
        }
        for _ in 0..500 {
            let one = drawn(&mut draws);
            let other: Vec<f64> = one.iter().map(|_| draws.below(4) as f64).collect();
            let (a, b) = (ranks(&one, 0.0), ranks(&other, 0.0));
            // Covariance over all pairs instead of around the means.
            let pairs = |x: &[f64], y: &[f64]| -> f64 {
                let each = |i: usize, j: usize| (x[i] - x[j]) * (y[i] - y[j]);
                (0..x.len())
                    .flat_map(|i| (0..i).map(move |j| (i, j)))
                    .map(|(i, j)| each(i, j))
                    .sum()
            };
            let scale = (pairs(&a, &a) * pairs(&b, &b)).sqrt();
            match spearman(&a, &b) {
                Some(found) => assert!((found - pairs(&a, &b) / scale).abs() < 1e-12),
                None => assert_eq!(scale, 0.0),
            }
        }
    }

    #[test]
    fn kendall_counts_pairs() {
        let mut draws = Draws::new(3);
        for _ in 0..500 {
            let one = drawn(&mut draws);
            let other: Vec<f64> = one.iter().map(|_| draws.below(4) as f64).collect();
            let (mut same, mut opposite, mut tied) = (0, 0, [0, 0]);
            for i in 0..one.len() {
                for j in i + 1..one.len() {
                    let product = (one[i] - one[j]) * (other[i] - other[j]);
                    same += i32::from(product > 0.0);
                    opposite += i32::from(product < 0.0);
                    tied[0] += i32::from(one[i] == one[j]);
                    tied[1] += i32::from(other[i] == other[j]);
                }
            }
            let all = (one.len() * (one.len() - 1) / 2) as i32;
            let scale = (f64::from(all - tied[0]) * f64::from(all - tied[1])).sqrt();
            match kendall(&one, &other) {
                Some(tau) => assert!((tau - f64::from(same - opposite) / scale).abs() < 1e-12),
                None => assert_eq!(scale, 0.0),
            }
        }
    }

    /// The mean over many random ways to break ties.
    #[test]
    fn the_best_three_are_those_of_ties_broken_at_random() {
        let mut draws = Draws::new(4);
        for _ in 0..20 {
            let one = ranks(&(0..7).map(|_| draws.below(4) as f64).collect::<Vec<_>>(), 0.0);
            let other = ranks(&(0..7).map(|_| draws.below(3) as f64).collect::<Vec<_>>(), 0.0);
            let mut top = |ranks: &[f64]| {
                let mut order: Vec<(f64, f64, usize)> =
                    ranks.iter().enumerate().map(|(i, &rank)| (rank, draws.share(), i)).collect();
                order.sort_by(|a, b| a.partial_cmp(b).unwrap());
                order.into_iter().take(3).map(|(.., i)| i).collect::<Vec<_>>()
            };
            let (mut common, times) = (0, 4000);
            for _ in 0..times {
                let (a, b) = (top(&one), top(&other));
                common += a.iter().filter(|i| b.contains(i)).count();
            }
            let mean = common as f64 / f64::from(3 * times);
            assert!((top_three(&one, &other).unwrap() - mean).abs() < 0.03);
        }
        assert_eq!(top_three(&[1.0, 2.0, 3.0], &[1.0, 2.0, 3.0]), None);
    }
}
