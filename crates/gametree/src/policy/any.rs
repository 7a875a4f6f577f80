//! Policies whose type is erased: the engine is compiled once for all of them.

use super::{Node, Policy};
use crate::model::Value;

/// A policy whose type is erased, as `Box<dyn AnyPolicy>`, which is a [`Policy`] that [reads
/// everything](super::Reads::Everything). Every policy without data at the nodes is one.
///
/// It costs a virtual call per node. In return a program can choose a policy at run time, and one
/// more policy takes next to no time to compile.
///
/// ```
/// use gametree::policy::{AnyPolicy, MaxUpper, Random};
/// use gametree::{Rollout, Search};
/// # use gametree::doc::Subtraction;
/// let policies: [Box<dyn AnyPolicy>; 2] = [Box::new(MaxUpper), Box::new(Random::new(1))];
/// for policy in policies {
///     let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut Rollout::new(policy))?;
///     assert_eq!(outcome.value(), Some(1.into()));
/// }
/// # Ok::<(), gametree::SearchError>(())
/// ```
pub trait AnyPolicy: Send {
    /// [`Policy::worker`].
    fn any_worker(&self) -> Option<Box<dyn AnyPolicy>>;
    /// [`Policy::select`].
    fn any_select(&mut self, node: &Node<'_, ()>) -> usize;
    /// [`Policy::learn`].
    fn any_learn(&mut self, value: Value);
    /// [`Policy::gather`].
    fn any_gather(&mut self, node: &Node<'_, ()>);
    /// [`Policy::reserve`].
    fn any_reserve(&mut self, children: usize) -> bool;
    /// [`Policy::bytes`].
    fn any_bytes(&self) -> usize;
}

impl<P: Policy<Data = ()> + 'static> AnyPolicy for P {
    fn any_worker(&self) -> Option<Box<dyn AnyPolicy>> {
        Some(Box::new(self.worker()?))
    }

    fn any_select(&mut self, node: &Node<'_, ()>) -> usize {
        self.select(node)
    }

    fn any_learn(&mut self, value: Value) {
        self.learn(&mut (), value);
    }

    fn any_gather(&mut self, node: &Node<'_, ()>) {
        self.gather(node);
    }

    fn any_reserve(&mut self, children: usize) -> bool {
        self.reserve(children)
    }

    fn any_bytes(&self) -> usize {
        self.bytes()
    }
}

impl Policy for Box<dyn AnyPolicy> {
    type Data = ();

    fn worker(&self) -> Option<Self> {
        (**self).any_worker()
    }

    fn select(&mut self, node: &Node<'_, ()>) -> usize {
        (**self).any_select(node)
    }

    fn learn(&mut self, (): &mut (), value: Value) {
        (**self).any_learn(value);
    }

    fn gather(&mut self, node: &Node<'_, ()>) -> Option<()> {
        (**self).any_gather(node);
        None
    }

    fn reserve(&mut self, children: usize) -> bool {
        (**self).any_reserve(children)
    }

    fn bytes(&self) -> usize {
        (**self).any_bytes()
    }
}
