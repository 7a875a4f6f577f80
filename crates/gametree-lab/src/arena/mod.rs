//! Matches between players, every one against every other.
//!
//! Games come in couples: two players, one opening, both colours. Couples go round: first one of every
//! pair, then a second one of every pair. So a longer match begins with a shorter one, and can be made
//! from it. Every game has a seed of its own, from that of the contest, its pair and its number; its dice
//! and both players' random choices come from it, and its opening from that of the couple.

mod openings;
mod play;
mod record;
mod replay;
mod tally;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::Bounds;
use gametree::job::{AnyGame, JobError, PlayerSpec};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use openings::{Opening, Openings};
pub use play::MOST_PLIES;
pub use record::{Reason, Record, Winner};
pub use replay::{Scene, replay};
pub use tally::{PairTally, Tally};

use crate::seeds::derived;
use crate::sprt::{Sprt, Verdict};
use crate::units::{Ended, Experiment, Run, Watcher, run};
use play::SingleGame;

/// The version of the file. It grows when a field changes its meaning or goes.
pub const SCHEMA: u32 = 1;

/// What stands in the first line of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the file.
    pub schema: u32,
    /// Always "arena".
    pub experiment: String,
    /// The game by its name.
    pub game: String,
    /// The players; rows name them by their places here, from 0.
    pub players: Vec<String>,
    /// Where all random choices come from.
    pub seed: u64,
    /// How games begin: "random:K", or a list of positions.
    pub openings: Value,
}

impl Header {
    /// What every header of this experiment says.
    pub const EXPERIMENT: &'static str = "arena";

    /// Reads the header of a file.
    ///
    /// # Errors
    /// If it is that of another kind of file.
    pub fn parse(header: &Value) -> Result<Header, String> {
        let is = |key: &str, value: Value| header.get(key) == Some(&value);
        if !is("experiment", Self::EXPERIMENT.into()) || !is("schema", SCHEMA.into()) {
            return Err(format!("these are no games of an arena, schema {SCHEMA}"));
        }
        Header::deserialize(header).map_err(|error| format!("line 1: {error}"))
    }

    /// Whether these can be the rows of such a match, from the first on.
    ///
    /// # Errors
    /// If they cannot; says which is the first that is not where it should be.
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

/// A game, players, and how games begin.
pub struct Contest<'g> {
    game: &'g AnyGame,
    name: String,
    players: Vec<PlayerSpec>,
    /// Every two players, by their places.
    pairs: Vec<[usize; 2]>,
    middle: f64,
    openings: Openings,
    seed: u64,
}

impl<'g> Contest<'g> {
    /// A contest of `players` at the game `name`.
    ///
    /// # Errors
    /// If there are fewer than two players, one is not known or cannot play the game, or nobody can win
    /// it.
    pub fn new(
        game: &'g AnyGame,
        name: &str,
        players: &[String],
        openings: Openings,
        seed: u64,
    ) -> Result<Contest<'g>, String> {
        let parsed = players.iter().map(|text| PlayerSpec::parse(text));
        let specs = parsed.collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?;
        if specs.len() < 2 {
            return Err("a match needs two players or more, such as mcts-solver:nodes=1000".into());
        }
        for spec in &specs {
            let refused = |error: JobError| format!("'{spec}' cannot play {name}: {error}");
            game.player(spec, None, seed).map(drop).map_err(refused)?;
        }
        let middle = middle(game.value_range()).ok_or_else(|| {
            format!("{name} has no winner: its values have no middle ({})", game.value_range())
        })?;
        let pairs = all_pairs(specs.len());
        Ok(Contest { game, name: name.into(), players: specs, pairs, middle, openings, seed })
    }

    /// Every two players, by their places.
    pub fn pairs(&self) -> &[[usize; 2]] {
        &self.pairs
    }

    /// The players.
    pub fn players(&self) -> &[PlayerSpec] {
        &self.players
    }

    /// Where the pair, the couple and the colours of a game are in its number: pairs take turns.
    fn place(&self, unit: u64) -> Place {
        let (couple, pairs) = (unit / 2, self.pairs.len() as u64);
        let (pair, round) = (couple % pairs, couple / pairs);
        let [max, min] = colours(&self.pairs, unit);
        let couple_seed = derived(derived(self.seed, pair), round);
        Place { round, max, min, couple_seed, game_seed: derived(couple_seed, unit % 2) }
    }
}

/// Whether a row can be that of a game of these pairs.
fn recognise(pairs: &[[usize; 2]], number: u64, row: &Record) -> Result<(), String> {
    if row.number == number + 1 && [row.max, row.min] == colours(pairs, number) {
        return Ok(());
    }
    Err(format!("game {} of these players should be here", number + 1))
}

/// Every two of so many players, by their places.
fn all_pairs(players: usize) -> Vec<[usize; 2]> {
    (0..players).flat_map(|a| (a + 1..players).map(move |b| [a, b])).collect()
}

/// Who is MAX and who is MIN in a game: pairs take turns, and change colours after every game of theirs.
fn colours(pairs: &[[usize; 2]], unit: u64) -> [usize; 2] {
    let [a, b] = pairs[(unit / 2 % pairs.len() as u64) as usize];
    if unit.is_multiple_of(2) { [a, b] } else { [b, a] }
}

struct Place {
    round: u64,
    max: usize,
    min: usize,
    couple_seed: u64,
    game_seed: u64,
}

/// The part of a couple's seed that its opening comes from; the others are its games'.
const OPENING: u64 = 2;

/// Who won a game that was worth `value` in a game of this range.
pub fn winner(value: Option<f64>, range: Bounds) -> Winner {
    Winner::of(value, middle(range).unwrap_or(0.0))
}

/// The value that parts MAX's wins from MIN's: nought where either sign can occur, otherwise the middle
/// of the range. Nothing if that has none.
fn middle(range: Bounds) -> Option<f64> {
    let (low, high) = (range.lower.get(), range.upper.get());
    if low < 0.0 && high > 0.0 {
        return Some(0.0);
    }
    Some(low.midpoint(high)).filter(|middle| middle.is_finite())
}

impl Experiment for Contest<'_> {
    type Header = Header;
    type Row = Record;

    fn header(&self) -> Header {
        Header {
            schema: SCHEMA,
            experiment: Header::EXPERIMENT.into(),
            game: self.name.clone(),
            players: self.players.iter().map(PlayerSpec::to_string).collect(),
            seed: self.seed,
            openings: self.openings.described(),
        }
    }

    fn unit(&self, number: u64, abandon: &Arc<AtomicBool>) -> Result<Record, String> {
        let Place { round, max, min, couple_seed, game_seed } = self.place(number);
        let opening = self.openings.choose(self.game, round, derived(couple_seed, OPENING))?;
        let specs = [&self.players[max], &self.players[min]];
        let played = SingleGame::new(self.game, specs, &opening, game_seed)?.play(abandon)?;
        Ok(Record {
            number: number + 1,
            max,
            min,
            position: opening.position,
            opening: played.opening,
            moves: played.moves,
            value: played.value,
            result: Winner::of(played.value, self.middle),
            reason: played.reason,
        })
    }

    /// Whether the game could have been played: by the right players, from the right opening, by the rules.
    /// What the players would have played is not asked.
    fn recognise(&self, number: u64, row: &Record) -> Result<(), String> {
        recognise(&self.pairs, number, row)?;
        let Place { round, couple_seed, .. } = self.place(number);
        let opening = self.openings.choose(self.game, round, derived(couple_seed, OPENING))?;
        let texts = opening.texts(self.game)?;
        if (&opening.position, &texts) != (&row.position, &row.opening) {
            return Err(format!("game {} does not begin with its opening", number + 1));
        }
        let wrong = |reason| format!("game {}: {reason}", number + 1);
        replay::replay(self.game, row, &mut |_| ()).map_err(wrong)
    }
}

/// What came of a match.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// Who won how often.
    pub tally: Tally,
    /// How it ended.
    pub ended: Ended,
    /// What the test says, if there is one and it says something.
    pub verdict: Option<Verdict>,
}

/// Plays a match, or the rest of it: `how.units` games. With a test, which is for two players, it ends as
/// soon as that is decided; `follower` sees every game and does not decide.
///
/// # Errors
/// If a test is asked for with more than two players; and as [`run`].
pub fn compete(
    contest: &Contest<'_>,
    how: &Run<'_>,
    sprt: Option<Sprt>,
    follower: &mut dyn Watcher<Record>,
) -> Result<Outcome, String> {
    if sprt.is_some() && contest.pairs.len() > 1 {
        return Err("a sequential test is for two players".into());
    }
    let tally = Tally::new(contest.players.len(), &contest.pairs);
    let mut referee = Referee { tally, sprt, verdict: None, follower };
    let ended = run(contest, how, &mut referee)?;
    let Referee { tally, verdict, .. } = referee;
    Ok(Outcome { tally, ended, verdict })
}

/// Counts, and says when it is enough.
struct Referee<'a> {
    tally: Tally,
    sprt: Option<Sprt>,
    verdict: Option<Verdict>,
    follower: &'a mut dyn Watcher<Record>,
}

impl Watcher<Record> for Referee<'_> {
    fn resumed(&mut self, units: u64) {
        self.follower.resumed(units);
    }

    fn row(&mut self, row: &Record) -> ControlFlow<()> {
        let _ = self.follower.row(row);
        let couples = self.tally.add(row);
        self.verdict = self.sprt.zip(couples).and_then(|(sprt, couples)| sprt.verdict(&couples));
        if self.verdict.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tick(&mut self) {
        self.follower.tick();
    }

    fn finishing(&mut self, units: u64) {
        self.follower.finishing(units);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_nought_or_halfway() {
        let middle = |low: f64, high: f64| {
            let [lower, upper] = [low, high].map(|v| gametree::Value::new(v).unwrap());
            middle(Bounds { lower, upper })
        };
        assert_eq!(middle(-9.0, 10.0), Some(0.0));
        assert_eq!(middle(f64::NEG_INFINITY, f64::INFINITY), Some(0.0));
        assert_eq!(middle(0.0, 1.0), Some(0.5));
        assert_eq!(middle(-8.0, -4.0), Some(-6.0));
        assert_eq!(middle(0.0, f64::INFINITY), None);
    }
}
