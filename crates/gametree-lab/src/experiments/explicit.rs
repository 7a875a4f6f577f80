//! Small trees held in memory, for algorithms that are written down as the papers print them.

use gametree::job::{AnyGame, Board};
use gametree::{Kind, Turn};

/// A game tree.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// An end of the game.
    Leaf(f64),
    /// A player moves.
    Inner {
        /// Whether it is MAX.
        max: bool,
        /// The positions after the moves, in order.
        children: Vec<Tree>,
    },
    /// Chance moves: outcomes with their probabilities.
    Chance(Vec<(f64, Tree)>),
}

impl Tree {
    /// All of a game, which must be small.
    ///
    /// # Errors
    /// If the game has no start.
    pub fn of(game: &AnyGame) -> Result<Tree, String> {
        build(&mut game.board(None).map_err(|error| error.to_string())?)
    }

    /// The minimax value.
    pub fn value(&self) -> f64 {
        match self {
            Tree::Leaf(value) => *value,
            Tree::Chance(outcomes) => {
                outcomes.iter().map(|(share, tree)| share * tree.value()).sum()
            }
            Tree::Inner { max, children } => best(*max, children.iter().map(Tree::value)),
        }
    }
}

/// The best of some values for a player.
pub fn best(max: bool, values: impl Iterator<Item = f64>) -> f64 {
    let better = |a: f64, b: f64| if max { a.max(b) } else { a.min(b) };
    values.reduce(better).expect("an inner node has children")
}

fn build(board: &mut Board<'_>) -> Result<Tree, String> {
    let kind = match board.turn() {
        Turn::Terminal(value) => return Ok(Tree::Leaf(value.get())),
        Turn::Inner(Kind::Chance) => {
            let outcomes = board.likely_moves().into_iter().map(|(mv, share)| {
                board.play(mv);
                let child = build(board);
                board.take_back();
                Ok((share, child?))
            });
            return Ok(Tree::Chance(outcomes.collect::<Result<_, String>>()?));
        }
        Turn::Inner(kind) => kind,
    };
    let moves = board.moves();
    let child = |mv: u32| {
        board.play(mv);
        let child = build(board);
        board.take_back();
        child
    };
    let children = moves.into_iter().map(child).collect::<Result<Vec<_>, _>>()?;
    Ok(Tree::Inner { max: kind == Kind::Max, children })
}
