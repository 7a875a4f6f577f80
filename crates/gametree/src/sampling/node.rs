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

/// A node without its bounds: in 20 bytes, halves of words so that nothing is padded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// A float.
    sum: [u16; 4],
    visits: [u16; 2],
    /// Where the block of children starts.
    first: [u16; 2],
    /// How many children there are, and in the highest three bits the state.
    packed: u16,
    /// The lower half of the code of the move that leads here. The higher half, if any move has one, is
    /// kept beside the nodes.
    low: u16,
}

fn halves(word: u32) -> [u16; 2] {
    [word as u16, (word >> 16) as u16]
}

fn whole([low, high]: [u16; 2]) -> u32 {
    u32::from(high) << 16 | u32::from(low)
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

impl Node {
    /// A node that nobody has come to yet.
    pub fn new(low: u16) -> Node {
        Node { sum: [0; 4], visits: [0; 2], first: [0; 2], packed: 0, low }
    }

    /// The lower half of the code of the move that leads here.
    #[inline]
    pub fn low(&self) -> u16 {
        self.low
    }

    /// The number of rollouts through the node.
    #[inline]
    pub fn visits(&self) -> u32 {
        whole(self.visits)
    }

    /// Where the block of children starts.
    #[inline]
    pub fn first(&self) -> Id {
        whole(self.first)
    }

    #[inline]
    pub fn set_first(&mut self, first: Id) {
        self.first = halves(first);
    }

    /// The sum of all rewards.
    #[inline]
    pub fn sum(&self) -> f64 {
        let [a, b, c, d] = self.sum;
        f64::from_bits(u64::from(whole([c, d])) << 32 | u64::from(whole([a, b])))
    }

    #[inline]
    fn set_sum(&mut self, sum: f64) {
        let bits = sum.to_bits();
        let ([a, b], [c, d]) = (halves(bits as u32), halves((bits >> 32) as u32));
        self.sum = [a, b, c, d];
    }

    /// One more rollout has come through.
    #[inline]
    pub fn add(&mut self, reward: f64) {
        // A mean of so many is as good as final.
        let Some(visits) = self.visits().checked_add(1) else { return };
        self.set_sum(self.sum() + reward);
        self.visits = halves(visits);
    }

    /// Adds so many rollouts with this reward, or takes them away.
    pub fn give(&mut self, visits: i64, reward: f64) {
        self.set_sum((self.sum() + visits as f64 * reward).max(0.0));
        let all = (i64::from(self.visits()) + visits).clamp(0, i64::from(u32::MAX / 2));
        self.visits = halves(all as u32);
    }

    /// So many rollouts came through, with such a sum of rewards.
    #[inline]
    pub fn count(&mut self, visits: u32, sum: f64) {
        self.set_sum(sum);
        self.visits = halves(visits);
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
        assert_eq!(size_of::<Node>(), 20);
        for state in State::ALL {
            assert_eq!(State::ALL[usize::from(state.code())], state);
        }
    }
}
