//! The command as a user meets it.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{command, file, gametree, json, stdout, tree};

const ALGORITHMS: [&str; 25] = [
    "minimax",
    "expectimax",
    "alphabeta",
    "alphabeta2",
    "mt-sss",
    "mt-sss2",
    "mtd-f",
    "mtd-bi",
    "solver",
    "scout",
    "df-pn",
    "star1",
    "star2",
    "bounded-alphabeta",
    "bounded-alphabeta2",
    "own-bounds",
    "fsss",
    "rollout:leftmost",
    "rollout:max-upper",
    "rollout:best-first",
    "rollout:expected",
    "rollout:odds",
    "rollout:uct",
    "rollout:max-upper-uct",
    "rollout:random",
];

#[test]
fn every_algorithm_solves_a_tree_and_says_how() {
    let game = tree("two.json", r#"{"max":[{"min":[3,5]},{"min":[2,9]}]}"#);
    for algorithm in ALGORITHMS {
        let answer = json(&["solve", &game, "--algorithm", algorithm, "--trace"]);
        assert_eq!(answer["schema"], 2);
        assert_eq!(answer["game"], game);
        assert_eq!((&answer["lower"], &answer["upper"]), (&3.into(), &3.into()), "{algorithm}");
        assert_eq!((&answer["value"], &answer["exact"]), (&3.into(), &true.into()));
        assert_eq!((&answer["basis"], &answer["stop"]), (&"proof".into(), &"closed".into()));
        assert_eq!(answer["move"], "0", "{algorithm}");
        assert_eq!(answer["pv"], serde_json::json!(["0", "0"]), "{algorithm}");
        assert_eq!((&answer["seed"], &answer["threads"]), (&1.into(), &1.into()));
        let trace = answer["trace"].as_array().unwrap();
        assert_eq!(answer["leaves"], trace.len());
        assert!(answer["nodes"].as_u64().unwrap() >= 4, "{algorithm}");
        assert!(answer["estimate"].is_null() && answer["seconds"].is_f64());
    }
    let answer = json(&["solve", &game, "--algorithm", "alphabeta", "--trace"]);
    assert_eq!(answer["trace"], serde_json::json!([0, 1, 2]));
}

/// Random trees withhold the range of their leaves from searches, as in the papers, but not from those who ask.
#[test]
fn what_is_not_known_yet_lies_in_the_range_of_the_game() {
    let game = "random:b=4,d=8,leaves=0..100";
    for algorithm in ALGORITHMS {
        for more in [&["--nodes", "5"][..], &["--leaves", "30"], &["--leaves", "2", "--all-moves"]]
        {
            let all =
                [&["solve", game, "--algorithm", algorithm, "--format", "json"], more].concat();
            let output = gametree(&all);
            if output.status.code() == Some(2) {
                continue;
            }
            let answer: Value = serde_json::from_str(&stdout(&output)).unwrap();
            let moves = answer["moves"].as_array().into_iter().flatten();
            for known in std::iter::once(&answer).chain(moves) {
                let [lower, upper] = ["lower", "upper"].map(|end| known[end].as_f64());
                let within =
                    lower.zip(upper).is_some_and(|(low, high)| 0.0 <= low && high <= 100.0);
                assert!(within, "{algorithm} {more:?}: {known}");
            }
        }
    }
    let told = stdout(&gametree(&["solve", game, "--nodes", "5", "--algorithm", "alphabeta"]));
    assert!(told.contains("between 0 and 100"), "{told}");
}

/// Searches that estimate.
const SAMPLERS: [&str; 6] = ["uct", "mcts", "mcts-solver", "mcts-alphabeta", "ab", "random"];

#[test]
fn a_search_that_estimates_shows_counts_and_limits_its_leaves() {
    let deep = r#"{"max":[{"min":[{"max":[1,8,3]},{"max":[2,9,4]}]},{"min":[{"max":[7,5,6]},{"max":[0,6,6]}]}]}"#;
    let game = tree("deep.json", deep);
    for algorithm in SAMPLERS.into_iter().filter(|name| !["ab", "random"].contains(name)) {
        let algorithm = match algorithm {
            // Without an evaluation there is nothing for alpha-beta to do.
            "mcts-alphabeta" => "mcts-alphabeta:p=1",
            other => other,
        };
        let common = ["solve", &game, "--algorithm", algorithm, "--trace", "--leaves", "50"];
        let answer = json(&common);
        // Who proves needs fewer.
        let leaves = answer["leaves"].as_u64().unwrap();
        assert!(leaves == 50 || answer["stop"] == "closed" && leaves >= 7, "{algorithm}: {answer}");
        assert_eq!(answer["trace"].as_array().unwrap().len() as u64, leaves, "{algorithm}");
        let inner = |key: &str| answer[key].as_u64().unwrap();
        assert!(inner("max_nodes") > 0 && inner("min_nodes") > 0, "{algorithm}");
    }
}

/// A range that is not true proves nothing, whoever is told it.
#[test]
fn nobody_proves_anything_by_a_false_range() {
    let typed = "random:b=2,d=5,seed=12,leaves=-10..10";
    let erased = &tree("range.json", r#"{"max":[{"min":[3,5]},{"min":[2,9]}]}"#);
    for (game, range) in
        [(typed, "--range=-1,1"), (erased, "--range=0,1"), ("connect4:4x4", "--range=3,5")]
    {
        for algorithm in ALGORITHMS.into_iter().chain(["mcts-solver", "uct", "mcts"]) {
            // It would look at every leaf first.
            if game == "connect4:4x4" && ["minimax", "expectimax"].contains(&algorithm) {
                continue;
            }
            let common = ["solve", game, range, "--algorithm", algorithm, "--nodes", "50k"];
            let output = gametree(&common);
            assert_eq!(output.status.code(), Some(2), "{common:?}: {}", stdout(&output));
            let message = String::from_utf8(output.stderr).unwrap();
            assert!(message.contains("outside of the stated range"), "{common:?}: {message}");
        }
    }
}

/// Where every leaf that contradicts a range is cut off, the answer says what it rests on.
#[test]
fn an_answer_that_rests_on_a_stated_range_says_so() {
    for (question, rests) in [
        ("tictactoe --range=0.5,1", true),
        ("domineering:4x4 --range=-1,-1", true),
        ("tictactoe --range=-1,1", false),
        ("tictactoe --range=-5,5", false),
        // What lies within is right whatever lies beyond.
        ("random:b=3,d=2,leaves=0..100,seed=1 --range=2,98", false),
    ] {
        let words: Vec<&str> = ["solve"].into_iter().chain(question.split(' ')).collect();
        let told = json(&words)["note"].to_string();
        assert_eq!(told.contains("only if all leaves are in the stated range"), rests, "{told}");
        let text = stdout(&gametree(&words));
        assert_eq!(text.contains("only if all leaves"), rests, "{text}");
        assert_ne!(text.contains("proven\n"), rests, "{text}");
    }
}

#[test]
fn the_lane_of_a_search_is_told() {
    let solved = |game: &str, algorithm: &str| {
        json(&["solve", game, "--algorithm", algorithm, "--leaves", "20"])["lane"].clone()
    };
    assert_eq!(solved("connect4:4x4", "mtd-bi"), "typed");
    assert_eq!(solved("connect4:4x4", "mcts"), "erased");
    assert_eq!(solved("random:b=2,d=4", "rollout:leftmost"), "typed");
    assert_eq!(solved("nim:3-5-7", "mtd-bi"), "erased");
    let compared = |second: &str| {
        let common = ["compare", "random:b=2,d=4", "--algorithm", "alphabeta"];
        json(&[&common[..], &["--algorithm", second]].concat())["lane"].clone()
    };
    assert_eq!(compared("rollout:leftmost"), "typed");
    assert_eq!(compared("rollout:uct"), "erased");
}

/// In these games a fact says that the first player does not lose, but not by which move.
#[test]
fn a_value_without_a_move_says_how_to_find_one() {
    let arguments = ["solve", "mnk:3,3,3", "--threads", "1", "--algorithm", "rollout:best-first"];
    let text = stdout(&gametree(&arguments));
    assert!(text.contains("value     0 (draw)\nmove      unknown: the value was"), "{text}");
    let text = stdout(&gametree(&[&arguments[..], &["--all-moves"]].concat()));
    assert!(!text.contains("unknown") && text.contains("\nmove      "), "{text}");
}

#[test]
fn all_moves_marks_every_best_one() {
    let game = tree("ties.json", r#"{"min":[4,{"max":[1,2]},2,7]}"#);
    for algorithm in ALGORITHMS {
        let answer = json(&["solve", &game, "--all-moves", "--algorithm", algorithm]);
        let moves = answer["moves"].as_array().unwrap();
        let values: Vec<i64> = moves.iter().map(|mv| mv["value"].as_i64().unwrap()).collect();
        let best: Vec<bool> = moves.iter().map(|mv| mv["optimal"].as_bool().unwrap()).collect();
        assert_eq!(values, [4, 2, 2, 7], "{algorithm}");
        assert_eq!(best, [false, true, true, false], "{algorithm}");
        assert_eq!((&answer["value"], &answer["move"]), (&2.into(), &"1".into()));
    }
}

/// What all moves together rest on is what the most doubtful of them rests on, wherever it stands.
#[test]
fn all_moves_rest_on_the_most_doubtful_one() {
    let middle_game = ["domineering:4x4", "--position", "c2c3 a3b3 d3d4"];
    for depth in ["2", "3", "4", "5", "12"] {
        let arguments = ["--depth", depth, "--all-moves"];
        let answer = json(&[&["solve"], &middle_game[..], &arguments].concat());
        let mut proven = true;
        for mv in answer["moves"].as_array().unwrap() {
            let pv = format!("{} {}", middle_game[2], mv["move"].as_str().unwrap());
            let plies = (depth.parse::<u32>().unwrap() - 1).to_string();
            let alone = json(&["solve", middle_game[0], "--position", &pv, "--depth", &plies]);
            proven &= alone["basis"] == "proof";
        }
        let expected = if proven { "proof" } else { "horizon" };
        assert_eq!(answer["basis"], expected, "{depth}: {answer}");
        assert_eq!(answer["stop"] == "closed", proven, "{depth}: {answer}");
    }
}

#[test]
fn text_is_for_people_and_pipes_well() {
    let output = gametree(&["solve", "tictactoe", "--position", "5 1"]);
    let text = stdout(&output);
    assert!(text.contains("value     0 (draw)\n") && text.contains("proven"), "{text}");
    assert!(text.contains("[O]2 3\n 4 X 6\n 7 8 9\n"), "{text}");
    assert!(!text.contains('\x1b'), "no colours in a pipe");
    assert!(output.stderr.is_empty(), "{:?}", output.stderr);
}

#[test]
fn limits_leave_an_interval_and_say_so() {
    let game = "random:b=4,d=10,seed=3,leaves=0..100";
    for (limit, stop) in [(["--leaves", "50"], "leaves"), (["--nodes", "50"], "nodes")] {
        for algorithm in ALGORITHMS {
            let arguments = ["solve", game, "--algorithm", algorithm, limit[0], limit[1]];
            assert_eq!(gametree(&arguments).status.code(), Some(3), "{arguments:?}");
            let answer = json(&arguments);
            assert_eq!((&answer["stop"], &answer["exact"]), (&stop.into(), &false.into()));
            assert_eq!(answer[stop], 50, "{algorithm}");
            assert!(answer["value"].is_null() && answer["move"].is_string(), "{answer}");
        }
    }
    let answer = json(&["solve", "random:b=9,d=30", "--time", "300ms"]);
    assert_eq!((&answer["stop"], &answer["value"]), (&"time".into(), &Value::Null));
    // Something is learned all the same.
    assert_eq!(answer["estimated_by"], "mcts-solver");
    assert!(answer["mean"].is_number() && answer["move"].is_string(), "{answer}");
    // Several threads would divide the tree, and need less of it at a time.
    let alone = ["--threads", "1", "--algorithm"];
    let small = ["rollout:max-upper", "--memory", "64kB"];
    let small = json(&[&["solve", "random:b=9,d=9"], &alone[..], &small].concat());
    assert_eq!(small["stop"], "memory");
    assert!(small["peak_bytes"].as_u64().unwrap() <= 64_000);
    // The path counts as well.
    for algorithm in ["rollout:leftmost", "rollout:max-upper", "fsss"] {
        let deep = [algorithm, "--memory", "1MB"];
        let answer = json(&[&["solve", "random:b=2,d=1000000"], &alone[..], &deep].concat());
        assert_eq!(answer["stop"], "memory", "{algorithm}");
        assert!(answer["peak_bytes"].as_u64().unwrap() <= 1_000_000, "{algorithm}: {answer}");
    }
}

#[test]
fn a_stated_range_prunes_and_is_checked() {
    let game = "random:b=2,d=10,seed=5,leaves=binary";
    let free = json(&["solve", game, "--algorithm", "alphabeta"]);
    let known = json(&["solve", game, "--algorithm", "alphabeta", "--range", "0,1"]);
    assert_eq!(free["value"], known["value"]);
    assert!(known["leaves"].as_u64() < free["leaves"].as_u64());
    let output = gametree(&["solve", game, "--range", "-3,0"]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        message.contains("a leaf is worth 1, outside of the stated range [-3, 0]"),
        "{message}"
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn chance_nodes_are_averaged_or_refused() {
    let game = tree("dice.json", r#"{"max":[{"chance":[["1/3",9],["2/3",0]]},2]}"#);
    let near_three = |answer: &Value| (answer["value"].as_f64().unwrap() - 3.0).abs() < 1e-9;
    let answer = json(&["solve", &game]);
    assert!(answer["algorithm"] == "star1" && near_three(&answer), "{answer}");
    // Positions of Pig repeat, unless the turns are limited.
    assert_eq!(json(&["solve", "pig:4,turns=2"])["algorithm"], "star1");
    assert_eq!(json(&["solve", "pig:4"])["algorithm"], "rollout:best-first");
    let listed = json(&["algorithms"]);
    let all = listed["algorithms"].as_array().unwrap();
    let provers: Vec<&Value> = all.iter().filter(|entry| entry["proves"] == true).collect();
    let solver = all.iter().filter(|entry| entry["name"] == "mcts-solver");
    for entry in provers.iter().copied().chain(solver) {
        let arguments = ["solve", &game, "--algorithm", entry["name"].as_str().unwrap()];
        if entry["chance"] == true {
            let answer = json(&arguments);
            assert!(near_three(&answer) && answer["move"] == "0", "{answer}");
        } else {
            let output = gametree(&arguments);
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2));
            assert!(message.contains("chance") && message.contains("(use: minimax "), "{message}");
        }
    }
    let taking = provers.iter().filter(|entry| entry["chance"] == true).count();
    let table = json(&["compare", &game]);
    assert_eq!(table["algorithms"].as_array().unwrap().len(), taking);
}

#[test]
fn gambit_files_are_read() {
    let text = "EFG 2 R \"t\" { \"A\" \"B\" }\np \"\" 1 1 \"\" { \"l\" \"r\" } 0\n\
                t \"\" 1 \"w\" { 2, -2 }\nt \"\" 2 \"x\" { 5, -5 }\n";
    let game = tree("game.efg", text);
    assert_eq!(json(&["solve", &game])["value"], 5);
}

#[test]
fn compare_measures_by_alphabeta() {
    let output = gametree(&["compare", "random:b=3,d=6,seed=2"]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    for algorithm in ALGORITHMS {
        assert!(text.contains(algorithm), "{text}");
    }
    let table = json(&["compare", "random:b=3,d=6,seed=2", "--algorithm", "fsss"]);
    let row = &table["algorithms"][0];
    let relative = row["relative"].as_f64().unwrap();
    assert!(relative > 0.3 && relative <= 1.0, "{row}");
    // Facts settle this one without a leaf.
    let arguments = ["compare", "connect4:4x4", "--algorithm", "alphabeta"];
    assert!(json(&arguments)["algorithms"][0]["relative"].is_null());
    assert!(!stdout(&gametree(&arguments)).contains("NaN"));
}

#[test]
fn one_leaf_is_not_leaves() {
    let last = ["tictactoe", "--position", "12354687"];
    let counted = stdout(&gametree(&[&["perft", "--depth", "1"], &last[..]].concat()));
    assert!(counted.starts_with("1 leaf in"), "{counted}");
    let solve = ["solve", "--algorithm", "minimax", "--threads", "1"];
    let solved = stdout(&gametree(&[&solve[..], &last[..]].concat()));
    assert!(solved.contains("work      1 leaf, 1 node,"), "{solved}");
}

#[test]
fn a_prover_says_that_it_deepens_as_a_player() {
    assert!(stdout(&gametree(&["algorithms", "solver"])).contains("as a player"));
    assert!(!stdout(&gametree(&["algorithms", "mcts"])).contains("as a player (play"));
}

#[test]
fn the_lists_cite_their_sources() {
    for (list, names) in [("games", &["tree", "random"][..]), ("algorithms", &ALGORITHMS[..])] {
        let text = stdout(&gametree(&[list]));
        let entries = json(&[list]);
        for name in names {
            assert!(text.contains(name), "{text}");
        }
        for entry in entries[list].as_array().unwrap() {
            assert!(!entry["citation"].as_str().unwrap().is_empty(), "{entry}");
        }
    }
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&gametree(&["completions", shell]));
        let names = ["gametree", "solve", "connect4", "mcts-alphabeta", "df-pn"];
        names.iter().for_each(|name| assert!(script.contains(name), "{shell}: {name}"));
        // To these two every name is a subcommand, except in what was typed already.
        let found = match shell {
            "elvish" => ["cand connect4 'connect4'", "(not (has-value [help "],
            "powershell" => ["::new('connect4', 'connect4', ", "-notin @('help', '"],
            _ => continue,
        };
        found.iter().for_each(|words| assert!(script.contains(words), "{shell}: {words}"));
    }
    let help = stdout(&gametree(&["--help"]));
    assert!(help.contains("Exit codes:") && help.contains("compare"), "{help}");
    assert!(!help.contains('\x1b'), "no colours in a pipe");
}

/// The table of algorithms in the documents is the registry's, and so is the list of this test.
#[test]
fn the_documents_list_every_algorithm() {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference/algorithms.md");
    let table = std::fs::read_to_string(table).unwrap();
    let entries = json(&["algorithms"]);
    let entries = entries["algorithms"].as_array().unwrap();
    let text = |entry: &Value, key: &str| entry[key].as_str().unwrap().to_string();
    for entry in entries {
        let (name, summary, citation) =
            (text(entry, "name"), text(entry, "summary"), text(entry, "citation"));
        let takes = |key: &str| if entry[key] == true { "yes" } else { "no" };
        let (chance, epsilon) = (takes("chance"), takes("epsilon"));
        let row = format!("| `{name}` | {summary} | {chance} | {epsilon} | {citation} |");
        assert!(table.contains(&row), "docs/reference/algorithms.md lacks: {row}");
    }
    let provers = entries.iter().filter(|entry| entry["proves"] == true);
    let names: Vec<String> = provers.map(|entry| text(entry, "name")).collect();
    assert_eq!(names, ALGORITHMS);
}

/// An answer within epsilon says how far off it may be, and is not called exact.
#[test]
fn answers_within_epsilon_say_so() {
    let game = "random:b=4,d=2,leaves=0..100,chance=0.8,seed=1";
    let near = json(&["solve", game, "--epsilon", "8%"]);
    let number = |key: &str| near[key].as_f64().unwrap();
    assert_eq!((near["stop"].as_str(), number("epsilon")), (Some("epsilon"), 8.0));
    assert_eq!((&near["exact"], &near["value"]), (&Value::Bool(false), &Value::Null));
    assert!(number("gap") <= 8.0 + number("allowance") && number("gap") > 0.0);
    assert!(["max_nodes", "min_nodes", "chance_nodes"].iter().all(|kind| number(kind) > 0.0));
    let exact = json(&["solve", game]);
    let value = exact["value"].as_f64().unwrap();
    assert_eq!((&exact["stop"], &exact["exact"]), (&"closed".into(), &true.into()));
    assert!(exact["allowance"].as_f64().unwrap() < 1e-9);
    assert!(number("lower") <= value && value <= number("upper"));
}

#[test]
fn bad_input_gets_one_line() {
    let broken = tree("broken.json", "{\"max\":[1,\n{\"mim\":[2]}]}");
    let empty = tree("empty.json", r#"{"max":[]}"#);
    let odds = tree("odds.json", r#"{"chance":[[0.5,1],[0.4,2]]}"#);
    let huge = tree("huge.json", r#"{"max":[1e999]}"#);
    let fine = tree("fine.json", r#"{"max":[1,2]}"#);
    let cases: &[(&[&str], &str)] = &[
        (&["solve", "conect4"], "did you mean 'connect4'?"),
        (&["solve", "tictactoe", "--algorithm", "alpabeta"], "did you mean 'alphabeta'?"),
        (&["solve", "tictactoe", "--algorithm", "mtd-f:gues=1"], "it has: guess"),
        (&["solve", "tictactoe", "--guess", "1"], "use it with: mtd-f"),
        (&["solve", "random:b=4,d=x"], "d=x should be a whole number"),
        (&["solve", "random:b=4,d=2,leavs=binary"], "did you mean 'leaves'?"),
        (&["solve", "tree:/no/such/file"], "/no/such/file"),
        (&["solve", &broken], "line 2, column 2"),
        (&["solve", &empty], "child"),
        (&["solve", &odds], "sum to 0.9"),
        (&["solve", &huge], "1e999"),
        (&["solve", &fine, "--position", "2"], "legal: 0 1"),
        (&["solve", &fine, "--epsilon", "-1"], "0 or more"),
        (&["solve", &fine, "--epsilon", "nan"], "0 or more"),
        (&["solve", &fine, "--epsilon", "5%%"], "0 or more"),
        (&["solve", &fine, "--epsilon", "1", "--algorithm", "alphabeta"], "use: alphabeta2"),
        (&["compare", &fine, "--epsilon", "1", "--algorithm", "star1"], "does not take an epsilon"),
        (&["solve", "ewn:3", "--algorithm", "scout"], "use: minimax expectimax star1"),
        (&["solve", "pig:10", "--range", "0,0.5"], "outside of the stated range"),
        (&["solve", "pig:10", "--algorithm", "star1"], "set --depth (or try: fsss"),
        (&["solve", "cops:6x6,cops=2,seed=1"], "set --depth"),
        (&["solve", "cops:2x2,cops=3,obstacles=90%", "--depth", "2"], "room"),
        (&["solve", "random:b=2,d=2,chance=1.5"], "above 0 and below 1"),
        (&["solve", &fine, "--position", "0 0"], "after the end of the game"),
        (&["solve", "connect4:4x2", "--position", "111"], "column 1 is full"),
        (&["solve", "connect4:4x4", "--position", "19"], "'9' is not a legal move"),
        (&["solve", "connect4:99x9"], "WxH"),
        (&["solve", "tictactoe", "--memory", "0"], "no memory"),
        (&["solve", "tictactoe", "--time", "soon"], "500ms"),
        (&["solve", "tictactoe", "--range", "5,1"], "LO <= HI"),
        (&["solve", "tictactoe", "--leaves", "-1"], "whole number"),
        (&["solve", "tictactoe", "--time", "-1s"], "time"),
        (&["solve", "tictactoe", "--memory", "-1MiB"], "memory"),
        (&["solve", "tictactoe", "--trace"], "numbered leaves"),
        (&["solve", "tictactoe", "--foo"], "--foo"),
        (&["solve", "tictactoe", "--memory", "16"], "at least"),
        // Half of it is for the tree; what counts is what was said.
        (
            &["solve", "connect4", "--algorithm", "rollout:max-upper", "--memory", "10B"],
            "10 bytes are too few",
        ),
        (&["solve", "nim:3-5-7", "--depth", "4"], "evaluation"),
        (&["solve", "connect4", "--depth", "0"], "1 or more"),
        (&["solve", "connect4", "--no-deepening"], "--depth"),
        (&["solve", "random:b=2,d=2", "--store", "table"], "use: plain"),
        (&["solve", "connect4:4x4", "--position", "XXXX/..../..../...."], "hangs in the air"),
        (&["solve", "connect4:4x4", "--position", "1212121 1"], "after the end of the game"),
        (&["solve", "connect4", "--reset"], "--positions"),
        (&["solve", "connect4", "--positions", "/no/such/file"], "/no/such/file"),
        (&["solve"], "<GAME>"),
        (&["compare", "tictactoe", "--algorithm", "x"], "unknown algorithm 'x'"),
        (&["sovle", "tictactoe"], "solve"),
        (&["solve", "connect4", "--algorithm", "mcts:nodes=100"], "option: --nodes 100"),
        (&["solve", "connect4", "--values", "mover"], "--positions"),
        (&["games", "conect4"], "did you mean 'connect4'?"),
        (&["games", "connect4:0x0"], "WxH"),
        (&["algorithms", "mtdf"], "did you mean 'mtd-f'?"),
        (&["man", "sing"], "known: solve compare"),
    ];
    for (arguments, expected) in cases {
        let output = gametree(arguments);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert_eq!(message.trim_end().lines().count(), 1, "{arguments:?}: {message}");
        assert!(message.contains(expected), "{arguments:?}: {message}");
        assert!(!message.contains("panicked"), "{message}");
    }
}

/// MAX wins with the next stone; has won already (where the game is over, a value is MAX's); ...
#[test]
fn many_positions_are_checked() {
    let lines = "# columns, value for MAX\n\n112233 5\n1122334 5\n1212121\nstart 0\n122 -1\n";
    let good = file("good.txt", lines);
    let solve = |file: &str, more: &[&str]| {
        gametree(&[&["solve", "connect4:4x4", "--positions", file], more].concat())
    };
    for more in [&[][..], &["--reset"], &["--algorithm", "df-pn"], &["--no-facts"]] {
        let output = solve(&good, more);
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(0), "{text}");
        assert!(text.contains("positions 5 of 5 solved, 4 of 4 right"), "{text}");
    }
    let bad = lines.replace("112233 5", "112233 6");
    let bad = file("bad.txt", &bad);
    let output = solve(&bad, &["--format", "jsonl"]);
    assert_eq!(output.status.code(), Some(1));
    let rows: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 6);
    assert_eq!((&rows[0]["line"], &rows[0]["value"]), (&3.into(), &5.into()));
    assert_eq!((&rows[0]["right"], &rows[1]["right"]), (&false.into(), &true.into()));
    assert_eq!(rows[5]["summary"]["wrong"].as_array().unwrap().len(), 1);
    // The same from the view of the player to move: the file says so, or an option.
    let turned = lines.replace("122 -1", "122 1");
    let by_option = file("turned.txt", &turned);
    let by_file = file("says-so.txt", &format!("# values: mover\n{turned}"));
    assert_eq!(solve(&by_option, &["--values", "mover"]).status.code(), Some(0));
    assert_eq!(solve(&by_file, &[]).status.code(), Some(0));
    let output = solve(&by_option, &[]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("right from the other view: see --values"));
    for (line, expected) in [
        ("12 3 x", "line 2"),
        ("12 x", "line 2: the value 'x' should be a number"),
        ("1111 1\n11111 0", "line 3: position '11111', move 5: column 1 is full"),
    ] {
        let name = file("malformed.txt", &format!("\n{line}\n"));
        let output = solve(&name, &["--format", "json"]);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), message.lines().count()), (Some(2), 1), "{message}");
        assert!(message.contains(expected), "{message}");
    }
    // A limit is one a position, and what it leaves open is not wrong.
    let output = solve(&good, &["--nodes", "3"]);
    assert_eq!(output.status.code(), Some(3), "{}", stdout(&output));
}

#[test]
fn a_horizon_gives_an_estimate() {
    let answer = json(&["solve", "connect4", "--depth", "5"]);
    assert_eq!((&answer["basis"], &answer["exact"]), (&"horizon".into(), &false.into()));
    assert_eq!((&answer["stop"], &answer["depth"]), (&"horizon".into(), &5.into()));
    assert!(answer["value"].is_null() && answer["estimate"].is_number(), "{answer}");
    assert_eq!(answer["algorithm"], "scout", "the choice is told");
    // Deepening costs what the depths before cost.
    let leaves = |arguments: &[&str]| {
        let question = "solve connect4 --algorithm alphabeta --store plain --threads 1";
        let question: Vec<&str> = question.split(' ').collect();
        json(&[&question[..], arguments].concat())["leaves"].as_u64().unwrap()
    };
    let at_once = ["2", "1"].map(|depth| leaves(&["--depth", depth, "--no-deepening"]));
    assert_eq!(leaves(&["--depth", "2"]), at_once.iter().sum::<u64>());
    // The horizon lies behind the end of the game.
    let answer = json(&["solve", "connect4:4x4", "--depth", "40", "--position", "112233"]);
    assert_eq!((&answer["value"], &answer["stop"]), (&5.into(), &"closed".into()));
    for algorithm in ALGORITHMS {
        let arguments = ["solve", "othello:6", "--depth", "3", "--algorithm", algorithm];
        let other = json(&[&arguments[..], &["--store", "plain"]].concat());
        assert_eq!(json(&arguments)["estimate"], other["estimate"], "{algorithm}");
    }
    // Stopped: the answer of an earlier horizon.
    let answer = json(&["solve", "breakthrough", "--depth", "30", "--nodes", "20000"]);
    assert_eq!(answer["stop"], "nodes");
    assert!(answer["depth"].as_u64().unwrap() < 30 && answer["move"].is_string(), "{answer}");
}

#[test]
fn deep_chains_are_solved_by_everyone() {
    // More than the stack of a thread holds, for searches that recurse.
    let deep = 30_000;
    let heads: String = (0..deep).map(|i| ["{\"max\":[", "{\"min\":["][i % 2]).collect();
    let game = tree("deep.json", &format!("{heads}7{}", "]}".repeat(deep)));
    for algorithm in ALGORITHMS {
        let started = Instant::now();
        let answer = json(&["solve", &game, "--algorithm", algorithm]);
        assert_eq!((&answer["value"], &answer["leaves"]), (&7.into(), &1.into()), "{algorithm}");
        assert_eq!(answer["pv"].as_array().unwrap().len(), deep, "{algorithm}");
        assert!(started.elapsed() < Duration::from_secs(20), "{algorithm}");
    }
}

/// Searches that come back to the root for those who watch do not spend their time on the way: here it
/// is long, and everywhere on it is a leaf.
#[test]
fn a_long_way_with_leaves_is_gone_few_times() {
    let deep = 100_000;
    let heads: String = (0..deep).map(|i| ["{\"max\":[", "{\"min\":["][i % 2]).collect();
    let tails: String = (0..deep).map(|i| [",2]}", ",0]}"][i % 2]).collect();
    let game = tree("spine.json", &format!("{heads}1{tails}"));
    for algorithm in ["rollout:leftmost", "rollout:max-upper", "rollout:best-first", "fsss"] {
        let answer = json(&["solve", &game, "--algorithm", algorithm, "--quiet"]);
        assert_eq!(answer["value"], 1, "{algorithm}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_what_is_known() {
    let child = Command::new(command())
        .args(["solve", "random:b=9,d=60", "--format", "json"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["stop"], "interrupted");
    assert!(answer["leaves"].as_u64().unwrap() > 0);
}

#[cfg(unix)]
#[test]
fn a_reader_who_leaves_is_no_disaster() {
    let line = format!("{} games | head -n 1; exit ${{PIPESTATUS[0]}}", command());
    let output = Command::new("bash").args(["-c", &line]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
}

#[test]
fn threads_change_counts_and_no_values() {
    let answer = |threads: &str| json(&["solve", "connect4:5x4", "--threads", threads]);
    let (one, several) = (answer("1"), answer("3"));
    assert_eq!((&one["value"], &one["exact"]), (&several["value"], &several["exact"]));
    assert_eq!((&one["threads"], &several["threads"]), (&1.into(), &3.into()));
    // Sampling by several threads keeps to a limit exactly; by one it is reproducible.
    let look = |threads: &str| {
        let common = ["analyse", "connect4", "--by", "mcts", "--nodes", "999", "--threads"];
        let mut found = json(&[&common[..], &[threads]].concat());
        found["seconds"] = 0.into();
        found
    };
    for threads in ["1", "2", "5"] {
        let found = look(threads);
        assert!(threads != "1" || found == look(threads));
        assert_eq!(
            (&found["nodes"], found["threads"].to_string().as_str()),
            (&999.into(), threads)
        );
    }
    for bad in ["0", "-1", "many", "1.5", "70000", ""] {
        for words in [&[format!("--threads={bad}")][..], &["--threads".into(), bad.into()]] {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let output = gametree(&[&["solve", "tictactoe"], &words[..]].concat());
            assert_eq!(output.status.code(), Some(2), "{bad}: {output:?}");
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(told.contains("--threads") && told.contains("'all'"), "{bad}: {told}");
        }
    }
    let output = gametree(&["solve", "tictactoe", "--threads", "500"]);
    assert!(output.status.success(), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("500 threads on"), "{told}");
}

/// Of a game that can go on forever, those algorithms are compared that recognise repeated positions.
#[test]
fn what_can_search_a_game_is_compared() {
    let output = gametree(&["compare", "pig:6", "--quiet"]);
    let out = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(out.contains("rollout:best-first") && out.contains("left out"), "{out}");
    assert!(!out.lines().any(|line| line.starts_with("alphabeta")), "{out}");
}

/// A player is a player in every command.
#[test]
fn players_are_named_alike() {
    for option in ["--by", "--player", "--algorithm"] {
        let arguments = ["analyse", "nim:3-4", option, "mcts", "--nodes", "100", "--quiet"];
        let out = stdout(&gametree(&arguments));
        assert!(out.contains("by mcts"), "{option}: {out}");
    }
}

/// A search without leaves says why, if facts are the reason, and only then.
#[test]
fn facts_that_leave_no_leaves_are_named() {
    let told = |command: &str, more: &[&str]| {
        let arguments = [&[command, "connect4:4x4", "--quiet"], more].concat();
        stdout(&gametree(&arguments)).contains("facts of the game settle positions")
    };
    let few = ["--algorithm", "scout", "--algorithm", "mtd-f"];
    assert!(told("solve", &[]) && told("compare", &few));
    assert!(
        !told("solve", &["--no-facts"]) && !told("compare", &[&few[..], &["--no-facts"]].concat())
    );
    // Here it is the range that leaves nothing to search.
    assert!(!told("solve", &["--range", "0,0"]));
}
