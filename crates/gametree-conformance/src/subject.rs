//! The game under test, how its positions are compared and shown, and paths through it.
//!
//! The checks are compiled once, for a game without its type. What only the type can tell, it tells here.

use std::fmt::Debug;

use gametree_model::erased::{Erased, Position};
use gametree_model::{Dice, Game, Key, Move, Moves, Notation, Turn, Value, allowance};

use crate::broken::{Broken, Check, ensure};
use crate::{Rule, Violation, words};

/// A game with heuristics, and how to compare and show its positions.
pub(crate) struct Subject {
    /// The game, and its heuristics.
    pub game: Erased,
    pub same: fn(&Erased, &Position, &Position) -> bool,
    /// The `Debug` output of a position, if it has one.
    pub whole: fn(&Position) -> Option<String>,
    /// `Game::DICE`, `CYCLES` and `KEYS`.
    pub constants: (Dice, bool, bool),
    /// Reads a move from its code.
    pub read_code: fn(u32) -> Check,
    /// Whether a key must name one position only.
    pub unique_keys: bool,
}

/// What the suite needs of the type of a game, which it erases: the checks are compiled once, not for every game.
pub trait Checked: Notation<Position: Send, Undo: Send> + Clone + Send + Sync + 'static {}

impl<G> Checked for G where G: Notation<Position: Send, Undo: Send> + Clone + Send + Sync + 'static {}

/// A step on the path to a position.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    Move(u32),
    /// To the position with this key, whatever came before.
    Key(u128),
    /// To the canonical position of the one before.
    Canonical,
}

/// The most characters of a position's `Debug` output, which has what a drawing may leave out.
const MOST_SHOWN: usize = 400;

/// Compares positions by `PartialEq`, and shows what is not drawn by `Debug`.
pub(crate) fn plain<G: Checked>(game: Erased) -> Subject
where
    G::Position: PartialEq + Debug,
{
    let whole = |position: &Position| {
        let mut whole = format!("{:?}", typed::<G>(position)?);
        if let Some((end, _)) = whole.char_indices().nth(MOST_SHOWN) {
            whole.replace_range(end.., "...");
        }
        Some(whole)
    };
    let same = |_: &Erased, a: &Position, b: &Position| typed::<G>(a) == typed::<G>(b);
    Subject { same, whole, ..opaque::<G>(game) }
}

/// The position with its type, which is that of all positions of the game.
fn typed<G: Checked>(position: &Position) -> Option<&G::Position> {
    position.typed::<G::Position>()
}

/// Compares and shows positions of any type, by what the game says about them.
pub(crate) fn opaque<G: Checked>(game: Erased) -> Subject {
    Subject {
        constants: (G::DICE, G::CYCLES, G::KEYS),
        read_code: read_code::<G::Move>,
        ..erased(game)
    }
}

/// The same where the type is not known: what its constants and its moves say is not compared.
pub(crate) fn erased(game: Erased) -> Subject {
    Subject {
        game,
        same: |game, a, b| difference(game, a, b).is_none(),
        whole: |_| None,
        constants: (Dice::Sometimes, true, true),
        read_code: |_| Ok(()),
        unique_keys: false,
    }
}

/// A list holds codes: the move read from one must have that code.
fn read_code<M: Move>(code: u32) -> Check {
    let mv = M::from_code(code);
    let holds = mv.code() == code && M::from_code(mv.code()) == mv;
    ensure(holds, Rule::Codes, || {
        format!("code {code} is read as a move whose code is {}", mv.code())
    })
}

impl Subject {
    /// Who moves, and the legal moves.
    pub fn expand(&self, position: &Position) -> (Turn, Moves<u32>) {
        let mut moves = Moves::new();
        let turn = self.game.expand(position, &mut moves);
        (turn, moves)
    }

    pub fn child(&self, position: &Position, mv: u32) -> Position {
        let mut child = position.clone();
        self.game.play(&mut child, mv);
        child
    }

    pub fn same(&self, a: &Position, b: &Position) -> bool {
        (self.same)(&self.game, a, b)
    }

    /// A position as the game draws it, or what else is known of it.
    pub fn show(&self, position: &Position) -> String {
        let drawing = self.game.draw(position);
        if !drawing.is_empty() {
            return drawing.trim_end().into();
        }
        let whole = (self.whole)(position);
        whole.unwrap_or_else(|| match self.game.key(position) {
            None => "(a position without a drawing)".into(),
            key => format!("(the position with {})", words::key(key)),
        })
    }

    /// The same beside another position: if they are drawn alike, with what is not drawn.
    pub fn show_apart(&self, position: &Position, other: &Position) -> String {
        let (shown, of_other) = (self.show(position), self.show(other));
        if shown != of_other {
            return shown;
        }
        match [position, other].map(self.whole) {
            [Some(whole), Some(of_other)] if whole != shown => {
                format!("{shown}\nwhich is {whole}\nand not {of_other}")
            }
            _ => match difference(&self.game, position, other) {
                Some(what) => format!("{shown}\nwith other {what}"),
                None => shown,
            },
        }
    }

    /// Takes a step, and returns its text.
    fn take(&self, position: &mut Position, step: Step) -> String {
        let game = &self.game;
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
    pub fn end(&self, steps: &[Step]) -> Position {
        let mut position = self.game.start();
        steps.iter().for_each(|&step| drop(self.take(&mut position, step)));
        position
    }

    /// The path in words. What came before a position that was read from a key does not matter.
    pub fn path(&self, steps: &[Step]) -> Vec<String> {
        let first = steps.iter().rposition(|step| matches!(step, Step::Key(_))).unwrap_or(0);
        let mut position = self.game.start();
        steps[first..].iter().map(|&step| self.take(&mut position, step)).collect()
    }

    /// A rule that is broken at the end of a path.
    pub fn violation(&self, steps: &[Step], Broken { rule, found }: Broken) -> Violation {
        let position = self.show(&self.end(steps));
        Violation { rule, found, path: self.path(steps), position }
    }

    /// How far apart values may be and still count as equal: averages are rounded.
    pub fn tolerance(&self) -> f64 {
        let allowed = allowance(&self.game, self.game.span());
        if allowed.is_finite() { allowed } else { 1e-9 }
    }

    pub fn equal(&self, a: Value, b: Value) -> bool {
        a == b || (a.get() - b.get()).abs() <= self.tolerance()
    }
}

/// The exact key of a position, if it has one.
pub(crate) fn exact_key(game: &Erased, position: &Position) -> Option<u128> {
    match game.key(position) {
        Some(Key::Exact(key)) => Some(key),
        _ => None,
    }
}

/// What the game says differently about two positions.
pub(crate) fn difference(game: &Erased, a: &Position, b: &Position) -> Option<&'static str> {
    let expand = |position: &Position| {
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
