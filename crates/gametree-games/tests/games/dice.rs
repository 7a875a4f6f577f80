//! Values of the games with chance, by calculations that know nothing of the games' files.

use std::collections::HashMap;
use std::num::NonZero;

use gametree::exact::Minimax;
use gametree::job::Job;
use gametree::registry::Spec;
use gametree::{Game, Key, Kind, Moves, Search, Turn};
use gametree_games::chance::Chance;
use gametree_games::cops::{Cops, Placement};
use gametree_games::pig::Pig;

fn assert_near(found: f64, right: f64, what: &str) {
    assert!((found - right).abs() < 1e-8, "{what}: {found} should be {right}");
}

/// Pig by value iteration, after Neller, Presser (2004): `win[mine][others][total]` is the
/// probability that the one to move wins. Two pairs of scores depend on each other and on higher scores
/// only, so they are settled pair by pair, from the goal down.
fn first_wins(goal: usize, sides: usize) -> f64 {
    let mut win = vec![vec![vec![0.5; goal + 1]; goal]; goal];
    for sum in (0..=2 * (goal - 1)).rev() {
        for mine in sum.saturating_sub(goal - 1)..=sum / 2 {
            let pair = [(mine, sum - mine), (sum - mine, mine)];
            loop {
                let change = pair.map(|(a, b)| improve(&mut win, goal, sides, a, b));
                if change[0].max(change[1]) < 1e-13 {
                    break;
                }
            }
        }
    }
    win[0][0][0]
}

/// One sweep over the totals of a turn; says how much changed.
fn improve(
    win: &mut [Vec<Vec<f64>>],
    goal: usize,
    sides: usize,
    mine: usize,
    others: usize,
) -> f64 {
    let mut change: f64 = 0.0;
    for total in (0..goal - mine).rev() {
        let after =
            |total: usize| if mine + total >= goal { 1.0 } else { win[mine][others][total] };
        let good: f64 = (2..=sides).map(|side| after(total + side)).sum();
        let roll = (1.0 - win[others][mine][0] + good) / sides as f64;
        let hold = if total == 0 { 0.0 } else { 1.0 - win[others][mine + total][0] };
        let best = roll.max(hold);
        change = change.max((best - win[mine][others][total]).abs());
        win[mine][others][total] = best;
    }
    change
}

/// The value of a game that need not end: the positions are numbered, and swept from values of zero
/// until nothing changes.
fn swept<G: Game>(game: &G) -> f64 {
    let key = |position: &G::Position| match game.key(position) {
        Some(Key::Exact(key)) => key,
        _ => panic!("keys are exact"),
    };
    let mut numbers = HashMap::from([(key(&game.start()), 0)]);
    let mut positions = vec![game.start()];
    let mut nodes = Vec::new();
    while let Some(position) = positions.get(nodes.len()).cloned() {
        let mut moves = Moves::new();
        let turn = game.expand(&position, &mut moves);
        let children = moves.iter().enumerate().map(|(i, mv)| {
            let mut child = position.clone();
            game.play(&mut child, mv);
            let number = *numbers.entry(key(&child)).or_insert_with(|| {
                positions.push(child);
                positions.len() - 1
            });
            (number, moves.probability(i).unwrap_or(1.0))
        });
        nodes.push((turn, children.collect::<Vec<(usize, f64)>>()));
    }
    let mut values = vec![0.0; nodes.len()];
    loop {
        let mut change: f64 = 0.0;
        for (number, (turn, children)) in nodes.iter().enumerate().rev() {
            let weighted = children.iter().map(|&(child, weight)| weight * values[child]);
            let value = match turn {
                Turn::Terminal(value) => value.get(),
                Turn::Inner(Kind::Max) => weighted.fold(f64::MIN, f64::max),
                Turn::Inner(Kind::Min) => weighted.fold(f64::MAX, f64::min),
                Turn::Inner(Kind::Chance) => weighted.sum(),
            };
            change = change.max((value - values[number]).abs());
            values[number] = value;
        }
        if change < 1e-13 {
            return values[0];
        }
    }
}

#[test]
fn pig_without_end() {
    // Whoever rolls anything but a 1 wins: 5/6 + (1/6)(1/6)(5/6) + ...
    assert_near(first_wins(2, 6), 6.0 / 7.0, "goal 2");
    // The last one is that of Neller, Presser.
    for (goal, right) in [(10, 0.709_424_32), (20, 0.615_558_55), (100, 0.530_592_73)] {
        assert_near(first_wins(goal, 6), right, &format!("goal {goal}"));
    }
    for (goal, sides) in [(2, 6), (10, 6), (20, 6), (9, 2), (15, 10)] {
        let game = Pig::new(goal, sides, None).unwrap();
        let right = first_wins(goal.into(), sides.into());
        assert_near(swept(&game), right, &format!("goal {goal}, {sides} sides"));
    }
}

/// The most that MAX, and the least that MIN, makes of the turns that are left.
fn limited(goal: u32, sides: u32, turns: u32, scores: [u32; 2], total: u32, max: bool) -> f64 {
    if scores[0] >= goal || scores[1] >= goal || turns == 0 {
        return f64::from(u8::from(scores[0] >= goal));
    }
    let bank =
        |more: u32| if max { [scores[0] + more, scores[1]] } else { [scores[0], scores[1] + more] };
    let hold = || limited(goal, sides, turns - 1, bank(total), 0, !max);
    let mine = bank(total)[usize::from(!max)];
    if mine >= goal {
        return hold();
    }
    let lost = limited(goal, sides, turns - 1, scores, 0, !max);
    let won: f64 = (2..=sides).map(|n| limited(goal, sides, turns, scores, total + n, max)).sum();
    let roll = (lost + won) / f64::from(sides);
    match (total, max) {
        (0, _) => roll,
        (_, true) => roll.max(hold()),
        (_, false) => roll.min(hold()),
    }
}

#[test]
fn pig_with_few_turns() {
    // By hand: half of all turns win.
    for (turns, right) in [(1, 0.5), (2, 0.5), (3, 0.625), (4, 0.625)] {
        assert_near(limited(2, 2, turns, [0, 0], 0, true), right, "goal 2, two sides");
    }
    for (goal, sides, turns) in
        [(2, 2, 3), (6, 6, 1), (6, 6, 2), (8, 6, 2), (5, 3, 3), (4, 4, 4), (12, 6, 1)]
    {
        let game = Pig::new(goal, sides, Some(turns)).unwrap();
        let found =
            Search::bare(&game).over(&mut ()).run(&mut Minimax).unwrap().value().unwrap().get();
        let right = limited(goal.into(), sides.into(), turns.into(), [0, 0], 0, true);
        assert_near(found, right, &format!("{goal}, {sides} sides, {turns} turns"));
    }
}

/// Small boards by hand. At the horizon the distance counts, and being caught counts the plies, so
/// cops who stand beside the robber had rather wait than catch him late.
#[test]
fn cops_on_small_boards() {
    let value = |rows: &[&str], chance: Option<f64>, plies: u32| {
        let chance = chance.map(|p| Chance::new(p).unwrap());
        let game = Cops::new(Placement::drawn(rows).unwrap(), chance);
        let search = Search::bare(&game).knowledge(&game).horizon(plies);
        let outcome = search.over(&mut ()).run(&mut Minimax).unwrap();
        assert!(outcome.bounds.width() <= outcome.allowance, "{}", outcome.bounds);
        outcome.bounds.middle().get()
    };
    // Staying keeps the cop two steps off; then he comes one step nearer, or waits to be run into.
    for (plies, right) in [(0, 2.0), (1, 2.0), (2, 1.0), (3, 2.0)] {
        assert_near(value(&["R.1"], None, plies), right, "R.1");
    }
    // Staying: 3/4 of two steps and 1/4 of one. Then the cop comes nearer (3/4) or fails to; if the
    // robber went nearer himself, the cop waits (3/4), or catches him at ply 2 by mistake.
    for (plies, right) in [(2, 1.75), (4, 1.25)] {
        assert_near(value(&["R.1"], Some(0.75), plies), right, "R.1 by chance");
    }
    for (plies, right) in [(1, 2.0), (2, 1.0)] {
        assert_near(value(&["R.", ".1"], None, plies), right, "2x2");
    }
    // Between two cops: the robber stays, and at ply 2 waiting costs the cops less than catching him.
    for (plies, right) in [(1, 1.0), (2, 1.0)] {
        assert_near(value(&["1R1"], None, plies), right, "1R1");
    }
    // An open board has longer distances than the paper's range.
    let far = ["R........................1", ".........................."];
    assert_near(value(&far, None, 1), 26.0, "26x2");
}

/// Threads divide a search of positions that many ways lead to without going all those ways.
#[test]
fn threads_profit_from_transpositions() {
    let game = gametree_games::open("ewn:3").unwrap();
    for name in ["bounded-alphabeta", "star1", "fsss"] {
        let nodes = |threads| {
            let job = Job::new(Some(Spec::parse(name).unwrap()));
            let job = job.threads(NonZero::new(threads).unwrap());
            let report = game.run(&job, &mut ()).unwrap();
            assert_near(report.value().unwrap().get(), 97.0 / 243.0, name);
            report.counts.nodes
        };
        let (alone, together) = (nodes(1), nodes(2));
        assert!(together < 8 * alone, "{name}: {together} nodes by two threads, {alone} by one");
    }
}
