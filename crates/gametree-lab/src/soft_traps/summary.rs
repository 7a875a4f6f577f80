//! What a survey has found.

use gametree_arena::proportion::{Mean, Proportion};
use serde::Serialize;

use super::estimators::Estimator;
use super::events::{Events, preferred, regret};
use super::ranks::{kendall, ranks, spearman, top_three};
use super::row::Row;
use super::survey::Terms;

/// How rows are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// Values that differ by no more than this, in units, are ties.
    pub tie: f64,
    /// Rewards that differ by no more than this are ties.
    pub tie_of_rewards: f64,
    /// What a unit is worth, such as a pawn.
    pub unit: f64,
    /// What was asked.
    pub terms: Terms,
}

/// What a survey has found. The [module](super) has an example.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// How many positions there are.
    pub positions: u64,
    /// From how many games.
    pub games: u64,
    /// How common soft traps are, for each margin.
    pub sweep: Vec<Swept>,
    /// How common hard traps are, for each level.
    pub levels: Vec<Level>,
    /// How well the rankings of moves agree with that of the deep search.
    pub agreement: Vec<Agreement>,
    /// Positions where the playouts see a trap that the shallow search does not, the worst first.
    pub finds: Vec<Find>,
}

/// How common something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Sighting {
    /// In how many positions.
    pub positions: Proportion,
    /// In how many games at least once.
    pub games: Proportion,
}

/// How common soft traps of a margin are: the events of [`Events`].
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Swept {
    /// The margin, in units.
    pub delta: f64,
    /// Definition 1.
    pub at_risk: Sighting,
    /// The event that the paper counted.
    pub disagreement: Sighting,
    /// Mistakes of the shallow search.
    pub mistake: Sighting,
}

/// How common hard traps of a level, or a lower one, are.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Level {
    /// The plies in which the opponent has won.
    pub plies: u32,
    /// Where some move is one.
    pub traps: Sighting,
}

/// How well an estimator's ranking of moves agrees with that of the deep search. Each game counts once, with the
/// mean of its positions, since those of one game are not independent.
#[derive(Clone, Debug, Serialize)]
pub struct Agreement {
    /// The name of the estimator.
    pub estimator: String,
    /// In how many positions it ranks moves at all, and the deep search does.
    pub positions: u64,
    /// Spearman's rank correlation.
    pub spearman: Mean,
    /// Kendall's, tau-b.
    pub kendall: Mean,
    /// How many of the best three moves are among its best three, as a share.
    pub top_three: Mean,
    /// How much its best move loses, in units.
    pub regret: Mean,
}

/// A position where playouts see a trap that the shallow search does not (Example 1).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Find {
    /// The number of the row.
    pub number: u64,
    /// What the position is called.
    pub position: String,
    /// The move that the shallow search prefers.
    pub shallow: String,
    /// The move that the playouts prefer.
    pub playouts: String,
    /// The move that the deep search prefers.
    pub deep: String,
    /// How much worse the first is than the last, in units.
    pub mistake: f64,
    /// How much worse the second is.
    pub left: f64,
}

impl Summary {
    /// What some rows say about traps of these margins.
    pub fn new(rows: &[Row], deltas: &[f64], reading: Reading) -> Summary {
        let Terms { shallow, deep, .. } = reading.terms;
        let events: Vec<(u64, Events)> =
            rows.iter().map(|row| (row.game, Events::of(row, shallow, deep))).collect();
        let seen = |is: &dyn Fn(&Events) -> bool| sighting(&events, is);
        let sweep = deltas.iter().map(|&delta| {
            let most = delta * reading.unit;
            // What differs by a margin exactly does so up to rounding.
            let most = most - 1e-9 * most.abs();
            Swept {
                delta,
                at_risk: seen(&|events| events.at_risk >= most),
                disagreement: seen(&|events| events.disagreement >= most),
                mistake: seen(&|events| events.mistake >= most),
            }
        });
        let levels = (1..deep).map(|plies| {
            let traps = seen(&|events| events.lost_in.is_some_and(|lost| lost <= plies));
            Level { plies, traps }
        });
        let smallest = deltas.iter().copied().fold(f64::INFINITY, f64::min);
        let mut finds: Vec<Find> =
            rows.iter().filter_map(|row| find(row, smallest, reading)).collect();
        finds.sort_by(|a, b| b.mistake.total_cmp(&a.mistake).then(a.number.cmp(&b.number)));
        Summary {
            positions: rows.len() as u64,
            games: games(rows.iter().map(|row| row.game)).len() as u64,
            sweep: sweep.collect(),
            levels: levels.collect(),
            agreement: agreements(rows, reading),
            finds,
        }
    }
}

/// The numbers of all games, each once.
fn games(of_rows: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut games: Vec<u64> = of_rows.collect();
    games.sort_unstable();
    games.dedup();
    games
}

fn sighting(events: &[(u64, Events)], is: &dyn Fn(&Events) -> bool) -> Sighting {
    let found: Vec<u64> =
        events.iter().filter(|(_, events)| is(events)).map(|(game, _)| *game).collect();
    let all = games(events.iter().map(|(game, _)| *game));
    let positions = Proportion { count: found.len() as u64, of: events.len() as u64 };
    let with = games(found.into_iter()).len() as u64;
    Sighting { positions, games: Proportion { count: with, of: all.len() as u64 } }
}

/// The estimators that were asked, compared with the deep search.
fn agreements(rows: &[Row], reading: Reading) -> Vec<Agreement> {
    let Terms { shallow, playouts, .. } = reading.terms;
    let asked = |by: &Estimator| playouts > 0 || !by.is_reward();
    let compared = Estimator::compared(shallow);
    compared.into_iter().filter(asked).map(|by| agreement(rows, by, reading)).collect()
}

/// The ranks that an estimator gives the moves of a position.
pub fn ranks_by(row: &Row, by: Estimator, reading: Reading) -> Option<Vec<f64>> {
    let tie = if by.is_reward() { reading.tie_of_rewards } else { reading.tie * reading.unit };
    row.estimates(by).map(|estimates| ranks(&estimates, tie))
}

fn agreement(rows: &[Row], by: Estimator, reading: Reading) -> Agreement {
    let standard = Estimator::Minimax(reading.terms.deep);
    let (mut spearmans, mut kendalls) = (PerGame::default(), PerGame::default());
    let (mut tops, mut losses) = (PerGame::default(), PerGame::default());
    let mut positions = 0;
    for row in rows {
        let (Some(theirs), Some(right)) =
            (ranks_by(row, by, reading), ranks_by(row, standard, reading))
        else {
            continue;
        };
        let rho = spearman(&theirs, &right);
        positions += u64::from(rho.is_some());
        spearmans.add(row.game, rho);
        kendalls.add(row.game, kendall(&theirs, &right));
        tops.add(row.game, top_three(&theirs, &right));
        let estimates = row.estimates(by);
        let lost = estimates.map(|own| regret(&own, &row.values(reading.terms.deep)));
        losses.add(row.game, lost.map(|lost| lost / reading.unit));
    }
    Agreement {
        estimator: by.to_string(),
        positions,
        spearman: spearmans.mean(),
        kendall: kendalls.mean(),
        top_three: tops.mean(),
        regret: losses.mean(),
    }
}

/// Numbers by game.
#[derive(Default)]
struct PerGame(std::collections::BTreeMap<u64, Vec<f64>>);

impl PerGame {
    fn add(&mut self, game: u64, number: Option<f64>) {
        if let Some(number) = number {
            self.0.entry(game).or_default().push(number);
        }
    }

    /// The mean of the means of games.
    fn mean(&self) -> Mean {
        let means = self.0.values().map(|of| of.iter().sum::<f64>() / of.len() as f64);
        Mean::of(&means.collect::<Vec<f64>>())
    }
}

/// Whether the shallow search walks into a trap of at least `delta`, and the playouts do not.
fn find(row: &Row, delta: f64, reading: Reading) -> Option<Find> {
    let Terms { shallow, deep, .. } = reading.terms;
    let (near, far) = (row.values(shallow), row.values(deep));
    let sampled = row.estimates(Estimator::Weak(shallow))?;
    let least = delta * reading.unit;
    let (mistake, left) = (regret(&near, &far), regret(&sampled, &far));
    let best = |estimates: &[f64]| {
        let chosen = preferred(estimates);
        chosen.into_iter().max_by(|&a, &b| far[a].total_cmp(&far[b]).then(b.cmp(&a)))
    };
    let (theirs, ours) = (best(&near)?, best(&sampled)?);
    // The playouts tell the two moves apart.
    let told = sampled[ours] - sampled[theirs] > reading.tie_of_rewards;
    if !(mistake >= least && left < least && told) {
        return None;
    }
    let text = |index: usize| row.moves[index].mv.clone();
    Some(Find {
        number: row.number,
        position: row.name.clone(),
        shallow: text(theirs),
        playouts: text(ours),
        deep: text(best(&far)?),
        mistake: mistake / reading.unit,
        left: left / reading.unit,
    })
}
