//! A search by rollouts goes on somewhere along its path instead of at the root. Which leaves it
//! evaluates, and in which order, must not depend on that: every policy is compared with the naive
//! loop that starts each rollout at the root.
//!
//! The naive loop is run twice: in the library, by a wrapper that claims to read everything, and in
//! the reference, by an equivalent closure.

use std::collections::HashMap;

use gametree::policy::{BestFirst, Leftmost, MaxUpper, Node, Policy, Random, Reads};
use gametree::{Keep, Rollout, Value};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::property::properties;
use crate::reference::huang::{ChildInfo, Policy as Choice, rollouts};
use crate::reference::{Kind, Nest, Node as TreeNode, Storage, Tree, empty_storage};
use crate::support::*;

/// How many random trees each property is tried on.
const CASES: u32 = 6_000;

/// Chooses as another policy does, from the root each time. Which one that is is not known when it is
/// compiled: one search is enough for all.
struct Restart<D>(Box<dyn Chooser<D>>);

/// A policy without its type.
trait Chooser<D>: Send {
    fn choose(&mut self, node: &Node<'_, D>) -> usize;
    fn learn(&mut self, data: &mut D, value: Value);
}

impl<P: Policy> Chooser<P::Data> for P {
    fn choose(&mut self, node: &Node<'_, P::Data>) -> usize {
        self.select(node)
    }

    fn learn(&mut self, data: &mut P::Data, value: Value) {
        // Nobody else is told anything.
        if P::READS == Reads::Everything {
            Policy::learn(self, data, value);
        }
    }
}

impl<D> Restart<D> {
    fn new<P: Policy<Data = D> + Clone + 'static>(policy: &P) -> Restart<D> {
        Restart(Box::new(policy.clone()))
    }
}

impl<D: Default> Policy for Restart<D> {
    const READS: Reads = Reads::Everything;
    type Data = D;

    fn select(&mut self, node: &Node<'_, D>) -> usize {
        self.0.choose(node)
    }

    fn learn(&mut self, data: &mut D, value: Value) {
        self.0.learn(data, value);
    }
}

/// A policy to be compared with the naive loop.
trait Subject: Policy + Clone + 'static {
    /// Whether it is the library's, which has compiled searches by it.
    const COMPILED: bool = false;

    fn run(game: &Explicit, question: Question, search: Rollout<Self>) -> Report {
        if const { Self::COMPILED } {
            run_asked(game, question, search)
        } else {
            run_own(game, question, search)
        }
    }

    /// From where the search likes.
    fn resumed(&self, game: &Explicit, question: Question) -> Report {
        Self::run(game, question, Rollout::new(self.clone()))
    }

    /// The same if nothing is kept of finished subtrees.
    fn frugal(&self, game: &Explicit) -> Report {
        Self::run(game, value_of(), Rollout::new(self.clone()).keep(Keep::Nothing))
    }

    /// From the root each time.
    fn naive(&self, game: &Explicit, question: Question) -> Report {
        run_own(game, question, Rollout::new(Restart::new(self)))
    }
}

macro_rules! of_the_library {
    ($($policy:ty)*) => {$(
        impl Subject for $policy {
            const COMPILED: bool = true;
        }
    )*};
}

of_the_library!(Leftmost MaxUpper BestFirst Random);
impl Subject for ByOrder {}
impl Subject for Widest {}
impl Subject for MinLower {}
impl Subject for Learner {}

/// A policy that goes by the order of children.
#[derive(Clone)]
struct ByOrder(fn(&Node<'_, ()>) -> usize);

impl Policy for ByOrder {
    const READS: Reads = Reads::Order;
    type Data = ();

    fn select(&mut self, node: &Node<'_, ()>) -> usize {
        (self.0)(node)
    }
}

/// The last active child.
const RIGHTMOST: ByOrder = ByOrder(|node| node.active().last().expect("a child is active").index);

/// The children of even number from left to right, then the others from right to left.
const EVEN_FIRST: ByOrder = ByOrder(|node| {
    let active = node.active().map(|child| child.index);
    active.min_by_key(|&index| even_first(index)).expect("a child is active")
});

/// The rank of a child in that order, the smaller the earlier.
fn even_first(place: usize) -> i64 {
    let place = place as i64;
    if place % 2 == 0 { place } else { 1_000_000 - place }
}

/// The widest window, the first of equals.
#[derive(Clone)]
struct Widest;

impl Policy for Widest {
    const READS: Reads = Reads::Bounds;
    type Data = ();

    fn select(&mut self, node: &Node<'_, ()>) -> usize {
        let active: Vec<(usize, i64)> = node
            .active()
            .map(|child| (child.index, number(child.window.beta) - number(child.window.alpha)))
            .collect();
        active[first_largest(active.iter().map(|&(_, width)| width))].0
    }
}

/// The mirror image of [`MaxUpper`]: MIN is optimistic, MAX takes the first that is active.
#[derive(Clone)]
struct MinLower;

impl Policy for MinLower {
    const READS: Reads = Reads::OptimisticBounds { max: false, min: true };
    type Data = ();

    fn select(&mut self, node: &Node<'_, ()>) -> usize {
        let mut best = node.active().next().unwrap();
        for child in node.active() {
            if child.window.alpha < best.window.alpha {
                best = child;
            }
        }
        best.index
    }
}

/// The place of the first of the largest items.
fn first_largest<T: PartialOrd + Copy>(items: impl Iterator<Item = T>) -> usize {
    let items: Vec<T> = items.collect();
    (1..items.len()).fold(0, |best, i| if items[i] > items[best] { i } else { best })
}

/// How often a node was on the path of a rollout, and the sum of the leaves reached.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Experience {
    visits: i64,
    sum: i64,
}

impl Experience {
    fn add(&mut self, value: i64) {
        self.visits += 1;
        self.sum += value;
    }

    /// How attractive a child is: its average for the mover, and a bonus for being little known.
    fn score(self, parent: Experience, maximises: bool) -> f64 {
        let visits = self.visits as f64;
        let average = if self.visits == 0 { 0.0 } else { self.sum as f64 / visits };
        let bonus = (1.0 + parent.visits as f64).sqrt() / (1.0 + visits);
        if maximises { average + bonus } else { bonus - average }
    }
}

/// Learns which children do well.
#[derive(Clone)]
struct Learner;

impl Policy for Learner {
    type Data = Experience;

    fn select(&mut self, node: &Node<'_, Experience>) -> usize {
        let (own, maximises) = (*node.data(), node.kind().maximises());
        let active: Vec<(usize, f64)> =
            node.active().map(|child| (child.index, child.data.score(own, maximises))).collect();
        active[first_largest(active.iter().map(|&(_, score)| score))].0
    }

    fn learn(&mut self, data: &mut Experience, value: Value) {
        data.add(number(value));
    }
}

/// The same for the reference. It is not told when a rollout ends, so it finds out when it is asked
/// at the root again.
struct Student<'t> {
    tree: &'t Tree,
    known: HashMap<usize, Experience>,
    path: Vec<usize>,
}

impl Student<'_> {
    fn choose(&mut self, active: &[ChildInfo]) -> usize {
        let (parent, maximises) = (active[0].parent, active[0].kind == Kind::Max);
        if parent == 0 {
            if let Some(&end) = self.path.last() {
                let TreeNode::Leaf(value) = self.tree.nodes[end] else { panic!("not a leaf") };
                for node in self.path.drain(..) {
                    self.known.entry(node).or_default().add(value);
                }
            }
            self.path.push(0);
        }
        let known = |node: usize| self.known.get(&node).copied().unwrap_or_default();
        let own = known(parent);
        let chosen = first_largest(active.iter().map(|c| known(c.node).score(own, maximises)));
        self.path.push(active[chosen].node);
        chosen
    }
}

/// The library's random choice, written down once more: a stream of 64-bit numbers from the seed,
/// each turned into a number below a bound by multiplication, and drawn again where that would be
/// unfair.
fn below(generator: &mut Xoshiro256PlusPlus, bound: u64) -> u64 {
    loop {
        let product = u128::from(generator.next_u64()) * u128::from(bound);
        if product as u64 >= bound.wrapping_neg() % bound {
            return (product >> 64) as u64;
        }
    }
}

/// What the naive loops make of it, in library and reference, must be what the search makes of it.
fn compare<P: Subject>(game: &Explicit, policy: &P, closure: impl FnMut(&[ChildInfo]) -> usize) {
    let tree = &game.tree;
    let report = policy.resumed(game, value_of());
    assert_eq!(report.value(), Some(tree.value(0)));
    let naive = policy.naive(game, value_of());
    assert_eq!(report.leaves, naive.leaves, "the naive loop of the library");
    let mut closure = closure;
    if tree.len() > 1 {
        let mut choice = Choice::Custom(&mut closure);
        let literal = rollouts(tree, &mut empty_storage(tree), &mut choice).unwrap();
        assert_eq!(report.leaves, literal, "the naive loop of the reference");
    }
    // What is kept of the tree decides nothing.
    let frugal = policy.frugal(game);
    assert_eq!(report.leaves, frugal.leaves, "keeping nothing");
    assert_eq!(report.bounds, frugal.bounds, "keeping nothing");
}

properties! {
    #![cases(CASES)]

    #[test]
    fn leftmost(shape in shapes()) {
        compare(&shape.game(), &Leftmost, |_| 0);
    }

    #[test]
    fn rightmost(shape in shapes()) {
        compare(&shape.game(), &RIGHTMOST, |active| active.len() - 1);
    }

    #[test]
    fn even_children_first(shape in shapes()) {
        compare(&shape.game(), &EVEN_FIRST, |active| {
            (0..active.len()).min_by_key(|&i| even_first(active[i].position)).unwrap()
        });
    }

    #[test]
    fn max_upper(shape in shapes()) {
        compare(&shape.game(), &MaxUpper, |active| first_largest(active.iter().map(|c| c.beta)));
    }

    #[test]
    fn min_lower(shape in shapes()) {
        compare(&shape.game(), &MinLower, |active| first_largest(active.iter().map(|c| -c.alpha)));
    }

    #[test]
    fn best_first(shape in shapes()) {
        compare(&shape.game(), &BestFirst, |active| {
            first_largest(active.iter().map(|c| match c.kind {
                Kind::Max => c.beta,
                _ => -c.alpha,
            }))
        });
    }

    #[test]
    fn widest(shape in shapes()) {
        compare(&shape.game(), &Widest, |active| {
            first_largest(active.iter().map(|c| c.beta - c.alpha))
        });
    }

    #[test]
    fn random(shape in shapes(), seed: u64) {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        compare(&shape.game(), &Random::new(seed), |active| {
            below(&mut generator, active.len() as u64) as usize
        });
    }

    #[test]
    fn learning(shape in shapes()) {
        let game = shape.game();
        let tree = game.tree.clone();
        let mut student = Student { tree: &tree, known: HashMap::new(), path: Vec::new() };
        compare(&game, &Learner, |active| student.choose(active));
    }
}

/// The same leaves with and without starting at the root, over a store or with facts.
fn compare_informed<P: Subject>(shape: &Shape, storage: &Storage, policy: &P) {
    let tree = shape.tree();
    let (node, child) = (Some(storage.clone()), Some(storage.clone()));
    for (facts, child_facts, what) in [
        (node.clone(), None, "facts about positions"),
        (None, child.clone(), "facts about children"),
        (node, child, "facts about both"),
    ] {
        let game = shape.game().with_facts(facts, child_facts);
        let resumed = policy.resumed(&game, value_of());
        assert_eq!(resumed.leaves, policy.naive(&game, value_of()).leaves, "{what}");
    }
    fn over<P: Policy>(game: &Explicit, policy: P, mut store: impl Stored) -> Vec<usize> {
        run_over(game, Rollout::new(policy), &mut store).leaves
    }
    let game = shape.game();
    let shelf = || -> Shelf<'_> { Shelf::new(&tree, storage.clone()) };
    let resumed = over(&game, policy.clone(), shelf());
    assert_eq!(resumed, over(&game, Restart::new(policy), shelf()), "a store");
    let blind = || -> Shelf<'_, false> { Shelf::new(&tree, storage.clone()) };
    let resumed = over(&game, policy.clone(), blind());
    assert_eq!(resumed, over(&game, Restart::new(policy), blind()), "a blind store");
}

properties! {
    #![cases(CASES)]

    /// The order of leaves is the same in any case, the documentation says: here where each node's
    /// bounds follow from its children's.
    #[test]
    fn with_consistent_knowledge(shape in shapes(), slacks in slacks()) {
        let storage = consistent_storage(&shape.tree(), &slacks);
        compare_informed(&shape, &storage, &Leftmost);
        compare_informed(&shape, &storage, &RIGHTMOST);
        compare_informed(&shape, &storage, &EVEN_FIRST);
        compare_informed(&shape, &storage, &MaxUpper);
        compare_informed(&shape, &storage, &MinLower);
        compare_informed(&shape, &storage, &BestFirst);
        compare_informed(&shape, &storage, &Widest);
    }

    /// And here where they need not, for policies that read bounds.
    #[test]
    fn with_any_knowledge_by_bounds(shape in shapes(), slacks in slacks()) {
        let storage = valid_storage(&shape.tree(), &slacks);
        compare_informed(&shape, &storage, &MaxUpper);
        compare_informed(&shape, &storage, &MinLower);
        compare_informed(&shape, &storage, &BestFirst);
        compare_informed(&shape, &storage, &Widest);
    }

    /// And for policies that read only the order.
    #[test]
    fn with_any_knowledge_by_order(shape in shapes(), slacks in slacks()) {
        let storage = valid_storage(&shape.tree(), &slacks);
        compare_informed(&shape, &storage, &Leftmost);
        compare_informed(&shape, &storage, &RIGHTMOST);
        compare_informed(&shape, &storage, &EVEN_FIRST);
    }

    /// Within a window of the root.
    #[test]
    fn within_a_window(shape in shapes(), alpha in -6..6i64, width in 1..8i64) {
        fn both<P: Subject>(game: &Explicit, (alpha, beta): (i64, i64), policy: &P) {
            let question = || value_of().window(window(alpha, beta));
            let resumed = policy.resumed(game, question());
            let naive = policy.naive(game, question());
            assert_eq!(resumed.leaves, naive.leaves);
            assert_eq!(resumed.bounds, naive.bounds);
        }
        let (game, asked) = (shape.game(), (alpha, alpha + width));
        both(&game, asked, &Leftmost);
        both(&game, asked, &RIGHTMOST);
        both(&game, asked, &EVEN_FIRST);
        both(&game, asked, &MaxUpper);
        both(&game, asked, &MinLower);
        both(&game, asked, &BestFirst);
        both(&game, asked, &Widest);
    }

    /// A search that keeps nothing still knows its best move.
    #[test]
    fn the_best_move_is_kept(shape in shapes()) {
        fn check<P: Subject>(game: &Explicit, policy: P) {
            let report = policy.frugal(game);
            let best = report.pv.first().expect("there is a best move");
            let child = game.tree.children(0)[*best];
            assert_eq!(game.tree.value(child), game.tree.value(0));
        }
        let game = shape.game();
        if game.tree.len() > 1 {
            check(&game, MaxUpper);
            check(&game, Widest);
            check(&game, Learner);
            check(&game, Leftmost);
            check(&game, RIGHTMOST);
        }
    }
}

/// A policy that claims to read less than it does is caught by these comparisons: here the wrong
/// claim changes the order of leaves.
#[test]
fn a_wrong_claim_shows() {
    let liar = ByOrder(|node| MaxUpper.select(node));
    let game = Explicit::from_nest(&max(vec![min(leaves([2, 2])), Nest::Leaf(1)]));
    assert_eq!(run(&game, Rollout::new(MaxUpper)).leaves, [0, 2, 1]);
    assert_eq!(liar.resumed(&game, value_of()).leaves, [0, 1, 2]);
}

/// A search may start anywhere.
#[test]
fn a_search_may_start_below_the_root() {
    let game = Explicit::from_nest(&max(vec![min(leaves([2, 1])), min(leaves([0, 3]))]));
    for (node, value) in [(1, 1), (4, 0), (6, 3)] {
        let below = game.clone().starting_at(node);
        for spec in specs(1) {
            let report = run_spec(&below, value_of(), &spec);
            assert_eq!(report.value(), Some(value), "{spec}");
        }
    }
}
