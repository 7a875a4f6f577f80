//! The list of moves that a game fills in when a position is expanded.
//!
//! What nobody reads is not computed: at a depth limit facts do not count, and the list says so to
//! the game.

use std::marker::PhantomData;

use ref_cast::{RefCastCustom, ref_cast_custom};

use super::{Bounds, Move};

/// The legal moves of one position, in the game's order, with what the game knows about each.
///
/// Facts about children and probabilities take no memory unless a game states them.
///
/// Inside a search the lists of all positions on the path are stacked, and a game sees, and adds to,
/// only the topmost. So a search does not allocate per position.
///
/// The list holds [codes](Move::code), so that it can be lent as a list of another type of moves:
/// nothing is copied when the type of a game is erased.
///
/// ```
/// use gametree_model::{Bounds, Moves};
///
/// let mut moves = Moves::new();
/// moves.push(4);
/// moves.push_with(2, Bounds::at_least(1.into()));
/// moves.sort_by_key(|mv| mv);
/// assert_eq!(moves.to_vec(), [2, 4]);
/// assert_eq!(moves.fact(0), Bounds::at_least(1.into()));
/// ```
#[derive(Clone, Debug, RefCastCustom)]
#[repr(transparent)]
pub struct Moves<M> {
    codes: Codes,
    kind: PhantomData<fn(M) -> M>,
}

/// The list itself.
#[derive(Clone, Debug)]
struct Codes {
    list: Vec<u32>,
    /// Where the topmost list starts.
    start: usize,
    /// For the topmost list: empty, or as long as the list was when a fact was last stated.
    facts: Vec<Bounds>,
    /// For the topmost list: empty, or one per move.
    weights: Vec<f64>,
    /// Whether facts are kept.
    wants_facts: bool,
}

impl<M> Default for Moves<M> {
    fn default() -> Self {
        let codes = Codes {
            list: Vec::new(),
            start: 0,
            facts: Vec::new(),
            weights: Vec::new(),
            wants_facts: true,
        };
        Moves { codes, kind: PhantomData }
    }
}

impl<M: Move> Moves<M> {
    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: M) {
        self.codes.list.push(mv.code());
    }

    /// Adds a move together with an admissible fact: `bounds` contain the value of the position
    /// that it leads to.
    #[inline]
    pub fn push_with(&mut self, mv: M, bounds: Bounds) {
        if self.codes.wants_facts {
            self.codes.facts.resize(self.len(), Bounds::UNBOUNDED);
            self.codes.facts.push(bounds);
        }
        self.codes.list.push(mv.code());
    }

    /// Adds an outcome of a chance node, with a probability above zero. The probabilities of a node
    /// sum to one; each may differ from the true one by a few roundings (a relative error of 2^-50
    /// is allowed for).
    #[inline]
    pub fn push_outcome(&mut self, mv: M, probability: f64) {
        self.codes.list.push(mv.code());
        self.codes.weights.push(probability);
    }

    /// Adds many moves.
    #[inline]
    pub fn extend(&mut self, moves: impl IntoIterator<Item = M>) {
        self.codes.list.extend(moves.into_iter().map(M::code));
    }

    /// Adds the first `count` of a few moves (all of them, if there are no more). All are copied,
    /// since a copy of a fixed size takes fewer instructions than a loop, and those beyond `count`
    /// are cut off again.
    #[inline]
    pub fn extend_first<const N: usize>(&mut self, moves: &[M; N], count: usize) {
        let end = self.codes.list.len() + count;
        self.codes.list.extend_from_slice(&moves.map(M::code));
        self.codes.list.truncate(end);
    }

    /// The move at an index of the list.
    ///
    /// # Panics
    /// If `index` is not below [`len`](Moves::len).
    #[inline(always)]
    pub fn get(&self, index: usize) -> M {
        M::from_code(self.listed()[index])
    }

    /// The moves in order.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = M> + DoubleEndedIterator + Clone {
        self.listed().iter().map(|&code| M::from_code(code))
    }

    /// The first move, if there is one.
    #[inline]
    pub fn first(&self) -> Option<M> {
        self.iter().next()
    }

    /// The moves in order, as a vector.
    pub fn to_vec(&self) -> Vec<M> {
        self.iter().collect()
    }

    /// Keeps only some of the moves. What was stated beside them is dropped.
    pub fn retain(&mut self, mut keep: impl FnMut(M) -> bool) {
        let mut end = self.codes.start;
        for place in self.codes.start..self.codes.list.len() {
            let code = self.codes.list[place];
            if keep(M::from_code(code)) {
                self.codes.list[end] = code;
                end += 1;
            }
        }
        self.codes.list.truncate(end);
        self.forget_facts();
    }

    /// This list for moves of another type, by their codes.
    #[inline(always)]
    #[doc(hidden)]
    pub fn lend<N: Move>(&mut self) -> &mut Moves<N> {
        Moves::of_codes(&mut self.codes)
    }

    /// Sorts the moves, together with their facts and probabilities, by `rank` (smallest first;
    /// equals keep their order).
    #[inline]
    pub fn sort_by_key<R: Ord + Copy>(&mut self, mut rank: impl FnMut(M) -> R) {
        // Separate from the loop below, so that the compiler drops it where all ranks are equal.
        let mut pairs = self.listed().windows(2);
        let mut of = |code: u32| rank(M::from_code(code));
        let Some(sorted) = pairs.position(|pair| of(pair[0]) > of(pair[1])) else { return };
        if self.has_facts() {
            self.codes.facts.resize(self.len(), Bounds::UNBOUNDED);
        }
        // Insertion sort: lists are short and mostly in order, and it needs no allocation.
        for end in sorted + 1..self.len() {
            let new = rank(self.get(end));
            let mut at = end;
            while at > 0 && rank(self.get(at - 1)) > new {
                self.swap(at - 1, at);
                at -= 1;
            }
        }
    }

    /// A move of any list in the stack.
    #[inline]
    #[doc(hidden)]
    pub fn at(&self, place: usize) -> M {
        M::from_code(self.codes.list[place])
    }
}

impl<M> Moves<M> {
    /// An empty list, without an allocation yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the search reads the facts stated here. If not, they are dropped, and a game may skip
    /// computing them.
    #[inline]
    pub fn wants_facts(&self) -> bool {
        self.codes.wants_facts
    }

    /// Sets whether facts are kept.
    #[inline]
    #[doc(hidden)]
    pub fn want_facts(&mut self, wanted: bool) {
        self.codes.wants_facts = wanted;
    }

    /// Removes everything, keeping the allocation.
    #[inline]
    pub fn clear(&mut self) {
        self.codes.list.truncate(self.codes.start);
        self.codes.facts.clear();
        self.codes.weights.clear();
    }

    /// The number of moves.
    #[inline]
    pub fn len(&self) -> usize {
        self.codes.list.len() - self.codes.start
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.codes.list.len() == self.codes.start
    }

    #[inline(always)]
    fn listed(&self) -> &[u32] {
        &self.codes.list[self.codes.start..]
    }

    #[ref_cast_custom]
    fn of_codes(codes: &mut Codes) -> &mut Self;

    /// Whether the game stated a fact about any child.
    #[inline]
    pub fn has_facts(&self) -> bool {
        !self.codes.facts.is_empty()
    }

    /// What the game stated about the child after move `index`.
    #[inline]
    pub fn fact(&self, index: usize) -> Bounds {
        self.codes.facts.get(index).copied().unwrap_or(Bounds::UNBOUNDED)
    }

    /// The probability of outcome `index`; `None` at nodes where a player moves.
    #[inline]
    pub fn probability(&self, index: usize) -> Option<f64> {
        self.codes.weights.get(index).copied()
    }

    /// The probabilities of all outcomes; empty at nodes where a player moves.
    #[inline]
    #[doc(hidden)]
    pub fn weights(&self) -> &[f64] {
        &self.codes.weights
    }

    #[inline]
    fn swap(&mut self, a: usize, b: usize) {
        self.codes.list.swap(self.codes.start + a, self.codes.start + b);
        if !self.codes.facts.is_empty() {
            self.codes.facts.swap(a, b);
        }
        if !self.codes.weights.is_empty() {
            self.codes.weights.swap(a, b);
        }
    }

    /// Puts a new, empty list on top. The caller has already read the facts of the one below.
    #[inline]
    #[doc(hidden)]
    pub fn stack(&mut self) {
        debug_assert!(self.codes.facts.is_empty() && self.codes.weights.is_empty());
        self.codes.start = self.codes.list.len();
    }

    /// Clears the facts and probabilities, once the caller has read them.
    #[doc(hidden)]
    pub fn forget_facts(&mut self) {
        self.codes.facts.clear();
        self.codes.weights.clear();
    }

    /// Removes everything from `start` on; a new, empty list starts there.
    #[inline]
    #[doc(hidden)]
    pub fn unstack(&mut self, start: usize) {
        self.codes.list.truncate(start);
        self.codes.start = start;
    }

    /// Where the topmost list starts in the stack.
    #[inline]
    #[doc(hidden)]
    pub fn bottom(&self) -> usize {
        self.codes.start
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
        assert_eq!(moves.to_vec(), ['c', 'b', 'a']);
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
        assert_eq!(moves.to_vec(), ['x', 'a', 'b', 'f']);
    }

    #[test]
    fn some_moves_are_kept() {
        let mut moves = Moves::new();
        moves.push(7);
        moves.stack();
        moves.extend([1, 2, 3, 4]);
        moves.retain(|mv: i32| mv % 2 == 0);
        assert_eq!(moves.to_vec(), [2, 4]);
        moves.unstack(0);
        assert!(moves.is_empty());
    }

    #[test]
    fn probabilities_stay_with_their_outcomes() {
        let mut moves = Moves::new();
        moves.push_outcome(2, 0.25);
        moves.push_outcome(1, 0.75);
        moves.sort_by_key(|m: i32| m);
        assert_eq!(moves.probability(0), Some(0.75));
        assert_eq!(moves.probability(1), Some(0.25));
    }
}
