//! A node of the tree that sampling grows, without its bounds.
//!
//! A node consists of words that several threads may read and write. Where that matters, a word
//! changes as a whole: who has the moves and how many there are, where they start, what is proven.
//! Statistics are two words, and the order in which threads change and read them keeps a mean
//! within the rewards: visits are added before their rewards, and read after them. So no mean is of
//! more rewards than visits, and nothing that is added is lost.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64};

use super::Id;
use crate::model::{Bounds, Kind};

/// What is known of a node's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::mcts) enum State {
    /// The node was never left downward: nobody knows its moves.
    New,
    /// Somebody moves; some moves were tried, and perhaps all.
    Inner { kind: Kind, complete: bool },
    /// The game is over.
    Over,
}

/// What is known of a position when it is added.
#[derive(Clone, Copy, Debug)]
pub(in crate::mcts) struct Fresh {
    pub over: bool,
    pub bounds: Bounds,
}

/// The words of a node: the visits; where the block of children starts; and at last the lower half
/// of the code of the move that leads here (the higher half, if any move has one, is kept beside
/// the nodes), how many children there are, and the state. All are zero before anything is known.
pub(in crate::mcts) type Words = [AtomicU32; 3];

/// The sum of the rewards of a node: the bits of a float.
pub(in crate::mcts) type Sum = AtomicU64;

/// The bytes of a node.
pub(in crate::mcts) const BYTES: usize = size_of::<Words>() + size_of::<Sum>();

const VISITS: usize = 0;
const FIRST: usize = 1;
const PACKED: usize = 2;

/// Where the number of children and the state start in the last word.
const TRIED: u32 = 16;
const STATE: u32 = 29;

/// No node has more children than this.
pub(in crate::mcts) const MOST_CHILDREN: usize = (1 << (STATE - TRIED)) - 1;

/// More visits are not counted. The rest is for the series that all other threads may add at the
/// same moment.
const MOST_VISITS: u32 = u32::MAX - (1 << 16);

/// The bit of the state that says that all moves were tried.
const COMPLETE: u32 = 1 << STATE;

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

    fn code(self) -> u32 {
        match self {
            State::New => 0,
            State::Over => 1,
            State::Inner { kind, complete } => 2 + 2 * kind as u32 + u32::from(complete),
        }
    }
}

/// The lower half of the code of the move that leads to a node.
#[inline]
pub(in crate::mcts) fn low(words: &Words) -> u16 {
    words[PACKED].load(Relaxed) as u16
}

/// Changes a float kept as bits: as a whole, unless this thread is `alone` with it anyway.
#[inline(always)]
pub(in crate::mcts) fn change_float(word: &AtomicU64, alone: bool, change: impl Fn(f64) -> f64) {
    let changed = |bits| change(f64::from_bits(bits)).to_bits();
    if alone {
        word.store(changed(word.load(Relaxed)), Relaxed);
    } else {
        let _ = word.fetch_update(Release, Acquire, |bits| Some(changed(bits)));
    }
}

/// A node.
#[derive(Clone, Copy, Debug)]
pub(in crate::mcts) struct Node<'t>(pub &'t Words, pub &'t Sum);

impl Node<'_> {
    /// From now on this is a node that nobody has come to yet.
    pub fn start(self, low: u16, over: bool) {
        self.0[..PACKED].iter().for_each(|word| word.store(0, Relaxed));
        self.1.store(0, Relaxed);
        let state = if over { State::Over } else { State::New };
        self.0[PACKED].store(state.code() << STATE | u32::from(low), Relaxed);
    }

    /// From now on this is a copy of another node.
    pub fn copy_from(self, other: Node<'_>) {
        // The rewards first: see above.
        self.1.store(other.1.load(Acquire), Relaxed);
        for (word, from) in self.0.iter().zip(other.0) {
            word.store(from.load(Acquire), Relaxed);
        }
    }

    /// The lower half of the code of the move that leads here.
    #[inline]
    pub fn low(self) -> u16 {
        low(self.0)
    }

    /// The number of rollouts through the node.
    #[inline]
    pub fn visits(self) -> u32 {
        self.0[VISITS].load(Relaxed)
    }

    /// Where the block of children starts. Whoever has read before how many there are finds at
    /// least that many.
    #[inline]
    pub fn first(self) -> Id {
        self.0[FIRST].load(Acquire)
    }

    #[inline]
    pub fn set_first(self, first: Id) {
        self.0[FIRST].store(first, Release);
    }

    /// The sum of all rewards. Whoever reads the visits afterwards finds at least those from which
    /// it comes.
    #[inline]
    pub fn sum(self) -> f64 {
        f64::from_bits(self.1.load(Acquire))
    }

    /// Counts rollouts that have come through, whose rewards the caller [adds](Node::change_sum)
    /// next. False, and nothing is counted, if the number of rollouts has reached its limit: by then
    /// their mean is as good as final.
    #[inline]
    pub fn pass(self, rollouts: u32, alone: bool) -> bool {
        let more = self.visits().checked_add(rollouts).filter(|&visits| visits <= MOST_VISITS);
        let Some(visits) = more else { return false };
        match alone {
            true => self.0[VISITS].store(visits, Relaxed),
            false => _ = self.0[VISITS].fetch_add(rollouts, Relaxed),
        }
        true
    }

    /// Adds rollouts that have come through, and the sum of their rewards.
    #[inline]
    pub fn add(self, rollouts: u32, rewards: f64, alone: bool) {
        if self.pass(rollouts, alone) {
            self.change_sum(alone, |sum| sum + rewards);
        }
    }

    /// Adds rollouts with this mean reward, or takes them away.
    pub fn give(self, visits: i64, reward: f64, alone: bool) {
        let most = i64::from(u32::MAX / 2);
        let more = |all| (i64::from(all) + visits).clamp(0, most) as u32;
        match alone {
            true => self.0[VISITS].store(more(self.visits()), Relaxed),
            false => _ = self.0[VISITS].fetch_update(Relaxed, Relaxed, |all| Some(more(all))),
        }
        self.change_sum(alone, |sum| (sum + visits as f64 * reward).max(0.0));
    }

    /// Changes the sum of all rewards. What depends on the visits must read them here.
    #[inline(always)]
    pub fn change_sum(self, alone: bool, change: impl Fn(f64) -> f64) {
        change_float(self.1, alone, change);
    }

    /// How many children were tried.
    #[inline]
    pub fn tried(self) -> usize {
        (self.0[PACKED].load(Acquire) >> TRIED) as usize & MOST_CHILDREN
    }

    /// The numbers of the children that were tried.
    #[inline]
    pub fn children(self) -> std::ops::Range<Id> {
        // In this order.
        let tried = self.tried();
        let first = self.first();
        first..first + tried as Id
    }

    /// Changes the last word: as a whole, unless this thread is `alone` with it anyway.
    #[inline(always)]
    fn change(self, alone: bool, change: impl Fn(u32) -> u32) {
        let word = &self.0[PACKED];
        if alone {
            word.store(change(word.load(Relaxed)), Relaxed);
        } else {
            let _ = word.fetch_update(Release, Relaxed, |before| Some(change(before)));
        }
    }

    /// One more child was tried: it and the others are in the block that starts at `first`.
    pub fn add_child(self, first: Id, alone: bool) {
        debug_assert!(self.tried() < MOST_CHILDREN);
        self.set_first(first);
        self.change(alone, |word| word + (1 << TRIED));
    }

    /// The children are forgotten. Nobody else may be at work.
    pub fn disown(self) {
        self.set_first(0);
        self.change(true, |word| word & !((MOST_CHILDREN as u32) << TRIED));
    }

    /// What is known of the moves.
    #[inline]
    pub fn state(self) -> State {
        State::ALL[(self.0[PACKED].load(Acquire) >> STATE) as usize]
    }

    /// Who moves, if it is a player all of whose moves were tried.
    #[inline]
    pub fn complete(self) -> Option<Kind> {
        match self.state() {
            State::Inner { kind, complete: true } if kind != Kind::Chance => Some(kind),
            _ => None,
        }
    }

    /// It is known now who moves in a new node.
    pub fn enter(self, kind: Kind, alone: bool) {
        self.change(alone, |word| word | State::inner(kind, false).code() << STATE);
    }

    /// All moves of an inner node were tried.
    pub fn set_complete(self, alone: bool) {
        self.change(alone, |word| word | COMPLETE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_small() {
        assert_eq!(BYTES, 20);
        for state in State::ALL {
            assert_eq!(State::ALL[state.code() as usize], state);
        }
    }

    /// Half of the threads add wins, half of them give and take: nothing is lost, and no mean is
    /// ever above the rewards.
    #[test]
    fn threads_lose_no_rewards_and_no_visits() {
        const EACH: u32 = 500_000;
        let (words, sum) = (Words::default(), Sum::default());
        let node = Node(&words, &sum);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                scope.spawn(move || {
                    for _ in 0..EACH {
                        if thread % 2 == 0 {
                            node.add(3, 3.0, false);
                        } else {
                            node.give(2, 1.0, false);
                        }
                        let (sum, visits) = (node.sum(), node.visits());
                        assert!(sum <= f64::from(visits), "{sum} {visits}");
                    }
                });
            }
        });
        assert_eq!((node.visits(), node.sum()), (10 * EACH, f64::from(10 * EACH)));
        node.give(-i64::from(10 * EACH), 1.0, false);
        assert_eq!((node.visits(), node.sum()), (0, 0.0));
    }

    #[test]
    fn what_one_word_holds_does_not_mix() {
        let (words, sum) = (Words::default(), Sum::default());
        let node = Node(&words, &sum);
        node.start(0xabcd, false);
        assert_eq!((node.state(), node.tried(), node.low()), (State::New, 0, 0xabcd));
        node.enter(Kind::Chance, true);
        for tried in 0..MOST_CHILDREN {
            assert_eq!(node.children(), if tried == 0 { 0..0 } else { 7..7 + tried as Id });
            node.add_child(7, tried % 2 == 0);
        }
        node.set_complete(false);
        assert_eq!((node.tried(), node.low()), (MOST_CHILDREN, 0xabcd));
        assert_eq!(node.state(), State::inner(Kind::Chance, true));
        node.disown();
        assert_eq!(node.state(), State::inner(Kind::Chance, true));
        assert_eq!((node.children(), node.low()), (0..0, 0xabcd));
        node.start(1, true);
        assert_eq!((node.state(), node.low()), (State::Over, 1));
    }
}
