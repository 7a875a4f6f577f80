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
        ("nim:3-5", "3 5/X to move", "'MAX to move' or 'MIN to move'"),
        ("nim:3-5", "3 6/MAX to move", "row '3 6' should be 2 heaps of at most 3-5 stones"),
        ("nim:3-5", "3/MIN to move", "should be 2 heaps"),
        ("nim:3-5", "3 5/3 5/MIN to move", "there should be two rows: heaps, who is to move"),
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
        ("nim:3-5", "0 1/MIN to move", -1.0),
        ("nim:3-5,misere", "0 1/MIN to move", 1.0),
    ] {
        assert_eq!(value(game, drawing), right, "{game}: {drawing}");
    }
}
