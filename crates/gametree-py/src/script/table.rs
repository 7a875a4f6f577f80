//! The positions that are kept, in two generations: when the younger one is full, the older one is forgotten.

use std::collections::HashMap;
use std::sync::Arc;

use gametree::Kind;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::Node;

/// What names a position.
pub enum Name {
    /// An object, which Python compares.
    Object(Py<PyAny>),
    /// Bytes, which take less time.
    Text(Box<[u8]>),
}

impl Name {
    /// The name of a state that is told from others by its text and who moves.
    pub fn of_text(text: &str, mover: Kind) -> Name {
        let mut bytes = Vec::with_capacity(text.len() + 1);
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(mover as u8);
        Name::Text(bytes.into_boxed_slice())
    }

    /// Whether both name the same position.
    pub fn is(&self, other: &Name, py: Python<'_>) -> PyResult<bool> {
        match (self, other) {
            (Name::Object(ours), Name::Object(theirs)) => ours.bind(py).eq(theirs),
            (Name::Text(ours), Name::Text(theirs)) => Ok(ours == theirs),
            _ => Ok(false),
        }
    }

    fn copied(&self, py: Python<'_>) -> Name {
        match self {
            Name::Object(key) => Name::Object(key.clone_ref(py)),
            Name::Text(text) => Name::Text(text.clone()),
        }
    }
}

/// The nodes that are kept, and those that have keys by their names.
pub struct Table {
    young: Generation,
    old: Generation,
    /// The most nodes of a generation.
    most: usize,
}

struct Generation {
    /// Where objects are in `nodes`, and where texts are.
    objects: Py<PyDict>,
    texts: HashMap<Box<[u8]>, usize>,
    nodes: Vec<Arc<Node>>,
}

impl Generation {
    fn new(py: Python<'_>) -> Generation {
        let objects = PyDict::new(py).unbind();
        Generation { objects, texts: HashMap::new(), nodes: Vec::new() }
    }

    fn find(&self, py: Python<'_>, name: &Name) -> PyResult<Option<Arc<Node>>> {
        let place = match name {
            Name::Object(key) => {
                let found = self.objects.bind(py).get_item(key)?;
                found.map(|place| place.extract::<usize>()).transpose()?
            }
            Name::Text(text) => self.texts.get(text).copied(),
        };
        Ok(place.and_then(|place| self.nodes.get(place).cloned()))
    }

    fn add(&mut self, py: Python<'_>, name: Option<Name>, node: &Arc<Node>) -> PyResult<()> {
        let place = self.nodes.len();
        match name {
            Some(Name::Object(key)) => self.objects.bind(py).set_item(key, place)?,
            Some(Name::Text(text)) => {
                self.texts.insert(text, place);
            }
            None => {}
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

    /// The node with this name.
    pub fn find(&mut self, py: Python<'_>, name: &Name) -> PyResult<Option<Arc<Node>>> {
        if let Some(node) = self.young.find(py, name)? {
            return Ok(Some(node));
        }
        let Some(node) = self.old.find(py, name)? else { return Ok(None) };
        self.add(py, Some(name.copied(py)), &node)?;
        Ok(Some(node))
    }

    /// Adds a node.
    pub fn add(&mut self, py: Python<'_>, name: Option<Name>, node: &Arc<Node>) -> PyResult<()> {
        self.make_room(py);
        self.young.add(py, name, node)
    }

    fn make_room(&mut self, py: Python<'_>) {
        if self.young.nodes.len() >= self.most {
            self.old = std::mem::replace(&mut self.young, Generation::new(py));
        }
    }
}
