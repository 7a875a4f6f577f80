//! A search policy of one's own, which still gets the exact value.

use gametree::policy::{Node, Policy};
use gametree::{Rollout, Search};
use gametree_games::connect4::Connect4;

/// The child about whose value least is known.
struct Widest;

impl Policy for Widest {
    type Data = ();

    fn select(&mut self, node: &Node<'_, ()>) -> usize {
        let width = |i: usize| node.child(i).window.beta.get() - node.child(i).window.alpha.get();
        let active = node.active().map(|child| child.index);
        active.max_by(|&a, &b| width(a).total_cmp(&width(b))).expect("a child is active")
    }
}

fn main() -> Result<(), gametree::SearchError> {
    let game = Connect4::new(4, 4).expect("it fits");
    let outcome = Search::new(&game).run(&mut Rollout::new(Widest))?;
    assert_eq!(outcome.value(), Some(0.into()));
    let (leaves, elapsed) = (outcome.counts.leaves, outcome.elapsed);
    println!("Connect Four 4x4 is worth {}: {leaves} leaves, {elapsed:.1?}", outcome.bounds.lower);
    Ok(())
}
