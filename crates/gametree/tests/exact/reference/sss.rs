//! SSS* with its OPEN list: Stockman, "A minimax algorithm better than alpha-beta?", Artificial
//! Intelligence 12, 1979.
//!
//! A state `(node, live or solved, merit)` stands for the solution trees (one child at MAX, all
//! children at MIN) that pass through the node; the merit is an upper bound of their values.
//!
//! The original decides by the type of the node and takes for granted that players alternate and
//! that the root is MAX. Here each case asks for the type of the node that has the choice, the
//! parent in the solved cases; on alternating trees that is the same, and it makes sense for the
//! same player twice in a row and for MIN roots too.

use super::tree::{INF, Kind, Tree};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Live,
    Solved,
}

#[derive(Clone, Copy, Debug)]
struct State {
    node: usize,
    status: Status,
    merit: i64,
}

/// SSS*: the minimax value and the evaluated leaves in order.
///
/// Of several states with the largest merit the leftmost in the tree is taken, which is the one
/// with the smallest number in pre-order, since no state on OPEN lies below another one. With this
/// rule the order of leaves is that of MTD(+infinity).
pub fn sss(tree: &Tree) -> (i64, Vec<usize>) {
    let mut log = Vec::new();
    let mut open = vec![State { node: 0, status: Status::Live, merit: INF }];
    loop {
        let State { node, status, merit } = take_best(&mut open);
        if node == 0 && status == Status::Solved {
            return (merit, log);
        }
        // The state space operator, Gamma.
        match status {
            Status::Solved => {
                let parent = tree.parents[node].expect("only the root has no parent");
                if tree.kind(parent) == Some(Kind::Max) {
                    // Case 1: no solution tree through a sibling is better: the parent is solved
                    // and everything else below it is purged.
                    open.retain(|state| !is_below(tree, state.node, parent));
                    open.push(State { node: parent, status: Status::Solved, merit });
                } else if let Some(next) = next_sibling(tree, node) {
                    // Case 2: a solution tree takes all children of a MIN node, in turn.
                    open.push(State { node: next, status: Status::Live, merit });
                } else {
                    // Case 3: that was the last of them.
                    open.push(State { node: parent, status: Status::Solved, merit });
                }
            }
            Status::Live => match tree.kind(node) {
                None => {
                    // Case 4: a leaf.
                    let merit = merit.min(tree.evaluate(node, &mut log));
                    open.push(State { node, status: Status::Solved, merit });
                }
                Some(Kind::Min) => {
                    // Case 5: start with the first child.
                    let first = tree.children(node)[0];
                    open.push(State { node: first, status: Status::Live, merit });
                }
                Some(Kind::Max) => {
                    // Case 6: every child is an alternative.
                    for &child in tree.children(node) {
                        open.push(State { node: child, status: Status::Live, merit });
                    }
                }
            },
        }
    }
}

/// Removes the state with the largest merit, leftmost among equals.
fn take_best(open: &mut Vec<State>) -> State {
    let mut best = 0;
    for i in 1..open.len() {
        let better = open[i].merit > open[best].merit;
        let equal = open[i].merit == open[best].merit;
        if better || (equal && open[i].node < open[best].node) {
            best = i;
        }
    }
    open.remove(best)
}

fn is_below(tree: &Tree, node: usize, ancestor: usize) -> bool {
    let mut above = tree.parents[node];
    while let Some(s) = above {
        if s == ancestor {
            return true;
        }
        above = tree.parents[s];
    }
    false
}

fn next_sibling(tree: &Tree, node: usize) -> Option<usize> {
    let siblings = tree.children(tree.parents[node]?);
    let position = siblings.iter().position(|&s| s == node)?;
    siblings.get(position + 1).copied()
}
