//! A contest: who plays whom, in which order, and what comes of it.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use gametree::Bounds;
use gametree::job::AnyGame;

use crate::adjudication::Adjudication;
use crate::clock::TimeControl;
use crate::contestant::Contestant;
use crate::header::{Header, SCHEMA};
use crate::openings::Openings;
use crate::play;
use crate::record::{Record, Winner};
use crate::replay;
use crate::seeds::derived;
use crate::sprt::{Sprt, Verdict};
use crate::tally::Tally;
use crate::units::{Ended, Run, Series, Watcher, run};

/// What players agree on, besides the rules of the game.
///
/// ```
/// use gametree_arena::{Adjudication, Terms, TimeControl};
///
/// let mut terms = Terms::default();
/// terms.clock = Some(TimeControl::parse("10s+100ms").unwrap());
/// terms.adjudication = Adjudication::default().resign("moves=4,score=700").unwrap();
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Terms {
    /// The time for a game of players without a limit of their own per move.
    pub clock: Option<TimeControl>,
    /// When games end before they are over.
    pub adjudication: Adjudication,
}

/// A game, players, and openings: the experiment that [`compete`] runs.
///
/// ```
/// use gametree_arena::{Contest, Openings};
///
/// let game = gametree_games::open("tictactoe").unwrap();
/// let players = ["random", "mcts:nodes=10", "mcts:nodes=20"].map(String::from);
/// let contest = Contest::new(&game, "tictactoe", &players, Openings::Random(2), 1).unwrap();
/// assert_eq!(contest.pairs(), [[0, 1], [0, 2], [1, 2]]);
///
/// let unknown = ["random", "magic"].map(String::from);
/// assert!(Contest::new(&game, "tictactoe", &unknown, Openings::Random(2), 1).is_err());
/// ```
pub struct Contest<'g> {
    game: &'g AnyGame,
    name: String,
    players: Vec<Contestant>,
    /// All pairs of players, by index.
    pairs: Vec<[usize; 2]>,
    openings: Openings,
    terms: Terms,
    seed: u64,
    /// What each player chose in the games of this run, and how much of it in haste.
    paces: Vec<[AtomicU64; 2]>,
}

impl<'g> Contest<'g> {
    /// A contest of `players` in the game `name`.
    ///
    /// # Errors
    /// If there are fewer than two players, one is unknown or cannot play the game, or the game has no
    /// winner.
    pub fn new(
        game: &'g AnyGame,
        name: &str,
        players: &[String],
        openings: Openings,
        seed: u64,
    ) -> Result<Contest<'g>, String> {
        let specs =
            players.iter().map(|text| Contestant::parse(text)).collect::<Result<Vec<_>, _>>()?;
        if specs.len() < 2 {
            return Err("a match needs two players or more, such as mcts-solver:nodes=1000".into());
        }
        if middle(game.value_range()).is_none() {
            let range = game.value_range();
            return Err(format!("{name} has no winner: its values have no middle ({range})"));
        }
        for spec in &specs {
            let seat = spec.sit_down(game, None, seed, &Arc::default());
            seat.map(drop)
                .map_err(|failure| format!("'{spec}' cannot play {name}: {}", failure.text()))?;
        }
        let pairs = all_pairs(specs.len());
        let terms = Terms::default();
        let paces = specs.iter().map(|_| Default::default()).collect();
        let (name, players) = (name.into(), specs);
        Ok(Contest { game, name, players, pairs, openings, terms, seed, paces })
    }

    /// The same on other terms.
    #[must_use]
    pub fn on_terms(self, terms: Terms) -> Contest<'g> {
        Contest { terms, ..self }
    }

    /// All pairs of players, by index.
    pub fn pairs(&self) -> &[[usize; 2]] {
        &self.pairs
    }

    /// The players.
    pub fn players(&self) -> &[Contestant] {
        &self.players
    }

    /// Whether a player had too little time to see much ([`Outcome::is_hasty`](gametree::Outcome::is_hasty)) for a
    /// quarter of its moves or more, in the games that were played so far and not read from a file.
    pub fn is_hasty(&self, player: usize) -> bool {
        let [chosen, hasty] = self.paces[player].each_ref().map(|n| n.load(Ordering::Relaxed));
        hasty > 0 && 4 * hasty >= chosen
    }

    /// The couple, the colours and the seeds of a game, from its number: pairs take turns.
    fn pairing(&self, unit: u64) -> Pairing {
        let (couple, pairs) = (unit / 2, self.pairs.len() as u64);
        let (pair, round) = (couple % pairs, couple / pairs);
        let [max, min] = colours(&self.pairs, unit);
        let couple_seed = derived(derived(self.seed, pair), round);
        Pairing { round, max, min, couple_seed, game_seed: derived(couple_seed, unit % 2) }
    }
}

/// Checks that a row can be a game of these pairs.
pub(crate) fn recognise(pairs: &[[usize; 2]], number: u64, row: &Record) -> Result<(), String> {
    if row.number == number + 1 && [row.max, row.min] == colours(pairs, number) {
        return Ok(());
    }
    Err(format!("game {} of these players should be here", number + 1))
}

/// All pairs of players, by index.
pub(crate) fn all_pairs(players: usize) -> Vec<[usize; 2]> {
    (0..players).flat_map(|a| (a + 1..players).map(move |b| [a, b])).collect()
}

/// Who is MAX and who is MIN in a game: pairs take turns, and swap colours after each of their games.
fn colours(pairs: &[[usize; 2]], unit: u64) -> [usize; 2] {
    let [a, b] = pairs[(unit / 2 % pairs.len() as u64) as usize];
    if unit % 2 == 0 { [a, b] } else { [b, a] }
}

/// Who plays a game, and from which seeds.
struct Pairing {
    round: u64,
    max: usize,
    min: usize,
    couple_seed: u64,
    game_seed: u64,
}

/// The part of a couple's seed for its opening; parts 0 and 1 are for its games.
const OPENING: u64 = 2;

/// Who won a play with the final `value`, in a game of this range; without a value it is a draw.
///
/// ```
/// use gametree::Bounds;
/// use gametree_arena::{Winner, winner};
///
/// let range = Bounds::new((-1).into(), 1.into()).unwrap();
/// assert_eq!(winner(Some(1.0), range), Winner::Max);
/// assert_eq!(winner(Some(0.0), range), Winner::Draw);
/// assert_eq!(winner(None, range), Winner::Draw);
/// ```
pub fn winner(value: Option<f64>, range: Bounds) -> Winner {
    Winner::of(value, middle(range).unwrap_or(0.0))
}

/// The value that separates MAX's wins from MIN's: zero if both signs can occur, otherwise the middle
/// of the range, if it has one.
fn middle(range: Bounds) -> Option<f64> {
    let (low, high) = (range.lower.get(), range.upper.get());
    if low < 0.0 && high > 0.0 {
        return Some(0.0);
    }
    Some(low.midpoint(high)).filter(|middle| middle.is_finite())
}

impl Series for Contest<'_> {
    type Header = Header;
    type Row = Record;

    fn header(&self) -> Header {
        Header {
            schema: SCHEMA,
            experiment: Header::EXPERIMENT.into(),
            game: self.name.clone(),
            players: self.players.iter().map(Contestant::to_string).collect(),
            seed: self.seed,
            openings: self.openings.described(),
            clock: self.terms.clock.as_ref().map(TimeControl::to_string),
            adjudication: self.terms.adjudication.clone(),
        }
    }

    fn unit(&self, number: u64, abandon: &Arc<AtomicBool>) -> Result<Record, String> {
        let Pairing { round, max, min, couple_seed, game_seed } = self.pairing(number);
        let opening = self.openings.choose(self.game, round, derived(couple_seed, OPENING))?;
        let players = [&self.players[max], &self.players[min]];
        let played = play::play(self.game, players, &self.terms, &opening, game_seed, abandon)?;
        for (player, pace) in [max, min].into_iter().zip(played.paces) {
            let [chosen, hasty] = &self.paces[player];
            chosen.fetch_add(pace.chosen, Ordering::Relaxed);
            hasty.fetch_add(pace.hasty, Ordering::Relaxed);
        }
        let play::End { value, result, reason, note } = played.end;
        Ok(Record {
            number: number + 1,
            max,
            min,
            position: opening.position,
            opening: played.opening,
            moves: played.moves,
            value,
            result,
            reason,
            note,
        })
    }

    /// Checks that the game could have been played: by the right players, from the right opening, by the
    /// rules. The players are not asked for their moves again.
    fn recognise(&self, number: u64, row: &Record) -> Result<(), String> {
        recognise(&self.pairs, number, row)?;
        let Pairing { round, couple_seed, .. } = self.pairing(number);
        let opening = self.openings.choose(self.game, round, derived(couple_seed, OPENING))?;
        let texts = opening.texts(self.game)?;
        if (&opening.position, &texts) != (&row.position, &row.opening) {
            return Err(format!("game {} does not begin with its opening", number + 1));
        }
        let wrong = |reason| format!("game {}: {reason}", number + 1);
        replay::replay(self.game, row, &mut |_| ()).map_err(wrong)
    }
}

/// The result of a match.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// Who won how often.
    pub tally: Tally,
    /// How the run ended.
    pub ended: Ended,
    /// The verdict of the sequential test, if there is one and it reached a verdict.
    pub verdict: Option<Verdict>,
}

/// Plays a match of `how.units` games, or the rest of it. With a sequential test, which is for two players,
/// the match ends as soon as the test does; `follower` sees every game and cannot end the match. There is an
/// example at the [top of the crate](crate).
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

/// Counts the results, and ends the match when the test does.
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

    fn patience(&self) -> Duration {
        self.follower.patience()
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
