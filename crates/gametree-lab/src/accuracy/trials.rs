//! The experiment that tests players: a unit is one position, one player and one budget.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::job::{JobError, PlayerSpec};
use gametree_arena::seeds::derived;
use gametree_arena::units::Series;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::SCHEMA;
use super::problem::Problem;
use super::suite::Suite;

/// A player with its budget.
#[derive(Clone, Debug)]
pub struct Seat {
    /// The number of the player.
    pub player: usize,
    /// The budget in nodes, if the player has no limit of its own.
    pub nodes: Option<u64>,
    spec: PlayerSpec,
}

/// The move that a player has chosen: one line of the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trial {
    /// The number of the test position, from 1.
    pub problem: u64,
    /// The player and its budget: an index into [`Trials::seats`].
    pub seat: usize,
    /// Its move.
    #[serde(rename = "move")]
    pub mv: String,
}

/// Asks players for their moves in test positions. The [module](super) has an example.
pub struct Trials<'s> {
    suite: &'s Suite<'s>,
    problems: Vec<&'s Problem>,
    players: Vec<PlayerSpec>,
    seats: Vec<Seat>,
}

impl<'s> Trials<'s> {
    /// All players at all budgets, in all positions in which the choice matters. A player that has a limit
    /// of its own is tested once, with that.
    ///
    /// # Errors
    /// If a player cannot play this game, or there is none.
    pub fn new(
        suite: &'s Suite<'s>,
        problems: &'s [Problem],
        players: Vec<PlayerSpec>,
        budgets: Vec<u64>,
    ) -> Result<Trials<'s>, String> {
        let mut seats = Vec::new();
        for (player, spec) in players.iter().enumerate() {
            if spec.is_limited() {
                seats.push(Seat { player, nodes: None, spec: spec.clone() });
                continue;
            }
            for &nodes in &budgets {
                let mut spec = spec.clone();
                spec.set("nodes", &nodes.to_string()).map_err(|error| error.to_string())?;
                seats.push(Seat { player, nodes: Some(nodes), spec });
            }
        }
        if seats.is_empty() {
            return Err("there is no player to test".into());
        }
        let problems: Vec<&Problem> = problems.iter().filter(|problem| problem.matters()).collect();
        for seat in &seats {
            let first = problems.first().map(|problem| problem.position.as_str());
            let refused = |error: JobError| format!("'{}' cannot play: {error}", seat.spec);
            suite.game.player(&seat.spec, text(first), 0).map_err(refused)?;
        }
        Ok(Trials { suite, problems, players, seats })
    }

    /// The number of units.
    pub fn units(&self) -> u64 {
        self.problems.len() as u64 * self.seats.len() as u64
    }

    /// The positions.
    pub fn problems(&self) -> &[&'s Problem] {
        &self.problems
    }

    /// The players.
    pub fn players(&self) -> &[PlayerSpec] {
        &self.players
    }

    /// The players with their budgets: all budgets of the first player, then those of the second.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Whether another run could have other rows: a player goes by the clock.
    pub fn depend_on_time(&self) -> bool {
        self.seats.iter().any(|seat| seat.spec.depends_on_time())
    }

    fn which(&self, number: u64) -> (usize, usize) {
        let seats = self.seats.len() as u64;
        ((number / seats) as usize, (number % seats) as usize)
    }
}

/// How a position is named to a player.
fn text(position: Option<&str>) -> Option<&str> {
    position.filter(|text| !text.is_empty())
}

/// The part of the seed for players; test positions have the others.
const PLAYERS: u64 = u64::MAX;

impl Series for Trials<'_> {
    type Header = Value;
    type Row = Trial;

    fn header(&self) -> Value {
        let seats = self.seats.iter().map(|seat| seat.spec.to_string());
        json!({
            "schema": SCHEMA,
            "experiment": "accuracy",
            "positions": self.suite.header(),
            "players": seats.collect::<Vec<_>>(),
        })
    }

    fn unit(&self, number: u64, abandon: &Arc<AtomicBool>) -> Result<Trial, String> {
        let (which, seat) = self.which(number);
        let (problem, spec) = (self.problems[which], &self.seats[seat].spec);
        // All players have the same seed at a position, whoever else takes part.
        let seed = derived(derived(self.suite.rules.seed, PLAYERS), problem.number);
        let refused = |error: JobError| format!("'{spec}' cannot play: {error}");
        let position = text(Some(&problem.position));
        let mut player = self.suite.game.player(spec, position, seed).map_err(refused)?;
        let report = player.think(Some(Arc::clone(abandon)), &mut |_| {}).map_err(refused)?;
        let board = self.suite.game.board(position).map_err(|error| error.to_string())?;
        let mv = report
            .best_move()
            .map(|mv| mv.code)
            .ok_or_else(|| format!("'{spec}' names no move"))?;
        Ok(Trial { problem: problem.number, seat, mv: board.text(mv) })
    }

    fn recognise(&self, number: u64, row: &Trial) -> Result<(), String> {
        let (which, seat) = self.which(number);
        let problem = self.problems.get(which).filter(|problem| problem.number == row.problem);
        match problem.and_then(|problem| problem.given_away(&row.mv)) {
            Some(_) if row.seat == seat => Ok(()),
            _ => Err("this is no move of that player in that position".into()),
        }
    }
}
