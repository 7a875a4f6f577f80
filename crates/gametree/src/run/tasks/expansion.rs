//! What is below a position, found out by expanding it and what follows, one position after the other.

use std::time::Duration;

use super::frontier::MOST_CHILDREN;
use crate::model::{Bounds, Game, Kind, Knowledge, Moves, Window};
use crate::run::search::{Question, Terms};
use crate::run::{Arrival, Counts, Probe, SearchError, Task, Walk};

/// A task goes on to further leaves until it has taken this long, since handing out each of them would cost a few microseconds.
/// (Unit tests, which count leaves, hand out each by itself: they must not depend on the clock.)
const LONG_ENOUGH: Duration = Duration::from_micros(if cfg!(test) { 0 } else { 400 });

/// What is below a position.
pub(super) enum Expansion<G: Game> {
    /// Nothing: its value is known.
    Leaf(Bounds),
    /// These children and what is known of them; what is below some of them, by their numbers; chance decides with
    /// these probabilities.
    Inner {
        position: G::Position,
        kind: Kind,
        children: Vec<(G::Move, Bounds)>,
        below: Vec<(usize, Expansion<G>)>,
        odds: Vec<f64>,
    },
    /// More children than are kept.
    TooMany,
}

impl<G: Game> Expansion<G> {
    /// Expands the position of a task, then the first of its children that matters, and so on, down to a leaf; and goes on
    /// below the position as SSS* would, as long as its upper bound stays where it is, until it has taken long enough.
    /// Every expansion counts as a node.
    pub fn of_task<K: Knowledge<G>, P: Probe<G>>(
        question: &Question<'_, G, K>,
        task: Task<G::Position>,
    ) -> Result<(Expansion<G>, Counts), SearchError> {
        let Question { game, knowledge, scope, terms, .. } = *question;
        let terms = Terms { horizon: task.horizon, ..terms };
        let question = Question::new(game, knowledge, task.position, scope, terms);
        let mut walk = Walk::<G, K, P>::new(question, None, task.limits);
        walk.count_nodes(1);
        let (expansion, _) = Expansion::here(&mut walk, task.window);
        let (counts, ..) = walk.finish()?;
        Ok((expansion, counts))
    }

    /// What is below the current position of a walk, where this window matters, and what that says of its value.
    fn here<K: Knowledge<G>, P: Probe<G>>(
        walk: &mut Walk<'_, G, K, P>,
        mut window: Window,
    ) -> (Expansion<G>, Bounds) {
        let mut moves = Moves::new();
        let kind = match walk.arrive(&mut moves) {
            Arrival::Leaf(value) => {
                let bounds = Bounds::point(value);
                return (Expansion::Leaf(bounds), bounds);
            }
            Arrival::Inner(_) if moves.len() > MOST_CHILDREN => {
                return (Expansion::TooMany, walk.range());
            }
            Arrival::Inner(kind) => kind,
        };
        let known = |(i, mv)| (mv, walk.child_facts(&moves, i));
        let mut children: Vec<_> = moves.iter().enumerate().map(known).collect();
        let odds = (0..moves.len()).filter_map(|i| moves.probability(i)).collect();
        if kind == Kind::Chance {
            // What matters below is a matter of the other children, too.
            window = Window::FULL;
        }
        let position = walk.position().clone();
        let (mut below, mut bounds) = (Vec::new(), walk.range());
        while let Some(next) = next_child(kind, &children, window.clip(bounds), walk.slack()) {
            let (mv, before) = children[next];
            let Some(undo) = walk.step(mv) else { break };
            let (expansion, found) = Expansion::here(walk, window.clip(bounds).clip(before));
            walk.back(mv, undo);
            children[next].1 = before.intersect(found);
            below.push((next, expansion));
            if kind == Kind::Chance || walk.elapsed() >= LONG_ENOUGH {
                break;
            }
            let all: Vec<Bounds> = children.iter().map(|child| child.1).collect();
            bounds = bounds.intersect(Bounds::of_children(kind, &all));
            // Now another part of the tree may come first; and what is not finished below has taken long enough.
            let is_open = window.clip(children[next].1).is_wider_than(walk.slack());
            if bounds.upper < window.beta || is_open && children[next].1.upper >= window.beta {
                break;
            }
        }
        (Expansion::Inner { position, kind, children, below, odds }, bounds)
    }
}

/// The child that SSS* would go to: the first one that matters, below a MAX node of those with the largest upper bound.
fn next_child<M>(
    kind: Kind,
    children: &[(M, Bounds)],
    window: Window,
    slack: f64,
) -> Option<usize> {
    let matters = |&child: &usize| window.clip(children[child].1).is_wider_than(slack);
    let mut matter = (0..children.len()).filter(matters);
    match kind {
        Kind::Max => matter.rev().max_by_key(|&child| window.clip(children[child].1).beta),
        Kind::Min | Kind::Chance => matter.next(),
    }
}
