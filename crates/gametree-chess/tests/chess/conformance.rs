//! The rules keep to what every game must, and each spec that is wrong says what would be right.

use gametree::job::{AnyGame, Catalogue, Job};
use gametree::proof::format::Reader;
use gametree::{Limits, Workspace};
use gametree_chess::{Chess, GAMES, Scale};
use gametree_conformance::Suite;

/// A tenth of what could be tried, or all of it if the variable `GAMETREE_TESTS` says `full`.
fn effort(all: u32) -> u32 {
    let full = std::env::var("GAMETREE_TESTS").is_ok_and(|word| word == "full");
    if full { all } else { all.div_ceil(10) }
}

fn check(game: &Chess, settings: impl FnOnce(Suite) -> Suite) {
    let nothing = Suite::new(game).playouts(0).plies(0).exhaustive(0).numbers(0);
    let summary = settings(nothing.budget(u64::MAX).unique_keys()).run();
    summary.unwrap_or_else(|violation| panic!("{violation}"));
}

fn playouts(game: &Chess, count: u32) {
    check(game, |suite| suite.playouts(count));
}

fn nearby(game: &Chess, plies: u32) {
    check(game, |suite| suite.plies(plies));
}

/// Endgames in which games end by every rule, too.
#[test]
fn chess_conforms() {
    let count = effort(24);
    playouts(&Chess::new(), count);
    playouts(&Chess::new().scaled(Scale::Sigmoid), 2);
    playouts(&Chess::shuffled(77).unwrap(), count);
    for fen in [
        "8/8/8/3k4/8/3K4/8/7R w - - 90 1",
        "8/P7/8/3k4/8/3K4/p7/8 b - - 0 1",
        "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "k7/2B5/K7/8/8/8/8/7N w - - 96 1",
    ] {
        playouts(&Chess::from_fen(fen).unwrap(), 3 * count);
        nearby(&Chess::from_fen(fen).unwrap(), 2);
    }
    // Every position that is still to come: the game ends after six plies, or by mate.
    let end = Chess::from_fen("k7/2Q5/8/8/8/8/8/K7 b - - 97 1").unwrap();
    check(&end, |suite| suite.exhaustive(u64::MAX));
    nearby(&Chess::new(), 2);
}

fn open(spec: &str) -> Result<AnyGame, String> {
    let games: Catalogue = GAMES.into_iter().collect();
    games.open(spec).map_err(|error| error.to_string())
}

#[test]
fn the_examples_open_and_mistakes_are_named() {
    for entry in GAMES {
        assert!(open(entry.example).is_ok(), "{}", entry.name);
        assert!(!entry.summary.is_empty() && !entry.citation.is_empty(), "{}", entry.name);
    }
    assert!(open("chess:8/8/8/4k3/8/8/R7/K7 w - - 0 1,sigmoid").is_ok());
    assert!(open("chess:8/8/8/8/8/8/8/K7 w - - 0 1").err().unwrap().starts_with("chess: "));
    let range = "chess960: '960' should be a number from 0 to 959, or a FEN";
    assert_eq!(open("chess960:960").err().as_deref(), Some(range));
}

/// Two moves before the fifty-move rule ends the game.
#[test]
fn a_mate_can_be_certified() {
    let game = open("chess:7k/8/5KQ1/8/8/8/8/8 w - - 98 1").unwrap();
    let (job, mut workspace) = (Job::new(None).limits(Limits::none()), Workspace::default());
    let found = game.run_in(&job, &mut (), &mut workspace).unwrap().bounds;
    assert_eq!(found.exact(), Some(1.into()), "mate by the next move");
    let proof = game.prove(&job, found, &mut workspace, &mut |_| ()).unwrap();
    let bytes = proof.write(Vec::new(), "chess", "").unwrap();
    let input: Box<dyn std::io::BufRead> = Box::new(std::io::Cursor::new(bytes));
    let mut reader = Reader::new(input).unwrap();
    assert!(game.check(&mut reader, None).is_ok());
}
