//! Records of games.

use serde::{Deserialize, Serialize, Serializer};

/// A game that was played: one line of the file.
///
/// ```
/// use gametree_arena::{Contest, Openings, Record};
/// use gametree_arena::units::Series;
///
/// let game = gametree_games::open("tictactoe").unwrap();
/// let players = ["random", "random"].map(String::from);
/// let contest = Contest::new(&game, "tictactoe", &players, Openings::Random(2), 1).unwrap();
///
/// let record: Record = contest.unit(0, &Default::default()).unwrap();
/// assert_eq!((record.number, record.max, record.min), (1, 0, 1));
/// assert_eq!(record.opening.len(), 2);
/// assert!(record.value.is_some() && !record.moves.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// Its number, from 1.
    pub number: u64,
    /// Who was MAX, the first player: an index into the players of the header.
    pub max: usize,
    /// Who was MIN.
    pub min: usize,
    /// The position it began at, if that is not the start of the game.
    pub position: Option<String>,
    /// The moves of the opening, made for the players.
    pub opening: Vec<String>,
    /// The moves that the players made, and the outcomes of chance between them.
    pub moves: Vec<String>,
    /// The final value; `None` if the game did not come to an end.
    #[serde(serialize_with = "plainly")]
    pub value: Option<f64>,
    /// Who won.
    pub result: Winner,
    /// Why it ended.
    pub reason: Reason,
    /// What the reason does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Who won a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The first player.
    Max,
    /// Neither.
    Draw,
    /// The second player.
    Min,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Reason {
    /// It was over by the rules.
    Over,
    /// It took more than [`MOST_PLIES`](crate::MOST_PLIES).
    Long,
    /// The player to move lost on time.
    Time,
    /// The player to move named a move that is not legal.
    Illegal,
    /// The program of the player to move ended, or never began.
    Crash,
    /// The players' scores decided it; see [`Adjudication`](crate::Adjudication).
    Adjudicated,
}

impl Reason {
    /// Whether a player lost other than on the board.
    pub fn is_forfeit(self) -> bool {
        matches!(self, Reason::Time | Reason::Illegal | Reason::Crash)
    }
}

impl Winner {
    /// Who won a game with the final `value`; an unfinished game is a draw.
    pub(crate) fn of(value: Option<f64>, middle: f64) -> Winner {
        match value {
            Some(value) if value > middle => Winner::Max,
            Some(value) if value < middle => Winner::Min,
            _ => Winner::Draw,
        }
    }

    /// The half points of MAX.
    pub fn half_points(self) -> usize {
        match self {
            Winner::Max => 2,
            Winner::Draw => 1,
            Winner::Min => 0,
        }
    }
}

/// Integers without a decimal point.
fn plainly<S: Serializer>(value: &Option<f64>, to: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) if value.fract() == 0.0 && value.abs() < 9e15 => (*value as i64).serialize(to),
        value => value.serialize(to),
    }
}
