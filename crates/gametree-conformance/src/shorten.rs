//! Shorter paths to a position.

use std::collections::HashMap;

use gametree_model::Game;
use gametree_model::erased::Position;

use crate::subject::{Step, Subject, exact_key};

/// The most positions that are searched.
const MOST: usize = 5_000;

/// The shortest path to the position at the end of one, if breadth-first search finds it among the first
/// positions of the game; otherwise the path itself.
pub(crate) fn shorten(subject: &Subject, way: Vec<Step>) -> Vec<Step> {
    if !way.iter().all(|step| matches!(step, Step::Move(_))) {
        return way;
    }
    let goal = subject.end(&way);
    let mut ways = vec![(subject.game.start(), Vec::new())];
    let mut seen: HashMap<u128, Vec<Position>> = HashMap::new();
    let mut next = 0;
    while next < ways.len() && ways[next].1.len() < way.len() {
        let (position, steps) = ways[next].clone();
        next += 1;
        if subject.same(&position, &goal) {
            return steps;
        }
        let (_, moves) = subject.expand(&position);
        for mv in moves.iter().take(MOST.saturating_sub(ways.len())) {
            let child = subject.child(&position, mv);
            let known = exact_key(&subject.game, &child).map(|key| seen.entry(key).or_default());
            let new = known.is_none_or(|known| {
                let new = known.iter().all(|other| !subject.same(other, &child));
                known.extend(new.then(|| child.clone()));
                new
            });
            if new {
                let longer = steps.iter().copied().chain([Step::Move(mv)]).collect();
                ways.push((child, longer));
            }
        }
    }
    way
}
