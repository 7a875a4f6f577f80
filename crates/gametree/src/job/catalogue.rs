//! Games by name: an entry for each, and the catalogue of all of them.

use std::fmt;

use gametree::job::AnyGame;
use gametree::registry::nearest;

/// A game in the catalogue: its name, the syntax of its parameters, and what it is.
///
/// The built-in games are in [`GAMES`](crate::GAMES). A game of your own has an entry too, and with it
/// the whole command (see the crate `gametree-cli`):
///
/// ```
/// use gametree_games::{Catalogue, Entry, GameError};
/// # use gametree::job::AnyGame;
/// # use gametree_games::nim::Nim as Stones;
/// # fn stones(text: &str) -> Result<AnyGame, GameError> {
/// #     let heap = text.parse().map_err(|_| GameError::new("how many stones?"))?;
/// #     Ok(AnyGame::new(Stones::new(&[heap], false).ok_or(GameError::new("too many"))?))
/// # }
/// let entry = Entry::new("stones", stones).syntax("stones:N").summary("take one to three in turn");
/// let games = Catalogue::built_in().with(entry);
/// assert!(games.open("stones:12").is_ok());
/// assert!(games.open("connect4").is_ok());
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// Its name in specs.
    pub name: &'static str,
    /// How a spec is written.
    pub syntax: &'static str,
    /// A spec to try.
    pub example: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Where it comes from.
    pub citation: &'static str,
    /// The facts that it states beyond its rules, which certificates may trust.
    pub facts: &'static str,
    /// The player that suits it, if none is named: the one that wins matches at equal time.
    pub player: &'static str,
    pub(super) build: fn(&str) -> Result<AnyGame, GameError>,
}

/// The player for games that name none.
pub(super) const DEFAULT_PLAYER: &str = "mcts-solver";

impl Entry {
    /// A game with a name. `build` makes the game from what follows the name and a colon, which may be
    /// empty.
    pub const fn new(name: &'static str, build: fn(&str) -> Result<AnyGame, GameError>) -> Entry {
        let (syntax, example) = (name, name);
        let (summary, citation, facts, player) = ("", "", "none", DEFAULT_PLAYER);
        Entry { name, syntax, example, summary, citation, facts, player, build }
    }

    /// The same with the player that suits it, if that is not `mcts-solver`.
    #[must_use]
    pub const fn player(self, player: &'static str) -> Entry {
        Entry { player, ..self }
    }

    /// The same with the way in which a spec is written, such as `connect4[:WxH]`.
    #[must_use]
    pub const fn syntax(self, syntax: &'static str) -> Entry {
        Entry { syntax, ..self }
    }

    /// The same with a spec to try, such as `connect4:5x4`.
    #[must_use]
    pub const fn example(self, example: &'static str) -> Entry {
        Entry { example, ..self }
    }

    /// The same with a line that says what the game is, and how its moves are written.
    #[must_use]
    pub const fn summary(self, summary: &'static str) -> Entry {
        Entry { summary, ..self }
    }

    /// The same with the source of the rules.
    #[must_use]
    pub const fn citation(self, citation: &'static str) -> Entry {
        Entry { citation, ..self }
    }

    /// The same with a list of the facts that the game states beyond its rules.
    #[must_use]
    pub const fn facts(self, facts: &'static str) -> Entry {
        Entry { facts, ..self }
    }

    /// The game with these parameters.
    ///
    /// # Errors
    /// If the parameters are wrong; the message says what would be right.
    pub fn open(&self, parameters: &str) -> Result<AnyGame, GameError> {
        let named = |GameError(reason)| GameError(format!("{}: {reason}", self.name));
        (self.build)(parameters).map_err(named)
    }
}

/// Why a text is not a game.
///
/// ```
/// let error = gametree_games::open("conect4").err().unwrap();
/// assert!(error.to_string().contains("connect4"), "{error}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameError(pub String);

impl GameError {
    /// A message that says what would be right.
    pub fn new(reason: impl Into<String>) -> GameError {
        GameError(reason.into())
    }
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for GameError {}

/// The games that can be opened by name.
///
/// ```
/// use gametree_games::Catalogue;
///
/// let games = Catalogue::built_in();
/// assert_eq!(games.entry("connect4:5x4").unwrap().name, "connect4");
/// assert!(games.open("connect4:5x4").is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Catalogue {
    entries: Vec<Entry>,
}

impl Catalogue {
    /// The built-in games.
    pub fn built_in() -> Catalogue {
        Catalogue { entries: super::GAMES.to_vec() }
    }

    /// No games yet.
    pub fn empty() -> Catalogue {
        Catalogue { entries: Vec::new() }
    }

    /// The same with one more game, at the head of the list. It replaces a game of the same name.
    #[must_use]
    pub fn with(mut self, entry: Entry) -> Catalogue {
        self.entries.retain(|other| other.name != entry.name);
        self.entries.insert(0, entry);
        self
    }

    /// All games, in the order in which they are listed.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The player that suits the game of a spec, if none is named.
    ///
    /// ```
    /// let games = gametree_games::Catalogue::built_in();
    /// assert_eq!((games.player("hex:5"), games.player("chess")), ("mcts-solver", "selective"));
    /// ```
    pub fn player(&self, spec: &str) -> &'static str {
        self.entry(spec).map_or(DEFAULT_PLAYER, |entry| entry.player)
    }

    /// The entry that a name or a spec belongs to.
    ///
    /// # Errors
    /// If no game has this name; the message suggests a similar one.
    pub fn entry(&self, spec: &str) -> Result<&Entry, GameError> {
        let name = spec.split(':').next().unwrap_or(spec);
        let names = || self.entries.iter().map(|entry| entry.name);
        self.entries.iter().find(|entry| entry.name == name).ok_or_else(|| {
            let hint = match nearest(name, names()) {
                Some(near) => format!("did you mean '{near}'?"),
                None => format!("known: {}", names().collect::<Vec<_>>().join(" ")),
            };
            GameError(format!("unknown game '{name}'; {hint}"))
        })
    }

    /// The game that `spec` names.
    ///
    /// # Errors
    /// If the name or a parameter is not known, or a file cannot be read; the message says what would
    /// be right.
    pub fn open(&self, spec: &str) -> Result<AnyGame, GameError> {
        let (_, parameters) = spec.split_once(':').unwrap_or((spec, ""));
        self.entry(spec)?.open(parameters)
    }
}

impl Default for Catalogue {
    fn default() -> Catalogue {
        Catalogue::built_in()
    }
}

/// The built-in game that `spec` names.
///
/// ```
/// let game = gametree_games::open("tictactoe").unwrap();
/// assert_eq!(game.board(Some("5")).unwrap().moves().len(), 8);
/// assert!(gametree_games::open("tictactoe:4").is_err());
/// ```
///
/// # Errors
/// As [`Catalogue::open`].
pub fn open(spec: &str) -> Result<AnyGame, GameError> {
    Catalogue::built_in().open(spec)
}
