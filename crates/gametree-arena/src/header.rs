//! The first line of the file of a match.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Adjudication;
use crate::contest::{all_pairs, recognise};
use crate::record::Record;

/// The version of the file format. It grows when a field changes its meaning or is removed.
pub const SCHEMA: u32 = 1;

/// The first line of the file.
///
/// ```
/// use gametree_arena::{Contest, Header, Openings};
/// use gametree_arena::units::Series;
///
/// let game = gametree_games::open("tictactoe").unwrap();
/// let players = ["random".to_string(), "mcts:nodes=10".to_string()];
/// let header: Header =
///     Contest::new(&game, "tictactoe", &players, Openings::Random(2), 1).unwrap().header();
/// assert_eq!((header.game.as_str(), header.seed), ("tictactoe", 1));
/// assert_eq!(header.openings, "random:2");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the file format.
    pub schema: u32,
    /// Always "arena".
    pub experiment: String,
    /// The name of the game.
    pub game: String,
    /// The players; rows refer to them by index.
    pub players: Vec<String>,
    /// The seed of all random choices.
    pub seed: u64,
    /// How games begin: "random:K", or a list of positions.
    pub openings: Value,
    /// The time that players have for a game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// When games end before they are over.
    #[serde(default, skip_serializing_if = "Adjudication::is_empty")]
    pub adjudication: Adjudication,
}

impl Header {
    /// The `experiment` of every such header.
    pub const EXPERIMENT: &'static str = "arena";

    /// Reads the header of a file.
    ///
    /// # Errors
    /// If the file is of another kind.
    pub fn parse(header: &Value) -> Result<Header, String> {
        let is = |key: &str, value: Value| header.get(key) == Some(&value);
        if !is("experiment", Self::EXPERIMENT.into()) || !is("schema", SCHEMA.into()) {
            return Err(format!("these are no games of an arena, schema {SCHEMA}"));
        }
        Header::deserialize(header).map_err(|error| format!("line 1: {error}"))
    }

    /// Checks that these can be the rows of such a match, from the first on.
    ///
    /// # Errors
    /// If they cannot; names the first row that is out of place.
    pub fn recognise(&self, rows: &[Record]) -> Result<(), String> {
        let pairs = all_pairs(self.players.len());
        if pairs.is_empty() {
            return Err("a match has two players or more".into());
        }
        rows.iter().enumerate().try_for_each(|(i, row)| {
            let wrong = |reason| format!("line {}: {reason}", i + 2);
            recognise(&pairs, i as u64, row).map_err(wrong)
        })
    }
}
