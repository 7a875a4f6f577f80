//! The bounds of a node after one of its children has changed, mostly without reading the others.

use crate::model::{Bounds, Kind, Value};

/// The bounds of a node of `kind`, which were `known`, after child `index` went from `old` to
/// `new`: the same as recomputing them from all children.
#[inline(always)]
pub(super) fn renew(
    kind: Kind,
    known: Bounds,
    children: &[Bounds],
    index: usize,
    old: Bounds,
    new: Bounds,
) -> Bounds {
    // MIN's case is MAX's, with all signs turned.
    if kind.maximises() {
        let lower = known.lower.max(new.lower);
        let optimistic = [known, old, new].map(|bounds| bounds.upper);
        Bounds { lower, upper: recede(optimistic, children, index, |bounds| bounds.upper) }
    } else {
        let upper = known.upper.min(new.upper);
        let optimistic = [known, old, new].map(|bounds| -bounds.lower);
        Bounds { lower: -recede(optimistic, children, index, |bounds| -bounds.lower), upper }
    }
}

/// A mover's optimistic bound, which was `known`, now that a child's, which was `old`, is `new`. It is
/// less only if no other child's was as good.
#[inline(always)]
fn recede(
    [known, old, new]: [Value; 3],
    children: &[Bounds],
    index: usize,
    bound: impl Fn(&Bounds) -> Value,
) -> Value {
    if new >= known || old < known {
        return known;
    }
    rescan(known, new, children, index, bound)
}

/// The best optimistic bound, `new` included, but no more than `known`.
fn rescan(
    known: Value,
    new: Value,
    children: &[Bounds],
    index: usize,
    bound: impl Fn(&Bounds) -> Value,
) -> Value {
    // First the children to the right of the one that fell: it was the leftmost of equals.
    let (before, after) = children.split_at(index);
    let mut most = new;
    for part in [after, before] {
        for child in part {
            let bound = bound(child);
            if bound >= known {
                return known;
            }
            most = most.max(bound);
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways in which one of three children can shrink, at nodes that know their children.
    #[test]
    fn the_same_as_looking_at_all_children() {
        let intervals = [(0, 3), (0, 2), (1, 3), (1, 1), (2, 3), (0, 0), (3, 3)]
            .map(|(lower, upper): (i32, i32)| Bounds::new(lower.into(), upper.into()).unwrap());
        for code in 0..7usize.pow(5) {
            let digit = |place: u32| intervals[code / 7usize.pow(place) % 7];
            let (mut children, new, own) = ([digit(0), digit(1), digit(2)], digit(3), digit(4));
            for (index, kind) in [(0, Kind::Max), (1, Kind::Max), (2, Kind::Min), (1, Kind::Min)] {
                let old = children[index];
                if !old.encloses(new) {
                    continue;
                }
                let known = own.intersect(Bounds::of_children(kind, &children));
                children[index] = new;
                let all = known.intersect(Bounds::of_children(kind, &children));
                assert_eq!(renew(kind, known, &children, index, old, new), all);
                children[index] = old;
            }
        }
    }
}
