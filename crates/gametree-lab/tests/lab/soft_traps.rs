//! Surveys of soft traps: positions made by hand, and what must not depend on how a survey is run.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::job::{AnyGame, Board, PlayerSpec};
use gametree::{Kind, Turn};
use gametree_arena::units::{Ended, Run, Series, Watcher, run};
use gametree_lab::soft_traps::{
    Estimator, Events, Played, Reading, Row, Source, Summary, Survey, Terms,
};

const TERMS: Terms = Terms { shallow: 2, deep: 4, playouts: 0, tie: 0.1, from_ply: 0, seed: 1 };

fn examine(game: &AnyGame, terms: Terms, position: &str) -> Row {
    let source = Source::SelfPlay(PlayerSpec::parse("random").unwrap());
    let survey = Survey::new(game, "a game", source, None, terms).unwrap();
    survey.examine(position, &Arc::default()).unwrap()
}

/// The index of a move.
fn index(row: &Row, mv: &str) -> usize {
    row.moves.iter().position(|found| found.mv == mv).unwrap_or_else(|| panic!("{mv}"))
}

#[test]
fn a_piece_that_is_protected_is_a_trap_for_those_who_look_one_ply_ahead() {
    let game = gametree_chess::Chess::new().any();
    // The pawn on d5 is protected by the one on e6.
    let row = examine(
        &game,
        Terms { shallow: 1, deep: 2, ..TERMS },
        "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1",
    );
    let found = Events::of(&row, 1, 2);
    let (pawn, values) = (game.margin(), row.values(1));
    let taken = index(&row, "Qxd5");
    assert_eq!(Estimator::Minimax(1).to_string(), "evaluation");
    assert!(values.iter().all(|&value| value <= values[taken]), "it looks best");
    assert!(found.mistake > 7.0 * pawn && found.at_risk > 7.0 * pawn, "{found:?}");
    assert_eq!(found.lost_in, None);
    // Two plies ahead, it is no trap for MM-2.
    let deeper = examine(&game, TERMS, "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1");
    assert!(Events::of(&deeper, 2, 4).mistake < 3.0 * pawn);
    assert!(
        Events::of(&deeper, 2, 4).at_risk > 7.0 * pawn,
        "by Definition 1 the move is there, all the same"
    );
}

#[test]
fn a_bishop_that_takes_a_pawn_and_is_shut_in_is_a_deeper_trap() {
    let game = gametree_chess::Chess::new().any();
    let terms = Terms { deep: 6, ..TERMS };
    let row = examine(&game, terms, SHUT_IN);
    let found = Events::of(&row, 2, 6);
    let (taken, near) = (index(&row, "Bxa7"), row.values(2));
    assert!(near.iter().all(|&value| value <= near[taken]), "two plies ahead it wins a pawn");
    let far = row.values(6);
    assert!(
        far.iter().any(|&value| value > far[taken] + game.margin()),
        "six plies ahead it loses"
    );
    assert!(found.mistake > game.margin(), "{found:?}");
    assert!(row.values(1)[taken] - far[taken] <= found.at_risk);
}

/// After 1. Bxa7 b6 the king comes to b7.
const SHUT_IN: &str = "2k5/ppp2ppp/3b4/8/8/4B3/PPP2PPP/6K1 w - - 0 1";

#[test]
fn mate_is_a_hard_trap_of_its_level() {
    let game = gametree_chess::Chess::new().any();
    // The fool's mate: 2. g4 Qh4#.
    let row = examine(&game, TERMS, "f3 e5");
    assert_eq!(row.moves[index(&row, "g4")].lost_in, Some(1));
    assert_eq!(row.moves[index(&row, "e4")].lost_in, None);
    assert_eq!(Events::of(&row, 2, 4).lost_in, Some(1));
}

/// Whether `winner` can force a win within so many plies.
fn wins(board: &mut Board<'_>, winner: Kind, plies: u32, middle: f64) -> bool {
    let mover = match board.turn() {
        Turn::Terminal(value) if winner == Kind::Max => return value.get() > middle,
        Turn::Terminal(value) => return value.get() < middle,
        Turn::Inner(kind) => kind,
    };
    if plies == 0 {
        return false;
    }
    let mut after = board.moves().into_iter().map(|mv| {
        board.play(mv);
        let found = wins(board, winner, plies - 1, middle);
        board.take_back();
        found
    });
    if mover == winner { after.any(|found| found) } else { after.all(|found| found) }
}

#[test]
fn levels_of_hard_traps_are_those_of_a_plain_search() {
    // With values that count the margin of a win, and without.
    for name in ["connect4:4x4", "breakthrough:5x5", "kalah:3,2", "mnk:3,3,3"] {
        let game = gametree_games::open(name).unwrap();
        let source = Source::SelfPlay(PlayerSpec::parse("random").unwrap());
        let survey = Survey::new(&game, name, source, None, TERMS).unwrap();
        let (mut lost, mut all) = (0, 0);
        let range = game.value_range();
        let middle = range.lower.get().midpoint(range.upper.get());
        for number in 0..30 {
            let row = survey.unit(number, &Arc::default()).unwrap();
            let text = Some(row.position.as_str()).filter(|text| !text.is_empty());
            let mut board = game.board(text).unwrap();
            let opponent = if row.max { Kind::Min } else { Kind::Max };
            for found in &row.moves {
                board.play(board.parse(&found.mv).unwrap());
                let slow = (0..TERMS.deep).find(|&plies| wins(&mut board, opponent, plies, middle));
                board.take_back();
                assert_eq!(found.lost_in, slow, "{name} {} {}", row.position, found.mv);
                lost += u32::from(slow.is_some());
                all += 1;
            }
        }
        assert!(lost > 0 && lost < all, "{name}: {lost} of {all}");
    }
}

/// Two short games.
fn games() -> Source {
    let played = |number: u64, text: &str| {
        let moves: Vec<String> = text.split(' ').map(String::from).collect();
        let (title, start, names) = (String::new(), String::new(), Vec::new());
        Played { number, title, start, moves, names }
    };
    Source::Games(vec![played(1, "f3 e5 g4 Qh4"), played(3, "e4 e5 Nf3 d6 d4 exd4")])
}

#[derive(Default)]
struct Rows(Vec<Row>);

impl Watcher<Row> for Rows {
    fn row(&mut self, row: &Row) -> ControlFlow<()> {
        self.0.push(row.clone());
        ControlFlow::Continue(())
    }
}

fn rows(survey: &Survey<'_>, threads: usize, file: Option<&Path>) -> Vec<Row> {
    let (units, interrupt) = (survey.positions(), Arc::<AtomicBool>::default());
    let how = Run { units, threads: NonZero::new(threads).unwrap(), file, interrupt };
    let mut rows = Rows::default();
    assert_eq!(run(survey, &how, &mut rows), Ok(Ended::Complete));
    rows.0
}

#[test]
fn rows_do_not_depend_on_threads_or_interruptions_and_longer_samples_go_on() {
    let game = gametree_chess::Chess::new().any();
    let survey =
        |each| Survey::new(&game, "chess", games(), each, Terms { deep: 3, ..TERMS }).unwrap();
    let all = rows(&survey(None), 1, None);
    assert_eq!(all.len(), 10);
    assert_eq!(rows(&survey(None), 2, None), all);
    let path = std::env::temp_dir().join(format!("soft-traps-{}.jsonl", std::process::id()));
    let _ = std::fs::remove_file(&path);
    assert_eq!(rows(&survey(Some(2)), 2, Some(&path)), all[..4]);
    let text = std::fs::read_to_string(&path).unwrap();
    // As if it had been killed within a line.
    std::fs::write(&path, &text[..text.len() * 2 / 3]).unwrap();
    assert_eq!(rows(&survey(None), 2, Some(&path)), all);
    assert!(std::fs::read_to_string(&path).unwrap().starts_with(&text));
    std::fs::remove_file(&path).unwrap();
}

/// A unit depends on nothing but its number: not on which units were done before.
#[test]
fn playouts_depend_on_the_seed_and_the_number_alone() {
    let game = gametree_games::open("connect4:4x4").unwrap();
    let survey = |seed| {
        let terms = Terms { playouts: 3, seed, ..TERMS };
        let source = Source::SelfPlay(PlayerSpec::parse("mcts:nodes=20").unwrap());
        Survey::new(&game, "connect4:4x4", source, None, terms).unwrap()
    };
    let unit = |seed, number| survey(seed).unit(number, &Arc::default()).unwrap();
    let forth: Vec<Row> = (0..6).map(|number| unit(1, number)).collect();
    let back: Vec<Row> = (0..6).rev().map(|number| unit(1, number)).collect();
    assert!(forth.iter().eq(back.iter().rev()));
    assert_ne!(forth, (0..6).map(|number| unit(2, number)).collect::<Vec<Row>>());
    for mv in forth.iter().flat_map(|row| &row.moves) {
        let rewards = [mv.random, mv.greedy, mv.weak].map(Option::unwrap);
        assert!(rewards.iter().all(|reward| (0.0..=1.0).contains(reward)), "{rewards:?}");
    }
}

#[test]
fn a_summary_counts_games_once() {
    let game = gametree_chess::Chess::new().any();
    let survey = Survey::new(&game, "chess", games(), None, TERMS).unwrap();
    let rows = rows(&survey, 2, None);
    let reading = Reading { tie: 0.1, tie_of_rewards: 0.05, unit: game.margin(), terms: TERMS };
    let summary = Summary::new(&rows, &[0.01, 1.0, 1000.0], reading);
    assert_eq!((summary.positions, summary.games), (10, 2));
    let [small, _, large] = &summary.sweep[..] else { panic!() };
    assert_eq!((small.at_risk.games.count, small.at_risk.games.of), (2, 2));
    assert_eq!(large.at_risk.positions.count, 0);
    // In the first game, white could be mated after 1. f3 e5, and in no other position.
    let level = &summary.levels[0];
    assert_eq!((level.plies, level.traps.games.count), (1, 1));
    assert_eq!(summary.agreement.len(), 2, "nobody has asked for playouts");
    let evaluation = &summary.agreement[1];
    assert_eq!((&*evaluation.estimator, evaluation.positions), ("evaluation", 10));
    let own = Estimator::Minimax(4);
    assert!(rows.iter().all(|row| row.estimates(own).is_some()));
}

#[test]
fn what_cannot_be_surveyed_is_refused() {
    let refused = |name: &str, by: &str| {
        let game = gametree_games::open(name).unwrap();
        let source = Source::SelfPlay(PlayerSpec::parse(by).unwrap());
        Survey::new(&game, name, source, None, TERMS).err()
    };
    assert!(refused("pig:20", "random").unwrap().contains("chance"), "dice");
    assert!(refused("tictactoe", "random").is_some(), "no evaluation");
    assert!(refused("connect4", "random").is_none());
}
