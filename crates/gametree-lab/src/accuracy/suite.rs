//! The experiment that collects test positions: a unit is one position, with the exact values of its moves.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gametree::job::{AnyGame, Board, Job, PlayerSpec};
use gametree::{Draws, Kind, Limits, Turn};
use gametree_arena::seeds::derived;
use gametree_arena::units::Series;
use serde_json::{Value, json};

use super::SCHEMA;
use super::problem::{Problem, Source};

/// How positions are drawn: from games that a player plays against itself, some of the moves being random.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// How many moves are made before the position, each number equally often. Throws of dice do not count.
    pub plies: RangeInclusive<u32>,
    /// The player.
    pub by: PlayerSpec,
}

/// One move in so many is random, so that games differ and bad positions occur as well.
const ONE_IN_RANDOM: u64 = 3;

/// So many positions are drawn for one in which the choice matters.
const MOST_DRAWN: u64 = 1000;

/// With chance nodes, a move that gives away no more than this share of the range keeps what there is to get.
const MARGIN: f64 = 0.01;

/// What decides which positions there are, besides their source.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// The seed of all random choices.
    pub seed: u64,
    /// The nodes that may be spent on the values of all moves of a position.
    pub most_nodes: u64,
    /// The memory of that search.
    pub memory: usize,
}

/// Collects test positions. The [module](super) has an example.
pub struct Suite<'g> {
    pub(super) game: &'g AnyGame,
    name: String,
    source: Source,
    pub(super) rules: Rules,
}

impl<'g> Suite<'g> {
    /// Test positions of a game.
    pub fn new(game: &'g AnyGame, name: &str, source: Source, rules: Rules) -> Suite<'g> {
        Suite { game, name: name.to_string(), source, rules }
    }

    /// The position number `number` of a list; if positions are drawn, the next in which the choice
    /// matters.
    fn find(&self, number: u64, abandon: &Arc<AtomicBool>) -> Result<Problem, String> {
        let drawn = match &self.source {
            Source::Listed(positions) => {
                let text = &positions[number as usize];
                let found = self.solve(number, text, abandon)?;
                return found.ok_or_else(|| format!("no player moves at '{text}'"));
            }
            Source::Drawn(drawn) => drawn,
        };
        for attempt in 0..MOST_DRAWN {
            let seed = derived(derived(self.rules.seed, number), attempt);
            let Some(text) = self.draw(drawn, seed, abandon)? else { continue };
            let solved = self.solve(number, &text, abandon)?;
            if let Some(problem) = solved.filter(Problem::matters) {
                return Ok(Problem { drawn: attempt + 1, ..problem });
            }
        }
        let (first, last) = (drawn.plies.start(), drawn.plies.end());
        let nodes = self.rules.most_nodes;
        Err(format!(
            "of {MOST_DRAWN} positions after {first} to {last} moves there is none that is solved within \
             {nodes} nodes and in which the choice of a move decides anything; other --plies may help"
        ))
    }

    /// A position of a game; nothing if the game was over before.
    fn draw(
        &self,
        drawn: &Drawn,
        seed: u64,
        abandon: &Arc<AtomicBool>,
    ) -> Result<Option<String>, String> {
        let refused = |error| format!("'{}' cannot play: {error}", drawn.by);
        let mut draws = Draws::new(seed);
        let (first, last) = (*drawn.plies.start(), *drawn.plies.end());
        let mut left = first + draws.below(u64::from(last - first) + 1) as u32;
        let mut board = self.game.board(None).map_err(|error| error.to_string())?;
        let mut player = self.game.player(&drawn.by, None, seed).map_err(refused)?;
        loop {
            let mv = match board.turn() {
                Turn::Terminal(_) => return Ok(None),
                Turn::Inner(Kind::Chance) => random_move(&board, &mut draws),
                _ if left == 0 => return Ok(Some(board.position_text())),
                _ => {
                    left -= 1;
                    match draws.below(ONE_IN_RANDOM) {
                        0 => random_move(&board, &mut draws),
                        _ => {
                            let stop = Some(Arc::clone(abandon));
                            let report = player.think(stop, &mut |_| {}).map_err(refused)?;
                            report
                                .best_move()
                                .map(|mv| mv.code)
                                .ok_or_else(|| format!("'{}' names no move", drawn.by))?
                        }
                    }
                }
            };
            if abandon.load(Ordering::Relaxed) {
                return Err("nobody waits for this position".into());
            }
            board.play(mv);
            player.advance(mv);
        }
    }

    /// The values of all moves, or none if that takes too long; nothing if no player moves there.
    fn solve(
        &self,
        number: u64,
        text: &str,
        abandon: &Arc<AtomicBool>,
    ) -> Result<Option<Problem>, String> {
        let Rules { most_nodes, memory, .. } = self.rules;
        let limits = Limits::none().nodes(most_nodes).memory(memory);
        let limits = limits.stop(Some(Arc::clone(abandon)));
        let position = Some(text.to_string()).filter(|text| !text.is_empty());
        let job = Job::new(None).position(position).all_moves(true).pv(false).limits(limits);
        let report = self.game.run(&job, &mut ()).map_err(|error| error.to_string())?;
        let max = match report.turn {
            Some(Kind::Max) => true,
            Some(Kind::Min) => false,
            Some(Kind::Chance) | None => return Ok(None),
        };
        let range = self.game.value_range();
        let middle = range.lower.get().midpoint(range.upper.get());
        let middle = if middle.is_finite() { middle } else { 0.0 };
        let value = |bounds| report.proven(bounds).map(|value| value.get() - middle);
        let values =
            report.moves.iter().map(|found| Some((found.mv.to_string(), value(found.bounds)?)));
        let values: Option<Vec<_>> = values.collect();
        let margin = self.game.has_chance().then(|| MARGIN * range.width());
        let (position, values) = (text.to_string(), values.unwrap_or_default());
        Ok(Some(Problem { number: number + 1, position, max, margin, values, drawn: 1 }))
    }
}

/// A move or an outcome of chance, by its probability.
fn random_move(board: &Board<'_>, draws: &mut Draws) -> u32 {
    let moves = board.likely_moves();
    let weights: Vec<f64> = moves.iter().map(|(_, weight)| *weight).collect();
    moves[draws.index_by_weight(&weights)].0
}

impl Series for Suite<'_> {
    type Header = Value;
    type Row = Problem;

    fn header(&self) -> Value {
        let Rules { seed, most_nodes, memory } = self.rules;
        let source = match &self.source {
            Source::Listed(positions) => json!(positions),
            Source::Drawn(Drawn { plies, by }) => {
                json!({ "plies": [plies.start(), plies.end()], "by": by.to_string() })
            }
        };
        json!({
            "schema": SCHEMA,
            "experiment": "positions",
            "game": self.name,
            "source": source,
            "seed": seed,
            "most_nodes": most_nodes,
            "memory": memory,
        })
    }

    fn unit(&self, number: u64, abandon: &Arc<AtomicBool>) -> Result<Problem, String> {
        self.find(number, abandon)
    }

    fn recognise(&self, number: u64, row: &Problem) -> Result<(), String> {
        let same = match &self.source {
            Source::Listed(positions) => positions.get(number as usize) == Some(&row.position),
            Source::Drawn(_) => row.matters(),
        };
        match row.number == number + 1 && same {
            true => Ok(()),
            false => Err(format!("this is not position {} of these", number + 1)),
        }
    }
}
