//! Matches as experiments: settings of a few players who all meet each other.
//!
//! The games of a setting are those of `gametree arena GAME PLAYER... --openings random:N --seed S`, in its order.

use gametree_arena::couples::Couples;
use gametree_arena::{Openings, Record};

use super::bench::Bench;
use super::design::{About, Experiment, Scale};
use super::estimate::Estimate;
use super::row::{Fields, Row, Unit};
use super::section::{Section, text_of};
use super::verdict::Comparison;
use crate::Table;
use crate::plot::{Axis, Panel, Series};

/// Players who meet each other in a game.
#[derive(Clone, Debug)]
pub struct Meeting {
    /// Its name, which identifies its games.
    pub name: String,
    /// The game.
    pub game: &'static str,
    /// Players, as they are called and as the registry knows them.
    pub players: Vec<(String, String)>,
    /// How many random moves come first.
    pub opening: u32,
    /// How many games every pair plays, at each scale; an even number.
    pub games: [u64; 3],
    /// Its place in the figure, if there is one.
    pub x: Option<f64>,
    /// What the paper prints: the share of points of one player against another.
    pub published: Vec<(usize, usize, f64)>,
    /// What it prints of all games together: the points of each player.
    pub totals: Vec<f64>,
    /// How far off a share of points may be.
    pub tolerance: f64,
}

impl Default for Meeting {
    fn default() -> Meeting {
        Meeting {
            name: String::new(),
            game: "",
            players: Vec::new(),
            opening: 0,
            games: [0; 3],
            x: None,
            published: Vec::new(),
            totals: Vec::new(),
            tolerance: TOLERANCE,
        }
    }
}

impl Meeting {
    /// Two players.
    pub fn of_two(
        name: impl Into<String>,
        game: &'static str,
        players: [(&str, String); 2],
        games: [u64; 3],
    ) -> Meeting {
        let players = players.map(|(name, spec)| (name.to_string(), spec)).to_vec();
        Meeting { name: name.into(), game, players, games, ..Meeting::default() }
    }

    /// The same, with the share of points of the first player that the paper prints.
    #[must_use]
    pub fn printed(self, score: f64) -> Meeting {
        Meeting { published: vec![(0, 1, score)], ..self }
    }

    /// The same, if a share of points may be that far off.
    #[must_use]
    pub fn within(self, tolerance: f64) -> Meeting {
        Meeting { tolerance, ..self }
    }

    fn pairs(&self) -> u64 {
        let players = self.players.len() as u64;
        players * (players - 1) / 2
    }
}

/// A statement: in this meeting, a player gets more than half of the points against another.
pub struct Stronger {
    /// The meeting.
    pub meeting: &'static str,
    /// The player, and the other.
    pub players: (usize, usize),
    /// In words.
    pub claim: &'static str,
}

/// A statement: the first player gets a larger share of the points in one meeting than in another.
pub struct Higher {
    /// The meeting.
    pub meeting: &'static str,
    /// The other.
    pub than: &'static str,
    /// In words.
    pub claim: &'static str,
}

/// Several meetings.
pub struct Matches {
    /// What it is.
    pub about: About,
    /// The meetings.
    pub meetings: fn() -> Vec<Meeting>,
    /// The title and the horizontal axis of the figure, if there is one.
    pub figure: Option<(&'static str, &'static str)>,
    /// What should hold.
    pub stronger: &'static [Stronger],
    /// What else should hold.
    pub higher: &'static [Higher],
    /// Why results differ, if they do.
    pub why: &'static str,
}

/// How far off a share of points may be, if a meeting says nothing else.
const TOLERANCE: f64 = 0.04;

impl Experiment for Matches {
    fn about(&self) -> About {
        self.about
    }

    fn units(&self, scale: Scale) -> Vec<Unit> {
        let of = |meeting: &Meeting| {
            let games = scale.pick(0, 1, 2);
            let games = meeting.games[games] * meeting.pairs();
            let name = meeting.name.clone();
            (0..games).map(move |game| Unit::new().with("meeting", name.clone()).with("game", game))
        };
        (self.meetings)().iter().flat_map(of).collect()
    }

    fn run(&self, unit: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
        let all = (self.meetings)();
        let meeting = all.iter().find(|meeting| meeting.name == unit.text("meeting"));
        let meeting = meeting.ok_or("an unknown meeting")?;
        let players: Vec<String> = meeting.players.iter().map(|(_, spec)| spec.clone()).collect();
        let openings = Openings::Random(meeting.opening);
        let record = bench.play(meeting.game, &players, openings, unit.whole("game"))?;
        Ok(Fields::of(&record))
    }

    fn summarise(&self, rows: &[Row]) -> Section {
        let meetings = (self.meetings)();
        let mut numbers = Vec::new();
        let mut table = Table::new(
            "All matches",
            &["setting", "first", "second", "games", "score of the first"],
        );
        for meeting in &meetings {
            let called = |player: usize| meeting.players[player].0.clone();
            for &(a, b, printed) in &meeting.published {
                let what = format!("{}: {} against {}", meeting.name, called(a), called(b));
                numbers.push(percent(Comparison::new(
                    what,
                    printed,
                    meeting.tolerance,
                    score(rows, meeting, a, b),
                )));
            }
            // Every player meets each of the others equally often.
            let others = meeting.players.len() as f64 - 1.0;
            for (a, points) in meeting.totals.iter().enumerate() {
                let all = meeting.totals.iter().sum::<f64>() * 2.0 / (others + 1.0);
                let what =
                    format!("{}: {} in all games ({points} points)", meeting.name, called(a));
                numbers.push(percent(Comparison::new(
                    what,
                    points / all,
                    meeting.tolerance,
                    total(rows, meeting, a),
                )));
            }
            for a in 0..meeting.players.len() {
                for b in a + 1..meeting.players.len() {
                    let Some(score) = score(rows, meeting, a, b) else { continue };
                    let games = score.trials.to_string();
                    table.row([
                        meeting.name.clone(),
                        called(a),
                        called(b),
                        games,
                        text_of(Some(score.times(100.0))),
                    ]);
                }
            }
        }
        let mut section = Section::default();
        if let Some((title, label)) = self.figure {
            let caption =
                "Share of points with 95 % intervals; half of the points is the dashed line.";
            section = section.figure(caption, vec![panel(rows, &meetings, title, label)]);
        }
        if !numbers.is_empty() {
            section = section.compare("Shares of points, in percent", numbers);
        }
        for Stronger { meeting, players: (a, b), claim } in self.stronger {
            let of = meetings.iter().find(|other| other.name == *meeting);
            let score = of.and_then(|meeting| score(rows, meeting, *a, *b));
            section = section.trend(*claim, score.and_then(|score| score.is_above(0.5)));
        }
        for Higher { meeting, than, claim } in self.higher {
            let of = |name: &str| {
                let meeting = meetings.iter().find(|other| other.name == name)?;
                score(rows, meeting, 0, 1)
            };
            let holds = of(than).zip(of(meeting)).and_then(|(less, more)| less.is_less(more));
            section = section.trend(*claim, holds);
        }
        section.table(table).because(self.why)
    }
}

/// The same in percent.
fn percent(comparison: Comparison) -> Comparison {
    let Comparison { what, published, margin, printed_trials, measured } = comparison;
    // As the paper prints it, without the rounding of floats.
    let published = (published * 1000.0).round() / 10.0;
    Comparison {
        what,
        published,
        margin: 100.0 * margin,
        printed_trials,
        measured: measured.map(|e| e.times(100.0)),
    }
}

/// The share of points of player `a` against player `b`, by couples of games.
pub fn score(rows: &[Row], meeting: &Meeting, a: usize, b: usize) -> Option<Estimate> {
    let of = rows.iter().filter(|row| row.unit.text("meeting") == meeting.name);
    let games: Vec<Record> = of.filter_map(|row| row.found.read()).collect();
    let mut couples = Couples::default();
    for first in games.iter().filter(|game| game.number % 2 == 1) {
        let second = games.iter().find(|game| game.number == first.number + 1);
        let points = |game: &Record| match (
            game.max == a && game.min == b,
            game.max == b && game.min == a,
        ) {
            (true, _) => Some(game.result.half_points()),
            (_, true) => Some(2 - game.result.half_points()),
            _ => None,
        };
        if let Some((one, two)) = points(first).zip(second.and_then(points)) {
            couples.add(one + two);
        }
    }
    Estimate::score(&couples)
}

/// The share of points of player `a` against all others together, each of whom has played equally many games with it.
fn total(rows: &[Row], meeting: &Meeting, a: usize) -> Option<Estimate> {
    let others = (0..meeting.players.len()).filter(|&b| b != a);
    let scores: Option<Vec<Estimate>> = others.map(|b| score(rows, meeting, a, b)).collect();
    Estimate::average(&scores?)
}

/// The score of the first player against the second, by place.
fn panel(rows: &[Row], meetings: &[Meeting], title: &str, label: &str) -> Panel {
    let point = |meeting: &Meeting| Some(score(rows, meeting, 0, 1)?.point(meeting.x?));
    let points: Vec<_> = meetings.iter().filter_map(point).collect();
    let ends = [points.first(), points.last()].into_iter().flatten();
    let even: Vec<_> = ends.map(|p| crate::plot::Point::new(p.x, 0.5)).collect();
    let printed = meetings.iter().flat_map(|meeting| {
        let first = meeting.published.iter().filter(|(a, b, _)| (*a, *b) == (0, 1));
        first.filter_map(|&(_, _, score)| Some(crate::plot::Point::new(meeting.x?, score)))
    });
    Panel {
        title: title.into(),
        x: Axis::linear(label),
        y: Axis::linear("share of points"),
        series: vec![
            Series::measured("measured", points),
            Series::formula("equal strength", even).like("measured"),
            Series::published("published", printed),
        ],
    }
}
