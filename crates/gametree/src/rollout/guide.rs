//! What the engine needs from a policy: a child and the window to enter it with.

use crate::model::{Value, Window};
use crate::policy::{Node, Opening, Policy, Reads};

/// Steers rollouts: every [`Policy`] does, with Huang's windows.
pub(crate) trait Guide {
    const READS: Reads;
    /// For policies that read optimistic bounds: whether bounds count as equal beyond the point where a
    /// node above would choose otherwise, or only where they do not matter any more.
    const CUTS_AT_SIBLING_BOUNDS: bool = false;
    type Window: Opening;
    type Data: Default;

    /// The child to step to and the window that it is searched with. At least one is active.
    fn step(&mut self, node: &Node<'_, Self::Data, Self::Window>) -> (usize, Self::Window);

    fn learn(&mut self, data: &mut Self::Data, value: Value);

    fn gather(&mut self, node: &Node<'_, Self::Data, Self::Window>) -> Option<Self::Data>;

    /// [`Policy::reserve`].
    #[inline]
    fn reserve(&mut self, children: usize) -> bool {
        let _ = children;
        true
    }

    /// Memory of its own.
    #[inline]
    fn bytes(&self) -> usize {
        0
    }
}

impl<P: Policy> Guide for P {
    const READS: Reads = P::READS;
    type Window = Window;
    type Data = P::Data;

    #[inline(always)]
    fn step(&mut self, node: &Node<'_, P::Data>) -> (usize, Window) {
        let index = self.select(node);
        let window = node.window_of(index);
        let active = window.is_wider_than(node.children.slack);
        assert!(active, "the policy chose child {index}, which is not active");
        (index, window)
    }

    #[inline]
    fn learn(&mut self, data: &mut P::Data, value: Value) {
        Policy::learn(self, data, value);
    }

    #[inline]
    fn gather(&mut self, node: &Node<'_, P::Data>) -> Option<P::Data> {
        Policy::gather(self, node)
    }

    #[inline]
    fn reserve(&mut self, children: usize) -> bool {
        Policy::reserve(self, children)
    }

    #[inline]
    fn bytes(&self) -> usize {
        Policy::bytes(self)
    }
}
