//! Our searches beside those of other crates, on Connect Four.
//!
//! `cargo run --release --manifest-path benches/peers/Cargo.toml -- [FILE]`, where FILE has lines
//! `MOVES SCORE`: columns from 1 to 7, and the score to the side that moves next, 22 less the
//! winner's stones. Everything runs on one thread. In the first two parts the contenders take turns
//! and the fastest run of each counts, so that noise of the machine affects all equally. The program
//! panics if values do not agree.

mod board;
mod measure;
mod with_board_game;
mod with_gametree;
mod with_minimax;
mod with_treant;

use std::time::Duration;

use board::{Board, by_hand};
use gametree::exact::{AlphaBeta2, Scout};
use gametree::policy::Leftmost;
use gametree::Algorithm;
use gametree::{Keep, Rollout};
use gametree_games::connect4::Connect4;
use measure::{Contender, Run, agree, boxed, compare, contender};
use with_gametree::{Counted, Rules, Shared, deepening, fixed};
use with_minimax::iterative;

/// The memory of each table.
const TABLE_BYTES: usize = 64 << 20;
/// A win of the mover, for searches that do not say how soon it comes.
const SOME_WIN: i32 = 1000;
/// The start and three positions from the middle of the game, without an imminent win.
const ROOTS: [&str; 4] = ["", "44444", "4253541", "3342256371"];
const FIXED_PLIES: u32 = 10;
const DEEPENING_PLIES: u32 = 12;
/// How many positions are solved, and the most time for each.
const POSITIONS: usize = 20;
const CAP: Duration = Duration::from_secs(10);

/// The evaluation, fixed at compile time, as in a program with only one.
trait Opinion: Sync + 'static {
    /// [`Board::threats`], or zero.
    const THREATS: bool;
}

struct Nought;

impl Opinion for Nought {
    const THREATS: bool = false;
}

struct Threats;

impl Opinion for Threats {
    const THREATS: bool = true;
}

/// How a position was solved.
struct Solved {
    /// The value to the mover, if it was found.
    value: Option<i32>,
    time: Duration,
}

/// The baseline of the first part.
fn hand<const C: bool>(moves: &str) -> Run<'_> {
    let root = Board::<C>::after(moves);
    boxed(move || by_hand(root, FIXED_PLIES, -SOME_WIN, SOME_WIN))
}

/// One of ours to a fixed depth, over rules `T` when timed and `C` when counted.
fn ours_fixed<T: Rules, C: Rules, A: Algorithm + 'static>(
    name: &'static str,
    make: fn() -> A,
) -> Contender {
    contender(
        name,
        move |moves| boxed(fixed::<T, A>(moves, FIXED_PLIES, make)),
        move |moves| boxed(fixed::<C, A>(moves, FIXED_PLIES, make)),
    )
}

fn at_fixed_depth() {
    let leftmost = || Rollout::new(Leftmost);
    let alone = || Rollout::new(Leftmost).keep(Keep::Nothing);
    let contenders = [
        contender("by hand", hand::<false>, hand::<true>),
        ours_fixed::<Connect4, Counted, _>("gametree alphabeta2", || AlphaBeta2),
        ours_fixed::<Connect4, Counted, _>("gametree rollout:leftmost", leftmost),
        ours_fixed::<Connect4, Counted, _>("  without its line", alone),
        ours_fixed::<Shared<false>, Shared<true>, _>("gametree alphabeta2, shared board", || {
            AlphaBeta2
        }),
        ours_fixed::<Shared<false>, Shared<true>, _>("  rollout:leftmost", leftmost),
        ours_fixed::<Shared<false>, Shared<true>, _>("  without its line", alone),
        contender(
            "minimax Negamax",
            |moves| boxed(with_minimax::negamax::<false>(moves, FIXED_PLIES)),
            |moves| boxed(with_minimax::negamax::<true>(moves, FIXED_PLIES)),
        ),
        contender(
            "board-game minimax_value",
            |moves| boxed(with_board_game::shared::<false>(moves, FIXED_PLIES)),
            |moves| boxed(with_board_game::shared::<true>(moves, FIXED_PLIES)),
        ),
        contender(
            "  its own Connect4 (from the left)",
            |moves| boxed(with_board_game::its_own::<false>(moves, FIXED_PLIES)),
            |moves| boxed(with_board_game::its_own::<true>(moves, FIXED_PLIES)),
        ),
    ];
    println!("1. Alpha-beta to depth {FIXED_PLIES}, no table, nought at the horizon");
    compare(&contenders, &ROOTS, 25);
}

/// One of ours by iterative deepening; `ordered` if the game's own move ordering is used.
fn ours_deepening<O: Opinion, A: Algorithm + 'static>(
    name: &'static str,
    ordered: bool,
    make: fn() -> A,
) -> Contender {
    contender(
        name,
        move |moves| boxed(deepening::<Connect4, O, A>(moves, DEEPENING_PLIES, ordered, make)),
        move |moves| boxed(deepening::<Counted, O, A>(moves, DEEPENING_PLIES, ordered, make)),
    )
}

fn by_deepening<O: Opinion>(title: &str) {
    let contenders = [
        contender(
            "minimax IterativeSearch",
            move |moves| boxed(iterative::<false, false, O>(moves, DEEPENING_PLIES)),
            move |moves| boxed(iterative::<true, false, O>(moves, DEEPENING_PLIES)),
        ),
        contender(
            "  with countermove history",
            move |moves| boxed(iterative::<false, true, O>(moves, DEEPENING_PLIES)),
            move |moves| boxed(iterative::<true, true, O>(moves, DEEPENING_PLIES)),
        ),
        ours_deepening::<O, _>("gametree scout", false, || Scout),
        ours_deepening::<O, _>("  with the game's order", true, || Scout),
        ours_deepening::<O, _>("gametree alphabeta2", false, || AlphaBeta2),
        ours_deepening::<O, _>("  with the game's order", true, || AlphaBeta2),
    ];
    println!("2. Deepening to {DEEPENING_PLIES}, a table of 64 MiB, {title} at the horizon");
    compare(&contenders, &ROOTS, 5);
}

type Solver = fn(&str, Duration) -> Solved;

/// The solvers, and the question each answers.
const SOLVERS: [(&str, Solver); 5] = [
    ("gametree mtd-bi, exact score", with_gametree::solve::<true>),
    ("gametree mtd-bi, win/draw/loss", with_gametree::solve::<false>),
    ("minimax IterativeSearch, win/draw/loss", with_minimax::solve),
    ("treant score bounds, exact score", with_treant::solve::<true>),
    ("treant solver, win/draw/loss", with_treant::solve::<false>),
];

fn by_solving(text: &str) {
    let positions: Vec<(&str, i32)> = text.lines().take(POSITIONS).map(read_line).collect();
    let (count, cap) = (positions.len(), CAP.as_secs());
    println!("3. Solving {count} positions, 64 MiB a table, at most {cap} s each");
    println!("{:<42}{:>7}{:>10}{:>8}{:>10}", "", "solved", "seconds", "ratio", "slowest");
    let mut yardstick = None;
    for (name, solve) in SOLVERS {
        let (mut solved, mut total, mut slowest) = (0, Duration::ZERO, Duration::ZERO);
        for &(moves, score) in &positions {
            let found = solve(moves, CAP);
            if let Some(value) = found.value {
                assert!(agree(value, score), "{moves} is worth {score}; {name} says {value}");
                solved += 1;
            }
            total += found.time;
            slowest = slowest.max(found.time);
        }
        let (total, slowest) = (total.as_secs_f64(), slowest.as_secs_f64());
        let ratio = total / *yardstick.get_or_insert(total);
        println!("{name:<42}{solved:>4}/{count:<2}{total:>10.3}{ratio:>8.2}{slowest:>10.3}");
    }
}

fn read_line(line: &str) -> (&str, i32) {
    let read =
        line.split_once(' ').and_then(|(moves, score)| Some((moves, score.trim().parse().ok()?)));
    read.unwrap_or_else(|| panic!("'{line}' should be of the form MOVES SCORE"))
}

fn main() {
    // Read first: a wrong path should not cost minutes.
    let text = std::env::args().nth(1).map(|path| {
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    });
    at_fixed_depth();
    by_deepening::<Nought>("nought");
    by_deepening::<Threats>("threats");
    match text {
        Some(text) => by_solving(&text),
        None => println!("3. SKIPPED: NO FILE OF POSITIONS WAS GIVEN (lines of MOVES SCORE)"),
    }
}
