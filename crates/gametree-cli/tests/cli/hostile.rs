//! What files, signals and full disks can do: nothing.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::{command, folder, gametree, json, stdout, text};

fn write(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    std::fs::write(&path, content).unwrap();
    text(&path).to_string()
}

fn complaint(output: &Output) -> String {
    let error = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(error.lines().count(), 1, "{output:?}");
    assert!(!error.trim_end().contains(char::is_control), "{output:?}");
    error
}

/// Bad input: one line that says so, and exit code 2.
fn refused(arguments: &[&str], says: &str) {
    let output = gametree(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
    let error = complaint(&output);
    assert!(error.contains(says), "{arguments:?}: {error}");
}

fn spawn(arguments: &[&str]) -> Child {
    Command::new(command())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

/// Waits until a process has said what it does about signals: before that they end it.
#[cfg(unix)]
fn wait_for_handler(child: &Child) {
    const SIGTERM: u32 = 15;
    let status = format!("/proc/{}/status", child.id());
    let caught = || {
        let text = std::fs::read_to_string(&status).ok()?;
        let mask = text.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        let mask = u64::from_str_radix(mask.trim(), 16).ok()?;
        Some(mask >> (SIGTERM - 1) & 1 == 1)
    };
    let started = Instant::now();
    while caught() == Some(false) && started.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    // What follows takes a moment, too; and other systems do not tell.
    std::thread::sleep(Duration::from_millis(500));
}

/// Sends a signal by its name, and says how the process ended.
#[cfg(unix)]
fn ended_by(signal: &str, child: &mut Child) -> i32 {
    let sent = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
    assert!(sent.expect("there is a kill").success());
    let sent = Instant::now();
    while sent.elapsed() < Duration::from_secs(20) {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code().unwrap_or(-1);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    panic!("{signal} was not heard");
}

#[cfg(unix)]
#[test]
fn whoever_asks_a_search_to_end_gets_its_interval() {
    let folder = folder("signals");
    for signal in ["INT", "TERM", "HUP"] {
        let file = folder.join(format!("{signal}.gtc"));
        let mut child = spawn(&["solve", "connect4", "--certificate", text(&file)]);
        wait_for_handler(&child);
        assert_eq!(ended_by(signal, &mut child), 3, "{signal}");
        let mut output = String::new();
        child.stdout.take().unwrap().read_to_string(&mut output).unwrap();
        assert!(output.contains("between") && output.contains("interrupted"), "{output}");
    }
    for entry in std::fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(!name.to_string_lossy().contains("part"), "{name:?} stayed behind");
    }
}

#[cfg(unix)]
#[test]
fn every_command_can_be_asked_to_end() {
    let folder = folder("commands");
    let out = folder.join("rows.jsonl");
    let positions = write(&folder, "positions", "start\n".repeat(50));
    for arguments in [
        &["compare", "connect4", "--algorithm", "alphabeta"][..],
        &["solve", "connect4", "--positions", &positions],
        &["analyse", "connect4", "--time", "1h"],
        &["arena", "connect4", "mcts:nodes=20k", "ab:nodes=20k", "--out", text(&out)],
        &["play", "connect4"],
    ] {
        let mut child = spawn(arguments);
        wait_for_handler(&child);
        assert_eq!(ended_by("TERM", &mut child), 3, "{arguments:?}");
    }
}

/// A certificate that takes long to check: it holds the same record again and again.
#[cfg(unix)]
#[test]
fn a_check_can_be_interrupted() {
    let folder = folder("check");
    let file = folder.join("pipe.gtc");
    if !Command::new("mkfifo").arg(&file).status().is_ok_and(|made| made.success()) {
        eprintln!("SKIPPED: no mkfifo");
        return;
    }
    // The file begins, and does not go on.
    let whole = folder.join("whole.gtc");
    assert!(gametree(&["solve", "connect4:4x4", "--certificate", text(&whole)]).status.success());
    let bytes = std::fs::read(&whole).unwrap();
    let mut child = spawn(&["check", text(&file)]);
    let mut pipe = std::fs::OpenOptions::new().write(true).open(&file).unwrap();
    pipe.write_all(&bytes[..bytes.len() / 2]).unwrap();
    wait_for_handler(&child);
    let sent = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
    std::thread::sleep(Duration::from_millis(500));
    let _ = pipe.write_all(&bytes[bytes.len() / 2..bytes.len() - 10]);
    drop(pipe);
    assert_eq!(child.wait().unwrap().code(), Some(3));
}

#[test]
fn nothing_that_is_read_is_written() {
    let folder = folder("inputs");
    let tree = write(&folder, "tree.json", r#"{"max":[1,{"min":[2,3]}]}"#);
    let game = format!("tree:{tree}");
    refused(&["solve", &game, "--certificate", &tree], "this command reads");
    let linked = folder.join("linked.json");
    std::fs::hard_link(&tree, &linked).unwrap();
    refused(&["solve", &game, "--certificate", text(&linked), "--force"], "this command reads");
    let other = write(&folder, "notes.txt", "years of work");
    refused(&["solve", &game, "--certificate", &other], "not a certificate");
    assert_eq!(std::fs::read(&other).unwrap(), b"years of work");
    assert_eq!(std::fs::read_to_string(&tree).unwrap(), r#"{"max":[1,{"min":[2,3]}]}"#);
}

#[test]
fn a_better_proof_is_kept() {
    let folder = folder("better");
    let file = folder.join("proof.gtc");
    let solve = |more: &[&str]| {
        // Several threads may find another proof.
        let common = ["solve", "connect4:4x4", "--threads", "1", "--certificate", text(&file)];
        gametree(&[&common[..], more].concat())
    };
    assert!(solve(&[]).status.success());
    let best = std::fs::read(&file).unwrap();
    // A search that is cut short proves less, and one that trusts facts proves no more.
    for less in [&["--nodes", "10k"][..], &["--trust-facts"]] {
        let output = solve(less);
        assert_eq!(output.status.code(), Some(2), "{less:?}: {output:?}");
        assert!(complaint(&output).contains("a better proof of this position"));
        assert!(stdout(&output).contains("value"), "what was found is printed");
        assert_eq!(std::fs::read(&file).unwrap(), best, "{less:?}");
    }
    assert!(solve(&["--trust-facts", "--force"]).status.success());
    assert_ne!(std::fs::read(&file).unwrap(), best);
    // One that trusts less takes its place; so does any proof that of a broken one.
    assert!(solve(&[]).status.success());
    assert_eq!(std::fs::read(&file).unwrap(), best);
    std::fs::write(&file, &best[..best.len() - 20]).unwrap();
    assert_eq!(solve(&["--nodes", "10k"]).status.code(), Some(3));
    assert_ne!(std::fs::read(&file).unwrap(), best[..best.len() - 20]);
    assert_eq!(json(&["check", text(&file)])["accepted"], true);
}

#[cfg(target_os = "linux")]
#[test]
fn full_disks_are_errors() {
    let full = Path::new("/dev/full");
    if !full.exists() {
        eprintln!("SKIPPED: no /dev/full");
        return;
    }
    let output = gametree(&["solve", "nim:1-2", "--certificate", text(full)]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(complaint(&output).contains("cannot write"));
    let into = |how: &str| {
        let line = format!("{} solve nim:1-2 {how}", command());
        Command::new("sh").args(["-c", &line]).output().unwrap()
    };
    let output = into("> /dev/full");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(complaint(&output).contains("cannot write the output"));
    // Python's DEVNULL is open for reading and writing.
    for how in ["> /dev/null", "1<> /dev/null", "2>&-", "< /dev/null"] {
        assert_eq!(into(how).status.code(), Some(0), "{how}");
    }
}

/// What does something to a terminal, or begins a new line.
const NASTY: &str = "\u{1b}[31mred\u{7}\u{9b}2J";

fn is_plain(output: &Output) {
    let shown = [stdout(output), String::from_utf8(output.stderr.clone()).unwrap()].concat();
    let nasty = |c: char| c.is_control() && c != '\n';
    assert!(!shown.contains(nasty), "{shown:?}");
}

#[test]
fn what_files_say_does_nothing_to_a_terminal() {
    let folder = folder("escapes");
    let positions = write(&folder, "positions", format!("12\n{NASTY}\n1 {NASTY}\n34\tx{NASTY}\n"));
    for format in ["text", "json", "jsonl"] {
        let output =
            gametree(&["solve", "connect4:4x4", "--positions", &positions, "--format", format]);
        assert_eq!(output.status.code(), Some(2));
        is_plain(&output);
    }
    let rows = folder.join("rows.jsonl");
    let players = ["random", "random"];
    let arena = ["arena", "tictactoe", "--games", "2", "--quiet", "--out", text(&rows)];
    assert!(gametree(&[&arena[..], &players].concat()).status.success());
    let recorded = std::fs::read_to_string(&rows).unwrap();
    let escaped = r"\u001b[31mred\n\u0007\u009b";
    for (from, to) in [
        ("\"tictactoe\"", format!("\"tictactoe{escaped}\"")),
        ("[\"random\"", format!("[\"random{escaped}\"")),
        ("\"moves\":[\"", format!("\"moves\":[\"{escaped}")),
    ] {
        assert!(recorded.contains(from), "{recorded}");
        let altered = write(&folder, "altered.jsonl", recorded.replacen(from, &to, 1));
        for more in [&[][..], &["--game", "1"], &["--format", "json"]] {
            let output = gametree(&[&["arena", "replay", &altered], more].concat());
            is_plain(&output);
            // Whether players of this name exist is not checked.
            let right = from.contains("random");
            assert_eq!(output.status.success(), right, "{from}: {output:?}");
        }
    }
    let tree = write(&folder, "tree.json", format!("{{\"max\":[1,\"{NASTY}\"]}}"));
    let output = gametree(&["solve", &format!("tree:{tree}")]);
    assert_eq!(output.status.code(), Some(2));
    is_plain(&output);
}

#[test]
fn altered_rows_are_not_taken_up() {
    let folder = folder("rows");
    let rows = folder.join("rows.jsonl");
    let arena = |games: &str| {
        gametree(&[
            "arena",
            "tictactoe",
            "random",
            "mcts:nodes=50",
            "--games",
            games,
            "--quiet",
            "--out",
            text(&rows),
        ])
    };
    assert!(arena("4").status.success());
    let recorded = std::fs::read_to_string(&rows).unwrap();
    let mut refusals = 0;
    for (from, to) in [
        ("\"result\":\"max\"", "\"result\":\"min\""),
        ("\"result\":\"min\"", "\"result\":\"draw\""),
        ("\"value\":1", "\"value\":0"),
        ("\"moves\":[\"", "\"moves\":[\"9\",\""),
        ("\"opening\":[\"", "\"opening\":[\"1\",\""),
        ("\"opening\":[]", "\"opening\":[\"5\"]"),
    ] {
        if !recorded.contains(from) {
            continue;
        }
        std::fs::write(&rows, recorded.replacen(from, to, 1)).unwrap();
        let output = arena("6");
        assert_eq!(output.status.code(), Some(2), "{from}: {output:?}");
        complaint(&output);
        refusals += 1;
    }
    assert!(refusals >= 3, "{recorded}");
    std::fs::write(&rows, &recorded).unwrap();
    assert!(arena("6").status.success());
}

#[test]
fn files_are_opened_only_if_the_user_names_them() {
    let folder = folder("named");
    let tree = write(&folder, "tree.json", r#"{"max":[1,{"min":[2,3]}]}"#);
    let (game, file) = (format!("tree:{tree}"), folder.join("proof.gtc"));
    assert!(gametree(&["solve", &game, "--certificate", text(&file)]).status.success());
    refused(&["check", text(&file)], "--game");
    refused(&["certificate", "show", text(&file)], "--game");
    assert!(gametree(&["check", text(&file), "--game", &game]).status.success());
    let rows = folder.join("rows.jsonl");
    let arena = ["arena", &game, "--games", "2", "--quiet", "--out", text(&rows)];
    let players = ["random", "random", "--openings", "random:0"];
    assert!(gametree(&[&arena[..], &players].concat()).status.success());
    refused(&["arena", "replay", text(&rows)], "--rules");
    assert!(gametree(&["arena", "replay", text(&rows), "--rules", &game]).status.success());
}

#[cfg(unix)]
#[test]
fn devices_are_no_files() {
    let folder = folder("devices");
    for device in ["/dev/zero", "/dev/random", text(&folder)] {
        refused(&["solve", &format!("tree:{device}")], "");
        refused(&["solve", "connect4", "--positions", device], "not a file");
        let players = ["random", "random"];
        refused(&[&["arena", "tictactoe", "--openings", device], &players[..]].concat(), "");
    }
}

#[test]
fn messages_are_short() {
    let folder = folder("long");
    let long = write(&folder, "long", "1".repeat(20_000_000));
    let output = gametree(&["solve", "connect4", "--positions", &long]);
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).len() < 1000);
    let tree =
        write(&folder, "long.json", format!("{{\"max\":[1,\"{}\"]}}", "x".repeat(20_000_000)));
    let output = gametree(&["solve", &format!("tree:{tree}")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).len() < 1500);
}

#[test]
fn a_bad_line_costs_that_line() {
    let folder = folder("lines");
    let file = write(&folder, "positions", "\u{feff}# ours\n12 0\nnonsense\n99\n21\n");
    let output = gametree(&["solve", "connect4:4x4", "--positions", &file]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let errors = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(errors.contains("line 3") && errors.contains("line 4"), "{errors}");
    assert!(stdout(&output).contains("2 of 2 solved"), "{output:?}");
    let answer = json(&["solve", "connect4:4x4", "--positions", &file, "--all-moves"]);
    let rows = answer["positions"].as_array().unwrap();
    assert_eq!((rows.len(), answer["summary"]["illegal"].as_array().unwrap().len()), (2, 2));
    assert_eq!(rows[0]["moves"].as_array().unwrap().len(), 4);
}

fn tree_in(folder: &Path, name: &str, text: &str) -> String {
    format!("tree:{}", write(folder, name, text))
}

/// A tree's leaves are known when it is read, so those that a search would cut off count, too.
#[test]
fn a_range_contains_all_leaves_of_a_tree() {
    let folder = folder("ranges");
    let game = tree_in(&folder, "range.json", r#"{"max":[1,{"min":[0,5]}]}"#);
    for more in [&[][..], &["--all-moves"], &["--algorithm", "alphabeta"], &["--epsilon", "1"]] {
        refused(&[&["solve", &game, "--range", "0,1"], more].concat(), "a leaf is worth 5");
    }
    refused(&["compare", &game, "--range", "1,5"], "a leaf is worth 0");
    refused(&["solve", &game, "--range", "0,4", "--position", "1"], "a leaf is worth 5");
    assert_eq!(json(&["solve", &game, "--range", "0,5"])["value"], 1);
    // Only leaves below the position count.
    assert_eq!(json(&["solve", &game, "--range", "0,1", "--position", "0"])["value"], 1);
}

#[test]
fn leaves_that_were_rounded_are_said_to_be() {
    let folder = folder("rounded");
    let rounded = |name: &str, text: &str| {
        let game = tree_in(&folder, name, text);
        let output = gametree(&["solve", &game, "--format", "json"]);
        let told: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), &told["exact"]), (Some(0), &true.into()));
        assert!(said.lines().count() < 2 && said.is_empty() == told["note"].is_null(), "{said}");
        told["note"].as_str().map(|note| {
            assert!(said.contains(note), "{said}");
            note.split("at line 1, ").nth(1).unwrap().split(')').next().unwrap().to_string()
        })
    };
    let at = |column: u32| Some(format!("column {column}"));
    assert_eq!(rounded("big.json", r#"{"max":[9007199254740992,9007199254740993]}"#), at(26));
    assert_eq!(rounded("tenth.json", r#"{"max":[0.5,0.1,1e23]}"#), at(13));
    assert_eq!(rounded("held.json", r#"{"max":[0.5,-2.25e1,1e22]}"#), None);
    let game = r#"EFG 2 R "" { "1" "2" } p "" 1 1 "" { "a" "b" } 0 t "" 1 "" {"#;
    let efg = |leaves: &str| format!(r#"{game} {leaves} }} t "" 2 "" {{ 0, 0 }}"#);
    assert_eq!(rounded("third.efg", &efg("1/3, -1/3")), at(50));
    assert_eq!(rounded("half.efg", &efg("1/2, -1/2")), None);
    // With chance nodes all averages are rounded.
    assert_eq!(rounded("chance.json", r#"{"chance":[["1/3",0.1],["2/3",1]]}"#), None);
}

/// In Domineering, `#` is a cell that is taken.
#[test]
fn a_comment_is_no_position() {
    let folder = folder("comments");
    let check = |arguments: &[&str], code: i32, said: &str| {
        let output = gametree(arguments);
        let all = stdout(&output) + &String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {all}");
        assert!(all.contains(said), "{arguments:?}: {all}");
    };
    let solve = |lines: &str, code, said: &str| {
        let file = write(&folder, "positions", lines);
        check(&["solve", "domineering:3x3", "--positions", &file], code, said);
    };
    solve("# ours\n#\n#../#../... -1\n.../.../... 1\n", 0, "2 of 2 right");
    solve("#../#../... 1\n.../.../... 1\n", 1, "1 of 2 right");
    solve("#../.../... 1\n.../.../... 1\n", 2, "line 1: position '#../.../...': 1 cells");
    solve("#ours\n.../.../...\n", 2, "(a comment begins with # and a space)");
    let counts = write(&folder, "counts", "# ours\n#../#../...; D1 7\n");
    check(&["perft", "domineering:3x3", "--file", &counts], 1, "line 2, depth 1: 4 leaves");
    let openings = write(&folder, "openings", "# ours\n#../#../...\n");
    let match_of = ["arena", "domineering:3x3", "random", "random", "--games", "2", "--quiet"];
    check(&[&match_of[..], &["--openings", &openings]].concat(), 0, "2 games");
    let suite = "# ours\n6k1/5ppp/8/8/8/8/8/4R1K1 w - - bm Re8#;\n#ours\n";
    let suite = write(&folder, "suite.epd", suite);
    check(&["epd", &suite, "--nodes", "1000"], 2, "1 of 1 solved");
}

/// Averages of large numbers are known to a few digits, and two moves can be as good as the bounds are narrow.
#[test]
fn no_digit_is_shown_that_is_not_known() {
    let folder = folder("digits");
    let average = |more: &str| format!(r#"{{"chance":[["1/3",-1e9],["1/3",1e9],["1/3",{more}]]}}"#);
    let solved = |moves: [&str; 3]| {
        let text = format!("{{\"max\":[{}]}}", moves.map(average).join(","));
        let game = tree_in(&folder, "far.json", &text);
        let output = stdout(&gametree(&["solve", &game, "--all-moves"]));
        let table = output.split("move ").last().unwrap().lines().skip(1).take(3);
        table
            .map(|line| line.split_whitespace().skip(1).collect::<Vec<_>>().join(" "))
            .collect::<Vec<_>>()
    };
    assert_eq!(solved(["3", "3.000001", "0"]), ["1 best", "1 best", "0"]);
    // Nearer than the allowance, but apart.
    assert_eq!(solved(["3", "3.0003", "0"]), ["1", "1.0001 best", "0"]);
    let noise = r#"{"chance":[["1/3",-1000],["1/3",1000],["1/3",1e-11]]}"#;
    let compared = stdout(&gametree(&["compare", &tree_in(&folder, "noise.json", noise)]));
    let values = compared.lines().skip(3).take_while(|line| !line.is_empty());
    let values: Vec<&str> = values.map(|line| line.split_whitespace().nth(1).unwrap()).collect();
    assert!(values.len() > 5 && values.iter().all(|value| *value == "0"), "{compared}");
}

/// The slash at its end may be left out.
#[test]
fn a_drawing_may_have_one_row() {
    let value = |position: &str| {
        json(&["solve", "domineering:1x4", "--position", position])["value"].clone()
    };
    assert_eq!(value("##.."), value("##../"));
    refused(&["solve", "domineering:1x4", "--position", "#..."], "position '#...', move 1");
    let file = write(&folder("row"), "positions", "##..\n# a comment\n....\n");
    let rows = json(&["solve", "domineering:1x4", "--positions", &file]);
    assert_eq!(rows["positions"].as_array().unwrap().len(), 2);
}

#[test]
fn rounding_is_not_shown() {
    let folder = folder("rounding");
    // A third each of -1, 0 and 1; and two thousand times the same.
    let thirds = r#"{"chance":[["1/3",-1],["1/3",0],["1/3",1]]}"#;
    let many = format!("{{\"chance\":[{}]}}", vec![r#"["1/2000",{"max":[7,3]}]"#; 2_000].join(","));
    for (name, content, value) in [("thirds", thirds, 0), ("many", many.as_str(), 7)] {
        let tree = format!("tree:{}", write(&folder, &format!("{name}.json"), content));
        for algorithm in ["rollout:best-first", "star1", "expectimax", "rollout:leftmost", "star2"]
        {
            let answer = json(&["solve", &tree, "--algorithm", algorithm, "--nodes", "1M"]);
            assert_eq!(answer["value"], value, "{algorithm}: {answer}");
            assert_eq!(answer["stop"], "closed", "{algorithm}");
        }
    }
}

#[test]
fn memory_has_a_ceiling() {
    let folder = folder("memory");
    let file = folder.join("proof.gtc");
    assert!(gametree(&["solve", "connect4:5x4", "--certificate", text(&file)]).status.success());
    refused(&["check", text(&file), "--memory", "10kB"], "--memory");
    // By one thread: several divide the tree, and keep little of it.
    let grows = "solve random:b=10,d=30 --algorithm rollout:max-upper --threads 1 --memory 3MB";
    let output = gametree(&grows.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(3));
    assert!(stdout(&output).contains("stopped by --memory 3.0 MB"), "{output:?}");
}

/// A position may have very many moves: writing them down belongs to the time of the command.
#[test]
fn many_moves_are_written_in_time() {
    let limit = Duration::from_millis(500);
    let slack = Duration::from_millis(if cfg!(debug_assertions) { 250 } else { 50 });
    for arguments in [
        "solve random:b=65535,d=1 --all-moves",
        "solve random:b=65535,d=2 --all-moves --format json",
        "solve random:b=65535,d=2,chance=0.5,leaves=0..9 --all-moves --algorithm star2",
        "analyse random:b=65535,d=1 --by mcts",
        "analyse random:b=65535,d=2 --by mcts-solver --format json",
    ] {
        let arguments = format!("{arguments} --quiet --time 500ms");
        let run = || {
            let begun = Instant::now();
            (gametree(&arguments.split(' ').collect::<Vec<_>>()), begun.elapsed())
        };
        // Others use this machine, too: it may be late, but not always.
        let mut runs = (0..4).map(|_| run());
        let in_time = runs.find(|(_, elapsed)| *elapsed <= limit.mul_f64(1.05) + slack);
        let (output, _) = in_time.unwrap_or_else(|| panic!("{arguments} is always late"));
        assert!(output.status.code().is_some_and(|code| code != 2), "{arguments}: {output:?}");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(said.contains("more"), "{arguments}: nothing about the moves left out");
    }
    // A move that was left out can still be the best one.
    let cut = json(&["solve", "random:b=3000,d=2", "--all-moves", "--nodes", "5000"]);
    let whole = json(&["solve", "random:b=3000,d=2"]);
    let listed = cut["moves"].as_array().unwrap().len() as u64;
    assert_eq!(listed + cut["more_moves"].as_u64().unwrap(), 3000);
    let end = |name: &str, none: f64| cut[name].as_f64().unwrap_or(none);
    let bounds = end("lower", f64::NEG_INFINITY)..=end("upper", f64::INFINITY);
    assert!(bounds.contains(&whole["value"].as_f64().unwrap()), "{bounds:?}");
}

/// Outcomes of chance are listed, too, by those who search every move.
#[test]
fn chance_is_analysed_by_everyone() {
    for by in
        ["star1", "expectimax", "fsss", "rollout:best-first", "bounded-alphabeta2", "mcts-solver"]
    {
        let answer = json(&["analyse", "ewn:3", "--by", by, "--nodes", "2000", "--quiet"]);
        assert_eq!(answer["moves"].as_array().map(Vec::len), Some(3), "{by}: {answer}");
    }
}

/// The proof of a very wide chance node takes as long as it is wide, and not the square of that. (The widest has too many roundings
/// for a proof.)
#[test]
fn a_wide_chance_node_is_proven_in_time() {
    let folder = folder("wide-chance");
    for (wide, code) in [(4_000, Some(0)), (100_000, None)] {
        let outcome = |i: u32| format!("[\"1/{wide}\",{}]", i % 10);
        let outcomes: Vec<String> = (0..wide).map(outcome).collect();
        let tree = write(&folder, "tree.json", format!("{{\"chance\":[{}]}}", outcomes.join(",")));
        let (game, file) = (format!("tree:{tree}"), folder.join(format!("{wide}.gtc")));
        let begun = Instant::now();
        let arguments = ["solve", &game, "--algorithm", "expectimax", "--certificate", text(&file)];
        let output = gametree(&arguments);
        assert!(begun.elapsed() < Duration::from_secs(10), "{wide}: {:?}", begun.elapsed());
        assert!(code.is_none() || output.status.code() == code, "{output:?}");
    }
}
