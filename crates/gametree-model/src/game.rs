//! The rules of a game: everything that a checker may trust, and no opinions.

use std::ops::ControlFlow;

use super::{Bounds, Draws, Key, Move, Moves, Symmetry, Value, Values};

/// Who decides at an inner node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The player who wants the largest value.
    Max,
    /// The player who wants the smallest value.
    Min,
    /// Nobody: the value is the average over the outcomes, by their probabilities.
    Chance,
}

impl Kind {
    /// True for MAX, false for MIN.
    ///
    /// # Panics
    /// At chance nodes, where nobody chooses.
    #[inline]
    pub fn maximises(self) -> bool {
        match self {
            Kind::Max => true,
            Kind::Min => false,
            Kind::Chance => panic!("nobody chooses at a chance node"),
        }
    }
}

/// Whether there are chance nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dice {
    /// In no game of the type.
    Never,
    /// In some; [`has_chance`](Game::has_chance) says in which.
    Sometimes,
    /// In all of them.
    Always,
}

/// What a position is: an inner node, or the end of the game with its value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// Somebody moves.
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

/// The rules of a two-player game with full information, with or without chance.
///
/// Implement this for your game and every search of this crate can play it. Only
/// [`start`](Game::start), [`values`](Game::values), [`expand`](Game::expand),
/// [`play`](Game::play) and [`undo`](Game::undo) are required; the rest are facts that make
/// searches faster. Everything here is trusted: an answer is as true as the rules. Guesses, such
/// as evaluations, belong into [`Knowledge`](super::Knowledge).
///
/// All values are seen from MAX, everywhere.
pub trait Game {
    /// A position, with whatever it caches.
    type Position: Clone;
    /// A move: a number, or a type that [can be written as one](Move).
    type Move: Move;
    /// What [`undo`](Game::undo) needs to take a move back. A game with small positions uses the
    /// position before the move (`type Undo = Self::Position`): playing is then
    /// `std::mem::replace`, and undoing an assignment. A game with large ones remembers what the
    /// move destroyed, or nothing (`()`).
    type Undo;

    /// Whether games of this type have chance nodes. What is never needed is not even compiled.
    const DICE: Dice = Dice::Never;

    /// Whether a position can come up again later in the same play, under the same
    /// [`key`](Game::key).
    const CYCLES: bool = false;

    /// Whether [`key`](Game::key) ever names a position.
    const KEYS: bool = true;

    /// The position at which the game starts.
    fn start(&self) -> Self::Position;

    /// Which values can occur.
    fn values(&self) -> Values;

    /// The same range where a finite one is needed, for chance nodes and answers within epsilon. It
    /// is another only for games that know a range and do not tell, so that searches start from
    /// unbounded intervals as in the papers.
    fn span(&self) -> Bounds {
        self.values().range
    }

    /// Whether there are chance nodes. Algorithms that cannot handle them refuse such games.
    fn has_chance(&self) -> bool {
        matches!(Self::DICE, Dice::Always)
    }

    /// How far bounds within `range` may be apart and still count as met: nothing without chance nodes,
    /// whose averages are rounded.
    fn allowance(&self, range: Bounds) -> f64 {
        if self.has_chance() { range.allowance() } else { 0.0 }
    }

    /// Whether play can go on for ever. Such games are searched as far as a horizon, or, if they have
    /// [cycles](Game::CYCLES), by searches that recognise repeated positions.
    fn endless(&self) -> bool {
        Self::CYCLES
    }

    /// Whether positions of this game can come up again. By default [`CYCLES`](Game::CYCLES); a type whose
    /// games differ sets that to true and answers here.
    fn has_cycles(&self) -> bool {
        Self::CYCLES
    }

    /// Whether [facts](Game::facts), or those beside moves, ever say anything. A game that states none may
    /// say so, and is not asked.
    fn states_facts(&self) -> bool {
        true
    }

    /// Whether this game names its positions by [keys](Game::key).
    fn names_positions(&self) -> bool {
        Self::KEYS && self.key(&self.start()).is_some()
    }

    /// Whether positions with equal [keys](Game::key) have the same moves, and each of them leads to positions
    /// with equal keys again. A key need only fix the value: mirror images may have the same one. Where it
    /// fixes the moves too, searches that sample keep one node for all ways to a position. A game that says so
    /// wrongly gets wrong answers.
    fn keys_fix_moves(&self) -> bool {
        false
    }

    /// Says who moves and pushes every legal move, or says that the game is over and pushes none.
    /// An inner node has at least one move. `moves` is empty when this is called.
    ///
    /// Searches call this once a node, so that a game which finds out that it is over by finding
    /// no moves does the work once.
    fn expand(&self, position: &Self::Position, moves: &mut Moves<Self::Move>) -> Turn;

    /// The same verdict without the moves, for positions at a search's horizon. Worth writing when
    /// it is cheaper than [`expand`](Game::expand).
    fn judge(&self, position: &Self::Position) -> Turn {
        self.expand(position, &mut Moves::new())
    }

    /// One move of those that [`expand`](Game::expand) lists, each equally likely, or at a chance node
    /// an outcome by its probability; or, if the game is over, what it was worth to MAX.
    ///
    /// Sampling plays most of its moves by this. Worth writing where a move can be drawn without
    /// listing all: `moves` is room to list them in, and need not be used.
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

    /// Plays a move that [`expand`](Game::expand) listed.
    fn play(&self, position: &mut Self::Position, mv: Self::Move) -> Self::Undo;

    /// Plays a move that is never taken back.
    #[inline(always)]
    fn advance(&self, position: &mut Self::Position, mv: Self::Move) {
        self.play(position, mv);
    }

    /// Plays on by [`random_move`](Game::random_move), at most `most` moves. The position is then where
    /// that led; what the game was worth to MAX is handed back if it was found to be over.
    ///
    /// No game needs to override this. It exists so that an erased search makes one virtual call per
    /// playout, not one per move.
    #[inline(always)]
    fn playout(
        &self,
        position: &mut Self::Position,
        most: u32,
        moves: &mut Moves<Self::Move>,
        draws: &mut Draws,
    ) -> Option<Value> {
        play_on(self, position, most, draws, |position, draws| {
            self.random_move(position, moves, draws)
        })
    }

    /// Takes back the move just played.
    fn undo(&self, position: &mut Self::Position, mv: Self::Move, undo: Self::Undo);

    /// An admissible fact: bounds that contain the value of this position, found by a fixed number
    /// of operations. (Facts about a child that the parent knows already go to
    /// [`Moves::push_with`].)
    fn facts(&self, position: &Self::Position) -> Bounds {
        let _ = position;
        Bounds::UNBOUNDED
    }

    /// A name for the position, if its value depends on nothing but the position. Games in which
    /// the way to a position matters give none.
    fn key(&self, position: &Self::Position) -> Option<Key> {
        let _ = position;
        None
    }

    /// The position that an exact [`key`](Game::key) names, or one of the same key; nothing if no
    /// position has this key. Any number may be handed in: what comes back must be fit to be expanded,
    /// and its key must be this one. Certificates of games that name their positions store keys, and
    /// their checker reads them by this.
    fn position_of(&self, key: u128) -> Option<Self::Position> {
        let _ = key;
        None
    }

    /// How many bits a key may have: every key is below `2^key_bits`. The fewer, the more positions
    /// fit into a table.
    fn key_bits(&self) -> u32 {
        128
    }

    /// At most so many moves are left to play from here, whoever makes them; nothing if the game
    /// knows no bound. It should shrink with every move.
    fn plies_left(&self, position: &Self::Position) -> Option<u32> {
        let _ = position;
        None
    }

    /// The canonical one among the positions that a symmetry of the game maps to each other, and
    /// the symmetry that leads there; nothing if this position is canonical itself (or the game
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

    /// A move in a message about a mistake in the rules: as it is written, where somebody knows how.
    #[doc(hidden)]
    fn move_in_message(&self, position: &Self::Position, mv: Self::Move) -> String {
        let _ = position;
        format!("{mv:?}")
    }

    /// A position in such a message: its drawing, where somebody knows it.
    #[doc(hidden)]
    fn position_in_message(&self, position: &Self::Position) -> Option<String> {
        let _ = position;
        None
    }
}

/// Plays on by the moves that `next` says. Position and random stream are copied, so that the loop can hold
/// them in registers.
#[inline(always)]
pub(super) fn play_on<G: Game + ?Sized>(
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
