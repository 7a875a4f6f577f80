//! The smallest certificate of a tree: what a search that always knew where to look would need.
//!
//! Three numbers per node are enough: the fewest leaves that show that it is worth at least the value
//! of the root, at most that, and both at once. At MAX nodes, one child shows "at least" and all
//! children together show "at most"; both at once takes a child that shows both, in place of one that
//! shows "at most". At MIN nodes it is the reverse. (With chance nodes a bound may be distributed
//! among the outcomes in many ways; that is not tried here.)

use super::side::Side;
use crate::model::{Bounds, Game, Moves, Turn, Value};
use crate::stack;

/// The leaves of a proof; `None` if there is no proof.
type Size = Option<u64>;

/// The fewest leaves that show something of a node.
#[derive(Clone, Copy, Debug)]
struct Sizes {
    /// That it is worth at least, and at most, the value of the root.
    one: [Size; 2],
    both: Size,
}

/// The number of leaves of the smallest certificate that `position` is worth `value`. `None` if there
/// are chance nodes, if that is not the value, or if the tree has more than `most` nodes.
///
/// ```
/// use gametree::Game;
/// use gametree::proof::smallest_proof;
/// # use gametree::doc::Subtraction;
/// // MAX takes all three stones and wins: one leaf.
/// let game = Subtraction { stones: 3 };
/// assert_eq!(smallest_proof(&game, &game.start(), 1.into(), 1_000), Some(1));
/// // MAX loses: MIN needs one reply to each of three moves.
/// let game = Subtraction { stones: 4 };
/// assert_eq!(smallest_proof(&game, &game.start(), (-1).into(), 1_000), Some(3));
/// ```
pub fn smallest_proof<G: Game>(
    game: &G,
    position: &G::Position,
    value: Value,
    most: u64,
) -> Option<u64> {
    let mut count = Count { game, value, left: most };
    let sizes = count.sizes(&mut position.clone(), 0)?;
    // The ends of the range need no proof.
    let range = game.span();
    let wanted = Side::BOTH.map(|side| side.floor(Bounds::point(value)) > side.floor(range));
    match wanted {
        [true, true] => sizes.both,
        [false, false] => sizes.both.map(|_| 0),
        [true, false] => sizes.one[0],
        [false, true] => sizes.one[1],
    }
}

struct Count<'g, G> {
    game: &'g G,
    value: Value,
    left: u64,
}

impl<G: Game> Count<'_, G> {
    fn sizes(&mut self, position: &mut G::Position, ply: u32) -> Option<Sizes> {
        self.left = self.left.checked_sub(1)?;
        let mut moves = Moves::new();
        let kind = match self.game.expand(position, &mut moves) {
            Turn::Terminal(value) => {
                let leaf = |so: bool| so.then_some(1);
                let one = [leaf(value >= self.value), leaf(value <= self.value)];
                return Some(Sizes { one, both: leaf(value == self.value) });
            }
            Turn::CHANCE => return None,
            Turn::Inner(kind) => kind,
        };
        // The mover's own end, and the other one.
        let own = if kind.maximises() { 0 } else { 1 };
        let (mut fewest, mut all, mut saving): (Size, Size, Option<i64>) = (None, Some(0), None);
        for mv in moves.iter() {
            let undo = self.game.play(position, mv);
            let child = if stack::may_run_out(ply) {
                stack::grow(|| self.sizes(position, ply + 1))?
            } else {
                self.sizes(position, ply + 1)?
            };
            self.game.undo(position, mv, undo);
            let (one, other) = (child.one[own], child.one[1 - own]);
            fewest = fewest.into_iter().chain(one).min();
            all = all.zip(other).map(|(all, other)| all + other);
            let more = child.both.zip(other).map(|(both, other)| both as i64 - other as i64);
            saving = saving.into_iter().chain(more).min();
        }
        let both = all.zip(saving).map(|(all, more)| all.saturating_add_signed(more));
        let mut one = [fewest, all];
        one.swap(0, own);
        Some(Sizes { one, both })
    }
}
