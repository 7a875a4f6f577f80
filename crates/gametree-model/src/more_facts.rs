//! Facts that only some searches ask for.

use super::{Bounds, Game, Key, Moves, Undecided, WholeBounds};

/// Facts that only some searches ask for, and most games need not state.
///
/// They are trusted, as everything that [`Game`] says. A game that states some implements this
/// trait, and [`Game::more_facts`] returns the game itself; all others say nothing:
///
/// ```
/// use gametree_model::{Game, Key, MoreFacts};
/// # use gametree_model::{Moves, Turn, Values, doc::Subtraction};
///
/// /// Subtraction of a few stones: positions in which all of them can be taken are worth the same to their mover.
/// struct Few(Subtraction);
///
/// impl Game for Few {
///     // Everything that a game needs, and:
///     fn more_facts(&self) -> &impl MoreFacts<Self> {
///         self
///     }
/// #   type Position = (u32, bool);
/// #   type Move = u32;
/// #   type Undo = ();
/// #   fn start(&self) -> (u32, bool) { self.0.start() }
/// #   fn values(&self) -> Values { self.0.values() }
/// #   fn expand(&self, at: &(u32, bool), moves: &mut Moves<u32>) -> Turn { self.0.expand(at, moves) }
/// #   fn play(&self, at: &mut (u32, bool), taken: u32) { self.0.play(at, taken) }
/// #   fn undo(&self, at: &mut (u32, bool), taken: u32, (): ()) { self.0.undo(at, taken, ()) }
/// }
///
/// impl MoreFacts<Self> for Few {
///     fn key_within(&self, _: &Self, &(stones, max): &(u32, bool), plies: u32) -> Option<Key> {
///         // One, two and three stones are won by the next move.
///         let alike = plies > 0 && (1..=3).contains(&stones);
///         let stones = if alike { 1 } else { stones };
///         Some(Key::Exact(u128::from(stones) << 1 | u128::from(max)))
///     }
/// }
///
/// let game = Few(Subtraction { stones: 10 });
/// let key = |stones| game.more_facts().key_within(&game, &(stones, true), 2);
/// assert!(key(1) == key(3) && key(3) != key(4));
/// ```
///
/// So no game writes an empty implementation, no search needs another bound, and which game answers
/// is known when the search is compiled: this costs nothing, unlike a `dyn` reference, which a
/// search would ask millions of times. The methods are given the game because `()` implements the
/// trait for all games that state nothing.
pub trait MoreFacts<G: Game>: Sync {
    /// The least and the greatest leaf below a position, in games that know all their leaves, such
    /// as a tree from a file. A range stated for a search is refused if it leaves one of them out;
    /// in other games only the leaves that are searched are seen.
    fn leaves_below(&self, game: &G, position: &G::Position) -> Option<Bounds> {
        let _ = (game, position);
        None
    }

    /// The number of a leaf, in games that number their leaves.
    fn leaf_number(&self, game: &G, position: &G::Position) -> Option<u64> {
        let _ = (game, position);
        None
    }

    /// The moves that are counted when trees of moves are ([perft]): by custom, in chess, also
    /// those of positions that are drawn by a rule. By default those of [`expand`](Game::expand).
    ///
    /// [perft]: https://www.chessprogramming.org/Perft
    fn expand_to_count(&self, game: &G, position: &G::Position, moves: &mut Moves<G::Move>) {
        game.expand(position, moves);
    }

    /// What [`expand`](Game::expand) says, for searches that use facts, of games whose values are
    /// whole numbers: moves whose values are known may be left out, if the list says what the best
    /// of them is worth to the mover. Moves that lose at once, say, are then one number and not
    /// several moves. By default none is left out.
    #[inline(always)]
    fn expand_undecided(
        &self,
        game: &G,
        position: &G::Position,
        moves: &mut Moves<G::Move>,
    ) -> Undecided {
        Undecided { turn: game.expand(position, moves), rest: None }
    }

    /// The [facts](Game::facts) as whole numbers, for games whose values are whole numbers, as far
    /// as they matter for the question whether the value is at least `test`: they answer it if all
    /// facts do. Override both if facts are found so fast that conversions, or facts about other
    /// questions, would be noticed.
    #[inline]
    fn whole_facts(&self, game: &G, position: &G::Position, test: i32) -> WholeBounds {
        let _ = test;
        WholeBounds::within(game.facts(position))
    }

    /// The key of the [canonical](Game::canonical) position, for searches that store positions and
    /// their mirror images as one. By default, and wherever that would cost more than it saves (far
    /// from the start few mirror images come up), the key of the position itself.
    #[inline(always)]
    fn canonical_key(&self, game: &G, position: &G::Position) -> Option<Key> {
        game.key(position)
    }

    /// A key that determines what the position is worth `plies` plies ahead: the value of minimax
    /// over the [evaluations](crate::Knowledge::evaluate) there, and over the ends of the game on
    /// the way. By default the [`key`](Game::key). A game in which the path to a position matters,
    /// but only part of it in so few plies, recognises more positions by this.
    #[inline(always)]
    fn key_within(&self, game: &G, position: &G::Position, plies: u32) -> Option<Key> {
        let _ = plies;
        game.key(position)
    }
}

/// No more facts.
impl<G: Game> MoreFacts<G> for () {}
