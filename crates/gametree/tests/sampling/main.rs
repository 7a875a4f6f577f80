//! Monte Carlo tree search held to exact values.

mod door;
#[path = "../common/effort.rs"]
mod effort;
#[path = "../proof/graph.rs"]
mod graph;
mod greedy;
mod reference;
mod rounds;
mod slow_moves;
mod transpositions;

use effort::effort;
use gametree::mcts::{BackUp, Mcts, Playout, Prior, Selection, Settings};
use gametree::{Game, Search, Turn};

use graph::{Draws, Exact, Graph};
use reference::Plain;

fn selection(draws: &mut Draws) -> Selection {
    match draws.below(6) {
        0 | 1 => Selection::Ucb1,
        2 | 3 => Selection::Ucb1Tuned,
        4 => Selection::Greedy([0.0, 0.05, 0.3, 1.0][draws.below(4)]),
        _ => Selection::Decaying([0.0, 1.0, 20.0][draws.below(3)]),
    }
}

fn settings(draws: &mut Draws, proves: bool) -> Settings {
    Settings {
        selection: selection(draws),
        c: [0.0, 0.4, 0.8, 2.0][draws.below(4)],
        playout: [Playout::Random, Playout::Careful, Playout::Informed, Playout::Learned]
            [draws.below(4)],
        proves,
        transpositions: false,
        seed: draws.below(1000) as u64,
        proof_numbers: if proves { [0.0, 0.5, 2.0][draws.below(3)] } else { 0.0 },
        implicit: [0.0, 0.0, 0.3, 1.0][draws.below(4)],
        prior: [None, None, Some(Prior { visits: 5, plies: 1 })][draws.below(3)],
        ..Settings::default()
    }
}

fn contains(bounds: gametree::Bounds, value: Exact) -> bool {
    // Averages of small fractions are nearly exact in floats.
    let float = *value.numer() as f64 / *value.denom() as f64;
    bounds.lower.get() <= float + 1e-9 && float - 1e-9 <= bounds.upper.get()
}

#[test]
fn the_solver_ends_with_the_exact_value_and_never_lies() {
    let (mut solved, mut with_chance, mut unsolved) = (0, 0, 0);
    for seed in 0..effort(6_000) {
        let mut draws = Draws(seed);
        let game = Graph::new(seed, draws.coin());
        let settings = settings(&mut draws, true);
        if let Turn::Terminal(_) = game.judge(&game.start()) {
            assert!(Mcts::new(&game, &game, &game.start(), settings, usize::MAX).is_none());
            continue;
        }
        let value = game.value(game.start());
        let mut search = Mcts::new(&game, &game, &game.start(), settings, usize::MAX).unwrap();
        let mut question = Search::bare(&game).knowledge(&game);
        let mut walk = question.walk().unwrap();
        let mut rollouts = 0;
        while search.rollout(&mut walk) && rollouts < 100_000 {
            rollouts += 1;
            if rollouts % 7 == 0 {
                assert!(contains(search.bounds(), value), "seed {seed}: {}", search.bounds());
            }
        }
        if !search.is_solved() {
            // Some graphs are very large as trees.
            unsolved += 1;
            continue;
        }
        assert!(contains(search.bounds(), value), "seed {seed}: {} {value}", search.bounds());
        // The move is one that is worth it.
        if let Some(mv) = search.best_move() {
            let mut child = game.start();
            game.play(&mut child, mv);
            assert_eq!(game.value(child), value, "seed {seed}");
        }
        solved += 1;
        with_chance += usize::from(game.has_chance_nodes());
    }
    println!("{solved} solved, {with_chance} with chance, {unsolved} not solved");
    assert!(solved > 360 && with_chance > 90 && unsolved < 40);
}

#[test]
fn visits_and_rewards_add_up() {
    for seed in 0..300 {
        let mut draws = Draws(seed);
        let game = Graph::new(seed, draws.coin());
        let settings = Settings { prior: None, ..settings(&mut draws, false) };
        let Some(mut search) = Mcts::new(&game, &game, &game.start(), settings, usize::MAX) else {
            continue;
        };
        let mut question = Search::bare(&game).knowledge(&game);
        let mut walk = question.walk().unwrap();
        for _ in 0..200 {
            search.rollout(&mut walk);
        }
        // Where all values are the same there is nothing to find out.
        if search.is_solved() {
            continue;
        }
        let moves = search.root_moves();
        assert_eq!(moves.iter().map(|mv| mv.visits).sum::<u32>(), search.visits());
        let sum: f64 = moves.iter().map(|mv| mv.mean.unwrap() * f64::from(mv.visits)).sum();
        assert!((sum / 200.0 - search.mean().unwrap()).abs() < 1e-9, "seed {seed}");
        assert_eq!(search.visits(), 200);
    }
}

/// The same moves in the same order with the same visits and rewards as a search without any of the
/// shortcuts.
#[test]
fn every_rollout_is_that_of_a_plain_search() {
    let (mut compared, mut with_chance, mut greedy) = (0, 0, 0);
    for seed in 0..effort(1_200) {
        let mut draws = Draws(seed);
        let game = Graph::new(seed, draws.coin());
        let selection = selection(&mut draws);
        let playout = if draws.coin() { Playout::Random } else { Playout::Path };
        let c = [0.0, 0.3, 0.8, 2.0][draws.below(4)];
        let back_up =
            [BackUp::Mean, BackUp::Minimax, BackUp::Softmax(0.1)][(seed / 2 % 3) as usize];
        let settings = Settings { selection, c, playout, seed, back_up, ..Settings::default() };
        let Some(mut search) = Mcts::new(&game, &game, &game.start(), settings, usize::MAX) else {
            continue;
        };
        if search.is_solved() {
            continue;
        }
        let mut question = Search::bare(&game).knowledge(&game);
        let mut walk = question.walk().unwrap();
        let mut plain = Plain::new(&game, settings);
        for _ in 0..1500 {
            search.rollout(&mut walk);
            plain.rollout();
        }
        let moves: Vec<_> = search
            .root_moves()
            .iter()
            .map(|mv| (Some(mv.mv), mv.visits, mv.mean.unwrap()))
            .collect();
        let children = plain.root.children.iter();
        let expected: Vec<_> = children
            .map(|child| (child.mv, child.visits, child.sum / f64::from(child.visits)))
            .collect();
        assert_eq!(moves, expected, "seed {seed}: {settings:?}");
        assert_eq!(search.visits(), plain.root.visits);
        compared += 1;
        with_chance += usize::from(game.has_chance_nodes());
        greedy += usize::from(!matches!(selection, Selection::Ucb1 | Selection::Ucb1Tuned));
    }
    println!("{compared} compared, {with_chance} with chance, {greedy} greedy");
    assert!(compared > 80 && with_chance > 25 && greedy > 25, "{compared} {with_chance} {greedy}");
}

#[test]
fn a_full_memory_ends_nothing() {
    for seed in 0..200 {
        let game = Graph::new(seed, seed % 2 == 0);
        let playout = [Playout::Random, Playout::Learned][seed as usize / 2 % 2];
        let settings = Settings { proves: true, playout, ..Settings::default() };
        let Some(mut search) = Mcts::new(&game, &game, &game.start(), settings, 1000) else {
            continue;
        };
        let mut question = Search::bare(&game).knowledge(&game);
        let mut walk = question.walk().unwrap();
        for _ in 0..500 {
            search.rollout(&mut walk);
        }
        assert!(search.bytes() <= 1000, "seed {seed}: {}", search.bytes());
        assert!(contains(search.bounds(), game.value(game.start())), "seed {seed}");
    }
}
