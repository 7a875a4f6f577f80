//! The recursion below the root: a node, and its children.

use super::{Place, Recursion, Turn};
use crate::model::{Bounds, Game, WholeBounds};
use crate::run::{Arrival, MoveOf, Setup, stack};

/// Children are looked up in the table only if the game may last at least this many more plies: below that,
/// searching costs less than looking up.
const WORTH_LOOKING_UP: u32 = 8;

/// More children are not looked at before one is entered: that takes longer than it can save.
pub(super) const TOO_MANY: usize = 1 << 12;

/// The turns of up to this many children are sorted by insertion.
const FEW: usize = 64;

impl<T: Setup> Recursion<'_, '_, T> {
    /// Searches the node at a place of the stack, which was just stepped to: is it worth at least `beta`?
    /// Returns bounds that say so or say the opposite, unless the walk was stopped.
    pub(super) fn node(&mut self, place: usize, beta: i32) -> WholeBounds {
        let since = self.clock;
        let position = &self.stack[place].position;
        let (arrival, rest) = self.walk.arrive_aside(position, &mut self.moves, false);
        let found = match arrival {
            Arrival::Leaf(value) => WholeBounds::within(Bounds::point(value)),
            Arrival::Inner(kind) if self.moves.len() > TOO_MANY => {
                self.many_children(place, kind, rest, beta)
            }
            Arrival::Inner(kind) => {
                let (top, turns) = (self.top, self.turns.len());
                let found = if kind.maximises() {
                    self.children::<true>(place, rest, beta)
                } else {
                    self.children::<false>(place, rest, beta)
                };
                self.top = top;
                self.turns.truncate(turns);
                found
            }
        };
        let node = &self.stack[place];
        let found = node.bounds.intersect(found);
        self.table.tighten_whole(node.spot, found, self.clock - since);
        found
    }

    /// Searches the children of a node of this player, whose moves are listed: first looks at all of them,
    /// then enters the promising ones first. `rest` is what the moves that are not listed are worth.
    #[inline(always)]
    fn children<const MAX: bool>(
        &mut self,
        place: usize,
        rest: Option<i32>,
        beta: i32,
    ) -> WholeBounds {
        // Everything as the mover sees it: is the node worth at least `want`?
        let want = if MAX { beta } else { 1 - beta };
        let range = self.range.seen_by(MAX);
        let mut best = rest.map_or(WORST, |rest| WholeBounds::point(rest).seen_by(MAX));
        let enough =
            |best: WholeBounds| WholeBounds { lower: best.lower, upper: range.upper }.seen_by(MAX);
        if best.lower >= want {
            return enough(best);
        }
        let left = self.walk.game().plies_left(&self.stack[place].position);
        let looks_up = left.is_none_or(|plies| plies >= WORTH_LOOKING_UP);
        let first = self.turns.len();
        self.make_room(self.moves.len());
        let has_facts = self.moves.has_facts();
        for index in 0..self.moves.len() {
            let mv = self.moves.get(index);
            let stated = if has_facts { self.stated(index) } else { self.range };
            let (known, order_score) = self.look_at(place, mv, stated);
            let known = known.seen_by(MAX);
            if known.lower < want && want <= known.upper {
                if looks_up {
                    self.table.prefetch_whole(self.stack[self.top].spot);
                }
                self.turns.push(Turn { order_score, place: self.top as u32, mv });
                self.top += 1;
                continue;
            }
            self.walk.note_settled();
            best = best.better(known);
            if best.lower >= want {
                return enough(best);
            }
        }
        if looks_up {
            let mut kept = first;
            for at in first..self.turns.len() {
                let turn = self.turns[at];
                let known = self.look_up(turn.place as usize).seen_by(MAX);
                if known.lower < want && want <= known.upper {
                    self.turns[kept] = turn;
                    kept += 1;
                    continue;
                }
                self.walk.note_settled();
                best = best.better(known);
                if best.lower >= want {
                    return enough(best);
                }
            }
            self.turns.truncate(kept);
        }
        self.sort(first);
        for at in first..self.turns.len() {
            let turn = self.turns[at];
            let found = self.enter(place, turn.place as usize, turn.mv, beta, looks_up);
            best = best.better(found.seen_by(MAX));
            if best.lower >= want {
                return enough(best);
            }
        }
        best.seen_by(MAX)
    }

    /// What the game stated beside a move of the list.
    fn stated(&self, index: usize) -> WholeBounds {
        self.range.intersect(WholeBounds::within(self.moves.fact(index)))
    }

    /// Makes the position at the top of the stack the child behind `mv`, about which `stated` is known. Returns
    /// what facts say about it, and its move-ordering score.
    #[inline(always)]
    pub(super) fn look_at(
        &mut self,
        place: usize,
        mv: MoveOf<T>,
        stated: WholeBounds,
    ) -> (WholeBounds, i32) {
        let (below, above) = self.stack.split_at_mut(self.top);
        let child = &mut above[0];
        let look = self.walk.look_into(&below[place].position, mv, &mut child.position);
        child.bounds = stated.intersect(look.facts);
        child.spot = self.table.spot(look.key);
        self.clock += 1;
        (child.bounds, look.order_score)
    }

    /// Adds what the table knows of a position, and returns all that is known.
    #[inline(always)]
    pub(super) fn look_up(&mut self, place: usize) -> WholeBounds {
        let child = &mut self.stack[place];
        let stored = self.table.whole_bounds(child.spot, child.bounds);
        child.bounds = child.bounds.intersect(stored);
        child.bounds
    }

    /// Searches a child; returns what is known of it if that decides, or if a limit forbids the step.
    #[inline(always)]
    pub(super) fn enter(
        &mut self,
        parent: usize,
        child: usize,
        mv: MoveOf<T>,
        beta: i32,
        looked_up: bool,
    ) -> WholeBounds {
        if !self.walk.step_aside(&self.stack[parent].position, mv) {
            return self.stack[child].bounds;
        }
        self.clock += 1;
        let known = if looked_up { self.stack[child].bounds } else { self.look_up(child) };
        let found = if known.lower >= beta || known.upper < beta {
            known
        } else if stack::may_run_out(self.walk.ply()) {
            stack::grow(|| self.node(child, beta))
        } else {
            self.node(child, beta)
        };
        self.walk.back_aside(&self.stack[parent].position);
        found
    }

    /// Sorts the turns of a node, the most promising first, equals in their order.
    #[inline(always)]
    fn sort(&mut self, first: usize) {
        let turns = &mut self.turns[first..];
        if turns.len() > FEW {
            turns.sort_by_key(|turn| std::cmp::Reverse(turn.order_score));
            return;
        }
        for end in 1..turns.len() {
            let turn = turns[end];
            let mut at = end;
            while at > 0 && turns[at - 1].order_score < turn.order_score {
                turns[at] = turns[at - 1];
                at -= 1;
            }
            turns[at] = turn;
        }
    }

    /// Makes room in the stack for this many positions above its top.
    #[inline(always)]
    pub(super) fn make_room(&mut self, count: usize) {
        if self.stack.len() < self.top + count {
            self.grow_stack(count);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow_stack(&mut self, count: usize) {
        while self.stack.len() < self.top + count {
            let Place { position, spot, bounds } = &self.stack[0];
            let copy = Place { position: position.clone(), spot: *spot, bounds: *bounds };
            self.stack.push(copy);
        }
    }
}

/// Before any child.
pub(super) const WORST: WholeBounds =
    WholeBounds { lower: WholeBounds::UNBOUNDED.lower, upper: WholeBounds::UNBOUNDED.lower };
