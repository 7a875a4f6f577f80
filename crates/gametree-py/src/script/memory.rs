//! Which states of OpenSpiel are kept: those that were needed last. They take much memory, and the more of them there are, the longer its
//! Python interface takes to make another one; and any of them can be made again.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;

use super::Node;

/// How many states are kept.
const MOST: usize = 1 << 9;

/// The nodes whose states are kept.
#[derive(Default)]
pub struct Memory(Mutex<VecDeque<Arc<Node>>>);

impl Memory {
    /// Keeps the state of a node, in place of one that was not needed for long.
    pub fn keep(&self, node: &Arc<Node>, state: Py<PyAny>) {
        node.hold(state);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back(node.clone());
        while kept.len() > MOST {
            let Some(oldest) = kept.pop_front() else { break };
            if oldest.was_used() {
                kept.push_back(oldest);
            } else {
                oldest.let_go();
            }
        }
    }
}
