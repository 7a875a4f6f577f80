//! How many leaves threads take together, if all leaves take the same time: counted without any
//! clock.

use std::collections::VecDeque;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::algorithm::Algorithm;
use crate::exact::{AlphaBeta, MtSss2};
use crate::model::splitmix64;
use crate::policy::{BestFirst, BestOdds, Expected, Policy};
use crate::threads::tasks::{Size, Task};
use crate::{Dice, Limits, Moves, Rollout, Search, Turn, Value, Values};

/// MAX and MIN choose in turn among four moves, or a die with four sides falls between their moves;
/// the leaves are independent.
struct Random {
    depth: u32,
    seed: u64,
    dice: bool,
}

/// A position: the number of moves that led there, and a hash of them.
type At = (u32, u64);

impl Game for Random {
    type Position = At;
    type Move = u32;
    type Undo = At;
    const DICE: Dice = Dice::Sometimes;

    fn has_chance(&self) -> bool {
        self.dice
    }

    fn span(&self) -> Bounds {
        Bounds::between(i32::MIN.into(), i32::MAX.into())
    }

    fn start(&self) -> At {
        (0, self.seed)
    }

    fn values(&self) -> Values {
        Values::UNBOUNDED_INTEGERS
    }

    fn expand(&self, &(ply, hash): &At, moves: &mut Moves<u32>) -> Turn {
        if ply == self.depth {
            return Turn::Terminal(Value::from(hash as i32));
        }
        if self.dice && ply % 2 == 1 {
            (0..4).for_each(|mv| moves.push_outcome(mv, 0.25));
            return Turn::CHANCE;
        }
        (0..4).for_each(|mv| moves.push(mv));
        let turn = if self.dice { ply / 2 } else { ply };
        if turn % 2 == 0 { Turn::MAX } else { Turn::MIN }
    }

    fn play(&self, place: &mut At, mv: u32) -> At {
        std::mem::replace(place, (place.0 + 1, splitmix64(place.1, u64::from(mv))))
    }

    fn undo(&self, place: &mut At, _: u32, before: At) {
        *place = before;
    }
}

impl Knowledge<Random> for Random {}

/// The value of a position, by looking at everything.
fn minimax(game: &Random, place: At) -> Value {
    let mut moves = Moves::new();
    let turn = game.expand(&place, &mut moves);
    let values = (0..4).map(|mv| {
        let mut child = place;
        game.play(&mut child, mv);
        minimax(game, child)
    });
    match turn {
        Turn::Terminal(value) => value,
        Turn::Inner(kind) if kind.maximises() => values.max().unwrap(),
        Turn::Inner(_) => values.min().unwrap(),
    }
}

/// Solves a game by threads that end one after the other, in turn; returns how many leaves they
/// took.
fn leaves(game: &Random, order: Order, threads: usize) -> u64 {
    let mut leaves = 0;
    let stop = Arc::new(AtomicBool::new(false));
    let found = Search::new(game).into_parts().0.answer(&mut |walk, window| {
        let size =
            Size { memory: 1 << 30, budget: 1, longest: None, at_stake: false, rollouts: false };
        let allotment = Allotment::new(size, walk.limits_left(), threads);
        let mut frontier = Frontier::<Random>::new(walk, window, walk.range(), allotment);
        frontier.order = order;
        let mut busy = VecDeque::new();
        while !frontier.is_answered() {
            while busy.len() < threads {
                let Some(next) = frontier.next(&stop) else { break };
                let Assignment { at, from: mut position, mv, window, horizon, limits, .. } = next;
                if let Some(mv) = mv {
                    game.play(&mut position, mv);
                }
                busy.push_back((at, Task { position, window, horizon, limits }));
            }
            let (at, task) = busy.pop_front().expect("something to do");
            let done = Expansion::of_task::<Random, ()>(&walk.question(), task, order);
            let (expansion, counts) = done.expect("no error");
            leaves += counts.leaves;
            frontier.take(at, Found::Expansion(expansion));
        }
        frontier.answer()
    });
    assert_eq!(found.unwrap().value(), Some(minimax(game, game.start())), "{}", game.seed);
    leaves
}

/// The leaves of a search by an algorithm alone.
fn leaves_alone(game: &Random, algorithm: &mut impl Algorithm) -> u64 {
    Search::new(game).run(algorithm).unwrap().counts.leaves
}

#[test]
fn one_thread_takes_the_leaves_of_the_algorithm_whose_order_it_follows() {
    for seed in 0..8 {
        let game = Random { depth: 6, seed, dice: false };
        assert_eq!(leaves(&game, Order::DepthFirst, 1), leaves_alone(&game, &mut AlphaBeta));
        assert_eq!(leaves(&game, Order::BestFirst, 1), leaves_alone(&game, &mut MtSss2));
    }
}

/// Where what threads do is chosen by any simpler rule that was tried, 8 threads take at least 1.32
/// times as many leaves, best first.
#[test]
fn threads_take_few_leaves_that_one_alone_would_not() {
    for (order, limits) in
        [(Order::BestFirst, [1.055, 1.15, 1.25]), (Order::DepthFirst, [1.035, 1.11, 1.19])]
    {
        let all = |threads| {
            (0..8)
                .map(|seed| leaves(&Random { depth: 8, seed, dice: false }, order, threads))
                .sum::<u64>()
        };
        let one = all(1);
        for (threads, most) in [2, 4, 8].into_iter().zip(limits) {
            let ratio = all(threads) as f64 / one as f64;
            assert!((1.0..most).contains(&ratio), "{order:?}, {threads} threads: {ratio}");
        }
    }
}

/// What threads that end one after the other know of a game with dice, together, after so many
/// leaves each time.
fn known(game: &Random, threads: usize, leaves: &[u64]) -> Vec<Bounds> {
    let stop = Arc::new(AtomicBool::new(false));
    let mut known = Vec::new();
    let found = Search::new(game).into_parts().0.answer(&mut |walk, window| {
        let size =
            Size { memory: 1 << 30, budget: 100, longest: None, at_stake: true, rollouts: true };
        let allotment = Allotment::new(size, Limits::none(), threads);
        let mut frontier = Frontier::<Random>::new(walk, window, walk.range(), allotment);
        let (mut busy, mut spent) = (VecDeque::new(), 0);
        while known.len() < leaves.len() {
            while busy.len() < threads {
                let Some(next) = frontier.next(&stop) else { break };
                let Assignment { at, from: mut position, mv, window, limits, order, .. } = next;
                if let Some(mv) = mv {
                    game.play(&mut position, mv);
                }
                let task = Task { position, window, horizon: None, limits };
                busy.push_back((at, task, order));
            }
            let (at, task, order) = busy.pop_front().expect("something to do");
            let done = Expansion::of_task::<Random, ()>(&walk.question(), task, order);
            let (expansion, counts) = done.expect("no error");
            frontier.take(at, Found::Expansion(expansion));
            let before = spent;
            spent += counts.leaves;
            let passed = |&&number: &&u64| before < number && number <= spent;
            known.extend(leaves.iter().filter(passed).map(|_| frontier.root_bounds()));
        }
        frontier.answer()
    });
    found.expect("no error");
    known
}

/// What threads know is no less than what one knows after as many leaves, within a few per cent,
/// and never gets less.
#[test]
fn threads_know_what_one_knows_after_as_many_leaves_with_dice() {
    const LEAVES: [u64; 3] = [100, 500, 2_000];
    const SEEDS: u64 = 4;
    let games = || (0..SEEDS).map(|seed| Random { depth: 12, seed, dice: true });
    let alone = |leaves: u64| -> f64 {
        let widths = games().map(|game| {
            let search = Search::new(&game).limits(Limits::none().leaves(leaves));
            search.run(&mut Rollout::new(BestFirst)).unwrap().bounds.width()
        });
        widths.sum()
    };
    for threads in [1, 2, 4, 8] {
        let all: Vec<Vec<Bounds>> = games().map(|game| known(&game, threads, &LEAVES)).collect();
        for found in &all {
            assert!(found.windows(2).all(|pair| pair[0].encloses(pair[1])), "{found:?}");
        }
        for (i, leaves) in LEAVES.into_iter().enumerate() {
            let together: f64 = all.iter().map(|found| found[i].width()).sum();
            let ratio = together / alone(leaves);
            assert!(ratio < 1.05, "{threads} threads, {leaves} leaves: {ratio}");
        }
    }
}

/// So do searches by every policy that goes where most is at stake: tasks in the order of SSS* leave intervals half as wide
/// again.
#[test]
fn threads_of_every_best_first_policy_know_that() {
    fn widths<P: Policy>(policy: fn() -> P, threads: usize) -> f64 {
        let widths = (0..4).map(|seed| {
            let game = Random { depth: 12, seed, dice: true };
            let threads = NonZero::new(threads).unwrap();
            let search = Search::new(&game).limits(Limits::none().leaves(2_000)).threads(threads);
            search.run(&mut Rollout::new(policy())).unwrap().bounds.width()
        });
        widths.sum()
    }
    let ratios = [
        widths(|| BestFirst, 2) / widths(|| BestFirst, 1),
        widths(BestOdds::new, 2) / widths(BestOdds::new, 1),
        widths(Expected::new, 2) / widths(Expected::new, 1),
    ];
    assert!(ratios.iter().all(|ratio| *ratio < 1.25), "{ratios:?}");
}
