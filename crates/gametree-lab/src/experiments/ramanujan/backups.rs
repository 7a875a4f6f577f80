//! What the paper asks for: other back-ups than averages, on its own trees.

use crate::converge::{Cell, Row};
use crate::experiments::Estimate;
use crate::experiments::convergence::Convergence;
use crate::experiments::design::{About, Paper};
use crate::experiments::estimate::ratio;
use crate::experiments::section::Section;
use crate::experiments::verdict::Claim;

/// Averages first, then what is compared with them.
const ALGORITHMS: [&str; 3] = [
    "mcts:selection=ucb1,c=0.35",
    "mcts:selection=ucb1,c=0.35,backup=minimax",
    "mcts:selection=ucb1,c=0.35,backup=softmax:0.1",
];

/// Who gets out of traps.
pub const BACKUPS: Convergence = Convergence {
    about: About {
        name: "ramanujan-backups",
        claim: Claim::Ours,
        question: "Do minimax or softmax back-ups get out of traps sooner than averages?",
        doubt: "Another temperature, or trees whose leaves mislead less.",
        paper: Paper::Ramanujan,
        figure: "Section 6.2: other back-ups",
        statement: "Averages make recovering from poor early choices expensive; an alternative needs further study, because natural choices such as simple minimaxing \
                    tend to be very brittle. (No numbers are printed.)",
        reading: "Leaves until the right move is preferred for good, on the paper's trees with implanted strategies, paired by tree; runs that never get there count \
                  with their whole length, and are told. Softmax: the mean of the children with weights exp(q / T), T = 0.1 for rewards from 0 to 1.",
        tolerance: "the geometric mean of the ratio significantly below 1, for minimax and for softmax",
        needs: "implanted trees, dchain",
        seconds: [60.0, 600.0],
        timed: false,
    },
    study: |scale| scale.pick("escape:d=8", "escape:d=12", "escape"),
    algorithms: &ALGORITHMS,
    tau: 0.7,
    runs: [1, 10, 40],
    limit: 200_000,
    caption: "Leaves until the right move is preferred for good, by depth.",
    judge,
};

fn judge(section: Section, cells: &[Cell], rows: &[Row]) -> Section {
    let of = |game: &str, algorithm: &str, run: u64| {
        let fits = |cell: &Cell| cell.game == game && cell.algorithm == algorithm;
        let cell = cells.iter().position(fits)?;
        rows.iter().find(|row| row.cell == cell && row.run == run)
    };
    let leaves = |row: &Row| row.preferred.unwrap_or(row.leaves).max(1) as f64;
    let late = |algorithm: &str| {
        let implanted = |cell: &Cell| cell.algorithm == algorithm && cell.game.starts_with(TREES);
        let own = rows.iter().filter(|row| cells.get(row.cell).is_some_and(implanted));
        let (all, never) = (own.clone().count(), own.filter(|row| row.preferred.is_none()).count());
        format!("{algorithm}: {never} of {all}")
    };
    let mut section = section;
    for (name, algorithm) in [("minimax", ALGORITHMS[1]), ("softmax", ALGORITHMS[2])] {
        let mut pairs = Vec::new();
        for row in rows {
            let Some(cell) = cells.get(row.cell) else { continue };
            if cell.algorithm == algorithm && cell.game.starts_with(TREES) {
                let averages = of(&cell.game, ALGORITHMS[0], row.run);
                pairs.extend(averages.map(|averages| (leaves(row), leaves(averages))));
            }
        }
        let ratio = ratio(&pairs);
        let text = ratio.map_or("-".into(), Estimate::text);
        section = section.trend(
            format!("{name} back-ups need fewer leaves than averages (ratio {text})"),
            ratio.and_then(|ratio| ratio.is_below(1.0)),
        );
    }
    let never = ALGORITHMS.map(late).join("; ");
    section.remark(format!(
        "runs on implanted trees that never come to prefer the right move: {never}"
    ))
}

/// The paper's trees; the D-chain is told, but not judged.
const TREES: &str = "implanted";
