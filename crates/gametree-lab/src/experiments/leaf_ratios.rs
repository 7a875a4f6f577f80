//! Leaves of several algorithms on several games, relative to one of them.

use gametree::job::AnyGame;
use gametree::{Draws, Turn};

use super::bench::{Bench, epsilon};
use super::design::{About, Experiment, Scale};
use super::estimate::{Estimate, ratio};
use super::row::{Fields, Row, Unit};
use super::section::{Section, text_of};
use crate::Table;

/// A kind of game: its name, the game (S is the seed), a depth limit for real games (which start at random
/// positions), and epsilon.
pub struct Kind {
    /// Its name here.
    pub name: &'static str,
    /// The game.
    pub game: &'static str,
    /// The depth limit.
    pub depth: Option<u32>,
    /// How far off the answer may be.
    pub epsilon: f64,
}

/// A statement: on a kind of game, an algorithm needs fewer leaves than the first.
pub struct Fewer {
    /// The algorithm.
    pub algorithm: &'static str,
    /// The kind of game.
    pub kind: &'static str,
}

/// Leaves of several algorithms.
pub struct LeafRatios {
    /// What it is.
    pub about: About,
    /// The algorithms, the one to compare with first.
    pub algorithms: &'static [&'static str],
    /// The games.
    pub kinds: &'static [Kind],
    /// Instances at each scale.
    pub instances: [u64; 3],
    /// What should hold.
    pub fewer: &'static [Fewer],
}

/// How many random moves lead to a position of a real game.
const OPENING: u64 = 4;

impl Experiment for LeafRatios {
    fn about(&self) -> About {
        self.about
    }

    fn units(&self, scale: Scale) -> Vec<Unit> {
        let instances = self.instances[scale.pick(0, 1, 2)];
        let unit = |kind: &Kind, i: u64| Unit::new().with("kind", kind.name).with("instance", i);
        self.kinds.iter().flat_map(|kind| (0..instances).map(move |i| unit(kind, i))).collect()
    }

    fn run(&self, unit: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
        let kind = self.kinds.iter().find(|kind| kind.name == unit.text("kind"));
        let kind = kind.ok_or("an unknown kind of game")?;
        let seed = bench.game_seed(0);
        let game = bench.game(&kind.game.replace('S', &seed.to_string()))?;
        let position = kind.depth.map(|_| wander(&game, bench.seed())).transpose()?;
        let mut found = Fields::new().with("seed", seed).with("position", position.clone());
        for algorithm in self.algorithms {
            let job =
                bench.job(algorithm)?.position(position.clone()).depth(kind.depth).facts(false);
            let report = bench.search(&game, &job.epsilon(epsilon(kind.epsilon)))?;
            found.set(algorithm, report.counts.leaves);
        }
        Ok(found)
    }

    fn summarise(&self, rows: &[Row]) -> Section {
        let first = self.algorithms[0];
        let of = |algorithm: &str, kind: &str| {
            let rows = rows.iter().filter(|row| row.unit.text("kind") == kind);
            ratio(&rows.map(|row| (row.get(algorithm), row.get(first))).collect::<Vec<_>>())
        };
        let title = format!("Leaves relative to {first} (geometric means)");
        let mut table = Table::new(title, &[&["game"][..], &self.algorithms[1..]].concat());
        for kind in self.kinds {
            let ratios =
                self.algorithms[1..].iter().map(|algorithm| text_of(of(algorithm, kind.name)));
            table.row([kind.name.to_string()].into_iter().chain(ratios));
        }
        self.fewer.iter().fold(
            Section::default().table(table),
            |section, Fewer { algorithm, kind }| {
                let holds = of(algorithm, kind).and_then(|e: Estimate| e.is_below(1.0));
                section.trend(format!("{kind}: {algorithm} needs fewer leaves than {first}"), holds)
            },
        )
    }
}

/// A position after some random moves, none of which ends the game.
pub fn wander(game: &AnyGame, seed: u64) -> Result<String, String> {
    let mut draws = Draws::new(seed);
    let mut board = game.board(None).map_err(|error| error.to_string())?;
    for _ in 0..OPENING {
        let moves = board.moves();
        board.play(moves[draws.below(moves.len() as u64) as usize]);
        if let Turn::Terminal(_) = board.turn() {
            board.take_back();
            break;
        }
    }
    Ok(board.position_text())
}
