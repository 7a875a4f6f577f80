//! The recursive searches of games with chance nodes, and those within epsilon: they are right, they
//! see the leaves that the papers say, and stores, facts and limits cannot mislead them.

#[path = "../common/effort.rs"]
mod effort;
mod reference;
mod trees;

use effort::effort;
use gametree::exact::{
    BoundedAlphaBeta, BoundedAlphaBeta2, Minimax, OwnBounds, Sharing, Star1, Star2,
};
use gametree::policy::Leftmost;
use gametree::store::{self, Store, Table};
use gametree::{Epsilon, Game, Kind, Limits, Outcome, Rollout, Search, Stop, Value, Window};
use reference::bounded_ab;
use trees::{EPSILONS, Seen, Shape, Tree, check_worth, shape, watch};

/// The algorithms tested here.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Name {
    Minimax,
    Star1,
    Star2,
    Bounded,
    Bounded2,
    Own,
}

const ALL: [Name; 6] =
    [Name::Minimax, Name::Star1, Name::Star2, Name::Bounded, Name::Bounded2, Name::Own];

impl Name {
    fn takes_epsilon(self) -> bool {
        !matches!(self, Name::Minimax | Name::Star1)
    }
}

fn run_over<S: Store<Tree>>(name: Name, question: Search<'_, Tree>, store: &mut S) -> Seen {
    watch(question, |search| match name {
        Name::Minimax => search.over(store).run(&mut Minimax),
        Name::Star1 => search.over(store).run(&mut Star1),
        Name::Star2 => search.over(store).run(&mut Star2),
        Name::Bounded => search.over(store).run(&mut BoundedAlphaBeta),
        Name::Bounded2 => search.over(store).run(&mut BoundedAlphaBeta2::default()),
        Name::Own => search.over(store).run(&mut OwnBounds),
    })
}

fn run(name: Name, question: Search<'_, Tree>) -> Seen {
    run_over(name, question, &mut ())
}

fn leftmost(question: Search<'_, Tree>) -> Seen {
    watch(question, |search| search.over(&mut ()).run(&mut Rollout::new(Leftmost)))
}

/// The question for a value that is at most `epsilon` off.
fn within(tree: &Tree, epsilon: f64) -> Search<'_, Tree> {
    Search::bare(tree).epsilon(Epsilon::units(epsilon).unwrap())
}

const DICE: Shape = Shape { chance: 2, powers: true, depth: 5 };

/// The answer is right; and a move is named wherever a player has one, unless only the value is known.
fn check(tree: &Tree, outcome: &Outcome<usize>, what: &str) {
    check_worth(tree, outcome, what);
    let players = matches!(tree.nodes[0].kind, Some(Kind::Max | Kind::Min));
    if players && outcome.stop.is_answer() && outcome.best_move().is_none() {
        // Facts or records know the value, though not the move; or any move will do.
        let slack = outcome.epsilon + outcome.allowance;
        let wide = f64::from(tree.range.1 - tree.range.0) > slack;
        assert!(outcome.bounds.is_closed() && (slack == 0.0 || !wide), "{what}: no move");
    }
}

/// Calls `each` with every algorithm and epsilon that go together.
fn questions(mut each: impl FnMut(Name, f64)) {
    for name in ALL {
        for epsilon in EPSILONS {
            if epsilon == 0.0 || name.takes_epsilon() {
                each(name, epsilon);
            }
        }
    }
}

#[test]
fn answers_are_right_and_near_enough() {
    for seed in 0..effort(8_000) {
        let tree = Tree::new(seed, shape(seed));
        questions(|name, epsilon| {
            let (outcome, leaves) = run(name, within(&tree, epsilon));
            let what = format!("{name:?}, seed {seed}, epsilon {epsilon}");
            assert!(outcome.stop.is_answer(), "{what}: {:?}", outcome.stop);
            check(&tree, &outcome, &what);
            let mut once = leaves.clone();
            once.sort_unstable();
            once.dedup();
            assert_eq!(once.len(), leaves.len(), "{what}: a leaf was evaluated twice");
            assert!(name != Name::Minimax || leaves.len() == tree.leaf_count(), "{what}");
        });
    }
}

#[test]
fn star1_is_leftmost_and_the_printed_algorithm() {
    for seed in 0..effort(8_000) {
        let tree = Tree::new(seed, DICE);
        let (outcome, leaves) = run(Name::Star1, Search::bare(&tree));
        assert_eq!(leaves, leftmost(Search::bare(&tree)).1, "seed {seed}");
        assert_eq!(leaves, run(Name::Bounded, Search::bare(&tree)).1, "seed {seed}");
        let ((lower, upper), printed) = bounded_ab(&tree, 0.0);
        assert_eq!(leaves, printed, "seed {seed}");
        assert!(lower == upper && (outcome.bounds.middle().get() - lower).abs() < 1e-9);
        let odd = Tree::new(seed, Shape { powers: false, ..DICE });
        let leaves = run(Name::Star1, Search::bare(&odd)).1;
        assert_eq!(leaves, leftmost(Search::bare(&odd)).1, "seed {seed}, odd probabilities");
    }
}

/// Differences of values are multiples of a power of two, so no window is just as wide as these
/// epsilons, and rounding makes no difference.
#[test]
fn bounded_alphabeta_is_the_printed_algorithm() {
    for seed in 0..effort(8_000) {
        let tree = Tree::new(seed, DICE);
        for epsilon in [0.1, 0.7, 1.3, 3.3] {
            if f64::from(tree.range.1 - tree.range.0) <= epsilon {
                continue;
            }
            let (outcome, leaves) = run(Name::Bounded, within(&tree, epsilon));
            let ((lower, upper), printed) = bounded_ab(&tree, epsilon);
            assert_eq!(leaves, printed, "seed {seed}, epsilon {epsilon}");
            let found = outcome.bounds;
            assert!((found.lower.get() - lower).abs() < 1e-9, "{found} and {lower}");
            assert!((found.upper.get() - upper).abs() < 1e-9, "{found} and {upper}");
        }
    }
}

#[test]
fn without_chance_bounded_alphabeta_is_leftmost() {
    let shape = Shape { chance: 0, powers: true, depth: 6 };
    for seed in 0..effort(8_000) {
        let tree = Tree::new(seed, shape);
        if tree.nodes[0].kind.is_none() {
            continue;
        }
        for epsilon in [0.0, 0.5, 1.0, 2.0, 3.0, 7.0] {
            let question = || within(&tree, epsilon);
            let (outcome, leaves) = run(Name::Bounded, question());
            let (rolled, same) = leftmost(question());
            assert_eq!((leaves, outcome.bounds), (same, rolled.bounds), "seed {seed}, {epsilon}");
            assert_eq!(run(Name::Bounded2, question()).1.len() as u64, outcome.counts.leaves);
            if f64::from(tree.range.1 - tree.range.0) > epsilon {
                let (bounds, printed) = bounded_ab(&tree, epsilon);
                assert_eq!(rolled.counts.leaves, printed.len() as u64, "seed {seed}, {epsilon}");
                assert_eq!((outcome.bounds.lower.get(), outcome.bounds.upper.get()), bounds);
            }
        }
    }
}

/// The examples of `docs/notes/papers.md`.
#[test]
fn what_epsilon_does_and_does_not() {
    let leaves = |tree: &Tree, epsilon: f64| {
        let (outcome, leaves) = run(Name::Bounded, within(tree, epsilon));
        check(tree, &outcome, "an example");
        assert_eq!(leaves, bounded_ab(tree, epsilon).1);
        leaves.len()
    };
    let more = Tree::of_two_levels(Kind::Min, (0, 4), &[&[1, 1], &[0, 1]]);
    assert_eq!((leaves(&more, 2.0), leaves(&more, 3.0)), (2, 3));
    let one = Tree::of_two_levels(Kind::Max, (0, 10), &[&[5], &[9]]);
    assert_eq!(leaves(&one, 5.0), 1);
    // The second move has the highest upper bound, 9, and loses 3.
    let upper = Tree::of_two_levels(Kind::Max, (0, 20), &[&[7], &[9, 4]]);
    let (outcome, _) = run(Name::Bounded, within(&upper, 2.0));
    assert_eq!((outcome.best_move(), outcome.bounds.upper), (Some(0), 9.into()));
}

/// What sharing gains over many trees; with `slack=static` nothing.
#[test]
fn shared_slack_saves_leaves() {
    let (mut adaptive, mut fixed) = (0, 0);
    for seed in 0..effort(4_000) {
        let tree = Tree::new(seed, DICE);
        let question = || within(&tree, 2.3);
        let mut still = BoundedAlphaBeta2 { sharing: Sharing::Static };
        let (_, leaves) = watch(question(), |search| search.over(&mut ()).run(&mut still));
        assert_eq!(leaves, run(Name::Bounded, question()).1, "seed {seed}");
        fixed += leaves.len();
        adaptive += run(Name::Bounded2, question()).1.len();
    }
    assert!(adaptive < fixed, "{adaptive} and {fixed} leaves");
}

/// What probing is for: a bad move is refuted by one reply to each outcome.
#[test]
fn star2_probes() {
    let (mut probing, mut plain) = (0, 0);
    for seed in 0..effort(4_000) {
        let tree = Tree::new(seed, DICE);
        probing += run(Name::Star2, Search::bare(&tree)).1.len();
        plain += run(Name::Star1, Search::bare(&tree)).1.len();
    }
    assert!(probing < plain, "{probing} and {plain} leaves");
}

#[test]
fn every_budget_leaves_sound_bounds() {
    for seed in 0..400 {
        let tree = Tree::new(seed, shape(seed));
        questions(|name, epsilon| {
            let question = || within(&tree, epsilon);
            let (full, all) = run(name, question());
            for leaves in 0..=all.len() as u64 {
                let limits = Limits::none().leaves(leaves);
                let (outcome, seen) = run(name, question().limits(limits));
                let what = format!("{name:?}, seed {seed}, epsilon {epsilon}, {leaves} leaves");
                check(&tree, &outcome, &what);
                assert_eq!(seen, all[..leaves as usize], "{what}");
                if leaves == all.len() as u64 {
                    assert_eq!(outcome.bounds, full.bounds, "{what}");
                } else if all.len() > 1 {
                    assert!(outcome.bounds.encloses(full.bounds), "{what}");
                }
                assert!(outcome.stop.is_answer() || outcome.stop == Stop::Leaves, "{what}");
            }
            for nodes in 0..full.counts.nodes {
                let limits = Limits::none().nodes(nodes);
                let (outcome, _) = run(name, question().limits(limits));
                check(&tree, &outcome, &format!("{name:?}, seed {seed}, {nodes} nodes"));
                assert!(outcome.counts.nodes <= nodes);
            }
        });
    }
}

/// Equal subtrees share a record, in tables with room for many positions and for a few.
#[test]
fn tables_of_any_size_change_no_answer() {
    for seed in 0..500 {
        let tree = Tree { facts: seed % 4 == 0, ..Tree::new(seed, shape(seed)) };
        for bytes in [Table::SMALLEST, 4 * Table::SMALLEST, 1 << 16] {
            questions(|name, epsilon| {
                let mut table = Table::new(&tree, bytes, false).unwrap();
                for round in 0..2 {
                    let question = within(&tree, epsilon);
                    let (outcome, _) = run_over(name, question, &mut table);
                    let what = format!("{name:?}, seed {seed}, {epsilon}, {bytes}, round {round}");
                    assert!(outcome.stop.is_answer(), "{what}: {outcome:?}");
                    check(&tree, &outcome, &what);
                }
            });
        }
    }
}

/// One table serves questions with one epsilon after the other; the bounds in it stay true.
#[test]
fn a_table_serves_every_epsilon() {
    for seed in 0..500 {
        let tree = Tree::new(seed, shape(seed));
        let mut table = Table::new(&tree, 1 << 12, false).unwrap();
        for epsilon in [3.3, 0.5, 0.0, 2.0, 0.0] {
            questions(|name, _| {
                if epsilon == 0.0 || name.takes_epsilon() {
                    let question = within(&tree, epsilon);
                    let (outcome, _) = run_over(name, question, &mut table);
                    check(&tree, &outcome, &format!("{name:?}, seed {seed}, {epsilon}"));
                }
            });
        }
    }
}

#[test]
fn facts_and_a_tree_of_records_narrow_the_search() {
    let (mut with, mut without) = (0, 0);
    for seed in 0..effort(3_000) {
        let plain = Tree::new(seed, shape(seed));
        let tree = Tree { facts: true, ..plain.clone() };
        questions(|name, epsilon| {
            let question = within(&tree, epsilon);
            let mut records = store::Tree::new(usize::MAX);
            let (outcome, leaves) = run_over(name, question, &mut records);
            let what = format!("{name:?}, seed {seed}, epsilon {epsilon}");
            check(&tree, &outcome, &what);
            if name != Name::Minimax {
                with += leaves.len();
                without += run(name, within(&plain, epsilon)).1.len();
                let question = within(&tree, epsilon);
                let (again, leaves) = run_over(name, question, &mut records);
                check(&tree, &again, &what);
                let alone = tree.nodes[0].kind.is_none();
                assert!(leaves.is_empty() || alone, "{what}: {leaves:?} are known");
            }
        });
    }
    assert!(with < without, "{with} and {without} leaves");
}

/// Outside of the window that is asked about nothing need be known.
#[test]
fn windows_are_settled() {
    for seed in 0..effort(4_000) {
        let tree = Tree::new(seed, shape(seed));
        for (alpha, beta) in [(0, 1), (1, 3), (2, 3), (-1, 2), (3, 60)] {
            let window = Window::new(alpha.into(), beta.into());
            questions(|name, epsilon| {
                let question = within(&tree, epsilon).window(window);
                let (outcome, _) = run(name, question);
                let what = format!("{name:?}, seed {seed}, {window}, epsilon {epsilon}");
                let value = Value::new(tree.value(0)).unwrap();
                assert!(outcome.bounds.contains(value), "{what}: {value}");
                let left = window.clip(outcome.bounds).width();
                assert!(left <= epsilon + outcome.allowance, "{what}: {}", outcome.bounds);
            });
        }
    }
}

/// A coin is tossed again and again: heads ends it, and it goes on for a hundred thousand times.
struct Tosses;

impl Game for Tosses {
    type Position = u32;
    type Move = bool;
    type Undo = u32;

    const DICE: gametree::Dice = gametree::Dice::Always;

    fn start(&self) -> u32 {
        0
    }

    fn values(&self) -> gametree::Values {
        gametree::Values::integers(0, 1)
    }

    fn expand(&self, &at: &u32, moves: &mut gametree::Moves<bool>) -> gametree::Turn {
        match at {
            u32::MAX => gametree::Turn::over(1),
            100_000 => gametree::Turn::over(0),
            _ if at % 2 == 0 => {
                moves.push(false);
                gametree::Turn::MAX
            }
            _ => {
                // Almost never: the deepest leaf matters.
                moves.push_outcome(true, 1e-7);
                moves.push_outcome(false, 1.0 - 1e-7);
                gametree::Turn::CHANCE
            }
        }
    }

    fn play(&self, at: &mut u32, heads: bool) -> u32 {
        std::mem::replace(at, if heads { u32::MAX } else { *at + 1 })
    }

    fn undo(&self, at: &mut u32, _: bool, before: u32) {
        *at = before;
    }
}

#[test]
fn deep_games_do_not_overflow_the_stack() {
    let expected = -(50_000.0 * (-1e-7_f64).ln_1p()).exp_m1();
    let near = |outcome: Result<Outcome<bool>, gametree::SearchError>| {
        let outcome = outcome.unwrap();
        let bounds = outcome.bounds;
        assert!(bounds.contains(Value::new(expected).unwrap()), "{expected} not in {bounds}");
        assert!(bounds.width() < 1e-9, "{bounds}");
        assert!(outcome.counts.nodes >= 100_000);
    };
    near(Search::bare(&Tosses).over(&mut ()).run(&mut Minimax));
    near(Search::bare(&Tosses).over(&mut ()).run(&mut Star1));
    near(Search::bare(&Tosses).over(&mut ()).run(&mut Star2));
    near(Search::bare(&Tosses).over(&mut ()).run(&mut BoundedAlphaBeta));
    near(Search::bare(&Tosses).over(&mut ()).run(&mut BoundedAlphaBeta2::default()));
}
