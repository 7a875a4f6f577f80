//! What every registered game must keep to.

use std::collections::HashMap;
use std::fmt::Debug;

use gametree::classic::Minimax;
use gametree::job::{AnyGame, Job};
use gametree::policy::Leftmost;
use gametree::registry::Spec;
use gametree::{Bounds, Game, Key, Moves, Notation, Rollout, Search, Turn, Value, Workspace};
use gametree_games::GAMES;
use gametree_games::connect4::Connect4;
use gametree_games::ordered::{Order, OrderedTree};
use gametree_games::random::{Leaves, RandomTree};
use gametree_games::tictactoe::TicTacToe;
use gametree_games::tree::Tree;

/// Enough chance for picking moves.
fn scramble(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize
}

/// Plays games by chance and looks at every position on the way.
fn playouts<G: Notation>(game: &G, count: u32)
where
    G::Position: PartialEq + Debug,
{
    let mut seed = 7;
    for _ in 0..count {
        let mut position = game.start();
        let mut written = Vec::new();
        loop {
            let mut moves = Moves::new();
            let turn = game.expand(&position, &mut moves);
            assert_eq!(turn, game.judge(&position), "judge and expand disagree at {written:?}");
            if let Turn::Terminal(value) = turn {
                assert!(moves.is_empty(), "a finished game has no moves");
                assert!(game.values().range.contains(value), "{value} is out of range");
                assert!(game.facts(&position).contains(value), "facts are wrong at {written:?}");
                break;
            }
            every_move(game, &position, &moves);
            let mv = moves.as_slice()[scramble(&mut seed) % moves.len()];
            written.push(game.move_text(&position, mv));
            game.play(&mut position, mv);
        }
        let again = game.parse_position(&written.join(" ")).unwrap();
        assert_eq!(again, position, "{written:?}");
    }
}

/// Taking back restores; texts name one move each; canonical positions correspond.
fn every_move<G: Notation>(game: &G, position: &G::Position, moves: &Moves<G::Move>)
where
    G::Position: PartialEq + Debug,
{
    assert!(!moves.is_empty(), "an unfinished game has a move");
    for (i, &mv) in moves.as_slice().iter().enumerate() {
        let mut there = position.clone();
        let undo = game.play(&mut there, mv);
        let after = game.key(&there);
        assert_eq!(after, game.key(&there.clone()), "a key must not depend on anything else");
        game.undo(&mut there, mv, undo);
        assert_eq!(&there, position, "taking {mv:?} back does not restore the position");
        let text = game.move_text(position, mv);
        assert_eq!(game.parse_move(position, &text), Ok(mv), "{text}");
        assert!(!moves.as_slice()[..i].contains(&mv), "{mv:?} is listed twice");
    }
    if let Some((canonical, symmetry)) = game.canonical(position) {
        assert_eq!(game.canonical(&canonical), None, "a canonical position is its own");
        let mut other = Moves::new();
        assert_eq!(game.judge(position), game.expand(&canonical, &mut other));
        let mut mapped: Vec<_> =
            moves.as_slice().iter().map(|&mv| game.map_move(symmetry, mv)).collect();
        for mv in other.as_slice() {
            let place = mapped.iter().position(|m| m == mv).expect("the map is onto");
            mapped.swap_remove(place);
        }
        assert!(mapped.is_empty(), "the map is one to one");
    }
}

fn value<G: Game>(game: &G, position: &G::Position) -> Value {
    let search = Search::new(game).position(position.clone());
    search.run(&mut Rollout::new(Leftmost)).unwrap().value().unwrap()
}

/// On a small game, every position within `plies` of the start: facts of nodes and children contain
/// the value, equal exact keys have equal values, and so have canonical positions.
fn exhaustive<G: Notation>(game: &G, plies: u32) {
    let mut known: HashMap<u128, Value> = HashMap::new();
    visit(game, &game.start(), plies, &mut known);
}

fn visit<G: Notation>(
    game: &G,
    position: &G::Position,
    plies: u32,
    known: &mut HashMap<u128, Value>,
) {
    let key = match game.key(position) {
        Some(Key::Exact(key)) => Some(key),
        _ => None,
    };
    let seen = key.and_then(|key| known.get(&key).copied());
    let value = value(game, position);
    assert!(game.facts(position).contains(value), "facts {}", game.facts(position));
    if let Some((canonical, _)) = game.canonical(position) {
        assert_eq!(self::value(game, &canonical), value, "a symmetry changes the value");
    }
    if let Some(seen) = seen {
        assert_eq!(seen, value, "equal keys, different values");
        return;
    }
    if let Some(key) = key {
        known.insert(key, value);
    }
    let mut moves = Moves::new();
    if plies == 0 || matches!(game.expand(position, &mut moves), Turn::Terminal(_)) {
        return;
    }
    for (i, &mv) in moves.as_slice().iter().enumerate() {
        let mut child = position.clone();
        game.play(&mut child, mv);
        let fact: Bounds = moves.fact(i);
        assert!(fact.contains(self::value(game, &child)), "a fact about a child is wrong");
        visit(game, &child, plies - 1, known);
    }
}

#[test]
fn tictactoe_conforms() {
    playouts(&TicTacToe, 300);
    exhaustive(&TicTacToe, 4);
    assert_eq!(value(&TicTacToe, &TicTacToe.start()), Value::ZERO);
}

#[test]
fn connect4_conforms() {
    for (width, height) in [(7, 6), (4, 4), (1, 1), (9, 6), (1, 29), (5, 3), (2, 9)] {
        playouts(&Connect4::new(width, height).unwrap(), 100);
    }
    for (width, height) in [(4, 3), (3, 4), (5, 2)] {
        exhaustive(&Connect4::new(width, height).unwrap(), 5);
    }
}

/// Small boards; the values are those of John Tromp's table.
#[test]
fn small_boards_of_connect4_are_draws() {
    for (width, height) in [(4, 4), (4, 3), (5, 3)] {
        let game = Connect4::new(width, height).unwrap();
        assert_eq!(value(&game, &game.start()), Value::ZERO, "{width}x{height}");
    }
}

#[test]
fn random_trees_conform() {
    playouts(&RandomTree::new(3, 6, 5, Leaves::BINARY).unwrap(), 50);
    playouts(&RandomTree::new(1, 0, 5, Leaves::I32).unwrap(), 1);
    exhaustive(&RandomTree::new(3, 4, 5, Leaves::I32).unwrap(), 4);
    for order in [Order::Best, Order::Worst] {
        playouts(&OrderedTree::new(3, 6, 5, Leaves::I32, order).unwrap(), 50);
    }
}

#[test]
fn explicit_trees_conform() {
    let text = r#"{"max":[{"min":[3,{"max":[5,3]}]},{"min":[2,9,1]},4]}"#;
    let tree = Tree::from_json(text.as_bytes()).unwrap();
    playouts(&tree, 50);
    exhaustive(&tree, 5);
}

/// Every registered game is looked at above.
#[test]
fn no_game_is_forgotten() {
    let names: Vec<&str> = GAMES.iter().map(|entry| entry.name).collect();
    assert_eq!(names, ["tree", "random", "tictactoe", "connect4"], "add a test, then its name");
}

/// A job runs the same search as the types do.
#[test]
fn erasing_the_type_changes_nothing() {
    let game = Connect4::new(4, 4).unwrap();
    let search = Search::new(&game).knowledge(&game);
    let typed = search.run_in(&mut Rollout::new(Leftmost), &mut Workspace::default()).unwrap();
    let job = Job::new(Some(Spec::parse("rollout:leftmost").unwrap()));
    let erased = (&game as &dyn AnyGame).run(&job, &mut ()).unwrap();
    assert_eq!((erased.bounds, erased.counts), (typed.bounds, typed.counts));
    let line: Vec<String> = typed.line.iter().map(|column| (column + 1).to_string()).collect();
    assert_eq!(erased.line, line);
}

#[test]
fn minimax_averages_over_chance() {
    let text = r#"{"max":[{"chance":[[0.25,8],["3/4",{"min":[4,2]}]]},3]}"#;
    let tree = Tree::from_json(text.as_bytes()).unwrap();
    let outcome = Search::new(&tree).run(&mut Minimax).unwrap();
    assert_eq!(outcome.value(), Value::new(3.5));
}

/// The same tree on every platform: hashes of paths and leaves, recorded once.
#[test]
fn random_trees_stay_the_same() {
    let leaf = |spec: &str| {
        let job = Job::new(Some(Spec::parse("alphabeta").unwrap()));
        gametree_games::open(spec).unwrap().run(&job, &mut ()).unwrap().bounds.lower
    };
    assert_eq!(leaf("random:b=1,d=1,seed=1"), Value::from(-1_789_254_152));
    assert_eq!(leaf("random:b=4,d=8,seed=1"), Value::from(-830_244_832));
    assert_eq!(leaf("random:b=3,d=5,seed=2,leaves=-100..100,order=worst"), Value::from(18));
}
