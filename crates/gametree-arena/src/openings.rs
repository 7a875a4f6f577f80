//! Openings: how games begin.

use gametree::job::{AnyGame, Board, position_lines};
use gametree::{Draws, Kind, Turn};
use serde_json::{Value, json};

/// How the games of a match begin.
///
/// ```
/// use gametree_arena::Openings;
///
/// let game = gametree_games::open("tictactoe").unwrap();
/// let openings = Openings::parse_lines("# corners\n1\n3\n", &game).unwrap();
/// assert_eq!(openings, Openings::Positions(vec!["1".into(), "3".into()]));
/// assert!(Openings::parse_lines("no position", &game).is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Openings {
    /// After this many random moves from the start, none of which ends the game.
    Random(u32),
    /// At these positions in turn: the first couple of every pair at the first one.
    Positions(Vec<String>),
    /// The same with moves from there.
    Lines(Vec<Opening>),
}

/// How a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// A position (`None` for the start of the game)...
    pub position: Option<String>,
    /// ...and moves from there.
    pub moves: Vec<u32>,
}

impl Opening {
    /// Moves in the game's notation, from a position (the start, if there is none).
    ///
    /// # Errors
    /// If the position or a move is wrong, or the game is over after them.
    ///
    /// ```
    /// use gametree_arena::Opening;
    ///
    /// let game = gametree_games::open("tictactoe").unwrap();
    /// let opening = Opening::of_moves(&game, None, &["5", "1"]).unwrap();
    /// assert_eq!(opening.moves.len(), 2);
    /// assert!(Opening::of_moves(&game, None, &["5", "5"]).is_err());
    /// ```
    pub fn of_moves<T: AsRef<str>>(
        game: &AnyGame,
        position: Option<&str>,
        moves: &[T],
    ) -> Result<Opening, String> {
        let mut board = game.board(position).map_err(|error| error.to_string())?;
        for text in moves {
            let mv = board.parse(text.as_ref()).map_err(|error| error.to_string())?;
            board.play(mv);
        }
        if let Turn::Terminal(_) = board.turn() {
            return Err("the game is over there".into());
        }
        Ok(Opening { position: position.map(str::to_string), moves: board.played().to_vec() })
    }

    /// How a header describes it.
    fn described(&self) -> Value {
        let position = self.position.as_deref().unwrap_or(START);
        json!([position, self.moves])
    }

    /// The moves in the game's notation.
    ///
    /// # Errors
    /// If the position is not one of the game.
    pub(crate) fn texts(&self, game: &AnyGame) -> Result<Vec<String>, String> {
        let mut board = game.board(self.position.as_deref()).map_err(|error| error.to_string())?;
        let text = |&mv: &u32| {
            let text = board.text(mv);
            board.play(mv);
            text
        };
        Ok(self.moves.iter().map(text).collect())
    }
}

/// How the starting position is written.
const START: &str = "start";

impl Openings {
    /// Reads positions from a text, one per line, with comments as [`position_lines`] knows them.
    ///
    /// # Errors
    /// If there are none, or one is not a position at which a player moves; the message names the line.
    pub fn parse_lines(text: &str, game: &AnyGame) -> Result<Openings, String> {
        of_positions(position_lines(text, |_, line| checked(line, game)))
    }

    /// The same from a list, in which there are no comments.
    ///
    /// # Errors
    /// If it is empty, or holds something else than positions at which a player moves; the message says where.
    pub fn of_positions<T: AsRef<str>>(texts: &[T], game: &AnyGame) -> Result<Openings, String> {
        let read = texts.iter().map(|text| checked(text.as_ref(), game));
        of_positions((1..).zip(read).map(|(i, read)| read.map_err(|e| format!("number {i}: {e}"))))
    }

    /// How a header describes them.
    pub(crate) fn described(&self) -> Value {
        match self {
            Openings::Random(plies) => format!("random:{plies}").into(),
            Openings::Positions(positions) => positions.clone().into(),
            Openings::Lines(lines) => lines.iter().map(Opening::described).collect(),
        }
    }

    /// The opening of couple number `round` of a pair.
    pub(crate) fn choose(&self, game: &AnyGame, round: u64, seed: u64) -> Result<Opening, String> {
        match self {
            Openings::Positions(positions) => {
                let text = &positions[(round % positions.len() as u64) as usize];
                let position = Some(text.clone()).filter(|text| text != START);
                Ok(Opening { position, moves: Vec::new() })
            }
            Openings::Lines(lines) => Ok(lines[(round % lines.len() as u64) as usize].clone()),
            Openings::Random(plies) => {
                let mut board = game.board(None).map_err(|error| error.to_string())?;
                wander(&mut board, *plies, &mut Draws::new(seed));
                Ok(Opening { position: None, moves: board.played().to_vec() })
            }
        }
    }
}

/// A position at which the game is not over.
fn checked(text: &str, game: &AnyGame) -> Result<String, String> {
    let board = game.board(Some(text).filter(|&text| text != START));
    match board.map_err(|error| error.to_string())?.turn() {
        Turn::Terminal(_) => Err("the game is over there".into()),
        Turn::Inner(_) => Ok(text.to_string()),
    }
}

fn of_positions(read: impl Iterator<Item = Result<String, String>>) -> Result<Openings, String> {
    let positions: Vec<String> = read.collect::<Result<_, _>>()?;
    if positions.is_empty() {
        Err("no position".into())
    } else {
        Ok(Openings::Positions(positions))
    }
}

/// Plays random moves of the players, and random outcomes of chance before each. Stops early if every
/// move would end the game.
fn wander(board: &mut Board<'_>, plies: u32, draws: &mut Draws) {
    let mut left = plies;
    while left > 0 {
        let Turn::Inner(kind) = board.turn() else { return };
        let Some(mv) = draw(board, draws) else { return };
        board.play(mv);
        left -= u32::from(kind != Kind::Chance);
    }
}

/// A random move that does not end the game, if there is one.
fn draw(board: &mut Board<'_>, draws: &mut Draws) -> Option<u32> {
    let mut moves = board.likely_moves();
    moves.retain(|&(mv, _)| {
        board.play(mv);
        let goes_on = matches!(board.turn(), Turn::Inner(_));
        board.take_back();
        goes_on
    });
    let all: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weights: Vec<f64> = moves.iter().map(|(_, weight)| weight / all).collect();
    (all > 0.0).then(|| moves[draws.index_by_weight(&weights)].0)
}
