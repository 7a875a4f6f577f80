//! A functional fingerprint: how many leaves each algorithm evaluates on a suite of games, and how many
//! nodes it visits with a table; and the estimates of sampling searches after a number of leaves.
//!
//! The table is kept in `fingerprint.txt`. A change of search behaviour shows as a difference of
//! that table, which names the algorithm and the game. Games that have a typed lane are searched in both
//! lanes, which must agree.

use std::fmt::Write as _;
use std::path::Path;

use gametree::Lane;
use gametree::job::{AnyGame, Job};
use gametree::registry::{ALGORITHMS, SAMPLERS, Spec};
use gametree::{Limits, Storage, Workspace};
use gametree_games::open;
use gametree_games::tree::Tree;

const TREES: &[&str] = &[
    r#"{"max":[{"min":[{"max":[3,{"min":[5,3]}]},4,{"max":[6]}]},{"min":[2,{"max":[9,1,1]}]},4]}"#,
    r#"{"min":[{"max":[{"min":[0,2]},1]},1]}"#,
    r#"{"max":[{"max":[{"min":[2,2]},1]},{"max":[0,{"max":[2,5]}]},{"min":[7,{"min":[6,8]}]}]}"#,
];

const FEW_STONES: &[&str] = &["333311225", "3333112214", "3123214424"];

/// So many leaves do searches that estimate get.
const SAMPLES: u64 = 200;

/// A column of the table: a name, and games whose counts are added up.
struct Column {
    name: &'static str,
    /// Over a table and with facts: nodes. Otherwise plain, as in the papers: leaves.
    table: bool,
    /// How many plies ahead; nothing to the end.
    depth: Option<u32>,
    games: Vec<(AnyGame, Option<&'static str>)>,
}

fn seeds(name: &'static str, spec: &str, count: u32) -> Column {
    let game = |seed: u32| (open(&spec.replace("SEED", &seed.to_string())).unwrap(), None);
    Column { name, table: false, depth: None, games: (1..=count).map(game).collect() }
}

fn positions(name: &'static str, spec: &str, positions: &[&'static str]) -> Column {
    let games = positions.iter().map(|position| (open(spec).unwrap(), Some(*position)));
    Column { name, table: false, depth: None, games: games.collect() }
}

fn suite() -> Vec<Column> {
    let tree = |text: &&str| (AnyGame::new(Tree::from_json(text.as_bytes()).unwrap()), None);
    vec![
        Column {
            name: "trees",
            table: false,
            depth: None,
            games: TREES.iter().map(tree).collect(),
        },
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
        Column { depth: Some(5), ..positions("ahead", "connect4", &["", "44", "4435"]) },
        Column { depth: Some(3), ..positions("othello", "othello:6", &[""]) },
        positions("dots", "dots:1x2", &[""]),
        positions("hex", "hex:3", &["a1 b2", "a1 c3"]),
    ]
}

/// Every algorithm, and once more those that can share positions, the other way.
fn rows() -> impl Iterator<Item = String> {
    ALGORITHMS.iter().chain(SAMPLERS).flat_map(|entry| {
        let shares = entry.parameters.iter().find(|parameter| parameter.name == "transpositions");
        let other = shares.map(|shares| if shares.default == "no" { "yes" } else { "no" });
        let other = other.map(|other| format!("{}:transpositions={other}", entry.name));
        [entry.name.to_string()].into_iter().chain(other)
    })
}

/// What is counted, and in which lane; nothing if the game is not one for the search.
fn count(
    column: &Column,
    game: &AnyGame,
    position: Option<&str>,
    spec: &Spec,
) -> Option<(u64, Lane)> {
    let mut job = Job::new(Some(spec.clone()));
    job.position = position.map(str::to_string);
    job.facts = column.table;
    job.depth = column.depth;
    let samples = SAMPLERS.iter().any(|sampler| sampler.name == spec.entry().name);
    if samples {
        job.limits = Limits::none().leaves(SAMPLES);
    }
    let storage = if column.table { Storage::Auto } else { Storage::Plain };
    let report = game.run_in(&job, &mut (), &mut Workspace::new(storage)).ok()?;
    let count = match () {
        // Every leaf and every choice so far is in it.
        () if samples => {
            let mean = (report.mean.unwrap_or(0.0) * 1e6).round() as u64;
            mean + report.counts.nodes + report.counts.leaves + report.counts.inner_nodes()
        }
        () if column.table => report.counts.nodes,
        () => report.counts.leaves,
    };
    Some((count, report.lane))
}

/// The table, in the lanes that games have or without typed ones; and how many counts came from a typed
/// lane.
fn table(typed: bool) -> (String, u32) {
    let (mut suite, mut by_type) = (suite(), 0);
    if !typed {
        for column in &mut suite {
            let games = std::mem::take(&mut column.games).into_iter();
            column.games = games.map(|(game, at)| (game.without_typed_lane(), at)).collect();
        }
    }
    let mut text = format!("{:<18}", "leaves");
    for column in &suite {
        write!(text, " {:>9}", column.name).unwrap();
    }
    for name in rows() {
        write!(text, "\n{name:<18}").unwrap();
        let spec = Spec::parse(&name).unwrap();
        for column in &suite {
            let mut sum = Some(0);
            for (game, position) in &column.games {
                let counted = count(column, game, *position, &spec);
                by_type += u32::from(counted.is_some_and(|(_, lane)| lane == Lane::Typed));
                sum = sum.zip(counted).map(|(sum, (count, _))| sum + count);
            }
            match sum {
                Some(sum) => write!(text, " {sum:>9}").unwrap(),
                None => write!(text, " {:>9}", "-").unwrap(),
            }
        }
    }
    (text + "\n", by_type)
}

#[test]
fn searches_behave_as_recorded_in_both_lanes() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fingerprint.txt");
    let (erased, typed) = std::thread::scope(|scope| {
        let typed = scope.spawn(|| table(true));
        (table(false), typed.join().expect("it has counted"))
    });
    let ((now, none), (typed, some)) = (erased, typed);
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
    assert_eq!(typed, now, "the lanes differ");
    assert!(none == 0 && some > 300, "{none} and {some} searches were typed");
}
