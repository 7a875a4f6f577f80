//! What the engine asks of a policy: a child and the window to enter it with.

use std::fmt::Debug;

use crate::model::{Bounds, Value, Window};
use crate::policy::{Node, Policy, Reads};

/// A kind of window. Huang's windows are clipped by the bounds of every node on the way; those of
/// `fsss` are not.
pub(crate) trait Opening: Copy + Debug + From<Window> {
    /// Whether a node with these bounds still matters.
    fn admits(self, bounds: Bounds) -> bool;

    /// The window that the root is searched with when these are its bounds.
    fn enter(self, bounds: Bounds) -> Self;
}

impl Opening for Window {
    #[inline]
    fn admits(self, bounds: Bounds) -> bool {
        Window::admits(self, bounds)
    }

    #[inline]
    fn enter(self, bounds: Bounds) -> Window {
        self.clip(bounds)
    }
}

/// Steers rollouts: every [`Policy`] does, with Huang's windows.
pub(crate) trait Guide {
    const READS: Reads;
    type Window: Opening;
    type Data: Default;

    /// The child to step to and the window that it is searched with. At least one is active.
    fn step(&mut self, node: &Node<'_, Self::Data, Self::Window>) -> (usize, Self::Window);

    fn learn(&mut self, data: &mut Self::Data, value: Value);
}

impl<P: Policy> Guide for P {
    const READS: Reads = P::READS;
    type Window = Window;
    type Data = P::Data;

    #[inline(always)]
    fn step(&mut self, node: &Node<'_, P::Data>) -> (usize, Window) {
        let index = self.select(node);
        let window = node.window_of(index);
        assert!(window.is_open(), "the policy chose child {index}, which is not active");
        (index, window)
    }

    #[inline]
    fn learn(&mut self, data: &mut P::Data, value: Value) {
        Policy::learn(self, data, value);
    }
}
