//! The tree of the searches that return to nodes: it grows in an arena, and finished subtrees are
//! pruned.

use super::{Keep, Terms};
use crate::algorithm::{Setup, SlotOf, WalkOf};
use crate::model::{Bounds, Game, Kind, Move, Moves};
use crate::store::{Arena, Link, ROOT, Store};

const NO_PROBABILITIES: &str = "the outcomes of chance have probabilities: they are listed by Moves::push_outcome, not by push";

/// A tree that grows.
pub(super) struct Branches<M, D> {
    pub arena: Arena<M, D>,
    /// The moves of the current node.
    pub moves: Moves<M>,
    /// Whether more than the range is known of the children of the node last opened.
    pub informed: bool,
    keep: Keep,
}

impl<M: Move, D: Default> Branches<M, D> {
    /// A root with bounds `known` whose `moves` are listed, in the memory of a finished tree.
    pub fn new(
        known: Bounds,
        moves: Moves<M>,
        dice: bool,
        limit: usize,
        Terms { keep, spare, .. }: &mut Terms,
    ) -> Self {
        let keep = *keep;
        let spare = std::mem::take(spare);
        let mut arena = Arena::in_memory(spare, moves.get(0), dice, limit);
        arena.bounds[ROOT as usize] = known;
        Branches { arena, moves, informed: false, keep }
    }

    /// Adds the children of `node`, whose moves were just listed, with the bounds that game and
    /// store know. `None` if the memory is full.
    #[inline(always)]
    pub fn open<T: Setup<Game: Game<Move = M>>>(
        &mut self,
        node: u32,
        kind: Kind,
        slot: SlotOf<T>,
        walk: &WalkOf<'_, T>,
        store: &T::Store,
    ) -> Option<Link> {
        let dice = !self.arena.weights.is_empty();
        assert!(kind != Kind::Chance || dice, "a game with chance nodes must say so in has_chance");
        let link = self.arena.allocate(self.moves.len(), kind)?;
        self.arena.links[node as usize] = link;
        let range = link.range();
        let block = &mut self.arena.bounds[range.clone()];
        self.informed = T::Store::PEEKS || self.moves.has_facts();
        if self.informed {
            for (i, bounds) in block.iter_mut().enumerate() {
                let stated = walk.child_facts(&self.moves, i);
                *bounds = stated.intersect(store.peek(slot, i));
            }
        } else {
            block.fill(walk.range());
        }
        for (place, mv) in self.arena.moves[range.clone()].iter_mut().zip(self.moves.iter()) {
            *place = mv;
        }
        if kind == Kind::Chance {
            let weight = |i| self.moves.probability(i).expect(NO_PROBABILITIES);
            for (i, place) in self.arena.weights[range.clone()].iter_mut().enumerate() {
                *place = weight(i);
            }
        }
        if size_of::<D>() > 0 {
            self.arena.data[range].fill_with(Default::default);
        }
        self.moves.clear();
        Some(link)
    }

    /// Tightens the bounds of a node just opened, which lie in `range`, by those of its children.
    /// Returns them.
    #[inline(never)]
    pub fn refresh(&mut self, node: u32, link: Link, range: Bounds) -> Bounds {
        let bounds = &self.arena.bounds[link.range()];
        let children = match link.kind() {
            Kind::Chance => Bounds::average(range, bounds, &self.arena.weights[link.range()]),
            kind => Bounds::of_children(kind, bounds),
        };
        let known = self.arena.bounds[node as usize].intersect(children);
        self.arena.bounds[node as usize] = known;
        known
    }

    /// Whether no principal variation is wanted.
    #[inline]
    pub fn keeps_no_pv(&self) -> bool {
        self.keep == Keep::Nothing
    }

    /// Frees the subtree of a finished node, except for what is to be kept.
    pub fn tidy_up(&mut self, node: u32, slack: f64) {
        match self.keep {
            Keep::Nothing => self.arena.free_below(node),
            Keep::Pv => match self.decisive(node, slack) {
                Some(child) => self.arena.shrink_to(node, child),
                None => self.arena.free_below(node),
            },
        }
    }

    /// The child of `node` that its mover would choose by the known bounds, if there is one.
    fn decisive(&self, node: u32, slack: f64) -> Option<usize> {
        let link = self.arena.links[node as usize];
        if link.count() == 0 || link.kind() == Kind::Chance {
            return None;
        }
        let children = &self.arena.bounds[link.range()];
        self.arena.bounds[node as usize].best_child(link.kind(), children, slack)
    }

    /// The best moves known, from the root on; or only the first, if no more is kept.
    pub fn pv(&self, slack: f64) -> Vec<M> {
        let mut pv = Vec::new();
        let (mut node, mut own) = (ROOT, self.arena.bounds[ROOT as usize]);
        while let Some(best) = self.decisive(node, slack) {
            let link = self.arena.links[node as usize];
            let child = link.first + best as u32;
            let bounds = self.arena.bounds[child as usize];
            // What closed a node (its window, or the store) may leave open which of its children has its value, and only one
            // of them is still there.
            if node != ROOT && own.width() <= slack && !own.is_kept_by(bounds, link.kind(), slack) {
                break;
            }
            own = own.of_best_child(bounds, link.kind());
            pv.push(self.arena.moves[child as usize]);
            if self.keeps_no_pv() {
                break;
            }
            node = child;
        }
        pv
    }
}
