//! Every form of the JSON and every refusal with its message.

use super::NODE;
use crate::tree::Tree;

#[test]
fn every_form_is_read() {
    let same = |text: &str, plain: &str| {
        assert_eq!(Tree::from_json(text).unwrap().to_json(), plain);
    };
    same("7", "7");
    same("\u{feff} -0.0\n", "0");
    same("\r\n{ \"max\" : [ 1.50 ,\t-2E+2 ] }", r#"{"max":[1.5,-200]}"#);
    same(r#"{"\u006din":[1e300,1e-7]}"#, r#"{"min":[1e300,1e-7]}"#);
    same(
        r#"{"chance":[["1\/4",1],[0.5,{"max":[2]}],["25/100",3]]}"#,
        r#"{"chance":[[0.25,1],[0.5,{"max":[2]}],[0.25,3]]}"#,
    );
    same(r#"{"chance":[[1,1]]}"#, r#"{"chance":[[1,1]]}"#);
}

#[test]
fn probabilities_are_normalised() {
    let tree = Tree::from_json(r#"{"chance":[[0.5,1],[0.5000000005,2]]}"#).unwrap();
    assert!((tree.weights.iter().sum::<f64>() - 1.0).abs() < 1e-15);
    let thirds = Tree::from_json(r#"{"chance":[["1/3",1],["1/3",2],["1/3",3]]}"#).unwrap();
    assert_eq!(*thirds.weights, [1.0 / 3.0; 3]);
    let rounded = r#"{"chance":[[0.333333333,1],[0.333333333,2],[0.333333333,3]]}"#;
    assert_eq!(*Tree::from_json(rounded).unwrap().weights, [1.0 / 3.0; 3]);
}

/// The text is refused with this message, at this column of line 1.
fn refused(text: &str, column: usize, message: &str) {
    let error = Tree::from_json(text).unwrap_err();
    assert_eq!(error.to_string(), format!("line 1, column {column}: {message}"), "{text}");
}

#[test]
fn wrong_nodes_are_refused() {
    let instead = |found: &str| format!("expected {NODE}, found {found}");
    refused("", 1, &format!("the text is empty: expected {NODE}"));
    refused("{}", 1, &format!("this object is empty: expected {NODE}"));
    refused(" NaN", 2, &instead("'NaN'"));
    refused(r#"{"max":[1,null]}"#, 11, &instead("'null'"));
    refused(r#"{"max":[1,]}"#, 11, &instead("']'"));
    refused(r#"{"max":["1"]}"#, 9, &instead("'\\\"'"));
    refused("[1]", 1, &instead("'['"));
    refused(r#"{"max":[é]}"#, 9, &instead("'é'"));
    let childless =
        |kind: &str| format!("this {kind} node has no children: an inner node needs at least one");
    refused(r#"{"max":[]}"#, 1, &childless("max"));
    refused(r#"{"max":[1,{"chance":[ ]}]}"#, 11, &childless("chance"));
    refused(r#"{"min":{"max":[1]}}"#, 8, "expected '[' and a list of children, found '{'");
    refused(r#"{"min" [1]}"#, 8, "expected ':' after the key, found '['");
    refused(r#"{"min":[1 2]}"#, 11, "expected ',' or ']' after a child, found '2'");
    refused(r#"{"min":[1}"#, 10, "expected ',' or ']' after a child, found '}'");
    refused(r#"{"min":[1]]"#, 11, "expected '}' after the children, found ']'");
    let more = "expected nothing more after the end of the tree, found";
    refused("1 2", 3, &format!("{more} '2'"));
    refused(r#"{"max":[1]}}"#, 12, &format!("{more} '}}'"));
}

#[test]
fn wrong_keys_are_refused() {
    refused(r#"{"mx":[1]}"#, 2, r#"unknown key "mx": did you mean "max"?"#);
    refused(r#"{"MIN":[1]}"#, 2, r#"unknown key "MIN": did you mean "min"?"#);
    let known = r#"a node has the key "max", "min" or "chance""#;
    refused(r#"{"value":[1]}"#, 2, &format!("unknown key \"value\": {known}"));
    refused("{\"a\\n\":[1]}", 2, &format!("unknown key \"a\\n\": {known}"));
    let key = r#"expected a key ("max", "min" or "chance"), found"#;
    refused("{max:[1]}", 2, &format!("{key} 'max'"));
    refused("{'max':[1]}", 2, &format!("{key} a single quote"));
    let second = "this object goes on after its children: a node has exactly one key, so \
                  expected '}' instead of ','";
    refused(r#"{"max":[1],"min":[2]}"#, 11, second);
    refused(r#"{"max":[1],"max":[1]}"#, 11, second);
    refused(r#"{"max"#, 2, "this string does not end on its line: expected a '\"'");
    refused("{\"ma\nx\"", 2, "this string does not end on its line: expected a '\"'");
    for escape in [r"\x", r"\u12", r"\u+123", r"\ud800", r"\ué12"] {
        let wrong = format!("{{\"{escape}\":[1]}}");
        assert!(Tree::from_json(wrong).unwrap_err().message().contains("a wrong escape"));
    }
}

#[test]
fn wrong_numbers_are_refused() {
    refused("1e999", 1, "'1e999' is too large: a leaf is a finite number");
    let wrong = ["01", "+1", ".5", "1.", "1e", "1e+", "-", "-Infinity", "1/2", "0x1", "1_000"];
    for wrong in wrong {
        let message = format!("'{wrong}' is not a number in JSON: a leaf is one like 3 or -1.5e2");
        refused(wrong, 1, &message);
    }
}

#[test]
fn wrong_probabilities_are_refused() {
    let refused = |odds: &str, column: usize, message: &str| {
        refused(&format!("{{\"chance\":[[{odds},1],[0.5,2]]}}"), column, message);
    };
    for (odds, shown) in [("0", "0"), ("-0.5", "-0.5"), ("1.5", "1.5"), ("\"3/2\"", "1.5")] {
        let message = format!("the probability {shown} should be above 0 and at most 1");
        refused(odds, 13, &message);
    }
    refused("1e999", 13, "'1e999' is too large: a probability is a finite number");
    refused("0.25", 1, "the probabilities of this chance node sum to 0.75 instead of 1");
    refused(
        "0.50390625",
        1,
        "the probabilities of this chance node sum to 1.00390625 instead of 1",
    );
    for odds in ["1/0", "1", "0.5/1", "-1/2", "", " 1/2"] {
        let form = "of the form \"p/q\", with whole numbers and q > 0";
        let message = format!("the probability \"{odds}\" should be {form}");
        refused(&format!("\"{odds}\""), 13, &message);
    }
    let other = "expected a probability: a number or a fraction \"p/q\", found '{'";
    refused("{}", 13, other);
}

#[test]
fn wrong_outcomes_are_refused() {
    let form = "expected an outcome of the form [probability, node], found";
    refused(r#"{"chance":[1]}"#, 12, &format!("{form} '1'"));
    refused(r#"{"chance":[[1,2],]}"#, 18, &format!("{form} ']'"));
    refused(r#"{"chance":[[1]]}"#, 14, "expected ',' and a node after the probability, found ']'");
    let after = "expected ']' after an outcome's probability and node, found";
    refused(r#"{"chance":[[1,2,3]]}"#, 16, &format!("{after} ','"));
    let tree = Tree::from_json(r#"{"chance":[[0.5,1e301],[0.5,-2]]}"#).unwrap_err();
    assert_eq!(
        tree.to_string(),
        "a leaf is as large as 1e301: in trees with chance nodes, whose averages could \
         overflow, leaves should lie between -1e300 and 1e300"
    );
}

#[test]
fn every_beginning_of_a_text_is_refused() {
    let text = r#"{"max":[{"chance":[["1/2",{"min":[3]}],[0.5,4]]},5]}"#;
    assert!(Tree::from_json(text).is_ok());
    for length in 0..text.len() {
        let message = Tree::from_json(&text[..length]).unwrap_err().to_string();
        assert!(!message.contains('\n') && message.starts_with("line 1, column"), "{message}");
    }
    let ends = "the text ends inside the max node that starts at line 1, column 1: expected";
    refused(r#"{"max":["#, 9, &format!("{ends} {NODE}"));
    refused(r#"{"max":[1"#, 10, &format!("{ends} ',' or ']' after a child"));
    refused(r#"{"max":[1]"#, 11, &format!("{ends} '}}' after the children"));
    refused(r#"{"max""#, 7, "expected ':' after the key, found the end of the text");
}

#[test]
fn other_encodings_are_refused() {
    let error = Tree::from_json(b"{\"max\":[\n1,\xff]}").unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 2, column 3: the text is not valid UTF-8 from here on: save it in that encoding"
    );
}
