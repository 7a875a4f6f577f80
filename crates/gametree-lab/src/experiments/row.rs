//! Named numbers and texts: what identifies a unit, and what it found.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Named values, as they are in the file.
///
/// ```
/// use gametree_lab::experiments::Fields;
///
/// let fields = Fields::new().with("height", 4).with("leaves", 11.5).with("policy", "leftmost");
/// assert_eq!(fields.number("height"), Some(4.0));
/// assert_eq!(fields.text("policy"), "leftmost");
/// assert_eq!(fields.number("nodes"), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Fields(Map<String, Value>);

/// What identifies a unit of an experiment.
pub type Unit = Fields;

impl Fields {
    /// No fields.
    pub fn new() -> Fields {
        Fields::default()
    }

    /// The same with one more field.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Fields {
        self.set(name, value);
        self
    }

    /// Adds a field, or changes it.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.0.insert(name.into(), value.into());
    }

    /// The fields of something that serialises as an object.
    ///
    /// # Panics
    /// If it does not.
    pub fn of(data: &impl Serialize) -> Fields {
        match serde_json::to_value(data) {
            Ok(Value::Object(map)) => Fields(map),
            other => panic!("an object, not {other:?}"),
        }
    }

    /// What was made into fields by [`of`](Fields::of); `None` if these are other fields.
    pub fn read<T: serde::de::DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_value(Value::Object(self.0.clone())).ok()
    }

    /// A number; `None` if there is no such field, or it is no number.
    pub fn number(&self, name: &str) -> Option<f64> {
        self.0.get(name)?.as_f64()
    }

    /// What is in a field, as some type; `None` if there is no such field, or it is something else.
    pub fn get<T: serde::de::DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_value(self.0.get(name)?.clone()).ok()
    }

    /// A whole number; zero if there is no such field.
    pub fn whole(&self, name: &str) -> u64 {
        self.0.get(name).and_then(Value::as_u64).unwrap_or(0)
    }

    /// A text; empty if there is no such field.
    pub fn text(&self, name: &str) -> &str {
        self.0.get(name).and_then(Value::as_str).unwrap_or("")
    }

    /// Whether a field is true.
    pub fn holds(&self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    /// Names and values, in the order of names.
    pub fn iter(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.0.iter()
    }

    /// A number that identifies these fields: the same fields have the same one everywhere.
    pub(super) fn hash(&self) -> u64 {
        fnv(serde_json::to_string(&self.0).expect("names and numbers always serialise").as_bytes())
    }
}

/// The hash of Fowler, Noll and Vo (FNV-1a), which never changes.
pub(super) fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The result of a unit: one line of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Which unit.
    pub unit: Unit,
    /// What it found.
    pub found: Fields,
    /// Which games and searches were run for it, each with all its parameters.
    #[serde(default)]
    pub ran: Vec<String>,
}

impl Row {
    /// A number that was found; not a number if there is none.
    pub fn get(&self, name: &str) -> f64 {
        self.found.number(name).unwrap_or(f64::NAN)
    }
}

/// The different whole numbers in a field of the units, in order.
pub(super) fn places(rows: &[Row], field: &str) -> Vec<u64> {
    let all: std::collections::BTreeSet<u64> =
        rows.iter().map(|row| row.unit.whole(field)).collect();
    all.into_iter().collect()
}

/// The rows whose units have this number in a field.
pub(super) fn at<'r>(
    rows: &'r [Row],
    field: &'r str,
    place: u64,
) -> impl Iterator<Item = &'r Row> + Clone {
    rows.iter().filter(move |row| row.unit.whole(field) == place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_depends_on_the_fields_alone() {
        let one = Fields::new().with("a", 1).with("b", "x");
        let other = Fields::new().with("b", "x").with("a", 1);
        assert_eq!(one.hash(), other.hash());
        assert_ne!(one.hash(), Fields::new().with("a", 2).with("b", "x").hash());
        // Seeds of recorded rows depend on it.
        assert_eq!(fnv(b"lab"), 0x1265_9619_1dc1_ebb4);
    }
}
