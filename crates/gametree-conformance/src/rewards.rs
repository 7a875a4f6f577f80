//! Rewards of playouts.

use std::collections::BTreeMap;

use gametree_model::{Knowledge, Value};

use crate::broken::{Broken, ensure};
use crate::shorten::shorten;
use crate::subject::{Step, Subject};
use crate::{Rule, Violation};

/// The largest rounding error of a reward.
const ROUNDED: f64 = 1e-9;

/// The most different values that are stored.
const MOST: usize = 1_000;

/// The values with which the game was seen to end, and a path to each.
pub(crate) struct Ends(BTreeMap<Value, Vec<Step>>);

impl Ends {
    pub fn new() -> Ends {
        Ends(BTreeMap::new())
    }

    pub fn note(&mut self, value: Value, way: impl FnOnce() -> Vec<Step>) {
        if self.0.len() < MOST {
            self.0.entry(value).or_insert_with(way);
        }
    }

    /// Rewards lie between 0 and 1, and do not fall when values grow.
    pub fn check(&self, subject: &Subject) -> Result<(), Violation> {
        let mut before: Option<(Value, f64)> = None;
        for (&value, way) in &self.0 {
            let reward = subject.game.reward(&subject.game, value);
            let at_fault =
                |broken: Broken| subject.violation(&shorten(subject, way.clone()), broken);
            ensure((-ROUNDED..=1.0 + ROUNDED).contains(&reward), Rule::Reward, || {
                format!("the reward of the value {value} is {reward}")
            })
            .map_err(at_fault)?;
            let grows = before.is_none_or(|(_, less)| less <= reward + ROUNDED);
            ensure(grows, Rule::Reward, || {
                let (value_before, less) = before.unwrap_or_default();
                format!("the reward of {value} is {reward}, and that of {value_before} is {less}")
            })
            .map_err(at_fault)?;
            before = Some((value, reward));
        }
        Ok(())
    }
}
