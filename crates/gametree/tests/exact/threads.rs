//! Searches by several threads: the same values, whatever the threads do to each other.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use proptest::prelude::*;

use crate::effort::effort;
use crate::property::properties;
use crate::support::{ask_unwatched, shapes, specs, value_of, window};
use crate::tables::{Graph, Keys, Question, ask, ask_over, check_line, range};
use gametree::erased::Erased;
use gametree::registry::Spec;
use gametree::store::Table;
use gametree::{
    Game, Key, Knowledge, Limits, Moves, Notation, Outcome, SearchError, Stop, Storage, Turn,
    Value, Values,
};

fn threads(number: usize) -> NonZero<usize> {
    NonZero::new(number).unwrap()
}

/// The algorithms that use several threads over a table.
const SHARED: [&str; 7] = ["alphabeta2", "scout", "mt-sss2", "mtd-f", "mtd-bi", "solver", "df-pn"];

/// Runs one of them over a table.
fn run(
    game: Erased,
    name: &str,
    question: impl for<'a> FnOnce(Question<'a>) -> Question<'a>,
) -> Result<Outcome<u32>, SearchError> {
    ask(&game, &Spec::parse(name).unwrap(), Storage::Table, question)
}

#[test]
fn any_number_of_threads_finds_the_value() {
    for seed in 0..effort(800) {
        let keys = [Keys::Small, Keys::Large, Keys::Hash][seed as usize % 3];
        let graph = Graph::new(seed, keys);
        let small = [320, 4_096, 1 << 20][seed as usize / 3 % 3];
        let number = 1 + seed as usize % 8;
        for algorithm in SHARED {
            let name = format!("{algorithm}, seed {seed}, {number} threads");
            let outcome = run(Erased::new(graph.clone()), algorithm, |search| {
                search.threads(threads(number)).limits(Limits::none().memory(small))
            })
            .unwrap();
            let value = graph.nodes[0].value.into();
            assert!(outcome.bounds.exact() == Some(value), "{name}: {}", outcome.bounds);
            assert_eq!(outcome.stop, Stop::Closed, "{name}");
            check_line(&graph, &outcome.pv, &name);
        }
    }
}

/// Algorithms that cannot share a search divide it, over a table or without one.
#[test]
fn any_algorithm_can_be_asked_to_use_threads() {
    for seed in 0..effort(300) {
        let keys = [Keys::Small, Keys::Large, Keys::Hash][seed as usize % 3];
        let graph = Graph::new(seed, keys);
        let small = [4_096, 1 << 20][seed as usize / 3 % 2];
        let number = 2 + seed as usize % 7;
        for spec in specs(seed).into_iter().filter(|spec| !SHARED.contains(&spec.entry().name)) {
            let name = format!("{spec}, seed {seed}, {number} threads");
            let outcome = ask(&Erased::new(graph.clone()), &spec, Storage::Auto, |search| {
                search.threads(threads(number)).limits(Limits::none().memory(small))
            })
            .unwrap();
            let value = graph.nodes[0].value.into();
            // Some need more memory than a table of this size leaves them.
            if outcome.stop != Stop::Memory {
                assert!(outcome.bounds.exact() == Some(value), "{name}: {}", outcome.bounds);
            }
            assert!(outcome.bounds.contains(value), "{name}: {}", outcome.bounds);
        }
    }
}

fn worth(number: i64) -> Value {
    Value::new(number as f64).unwrap()
}

properties! {
    #![cases(300)]

    #[test]
    fn divided_trees(shape in shapes(), seed: u64, number in 2..9usize, nodes in 0..60u64) {
        let game = shape.game();
        let value = worth(game.tree.value(0));
        for spec in specs(seed) {
            let found = ask_unwatched(&game, value_of().threads(number), &spec).unwrap();
            prop_assert_eq!(found.bounds.exact(), Some(value), "{}", spec);
            if let Some(&mv) = found.pv.first() {
                let child = game.tree.children(0)[mv as usize];
                prop_assert_eq!(worth(game.tree.value(child)), value, "{}: {}", spec, mv);
            }
            let limits = Limits::none().nodes(nodes);
            let question = value_of().threads(number).limits(limits);
            let stopped = ask_unwatched(&game, question, &spec).unwrap();
            prop_assert!(stopped.bounds.contains(value), "{}: {}", spec, stopped.bounds);
            prop_assert!(stopped.counts.nodes <= nodes, "{}: {:?}", spec, stopped.counts);
        }
    }

    #[test]
    fn divided_trees_within_windows(shape in shapes(), seed: u64, number in 2..5usize, alpha in -5..5i64) {
        let game = shape.game();
        let value = worth(game.tree.value(0));
        let asked = window(alpha, alpha + 2);
        for spec in specs(seed) {
            let found = ask_unwatched(&game, value_of().threads(number).window(asked), &spec).unwrap();
            prop_assert!(found.bounds.contains(value), "{}: {}", spec, found.bounds);
            prop_assert!(!asked.clip(found.bounds).is_wider_than(0.0), "{}: {}", spec, found.bounds);
        }
    }
}

#[test]
fn the_same_as_far_as_a_horizon() {
    for seed in 0..effort(600) {
        let graph = Graph::new(seed, Keys::Small);
        let plies = 1 + seed as u32 % 6;
        let number = 2 + seed as usize % 7;
        for name in SHARED {
            let outcome = run(Erased::new(graph.clone()), name, |search| {
                let search = search.range(range()).threads(threads(number));
                if seed % 2 == 0 { search.deepen(plies) } else { search.horizon(plies) }
            })
            .unwrap();
            let value = graph.value_within(0, plies).into();
            assert_eq!(outcome.bounds.exact(), Some(value), "{name}, seed {seed}, {plies} plies");
        }
    }
}

/// Stones are taken from two heaps; whoever takes the last one wins. Does strange things at one position.
#[derive(Clone)]
struct Heaps {
    size: u32,
    strange: fn(&Heaps, (u32, u32)) -> Option<i32>,
}

impl Heaps {
    fn new(size: u32) -> Heaps {
        Heaps { size, strange: |_, _| None }
    }
}

impl Game for Heaps {
    type Position = (u32, u32, bool);
    type Move = u32;
    type Undo = (u32, u32, bool);

    fn start(&self) -> (u32, u32, bool) {
        (self.size, self.size, true)
    }

    fn values(&self) -> Values {
        Values::integers(-1, 1)
    }

    fn expand(&self, &(a, b, max): &(u32, u32, bool), moves: &mut Moves<u32>) -> Turn {
        if (a, b) == (0, 0) {
            return Turn::over(if max { -1 } else { 1 });
        }
        if let Some(value) = (self.strange)(self, (a, b)) {
            return Turn::over(value);
        }
        for stones in 1..=3 {
            if stones <= a {
                moves.push(stones);
            }
            if stones <= b {
                moves.push(stones + 8);
            }
        }
        if max { Turn::MAX } else { Turn::MIN }
    }

    fn play(&self, at: &mut (u32, u32, bool), mv: u32) -> (u32, u32, bool) {
        let before = *at;
        let (a, b, max) = before;
        *at = if mv < 8 { (a - mv, b, !max) } else { (a, b - (mv - 8), !max) };
        before
    }

    fn undo(&self, at: &mut (u32, u32, bool), _: u32, before: (u32, u32, bool)) {
        *at = before;
    }

    fn key(&self, &(a, b, max): &(u32, u32, bool)) -> Option<Key> {
        Some(Key::Exact(u128::from(a) << 40 | u128::from(b) << 8 | u128::from(max)))
    }

    fn key_bits(&self) -> u32 {
        72
    }
}

impl Knowledge<Heaps> for Heaps {}

impl Notation for Heaps {
    fn move_text(&self, _: &(u32, u32, bool), mv: u32) -> String {
        mv.to_string()
    }
}

fn solve(
    game: &Heaps,
    name: &str,
    limits: Limits,
    number: usize,
) -> Result<Outcome<u32>, SearchError> {
    run(Erased::new(game.clone()), name, |search| search.limits(limits).threads(threads(number)))
}

#[test]
fn helpers_are_counted() {
    for name in SHARED {
        let outcome = solve(&Heaps::new(60), name, Limits::none(), 3).unwrap();
        assert_eq!((outcome.value(), outcome.counts.helpers), (Some((-1).into()), 2), "{name}");
        let alone = solve(&Heaps::new(60), name, Limits::none(), 1).unwrap();
        assert_eq!((alone.value(), alone.counts.helpers), (Some((-1).into()), 0), "{name}");
    }
}

/// Whether this thread is a helper. Others are slow until one has come.
fn helps(came: &AtomicBool) -> bool {
    let helper = std::thread::current().name() == Some("gametree helper");
    if helper {
        came.store(true, Ordering::Relaxed);
    }
    if !came.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(1));
    }
    helper
}

#[test]
fn a_panic_of_a_helper_is_an_error() {
    static CAME: AtomicBool = AtomicBool::new(false);
    let strange = |game: &Heaps, (a, b): (u32, u32)| {
        if a < game.size && b < game.size && helps(&CAME) {
            panic!("this game is broken");
        }
        None
    };
    let error = solve(&Heaps { size: 200, strange }, "solver", Limits::none(), 2).unwrap_err();
    assert_eq!(error, SearchError::Panicked { message: "this game is broken".into() });
}

#[test]
fn a_helper_that_meets_a_false_value_ends_the_search() {
    static CAME: AtomicBool = AtomicBool::new(false);
    let strange = |game: &Heaps, (a, b): (u32, u32)| {
        (a < game.size && b < game.size && helps(&CAME)).then_some(7)
    };
    let error = solve(&Heaps { size: 200, strange }, "scout", Limits::none(), 2).unwrap_err();
    assert!(matches!(error, SearchError::OutsideRange { value, .. } if value == 7.into()));
}

#[test]
// Generous: the machine may be busy, and with four threads on two processors nobody is at work all the time.
fn limits_hold_for_all_threads() {
    let game = Heaps::new(1 << 20);
    for name in SHARED {
        let begun = Instant::now();
        let limits = Limits::none().memory(1 << 20).time(Duration::from_millis(100));
        let outcome = solve(&game, name, limits, 4).unwrap();
        assert_eq!(outcome.stop, Stop::Time, "{name}");
        assert!(begun.elapsed() < Duration::from_secs(4), "{name}: {:?}", begun.elapsed());

        let outcome = solve(&game, name, Limits::none().memory(1 << 20).nodes(50_000), 4).unwrap();
        assert_eq!(outcome.stop, Stop::Nodes, "{name}");
        // When the leader ends the search, the others may not have spent all that they were given.
        let nodes = outcome.counts.nodes;
        assert!((40_000..=50_000).contains(&nodes), "{name}: {nodes}");
        for most in 1..effort(120) {
            let limits = Limits::none().memory(1 << 20).nodes(most);
            let counts = solve(&game, name, limits, 4).unwrap().counts;
            assert!(counts.nodes <= most, "{name}, {most} nodes: {counts:?}");
        }

        let flag = Arc::new(AtomicBool::new(false));
        let begun = std::thread::scope(|scope| {
            let set = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                flag.store(true, Ordering::Relaxed);
                Instant::now()
            });
            let limits = Limits::none().memory(1 << 20).stop(Arc::clone(&flag));
            assert_eq!(solve(&game, name, limits, 4).unwrap().stop, Stop::Interrupted, "{name}");
            let late = Instant::now();
            late - set.join().unwrap()
        });
        assert!(begun < Duration::from_secs(4), "{name}: {begun:?} late");
    }
}

/// Where moves take long to list, time must not be looked at after dozens of them for the first time.
#[test]
fn slow_positions_do_not_delay_the_end() {
    let slow = |_: &Heaps, _| {
        std::thread::sleep(Duration::from_millis(5));
        None
    };
    let game = Heaps { size: 60, strange: slow };
    for name in SHARED {
        let limits = Limits::none().time(Duration::from_millis(20));
        let outcome = solve(&game, name, limits, 1).unwrap();
        assert_eq!(outcome.stop, Stop::Time, "{name}");
        assert!(outcome.counts.nodes <= 16, "{name}: {} nodes", outcome.counts.nodes);
    }
}

/// A table that an earlier search has filled, and that forgets, may know more of the root than of its moves.
#[test]
fn a_search_that_goes_on_names_a_right_move() {
    for seed in (0..effort(6_000)).chain([56_442]) {
        let graph = Graph::new(seed, Keys::Small);
        for name in SHARED {
            let bytes = [160, 320, 1_024][seed as usize % 3];
            let mut table = Table::new(&graph, bytes, false).unwrap();
            let (spec, few) = (Spec::parse(name).unwrap(), 1 + seed % 40);
            let (few, most) = match seed % 2 {
                0 => (Limits::none().nodes(few), (few, u64::MAX)),
                _ => (Limits::none().leaves(few), (u64::MAX, few)),
            };
            let counts = ask_over(&graph, &spec, &mut table, |search| search.limits(few)).counts;
            let within = counts.nodes <= most.0 && counts.leaves <= most.1;
            assert!(within, "{name}, seed {seed}, {most:?}: {counts:?}");
            let outcome = ask_over(&graph, &spec, &mut table, |search| search);
            check_line(&graph, &outcome.pv, &format!("{name}, seed {seed}"));
        }
    }
}
