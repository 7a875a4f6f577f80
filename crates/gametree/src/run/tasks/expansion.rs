//! What is below a position, found out without a search.

use super::frontier::MOST_CHILDREN;
use crate::model::{Bounds, Game, Kind, Knowledge, Moves, Window};
use crate::run::search::{Question, Terms};
use crate::run::{Arrival, Counts, Probe, SearchError, Task, Walk};

/// What is below a position.
pub(super) enum Expansion<G: Game> {
    /// Nothing: its value is known.
    Leaf(Bounds),
    /// These children and what is known of them; this one matters first; chance decides with these probabilities.
    Inner {
        position: G::Position,
        kind: Kind,
        children: Vec<(G::Move, Bounds)>,
        next: usize,
        odds: Vec<f64>,
    },
    /// More children than are kept.
    TooMany,
}

impl<G: Game> Expansion<G> {
    /// Expands the position of a task, then the first of its children that matters, and so on, until the limits or
    /// a leaf end it. Every expansion counts as a node.
    pub fn chain<K: Knowledge<G>, P: Probe<G>>(
        question: &Question<'_, G, K>,
        task: Task<G::Position>,
    ) -> Result<(Vec<Expansion<G>>, Counts), SearchError> {
        let Question { game, knowledge, scope, terms, .. } = *question;
        let terms = Terms { horizon: task.horizon, ..terms };
        let question = Question::new(game, knowledge, task.position, scope, terms);
        let mut walk = Walk::<G, K, P>::new(question, None, task.limits);
        walk.count_nodes(1);
        let (mut chain, mut window) = (Vec::new(), task.window);
        loop {
            let expansion = Expansion::here(&mut walk, &mut window);
            let next = match &expansion {
                Expansion::Inner { children, next, .. } => Some(children[*next].0),
                _ => None,
            };
            chain.push(expansion);
            if next.and_then(|mv| walk.step(mv)).is_none() {
                break;
            }
        }
        let (counts, ..) = walk.finish()?;
        Ok((chain, counts))
    }

    /// What is below the current position of a walk, where this window matters.
    fn here<K: Knowledge<G>, P: Probe<G>>(
        walk: &mut Walk<'_, G, K, P>,
        window: &mut Window,
    ) -> Expansion<G> {
        let mut moves = Moves::new();
        let kind = match walk.arrive(&mut moves) {
            Arrival::Leaf(value) => return Expansion::Leaf(Bounds::point(value)),
            Arrival::Inner(_) if moves.len() > MOST_CHILDREN => return Expansion::TooMany,
            Arrival::Inner(kind) => kind,
        };
        let known = |(i, mv)| (mv, walk.child_facts(&moves, i));
        let children: Vec<_> = moves.iter().enumerate().map(known).collect();
        let odds = (0..moves.len()).filter_map(|i| moves.probability(i)).collect();
        if kind == Kind::Chance {
            // What matters below is a matter of the other children, too.
            *window = Window::FULL;
        }
        let matters = |child: &(_, Bounds)| window.clip(child.1).is_wider_than(walk.slack());
        let next = children.iter().position(matters).unwrap_or(0);
        let position = walk.position().clone();
        Expansion::Inner { position, kind, children, next, odds }
    }
}
