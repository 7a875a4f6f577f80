//! Rollouts for policies that come back to nodes: the tree grows in an arena, and what is finished
//! is freed.

use super::frame::Frame;
use super::guide::Guide;
use super::renew::renew;
use super::{Keep, Root};
use crate::model::{Bounds, Game, Kind, Knowledge, Moves, Value, Window};
use crate::policy::{Opening, Reads};
use crate::run::{Arrival, Finding, Probe, Stop, Walk};
use crate::store::{Arena, Link, ROOT, Store};

/// A search in progress.
pub(super) struct Growth<'e, 'w, G: Game, K, P, A: Guide, S: Store<G>> {
    walk: &'e mut Walk<'w, G, K, P>,
    guide: &'e mut A,
    store: &'e mut S,
    /// What the root is asked.
    question: Window,
    keep: Keep,
    arena: Arena<G::Move, A::Data>,
    path: Vec<Frame<A::Window, G::Undo, S::Slot>>,
    moves: Moves<G::Move>,
    /// Whether anything but the range is known of the children of the node last opened.
    informed: bool,
    no_data: A::Data,
    gave_up: Option<Stop>,
}

/// How a step to a child ended.
enum Step {
    /// It is an inner node, now the end of the path.
    Down,
    /// It was settled on the spot, by this leaf if one was evaluated.
    Settled(Option<Value>),
    /// It was not taken: a limit was reached.
    Refused,
}

impl<'e, 'w, G, K, P, A, S> Growth<'e, 'w, G, K, P, A, S>
where
    G: Game,
    K: Knowledge<G>,
    P: Probe<G>,
    A: Guide,
    S: Store<G>,
{
    pub(super) fn search(
        walk: &'e mut Walk<'w, G, K, P>,
        guide: &'e mut A,
        store: &'e mut S,
        question: Window,
        keep: Keep,
    ) -> Finding<G::Move> {
        let Root { slot, known, kind, moves } = match Root::arrive(walk, store) {
            Ok(root) => root,
            Err(answer) => return answer,
        };
        let dice = walk.game().has_chance();
        let arena = Arena::new(moves.as_slice()[0], dice, walk.memory_limit());
        let mut search = Growth {
            walk,
            guide,
            store,
            question,
            keep,
            arena,
            path: Vec::new(),
            moves,
            informed: false,
            no_data: A::Data::default(),
            gave_up: None,
        };
        search.arena.bounds[ROOT as usize] = known;
        if let Some(link) = search.open_block(ROOT, kind, slot) {
            let known = if search.informed { search.refresh(ROOT, link, slot) } else { known };
            search.push(ROOT, link, A::Window::from(question).enter(known), None, slot);
            search.run();
        }
        search.finish()
    }

    /// Rollouts until the root's question is answered or the limits are.
    fn run(&mut self) {
        let mut open = self.is_open(self.arena.bounds[ROOT as usize]);
        while open {
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

    /// Whether more is to be known about a root with these bounds.
    #[inline]
    fn is_open(&self, root: Bounds) -> bool {
        self.question.admits_beyond(root, self.walk.slack())
    }

    /// The next child at the end of the path and its window; nothing if no child is active.
    #[inline(always)]
    fn choose(&mut self) -> Option<(u32, A::Window)> {
        let (depth, range, slack) = (self.path.len() - 1, self.walk.range(), self.walk.slack());
        let top = self.path.last_mut().expect("the root stays on the path");
        let mut node = top.view(&self.arena, &self.no_data, depth, range, slack);
        let all = top.cursor as usize..node.children.count;
        // Chance nodes apart, so that the others need not ask about every child.
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
    /// that cannot be; where averages are rounded it can, by a hair, and then any child about which
    /// something is open will do: the one through which most is.
    #[cold]
    fn last_resort(&mut self) -> Option<(u32, A::Window)> {
        let enough = self.walk.allowance();
        let top = self.path.last_mut().expect("the root stays on the path");
        let bounds = &self.arena.bounds[top.range()];
        let open = |i: &usize| bounds[*i].width() > enough;
        let share = |i: usize| match top.kind {
            Kind::Chance => bounds[i].width() * self.arena.weights[top.first as usize + i],
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
        let mv = self.arena.moves[child as usize];
        let link = self.arena.links[child as usize];
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
            // News about the child: the policy has to choose again with that in mind.
            self.arena.bounds[child as usize] = known;
            Step::Settled(None)
        } else if !link.is_none() {
            self.push(child, link, window, Some(undo), slot);
            return Step::Down;
        } else {
            match self.walk.arrive(&mut self.moves) {
                Arrival::Leaf(value) => {
                    let point = Bounds::point(value);
                    self.arena.bounds[child as usize] = point;
                    self.store.tighten(slot, point, None);
                    if const { matches!(A::READS, Reads::Everything) } {
                        self.guide.learn(&mut self.arena.data[child as usize], value);
                    }
                    Step::Settled(Some(value))
                }
                Arrival::Inner(kind) => match self.open_block(child, kind, slot) {
                    None => Step::Refused,
                    // News again: from what is known of its children.
                    Some(link) if self.informed && self.refresh(child, link, slot) != known => {
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

    /// Room for the children of `node`, whose moves were just listed, with what game and store know
    /// about them. Nothing if the memory is full: then the search gives up.
    #[inline]
    fn open_block(&mut self, node: u32, kind: Kind, slot: S::Slot) -> Option<Link> {
        let dice = !self.arena.weights.is_empty();
        assert!(kind != Kind::Chance || dice, "a game with chance nodes must say so in has_chance");
        let others = self.guide.bytes();
        let room = (others == 0 || self.arena.bytes() + others <= self.arena.limit)
            && (self.path.len() < self.path.capacity() || self.lengthen_path());
        let block = if room { self.arena.allocate(self.moves.len(), kind) } else { None };
        let Some(link) = block else {
            self.gave_up = Some(Stop::Memory);
            return None;
        };
        self.arena.links[node as usize] = link;
        let moves = self.moves.as_slice();
        let range = link.range();
        let block = &mut self.arena.bounds[range.clone()];
        self.informed = S::PEEKS || self.moves.has_facts();
        if self.informed {
            for (i, bounds) in block.iter_mut().enumerate() {
                let stated = self.walk.child_facts(&self.moves, i);
                *bounds = stated.intersect(self.store.peek(slot, i));
            }
        } else {
            block.fill(self.walk.range());
        }
        for (place, &mv) in self.arena.moves[range.clone()].iter_mut().zip(moves) {
            *place = mv;
        }
        if kind == Kind::Chance {
            let weight = |i| self.moves.probability(i).expect("outcomes have probabilities");
            for (i, place) in self.arena.weights[range.clone()].iter_mut().enumerate() {
                *place = weight(i);
            }
        }
        if size_of::<A::Data>() > 0 {
            self.arena.data[range].fill_with(Default::default);
        }
        self.moves.clear();
        Some(link)
    }

    /// Makes room on the path, at the expense of the arena. False if the memory is full.
    #[cold]
    fn lengthen_path(&mut self) -> bool {
        let frame = size_of::<Frame<A::Window, G::Undo, S::Slot>>();
        let more = self.path.len().max(8);
        let path = (self.path.len() + more) * frame;
        self.arena.limit = self.walk.memory_limit().saturating_sub(path + self.store.bytes());
        self.arena.bytes() <= self.arena.limit && self.path.try_reserve_exact(more).is_ok()
    }

    /// Takes what is known of the children of a node just opened into its own bounds.
    #[inline(never)]
    fn refresh(&mut self, node: u32, link: Link, slot: S::Slot) -> Bounds {
        let bounds = &self.arena.bounds[link.range()];
        let children = match link.kind() {
            Kind::Chance => {
                Bounds::average(self.walk.range(), bounds, &self.arena.weights[link.range()])
            }
            kind => Bounds::of_children(kind, bounds),
        };
        let known = self.arena.bounds[node as usize].intersect(children);
        self.arena.bounds[node as usize] = known;
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
        undo: Option<G::Undo>,
        slot: S::Slot,
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

    /// The last chosen child of the path's end has new bounds: backs up as far as the policy needs
    /// before it chooses again. False when the root's question is answered, or nothing is left.
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

    /// Lets the policy know what has happened below the path's end.
    fn teach(&mut self, leaf: Option<Value>) {
        let top = self.path.last().expect("the root stays on the path");
        let place = top.node as usize;
        if let Some(value) = leaf {
            self.guide.learn(&mut self.arena.data[place], value);
        }
        let (depth, range, slack) = (self.path.len() - 1, self.walk.range(), self.walk.slack());
        let node = top.view(&self.arena, &self.no_data, depth, range, slack);
        if let Some(data) = self.guide.gather(&node) {
            self.arena.data[place] = data;
        }
    }

    /// No child of the path's end is active: leaves it with what the children say. That closes its
    /// window, unless somebody lied; then nothing is left to try.
    #[cold]
    fn leave_spent(&mut self) -> bool {
        let window = self.path.last().expect("the root stays on the path").window;
        if self.path.len() == 1 || window.admits(self.retreat(), self.walk.slack()) {
            self.gave_up = Some(Stop::Stalled);
            return false;
        }
        self.back_up(None)
    }

    /// Leaves the path's end with what its children say. Returns that.
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
        let children = &self.arena.bounds[top.range()];
        let current = top.current as usize;
        let old = self.arena.bounds[top.node as usize];
        let new = match top.kind {
            Kind::Chance => {
                let weights = &self.arena.weights[top.range()];
                old.intersect(Bounds::average(self.walk.range(), children, weights))
            }
            kind => renew(kind, old, children, current, top.before, children[current]),
        };
        // Bounds only shrink.
        let changed = new.lower > old.lower || new.upper < old.upper;
        if changed {
            self.arena.bounds[top.node as usize] = new;
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

    /// Takes the end off the path and tidies up below it.
    #[inline(always)]
    fn pop(&mut self, bounds: Bounds) {
        let Frame { undo, node, .. } = self.path.pop().expect("there is a path");
        // The root is left when all is done, by no move.
        let Some(undo) = undo else { return };
        self.walk.back(self.arena.moves[node as usize], undo);
        if bounds.is_within(self.walk.allowance()) {
            self.tidy_up(node);
        }
    }

    /// Of what is below a finished node, keeps what is to be kept.
    fn tidy_up(&mut self, node: u32) {
        match self.keep {
            Keep::Nothing => self.arena.free_below(node),
            Keep::Line => match self.decisive(node) {
                Some(child) => self.arena.shrink_to(node, child),
                None => self.arena.free_below(node),
            },
        }
    }

    /// The child of `node` that its mover would choose by what is known, if there is one.
    fn decisive(&self, node: u32) -> Option<usize> {
        let link = self.arena.links[node as usize];
        if link.kind() == Kind::Chance {
            return None;
        }
        let children = &self.arena.bounds[link.range()];
        self.arena.bounds[node as usize].best_child(link.kind(), children, self.walk.slack())
    }

    fn finish(mut self) -> Finding<G::Move> {
        while !self.path.is_empty() {
            self.retreat();
        }
        let bounds = self.arena.bounds[ROOT as usize];
        let frame = size_of::<Frame<A::Window, G::Undo, S::Slot>>();
        let bytes = self.arena.bytes() + self.path.capacity() * frame + self.store.bytes();
        let bytes = bytes + self.guide.bytes();
        self.walk.note_memory(bytes, self.arena.peak() + self.store.records());
        Finding { line: self.line(), gave_up: self.gave_up, ..Finding::of(bounds) }
    }

    /// The best moves known, from the root on.
    fn line(&self) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut node = ROOT;
        loop {
            let link = self.arena.links[node as usize];
            let best = if link.is_none() { None } else { self.decisive(node) };
            let Some(best) = best else { return line };
            node = link.first + best as u32;
            line.push(self.arena.moves[node as usize]);
        }
    }
}
