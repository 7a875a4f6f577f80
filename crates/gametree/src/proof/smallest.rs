//! The smallest certificate that a tree has: what a search that knew where to look could get by with.
//!
//! Of a node three numbers are enough: the fewest leaves that show that it is worth at least the value
//! of the root, at most that, and both at once. Where MAX moves, one child shows "at least" and all
//! children together show "at most"; both at once takes a child that shows both, in place of one that
//! shows "at most". Where MIN moves it is the other way round. (With chance nodes a bound may be
//! shared out among the outcomes in many ways; that is not tried here.)

use super::side::Side;
use crate::model::{Bounds, Game, Moves, Turn, Value};
use crate::run::stack;

/// So many leaves prove it; none do if it is not so.
type Size = Option<u64>;

/// The fewest leaves that show something of a node.
#[derive(Clone, Copy, Debug)]
struct Sizes {
    /// That it is worth at least, and at most, the value of the root.
    one: [Size; 2],
    both: Size,
}

/// The leaves of the smallest certificate that proves that `position` is worth `value`. Nothing if there
/// are chance nodes, if that is not the value, or if the tree has more than `most` nodes.
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
