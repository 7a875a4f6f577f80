//! Other programs as players, clocks, and what goes with them.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use gametree_chess::pgn::{self, Conclusion};

use crate::support::{command, fresh, gametree, json, stdout};

/// This engine as another program.
fn ourselves(parameters: &str) -> String {
    format!("uci:{} uci{parameters}", command())
}

/// A program that answers like an engine until it is asked for a move, and then does something else.
fn impostor(name: &str, then: &str) -> String {
    let path = fresh(name);
    let script = format!(
        r#"while read line; do case "$line" in
uci) echo "option name Hash type spin"; echo uciok;;
isready) echo readyok;;
go*) {then};;
quit) exit 0;;
esac; done
"#
    );
    std::fs::write(&path, script).unwrap();
    format!("uci:sh {}", path.display())
}

#[test]
fn another_program_plays_and_the_games_are_written() {
    let (file, games) = (fresh("engines.jsonl"), fresh("engines.pgn"));
    let [out, pgn_file] = [&file, &games].map(|path| path.to_str().unwrap());
    let engine = ourselves(",nodes=300,Hash=4");
    let rest = ["--games", "4", "--openings", "random:6", "--out", out, "--pgn", pgn_file];
    let arguments =
        [&["arena", "chess", "selective:nodes=300", &engine], &rest[..], &["--quiet"]].concat();
    let data = json(&arguments);
    assert_eq!((&data["finished"], &data["timed"]), (&4.into(), &false.into()));
    assert_eq!(data["lost_by_fault"], serde_json::json!([0, 0]));
    let text = std::fs::read_to_string(&games).unwrap();
    let records: Vec<_> = pgn::read(&text).into_iter().map(Result::unwrap).collect();
    assert_eq!(records.len(), 4);
    assert!(records.iter().all(|record| record.result != Conclusion::Unknown));
    assert_eq!(
        (records[0].tag("White"), records[0].tag("Round")),
        (Some("selective:nodes=300"), Some("1"))
    );
    assert_eq!(records[1].tag("White"), Some(&*engine));
    // Both sides search the same nodes of the same engine: the record replays, and a second run is the same.
    assert!(stdout(&gametree(&["arena", "replay", out])).contains("all legal"));
    let before = std::fs::read(&file).unwrap();
    let again = json(&arguments);
    assert_eq!(
        (again["pairs"].clone(), std::fs::read(&file).unwrap()),
        (data["pairs"].clone(), before)
    );
    // The games serve as openings of another match.
    let opened = fresh("engines-opened.jsonl");
    let rest = ["--games", "4", "--opening-plies", "3", "--out", opened.to_str().unwrap()];
    let players = ["arena", "chess", "random", "random", "--openings", pgn_file];
    assert_eq!(gametree(&[&players[..], &rest].concat()).status.code(), Some(0));
    let rows = std::fs::read_to_string(&opened).unwrap();
    let row: serde_json::Value = serde_json::from_str(rows.lines().nth(1).unwrap()).unwrap();
    assert_eq!(row["opening"].as_array().unwrap().len(), 3);
}

#[test]
fn a_program_that_fails_loses_the_game_and_the_match_goes_on() {
    let cases = [
        ("illegal", "echo bestmove a1a1", "illegal", 0),
        ("nonsense", "echo bestmove", "illegal", 0),
        ("crash", "exit 1", "crash", 0),
        ("silent", ":", "time", 1),
    ];
    for (name, then, reason, late) in cases {
        let engine = impostor(&format!("engine-{name}.sh"), then);
        let file = fresh(&format!("engine-{name}.jsonl"));
        let out = file.to_str().unwrap();
        let players = ["arena", "chess", "random", &engine, "--games", "2", "--out", out];
        let rest = ["--clock", "200ms+10ms", "--quiet"];
        let begun = Instant::now();
        let data = json(&[&players[..], &rest].concat());
        assert!(begun.elapsed() < Duration::from_secs(20), "{name}: {:?}", begun.elapsed());
        assert_eq!((&data["finished"], &data["pairs"][0]["won"]), (&2.into(), &2.into()), "{name}");
        let lost = if late == 1 { "lost_on_time" } else { "lost_by_fault" };
        assert_eq!(data[lost], serde_json::json!([0, 2]), "{name}");
        let rows = std::fs::read_to_string(&file).unwrap();
        let row: serde_json::Value = serde_json::from_str(rows.lines().nth(2).unwrap()).unwrap();
        assert_eq!((&row["reason"], &row["result"]), (&reason.into(), &"min".into()), "{name}");
        assert!(stdout(&gametree(&["arena", "replay", out])).contains("all legal"), "{name}");
    }
}

#[test]
fn clocks_bind_our_players_too() {
    let arguments = ["arena", "chess", "selective", "mcts", "--games", "2", "--clock", "1s+20ms"];
    let rest =
        ["--clock-grace", "5s", "--resign", "moves=2,score=300", "--threads", "2", "--quiet"];
    let begun = Instant::now();
    let data = json(&[&arguments[..], &rest].concat());
    assert_eq!((&data["finished"], &data["timed"]), (&2.into(), &true.into()));
    assert_eq!(data["lost_on_time"], serde_json::json!([0, 0]));
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
}

#[test]
fn wrong_engines_clocks_and_files_are_one_line() {
    let pgn = fresh("not-ours.pgn");
    std::fs::write(&pgn, "[Event \"Hastings 1895\"]\n\n1. e4 *\n").unwrap();
    let epd = fresh("wrong.epd");
    std::fs::write(&epd, "8/8/8/8/8/8/8/8 w - - id \"nobody\";\n").unwrap();
    let [theirs, wrong] = [&pgn, &epd].map(|path: &PathBuf| path.to_str().unwrap());
    let unknown = ourselves(",Skill Level=5");
    let cases: [(Vec<&str>, &str); 11] = [
        (vec!["random", "uci:/no/such/engine"], "cannot start /no/such/engine"),
        (vec!["random", "uci:true"], "does not answer 'uci' as a UCI engine would (it ended)"),
        (vec!["random", "uci:cat"], "does not answer 'uci' as a UCI engine would (nothing for"),
        (vec!["random", "uci:"], "names no program"),
        (vec!["random", &unknown], "has no option 'Skill Level'"),
        (vec!["random", "uci:cat,nodes=x"], "nodes=x"),
        (vec!["random", "random", "--clock", "soon"], "--clock: 'soon'"),
        (vec!["random", "random", "--resign", "moves=0,score=1"], "--resign:"),
        (vec!["random", "random", "--pgn", theirs], "is there already"),
        (vec!["random", "random", "--openings", wrong], "line 1"),
        (vec!["random", "random", "--openings", "random:2", "--draw", "near"], "--draw:"),
    ];
    for (arguments, message) in cases {
        let output = gametree(&[&["arena", "chess"], &arguments[..]].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{said}");
        assert!(said.contains(message), "{said}");
    }
    assert!(std::fs::read_to_string(&pgn).unwrap().contains("Hastings"));
    for (game, option, message) in [
        ("tictactoe", vec!["--pgn", "x.pgn"], "only games of chess"),
        ("tictactoe", vec!["--resign", "moves=1,score=1"], "only players of chess"),
    ] {
        let output = gametree(&[&["arena", game, "random", "random"], &option[..]].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(message), "{said}");
    }
    let output = gametree(&["arena", "tictactoe", "random", "uci:cat"]);
    assert!(
        String::from_utf8(output.stderr).unwrap().contains("other programs do not know the game")
    );
}
