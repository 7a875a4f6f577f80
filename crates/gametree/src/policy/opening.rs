//! What the engine and the policies need from a window.

use std::fmt::Debug;

use crate::model::{Bounds, Window};

/// A kind of window. Huang's windows are clipped by the bounds of every node on the way; those of
/// `fsss` are not.
pub trait Opening: Copy + Debug + From<Window> {
    /// Whether a node with these bounds still matters: by more than `slack`.
    fn admits(self, bounds: Bounds, slack: f64) -> bool;

    /// The window of an outcome of a chance node with this window, where `average` are the bounds
    /// that follow from all its outcomes.
    fn of_outcome(self, outcome: Bounds, probability: f64, average: Bounds) -> Self;

    /// The window that the root is searched with when these are its bounds.
    fn enter(self, bounds: Bounds) -> Self;
}

impl Opening for Window {
    #[inline]
    fn admits(self, bounds: Bounds, slack: f64) -> bool {
        self.admits_beyond(bounds, slack)
    }

    #[inline]
    fn of_outcome(self, outcome: Bounds, probability: f64, average: Bounds) -> Window {
        Window::of_outcome(self, outcome, probability, average)
    }

    #[inline]
    fn enter(self, bounds: Bounds) -> Window {
        self.clip(bounds)
    }
}
