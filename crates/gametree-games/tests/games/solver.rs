//! `solver` finds what `mtd-bi` finds, on positions of real games: its own recursion, the moves that it leaves
//! out, and mirror images as one position change nothing.

use gametree::job::Job;
use gametree::registry::Spec;
use gametree::{Draws, Kind, Turn};
use gametree_games::open;

#[test]
fn solver_agrees_with_mtd_bi_on_positions_of_games() {
    let games = [
        ("connect4:4x4", 0..12),
        ("connect4:5x4", 2..16),
        ("connect4:6x5", 14..26),
        ("connect4", 24..36),
        ("connect4:9x3", 8..20),
        ("othello:4", 0..10),
        ("kalah:3,3", 0..20),
        ("mnk:4,4,3", 0..12),
        ("breakthrough:4x4", 0..20),
        ("domineering:4x4", 0..8),
        ("dots:2x2", 0..10),
        ("hex:3", 0..6),
    ];
    let (mut draws, mut compared) = (Draws::new(1), 0);
    for (name, plies) in games {
        let game = open(name).unwrap();
        for _ in 0..25 {
            let mut board = game.board(None).unwrap();
            let length = plies.start + draws.below(plies.end - plies.start);
            for _ in 0..length {
                let Turn::Inner(Kind::Max | Kind::Min) = board.turn() else { break };
                let moves = board.moves();
                board.play(moves[draws.below(moves.len() as u64) as usize]);
            }
            let position = board.position_text();
            let position = Some(position).filter(|text| !text.is_empty());
            for facts in [true, false] {
                let answer = |algorithm: &str| {
                    let job = Job::new(Spec::parse(algorithm).ok()).position(position.clone());
                    let report = game.run(&job.facts(facts), &mut ()).unwrap();
                    // A move that is played keeps the value.
                    if let (Some(value), Some(mv)) =
                        (report.value(), report.best_move().map(|mv| mv.code))
                    {
                        let mut after = game.board(position.as_deref()).unwrap();
                        after.play(mv);
                        let text =
                            format!("{} {}", position.as_deref().unwrap_or(""), report.pv[0]);
                        let job = Job::new(Spec::parse("mtd-bi").ok()).position(Some(text));
                        let next = game.run(&job, &mut ()).unwrap();
                        assert_eq!(next.value(), Some(value), "{name} {position:?} {algorithm}");
                    }
                    report.value()
                };
                let (ours, theirs) = (answer("solver"), answer("mtd-bi"));
                assert!(
                    ours.is_some() && ours == theirs,
                    "{name} {position:?}: {ours:?} {theirs:?}"
                );
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 600);
}

/// Every algorithm on several threads: those that share a table, and those that do not.
#[test]
fn threads_change_no_value() {
    let threads = std::num::NonZero::new(3).unwrap();
    for (name, position) in [
        ("connect4:4x4", ""),
        ("connect4:6x5", "33342515116"),
        ("kalah:3,2", ""),
        ("breakthrough:4x4", ""),
        ("random:b=3,d=6,leaves=-4..5", ""),
        ("pig:6", ""),
    ] {
        let game = open(name).unwrap();
        for entry in gametree::registry::ALGORITHMS {
            let job = Job::new(Spec::parse(entry.name).ok());
            let job = job.position(Some(position.to_string()).filter(|text| !text.is_empty()));
            let limits = gametree::Limits::none().nodes(200_000);
            let Ok(alone) = game.run(&job.clone().limits(limits), &mut ()) else { continue };
            let Some(value) = alone.value() else { continue };
            let several = game.run(&job.threads(threads), &mut ()).unwrap();
            // Where sums are rounded, both are off by at most half of the allowance: none without dice.
            let off = several.value().map(|other| (other.get() - value.get()).abs());
            let exact = off.is_some_and(|off| off <= alone.allowance);
            assert!(exact, "{name}, {}: {value} {:?}", entry.name, several.value());
        }
    }
}
