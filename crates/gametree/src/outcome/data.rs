//! Answers as data: the one form of them, for the command, for Python, and for whoever stores them.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{MoveText, Outcome, RootMove};
use crate::model::{Bounds, Kind, Value};

/// A number: whole ones without a decimal point, infinite ones as nothing.
struct Number(Value);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let number = self.0.get();
        let whole = number as i64;
        match () {
            () if !number.is_finite() => to.serialize_none(),
            () if whole as f64 == number && whole.unsigned_abs() <= 1 << 53 => {
                to.serialize_i64(whole)
            }
            () => to.serialize_f64(number),
        }
    }
}

impl Serialize for MoveText {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.text)
    }
}

fn mover(kind: Kind) -> &'static str {
    match kind {
        Kind::Max => "max",
        Kind::Min => "min",
        Kind::Chance => "chance",
    }
}

fn ends<M: SerializeMap>(map: &mut M, Bounds { lower, upper }: Bounds) -> Result<(), M::Error> {
    map.serialize_entry("lower", &Number(lower))?;
    map.serialize_entry("upper", &Number(upper))
}

impl<M: Serialize> Serialize for Outcome<M> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("algorithm", &self.algorithm)?;
        map.serialize_entry("lane", self.lane.name())?;
        map.serialize_entry("turn", &self.turn.map(mover))?;
        ends(&mut map, self.bounds)?;
        map.serialize_entry("basis", self.basis.name())?;
        map.serialize_entry("epsilon", &self.epsilon)?;
        let gap = self.bounds.width();
        map.serialize_entry("gap", &gap.is_finite().then_some(gap))?;
        map.serialize_entry("allowance", &self.allowance)?;
        map.serialize_entry("exact", &self.value().is_some())?;
        map.serialize_entry("value", &self.value().map(Number))?;
        map.serialize_entry("estimate", &self.estimate.map(Number))?;
        map.serialize_entry("mean", &self.mean)?;
        if let Some(by) = &self.estimated_by {
            map.serialize_entry("estimated_by", by)?;
        }
        map.serialize_entry("depth", &self.depth)?;
        map.serialize_entry("move", &self.pv.first())?;
        map.serialize_entry("pv", &self.pv)?;
        let moves: Vec<Listed<'_, M>> =
            self.moves.iter().map(|found| Listed { all: self, found }).collect();
        map.serialize_entry("moves", &moves)?;
        if self.more_moves > 0 {
            map.serialize_entry("more_moves", &self.more_moves)?;
        }
        let counts = &self.counts;
        map.serialize_entry("leaves", &counts.leaves)?;
        map.serialize_entry("nodes", &counts.nodes)?;
        map.serialize_entry("settled", &counts.settled)?;
        map.serialize_entry("max_nodes", &counts.max_nodes)?;
        map.serialize_entry("min_nodes", &counts.min_nodes)?;
        map.serialize_entry("chance_nodes", &counts.chance_nodes)?;
        map.serialize_entry("seconds", &self.elapsed.as_secs_f64())?;
        map.serialize_entry("stop", self.stop.name())?;
        map.serialize_entry("threads", &(1 + counts.helpers))?;
        map.serialize_entry("peak_bytes", &counts.peak_bytes)?;
        map.serialize_entry("peak_nodes", &counts.peak_nodes)?;
        if let Some(trace) = &self.trace {
            map.serialize_entry("trace", trace)?;
        }
        map.end()
    }
}

/// A move of the root, whose value depends on what the whole answer rests on.
struct Listed<'a, M> {
    all: &'a Outcome<M>,
    found: &'a RootMove<M>,
}

impl<M: Serialize> Serialize for Listed<'_, M> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Listed { all, found } = self;
        let mut map = to.serialize_map(None)?;
        map.serialize_entry("move", &found.mv)?;
        ends(&mut map, found.bounds)?;
        map.serialize_entry("value", &all.value_of(found).map(Number))?;
        map.serialize_entry("basis", found.basis.name())?;
        map.serialize_entry("optimal", &found.optimal)?;
        map.serialize_entry("visits", &found.visits)?;
        map.serialize_entry("mean", &found.mean)?;
        map.serialize_entry("pv", &found.pv)?;
        map.end()
    }
}
