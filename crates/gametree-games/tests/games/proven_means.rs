//! Players act on what they have proven: means never contradict bounds, and neither does the move.

use std::num::NonZero;

use gametree::Outcome;
use gametree::job::{AnyGame, PlayerSpec};
use gametree_games::open;

fn think(game: &AnyGame, player: &str, position: Option<&str>, seed: u64) -> Outcome {
    let spec = PlayerSpec::parse(player).unwrap();
    game.player(&spec, position, seed).unwrap().think(None, &mut |_| {}).unwrap()
}

/// Two positions in which `mcts-solver` used to play a move that it should have known to be wrong: in the
/// first one it had proven a win that it did not play, in the second it preferred a proven loss for its
/// mean.
#[test]
fn proven_moves_are_played_or_avoided() {
    let game = open("connect4").unwrap();
    for (position, right) in [("43216735142754714", "3"), ("742432124175771733", "2")] {
        let played = (0..20).filter(|&seed| {
            let player = "mcts-solver:facts=no,nodes=5000";
            think(&game, player, Some(position), seed).pv[0] == right
        });
        let played = played.count();
        assert!(played >= 17, "{position}: {played} of 20");
    }
}

/// On random trees, where rewards are values scaled to the range.
#[test]
fn means_lie_within_what_is_proven() {
    let mut narrowed = 0;
    for seed in 0..60 {
        let shape = ["b=3,d=6", "b=2,d=9", "b=4,d=4", "b=1..4,d=6"][seed % 4];
        let chance = ["", ",chance=0.5"][seed / 4 % 2];
        let name = format!("random:{shape},leaves=0..100,seed={seed}{chance}");
        let Ok(game) = open(&name) else { continue };
        let players: &[&str] = match chance {
            "" => {
                &["mcts-solver", "mcts-solver:selection=ucb1", "mcts-solver:selection=greedy:0.1"]
            }
            _ => &["mcts-solver", "mcts-solver:selection=ucb1"],
        };
        for player in players {
            for nodes in [30, 200, 1000] {
                let separator = if player.contains(':') { ',' } else { ':' };
                let player = format!("{player}{separator}nodes={nodes}");
                let report = think(&game, &player, None, seed as u64);
                let range = game.value_range();
                let share = |value: f64| (value - range.lower.get()) / range.width();
                for mv in report.moves.iter().filter(|mv| mv.visits > 0) {
                    let (low, high) = (share(mv.bounds.lower.get()), share(mv.bounds.upper.get()));
                    let mean = mv.mean.unwrap();
                    let within = (low - 1e-9..=high + 1e-9).contains(&mean);
                    assert!(within, "{name} {player} {}: {mean} {low} {high}", mv.mv);
                    narrowed += u32::from(mv.bounds != range);
                }
            }
        }
    }
    assert!(narrowed > 200, "{narrowed}");
}

/// With transpositions, and where several threads have proven different things.
#[test]
fn means_of_shared_positions_and_of_threads_do_too() {
    let mut narrowed = 0;
    for (name, players) in [
        ("nim:1-2-4", &["mcts-solver:facts=no"][..]),
        ("nim:3-4-5", &["mcts-solver:facts=no", "mcts-solver:facts=no,selection=ucb1"]),
        ("domineering:4x4", &["mcts-solver:facts=no", "mcts:transpositions=yes"]),
        ("tictactoe", &["mcts-solver", "mcts-alphabeta:p=0.7,playout=random"]),
        ("breakthrough:4x4", &["mcts-solver", "mcts-alphabeta:p=0.7,bonus=each,root=yes"]),
    ] {
        let game = open(name).unwrap();
        let range = game.value_range();
        for (seed, player) in (0..30).flat_map(|seed| players.iter().map(move |p| (seed, p))) {
            let nodes = [50, 200, 800, 3000][seed as usize % 4];
            let spec = PlayerSpec::parse(&format!("{player},nodes={nodes}"))
                .or_else(|_| PlayerSpec::parse(&format!("{player}:nodes={nodes}")))
                .unwrap();
            let Ok(mut player) = game.player(&spec, None, seed) else { continue };
            player.set_threads(NonZero::new(1 + seed as usize % 3).unwrap());
            let report = player.think(None, &mut |_| {}).unwrap();
            let share = |value: f64| (value - range.lower.get()) / range.width();
            for mv in report.moves.iter().filter(|mv| mv.visits > 0) {
                let (low, high) = (share(mv.bounds.lower.get()), share(mv.bounds.upper.get()));
                let mean = mv.mean.unwrap();
                let within = (low - 1e-9..=high + 1e-9).contains(&mean);
                assert!(within, "{name} {spec} seed {seed} {}: {mean} {low} {high}", mv.mv);
                narrowed += u32::from(mv.bounds != range);
                // What is proven to be best is said to be.
                let value = report.value();
                assert_eq!(mv.optimal, value.is_some_and(|v| mv.bounds.exact() == Some(v)));
            }
        }
    }
    assert!(narrowed > 250, "{narrowed}");
}

/// A search that is over after a few moves has not tried all of them; an analysis lists them nevertheless.
#[test]
fn an_analysis_lists_moves_that_were_not_tried() {
    let game = open("connect4:5x4").unwrap();
    let spec = PlayerSpec::parse("mcts-solver:nodes=10k").unwrap();
    let report = game.player(&spec, Some("3344"), 1).unwrap().analyse(None, &mut |_| {}).unwrap();
    let mut listed: Vec<&str> = report.moves.iter().map(|mv| &*mv.mv).collect();
    listed.sort_unstable();
    assert_eq!(listed, ["1", "2", "3", "4", "5"]);
    let untried = report.moves.iter().filter(|mv| mv.visits == 0);
    assert!(untried.clone().count() > 0 && untried.clone().all(|mv| mv.mean.is_none()));
}
