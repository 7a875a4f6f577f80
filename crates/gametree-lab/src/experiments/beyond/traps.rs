//! Bounds against averages in trees that mislead.

use crate::Table;
use crate::converge::{Cell, Row};
use crate::experiments::convergence::Convergence;
use crate::experiments::design::{About, Paper};
use crate::experiments::estimate::ratio;
use crate::experiments::section::{Section, text_of};
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
                    after fewer leaves than the paper's UCT, on the paper's own kinds of trees.",
        reading: "Leaves until the right move is preferred for good, paired by trees and runs. Runs that do not come to it before the limit are counted, and are \
                  no part of a ratio: on the D-chain UCT meets nothing but its limit. uct, which keeps every node of every path, is shown too.",
        tolerance: "the geometric mean of the ratio significantly below 1, for hidden wins and for traps",
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

/// Whether a game belongs to a family.
type IsOf = fn(&str) -> bool;

/// Families of trees, by what their names have.
const FAMILIES: [(&str, IsOf); 3] = [
    ("hidden win", |game| game.starts_with("implanted") && !game.contains("min=")),
    ("traps", |game| game.contains("min=")),
    ("D-chain", |game| game.starts_with("dchain")),
];
const SOLVER: &str = "mcts-solver:";
const UCT: &str = "uct:";
const PLAIN: &str = "mcts:";

/// Of a family, the leaves until the right move is preferred for good, of both searches in each run
/// in which both come to it; and in how many runs the first does, and the second.
fn pairs(
    cells: &[Cell],
    rows: &[Row],
    is_of: IsOf,
    [first, second]: [&str; 2],
) -> (Vec<(f64, f64)>, [u64; 3]) {
    let (mut found, mut counts) = (Vec::new(), [0; 3]);
    let of = |cell: usize| cells.get(cell).filter(|cell| is_of(&cell.game));
    for row in rows {
        let Some(cell) = of(row.cell).filter(|cell| cell.algorithm.starts_with(first)) else {
            continue;
        };
        let other = rows.iter().find(|other| {
            other.run == row.run
                && of(other.cell).is_some_and(|against| {
                    against.game == cell.game && against.algorithm.starts_with(second)
                })
        });
        let Some(other) = other else { continue };
        counts[0] += u64::from(row.preferred.is_some());
        counts[1] += u64::from(other.preferred.is_some());
        counts[2] += 1;
        let both = row.preferred.zip(other.preferred);
        found.extend(both.map(|(a, b)| (a.max(1) as f64, b.max(1) as f64)));
    }
    (found, counts)
}

fn judge(section: Section, cells: &[Cell], rows: &[Row]) -> Section {
    let columns = ["trees", "search", "leaves relative to UCT's", "comes to it", "UCT comes to it"];
    let mut table = Table::new(
        "Until the right move is preferred for good (geometric means over runs in which both come to it)",
        &columns,
    );
    let mut section = section;
    for (name, is_of) in FAMILIES {
        for search in [SOLVER, UCT] {
            let (found, [ours, theirs, runs]) = pairs(cells, rows, is_of, [search, PLAIN]);
            let of = ratio(&found);
            table.row([
                name.to_string(),
                search.trim_end_matches(':').to_string(),
                text_of(of),
                format!("{ours} of {runs}"),
                format!("{theirs} of {runs}"),
            ]);
            if search == SOLVER && name != "D-chain" {
                section = section.trend(
                    format!("{name}: mcts-solver needs fewer leaves than the paper's UCT"),
                    of.and_then(|ratio| ratio.is_below(1.0)),
                );
            }
        }
    }
    section.table(table)
}
