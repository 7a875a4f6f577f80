//! The rules of a game: everything that a checker may trust, and no heuristics.

use std::ops::ControlFlow;

use super::{Bounds, Draws, Key, MoreFacts, Move, Moves, Symmetry, Value, Values};

/// Who decides at an inner node.
///
/// ```
/// use gametree_model::{Kind, Turn};
///
/// assert!(Kind::Max.maximises() && !Kind::Min.maximises());
/// assert_eq!(Turn::CHANCE, Turn::Inner(Kind::Chance));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The player who wants the largest value.
    Max,
    /// The player who wants the smallest value.
    Min,
    /// Chance: the value is the average over the outcomes, weighted by their probabilities.
    Chance,
}

impl Kind {
    /// True for MAX, false for MIN.
    ///
    /// # Panics
    /// At chance nodes, where no player chooses.
    #[inline]
    pub fn maximises(self) -> bool {
        match self {
            Kind::Max => true,
            Kind::Min => false,
            Kind::Chance => panic!("nobody chooses at a chance node"),
        }
    }
}

/// Whether the games of a type have chance nodes.
///
/// ```
/// use gametree_model::{Dice, Game};
/// # use gametree_model::doc::Subtraction;
///
/// assert_eq!(Subtraction::DICE, Dice::Never);
/// assert!(!Subtraction { stones: 10 }.has_chance());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dice {
    /// None of them has.
    Never,
    /// Some have; [`has_chance`](Game::has_chance) says which.
    Sometimes,
    /// All of them have.
    Always,
}

/// What a position is: an inner node, or the end of the game with its value.
///
/// ```
/// use gametree_model::{Game, Kind, Turn};
/// # use gametree_model::doc::Subtraction;
///
/// let game = Subtraction { stones: 2 };
/// let mut position = game.start();
/// assert_eq!(game.judge(&position), Turn::Inner(Kind::Max));
/// game.play(&mut position, 2);
/// assert_eq!(game.judge(&position), Turn::over(1), "MAX took the last stone");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// A player or chance moves.
    Inner(Kind),
    /// The game is over; this is what it was worth to MAX.
    Terminal(Value),
}

impl Turn {
    /// MAX is to move.
    pub const MAX: Turn = Turn::Inner(Kind::Max);
    /// MIN is to move.
    pub const MIN: Turn = Turn::Inner(Kind::Min);
    /// Chance moves.
    pub const CHANCE: Turn = Turn::Inner(Kind::Chance);

    /// The game is over.
    #[inline]
    pub fn over(value: impl Into<Value>) -> Turn {
        Turn::Terminal(value.into())
    }
}

/// The rules of a two-player game with perfect information, with or without chance.
///
/// Implement this for your game and every search of this crate can play it. Only
/// [`start`](Game::start), [`values`](Game::values), [`expand`](Game::expand),
/// [`play`](Game::play) and [`undo`](Game::undo) are required; the rest are facts that make
/// searches faster, [`key`](Game::key) and [`facts`](Game::facts) most of all. Everything here is
/// trusted: an answer is as true as the rules. Guesses, such as evaluations, belong in
/// [`Knowledge`](super::Knowledge), and facts that most games need not state in [`MoreFacts`].
///
/// All values are from MAX's point of view, everywhere.
///
/// ```
/// use gametree_model::{Game, Moves, Turn, Values};
///
/// /// Each player picks a digit once; MAX wants a large sum, MIN a small one.
/// struct Digits;
///
/// impl Game for Digits {
///     type Position = Vec<u8>;
///     type Move = u8;
///     type Undo = ();
///
///     fn start(&self) -> Vec<u8> {
///         Vec::new()
///     }
///
///     fn values(&self) -> Values {
///         Values::integers(0, 18)
///     }
///
///     fn expand(&self, picked: &Vec<u8>, moves: &mut Moves<u8>) -> Turn {
///         if let [first, second] = picked[..] {
///             return Turn::over(i32::from(first + second));
///         }
///         moves.extend(0..=9);
///         if picked.is_empty() { Turn::MAX } else { Turn::MIN }
///     }
///
///     fn play(&self, picked: &mut Vec<u8>, digit: u8) {
///         picked.push(digit);
///     }
///
///     fn undo(&self, picked: &mut Vec<u8>, _: u8, (): ()) {
///         picked.pop();
///     }
/// }
///
/// let mut position = Digits.start();
/// Digits.play(&mut position, 9);
/// Digits.play(&mut position, 0);
/// assert_eq!(Digits.judge(&position), Turn::over(9));
/// ```
pub trait Game: Sized + Sync {
    /// A position, with whatever it caches.
    type Position: Clone + Send;
    /// A move: a number, or a type that [can be written as one](Move).
    type Move: Move;
    /// What [`undo`](Game::undo) needs to take a move back. A game with small positions uses the
    /// position before the move (`type Undo = Self::Position`): playing is then
    /// `std::mem::replace`, and undoing an assignment. A game with large positions stores what the
    /// move destroyed, or nothing (`()`).
    type Undo;

    /// Whether games of this type have chance nodes. Code that is never needed is not even
    /// compiled.
    const DICE: Dice = Dice::Never;

    /// Whether a position can repeat within one game, under the same [`key`](Game::key).
    const CYCLES: bool = false;

    /// Whether [`key`](Game::key) ever returns a key.
    const KEYS: bool = true;

    /// The position at which the game starts.
    fn start(&self) -> Self::Position;

    /// Which values can occur.
    fn values(&self) -> Values;

    /// Returns who moves and pushes every legal move, or returns the value if the game is over and
    /// pushes none. An inner node has at least one move. `moves` is empty when this is called.
    ///
    /// Searches call this once per node, so a game that is over when no moves are left generates
    /// them only once.
    fn expand(&self, position: &Self::Position, moves: &mut Moves<Self::Move>) -> Turn;

    /// Plays a move that [`expand`](Game::expand) listed.
    fn play(&self, position: &mut Self::Position, mv: Self::Move) -> Self::Undo;

    /// Takes back the move just played.
    fn undo(&self, position: &mut Self::Position, mv: Self::Move, undo: Self::Undo);

    // The same, said faster.

    /// What [`expand`](Game::expand) returns, without the moves, for positions at the horizon.
    /// Override it when that is cheaper than [`expand`](Game::expand).
    fn judge(&self, position: &Self::Position) -> Turn {
        self.expand(position, &mut Moves::new())
    }

    /// A random one of the moves that [`expand`](Game::expand) lists, all equally likely; at a
    /// chance node an outcome by its probability; if the game is over, its value.
    ///
    /// Playouts spend most of their time here. Override it if a move can be drawn without listing
    /// all of them: `moves` is scratch space, and need not be used.
    #[inline(always)]
    fn random_move(
        &self,
        position: &Self::Position,
        moves: &mut Moves<Self::Move>,
        draws: &mut Draws,
    ) -> ControlFlow<Value, Self::Move> {
        moves.clear();
        let turn = self.expand(position, moves);
        let open = matches!(turn, Turn::Inner(_));
        debug_assert!(!open || !moves.is_empty(), "an inner node has at least one move");
        let index = match turn {
            Turn::Terminal(value) => return ControlFlow::Break(value),
            Turn::Inner(Kind::Chance) => draws.index_by_weight(moves.weights()),
            Turn::Inner(_) => draws.below(moves.len() as u64) as usize,
        };
        ControlFlow::Continue(moves.get(index))
    }

    /// Plays a move that is never taken back.
    #[inline(always)]
    fn advance(&self, position: &mut Self::Position, mv: Self::Move) {
        self.play(position, mv);
    }

    // Names of positions.

    /// The key of the position, if its value depends on nothing but the position. Games in which
    /// the path to a position matters return `None`.
    fn key(&self, position: &Self::Position) -> Option<Key> {
        let _ = position;
        None
    }

    /// The number of bits of a key: every key is below `2^key_bits`. The fewer bits, the more
    /// positions fit into a table.
    fn key_bits(&self) -> u32 {
        128
    }

    /// A position with this exact [`key`](Game::key), or `None` if no position has it. The argument
    /// may be any number, so check it before computing with it. A position that is returned must
    /// have this key, and its moves and facts must be right, whether it can be reached or not.
    /// Certificates of games with keys store keys, and the checker reads them with this.
    fn position_of(&self, key: u128) -> Option<Self::Position> {
        let _ = key;
        None
    }

    /// Whether positions with equal [keys](Game::key) have the same moves, and these lead to equal
    /// keys again. A key need only determine the value: mirror images may share one. If it
    /// determines the moves too, Monte Carlo keeps one node for all paths to a position. A game
    /// that wrongly returns true gets wrong answers.
    fn keys_fix_moves(&self) -> bool {
        false
    }

    /// The canonical one among the positions that symmetries of the game map to each other, and
    /// the symmetry that leads there; `None` if this position is canonical itself (or the game
    /// states no symmetry). Both positions have the same value.
    fn canonical(&self, position: &Self::Position) -> Option<(Self::Position, Symmetry)> {
        let _ = position;
        None
    }

    /// The move of the canonical position that corresponds to `mv` under `symmetry`.
    fn map_move(&self, symmetry: Symmetry, mv: Self::Move) -> Self::Move {
        let _ = symmetry;
        mv
    }

    // What is certain of a position.

    /// An admissible fact: bounds that contain the value of this position, found in a fixed number
    /// of operations. (Facts about a child that the parent already knows go to
    /// [`Moves::push_with`].)
    fn facts(&self, position: &Self::Position) -> Bounds {
        let _ = position;
        Bounds::UNBOUNDED
    }

    /// An upper bound on the number of plies left from here, or `None` if the game knows none. It
    /// should shrink with every move.
    fn plies_left(&self, position: &Self::Position) -> Option<u32> {
        let _ = position;
        None
    }

    /// Facts that only some searches ask for. A game that states some returns itself.
    fn more_facts(&self) -> &impl MoreFacts<Self> {
        &()
    }

    // About the whole game.

    /// Whether the game ever states [facts](Game::facts), about positions or beside moves. If not,
    /// the search does not ask for them.
    fn states_facts(&self) -> bool {
        true
    }

    /// The range of [`values`](Game::values) for uses that need a finite one: chance nodes and
    /// answers within epsilon. It differs only for games that know a range and withhold it, so that
    /// searches start from unbounded intervals as in the papers.
    fn span(&self) -> Bounds {
        self.values().range
    }

    /// Whether there are chance nodes. Algorithms that cannot handle them refuse such games.
    fn has_chance(&self) -> bool {
        matches!(Self::DICE, Dice::Always)
    }

    /// Whether positions of this game can repeat. By default [`CYCLES`](Game::CYCLES); a type whose
    /// games differ sets that to true and answers here.
    fn has_cycles(&self) -> bool {
        Self::CYCLES
    }

    /// Whether play can go on forever. Such games are searched up to a horizon or, if they have
    /// [cycles](Game::CYCLES), by searches that recognise repeated positions. By default
    /// [`has_cycles`](Game::has_cycles); a game that can go on without repeating itself says so
    /// here.
    fn endless(&self) -> bool {
        self.has_cycles()
    }

    /// Whether positions of this game have [keys](Game::key).
    fn names_positions(&self) -> bool {
        Self::KEYS && self.key(&self.start()).is_some()
    }

    /// Whether playing a move takes many times as long as everything else that a search does at a
    /// node, as in a game that is written in an interpreted language. Callers that name no
    /// algorithm then get one that plays each move only when it gets there; others look at all
    /// children first.
    fn has_costly_moves(&self) -> bool {
        false
    }

    // For messages: a search is compiled for games without notation, too.

    /// A move in a message about a mistake in the rules: in the game's notation, if it has one.
    #[doc(hidden)]
    fn move_in_message(&self, position: &Self::Position, mv: Self::Move) -> String {
        let _ = position;
        format!("{mv:?}")
    }

    /// A position in such a message: its drawing, if the game draws positions.
    #[doc(hidden)]
    fn position_in_message(&self, position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }
}

/// How far apart bounds within `range` may be and still count as met: zero without chance nodes,
/// whose averages are rounded.
pub fn allowance(game: &impl Game, range: Bounds) -> f64 {
    if game.has_chance() { range.allowance() } else { 0.0 }
}

/// Plays the moves that `next` returns. Position and random stream are copied, so that the loop can
/// hold them in registers.
#[inline(always)]
pub(super) fn play_on<G: Game>(
    game: &G,
    position: &mut G::Position,
    most: u32,
    draws: &mut Draws,
    mut next: impl FnMut(&G::Position, &mut Draws) -> ControlFlow<Value, G::Move>,
) -> Option<Value> {
    let (mut place, mut stream) = (position.clone(), draws.clone());
    let mut over = None;
    for _ in 0..most {
        match next(&place, &mut stream) {
            ControlFlow::Continue(mv) => game.advance(&mut place, mv),
            ControlFlow::Break(value) => {
                over = Some(value);
                break;
            }
        }
    }
    (*position, *draws) = (place, stream);
    over
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only some games of this type have cycles.
    struct Loop(bool);

    impl Game for Loop {
        type Position = ();
        type Move = u32;
        type Undo = ();
        const CYCLES: bool = true;

        fn start(&self) {}

        fn values(&self) -> Values {
            Values::integers(0, 1)
        }

        fn expand(&self, (): &(), _: &mut Moves<u32>) -> Turn {
            Turn::over(0)
        }

        fn play(&self, (): &mut (), _: u32) {}

        fn undo(&self, (): &mut (), _: u32, (): ()) {}

        fn has_cycles(&self) -> bool {
            self.0
        }
    }

    #[test]
    fn a_game_without_cycles_ends_unless_it_says_otherwise() {
        assert!(Loop(true).endless() && !Loop(false).endless());
    }
}
