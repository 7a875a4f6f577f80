//! What the engine asks of a policy: a child and the window to enter it with.

use super::hope::{Gone, Pick};
use crate::model::{Bounds, Value, Window};
use crate::policy::{Node, Opening, Policy, Reads};

/// Steers rollouts: every [`Policy`] does, with Huang's windows.
pub(crate) trait Guide {
    const READS: Reads;
    type Window: Opening;
    type Data: Default;

    /// The child to step to and the window that it is searched with. At least one is active.
    fn step(&mut self, node: &Node<'_, Self::Data, Self::Window>) -> (usize, Self::Window);

    /// The same at a node of a player who goes by hope or order, without slack, told by what is known
    /// of its `children`. Nothing if none is active.
    fn pick<const MAX: bool>(
        children: &[Bounds],
        gone: &mut Gone,
        window: Self::Window,
    ) -> Option<Pick<Self::Window>>;

    fn learn(&mut self, data: &mut Self::Data, value: Value);

    fn gather(&mut self, node: &Node<'_, Self::Data, Self::Window>) -> Option<Self::Data>;

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

    #[inline(always)]
    fn pick<const MAX: bool>(
        children: &[Bounds],
        gone: &mut Gone,
        window: Window,
    ) -> Option<Pick<Window>> {
        let start = gone.pass::<MAX, _>(children, window)?;
        if !P::READS.goes_by_hope(MAX) {
            let window = window.clip(children[start]);
            let (rest, near) = (Value::INFINITY, Value::NEG_INFINITY);
            return Some(Pick { index: start, window, rest, near });
        }
        let cap = if MAX { window.beta } else { -window.alpha };
        let favourite = gone.favourite::<MAX>(children, cap);
        let (index, rest, near) = (favourite.index, favourite.known_rest(cap), favourite.near());
        let window = window.clip(children[index]);
        window.is_open().then_some(Pick { index, window, rest, near })
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
    fn bytes(&self) -> usize {
        Policy::bytes(self)
    }
}
