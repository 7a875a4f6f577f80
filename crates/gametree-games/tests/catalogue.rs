//! Names of games, right and wrong.

use gametree::job::Job;
use gametree_games::{GAMES, open};

/// Values that are known, found the way the command finds them: John Tromp's table for Connect Four,
/// Irving, Donkers, Uiterwijk 2000 for Kalah, Breuker et al. 2000 for Domineering.
#[test]
fn known_values_are_found() {
    for (spec, value) in [
        ("connect4:4x4", 0),
        ("connect4:5x4", 0),
        ("connect4:4x5", 0),
        ("connect4:5x5", 0),
        ("connect4:6x4", -1),
        ("kalah:3,3,empty-capture", 2),
        ("kalah:4,2,empty-capture", 6),
        ("kalah:4,3,empty-capture", 8),
        ("kalah:4,4,empty-capture", 2),
        ("othello:4", -8),
        ("domineering:4x4", 1),
        ("domineering:5x5", -1),
        ("breakthrough:4x5", -1),
        ("breakthrough:3x6", 1),
        ("mnk:3,3,3", 0),
        ("mnk:4,4,4", 0),
        ("nim:3-5-7", 1),
        ("nim:1-2-3", -1),
        ("nim:1-1-1,misere", -1),
    ] {
        let report = open(spec).unwrap().run(&Job::new(None), &mut ()).unwrap();
        assert_eq!(report.bounds.exact(), Some(value.into()), "{spec}");
    }
}

fn error(spec: &str) -> String {
    match open(spec) {
        Ok(_) => panic!("'{spec}' should be refused"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn every_entry_is_described_and_its_example_opens() {
    for (i, entry) in GAMES.iter().enumerate() {
        assert!(!entry.summary.is_empty() && !entry.citation.is_empty(), "{}", entry.name);
        assert!(entry.syntax.starts_with(entry.name) && entry.example.starts_with(entry.name));
        assert!(GAMES[..i].iter().all(|other| other.name != entry.name));
        if entry.name != "tree" {
            assert!(open(entry.example).is_ok(), "{}", entry.example);
        }
    }
}

#[test]
fn bad_specs_say_what_would_be_right() {
    assert_eq!(error("conect4"), "unknown game 'conect4'; did you mean 'connect4'?");
    assert!(error("go").contains("known: tree random"), "{}", error("go"));
    assert!(error("random:b=4").contains("d=... is missing"), "{}", error("random:b=4"));
    assert!(error("random:b=0,d=3").contains("b=0 should be"), "{}", error("random:b=0,d=3"));
    assert!(error("random:b=4,d=3,sed=1").contains("did you mean 'seed'?"));
    assert!(error("random:b=4,d=3,b=5").contains("twice"));
    assert!(error("random:b=4,d=3,leaves=5..2").contains("LO <= HI"));
    assert!(error("random:b=4,d=3,order=good").contains("random, best or worst"));
    assert!(error("connect4:7").contains("WxH"));
    assert!(error("connect4:10x5").contains("9 columns"));
    assert!(error("tictactoe:4x4").contains("no parameters"), "{}", error("tictactoe:4x4"));
    assert!(error("tree").contains("tree:FILE"));
    assert!(error("tree:/no/such/file.json").contains("/no/such/file.json"));
}

#[test]
fn boards_that_do_not_fit_say_what_would() {
    for spec in ["mnk", "mnk:3,3", "mnk:9,9,5", "mnk:3,3,4", "mnk:3,3,0", "mnk:27,2,2"] {
        assert!(error(spec).contains("should be M,N,K: M columns"), "{}", error(spec));
    }
    for spec in ["kalah", "kalah:0,3", "kalah:10,1", "kalah:9,15", "kalah:3,3,emty-capture"] {
        assert!(error(spec).contains("should be M,N or M,N,empty-capture"), "{}", error(spec));
    }
    for spec in ["breakthrough:1x8", "breakthrough:8x3", "breakthrough:8", "breakthrough:9x8"] {
        assert!(error(spec).contains("should be WxH with 2 to 26"), "{}", error(spec));
    }
    for spec in ["othello:5", "othello:10", "othello:8x8", "othello:0"] {
        assert!(error(spec).contains("should be 4, 6 or 8"), "{}", error(spec));
    }
    for spec in ["domineering", "domineering:0x5", "domineering:9x8", "domineering:27x1"] {
        assert!(error(spec).contains("should be MxN: M rows"), "{}", error(spec));
    }
    for spec in
        ["nim", "nim:3-0", "nim:3-256", "nim:3-5,misère", "nim:1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1"]
    {
        assert!(error(spec).contains("at most 15 heaps"), "{}", error(spec));
    }
    for spec in ["kalah:6,4,empty-capture", "breakthrough", "othello", "nim:3-5-7,misere"] {
        assert!(open(spec).is_ok(), "{spec}");
    }
}
