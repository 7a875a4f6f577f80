//! Bounded alpha-beta as it is printed (Atzmon, Stern, Saffidine 2018, Algorithm 1), in floats: exact
//! where probabilities are powers of two and leaves are small whole numbers.

use gametree::Kind;

use crate::trees::Tree;

/// What a node sees of its parent (lines 6-10).
#[derive(Clone, Copy)]
struct Above {
    kind: Kind,
    alpha: f64,
    beta: f64,
    lower: f64,
    upper: f64,
    probability: f64,
}

/// The bounds of the root, and the leaves in the order in which they were evaluated.
pub fn bounded_ab(tree: &Tree, epsilon: f64) -> ((f64, f64), Vec<usize>) {
    let mut leaves = Vec::new();
    let bounds = search(tree, 0, epsilon, None, &mut leaves);
    (bounds, leaves)
}

fn search(
    tree: &Tree,
    node: usize,
    epsilon: f64,
    above: Option<Above>,
    leaves: &mut Vec<usize>,
) -> (f64, f64) {
    let Some(kind) = tree.nodes[node].kind else {
        leaves.push(node);
        return (tree.value(node), tree.value(node));
    };
    let (v_min, v_max) = (f64::from(tree.range.0), f64::from(tree.range.1));
    let (mut lower, mut upper) = (v_min, v_max);
    let (mut best_upper, mut best_lower) = (v_min, v_max);
    let (mut alpha, mut beta) = match above {
        None => (v_min, v_max),
        Some(Above { kind: Kind::Max | Kind::Min, alpha, beta, .. }) => (alpha, beta),
        Some(a) => (
            v_min.max((a.alpha - a.upper) / a.probability + upper),
            v_max.min((a.beta - a.lower) / a.probability + lower),
        ),
    };
    let children = &tree.nodes[node].children;
    for (i, &child) in children.iter().enumerate() {
        let probability = if kind == Kind::Chance { tree.probability(node, i) } else { 1.0 };
        let here = Above { kind, alpha, beta, lower, upper, probability };
        let (low, high) = search(tree, child, epsilon, Some(here), leaves);
        match kind {
            Kind::Max => (best_upper, lower) = (best_upper.max(high), lower.max(low)),
            Kind::Min => (best_lower, upper) = (best_lower.min(low), upper.min(high)),
            Kind::Chance => {
                lower += probability * (low - v_min);
                upper -= probability * (v_max - high);
            }
        }
        (alpha, beta) = (alpha.max(lower), beta.min(upper));
        if beta <= alpha + epsilon && i + 1 < children.len() {
            return (lower, upper);
        }
    }
    match kind {
        Kind::Max => (lower, best_upper),
        Kind::Min => (best_lower, upper),
        Kind::Chance => (lower, upper),
    }
}
