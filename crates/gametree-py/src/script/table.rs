//! The positions that are kept, in two generations: when the younger one is full, the older one is forgotten.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Node;

/// The nodes that are kept, and those that have keys by their keys.
pub struct Table {
    young: Generation,
    old: Generation,
    /// The most nodes of a generation.
    most: usize,
}

struct Generation {
    /// Where a key is in `nodes`. Python compares keys.
    places: Py<PyDict>,
    nodes: Vec<Arc<Node>>,
}

impl Generation {
    fn new(py: Python<'_>) -> Generation {
        Generation { places: PyDict::new(py).unbind(), nodes: Vec::new() }
    }

    fn find(&self, key: &Bound<'_, PyAny>) -> PyResult<Option<Arc<Node>>> {
        let Some(place) = self.places.bind(key.py()).get_item(key)? else { return Ok(None) };
        Ok(self.nodes.get(place.extract::<usize>()?).cloned())
    }

    fn add(&mut self, key: Option<&Bound<'_, PyAny>>, node: &Arc<Node>) -> PyResult<()> {
        if let Some(key) = key {
            self.places.bind(key.py()).set_item(key, self.nodes.len())?;
        }
        self.nodes.push(node.clone());
        Ok(())
    }
}

impl Table {
    /// A table of about `capacity` nodes.
    pub fn new(py: Python<'_>, capacity: usize) -> Table {
        let (young, old) = (Generation::new(py), Generation::new(py));
        Table { young, old, most: (capacity / 2).max(1) }
    }

    /// The node with this key.
    pub fn find(&mut self, key: &Bound<'_, PyAny>) -> PyResult<Option<Arc<Node>>> {
        if let Some(node) = self.young.find(key)? {
            return Ok(Some(node));
        }
        let Some(node) = self.old.find(key)? else { return Ok(None) };
        self.make_room(key.py());
        self.young.add(Some(key), &node)?;
        Ok(Some(node))
    }

    /// Adds a node.
    pub fn add(
        &mut self,
        py: Python<'_>,
        key: Option<Py<PyAny>>,
        node: &Arc<Node>,
    ) -> PyResult<()> {
        self.make_room(py);
        self.young.add(key.as_ref().map(|key| key.bind(py)), node)
    }

    fn make_room(&mut self, py: Python<'_>) {
        if self.young.nodes.len() >= self.most {
            self.old = std::mem::replace(&mut self.young, Generation::new(py));
        }
    }
}
