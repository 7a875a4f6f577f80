//! What the property tests share: explicit trees as games, random trees that shrink, stores that
//! can be looked into, and one way to run any algorithm and see what it did.
//!
//! Nodes go by their number in the reference tree, leaves by their index from left to right, and
//! intervals are pairs of `i64` in which the reference's infinity stands for the library's.

#![allow(dead_code)]

use gametree::model::MoreFacts;
use std::fmt;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use gametree::Algorithm;
use gametree::erased::Erased;
use gametree::registry::{ALGORITHMS, Spec};
use gametree::store::Store;
use gametree::{
    AnyProbe, Bounds, Counts, Game, Knowledge, Limits, Move, Moves, Notation, Outcome, Probe,
    Search, SearchError, Stop, Turn, Value, Values, Window, Workspace,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::reference::huang::make_consistent;
use crate::reference::{INF, Kind, Nest, Node, Storage, Tree, empty_storage};

// ------------------------------------------------------------------------------------------------
// Numbers
// ------------------------------------------------------------------------------------------------

/// A number of the reference as a value of the library.
pub fn value(number: i64) -> Value {
    match number {
        INF => Value::INFINITY,
        n if n == -INF => Value::NEG_INFINITY,
        n => Value::integer(n),
    }
}

/// A value of the library as a number of the reference.
pub fn number(value: Value) -> i64 {
    if value.is_finite() {
        assert_eq!(value.get().fract(), 0.0, "{value} is not a whole number");
        value.get() as i64
    } else if value > Value::ZERO {
        INF
    } else {
        -INF
    }
}

pub fn bounds((lower, upper): (i64, i64)) -> Bounds {
    Bounds { lower: value(lower), upper: value(upper) }
}

pub fn pair(bounds: Bounds) -> (i64, i64) {
    (number(bounds.lower), number(bounds.upper))
}

pub fn window(alpha: i64, beta: i64) -> Window {
    Window::new(value(alpha), value(beta))
}

pub fn contains((lower, upper): (i64, i64), value: i64) -> bool {
    lower <= value && value <= upper
}

pub fn encloses(outer: (i64, i64), inner: (i64, i64)) -> bool {
    outer.0 <= inner.0 && inner.1 <= outer.1
}

// ------------------------------------------------------------------------------------------------
// A tree as a game
// ------------------------------------------------------------------------------------------------

/// An explicit tree as a game: a position is a node, a move the place of a child among its
/// siblings.
#[derive(Clone, Debug)]
pub struct Explicit {
    pub tree: Arc<Tree>,
    pub values: Values,
    /// The node at which the game starts.
    start: usize,
    /// What the rules state about each position, and what a parent states about each child. Both
    /// must be valid storages.
    pub facts: Option<Storage>,
    pub child_facts: Option<Storage>,
    /// How many more moves a search may play before it is taken for hung.
    patience: Arc<AtomicU64>,
}

/// Far more moves than any search of a test tree needs.
const PATIENCE: u64 = 50_000;

impl Explicit {
    /// Whole numbers of no known range, and no facts.
    pub fn new(tree: &Tree) -> Explicit {
        Explicit {
            tree: Arc::new(tree.clone()),
            values: Values::UNBOUNDED_INTEGERS,
            start: 0,
            facts: None,
            child_facts: None,
            patience: Arc::new(AtomicU64::new(PATIENCE)),
        }
    }

    pub fn from_nest(nest: &Nest) -> Explicit {
        Explicit::new(&Tree::new(nest))
    }

    /// The same game with facts about positions, about children, or about both.
    pub fn with_facts(self, facts: Option<Storage>, child_facts: Option<Storage>) -> Explicit {
        Explicit { facts, child_facts, ..self }
    }

    /// The same game from another node on.
    pub fn starting_at(self, start: usize) -> Explicit {
        Explicit { start, ..self }
    }

    /// The node that a line of moves leads to, and whether every move of it was legal.
    pub fn follow<M: Move>(&self, line: &[M]) -> Option<usize> {
        let child = |node, mv: &M| self.tree.children(node).get(mv.code() as usize).copied();
        line.iter().try_fold(0, child)
    }
}

impl Game for Explicit {
    type Position = usize;
    type Move = usize;
    type Undo = usize;

    fn start(&self) -> usize {
        self.start
    }

    fn values(&self) -> Values {
        self.values
    }

    fn expand(&self, &node: &usize, moves: &mut Moves<usize>) -> Turn {
        assert!(moves.is_empty(), "the list of moves is empty when a position is expanded");
        let kind = match &self.tree.nodes[node] {
            Node::Leaf(reward) => return Turn::Terminal(value(*reward)),
            Node::Inner(kind, _) => *kind,
        };
        for (place, &child) in self.tree.children(node).iter().enumerate() {
            // Some children with a fact and some without: the list has to cope.
            match self.child_facts.as_ref().map(|facts| facts[child]) {
                Some(fact) if fact != (-INF, INF) => moves.push_with(place, bounds(fact)),
                _ => moves.push(place),
            }
        }
        match kind {
            Kind::Max => Turn::MAX,
            Kind::Min => Turn::MIN,
        }
    }

    fn play(&self, node: &mut usize, mv: usize) -> usize {
        self.patience.store(
            self.patience.load(Ordering::Relaxed).checked_sub(1).expect("the search hangs"),
            Ordering::Relaxed,
        );
        std::mem::replace(node, self.tree.children(*node)[mv])
    }

    fn undo(&self, node: &mut usize, mv: usize, parent: usize) {
        assert_eq!(self.tree.children(parent)[mv], *node, "the move taken back is the last one");
        *node = parent;
    }

    fn facts(&self, &node: &usize) -> Bounds {
        self.facts.as_ref().map_or(Bounds::UNBOUNDED, |facts| bounds(facts[node]))
    }

    fn more_facts(&self) -> &impl MoreFacts<Self> {
        self
    }
}

impl Notation for Explicit {
    fn move_text(&self, _: &usize, mv: usize) -> String {
        mv.to_string()
    }
}

impl MoreFacts<Self> for Explicit {
    /// Nodes that are not leaves have numbers, too: they may lie at a horizon.
    fn leaf_number(&self, _: &Self, &node: &usize) -> Option<u64> {
        Some(node as u64)
    }
}

/// The minimax value of every node.
pub fn all_values(tree: &Tree) -> Vec<i64> {
    let mut values = vec![0; tree.len()];
    for node in (0..tree.len()).rev() {
        let below = || tree.children(node).iter().map(|&child| values[child]);
        values[node] = match &tree.nodes[node] {
            Node::Leaf(value) => *value,
            Node::Inner(Kind::Max, _) => below().max().unwrap(),
            Node::Inner(Kind::Min, _) => below().min().unwrap(),
        };
    }
    values
}

/// How deep each node lies below the root.
pub fn depths(tree: &Tree) -> Vec<u32> {
    let mut depths = vec![0; tree.len()];
    for node in 1..tree.len() {
        depths[node] = depths[tree.parents[node].unwrap()] + 1;
    }
    depths
}

// ------------------------------------------------------------------------------------------------
// Random trees and storages
// ------------------------------------------------------------------------------------------------

pub fn max(below: Vec<Nest>) -> Nest {
    Nest::Max(below)
}

pub fn min(below: Vec<Nest>) -> Nest {
    Nest::Min(below)
}

/// Leaves, for use below [`max`] and [`min`].
pub fn leaves<const N: usize>(values: [i64; N]) -> Vec<Nest> {
    values.map(Nest::Leaf).to_vec()
}

/// Replaces each leaf value by one of `distinct` values around nought.
fn reduce(nest: Nest, distinct: i64) -> Nest {
    let all = |below: Vec<Nest>| below.into_iter().map(|n| reduce(n, distinct)).collect();
    match nest {
        Nest::Leaf(value) => Nest::Leaf(value.rem_euclid(distinct) - distinct / 2),
        Nest::Max(below) => Nest::Max(all(below)),
        Nest::Min(below) => Nest::Min(all(below)),
    }
}

fn mover(maximises: bool, below: Vec<Nest>) -> Nest {
    if maximises { Nest::Max(below) } else { Nest::Min(below) }
}

/// Any shape: ragged, single children, the same player twice in a row, a lone leaf.
fn ragged() -> impl Strategy<Value = Nest> {
    let leaf = (0..100i64).prop_map(Nest::Leaf);
    leaf.prop_recursive(7, 90, 3, |below| {
        (any::<bool>(), vec(below, 1..=4)).prop_map(|(maximises, below)| mover(maximises, below))
    })
}

/// The same number of children everywhere, players taking turns.
fn uniform() -> impl Strategy<Value = Nest> {
    let shape = prop_oneof![(0..=6u32, Just(2usize)), (0..=4u32, Just(3usize))];
    (shape, any::<bool>(), vec(0..100i64, 81)).prop_map(|((depth, width), maximises, values)| {
        fn build(
            depth: u32,
            width: usize,
            maximises: bool,
            next: &mut impl Iterator<Item = i64>,
        ) -> Nest {
            if depth == 0 {
                return Nest::Leaf(next.next().unwrap());
            }
            let below = (0..width).map(|_| build(depth - 1, width, !maximises, next)).collect();
            mover(maximises, below)
        }
        build(depth, width, maximises, &mut values.into_iter().cycle())
    })
}

/// A node with more children than fit into one machine word of flags.
fn wide() -> impl Strategy<Value = Nest> {
    let child = prop_oneof![
        8 => (0..100i64).prop_map(Nest::Leaf),
        1 => (any::<bool>(), vec((0..100i64).prop_map(Nest::Leaf), 1..=3))
            .prop_map(|(maximises, below)| mover(maximises, below)),
    ];
    let node = (any::<bool>(), vec(child, 62..=67)).prop_map(|(m, below)| mover(m, below));
    prop_oneof![
        node.clone(),
        (any::<bool>(), node, 0..100i64)
            .prop_map(|(maximises, wide, other)| mover(maximises, vec![Nest::Leaf(other), wide]))
    ]
}

/// A nest that is printed as people write it: `{"max":[1,{"min":[2,3]}]}`.
#[derive(Clone, PartialEq)]
pub struct Shape(pub Nest);

impl Shape {
    pub fn tree(&self) -> Tree {
        Tree::new(&self.0)
    }

    pub fn game(&self) -> Explicit {
        Explicit::from_nest(&self.0)
    }
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn write(nest: &Nest, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            let (word, below) = match nest {
                Nest::Leaf(value) => return write!(f, "{value}"),
                Nest::Max(below) => ("max", below),
                Nest::Min(below) => ("min", below),
            };
            write!(f, "{{\"{word}\":[")?;
            for (i, nest) in below.iter().enumerate() {
                f.write_str(if i == 0 { "" } else { "," })?;
                write(nest, f)?;
            }
            f.write_str("]}")
        }
        write(&self.0, f)
    }
}

/// A random tree, with many or few ties. It shrinks towards few nodes and small values.
pub fn shapes() -> impl Strategy<Value = Shape> {
    let distinct = prop_oneof![Just(2i64), Just(3), Just(5), Just(9), Just(100)];
    let shape = prop_oneof![24 => ragged(), 12 => uniform(), 1 => wide()];
    (shape, distinct).prop_map(|(nest, distinct)| Shape(reduce(nest, distinct)))
}

/// How far below and above its value each node's interval reaches, node by node; nothing means
/// infinitely far. Nodes beyond the list have no bounds.
#[derive(Clone, PartialEq)]
pub struct Slacks(pub Vec<(Option<u8>, Option<u8>)>);

impl fmt::Debug for Slacks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &(below, above) in &self.0 {
            let text = |side: Option<u8>| side.map_or("*".into(), |slack| slack.to_string());
            write!(f, "-{}+{} ", text(below), text(above))?;
        }
        Ok(())
    }
}

/// Slack for the nodes of a tree. It shrinks towards knowing nothing.
pub fn slacks() -> impl Strategy<Value = Slacks> {
    let side = || prop_oneof![2 => Just(None), 3 => (0..6u8).prop_map(Some)];
    vec((side(), side()), 0..=64).prop_map(Slacks)
}

/// A valid storage with that much slack.
pub fn valid_storage(tree: &Tree, slacks: &Slacks) -> Storage {
    let mut storage = empty_storage(tree);
    for ((record, &(below, above)), value) in
        storage.iter_mut().zip(&slacks.0).zip(all_values(tree))
    {
        record.0 = below.map_or(-INF, |slack| value - i64::from(slack));
        record.1 = above.map_or(INF, |slack| value + i64::from(slack));
    }
    storage
}

/// A valid storage in which each inner node's interval is what its children's give.
pub fn consistent_storage(tree: &Tree, slacks: &Slacks) -> Storage {
    let mut storage = valid_storage(tree, slacks);
    make_consistent(tree, &mut storage);
    storage
}

/// A small generator for tests that have to choose inside a search (splitmix64).
#[derive(Clone, Debug)]
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % sides
    }
}

// ------------------------------------------------------------------------------------------------
// Stores
// ------------------------------------------------------------------------------------------------

/// A store over a reference storage, one record a node. Whatever it is told is checked against the
/// truth at once.
///
/// With `PEEKS` false it answers only where a search stands.
#[derive(Debug)]
pub struct Shelf<'t, const PEEKS: bool = true> {
    tree: &'t Tree,
    values: Vec<i64>,
    pub records: Storage,
    /// The node whose record each node uses: its own, or that of an equal subtree.
    home: Vec<usize>,
    /// Whether every new interval must lie within the old one, without being cut.
    pub only_shrinks: bool,
    /// Whether nobody may step to a node that is closed.
    pub open_only: bool,
    /// Forgets one question in so many; nought forgets nothing.
    forgets: u64,
    dice: AtomicU64,
}

impl<'t, const PEEKS: bool> Shelf<'t, PEEKS> {
    pub fn new(tree: &'t Tree, records: Storage) -> Self {
        Shelf {
            tree,
            values: all_values(tree),
            records,
            home: (0..tree.len()).collect(),
            only_shrinks: false,
            open_only: false,
            forgets: 0,
            dice: AtomicU64::new(0),
        }
    }

    /// A shelf that answers one question in `one_in` as if it knew nothing, and drops one new
    /// interval in as many.
    pub fn forgetful(tree: &'t Tree, records: Storage, one_in: u64, seed: u64) -> Self {
        Shelf { forgets: one_in, dice: AtomicU64::new(seed), ..Shelf::new(tree, records) }
    }

    /// A shelf on which equal subtrees share a record, as a table of positions would have it.
    pub fn shared(tree: &'t Tree, mut records: Storage) -> Self {
        fn text(tree: &Tree, node: usize) -> String {
            match &tree.nodes[node] {
                Node::Leaf(value) => value.to_string(),
                Node::Inner(kind, below) => {
                    let below: Vec<String> = below.iter().map(|&c| text(tree, c)).collect();
                    format!("{kind:?}({})", below.join(" "))
                }
            }
        }
        let texts: Vec<String> = (0..tree.len()).map(|node| text(tree, node)).collect();
        let home: Vec<usize> =
            texts.iter().map(|t| texts.iter().position(|other| other == t).unwrap()).collect();
        for node in 0..tree.len() {
            let (lower, upper) = records[node];
            let record = &mut records[home[node]];
            *record = (record.0.max(lower), record.1.min(upper));
        }
        Shelf { home, ..Shelf::new(tree, records) }
    }

    fn forgotten(&self) -> bool {
        if self.forgets == 0 {
            return false;
        }
        let mut dice = Dice(self.dice.load(Ordering::Relaxed));
        let roll = dice.roll(self.forgets);
        self.dice.store(dice.0, Ordering::Relaxed);
        roll == 0
    }

    fn look(&self, node: usize) -> Bounds {
        if self.forgotten() { Bounds::UNBOUNDED } else { bounds(self.records[self.home[node]]) }
    }

    /// Panics unless every record contains the truth.
    pub fn check(&self) {
        for (node, &value) in self.values.iter().enumerate() {
            let record = self.records[self.home[node]];
            assert!(contains(record, value), "node {node} is {value}, not in {record:?}");
        }
    }
}

impl<const PEEKS: bool> Stored for Shelf<'_, PEEKS> {
    fn peeks(&self) -> bool {
        PEEKS
    }

    fn step(&self, parent: usize, index: usize, siblings: usize, node: usize) {
        assert_eq!(self.tree.children(parent).len(), siblings);
        assert_eq!(self.tree.children(parent)[index], node, "the child of that number");
        let record = self.records[self.home[node]];
        assert!(!self.open_only || record.0 < record.1, "a step to node {node}, which is closed");
    }

    fn known(&self, node: usize) -> Bounds {
        self.look(node)
    }

    fn known_of_child(&self, parent: usize, index: usize) -> Bounds {
        self.look(self.tree.children(parent)[index])
    }

    fn learn(&mut self, node: usize, learned: Bounds) {
        let learned = pair(learned);
        let value = self.values[node];
        assert!(contains(learned, value), "node {node} is {value}, told {learned:?}");
        let record = &mut self.records[self.home[node]];
        let within = encloses(*record, learned);
        assert!(!self.only_shrinks || within, "node {node}: {learned:?} after {record:?}");
        *record = (record.0.max(learned.0), record.1.min(learned.1));
        if self.forgotten() {
            self.records[self.home[node]] = (-INF, INF);
        }
    }
}

/// A store that says false things, even that a lower bound is above an upper bound. After a great
/// many questions it takes the search for hung and panics.
#[derive(Debug)]
pub struct Liar<'t> {
    tree: &'t Tree,
    lies: Storage,
    /// Whether it tells something else each time.
    fickle: bool,
    dice: AtomicU64,
    patience: AtomicU64,
}

impl<'t> Liar<'t> {
    pub fn new(tree: &'t Tree, lies: Storage, fickle: bool) -> Self {
        Liar { tree, lies, fickle, dice: AtomicU64::new(1), patience: AtomicU64::new(1_000_000) }
    }

    fn look(&self, node: usize) -> Bounds {
        self.patience.store(
            self.patience.load(Ordering::Relaxed).checked_sub(1).expect("the search hangs"),
            Ordering::Relaxed,
        );
        let mut node = node;
        if self.fickle {
            let mut dice = Dice(self.dice.load(Ordering::Relaxed));
            node = dice.roll(self.lies.len() as u64) as usize;
            self.dice.store(dice.0, Ordering::Relaxed);
        }
        bounds(self.lies[node])
    }
}

impl Stored for Liar<'_> {
    fn peeks(&self) -> bool {
        true
    }

    fn step(&self, _: usize, _: usize, _: usize, _: usize) {}

    fn known(&self, node: usize) -> Bounds {
        self.look(node)
    }

    fn known_of_child(&self, parent: usize, index: usize) -> Bounds {
        self.look(self.tree.children(parent)[index])
    }

    fn learn(&mut self, node: usize, learned: Bounds) {
        let (lower, upper) = self.lies[node];
        let (low, high) = pair(learned);
        self.lies[node] = (lower.max(low), upper.min(high));
    }
}

// ------------------------------------------------------------------------------------------------
// Running
// ------------------------------------------------------------------------------------------------

/// Writes down the nodes evaluated and the root's bounds as they are reported.
#[derive(Debug, Default)]
pub struct Watcher {
    pub leaves: Vec<usize>,
    worths: Vec<Value>,
    pub roots: Vec<Bounds>,
}

impl<G: Notation> Probe<G> for Watcher {
    fn leaf(&mut self, game: &G, position: &G::Position, worth: Value) {
        self.leaves
            .push(game.more_facts().leaf_number(game, position).expect("every node has a number")
                as usize);
        self.worths.push(worth);
    }

    fn root(&mut self, bounds: Bounds, _: &Counts) {
        self.roots.push(bounds);
    }
}

impl Watcher {
    /// The nodes evaluated, and what they were worth.
    pub fn seen(&self) -> (&[usize], &[Value]) {
        (&self.leaves, &self.worths)
    }

    /// Leaves are worth what they are.
    fn check(&self, tree: &Tree) {
        for (&node, &worth) in self.leaves.iter().zip(&self.worths) {
            if let Node::Leaf(reward) = tree.nodes[node] {
                assert_eq!(number(worth), reward);
            }
        }
    }
}

/// What a search found and how.
#[derive(Clone, Debug)]
pub struct Report {
    pub bounds: (i64, i64),
    /// The indices of the leaves evaluated, in order, repeats kept.
    pub leaves: Vec<usize>,
    pub pv: Vec<usize>,
    pub stop: Stop,
    pub counts: Counts,
    /// The root's bounds as the search reported them.
    pub roots: Vec<(i64, i64)>,
}

impl Report {
    fn new<M: Move>(game: &Explicit, outcome: Outcome<M>, watcher: Watcher) -> Report {
        assert_eq!(outcome.counts.leaves, watcher.leaves.len() as u64, "every leaf counts once");
        watcher.check(&game.tree);
        Report {
            bounds: pair(outcome.bounds),
            leaves: watcher.leaves.iter().map(|&node| game.tree.leaf_index(node)).collect(),
            pv: outcome.pv.into_iter().map(|mv| mv.code() as usize).collect(),
            stop: outcome.stop,
            counts: outcome.counts,
            roots: watcher.roots.into_iter().map(pair).collect(),
        }
    }

    /// The value, if the bounds have met.
    pub fn value(&self) -> Option<i64> {
        (self.bounds.0 == self.bounds.1).then_some(self.bounds.0)
    }

    /// Whether some leaf was evaluated twice.
    pub fn repeats(&self) -> bool {
        let mut sorted = self.leaves.clone();
        sorted.sort_unstable();
        sorted.windows(2).any(|two| two[0] == two[1])
    }
}

/// Somebody's opinions about the nodes, by their numbers.
#[derive(Clone)]
pub enum Views {
    /// None.
    Nothing,
    /// What they are worth.
    Worths(Vec<i64>),
    /// In which order moves are tried.
    Order(Vec<i64>),
}

impl Views {
    pub fn of(&self, node: usize) -> Option<i64> {
        match self {
            Views::Nothing => None,
            Views::Worths(all) | Views::Order(all) => Some(all[node % all.len()]),
        }
    }
}

impl Knowledge<Explicit> for Views {
    fn evaluate(&self, _: &Explicit, &node: &usize) -> Option<Value> {
        if let Views::Worths(_) = self { self.of(node).map(value) } else { None }
    }

    fn order(&self, game: &Explicit, &node: &usize, moves: &mut Moves<usize>) {
        if let Views::Order(_) = self {
            moves.sort_by_key(|mv| self.of(game.tree.children(node)[mv]));
        }
    }
}

/// A question about a game: everything that a search can be asked for here.
#[derive(Clone, Default)]
pub struct Question {
    limits: Option<Limits>,
    window: Option<Window>,
    range: Option<Bounds>,
    horizon: Option<u32>,
    threads: Option<NonZero<usize>>,
}

impl Question {
    pub fn threads(self, number: usize) -> Question {
        Question { threads: NonZero::new(number), ..self }
    }

    pub fn limits(self, limits: Limits) -> Question {
        Question { limits: Some(limits), ..self }
    }

    pub fn window(self, window: Window) -> Question {
        Question { window: Some(window), ..self }
    }

    pub fn range(self, range: Bounds) -> Question {
        Question { range: Some(range), ..self }
    }

    pub fn horizon(self, plies: u32) -> Question {
        Question { horizon: Some(plies), ..self }
    }

    pub fn about<G: Game>(self, game: &G) -> Search<'_, G> {
        let mut search = Search::bare(game);
        if let Some(limits) = self.limits {
            search = search.limits(limits);
        }
        if let Some(window) = self.window {
            search = search.window(window);
        }
        if let Some(range) = self.range {
            search = search.range(range);
        }
        if let Some(plies) = self.horizon {
            search = search.horizon(plies);
        }
        if let Some(number) = self.threads {
            search = search.threads(number);
        }
        search
    }
}

/// The value, whatever it takes.
pub fn value_of() -> Question {
    Question::default()
}

/// The search over stores of the tests' own: the one kind that is compiled for the type of these games. All others
/// are for games whose type is erased: for those the library has compiled every algorithm.
pub type Watched<'a> = Search<'a, Explicit, Views, &'a mut Watcher>;

/// A search of a game whose type is erased, with the type of probe that the library's own have.
type Unnamed<'a, 'p> = Search<'a, Erased, Erased, &'a mut &'p mut dyn AnyProbe<Erased>>;

/// Runs one search of a game whose type is erased with somebody watching.
fn watched_unnamed(
    game: &Explicit,
    question: Question,
    run: impl for<'a, 'p> FnOnce(Unnamed<'a, 'p>) -> Result<Outcome<u32>, SearchError>,
) -> Report {
    game.patience.store(PATIENCE, Ordering::Relaxed);
    let erased = Erased::with_knowledge(game.clone(), Views::Nothing);
    let mut watcher = Watcher::default();
    let mut probe: &mut dyn AnyProbe<Erased> = &mut watcher;
    let outcome = run(question.about(&erased).knowledge(&erased).probe(&mut probe)).unwrap();
    Report::new(game, outcome, watcher)
}

/// Runs one search for the type of these games with somebody watching.
pub fn watched(
    game: &Explicit,
    question: Question,
    views: &Views,
    run: impl for<'b> FnOnce(Watched<'b>) -> Result<Outcome<usize>, SearchError>,
) -> (Result<Outcome<usize>, SearchError>, Watcher) {
    game.patience.store(PATIENCE, Ordering::Relaxed);
    let mut watcher = Watcher::default();
    let answer = run(question.about(game).knowledge(views).probe(&mut watcher));
    (answer, watcher)
}

/// What the algorithm of a spec answers, and what somebody saw who watched.
pub fn ask(
    game: &Explicit,
    question: Question,
    views: &Views,
    spec: &Spec,
) -> (Result<Outcome<u32>, SearchError>, Watcher) {
    game.patience.store(PATIENCE, Ordering::Relaxed);
    let erased = Erased::with_knowledge(game.clone(), views.clone());
    let mut watcher = Watcher::default();
    let search = question.about(&erased).knowledge(&erased);
    let answer = search
        .probe(&mut watcher)
        .reusing(&mut Workspace::new(gametree::Storage::Plain))
        .run_erased(spec);
    watcher.check(&game.tree);
    (answer, watcher)
}

/// What the algorithm of a spec answers to somebody who does not watch.
pub fn ask_unwatched(
    game: &Explicit,
    question: Question,
    spec: &Spec,
) -> Result<Outcome<u32>, SearchError> {
    game.patience.store(PATIENCE, Ordering::Relaxed);
    let erased = Erased::with_knowledge(game.clone(), Views::Nothing);
    let search = question.about(&erased).knowledge(&erased);
    search.reusing(&mut Workspace::new(gametree::Storage::Plain)).run_erased(spec)
}

/// What the algorithm of a spec answers about every move.
pub fn ask_all(
    game: &Explicit,
    question: Question,
    spec: &Spec,
) -> Result<Vec<(u32, Outcome<u32>)>, SearchError> {
    let erased = Erased::with_knowledge(game.clone(), Views::Nothing);
    // The type of probe that the library's own searches of such games have.
    let probe: &mut dyn AnyProbe<Erased> = &mut ();
    let search = question.about(&erased).knowledge(&erased).probe(probe);
    search.run_all(|child| {
        child.reusing(&mut Workspace::new(gametree::Storage::Plain)).run_named(spec)
    })
}

/// A store whose type is erased.
pub struct AnyStore<'s>(pub &'s mut dyn Stored);

/// What such a store does; records go by nodes.
pub trait Stored {
    /// Whether there is no store at all.
    fn is_void(&self) -> bool {
        false
    }
    /// Whether it knows anything of children without going there.
    fn peeks(&self) -> bool;
    fn step(&self, parent: usize, index: usize, siblings: usize, node: usize);
    fn known(&self, node: usize) -> Bounds;
    fn known_of_child(&self, parent: usize, index: usize) -> Bounds;
    fn learn(&mut self, node: usize, learned: Bounds);
}

impl Store<Explicit> for AnyStore<'_> {
    type Slot = usize;

    const PEEKS: bool = true;

    fn is_void(&self) -> bool {
        self.0.is_void()
    }

    fn root(&mut self, _: &Explicit, &node: &usize, _: Option<u32>) -> usize {
        node
    }

    fn child(
        &mut self,
        parent: usize,
        index: usize,
        siblings: usize,
        _: &Explicit,
        &node: &usize,
        _: Option<u32>,
    ) -> usize {
        self.0.step(parent, index, siblings, node);
        node
    }

    fn retrieve(&self, node: usize) -> Bounds {
        self.0.known(node)
    }

    fn peek(&self, parent: usize, index: usize) -> Bounds {
        if self.0.peeks() { self.0.known_of_child(parent, index) } else { Bounds::UNBOUNDED }
    }

    fn tighten(&mut self, node: usize, learned: Bounds, _: Option<usize>) {
        self.0.learn(node, learned);
    }
}

/// Remembers nothing.
pub struct Forgetful {
    /// Whether it says so: as if there were no store.
    pub says_so: bool,
}

impl Stored for Forgetful {
    fn is_void(&self) -> bool {
        self.says_so
    }

    fn peeks(&self) -> bool {
        false
    }

    fn step(&self, _: usize, _: usize, _: usize, _: usize) {}

    fn known(&self, _: usize) -> Bounds {
        Bounds::UNBOUNDED
    }

    fn known_of_child(&self, _: usize, _: usize) -> Bounds {
        Bounds::UNBOUNDED
    }

    fn learn(&mut self, _: usize, _: Bounds) {}
}

/// Runs an algorithm of the library as people would: with a store of its own if it wants one.
pub fn run<A: Algorithm>(game: &Explicit, algorithm: A) -> Report {
    run_asked(game, value_of(), algorithm)
}

/// The same with any question.
pub fn run_asked<A: Algorithm>(game: &Explicit, question: Question, mut algorithm: A) -> Report {
    // As `run_plain` says, and as the library has compiled it: rollouts over a table that is missing.
    let mut plain = Workspace::new(gametree::Storage::Plain);
    watched_unnamed(game, question, |search| search.reusing(&mut plain).run(&mut algorithm))
}

/// The same for an algorithm with a policy of the tests' own, which is compiled for these games and stores only.
pub fn run_own<A: Algorithm>(game: &Explicit, question: Question, algorithm: A) -> Report {
    over(game, question, algorithm, &mut Forgetful { says_so: true })
}

/// Runs an algorithm over a store.
pub fn run_over<A: Algorithm>(game: &Explicit, algorithm: A, store: &mut dyn Stored) -> Report {
    over(game, value_of(), algorithm, store)
}

/// The same over a tree of the library's.
pub fn run_over_tree<A: Algorithm>(
    game: &Explicit,
    mut algorithm: A,
    store: &mut gametree::store::Tree,
) -> Report {
    watched_unnamed(game, value_of(), |search| search.over(store).run(&mut algorithm))
}

/// Runs an algorithm over a store and within a window of the root.
pub fn run_window<A: Algorithm>(
    game: &Explicit,
    (alpha, beta): (i64, i64),
    algorithm: A,
    store: &mut dyn Stored,
) -> Report {
    over(game, value_of().window(window(alpha, beta)), algorithm, store)
}

fn over<A: Algorithm>(
    game: &Explicit,
    question: Question,
    mut algorithm: A,
    store: &mut dyn Stored,
) -> Report {
    let (outcome, watcher) = watched(game, question, &Views::Nothing, |search| {
        search.over(&mut AnyStore(store)).run(&mut algorithm)
    });
    Report::new(game, outcome.unwrap(), watcher)
}

/// Runs the algorithm of a spec.
pub fn run_spec(game: &Explicit, question: Question, spec: &Spec) -> Report {
    try_spec(game, question, spec).expect("no contradiction")
}

/// The same; nothing if a contradiction was found.
pub fn try_spec(game: &Explicit, question: Question, spec: &Spec) -> Option<Report> {
    let (outcome, watcher) = ask(game, question, &Views::Nothing, spec);
    Some(Report::new(game, unless_contradicted(outcome)?, watcher))
}

fn unless_contradicted<M>(found: Result<Outcome<M>, SearchError>) -> Option<Outcome<M>> {
    match found {
        Err(SearchError::Contradiction { lower, upper }) => {
            assert!(lower > upper);
            None
        }
        found => Some(found.unwrap()),
    }
}

/// Every algorithm of the registry; `seed` decides on their parameters.
pub fn specs(seed: u64) -> Vec<Spec> {
    ALGORITHMS
        .iter()
        .map(|entry| {
            let mut spec = Spec::parse(entry.name).unwrap();
            if spec.has_parameter("seed") {
                spec.set("seed", &seed.to_string()).unwrap();
            }
            if spec.has_parameter("guess") {
                let number = ((seed % 9) as i64 - 4).to_string();
                spec.set("guess", if seed % 4 == 0 { "learned" } else { &number }).unwrap();
            }
            spec
        })
        .collect()
}

/// Whether an algorithm is of the rollout family.
pub fn is_rollout(spec: &Spec) -> bool {
    spec.entry().name.starts_with("rollout:") || spec.entry().name == "fsss"
}

/// Whether an algorithm looks at every leaf, whatever it knows: minimax, by either name.
pub fn looks_everywhere(spec: &Spec) -> bool {
    ["minimax", "expectimax"].contains(&spec.entry().name)
}

/// Whether an algorithm that a limit stops may know the answer though it would have gone on: it looks
/// everywhere, tells no node what another one has, or has seen leaves that it comes to only later.
pub fn may_know_early(spec: &Spec) -> bool {
    let has_seen = spec.entry().name == "scout" || spec.get("guess") == Some("learned");
    looks_everywhere(spec) || spec.entry().name == "own-bounds" || has_seen
}

/// Runs the algorithm of a spec over a store.
pub fn run_spec_over(
    game: &Explicit,
    question: Question,
    spec: &Spec,
    store: &mut dyn Stored,
) -> Report {
    try_spec_over(game, question, spec, store).expect("no contradiction")
}

/// The same; nothing if a contradiction was found.
pub fn try_spec_over(
    game: &Explicit,
    question: Question,
    spec: &Spec,
    store: &mut dyn Stored,
) -> Option<Report> {
    let (outcome, watcher) = watched(game, question, &Views::Nothing, |search| {
        search.over(&mut AnyStore(store)).run_named(spec)
    });
    Some(Report::new(game, unless_contradicted(outcome)?, watcher))
}

/// Whether `part` is what is left of `whole` after dropping some of its items.
pub fn is_subsequence(part: &[usize], whole: &[usize]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|item| rest.any(|other| other == item))
}

/// Whether every item of `part` occurs in `whole`.
pub fn is_subset(part: &[usize], whole: &[usize]) -> bool {
    part.iter().all(|item| whole.contains(item))
}
