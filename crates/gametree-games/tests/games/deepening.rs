//! Iterative deepening, and the same depth searched at once.

use gametree::job::{AnyGame, Job};
use gametree::registry::Spec;
use gametree::{Basis, Outcome, Stop, Storage, Workspace};

fn solve(game: &AnyGame, algorithm: &str, depth: Option<u32>, deepening: bool) -> Outcome {
    let spec = Spec::parse(algorithm).unwrap();
    let job = Job::new(Some(spec)).depth(depth).deepening(deepening).facts(false);
    game.run_in(&job, &mut (), &mut Workspace::new(Storage::Plain)).unwrap()
}

/// Without a table no iteration helps the next, so the work of all is the sum of what each takes.
#[test]
fn a_depth_at_once_is_one_iteration() {
    for name in ["connect4", "kalah:4,3", "othello:6", "breakthrough:5x5", "ewn:3"] {
        let game = gametree_games::open(name).unwrap();
        for algorithm in ["minimax", "alphabeta", "scout", "mtd-f", "bounded-alphabeta", "star2"] {
            if game.has_chance() && !Spec::parse(algorithm).unwrap().entry().takes_chance {
                continue;
            }
            let (mut leaves, mut nodes) = (0, 0);
            for depth in 1..=4 {
                let once = solve(&game, algorithm, Some(depth), false);
                let deepened = solve(&game, algorithm, Some(depth), true);
                leaves += once.counts.leaves;
                nodes += once.counts.nodes;
                let what = format!("{name} {algorithm} {depth}");
                assert_eq!((once.depth, once.stop), (Some(depth), Stop::Horizon), "{what}");
                assert_eq!((once.bounds, &once.pv), (deepened.bounds, &deepened.pv), "{what}");
                assert_eq!((leaves, nodes), (deepened.counts.leaves, deepened.counts.nodes));
            }
        }
    }
}

#[test]
fn a_depth_beyond_the_end_is_none() {
    let game = gametree_games::open("mnk:3,3,3").unwrap();
    let [beyond, none] = [Some(9), None].map(|depth| solve(&game, "alphabeta", depth, false));
    assert_eq!((beyond.basis, beyond.stop, beyond.depth), (Basis::Proof, Stop::Closed, None));
    assert_eq!((beyond.counts.leaves, beyond.bounds), (none.counts.leaves, none.bounds));
    let short = solve(&game, "alphabeta", Some(8), false);
    assert_eq!((short.basis, short.depth), (Basis::Horizon, Some(8)));
}
