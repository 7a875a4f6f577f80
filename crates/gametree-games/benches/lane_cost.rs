//! What it costs to search a game without its type: instructions a node of the same search, compiled for
//! the game and compiled for all games.
//!
//! `cargo bench -p gametree-games --bench lane_cost`; a word as an argument picks the rows that contain
//! it. Instructions are counted by valgrind, which must be installed (`apt-get install valgrind`): they do
//! not depend on what else the machine does. Both lanes must find the same and count the same.

use std::process::Command;

use gametree::erased::Erased;
use gametree::registry::Spec;
use gametree::{Knowledge, Limits, Notation, Search, Workspace};
use gametree_games::breakthrough::Breakthrough;
use gametree_games::connect4::Connect4;
use gametree_games::kalah::Kalah;
use gametree_games::othello::Othello;
use gametree_games::random::{Leaves, RandomTree};

/// A game, what to look at, and by which algorithms.
struct Row {
    game: &'static str,
    algorithms: &'static [&'static str],
    position: &'static str,
    depth: Option<u32>,
    nodes: u64,
}

const BOARD: &[&str] =
    &["mtd-bi", "alphabeta2", "scout", "rollout:leftmost", "rollout:max-upper", "mcts", "df-pn"];
const TREE: &[&str] =
    &["alphabeta", "alphabeta2", "mtd-bi", "rollout:max-upper", "rollout:leftmost"];
const AHEAD: &[&str] = &["alphabeta2", "scout"];

const ROWS: &[Row] = &[
    Row { game: "connect4", algorithms: BOARD, position: "44", depth: None, nodes: 100_000 },
    Row { game: "connect4", algorithms: AHEAD, position: "", depth: Some(9), nodes: 300_000 },
    Row { game: "othello", algorithms: BOARD, position: "", depth: None, nodes: 50_000 },
    Row { game: "othello", algorithms: AHEAD, position: "", depth: Some(7), nodes: 100_000 },
    Row { game: "kalah", algorithms: BOARD, position: "", depth: None, nodes: 100_000 },
    Row { game: "breakthrough", algorithms: BOARD, position: "", depth: None, nodes: 100_000 },
    Row { game: "random-b4", algorithms: TREE, position: "", depth: None, nodes: 200_000 },
    Row { game: "random-b16", algorithms: TREE, position: "", depth: None, nodes: 200_000 },
];

/// Runs one search; says what it found and how many nodes and leaves that took.
fn search<G: Notation + Knowledge<G>>(game: &G, algorithm: &str, row: &Row) -> (String, u64, u64) {
    let position = game.parse_position(row.position).expect("a position");
    let limits = Limits::none().nodes(row.nodes);
    let mut search = Search::bare(game).knowledge(game).position(position).limits(limits);
    if let Some(plies) = row.depth {
        search = search.horizon(plies);
    }
    let spec = Spec::parse(algorithm).expect("a name");
    let mut workspace = Workspace::default();
    let outcome = search.pv(false).reusing(&mut workspace).run_named(&spec).expect("an answer");
    (outcome.bounds.to_string(), outcome.counts.nodes, outcome.counts.leaves)
}

/// The same in one of the lanes, or nothing at all, to see what starting takes.
fn in_lane<G>(game: G, lane: &str, algorithm: &str, row: &Row) -> (String, u64, u64)
where
    G: Notation<Position: Send, Undo: Send> + Knowledge<G> + Send + Sync + 'static,
{
    match lane {
        "typed" => search(&game, algorithm, row),
        "erased" => search(&Erased::new(game), algorithm, row),
        _ => {
            let nothing = Row { nodes: 0, ..*row };
            search(&game, algorithm, &nothing)
        }
    }
}

fn once(row: &Row, algorithm: &str, lane: &str) -> (String, u64, u64) {
    let tree =
        |branching, depth| RandomTree::new(branching, depth, 7, Leaves::I32).expect("a tree");
    match row.game {
        "connect4" => in_lane(Connect4::new(7, 6).expect("a board"), lane, algorithm, row),
        "othello" => in_lane(Othello::new(6).expect("a board"), lane, algorithm, row),
        "kalah" => in_lane(Kalah::new(6, 4, false).expect("a board"), lane, algorithm, row),
        "breakthrough" => in_lane(Breakthrough::new(6, 6).expect("a board"), lane, algorithm, row),
        "random-b4" => in_lane(tree(4, 12), lane, algorithm, row),
        _ => in_lane(tree(16, 6), lane, algorithm, row),
    }
}

/// How many instructions this program takes for one search.
fn instructions(number: usize, algorithm: &str, lane: &str) -> Option<u64> {
    let program = std::env::current_exe().ok()?;
    let mut counted = Command::new("valgrind");
    counted.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program);
    counted.args(["once", &number.to_string(), algorithm, lane]);
    let said = String::from_utf8(counted.output().ok()?.stderr).ok()?;
    let line = said.lines().find(|line| line.contains("Collected"))?;
    line.rsplit(':').next()?.trim().parse().ok()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    if let ["once", number, algorithm, lane] = words[..] {
        let row = &ROWS[number.parse::<usize>().expect("the number of a row")];
        println!("{:?}", once(row, algorithm, lane));
        return;
    }
    println!("instructions a node       plies        nodes     typed    erased  erased/typed");
    for (number, row) in ROWS.iter().enumerate() {
        for algorithm in row.algorithms {
            let name = format!("{} {algorithm}", row.game);
            if arguments.iter().any(|word| !name.contains(word.as_str())) {
                continue;
            }
            let (typed, erased) = (once(row, algorithm, "typed"), once(row, algorithm, "erased"));
            assert_eq!(typed, erased, "{name}: both lanes search the same");
            let count = |lane| instructions(number, algorithm, lane);
            let counts = count("none").zip(count("typed").zip(count("erased")));
            let Some((start, (typed, erased))) = counts else {
                println!("valgrind is missing, and nothing else counts instructions");
                return;
            };
            let nodes = once(row, algorithm, "typed").1;
            let each = |all: u64| (all.saturating_sub(start)) as f64 / nodes as f64;
            let (typed, erased) = (each(typed), each(erased));
            let plies = row.depth.map_or("-".into(), |plies| plies.to_string());
            let ratio = erased / typed;
            println!("{name:<25} {plies:>5} {nodes:>12} {typed:>9.1} {erased:>9.1} {ratio:>9.3}");
        }
    }
}
