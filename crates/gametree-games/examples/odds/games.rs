//! Games to a fixed horizon, from positions a few random moves into the game, with the game's own
//! evaluation; under the game's own order of moves and under a random one.

use std::error::Error;

use gametree::Algorithm;
use gametree::exact::{AlphaBeta2, MtSss2};
use gametree::policy::BestOdds;
use gametree::{Bounds, Draws, Fsss, Game, Key, Knowledge, Moves, Rollout, Search, Turn, Value};
use gametree_games::breakthrough::Breakthrough;
use gametree_games::connect4::Connect4;
use gametree_games::kalah::Kalah;
use gametree_games::othello::Othello;

use crate::ratio::ratio;
use crate::{Cost, clock};

const SEARCHES: [&str; 4] = ["mt-sss2", "alphabeta2", "fsss", "rollout:odds"];
/// Microseconds that a leaf may cost.
const LEAF_COSTS: [f64; 3] = [0.0, 10.0, 100.0];

/// A game's own evaluation, and an order of moves that is random but always the same for a position.
struct Shuffled;

impl<G: Game + Knowledge<G>> Knowledge<G> for Shuffled {
    fn evaluate(&self, game: &G, position: &G::Position) -> Option<Value> {
        game.evaluate(game, position)
    }

    fn range(&self, game: &G, position: &G::Position, horizon: u32) -> Bounds {
        Knowledge::range(game, game, position, horizon)
    }

    fn order(&self, game: &G, position: &G::Position, moves: &mut Moves<G::Move>) {
        let (Key::Exact(key) | Key::Hash(key)) = game.key(position).expect("the game has keys");
        let mut draws = Draws::new(key as u64 ^ (key >> 64) as u64);
        let ranks: Vec<_> = moves.iter().map(|mv| (mv, draws.bits())).collect();
        moves.sort_by_key(|mv| ranks.iter().find(|(one, _)| *one == mv).map(|(_, rank)| *rank));
    }
}

/// The position after `plies` random moves; nothing if the game ended before.
fn opening<G: Game>(game: &G, plies: u32, seed: u64) -> Option<G::Position> {
    let (mut draws, mut moves) = (Draws::new(seed), Moves::new());
    let mut position = game.start();
    for _ in 0..plies {
        moves.clear();
        if matches!(game.expand(&position, &mut moves), Turn::Terminal(_)) {
            return None;
        }
        let mv = moves.get(draws.below(moves.len() as u64) as usize);
        game.play(&mut position, mv);
    }
    moves.clear();
    matches!(game.expand(&position, &mut moves), Turn::Inner(_)).then_some(position)
}

fn run<G: Game, K: Knowledge<G>, A: Algorithm>(
    game: &G,
    knowledge: &K,
    position: &G::Position,
    horizon: u32,
    mut algorithm: A,
) -> (Cost, Value) {
    let search = Search::bare(game).knowledge(knowledge).position(position.clone());
    let search = search.horizon(horizon).facts(false).pv(false);
    let start = clock();
    let outcome = search.plain().run(&mut algorithm).expect("the game has an evaluation");
    let micros = clock() - start;
    assert!(outcome.bounds.is_closed(), "there was no limit");
    (Cost { leaves: outcome.counts.leaves as f64, micros }, outcome.bounds.lower)
}

fn all<G: Game, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    position: &G::Position,
    horizon: u32,
) -> [Cost; SEARCHES.len()] {
    let found = [
        run(game, knowledge, position, horizon, MtSss2),
        run(game, knowledge, position, horizon, AlphaBeta2),
        run(game, knowledge, position, horizon, Fsss::new()),
        run(game, knowledge, position, horizon, Rollout::new(BestOdds::new())),
    ];
    assert!(found.iter().all(|(_, value)| *value == found[0].1), "everybody finds the same value");
    found.map(|(cost, _)| cost)
}

fn game<G: Game + Knowledge<G>>(
    name: &str,
    game: &G,
    (plies, horizon): (u32, u32),
    seeds: (u64, u64),
) {
    let openings = (seeds.0..).filter_map(|seed| opening(game, plies, seed));
    let positions: Vec<_> = openings.take(seeds.1 as usize).collect();
    for (order, shuffled) in [("its own", false), ("random", true)] {
        let costs: Vec<[Cost; SEARCHES.len()]> = positions
            .iter()
            .map(|position| match shuffled {
                true => all(game, &Shuffled, position, horizon),
                false => all(game, game, position, horizon),
            })
            .collect();
        let column = |i: usize| -> Vec<f64> { costs.iter().map(|cost| cost[i].leaves).collect() };
        let base = column(0);
        print!("{name:<18}{horizon:>3} {order:<8}{:>9.0}", mean(&base));
        for i in 1..SEARCHES.len() {
            let (ratio, off) = ratio(&column(i), &base);
            print!("{:>16}", format!("{ratio:.2} ± {off:.2}"));
        }
        for leaf in LEAF_COSTS {
            let time = |i: usize| {
                let one = |cost: &[Cost; SEARCHES.len()]| cost[i].micros + leaf * cost[i].leaves;
                costs.iter().map(one).sum::<f64>() / costs.len() as f64 / 1e3
            };
            let times: Vec<_> = (0..SEARCHES.len()).map(|i| format!("{:.1}", time(i))).collect();
            print!("{:>36}", times.join(" / "));
        }
        println!();
    }
}

fn mean(list: &[f64]) -> f64 {
    list.iter().sum::<f64>() / list.len() as f64
}

pub fn compare(seeds: (u64, u64), names: &[String]) -> Result<(), Box<dyn Error>> {
    let wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    print!("{:<18}{:>3} {:<8}{:>9}", "game", "to", "order", "leaves");
    SEARCHES[1..].iter().for_each(|search| print!("{search:>16}"));
    LEAF_COSTS.iter().for_each(|cost| print!("{:>36}", format!("ms, {cost} µs a leaf")));
    println!();
    if wanted("connect4") {
        game("connect4", &Connect4::new(7, 6).expect("a board"), (8, 8), seeds);
    }
    if wanted("breakthrough:6x6") {
        game("breakthrough:6x6", &Breakthrough::new(6, 6).expect("a board"), (8, 6), seeds);
    }
    if wanted("othello") {
        game("othello", &Othello::new(8).expect("a board"), (12, 6), seeds);
    }
    if wanted("kalah:6,4") {
        game("kalah:6,4", &Kalah::new(6, 4, false).expect("a board"), (6, 7), seeds);
    }
    println!("(leaves of {}, then ratios to them; milliseconds of all four: the", SEARCHES[0]);
    println!("search as it is, and its leaves at their additional cost)");
    Ok(())
}
