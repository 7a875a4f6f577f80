//! Who won how often.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::couples::Couples;
use crate::record::{Reason, Record, Winner};

/// The games of two players against each other, from the first player's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PairTally {
    /// Both players, by index.
    pub players: [usize; 2],
    /// Games that the first of them won.
    pub won: u64,
    /// Draws.
    pub drawn: u64,
    /// Games that the second of them won.
    pub lost: u64,
    /// The first player's points by couples.
    pub couples: Couples,
}

/// The results of all games whose couple is complete. [`compete`](crate::compete) returns one; there is
/// an example at the [top of the module](super).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tally {
    players: usize,
    /// All pairs of players.
    pub pairs: Vec<PairTally>,
    /// Games that MAX won, draws, and games that MIN won.
    pub by_colour: [u64; 3],
    /// Games that were the same as an earlier one, from the opening to the end.
    pub repeated: u64,
    /// Games that were stopped after too many plies.
    pub long: u64,
    /// Games that each player lost on time...
    pub late: Vec<u64>,
    /// ...and by an illegal move, or because its program ended.
    pub faulty: Vec<u64>,
    /// Games that the players' scores decided.
    pub adjudicated: u64,
    /// The first game of a couple that is not complete.
    half: Option<Record>,
    seen: HashSet<u64>,
}

impl Tally {
    /// No games yet.
    pub(crate) fn new(players: usize, pairs: &[[usize; 2]]) -> Tally {
        let couples = Couples::default();
        let pair = |&players| PairTally { players, won: 0, drawn: 0, lost: 0, couples };
        Tally {
            players,
            pairs: pairs.iter().map(pair).collect(),
            by_colour: [0; 3],
            repeated: 0,
            long: 0,
            late: vec![0; players],
            faulty: vec![0; players],
            adjudicated: 0,
            half: None,
            seen: HashSet::new(),
        }
    }

    /// Adds a game; returns the couples of its pair when it completes one.
    pub(crate) fn add(&mut self, game: &Record) -> Option<Couples> {
        let Some(first) = self.half.take() else {
            self.half = Some(game.clone());
            return None;
        };
        let players = [first.max, first.min];
        let pair = self.pairs.iter_mut().find(|pair| pair.players == players);
        let pair = pair.expect("the first game of a couple has the pair's first player as MAX");
        let points = [first.result.half_points(), 2 - game.result.half_points()];
        for points in points {
            *[&mut pair.lost, &mut pair.drawn, &mut pair.won][points] += 1;
        }
        pair.couples.add(points.iter().sum());
        let couples = pair.couples;
        self.note(&first);
        self.note(game);
        Some(couples)
    }

    fn note(&mut self, game: &Record) {
        let colour = match game.result {
            Winner::Max => 0,
            Winner::Draw => 1,
            Winner::Min => 2,
        };
        self.by_colour[colour] += 1;
        let loser = if game.result == Winner::Max { game.min } else { game.max };
        match game.reason {
            Reason::Over => (),
            Reason::Long => self.long += 1,
            Reason::Time => self.late[loser] += 1,
            Reason::Illegal | Reason::Crash => self.faulty[loser] += 1,
            Reason::Adjudicated => self.adjudicated += 1,
        }
        let mut hasher = DefaultHasher::new();
        (game.max, game.min, &game.position, &game.opening, &game.moves).hash(&mut hasher);
        self.repeated += u64::from(!self.seen.insert(hasher.finish()));
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.by_colour.iter().sum()
    }

    /// The points per game of player `a` against player `b`, if they have met.
    pub fn score(&self, a: usize, b: usize) -> Option<f64> {
        let pair = self.pairs.iter().find(|pair| pair.players == [a.min(b), a.max(b)])?;
        let score = pair.couples.score()?;
        Some(if a < b { score } else { 1.0 - score })
    }

    /// The points per game of a player against all others, each opponent with the same weight.
    pub fn total(&self, player: usize) -> Option<f64> {
        let all = 0..self.players;
        let scores: Vec<f64> = all.filter_map(|other| self.score(player, other)).collect();
        (!scores.is_empty()).then(|| scores.iter().sum::<f64>() / scores.len() as f64)
    }
}
