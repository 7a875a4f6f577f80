//! Figure 6: convergence by epsilon of the epsilon-greedy UCT.

use crate::converge::{Cell, Row};
use crate::experiments::convergence::Convergence;
use crate::experiments::design::{About, Paper};
use crate::experiments::estimate::Estimate;
use crate::experiments::section::Section;
use crate::experiments::verdict::Claim;

/// Figure 6.
pub const FIGURE_6: Convergence = Convergence {
    about: About {
        name: "ramanujan-fig6",
        claim: Claim::Printed,
        question: "Does more exploration help after a bad start and hurt after a good one?",
        doubt: "Simulations in which one of the two orders is reversed.",
        paper: Paper::Ramanujan,
        figure: "Figure 6: the tension of epsilon",
        statement: "After an unfavourable start convergence takes longer the smaller epsilon is; after a favourable one it takes longer the larger \
                    epsilon is (p = .5, C = 10).",
        reading: "C = 10 in the formula is tau = 5/6 for p = .5. The figure has the formulas (in B with (1 + p)/2 for the printed 3p/4) beside \
                  simulations, which the paper does not have; the formulas neglect that every choice that is not greedy lowers the average again.",
        tolerance: "both statements significantly, for the simulations of scenario B",
        needs: "implanted trees",
        seconds: [30.0, 300.0],
        timed: false,
    },
    study: |_| "scenarios:p=0.5,q=0.5",
    algorithms: &[],
    tau: 5.0 / 6.0,
    runs: [1, 80, 1000],
    limit: 100_000,
    caption: "Visits of the root until convergence by epsilon, simulated; dashed: the paper's formulas.",
    judge,
};

fn judge(section: Section, cells: &[Cell], rows: &[Row]) -> Section {
    // Scenario B has two critical moves.
    let constant = |cell: &Cell| -> Option<f64> {
        let share = cell.algorithm.split("greedy:").nth(1)?.parse().ok()?;
        cell.game.contains("max=0/2").then_some(share)
    };
    let mut places: Vec<(usize, f64)> =
        cells.iter().enumerate().filter_map(|(i, cell)| Some((i, constant(cell)?))).collect();
    places.sort_by(|a, b| a.1.total_cmp(&b.1));
    let time = |place: Option<&(usize, f64)>, favourable: bool| {
        let (cell, _) = place?;
        let of = rows.iter().filter(|row| row.cell == *cell && row.favourable == Some(favourable));
        Estimate::resampled_mean(
            &of.map(|row| row.converged.unwrap_or(row.leaves) as f64).collect::<Vec<_>>(),
        )
    };
    let (first, last) = (places.first(), places.last());
    let less = |a: Option<Estimate>, b: Option<Estimate>| a.zip(b).and_then(|(a, b)| a.is_less(b));
    section
        .trend(
            "after an unfavourable start, the smallest epsilon takes longer than the largest",
            less(time(last, false), time(first, false)),
        )
        .trend(
            "after a favourable start, the largest epsilon takes longer than the smallest",
            less(time(first, true), time(last, true)),
        )
}
