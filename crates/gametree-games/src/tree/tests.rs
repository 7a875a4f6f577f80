//! Trees as games, and trees of any size and shape.

use gametree::exact::AlphaBeta;
use gametree::job::Job;
use gametree::{Search, SearchError};
use proptest::prelude::*;

use super::*;

const SMALL: &str = r#"{"max":[{"min":[3,5]},{"chance":[[0.25,-1],[0.75,{"max":[2,8]}]]},7]}"#;

fn children(tree: &Tree, place: &NodeId) -> (Turn, Moves<u32>) {
    let mut moves = Moves::new();
    (tree.expand(place, &mut moves), moves)
}

#[test]
fn a_tree_is_played_as_it_is_written() {
    let tree = Tree::from_json(SMALL).unwrap();
    assert_eq!((tree.node_count(), tree.leaf_count()), (10, 6));
    assert_eq!((tree.smallest_leaf(), tree.largest_leaf()), ((-1).into(), 8.into()));
    let mut place = tree.start();
    let (turn, moves) = children(&tree, &place);
    assert_eq!((turn, moves.to_vec()), (Turn::MAX, vec![0, 1, 2]));
    let before = tree.play(&mut place, 1);
    let (turn, moves) = children(&tree, &place);
    assert_eq!((turn, moves.to_vec()), (Turn::CHANCE, vec![0, 1]));
    assert_eq!((moves.probability(0), moves.probability(1)), (Some(0.25), Some(0.75)));
    assert_eq!(tree.judge(&place), Turn::CHANCE);
    tree.undo(&mut place, 1, before);
    assert_eq!(place, tree.start());
    let end = tree.parse_position("1 1 1").unwrap();
    assert_eq!(children(&tree, &end).0, Turn::over(8));
    assert!(tree.parse_position("0 2").unwrap_err().0.contains("legal: 0 1"));
}

#[test]
fn leaves_are_numbered_from_left_to_right() {
    let tree = Tree::from_json(SMALL).unwrap();
    let index = |text: &str| tree.leaf_index(&tree.parse_position(text).unwrap());
    let leaves = ["0 0", "0 1", "1 0", "1 1 0", "1 1 1", "2"].map(|text| index(text).unwrap());
    assert_eq!(leaves, [0, 1, 2, 3, 4, 5]);
    assert_eq!((index(""), index("1 1")), (None, None));
}

#[test]
fn whole_numbers_without_chance_are_integers() {
    let values = |text: &str| {
        let tree = Tree::from_json(text).unwrap();
        assert_eq!(tree.values().range, Bounds::UNBOUNDED);
        (tree.values().grain, tree.has_chance())
    };
    assert_eq!(values("3"), (Grain::Integer, false));
    assert_eq!(values(r#"{"max":[1.0,-9007199254740992]}"#), (Grain::Integer, false));
    assert_eq!(values(r#"{"max":[1,9007199254740994]}"#), (Grain::Real, false));
    assert_eq!(values(r#"{"max":[1,0.5]}"#), (Grain::Real, false));
    assert_eq!(values(r#"{"chance":[[1,2]]}"#), (Grain::Real, true));
}

/// Alpha-beta never sees the 5.
#[test]
fn a_stated_range_contains_all_leaves() {
    let tree = Tree::from_json(r#"{"max":[1,{"min":[0,5]}]}"#).unwrap();
    let range = Bounds::new(0.into(), 1.into()).unwrap();
    let asked = || Search::new(&tree).range(range);
    let refused = asked().run(&mut AlphaBeta).unwrap_err();
    assert_eq!(refused, SearchError::OutsideRange { value: 5.into(), range, path: None });
    let below = |text: &str| asked().position(tree.parse_position(text).unwrap());
    assert!(below("1").run(&mut AlphaBeta).is_err());
    assert_eq!(below("0").run(&mut AlphaBeta).unwrap().value(), Some(1.into()));
    let job = Job::new(None).range(range);
    assert!(tree.clone().into_game().run(&job, &mut ()).is_err());
}

#[test]
fn a_chain_of_any_depth_is_read_and_written() {
    let depth = 100_000;
    let text: String = (0..depth)
        .map(|i| ["{\"max\":[", "{\"min\":[0,", "{\"chance\":[[1,"][i % 3])
        .chain(["4"])
        .chain((0..depth).rev().map(|i| ["]}", "]}", "]]}"][i % 3]))
        .collect();
    let tree = Tree::from_json(&text).unwrap();
    assert_eq!(tree.leaf_count(), 33_334);
    assert_eq!(tree.to_json(), text);
    assert_eq!(tree.draw(&tree.start()).lines().count(), 20);
    drop(tree);
    let cut = Tree::from_json(&text[..text.len() - 1]).unwrap_err();
    assert!(cut.message().contains("starts at line 1, column 1"), "{cut}");
}

#[test]
fn a_chain_of_any_depth_is_read_from_gambit() {
    let depth = 100_000;
    let nodes = (1..=depth).map(|i| format!("p \"\" 1 {i} \"\" {{ \"x\" }} 1 \"\" {{ 1, -1 }}\n"));
    let text: String = ["EFG 2 R \"\" { \"1\" \"2\" }\n".to_string()]
        .into_iter()
        .chain(nodes)
        .chain(["t \"\" 0".to_string()])
        .collect();
    assert_eq!(Tree::from_efg(text).unwrap().largest_leaf(), depth.into());
}

#[test]
fn a_million_leaves_are_read() {
    let family = format!("{{\"min\":[{}1]}}", "-12.5,".repeat(999));
    let text = format!("{{\"max\":[{}{family}]}}", format!("{family},").repeat(999));
    let tree = Tree::from_json(text).unwrap();
    assert_eq!((tree.leaf_count(), tree.node_count()), (1_000_000, 1_001_001));
    let last = tree.parse_position("999 999").unwrap();
    assert_eq!(tree.leaf_index(&last), Some(999_999));
    assert_eq!(tree.draw(&tree.start()).lines().count(), 20);
}

#[test]
fn pictures_are_indented_and_short() {
    let tree = Tree::from_json(SMALL).unwrap();
    let picture = "max\n  0: min\n    0: 3\n    1: 5\n  1: chance\n    0 (0.25): -1\n    \
                   1 (0.75): max\n      0: 2\n      1: 8\n  2: 7";
    assert_eq!(tree.draw(&tree.start()), picture);
    assert_eq!(tree.draw(&tree.parse_position("2").unwrap()), "7");
    let many =
        Tree::from_json(format!("{{\"max\":[{}{{\"min\":[1,2]}}]}}", "{\"min\":[3]},".repeat(18)));
    let many = many.unwrap();
    let picture = many.draw(&many.start());
    assert_eq!(picture.lines().count(), 20);
    assert!(picture.starts_with("max\n  0: min (1 below)\n"), "{picture}");
    assert!(picture.ends_with("\n  18: min (2 below)"), "{picture}");
    let wide = Tree::from_json(format!("{{\"max\":[{}1]}}", "2,".repeat(50))).unwrap();
    assert!(wide.draw(&wide.start()).ends_with("\n  17: 2\n  ..."));
}

#[test]
fn files_are_read_by_their_ending() {
    let folder = std::env::temp_dir().join(format!("gametree-tree-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let gambit = "EFG 2 R \"\" { \"1\" \"2\" } t \"\" 1 \"\" { 6, 0 }";
    assert_eq!(Tree::read(&file("a.EFG", gambit)).unwrap().largest_leaf(), 6.into());
    assert_eq!(Tree::read(&file("a.json", "{\"max\":[6]}")).unwrap().leaf_count(), 1);
    let wrong = file("wrong.json", "{\"max\":[\n6}");
    let error = Tree::read(&wrong).unwrap_err();
    assert_eq!((error.file(), error.location()), (Some(wrong.as_path()), Some((2, 2))));
    let name = wrong.display();
    let message = "line 2, column 2: expected ',' or ']' after a child, found '}'";
    assert_eq!(error.to_string(), format!("{name}: {message}"));
    let missing = folder.join("missing.json");
    let message = Tree::read(&missing).unwrap_err().to_string();
    assert!(message.starts_with(&format!("{}: cannot be read: ", missing.display())), "{message}");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// Trees in JSON.
fn tree_text() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        any::<i32>().prop_map(|leaf| leaf.to_string()),
        (-1e300..1e300).prop_map(|leaf: f64| format!("{leaf:e}")),
    ];
    leaf.prop_recursive(5, 60, 4, |node| {
        let nodes = proptest::collection::vec((node, 1..9u32), 1..5);
        (0..3usize, nodes).prop_map(|(kind, nodes)| {
            let sum: u32 = nodes.iter().map(|node| node.1).sum();
            let written = nodes.iter().map(|(node, odds)| match kind {
                0 => format!("[\"{odds}/{sum}\",{node}]"),
                _ => node.clone(),
            });
            let list = written.collect::<Vec<_>>().join(", ");
            format!("{{\"{}\": [{list}]}}", ["chance", "max", "min"][kind])
        })
    })
}

const GAMBIT: &str = r#"EFG 2 R "x \" y" { "1" "2" } "" c "" 1 "" { "a" 1/3 "b" 2/3 } 1 "" { 1, -1 }
p "" 1 1 "" { "l" "r" } 0 t "" 2 "" { 1.5 -1.5 } t "é" 0 p "" 2 1 "" { "m" } 0 t "" 1"#;

proptest! {
    #[test]
    fn trees_are_written_as_they_are_read(text in tree_text()) {
        let tree = Tree::from_json(text).unwrap();
        let again = Tree::from_json(tree.to_json()).unwrap();
        prop_assert!(tree == again);
        prop_assert!(tree.draw(&tree.start()).lines().count() <= 20);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes: Vec<u8>, text in "[{}\\[\\]\":,maxinchaEFGRpt0-9/. ]*") {
        for bytes in [&bytes[..], text.as_bytes()] {
            let _ = Tree::from_json(bytes);
            let _ = Tree::from_efg(bytes);
        }
    }

    #[test]
    fn damaged_texts_are_read_or_refused_in_one_line(
        json in tree_text(),
        damage in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4), 1..6),
    ) {
        let texts = [(json.as_str(), Tree::from_json as fn(Vec<u8>) -> _), (GAMBIT, Tree::from_efg)];
        for (text, read) in texts {
            prop_assert!(read(text.as_bytes().to_vec()).is_ok());
            let mut bytes = text.as_bytes().to_vec();
            for (index, byte, way) in &damage {
                let at = index.index(bytes.len().max(1)).min(bytes.len().saturating_sub(1));
                match way {
                    _ if bytes.is_empty() => bytes.push(*byte),
                    0 => bytes[at] = *byte,
                    1 => bytes.insert(at, b"{}[]\":,/01e-"[*byte as usize % 12]),
                    2 => drop(bytes.remove(at)),
                    _ => bytes.truncate(at.max(bytes.len() * 3 / 4)),
                }
            }
            if let Err(error) = read(bytes) {
                prop_assert!(!error.to_string().contains('\n'));
                prop_assert!(error.to_string().len() < 300, "{error}");
            }
        }
    }
}
