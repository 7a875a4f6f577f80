//! The short way to a move: one call, with everything that the game knows.

use std::time::{Duration, Instant};

use gametree::exact::AlphaBeta;
use gametree::job::{Job, Watcher};
use gametree::registry::{ALGORITHMS, Spec};
use gametree::{Basis, Bounds, Counts, Game, Knowledge, Limits, Moves, Notation, Search, Stop};
use gametree_games::connect4::Connect4;
use gametree_games::open;
use gametree_games::pig::Pig;
use gametree_games::tictactoe::TicTacToe;

/// What the shortest call finds within some nodes, which must be a legal move.
fn found<G>(game: &G, nodes: u64) -> gametree::Outcome<G::Move>
where
    G: Notation<Position: Send, Undo: Send> + Knowledge<G> + Clone + Send + Sync + 'static,
{
    let start = game.start();
    let found = gametree::search(game, &start, Limits::none().nodes(nodes)).unwrap();
    let mut moves = Moves::new();
    game.expand(&start, &mut moves);
    assert!(moves.iter().any(|mv| Some(mv) == found.best_move()), "no legal move");
    assert!(found.counts.nodes <= nodes, "{} nodes of {nodes}", found.counts.nodes);
    found
}

/// The obvious call is the good one: a table and the game's order of moves make the difference.
#[test]
fn the_obvious_call_uses_what_the_game_knows() {
    let game = Connect4::new(4, 4).unwrap();
    let obvious = Search::new(&game).run(&mut AlphaBeta).unwrap();
    let bare = Search::bare(&game).facts(false).plain().run(&mut AlphaBeta).unwrap();
    assert_eq!(obvious.value(), bare.value());
    let (few, many) = (obvious.counts.nodes, bare.counts.nodes);
    assert!(few * 10 < many, "{few} nodes against {many}");
}

#[test]
fn small_games_are_proven() {
    assert_eq!(found(&Connect4::new(4, 4).unwrap(), 100_000).value(), Some(0.into()));
    assert_eq!(found(&TicTacToe, 100_000).value(), Some(0.into()));
    let pig = found(&Pig::new(10, 6, None).unwrap(), 1_000_000);
    assert_eq!((pig.basis, pig.stop), (Basis::Proof, Stop::Closed));
}

/// Beside an interval that is proven stand an estimate and a move.
#[test]
fn large_games_are_estimated() {
    let large = found(&Connect4::new(7, 6).unwrap(), 20_000);
    assert_eq!((large.basis, large.stop, large.value()), (Basis::Proof, Stop::Nodes, None));
    assert!(large.mean.is_some(), "{large:?}");
    assert!(large.depth.is_some_and(|plies| plies >= 3), "{:?}", large.depth);
}

/// All bounds of the root that a search has told.
struct Told(Vec<Bounds>);

impl Watcher for Told {
    fn root(&mut self, bounds: Bounds, _: &Counts) {
        self.0.push(bounds);
    }
}

/// Searches of random trees start from unbounded intervals, as in the papers. Those who ask are told
/// no more than the range of the leaves leaves open, whenever the search is stopped.
#[test]
fn a_range_is_known_at_any_time() {
    let game = open("random:b=2,d=12,leaves=0..100,seed=5").unwrap();
    let range = Bounds::new(0.into(), 100.into()).unwrap();
    for entry in ALGORITHMS {
        let spec = Spec::parse(entry.name).unwrap();
        for leaves in [0, 1, 30, 300, 3_000] {
            let mut told = Told(Vec::new());
            let job = Job::new(Some(spec.clone())).limits(Limits::none().leaves(leaves));
            let found = game.run(&job, &mut told).unwrap();
            told.0.push(found.bounds);
            let inside = told.0.iter().all(|&bounds| range.encloses(bounds));
            assert!(inside, "{spec} {leaves}: {:?}", told.0);
        }
    }
}

#[test]
fn a_time_is_a_limit() {
    let game = Connect4::new(7, 6).unwrap();
    let run_once = || {
        let begun = Instant::now();
        let found = gametree::search(&game, &game.start(), Duration::from_millis(200)).unwrap();
        assert!(found.best_move().is_some() && found.mean.is_some());
        begun.elapsed()
    };
    // Somebody else may need the processor, but not each time.
    assert!((0..3).any(|_| run_once() < Duration::from_secs(1)));
}

/// Jobs that name no algorithm learn something in every case, and say how.
#[test]
fn jobs_estimate_what_they_cannot_prove() {
    for (game, by) in [
        ("othello:6", "selective"),
        ("connect4", "mcts-solver"),
        ("random:b=8,d=16", "mcts-solver"),
        ("nim:30-40-50-60", "mcts-solver"),
    ] {
        let job = Job::new(None).limits(Limits::none().nodes(50_000));
        let report = open(game).unwrap().run(&job, &mut ()).unwrap();
        let named = report.estimated_by.as_ref().map(ToString::to_string);
        assert_eq!(named.as_deref(), Some(by), "{game}");
        assert!(report.estimate.is_some() || report.mean.is_some(), "{game}");
        assert!(
            report.best_move().map(|mv| mv.code).is_some() && report.value().is_none(),
            "{game}"
        );
        assert!(report.counts.nodes <= 50_000, "{game}");
        assert!(report.estimate.is_none_or(|value| report.bounds.contains(value)), "{game}");
    }
    let solved = open("connect4:4x4").unwrap().run(&Job::new(None), &mut ()).unwrap();
    assert_eq!((solved.value(), solved.estimated_by.is_none()), (Some(0.into()), true));
}
