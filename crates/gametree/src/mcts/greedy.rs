//! Epsilon-greedy selection (Ramanujan, Sabharwal, Selman 2011, section 6.2).
//!
//! A node visits its children in rounds, each child once a round whatever comes of it, until at the
//! end of a round one child alone is best: then it has decided. From then on it chooses the best
//! child with probability 1 - epsilon, and any of the others with probability epsilon; ties are
//! broken at random.
//!
//! Where the section is silent:
//! - The order within a round is random.
//! - A node that has decided stays so, though means may be equal again.
//! - Children that cannot matter any more (they are proven) take no part, in rounds or afterwards.
//! - Visits that do not come from rounds (alpha-beta gives them, and a child that did not matter
//!   may do so again after a move) are an opinion on the children: there is no tie left to break.

use super::search::{Mcts, mean_reward};
use super::settings::Selection;
use super::tree::Id;
use super::tree::node::{Node, Sum, Words};
use crate::model::{Draws, Game, Kind, Knowledge, Window};

impl<G: Game, K: Knowledge<G>> Mcts<'_, G, K> {
    /// The child that a node chooses of those that can still matter to the root, and the move that
    /// leads there.
    pub(super) fn select_greedily(
        &mut self,
        id: Id,
        kind: Kind,
        window: Window,
    ) -> Option<(Id, G::Move)> {
        let node = self.tree.node(id);
        let children = node.children();
        let (first, family) = (children.start, self.tree.family(&children));
        let (nodes, sums) = (family.nodes(), family.sums());
        let known = |i: usize| self.tree.bounds(first + i as Id);
        let open = |i: usize| !self.settings.proves || window.admits_beyond(known(i), self.slack);
        let children = Children { nodes, sums, open, maximises: kind.maximises() };
        let decided = self.tree.has_decided(id) || !children.owe_a_round();
        // The stream is copied while the children are borrowed.
        let mut draws = self.guesses.clone();
        let chosen = if decided {
            children.greedy(self.settings.selection.epsilon(node.visits()), &mut draws)
        } else {
            children.next_of_round(&mut draws)
        };
        let chosen = chosen.map(|i| self.to_child(first + i as Id));
        self.guesses = draws;
        if decided {
            self.tree.decide(id);
        }
        chosen
    }
}

impl Selection {
    /// How often a child is chosen that does not look best, after `visits` visits of the node. For
    /// the means to converge it must fall like 1/n (Auer, Cesa-Bianchi, Fischer 2002, section 2).
    fn epsilon(self, visits: u32) -> f64 {
        match self {
            Selection::Ucb1 | Selection::Ucb1Tuned => 0.0,
            Selection::Greedy(epsilon) => epsilon,
            Selection::Decaying(k) => (k / f64::from(visits.max(1))).min(1.0),
        }
    }
}

/// The children of a node, to the one who chooses among them.
struct Children<'a, F> {
    nodes: &'a [Words],
    sums: &'a [Sum],
    /// Which of them can still matter.
    open: F,
    maximises: bool,
}

impl<F: Fn(usize) -> bool> Children<'_, F> {
    /// Whether a round is under way, or has ended with a tie for the best.
    fn owe_a_round(&self) -> bool {
        let visits = || self.open().map(|i| self.visits(i));
        match visits().min().zip(visits().max()) {
            Some((fewest, most)) if fewest == most => {
                let top = self.top();
                self.open().filter(|&i| self.merit(i) == top).count() > 1
            }
            // (While one looks for them, another thread may change them.)
            Some((fewest, most)) => most.checked_sub(fewest) == Some(1),
            None => false,
        }
    }

    /// A child that the round has not come to.
    fn next_of_round(&self, draws: &mut Draws) -> Option<usize> {
        let fewest = self.open().map(|i| self.visits(i)).min()?;
        let next = any(self.open().filter(|&i| self.visits(i) == fewest), draws);
        next.or_else(|| any(self.open(), draws))
    }

    /// One of the best children, or with probability epsilon another one, if there is one.
    fn greedy(&self, epsilon: f64, draws: &mut Draws) -> Option<usize> {
        let top = self.top();
        let explores = draws.share() < epsilon && self.open().any(|i| self.merit(i) != top);
        let liked = any(self.open().filter(|&i| (self.merit(i) != top) == explores), draws);
        liked.or_else(|| any(self.open(), draws))
    }

    /// The highest mean. Equal is equal to the last bit.
    fn top(&self) -> f64 {
        self.open().map(|i| self.merit(i)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// What a child is worth to the one who moves.
    fn merit(&self, i: usize) -> f64 {
        let mean = mean_reward(self.node(i));
        if self.maximises { mean } else { -mean }
    }

    fn visits(&self, i: usize) -> u32 {
        self.node(i).visits()
    }

    fn node(&self, i: usize) -> Node<'_> {
        Node(&self.nodes[i], &self.sums[i])
    }

    fn open(&self) -> impl Iterator<Item = usize> + Clone {
        (0..self.nodes.len()).filter(|&i| (self.open)(i))
    }
}

/// Any of these, each equally likely.
fn any(mut list: impl Iterator<Item = usize> + Clone, draws: &mut Draws) -> Option<usize> {
    match list.clone().count() {
        0 => None,
        count => list.nth(draws.below(count as u64) as usize),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Children with these visits and sums of rewards.
    fn family(children: &[(u32, f64)]) -> (Vec<Words>, Vec<Sum>) {
        let child = |&(visits, sum): &(u32, f64)| {
            let (words, sums) = (Words::default(), Sum::default());
            Node(&words, &sums).give(i64::from(visits), sum / f64::from(visits), true);
            (words, sums)
        };
        children.iter().map(child).unzip()
    }

    /// Whether a round is owed to the children that are not closed, to both players.
    fn owed(children: &[(u32, f64)], closed: &[usize]) -> [bool; 2] {
        [true, false].map(|maximises| {
            let open = |i: usize| !closed.contains(&i);
            let (nodes, sums) = family(children);
            Children { nodes: &nodes, sums: &sums, open, maximises }.owe_a_round()
        })
    }

    #[test]
    fn a_round_goes_on_to_its_end_and_is_repeated_after_a_tie() {
        // The end of a round: a tie for the best is another thing to MAX than to MIN.
        assert_eq!(owed(&[(2, 1.0), (2, 1.0), (2, 0.0)], &[]), [true, false]);
        assert_eq!(owed(&[(2, 1.0), (2, 0.0), (2, 0.0)], &[]), [false, true]);
        assert_eq!(owed(&[(2, 1.0), (2, 0.5), (2, 0.0)], &[]), [false, false]);
        // Within a round nothing is decided, however clear it looks.
        assert_eq!(owed(&[(2, 1.0), (1, 0.0), (1, 0.0)], &[]), [true, true]);
        // What is closed has no part in rounds or ties.
        assert_eq!(owed(&[(2, 1.0), (2, 1.0), (2, 0.0)], &[1]), [false, false]);
        assert_eq!(owed(&[(2, 1.0), (1, 0.5), (1, 0.5)], &[0]), [true, true]);
        assert_eq!(owed(&[(2, 1.0), (2, 1.0), (1, 0.0)], &[2]), [true, true]);
        assert_eq!(owed(&[(2, 1.0), (2, 1.0)], &[0]), [false, false]);
        assert_eq!(owed(&[(2, 1.0), (2, 1.0)], &[0, 1]), [false, false]);
        // Visits that were given are an opinion.
        assert_eq!(owed(&[(40, 20.0), (1, 0.5)], &[]), [false, false]);
    }

    #[test]
    fn what_is_closed_is_never_chosen() {
        let ((nodes, sums), mut draws) =
            (family(&[(3, 3.0), (2, 1.0), (2, 0.0), (1, 1.0)]), Draws::new(5));
        let (nodes, sums) = (&nodes[..], &sums[..]);
        let none = Children { nodes, sums, open: |_| false, maximises: true };
        assert_eq!((none.next_of_round(&mut draws), none.greedy(0.5, &mut draws)), (None, None));
        let some = Children { nodes, sums, open: |i| i == 1 || i == 2, maximises: true };
        let mut chosen = [0; 4];
        for _ in 0..1000 {
            chosen[some.greedy(0.1, &mut draws).unwrap()] += 1;
        }
        let [0, best, other, 0] = chosen else { panic!("{chosen:?}") };
        assert!(best > 850 && other > 50, "{chosen:?}");
        let mut next = [0; 4];
        for _ in 0..1000 {
            next[some.next_of_round(&mut draws).unwrap()] += 1;
        }
        let [0, one, another, 0] = next else { panic!("{next:?}") };
        assert!(one > 400 && another > 400, "{next:?}");
        // Where all means are equal there is no other one.
        let alone = Children { nodes, sums, open: |i| i == 0 || i == 3, maximises: true };
        assert!((0..100).all(|_| matches!(alone.greedy(1.0, &mut draws), Some(0 | 3))));
    }
}
