//! `leftmost`: alpha-beta as a rollout policy (Huang 2015, Eq. (5), Theorem 2).

use super::{Node, Policy, Reads};

/// The first active child from the left. Visits the leaves that alpha-beta visits, in its order,
/// and keeps only one path in memory.
///
/// ```
/// use gametree::exact::AlphaBeta2;
/// use gametree::policy::Leftmost;
/// use gametree::{Rollout, Search};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let rollouts = Search::bare(&game).plain().run(&mut Rollout::new(Leftmost))?;
/// let recursion = Search::bare(&game).plain().run(&mut AlphaBeta2)?;
/// assert_eq!(rollouts.counts.leaves, recursion.counts.leaves);
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Leftmost;

impl Policy for Leftmost {
    const READS: Reads = Reads::Order;
    type Data = ();

    fn worker(&self) -> Option<Self> {
        Some(*self)
    }

    #[inline]
    fn select(&mut self, node: &Node<'_, ()>) -> usize {
        node.active().next().expect("a child is active").index
    }
}
