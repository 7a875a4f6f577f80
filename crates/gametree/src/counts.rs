//! What a search did, counted the same way by every algorithm.

/// The work of a search. Every algorithm reaches positions through one door
/// ([`Walk`](super::Walk)), so these numbers mean the same everywhere.
///
/// ```
/// use gametree::Search;
/// use gametree::exact::Minimax;
/// # use gametree::doc::Subtraction;
/// let outcome = Search::bare(&Subtraction { stones: 3 }).plain().run(&mut Minimax)?;
/// // Four ways to play: 1+1+1, 1+2, 2+1, 3.
/// assert_eq!(outcome.counts.leaves, 4);
/// assert_eq!(outcome.counts.inner_nodes(), 4);
/// assert_eq!(outcome.counts.nodes, 7); // every node but the root
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Counts {
    /// Terminal values and evaluations. A leaf that is evaluated twice counts twice.
    pub leaves: u64,
    /// Steps from a parent to a child, revisits included. Replaying a stored path does not count,
    /// nor does a child that facts decide before it is entered.
    pub nodes: u64,
    /// Children that facts or the store decided before they were entered, in searches that look at
    /// all children of a node first. They do not count as nodes.
    pub settled: u64,
    /// Inner nodes entered where MAX moves.
    pub max_nodes: u64,
    /// Inner nodes entered where MIN moves.
    pub min_nodes: u64,
    /// Inner nodes entered where chance moves.
    pub chance_nodes: u64,
    /// The most memory, in bytes, that the search used to store things.
    pub peak_bytes: u64,
    /// The most nodes that the search stored at one time.
    pub peak_nodes: u64,
    /// The most threads that worked at one time, besides the first.
    pub helpers: u64,
}

impl Counts {
    /// All inner nodes entered.
    pub fn inner_nodes(&self) -> u64 {
        self.max_nodes + self.min_nodes + self.chance_nodes
    }

    /// The total work of two searches in sequence; peaks are not added.
    #[must_use]
    pub fn plus(self, other: Counts) -> Counts {
        Counts {
            leaves: self.leaves + other.leaves,
            nodes: self.nodes + other.nodes,
            settled: self.settled + other.settled,
            max_nodes: self.max_nodes + other.max_nodes,
            min_nodes: self.min_nodes + other.min_nodes,
            chance_nodes: self.chance_nodes + other.chance_nodes,
            peak_bytes: self.peak_bytes.max(other.peak_bytes),
            peak_nodes: self.peak_nodes.max(other.peak_nodes),
            helpers: self.helpers.max(other.helpers),
        }
    }
}
