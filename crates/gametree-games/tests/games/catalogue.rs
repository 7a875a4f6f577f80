//! Names of games, right and wrong.

use gametree::job::{Job, PlayerSpec};
use gametree::registry::Spec;
use gametree::{Basis, Epsilon, Stop, Turn};
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
        ("dots:2x2", 2),
        ("dots:2x3", -2),
        ("hex:3", 1),
        ("hex:4", 1),
        ("breakthrough:4x5", -1),
        ("breakthrough:3x6", 1),
        ("mnk:3,3,3", 0),
        ("mnk:4,4,4", 0),
        ("nim:3-5-7", 1),
        ("nim:1-2-3", -1),
        ("nim:1-1-1,misere", -1),
        ("implanted:d=16,max=2/8,seed=3", 1),
        ("implanted:d=16,max=0/8,min=7/9,bias=0/0.5", 1),
        ("implanted:b=3,d=10,min=3/5,seed=3", -1),
        ("implanted:d=20,max=0/18,single", 1),
        ("dchain:50", 50),
    ] {
        let report = open(spec).unwrap().run(&Job::new(None), &mut ()).unwrap();
        assert_eq!(report.bounds.exact(), Some(value.into()), "{spec}");
    }
}

/// What `minimax` finds, from a position on and as far as a horizon.
fn by_minimax(spec: &str, position: &str, depth: Option<u32>) -> f64 {
    let mut job = Job::new(Some(Spec::parse("minimax").unwrap()));
    job.position = Some(position.into());
    job.depth = depth;
    let report = open(spec).unwrap().run(&job, &mut ()).unwrap();
    report.settled(report.bounds).unwrap().get()
}

/// Values by hand; `dice.rs` says how.
#[test]
fn games_with_chance_have_their_values() {
    for (spec, position, depth, right) in [
        ("pig:2,sides=2,turns=2", "", None, 0.5),
        ("pig:2,sides=2,turns=3", "", None, 0.625),
        ("pig:2,sides=2,turns=3", "roll 1 roll 1", None, 0.5),
        ("pig:2", "roll 6 hold", None, 1.0),
        ("cops:3x1,cops=1,obstacles=0%", "R.1/robber to move, ply 0", Some(3), 2.0),
        ("cops:3x1,cops=1,obstacles=0%,chance=0.75", "R.1/robber to move, ply 0", Some(4), 1.25),
        // Who is to move, one step from his corner, is there.
        ("ewn:3", ".../.1./C../MAX to roll", None, 1.0),
        // Only a 1 lets MAX into his corner; otherwise 2 moves, and then A is in its own.
        ("ewn:3", ".A./.1./2../MAX to roll", None, -1.0 / 3.0),
        ("random:b=2,d=1,seed=1,leaves=0..0,chance=0.8", "", None, 0.0),
    ] {
        let found = by_minimax(spec, position, depth);
        assert!((found - right).abs() < 1e-12, "{spec} {position}: {found} should be {right}");
    }
    let certain = by_minimax("random:b=1,d=3,seed=4", "", None);
    assert_eq!(by_minimax("random:b=1,d=3,seed=4,chance=0.5", "", None), certain);
    // The outcomes of a choice are the moves of the tree without chance.
    let leaf = by_minimax("random:b=3,d=2,seed=4", "2 1", None);
    assert_eq!(by_minimax("random:b=3,d=2,seed=4,chance=0.5", "0 2 1 1", None), leaf);
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
    assert!(error("random:b=4,d=3,leaves=sums").contains("should be i32, binary, sum or LO..HI"));
    assert!(error("random:b=4,d=3,noise=30%").contains("with noise=N% it should be order=best"));
    assert!(error("random:b=4,d=3,order=worst,noise=30%").contains("it should be order=best"));
    assert!(error("random:b=4,d=3,order=best,noise=30").contains("whole percent from 0% to 100%"));
    assert!(error("random:b=4,d=3,order=best,noise=101%").contains("from 0% to 100%"));
    assert!(error("random:b=4,d=3,order=worst,leaves=sum").contains("order=random or best"));
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
    for spec in ["dots", "dots:0x3", "dots:3", "dots:7x8", "dots:1x26", "dots:4294967295x1"] {
        assert!(
            error(spec).contains("should be MxN: M rows and N columns of boxes"),
            "{}",
            error(spec)
        );
    }
    for spec in ["hex", "hex:0", "hex:9", "hex:3x3"] {
        assert!(error(spec).contains("should be N: N rows of N cells"), "{}", error(spec));
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

#[test]
fn games_with_chance_say_what_would_be_right() {
    for (spec, right) in [
        ("random:b=2,d=2,chance=1", "chance=1 should be a number above 0 and below 1"),
        ("random:b=2,d=2,chance=0", "above 0 and below 1"),
        ("random:b=2,d=2,chance=80%", "chance=80% should be a number above 0"),
        ("random:b=2,d=2,chance=0.8,order=best", "it should be order=random"),
        ("cops", "'' should be WxH with at most 26 columns"),
        ("cops:9x8,cops=1", "'9x8' should be WxH"),
        ("cops:6x6", "cops=... is missing"),
        ("cops:6x6,cops=7", "cops=7 should be a whole number from 1 to 6"),
        ("cops:6x6,cops=1,obstacles=20", "obstacles=20 should be whole percent from 0% to 99%"),
        ("cops:6x6,cops=1,obstacles=100%", "from 0% to 99%"),
        ("cops:4x4,cops=3,obstacles=80%", "obstacles (13), robber and cops (3) should find room"),
        ("cops:1x1,cops=1", "should find room on 1 cells"),
        ("cops:6x6,cops=1,chance=2", "chance=2 should be"),
        ("cops:6x6,cop=1", "did you mean 'cops'?"),
        ("pig", "the parameters should be a goal from 1 to 1000"),
        ("pig:0", "'0' should be a goal"),
        ("pig:1001", "'1001' should be a goal"),
        ("pig:100,sides=1", "sides=1 should be a whole number from 2 to 100"),
        ("pig:100,turns=0", "turns=0 should be a whole number from 1 to 65535"),
        ("pig:100,side=6", "did you mean 'sides'?"),
        ("ewn", "the parameters should be 5 or 3"),
        ("ewn:4", "'4' should be 5 or 3"),
    ] {
        let error = error(spec);
        assert!(error.contains(right), "{spec}: {error}");
        assert!(!error.contains('\n'), "{spec}: {error}");
    }
}

#[test]
fn trees_that_mislead_say_what_would_be_right() {
    for (spec, right) in [
        ("implanted", "d=... is missing"),
        ("implanted:max=2", "d=... is missing"),
        ("implanted:d=8", "max=... is missing: MAX's critical depths"),
        ("implanted:d=8,max=8", "8 is outside the tree"),
        ("implanted:d=8,max=3", "MAX does not move at depth 3: it should be even"),
        ("implanted:d=8,max=0,min=2", "MIN does not move at depth 2: it should be odd"),
        ("implanted:d=8,max=0/", "max=0/ should be depths with / between them"),
        ("implanted:d=8,max=-2", "should be depths"),
        ("implanted:d=65,max=2", "d=65 should be a whole number from 1 to 64"),
        ("implanted:b=1,d=8,max=2", "b=1 should be a whole number from 2 to 65535"),
        ("implanted:d=8,max=0/2,bias=0", "bias=0 should be two averages"),
        ("implanted:d=8,max=0/2,bias=nan/0", "two averages"),
        ("implanted:d=8,max=0/2,bias=-0.5/0", "should be from 0 to 1"),
        ("implanted:d=8,max=2,singel", "key=value"),
        ("implanted:d=8,max=0,min=1,single", "no choice"),
        ("implanted:d=8,max=0,single,single", "'single' is given twice"),
        ("implanted:d=8,max=0,single=maybe", "single=maybe should be yes or no"),
        ("dchain", "the parameters should be a whole number from 1 to 100000"),
        ("dchain:0", "'0' should be"),
        ("dchain:100001", "'100001' should be"),
    ] {
        let error = error(spec);
        assert!(error.contains(right), "{spec}: {error}");
        assert!(!error.contains('\n'), "{spec}: {error}");
    }
}

/// Pig without an end: the intervals contain what value iteration finds, and are as narrow as asked.
#[test]
fn pig_is_bounded_from_both_sides() {
    for (spec, epsilon, value) in [("pig:10", 1e-6, 0.709_424_32), ("pig:20", 1e-3, 0.615_558_55)] {
        let mut job = Job::new(None);
        job.epsilon = Epsilon::units(epsilon).unwrap();
        let report = open(spec).unwrap().run(&job, &mut ()).unwrap();
        assert_eq!((report.stop, report.basis), (Stop::Epsilon, Basis::Proof), "{spec}");
        assert!(report.bounds.width() <= epsilon + report.allowance, "{spec}: {}", report.bounds);
        let rounded = 5e-9;
        let (lower, upper) = (report.bounds.lower.get(), report.bounds.upper.get());
        assert!(lower - rounded <= value && value <= upper + rounded, "{spec}: {}", report.bounds);
    }
}

/// What `play` and `analyse` take if no player is named finds a move, and the right one where it is easy to see.
#[test]
fn every_game_has_a_player_that_can_play_it() {
    // A tree needs a file, and cops a stated range of values.
    for entry in GAMES.iter().filter(|entry| !matches!(entry.name, "tree" | "cops")) {
        let game = open(entry.example).unwrap();
        let spec = PlayerSpec::parse(&format!("{}:nodes=2000", entry.player.unwrap())).unwrap();
        let mut player =
            game.player(&spec, None, 1).unwrap_or_else(|error| panic!("{}: {error}", entry.name));
        let report = player.think(None, &mut |_| ()).unwrap();
        // Where a game begins with dice there is nothing to choose.
        let rolls = game.board(None).unwrap().turn() == Turn::CHANCE;
        assert_eq!(
            report.best_move().map(|mv| mv.code).is_none(),
            rolls,
            "{} by {}",
            entry.example,
            spec
        );
    }
    // A win at once, and a box that is offered.
    for (spec, position, best) in
        [("connect4", "112233", "4"), ("dots:2x2", "a1b1 a1a2 b1b2", "a2b2")]
    {
        let (game, name) = (open(spec).unwrap(), spec.split(':').next().unwrap_or(spec));
        let player = GAMES.iter().find(|entry| entry.name == name).unwrap().player.unwrap();
        let spec = PlayerSpec::parse(&format!("{player}:nodes=2000")).unwrap();
        let report = game.player(&spec, Some(position), 1).unwrap().think(None, &mut |_| ());
        assert_eq!(report.unwrap().pv[0], best, "{name} by {player}");
    }
}

/// A spec in full names the game that was opened: defaults are those of the syntax.
#[test]
fn specs_in_full_open_the_same_game() {
    let more = [
        "random:b=2,d=3",
        "cops:5x5,cops=2",
        "pig:20",
        "random:b=2,d=3,order=best",
        "cops:5x5,cops=2,seed=3",
    ];
    for spec in
        GAMES.iter().map(|entry| entry.example).filter(|spec| !spec.starts_with("tree")).chain(more)
    {
        let game = open(spec).unwrap();
        let full = game.spec().unwrap().to_string();
        assert!(full.starts_with(spec), "{full}");
        let again = open(&full).unwrap();
        assert_eq!(again.spec(), Some(&*full), "nothing is left to be said");
        let board = |game: &gametree::job::AnyGame| {
            let mut board = game.board(None).unwrap();
            let moves = board.moves();
            let texts: Vec<String> = moves.iter().map(|&mv| board.text(mv)).collect();
            moves.first().into_iter().for_each(|&mv| board.play(mv));
            (board.drawing(), board.position_text(), texts)
        };
        assert_eq!(board(&game), board(&again), "{spec} and {full}");
    }
    assert_eq!(open("cops:5x5,cops=2").unwrap().spec(), Some("cops:5x5,cops=2,obstacles=20%"));
    assert_eq!(
        open("random:b=2,d=3,chance=0.5").unwrap().spec(),
        Some("random:b=2,d=3,chance=0.5,leaves=i32,order=random")
    );
}
