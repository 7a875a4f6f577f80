//! Trees as text: JSON, and a picture for people.

use gametree::Kind;

use super::builder::name;
use super::error::number;
use super::{Node, NodeId, Tree};

/// How many lines a picture takes at most.
const LINES: usize = 20;

/// The tree in JSON.
pub(super) fn json(tree: &Tree) -> String {
    let mut text = String::with_capacity(tree.nodes.len() * 8);
    // The open nodes: the next child and how many are left from there, and the next weight, if
    // there is one.
    let mut path: Vec<(u32, u32, Option<u32>)> = Vec::new();
    let mut node = tree.root();
    loop {
        match tree.nodes[node as usize] {
            Node::Leaf { value, .. } => text.push_str(&number(value.get())),
            Node::Inner { kind, first, count, weights } => {
                for part in ["{\"", name(kind), "\":["] {
                    text.push_str(part);
                }
                path.push((first, count, (kind == Kind::Chance).then_some(weights)));
            }
        }
        // Complete what is complete, up to a node that has another child.
        loop {
            let Some((next, left, weight)) = path.last_mut() else { return text };
            let first = text.ends_with('[');
            if !first {
                text.push_str(if weight.is_some() { "]" } else { "" });
            }
            if *left > 0 {
                text.push_str(if first { "" } else { "," });
                if let Some(weight) = weight {
                    text.push('[');
                    text.push_str(&number(tree.weights[*weight as usize]));
                    text.push(',');
                    *weight += 1;
                }
                node = *next;
                (*next, *left) = (*next + 1, *left - 1);
                break;
            }
            text.push_str("]}");
            path.pop();
        }
    }
}

/// A picture of the subtree at `place`: as many whole levels as there is room for, but at least
/// the children.
pub(super) fn picture(tree: &Tree, place: NodeId) -> String {
    let deepest = levels(tree, place);
    let mut lines: Vec<String> = Vec::new();
    let mut to_draw = vec![(place.node(), 0, String::new())];
    while let Some((node, depth, label)) = to_draw.pop() {
        if lines.len() + 1 == LINES && !to_draw.is_empty() {
            lines.push(format!("{}...", "  ".repeat(depth)));
            break;
        }
        let mut line = format!("{}{label}", "  ".repeat(depth));
        match tree.nodes[node as usize] {
            Node::Leaf { value, .. } => line.push_str(&number(value.get())),
            Node::Inner { kind, first, count, weights } => {
                line.push_str(name(kind));
                if depth == deepest {
                    line.push_str(&format!(" ({count} below)"));
                } else {
                    // No more than there are lines for, the first one on top.
                    for i in (0..count.min(LINES as u32 + 1)).rev() {
                        let odds = tree.weights.get((weights + i) as usize);
                        let odds = odds.filter(|_| kind == Kind::Chance);
                        let odds =
                            odds.map_or(String::new(), |&odds| format!(" ({})", number(odds)));
                        to_draw.push((first + i, depth + 1, format!("{i}{odds}: ")));
                    }
                }
            }
        }
        lines.push(line);
    }
    lines.join("\n")
}

/// How many levels below `place` fit into a picture.
fn levels(tree: &Tree, place: NodeId) -> usize {
    let (mut level, mut lines) = (vec![place.node()], 1);
    for depth in 0..LINES {
        let mut below: Vec<u32> = Vec::new();
        for &node in &level {
            if let Node::Inner { first, count, .. } = tree.nodes[node as usize] {
                lines += count as usize;
                if lines > LINES {
                    return depth.max(1);
                }
                below.extend(first..first + count);
            }
        }
        if below.is_empty() {
            return depth.max(1);
        }
        level = below;
    }
    LINES
}
