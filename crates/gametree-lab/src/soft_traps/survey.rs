//! The experiment: a unit is one position.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gametree::job::{AnyGame, Board, JobError};
use gametree::lookahead::Weak;
use gametree::{Draws, Kind, Limits, Turn, splitmix64};
use gametree_arena::seeds::derived;
use gametree_arena::units::Series;
use serde_json::{Value, json};

use super::SCHEMA;
use super::places::{Source, digest, sampled};
use super::row::{MoveRow, Row};

/// What is asked about every position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// The depth of the shallow search, and of the players in playouts.
    pub shallow: u32,
    /// The depth of the deep search, by which all is judged.
    pub deep: u32,
    /// How many playouts there are per move and kind; of random ones, ten times as many.
    pub playouts: u32,
    /// How much worse than the best move, in units of the game, a move may be that players in playouts make
    /// just as often.
    pub tie: f64,
    /// The ply of the first position of a game that is looked at.
    pub from_ply: u32,
    /// The seed of all random choices.
    pub seed: u64,
}

/// So many random playouts for one of the others: they are that much faster.
const RANDOM_PLAYOUTS: u32 = 10;

/// The table of the search, in bytes. It does not change values, but it changes how many nodes they take.
const MEMORY: usize = 128 << 20;

/// The survey. The [module](super) has an example.
pub struct Survey<'g> {
    game: &'g AnyGame,
    name: String,
    source: Source,
    terms: Terms,
    /// Of games that were played: which positions, as (index of the game, ply).
    places: Vec<(usize, usize)>,
}

/// A position to look at.
struct SampledPosition<'g> {
    board: Board<'g>,
    position: String,
    name: Option<String>,
    game: u64,
    ply: u32,
    played: Option<String>,
}

impl<'g> Survey<'g> {
    /// A survey of positions of a game that is called `name`; of every game that was played `each` positions,
    /// all if that is `None`.
    ///
    /// # Errors
    /// If the game has no evaluation, or has chance nodes.
    pub fn new(
        game: &'g AnyGame,
        name: &str,
        source: Source,
        each: Option<u64>,
        terms: Terms,
    ) -> Result<Survey<'g>, String> {
        let board = game.board(None).map_err(|error| error.to_string())?;
        let refused = |error: JobError| format!("{name} cannot be surveyed: {error}");
        board.depth_values(1, Limits::none().memory(0)).map_err(refused)?;
        if let Source::SelfPlay(by) = &source {
            let refused = |error| format!("'{by}' cannot play: {error}");
            game.player(by, None, 0).map_err(refused)?;
        }
        let places = match &source {
            Source::Games(games) => {
                let lengths: Vec<usize> = games.iter().map(|game| game.moves.len()).collect();
                sampled(&lengths, terms.from_ply as usize, each, terms.seed)
            }
            Source::SelfPlay(_) => Vec::new(),
        };
        Ok(Survey { game, name: name.to_string(), source, terms, places })
    }

    /// The number of positions in the games that were played.
    pub fn positions(&self) -> u64 {
        self.places.len() as u64
    }

    /// What is asked.
    pub fn terms(&self) -> Terms {
        self.terms
    }

    /// The game.
    pub fn game(&self) -> &'g AnyGame {
        self.game
    }

    /// Looks at any position, as unit number 0.
    ///
    /// # Errors
    /// If it is not a position of the game, or the game is over there.
    pub fn examine(&self, position: &str, abandon: &Arc<AtomicBool>) -> Result<Row, String> {
        let text = Some(position).filter(|text| !text.is_empty());
        let board = self.game.board(text).map_err(|error| error.to_string())?;
        let (position, name) = (position.to_string(), None);
        self.look(
            0,
            SampledPosition { board, position, name, game: 0, ply: 0, played: None },
            abandon,
        )
    }

    fn sample(
        &self,
        number: u64,
        abandon: &Arc<AtomicBool>,
    ) -> Result<SampledPosition<'g>, String> {
        match &self.source {
            Source::Games(games) => {
                let (index, ply) = self.places[number as usize];
                let game = &games[index];
                let position = game.position(ply);
                let text = Some(&*position).filter(|text| !text.is_empty());
                let board = self.game.board(text).map_err(|error| error.to_string())?;
                let name = game.names.get(ply).cloned();
                let (played, ply) = (game.moves.get(ply).cloned(), ply as u32);
                Ok(SampledPosition { board, position, name, game: game.number, ply, played })
            }
            Source::SelfPlay(_) => self.self_play(number, abandon),
        }
    }

    /// A position of a game that the player plays against itself, each with the same probability. A game that
    /// ends before the first of them is played again.
    fn self_play(
        &self,
        number: u64,
        abandon: &Arc<AtomicBool>,
    ) -> Result<SampledPosition<'g>, String> {
        let Source::SelfPlay(by) = &self.source else { unreachable!("games were not played") };
        let refused = |error: JobError| format!("'{by}' cannot play: {error}");
        let from = self.terms.from_ply as usize;
        for attempt in 0..MOST_ATTEMPTS {
            let seed = derived(derived(self.terms.seed, number), attempt);
            let mut board = self.game.board(None).map_err(refused)?;
            let mut player = self.game.player(by, None, seed).map_err(refused)?;
            while let Turn::Inner(_) = board.turn() {
                let stop = Some(Arc::clone(abandon));
                let report = player.think(stop, &mut |_| {}).map_err(refused)?;
                let mv = report
                    .best_move()
                    .map(|mv| mv.code)
                    .ok_or_else(|| format!("'{by}' names no move"))?;
                if abandon.load(Ordering::Relaxed) {
                    return Err(ABANDONED.into());
                }
                board.play(mv);
                player.advance(mv);
            }
            let plies = board.played().len();
            if plies <= from {
                continue;
            }
            let ply = from + Draws::new(seed).below((plies - from) as u64) as usize;
            let played = board.played_texts().into_iter().nth(ply);
            while board.played().len() > ply {
                board.take_back();
            }
            let (position, ply) = (board.position_text(), ply as u32);
            return Ok(SampledPosition {
                board,
                position,
                name: None,
                game: number + 1,
                ply,
                played,
            });
        }
        Err(format!("of {MOST_ATTEMPTS} games of '{by}' against itself none has {from} moves"))
    }

    /// Asks all estimators about all moves.
    fn look(
        &self,
        number: u64,
        mut sampled: SampledPosition<'g>,
        abandon: &Arc<AtomicBool>,
    ) -> Result<Row, String> {
        let Terms { deep, shallow, playouts, tie, seed, .. } = self.terms;
        let board = &mut sampled.board;
        let Turn::Inner(kind) = board.turn() else {
            return Err(format!("the game is over at '{}'", sampled.position));
        };
        let limits = Limits::none().memory(MEMORY).stop(Some(Arc::clone(abandon)));
        let told = |error: JobError| error.to_string();
        let found = board.depth_values(deep, limits.clone()).map_err(told)?;
        if found.values.len() < deep as usize {
            return Err(ABANDONED.into());
        }
        let (lost_in, more) = self.losses(board, &found.values, kind, &limits)?;
        let range = self.game.value_range();
        let margin = tie * self.game.margin() / range.width();
        let mut moves = Vec::new();
        for (i, &mv) in found.moves.iter().enumerate() {
            let text = board.text(mv);
            board.play(mv);
            let mean = |by: Weak, times: u32, stream: u64| -> Result<Option<f64>, String> {
                if times == 0 {
                    return Ok(None);
                }
                // Moves of a position have the same stream, so that their playouts differ as little as possible.
                let seed = splitmix64(derived(derived(seed, PLAYOUTS), number), stream);
                let rewards = board.play_out(by, times, seed, limits.clone()).map_err(told)?;
                match rewards.len() == times as usize {
                    true => Ok(Some(rewards.iter().sum::<f64>() / f64::from(times))),
                    false => Err(ABANDONED.into()),
                }
            };
            let random = mean(Weak::Random, playouts.saturating_mul(RANDOM_PLAYOUTS), 0)?;
            let greedy = mean(Weak::Minimax { plies: 1, margin }, playouts, 1)?;
            let weak = mean(Weak::Minimax { plies: shallow, margin }, playouts, 2)?;
            board.take_back();
            let values = found.values.iter().map(|depth| depth[i]).collect();
            moves.push(MoveRow { mv: text, values, lost_in: lost_in[i], random, greedy, weak });
        }
        let SampledPosition { position, name, game, ply, played, .. } = sampled;
        let name = name.unwrap_or_else(|| position.clone());
        let (number, max) = (number + u64::from(game > 0), kind == Kind::Max);
        let nodes = found.counts.nodes + more;
        Ok(Row { number, game, ply, position, name, max, played, nodes, moves })
    }

    /// After how many plies the opponent can have won by force, for each move; and the nodes that took.
    fn losses(
        &self,
        board: &Board<'_>,
        values: &[Vec<f64>],
        kind: Kind,
        limits: &Limits,
    ) -> Result<(Vec<Option<u32>>, u64), String> {
        let range = self.game.value_range();
        let (low, high) = (range.lower.get(), range.upper.get());
        let sign = if kind == Kind::Max { 1.0 } else { -1.0 };
        let first = |values: &[Vec<f64>], is_lost: &dyn Fn(f64) -> bool| -> Vec<Option<u32>> {
            let moves = values.first().map_or(0, Vec::len);
            let of = |i: usize| values.iter().position(|depth| is_lost(depth[i]));
            (0..moves).map(|i| of(i).map(|plies| plies as u32)).collect()
        };
        if (low, high) == (-1.0, 1.0) {
            // A win is worth 1, and every evaluation is less.
            return Ok((first(values, &|value| sign * value <= -1.0), 0));
        }
        // Values of wins and evaluations cannot be told apart.
        let found = board.forced_results(self.terms.deep, limits.clone());
        let found = found.map_err(|error| error.to_string())?;
        if found.values.len() < values.len() {
            return Err(ABANDONED.into());
        }
        let middle = low.midpoint(high);
        Ok((first(&found.values, &|value| sign * (value - middle) < 0.0), found.counts.nodes))
    }
}

/// The part of the seed for playouts; games have the others.
const PLAYOUTS: u64 = u64::MAX;

const MOST_ATTEMPTS: u64 = 1000;

const ABANDONED: &str = "nobody waits for this position";

impl Series for Survey<'_> {
    type Header = Value;
    type Row = Row;

    fn header(&self) -> Value {
        let Terms { shallow, deep, playouts, tie, from_ply, seed } = self.terms;
        let source = match &self.source {
            Source::Games(games) => json!({ "games": games.len(), "digest": digest(games) }),
            Source::SelfPlay(by) => json!({ "by": by.to_string() }),
        };
        json!({
            "schema": SCHEMA,
            "experiment": "soft traps",
            "game": self.name,
            "source": source,
            "shallow": shallow,
            "deep": deep,
            "playouts": playouts,
            "tie": tie,
            "from_ply": from_ply,
            "seed": seed,
        })
    }

    fn unit(&self, number: u64, abandon: &Arc<AtomicBool>) -> Result<Row, String> {
        let sampled = self.sample(number, abandon)?;
        self.look(number, sampled, abandon)
    }

    fn recognise(&self, number: u64, row: &Row) -> Result<(), String> {
        let deep = self.terms.deep as usize;
        let complete = row.moves.iter().all(|mv| mv.values.len() == deep);
        let same = match &self.source {
            Source::Games(games) => self.places.get(number as usize).is_some_and(|&(game, ply)| {
                games[game].position(ply) == row.position && games[game].number == row.game
            }),
            Source::SelfPlay(_) => row.game == number + 1,
        };
        match row.number == number + 1 && same && complete && !row.moves.is_empty() {
            true => Ok(()),
            false => Err(format!("this is not position {} of these", number + 1)),
        }
    }
}
