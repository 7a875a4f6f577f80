//! Games by name: an entry for each, and the catalogue of all of them.

use std::fmt;

use super::AnyGame;
use crate::registry::nearest;

/// A game in the catalogue: its name, the syntax of its parameters, and what it is.
///
/// ```
/// use gametree::job::{AnyGame, Catalogue, Entry, GameError};
/// # use gametree::doc::Subtraction as Stones;
///
/// let entry = Entry::new("stones", |text| {
///     let stones = text.parse().map_err(|_| GameError::new("how many stones?"))?;
///     Ok(AnyGame::new(Stones { stones }))
/// });
/// let entry = entry.syntax("stones:N").summary("take one to three in turn");
/// let games = Catalogue::default().with(entry);
/// assert_eq!(games.open("stones:12").unwrap().spec(), Some("stones:12"));
/// assert_eq!(games.open("stones:x").err().unwrap().to_string(), "stones: how many stones?");
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Entry {
    /// Its name in specs.
    pub name: &'static str,
    /// How a spec is written: what may be left out in brackets, alternatives behind bars with the
    /// default first, names in capitals for what has no default.
    pub syntax: &'static str,
    /// A spec to try.
    pub example: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Where it comes from.
    pub citation: &'static str,
    /// The facts that it states beyond its rules, which certificates may trust.
    pub facts: &'static str,
    /// The player that suits it, if that is known: the one that wins matches at equal time. Otherwise
    /// [`AnyGame::suitable_player`] says which.
    pub player: Option<&'static str>,
    build: fn(&str) -> Result<AnyGame, GameError>,
}

impl Entry {
    /// A game with a name. `build` makes the game from what follows the name and a colon, which may be
    /// empty.
    pub const fn new(name: &'static str, build: fn(&str) -> Result<AnyGame, GameError>) -> Entry {
        let (syntax, example) = (name, name);
        let (summary, citation, facts, player) = ("", "", "none", None);
        Entry { name, syntax, example, summary, citation, facts, player, build }
    }

    /// Names the player that suits the game: the one that wins matches at equal time.
    #[must_use]
    pub const fn player(self, player: &'static str) -> Entry {
        Entry { player: Some(player), ..self }
    }

    /// Says how a spec of the game is written, such as `connect4[:WxH]`.
    #[must_use]
    pub const fn syntax(self, syntax: &'static str) -> Entry {
        Entry { syntax, ..self }
    }

    /// Gives a spec to try, such as `connect4:5x4`.
    #[must_use]
    pub const fn example(self, example: &'static str) -> Entry {
        Entry { example, ..self }
    }

    /// Says in a line what the game is, and how its moves are written.
    #[must_use]
    pub const fn summary(self, summary: &'static str) -> Entry {
        Entry { summary, ..self }
    }

    /// Names the source of the rules.
    #[must_use]
    pub const fn citation(self, citation: &'static str) -> Entry {
        Entry { citation, ..self }
    }

    /// Lists the facts that the game states beyond its rules.
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
        let game = (self.build)(parameters).map_err(named)?;
        Ok(game.with_entry(self.player, self.in_full(parameters)))
    }

    /// The spec of a game with these parameters in which no default is left unsaid.
    fn in_full(&self, parameters: &str) -> String {
        let mut spec = match parameters {
            "" => self.name.to_string(),
            _ => format!("{}:{parameters}", self.name),
        };
        let optional = self.syntax.split("[,").skip(1).filter_map(|part| part.split_once(']'));
        for (key, values) in optional.filter_map(|(part, _)| part.split_once('=')) {
            let default = values.split('|').next().unwrap_or(values);
            let written = parameters
                .split(',')
                .any(|part| part.split_once('=').is_some_and(|(name, _)| name == key));
            if !written && !default.starts_with(|c: char| c.is_ascii_uppercase()) {
                spec += &format!(",{key}={default}");
            }
        }
        spec
    }
}

/// Why a text is not a game. [`Entry`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameError(String);

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
/// use gametree::job::{AnyGame, Catalogue, Entry};
/// # use gametree::doc::Subtraction as Stones;
///
/// let few = Entry::new("few", |_| Ok(AnyGame::new(Stones { stones: 5 })));
/// let many = Entry::new("many", |_| Ok(AnyGame::new(Stones { stones: 50 }))).player("mtd-f");
/// let games: Catalogue = [few, many].into_iter().collect();
/// assert_eq!(games.entry("many:1").unwrap().name, "many");
/// assert_eq!((games.player("few")?, games.player("many")?), ("mcts-solver", "mtd-f"));
/// let error = games.open("meny").err().unwrap();
/// assert_eq!(error.to_string(), "unknown game 'meny'; did you mean 'many'?");
/// # Ok::<(), gametree::job::GameError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    entries: Vec<Entry>,
}

impl FromIterator<Entry> for Catalogue {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Catalogue {
        Catalogue { entries: entries.into_iter().collect() }
    }
}

impl Catalogue {
    /// Adds a game at the head of the list. It replaces a game of the same name.
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

    /// The player that suits the game of a spec: the one that its entry names, or
    /// [the one that suits its rules](AnyGame::suitable_player).
    ///
    /// # Errors
    /// If the spec does not name a game.
    pub fn player(&self, spec: &str) -> Result<&'static str, GameError> {
        match self.entry(spec)?.player {
            // It need not be opened: a tree may be large.
            Some(player) => Ok(player),
            None => Ok(self.open(spec)?.suitable_player()),
        }
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
