//! Searches over a table: positions that are reached in several ways, tables that forget, keys that
//! are only hashes, horizons.

use std::sync::Arc;

use crate::effort::effort;
use gametree::erased::Erased;
use gametree::exact::{AlphaBeta2, MtdBi};
use gametree::registry::{ALGORITHMS, Spec};
use gametree::store::Table;
use gametree::{
    AnyProbe, Basis, Bounds, Game, Key, Knowledge, Limits, Moves, Notation, Outcome, Search,
    SearchError, Stop, Storage, Turn, Value, Values, Window, Workspace,
};

/// A graph of positions without cycles: each has moves to later ones, and many ways lead to each.
#[derive(Clone)]
pub(crate) struct Graph {
    pub(crate) nodes: Arc<[Node]>,
    keys: Keys,
    facts: bool,
    /// How far the range of values reaches beyond them, to either side.
    margin: f64,
}

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Keys {
    Small,
    Large,
    Hash,
}

pub(crate) struct Node {
    turn: Turn,
    /// Later positions.
    next: Vec<usize>,
    pub(crate) value: i32,
    /// What an observer thinks of it.
    guess: i32,
}

pub(crate) struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

impl Graph {
    pub(crate) fn new(seed: u64, keys: Keys) -> Graph {
        let mut dice = Dice(seed);
        let size = 2 + dice.roll(60);
        let mut nodes: Vec<Node> = Vec::new();
        for i in 0..size {
            let ends = i + 1 == size || (i > 3 && dice.roll(4) == 0);
            let moves = if ends { 0 } else { 1 + dice.roll(4) };
            let mut next: Vec<usize> =
                (0..moves).map(|_| i + 1 + dice.roll((size - i - 1).min(6))).collect();
            next.sort_unstable();
            next.dedup();
            let leaf = dice.roll(7) as i32 - 3;
            let turn = match (ends, dice.roll(2)) {
                (true, _) => Turn::over(leaf),
                (false, 0) => Turn::MAX,
                (false, _) => Turn::MIN,
            };
            nodes.push(Node { turn, next, value: leaf, guess: dice.roll(9) as i32 - 4 });
        }
        for i in (0..size).rev() {
            let values = nodes[i].next.iter().map(|&n| nodes[n].value);
            nodes[i].value = match nodes[i].turn {
                Turn::Terminal(_) => nodes[i].value,
                Turn::MAX => values.max().unwrap(),
                _ => values.min().unwrap(),
            };
        }
        let margin = if seed % 4 == 3 { 0.5 } else { 0.0 };
        Graph { nodes: nodes.into(), keys, facts: dice.roll(2) == 0, margin }
    }

    /// The slow, obvious value as far as a horizon.
    pub(crate) fn value_within(&self, node: usize, plies: u32) -> i32 {
        let Node { turn, next, value, guess } = &self.nodes[node];
        if let Turn::Terminal(_) = turn {
            return *value;
        }
        if plies == 0 {
            return *guess;
        }
        let values = next.iter().map(|&n| self.value_within(n, plies - 1));
        if *turn == Turn::MAX { values.max().unwrap() } else { values.min().unwrap() }
    }
}

impl Game for Graph {
    type Position = usize;
    type Move = usize;
    type Undo = usize;

    fn start(&self) -> usize {
        0
    }

    fn values(&self) -> Values {
        let range = Bounds::between(-3.0 - self.margin, 3.0 + self.margin);
        Values { range, ..Values::integers(-3, 3) }
    }

    fn expand(&self, &at: &usize, moves: &mut Moves<usize>) -> Turn {
        for &next in &self.nodes[at].next {
            // Some children are stated to be what they are, some a little less exactly.
            let value = self.nodes[next].value;
            match (self.facts, next % 5) {
                (true, 0) => moves.push_with(next, Bounds::point(value.into())),
                (true, 1) => moves.push_with(next, Bounds::at_most((value + 1).into())),
                _ => moves.push(next),
            }
        }
        self.nodes[at].turn
    }

    fn play(&self, at: &mut usize, next: usize) -> usize {
        std::mem::replace(at, next)
    }

    fn undo(&self, at: &mut usize, _: usize, before: usize) {
        *at = before;
    }

    fn facts(&self, &at: &usize) -> Bounds {
        if self.facts && at % 3 == 0 {
            Bounds::at_least((self.nodes[at].value - 1).into())
        } else {
            Bounds::UNBOUNDED
        }
    }

    fn key(&self, &at: &usize) -> Option<Key> {
        Some(match self.keys {
            Keys::Small => Key::Exact(at as u128),
            Keys::Large => Key::Exact((at as u128) << 100 | 77),
            Keys::Hash => Key::Hash(at as u128),
        })
    }

    fn key_bits(&self) -> u32 {
        if self.keys == Keys::Large { 128 } else { 7 }
    }

    fn plies_left(&self, &at: &usize) -> Option<u32> {
        // Sometimes known, sometimes not; always true.
        (at % 2 == 0).then_some((self.nodes.len() - at - 1) as u32)
    }
}

impl Knowledge<Graph> for Graph {
    fn evaluate(&self, _: &Graph, &at: &usize) -> Option<Value> {
        Some(self.nodes[at].guess.into())
    }

    fn order_score(&self, _: &Graph, &child: &usize) -> i32 {
        self.nodes[child].guess
    }
}

impl Notation for Graph {
    fn move_text(&self, _: &usize, mv: usize) -> String {
        mv.to_string()
    }
}

/// A question about a game whose type is erased.
pub(crate) type Question<'a> = Search<'a, Erased, Erased>;

/// Runs an algorithm over the erased game, since all of them are compiled for that already.
pub(crate) fn ask(
    game: &Erased,
    spec: &Spec,
    storage: Storage,
    question: impl for<'a> FnOnce(Question<'a>) -> Question<'a>,
) -> Result<Outcome<u32>, SearchError> {
    question(Search::new(game)).reusing(&mut Workspace::new(storage)).run_erased(spec)
}

/// The same over a given table.
pub(crate) fn ask_over(
    graph: &Graph,
    spec: &Spec,
    table: &mut Table,
    question: impl for<'a> FnOnce(Question<'a>) -> Question<'a>,
) -> Outcome<u32> {
    let game = Erased::new(graph.clone());
    // The type of probe for which the library has compiled all algorithms.
    let mut nobody: &mut dyn AnyProbe<Erased> = &mut ();
    question(Search::new(&game)).probe(&mut nobody).over(table).run_named(spec).unwrap()
}

/// Evaluations reach further than values.
pub(crate) fn range() -> Bounds {
    Bounds::new((-4).into(), 4.into()).unwrap()
}

fn specs() -> impl Iterator<Item = Spec> {
    ALGORITHMS.iter().map(|entry| Spec::parse(entry.name).unwrap())
}

pub(crate) fn check_line(graph: &Graph, line: &[u32], name: &str) {
    let mut at = 0;
    for next in line.iter().map(|&next| next as usize) {
        assert!(graph.nodes[at].next.contains(&next), "{name}: {line:?} is not a line");
        let (value, there) = (graph.nodes[0].value, graph.nodes[next].value);
        assert_eq!(value, there, "{name}: {line:?} leaves the value");
        at = next;
    }
    assert!(graph.nodes[at].next.is_empty(), "{name}: {line:?} stops too soon");
}

/// Forgetting costs time, never truth or termination.
#[test]
fn every_algorithm_is_exact_over_tables_of_any_size() {
    for seed in 0..effort(600) {
        for keys in [Keys::Small, Keys::Large] {
            let graph = Graph::new(seed, keys);
            let expected = Some(graph.nodes[0].value.into());
            for bytes in [Table::SMALLEST, 4 * Table::SMALLEST, 1 << 16] {
                for spec in specs() {
                    let mut table = Table::new(&graph, bytes, false).unwrap();
                    for round in 0..2 {
                        let outcome = ask_over(&graph, &spec, &mut table, |search| search);
                        let name = format!("{spec}, seed {seed}, {bytes} bytes, round {round}");
                        assert_eq!(outcome.value(), expected, "{name}");
                        let recursive =
                            ["alphabeta2", "mt-sss2", "mtd-f", "mtd-bi", "solver", "scout"];
                        if recursive.contains(&spec.entry().name) {
                            check_line(&graph, &outcome.pv, &name);
                        } else if let Some(&mv) = outcome.pv.first() {
                            let after = &graph.nodes[mv as usize];
                            assert_eq!(after.value, graph.nodes[0].value, "{name}");
                        }
                    }
                }
            }
        }
    }
}

/// What one algorithm has stored is what all others read.
#[test]
fn all_algorithms_may_share_a_table() {
    for seed in 0..effort(2_000) {
        let graph = Graph::new(seed, if seed % 2 == 0 { Keys::Large } else { Keys::Small });
        let mut table = Table::new(&graph, 1 << 12, false).unwrap();
        let mut order: Vec<Spec> = specs().collect();
        let (count, turn) = (order.len(), seed as usize);
        order.rotate_left(turn % count);
        for spec in order {
            // A few nodes each, so that something is left to the others; and then the answer.
            for limits in [Limits::none().nodes(1 + seed % 7), Limits::none()] {
                let outcome = ask_over(&graph, &spec, &mut table, |search| search.limits(limits));
                let value = graph.nodes[0].value.into();
                assert!(outcome.bounds.contains(value), "{spec} {seed}: {}", outcome.bounds);
                if outcome.stop == Stop::Closed {
                    assert_eq!(outcome.value(), Some(value), "{spec} {seed}");
                }
            }
        }
    }
}

/// Values are whole numbers, but a window may end between two of them.
#[test]
fn windows_may_end_between_two_values() {
    for seed in 0..effort(600) {
        let graph = Graph::new(seed, Keys::Small);
        let game = Erased::new(graph.clone());
        for alpha in (-8..8).map(|halves| f64::from(halves) / 2.0) {
            let width = 0.25 + (seed % 5) as f64 / 2.0;
            let (alpha, beta) = (Value::new(alpha).unwrap(), Value::new(alpha + width).unwrap());
            for storage in [Storage::Auto, Storage::Plain] {
                for spec in specs() {
                    let found = ask(&game, &spec, storage, |s| s.window(Window::new(alpha, beta)));
                    let Bounds { lower, upper } = found.unwrap().bounds;
                    let value = Value::from(graph.nodes[0].value);
                    let name = format!("{spec} {seed} ({alpha}, {beta}): {lower} .. {upper}");
                    assert!(lower <= value && value <= upper, "{name}");
                    let exact = lower == upper;
                    assert!(exact || upper <= alpha || lower >= beta, "{name}: no answer");
                }
            }
        }
    }
}

/// A search that ends with an error has stored things that rest on what was wrong.
#[test]
fn nothing_is_left_of_a_search_that_failed() {
    let mut failed = 0;
    for seed in 0..effort(2_000) {
        let graph = Graph { facts: false, ..Graph::new(seed, Keys::Small) };
        let game = Erased::new(graph.clone());
        let wrong = Bounds::between(0.0, 1.0);
        for spec in specs() {
            let mut table = Table::new(&graph, 1 << 14, false).unwrap();
            let mut nobody: &mut dyn AnyProbe<Erased> = &mut ();
            let search = Search::new(&game).range(wrong).probe(&mut nobody);
            if search.over(&mut table).run_named(&spec).is_ok() {
                continue;
            }
            failed += 1;
            let outcome = ask_over(&graph, &spec, &mut table, |search| search);
            assert_eq!(outcome.value(), Some(graph.nodes[0].value.into()), "{spec} {seed}");
        }
        let mut table = Table::new(&graph, 1 << 14, false).unwrap();
        let search = Search::bare(&graph).knowledge(&graph);
        if search.range(wrong).over(&mut table).run(&mut MtdBi).is_err() {
            let search = Search::bare(&graph).knowledge(&graph);
            let value = search.over(&mut table).run(&mut MtdBi).unwrap().value();
            assert_eq!(value, Some(graph.nodes[0].value.into()), "{seed}");
        }
    }
    assert!(failed > 100, "{failed}");
}

/// One table serves one position after the other, and a cleared one remembers nothing.
#[test]
fn a_table_is_shared_and_cleared() {
    let graph = Graph { facts: false, ..Graph::new(8, Keys::Small) };
    let mut table = Table::new(&graph, 1 << 16, false).unwrap();
    let solve = |table: &mut Table, node: usize| {
        let search = Search::bare(&graph).knowledge(&graph).position(node);
        let outcome = search.over(table).run(&mut MtdBi).unwrap();
        assert_eq!(outcome.value(), Some(graph.nodes[node].value.into()));
        outcome.counts.nodes
    };
    let first = solve(&mut table, 0);
    assert!(solve(&mut table, 0) < first, "a solved position is found");
    // More often than there are generations.
    for _ in 0..3_000 {
        table.clear();
    }
    assert_eq!(solve(&mut table, 0), first);
    for node in 0..graph.nodes.len() {
        solve(&mut table, node);
    }
}

#[test]
fn answers_over_hashes_say_so() {
    let graph = Graph { facts: false, ..Graph::new(8, Keys::Hash) };
    for name in ["mtd-bi", "alphabeta2", "rollout:leftmost", "rollout:max-upper"] {
        let spec = Spec::parse(name).unwrap();
        let game = Erased::new(graph.clone());
        let run = |storage: Storage| ask(&game, &spec, storage, |search| search).unwrap();
        let hashed = run(Storage::Auto);
        assert_eq!((hashed.basis, hashed.value()), (Basis::Hash, None), "{name}");
        assert_eq!(hashed.bounds.exact(), Some(graph.nodes[0].value.into()), "{name}");
        let plain = run(Storage::Plain);
        assert_eq!((plain.basis, plain.stop), (Basis::Proof, Stop::Closed), "{name}");
    }
}

/// Bounds of one horizon are never mixed with those of another, nor with true ones.
#[test]
fn horizons_are_kept_apart() {
    for seed in 0..effort(400) {
        let graph = Graph::new(seed, Keys::Small);
        for spec in specs() {
            let mut table = Table::new(&graph, 1 << 14, true).unwrap();
            for plies in [2, 5, 1, 3, 2] {
                let outcome = ask_over(&graph, &spec, &mut table, |search| {
                    search.range(range()).horizon(plies)
                });
                let expected = Value::from(graph.value_within(0, plies));
                assert_eq!(outcome.bounds.exact(), Some(expected), "{spec} {seed} {plies}");
                assert_eq!((outcome.basis, outcome.depth), (Basis::Horizon, Some(plies)));
                assert_eq!(outcome.value(), None, "an estimate is not a proof");
                let outcome = ask_over(&graph, &spec, &mut table, |search| search.range(range()));
                assert_eq!(outcome.value(), Some(graph.nodes[0].value.into()), "{spec} {seed}");
            }
        }
    }
}

/// If evaluations are costly, the last plies are looked up as well: the same values and moves of fewer
/// leaves. Of moves that are equally good the most promising is played, however near the horizon is.
#[test]
fn costly_evaluations_are_looked_up() {
    struct Costly<'a>(&'a Graph);
    impl Knowledge<Graph> for Costly<'_> {
        fn is_costly(&self, _: &Graph) -> bool {
            true
        }

        fn evaluate(&self, graph: &Graph, at: &usize) -> Option<Value> {
            self.0.evaluate(graph, at)
        }

        fn order_score(&self, graph: &Graph, child: &usize) -> i32 {
            self.0.order_score(graph, child)
        }
    }
    fn run<K: Knowledge<Graph>>(graph: &Graph, knowledge: &K, plies: u32) -> (Vec<usize>, u64) {
        let mut table = Table::new(graph, 1 << 14, true).unwrap();
        let search = Search::bare(graph).knowledge(knowledge).range(range()).horizon(plies);
        let search = search.pv(false);
        let outcome = search.over(&mut table).run(&mut AlphaBeta2).unwrap();
        let expected = Value::from(graph.value_within(0, plies));
        assert_eq!(outcome.bounds.exact(), Some(expected), "{plies}");
        (outcome.pv, outcome.counts.leaves)
    }
    let (mut cheap, mut costly) = (0, 0);
    for seed in 0..effort(400) {
        let graph = Graph::new(seed, Keys::Small);
        for plies in 1..7 {
            let (line, leaves) = run(&graph, &graph, plies);
            cheap += leaves;
            let (same, leaves) = run(&graph, &Costly(&graph), plies);
            costly += leaves;
            assert_eq!(line, same, "{seed} {plies}");
        }
    }
    assert!(costly < cheap, "{costly} leaves, and {cheap} if they cost nothing");
}

#[test]
fn deepening_ends_with_the_last_horizon_or_a_proof() {
    for seed in 0..effort(400) {
        let graph = Graph::new(seed, Keys::Large);
        let game = Erased::new(graph.clone());
        for spec in specs() {
            for plies in [1, 4, 100] {
                let outcome =
                    ask(&game, &spec, Storage::Auto, |search| search.range(range()).deepen(plies))
                        .unwrap();
                let left = graph.plies_left(&0).unwrap();
                let (horizon, stop, value) = if plies >= left {
                    (None, Stop::Closed, graph.nodes[0].value)
                } else {
                    (Some(plies), Stop::Horizon, graph.value_within(0, plies))
                };
                assert_eq!(outcome.bounds.exact(), Some(value.into()), "{spec} {seed} {plies}");
                assert_eq!((outcome.depth, outcome.stop), (horizon, stop), "{spec} {seed}");
            }
        }
    }
}

/// A budget that runs out leaves the answer of the horizon before, and its move.
#[test]
fn a_stopped_deepening_has_the_answer_of_the_horizon_before() {
    for seed in 0..effort(200) {
        let graph = Graph::new(seed, Keys::Small);
        let game = Erased::new(graph.clone());
        for name in ["scout", "alphabeta2", "rollout:leftmost", "rollout:max-upper"] {
            let spec = Spec::parse(name).unwrap();
            for nodes in 1..40 {
                let limits = Limits::none().nodes(nodes);
                let outcome = ask(&game, &spec, Storage::Auto, |search| {
                    search.range(range()).deepen(9).limits(limits)
                })
                .unwrap();
                let value = match outcome.depth {
                    Some(plies) => graph.value_within(0, plies),
                    None => graph.nodes[0].value,
                };
                assert!(outcome.bounds.contains(value.into()), "{spec} {seed} {nodes}");
                assert!(outcome.counts.nodes <= nodes);
                if outcome.stop == Stop::Nodes && outcome.depth > Some(1) {
                    assert!(outcome.bounds.is_closed(), "{spec} {seed} {nodes}");
                }
            }
        }
    }
}

/// Every stop leaves sound bounds, over a table too.
#[test]
fn a_spent_budget_over_a_table_is_sound() {
    for seed in 0..effort(200) {
        let graph = Graph::new(seed, Keys::Small);
        for spec in specs() {
            let mut table = Table::new(&graph, 1 << 12, false).unwrap();
            for nodes in [0, 1, 2, 3, 5, 8, 13, 21, 34] {
                let limits = Limits::none().nodes(nodes);
                let outcome = ask_over(&graph, &spec, &mut table, |search| search.limits(limits));
                let value = graph.nodes[0].value.into();
                assert!(outcome.bounds.contains(value), "{spec} {seed} {nodes}");
                assert!(outcome.counts.nodes <= nodes, "{spec} {seed} {nodes}");
            }
            // What it has left in the table is true.
            let outcome = ask_over(&graph, &spec, &mut table, |search| search);
            assert_eq!(outcome.value(), Some(graph.nodes[0].value.into()), "{spec} {seed}");
        }
    }
}

#[test]
fn a_table_that_cannot_be_made_is_refused() {
    let game = Erased::new(Graph::new(1, Keys::Small));
    let run = |bytes: usize| {
        let limits = Limits::none().memory(bytes);
        let spec = Spec::parse("mtd-bi").unwrap();
        ask(&game, &spec, Storage::Auto, |search| search.limits(limits))
    };
    assert!(matches!(run(16), Err(SearchError::NoRoom { .. })), "{:?}", run(16));
    assert!(run(Table::SMALLEST).is_ok());
}

/// Every move of a principal variation keeps the value, with facts and without, over a table or not. It may end early: where a
/// fact or a record says what a position is worth, nobody knows by which move.
#[test]
fn principal_variations_keep_the_value() {
    for seed in (0..effort(4_000)).chain([1783, 1946, 2081, 2913, 2996, 13950]) {
        let graph = Graph::new(seed, Keys::Small);
        let game = Erased::new(graph.clone());
        for storage in [Storage::Auto, Storage::Plain] {
            for spec in specs() {
                let one = std::num::NonZero::new(1).unwrap();
                let outcome = ask(&game, &spec, storage, |search| search.threads(one)).unwrap();
                let mut at = 0;
                for next in outcome.pv.iter().map(|&next| next as usize) {
                    let (line, what) = (&outcome.pv, format!("{spec}, seed {seed}, {storage:?}"));
                    assert!(graph.nodes[at].next.contains(&next), "{what}: {line:?} is not a line");
                    let (value, there) = (graph.nodes[0].value, graph.nodes[next].value);
                    assert_eq!(value, there, "{what}: {line:?} leaves the value at {next}");
                    at = next;
                }
            }
        }
    }
}
