//! Drawings that show no position of the game: each gets one line that says what would be right.

use gametree::job::Job;
use gametree::registry::Spec;
use gametree_games::open;

fn error(game: &str, drawing: &str) -> String {
    let mut job = Job::new(Some(Spec::parse("alphabeta").unwrap()));
    job.position = Some(drawing.into());
    match open(game).unwrap().run(&job, &mut ()) {
        Ok(_) => panic!("{game}: '{drawing}' should be refused"),
        Err(error) => error.to_string(),
    }
}

fn value(game: &str, drawing: &str) -> f64 {
    let mut job = Job::new(Some(Spec::parse("alphabeta").unwrap()));
    job.position = Some(drawing.into());
    let report = open(game).unwrap().run(&job, &mut ()).unwrap();
    report.bounds.exact().unwrap().get()
}

#[test]
fn bad_drawings_say_what_would_be_right() {
    for (game, drawing, right) in [
        ("tictactoe", "XXX/OOO/...", "both have 3 in a row, and one line should end the game"),
        ("tictactoe", "XX./.../...", "2 X and 0 O, and X should have as many as O, or one more"),
        ("tictactoe", "XXX/OO./O..", "X should have one more than O"),
        ("tictactoe", "XX./OOO/XX.", "O has 3 in a row, made by the last move"),
        ("tictactoe", "X../O..", "2 rows of the board, and there should be 3"),
        ("mnk:4,3,3", "X.../O.../...", "row '...' has 3 cells, and there should be 4"),
        ("mnk:4,3,3", "X.../O.../..Z.", "row '..Z.' should be made of X, O and ."),
        ("mnk:4,3,3", "O.../..../....", "0 X and 1 O"),
        ("kalah:2,2", "2 2/0 0/2 2", "the last row should be 'MAX to move' or 'MIN to move'"),
        ("kalah:2,2", "2 2/0 0/MAX to move", "there should be four rows: MIN's pits, both stores"),
        ("kalah:2,2", "2 2/0 0/2 2 2/MAX to move", "row '2 2 2' should be 2 numbers of seeds"),
        ("kalah:2,2", "2 2/0 0/2 3/MAX to move", "there are 9 seeds, and should be 8"),
        ("kalah:2,2", "2 2/0 -1/2 3/MAX to move", "row '0 -1' should be 2 numbers"),
        ("breakthrough:2x4", "BB/BB/WW/WW", "'W to move' or 'B to move'"),
        ("breakthrough:2x4", "BB/BB/WB/WW/W to move", "there are 5 B, and should be at most 4"),
        ("breakthrough:2x4", "WB/BB/WW/BW/W to move", "both have won"),
        ("breakthrough:2x4", "W./BB/../WW/W to move", "so it should be 'B to move'"),
        ("breakthrough:2x4", "../../../WW/W to move", "so it should be 'B to move'"),
        ("breakthrough:2x4", "BB/BB/WW/W to move", "3 rows of the board, and there should be 4"),
        (
            "othello:4",
            "..../.OX./..../..../X to move",
            "the four cells in the middle should be taken",
        ),
        ("othello:4", "..../.OX./.XO./....", "'X to move' or 'O to move'"),
        ("othello:4", "..../.OB./.XO./..../X to move", "should be made of X, O and ."),
        ("domineering:2x2", "#./..", "1 cells are taken, and should be two for each domino"),
        ("domineering:2x2", "#V/..", "row '#V' should be made of # and ."),
        ("dots:1x1", "+-+/| ./+.+", "such as 'MAX 2 MIN 1, MAX to move'"),
        ("dots:1x1", "+-+/| ./+.+/MAX to move", "such as 'MAX 2 MIN 1, MAX to move'"),
        ("dots:1x1", "+-+/| ./MAX 0 MIN 0, MAX to move", "2 rows of dots and lines"),
        ("dots:1x1", "+-+/|../+.+/MAX 0 MIN 0, MAX to move", "row '|..' should be 2 times | or ."),
        ("dots:1x1", "+-/| ./+.+/MAX 0 MIN 0, MAX to move", "row '+-' should be 2 times +, with -"),
        ("dots:1x1", "+-+/| |/+-+/MAX 0 MIN 0, MAX to move", "there are 1 complete boxes"),
        ("dots:1x1", "+-+/| |/+.+/MAX 0 MIN 1, MAX to move", "MAX 0 and MIN 1 should be as many"),
        ("hex:2", ". ./. O", "there are 0 X and 1 O"),
        ("hex:2", "X O/X O", "X has won with the last move, so it should be the turn of O"),
        ("hex:2", "X . ./. .", "row 'X..' has 3 cells, and there should be 2"),
        ("nim:3-5", "3 5/X to move", "'MAX to move' or 'MIN to move'"),
        ("nim:3-5", "3 6/MAX to move", "row '3 6' should be 2 heaps of at most 3-5 stones"),
        ("nim:3-5", "3/MIN to move", "should be 2 heaps"),
        ("nim:3-5", "3 5/3 5/MIN to move", "there should be two rows: heaps, who is to move"),
        ("pig:10", "MAX 3 MIN 5/MAX to move", "such as 'MAX 3 MIN 5 turn 4', 'MAX to move' or"),
        ("pig:10", "MAX 3 MIN 5 turn 0/MAX holds", "'MAX to move' or 'MAX rolls'"),
        ("pig:10", "MAX 3 MIN 11 turn 0/MAX to move", "scores should be at most 10"),
        ("pig:10", "MAX 10 MIN 10 turn 0/MAX to move", "and one of them less"),
        ("pig:10", "MAX 3 MIN 5 turn 8/MAX to move", "total should be at most 7"),
        ("pig:10", "MAX 3 MIN 5 turn 7/MAX rolls", "holding is the only move"),
        ("pig:10", "MAX 10 MIN 5 turn 0/MAX to move", "should be 'turn 0' and 'MIN to move'"),
        ("pig:10,turns=3", "MAX 3 MIN 5 turn 0/MAX to move", "'2 turns left'"),
        ("pig:10,turns=3", "MAX 3 MIN 5 turn 0/4 turns left/MAX to move", "'2 turns left'"),
        ("pig:10,turns=3", "MAX 3 MIN 5 turn 0/2 turns left/MAX to move", "the turn of MIN"),
        ("ewn:3", "12./3.C/.BA/MAX to move", "'MAX to roll' or 'MIN rolled 3', from 1 to 3"),
        ("ewn:3", "12./3.C/.BA/MAX rolled 4", "from 1 to 3"),
        ("ewn:3", "11./3.C/.BA/MAX to roll", "stones should be 1 to 3 and A to C, each there once"),
        ("ewn:3", "14./3.C/.BA/MAX to roll", "stones should be 1 to 3"),
        ("ewn:3", "12./3.C/BA/MAX to roll", "row 'BA' has 2 cells, and there should be 3"),
        ("ewn:3", "A../.../..1/MAX to roll", "both have won"),
        ("ewn:3", ".A./.../..1/MAX to roll", "MAX has won, so it should be 'MIN to roll'"),
        ("cops:3x1,cops=1,obstacles=0%", "R.1/robber", "'robber to move, ply 0'"),
        ("cops:3x1,cops=1,obstacles=0%", "R.1/cops to move, ply 2", "(odd plies)"),
        ("cops:3x1,cops=1,obstacles=0%", "R.1/robber to move, ply 4294967294", "such as"),
        ("cops:3x1,cops=1,obstacles=0%", "R.1/robber chose E, ply 0", "or with chance"),
        ("cops:3x1,cops=1,obstacles=0%,chance=0.5", "R.1/robber chose N, ply 0", "or with chance"),
        ("cops:3x1,cops=1,obstacles=0%", "R11/robber to move, ply 0", "2 cops, and should be 1"),
        (
            "cops:3x1,cops=1,obstacles=0%",
            "R#1/robber to move, ply 0",
            "should be those of the game",
        ),
        ("cops:3x1,cops=1,obstacles=0%", "..1/robber to move, ply 0", "one robber, R or caught X"),
        ("cops:3x1,cops=1,obstacles=0%", "X../robber to move, ply 0", "'caught by ...'"),
        ("cops:3x1,cops=1,obstacles=0%", "X../caught by 2, ply 2", "2 cops, and should be 1"),
    ] {
        let error = error(game, drawing);
        assert!(error.contains(right), "{game}: {error}");
        assert!(!error.contains('\n'), "{game}: {error}");
    }
}

/// Whose turn it is follows from the drawing; small letters will do.
#[test]
fn good_drawings_are_understood() {
    for (game, drawing, right) in [
        ("tictactoe", "xx./oo./...", 1.0),
        ("tictactoe", "XX./OO./X..", -1.0),
        ("mnk:3,3,3", "XX./OO./X..", -1.0),
        ("kalah:2,2", "0 1/4 2/0 1/MAX to move", -2.0),
        ("breakthrough:2x4", ".B/W./../.W/W to move", 1.0),
        ("breakthrough:2x4", "../.B/../W./B to move", -1.0),
        ("breakthrough:2x4", "B./.B/../W./W to move", -1.0),
        ("othello:4", "XXXX/XXXX/XXXX/XXO./X to move", 16.0),
        ("domineering:2x2", "#./#.", 1.0),
        ("domineering:2x2", "##/..", -1.0),
        ("domineering:2x3", "##./...", -1.0),
        ("dots:1x2", "+-+-+/| . ./+-+-+/MAX 0 MIN 0, MIN to move", -2.0),
        ("dots:1x2", "+-+-+/| | |/+-+-+/MAX 0 MIN 2, MIN to move", -2.0),
        ("hex:2", ". x/. .", 1.0),
        ("hex:2", "X./..", -1.0),
        ("nim:3-5", "0 1/MIN to move", -1.0),
        ("nim:3-5,misere", "0 1/MIN to move", 1.0),
    ] {
        assert_eq!(value(game, drawing), right, "{game}: {drawing}");
    }
}
