//! FSSS-Minimax: Weinstein, Littman and Goschin, "Rollout-based Game-tree Search Outprunes
//! Traditional Alpha-beta", EWRL 2012, Algorithm 1.
//!
//! The listing moves alpha down, or beta up, by an epsilon smaller than any difference of leaf
//! values (lines 18 and 24). Here that is exact: alpha and beta are pairs of an integer and a
//! number of epsilons, compared lexicographically. The number stays within -1, 0 and +1.
//! Ties go to the left child; the maximum over no sibling is minus infinity, the minimum plus
//! infinity.

use super::huang::from_children;
use super::tree::{INF, Kind, Storage, Tree};

/// `(x, k)` stands for `x + k * epsilon`; the derived order of pairs is the right one.
type Fine = (i64, i8);

/// Algorithm 1, each rollout from the root. The value of the tree is then `storage[0].0`.
///
/// The storage must be valid and bottom-up consistent (`huang::consistent`), as the empty one is:
/// the listing overwrites the bounds of a node by those of its children and would lose any tighter
/// ones. For other storages see [`fsss_admissible`].
pub fn fsss(tree: &Tree, storage: &mut Storage) -> Vec<usize> {
    let mut log = Vec::new();
    while storage[0].0 != storage[0].1 {
        search(tree, storage, 0, (-INF, 0), (INF, 0), &mut log);
    }
    log
}

fn search(
    tree: &Tree,
    storage: &mut Storage,
    s: usize,
    alpha: Fine,
    beta: Fine,
    log: &mut Vec<usize>,
) {
    let Some(kind) = tree.kind(s) else {
        let reward = tree.evaluate(s, log);
        storage[s] = (reward, reward);
        return;
    };
    let (child, alpha, beta) = traverse(tree, storage, s, kind, alpha, beta);
    search(tree, storage, child, alpha, beta, log);
    storage[s] = from_children(tree, storage, s);
}

/// Lines 10 to 25: the child to visit and its alpha and beta.
fn traverse(
    tree: &Tree,
    storage: &Storage,
    s: usize,
    kind: Kind,
    alpha: Fine,
    beta: Fine,
) -> (usize, Fine, Fine) {
    let children = tree.children(s);
    let upper: Vec<Fine> = children.iter().map(|&c| beta.min((storage[c].1, 0))).collect();
    let lower: Vec<Fine> = children.iter().map(|&c| alpha.max((storage[c].0, 0))).collect();
    let (mut alpha_c, mut beta_c) = (alpha, beta);
    let chosen;
    match kind {
        Kind::Max => {
            let best = *upper.iter().max().unwrap();
            chosen = upper.iter().position(|&u| u == best).unwrap();
            let v = without(&upper, chosen).max().unwrap_or((-INF, 0));
            alpha_c = alpha.max(v);
            if alpha_c == upper[chosen] {
                alpha_c.1 -= 1;
            }
        }
        Kind::Min => {
            let best = *lower.iter().min().unwrap();
            chosen = lower.iter().position(|&l| l == best).unwrap();
            let v = without(&lower, chosen).min().unwrap_or((INF, 0));
            beta_c = beta.min(v);
            if beta_c == lower[chosen] {
                beta_c.1 += 1;
            }
        }
    }
    assert!((-1..=1).contains(&alpha_c.1) && (-1..=1).contains(&beta_c.1));
    (children[chosen], alpha_c, beta_c)
}

fn without(values: &[Fine], skipped: usize) -> impl Iterator<Item = Fine> + '_ {
    values.iter().enumerate().filter(move |&(i, _)| i != skipped).map(|(_, &value)| value)
}

/// Algorithm 1 from any admissible (that is, valid) bounds, consistent or not.
///
/// The paper says that such bounds may be used but not how. Here a node is refreshed from its
/// children when a rollout enters it, every update intersects with the bounds at hand instead of
/// overwriting them, and a rollout that enters a node which the refresh has closed, or moved out
/// of its window, just goes back up. From a consistent storage this is Algorithm 1 itself.
///
/// Each rollout narrows some bounds, so this ends with the root closed.
pub fn fsss_admissible(tree: &Tree, storage: &mut Storage) -> Vec<usize> {
    let mut log = Vec::new();
    while storage[0].0 != storage[0].1 {
        let before = storage.clone();
        search_admissible(tree, storage, 0, (-INF, 0), (INF, 0), &mut log);
        assert!(*storage != before, "a rollout changed nothing: the storage was not valid");
    }
    log
}

fn search_admissible(
    tree: &Tree,
    storage: &mut Storage,
    s: usize,
    alpha: Fine,
    beta: Fine,
    log: &mut Vec<usize>,
) {
    let Some(kind) = tree.kind(s) else {
        let reward = tree.evaluate(s, log);
        storage[s] = (reward, reward);
        return;
    };
    narrow(tree, storage, s);
    let (lower, upper) = storage[s];
    // The three conditions of the proof of Theorem 1.
    if lower == upper || (lower, 0) >= beta || alpha >= (upper, 0) {
        return;
    }
    let (child, alpha, beta) = traverse(tree, storage, s, kind, alpha, beta);
    search_admissible(tree, storage, child, alpha, beta, log);
    narrow(tree, storage, s);
}

/// Intersects the bounds of `s` with those that its children give.
fn narrow(tree: &Tree, storage: &mut Storage, s: usize) {
    let (lower, upper) = from_children(tree, storage, s);
    storage[s] = (storage[s].0.max(lower), storage[s].1.min(upper));
}
