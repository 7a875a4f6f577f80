//! What every registered game must keep to.

use crate::effort::effort;
use std::fmt::Debug;

use gametree::exact::Minimax;
use gametree::job::{AnyGame, Job};
use gametree::policy::Leftmost;
use gametree::registry::Spec;
use gametree::{Bounds, Game, Key, Knowledge, Notation, Rollout, Search, Value};
use gametree_conformance::{Checked, Suite, Summary};
use gametree_games::GAMES;
use gametree_games::breakthrough::Breakthrough;
use gametree_games::chance::Chance;
use gametree_games::connect4::Connect4;
use gametree_games::cops::{Cops, Placement};
use gametree_games::dchain::dchain;
use gametree_games::domineering::Domineering;
use gametree_games::dots::Dots;
use gametree_games::ewn::Ewn;
use gametree_games::hex::Hex;
use gametree_games::implanted::{Implanted, Plan};
use gametree_games::kalah::Kalah;
use gametree_games::mnk::Mnk;
use gametree_games::nim::Nim;
use gametree_games::noisy::NoisyTree;
use gametree_games::ordered::{Order, OrderedTree};
use gametree_games::othello::Othello;
use gametree_games::pig::Pig;
use gametree_games::random::{Leaves, RandomTree};
use gametree_games::tictactoe::TicTacToe;
use gametree_games::tree::Tree;

/// Checks a game as often and as far as the settings say, without any other limit.
fn check<G: Checked + Knowledge<G>>(game: &G, settings: impl FnOnce(Suite) -> Suite) -> Summary
where
    G::Position: PartialEq + Debug,
{
    let nothing = Suite::new(game).playouts(0).plies(0).exhaustive(0).numbers(0);
    let summary = settings(nothing.budget(u64::MAX).unique_keys()).run();
    summary.unwrap_or_else(|violation| panic!("{violation}"))
}

/// Every position on the way of random games.
fn playouts<G: Checked + Knowledge<G>>(game: &G, count: u32)
where
    G::Position: PartialEq + Debug,
{
    check(game, |suite| suite.playouts(count));
}

/// Every position of a small game, with its exact value. Says how many there are.
fn exhaustive<G: Checked + Knowledge<G>>(game: &G) -> u64
where
    G::Position: PartialEq + Debug,
{
    let summary = check(game, |suite| suite.exhaustive(u64::MAX));
    assert!(summary.value.is_some(), "{summary}");
    summary.solved
}

/// Of games with some hundred thousand positions: every one of them if the variable `GAMETREE_TESTS` says `full`,
/// and by default those near the ends of a few games.
fn exhaustive_if_full<G: Checked + Knowledge<G>>(game: &G)
where
    G::Position: PartialEq + Debug,
{
    const ALL: u64 = 100;
    match effort(ALL) {
        ALL => drop(exhaustive(game)),
        few => late(game, few as u32),
    }
}

/// Every position within a few plies of the start of a game that need not end.
fn nearby<G: Checked + Knowledge<G>>(game: &G, plies: u32)
where
    G::Position: PartialEq + Debug,
{
    check(game, |suite| suite.plies(plies));
}

/// Facts near the end of boards that are too large to be solved: so many random games lead there.
fn late<G: Checked + Knowledge<G>>(game: &G, count: u32)
where
    G::Position: PartialEq + Debug,
{
    let suite = Suite::new(game).plies(0).numbers(0).playouts(count).exhaustive(5_000);
    let summary = suite.budget(500_000).run().unwrap_or_else(|violation| panic!("{violation}"));
    assert!(summary.value.is_none() && summary.solved > 0, "{summary}");
}

/// A board game also reads its drawings, says how long it may last if it must end, names its positions,
/// and reads their names.
fn board_game<G: Checked + Knowledge<G>>(game: &G, count: u32)
where
    G::Position: PartialEq + Debug,
{
    let start = game.start();
    assert!(game.parse_drawing(&[]).is_some(), "drawings are read");
    assert_eq!(game.plies_left(&start).is_none(), game.endless(), "finite, or not");
    assert!(matches!(game.key(&start), Some(Key::Exact(_))), "keys are exact");
    assert_eq!(game.parse_position(""), game.parse_position(&game.draw(&start)));
    let summary = check(game, |suite| {
        suite.playouts(effort(u64::from(2 * count)) as u32).numbers(effort(1_500) as u32)
    });
    assert!(summary.read > 0, "keys are read back: {summary}");
}

fn value(spec: &str) -> Option<Value> {
    gametree_games::open(spec).unwrap().run(&Job::new(None), &mut ()).unwrap().value()
}

#[test]
fn tictactoe_conforms() {
    board_game(&TicTacToe, 300);
    assert_eq!(exhaustive(&TicTacToe), 5_478);
    assert_eq!(value("tictactoe"), Some(Value::ZERO));
}

#[test]
fn connect4_conforms() {
    for (width, height) in [(7, 6), (4, 4), (1, 1), (9, 6), (1, 29), (5, 3), (2, 9)] {
        board_game(&Connect4::new(width, height).unwrap(), 100);
    }
    for (width, height) in [(4, 3), (3, 4), (5, 2), (2, 6)] {
        exhaustive(&Connect4::new(width, height).unwrap());
    }
    exhaustive_if_full(&Connect4::new(4, 4).unwrap());
}

/// Small boards; the values are those of John Tromp's table.
#[test]
fn small_boards_of_connect4_are_draws() {
    for (width, height) in [(4, 4), (4, 3), (5, 3)] {
        let spec = format!("connect4:{width}x{height}");
        assert_eq!(value(&spec), Some(Value::ZERO), "{spec}");
    }
}

#[test]
fn mnk_conforms() {
    let boards =
        [(3, 3, 3), (8, 8, 5), (1, 1, 1), (26, 2, 4), (1, 26, 3), (5, 7, 4), (7, 3, 7), (4, 4, 1)];
    for (m, n, k) in boards {
        board_game(&Mnk::new(m, n, k).unwrap(), 30);
    }
    // Tic-tac-toe has 5478 positions.
    assert_eq!(exhaustive(&Mnk::new(3, 3, 3).unwrap()), 5_478);
    for (m, n, k) in [(2, 5, 3), (5, 2, 4), (3, 3, 2), (4, 2, 1), (1, 7, 3)] {
        exhaustive(&Mnk::new(m, n, k).unwrap());
    }
    exhaustive_if_full(&Mnk::new(4, 3, 3).unwrap());
}

#[test]
fn kalah_conforms() {
    for empty_capture in [false, true] {
        for (pits, seeds) in [(6, 4), (1, 1), (9, 14), (1, 127), (4, 3)] {
            board_game(&Kalah::new(pits, seeds, empty_capture).unwrap(), 30);
        }
        for (pits, seeds) in [(1, 4), (2, 2), (2, 3), (3, 1), (3, 2), (4, 1)] {
            exhaustive(&Kalah::new(pits, seeds, empty_capture).unwrap());
        }
    }
}

#[test]
fn breakthrough_conforms() {
    for (columns, rows) in [(8, 8), (2, 4), (2, 26), (16, 4), (4, 5), (7, 9)] {
        board_game(&Breakthrough::new(columns, rows).unwrap(), 30);
    }
    for (columns, rows) in [(2, 4), (2, 5), (3, 4)] {
        exhaustive(&Breakthrough::new(columns, rows).unwrap());
    }
    exhaustive_if_full(&Breakthrough::new(2, 6).unwrap());
}

#[test]
fn othello_conforms() {
    for side in [4, 6, 8] {
        board_game(&Othello::new(side).unwrap(), 100);
    }
    exhaustive_if_full(&Othello::new(4).unwrap());
}

#[test]
fn domineering_conforms() {
    for (rows, columns) in [(8, 8), (1, 1), (1, 26), (26, 1), (2, 26), (7, 9), (5, 4)] {
        board_game(&Domineering::new(rows, columns).unwrap(), 30);
    }
    for (rows, columns) in [(3, 3), (4, 3), (3, 4), (4, 4), (2, 8), (8, 2), (5, 3), (3, 5), (5, 4)]
    {
        exhaustive(&Domineering::new(rows, columns).unwrap());
    }
}

#[test]
fn dots_conform() {
    for (rows, columns) in [(1, 1), (1, 6), (3, 3), (4, 2)] {
        board_game(&Dots::new(rows, columns).unwrap(), 30);
    }
    // Nearly every number is a key, and has more than a hundred children.
    for (rows, columns) in [(7, 7), (1, 25), (25, 1)] {
        let game = Dots::new(rows, columns).unwrap();
        assert!(game.key_bits() <= 128);
        playouts(&game, 3);
    }
    for (rows, columns) in [(1, 1), (1, 2), (3, 1), (1, 3), (2, 2)] {
        exhaustive(&Dots::new(rows, columns).unwrap());
    }
    for (rows, columns) in [(3, 3), (2, 5), (6, 4)] {
        late(&Dots::new(rows, columns).unwrap(), effort(120) as u32);
    }
}

#[test]
fn hex_conforms() {
    for side in [1, 2, 5, 8] {
        board_game(&Hex::new(side).unwrap(), 15);
    }
    for side in 1..=3 {
        exhaustive(&Hex::new(side).unwrap());
    }
    for side in [4, 5, 6] {
        late(&Hex::new(side).unwrap(), effort(300) as u32);
    }
}

#[test]
fn nim_conforms() {
    for misere in [false, true] {
        board_game(&Nim::new(&[3; 15], misere).unwrap(), 10);
        assert!(Nim::new(&[255; 15], misere).unwrap().key_bits() <= 128);
        for heaps in [&[3, 5, 7][..], &[1], &[9], &[2, 2, 2, 2], &[1, 4, 1]] {
            let game = Nim::new(heaps, misere).unwrap();
            board_game(&game, 30);
            exhaustive(&game);
        }
    }
}

#[test]
fn cops_conform() {
    let chance = Chance::new(0.8);
    for chance in [None, chance] {
        for (width, height, cops, obstacles, seed) in
            [(6, 6, 3, 7, 1), (2, 1, 1, 0, 2), (26, 2, 2, 0, 3), (4, 4, 1, 3, 4), (3, 3, 4, 0, 5)]
        {
            let placement = Placement::random(width, height, cops, obstacles, seed).unwrap();
            board_game(&Cops::new(placement, chance), 10);
        }
        let placement = Placement::drawn(&["R.#", "..1", "1.."]).unwrap();
        nearby(&Cops::new(placement, chance), 6);
    }
    let placement = Placement::random(8, 8, 6, 0, 1).unwrap();
    assert!(Cops::new(placement, chance).key_bits() <= 128);
}

#[test]
fn pig_conforms() {
    for (goal, sides, turns) in [(20, 6, None), (1, 2, None), (2, 6, None), (100, 100, None)] {
        let game = Pig::new(goal, sides, turns).unwrap();
        board_game(&game, 20);
        nearby(&game, if sides > 6 { 4 } else { 6 });
    }
    for (goal, sides, turns) in [(5, 6, 3), (1, 2, 4), (7, 3, 4), (12, 4, 1), (30, 6, 2)] {
        let game = Pig::new(goal, sides, Some(turns)).unwrap();
        board_game(&game, 20);
        exhaustive(&game);
    }
    assert!(Pig::new(1000, 100, Some(u16::MAX)).unwrap().key_bits() <= 64);
}

#[test]
fn ewn_conforms() {
    for side in [3, 5] {
        board_game(&Ewn::new(side).unwrap(), 100);
    }
    let game = Ewn::new(3).unwrap();
    let value = check(&game, |suite| suite.exhaustive(u64::MAX)).value.unwrap().get();
    assert!((value - 97.0 / 243.0).abs() < 1e-12, "{value}");
}

#[test]
fn random_trees_conform() {
    playouts(&RandomTree::new(3, 6, 5, Leaves::BINARY).unwrap(), 50);
    playouts(&RandomTree::new(1, 0, 5, Leaves::I32).unwrap(), 1);
    exhaustive(&RandomTree::new(3, 4, 5, Leaves::I32).unwrap());
    for order in [Order::Best, Order::Worst] {
        playouts(&OrderedTree::new(3, 6, 5, Leaves::I32, order).unwrap(), 50);
        // So few numbers that not all children can differ.
        for (b, d, seed) in [(2, 2, 1), (4, 1, 2), (3, 5, 3), (6, 4, 4)] {
            exhaustive(&OrderedTree::new(b, d, seed, Leaves::BINARY, order).unwrap());
        }
    }
    for (b, d, leaves) in [(3, 6, Leaves::BINARY), (1, 4, Leaves::I32), (50, 3, Leaves::I32)] {
        let tree = RandomTree::new(b, d, 5, leaves).unwrap();
        playouts(&NoisyTree::new(tree, Chance::new(0.8).unwrap()), 50);
    }
    let tree = RandomTree::new(3, 2, 5, Leaves::I32).unwrap();
    exhaustive(&NoisyTree::new(tree, Chance::new(0.8).unwrap()));
}

#[test]
fn implanted_trees_conform() {
    let plan = |branching: u16, depth: u32, max: &[u32], min: &[u32]| {
        let (max, min) = (max.to_vec(), min.to_vec());
        Plan { branching, depth, max, min, bias: None, single: false, seed: 5 }
    };
    let biased = Plan { bias: Some([0.0, 0.5]), ..plan(2, 10, &[0, 4], &[3, 5]) };
    let single = Plan { single: true, ..plan(3, 8, &[2, 6], &[]) };
    for plan in [plan(2, 24, &[6, 12], &[]), plan(5, 64, &[62], &[]), biased, single] {
        let tree = Implanted::new(&plan).unwrap();
        assert_eq!(tree.plies_left(&tree.start()), Some(plan.depth));
        playouts(&tree, 50);
    }
    exhaustive(&Implanted::new(&plan(3, 4, &[0, 2], &[1])).unwrap());
}

#[test]
fn dchains_conform() {
    let chain = dchain(7).unwrap();
    playouts(&chain, 50);
    exhaustive(&chain);
}

#[test]
fn explicit_trees_conform() {
    let text = r#"{"max":[{"min":[3,{"max":[5,3]}]},{"min":[2,9,1]},4]}"#;
    let tree = Tree::from_json(text.as_bytes()).unwrap();
    playouts(&tree, 50);
    exhaustive(&tree);
}

/// What the game says of a drawn position at first sight, if that is all there is to say.
fn first_sight<G: Notation>(game: &G, drawing: &str) -> Option<Value> {
    game.facts(&game.parse_position(drawing).unwrap()).exact()
}

/// Facts that are true might still say nothing.
#[test]
fn facts_say_something() {
    let game = Mnk::new(4, 3, 3).unwrap();
    assert_eq!(first_sight(&game, "XX../OO../...."), Some(1.into()), "X completes a line");
    assert_eq!(first_sight(&game, "X.../OO../...X"), None, "one threat has an answer");
    assert_eq!(first_sight(&game, "X.../.OO./...X"), Some((-1).into()), "two have none");
    assert_eq!(first_sight(&game, "XXX./OO../...."), Some(1.into()), "X has won");
    let dead = first_sight(&Mnk::new(3, 3, 3).unwrap(), "XOX/XOO/OX.");
    assert_eq!(dead, Some(0.into()), "nobody can complete a line");
    assert_eq!(game.facts(&game.start()).lower, 0.into(), "the first player does not lose");

    let game = Breakthrough::new(3, 5).unwrap();
    assert_eq!(first_sight(&game, "BBB/..W/B../.WW/W.W/W to move"), Some(1.into()));
    assert_eq!(first_sight(&game, "BBB/.../W../B.W/W.W/W to move"), Some((-1).into()));
    assert_eq!(first_sight(&game, "BBB/.../W../B.W/.WW/W to move"), None, "b1 takes a2");
    assert_eq!(first_sight(&game, "BBB/.../.../B.B/.WW/W to move"), Some((-1).into()));

    let game = Domineering::new(4, 2).unwrap();
    assert_eq!(first_sight(&game, "#./#./#./#."), Some(1.into()), "nothing lies level");
    assert_eq!(first_sight(&game, "##/##/../.."), None);

    let game = Dots::new(1, 3).unwrap();
    let facts = |drawing: &str| game.facts(&game.parse_position(drawing).unwrap());
    let chain = "+-+-+-+/| . . ./+-+-+-+/MAX 0 MIN 0, MIN to move";
    assert_eq!(facts(chain), Bounds::point((-3).into()), "all three, one after the other");
    let apart = "+-+-+-+/| . | ./+-+.+.+/MAX 0 MIN 0, MAX to move";
    assert_eq!(facts(apart), Bounds::between(1.0, 3.0), "two at least");
    let gift = "+-+-+-+/. . | ./+.+.+.+/MAX 0 MIN 0, MAX to move";
    assert_eq!(facts(gift).upper, 3.into(), "a line is left that does no harm");
    let gifts = "+-+-+-+/. | . ./+.+.+-+/MAX 0 MIN 0, MAX to move";
    assert_eq!(facts(gifts).upper, 1.into(), "one at least is given away");

    let game = Hex::new(4).unwrap();
    assert_eq!(first_sight(&game, ".X../.X../..OO/.XO."), Some(1.into()), "X fills the gap");
    assert_eq!(first_sight(&game, "...O/OO../X.X./..X."), Some((-1).into()), "c1 or c2");
    assert_eq!(first_sight(&game, "O.../..X./.X../...O"), Some(1.into()), "bridges up and down");
    assert_eq!(first_sight(&game, "..O./..X./.X../...O"), None, "the one up is cut");

    let game = Kalah::new(2, 2, false).unwrap();
    assert_eq!(first_sight(&game, "0 0/5 3/0 0/MAX to move"), Some((-2).into()));
    assert_eq!(
        game.facts(&game.parse_position("1 0/5 1/0 1/MAX to move").unwrap()).upper,
        (-2).into()
    );

    let game = Pig::new(10, 6, None).unwrap();
    assert_eq!(first_sight(&game, "MAX 3 MIN 6 turn 4/MIN to move"), Some(0.into()), "MIN holds");
    assert_eq!(first_sight(&game, "MAX 3 MIN 6 turn 6/MAX to move"), None);

    let game = Ewn::new(3).unwrap();
    assert_eq!(first_sight(&game, ".../.13/A../MAX rolled 1"), Some(1.into()), "1 is there");
    assert_eq!(first_sight(&game, ".../.13/A../MIN rolled 1"), None, "A needs two steps");
    assert_eq!(first_sight(&game, "2../A../.../MIN rolled 3"), Some((-1).into()), "A is there");

    let game = Othello::new(4).unwrap();
    let edges = game.parse_position("XXX./.OX./.XO./O..O/X to move").unwrap();
    let facts = game.facts(&edges);
    assert_eq!((facts.lower, facts.upper), ((-10).into(), 12.into()), "three and two for ever");
}

/// Every registered game is looked at above.
#[test]
fn no_game_is_forgotten() {
    let names: Vec<&str> = GAMES.iter().map(|entry| entry.name).collect();
    let looked_at = [
        "tree",
        "random",
        "implanted",
        "dchain",
        "tictactoe",
        "connect4",
        "mnk",
        "kalah",
        "breakthrough",
        "othello",
        "domineering",
        "dots",
        "hex",
        "nim",
        "cops",
        "pig",
        "ewn",
    ];
    assert_eq!(names, looked_at, "add a test, then its name");
}

/// A job runs the same search as the types do.
#[test]
fn erasing_the_type_changes_nothing() {
    let game = Connect4::new(4, 4).unwrap();
    let search = Search::bare(&game).knowledge(&game);
    let typed = search.run(&mut Rollout::new(Leftmost)).unwrap();
    let job = Job::new(Some(Spec::parse("rollout:leftmost").unwrap()));
    let erased = AnyGame::new(game).run(&job, &mut ()).unwrap();
    // Lists and positions take another room.
    let mut counts = erased.counts;
    counts.peak_bytes = typed.counts.peak_bytes;
    assert_eq!((erased.bounds, counts), (typed.bounds, typed.counts));
    let line: Vec<String> = typed.pv.iter().map(|column| (column + 1).to_string()).collect();
    assert_eq!(erased.pv, line);
}

#[test]
fn minimax_averages_over_chance() {
    let text = r#"{"max":[{"chance":[[0.25,8],["3/4",{"min":[4,2]}]]},3]}"#;
    let tree = Tree::from_json(text.as_bytes()).unwrap();
    let outcome = Search::bare(&tree).over(&mut ()).run(&mut Minimax).unwrap();
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
    assert_eq!(leaf("random:b=4,d=8,seed=1,leaves=sum"), Value::from(411_951));
    assert_eq!(leaf("random:b=3,d=5,seed=2,leaves=sum"), Value::from(1_247_883));
    let ordered = "random:b=3,d=5,seed=2,order=best,noise=30%";
    assert_eq!(leaf(ordered), Value::from(391_656_926));
    assert_eq!(leaf(&format!("{ordered},leaves=sum")), Value::from(182_380));
}
