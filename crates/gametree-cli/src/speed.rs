//! How fast the rules of a game are, beside built-in games that are measured in the same minute on the same machine.

use gametree::model::Combined;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use gametree::erased::{Erased, Position};
use gametree::{Draws, Game, Knowledge, Moves, Turn};
use serde_json::{Value, json};

use crate::text;

/// The games beside it: small and fast, a board with an evaluation, and large.
const BESIDE: [&str; 3] = ["connect4", "othello", "chess"];

/// An operation that takes this many times as long as in the slowest of them is called slow. Of the built-in games that
/// is the evaluation of Hex alone, which looks for shortest connections.
const SLOW: f64 = 4.0;

/// What takes a smaller part than this of the time to list the moves is never called slow.
const SMALL: f64 = 0.1;

/// The same work is done again and again, at least so often and for so long, and the shortest round counts: whatever
/// else the machine does makes the others longer.
const ROUNDS: u32 = 2;
const A_ROUND: Duration = Duration::from_millis(3);
/// What takes long is done so often in a round, unless it takes very long.
const FEWEST: usize = 16;
/// Random games in a round.
const PLAYOUTS: usize = 64;

/// Positions of random games on which operations are measured; looking for them takes this long at most.
const SAMPLE: usize = 256;
const SAMPLING: Duration = Duration::from_millis(20);

/// A random game is cut after this many moves.
const LONG: u32 = 10_000;

/// Seconds that the operations take, each on average.
#[derive(Clone, Copy, Debug)]
struct Times {
    expand: f64,
    /// A move that is listed, with its share of the rest of the list: long lists take longer.
    listed: f64,
    judge: f64,
    play: f64,
    key: Option<f64>,
    evaluate: Option<f64>,
    /// A random game from the start to its end.
    game: f64,
    /// The moves of such a game.
    plies: f64,
}

/// The time that something takes, if the game has it.
type Operation = fn(&Times) -> Option<f64>;

/// The measured times of a game, and of those beside it.
#[derive(Clone, Debug)]
pub struct Speed {
    own: Times,
    beside: Vec<(&'static str, Times)>,
}

impl Speed {
    /// Measures a game, which takes about a tenth of a second; `None` if it is over before it starts.
    pub fn of(game: &Erased) -> Option<Speed> {
        let own = measure(game)?;
        let known = |name: &'static str| {
            let game = gametree_games::open(name).ok()?;
            Some((name, measure(game.erased())?))
        };
        Some(Speed { own, beside: BESIDE.into_iter().filter_map(known).collect() })
    }

    /// Rows for people: a word, and what it says.
    pub fn rows(&self) -> Vec<(&'static str, String)> {
        let rates = |times: &Times| [per_second(times.expand), per_second(times.game)];
        let [positions, games] = rates(&self.own);
        let plies = text::count(self.own.plies.round() as u64, "move", "moves");
        let mut rows = vec![(
            "speed",
            format!("{positions} positions expanded, {games} random games ({plies} each) a second"),
        )];
        let each = self.beside.iter().map(|(name, times)| {
            let [positions, games] = rates(times);
            format!("{name} {positions}, {games}")
        });
        rows.push(("beside", each.collect::<Vec<_>>().join("; ")));
        for (name, own, others) in self.slow() {
            let (own, others) = (shown(own), shown(others));
            rows.push((
                "slow",
                format!("{name} takes {own}; in none of those games over {others}"),
            ));
        }
        if cfg!(debug_assertions) {
            let advice =
                "this program is not optimised: 'cargo run --release' is many times as fast";
            rows.push(("slow", advice.into()));
        }
        rows
    }

    /// The same for programs.
    pub fn data(&self) -> Value {
        let of = |times: &Times| {
            let nanoseconds = |seconds: f64| (seconds * 1e10).round() / 10.0;
            json!({
                "expansions_per_second": (1.0 / times.expand).round(),
                "games_per_second": 1.0 / times.game,
                "moves_per_game": times.plies,
                "expand_ns": nanoseconds(times.expand),
                "judge_ns": nanoseconds(times.judge),
                "play_undo_ns": nanoseconds(times.play),
                "key_ns": times.key.map(nanoseconds),
                "evaluate_ns": times.evaluate.map(nanoseconds),
            })
        };
        let mut data = of(&self.own);
        let beside = self.beside.iter().map(|(name, times)| (name.to_string(), of(times)));
        data["beside"] = Value::Object(beside.collect());
        data["slow"] = self.slow().into_iter().map(|(name, ..)| name).collect();
        data["optimised"] = (!cfg!(debug_assertions)).into();
        data
    }

    /// What is slow: its name, its time, and the longest time that it takes in the games beside.
    fn slow(&self) -> Vec<(&'static str, f64, f64)> {
        let operations: [(&str, Operation); 5] = [
            ("expand, for each move that it lists,", |times| Some(times.listed)),
            ("judge", |times| Some(times.judge)),
            ("play and undo", |times| Some(times.play)),
            ("key", |times| times.key),
            ("evaluate", |times| times.evaluate),
        ];
        let slow = operations.into_iter().filter_map(|(name, time)| {
            let own = time(&self.own)?;
            let others = self.beside.iter().filter_map(|(_, times)| time(times));
            let slowest = others.fold(0.0, f64::max);
            // What is a small part of a step of a search does not matter; a list of moves always does.
            let matters = own >= SMALL * self.own.expand || own == self.own.listed;
            (own > SLOW * slowest && matters).then_some((name, own, slowest))
        });
        slow.collect()
    }
}

fn per_second(seconds: f64) -> String {
    match 1.0 / seconds.max(1e-9) {
        rate if rate < 10.0 => format!("{rate:.1}"),
        // Other programs, too, use the machine: more than two digits are never known.
        rate => {
            let unit = 10f64.powf((rate.log10()).floor() - 1.0);
            text::grouped(((rate / unit).round() * unit) as u64)
        }
    }
}

fn shown(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.0} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.1} us", s * 1e6),
        s => format!("{:.1} ms", s * 1e3),
    }
}

/// A position, one of its moves, and how many there are.
type Case = (Position, u32, usize);

/// Positions of random games, and the moves of a game on average.
fn sample(game: &Erased, draws: &mut Draws) -> (Vec<Case>, f64) {
    let (mut sample, mut moves) = (Vec::new(), Moves::new());
    let (mut seen, mut games, begun) = (0, 0, Instant::now());
    // Whole games, so that late positions are among them.
    while seen < 8 * SAMPLE && (games == 0 || begun.elapsed() < SAMPLING) {
        let mut position = game.start();
        for _ in 0..LONG {
            moves.clear();
            if let Turn::Terminal(_) = game.expand(&position, &mut moves) {
                break;
            }
            let listed = moves.len();
            let ControlFlow::Continue(mv) = game.random_move(&position, &mut moves, draws) else {
                break;
            };
            seen += 1;
            // Every position has the same chance to be among those that stay.
            let case = (position.clone(), mv, listed);
            if sample.len() < SAMPLE {
                sample.push(case);
            } else if let Some(old) = sample.get_mut(draws.below(seen as u64) as usize) {
                *old = case;
            }
            game.advance(&mut position, mv);
        }
        games += 1;
        if seen == 0 {
            break;
        }
    }
    // In any order, so that a part of them is a sample, too.
    for last in (1..sample.len()).rev() {
        sample.swap(last, draws.below(last as u64 + 1) as usize);
    }
    (sample, seen as f64 / f64::from(games))
}

fn measure(game: &Erased) -> Option<Times> {
    let mut draws = Draws::new(1);
    let (mut sample, plies) = sample(game, &mut draws);
    if sample.is_empty() {
        return None;
    }
    let listed: usize = sample.iter().map(|(_, _, listed)| listed).sum();
    let per_list = listed as f64 / sample.len() as f64 + 1.0;
    let evaluates = sample.iter().any(|(position, ..)| game.evaluate(game, position).is_some());
    let cases = sample.len();
    let mut on_each = |work: &mut dyn FnMut(&mut Position, u32)| {
        time(cases, &mut |i| {
            let (position, mv, _) = &mut sample[i];
            work(position, *mv);
        })
    };
    let mut moves = Moves::new();
    let expand = on_each(&mut |position, _| {
        moves.clear();
        black_box(game.expand(position, &mut moves));
    });
    let judge = on_each(&mut |position, _| {
        black_box(game.judge(position));
    });
    let play = on_each(&mut |position, mv| {
        game.play(position, mv);
        game.undo(position, mv, ());
    });
    let key = on_each(&mut |position, _| {
        black_box(game.key(position));
    });
    let evaluate = on_each(&mut |position, _| {
        black_box(game.evaluate(game, position));
    });
    let (start, mut position) = (game.start(), game.start());
    let playout = time(PLAYOUTS, &mut |i| {
        position.clone_from(&start);
        let mut draws = Draws::new(i as u64);
        black_box(game.combined().playout(game, &mut position, LONG, &mut moves, &mut draws));
    });
    Some(Times {
        expand,
        listed: expand / per_list,
        judge,
        play,
        key: game.names_positions().then_some(key),
        evaluate: evaluates.then_some(evaluate),
        game: playout,
        plies,
    })
}

/// The seconds that a piece of work takes on average, of which there are several: whenever the same number is given,
/// it is the same piece.
fn time(pieces: usize, work: &mut dyn FnMut(usize)) -> f64 {
    // If they take long, some of them are enough.
    let (begun, mut done) = (Instant::now(), 0);
    while done < pieces {
        let enough = if done < FEWEST { 10 * A_ROUND } else { A_ROUND };
        if done > 0 && begun.elapsed() > enough {
            break;
        }
        work(done);
        done += 1;
    }
    let mut shortest = begun.elapsed();
    for round in 0.. {
        if round >= ROUNDS && begun.elapsed() > A_ROUND {
            break;
        }
        let begun = Instant::now();
        (0..done).for_each(&mut *work);
        shortest = shortest.min(begun.elapsed());
    }
    shortest.as_secs_f64().max(1e-9) / done as f64
}

#[cfg(test)]
mod tests {
    use gametree::doc::Subtraction;

    use super::*;

    /// Thinks about every position for a while.
    struct Brooding;

    impl Knowledge<Subtraction> for Brooding {
        fn evaluate(&self, _: &Subtraction, _: &(u32, bool)) -> Option<gametree::Value> {
            let begun = Instant::now();
            while begun.elapsed() < Duration::from_millis(1) {}
            Some(0.into())
        }
    }

    #[test]
    fn what_is_slow_is_named() {
        let game = Subtraction { stones: 30 };
        let speed = Speed::of(&Erased::with_knowledge(game, Brooding)).unwrap();
        let slow = speed.slow();
        let evaluate = slow.iter().find(|(name, ..)| *name == "evaluate");
        assert!(
            evaluate.is_some_and(|(_, own, others)| *own >= 1e-3 && *others < 2.5e-4),
            "{slow:?}"
        );
        let rows = speed.rows();
        assert_eq!((rows[0].0, rows[1].0), ("speed", "beside"));
        assert!(rows.iter().any(|(_, text)| text.starts_with("evaluate takes ")), "{rows:?}");
        assert!(speed.data()["games_per_second"].as_f64() > Some(0.0));
        // Between ten and thirty moves.
        assert!((10.0..=30.0).contains(&speed.own.plies), "{}", speed.own.plies);
        assert_eq!(speed.beside.len(), BESIDE.len());
    }

    #[test]
    fn a_game_that_is_over_has_no_speed() {
        assert!(Speed::of(&Erased::new(Subtraction { stones: 0 })).is_none());
    }

    #[test]
    fn rates_have_two_digits() {
        let rates = [1e-9, 1.0 / 123_456.0, 0.02, 0.4].map(per_second);
        assert_eq!(rates, ["1,000,000,000", "120,000", "50", "2.5"]);
    }
}
