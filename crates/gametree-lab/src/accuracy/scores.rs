//! What the players' moves were worth.

use gametree_arena::proportion::{Mean, PairedDifference, Proportion};

use super::problem::is_nothing;
use super::trials::{Seat, Trial, Trials};

/// The scores of all players. The [module](super) has an example.
#[derive(Clone, Debug)]
pub struct Scores {
    /// One for each player and budget, in the order of [`Trials::seats`].
    pub rows: Vec<Score>,
}

/// How good a player is with a budget.
#[derive(Clone, Debug)]
pub struct Score {
    /// The player and its budget.
    pub seat: Seat,
    /// How many of its moves keep the result.
    pub kept: Proportion,
    /// How many are exactly best.
    pub best: Proportion,
    /// How much they give away.
    pub given_away: Mean,
    /// The same as `kept`, compared with the first player's at the same budget in the same positions, if
    /// this is another one.
    pub against_first: Option<PairedDifference>,
    /// The moves that give something away, the worst first: the number of the position, and the move.
    pub worst: Vec<(u64, String)>,
}

impl Scores {
    /// The scores of the moves made so far.
    pub fn new(trials: &Trials<'_>, rows: &[Trial]) -> Scores {
        let seats = trials.seats();
        let kept = |seat: usize| {
            let of_seat = rows.iter().filter(move |row| row.seat == seat);
            of_seat.map(|row| (row.problem, judged(trials, row).0))
        };
        let score = |(number, seat): (usize, &Seat)| {
            let (mut all, mut kept_count, mut best) = (0, 0, 0);
            let (mut losses, mut worst) = (Vec::new(), Vec::new());
            for row in rows.iter().filter(|row| row.seat == number) {
                let (keeps, loss) = judged(trials, row);
                all += 1;
                kept_count += u64::from(keeps);
                best += u64::from(is_nothing(loss));
                losses.push(loss);
                if !is_nothing(loss) {
                    worst.push((loss, !keeps, row));
                }
            }
            // Lost results first, then lost values; equal ones in the order of the positions.
            worst.sort_by(|a, b| b.1.cmp(&a.1).then(b.0.total_cmp(&a.0)));
            let first = seats.iter().position(|other| other.nodes == seat.nodes);
            let first = first.filter(|&first| seats[first].player == 0 && seat.player > 0);
            let against_first = first.map(|first| {
                let theirs: Vec<(u64, bool)> = kept(first).collect();
                let mut difference = PairedDifference::default();
                for ((a, ours), (b, theirs)) in kept(number).zip(theirs) {
                    debug_assert_eq!(a, b, "rows are in order");
                    difference.add(ours, theirs);
                }
                difference
            });
            Score {
                seat: seat.clone(),
                kept: Proportion { count: kept_count, of: all },
                best: Proportion { count: best, of: all },
                given_away: Mean::of(&losses),
                against_first,
                worst: worst.into_iter().map(|(.., row)| (row.problem, row.mv.clone())).collect(),
            }
        };
        Scores { rows: seats.iter().enumerate().map(score).collect() }
    }
}

/// Whether a move keeps the result, and how much it gives away.
fn judged(trials: &Trials<'_>, row: &Trial) -> (bool, f64) {
    let problems = trials.problems();
    // They are in the order of their numbers, from which some may be missing.
    let found = problems.binary_search_by_key(&row.problem, |problem| problem.number);
    let problem = problems[found.expect("rows are of these positions")];
    let known = "a move of this position";
    (problem.keeps(&row.mv).expect(known), problem.given_away(&row.mv).expect(known))
}
