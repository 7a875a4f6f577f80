//! The parameters of a game's spec: `key=value,key=value`.

use std::ops::RangeInclusive;

use gametree::registry::nearest;

use crate::chance::Chance;
use gametree::job::GameError;

/// A list of exactly `N` integers with `separator` between them.
pub(crate) fn numbers<const N: usize>(text: &str, separator: char) -> Option<[u32; N]> {
    let numbers: Option<Vec<u32>> = text.split(separator).map(|part| part.parse().ok()).collect();
    numbers?.try_into().ok()
}

/// Parameters that were written, all of them known.
#[derive(Debug)]
pub(crate) struct Parameters {
    pairs: Vec<(String, String)>,
}

impl Parameters {
    /// Reads `text`, whose keys must be among `known` and occur once.
    pub fn read(text: &str, known: &[&str]) -> Result<Parameters, GameError> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            if known.is_empty() {
                return Err(GameError::new(format!(
                    "'{part}' is not expected: this game takes no parameters"
                )));
            }
            let (key, value) = part.split_once('=').ok_or_else(|| {
                GameError::new(format!("'{part}' should be of the form key=value"))
            })?;
            if !known.contains(&key) {
                let hint = match nearest(key, known.iter().copied()) {
                    Some(near) => format!("did you mean '{near}'?"),
                    None => format!("known: {}", known.join(" ")),
                };
                return Err(GameError::new(format!("unknown parameter '{key}'; {hint}")));
            }
            if pairs.iter().any(|(before, _)| before == key) {
                return Err(GameError::new(format!("'{key}' is given twice")));
            }
            pairs.push((key.to_string(), value.to_string()));
        }
        Ok(Parameters { pairs })
    }

    /// The text of a parameter, if it was written.
    pub fn text(&self, key: &str) -> Option<String> {
        self.pairs.iter().find(|(known, _)| known == key).map(|(_, value)| value.clone())
    }

    /// A number that must be written.
    pub fn required(&self, key: &str, range: RangeInclusive<u64>) -> Result<u64, GameError> {
        if self.text(key).is_none() {
            return Err(GameError::new(format!("{key}=... is missing")));
        }
        self.number(key, 0, range)
    }

    /// A number, or its default.
    pub fn number(
        &self,
        key: &str,
        default: u64,
        range: RangeInclusive<u64>,
    ) -> Result<u64, GameError> {
        let Some(text) = self.text(key) else { return Ok(default) };
        text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
            let (low, high) = (range.start(), range.end());
            GameError::new(format!("{key}={text} should be a whole number from {low} to {high}"))
        })
    }

    /// The probability that a chosen move happens, if it was written.
    pub fn chance(&self) -> Result<Option<Chance>, GameError> {
        let Some(text) = self.text("chance") else { return Ok(None) };
        let chance = text.parse().ok().and_then(Chance::new);
        chance.map(Some).ok_or_else(|| {
            GameError::new(format!(
                "chance={text} should be a number above 0 and below 1, such as 0.8"
            ))
        })
    }

    /// A share in whole percent, or its default.
    pub fn percent(&self, key: &str, default: u32, most: u32) -> Result<u32, GameError> {
        let Some(text) = self.text(key) else { return Ok(default) };
        let number = text.strip_suffix('%').and_then(|number| number.parse().ok());
        number.filter(|&number| number <= most).ok_or_else(|| {
            GameError::new(format!("{key}={text} should be whole percent from 0% to {most}%"))
        })
    }
}
