//! What a certificate says about one position: it is a strategy, and can be asked for moves.

use gametree_model::{Bounds, Game, Moves, Notation, NotationError, is_start};

use crate::format::{Header, Layout, Record};
use crate::naming::name;

/// What a certificate proves about one position.
///
/// ```
/// use gametree_check::check;
/// # use gametree_check::format::{Header, Layout, Reader, Record, Writer};
/// # use gametree_model::{Bounds, doc::Subtraction};
/// # let header = Header {
/// #     game: "subtraction".into(),
/// #     position: String::new(),
/// #     claim: Bounds::point(1.into()),
/// #     trusts_facts: false,
/// #     layout: Layout::Tree,
/// #     records: 1,
/// # };
/// # let mut writer = Writer::new(Vec::new(), &header).unwrap();
/// # writer.record(&Record { lower: true, choice: 1, ..Record::default() }).unwrap();
/// # let bytes = writer.finish().unwrap();
/// # let mut reader = Reader::new(&bytes[..]).unwrap();
/// // The certificate that MAX wins with two stones, asked about the start.
/// let checked = check(&Subtraction { stones: 2 }, &mut reader, Some("")).unwrap();
/// let asked = checked.asked.unwrap();
/// assert_eq!(asked.bounds, Bounds::point(1.into()));
/// assert_eq!(asked.mv.as_deref(), Some("2"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// Its value lies in here.
    pub bounds: Bounds,
    /// The move that secures the mover's end of the interval, if that end is proven.
    pub mv: Option<String>,
}

/// The position that the caller asks about.
pub(crate) enum Target<P> {
    /// Named by the key of its canonical position.
    Key(u128, P),
    /// A node of a tree: its path from the root, as indices of children.
    Path(Vec<usize>),
    /// One that a certificate of this layout cannot hold.
    Elsewhere,
}

impl<P> Target<P> {
    /// The target for the text of a position.
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
        // A drawing does not say by which path a node is reached.
        if [text, &header.position].iter().any(|text| text.contains(['/', '\n'])) {
            return Ok(Target::Elsewhere);
        }
        let (all, before) = (path(game, text)?, path(game, &header.position)?);
        let below = all.strip_prefix(&before[..]);
        Ok(below.map_or(Target::Elsewhere, |below| Target::Path(below.to_vec())))
    }

    /// Whether a record found at `path` is about this target.
    pub fn is(&self, record: &Record, path: &[usize]) -> bool {
        match self {
            Target::Key(key, _) => *key == record.key,
            Target::Path(target) => target == path,
            Target::Elsewhere => false,
        }
    }

    /// The text of a move of the position found, which may be a symmetric image of the one asked about.
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

/// The path to a position that is written as a list of moves, as indices of children.
fn path<G: Notation>(game: &G, text: &str) -> Result<Vec<usize>, NotationError> {
    let mut position = game.start();
    let text = if is_start(text) { "" } else { text };
    let each = game.split_moves(text).into_iter();
    each.map(|part| {
        let mv = game.parse_move(&position, part)?;
        let index = index_of(game, &position, mv);
        game.advance(&mut position, mv);
        Ok(index)
    })
    .collect()
}

/// The index of a legal move.
fn index_of<G: Game>(game: &G, position: &G::Position, mv: G::Move) -> usize {
    let mut moves = Moves::new();
    game.expand(position, &mut moves);
    moves.iter().position(|legal| legal == mv).expect("the move is legal")
}
