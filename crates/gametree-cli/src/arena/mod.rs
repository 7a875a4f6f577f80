//! `gametree arena`: matches.

mod openings;
#[cfg(feature = "chess")]
mod pgn;

use std::num::NonZero;
use std::ops::ControlFlow;

use gametree::job::AnyGame;
use gametree::job::Catalogue;
use gametree_arena::couples::elo;
use gametree_arena::sprt::{Sprt, Verdict};
use gametree_arena::units::{Ended, Run, Watcher};
use gametree_arena::{
    Adjudication, Contest, Contestant, Outcome, PairTally, Record, Tally, Terms, TimeControl,
    compete,
};
use serde_json::{Value, json};

use crate::args::{Arena, Format};
use crate::output::Ending;
use crate::progress::{Bar, finishing, interrupt_flag};
use crate::question::open;
use crate::{explain, json, text};

/// The default number of games per pair of players...
const GAMES: u64 = 100;
/// ...and the largest if a test may end the match earlier.
const GAMES_OF_A_TEST: u64 = 10_000;

/// Plays a match, or the rest of it, and reports the result.
pub fn run(games: &Catalogue, arguments: &Arena) -> Result<(String, Ending), String> {
    let name = arguments.game.as_ref().ok_or("which game? try 'gametree arena --help'")?;
    let game = open(games, name)?;
    let openings = openings::read(&arguments.openings, arguments.opening_plies, &game)?;
    let terms = terms(arguments, &game)?;
    #[cfg(feature = "chess")]
    let written = pgn::open(arguments, &game)?;
    #[cfg(not(feature = "chess"))]
    if arguments.pgn.is_some() {
        return Err("--pgn: this program is built without chess".into());
    }
    let contest = Contest::new(&game, name, &arguments.players, openings, arguments.seed)?;
    let contest = contest.on_terms(terms);
    let sprt = arguments.sprt.as_deref().map(Sprt::parse).transpose();
    let sprt = sprt.map_err(|reason| format!("--sprt: {reason}"))?;
    if sprt.is_some() && contest.players().len() > 2 {
        return Err("--sprt is for two players, and there are more".into());
    }
    let games = number_of_games(arguments.games, sprt.is_some())?;
    let threads = arguments.threads.or_else(|| std::thread::available_parallelism().ok());
    let run = Run {
        units: games.checked_mul(contest.pairs().len() as u64).ok_or("--games: too many")?,
        threads: threads.unwrap_or(NonZero::<usize>::MIN),
        file: arguments.out.as_deref(),
        interrupt: interrupt_flag(),
    };
    let mut show = Show::new(arguments.quiet, run.units, contest.players().len() == 2);
    show.games = arguments.pgn.is_some().then(Vec::new);
    let outcome = compete(&contest, &run, sprt, &mut show)?;
    #[cfg(feature = "chess")]
    let played = show.games.take();
    drop(show);
    #[cfg(feature = "chess")]
    if let (Some(mut file), Some(played)) = (written, played) {
        file.write_text(&pgn::write(&contest, &played)?)?;
    }
    let players = contest.players();
    let hasty = (0..players.len()).map(|player| contest.is_hasty(player)).collect();
    let match_ = Match { arguments, game: &game, name, players, hasty, games, sprt, outcome };
    let output = match arguments.format {
        Format::Json => json::line(&match_.data()),
        Format::Text => match_.for_people(),
    };
    let cut_short = match_.outcome.ended == Ended::Interrupted;
    Ok((output, if cut_short { Ending::CutShort } else { Ending::Answered }))
}

fn number_of_games(asked: Option<u64>, tested: bool) -> Result<u64, String> {
    let games = asked.unwrap_or(if tested { GAMES_OF_A_TEST } else { GAMES });
    if games == 0 || games % 2 == 1 {
        return Err(format!(
            "--games {games} should be an even number, 2 or more: each opening is played with both colours"
        ));
    }
    Ok(games)
}

/// What players agree on, besides the rules.
fn terms(arguments: &Arena, game: &AnyGame) -> Result<Terms, String> {
    let mut terms = Terms::default();
    if let Some(clock) = &arguments.clock {
        let control = TimeControl::parse(clock).map_err(|reason| format!("--clock: {reason}"))?;
        terms.clock = Some(control.grace(arguments.clock_grace));
    }
    let rules = Adjudication::default();
    let rules = match &arguments.resign {
        Some(rule) => rules.resign(rule).map_err(|reason| format!("--resign: {reason}"))?,
        None => rules,
    };
    terms.adjudication = match &arguments.draw {
        Some(rule) => rules.draw(rule).map_err(|reason| format!("--draw: {reason}"))?,
        None => rules,
    };
    if !terms.adjudication.is_empty() && game.uci_score(0.5).is_none() {
        return Err("--resign and --draw: only players of chess state scores in centipawns".into());
    }
    Ok(terms)
}

/// The bar, and the score of a match of two.
struct Show {
    bar: Bar,
    done: u64,
    /// The half points of the first player, if there are two.
    half_points: Option<usize>,
    /// All games, if they are wanted.
    games: Option<Vec<Record>>,
}

impl Show {
    fn new(quiet: bool, games: u64, two: bool) -> Show {
        Show { bar: Bar::new(quiet, games), done: 0, half_points: two.then_some(0), games: None }
    }
}

impl Watcher<Record> for Show {
    fn resumed(&mut self, units: u64) {
        self.bar.resume(units);
    }

    fn row(&mut self, row: &Record) -> ControlFlow<()> {
        self.done += 1;
        self.bar.reach(self.done);
        if let Some(games) = &mut self.games {
            games.push(row.clone());
        }
        if let Some(points) = &mut self.half_points {
            let won = row.result.half_points();
            *points += if row.max == 0 { won } else { 2 - won };
            let (first, all) = (*points as f64 / 2.0, self.done as f64);
            self.bar.say(&format!("{first} : {}", all - first));
        }
        ControlFlow::Continue(())
    }

    fn tick(&mut self) {
        self.bar.refresh();
    }

    fn finishing(&mut self, units: u64) {
        self.bar.say(&finishing(units, "game"));
    }
}

/// A match and its result.
struct Match<'a> {
    arguments: &'a Arena,
    game: &'a AnyGame,
    name: &'a str,
    players: &'a [Contestant],
    /// Which of them saw next to nothing in their time.
    hasty: Vec<bool>,
    games: u64,
    sprt: Option<Sprt>,
    outcome: Outcome,
}

impl Match<'_> {
    fn tally(&self) -> &Tally {
        &self.outcome.tally
    }

    fn data(&self) -> Value {
        let (tally, players) = (self.tally(), self.players);
        let names: Vec<String> = players.iter().map(Contestant::to_string).collect();
        let totals = (0..players.len()).map(|i| tally.total(i)).collect::<Vec<_>>();
        json!({
            "schema": json::SCHEMA,
            "game": self.name,
            "players": names,
            "seed": self.arguments.seed,
            "openings": self.arguments.openings,
            "games": self.games,
            "finished": tally.games(),
            "ended": match self.outcome.ended {
                Ended::Complete => "complete",
                Ended::Enough => "decided",
                Ended::Interrupted => "interrupted",
            },
            "pairs": tally.pairs.iter().map(pair_data).collect::<Vec<_>>(),
            "totals": totals,
            "max_won": tally.by_colour[0],
            "drawn": tally.by_colour[1],
            "min_won": tally.by_colour[2],
            "repeated": tally.repeated,
            "long": tally.long,
            "lost_on_time": tally.late,
            "hasty": self.hasty,
            "lost_by_fault": tally.faulty,
            "adjudicated": tally.adjudicated,
            "clock": self.arguments.clock,
            "pgn": self.arguments.pgn,
            "timed": self.timed(),
            "sprt": self.sprt.map(|sprt| self.sprt_data(&sprt)),
            "file": self.arguments.out,
        })
    }

    fn sprt_data(&self, sprt: &Sprt) -> Value {
        let (lower, upper) = sprt.bounds();
        json!({
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "alpha": sprt.alpha,
            "beta": sprt.beta,
            "ratio": sprt.ratio(&self.tally().pairs[0].couples),
            "lower": lower,
            "upper": upper,
            "verdict": self.outcome.verdict.map(|verdict| match verdict {
                Verdict::Elo0 => "elo0",
                Verdict::Elo1 => "elo1",
            }),
        })
    }

    /// Whether another run could give other results: a player has a time limit.
    fn timed(&self) -> bool {
        let clocks = self.arguments.clock.is_some();
        self.players.iter().any(|player| player.depends_on_time(clocks))
    }

    fn for_people(&self) -> String {
        let (tally, arguments) = (self.tally(), self.arguments);
        let mut out = format!(
            "{}, {}, openings {}, seed {}\n\n",
            text::bold(self.name),
            text::count(tally.games(), "game", "games"),
            arguments.openings,
            arguments.seed
        );
        out += &self.legend();
        if self.players.len() > 2 {
            out += &(self.cross_table() + "\n");
        }
        out += &self.pair_table();
        let [max, drawn, min] = tally.by_colour.map(text::grouped);
        out += &format!("\ncolours   MAX won {max}, {drawn} drawn, MIN won {min}\n");
        for (name, text) in self.remarks() {
            out += &format!("{name:<9} {text}\n");
        }
        out
    }

    /// What the letters stand for.
    fn legend(&self) -> String {
        let each = self.players.iter().enumerate();
        let unlimited = match &self.arguments.clock {
            Some(clock) => format!(" (clock {clock})"),
            None => " (1 s per move)".into(),
        };
        let lines = each.map(|(i, player)| {
            let limit = if player.is_limited() { "" } else { &unlimited };
            format!("{}  {player}{limit}\n", letter(i))
        });
        lines.collect::<String>() + "\n"
    }

    /// The score of every player against every other.
    fn cross_table(&self) -> String {
        let all = self.players.len();
        let letters: Vec<String> = (0..all).map(letter).collect();
        let mut header = vec!["score"];
        header.extend(letters.iter().map(String::as_str));
        header.push("all");
        let cell = |score: Option<f64>| score.map_or("-".into(), percent);
        let row = |a: usize| {
            let mut row = vec![letter(a)];
            row.extend((0..all).map(|b| cell(self.tally().score(a, b))));
            row.push(cell(self.tally().total(a)));
            row
        };
        text::table(&header, &(0..all).map(row).collect::<Vec<_>>())
    }

    fn pair_table(&self) -> String {
        let header = ["pair", "games", "won", "drawn", "lost", "score", "95 %", "Elo", "95 %"];
        let row = |pair: &PairTally| {
            let [a, b] = pair.players.map(letter);
            let (low, high) = pair.couples.interval();
            let score = pair.couples.score();
            vec![
                format!("{a} - {b}"),
                text::grouped(2 * pair.couples.total()),
                text::grouped(pair.won),
                text::grouped(pair.drawn),
                text::grouped(pair.lost),
                score.map_or("-".into(), percent),
                format!("{} .. {}", percent(low), percent(high)),
                score.map_or("-".into(), |score| signed(elo(score))),
                format!("{} .. {}", signed(elo(low)), signed(elo(high))),
            ]
        };
        let rows: Vec<_> = self.tally().pairs.iter().map(row).collect();
        text::table(&header, &rows)
    }

    fn remarks(&self) -> Vec<(&'static str, String)> {
        let tally = self.tally();
        let mut remarks = Vec::new();
        if let Some(sprt) = &self.sprt {
            remarks.push(("test", self.test_text(sprt)));
        }
        if tally.repeated > 0 {
            let all = text::grouped(tally.games());
            let games = format!("{} of {all} games", text::grouped(tally.repeated));
            remarks.push((
                "repeated",
                format!("{games} are the same as an earlier one, so the intervals are too narrow: more openings help"),
            ));
        }
        if tally.long > 0 {
            let most = gametree_arena::MOST_PLIES;
            let games = text::grouped(tally.long);
            remarks.push((
                "long",
                format!("{games} drawn because they were not over after {most} moves"),
            ));
        }
        let lost = |counts: &[u64]| {
            let each = counts.iter().enumerate().filter(|(_, count)| **count > 0);
            each.map(|(i, count)| format!("{} {}", letter(i), text::grouped(*count)))
                .collect::<Vec<_>>()
                .join(", ")
        };
        if tally.late.iter().any(|&count| count > 0) {
            remarks.push(("late", format!("lost on time: {}", lost(&tally.late))));
        }
        if tally.faulty.iter().any(|&count| count > 0) {
            let who = lost(&tally.faulty);
            remarks.push(("faults", format!("lost by an illegal move or a crash: {who}")));
        }
        if tally.adjudicated > 0 {
            let games = text::count(tally.adjudicated, "game", "games");
            remarks.push(("scores", format!("{games} decided by the players' scores")));
        }
        for (i, player) in self.players.iter().enumerate() {
            if let (true, Contestant::Own(spec)) = (self.hasty[i], player) {
                let advice = explain::advice_for_haste(self.game, spec, self.name);
                let (letter, few) = (letter(i), gametree::Outcome::<()>::FEW_NODES);
                let text = format!("{letter} often had time for fewer than {few} nodes: {advice}");
                remarks.push(("hasty", text));
            }
        }
        if self.timed() {
            remarks.push((
                "time",
                "a player's budget is time: another run may come out differently".into(),
            ));
        }
        for file in [&self.arguments.out, &self.arguments.pgn].into_iter().flatten() {
            remarks.push(("file", file.display().to_string()));
        }
        if self.outcome.ended == Ended::Interrupted {
            let how = if self.arguments.out.is_some() { "; the same command goes on" } else { "" };
            remarks.push(("stopped", format!("interrupted{how}")));
        }
        remarks
    }

    fn test_text(&self, sprt: &Sprt) -> String {
        let ratio = sprt.ratio(&self.tally().pairs[0].couples);
        let (low, high) = sprt.bounds();
        let (elo0, elo1) = (signed(sprt.elo0), signed(sprt.elo1));
        let verdict = match self.outcome.verdict {
            Some(Verdict::Elo1) => format!("A is {elo1} Elo above B rather than {elo0}"),
            Some(Verdict::Elo0) => format!("A is {elo0} Elo above B rather than {elo1}"),
            None => format!("undecided between {elo0} and {elo1} Elo"),
        };
        format!(
            "{}  (log-likelihood ratio {ratio:.2}, from {low:.2} to {high:.2})",
            text::bold(&verdict)
        )
    }
}

fn pair_data(pair: &PairTally) -> Value {
    let (low, high) = pair.couples.interval();
    let finite = |elo: f64| Some(elo).filter(|elo| elo.is_finite());
    json!({
        "players": pair.players,
        "won": pair.won,
        "drawn": pair.drawn,
        "lost": pair.lost,
        "couples": pair.couples.counts(),
        "score": pair.couples.score(),
        "score_low": low,
        "score_high": high,
        "elo": pair.couples.score().and_then(|score| finite(elo(score))),
        "elo_low": finite(elo(low)),
        "elo_high": finite(elo(high)),
    })
}

/// The name of a player in tables: A to Z, then a number.
pub fn letter(player: usize) -> String {
    match u8::try_from(player).ok().filter(|&i| i < 26) {
        Some(i) => char::from(b'A' + i).to_string(),
        None => format!("P{}", player + 1),
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

fn signed(elo: f64) -> String {
    match elo {
        f64::INFINITY => "+inf".into(),
        f64::NEG_INFINITY => "-inf".into(),
        _ => format!("{:+.0}", elo + 0.0),
    }
}
