//! Every rule is broken once, and the violation names it and the way there.

mod game;
mod texts;

use gametree_conformance::{Rule, Suite, Violation};
use gametree_model::erased::Erased;
use gametree_model::{Draws, Game, Knowledge};

use game::{Defect, Heaps};

/// What is found in a game that ought to be wrong.
fn violation<const DICE: bool, const CODES: bool, const KEYS: bool>(
    game: &Heaps<DICE, CODES, KEYS>,
) -> Violation {
    match Suite::new(game).run() {
        Ok(summary) => panic!("{:?} is not found: {summary}", game.0),
        Err(violation) => violation,
    }
}

/// A defect breaks this rule, and is found by this way.
#[track_caller]
fn breaks(defect: Defect, rule: Rule, path: &str) {
    let found = violation(&<Heaps>::new(defect));
    assert_eq!((found.rule, found.path.join(" ")), (rule, path.into()), "{defect:?}: {found}");
}

impl Heaps {
    fn new(defect: Defect) -> Heaps {
        Heaps(defect)
    }
}

#[test]
fn a_right_game_passes() {
    let game = Heaps::new(Defect::None);
    let summary = gametree_conformance::check(&game);
    assert_eq!(summary.value, Some(0.into()), "the coin is fair");
    // The start, and sixteen heaps with either player to move.
    assert_eq!((summary.solved, summary.plies), (33, 4), "{summary}");
    assert_eq!(summary.skipped, [""; 0]);
    assert!(summary.playouts == 100 && summary.played > 300 && summary.read > 30, "{summary}");
}

#[test]
fn what_a_position_is() {
    breaks(Defect::Judge, Rule::Judge, "max a1");
    breaks(Defect::NoMoves, Rule::OpenOrOver, "max a2 b2");
    breaks(Defect::Panics, Rule::Panics, "max a2 b2");
    breaks(Defect::MovesAfterTheEnd, Rule::OpenOrOver, "max a1 a2 b1 b2");
    breaks(Defect::Range, Rule::Range, "max a1 a2 b1 b2");
    breaks(Defect::Grain, Rule::Grain, "max a1 a2 b1 b2");
}

#[test]
fn what_is_stated_of_its_value() {
    breaks(Defect::Facts, Rule::Facts, "max");
    breaks(Defect::FactsAtTheEnd, Rule::Facts, "max a1 a2 b1 b2");
    breaks(Defect::EmptyFacts, Rule::Facts, "max a2 b1");
    breaks(Defect::MoveFacts, Rule::MoveFacts, "min a1 a2 b1");
    breaks(Defect::MoveFactsAgainstFacts, Rule::MoveFacts, "max a2");
}

#[test]
fn what_is_said_to_searches_over_whole_numbers() {
    breaks(Defect::WholeFacts, Rule::WholeFacts, "");
    breaks(Defect::LeftOut, Rule::Undecided, "max a1 a2 b2");
    breaks(Defect::LeftOutOrder, Rule::Undecided, "");
    breaks(Defect::LeftOutSilently, Rule::Undecided, "max a1");
    breaks(Defect::CanonicalKey, Rule::CanonicalKey, "max a2 b1");
}

#[test]
fn chance() {
    breaks(Defect::HasChance, Rule::Constants, "");
    breaks(Defect::Probabilities, Rule::Probabilities, "");
    breaks(Defect::PlayersWithProbabilities, Rule::Probabilities, "max");
    let found = violation(&Heaps::<false>(Defect::None));
    assert_eq!((found.rule, found.path.len()), (Rule::Chance, 0), "{found}");
}

#[test]
fn opinions() {
    breaks(Defect::Evaluation, Rule::Evaluation, "max a1 b1");
    breaks(Defect::Prospect, Rule::Prospect, "max a1 b1");
    breaks(Defect::Reward, Rule::Reward, "max a1 a2 b1 b2");
    breaks(Defect::RewardShrinks, Rule::Reward, "min a1 a2 b1 b2");
    breaks(Defect::LikelyMove, Rule::LikelyMove, "max a1 a2 b2");
    breaks(Defect::Order, Rule::Order, "");
}

#[test]
fn moves() {
    breaks(Defect::ListedTwice, Rule::ListedOnce, "max a2");
    breaks(Defect::Undo, Rule::Undo, "max");
    breaks(Defect::Advance, Rule::Advance, "max");
    breaks(Defect::PliesLeft, Rule::PliesLeft, "max");
    breaks(Defect::Cycles, Rule::Cycles, "max a1 a2 b2 pass pass");
    let found = violation(&Heaps::<true, false>(Defect::None));
    assert_eq!((found.rule, found.path.join(" ")), (Rule::Codes, "max".into()), "{found}");
}

#[test]
fn random_moves() {
    breaks(Defect::RandomMoveIllegal, Rule::LikelyMove, "min");
    breaks(Defect::RandomMoveOver, Rule::LikelyMove, "min");
    breaks(Defect::RandomMoveUnfair, Rule::RandomMove, "max");
    for defect in [Defect::RandomMoveIllegal, Defect::RandomMoveOver] {
        let found = Suite::with_knowledge(&Heaps::new(defect), &Careful).run().unwrap_err();
        assert_eq!((found.rule, found.path.join(" ")), (Rule::RandomMove, "min".into()), "{found}");
    }
}

/// Draws the first move, so that what `random_move` does is seen by itself.
#[derive(Clone)]
struct Careful;

impl Knowledge<Heaps> for Careful {
    fn likely_move(
        &self,
        game: &Heaps,
        position: &game::Position,
        moves: &mut gametree_model::Moves<<Heaps as Game>::Move>,
        _: &mut Draws,
    ) -> std::ops::ControlFlow<gametree_model::Value, <Heaps as Game>::Move> {
        moves.clear();
        match game.expand(position, moves) {
            gametree_model::Turn::Terminal(value) => std::ops::ControlFlow::Break(value),
            gametree_model::Turn::Inner(_) => std::ops::ControlFlow::Continue(moves.get(0)),
        }
    }
}

#[test]
fn texts() {
    breaks(Defect::MoveText, Rule::MoveText, "max");
    breaks(Defect::ParseMove, Rule::MoveText, "max");
    breaks(Defect::Drawing, Rule::Drawing, "max a2");
    breaks(Defect::DrawingRefused, Rule::Drawing, "max a1 a2");
    let found = violation(&Heaps::new(Defect::PositionText));
    assert_eq!(found.rule, Rule::PositionText, "{found}");
}

#[test]
fn keys() {
    breaks(Defect::KeyBits, Rule::KeyBits, "");
    breaks(Defect::KeyValues, Rule::KeyValues, "min a1 a2 b1 b2");
    breaks(Defect::ReadBack, Rule::ReadBack, "max b2");
    breaks(Defect::ReadAsAnother, Rule::ReadBack, "min");
    let found = violation(&Heaps::new(Defect::AnyNumber));
    assert_eq!(found.rule, Rule::ReadBack, "{found}");
    assert!(found.path[0].starts_with("(the position of key "), "{found}");
    let found = violation(&Heaps::new(Defect::NumberPanics));
    assert_eq!(found.rule, Rule::Panics, "{found}");
    assert!(found.found.contains("it is too large (`position_of` the number "), "{found}");
    let found = violation(&Heaps::<true, true, false>(Defect::None));
    assert_eq!(found.rule, Rule::Constants, "{found}");
}

/// Mirrored positions may share a key, unless the caller asks for unique keys.
#[test]
fn shared_keys() {
    let game = Heaps::new(Defect::SharedKeys);
    assert_eq!(gametree_conformance::check(&game).value, Some(0.into()));
    let found = Suite::new(&game).unique_keys().run().unwrap_err();
    assert_eq!((found.rule, found.path.join(" ")), (Rule::UniqueKeys, "max b1".into()), "{found}");
    assert!(found.found.contains("after 'max a1'"), "{found}");
    assert!(Suite::new(&Heaps::new(Defect::None)).unique_keys().run().is_ok());
    // Then it must not say that keys determine the moves.
    breaks(Defect::KeyMoves, Rule::KeyMoves, "max b1");
}

#[test]
fn symmetries() {
    breaks(Defect::MapMove, Rule::Symmetry, "max b1");
    breaks(Defect::Canonical, Rule::Symmetry, "max b1");
    breaks(Defect::CanonicalTwice, Rule::Symmetry, "max a1");
}

/// Positions that can neither be compared nor shown.
#[test]
fn opaque_positions() {
    let right = Erased::new(Heaps::new(Defect::None));
    assert_eq!(Suite::opaque(&right, &right).run().unwrap().value, Some(0.into()));
    let wrong = Erased::new(Heaps::new(Defect::ReadAsAnother));
    let found = Suite::opaque(&wrong, &()).run().unwrap_err();
    assert_eq!((found.rule, found.path.join(" ")), (Rule::ReadBack, "min".into()), "{found}");
    assert_eq!(found.position, "3 3\nMin");
}

#[test]
#[should_panic(expected = "after max a2 b2\n    1 1\n    Max")]
fn a_violation_shows_where_it_is() {
    gametree_conformance::check(&Heaps::new(Defect::NoMoves));
}

#[test]
fn a_violation_says_what_would_be_right() {
    let text = violation(&Heaps::new(Defect::Facts)).to_string();
    assert!(text.contains("`facts` must contain the value of the position"), "{text}");
    assert!(text.contains("[1, 1] is stated, and the value is -1"), "{text}");
}

/// Messages are words, and what the game itself writes: no output of `Debug`.
#[test]
fn messages_are_written_for_people() {
    let mut found: Vec<Violation> = Defect::ALL
        .iter()
        .filter_map(|&defect| Suite::new(&Heaps::new(defect)).unique_keys().run().err())
        .collect();
    assert!(found.len() >= Defect::ALL.len() - 2, "all but the right game are found");
    found.push(violation(&Heaps::<false>(Defect::None)));
    found.push(violation(&Heaps::<true, false>(Defect::None)));
    found.push(violation(&Heaps::<true, true, false>(Defect::None)));
    for violation in found {
        println!("{violation}\n");
        let text =
            violation.found.replace("which is Position {", "").replace("and not Position {", "");
        for code in ["Some(", "None", "Inner(", "Terminal(", "Exact(", "Take {", "Symmetry("] {
            assert!(!text.contains(code), "{code} in {violation}");
        }
        assert!(!violation.position.contains("Position {"), "{violation}");
    }
}

/// The ends of games that are too large are solved all the same.
#[test]
fn ends_of_large_games_are_solved() {
    let game = Heaps::new(Defect::MoveFacts);
    let found = Suite::new(&game).exhaustive(1).run().unwrap_err();
    assert_eq!(found.rule, Rule::MoveFacts, "{found}");
    let summary = Suite::new(&Heaps::new(Defect::None)).exhaustive(1).run().unwrap();
    assert!(summary.value.is_none() && summary.solved > 1, "{summary}");
    assert!(summary.skipped[0].starts_with("exact values"), "{summary}");
}
