//! A first guess at a value, from a few leaves reached at random.

use crate::algorithm::{Setup, WalkOf};
use crate::model::{Bounds, Draws, Moves, Value};
use crate::policy::Shape;
use crate::store::Store;
use crate::walk::Arrival;

/// The number of leaves evaluated.
const LEAVES: usize = 16;

/// The value of the root if all leaves were independent and like those of a few random walks, in a
/// tree of the shape that the walks have seen; `None` if a limit was reached. The leaves are counted,
/// and kept in the store, so that the search need not evaluate them again.
pub(super) fn sampled_value<T: Setup>(
    walk: &mut WalkOf<'_, T>,
    store: &mut T::Store,
) -> Option<Value> {
    let (mut draws, mut shape) = (Draws::new(1), Shape::default());
    let mut values = Vec::new();
    for _ in 0..LEAVES {
        values.push(random_leaf::<T>(walk, store, &mut draws, &mut shape)?);
    }
    values.sort();
    let below = (1.0 - shape.even_share()) * values.len() as f64;
    Some(values[(below as usize).min(values.len() - 1)])
}

/// Walks at random to a leaf, or to a position whose value is known, and back.
fn random_leaf<T: Setup>(
    walk: &mut WalkOf<'_, T>,
    store: &mut T::Store,
    draws: &mut Draws,
    shape: &mut Shape,
) -> Option<Value> {
    let mut slot = store.root(walk.game(), walk.position(), walk.horizon());
    let (mut moves, mut path) = (Moves::new(), Vec::new());
    let found = loop {
        let known = walk.facts().intersect(store.retrieve(slot));
        if known.is_closed() {
            break Some(known.lower);
        }
        moves.clear();
        let kind = match walk.arrive(&mut moves) {
            Arrival::Inner(kind) => kind,
            Arrival::Leaf(value) => {
                store.tighten(slot, Bounds::point(value), None);
                break Some(value);
            }
        };
        shape.inner(path.len(), kind.maximises(), moves.len());
        let index = draws.below(moves.len() as u64) as usize;
        let mv = moves.get(index);
        let Some(undo) = walk.step(mv) else { break None };
        path.push((mv, undo));
        let (game, position, horizon) = (walk.game(), walk.position(), walk.horizon());
        slot = store.child(slot, index, moves.len(), game, position, horizon);
    };
    shape.leaf(path.len());
    while let Some((mv, undo)) = path.pop() {
        walk.back(mv, undo);
    }
    found
}
