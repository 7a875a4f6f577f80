//! The list of moves that a game fills in when a position is expanded.

use super::Bounds;

/// The legal moves of one position, in the game's order, with what the game knows about each.
///
/// Facts about children and probabilities take no room unless a game states them.
///
/// Inside a search the lists of all positions of a path lie one above the other, and a game only
/// sees, and adds to, the topmost. So a search needs no memory of its own for each position.
#[derive(Clone, Debug)]
pub struct Moves<M> {
    list: Vec<M>,
    /// Where the topmost list starts.
    start: usize,
    /// Of the topmost list: empty, or as long as the list was when a fact was last stated.
    facts: Vec<Bounds>,
    /// Of the topmost list: empty, or one a move.
    weights: Vec<f64>,
    /// Whether facts count.
    wants_facts: bool,
}

impl<M> Default for Moves<M> {
    fn default() -> Self {
        Moves {
            list: Vec::new(),
            start: 0,
            facts: Vec::new(),
            weights: Vec::new(),
            wants_facts: true,
        }
    }
}

impl<M: Copy> Moves<M> {
    /// An empty list, without memory of its own yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: M) {
        self.list.push(mv);
    }

    /// Adds a move together with an admissible fact: `bounds` contain the value of the position
    /// that it leads to.
    #[inline]
    pub fn push_with(&mut self, mv: M, bounds: Bounds) {
        if self.wants_facts {
            self.facts.resize(self.len(), Bounds::UNBOUNDED);
            self.facts.push(bounds);
        }
        self.list.push(mv);
    }

    /// Whether anybody will read the facts stated here. If not, a game may as well leave them out:
    /// they are dropped.
    #[inline]
    pub fn wants_facts(&self) -> bool {
        self.wants_facts
    }

    /// Says whether facts count.
    #[inline]
    pub(crate) fn want_facts(&mut self, wanted: bool) {
        self.wants_facts = wanted;
    }

    /// Adds an outcome of a chance node, which has a probability above nought. The probabilities of
    /// a node sum to one; each is as near to the true one as a few rounded operations make it (a
    /// relative error of 2^-50 is allowed for).
    #[inline]
    pub fn push_outcome(&mut self, mv: M, probability: f64) {
        self.list.push(mv);
        self.weights.push(probability);
    }

    /// Adds many moves.
    #[inline]
    pub fn extend(&mut self, moves: impl IntoIterator<Item = M>) {
        self.list.extend(moves);
    }

    /// Adds the first `count` of a few moves (all, if there are no more than that). All are copied, since a copy of a fixed size takes fewer
    /// instructions than a loop, and those beyond `count` are cut off again.
    #[inline]
    pub fn extend_first<const N: usize>(&mut self, moves: &[M; N], count: usize) {
        let end = self.list.len() + count;
        self.list.extend_from_slice(moves);
        self.list.truncate(end);
    }

    /// Removes everything, keeping the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.list.truncate(self.start);
        self.facts.clear();
        self.weights.clear();
    }

    /// How many moves there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.list.len() - self.start
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.list.len() == self.start
    }

    /// The moves in order.
    #[inline]
    pub fn as_slice(&self) -> &[M] {
        &self.list[self.start..]
    }

    /// Whether the game stated a fact about any child.
    #[inline]
    pub fn has_facts(&self) -> bool {
        !self.facts.is_empty()
    }

    /// What the game stated about the child behind move `index`.
    #[inline]
    pub fn fact(&self, index: usize) -> Bounds {
        self.facts.get(index).copied().unwrap_or(Bounds::UNBOUNDED)
    }

    /// The probability of outcome `index`; nothing at nodes where a player moves.
    #[inline]
    pub fn probability(&self, index: usize) -> Option<f64> {
        self.weights.get(index).copied()
    }

    /// The probabilities of all outcomes; none at nodes where a player moves.
    #[inline]
    pub(crate) fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Sorts the moves, and what is known of each along with them, by `rank` (smallest first;
    /// equals keep their order).
    #[inline]
    pub fn sort_by_key<R: Ord + Copy>(&mut self, mut rank: impl FnMut(M) -> R) {
        // Apart from the loop below, so that nothing at all is left of it where all ranks are equal.
        let mut pairs = self.as_slice().windows(2);
        let Some(sorted) = pairs.position(|pair| rank(pair[0]) > rank(pair[1])) else { return };
        if self.has_facts() {
            self.facts.resize(self.len(), Bounds::UNBOUNDED);
        }
        // By insertion: lists are short and mostly in order, and nothing has to be allocated.
        for end in sorted + 1..self.len() {
            let new = rank(self.as_slice()[end]);
            let mut at = end;
            while at > 0 && rank(self.as_slice()[at - 1]) > new {
                self.swap(at - 1, at);
                at -= 1;
            }
        }
    }

    #[inline]
    fn swap(&mut self, a: usize, b: usize) {
        self.list.swap(self.start + a, self.start + b);
        if !self.facts.is_empty() {
            self.facts.swap(a, b);
        }
        if !self.weights.is_empty() {
            self.weights.swap(a, b);
        }
    }

    /// Puts a new, empty list on top. The facts of the one below must have been taken in.
    #[inline]
    pub(crate) fn stack(&mut self) {
        debug_assert!(self.facts.is_empty() && self.weights.is_empty());
        self.start = self.list.len();
    }

    /// The facts have been taken in.
    pub(crate) fn forget_facts(&mut self) {
        self.facts.clear();
        self.weights.clear();
    }

    /// Takes everything away from `start` on; a new, empty list starts there.
    #[inline]
    pub(crate) fn unstack(&mut self, start: usize) {
        self.list.truncate(start);
        self.start = start;
    }

    /// Where the topmost list starts in the stack.
    #[inline]
    pub(crate) fn bottom(&self) -> usize {
        self.start
    }

    /// A move of any list in the stack.
    #[inline]
    pub(crate) fn at(&self, place: usize) -> M {
        self.list[place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_stay_with_their_moves() {
        let mut moves = Moves::new();
        moves.push('a');
        moves.push_with('c', Bounds::point(3.into()));
        moves.push('b');
        assert_eq!(moves.fact(0), Bounds::UNBOUNDED);
        assert_eq!(moves.fact(1), Bounds::point(3.into()));
        assert_eq!(moves.fact(2), Bounds::UNBOUNDED);
        moves.sort_by_key(std::cmp::Reverse);
        assert_eq!(moves.as_slice(), ['c', 'b', 'a']);
        assert_eq!(moves.fact(0), Bounds::point(3.into()));
        assert_eq!(moves.fact(1), Bounds::UNBOUNDED);
        moves.clear();
        assert!(moves.is_empty() && !moves.has_facts());
    }

    #[test]
    fn only_the_first_of_a_few_moves_are_added() {
        let mut moves = Moves::new();
        moves.push('x');
        moves.extend_first(&['a', 'b', 'c'], 2);
        moves.extend_first(&['d', 'e'], 0);
        moves.extend_first(&['f'], 1);
        assert_eq!(moves.as_slice(), ['x', 'a', 'b', 'f']);
    }

    #[test]
    fn probabilities_stay_with_their_outcomes() {
        let mut moves = Moves::new();
        moves.push_outcome(2, 0.25);
        moves.push_outcome(1, 0.75);
        moves.sort_by_key(|m| m);
        assert_eq!(moves.probability(0), Some(0.75));
        assert_eq!(moves.probability(1), Some(0.25));
    }
}
