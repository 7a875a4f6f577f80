//! Proof and disproof numbers, and which child they tell to search.

use crate::model::Kind;

/// How many times worse than the second-best a child becomes before the search leaves it.
///
/// To leave it early saves nodes where subtrees share few positions, and costs many where they share most: with a margin of 8
/// Hex takes two thirds of the nodes that it takes with 24, and `mnk:5,5,4` two to three times as many. So the margin
/// depends on how many positions the search meets again.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Margin {
    /// Of the children of positions that were new: how many there were that facts did not decide, and how many of these
    /// had been decided elsewhere.
    children: u64,
    decided: u64,
}

/// The margins for few and for many shared positions.
const SMALL: u32 = 8;
const LARGE: u32 = 24;

/// Many are shared if at least one child in this number had been decided. (In Breakthrough, Domineering and Hex it is one in ten or
/// more, in mnk and Dots and Boxes one in three to five.)
const ONE_IN: u64 = 6;

impl Margin {
    /// A position was new: how many of its children had to be looked up, and how many of these were
    /// decided.
    #[inline]
    pub fn note(&mut self, children: usize, decided: usize) {
        self.children += children as u64;
        self.decided += decided as u64;
    }

    #[inline]
    fn factor(self) -> u32 {
        if self.decided * ONE_IN > self.children { LARGE } else { SMALL }
    }
}

/// The number of something that cannot be proven.
pub(super) const NEVER: u32 = u32::MAX;

/// The estimated work to answer the question with yes, or no.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Numbers {
    pub proof: u32,
    pub disproof: u32,
}

impl Numbers {
    pub const NEVER: Numbers = Numbers { proof: NEVER, disproof: NEVER };

    /// The numbers of an unknown position.
    pub const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };

    /// The numbers as the mover sees them: the mover's own, and the opponent's.
    #[inline]
    pub fn of_mover(self, kind: Kind) -> (u32, u32) {
        if kind.maximises() { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }

    #[inline]
    pub fn from_mover(kind: Kind, way: u32, other: u32) -> Numbers {
        if kind.maximises() {
            Numbers { proof: way, disproof: other }
        } else {
            Numbers { proof: other, disproof: way }
        }
    }
}

/// The child to search: the one with the smallest number for the mover.
#[derive(Clone, Copy, Debug)]
pub(super) struct BestChild {
    pub at: usize,
    /// The mover's number there, and at the second-best child.
    pub way: u32,
    second: u32,
    /// The opponent's number for all children together: that of the hardest.
    pub other: u32,
}

impl BestChild {
    #[inline]
    pub fn of(children: impl Iterator<Item = Numbers>, kind: Kind) -> BestChild {
        let mut best = BestChild { at: 0, way: NEVER, second: NEVER, other: 0 };
        for (at, numbers) in children.enumerate() {
            let (way, other) = numbers.of_mover(kind);
            best.other = best.other.max(other);
            if way < best.way {
                best = BestChild { at, way, second: best.way, ..best };
            } else {
                best.second = best.second.min(way);
            }
        }
        best
    }

    /// The limits of the numbers of a child whose number for the mover is `way`, in a node with these limits. They are
    /// larger than its numbers, so that the search of the child gets on.
    #[inline]
    pub fn limits(
        &self,
        way: u32,
        kind: Kind,
        (way_limit, other_limit): (u32, u32),
        margin: Margin,
    ) -> Numbers {
        let turn = self.second.max(way).saturating_mul(margin.factor()).saturating_add(1);
        Numbers::from_mover(kind, way_limit.min(turn), other_limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(numbers: &[(u32, u32)], kind: Kind) -> BestChild {
        let numbers = numbers.iter().map(|&(way, other)| Numbers::from_mover(kind, way, other));
        BestChild::of(numbers, kind)
    }

    #[test]
    fn one_child_is_enough_for_the_mover_and_the_hardest_counts_for_the_other() {
        for kind in [Kind::Max, Kind::Min] {
            let found = best(&[(7, 2), (3, 5), (4, 1), (NEVER, 0)], kind);
            assert_eq!((found.at, found.way, found.second, found.other), (1, 3, 4, 5));
            let lost = best(&[(NEVER, 0), (NEVER, 0)], kind);
            assert_eq!((lost.way, lost.other), (NEVER, 0));
            let won = best(&[(2, 9), (0, NEVER)], kind);
            assert_eq!((won.way, won.other), (0, NEVER));
        }
    }

    #[test]
    fn whatever_child_is_searched_has_room_to_get_on() {
        let children = [(3, 5), (400, 1), (101, 7), (NEVER - 1, 2)];
        let limits = (NEVER, 8);
        for kind in [Kind::Max, Kind::Min] {
            let found = best(&children, kind);
            for (way, other) in children {
                let given = found.limits(way, kind, limits, Margin::default()).of_mover(kind);
                assert!(way < given.0 && other < given.1, "{way}, {other}: {given:?}");
            }
        }
    }

    #[test]
    fn the_margin_is_large_where_most_children_were_met_elsewhere() {
        let of = |children, decided| {
            let mut margin = Margin::default();
            (0..3).for_each(|_| margin.note(children, decided));
            margin.factor()
        };
        assert_eq!((Margin::default().factor(), of(60, 10), of(60, 11)), (SMALL, SMALL, LARGE));
    }
}
