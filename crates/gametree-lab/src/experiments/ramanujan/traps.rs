//! Tables 2 and 3: strategies of MAX and MIN at three depths each.

use crate::converge::traps::{LEVELS, NEAR, TABLE_2, TABLE_3};
use crate::converge::{Cell, Row};
use crate::experiments::convergence::Convergence;
use crate::experiments::design::{About, Paper};
use crate::experiments::estimate::Estimate;
use crate::experiments::section::Section;
use crate::experiments::verdict::Claim;
use crate::experiments::verdict::Comparison;

/// Tables 2 and 3.
pub const TABLES: Convergence = Convergence {
    about: About {
        name: "ramanujan-tables23",
        claim: Claim::Printed,
        question: "How long do traps hold UCT?",
        doubt: "Single entries of Table 3 at more runs: six of eighteen are further off than the margin.",
        paper: Paper::Ramanujan,
        figure: "Tables 2 and 3: traps",
        statement: "Where a trap looks better than the win, UCT converges later the deeper MAX's strategy, and the deeper MIN's; after an unfavourable \
                    start it takes longer; and the deeper MIN's strategy, the more visits go astray.",
        reading: "Exploration constant .7, tau = .7; x2 is 2, 10 or 18, (y1, y2) is (1,3), (9,11) or (17,19); averages are those of all leaves.",
        tolerance: "both tables within 25 %; the statements about rows and columns significantly",
        needs: "implanted trees",
        seconds: [30.0, 300.0],
        timed: false,
    },
    study: |_| "traps",
    algorithms: &[],
    tau: 0.7,
    runs: [1, 60, 1000],
    limit: 1_000_000,
    caption: "",
    judge,
};

fn judge(section: Section, _: &[Cell], rows: &[Row]) -> Section {
    let starts = ["favourable", "unfavourable"];
    let of = |max: usize, min: usize, start: Option<usize>| {
        let fits = move |row: &&Row| {
            row.cell == 3 * max + min
                && start.is_none_or(|start| row.favourable == Some(start == 0))
        };
        rows.iter().filter(fits)
    };
    let time = |max: usize, min: usize, start: Option<usize>| {
        let all = of(max, min, start).map(|row| row.converged.unwrap_or(row.leaves) as f64);
        Estimate::resampled_mean(&all.collect::<Vec<_>>())
    };
    let astray = |max: usize, min: usize, start: Option<usize>| {
        let wrong = |row: &Row| {
            let visits: f64 = row.visits.iter().map(|&visits| f64::from(visits)).sum();
            Some((row.astray? * visits, visits))
        };
        Estimate::resampled_ratio(&of(max, min, start).filter_map(wrong).collect::<Vec<_>>())
    };
    let (mut numbers, mut shares) = (Vec::new(), Vec::new());
    for max in 0..3 {
        for min in 0..3 {
            for (start, name) in starts.iter().enumerate() {
                let what = format!("MAX {}, MIN {}, {name}", LEVELS[max], LEVELS[min]);
                let printed = TABLE_2[max][min][start];
                numbers.push(Comparison::new(
                    &what,
                    printed,
                    NEAR * printed,
                    time(max, min, Some(start)),
                ));
                let printed = TABLE_3[max][min][start];
                let found = astray(max, min, Some(start));
                shares.push(Comparison::new(&what, printed, NEAR * printed, found));
            }
        }
    }
    let less = |a: Option<Estimate>, b: Option<Estimate>| a.zip(b).and_then(|(a, b)| a.is_less(b));
    section
        .compare("Table 2: rollouts until convergence", numbers)
        .compare("Table 3: the share of the visits to wrong moves", shares)
        .trend("the deeper MIN's strategy, the more visits go astray (MAX mid-level: shallow against deep)", less(astray(1, 0, None), astray(1, 2, None)))
        .trend("a deeper strategy of MAX takes longer (MIN mid-level: shallow against deep)", less(time(0, 1, None), time(2, 1, None)))
        .trend("a deeper strategy of MIN takes longer (MAX mid-level: shallow against deep)", less(time(1, 0, None), time(1, 2, None)))
        .trend("an unfavourable start takes longer (MAX shallow, MIN deep)", less(time(0, 2, Some(0)), time(0, 2, Some(1))))
        .because("Where MAX's strategy is shallow, the last of a few early excursions decides, and the means of a few dozen runs vary greatly.")
}
