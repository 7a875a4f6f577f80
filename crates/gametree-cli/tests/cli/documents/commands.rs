//! Every command in the documents starts without an error message: it either succeeds, or still runs when the
//! test interrupts it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::files::{files, root};
use crate::support::{NAME, command};

/// How long a command may work before it is interrupted; and one that writes what a later one reads, or that a stalled
/// machine kept from getting as far as handling signals.
const PATIENCE: Duration = Duration::from_millis(100);
const GREAT_PATIENCE: Duration = Duration::from_secs(60);

/// The commands in the `sh` blocks of a document: what follows the name of the command, or how cargo runs it.
fn commands(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for block in text.split("```sh\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default().replace("\\\n", " ");
        for line in block.lines().flat_map(|line| line.split("&&")) {
            let line = line.split(" #").next().unwrap_or_default().trim();
            let by_cargo = match NAME {
                "gametree" => "cargo run --release -- ".to_string(),
                name => format!("cargo run --release -p {name} -- "),
            };
            let own = [format!("{NAME} "), by_cargo];
            found.extend(own.iter().find_map(|own| line.strip_prefix(own)).map(str::to_string));
        }
    }
    found
}

/// Words as a shell reads them: quotes group, and what follows `|` or `>` is not ours.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), String::new(), None);
    for c in line.chars() {
        match (c, quote) {
            ('|' | '>', None) => break,
            (' ', None) => words.extend(Some(std::mem::take(&mut word)).filter(|w| !w.is_empty())),
            ('\'' | '"', None) => quote = Some(c),
            (c, Some(q)) if c == q => quote = None,
            _ => word.push(c),
        }
    }
    words.extend(Some(word).filter(|w| !w.is_empty()));
    words
}

/// The documents that name commands, with these in order; of the benchmarks and papers, too.
fn documents() -> Vec<(String, Vec<String>)> {
    let read = |path: &PathBuf| {
        let name = path.strip_prefix(root()).ok()?.to_string_lossy().replace('/', "-");
        Some((name, commands(&std::fs::read_to_string(path).ok()?)))
    };
    files().iter().filter_map(read).filter(|(_, commands)| !commands.is_empty()).collect()
}

/// Whether a command writes a file or folder that one of the later ones reads.
fn feeds(line: &str, later: &[String]) -> bool {
    let own = words(line);
    let mut written = own.windows(2).filter(|pair| ["--certificate", "--out"].contains(&&*pair[0]));
    written.any(|pair| later.iter().any(|line| words(line).contains(&pair[1])))
}

/// What is wrong with a command, if anything is.
fn fault(line: &str, folder: &Path, patience: Duration) -> Option<String> {
    let mut child = Command::new(command())
        .args(words(line))
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let begun = Instant::now();
    while child.try_wait().expect("it can be waited for").is_none() && begun.elapsed() < patience {
        std::thread::sleep(Duration::from_millis(10));
    }
    if child.try_wait().expect("it can be waited for").is_none() {
        // A process of ours, by its number.
        let stopped = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(stopped.is_ok_and(|status| status.success()), "{line} cannot be interrupted");
    }
    let output = child.wait_with_output().expect("it ends");
    // The signal ended the process itself: it had not got as far as handling it. Once more, with time enough.
    if output.status.code().is_none() && patience < GREAT_PATIENCE {
        return fault(line, folder, GREAT_PATIENCE.min(patience * 8));
    }
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    let fine = matches!(output.status.code(), Some(0 | 3));
    (!fine).then(|| format!("{NAME} {line}\n    {:?}: {complaint}", output.status.code()))
}

#[test]
fn every_command_in_the_documents_works() {
    let documents = documents();
    if documents.is_empty() {
        println!("SKIPPED: the documents are not here, outside of the repository");
        return;
    }
    let total: usize = documents.iter().map(|(_, commands)| commands.len()).sum();
    let fewest = if NAME == "gametree" { 40 } else { 15 };
    assert!(total > fewest, "{total} commands are too few");
    let (faults, queue) = (Mutex::new(Vec::new()), Mutex::new(documents.iter()));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    // Commands of one document follow each other: some read what others wrote.
                    let Some((name, commands)) = queue.lock().unwrap().next() else { break };
                    let folder = std::env::temp_dir()
                        .join(format!("{NAME}-documents-{}-{name}", std::process::id()));
                    std::fs::create_dir_all(&folder).expect("a folder");
                    prepare(&folder);
                    for (i, line) in commands.iter().enumerate() {
                        let feeds = feeds(line, &commands[i + 1..]);
                        let patience = if feeds { GREAT_PATIENCE } else { PATIENCE };
                        let wrong = fault(line, &folder, patience);
                        let wrong = wrong.map(|fault| format!("{name}: {fault}"));
                        faults.lock().unwrap().extend(wrong);
                    }
                    std::fs::remove_dir_all(&folder).expect("it can be removed");
                }
            });
        }
    });
    let faults = faults.into_inner().unwrap();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The files that documents speak of, in small.
fn prepare(folder: &Path) {
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).expect("a file");
    write("game.json", "{\"max\":[{\"min\":[1,2]},{\"min\":[0,3]}]}");
    write("FILE", "# values: mover\n44\nstart\n");
    write("positions.txt", "44\nstart\n");
    // Few pieces, so that even a deep search of a position ends soon.
    write("gm60.pgn", "[FEN \"8/8/4k3/8/8/p7/P7/K7 w - - 0 1\"]\n\n1. Kb1 Kd5 2. Kc2 1/2-1/2\n");
}
