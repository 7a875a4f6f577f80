//! Checks of the rules in builds with debug assertions: for positions that are not over and have no moves, and
//! for `undo` that does not restore the position. In other builds they do nothing (`no_guard.rs`).

use super::NO_MOVES;
use crate::model::{Game, Key, Move, Moves, Turn, splitmix64};

/// What the checks may cost at first, in moves listed; later they may cost one move per step. So the first
/// hundred steps or so are checked, and then one in a few dozen.
const CREDIT: i64 = 1 << 12;

/// Follows a walk from its root.
pub(super) struct Guard<G: Game> {
    root: G::Position,
    /// The moves to the current position, with imprints of some of the positions on the way.
    way: Vec<(G::Move, Before)>,
    credit: i64,
    /// A buffer for moves.
    room: Moves<G::Move>,
}

/// The imprint of a position before a move, if it was taken.
pub(super) type Before = Option<Imprint>;

/// Properties that can be compared for any position.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Imprint {
    key: Option<Key>,
    turn: Turn,
    /// A hash of the moves.
    moves: u64,
}

impl<G: Game> Guard<G> {
    pub fn new(root: &G::Position) -> Self {
        let mut room = Moves::new();
        room.want_facts(false);
        Guard { root: root.clone(), way: Vec::new(), credit: CREDIT, room }
    }

    /// Takes the imprint of a position before a move, if the credit allows.
    pub fn before(&mut self, game: &G, position: &G::Position) -> Before {
        self.credit += 1;
        if self.credit < 0 {
            return None;
        }
        self.room.clear();
        let turn = game.expand(position, &mut self.room);
        let moves = self.room.len() as i64;
        self.credit -= 16 + 2 * moves;
        // Very wide positions are not worth it: listing their moves once was enough.
        (moves <= CREDIT).then(|| self.imprint_of(game, position, turn))
    }

    fn imprint(&mut self, game: &G, position: &G::Position) -> Imprint {
        self.room.clear();
        let turn = game.expand(position, &mut self.room);
        self.imprint_of(game, position, turn)
    }

    fn imprint_of(&self, game: &G, position: &G::Position, turn: Turn) -> Imprint {
        let codes = self.room.iter().map(|mv| u64::from(mv.code()));
        Imprint { key: game.key(position), turn, moves: codes.fold(0, splitmix64) }
    }

    /// A move was played.
    pub fn stepped(&mut self, mv: G::Move, before: Before) {
        self.way.push((mv, before));
    }

    /// The last move was taken back.
    pub fn stepped_back(&mut self, game: &G, position: &G::Position) {
        let (mv, before) = self.way.pop().expect("only played moves are undone");
        self.undone(game, position, mv, before);
    }

    /// A move was played and taken back.
    pub fn undone(&mut self, game: &G, position: &G::Position, mv: G::Move, before: Before) {
        if before.is_some_and(|before| before != self.imprint(game, position)) {
            self.not_restored(game, mv);
        }
    }

    #[cold]
    fn not_restored(&self, game: &G, mv: G::Move) -> ! {
        let position = self.end(game);
        let mv = game.move_in_message(&position, mv);
        let place = self.place(game, None);
        panic!(
            "`undo` does not restore the position before the move {mv}: its key, its turn or its moves are others ({place})"
        )
    }

    /// Reports a position that is not over and has no moves.
    #[cold]
    pub fn no_moves(&self, game: &G, by: Option<G::Move>) -> ! {
        panic!("{NO_MOVES} ({})", self.place(game, by))
    }

    /// The moves to the current position, followed by the move `by`, if given.
    pub fn path(&self, game: &G, by: Option<G::Move>) -> Option<Vec<String>> {
        let mut position = self.root.clone();
        let all = self.way.iter().map(|&(mv, _)| mv).chain(by);
        let texts = all.map(|mv| {
            let text = game.move_in_message(&position, mv);
            game.play(&mut position, mv);
            text
        });
        Some(texts.collect())
    }

    /// The current position, reached by playing the moves from the root without undoing any.
    fn end(&self, game: &G) -> G::Position {
        let mut position = self.root.clone();
        self.way.iter().for_each(|&(mv, _)| game.advance(&mut position, mv));
        position
    }

    /// The current position, in words.
    fn place(&self, game: &G, by: Option<G::Move>) -> String {
        let path = self.path(game, by).unwrap_or_default();
        let mut position = self.end(game);
        by.into_iter().for_each(|mv| game.advance(&mut position, mv));
        let way = match path.as_slice() {
            [] => "at the root".into(),
            path => format!("after the moves {} from the root", path.join(" ")),
        };
        let key = game.key(&position).map(|key| format!(", {key:?}")).unwrap_or_default();
        let drawing = game.position_in_message(&position).map(|drawing| format!(":\n{drawing}"));
        format!("{way}{key}{}", drawing.unwrap_or_default())
    }
}
