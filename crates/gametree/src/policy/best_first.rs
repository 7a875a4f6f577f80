//! `best-first`: the policy for games with dice.
//!
//! Not from a paper. It searches where most is at stake: at MAX the child with the largest upper
//! bound, at MIN the one with the smallest lower bound, at a chance node the outcome with the
//! largest open share. On trees with chance nodes it needs less than half of the leaves of
//! alpha-beta; on trees without, `max-upper` is the better choice.

use super::{Child, Node, Policy, Reads};
use crate::model::{Kind, Value};

/// The active child with the largest `beta` of its clipped window at MAX, the smallest `alpha` at
/// MIN, the largest probability x (upper - lower) at a chance node; the leftmost of equals.
///
/// ```
/// use gametree::policy::BestFirst;
/// use gametree::{Rollout, Search};
/// # use gametree::doc::Subtraction;
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut Rollout::new(BestFirst))?;
/// assert_eq!(outcome.value(), Some(1.into()));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct BestFirst;

impl Policy for BestFirst {
    const READS: Reads = Reads::OptimisticBounds { max: true, min: true };
    // It is meant for games with dice, where rounding takes more time than calls.
    const LEAN: bool = false;
    type Data = ();

    fn worker(&self) -> Option<Self> {
        Some(*self)
    }

    #[inline]
    fn select(&mut self, node: &Node<'_, ()>) -> usize {
        most_at_stake(node)
    }
}

/// The choice of [`BestFirst`], for any policy data.
#[inline]
pub(super) fn most_at_stake<D>(node: &Node<'_, D>) -> usize {
    if node.kind() == Kind::Chance {
        return node.most_uncertain().expect("an outcome is active");
    }
    // The mover's optimistic bound, with the sign turned so that more is better.
    let maximise = node.kind().maximises();
    let optimistic = |child: &Child<'_, D>| -> Value {
        if maximise { child.window.beta } else { -child.window.alpha }
    };
    let better = |best, child| if optimistic(&child) > optimistic(&best) { child } else { best };
    node.active().reduce(better).expect("a child is active").index
}
