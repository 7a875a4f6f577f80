//! Matches at a small game, with and without dice.

use std::collections::HashSet;
use std::fs;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gametree::job::AnyGame;
use gametree_arena::ledger;
use gametree_arena::sprt::{Sprt, Verdict};
use gametree_arena::units::{Ended, Run, Watcher};
use gametree_arena::{Contest, Openings, Outcome, Record, Winner, compete, replay};

const PLAIN: &str = "tictactoe";
const DICED: &str = "ewn:5";

fn game(name: &str) -> AnyGame {
    gametree_games::open(name).unwrap()
}

fn contest<'g>(game: &'g AnyGame, players: &[&str], openings: Openings) -> Contest<'g> {
    let players: Vec<String> = players.iter().map(|text| (*text).into()).collect();
    Contest::new(game, "some game", &players, openings, 4).unwrap()
}

/// A watcher that ignores everything.
struct Nobody;

impl Watcher<Record> for Nobody {
    fn row(&mut self, _: &Record) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

fn play(
    contest: &Contest<'_>,
    games: u64,
    threads: usize,
    file: Option<&Path>,
    sprt: Option<Sprt>,
) -> Outcome {
    let units = games * contest.pairs().len() as u64;
    let threads = NonZero::new(threads).unwrap();
    let how = Run { units, threads, file, interrupt: Arc::default() };
    compete(contest, &how, sprt, &mut Nobody).unwrap()
}

fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

fn records(path: &Path) -> Vec<Record> {
    ledger::read(path).unwrap().rows
}

#[test]
fn games_do_not_depend_on_threads_and_replay() {
    for (name, game) in [("plain", &game(PLAIN)), ("diced", &game(DICED))] {
        let players = ["random", "mcts:nodes=40", "mcts-solver:nodes=40,reuse=no"];
        let contest = contest(game, &players, Openings::Random(2));
        let paths = [1, 3].map(|threads| {
            let path = fresh(&format!("arena-{name}-{threads}.jsonl"));
            play(&contest, 8, threads, Some(&path), None);
            path
        });
        let [one, three] = paths.each_ref().map(|path| fs::read_to_string(path).unwrap());
        assert_eq!(one, three);
        let games = records(&paths[0]);
        assert_eq!(games.len(), 24);
        for record in &games {
            replay(game, record, &mut |_| {}).unwrap();
        }
        // A longer match begins with the shorter one, and goes on from it.
        let longer = fresh(&format!("arena-{name}-longer.jsonl"));
        play(&contest, 10, 2, Some(&longer), None);
        play(&contest, 10, 2, Some(&paths[0]), None);
        let [longer, went_on] = [&longer, &paths[0]].map(|path| fs::read_to_string(path).unwrap());
        assert!(longer.starts_with(&one) && went_on == longer);
    }
}

#[test]
fn couples_share_the_opening_and_change_colours() {
    let (path, game) = (fresh("arena-couples.jsonl"), game(DICED));
    let contest = contest(&game, &["random", "random", "random"], Openings::Random(3));
    let outcome = play(&contest, 20, 2, Some(&path), None);
    let games = records(&path);
    let mut openings = HashSet::new();
    for couple in games.chunks(2) {
        let [a, b] = couple else { panic!("games come in couples") };
        assert_eq!((a.max, a.min, &a.opening), (b.min, b.max, &b.opening));
        let moves = a.opening.iter().filter(|mv| mv.parse::<u32>().is_err());
        assert_eq!((moves.count(), a.opening.len()), (3, 6));
        openings.insert(&a.opening);
    }
    assert!(openings.len() > 15);
    assert!(games.chunks(2).filter(|couple| couple[0].moves != couple[1].moves).count() > 20);
    // All is counted.
    let points: u64 = outcome.tally.pairs.iter().map(|pair| 2 * pair.won + pair.drawn).sum();
    let half_points = |game: &Record| {
        let points = game.result.half_points();
        (if game.max < game.min { points } else { 2 - points }) as u64
    };
    assert_eq!(points, games.iter().map(half_points).sum::<u64>());
    assert_eq!(outcome.tally.games(), 60);
    let max_won = games.iter().filter(|game| game.result == Winner::Max).count() as u64;
    assert_eq!(outcome.tally.by_colour[0], max_won);
}

#[test]
fn openings_never_end_the_game() {
    // Of two stones one must stay, and of one none can be taken.
    let (path, game) = (fresh("arena-short.jsonl"), game("nim:2"));
    let contest = contest(&game, &["random", "random"], Openings::Random(5));
    play(&contest, 10, 1, Some(&path), None);
    assert!(records(&path).iter().all(|game| game.opening == ["1:1"] && game.moves == ["1:1"]));
}

#[test]
fn positions_take_turns_and_bad_ones_have_a_line() {
    let board = game(PLAIN);
    let read = |text: &str| Openings::parse_lines(text, &board);
    let openings = read("# a comment\n1 2\n\nstart\n 3\n").unwrap();
    let path = fresh("arena-positions.jsonl");
    let contest = contest(&board, &["random", "random"], openings);
    play(&contest, 8, 2, Some(&path), None);
    let positions = [Some("1 2"), None, Some("3"), Some("1 2")];
    for (couple, position) in records(&path).chunks(2).zip(positions) {
        assert!(couple.iter().all(|game| game.position.as_deref() == position));
        assert!(couple.iter().all(|game| replay(&board, game, &mut |_| {}).is_ok()));
    }
    assert!(read("1\n2\n10\n").unwrap_err().starts_with("line 3: "));
    assert_eq!(read("1 4 2 5 3").unwrap_err(), "line 1: the game is over there");
    assert_eq!(read("#\n").unwrap_err(), "no position");
    let domineering = game("domineering:3x3");
    let drawn = ["#../#../...", "start"];
    let listed = Openings::of_positions(&drawn, &domineering).unwrap();
    assert_eq!(listed, Openings::Positions(drawn.map(String::from).into()));
    let read = Openings::parse_lines(&format!("# ours\n{}\n", drawn.join("\n")), &domineering);
    assert_eq!(read, Ok(listed));
    let refused = Openings::of_positions(&["start", "# ours"], &domineering).unwrap_err();
    assert!(refused.starts_with("number 2: "), "{refused}");
}

#[test]
fn the_better_player_wins() {
    let game = game(PLAIN);
    let contest = contest(&game, &["mcts-solver:nodes=2000", "random"], Openings::Random(2));
    let outcome = play(&contest, 60, 2, None, None);
    let pair = outcome.tally.pairs[0];
    let (low, _) = pair.couples.interval();
    assert!(pair.won > 45 && low > 0.5, "{pair:?}");
    assert_eq!(outcome.tally.score(1, 0), pair.couples.score().map(|score| 1.0 - score));
    assert_eq!(outcome.tally.total(0), pair.couples.score());
}

#[test]
fn a_test_ends_the_match_whatever_the_threads() {
    let (sprt, game) = (Sprt::parse("elo0=0,elo1=100").unwrap(), game(PLAIN));
    let mut files = Vec::new();
    for threads in [1, 4] {
        let path = fresh(&format!("arena-sprt-{threads}.jsonl"));
        let players = ["mcts-solver:nodes=500", "random"];
        let contest = contest(&game, &players, Openings::Random(2));
        let outcome = play(&contest, 1000, threads, Some(&path), Some(sprt));
        assert_eq!((outcome.ended, outcome.verdict), (Ended::Enough, Some(Verdict::Elo1)));
        assert!(outcome.tally.games() < 200);
        files.push(fs::read_to_string(&path).unwrap());
        let fewer = play(&contest, 4, 1, Some(&path), Some(sprt));
        assert_eq!((fewer.ended, fewer.verdict), (Ended::Complete, None));
    }
    assert_eq!(files[0], files[1]);
    let contest = contest(&game, &["random", "random", "random"], Openings::Random(2));
    let how =
        Run { units: 6, threads: NonZero::<usize>::MIN, file: None, interrupt: Arc::default() };
    assert!(compete(&contest, &how, Some(sprt), &mut Nobody).is_err());
}

#[test]
fn players_without_a_budget_still_move() {
    let players = ["mcts:nodes=0", "alphabeta:nodes=1"];
    let game = game(PLAIN);
    let contest = contest(&game, &players, Openings::Random(0));
    assert_eq!(play(&contest, 4, 1, None, None).tally.games(), 4);
}

#[test]
fn repeated_games_are_counted() {
    let players = ["alphabeta:nodes=1M", "mtd-f:nodes=1M"];
    let game = game(PLAIN);
    let contest = contest(&game, &players, Openings::Random(0));
    let outcome = play(&contest, 10, 2, None, None);
    assert_eq!((outcome.tally.repeated, outcome.tally.games()), (8, 10));
}

#[test]
fn altered_games_do_not_replay() {
    let (path, board) = (fresh("arena-altered.jsonl"), game(PLAIN));
    let contest = contest(&board, &["random", "random"], Openings::Random(1));
    play(&contest, 8, 1, Some(&path), None);
    let won = |game: &Record| game.result != Winner::Draw;
    let game = records(&path).into_iter().find(won).unwrap();
    let verdict = |change: &dyn Fn(&mut Record)| {
        let mut game = game.clone();
        change(&mut game);
        replay(&board, &game, &mut |_| {})
    };
    assert_eq!(verdict(&|_| {}), Ok(()));
    assert!(verdict(&|game| game.moves[1] = "10".into()).unwrap_err().starts_with("move 3: "));
    assert!(verdict(&|game| drop(game.moves.pop())).unwrap_err().contains("not over"));
    assert!(verdict(&|game| game.moves.push("1".into())).unwrap_err().contains("after the end"));
    assert!(verdict(&|game| game.value = Some(7.0)).unwrap_err().contains("recorded"));
    assert!(verdict(&|game| game.result = Winner::Draw).is_err());
    let mut scenes = Vec::new();
    replay(&board, &game, &mut |scene| scenes.push(scene)).unwrap();
    assert_eq!(scenes.len(), game.opening.len() + game.moves.len() + 1);
    assert!(scenes[0].opening && !scenes[1].opening && scenes.last().unwrap().mover.is_none());
}

#[test]
fn who_cannot_play_is_refused() {
    let refused = |name: &str, players: &[&str]| {
        let game = game(name);
        let players: Vec<String> = players.iter().map(|text| (*text).into()).collect();
        Contest::new(&game, name, &players, Openings::Random(2), 1).err().unwrap()
    };
    assert!(refused(PLAIN, &["random"]).contains("two players"));
    assert!(refused(PLAIN, &["random", "mcts-solvr"]).contains("did you mean 'mcts-solver'?"));
    assert!(refused(PLAIN, &["random", "mcts:q=1"]).contains("no parameter 'q'"));
    assert!(
        refused(PLAIN, &["random", "ab:nodes=9"]).contains("'ab:nodes=9' cannot play tictactoe")
    );
    assert!(refused(DICED, &["random", "alphabeta:nodes=9"]).contains("chance nodes"));
}
