//! `max-upper`: augmented MT-SSS* as a rollout policy (Huang 2015, Eq. (6), Theorem 3).

use super::{Node, Policy, Reads};
use crate::model::Kind;

/// The active child with the largest `beta` of its clipped window, the leftmost of equals.
///
/// It must be the window and not the child's own upper bound: the part of a bound above the
/// window's `beta` does not matter. Using the bound instead gives the right value with half again
/// as many leaves. At a chance node, the first active outcome.
///
/// ```
/// use gametree::exact::MtSss2;
/// use gametree::policy::MaxUpper;
/// use gametree::{Rollout, Search};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let rollouts = Search::bare(&game).plain().run(&mut Rollout::new(MaxUpper))?;
/// let recursion = Search::bare(&game).plain().run(&mut MtSss2)?;
/// assert_eq!(rollouts.counts.leaves, recursion.counts.leaves);
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct MaxUpper;

impl Policy for MaxUpper {
    const READS: Reads = Reads::OptimisticBounds { max: true, min: false };
    type Data = ();

    fn worker(&self) -> Option<Self> {
        Some(*self)
    }

    #[inline(always)]
    fn select(&mut self, node: &Node<'_, ()>) -> usize {
        let mut active = node.active();
        let mut best = active.next().expect("a child is active");
        // Outcomes of chance do not compete.
        if node.kind() == Kind::Chance {
            return best.index;
        }
        // No window reaches above the node's own, so the first that does reach it is the choice.
        while best.window.beta < node.window().beta {
            match active.next() {
                Some(child) if child.window.beta > best.window.beta => best = child,
                Some(_) => {}
                None => break,
            }
        }
        best.index
    }
}
