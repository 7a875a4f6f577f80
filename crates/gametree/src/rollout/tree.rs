//! Rollouts for policies that return to nodes, whatever they read.

use super::branches::Branches;
use super::frame::Frame;
use super::guide::Guide;
use super::renew::renew;
use super::{Root, Terms};
use crate::algorithm::{MoveOf, Setup, SlotOf, UndoOf, WalkOf};
use crate::model::{Bounds, Game, Kind, Value, Window};
use crate::outcome::{Outcome, Stop};
use crate::policy::{Opening, Reads};
use crate::store::{Link, ROOT, Spare, Store};
use crate::walk::Arrival;

/// A search in progress.
pub(super) struct TreeSearch<'e, 'w, T: Setup, A: Guide> {
    walk: &'e mut WalkOf<'w, T>,
    guide: &'e mut A,
    store: &'e mut T::Store,
    /// The window of the question.
    question: Window,
    tree: Branches<MoveOf<T>, A::Data>,
    path: Vec<Frame<A::Window, UndoOf<T>, SlotOf<T>>>,
    /// How many bytes the arena leaves to the guide.
    guides: usize,
    no_data: A::Data,
    gave_up: Option<Stop>,
}

/// The most bytes that a guide with memory of its own takes for each child of a node.
const GUIDED_CHILD: usize = 32;

/// How a step to a child ended.
enum Step {
    /// It is an inner node, now the end of the path.
    Down,
    /// It is done, by this leaf if one was evaluated.
    Settled(Option<Value>),
    /// It was not taken: a limit was reached.
    Refused,
}

impl<'e, 'w, T: Setup, A: Guide> TreeSearch<'e, 'w, T, A> {
    pub(super) fn search(
        walk: &'e mut WalkOf<'w, T>,
        guide: &'e mut A,
        store: &'e mut T::Store,
        question: Window,
        terms: &mut Terms,
    ) -> Outcome<MoveOf<T>> {
        let Root { slot, known, kind, moves } = match Root::<T>::arrive(walk, store) {
            Ok(root) => root,
            Err(answer) => return answer,
        };
        let dice = walk.game().has_chance();
        let tree = Branches::new(known, moves, dice, walk.memory_limit(), terms);
        let mut search: Self = TreeSearch {
            walk,
            guide,
            store,
            question,
            tree,
            path: Vec::new(),
            guides: 0,
            no_data: A::Data::default(),
            gave_up: None,
        };
        if let Some(link) = search.open(ROOT, kind, slot) {
            let known = if search.tree.informed { search.refresh(ROOT, link, slot) } else { known };
            search.push(ROOT, link, A::Window::from(question).enter(known), None, slot);
            search.run();
        }
        let (answer, spare) = search.finish();
        terms.spare = spare;
        answer
    }

    /// Runs rollouts until the root's question is answered or a limit is reached.
    fn run(&mut self) {
        let mut open = self.is_open(self.tree.arena.bounds[ROOT as usize]);
        while open {
            if !self.guide.reserve(self.path.last().map_or(0, |top| top.count as usize)) {
                self.gave_up = Some(Stop::Memory);
                return;
            }
            open = match self.choose().or_else(|| self.last_resort()) {
                None => self.leave_spent(),
                Some((child, window)) => match self.descend(child, window) {
                    Step::Down => true,
                    Step::Settled(leaf) => self.back_up(leaf),
                    Step::Refused => false,
                },
            };
        }
    }

    /// Whether a root with these bounds leaves the question open.
    #[inline]
    fn is_open(&self, root: Bounds) -> bool {
        self.question.admits_beyond(root, self.walk.slack())
    }

    /// The next child at the end of the path and its window; `None` if no child is active.
    #[inline(always)]
    fn choose(&mut self) -> Option<(u32, A::Window)> {
        let (depth, range, slack) = (self.path.len() - 1, self.walk.range(), self.walk.slack());
        let top = self.path.last_mut().expect("the root stays on the path");
        let mut node = top.view(&self.tree.arena, &self.no_data, depth, range, slack);
        let all = top.cursor as usize..node.children.count;
        // Chance nodes separately, so that the others need not test it for every child.
        let cursor = if top.kind == Kind::Chance {
            all.into_iter().find(|&i| node.is_active(i))
        } else {
            let bounds = node.children.bounds;
            all.into_iter().find(|&i| top.window.admits(bounds[i], slack))
        }?;
        node.children.cursor = cursor;
        top.cursor = cursor as u32;
        let (index, window) = self.guide.step(&node);
        (top.current, top.before) = (index as u32, node.children.bounds[index]);
        Some((top.first + index as u32, window))
    }

    /// A child of a node that is open though none of its children is active. In exact arithmetic
    /// that cannot happen; with rounded averages it can, by a hair, and then any open child will
    /// do: take the one with most still open.
    #[cold]
    fn last_resort(&mut self) -> Option<(u32, A::Window)> {
        let enough = self.walk.allowance();
        let top = self.path.last_mut().expect("the root stays on the path");
        let bounds = &self.tree.arena.bounds[top.range()];
        let open = |i: &usize| bounds[*i].width() > enough;
        let share = |i: usize| match top.kind {
            Kind::Chance => bounds[i].width() * self.tree.arena.weights[top.first as usize + i],
            _ => Window::FULL.clip(bounds[i]).width(),
        };
        let wider = |best, i| if share(i) > share(best) { i } else { best };
        let index = (0..bounds.len()).filter(open).reduce(wider).filter(|_| enough > 0.0)?;
        (top.current, top.before) = (index as u32, bounds[index]);
        Some((top.first + index as u32, Window::from(bounds[index]).into()))
    }

    /// Steps to the chosen `child` of the path's end.
    #[inline(always)]
    fn descend(&mut self, child: u32, window: A::Window) -> Step {
        let top = self.path.last().expect("the root stays on the path");
        let (index, siblings, parent) = (top.current as usize, top.count as usize, top.slot);
        let old = top.before;
        self.walk.charge(siblings);
        let mv = self.tree.arena.moves[child as usize];
        let link = self.tree.arena.links[child as usize];
        let undo = if link.is_none() {
            match self.walk.step(mv) {
                Some(undo) => undo,
                None => return Step::Refused,
            }
        } else {
            self.walk.replay(mv)
        };
        let (game, position, horizon) =
            (self.walk.game(), self.walk.position(), self.walk.horizon());
        let slot = self.store.child(parent, index, siblings, game, position, horizon);
        let known = old.intersect(self.walk.facts()).intersect(self.store.retrieve(slot));
        let ended = if !known.is_identical(old) {
            // The child has new bounds: the policy has to choose again.
            self.tree.arena.bounds[child as usize] = known;
            Step::Settled(None)
        } else if !link.is_none() {
            self.push(child, link, window, Some(undo), slot);
            return Step::Down;
        } else {
            match self.walk.arrive(&mut self.tree.moves) {
                Arrival::Leaf(value) => {
                    let point = Bounds::point(value);
                    self.tree.arena.bounds[child as usize] = point;
                    self.store.tighten(slot, point, None);
                    if const { matches!(A::READS, Reads::Everything) } {
                        self.guide.learn(&mut self.tree.arena.data[child as usize], value);
                    }
                    Step::Settled(Some(value))
                }
                Arrival::Inner(kind) => match self.open(child, kind, slot) {
                    None => Step::Refused,
                    // New bounds again: from its children.
                    Some(link)
                        if self.tree.informed && self.refresh(child, link, slot) != known =>
                    {
                        Step::Settled(None)
                    }
                    Some(link) => {
                        self.push(child, link, window, Some(undo), slot);
                        return Step::Down;
                    }
                },
            }
        };
        self.walk.back(mv, undo);
        ended
    }

    /// Opens `node`, whose moves were just listed. `None` if the memory is full: then the search
    /// gives up.
    #[inline]
    fn open(&mut self, node: u32, kind: Kind, slot: SlotOf<T>) -> Option<Link> {
        // There were too many children for the time left.
        if self.walk.stopped().is_some() {
            return None;
        }
        let room = self.leave_room_for_guide()
            && (self.path.len() < self.path.capacity() || self.lengthen_path());
        let block =
            if room { self.tree.open::<T>(node, kind, slot, self.walk, self.store) } else { None };
        if block.is_none() {
            self.gave_up = Some(Stop::Memory);
        }
        block
    }

    /// Makes room for what the guide keeps, at the expense of the arena, before it takes it: its lists grow by an eighth, or
    /// by as much as a node's children need. False if the memory is full.
    #[inline]
    fn leave_room_for_guide(&mut self) -> bool {
        let held = self.guide.bytes();
        if held == 0 {
            return true;
        }
        let needed = held + held / 6 + GUIDED_CHILD * self.tree.moves.len();
        if needed <= self.guides {
            return true;
        }
        // Some more, so that the arena's limit seldom changes.
        self.guides = needed + needed / 16;
        self.limit_arena(self.path.capacity())
    }

    /// Makes room on the path, at the expense of the arena. False if the memory is full.
    #[cold]
    fn lengthen_path(&mut self) -> bool {
        let more = self.path.len().max(8);
        self.limit_arena(self.path.len() + more) && self.path.try_reserve_exact(more).is_ok()
    }

    /// Leaves the arena what a path of this capacity, the store, and the guide do not need. False if it holds more.
    #[cold]
    fn limit_arena(&mut self, frames: usize) -> bool {
        let path = frames * size_of::<Frame<A::Window, UndoOf<T>, SlotOf<T>>>();
        let others = path + self.store.bytes() + self.guides;
        self.tree.arena.limit = self.walk.memory_limit().saturating_sub(others);
        self.tree.arena.bytes() <= self.tree.arena.limit
    }

    /// Tightens the bounds of a node just opened by those of its children.
    fn refresh(&mut self, node: u32, link: Link, slot: SlotOf<T>) -> Bounds {
        let known = self.tree.refresh(node, link, self.walk.range());
        self.store.tighten(slot, known, None);
        known
    }

    /// Makes a node with children the end of the path.
    #[inline]
    fn push(
        &mut self,
        node: u32,
        link: Link,
        window: A::Window,
        undo: Option<UndoOf<T>>,
        slot: SlotOf<T>,
    ) {
        let (first, count, kind) = (link.first, link.count() as u32, link.kind());
        let (cursor, current, before) = (0, 0, Bounds::UNBOUNDED);
        self.path.push(Frame {
            window,
            undo,
            node,
            first,
            count,
            cursor,
            current,
            before,
            kind,
            slot,
        });
    }

    /// Backs up the new bounds of the last chosen child at the end of the path, as far as the
    /// policy needs before it chooses again. False when the root's question is answered, or nothing
    /// is left.
    #[inline]
    fn back_up(&mut self, leaf: Option<Value>) -> bool {
        loop {
            let (new, changed) = self.update();
            if const { !matches!(A::READS, Reads::Everything) } && !changed {
                return true;
            }
            if const { matches!(A::READS, Reads::Everything) } {
                self.teach(leaf);
            }
            if self.path.len() == 1 {
                return self.at_root(new, changed);
            }
            self.pop(new);
        }
    }

    /// Tells the policy what has happened below the end of the path.
    fn teach(&mut self, leaf: Option<Value>) {
        let top = self.path.last().expect("the root stays on the path");
        let place = top.node as usize;
        if let Some(value) = leaf {
            self.guide.learn(&mut self.tree.arena.data[place], value);
        }
        let (depth, range, slack) = (self.path.len() - 1, self.walk.range(), self.walk.slack());
        let node = top.view(&self.tree.arena, &self.no_data, depth, range, slack);
        if let Some(data) = self.guide.gather(&node) {
            self.tree.arena.data[place] = data;
        }
    }

    /// Leaves the end of the path, which has no active child, with the bounds of its children. That
    /// closes its window, unless a fact or a stored bound is wrong; then nothing is left to try.
    #[cold]
    fn leave_spent(&mut self) -> bool {
        let window = self.path.last().expect("the root stays on the path").window;
        if self.path.len() == 1 || window.admits(self.retreat(), self.walk.slack()) {
            self.gave_up = Some(Stop::Stalled);
            return false;
        }
        self.back_up(None)
    }

    /// Leaves the end of the path with the bounds that follow from its children. Returns them.
    #[cold]
    #[inline(never)]
    fn retreat(&mut self) -> Bounds {
        let (new, _) = self.update();
        self.pop(new);
        new
    }

    /// Recomputes the bounds of the path's end after its last chosen child has changed (Huang 2015,
    /// Algorithm 4, lines 14-15; by intersection). Returns them, and whether they have changed.
    #[inline(always)]
    fn update(&mut self) -> (Bounds, bool) {
        let top = self.path.last().expect("the root stays on the path");
        let children = &self.tree.arena.bounds[top.range()];
        let current = top.current as usize;
        let old = self.tree.arena.bounds[top.node as usize];
        let new = match top.kind {
            Kind::Chance => {
                let weights = &self.tree.arena.weights[top.range()];
                old.intersect(Bounds::average(self.walk.range(), children, weights))
            }
            kind => renew(kind, old, children, current, top.before, children[current]),
        };
        // Bounds only shrink.
        let changed = new.lower > old.lower || new.upper < old.upper;
        if changed {
            self.tree.arena.bounds[top.node as usize] = new;
            self.store.tighten(top.slot, new, None);
        }
        (new, changed)
    }

    fn at_root(&mut self, new: Bounds, changed: bool) -> bool {
        if changed {
            self.walk.report(new);
        }
        let root = &mut self.path[0];
        root.window = A::Window::from(self.question).enter(new);
        self.is_open(new)
    }

    /// Removes the end of the path and tidies up below it.
    #[inline(always)]
    fn pop(&mut self, bounds: Bounds) {
        let Frame { undo, node, .. } = self.path.pop().expect("there is a path");
        // The root is left at the end, without undoing a move.
        let Some(undo) = undo else { return };
        self.walk.back(self.tree.arena.moves[node as usize], undo);
        if bounds.is_within(self.walk.allowance()) {
            self.tree.tidy_up(node, self.walk.slack());
        }
    }

    fn finish(mut self) -> (Outcome<MoveOf<T>>, Spare) {
        while !self.path.is_empty() {
            self.retreat();
        }
        let bounds = self.tree.arena.bounds[ROOT as usize];
        let frame = size_of::<Frame<A::Window, UndoOf<T>, SlotOf<T>>>();
        let bytes = self.tree.arena.bytes() + self.path.capacity() * frame + self.store.bytes();
        let bytes = bytes + self.guide.bytes();
        self.walk.note_memory(bytes, self.tree.arena.peak() + self.store.records());
        let pv = self.tree.pv(self.walk.slack());
        (
            Outcome { pv, stop: self.gave_up.unwrap_or(Stop::Running), ..Outcome::of(bounds) },
            self.tree.arena.retire(),
        )
    }
}
