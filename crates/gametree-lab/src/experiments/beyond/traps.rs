//! Bounds against averages in trees that mislead.

use crate::converge::{Cell, Row};
use crate::experiments::convergence::Convergence;
use crate::experiments::design::{About, Paper};
use crate::experiments::estimate::ratio;
use crate::experiments::section::Section;
use crate::experiments::verdict::Claim;

/// Who recovers from early poor choices.
pub const TRAPS: Convergence = Convergence {
    about: About {
        name: "beyond-traps",
        claim: Claim::Ours,
        question: "Do bounds beside averages get out of traps?",
        doubt: "A ratio of 1 or more.",
        paper: Paper::Beyond,
        figure: "Bounds against averages in traps",
        statement: "Ramanujan et al. ask for a better backup than averaging. Bounds beside the averages are one: mcts-solver prefers the right move for good \
                    after fewer leaves than the paper's UCT.",
        reading: "Leaves until the right move is preferred for good, over all trees of the study and paired by them; runs that never get there count with \
                  their whole length.",
        tolerance: "the geometric mean of the ratio significantly below 1",
        needs: "implanted trees, dchain",
        seconds: [40.0, 450.0],
        timed: false,
    },
    study: |scale| scale.pick("escape:d=8", "escape:d=12", "escape"),
    algorithms: &[],
    tau: 0.7,
    runs: [1, 10, 40],
    limit: 200_000,
    caption: "Leaves until the right move is preferred for good, and until it is proven, by depth.",
    judge,
};

fn judge(section: Section, cells: &[Cell], rows: &[Row]) -> Section {
    let time = |game: &str, run: u64, of: fn(&str) -> bool| {
        let cell = cells.iter().position(|cell| cell.game == game && of(&cell.algorithm))?;
        let row = rows.iter().find(|row| row.cell == cell && row.run == run)?;
        Some(row.preferred.unwrap_or(row.leaves).max(1) as f64)
    };
    let average: fn(&str) -> bool = |name| name.starts_with("mcts:") || name == "mcts";
    let bounds: fn(&str) -> bool = |name| name.starts_with("mcts-solver");
    let mut pairs = Vec::new();
    for row in
        rows.iter().filter(|row| cells.get(row.cell).is_some_and(|cell| average(&cell.algorithm)))
    {
        let game = &cells[row.cell].game;
        pairs.extend(time(game, row.run, bounds).zip(time(game, row.run, average)));
    }
    let of = ratio(&pairs);
    let text = of.map_or("-".into(), crate::experiments::Estimate::text);
    section.trend(
        format!("mcts-solver needs fewer leaves than the paper's UCT (ratio {text})"),
        of.and_then(|ratio| ratio.is_below(1.0)),
    )
}
