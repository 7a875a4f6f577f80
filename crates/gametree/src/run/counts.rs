//! What a search did, counted the same way by every algorithm.

/// The work of a search. Every algorithm reaches positions through one door
/// ([`Walk`](super::Walk)), so these numbers mean the same everywhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Counts {
    /// Terminal values and evaluations that were asked for. A leaf that is asked twice counts
    /// twice.
    pub leaves: u64,
    /// Steps from a parent to a child, revisits too; but not walking again along a path that the
    /// search has stored, and not a child that facts close before it is entered.
    pub nodes: u64,
    /// Children that facts or the store settled before they were entered, where a search looks at
    /// all children of a node first. They are not among the nodes.
    pub settled: u64,
    /// Inner nodes entered where MAX moves.
    pub max_nodes: u64,
    /// Inner nodes entered where MIN moves.
    pub min_nodes: u64,
    /// Inner nodes entered where chance moves.
    pub chance_nodes: u64,
    /// The most memory, in bytes, that the search held for what it stores.
    pub peak_bytes: u64,
    /// The most nodes that the search held at one time.
    pub peak_nodes: u64,
}

impl Counts {
    /// Inner nodes entered, whoever moves.
    pub fn inner_nodes(&self) -> u64 {
        self.max_nodes + self.min_nodes + self.chance_nodes
    }

    /// The work of two searches, one after the other.
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
        }
    }
}
