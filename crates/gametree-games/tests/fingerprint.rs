//! A functional fingerprint: how many leaves each algorithm evaluates on a suite of games, and how many
//! nodes it steps to over a table.
//!
//! The table is kept in `fingerprint.txt`. A change of search behaviour shows as a difference of
//! that table, which names the algorithm and the game.

use std::fmt::Write as _;
use std::path::Path;

use gametree::job::{AnyGame, Job};
use gametree::registry::{ALGORITHMS, Spec};
use gametree::{Storage, Workspace};
use gametree_games::open;
use gametree_games::tree::Tree;

const TREES: &[&str] = &[
    r#"{"max":[{"min":[{"max":[3,{"min":[5,3]}]},4,{"max":[6]}]},{"min":[2,{"max":[9,1,1]}]},4]}"#,
    r#"{"min":[{"max":[{"min":[0,2]},1]},1]}"#,
    r#"{"max":[{"max":[{"min":[2,2]},1]},{"max":[0,{"max":[2,5]}]},{"min":[7,{"min":[6,8]}]}]}"#,
];

const FEW_STONES: &[&str] = &["33331122", "1324354", "312321442"];

/// A column of the table: a name, and games whose counts are added up.
struct Column {
    name: &'static str,
    /// Over a table and with facts: nodes. Otherwise plain, as in the papers: leaves.
    table: bool,
    games: Vec<(Box<dyn AnyGame>, Option<&'static str>)>,
}

fn seeds(name: &'static str, spec: &str, count: u32) -> Column {
    let game = |seed: u32| (open(&spec.replace("SEED", &seed.to_string())).unwrap(), None);
    Column { name, table: false, games: (1..=count).map(game).collect() }
}

fn positions(name: &'static str, spec: &str, positions: &[&'static str]) -> Column {
    let games = positions.iter().map(|position| (open(spec).unwrap(), Some(*position)));
    Column { name, table: false, games: games.collect() }
}

fn suite() -> Vec<Column> {
    let tree = |text: &&str| {
        let tree = Tree::from_json(text.as_bytes()).unwrap();
        (Box::new(tree) as Box<dyn AnyGame>, None)
    };
    vec![
        Column { name: "trees", table: false, games: TREES.iter().map(tree).collect() },
        seeds("b2d10", "random:b=2,d=10,seed=SEED", 8),
        seeds("b4d6", "random:b=4,d=6,seed=SEED", 4),
        seeds("b16d3", "random:b=16,d=3,seed=SEED", 4),
        seeds("binary", "random:b=3,d=6,seed=SEED,leaves=binary", 8),
        seeds("ties", "random:b=4,d=5,seed=SEED,leaves=-4..5", 8),
        seeds("best", "random:b=3,d=6,seed=SEED,order=best", 4),
        seeds("worst", "random:b=3,d=6,seed=SEED,order=worst", 4),
        seeds("traps", "implanted:d=10,max=0/4,min=3/5,bias=0/0.5,seed=SEED", 4),
        positions("tictactoe", "tictactoe", &["5", "12", "195"]),
        positions("connect4", "connect4:5x4", FEW_STONES),
        Column { table: true, ..positions("table", "connect4:5x4", FEW_STONES) },
    ]
}

fn count(column: &Column, game: &dyn AnyGame, position: Option<&str>, algorithm: &str) -> u64 {
    let mut job = Job::new(Some(Spec::parse(algorithm).unwrap()));
    job.position = position.map(str::to_string);
    job.facts = column.table;
    let storage = if column.table { Storage::Auto } else { Storage::Plain };
    let counts = game.run_in(&job, &mut (), &mut Workspace::new(storage)).unwrap().counts;
    if column.table { counts.nodes } else { counts.leaves }
}

fn table() -> String {
    let suite = suite();
    let mut text = format!("{:<18}", "leaves");
    for column in &suite {
        write!(text, " {:>9}", column.name).unwrap();
    }
    for entry in ALGORITHMS {
        write!(text, "\n{:<18}", entry.name).unwrap();
        for column in &suite {
            let one = |(game, position): &(Box<dyn AnyGame>, Option<&str>)| {
                count(column, &**game, *position, entry.name)
            };
            write!(text, " {:>9}", column.games.iter().map(one).sum::<u64>()).unwrap();
        }
    }
    text + "\n"
}

#[test]
fn searches_behave_as_recorded() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fingerprint.txt");
    let now = table();
    if std::env::var_os("UPDATE_FINGERPRINT").is_some() {
        std::fs::write(&file, &now).unwrap();
    }
    let recorded = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(
        now.trim(),
        recorded.trim(),
        "\nthe searches behave differently; if that was meant, run this test again with \
         UPDATE_FINGERPRINT=1"
    );
}
