//! Monte Carlo with proofs on real games: what it proves is true, and it proves what it should.

use std::ops::ControlFlow;

use gametree::erased::{Erased, Position};
use gametree::mcts::{Mcts, Playout, Selection, Settings};
use gametree::registry::Spec;
use gametree::{Draws, Game, Knowledge, Moves, Search, Storage, Turn, Workspace};
use gametree_games::breakthrough::Breakthrough;
use gametree_games::connect4::Connect4;
use gametree_games::ewn::Ewn;
use gametree_games::kalah::Kalah;
use gametree_games::tictactoe::TicTacToe;

fn solver(seed: u64) -> Settings {
    Settings { proves: true, seed, ..Settings::default() }
}

/// The value, and how many rollouts it took to prove it.
fn prove<G: Game + Knowledge<G>>(game: &G, most: u32) -> (f64, u32) {
    let mut search = Mcts::new(game, game, &game.start(), solver(1), usize::MAX).unwrap();
    let mut question = Search::bare(game).knowledge(game);
    let mut walk = question.walk().unwrap();
    while search.visits() < most && search.rollout(&mut walk) {}
    let value = search.bounds().exact().unwrap_or_else(|| panic!("{}", search.bounds()));
    (value.get(), search.visits())
}

#[test]
fn small_games_are_proven() {
    assert_eq!(prove(&TicTacToe, 100_000).0, 0.0);
    // One type of game is enough to compile the search for.
    assert_eq!(prove(&Erased::new(Connect4::new(4, 4).unwrap()), 1_000_000).0, 0.0);
    assert_eq!(prove(&Erased::new(Breakthrough::new(4, 4).unwrap()), 1_000_000).0, -1.0);
}

/// A position that random moves lead to, not over.
fn somewhere(game: &Erased, draws: &mut Draws, plies: u64) -> Option<Position> {
    let (mut position, mut moves) = (game.start(), Moves::new());
    for _ in 0..draws.below(plies) {
        match game.random_move(&position, &mut moves, draws) {
            ControlFlow::Break(_) => return None,
            ControlFlow::Continue(mv) => game.play(&mut position, mv),
        };
    }
    matches!(game.judge(&position), Turn::Inner(_)).then_some(position)
}

const PLAYOUTS: [Playout; 5] =
    [Playout::Random, Playout::Careful, Playout::Informed, Playout::Path, Playout::Learned];

/// Holds what is proven after a few rollouts to the exact value, found by another search; says how often that was
/// the value.
fn never_lies(game: &Erased, plies: u64, (other, storage): (&str, Storage)) -> u32 {
    let other = Spec::parse(other).unwrap();
    let value = |position| {
        let search = Search::new(game).position(position);
        let outcome = search.reusing(&mut Workspace::new(storage)).run_erased(&other);
        outcome.unwrap().value().unwrap().get()
    };
    let (mut draws, mut solved) = (Draws::new(plies), 0);
    for seed in 0..150 {
        let Some(position) = somewhere(game, &mut draws, plies) else { continue };
        let selection = match seed % 4 {
            0 => Selection::Ucb1,
            1 => Selection::Ucb1Tuned,
            2 => Selection::Greedy(0.1),
            _ => Selection::Decaying(5.0),
        };
        let playout = PLAYOUTS[seed as usize % PLAYOUTS.len()];
        let settings = Settings { selection, playout, ..solver(seed) };
        let mut search = Mcts::new(game, game, &position, settings, usize::MAX).unwrap();
        let mut question = Search::bare(game).knowledge(game);
        let mut walk = question.walk().unwrap();
        let exact = value(position);
        for rollouts in [1, 10, 100, 1000] {
            while search.visits() < rollouts && search.rollout(&mut walk) {}
            let bounds = search.bounds();
            let (lower, upper) = (bounds.lower.get(), bounds.upper.get());
            assert!(lower - 1e-9 <= exact && exact <= upper + 1e-9, "{seed}: {exact} in {bounds}");
        }
        solved += u32::from(search.is_solved());
    }
    solved
}

#[test]
fn what_is_proven_is_true() {
    let scout = ("scout", Storage::Auto);
    let connect4 = Erased::new(Connect4::new(5, 4).unwrap());
    assert!(never_lies(&connect4, 16, scout) > 30);
    let breakthrough = Erased::new(Breakthrough::new(4, 4).unwrap());
    assert!(never_lies(&breakthrough, 12, scout) > 30);
    let kalah = Erased::new(Kalah::new(3, 2, false).unwrap());
    assert!(never_lies(&kalah, 10, scout) > 10);
    let ewn = Erased::new(Ewn::new(3).unwrap());
    assert!(never_lies(&ewn, 12, ("rollout:best-first", Storage::Plain)) > 10);
}
