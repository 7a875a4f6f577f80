//! The experiments of the lab: every one of them runs, and rows depend on the seed alone.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gametree::job::AnyGame;
use gametree_arena::ledger::{Ledger, read};
use gametree_arena::units::{self, Ended, Run, Watcher};
use gametree_lab::experiments::{
    ALL, Experiment, Header, RULE, Row, Scale, Shard, Verdict, Work, join, select,
};
use gametree_lab::report::{csv, merged};

fn open(name: &str) -> Result<AnyGame, String> {
    gametree_cli::games().open(name).map_err(|error| error.to_string())
}

/// Collects rows, and ends the run after some of them, if it should.
struct Rows {
    rows: Vec<Row>,
    most: usize,
}

impl Watcher<Row> for Rows {
    fn row(&mut self, row: &Row) -> ControlFlow<()> {
        self.rows.push(row.clone());
        if self.rows.len() == self.most {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

fn run(
    experiment: &'static dyn Experiment,
    seed: u64,
    shard: Shard,
    threads: usize,
    file: Option<&Path>,
    most: usize,
) -> Result<(Ended, Vec<Row>), String> {
    let work = Work::new(experiment, Scale::Tiny, seed, shard, &open);
    let threads = NonZero::new(threads).unwrap();
    let how = Run { units: work.units(), threads, file, interrupt: Arc::default() };
    let mut rows = Rows { rows: Vec::new(), most };
    Ok((units::run(&work, &how, &mut rows)?, rows.rows))
}

fn whole(experiment: &'static dyn Experiment, seed: u64, threads: usize) -> Vec<Row> {
    run(experiment, seed, Shard::WHOLE, threads, None, usize::MAX).unwrap().1
}

/// A folder of its own for each test, removed at its end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("gametree-lab-{name}-{}", std::process::id()));
        std::fs::create_dir_all(path.join("rows")).unwrap();
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Experiments to run several times: one of each kind, and all that take little time.
fn several() -> impl Iterator<Item = &'static dyn Experiment> {
    const KINDS: [&str; 3] = ["baier-budgets", "ramanujan-fig3", "ramanujan-mm2"];
    let chosen = |experiment: &&'static dyn Experiment| {
        let about = experiment.about();
        !about.timed && (about.seconds[0] <= 10.0 || KINDS.contains(&about.name))
    };
    let chosen: Vec<_> = ALL.iter().copied().filter(chosen).collect();
    assert!(chosen.len() > KINDS.len());
    chosen.into_iter()
}

/// The documentation has the rule of the verdicts as the code states it.
#[test]
fn the_rule_is_stated_once() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/notes/lab.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let parts = RULE.map(|(what, rule)| filled(&format!("- *{what}.* {rule}"), "  "));
    let rule = format!("\n\n{}\n\n", parts.join("\n"));
    let (before, rest) = text.split_once("<!-- rule -->").unwrap();
    let (found, after) = rest.split_once("<!-- end of the rule -->").unwrap();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        let text = format!("{before}<!-- rule -->{rule}<!-- end of the rule -->{after}");
        std::fs::write(&path, text).unwrap();
    } else {
        assert_eq!(found, rule, "UPDATE_DOCS=1 writes it anew");
    }
}

/// A text in lines of at most a hundred characters, indented from the second on.
fn filled(text: &str, indent: &str) -> String {
    let (mut lines, mut line) = (String::new(), String::new());
    for word in text.split_whitespace() {
        if line.len() + 1 + word.len() > 100 {
            lines += &(std::mem::replace(&mut line, indent.into()) + "\n");
        } else if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines + &line
}

/// What a text says of a setting, and what must then stand in every game of its experiment.
const SAID: [(&str, &str, &str); 5] = [
    ("open 6x6 grid", "cops:", "obstacles=0%"),
    ("open grid", "cops:", "obstacles=0%"),
    ("20 % obstacles", "cops:", "obstacles=20%"),
    ("three cops", "cops:", "cops=3"),
    ("leaves from 0 to 100", "random:", "leaves=0..100"),
];

/// Which games and searches were run stands in the rows: texts say nothing else, and a list that is
/// kept says it for all experiments.
#[test]
fn every_experiment_runs_as_it_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lab/ran.txt");
    let mut list = String::new();
    for experiment in ALL.iter().copied() {
        let about = experiment.about();
        let rows = whole(experiment, 1, 2);
        let ran = merged(rows.iter().flat_map(|row| &row.ran));
        let texts = [about.statement, about.reading, about.figure, about.question].join(" ");
        for (said, game, parameter) in SAID {
            for game in ran.iter().filter(|text| texts.contains(said) && text.starts_with(game)) {
                assert!(game.contains(parameter), "{}: '{said}', but {game}", about.name);
            }
        }
        list += &format!("{}\n", about.name);
        list.extend(ran.iter().map(|text| format!("  {text}\n")));
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, list).unwrap();
    } else {
        assert_eq!(std::fs::read_to_string(&path).unwrap(), list, "UPDATE_DOCS=1 writes it anew");
    }
}

#[test]
fn every_experiment_runs_and_says_something() {
    for experiment in ALL.iter().copied() {
        let name = experiment.about().name;
        let rows = whole(experiment, 1, 2);
        let asks = experiment.about().question;
        assert!(asks.ends_with('?') || asks.starts_with("The same "), "{name}: {asks}");
        assert_eq!(rows.len(), experiment.units(Scale::Tiny).len(), "{name}");
        let section = experiment.summarise(&rows);
        let shown = section.figures.len() + section.tables.len() + section.comparisons.len();
        assert!(shown > 0, "{name} shows nothing");
        assert!(
            !section.comparisons.is_empty() || !section.trends.is_empty(),
            "{name}: no verdict"
        );
        assert_eq!(csv(&rows).lines().count(), rows.len() + 1, "{name}");
        // Any part of the rows can be summarised, and nothing follows from none.
        for part in [0, 1, rows.len() / 2] {
            let section = experiment.summarise(&rows[..part]);
            assert!(part > 0 || section.verdict() == Verdict::Inconclusive, "{name}");
        }
    }
}

#[test]
fn rows_do_not_depend_on_threads_but_on_the_seed() {
    for experiment in several() {
        let name = experiment.about().name;
        let one = whole(experiment, 1, 1);
        assert_eq!(one, whole(experiment, 1, 2), "{name}");
        assert_ne!(one, whole(experiment, 2, 2), "{name}: the seed changes nothing");
    }
}

/// A killed run leaves a prefix of the file, perhaps with half a line; running again completes it.
#[test]
fn a_killed_run_continues_with_the_same_rows() {
    let scratch = Scratch::new("killed");
    for experiment in several() {
        let name = experiment.about().name;
        let file = Shard::WHOLE.file(&scratch.0, name);
        let (ended, undisturbed) =
            run(experiment, 5, Shard::WHOLE, 2, Some(&file), usize::MAX).unwrap();
        assert_eq!(ended, Ended::Complete);
        let bytes = std::fs::read(&file).unwrap();
        for share in [0.2, 0.55, 0.9] {
            std::fs::write(&file, &bytes[..(bytes.len() as f64 * share) as usize]).unwrap();
            let (_, rows) = run(experiment, 5, Shard::WHOLE, 2, Some(&file), usize::MAX).unwrap();
            assert_eq!(rows, undisturbed, "{name} at {share}");
            assert_eq!(std::fs::read(&file).unwrap(), bytes, "{name} at {share}");
        }
    }
}

#[test]
fn shares_of_several_machines_are_the_whole() {
    let experiment = ALL[0];
    let (one, other) = (Scratch::new("shard-a"), Scratch::new("shard-b"));
    let shard = |text: &str| text.parse::<Shard>().unwrap();
    let file =
        |scratch: &Scratch, text: &str| shard(text).file(&scratch.0, experiment.about().name);
    for (text, scratch) in [("1/3", &one), ("2/3", &other), ("3/3", &one)] {
        let path = file(scratch, text);
        run(experiment, 1, shard(text), 2, Some(&path), usize::MAX).unwrap();
    }
    let folders = [one.0.clone(), other.0.clone()];
    let joined = join(&folders).unwrap();
    assert_eq!(joined.len(), 1);
    assert_eq!(joined[0].rows, whole(experiment, 1, 1));

    // What is joined is the file of a whole run.
    let together = Scratch::new("merged");
    joined[0].check(&together.0).unwrap();
    joined[0].write(&together.0).unwrap();
    joined[0].write(&together.0).expect("nothing changes");
    let path = file(&together, "1/1");
    let (ended, rows) = run(experiment, 1, Shard::WHOLE, 1, Some(&path), usize::MAX).unwrap();
    assert_eq!((ended, rows), (Ended::Complete, joined[0].rows.clone()));

    // A share that is missing, not complete, or of another run.
    assert!(join(&folders[..1]).unwrap_err().contains("the share 2/3 of"));
    let path = file(&other, "2/3");
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    assert!(join(&folders).unwrap_err().contains("run this share to its end"));
    std::fs::remove_file(&path).unwrap();
    run(experiment, 2, shard("2/3"), 1, Some(&path), usize::MAX).unwrap();
    let error = join(&folders).unwrap_err();
    assert!(
        error.contains("is of another run than") && error.ends_with(": seed 2, not 1"),
        "{error}"
    );
    assert!(join(&[other.0.join("nowhere")]).is_err());
}

/// A merge that was killed before the first line of its file goes on.
#[test]
fn a_file_without_a_header_yet_has_no_rows() {
    let experiment = ALL[0];
    let (share, together) = (Scratch::new("one-share"), Scratch::new("torn-merge"));
    let file = |scratch: &Scratch| Shard::WHOLE.file(&scratch.0, experiment.about().name);
    let (_, rows) = run(experiment, 1, Shard::WHOLE, 2, Some(&file(&share)), usize::MAX).unwrap();
    let bytes = std::fs::read(file(&share)).unwrap();
    let joined = join(std::slice::from_ref(&share.0)).unwrap();
    let work = Work::new(experiment, Scale::Tiny, 1, Shard::WHOLE, &open);
    for begun in [0, 20] {
        std::fs::write(file(&together), &bytes[..begun]).unwrap();
        assert_eq!(work.recorded(&file(&together)), Ok(Vec::new()));
        joined[0].check(&together.0).unwrap();
        joined[0].write(&together.0).unwrap();
        assert_eq!(work.recorded(&file(&together)).as_ref(), Ok(&rows));
    }
}

/// Rows that are swapped, twice there, or too many are no share.
#[test]
fn shares_with_wrong_rows_are_refused() {
    let experiment = select("weinstein-1a", Scale::Tiny).unwrap()[0];
    let scratch = Scratch::new("wrong-rows");
    let shards = ["1/2", "2/2"].map(|text| text.parse::<Shard>().unwrap());
    let path = |shard: Shard| shard.file(&scratch.0, experiment.about().name);
    for shard in shards {
        run(experiment, 1, shard, 2, Some(&path(shard)), usize::MAX).unwrap();
    }
    let folders = [scratch.0.clone()];
    join(&folders).unwrap();
    let text = std::fs::read_to_string(path(shards[1])).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let changed = |change: fn(&mut Vec<&str>), reason: &str| {
        let mut lines = lines.clone();
        change(&mut lines);
        std::fs::write(path(shards[1]), lines.join("\n") + "\n").unwrap();
        let error = join(&folders).unwrap_err();
        assert!(error.contains("2of2.jsonl") && error.contains(reason), "{error}");
    };
    changed(|lines| lines.swap(1, 2), "line 2: this is the row of another unit");
    changed(|lines| lines[2] = lines[1], "line 3: this is the row of another unit");
    changed(|lines| lines.push(lines[1]), "units");
    std::fs::write(path(shards[1]), text.replacen("\"units\":", "\"units\":9", 1)).unwrap();
    assert!(join(&folders).unwrap_err().contains("units: "));
}

#[test]
fn rows_of_another_run_are_refused_and_stay() {
    let scratch = Scratch::new("other");
    let experiment = ALL[0];
    let name = experiment.about().name;
    let file = Shard::WHOLE.file(&scratch.0, name);
    run(experiment, 1, Shard::WHOLE, 1, Some(&file), usize::MAX).unwrap();
    let bytes = std::fs::read(&file).unwrap();
    let seed = run(experiment, 2, Shard::WHOLE, 1, Some(&file), usize::MAX).unwrap_err();
    assert!(seed.contains("seed: 1 there, 2 here"), "{seed}");
    assert_eq!(std::fs::read(&file).unwrap(), bytes);

    // Another version, and rows in the wrong places.
    let contents = read::<Row>(&file).unwrap();
    let mut header: Header = serde_json::from_value(contents.header).unwrap();
    let swapped = scratch.0.join("swapped.jsonl");
    let (mut ledger, _) = Ledger::open::<Row>(&swapped, &header).unwrap();
    contents.rows.iter().rev().for_each(|row| ledger.append(row).unwrap());
    drop(ledger);
    let wrong = run(experiment, 1, Shard::WHOLE, 1, Some(&swapped), usize::MAX).unwrap_err();
    assert!(wrong.contains("line 2: this is the row of another unit"), "{wrong}");
    header.setting.version = "0.0.0".into();
    let old = scratch.0.join("old.jsonl");
    drop(Ledger::open::<Row>(&old, &header).unwrap());
    let version = run(experiment, 1, Shard::WHOLE, 1, Some(&old), usize::MAX).unwrap_err();
    assert!(version.contains("version: \"0.0.0\" there"), "{version}");
}
