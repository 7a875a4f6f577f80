//! A node of the tree that sampling grows, without its bounds.

use super::tree::Id;
use crate::model::Kind;

/// What is known of a node's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// The node was never left downward: nobody knows its moves.
    New,
    /// Somebody moves; some moves were tried, and perhaps all.
    Inner { kind: Kind, complete: bool },
    /// The game is over.
    Over,
}

/// A node without its bounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// A float in two halves, so that a node is not padded.
    sum: [u32; 2],
    /// The number of rollouts through the node.
    pub visits: u32,
    /// Where the block of children starts.
    pub first: Id,
    /// How many children there are, and in the highest three bits the state.
    packed: u16,
    /// The move that leads here.
    pub mv: M,
}

/// No node has more children than this.
pub(super) const MOST_CHILDREN: usize = (1 << 13) - 1;

impl State {
    /// All states, by their codes.
    const ALL: [State; 8] = [
        State::New,
        State::Over,
        State::inner(Kind::Max, false),
        State::inner(Kind::Max, true),
        State::inner(Kind::Min, false),
        State::inner(Kind::Min, true),
        State::inner(Kind::Chance, false),
        State::inner(Kind::Chance, true),
    ];

    pub const fn inner(kind: Kind, complete: bool) -> State {
        State::Inner { kind, complete }
    }

    fn code(self) -> u16 {
        match self {
            State::New => 0,
            State::Over => 1,
            State::Inner { kind, complete } => 2 + 2 * kind as u16 + u16::from(complete),
        }
    }
}

impl<M> Node<M> {
    /// A node that nobody has come to yet.
    pub fn new(mv: M) -> Node<M> {
        Node { sum: [0; 2], visits: 0, first: 0, packed: 0, mv }
    }

    /// The sum of all rewards.
    #[inline]
    pub fn sum(&self) -> f64 {
        let [low, high] = self.sum;
        f64::from_bits(u64::from(high) << 32 | u64::from(low))
    }

    /// One more rollout has come through.
    #[inline]
    pub fn add(&mut self, reward: f64) {
        let bits = (self.sum() + reward).to_bits();
        self.sum = [bits as u32, (bits >> 32) as u32];
        self.visits += 1;
    }

    /// How many children were tried.
    #[inline]
    pub fn tried(&self) -> usize {
        usize::from(self.packed) & MOST_CHILDREN
    }

    /// What is known of the moves.
    #[inline]
    pub fn state(&self) -> State {
        State::ALL[usize::from(self.packed >> 13)]
    }

    /// Who moves, if it is a player all of whose moves were tried.
    #[inline]
    pub fn complete(&self) -> Option<Kind> {
        match self.state() {
            State::Inner { kind, complete: true } if kind != Kind::Chance => Some(kind),
            _ => None,
        }
    }

    /// So many children were tried, and this is known of the moves.
    #[inline]
    pub fn pack(&mut self, tried: usize, state: State) {
        debug_assert!(tried <= MOST_CHILDREN);
        self.packed = state.code() << 13 | tried as u16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_small() {
        assert_eq!(size_of::<Node<u8>>(), 20);
        assert_eq!(size_of::<Node<u16>>(), 20);
        for state in State::ALL {
            assert_eq!(State::ALL[usize::from(state.code())], state);
        }
    }
}
