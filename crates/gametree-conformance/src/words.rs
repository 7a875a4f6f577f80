//! What a game says, in words.

use std::fmt::Display;

use gametree_model::{Dice, Key, Kind, Turn, Value, WholeBounds};

/// Whose turn it is, or what the finished game is worth.
pub(crate) fn turn(turn: Turn) -> String {
    match turn {
        Turn::Inner(Kind::Max) => "MAX is to move".into(),
        Turn::Inner(Kind::Min) => "MIN is to move".into(),
        Turn::Inner(Kind::Chance) => "chance is to move".into(),
        Turn::Terminal(value) => over(value),
    }
}

pub(crate) fn over(value: Value) -> String {
    format!("the game is over and worth {value}")
}

pub(crate) fn key(key: Option<Key>) -> String {
    match key {
        Some(Key::Exact(key)) => format!("the exact key {key}"),
        Some(Key::Hash(key)) => format!("the hash key {key}"),
        None => "no key".into(),
    }
}

/// A constant, as it is written in the game.
pub(crate) fn dice(dice: Dice) -> &'static str {
    match dice {
        Dice::Never => "Dice::Never",
        Dice::Sometimes => "Dice::Sometimes",
        Dice::Always => "Dice::Always",
    }
}

/// Bounds of whole numbers, in which large numbers stand for infinity.
pub(crate) fn whole(bounds: WholeBounds) -> String {
    let end = |end: i32| match end {
        _ if end <= WholeBounds::UNBOUNDED.lower => "-inf".into(),
        _ if end >= WholeBounds::UNBOUNDED.upper => "inf".into(),
        _ => end.to_string(),
    };
    format!("[{}, {}]", end(bounds.lower), end(bounds.upper))
}

/// How many plies are left, if the game says so.
pub(crate) fn plies(left: Option<u32>) -> String {
    left.map_or("an unknown number of plies".into(), |left| format!("{left} plies"))
}

/// A list, with blanks between.
pub(crate) fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<String>>().join(" ")
}
