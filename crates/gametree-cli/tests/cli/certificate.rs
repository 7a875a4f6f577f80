//! Certificates as a user meets them.

use std::path::PathBuf;

use serde_json::Value;

use crate::support::{command, folder, fresh, gametree, json, stdout, text, tree};

/// Solves, and hands back the answer and where its certificate is.
fn solved(name: &str, arguments: &[&str]) -> (Value, PathBuf) {
    let file = fresh(name);
    let certificate = ["--certificate", text(&file)];
    let answer = json(&[&["solve"], arguments, &certificate[..]].concat());
    (answer, file)
}

#[test]
fn an_answer_is_proven_and_checked() {
    let chance = tree("chance.json", r#"{"max":[{"chance":[["1/3",9],["2/3",{"min":[0,1]}]]},2]}"#);
    for (name, arguments, value) in [
        ("ttt", &["tictactoe"][..], 0.0),
        ("c4", &["connect4:4x4", "--trust-facts"], 0.0),
        ("threads", &["connect4:4x4", "--threads", "4"], 0.0),
        ("position", &["connect4:4x4", "--position", "11122"], f64::NAN),
        ("random", &["random:b=3,d=5,seed=4", "--algorithm", "fsss"], f64::NAN),
        ("chance", &[&chance], 3.0),
        ("epsilon", &[&chance, "--epsilon", "20%"], f64::NAN),
        ("cut", &["tictactoe", "--leaves", "600", "--threads", "1"], f64::NAN),
        ("over", &["nim:1", "--position", "1:1"], f64::NAN),
    ] {
        let (answer, file) = solved(&format!("{name}.gtc"), arguments);
        // What is read from a file has to be named.
        let named = arguments.iter().filter(|game| game.starts_with("tree:"));
        let game: Vec<&str> = named.flat_map(|game| ["--game", game]).collect();
        let verdict = json(&[&["check", text(&file)], &game[..]].concat());
        assert_eq!(verdict["accepted"], true, "{arguments:?} {answer} {verdict}");
        for end in ["lower", "upper"] {
            let [found, proven] = [&answer, &verdict].map(|report| report[end].as_f64());
            match found.zip(proven) {
                Some((found, proven)) => assert!((found - proven).abs() < 1e-9, "{arguments:?}"),
                None => assert_eq!(found, proven, "{arguments:?}"),
            }
            assert_eq!(answer["certificate"][end], verdict[end]);
        }
        assert!(value.is_nan() || (verdict["lower"].as_f64().unwrap() - value).abs() < 1e-9);
        assert_eq!(answer["certificate"]["records"], verdict["records"]);
        assert_eq!(answer["certificate"]["leaves"], verdict["leaves"]);
        let trusts = arguments.contains(&"--trust-facts");
        assert_eq!(verdict["trusted_facts"].is_string(), trusts);
        assert!(gametree(&[&["check", text(&file)], &game[..]].concat()).status.success());
    }
}

#[test]
fn a_certificate_is_a_strategy() {
    let (_, file) = solved("strategy.gtc", &["connect4:4x4"]);
    let show = |position: &str| json(&["certificate", "show", text(&file), "--position", position]);
    let root = show("");
    assert_eq!((&root["lower"], &root["upper"]), (&0.into(), &0.into()));
    let first = root["move"].as_str().unwrap().to_string();
    let reply = show(&first);
    assert!(reply["move"].is_string(), "{reply}");
    // What is proven of a position holds for its mirror image, with the mirrored move.
    let mirrored = |moves: &str| -> String {
        moves.chars().map(|c| char::from(b'5' - (c as u8 - b'0'))).collect()
    };
    let image = show(&mirrored(&first));
    assert_eq!(image["move"], mirrored(reply["move"].as_str().unwrap()));
    assert_eq!(image["upper"], reply["upper"]);
    let text_output = stdout(&gametree(&["certificate", "show", text(&file)]));
    assert!(
        text_output.contains("proven    0") && text_output.contains("the start"),
        "{text_output}"
    );
    // In a tree a position is a path.
    let game = tree("strategy.json", r#"{"max":[{"min":[3,5]},{"min":[2,9]}]}"#);
    let (_, file) = solved("tree-strategy.gtc", &[&game]);
    let about = ["certificate", "show", text(&file), "--game", &game, "--position"];
    let show = |position: &str| json(&[&about[..], &[position]].concat());
    assert_eq!(show("")["move"], "0");
    assert_eq!((&show("0")["lower"], &show("0")["move"]), (&3.into(), &"0".into()));
    assert_eq!(show("1")["upper"], 2);
    let nowhere = gametree(&[&about[..], &["0 1"]].concat());
    assert_eq!(nowhere.status.code(), Some(1), "{nowhere:?}");
}

#[test]
fn a_proof_of_something_else_is_refused() {
    let game = |leaf: i32| format!(r#"{{"max":[{{"min":[3,{leaf}]}},{{"min":[2,9]}}]}}"#);
    let (five, three) = (tree("five.json", &game(5)), tree("one.json", &game(1)));
    let (_, file) = solved("moved.gtc", &[&five]);
    assert!(gametree(&["check", text(&file), "--game", &five]).status.success());
    // The same proof about a tree in which a leaf is another.
    let refused = gametree(&["check", text(&file), "--game", &three]);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    assert!(stdout(&refused).contains("refused: only [1, 3] is proven here, and not [3, 3]"));
    let verdict = json(&["check", text(&file), "--game", &three]);
    assert_eq!((&verdict["accepted"], &verdict["leaves"]), (&false.into(), &Value::Null));
}

#[test]
fn a_certificate_that_would_claim_nothing_is_not_written() {
    let file = fresh("nothing.gtc");
    let limit = ["--nodes", "5", "--certificate", text(&file)];
    let output = gametree(&[&["solve", "connect4"], &limit[..]].concat());
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("nothing to prove") && error.lines().count() == 1, "{error}");
    assert!(!file.exists());
}

#[test]
fn what_cannot_be_proven_is_refused_before_anything_is_searched() {
    let file = fresh("refused.gtc");
    let missing = fresh("no/such/folder.gtc");
    for (arguments, reason) in [
        (&["pig:10"][..], "positions may repeat"),
        (&["cops:6x6,cops=2,chance=0.8"], "positions may repeat"),
        (&["connect4", "--depth", "4"], "--depth finds is an estimate"),
        (&["tictactoe", "--positions", "x"], "cannot be used with"),
        (&["tictactoe", "--trust-facts", "--no-facts"], "cannot be used with"),
    ] {
        let certificate = ["--certificate", text(&file)];
        let output = gametree(&[&["solve"], arguments, &certificate[..]].concat());
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?} {error}");
        assert!(error.contains(reason) && error.lines().count() == 1, "{error}");
        assert!(!file.exists());
    }
    let output = gametree(&["solve", "tictactoe", "--certificate", text(&missing)]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let alone = gametree(&["solve", "tictactoe", "--trust-facts"]);
    assert_eq!(alone.status.code(), Some(2), "{alone:?}");
}

#[test]
fn bad_files_get_one_line() {
    let (_, file) = solved("good.gtc", &["connect4:4x4", "--position", "1111"]);
    let good = std::fs::read(&file).unwrap();
    let bad = |name: &str, bytes: &[u8]| {
        let file = fresh(name);
        std::fs::write(&file, bytes).unwrap();
        let output = gametree(&["check", text(&file)]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{name}: {output:?}");
        assert_eq!(error.lines().count(), 1, "{name}: {error}");
        assert!(output.stdout.is_empty(), "{name}");
    };
    bad("empty.gtc", b"");
    bad("text.gtc", b"something else");
    bad("half.gtc", &good[..good.len() / 2]);
    bad("longer.gtc", &[&good[..], b"x"].concat());
    let missing = gametree(&["check", text(&fresh("missing.gtc"))]);
    assert_eq!(missing.status.code(), Some(2));
    let game = gametree(&["check", text(&file), "--game", "conect4"]);
    assert_eq!(game.status.code(), Some(2));
    let position = gametree(&["certificate", "show", text(&file), "--position", "9"]);
    assert_eq!(position.status.code(), Some(2), "{position:?}");
}

#[test]
fn an_old_certificate_stays_until_the_new_one_is_there() {
    let (_, file) = solved("old.gtc", &["tictactoe"]);
    let before = std::fs::read(&file).unwrap();
    // The proof does not fit, so there is none.
    let small = ["--memory", "40kB", "--certificate", text(&file)];
    let output = gametree(&[&["solve", "connect4:4x4"], &small[..]].concat());
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(stdout(&output).contains("value     0"), "what was found is printed: {output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("does not fit"));
    assert_eq!(std::fs::read(&file).unwrap(), before);
    let folder = std::fs::read_dir(file.parent().unwrap()).unwrap();
    let left = folder
        .filter_map(Result::ok)
        .filter(|f| f.file_name().to_string_lossy().contains("old.gtc.part"));
    assert_eq!(left.count(), 0);
}

/// A new certificate takes the place of an old one, but not that of a link, a pipe or a device.
#[cfg(unix)]
#[test]
fn what_is_no_file_stays_what_it_is() {
    let (target, link) = (fresh("linked.gtc"), fresh("link.gtc"));
    let _ = (std::fs::remove_file(&link), std::fs::remove_file(&target));
    std::fs::write(&target, "before").unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    let output = gametree(&["solve", "nim:1-2", "--certificate", text(&link)]);
    assert_eq!(output.status.code(), Some(2), "no certificate is replaced: {output:?}");
    let output = gametree(&["solve", "nim:1-2", "--certificate", text(&link), "--force"]);
    assert!(output.status.success(), "{output:?}");
    assert!(link.symlink_metadata().unwrap().is_symlink());
    assert_eq!(json(&["check", text(&target)])["accepted"], true);
    let pipe = fresh("pipe.gtc");
    let _ = std::fs::remove_file(&pipe);
    if !std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|made| made.success()) {
        eprintln!("SKIPPED: no mkfifo, so no pipe to write a certificate to");
        return;
    }
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read(pipe).unwrap()
    });
    let output = gametree(&["solve", "nim:1-2", "--certificate", text(&pipe)]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(reader.join().unwrap(), std::fs::read(&target).unwrap());
    assert!(!pipe.is_file() && pipe.exists());
}

/// A link that waits where a half-written file could be, by the number of the process: the shell becomes the program.
#[cfg(unix)]
#[test]
fn half_written_files_follow_no_links() {
    let folder = folder("followed");
    let (out, other) = (folder.join("out.gtc"), folder.join("other"));
    std::fs::write(&other, "mine").unwrap();
    let script = r#"ln -s "$1" "$2.part-$$"; exec "$0" solve nim:1-2 --certificate "$2""#;
    let output = std::process::Command::new("sh")
        .args(["-c", script, &command(), text(&other), text(&out)])
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "mine");
    assert_eq!(json(&["check", text(&out)])["accepted"], true);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 3, "the link is not ours to remove");
}

#[test]
fn deep_chains_have_certificates() {
    let depth = 100_000;
    let text_of = r#"{"max":["#.repeat(depth) + "7" + &"]}".repeat(depth);
    let spine = r#"{"min":[1,"#.repeat(depth / 2) + "7" + &"]}".repeat(depth / 2);
    for (name, json_text) in [("chain", text_of), ("spine", spine)] {
        let game = tree(&format!("{name}.json"), &json_text);
        let (_, file) = solved(&format!("{name}.gtc"), &[&game]);
        let verdict = json(&["check", text(&file), "--game", &game]);
        assert_eq!(verdict["accepted"], true, "{name}");
    }
}
