//! Huang, "Pruning Game Tree by Rollouts", AAAI 2015: Algorithms 1, 2 and 4 to 11.
//!
//! In comments, `[v-, v+]` is the stored interval of a node and `[alpha_s, beta_s]` its window.

use super::tree::{INF, Kind, Node, Storage, Tree};

// ------------------------------------------------------------------------------------------------
// Properties of storages
// ------------------------------------------------------------------------------------------------

/// The interval that an inner node gets from its children: the max, or min, of both bounds.
///
/// # Panics
/// If `s` is a leaf.
pub fn from_children(tree: &Tree, storage: &Storage, s: usize) -> (i64, i64) {
    let lower = tree.children(s).iter().map(|&c| storage[c].0);
    let upper = tree.children(s).iter().map(|&c| storage[c].1);
    match tree.kind(s).expect("an inner node") {
        Kind::Max => (lower.max().unwrap(), upper.max().unwrap()),
        Kind::Min => (lower.min().unwrap(), upper.min().unwrap()),
    }
}

/// Whether every inner node's interval is exactly what its children's intervals give.
///
/// This is a stronger demand than coherence; Lemmas 2 and 3 and Theorems 2 and 3 need it, see
/// [`coherent`]. It says nothing about leaves: use it together with [`valid`].
pub fn consistent(tree: &Tree, storage: &Storage) -> bool {
    (0..tree.len())
        .filter(|&s| tree.kind(s).is_some())
        .all(|s| storage[s] == from_children(tree, storage, s))
}

/// Makes a storage [`consistent`] by recomputing every inner node from the leaves' intervals.
pub fn make_consistent(tree: &Tree, storage: &mut Storage) {
    // Pre-order backwards: children come before their parent.
    for s in (0..tree.len()).rev() {
        if tree.kind(s).is_some() {
            storage[s] = from_children(tree, storage, s);
        }
    }
}

/// Whether every interval contains the minimax value of its node.
pub fn valid(tree: &Tree, storage: &Storage) -> bool {
    (0..tree.len()).all(|s| {
        let value = tree.value(s);
        storage[s].0 <= value && value <= storage[s].1
    })
}

/// Definition 1: valid, and still valid whichever value out of its own interval a single leaf is
/// given.
///
/// Tries every integer of the interval if there are at most 64. Of wider intervals it tries the
/// two ends only, which is enough: all minimax values are monotone in the value of one leaf.
///
/// The paper states Theorems 2 and 3 (and Lemmas 2 and 3) for any coherent storage. They do not
/// hold there: `max[1]` with root `[0, 1]` and leaf `[1, 1]` is coherent, yet the open root has no
/// active child. They do hold for [`consistent`] storages.
pub fn coherent(tree: &Tree, storage: &Storage) -> bool {
    if !valid(tree, storage) {
        return false;
    }
    let mut changed = tree.clone();
    for &leaf in &tree.leaves {
        let (lower, upper) = storage[leaf];
        let rewards: Vec<i64> =
            if upper - lower < 64 { (lower..=upper).collect() } else { vec![lower, upper] };
        for reward in rewards {
            changed.nodes[leaf] = Node::Leaf(reward);
            if !valid(&changed, storage) {
                return false;
            }
        }
        changed.nodes[leaf] = tree.nodes[leaf].clone();
    }
    true
}

// ------------------------------------------------------------------------------------------------
// Algorithms 1 and 2
// ------------------------------------------------------------------------------------------------

/// What Algorithm 1 stores at a leaf it has evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LeafBounds {
    /// As printed: only the bounds that the window lets through, so usually one.
    AsPrinted,
    /// Always both.
    Both,
}

/// Algorithm 1 as printed: alpha-beta with storage. Returns the root's `g` and the leaves.
///
/// The text around the listing swaps the two failures; the listing is right: `g <= alpha` makes
/// `g` an upper bound, `g >= beta` a lower bound.
pub fn alpha_beta(tree: &Tree, storage: &mut Storage, alpha: i64, beta: i64) -> (i64, Vec<usize>) {
    let mut log = Vec::new();
    let g = algorithm_1(tree, storage, LeafBounds::AsPrinted, 0, alpha, beta, &mut log);
    (g, log)
}

/// Algorithm 1, except that an evaluated leaf stores both bounds, and that a leaf whose interval
/// is closed is never evaluated again.
///
/// As printed, a leaf is evaluated once more each time the window asks for its other bound.
pub fn alpha_beta_both(
    tree: &Tree,
    storage: &mut Storage,
    alpha: i64,
    beta: i64,
) -> (i64, Vec<usize>) {
    let mut log = Vec::new();
    let g = algorithm_1(tree, storage, LeafBounds::Both, 0, alpha, beta, &mut log);
    (g, log)
}

fn algorithm_1(
    tree: &Tree,
    storage: &mut Storage,
    leaf_bounds: LeafBounds,
    s: usize,
    alpha: i64,
    beta: i64,
    log: &mut Vec<usize>,
) -> i64 {
    let (mut lower, mut upper) = storage[s];
    if lower >= beta {
        return lower;
    }
    if upper <= alpha {
        return upper;
    }
    let mut g;
    match &tree.nodes[s] {
        Node::Leaf(_) => {
            if leaf_bounds == LeafBounds::Both {
                // Departure from print, see `alpha_beta_both`.
                if lower != upper {
                    let reward = tree.evaluate(s, log);
                    storage[s] = (reward, reward);
                }
                return storage[s].0;
            }
            g = tree.evaluate(s, log);
        }
        Node::Inner(Kind::Max, children) => {
            g = -INF;
            let mut alpha_s = alpha;
            for &c in children {
                g = g.max(algorithm_1(tree, storage, leaf_bounds, c, alpha_s, beta, log));
                alpha_s = alpha_s.max(g);
                if g >= beta {
                    break;
                }
            }
        }
        Node::Inner(Kind::Min, children) => {
            g = INF;
            let mut beta_s = beta;
            for &c in children {
                g = g.min(algorithm_1(tree, storage, leaf_bounds, c, alpha, beta_s, log));
                beta_s = beta_s.min(g);
                if g <= alpha {
                    break;
                }
            }
        }
    }
    if g < beta {
        upper = g;
    }
    if g > alpha {
        lower = g;
    }
    storage[s] = (lower, upper);
    g
}

/// Algorithm 2 over Algorithm 1 as printed; evaluates leaves again, see [`alpha_beta_both`].
///
/// Like all drivers here it goes on from the storage it is given; line 1 of the listing, which
/// empties the storage, is left to the caller.
pub fn mt_sss_as_printed(tree: &Tree, storage: &mut Storage) -> Vec<usize> {
    algorithm_2(storage, |storage, alpha, beta| alpha_beta(tree, storage, alpha, beta).1)
}

/// Algorithm 2 over [`alpha_beta_both`]: MT-SSS* = MTD(+infinity), the leaf order of SSS*.
pub fn mt_sss(tree: &Tree, storage: &mut Storage) -> Vec<usize> {
    algorithm_2(storage, |storage, alpha, beta| alpha_beta_both(tree, storage, alpha, beta).1)
}

/// Algorithm 2 over Algorithm 5: the "augmented" MT-SSS*.
pub fn mt_sss2(tree: &Tree, storage: &mut Storage) -> Vec<usize> {
    algorithm_2(storage, |storage, alpha, beta| alpha_beta2(tree, storage, alpha, beta).1)
}

/// Algorithm 2: null windows just below the root's upper bound until the root is closed. The
/// window is never empty because [`INF`] is finite.
fn algorithm_2(
    storage: &mut Storage,
    mut pass: impl FnMut(&mut Storage, i64, i64) -> Vec<usize>,
) -> Vec<usize> {
    let mut log = Vec::new();
    while storage[0].0 < storage[0].1 {
        let beta = storage[0].1;
        log.extend(pass(storage, beta - 1, beta));
    }
    log
}

// ------------------------------------------------------------------------------------------------
// Algorithm 4, and its repaired form
// ------------------------------------------------------------------------------------------------

/// An active child as a selection policy sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChildInfo {
    /// The node at which the choice is made, and who moves there.
    pub parent: usize,
    pub kind: Kind,
    /// The child, and its place among all children of its parent, from 0.
    pub node: usize,
    pub position: usize,
    /// The child's window `[alpha_c, beta_c]`: its interval clipped by those of its ancestors.
    pub alpha: i64,
    pub beta: i64,
    /// The child's own stored interval.
    pub lower: i64,
    pub upper: i64,
}

/// How a rollout chooses among the active children (never none, left to right).
pub enum Policy<'a> {
    /// Equation 5: the leftmost one.
    Leftmost,
    /// Equation 6: the leftmost of those with the largest clipped upper bound `beta_c`, at MAX
    /// and MIN nodes alike.
    MaxUpper,
    /// Any choice, returned as an index into the slice.
    Custom(&'a mut dyn FnMut(&[ChildInfo]) -> usize),
}

impl Policy<'_> {
    fn select(&mut self, active: &[ChildInfo]) -> ChildInfo {
        match self {
            Policy::Leftmost => active[0],
            Policy::MaxUpper => {
                let best = active.iter().map(|c| c.beta).max().unwrap();
                *active.iter().find(|c| c.beta == best).unwrap()
            }
            Policy::Custom(choose) => active[choose(active)],
        }
    }
}

/// A rollout met an inner node without an active child. Impossible from a consistent storage
/// (Lemma 3), possible from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck {
    pub node: usize,
    /// The leaves evaluated before.
    pub leaves: Vec<usize>,
}

/// Equation 4: the active children of `s`, left to right.
fn active_children(
    tree: &Tree,
    storage: &Storage,
    s: usize,
    alpha_s: i64,
    beta_s: i64,
) -> Vec<ChildInfo> {
    let Some(kind) = tree.kind(s) else { return Vec::new() };
    let mut active = Vec::new();
    for (position, &c) in tree.children(s).iter().enumerate() {
        let (lower, upper) = storage[c];
        let (alpha, beta) = (alpha_s.max(lower), beta_s.min(upper));
        if alpha < beta {
            active.push(ChildInfo {
                parent: s,
                kind,
                node: c,
                position,
                alpha,
                beta,
                lower,
                upper,
            });
        }
    }
    active
}

/// The update of lines 15 and 16 of Algorithm 4: overwrites the interval of `s` by its reward, or
/// by what its children give.
fn update(tree: &Tree, storage: &mut Storage, s: usize, log: &mut Vec<usize>) {
    storage[s] = match tree.nodes[s] {
        Node::Leaf(_) => {
            let reward = tree.evaluate(s, log);
            (reward, reward)
        }
        Node::Inner(..) => from_children(tree, storage, s),
    };
}

/// Algorithm 4 as printed: rollouts from the root until the root is closed. Its value is then
/// `storage[0].0`.
pub fn rollouts(
    tree: &Tree,
    storage: &mut Storage,
    policy: &mut Policy<'_>,
) -> Result<Vec<usize>, Stuck> {
    let mut log = Vec::new();
    while storage[0].0 < storage[0].1 {
        let (alpha, beta) = storage[0];
        rollout(tree, storage, policy, 0, alpha, beta, &mut log)?;
    }
    Ok(log)
}

/// The function `rollout` of Algorithm 4.
fn rollout(
    tree: &Tree,
    storage: &mut Storage,
    policy: &mut Policy<'_>,
    s: usize,
    alpha_s: i64,
    beta_s: i64,
    log: &mut Vec<usize>,
) -> Result<(), Stuck> {
    if tree.kind(s).is_some() {
        let active = active_children(tree, storage, s, alpha_s, beta_s);
        if active.is_empty() {
            return Err(Stuck { node: s, leaves: log.clone() });
        }
        let c = policy.select(&active);
        rollout(tree, storage, policy, c.node, c.alpha, c.beta, log)?;
    }
    update(tree, storage, s, log);
    Ok(())
}

/// Algorithm 4 repaired for any valid storage, consistent or not.
///
/// Three changes: a node is refreshed from its children when a rollout enters it; every update
/// intersects with the interval at hand instead of overwriting it, so that nothing known is lost;
/// a node without an active child is just backed up. From a consistent storage, the empty one
/// among them, none of the three has any effect.
///
/// Each rollout from a valid storage narrows some interval. Should one change nothing (which
/// takes an invalid storage), the loop stops, with the root still open.
pub fn rollouts_repaired(
    tree: &Tree,
    storage: &mut Storage,
    policy: &mut Policy<'_>,
) -> Vec<usize> {
    rollouts_repaired_window(tree, storage, -INF, INF, policy)
}

/// [`rollouts_repaired`] within a window of the root, in the manner of Algorithm 6: stops as soon
/// as the root's interval leaves nothing open between `alpha` and `beta`.
pub fn rollouts_repaired_window(
    tree: &Tree,
    storage: &mut Storage,
    alpha: i64,
    beta: i64,
    policy: &mut Policy<'_>,
) -> Vec<usize> {
    let mut log = Vec::new();
    loop {
        let (alpha, beta) = (alpha.max(storage[0].0), beta.min(storage[0].1));
        if alpha >= beta {
            return log;
        }
        let before = storage.clone();
        repaired_rollout(tree, storage, policy, 0, alpha, beta, &mut log);
        if *storage == before {
            return log;
        }
    }
}

fn repaired_rollout(
    tree: &Tree,
    storage: &mut Storage,
    policy: &mut Policy<'_>,
    s: usize,
    alpha_s: i64,
    beta_s: i64,
    log: &mut Vec<usize>,
) {
    if tree.kind(s).is_none() {
        update(tree, storage, s, log);
        return;
    }
    narrow(storage, s, from_children(tree, storage, s));
    let (alpha_s, beta_s) = (alpha_s.max(storage[s].0), beta_s.min(storage[s].1));
    let active = active_children(tree, storage, s, alpha_s, beta_s);
    if !active.is_empty() {
        let c = policy.select(&active);
        repaired_rollout(tree, storage, policy, c.node, c.alpha, c.beta, log);
        narrow(storage, s, from_children(tree, storage, s));
    }
}

/// Intersects the interval of `s` with another one.
fn narrow(storage: &mut Storage, s: usize, by: (i64, i64)) {
    storage[s] = (storage[s].0.max(by.0), storage[s].1.min(by.1));
}

// ------------------------------------------------------------------------------------------------
// Algorithm 5
// ------------------------------------------------------------------------------------------------

/// Algorithm 5: alpha-beta that hands up and stores both bounds. Returns the pair of the root and
/// the leaves.
pub fn alpha_beta2(
    tree: &Tree,
    storage: &mut Storage,
    alpha: i64,
    beta: i64,
) -> ((i64, i64), Vec<usize>) {
    let mut log = Vec::new();
    let g = algorithm_5(tree, storage, 0, alpha, beta, &mut log);
    (g, log)
}

fn algorithm_5(
    tree: &Tree,
    storage: &mut Storage,
    s: usize,
    alpha: i64,
    beta: i64,
    log: &mut Vec<usize>,
) -> (i64, i64) {
    let (lower, upper) = storage[s];
    let (mut alpha_s, mut beta_s) = (alpha.max(lower), beta.min(upper));
    if alpha_s >= beta_s {
        return (lower, upper);
    }
    let mut g;
    match &tree.nodes[s] {
        Node::Leaf(_) => {
            let reward = tree.evaluate(s, log);
            g = (reward, reward);
        }
        Node::Inner(Kind::Max, children) => {
            g = (-INF, -INF);
            for &c in children {
                let g_c = algorithm_5(tree, storage, c, alpha_s, beta_s, log);
                g = (g.0.max(g_c.0), g.1.max(g_c.1));
                alpha_s = alpha_s.max(g_c.0);
            }
        }
        Node::Inner(Kind::Min, children) => {
            g = (INF, INF);
            for &c in children {
                let g_c = algorithm_5(tree, storage, c, alpha_s, beta_s, log);
                g = (g.0.min(g_c.0), g.1.min(g_c.1));
                beta_s = beta_s.min(g_c.1);
            }
        }
    }
    storage[s] = g;
    g
}

// ------------------------------------------------------------------------------------------------
// Algorithms 6 to 10: from rollouts to backtracking in small steps
//
// The listings are written for a window that lies within the root's interval (Equation 10) and,
// from Algorithm 8 on, for a root that is active. So each entry below first clips the window it is
// given by the root's interval, and does nothing if the result is empty.
// ------------------------------------------------------------------------------------------------

fn root_window(storage: &Storage, alpha: i64, beta: i64) -> (i64, i64) {
    (alpha.max(storage[0].0), beta.min(storage[0].1))
}

/// Algorithm 6: rollouts (any policy) within a window of the root.
pub fn wrapper_6(
    tree: &Tree,
    storage: &mut Storage,
    alpha: i64,
    beta: i64,
    policy: &mut Policy<'_>,
) -> Result<Vec<usize>, Stuck> {
    let mut log = Vec::new();
    let (mut alpha_s, mut beta_s) = root_window(storage, alpha, beta);
    while alpha_s < beta_s {
        rollout(tree, storage, policy, 0, alpha_s, beta_s, &mut log)?;
        alpha_s = alpha_s.max(storage[0].0);
        beta_s = beta_s.min(storage[0].1);
    }
    Ok(log)
}

/// Algorithm 7: Algorithm 6 with the leftmost policy written out at the root.
///
/// From a storage that is not consistent the listing may loop for ever without an active child;
/// that is reported as [`Stuck`].
pub fn wrapper_7(
    tree: &Tree,
    storage: &mut Storage,
    alpha: i64,
    beta: i64,
) -> Result<Vec<usize>, Stuck> {
    let s = 0;
    let mut log = Vec::new();
    let (mut alpha_s, mut beta_s) = root_window(storage, alpha, beta);
    while alpha_s < beta_s {
        let mut found = false;
        for &c in tree.children(s) {
            let (alpha_c, beta_c) = (alpha_s.max(storage[c].0), beta_s.min(storage[c].1));
            if alpha_c < beta_c {
                rollout(tree, storage, &mut Policy::Leftmost, c, alpha_c, beta_c, &mut log)?;
                found = true;
                break;
            }
        }
        if !found && tree.kind(s).is_some() {
            return Err(Stuck { node: s, leaves: log });
        }
        update(tree, storage, s, &mut log);
        alpha_s = alpha_s.max(storage[s].0);
        beta_s = beta_s.min(storage[s].1);
    }
    Ok(log)
}

/// Algorithm 8: rollouts on each child of the root until it is inactive, left to right.
///
/// The listing lacks the final update of the root that the text announces; without it a lone leaf
/// would never be evaluated. The update in the loop belongs to the `if`.
pub fn wrapper_8(
    tree: &Tree,
    storage: &mut Storage,
    alpha: i64,
    beta: i64,
) -> Result<Vec<usize>, Stuck> {
    let s = 0;
    let mut log = Vec::new();
    let (mut alpha_s, mut beta_s) = root_window(storage, alpha, beta);
    if alpha_s >= beta_s {
        return Ok(log);
    }
    for &c in tree.children(s) {
        let (mut alpha_c, mut beta_c) = (alpha_s.max(storage[c].0), beta_s.min(storage[c].1));
        if alpha_c < beta_c {
            while alpha_c < beta_c {
                rollout(tree, storage, &mut Policy::Leftmost, c, alpha_c, beta_c, &mut log)?;
                alpha_c = alpha_c.max(storage[c].0);
                beta_c = beta_c.min(storage[c].1);
            }
            update(tree, storage, s, &mut log);
            alpha_s = alpha_s.max(storage[s].0);
            beta_s = beta_s.min(storage[s].1);
        }
    }
    update(tree, storage, s, &mut log); // missing in print
    Ok(log)
}

/// Algorithm 9: Algorithm 8 with its inner loop replaced by recursion.
///
/// The update in the loop belongs inside the `if`, whose end is missing in the listing.
pub fn wrapper_9(tree: &Tree, storage: &mut Storage, alpha: i64, beta: i64) -> Vec<usize> {
    let mut log = Vec::new();
    let (alpha_s, beta_s) = root_window(storage, alpha, beta);
    if alpha_s < beta_s {
        algorithm_9(tree, storage, 0, alpha_s, beta_s, &mut log);
    }
    log
}

fn algorithm_9(
    tree: &Tree,
    storage: &mut Storage,
    s: usize,
    mut alpha_s: i64,
    mut beta_s: i64,
    log: &mut Vec<usize>,
) {
    for &c in tree.children(s) {
        let (alpha_c, beta_c) = (alpha_s.max(storage[c].0), beta_s.min(storage[c].1));
        if alpha_c < beta_c {
            algorithm_9(tree, storage, c, alpha_c, beta_c, log);
            update(tree, storage, s, log);
            alpha_s = alpha_s.max(storage[s].0);
            beta_s = beta_s.min(storage[s].1);
        }
    }
    update(tree, storage, s, log);
}

/// Algorithm 10: Algorithm 9, with the window narrowed by the child just searched instead of by
/// the node's own new interval.
pub fn wrapper_10(tree: &Tree, storage: &mut Storage, alpha: i64, beta: i64) -> Vec<usize> {
    let mut log = Vec::new();
    let (alpha_s, beta_s) = root_window(storage, alpha, beta);
    if alpha_s < beta_s {
        algorithm_10(tree, storage, 0, alpha_s, beta_s, &mut log);
    }
    log
}

fn algorithm_10(
    tree: &Tree,
    storage: &mut Storage,
    s: usize,
    mut alpha_s: i64,
    mut beta_s: i64,
    log: &mut Vec<usize>,
) {
    for &c in tree.children(s) {
        let (alpha_c, beta_c) = (alpha_s.max(storage[c].0), beta_s.min(storage[c].1));
        if alpha_c < beta_c {
            algorithm_10(tree, storage, c, alpha_c, beta_c, log);
            match tree.kind(s) {
                Some(Kind::Max) => alpha_s = alpha_s.max(storage[c].0),
                Some(Kind::Min) => beta_s = beta_s.min(storage[c].1),
                None => unreachable!("a leaf has no children"),
            }
        }
    }
    update(tree, storage, s, log);
}

// ------------------------------------------------------------------------------------------------
// Algorithm 11
// ------------------------------------------------------------------------------------------------

/// Algorithm 11: the augmented MT-SSS* by rollouts, that is Algorithm 2 over Algorithm 6 with the
/// leftmost policy.
pub fn mt_sss_rollouts(tree: &Tree, storage: &mut Storage) -> Result<Vec<usize>, Stuck> {
    let mut log = Vec::new();
    while storage[0].0 < storage[0].1 {
        let beta = storage[0].1;
        match wrapper_6(tree, storage, beta - 1, beta, &mut Policy::Leftmost) {
            Ok(leaves) => log.extend(leaves),
            Err(stuck) => {
                log.extend(stuck.leaves);
                return Err(Stuck { node: stuck.node, leaves: log });
            }
        }
    }
    Ok(log)
}
