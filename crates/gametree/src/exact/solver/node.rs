//! The default loop: the recursion below the root, where `gametree solve connect4` spends its time.
//!
//! One visit tests whether a node is worth at least `beta`, in these steps:
//! 1. list the moves that facts do not decide (`visit`);
//! 2. play each on a copy at the top of the stack, ask the facts about it, and prefetch its record
//!    (`look_at_all`): any child that is good enough ends the visit before one is entered;
//! 3. read the records, which have arrived by now, drop what they decide, and sort the rest by their
//!    move-ordering scores (`look_up_all`);
//! 4. enter the rest in that order until one is good enough (`children`, or `enter_shared` when
//!    several threads search the same question);
//! 5. store what was found, with the work that it took (`visit`).
//!
//! The code is written once, from the mover's view: `MAX` says whose that is.

use gametree_machine::Work;

use super::{Frame, Recursion, Turn};
use crate::algorithm::{MoveOf, Setup};
use crate::model::{Bounds, Game, MoreFacts, WholeBounds};
use crate::stack;
use crate::threads::{Marks, SHARED_PLIES};
use crate::walk::Arrival;

/// Children are looked up in the table before any is entered only if the game may last at least this
/// many more plies: below that, all of them together wait longer for memory than the search of one
/// takes, and the one that is entered is looked up then.
const WORTH_LOOKING_UP: u32 = 8;

/// The children of a node are near the end of the game if the game may last at most this many more
/// plies. Most positions that are searched are; their records go to a small table in the cache
/// (`store/end_table.rs`), which costs a tenth to a quarter more nodes, each at half the time.
const LATE: u32 = 18;

/// The turns of up to this many children are sorted by insertion, as they are found to be open: most
/// nodes have a handful, for which nothing is faster. For more, its quadratic time would show.
const FEW: usize = 64;

/// If there are more children than this, they are taken one by one (`in_turn.rs`) instead of being
/// all looked at before one is entered: that would take longer than it can save, and a copy of the
/// position for each takes memory.
pub(super) const TOO_MANY: usize = 1 << 12;

/// A node to be searched: compiled for newer processors, too, with all that is done at a node inlined.
struct Visit<'s, 'r, 'w, T: Setup> {
    search: &'s mut Recursion<'r, 'w, T>,
    place: usize,
    beta: i32,
}

impl<T: Setup> Work for Visit<'_, '_, '_, T> {
    type Result = WholeBounds;

    #[inline(always)]
    fn run(self) -> WholeBounds {
        self.search.visit(self.place, self.beta)
    }
}

impl<T: Setup> Recursion<'_, '_, T> {
    /// Searches the node at a place of the stack, which was just stepped to: is it worth at least `beta`?
    /// Returns bounds that say so or say the opposite, unless the walk was stopped.
    pub(super) fn node(&mut self, place: usize, beta: i32) -> WholeBounds {
        self.instructions.run(Visit { search: self, place, beta })
    }

    #[inline(always)]
    fn visit(&mut self, place: usize, beta: i32) -> WholeBounds {
        let since = self.clock;
        let position = &self.stack[place].position;
        let (arrival, rest) = self.walk.arrive_at(position, &mut self.moves, false);
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
        // Everything as the mover sees it: is the node worth at least `want`? (Values are whole numbers:
        // less than `beta` for MAX is at least `1 - beta` for MIN, for whom values are negated.)
        let want = if MAX { beta } else { 1 - beta };
        let range = self.range.seen_by(MAX);
        let mut best = rest.map_or(WORST, |rest| WholeBounds::point(rest).seen_by(MAX));
        // One child that is good enough bounds the node from below only: the others were not searched.
        let enough =
            |best: WholeBounds| WholeBounds { lower: best.lower, upper: range.upper }.seen_by(MAX);
        if best.lower >= want {
            return enough(best);
        }
        let left = self.walk.game().plies_left(&self.stack[place].position);
        let looks_up = left.is_none_or(|plies| plies >= WORTH_LOOKING_UP);
        let late = is_late(left);
        let first = self.turns.len();
        // Compiled twice, so that games without facts about moves pay for none.
        best = if self.moves.has_facts() {
            self.look_at_all::<MAX, true>(place, beta, (looks_up, late), best)
        } else {
            self.look_at_all::<MAX, false>(place, beta, (looks_up, late), best)
        };
        if best.lower < want {
            best = self.look_up_all::<MAX>(first, beta, looks_up, best);
        }
        if self.marks.is_some() && self.walk.ply() <= SHARED_PLIES {
            best = self.enter_shared::<MAX>(place, first, beta, best);
            return if best.lower < want { best.seen_by(MAX) } else { enough(best) };
        }
        let mut next = first;
        // What is searched below leaves `turns` as it was, so that this node's are the last.
        while best.lower < want {
            let Some(turn) = self.turns.get(next) else { return best.seen_by(MAX) };
            let found = self.enter(place, turn.place(), beta, looks_up);
            best = best.better(found.seen_by(MAX));
            next += 1;
        }
        enough(best)
    }

    /// Enters the children that have got a turn, as one of several threads: those that another one is searching
    /// come last, in the hope that it is done by then. The first one is mostly the best, and its result decides
    /// about the others, so that all threads search it.
    #[inline(never)]
    fn enter_shared<const MAX: bool>(
        &mut self,
        place: usize,
        first: usize,
        beta: i32,
        mut best: WholeBounds,
    ) -> WholeBounds {
        let want = if MAX { beta } else { 1 - beta };
        let Some(marks) = self.marks.clone() else { return best };
        for next in first..self.turns.len() {
            if best.lower >= want {
                break;
            }
            if next > first {
                let name = |turn: &Turn| self.stack[turn.place()].spot.name();
                marks.bring_forward(&mut self.turns[next..], name);
            }
            let child = self.turns[next].place();
            best = best.better(self.enter_marked(&marks, place, child, beta).seen_by(MAX));
        }
        best
    }

    /// Searches a child, and marks it for the time being, unless others have found out in the meantime.
    fn enter_marked(
        &mut self,
        marks: &Marks,
        parent: usize,
        child: usize,
        beta: i32,
    ) -> WholeBounds {
        let known = self.look_up(child);
        if known.lower >= beta || known.upper < beta {
            self.walk.note_settled(1);
            return known;
        }
        let name = self.stack[child].spot.name();
        marks.mark(name);
        let found = self.enter(parent, child, beta, true);
        marks.unmark(name);
        found
    }

    /// Plays the moves of a node, on copies that go to the top of the stack, and finds out what facts say about its
    /// children. Those that are not decided get a turn. Ends early if one is good enough; returns the best of
    /// `best` and those that are decided. `FACTS`: whether the moves carry facts.
    #[inline(always)]
    fn look_at_all<const MAX: bool, const FACTS: bool>(
        &mut self,
        place: usize,
        beta: i32,
        (looks_up, late): (bool, bool),
        mut best: WholeBounds,
    ) -> WholeBounds {
        let want = if MAX { beta } else { 1 - beta };
        self.make_room(self.moves.len());
        let Recursion { walk, table, stack, top, turns, moves, clock, range, .. } = self;
        let (below, above) = stack.split_at_mut(*top);
        let position = &below[place].position;
        let (mut kept, mut settled) = (0, 0);
        for (index, mv) in moves.iter().enumerate() {
            let child = &mut above[kept];
            let mut bounds = *range;
            if FACTS {
                bounds = bounds.intersect(WholeBounds::within(moves.fact(index)));
            }
            if !(FACTS && bounds.answers(beta)) {
                let look = walk.look_into(position, mv, &mut child.position, beta);
                bounds = bounds.intersect(look.facts);
                if !bounds.answers(beta) {
                    child.spot = table.spot(look.key, late);
                    // It takes about as long to arrive as the other children take to be looked at.
                    if looks_up {
                        table.prefetch_whole(child.spot);
                    }
                    (child.bounds, child.mv) = (bounds, Some(mv));
                    turns.push(Turn::new(look.order_score, *top + kept));
                    kept += 1;
                    continue;
                }
            }
            settled += 1;
            best = best.better(bounds.seen_by(MAX));
            if best.lower >= want {
                break;
            }
        }
        // Work is measured in children looked at: a table prefers to keep what was costly to find.
        *clock += moves.len() as u64;
        *top += kept;
        walk.note_settled(settled);
        best
    }

    /// Adds what the table knows of the children that have got a turn, if it `looks_up` children, drops those
    /// that are decided now, and sorts the others. Ends and returns as above.
    #[inline(always)]
    fn look_up_all<const MAX: bool>(
        &mut self,
        first: usize,
        beta: i32,
        looks_up: bool,
        mut best: WholeBounds,
    ) -> WholeBounds {
        let want = if MAX { beta } else { 1 - beta };
        let Recursion { walk, table, stack, turns, .. } = self;
        let list = &mut turns[first..];
        let (few, mut kept, mut settled) = (list.len() <= FEW, 0, 0);
        for at in 0..list.len() {
            let turn = list[at];
            if looks_up {
                let child = &mut stack[turn.place()];
                child.bounds = child.bounds.intersect(table.whole_bounds(child.spot, child.bounds));
                let known = child.bounds.seen_by(MAX);
                if known.lower >= want || known.upper < want {
                    settled += 1;
                    best = best.better(known);
                    if best.lower >= want {
                        break;
                    }
                    continue;
                }
            }
            let mut to = kept;
            while few && to > 0 && list[to - 1] < turn {
                list[to] = list[to - 1];
                to -= 1;
            }
            list[to] = turn;
            kept += 1;
        }
        if !few {
            list[..kept].sort_unstable_by_key(|&turn| std::cmp::Reverse(turn));
        }
        turns.truncate(first + kept);
        walk.note_settled(settled);
        best
    }

    /// Makes the position at the top of the stack the child behind `mv`, about which `stated` is known. Returns
    /// what facts say about the question whether it is worth at least `beta`, and its move-ordering score.
    pub(super) fn look_at(
        &mut self,
        place: usize,
        mv: MoveOf<T>,
        stated: WholeBounds,
        beta: i32,
    ) -> (WholeBounds, i32) {
        let (below, above) = self.stack.split_at_mut(self.top);
        let child = &mut above[0];
        let look = self.walk.look_into(&below[place].position, mv, &mut child.position, beta);
        child.bounds = stated.intersect(look.facts);
        let late = is_late(self.walk.game().plies_left(&below[place].position));
        // The key is missing where facts decide, but here the child may be entered nevertheless.
        let key = look.key.or_else(|| {
            self.walk.game().more_facts().canonical_key(self.walk.game(), &child.position)
        });
        child.spot = self.table.spot(key, late);
        child.mv = Some(mv);
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
        beta: i32,
        looked_up: bool,
    ) -> WholeBounds {
        let Frame { mv, bounds, .. } = self.stack[child];
        let mv = mv.expect("only the root has none");
        if !self.walk.step_from(&self.stack[parent].position, mv) {
            return bounds;
        }
        self.clock += 1;
        let known = if looked_up { bounds } else { self.look_up(child) };
        let found = if known.lower >= beta || known.upper < beta {
            known
        } else if stack::may_run_out(self.walk.ply()) {
            stack::grow(|| self.node(child, beta))
        } else {
            self.node(child, beta)
        };
        self.walk.back_to(&self.stack[parent].position);
        found
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
            let &Frame { ref position, mv, spot, bounds } = &self.stack[0];
            self.stack.push(Frame { position: position.clone(), mv, spot, bounds });
        }
    }
}

/// Whether the children of a node are near the end of the game, of which at most `left` plies are left.
#[inline(always)]
fn is_late(left: Option<u32>) -> bool {
    left.is_some_and(|plies| plies <= LATE)
}

/// Before any child.
pub(super) const WORST: WholeBounds =
    WholeBounds { lower: WholeBounds::UNBOUNDED.lower, upper: WholeBounds::UNBOUNDED.lower };
