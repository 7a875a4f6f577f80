//! Random and damaged command lines and files: whatever they are, the command ends in time with an exit code
//! that it documents, says what is wrong in plain lines, and proves nothing that is false.
//!
//! What is damaged stands in `seeds.rs` of the tests that include this: those of `gametree`, and of `gametree-lab`.
//!
//! Three seconds by default; `GAMETREE_FUZZ` is another number of seconds, `GAMETREE_FUZZ_SEED` where the random
//! choices start (what fails names its number: with that as the seed it comes first).

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use gametree::Draws;

use crate::seeds::{FILES, LINES, MADE};
use crate::support::{NAME, command, folder};

/// A command that goes on for longer is asked to end...
const PATIENCE: Duration = Duration::from_secs(3);
/// ...and must do so in this time, on a machine that is busy.
const GRACE: Duration = Duration::from_secs(10);

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// Files and command lines that are all right, which are then damaged.
struct Seeds {
    folder: PathBuf,
    files: Vec<(&'static str, Vec<u8>)>,
    lines: Vec<Vec<String>>,
}

/// Words that options and games are made of.
const WORDS: &[&str] = &[
    "solve",
    "compare",
    "analyse",
    "arena",
    "converge",
    "check",
    "certificate",
    "show",
    "replay",
    "games",
    "algorithms",
    "accuracy",
    "perft",
    "check-rules",
    "--games",
    "epd",
    "uci",
    "traps",
    "run",
    "merge",
    "reproduce",
    "--help",
    "--position",
    "--positions",
    "--algorithm",
    "--depth",
    "--time",
    "--nodes",
    "--leaves",
    "--memory",
    "--epsilon",
    "--range",
    "--guess",
    "--store",
    "--seed",
    "--format",
    "--all-moves",
    "--trace",
    "--no-facts",
    "--trust-facts",
    "--certificate",
    "--force",
    "--games",
    "--openings",
    "--threads",
    "--sprt",
    "--out",
    "--svg",
    "--runs",
    "--limit",
    "--tau",
    "--player",
    "--game",
    "--rules",
    "--quiet",
    "--reset",
    "--sample",
    "--plies",
    "--solved",
    "--worst",
    "--file",
    "--divide",
    "--by",
    "--shallow",
    "--deep",
    "--delta",
    "--playouts",
    "--scale",
    "--shard",
    "--clock",
    "--resign",
    "--draw",
    "--pgn",
    "--opening-plies",
    "plain",
    "table",
    "json",
    "jsonl",
    "text",
    "connect4:4x4",
    "connect4",
    "tictactoe",
    "mnk:3,3,3",
    "nim:1-2-3",
    "othello:4x4",
    "kalah:2,1",
    "breakthrough:3x4",
    "domineering:3x3",
    "dots:2x2",
    "hex:3",
    "pig:10",
    "ewn:3",
    "cops:3x3",
    "dchain:5",
    "random:b=3,d=4",
    "random:b=3,d=3,chance=0.5",
    "random:b=60000,d=4",
    "implanted:d=6,max=0",
    "rollout:leftmost",
    "rollout:max-upper",
    "rollout:random",
    "mcts",
    "mcts-solver",
    "ab",
    "mcts-alphabeta",
    "alphabeta",
    "scout",
    "mtd-bi",
    "solver",
    "df-pn",
    "star2",
    "auto",
    "depths:d=8",
    "0",
    "1",
    "2",
    "-1",
    "0.5",
    "10%",
    "1k",
    "100ms",
    "1e400",
    "nan",
    "all",
    "1000000",
    "1/2",
    "6..8",
    "1s+50ms",
    "tiny",
    "chess",
    "chess960",
    "selective",
    "uci:cat",
    "inf",
    "-0",
    "1,2",
    "-1,1",
    "18446744073709551616",
    "",
    " ",
    "=",
    ":",
    "{run}",
    "random:2",
    "start",
    "112",
    "a1 b2",
    "\u{1b}[31m",
    "\u{feff}",
    "mcts:nodes=50",
    "random",
    "ab:nodes=50",
    "elo0=0,elo1=10",
];

impl Seeds {
    fn new() -> Seeds {
        let folder = folder(&format!("fuzz-{}", std::process::id()));
        let efg = "EFG 2 R \"\" { \"A\" \"B\" }\np \"\" 1 1 \"\" { \"l\" \"r\" } 0\n\
                   t \"\" 1 \"\" { 1 -1 }\nc \"\" 1 \"\" { \"x\" 1/3 \"y\" 2/3 } 0\n\
                   t \"\" 2 \"\" { 2 -2 }\nt \"\" 3 \"\" { -1 1 }\n";
        let mut seeds = Seeds { folder, files: Vec::new(), lines: Vec::new() };
        let file = |name: &'static str, content: &[u8]| {
            std::fs::write(seeds.folder.join(name), content).unwrap();
        };
        file(
            "tree.json",
            br#"{"max":[{"min":[3,5,-2.5]},{"chance":[["1/3",9],[0.5,1],["1/6",0]]}]}"#,
        );
        file("game.efg", efg.as_bytes());
        let pgn = "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 {so} e5 (1... c5 $1) 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
                   [FEN \"8/8/8/8/8/5k2/6q1/7K w - - 0 1\"]\n[SetUp \"1\"]\n\n* \n";
        file("games.pgn", pgn.as_bytes());
        file(
            "suite.epd",
            b"7k/6pp/8/8/8/8/8/R3K3 w Q - bm Ra8#; id \"1\"; D1 20 ;D2 63\n\
              4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66\n",
        );
        file(
            "uci.txt",
            b"uci\nsetoption name Hash value 16\nucinewgame\nisready\nposition startpos moves e2e4 e7e5\n\
              go depth 2\nposition fen 7k/6pp/8/8/8/8/8/R3K3 w Q - 0 1\ngo nodes 500\nstop\nquit\n",
        );
        file("positions", b"# some\n12 0\n1122\t-1\nstart\n3 3\n");
        let words = |line: &str| line.split(' ').map(String::from).collect::<Vec<_>>();
        for line in MADE {
            assert!(seeds.run(&words(line)).status.success(), "{line}");
        }
        for name in FILES {
            seeds.files.push((name, std::fs::read(seeds.folder.join(name)).unwrap()));
        }
        seeds.lines = LINES.iter().map(|line| words(line)).collect();
        seeds
    }

    /// Runs a command; a word `<FILE` is where it reads from.
    fn run(&self, words: &[String]) -> Output {
        let read = words.iter().find_map(|word| word.strip_prefix('<'));
        let input = read.and_then(|name| std::fs::File::open(self.folder.join(name)).ok());
        let arguments: Vec<&String> = words.iter().filter(|word| !word.starts_with('<')).collect();
        let mut child = Command::new(command())
            .args(&arguments)
            .current_dir(&self.folder)
            .stdin(input.map_or_else(Stdio::null, Stdio::from))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        // This thread reads the output meanwhile; another one watches the time.
        let id = child.id();
        let (done, ended) = std::sync::mpsc::channel::<()>();
        let watcher = std::thread::spawn(move || {
            let late =
                |time| ended.recv_timeout(time) == Err(std::sync::mpsc::RecvTimeoutError::Timeout);
            let signal =
                |name: &str| drop(Command::new("kill").args([name, &id.to_string()]).status());
            if !late(PATIENCE) {
                return false;
            }
            signal("-TERM");
            if !late(GRACE) {
                return false;
            }
            signal("-KILL");
            true
        });
        let (mut out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        let errors = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            std::io::Read::read_to_end(&mut err, &mut bytes).map(|_| bytes).unwrap_or_default()
        });
        let mut stdout = Vec::new();
        let _ = std::io::Read::read_to_end(&mut out, &mut stdout);
        let status = child.wait().unwrap();
        drop(done);
        assert!(!watcher.join().unwrap(), "{arguments:?} does not end when it is asked to");
        Output { status, stdout, stderr: errors.join().unwrap() }
    }
}

/// Some bytes changed, left out, repeated or made up.
fn damaged(bytes: &[u8], draws: &mut Draws) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + draws.below(4) {
        let at = draws.below(bytes.len() as u64 + 1) as usize;
        let span = (draws.below(12) as usize).min(bytes.len() - at);
        match draws.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << draws.below(8),
            1 => drop(bytes.drain(at..at + span)),
            2 => {
                let again = bytes[at..at + span].to_vec();
                bytes.splice(at..at, again);
            }
            3 => drop(bytes.splice(at..at, [draws.below(256) as u8])),
            4 => {
                let made_up =
                    ["1e999", "-", "\u{1b}[2J", "\n", "{", "]", "\"", "99999999999", "\0", "1/0"];
                let text = made_up[draws.below(made_up.len() as u64) as usize];
                drop(bytes.splice(at..at + span, text.bytes()));
            }
            _ => bytes.truncate(at),
        }
    }
    bytes
}

/// A command line with some words changed, left out or added.
fn garbled(line: &[String], draws: &mut Draws) -> Vec<String> {
    let mut line = line.to_vec();
    for _ in 0..draws.below(4) {
        let at = draws.below(line.len() as u64 + 1) as usize;
        let word = WORDS[draws.below(WORDS.len() as u64) as usize].to_string();
        match draws.below(4) {
            0 if at < line.len() => drop(line.remove(at)),
            1 if at < line.len() => line[at] = word,
            2 if at < line.len() => {
                let text = damaged(line[at].as_bytes(), draws);
                line[at] = String::from_utf8_lossy(&text).replace('\0', "");
            }
            _ => line.insert(at, word),
        }
    }
    line
}

/// One command with damaged files, or a garbled line, or both.
fn attempt(seeds: &Seeds, number: u64) {
    let mut draws = Draws::new(number);
    let mut line = seeds.lines[draws.below(seeds.lines.len() as u64) as usize].clone();
    let whole = draws.below(4) == 0;
    let mut names = Vec::new();
    let folder = format!("{number}-folder");
    line.iter_mut().for_each(|word| *word = word.replace("FOLDER", &folder));
    for (i, (name, content)) in seeds.files.iter().enumerate() {
        let mark = format!("F{i:X}");
        if !line.iter().any(|word| word.ends_with(&mark)) {
            continue;
        }
        let content = if whole { content.clone() } else { damaged(content, &mut draws) };
        // By the ending of its name a file is read in one way or the other.
        let name = match name.strip_prefix("lab/") {
            Some(name) => format!("{folder}/{name}"),
            None => format!("{number}-{name}"),
        };
        let path = seeds.folder.join(&name);
        std::fs::create_dir_all(path.parent().expect("it lies in a folder")).unwrap();
        std::fs::write(path, content).unwrap();
        line.iter_mut().for_each(|word| *word = word.replace(&mark, &name));
        names.push(name);
    }
    // What follows is only there to be written.
    if let Some(end) = line.iter().position(|word| word == "--") {
        line.truncate(end);
    }
    if whole || draws.below(3) == 0 {
        line = garbled(&line, &mut draws);
    }
    let output = seeds.run(&line);
    let told = || {
        let (out, err) = (&output.stdout, &output.stderr);
        let shown =
            |bytes: &[u8]| String::from_utf8_lossy(&bytes[..bytes.len().min(2000)]).into_owned();
        format!(
            "GAMETREE_FUZZ_SEED={number}: {line:?}\n{:?}\n{}\n{}",
            output.status,
            shown(out),
            shown(err)
        )
    };
    let code = output.status.code();
    assert!(matches!(code, Some(0..=3)), "{}", told());
    let (out, err) =
        (String::from_utf8(output.stdout.clone()), String::from_utf8(output.stderr.clone()));
    let (Ok(out), Ok(err)) = (out, err) else { panic!("this is no text: {}", told()) };
    assert!(!err.contains("panicked"), "{}", told());
    assert!(
        err.lines().all(|line| line.starts_with(&format!("{NAME}: ")) && line.len() < 5000),
        "{}",
        told()
    );
    // Completions are scripts, and have tabs.
    let nasty = |c: char| c.is_control() && c != '\n' && c != '\t';
    assert!(
        !out.contains(nasty) && !err.replace('\n', "").contains(char::is_control),
        "{}",
        told()
    );
    if code == Some(2) {
        assert!(!err.is_empty(), "{}", told());
    }
    is_true(&line, &out, code, &told);
    for name in names {
        let _ = std::fs::remove_file(seeds.folder.join(name));
    }
    for folder in [folder.clone(), format!("{folder}-all")] {
        let _ = std::fs::remove_dir_all(seeds.folder.join(folder));
    }
}

/// A certificate that is accepted claims nothing false: of the seeds, both values are known.
fn is_true(line: &[String], out: &str, code: Option<i32>, told: &dyn Fn() -> String) {
    let proof = line.get(1).is_some_and(|file| file.ends_with("proof.gtc"));
    if !(line.len() == 2 && line[0] == "check" && proof && code == Some(0)) {
        return;
    }
    let claim = out.lines().find_map(|line| line.strip_prefix("claim")).unwrap_or_default();
    let game = out.lines().find_map(|line| line.strip_prefix("game")).unwrap_or_default();
    if game.trim() != "connect4:4x4" {
        return;
    }
    // The game is a draw.
    let numbers: Vec<f64> = claim.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let holds = match numbers[..] {
        [value] => value == 0.0,
        [low, high] => low <= 0.0 && 0.0 <= high,
        _ => claim.contains("infinity"),
    };
    assert!(holds, "{}", told());
}

#[cfg(unix)]
#[test]
fn nothing_that_is_thrown_at_it_breaks_it() {
    let seeds = Seeds::new();
    let first = setting("GAMETREE_FUZZ_SEED", 1);
    let end = Instant::now() + Duration::from_secs(setting("GAMETREE_FUZZ", 3));
    let next = AtomicU64::new(first);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while Instant::now() < end {
                    attempt(&seeds, next.fetch_add(1, Ordering::Relaxed));
                }
            });
        }
    });
    let made = next.load(Ordering::Relaxed) - first;
    assert!(made > 5, "only {made} commands were run");
    let left = std::fs::read_dir(&seeds.folder).unwrap().filter_map(Result::ok);
    let parts: Vec<_> =
        left.filter(|f| f.file_name().to_string_lossy().contains(".part-")).collect();
    assert!(parts.is_empty(), "{parts:?}");
    let _ = std::fs::remove_dir_all(&seeds.folder);
    // Shown by `--nocapture`.
    println!("{made} commands");
}
