//! `leftmost`: alpha-beta as a rollout policy (Huang 2015, Eq. (5), Theorem 2).

use super::{Node, Policy, Reads};

/// The first active child from the left. Visits the leaves that alpha-beta visits, in its order,
/// and keeps no more than one path in memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Leftmost;

impl Policy for Leftmost {
    const READS: Reads = Reads::Order;
    type Data = ();

    #[inline]
    fn select(&mut self, node: &Node<'_, ()>) -> usize {
        node.active().next().expect("a child is active").index
    }
}
