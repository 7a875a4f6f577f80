//! `expected`: the policy for games with dice and expensive leaves.
//!
//! Not from a paper. Like `best-first` it searches where most is at stake, but it judges nodes by
//! their likely values, not only by their bounds. Its belief about a node is a normal distribution
//! (a mean E and a variance V) and a number N of leaves still open:
//!
//! | node | E and V | N |
//! |---|---|---|
//! | closed | its value, 0 | 0 |
//! | CHANCE | `sum p_c E_c`, `sum p_c^2 V_c` | `sum N_c` |
//! | MAX, MIN | those of the largest, smallest of independent normal numbers | `sum N_c` |
//! | not entered | `E = (3 prior + sum E_s) / (3 + k)` over its k siblings that were entered; V of the prior | of the prior |
//!
//! every E within the bounds. The prior of a node comes from the nodes seen so far at its depth,
//! leaves and inner nodes of each kind: see [`levels`]. Nothing about the game is known beforehand.
//!
//! Each rollout passes an *aim* down: the node's window as it would be if the other choices above
//! were already known to have their expected values. At MAX the aim's alpha rises to the best E of
//! the other children, at MIN its beta falls; through a chance node it goes as windows do. Then
//!
//! - the first MAX or MIN of the path chooses as `best-first` does;
//! - those below take the child with the largest `min(U, E + sqrt V)`, or its mirror image;
//! - CHANCE takes the largest `p_c (w (E_c - L_c) + (1 - w)(U_c - E_c)) / sqrt N_c`, where `w = (E -
//!   alpha)/(beta - alpha)`, clamped to [0, 1], is the expected position within the aim: near the
//!   top the lower bound has to rise, near the bottom the upper bound has to fall.
//!
//! The aim saves most: a move that will turn out second best is refuted from the beginning, long
//! before the best move's lower bound requires it.

mod guess;
mod levels;

use super::{Child, Node, Policy};
use crate::model::{Bounds, Kind, Value, Window};
use guess::Guess;
use levels::Levels;

/// The weight of the prior, in siblings, in the guess at a node that was not entered yet.
const PRIOR: f64 = 3.0;

/// Chooses by the expected values of nodes, which it learns during the search.
///
/// ```
/// use gametree::policy::Expected;
/// use gametree::{Rollout, Search};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let outcome = Search::new(&game).run(&mut Rollout::new(Expected::new()))?;
/// assert_eq!(outcome.value(), Some(1.into()));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Expected {
    levels: Levels,
    /// The window of the next node, if the choices above have their expected values.
    aim: Window,
    /// Whether a player has moved on the path already.
    chosen: bool,
    /// The depth of the next node of the path, until a leaf is reached there.
    next_depth: Option<usize>,
    /// The children of the node looked at; kept to reuse its memory.
    views: Vec<View>,
}

/// What [`Expected`] stores about a node.
#[derive(Clone, Copy, Debug, Default)]
pub struct Estimate {
    value: Guess,
    open_leaves: f64,
    seen: Seen,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Seen {
    #[default]
    Never,
    Entered,
    Closed,
}

/// The belief about a child.
#[derive(Clone, Copy, Debug)]
struct View {
    value: Guess,
    open_leaves: f64,
    bounds: Bounds,
    /// At a chance node; elsewhere zero.
    probability: f64,
    entered: bool,
}

impl View {
    /// What is known of a child; the rest remains to be guessed.
    fn of(child: &Child<'_, Estimate>, slack: f64) -> View {
        let Child { bounds, data, .. } = *child;
        let closed = bounds.width() <= slack;
        let probability = child.probability.unwrap_or(0.0);
        let entered = closed || data.seen != Seen::Never;
        let (value, open_leaves) = if closed {
            (Guess::certain(bounds.middle().get()), 0.0)
        } else {
            (data.value, data.open_leaves.max(1.0))
        };
        View { value, open_leaves, bounds, probability, entered }.within_bounds()
    }

    fn within_bounds(mut self) -> View {
        let Bounds { lower, upper } = self.bounds;
        self.value.mean = self.value.mean.max(lower.get()).min(upper.get());
        self
    }
}

impl Default for Expected {
    fn default() -> Self {
        Expected::new()
    }
}

impl Expected {
    /// A policy that has seen nothing yet. It starts afresh with every search.
    pub fn new() -> Expected {
        Expected {
            levels: Levels::default(),
            aim: Window::FULL,
            chosen: false,
            next_depth: None,
            views: Vec::new(),
        }
    }

    /// Looks at the children of `node`.
    fn look(&mut self, node: &Node<'_, Estimate>) {
        let slack = node.slack();
        self.views.clear();
        self.views.extend((0..node.child_count()).map(|i| View::of(&node.child(i), slack)));
        let prior = self.levels.prior(node.depth() + 1);
        let (mut sum, mut count) = (PRIOR * prior.value.mean, PRIOR);
        for view in self.views.iter().filter(|view| view.entered) {
            sum += view.value.mean;
            count += 1.0;
        }
        let value = Guess { mean: sum / count, ..prior.value };
        let open_leaves = prior.leaves.max(1.0);
        for view in self.views.iter_mut().filter(|view| !view.entered) {
            *view = View { value, open_leaves, ..*view }.within_bounds();
        }
    }

    /// The belief about a node of `kind` that follows from its children.
    fn value(&self, kind: Kind) -> Guess {
        let views = self.views.iter();
        match kind {
            Kind::Chance => views.fold(Guess::default(), |sum, view| {
                let p = view.probability;
                Guess {
                    mean: sum.mean + p * view.value.mean,
                    variance: sum.variance + p * p * view.value.variance,
                }
            }),
            _ => {
                let best = views.map(|view| turned(kind, view.value)).reduce(Guess::larger);
                turned(kind, best.expect("inner nodes have children"))
            }
        }
    }

    /// At a chance node, the outcome with the largest useful gain per leaf.
    fn outcome(&self, node: &Node<'_, Estimate>) -> usize {
        let (alpha, beta) = (self.aim.alpha.get(), self.aim.beta.get());
        let expected = self.value(Kind::Chance).mean;
        let upward = if beta > alpha {
            ((expected - alpha) / (beta - alpha)).clamp(0.0, 1.0)
        } else {
            f64::from(u8::from(expected >= alpha))
        };
        best(node, |child| {
            let View { value, open_leaves, bounds, probability, .. } = self.views[child.index];
            let rise = value.mean - bounds.lower.get();
            let fall = bounds.upper.get() - value.mean;
            probability * (upward * rise + (1.0 - upward) * fall) / open_leaves.sqrt()
        })
    }

    /// At a player's node, the child with the best optimistic estimate.
    fn choice(&self, node: &Node<'_, Estimate>) -> usize {
        let kind = node.kind();
        best(node, |child| {
            if self.chosen {
                let View { value, bounds, .. } = self.views[child.index];
                turned(kind, value).optimistic().min(furthest(kind, bounds.lower, bounds.upper))
            } else {
                furthest(kind, child.window.alpha, child.window.beta)
            }
        })
    }

    /// The aim of child `index`.
    fn aim_at(&self, node: &Node<'_, Estimate>, index: usize) -> Window {
        let kind = node.kind();
        if kind == Kind::Chance {
            return node.outcome_window_in(self.aim, index);
        }
        let others = self.views.iter().enumerate().filter(|(i, _)| *i != index);
        let rival = others.map(|(_, view)| turned(kind, view.value).mean).reduce(f64::max);
        let Window { alpha, beta } = self.aim;
        match rival.and_then(Value::new) {
            None => self.aim,
            Some(rival) if kind.maximises() => Window { alpha: alpha.max(rival).min(beta), beta },
            Some(rival) => Window { alpha, beta: beta.min(-rival).max(alpha) },
        }
    }

    /// A rollout starts.
    fn start(&mut self, root: &Node<'_, Estimate>) {
        if root.data().seen == Seen::Never {
            let Window { alpha, beta } = root.window();
            let middle = alpha.get() / 2.0 + beta.get() / 2.0;
            self.levels = Levels::new(if middle.is_finite() { middle } else { 0.0 });
        }
        self.levels.refresh();
        self.aim = root.window();
        self.chosen = false;
    }
}

/// A value as the mover of a node of `kind` sees it, so that more is better; and back.
fn turned(kind: Kind, value: Guess) -> Guess {
    if kind.maximises() { value } else { value.negated() }
}

/// The better end of an interval for the mover of a node of `kind`, as the mover sees it.
fn furthest(kind: Kind, lower: Value, upper: Value) -> f64 {
    if kind.maximises() { upper.get() } else { -lower.get() }
}

/// The active child with the highest score, the leftmost of equals.
fn best(node: &Node<'_, Estimate>, score: impl Fn(&Child<'_, Estimate>) -> f64) -> usize {
    let scored = node.active().map(|child| (score(&child), child.index));
    scored.reduce(|best, next| if next.0 > best.0 { next } else { best }).expect("one is active").1
}

impl Policy for Expected {
    const BEST_FIRST: bool = true;
    type Data = Estimate;

    fn worker(&self) -> Option<Self> {
        Some(self.clone())
    }

    fn select(&mut self, node: &Node<'_, Estimate>) -> usize {
        if node.depth() == 0 {
            self.start(node);
        }
        self.next_depth = Some(node.depth() + 1);
        self.look(node);
        let Window { alpha, beta } = node.window();
        let within = |value: Value| value.max(alpha).min(beta);
        self.aim = Window { alpha: within(self.aim.alpha), beta: within(self.aim.beta) };
        let index = if node.kind() == Kind::Chance {
            self.outcome(node)
        } else {
            let index = self.choice(node);
            self.chosen = true;
            index
        };
        self.aim = self.aim_at(node, index);
        index
    }

    fn learn(&mut self, data: &mut Estimate, value: Value) {
        // The leaf itself comes first; the nodes above it gather from their children.
        if let Some(depth) = self.next_depth.take() {
            let value = Guess::certain(value.get());
            self.levels.leaf(depth, value.mean);
            *data = Estimate { value, open_leaves: 0.0, seen: Seen::Closed };
        }
    }

    fn gather(&mut self, node: &Node<'_, Estimate>) -> Option<Estimate> {
        let (kind, depth, before) = (node.kind(), node.depth(), node.data().seen);
        self.look(node);
        if before == Seen::Never {
            let squares = self.views.iter().map(|view| view.probability * view.probability).sum();
            self.levels.inner(depth, kind, self.views.len(), squares);
        }
        let value = self.value(kind);
        let known = node.bounds_of_children();
        let seen = if known.width() <= node.slack() { Seen::Closed } else { Seen::Entered };
        if seen == Seen::Closed && before != Seen::Closed {
            self.levels.closed(depth, Guess::certain(known.middle().get()).mean);
        }
        let open_leaves = self.views.iter().map(|view| view.open_leaves).sum();
        Some(Estimate { value, open_leaves, seen })
    }
}
