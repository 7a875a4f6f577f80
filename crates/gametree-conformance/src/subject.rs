//! The game under test, how its positions are compared and shown, and paths through it.

use std::fmt::Debug;

use gametree_model::{Game, Key, Knowledge, Moves, Notation, Turn, Value};

use crate::Violation;
use crate::broken::Broken;

/// A game with heuristics, and how to compare and show its positions.
pub(crate) struct Subject<'g, G: Game, K> {
    pub game: &'g G,
    pub knowledge: &'g K,
    pub same: fn(&G, &G::Position, &G::Position) -> bool,
    pub show: fn(&G, &G::Position) -> String,
    /// Whether a key must name one position only.
    pub unique_keys: bool,
}

/// A step on the path to a position.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step<M> {
    Move(M),
    /// To the position with this key, whatever came before.
    Key(u128),
    /// To the canonical position of the one before.
    Canonical,
}

/// The most characters of a position's `Debug` output, which has what a drawing may leave out.
const MOST_SHOWN: usize = 400;

/// Compares positions by `PartialEq`, and shows them by their drawing and `Debug`.
pub(crate) fn plain<'g, G: Notation, K>(game: &'g G, knowledge: &'g K) -> Subject<'g, G, K>
where
    G::Position: PartialEq + Debug,
{
    let show = |game: &G, position: &G::Position| {
        let (drawing, mut whole) = (game.draw(position), format!("{position:?}"));
        if let Some((end, _)) = whole.char_indices().nth(MOST_SHOWN) {
            whole.replace_range(end.., "...");
        }
        if drawing.is_empty() { whole } else { format!("{}\n{whole}", drawing.trim_end()) }
    };
    Subject { game, knowledge, same: |_, a, b| a == b, show, unique_keys: false }
}

/// Compares and shows positions of any type, by what the game says about them.
pub(crate) fn opaque<'g, G: Notation, K>(game: &'g G, knowledge: &'g K) -> Subject<'g, G, K> {
    let show = |game: &G, position: &G::Position| match (game.draw(position), game.key(position)) {
        (drawing, Some(key)) if drawing.is_empty() => format!("{key:?}"),
        (drawing, None) if drawing.is_empty() => "(a position without a drawing)".into(),
        (drawing, _) => drawing,
    };
    let same = |game: &G, a: &G::Position, b: &G::Position| difference(game, a, b).is_none();
    Subject { game, knowledge, same, show, unique_keys: false }
}

impl<G: Notation, K: Knowledge<G>> Subject<'_, G, K> {
    /// Who moves, and the legal moves.
    pub fn expand(&self, position: &G::Position) -> (Turn, Moves<G::Move>) {
        let mut moves = Moves::new();
        let turn = self.game.expand(position, &mut moves);
        (turn, moves)
    }

    pub fn child(&self, position: &G::Position, mv: G::Move) -> G::Position {
        let mut child = position.clone();
        self.game.play(&mut child, mv);
        child
    }

    pub fn same(&self, a: &G::Position, b: &G::Position) -> bool {
        (self.same)(self.game, a, b)
    }

    pub fn show(&self, position: &G::Position) -> String {
        (self.show)(self.game, position)
    }

    /// Takes a step, and returns its text.
    fn take(&self, position: &mut G::Position, step: Step<G::Move>) -> String {
        let game = self.game;
        match step {
            Step::Move(mv) => {
                let text = game.move_text(position, mv);
                game.play(position, mv);
                text
            }
            Step::Key(key) => {
                *position = game.position_of(key).expect("it was read before");
                format!("(the position of key {key})")
            }
            Step::Canonical => {
                *position = game.canonical(position).expect("it had one before").0;
                "(its canonical position)".into()
            }
        }
    }

    /// The position at the end of a path.
    pub fn end(&self, steps: &[Step<G::Move>]) -> G::Position {
        let mut position = self.game.start();
        steps.iter().for_each(|&step| drop(self.take(&mut position, step)));
        position
    }

    /// The path in words. What came before a position that was read from a key does not matter.
    pub fn path(&self, steps: &[Step<G::Move>]) -> Vec<String> {
        let first = steps.iter().rposition(|step| matches!(step, Step::Key(_))).unwrap_or(0);
        let mut position = self.game.start();
        steps[first..].iter().map(|&step| self.take(&mut position, step)).collect()
    }

    /// A rule that is broken at the end of a path.
    pub fn violation(&self, steps: &[Step<G::Move>], Broken { rule, found }: Broken) -> Violation {
        let position = self.show(&self.end(steps));
        Violation { rule, found, path: self.path(steps), position }
    }

    /// How far apart values may be and still count as equal: averages are rounded.
    pub fn tolerance(&self) -> f64 {
        let allowed = self.game.allowance(self.game.span());
        if allowed.is_finite() { allowed } else { 1e-9 }
    }

    pub fn equal(&self, a: Value, b: Value) -> bool {
        a == b || (a.get() - b.get()).abs() <= self.tolerance()
    }
}

/// The exact key of a position, if it has one.
pub(crate) fn exact_key<G: Game>(game: &G, position: &G::Position) -> Option<u128> {
    match game.key(position) {
        Some(Key::Exact(key)) => Some(key),
        _ => None,
    }
}

/// What the game says differently about two positions.
pub(crate) fn difference<G: Notation>(
    game: &G,
    a: &G::Position,
    b: &G::Position,
) -> Option<&'static str> {
    let expand = |position: &G::Position| {
        let mut moves = Moves::new();
        (game.expand(position, &mut moves), moves)
    };
    let ((turn_a, moves_a), (turn_b, moves_b)) = (expand(a), expand(b));
    match () {
        () if game.key(a) != game.key(b) => Some("keys"),
        () if turn_a != turn_b => Some("verdicts"),
        () if !moves_a.iter().eq(moves_b.iter()) => Some("moves"),
        () if game.facts(a) != game.facts(b) => Some("facts"),
        () if game.plies_left(a) != game.plies_left(b) => Some("plies left"),
        () if game.draw(a) != game.draw(b) => Some("drawings"),
        () => None,
    }
}
