//! Players that are to choose among some of the moves do so, whatever they search by.

use std::num::NonZero;

use gametree::Limits;
use gametree::job::{AnyGame, Board, Job, PlayerSpec};
use gametree::registry::{ALGORITHMS, SAMPLERS, Spec};

/// Every algorithm, and some with parameters that matter here.
fn names() -> impl Iterator<Item = String> {
    let more = [
        "mcts-alphabeta:p=0.5,bonus=each,root=yes",
        "mcts-alphabeta:p=0",
        "mcts-solver:transpositions=no",
        "mcts:selection=greedy:0.2",
    ];
    let all = ALGORITHMS.iter().chain(SAMPLERS).map(|entry| entry.name);
    all.chain(more).map(String::from)
}

/// The value of each move, by its code.
fn values(game: &AnyGame, board: &mut Board<'_>) -> Vec<(u32, f64)> {
    let moves = board.moves();
    let mut value = |code: u32| {
        board.play(code);
        let job = Job::new(Some(Spec::parse("scout").unwrap())).position(board.position_text());
        board.take_back();
        game.run(&job, &mut ()).unwrap().value().expect("it ends").get()
    };
    moves.into_iter().map(|code| (code, value(code))).collect()
}

/// How many values were proven.
fn asked(game: &AnyGame, board: &mut Board<'_>, for_max: bool) -> u32 {
    let (values, position) = (values(game, board), board.position_text());
    let better = |a: f64, b: f64| if for_max { a.max(b) } else { a.min(b) };
    let right = values.iter().map(|&(_, value)| value).reduce(better).unwrap();
    let mut proven = 0;
    for (number, name) in names().enumerate() {
        let spec = PlayerSpec::parse(&name).unwrap();
        for threads in [1, 2] {
            // Some need dice, cycles or an evaluation.
            let Ok(mut player) = game.player(&spec, Some(&position), 7) else { continue };
            player.set_threads(NonZero::new(threads).unwrap());
            let limits = Limits::none().nodes(3_000);
            let first = number % values.len();
            let only = [values[first], values[(first + 2) % values.len()]];
            let codes = only.map(|(code, _)| code);
            let found = player.think_within(limits.clone(), &codes, &mut |_| ()).unwrap();
            let best = found
                .best_move()
                .map(|mv| mv.code)
                .unwrap_or_else(|| panic!("{name} plays nothing"));
            assert!(
                codes.contains(&best),
                "{name}, {threads} threads: {best} is none of {codes:?}"
            );
            if let Some(value) = found.value() {
                let [a, b] = only.map(|(_, value)| value);
                assert_eq!(value.get(), better(a, b), "{name}, {threads} threads");
                proven += 1;
            }
            // The next search is of all moves again.
            let found = player.think_within(limits, &[], &mut |_| ()).unwrap();
            if let Some(value) = found.value() {
                assert_eq!(value.get(), right, "{name}, {threads} threads");
            }
        }
    }
    proven
}

#[test]
fn only_moves_that_were_asked_for_are_played() {
    let breakthrough = gametree_games::open("breakthrough:4x4").unwrap();
    asked(&breakthrough, &mut breakthrough.board(None).unwrap(), true);
    let tictactoe = gametree_games::open("tictactoe").unwrap();
    // A corner is taken: only the centre draws.
    let mut board = tictactoe.board(None).unwrap();
    board.play(board.moves()[0]);
    let proven = asked(&tictactoe, &mut board, false);
    assert!(proven > 40, "{proven} values were proven");
}

/// A move that is not possible is an error of whoever asks, whatever the player searches by.
#[test]
fn impossible_moves_are_refused() {
    let game = gametree_games::open("tictactoe").unwrap();
    for name in ["scout", "mcts-solver", "rollout:leftmost"] {
        let spec = PlayerSpec::parse(name).unwrap();
        let mut player = game.player(&spec, None, 1).unwrap();
        let limits = Limits::none().nodes(100);
        for moves in [&[99][..], &[0, 99]] {
            let found = player.think_within(limits.clone(), moves, &mut |_| ());
            let error = found.unwrap_err().to_string();
            assert!(error.contains("there is no move with code 99"), "{name}: {error}");
        }
        assert!(player.think_within(limits, &[0], &mut |_| ()).is_ok(), "{name}");
    }
}
