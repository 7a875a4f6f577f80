//! All checks, in order, and their settings.

use std::fmt::Debug;

use gametree_model::erased::Erased;
use gametree_model::{Dice, Game, Knowledge};

use crate::broken::{Check, ensure};
use crate::draws::Tally;
use crate::pass::{Records, Settings};
use crate::rewards::Ends;
use crate::subject::{Checked, Subject, erased, opaque, plain};
use crate::{Rule, Summary, Violation, nearby, numbers, playouts, values, words};

/// The checks of one game, with settings. With the defaults they take seconds, whatever the game.
///
/// ```
/// use gametree_conformance::Suite;
/// # use gametree_model::doc::Subtraction;
/// let game = Subtraction { stones: 1_000_000 };
/// let summary = Suite::new(&game).playouts(1).budget(1_000).run().unwrap();
/// println!("{summary}");
/// assert!(summary.skipped.iter().any(|reason| reason.starts_with("exact values")));
/// ```
pub struct Suite {
    subject: Subject,
    settings: Settings,
}

impl Suite {
    /// Checks a game with its own heuristics.
    pub fn new<G: Checked + Knowledge<G>>(game: &G) -> Suite
    where
        G::Position: PartialEq + Debug,
    {
        let subject = plain::<G>(Erased::new(game.clone()));
        Suite { subject, settings: Settings::DEFAULT }
    }

    /// Checks a game with other heuristics, or with none: `()`.
    pub fn with_knowledge<G, K>(game: &G, knowledge: &K) -> Suite
    where
        G: Checked<Position: PartialEq + Debug>,
        K: Knowledge<G> + Clone + Send + Sync + 'static,
    {
        let subject = plain::<G>(Erased::with_knowledge(game.clone(), knowledge.clone()));
        Suite { subject, settings: Settings::DEFAULT }
    }

    /// Checks a game whose positions can neither be compared nor shown. Two of them count as equal if the
    /// game says the same about both: key, verdict, moves, facts, plies left, drawing.
    pub fn opaque<G: Checked, K>(game: &G, knowledge: &K) -> Suite
    where
        K: Knowledge<G> + Clone + Send + Sync + 'static,
    {
        let subject = opaque::<G>(Erased::with_knowledge(game.clone(), knowledge.clone()));
        Suite { subject, settings: Settings::DEFAULT }
    }

    /// Checks a game whose type is not known. Positions are compared as by [`Suite::opaque`], and
    /// [`Rule::Constants`] and [`Rule::Codes`], which are about types, are not checked.
    ///
    /// ```
    /// use gametree_conformance::Suite;
    /// use gametree_model::erased::Erased;
    /// # use gametree_model::doc::Subtraction;
    ///
    /// let game = Erased::new(Subtraction { stones: 10 });
    /// assert_eq!(Suite::erased(&game).run().unwrap().value, Some(1.into()));
    /// ```
    pub fn erased(game: &Erased) -> Suite {
        Suite { subject: erased(game.clone()), settings: Settings::DEFAULT }
    }

    /// The number of random playouts; 100 by default.
    #[must_use]
    pub fn playouts(self, playouts: u32) -> Self {
        Suite { settings: Settings { playouts, ..self.settings }, ..self }
    }

    /// All positions within this many plies of the start are checked; 4 by default.
    #[must_use]
    pub fn plies(self, plies: u32) -> Self {
        Suite { settings: Settings { plies, ..self.settings }, ..self }
    }

    /// If the game has no more positions than this, all of them are checked, with their exact values; 20,000
    /// by default. (Without exact keys, a position is checked once per path to it.) In larger games only
    /// endgames are solved. With 0 nothing is solved.
    #[must_use]
    pub fn exhaustive(self, positions: u64) -> Self {
        Suite { settings: Settings { exhaustive: positions, ..self.settings }, ..self }
    }

    /// How many numbers of each kind are tried as keys; 500 by default.
    #[must_use]
    pub fn numbers(self, numbers: u32) -> Self {
        Suite { settings: Settings { numbers, ..self.settings }, ..self }
    }

    /// The cost limit of each pass: a position costs one, plus one per move. 100,000 by default.
    #[must_use]
    pub fn budget(self, budget: u64) -> Self {
        Suite { settings: Settings { budget, ..self.settings }, ..self }
    }

    /// The seed of all random choices: the same seed checks the same positions.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Suite { settings: Settings { seed, ..self.settings }, ..self }
    }

    /// Also requires that no two positions near the start have the same exact key. This is not a rule for
    /// every game (mirrored positions may share a key), but most games keep to it, and it finds keys that
    /// leave something out even if values are out of reach.
    #[must_use]
    pub fn unique_keys(self) -> Self {
        Suite { subject: Subject { unique_keys: true, ..self.subject }, ..self }
    }

    /// Checks everything, and returns how much was checked.
    ///
    /// # Errors
    /// If a rule is broken: the first violation.
    pub fn run(self) -> Result<Summary, Violation> {
        let Suite { subject, settings } = self;
        let (tally, ends) = (Tally::new(settings.seed), Ends::new());
        let mut records = Records { tally, ends, summary: Summary::default() };
        constants(&subject).map_err(|broken| subject.violation(&[], broken))?;
        nearby::pass(&subject, &settings, &mut records)?;
        values::pass(&subject, &settings, &mut records)?;
        playouts::pass(&subject, &settings, &mut records)?;
        records.tally.check(&subject)?;
        records.ends.check(&subject)?;
        let terms = (settings.numbers, settings.seed, settings.budget);
        numbers::pass(&subject, terms, &mut records.summary)?;
        Ok(records.summary)
    }
}

/// The constants of the type allow what the game says.
fn constants(Subject { game, constants: (dice, cycles, keys), .. }: &Subject) -> Check {
    let chance = game.has_chance();
    let allowed = match dice {
        Dice::Never => !chance,
        Dice::Sometimes => true,
        Dice::Always => chance,
    };
    let found = || format!("DICE is {}, and has_chance {chance}", words::dice(*dice));
    ensure(allowed, Rule::Constants, found)?;
    let found = || "CYCLES is false, and has_cycles true".into();
    ensure(*cycles || !game.has_cycles(), Rule::Constants, found)?;
    let found = || "KEYS is false, and names_positions true".into();
    ensure(*keys || !game.names_positions(), Rule::Constants, found)
}
