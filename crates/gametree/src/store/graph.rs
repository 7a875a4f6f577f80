//! A graph of positions: each is stored once, however often and by whichever path it is reached.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::ops::Range;

use crate::model::{Bounds, Key, Kind};

/// A position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Vertex {
    pub bounds: Bounds,
    /// Who moves; `None` before it is expanded, or if the game is over there.
    pub kind: Option<Kind>,
    /// Where its moves start among the edges.
    first: u32,
    count: u32,
}

impl Vertex {
    #[inline]
    pub fn edges(&self) -> Range<usize> {
        self.first as usize..self.first as usize + self.count as usize
    }
}

/// A move from one position to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge<M> {
    pub to: u32,
    pub mv: M,
    /// Until which change it is vain, and how many changes that is since it was last tried: see
    /// [`GraphSearch`](crate::rollout).
    pub vain: u32,
    pub pause: u32,
}

/// The positions that a search has met, with the moves between them.
#[derive(Debug)]
pub(crate) struct Graph<M> {
    names: HashMap<Key, u32>,
    pub vertices: Vec<Vertex>,
    pub edges: Vec<Edge<M>>,
    /// The probability of each edge at chance nodes; one elsewhere.
    pub weights: Vec<f64>,
}

impl<M> Graph<M> {
    pub fn new() -> Self {
        let (names, vertices) = (HashMap::new(), Vec::new());
        Graph { names, vertices, edges: Vec::new(), weights: Vec::new() }
    }

    /// The vertex of a position, created with these `bounds` if it is new.
    pub fn vertex(&mut self, name: Key, bounds: Bounds) -> u32 {
        match self.names.entry(name) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => {
                let vertex = self.vertices.len() as u32;
                self.vertices.push(Vertex { bounds, kind: None, first: 0, count: 0 });
                *place.insert(vertex)
            }
        }
    }

    /// Makes the edges from number `first` on the moves of `vertex`, where `kind` moves.
    pub fn expand(&mut self, vertex: u32, kind: Kind, first: usize) {
        let vertex = &mut self.vertices[vertex as usize];
        vertex.kind = Some(kind);
        vertex.first = first as u32;
        vertex.count = (self.edges.len() - first) as u32;
    }

    /// The bounds of `vertex` that follow from its moves, where `range` contains all values.
    pub fn join(&self, vertex: u32, range: Bounds, scratch: &mut Vec<Bounds>) -> Bounds {
        let Vertex { bounds, kind, .. } = self.vertices[vertex as usize];
        self.children(vertex, scratch);
        let edges = self.vertices[vertex as usize].edges();
        bounds.intersect(match kind {
            None => bounds,
            Some(Kind::Chance) => Bounds::average(range, scratch, &self.weights[edges]),
            Some(kind) => Bounds::of_children(kind, scratch),
        })
    }

    /// The bounds of the children of `vertex`.
    pub fn children(&self, vertex: u32, into: &mut Vec<Bounds>) {
        let edges = &self.edges[self.vertices[vertex as usize].edges()];
        into.clear();
        into.extend(edges.iter().map(|edge| self.vertices[edge.to as usize].bounds));
    }

    /// The shortest path from `start`, as edges, to a position that was not expanded yet and whose
    /// bounds are wider than `enough`; `None` if there is none.
    pub fn way_to_unseen(&self, start: u32, enough: f64) -> Option<Vec<usize>> {
        let mut came_by: Vec<Option<(u32, usize)>> = vec![None; self.vertices.len()];
        let mut queue = VecDeque::from([start]);
        while let Some(vertex) = queue.pop_front() {
            for edge in self.vertices[vertex as usize].edges() {
                let to = self.edges[edge].to;
                if to == start || came_by[to as usize].is_some() {
                    continue;
                }
                came_by[to as usize] = Some((vertex, edge));
                let Vertex { bounds, kind, .. } = self.vertices[to as usize];
                if kind.is_none() && bounds.width() > enough {
                    let back = |&(from, _): &(u32, usize)| came_by[from as usize];
                    let steps = std::iter::successors(came_by[to as usize], back);
                    let mut way: Vec<usize> = steps.map(|(_, edge)| edge).collect();
                    way.reverse();
                    return Some(way);
                }
                queue.push_back(to);
            }
        }
        None
    }

    /// Memory held.
    pub fn bytes(&self) -> usize {
        // A hash map has an eighth of its slots in reserve, and one extra byte per slot.
        self.names.capacity() * (size_of::<(Key, u32)>() + 1) * 8 / 7
            + self.vertices.capacity() * size_of::<Vertex>()
            + self.edges.capacity() * size_of::<Edge<M>>()
            + self.weights.capacity() * size_of::<f64>()
    }

    /// Whether the next additions might exceed this limit.
    pub fn is_full(&self, limit: usize) -> bool {
        // A full array doubles.
        3 * self.bytes() > limit && {
            let doubling = |len: usize, capacity: usize| len + 256 > capacity;
            2 * self.bytes() > limit
                && (doubling(self.names.len(), self.names.capacity())
                    || doubling(self.vertices.len(), self.vertices.capacity())
                    || doubling(self.edges.len(), self.edges.capacity()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_there_once() {
        let mut graph: Graph<u8> = Graph::new();
        let known = Bounds::point(3.into());
        let a = graph.vertex(Key::Exact(1), known);
        let b = graph.vertex(Key::Exact(2), Bounds::UNBOUNDED);
        assert_eq!(graph.vertex(Key::Exact(1), Bounds::UNBOUNDED), a);
        assert_ne!(a, b);
        assert_ne!(graph.vertex(Key::Hash(1), known), a);
        assert_eq!(graph.vertices[a as usize].bounds, known);
    }

    #[test]
    fn a_vertex_knows_what_its_moves_say() {
        let mut graph: Graph<char> = Graph::new();
        let range = Bounds::new(0.into(), 10.into()).unwrap();
        let top = graph.vertex(Key::Exact(0), range);
        let [x, y] = [(1, 4), (2, 8)].map(|(name, value): (u128, i32)| {
            graph.vertex(Key::Exact(name), Bounds::point(value.into()))
        });
        graph.edges.extend([(x, 'x'), (y, 'y')].map(|(to, mv)| Edge { to, mv, vain: 0, pause: 0 }));
        graph.weights.extend([0.25, 0.75]);
        graph.expand(top, Kind::Max, 0);
        let mut scratch = Vec::new();
        assert_eq!(graph.join(top, range, &mut scratch), Bounds::point(8.into()));
        graph.expand(top, Kind::Chance, 0);
        let average = graph.join(top, range, &mut scratch);
        assert!(average.contains(7.into()) && average.width() < 1e-12);
    }

    #[test]
    fn what_nobody_has_seen_is_found() {
        let mut graph: Graph<()> = Graph::new();
        let [a, b, c] = [0, 1, 2].map(|name| graph.vertex(Key::Exact(name), Bounds::UNBOUNDED));
        let edge = |to| Edge { to, mv: (), vain: 0, pause: 0 };
        graph.edges.extend([edge(a), edge(b)]);
        graph.expand(a, Kind::Max, 0);
        graph.edges.extend([edge(a), edge(c)]);
        graph.expand(b, Kind::Min, 2);
        assert_eq!(graph.way_to_unseen(a, 0.0), Some(vec![1, 3]));
        graph.vertices[c as usize].bounds = Bounds::point(1.into());
        assert_eq!(graph.way_to_unseen(a, 0.0), None);
    }
}
