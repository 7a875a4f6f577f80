//! Policies: which active child comes next. The searches of the rollout family differ in nothing
//! else.

mod any;
mod best_first;
mod expected;
mod leftmost;
mod max_upper;
mod node;
mod odds;
mod opening;
mod random;
mod uct;

pub use any::AnyPolicy;
pub use best_first::BestFirst;
pub use expected::Expected;
pub use leftmost::Leftmost;
pub use max_upper::MaxUpper;
pub(crate) use node::Block;
pub use node::{Child, Node};
pub use odds::BestOdds;
pub(crate) use odds::Shape;
pub(crate) use opening::Opening;
pub use random::Random;
pub use uct::Uct;

use crate::model::Value;

/// What a policy's choice depends on. The less it reads, the less of a path must be replayed after
/// each leaf; the leaves and their order are the same in any case.
///
/// ```
/// use gametree::policy::{Leftmost, Policy, Random, Reads};
///
/// assert_eq!(Leftmost::READS, Reads::Order);
/// assert_eq!(Random::READS, Reads::Everything);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reads {
    /// Only the order of the children: the choice is the first active child in an order that does
    /// not change during the search. The search continues at the deepest node that is still open.
    Order,
    /// In games without chance: the children's optimistic bounds, by a fixed rule. An optimistic player
    /// takes the active child whose window, clipped by its bounds, reaches furthest (MAX the one with
    /// the largest `beta`, MIN the one with the smallest `alpha`), the leftmost of equals; the other
    /// player takes the first active child. The search stays below a child until a sibling's bound is
    /// better.
    OptimisticBounds {
        /// Whether MAX is optimistic.
        max: bool,
        /// Whether MIN is.
        min: bool,
    },
    /// Windows, bounds and the order. The search continues at the deepest node whose bounds did not
    /// change.
    Bounds,
    /// More than that (randomness, statistics, a memory of its own). Every rollout starts at the
    /// root, and the policy is told each leaf's value on the way back.
    Everything,
}

impl Reads {
    /// Whether a player is optimistic: MAX if `player` is true, otherwise MIN.
    #[inline(always)]
    pub(crate) const fn is_optimistic(self, player: bool) -> bool {
        match self {
            Reads::OptimisticBounds { max, min } => {
                if player {
                    max
                } else {
                    min
                }
            }
            _ => false,
        }
    }
}

/// Chooses among the active children of a node.
///
/// Huang (2015, Theorem 1): whatever a policy chooses, no leaf is visited twice and the search ends
/// with the exact value. A policy decides how many leaves that takes.
///
/// ```
/// use gametree::policy::{Node, Policy};
/// use gametree::{Rollout, Search};
/// # use gametree::doc::Subtraction;
///
/// /// Prefers the child about which least is known.
/// struct Widest;
///
/// impl Policy for Widest {
///     type Data = ();
///
///     fn select(&mut self, node: &Node<'_, ()>) -> usize {
///         let width = |i: usize| {
///             let window = node.child(i).window;
///             window.beta.get() - window.alpha.get()
///         };
///         let active = node.active().map(|child| child.index);
///         active.max_by(|&a, &b| width(a).total_cmp(&width(b))).expect("a child is active")
///     }
/// }
///
/// let game = Subtraction { stones: 10 };
/// let outcome = Search::new(&game).run(&mut Rollout::new(Widest)).unwrap();
/// assert_eq!(outcome.value(), Some(1.into()));
/// ```
pub trait Policy: Send {
    /// What the choice depends on. Say less than [`Reads::Everything`] only if it is true.
    const READS: Reads = Reads::Everything;

    /// Whether it does so little work per node that the virtual calls of an erased game are noticeable.
    const LEAN: bool = !matches!(Self::READS, Reads::Everything);

    /// Whether in games with dice it goes where most is at stake, as [`BestFirst`] does, or where it expects that. Then
    /// threads that divide such a game do the same.
    const BEST_FIRST: bool = Self::READS.is_optimistic(true) && Self::READS.is_optimistic(false);

    /// The data that the policy stores at each node, if any. It changes in
    /// [`learn`](Policy::learn), so it is useful to policies that read [`Reads::Everything`].
    type Data: Default;

    /// The same policy for another thread; `None` if searches by it can use only one.
    fn worker(&self) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// The index of the chosen child, which must be one of [`Node::active`]. Called only if there
    /// is at least one.
    fn select(&mut self, node: &Node<'_, Self::Data>) -> usize;

    /// Tells a node of a rollout's path (the leaf first, the root last) the value of the leaf that
    /// was reached. Called only for policies that read [`Reads::Everything`].
    fn learn(&mut self, data: &mut Self::Data, value: Value) {
        let _ = (data, value);
    }

    /// The new data of an inner node of a rollout's path, after something below it has changed, if
    /// they follow from its children (whose data are up to date). Called after
    /// [`learn`](Policy::learn), on the same way back.
    fn gather(&mut self, node: &Node<'_, Self::Data>) -> Option<Self::Data> {
        let _ = node;
        None
    }

    /// Makes room for what the policy may keep of a node with so many children, at which it is asked
    /// to choose next, and of a leaf below it. False if the system has no more memory: then the
    /// search ends with what it knows.
    fn reserve(&mut self, children: usize) -> bool {
        let _ = children;
        true
    }

    /// The memory in bytes that the policy uses apart from its data at the nodes. It counts towards
    /// the limit of the search.
    fn bytes(&self) -> usize {
        0
    }
}
