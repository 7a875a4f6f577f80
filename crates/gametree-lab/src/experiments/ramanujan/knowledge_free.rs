//! Table 1: UCT and random play against minimax without knowledge, in chess.

use super::players::{minimax_r, uct};
use crate::experiments::design::{About, Paper};
use crate::experiments::matches::{Matches, Meeting, Stronger};
use crate::experiments::verdict::Claim;

/// Table 1, and MM-6-R against MM-2-R.
pub const TABLE_1: Matches = Matches {
    about: About {
        name: "ramanujan-table1",
        claim: Claim::Printed,
        question: "How does plain UCT compare with shallow minimax where no heuristic is known?",
        doubt: "More games: those at the paper's scale, 100 for each entry.",
        paper: Paper::Ramanujan,
        figure: "Table 1: chess without knowledge",
        statement: "UCT beats minimax with random playouts at equal nodes: 74, 94 and 96 % against MM-2-R, MM-4-R and MM-6-R with 1,000, 10,000 and \
                    200,000 nodes; random play gets 6, 0 and 0 %; MM-6-R gets 66 % against MM-2-R.",
        reading: "From the start of chess; UCT's constant is .4 for rewards from -1 to 1, as section 2 says. Minimax is alpha-beta that cuts off ties: 71 to \
                  461 nodes at depth 2, 7,000 to 45,000 at depth 4, the order of the printed 1,000 and 10,000, which UCT has. At the quick scale only \
                  the first row.",
        tolerance: "within 10 percentage points (the paper has 100 games, and so have we); UCT beats MM-2-R significantly, and MM-2-R random play",
        needs: "chess",
        seconds: [170.0, 400_000.0],
        timed: false,
    },
    meetings: || {
        let rows = [
            (2, 1_000, [0, 12, 100], 0.74, 0.06),
            (4, 10_000, [0, 0, 100], 0.94, 0.0),
            (6, 200_000, [0, 0, 100], 0.96, 0.0),
        ];
        let row = |(depth, nodes, games, of_uct, of_random): (u32, u64, [u64; 3], f64, f64)| {
            let minimax = format!("MM-{depth}-R");
            let against = |name: &str, player: String, score: f64, games: [u64; 3]| {
                let players = [(name, player), (minimax.as_str(), minimax_r(depth))];
                Meeting::of_two(format!("{name}, {minimax}"), "chess", players, games)
                    .printed(score)
                    .within(0.1)
            };
            [
                against("UCT", uct(nodes), of_uct, games),
                against("random", "random".into(), of_random, [0, games[1], games[2]]),
            ]
        };
        let direct = [("MM-6-R", minimax_r(6)), ("MM-2-R", minimax_r(2))];
        let direct = Meeting::of_two("MM-6-R, MM-2-R", "chess", direct, [0, 0, 100])
            .printed(0.66)
            .within(0.1);
        let small = [("UCT", uct(5)), ("MM-1-R", minimax_r(1))];
        let small = Meeting::of_two("UCT, MM-1-R", "chess", small, [2, 0, 0]);
        rows.into_iter().flat_map(row).chain([direct, small]).collect()
    },
    figure: None,
    stronger: &[
        Stronger {
            meeting: "UCT, MM-2-R",
            players: (0, 1),
            claim: "UCT beats MM-2-R at 1,000 nodes",
        },
        Stronger { meeting: "random, MM-2-R", players: (1, 0), claim: "MM-2-R beats random play" },
    ],
    higher: &[],
    why: "",
};
