//! Gambit's games that can be searched, and every refusal with its message.

use crate::tree::Tree;

/// A game of two players with these nodes, which begin in line 3.
fn game(nodes: &str) -> String {
    format!("EFG 2 R \"test\" {{ \"Alice\" \"Bob\" }}\n\"comment\"\n{nodes}")
}

fn json(nodes: &str) -> String {
    Tree::from_efg(game(nodes)).unwrap().to_json()
}

fn error(nodes: &str) -> String {
    Tree::from_efg(game(nodes)).unwrap_err().to_string()
}

#[test]
fn nim_is_read() {
    let nim = r#"EFG 2 R "Nim, three stones; \"last\" wins" { "Player 1" "Player 2" }

        p "3 left" 1 1 "(1,1)" { "TAKE 1" "TAKE 2" } 0
        p "2 left" 2 1 "(2,1)" { "TAKE 1" "TAKE 2" } 0
        p "1 left" 1 2 "" { "TAKE 1" } 0
        t "" 1 "first" { 1 -1 }
        t "" 2 "second" { -1 1 }
        p "1 left" 2 2 "" { "TAKE 1" } 0
        t "" 2"#;
    let tree = Tree::from_efg(nim).unwrap();
    assert_eq!(tree.to_json(), r#"{"max":[{"min":[{"max":[1]},-1]},{"min":[-1]}]}"#);
}

#[test]
fn chance_is_read_and_a_set_described_once() {
    let nodes = r#"
        p "" 1 1 "" { "l" "r" } 0
        c "" 7 "dice" { "low" 1/4 "high" .75 } 0
        t "" 1 "a" { 3/2, -1.5 }
        t "" 2 "b" { -1/2, 0.5 }
        c "" 7 0
        t "" 2
        t "" 0"#;
    let left = r#"{"chance":[[0.25,1.5],[0.75,-0.5]]}"#;
    let right = r#"{"chance":[[0.25,-0.5],[0.75,0]]}"#;
    assert_eq!(json(nodes), format!(r#"{{"max":[{left},{right}]}}"#));
}

#[test]
fn payoffs_add_up_along_the_path() {
    let nodes = r#"
        p "" 1 1 "" { "l" "r" } 1 "fee" { -1, 1 }
        p "" 2 1 "" { "l" "r" } 2 "prize" { +5 -2 }
        t "" 3 "x" { 10, -10 }
        t "" 0
        t "" 2 "prize" { 5,-2 }"#;
    assert_eq!(json(nodes), r#"{"max":[{"min":[14,4]},4]}"#);
}

#[test]
fn forms_that_old_files_use_are_read() {
    let old = r#"EFG 2 D "" { "1" "2" } t "" 1 "" { 2.000000 1.000000 }"#;
    assert_eq!(Tree::from_efg(old).unwrap().to_json(), "2");
    assert_eq!(json(r#"t "end" 0"#), "0");
    assert_eq!(json(r#"t""1{1e3,-1e+3}"#), "1000");
}

#[test]
fn large_payoffs_may_be_rounded_but_not_wrong() {
    let read = |payoffs: &str| {
        let nodes = r#"p "" 1 1 "" { "l" "r" } 0 t "" 1 "" { 0, 0 } t "" 2 "" "#;
        Tree::from_efg(game(&format!("{nodes}{{ {payoffs} }}")))
    };
    assert!(read("1000000000, -1000000000").is_ok());
    assert!(read("1000000000, -999999999").is_err());
    assert!(read("1, -1.00000001").is_err());
    assert!(read("1, -1.0000000001").is_ok());
}

#[test]
fn payoffs_that_overflow_on_the_way_are_refused() {
    let both = r#"p "" 1 1 "" { "l" } 1 "" { 1e308, -1e308 } t "" 1"#;
    assert!(error(both).contains("sum to NaN"), "{}", error(both));
    let one = r#"p "" 1 1 "" { "l" } 1 "" { 1e308, 0 } t "" 1"#;
    assert!(error(one).contains("sum to inf"), "{}", error(one));
}

#[test]
fn games_of_another_sort_are_refused() {
    let hidden = "p \"\" 2 3 \"\" { \"l\" } 0\np \"\" 2 3 \"\" { \"l\" } 0\nt \"\" 0";
    assert_eq!(
        error(hidden),
        "line 4, column 8: player 2's information set 3 holds more than one node: only games \
         with perfect information can be searched"
    );
    let greedy =
        "p \"\" 1 1 \"\" { \"l\" \"r\" } 0\nt \"\" 1 \"\" { 1, 2 }\n t \"\" 2 \"\" { 2, 0 }";
    assert_eq!(
        error(greedy),
        "line 5, column 2: the payoffs sum to 2 here but to 3 at line 4, column 1: only games \
         with a constant sum can be searched"
    );
    let alone = |players: &str| format!("EFG 2 R \"\" {{ {players} }} t \"\" 0");
    let error = |text: &str| Tree::from_efg(text).unwrap_err().to_string();
    assert_eq!(
        error(&alone(r#""a" "b" "c""#)),
        "line 1, column 12: the game has 3 players: only games of two can be searched"
    );
    assert!(error(&alone(r#""a""#)).contains("has 1 player: only"));
}

#[test]
fn headers_of_another_sort_are_refused() {
    let error = |text: &str| Tree::from_efg(text).unwrap_err().to_string();
    assert_eq!(
        error("NFG 1 R"),
        "line 1, column 1: expected 'EFG', the mark of Gambit's extensive games, found 'NFG'"
    );
    assert!(error("").contains("found the end of the text"));
    assert!(error("EFG 1").contains("expected version 2 of the format, found '1'"));
    assert!(error("EFG 2 X").contains("expected 'R' (or 'D') after the version, found 'X'"));
    assert!(error("EFG 2 R x").contains("expected the title in quotes, found 'x'"));
    assert!(error("EFG 2 R \"\" \"").contains("no end: expected a closing '\"'"));
    let invalid = Tree::from_efg(b"EFG 2 R \"\xff\"").unwrap_err();
    assert_eq!(invalid.location(), Some((1, 10)));
}

#[test]
fn wrong_nodes_are_refused() {
    let wrong = |nodes: &str, at: &str, message: &str| {
        assert_eq!(error(nodes), format!("line {at}: {message}"), "{nodes}");
    };
    let node = "expected another node of the tree: 'c', 'p' or 't', found";
    wrong("x", "3, column 1", &format!("{node} 'x'"));
    let two = r#"p "" 1 1 "" { "l" "r" } 0 t "" 1 "" { 2, 1 } "#;
    wrong(two, "3, column 46", &format!("{node} the end of the text"));
    let more = "expected nothing more after the last node of the tree, found 't'";
    wrong(r#"t "" 0 t "" 0"#, "3, column 8", more);
    wrong(r#"p "" 3 1"#, "3, column 6", "there is no player 3: expected 1 or 2");
    let childless = "this max node has no children: an inner node needs at least one";
    wrong(r#"p "" 1 1 "" { } 0"#, "3, column 1", childless);
    let actions = "expected '{' and the actions of the information set, found '0'";
    wrong(r#"p "" 1 1 0"#, "3, column 10", actions);
    let id = "expected the number of an information set, found '-1'";
    wrong(r#"p "" 1 -1"#, "3, column 8", id);
}

#[test]
fn wrong_chances_and_outcomes_are_refused() {
    let wrong = |nodes: &str, at: &str, message: &str| {
        assert_eq!(error(nodes), format!("line 3, column {at}: {message}"), "{nodes}");
    };
    let set = "chance's information set 1";
    wrong(r#"c "" 1 0"#, "6", &format!("{set} has not been described yet"));
    let twice = r#"c "" 1 "" { "a" 1 } 0 c "" 1 "" { "a" 1/2 "b" 1/2 } 0"#;
    wrong(twice, "28", &format!("{set} was described differently before"));
    let never = "the probability 0 should be above 0 and at most 1";
    wrong(r#"c "" 1 "" { "a" 1 "b" 0 } 0"#, "6", never);
    let sum = "the probabilities of this chance node sum to 0.75 instead of 1";
    wrong(r#"c "" 1 "" { "a" 1/4 "b" .5 } 0 t "" 0 t "" 0"#, "1", sum);
    let odds = "expected the probability of the action, such as 0.5 or 1/3, found '1/0'";
    wrong(r#"c "" 1 "" { "a" 1/0 } 0"#, "17", odds);

    wrong(r#"t "" 4"#, "6", "outcome 4 has not been described yet");
    let two = r#"p "" 1 1 "" { "l" "r" } 0 t "" 1 "" { 2, 1 } t "" 1 "" { 1, 2 }"#;
    wrong(two, "51", "outcome 1 was described with other payoffs before");
    let none = "outcome 0 stands for none: it has neither a name nor payoffs";
    wrong(r#"t "" 0 "draw" { 0, 0 }"#, "6", none);
    let payoff = "expected a payoff for each of the two players, such as 2, -0.5 or 1/3";
    wrong(r#"t "" 1 "" { 1e999, 0 }"#, "13", &format!("{payoff}, found '1e999'"));
    wrong(r#"t "" 1 "" { 1 }"#, "15", &format!("{payoff}, found '}}'"));
    let three = "expected '}' after the payoffs of the two players, found '3'";
    wrong(r#"t "" 1 "" { 1, 2, 3 }"#, "19", three);
}
