//! Values by the definition alone: no facts, no bounds, every move tried. Only positions with equal
//! exact keys are looked at once.

use std::collections::HashMap;

use gametree::{Game, Key, Kind, Moves, Turn, Value};

/// What is remembered: values by exact key.
pub type Memory = HashMap<u128, Value>;

/// The exact key of a position, if it has one.
pub fn exact_key<G: Game>(game: &G, position: &G::Position) -> Option<u128> {
    match game.key(position) {
        Some(Key::Exact(key)) => Some(key),
        _ => None,
    }
}

/// The value of a position.
pub fn value<G: Game>(game: &G, position: &G::Position, memory: &mut Memory) -> Value {
    let key = exact_key(game, position);
    if let Some(&known) = key.and_then(|key| memory.get(&key)) {
        return known;
    }
    let mut moves = Moves::new();
    let value = match game.expand(position, &mut moves) {
        Turn::Terminal(value) => value,
        Turn::Inner(kind) => {
            let values = moves.iter().map(|mv| {
                let mut child = position.clone();
                game.play(&mut child, mv);
                value(game, &child, memory)
            });
            match kind {
                Kind::Max => values.max().expect("an inner node has a move"),
                Kind::Min => values.min().expect("an inner node has a move"),
                Kind::Chance => average(values, &moves),
            }
        }
    };
    if let Some(key) = key {
        memory.insert(key, value);
    }
    value
}

/// The values of the outcomes, by their probabilities.
fn average<M: Copy>(values: impl Iterator<Item = Value>, moves: &Moves<M>) -> Value {
    let weighted = values
        .enumerate()
        .map(|(i, value)| moves.probability(i).expect("outcomes have probabilities") * value.get());
    Value::new(weighted.sum()).expect("values are finite")
}
