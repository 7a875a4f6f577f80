//! `best-first`: the policy for games with dice.
//!
//! Of none of the papers. It looks where most is at stake: at MAX the child that may be worth most,
//! at MIN the one that may be worth least, at a chance node the outcome through which most is still
//! open. On trees with chance nodes it needs less than half of the leaves of alpha-beta; on trees
//! without, `max-upper` is the better choice.

use super::{Child, Node, Policy, Reads};
use crate::model::{Kind, Value};

/// The active child with the largest `beta` of its clipped window at MAX, the smallest `alpha` at
/// MIN, the largest probability x (upper - lower) at a chance node; the leftmost of equals.
#[derive(Clone, Copy, Debug, Default)]
pub struct BestFirst;

impl Policy for BestFirst {
    const READS: Reads = Reads::OptimisticBounds { max: true, min: true };
    // It is there for dice, where rounding takes more time than calls.
    const LEAN: bool = false;
    type Data = ();

    #[inline]
    fn select(&mut self, node: &Node<'_, ()>) -> usize {
        most_at_stake(node)
    }
}

/// The choice of [`BestFirst`], whatever a policy remembers.
#[inline]
pub(super) fn most_at_stake<D>(node: &Node<'_, D>) -> usize {
    if node.kind() == Kind::Chance {
        return node.most_uncertain().expect("an outcome is active");
    }
    // The mover's optimistic bound, turned so that more is better.
    let maximise = node.kind().maximises();
    let optimistic = |child: &Child<'_, D>| -> Value {
        if maximise { child.window.beta } else { -child.window.alpha }
    };
    let better = |best, child| if optimistic(&child) > optimistic(&best) { child } else { best };
    node.active().reduce(better).expect("a child is active").index
}
