//! Games in which positions come back, without end: random graphs, against value iteration.
//!
//! What a search may ever know of such a game lies between two fixed points: what follows from
//! "nothing is worth less than the range says", told round the cycles until nothing changes, and the
//! same from above. Where players can keep each other in a cycle the two differ, and a search that
//! has got so far is stalled.

use std::cell::Cell;
use std::num::NonZero;
use std::time::Duration;

use crate::effort::effort;
use gametree::erased::Erased;
use gametree::registry::{ALGORITHMS, Spec};
use gametree::{
    Bounds, Dice, Epsilon, Game, Grain, Key, Knowledge, Limits, Moves, Notation, Outcome, Search,
    SearchError, Stop, Storage, Turn, Value, Values, Workspace,
};

/// A position: what it is, and where its moves lead.
#[derive(Clone, Debug)]
enum Position {
    Over(i32),
    Max(Vec<usize>),
    Min(Vec<usize>),
    Chance(Vec<(usize, f64)>),
}

#[derive(Clone, Debug)]
struct Maze {
    positions: Vec<Position>,
    /// Whether a position takes time, so that threads meet at it.
    slow: bool,
}

impl Maze {
    fn new(positions: Vec<Position>) -> Maze {
        Maze { positions, slow: false }
    }
}

thread_local! {
    /// How many moves were played in this thread.
    static PLAYS: Cell<u64> = const { Cell::new(0) };
}

impl Game for Maze {
    type Position = usize;
    type Move = usize;
    type Undo = usize;

    const DICE: Dice = Dice::Always;
    const CYCLES: bool = true;

    fn start(&self) -> usize {
        0
    }

    fn values(&self) -> Values {
        Values { grain: Grain::Real, ..Values::integers(0, 10) }
    }

    fn expand(&self, &at: &usize, moves: &mut Moves<usize>) -> Turn {
        if self.slow {
            // Some take longer than others.
            std::thread::sleep(Duration::from_micros(at as u64 % 3 * 10));
        }
        match &self.positions[at] {
            Position::Over(value) => return Turn::over(*value),
            Position::Max(to) | Position::Min(to) => moves.extend(to.iter().copied()),
            Position::Chance(to) => to.iter().for_each(|&(to, p)| moves.push_outcome(to, p)),
        }
        match &self.positions[at] {
            Position::Max(_) => Turn::MAX,
            Position::Min(_) => Turn::MIN,
            _ => Turn::CHANCE,
        }
    }

    fn play(&self, at: &mut usize, to: usize) -> usize {
        PLAYS.set(PLAYS.get() + 1);
        std::mem::replace(at, to)
    }

    fn undo(&self, at: &mut usize, _: usize, before: usize) {
        *at = before;
    }

    fn key(&self, &at: &usize) -> Option<Key> {
        Some(Key::Exact(at as u128))
    }
}

impl Knowledge<Self> for Maze {}

/// A stream of small numbers.
struct Draws(u64);

impl Draws {
    fn below(&mut self, bound: u64) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % bound) as usize
    }
}

fn maze(seed: u64, most: u64) -> Maze {
    let mut draws = Draws(seed);
    let size = 2 + draws.below(most);
    let mut positions: Vec<Position> = (0..size)
        .map(|_| {
            let count = 1 + draws.below(3);
            let to: Vec<usize> = (0..count).map(|_| draws.below(size as u64)).collect();
            match draws.below(5) {
                0 => Position::Over(draws.below(11) as i32),
                1 => Position::Max(to),
                2 => Position::Min(to),
                _ => {
                    let odds: &[f64] = [&[1.0][..], &[0.5, 0.5], &[0.25, 0.5, 0.25]][count - 1];
                    Position::Chance(to.into_iter().zip(odds.iter().copied()).collect())
                }
            }
        })
        .collect();
    // The root is a player's, so that there is a move to name.
    let to = vec![draws.below(size as u64), size - 1];
    positions[0] = if seed % 2 == 0 { Position::Max(to) } else { Position::Min(to) };
    Maze::new(positions)
}

/// What follows for every position from `first`, told round until nothing changes much.
fn fixed_point(maze: &Maze, first: f64) -> Vec<f64> {
    let mut values = vec![first; maze.positions.len()];
    for _ in 0..200_000 {
        let worth = |position: &Position| match position {
            Position::Over(value) => f64::from(*value),
            Position::Max(to) => to.iter().map(|&to| values[to]).fold(f64::MIN, f64::max),
            Position::Min(to) => to.iter().map(|&to| values[to]).fold(f64::MAX, f64::min),
            Position::Chance(to) => to.iter().map(|&(to, p)| p * values[to]).sum(),
        };
        let next: Vec<f64> = maze.positions.iter().map(worth).collect();
        let change = next.iter().zip(&values).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        values = next;
        if change < 1e-15 {
            break;
        }
    }
    values
}

impl Notation for Maze {
    fn move_text(&self, _: &usize, mv: usize) -> String {
        mv.to_string()
    }
}

/// What an algorithm answers to a question about a maze.
fn run(
    maze: &Maze,
    spec: &Spec,
    question: impl for<'s> FnOnce(Search<'s, Erased, Erased>) -> Search<'s, Erased, Erased>,
) -> Result<Outcome<u32>, SearchError> {
    let game = Erased::new(maze.clone());
    let search = question(Search::bare(&game).knowledge(&game));
    search.reusing(&mut Workspace::new(Storage::Plain)).run_erased(spec)
}

fn takes_cycles() -> impl Iterator<Item = Spec> {
    let takes = ALGORITHMS.iter().filter(|entry| entry.takes_cycles);
    takes.map(|entry| Spec::parse(entry.name).expect("it is on the list"))
}

/// A maze and what may ever be known of it: what follows from either end of the range.
struct Known {
    seed: u64,
    maze: Maze,
    least: Vec<f64>,
    most: Vec<f64>,
}

impl Known {
    fn new(seed: u64, maze: Maze) -> Known {
        let (least, most) = (fixed_point(&maze, 0.0), fixed_point(&maze, 10.0));
        Known { seed, maze, least, most }
    }

    /// Panics if an answer is wrong or says less than it could. Returns whether it is within epsilon.
    fn check(&self, outcome: &Outcome<u32>, epsilon: f64, what: &str) -> bool {
        let Known { seed, least, most, .. } = self;
        let Bounds { lower, upper } = outcome.bounds;
        let what = format!("seed {seed}, {what}: {} {:?}", outcome.bounds, outcome.stop);
        assert!(lower.get() <= least[0] + 1e-9 && most[0] <= upper.get() + 1e-9, "{what}");
        match outcome.stop {
            Stop::Closed | Stop::Epsilon => {
                assert!(outcome.bounds.width() <= epsilon + outcome.allowance, "{what}");
                if let Some(mv) = outcome.best_move() {
                    let mv = mv as usize;
                    let worth =
                        if seed % 2 == 0 { most[0] - least[mv] } else { most[mv] - least[0] };
                    assert!(worth <= epsilon + 1e-9, "{what}: {mv} loses {worth}");
                }
                true
            }
            Stop::Stalled => {
                // What is known within epsilon is not looked at again.
                let missed = (least[0] - lower.get()).max(upper.get() - most[0]);
                assert!(missed <= epsilon + 1e-6, "{what}: {missed}");
                false
            }
            _ => panic!("{what}"),
        }
    }
}

#[test]
fn bounds_pass_round_cycles_until_they_are_near_enough() {
    let (mut narrow, mut stalled) = (0, 0);
    for seed in 0..1500 {
        let known = Known::new(seed, maze(seed, 12));
        for (spec, epsilon) in takes_cycles().flat_map(|spec| [(spec.clone(), 1e-6), (spec, 0.5)]) {
            let allowed = Epsilon::units(epsilon).unwrap();
            let limits = Limits::none().nodes(1_000_000);
            let outcome =
                run(&known.maze, &spec, |search| search.epsilon(allowed).limits(limits)).unwrap();
            let is_narrow = known.check(&outcome, epsilon, &format!("{spec}, {epsilon}"));
            *(if is_narrow { &mut narrow } else { &mut stalled }) += 1;
        }
    }
    assert!(narrow > 2000 && stalled > 200, "{narrow} narrow, {stalled} stalled");
}

/// Threads that share the graph know as much in the end as one that is alone.
#[test]
fn threads_pass_bounds_round_cycles() {
    let mut helped = 0;
    for seed in 0..effort(600) {
        let known = Known::new(seed, Maze { slow: true, ..maze(seed, 40) });
        let number = 2 + seed as usize % 7;
        for (spec, epsilon) in takes_cycles().flat_map(|spec| [(spec.clone(), 1e-6), (spec, 0.5)]) {
            let allowed = Epsilon::units(epsilon).unwrap();
            let outcome = run(&known.maze, &spec, |search| {
                search.epsilon(allowed).threads(NonZero::new(number).unwrap())
            });
            let outcome = outcome.unwrap();
            known.check(&outcome, epsilon, &format!("{spec}, {epsilon}, {number} threads"));
            helped += u64::from(outcome.counts.helpers > 0);
        }
    }
    assert!(helped > effort(600), "{helped} with helpers");
}

/// Limits hold for all threads together, and an error of one of them ends the search.
#[test]
fn threads_in_cycles_keep_to_limits() {
    for (seed, spec) in
        (0..effort(40)).flat_map(|seed| takes_cycles().map(move |spec| (seed, spec)))
    {
        let maze = large_maze(seed);
        let (least, most) = (fixed_point(&maze, 0.0)[0], fixed_point(&maze, 10.0)[0]);
        let (number, nodes) = (NonZero::new(2 + seed as usize % 3).unwrap(), 1 + 37 * (seed % 11));
        for limits in [Limits::none().nodes(nodes), Limits::none().memory(20_000)] {
            let outcome =
                run(&maze, &spec, |search| search.threads(number).limits(limits)).unwrap();
            let Bounds { lower, upper } = outcome.bounds;
            assert!(lower.get() <= least && most <= upper.get(), "seed {seed}, {spec}");
            match outcome.stop {
                Stop::Nodes => assert!(outcome.counts.nodes <= nodes, "seed {seed}, {spec}"),
                Stop::Closed | Stop::Stalled | Stop::Memory => {}
                stop => panic!("seed {seed}, {spec}: {stop:?}"),
            }
            assert!(outcome.counts.peak_bytes < 60_000 || outcome.stop != Stop::Memory);
        }
        let narrow = Bounds::new(0.into(), 9.into()).unwrap();
        match run(&maze, &spec, |search| search.threads(number).range(narrow)) {
            Ok(outcome) => assert!(outcome.bounds.upper <= 9.into(), "seed {seed}, {spec}"),
            Err(SearchError::OutsideRange { value, .. }) => assert_eq!(value, 10.into()),
            Err(error) => panic!("seed {seed}, {spec}: {error}"),
        }
    }
}

/// A large maze without chance, in which players alternate and few positions are the end.
fn large_maze(seed: u64) -> Maze {
    let (mut draws, size) = (Draws(seed), 1500);
    let position = |at| {
        let to = (0..3).map(|_| draws.below(size / 2) * 2 + (at + 1) % 2).collect();
        match (draws.below(12), at % 2) {
            (0, _) if at > 0 => Position::Over(if draws.below(2) == 0 { 0 } else { 10 }),
            (_, 0) => Position::Max(to),
            _ => Position::Min(to),
        }
    };
    Maze::new((0..size as usize).map(position).collect())
}

/// A change far away is no reason to repeat all rollouts that came to nothing.
#[test]
fn large_mazes_are_searched_in_few_moves() {
    for (seed, spec) in (0..4).flat_map(|seed| takes_cycles().map(move |spec| (seed, spec))) {
        let maze = large_maze(seed);
        PLAYS.set(0);
        let limits = Limits::none().nodes(1_000_000);
        let outcome = run(&maze, &spec, |search| search.limits(limits)).unwrap();
        let (least, most) = (fixed_point(&maze, 0.0)[0], fixed_point(&maze, 10.0)[0]);
        let Bounds { lower, upper } = outcome.bounds;
        assert!(lower.get() <= least && most <= upper.get(), "seed {seed}, {spec}");
        assert!(PLAYS.get() < 2_000 * outcome.counts.nodes, "seed {seed}, {spec}: {}", PLAYS.get());
    }
}

#[test]
fn who_would_run_in_cycles_says_so() {
    let maze = maze(1, 12);
    for entry in ALGORITHMS.iter().filter(|entry| !entry.takes_cycles && entry.takes_chance) {
        let spec = Spec::parse(entry.name).unwrap();
        let error = run(&maze, &spec, |search| search).unwrap_err();
        assert_eq!(error, SearchError::Endless, "{spec}");
    }
}

/// Heads again, or tails and over: every round halves what is open.
#[test]
fn a_coin_ends_for_certain() {
    let maze = Maze::new(vec![
        Position::Max(vec![1]),
        Position::Chance(vec![(0, 0.5), (2, 0.5)]),
        Position::Over(7),
    ]);
    let spec = Spec::parse("rollout:best-first").unwrap();
    let outcome = run(&maze, &spec, |search| search).unwrap();
    assert_eq!(outcome.stop, Stop::Closed);
    assert!(outcome.bounds.contains(Value::from(7)));
    assert_eq!(outcome.best_move(), Some(1));
}

/// However little may be stored, bounds are sound and the reason is named.
#[test]
fn circles_end_where_the_memory_does() {
    let spec = Spec::parse("rollout:best-first").unwrap();
    for (seed, memory) in (0..300).flat_map(|seed| [1, 400, 1_000].map(|bytes| (seed, bytes))) {
        let maze = maze(seed, 12);
        let limits = Limits::none().memory(memory).nodes(100_000);
        let outcome = run(&maze, &spec, |search| search.limits(limits)).unwrap();
        let (least, most) = (fixed_point(&maze, 0.0)[0], fixed_point(&maze, 10.0)[0]);
        let Bounds { lower, upper } = outcome.bounds;
        assert!(lower.get() <= least + 1e-9 && most <= upper.get() + 1e-9, "seed {seed}");
        if memory == 1 {
            assert_eq!(outcome.stop, Stop::Memory, "seed {seed}: {}", outcome.bounds);
        }
    }
}
