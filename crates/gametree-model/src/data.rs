//! Values and bounds as serde data.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::{Bounds, Value};

/// A finite value is a number; an infinite one, which JSON cannot express, is null.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.is_finite().then_some(self.get()).serialize(serializer)
    }
}

impl Serialize for Bounds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.lower, self.upper).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Bounds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (lower, upper) = <(Option<f64>, Option<f64>)>::deserialize(deserializer)?;
        let value = |x: Option<f64>, none: Value| x.map_or(Some(none), Value::new);
        value(lower, Value::NEG_INFINITY)
            .zip(value(upper, Value::INFINITY))
            .and_then(|(lower, upper)| Bounds::new(lower, upper))
            .ok_or_else(|| D::Error::custom("bounds need lower <= upper"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_open_end_is_null() {
        let open = serde_json::to_string(&Bounds::at_least(2.into())).unwrap();
        assert_eq!(open, "[2.0,null]");
        assert_eq!(serde_json::from_str::<Bounds>(&open).unwrap(), Bounds::at_least(2.into()));
        assert!(serde_json::from_str::<Bounds>("[3,2]").is_err());
    }
}
