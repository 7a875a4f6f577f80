//! Series by themselves: threads, files, and taking up again, with a toy for a unit.

use std::fs;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use gametree::Draws;
use gametree_arena::ledger;
use gametree_arena::seeds::derived;
use gametree_arena::units::{Ended, Run, Series, Watcher, run};
use serde::{Deserialize, Serialize};

/// Throws dice, and takes its time at random.
struct Dice {
    seed: u64,
    /// Units that were done.
    done: AtomicU64,
    /// The unit that cannot be done.
    broken: Option<u64>,
    /// The unit that sets this.
    interrupts: Option<(u64, Arc<AtomicBool>)>,
}

#[derive(Serialize)]
struct Header {
    schema: u32,
    seed: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Throw {
    number: u64,
    eyes: Vec<u64>,
}

impl Series for Dice {
    type Header = Header;
    type Row = Throw;

    fn header(&self) -> Header {
        Header { schema: 1, seed: self.seed }
    }

    fn unit(&self, number: u64, _: &Arc<AtomicBool>) -> Result<Throw, String> {
        if self.broken == Some(number) {
            return Err(format!("dice {number} is lost"));
        }
        let mut draws = Draws::new(derived(self.seed, number));
        std::thread::sleep(std::time::Duration::from_micros(draws.below(1500)));
        if let Some((_, flag)) = self.interrupts.as_ref().filter(|(when, _)| *when == number) {
            flag.store(true, Ordering::Relaxed);
        }
        self.done.fetch_add(1, Ordering::Relaxed);
        let eyes = (0..1 + draws.below(5)).map(|_| 1 + draws.below(6)).collect();
        Ok(Throw { number, eyes })
    }

    fn recognise(&self, number: u64, row: &Throw) -> Result<(), String> {
        if row.number == number { Ok(()) } else { Err("out of order".into()) }
    }
}

fn dice(seed: u64) -> Dice {
    Dice { seed, done: AtomicU64::new(0), broken: None, interrupts: None }
}

/// Keeps the rows, up to a number of eyes.
#[derive(Default)]
struct Keeper {
    rows: Vec<Throw>,
    resumed: u64,
    enough: Option<u64>,
}

impl Watcher<Throw> for Keeper {
    fn resumed(&mut self, units: u64) {
        self.resumed = units;
    }

    fn row(&mut self, row: &Throw) -> ControlFlow<()> {
        self.rows.push(row.clone());
        let eyes: u64 = self.rows.iter().flat_map(|row| &row.eyes).sum();
        match self.enough {
            Some(enough) if eyes >= enough => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}

fn how(units: u64, threads: usize, file: Option<&Path>) -> Run<'_> {
    let threads = NonZero::new(threads).unwrap();
    Run { units, threads, file, interrupt: Arc::default() }
}

/// A file that is not there yet.
fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// The whole file of an experiment.
fn whole(name: &str, seed: u64, units: u64) -> String {
    let path = fresh(name);
    let ended = run(&dice(seed), &how(units, 1, Some(&path)), &mut Keeper::default());
    assert_eq!(ended, Ok(Ended::Complete));
    fs::read_to_string(path).unwrap()
}

#[test]
fn files_do_not_depend_on_threads_and_rows_come_in_order() {
    let expected = whole("one.jsonl", 5, 150);
    assert_eq!(expected.lines().count(), 151);
    for threads in [2, 5, 16] {
        let path = fresh(&format!("threads-{threads}.jsonl"));
        let mut keeper = Keeper::default();
        run(&dice(5), &how(150, threads, Some(&path)), &mut keeper).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), expected);
        assert!(keeper.rows.iter().map(|row| row.number).eq(0..150));
        let read = ledger::read::<Throw>(&path).unwrap();
        assert_eq!((read.rows, read.torn), (keeper.rows, false));
    }
    assert_ne!(whole("other.jsonl", 6, 150), expected);
}

#[test]
fn a_file_cut_anywhere_is_completed_and_no_finished_unit_is_done_again() {
    let expected = whole("to-cut.jsonl", 7, 12);
    let path = fresh("cut.jsonl");
    for bytes in 0..=expected.len() {
        fs::write(&path, &expected[..bytes]).unwrap();
        let (dice, mut keeper) = (dice(7), Keeper::default());
        run(&dice, &how(12, 3, Some(&path)), &mut keeper).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), expected, "{bytes}");
        let complete = expected[..bytes].matches('\n').count().saturating_sub(1) as u64;
        assert_eq!((keeper.resumed, dice.done.into_inner()), (complete, 12 - complete));
    }
}

#[test]
fn more_units_go_on_and_fewer_only_read() {
    let (path, expected) = (fresh("longer.jsonl"), whole("long.jsonl", 8, 30));
    run(&dice(8), &how(10, 2, Some(&path)), &mut Keeper::default()).unwrap();
    run(&dice(8), &how(30, 2, Some(&path)), &mut Keeper::default()).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
    let (dice, mut keeper) = (dice(8), Keeper::default());
    run(&dice, &how(20, 2, Some(&path)), &mut keeper).unwrap();
    assert_eq!((keeper.rows.len(), dice.done.into_inner()), (20, 0));
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
}

#[test]
fn enough_is_enough_whatever_the_threads() {
    let mut files = Vec::new();
    for threads in [1, 4, 9] {
        let path = fresh(&format!("enough-{threads}.jsonl"));
        let mut keeper = Keeper { enough: Some(300), ..Keeper::default() };
        let ended = run(&dice(9), &how(100_000, threads, Some(&path)), &mut keeper);
        assert_eq!(ended, Ok(Ended::Enough));
        let again = dice(9);
        let mut keeper = Keeper { enough: Some(300), ..Keeper::default() };
        assert_eq!(run(&again, &how(100_000, 2, Some(&path)), &mut keeper), Ok(Ended::Enough));
        assert_eq!(again.done.into_inner(), 0);
        files.push(fs::read_to_string(&path).unwrap());
    }
    assert!(files[0].lines().count() > 10 && files.iter().all(|file| *file == files[0]));
}

#[test]
fn an_interrupt_loses_nothing_that_was_begun() {
    let expected = whole("all.jsonl", 10, 200);
    let path = fresh("interrupted.jsonl");
    let how = how(200, 4, Some(&path));
    let dice = Dice { interrupts: Some((50, Arc::clone(&how.interrupt))), ..dice(10) };
    let mut keeper = Keeper::default();
    assert_eq!(run(&dice, &how, &mut keeper), Ok(Ended::Interrupted));
    let done = dice.done.load(Ordering::Relaxed);
    assert!(keeper.rows.len() as u64 == done && (51..100).contains(&done), "{done}");
    assert!(expected.starts_with(&fs::read_to_string(&path).unwrap()));
    let mut keeper = Keeper::default();
    how.interrupt.store(false, Ordering::Relaxed);
    let dice = Dice { interrupts: None, ..dice };
    assert_eq!(run(&dice, &how, &mut keeper), Ok(Ended::Complete));
    assert_eq!((keeper.resumed, dice.done.into_inner()), (done, 200));
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
}

/// Units that take as long as anybody waits for them.
#[derive(Default)]
struct Endless {
    /// Whether a unit has begun that never ends.
    begun: AtomicBool,
}

impl Series for Endless {
    type Header = String;
    type Row = u64;

    fn header(&self) -> String {
        "endless".into()
    }

    fn unit(&self, number: u64, abandon: &Arc<AtomicBool>) -> Result<u64, String> {
        self.begun.fetch_or(number > 0, Ordering::Relaxed);
        // The first one ends as soon as there is another one to wait for.
        let is_done = || number == 0 && self.begun.load(Ordering::Relaxed);
        while !is_done() && !abandon.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok(number)
    }
}

/// Interrupts the run after its first row, and counts rows.
struct Interrupts {
    run: Arc<AtomicBool>,
    rows: u64,
    patience: Duration,
}

impl Watcher<u64> for Interrupts {
    fn row(&mut self, _: &u64) -> ControlFlow<()> {
        self.run.store(true, Ordering::Relaxed);
        self.rows += 1;
        ControlFlow::Continue(())
    }

    fn patience(&self) -> Duration {
        self.patience
    }
}

#[test]
fn an_interrupt_waits_for_long_units_as_long_as_the_watcher_likes() {
    for (patience, most) in [(300, 10_000), (0, 250)].map(|(a, b)| (millis(a), millis(b))) {
        let run_once = || {
            let how = how(10, 2, None);
            let mut watcher = Interrupts { run: Arc::clone(&how.interrupt), rows: 0, patience };
            let begun = Instant::now();
            assert_eq!(run(&Endless::default(), &how, &mut watcher), Ok(Ended::Interrupted));
            assert_eq!(watcher.rows, 1, "rows of units that were abandoned are not read");
            assert!(begun.elapsed() >= patience);
            begun.elapsed()
        };
        // Somebody else may need the processor, but not each time.
        assert!((0..3).any(|_| run_once() < most), "later than {most:?}");
    }
}

fn millis(number: u64) -> Duration {
    Duration::from_millis(number)
}

#[test]
fn a_unit_that_cannot_be_done_ends_it_after_those_before() {
    let path = fresh("broken.jsonl");
    let broken = Dice { broken: Some(20), ..dice(11) };
    let ended = run(&broken, &how(1000, 4, Some(&path)), &mut Keeper::default());
    assert_eq!(ended, Err("dice 20 is lost".into()));
    assert_eq!(ledger::read::<Throw>(&path).unwrap().rows.len(), 20);
}

#[test]
fn other_files_are_refused_and_left_alone() {
    let ours = whole("ours.jsonl", 12, 3);
    let path = fresh("refused.jsonl");
    let other_row = ours.replace("\"number\":1", "\"number\":7");
    let broken_row = ours.replace("\"number\":1", "\"numb\":1");
    let later = ours.replace("\"schema\":1", "\"schema\":2");
    for (text, reason) in [
        (whole("theirs.jsonl", 13, 3).as_str(), "(seed: 13 there, 12 here)"),
        (&later, "(schema: 2 there, 1 here)"),
        ("shopping list", "something else"),
        ("shopping list\nbread\n", "something else"),
        ("\n", "something else"),
        ("[]\n", "something else"),
        ("{}\n", "(schema: nothing there, 1 here)"),
        (&other_row, "line 3: out of order"),
        (&broken_row, "line 3: "),
        // A torn line is no excuse.
        (&format!("{later}{{\"numb"), "schema: 2 there"),
    ] {
        fs::write(&path, text).unwrap();
        let refused = run(&dice(12), &how(3, 2, Some(&path)), &mut Keeper::default()).unwrap_err();
        assert!(refused.contains(reason) && refused.lines().count() == 1, "{refused}");
        assert!(refused.contains("refused.jsonl"), "{refused}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    fs::write(&path, b"\xff\xfe\n").unwrap();
    assert!(run(&dice(12), &how(3, 2, Some(&path)), &mut Keeper::default()).is_err());
    assert_eq!(fs::read(&path).unwrap(), b"\xff\xfe\n");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let refused = run(&dice(12), &how(3, 2, Some(folder)), &mut Keeper::default()).unwrap_err();
    assert!(refused.ends_with("is not a file"), "{refused}");
}

#[test]
fn nobody_else_writes_meanwhile() {
    let path = fresh("locked.jsonl");
    let header = Header { schema: 1, seed: 14 };
    let (ledger, rows) = ledger::Ledger::open::<Throw>(&path, &header).unwrap();
    assert!(rows.is_empty());
    let second = run(&dice(14), &how(3, 1, Some(&path)), &mut Keeper::default());
    assert!(second.unwrap_err().ends_with("another process is writing to it"));
    drop(ledger);
    assert!(run(&dice(14), &how(3, 1, Some(&path)), &mut Keeper::default()).is_ok());
}

/// A full disk.
#[cfg(target_os = "linux")]
#[test]
fn devices_are_refused() {
    let full = Path::new("/dev/full");
    let refused = run(&dice(15), &how(3, 1, Some(full)), &mut Keeper::default()).unwrap_err();
    assert_eq!(refused, "/dev/full is not a file");
}

#[test]
#[should_panic(expected = "a scoped thread panicked")]
fn a_panic_is_passed_on() {
    struct Bad;
    impl Series for Bad {
        type Header = u8;
        type Row = u8;
        fn header(&self) -> u8 {
            0
        }
        fn unit(&self, number: u64, _: &Arc<AtomicBool>) -> Result<u8, String> {
            assert!(number != 3, "no");
            Ok(0)
        }
    }
    struct Nobody;
    impl Watcher<u8> for Nobody {
        fn row(&mut self, _: &u8) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }
    let _ = run(&Bad, &how(1000, 2, None), &mut Nobody);
}
