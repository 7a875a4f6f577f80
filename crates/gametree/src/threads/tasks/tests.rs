//! Questions divided into tasks of any size, done by workers of any kind.

use std::collections::HashSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::algorithm::Algorithm;
use crate::exact::{Scout, Star2};
use crate::model::splitmix64;
use crate::{Dice, Epsilon, Moves, Search, Stop, Value, Values};

/// Answers a question by tasks for these workers, each of which has a thread.
fn run_tasks<G: Game + Knowledge<G>, W: Worker<G>>(
    search: Search<'_, G, G>,
    workers: &mut [W],
) -> Result<Outcome<G::Move>, SearchError> {
    let (mut inquiry, _) = search.into_parts();
    inquiry.check(true, true, false)?;
    inquiry.answer(&mut |walk, window| {
        let size = Size {
            memory: walk.memory_limit() / 8,
            budget: 1 << 13,
            longest: None,
            at_stake: false,
            rollouts: false,
        };
        let known = Outcome::of(walk.range());
        divide(walk, window, known, workers, size).answer
    })
}

/// A tree of which a hash decides everything: who moves, how many moves there are, when it ends.
/// Positions are the number of moves so far, and a hash of them.
struct Irregular {
    seed: u64,
    dice: bool,
}

type At = (u32, u64);

impl Irregular {
    /// The value of a position, by looking at everything.
    fn value(&self, at: At) -> f64 {
        let mut moves = Moves::new();
        let kind = match self.expand(&at, &mut moves) {
            Turn::Terminal(value) => return value.get(),
            Turn::Inner(kind) => kind,
        };
        let values = (0..moves.len()).map(|index| {
            let mut child = at;
            self.play(&mut child, moves.get(index));
            self.value(child)
        });
        match kind {
            Kind::Max => values.fold(f64::NEG_INFINITY, f64::max),
            Kind::Min => values.fold(f64::INFINITY, f64::min),
            Kind::Chance => values.sum::<f64>() / moves.len() as f64,
        }
    }
}

impl Game for Irregular {
    type Position = At;
    type Move = u32;
    type Undo = At;
    const DICE: Dice = Dice::Sometimes;

    fn has_chance(&self) -> bool {
        self.dice
    }

    fn start(&self) -> At {
        (0, splitmix64(self.seed, 0))
    }

    fn values(&self) -> Values {
        Values::integers(-5, 5)
    }

    fn expand(&self, &(ply, hash): &At, moves: &mut Moves<u32>) -> Turn {
        if ply > 0 && hash % 8 == 0 || ply == 6 {
            return Turn::over((hash >> 8) as i32 % 6);
        }
        let count = 1 + (hash >> 16) as u32 % 4;
        if self.dice && (hash >> 24) % 3 == 0 {
            (0..count).for_each(|mv| moves.push_outcome(mv, 1.0 / f64::from(count)));
            return Turn::CHANCE;
        }
        moves.extend(0..count);
        if (hash >> 32) % 2 == 0 { Turn::MAX } else { Turn::MIN }
    }

    fn play(&self, at: &mut At, mv: u32) -> At {
        std::mem::replace(at, (at.0 + 1, splitmix64(at.1, 1 + u64::from(mv))))
    }

    fn undo(&self, at: &mut At, _: u32, before: At) {
        *at = before;
    }
}

impl Knowledge<Irregular> for Irregular {}

/// Does tasks of no more than so many nodes.
struct Small<'g, A> {
    game: &'g Irregular,
    algorithm: A,
    epsilon: Epsilon,
    nodes: u64,
}

impl<A: Algorithm + Send> Worker<Irregular> for Small<'_, A> {
    fn tighten(&mut self, task: Task<At>) -> Result<Outcome<u32>, SearchError> {
        let search = Search::new(self.game).position(task.position).window(task.window);
        let search = search.epsilon(self.epsilon).limits(task.limits.nodes(self.nodes));
        search.over(&mut ()).run(&mut self.algorithm)
    }
}

/// Tasks are so small that most of them do not end: the tree is expanded to the leaves.
#[test]
fn tasks_of_any_size_lead_to_the_value() {
    for seed in 0..300 {
        let game = Irregular { seed, dice: false };
        let nodes = 1 + seed % 7;
        let small = |_| Small { game: &game, algorithm: Scout, epsilon: Epsilon::NONE, nodes };
        let mut workers: Vec<_> = (0..1 + seed % 4).map(small).collect();
        let found = run_tasks(Search::new(&game), &mut workers).unwrap();
        let name = format!("seed {seed}, tasks of {nodes} nodes");
        let value = game.value(game.start());
        assert_eq!(found.value().map(Value::get), Some(value), "{name}");
        if let Some(&mv) = found.pv.first() {
            let mut child = game.start();
            game.play(&mut child, mv);
            assert_eq!(game.value(child), value, "{name}: {mv}");
        }
    }
}

#[test]
fn the_same_with_dice_as_exactly_as_was_asked() {
    for seed in 0..300 {
        let game = Irregular { seed, dice: true };
        let (nodes, units) = (1 + seed % 7, [0.0, 0.5, 2.0][seed as usize % 3]);
        let epsilon = Epsilon::units(units).unwrap();
        let small = |_| Small { game: &game, algorithm: Star2, epsilon: Epsilon::NONE, nodes };
        let mut workers: Vec<_> = (0..1 + seed % 4).map(small).collect();
        let found = run_tasks(Search::new(&game).epsilon(epsilon), &mut workers).unwrap();
        let (Bounds { lower, upper }, value) = (found.bounds, game.value(game.start()));
        let name = format!("seed {seed}, tasks of {nodes} nodes: {} for {value}", found.bounds);
        assert!(lower.get() - 1e-9 <= value && value <= upper.get() + 1e-9, "{name}");
        assert!(upper.get() - lower.get() <= units + 1e-9, "{name}");
    }
}

#[test]
fn without_workers_nothing_is_found_out() {
    let nobody: &mut [Small<'_, Scout>] = &mut [];
    let found = run_tasks(Search::new(&Irregular { seed: 1, dice: false }), nobody).unwrap();
    assert_eq!((found.value(), found.stop), (None, Stop::Stalled));
}

/// A binary tree whose positions are the ways to them: a one, and then a bit for each move.
struct Ways;

const WAYS_DEPTH: u32 = 10;

impl Game for Ways {
    type Position = u32;
    type Move = u32;
    type Undo = ();

    fn start(&self) -> u32 {
        1
    }

    fn values(&self) -> Values {
        Values::integers(0, 1000)
    }

    fn expand(&self, &way: &u32, moves: &mut Moves<u32>) -> Turn {
        if way.ilog2() == WAYS_DEPTH {
            return Turn::over((way.wrapping_mul(0x9e37_79b1) >> 8) as i32 % 1001);
        }
        moves.extend(0..2);
        if way.ilog2() % 2 == 0 { Turn::MAX } else { Turn::MIN }
    }

    fn play(&self, way: &mut u32, mv: u32) {
        *way = 2 * *way + mv;
    }

    fn undo(&self, way: &mut u32, _: u32, (): ()) {
        *way /= 2;
    }
}

impl Knowledge<Ways> for Ways {}

#[test]
fn nobody_is_given_a_position_that_another_one_is_searching() {
    struct Watched<'w> {
        under_way: &'w Mutex<HashSet<u32>>,
        tasks: &'w AtomicUsize,
    }
    impl Worker<Ways> for Watched<'_> {
        fn tighten(&mut self, task: Task<u32>) -> Result<Outcome<u32>, SearchError> {
            let way = task.position;
            let mut under_way = self.under_way.lock().unwrap();
            let related = |&other: &u32| {
                let (short, long) = (way.min(other), way.max(other));
                long >> (long.ilog2() - short.ilog2()) == short
            };
            let twice = under_way.iter().copied().find(related);
            assert!(twice.is_none(), "{way:b}, beside {twice:?}");
            under_way.insert(way);
            drop(under_way);
            self.tasks.fetch_add(1, Ordering::Relaxed);
            std::thread::yield_now();
            let search = Search::new(&Ways).position(way).window(task.window);
            let found = search.limits(task.limits.nodes(5)).over(&mut ()).run(&mut Scout);
            self.under_way.lock().unwrap().remove(&way);
            found
        }
    }
    let alone = Search::new(&Ways).over(&mut ()).run(&mut Scout).unwrap();
    for number in 2..6 {
        let (under_way, tasks) = (Mutex::default(), AtomicUsize::new(0));
        let watched = |_| Watched { under_way: &under_way, tasks: &tasks };
        let mut workers: Vec<Watched<'_>> = (0..number).map(watched).collect();
        let found = run_tasks(Search::new(&Ways), &mut workers).unwrap();
        assert_eq!(found.value(), alone.value());
        assert!(tasks.into_inner() > 20, "too few to say anything");
    }
}
