//! `dchain:D`: the tree on which UCT fails (Coquelin, Munos 2007, section 2.2).
//!
//! MAX walks along a chain, alone. At the first D - 1 places he may stop, for D - 1, D - 2, ..., 1, or go
//! on; at the last one he may stop for zero or go on to D, the best of all. The sooner he stops the more
//! he gets, except at the very end: averages say "stop", and the number of rollouts until UCT finds the end
//! grows like a tower of powers of D. (The paper's rewards are these, divided by D.)
//!
//! The evaluation of a place is what stopping there is worth.

use crate::tree::Tree;

/// The longest chain.
pub const LONGEST: u32 = 100_000;

/// The chain of `length` places; `None` if that is zero, or too long.
///
/// ```
/// use gametree_games::dchain::dchain;
///
/// let chain = dchain(4).unwrap();
/// assert_eq!(chain.to_json(), r#"{"max":[3,{"max":[2,{"max":[1,{"max":[0,4]}]}]}]}"#);
/// assert!(dchain(0).is_none());
/// ```
pub fn dchain(length: u32) -> Option<Tree> {
    if !(1..=LONGEST).contains(&length) {
        return None;
    }
    let places = (0..length).rev().map(|reward| format!("{{\"max\":[{reward},"));
    let text = places.collect::<String>() + &length.to_string() + &"]}".repeat(length as usize);
    let tree = Tree::from_json(text).expect("it is a tree");
    Some(tree.evaluated_by_the_first_line())
}

#[cfg(test)]
mod tests {
    use gametree::exact::Minimax;
    use gametree::{Game, Knowledge, Search, Value};

    use super::*;

    #[test]
    fn the_best_is_at_the_very_end() {
        for length in [1, 2, 3, 10, 500] {
            let chain = dchain(length).unwrap();
            assert_eq!(chain.leaf_count(), u64::from(length) + 1);
            let found = Search::bare(&chain).over(&mut ()).run(&mut Minimax).unwrap();
            assert_eq!(found.value(), Some(Value::integer(length.into())));
            assert_eq!(found.pv, vec![1; length as usize]);
        }
        assert!(dchain(0).is_none() && dchain(LONGEST + 1).is_none());
    }

    #[test]
    fn stopping_is_worth_less_at_every_step() {
        let chain = dchain(4).unwrap();
        assert_eq!(chain.to_json(), r#"{"max":[3,{"max":[2,{"max":[1,{"max":[0,4]}]}]}]}"#);
        let mut place = chain.start();
        for reward in (0..4).rev() {
            assert_eq!(chain.evaluate(&chain, &place), Some(Value::integer(reward)));
            chain.play(&mut place, 1);
        }
        assert_eq!(dchain(LONGEST).unwrap().leaf_count(), u64::from(LONGEST) + 1);
    }
}
