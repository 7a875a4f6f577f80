//! What a certificate says of one position: it is a strategy, and can be asked for moves.

use gametree_model::{Bounds, Game, Moves, Notation, NotationError};

use crate::format::{Header, Layout, Record};
use crate::naming::name;

/// What is proven of one position.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Its value lies in here.
    pub bounds: Bounds,
    /// The move that secures the mover's end of it, if that is proven.
    pub mv: Option<String>,
}

/// The position that somebody asks for.
pub(crate) enum Target<P> {
    /// Named by the key of its canonical position.
    Key(u128, P),
    /// A node of a tree: the way to it from the root by numbers of children.
    Path(Vec<usize>),
    /// One that a certificate of this layout cannot hold.
    Elsewhere,
}

impl<P> Target<P> {
    /// What the text of a position means.
    pub fn new<G: Notation<Position = P>>(
        game: &G,
        text: &str,
        header: &Header,
    ) -> Result<Target<P>, NotationError> {
        let position = game.parse_position(text)?;
        if header.layout == Layout::Positions {
            let key = name(game, &position);
            return Ok(key.map_or(Target::Elsewhere, |key| Target::Key(key, position)));
        }
        // A drawing does not say by which way a node is reached.
        if [text, &header.position].iter().any(|text| text.contains(['/', '\n'])) {
            return Ok(Target::Elsewhere);
        }
        let (all, before) = (path(game, text)?, path(game, &header.position)?);
        let below = all.strip_prefix(&before[..]);
        Ok(below.map_or(Target::Elsewhere, |below| Target::Path(below.to_vec())))
    }

    /// Whether this is what a record that was found at `path` is about.
    pub fn is(&self, record: &Record, path: &[usize]) -> bool {
        match self {
            Target::Key(key, _) => *key == record.key,
            Target::Path(target) => target == path,
            Target::Elsewhere => false,
        }
    }

    /// The text of a move of the position that was found, which may be an image of the one asked for.
    pub fn move_text<G: Notation<Position = P>>(
        &self,
        game: &G,
        found: &P,
        mv: G::Move,
    ) -> Option<String> {
        let Target::Key(_, asked) = self else { return Some(game.move_text(found, mv)) };
        let symmetry = game.canonical(asked).map(|(_, symmetry)| symmetry);
        let mapped = |other: G::Move| symmetry.map_or(other, |s| game.map_move(s, other));
        let mut moves = Moves::new();
        game.expand(asked, &mut moves);
        let own = moves.iter().find(|&other| mapped(other) == mv)?;
        Some(game.move_text(asked, own))
    }
}

/// The way to a position that is written as a list of moves, by numbers of children.
fn path<G: Notation>(game: &G, text: &str) -> Result<Vec<usize>, NotationError> {
    let mut position = game.start();
    let each = game.split_moves(text).into_iter();
    each.map(|part| {
        let mv = game.parse_move(&position, part)?;
        let index = index_of(game, &position, mv);
        game.advance(&mut position, mv);
        Ok(index)
    })
    .collect()
}

/// The number of a legal move.
fn index_of<G: Game>(game: &G, position: &G::Position, mv: G::Move) -> usize {
    let mut moves = Moves::new();
    game.expand(position, &mut moves);
    moves.iter().position(|legal| legal == mv).expect("the move is legal")
}
