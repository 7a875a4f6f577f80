//! What a selective search leaves out: nodes that are decided already, moves that are hopeless; and
//! how much less deeply it looks at late moves.

use super::node::{Node, ScoreWindow, Searcher, Step, Task, seen_by, window_of};
use super::order::Ranked;
use super::score;
use super::settings::Feature;
use super::table::NONE;
use crate::anytime::Frame;
use crate::model::{Game, Kind, Knowledge, THREAT, Tactics};

impl<G: Game, K: Knowledge<G>> Searcher<'_, '_, G, K> {
    /// Whether the mover is better off than two plies ago: then the score is more likely to lie
    /// above the window than the evaluation says.
    pub(super) fn improves(&self, ply: usize, eval: i32) -> bool {
        let before = ply.checked_sub(2).map_or(NONE, |before| self.state.plies[before].eval);
        eval != NONE && (before == NONE || eval > before)
    }

    /// The score, if the node need not be searched: so good that a pass would do, or so bad that
    /// only forcing moves could help. The outer `None`: a limit was reached.
    pub(super) fn prune(
        &mut self,
        position: &mut G::Position,
        task: Task,
        kind: Kind,
        (low, high): ScoreWindow,
        eval: i32,
    ) -> Option<Option<i32>> {
        let Task { ply, depth, after, .. } = task;
        let improves = self.improves(ply, eval);
        if self.uses.has(Feature::Prune) {
            // Step 4. Reverse futility (static null move): so far above the window, so near the
            // horizon, that the evaluation will do. Four fifths of a margin a ply, up to seven
            // plies; chosen by hand, not tuned.
            let ahead = self.margin * (depth - i32::from(improves)).max(0) * 4 / 5;
            if depth <= 7 && eval - ahead >= high {
                return Some(Some(eval));
            }
            // Step 5. Razoring: so far below the window that quiet moves do not help: 3, 5, 7
            // margins at depths 1, 2,
            // 3. Forcing moves may, so quiescence has the last word. Chosen by hand; not tuned.
            if depth <= 3 && eval + self.margin * (1 + 2 * depth) <= low {
                let now = Task { depth: 0, ..task };
                let found = seen_by(kind, self.quiescence(position, now)?);
                if found <= low {
                    return Some(Some(found));
                }
            }
        }
        // Step 6. Null move, from depth 3 on (chosen by hand; not tuned). Two passes in a row would
        // only repeat the position.
        if depth >= 3 && eval >= high && after.is_some() && self.uses.has(Feature::Pass) {
            return self.try_pass(position, task, kind, high, eval);
        }
        Some(None)
    }

    /// The score, if even a pass is good enough (Beal 1989; Donninger 1993): then so is the best
    /// move, unless every move harms the mover (zugzwang). Where that may be, the game offers no
    /// [pass](Knowledge::pass).
    fn try_pass(
        &mut self,
        position: &G::Position,
        task: Task,
        kind: Kind,
        high: i32,
        eval: i32,
    ) -> Option<Option<i32>> {
        let Frame { game, knowledge, .. } = self.frame;
        let Some(mut passed) = knowledge.tactics().pass(game, position) else { return Some(None) };
        // A ply for the pass, and three less, since the other one has two moves in a row; less
        // still the deeper the node, and the further above the window (a ply for two margins).
        // Chosen by hand; not tuned.
        let surplus = ((eval - high) / (2 * self.margin).max(1)).min(3);
        let depth = task.depth - 4 - task.depth / 4 - surplus;
        let window = window_of(kind, (high - 1, high));
        let below = Task { ply: task.ply + 1, depth, window, after: None };
        self.door.add_nodes(1);
        let found = seen_by(kind, self.search(&mut passed, below)?);
        let refuted = found < high;
        // An end of the game that was found by passing is none.
        let score = if score::is_end(found) { high } else { found };
        Some((!refuted).then_some(score))
    }

    /// Step 9. Whether a move near the horizon is hopeless, so that it is not searched at all. The
    /// constants are chosen by hand, and not tuned, but for the number of late moves, which is that
    /// of Stockfish.
    pub(super) fn skips(&self, node: &Node, ranked: Ranked, number: usize, low: i32) -> bool {
        let Node { task: Task { depth, ply, .. }, eval, seen, .. } = *node;
        if !self.uses.has(Feature::Prune) || seen.urgent || !node.is_narrow() || score::is_end(low)
        {
            return false;
        }
        if !ranked.is_quiet() {
            // A forcing move that loses more than 0.6 margins a ply.
            return depth <= 5 && ranked.gain < -60 * depth;
        }
        // What it threatens does not show in any of the following.
        if ranked.gain == THREAT {
            return false;
        }
        let improves = i32::from(self.improves(ply, eval));
        // Late move pruning: in a good order a move that is so late is rarely the best; half as
        // late is enough where the mover is not better off than two plies ago.
        let many = (3 + depth * depth) / (2 - improves);
        let late = depth <= 7 && number as i32 > many;
        // Futility (Heinz 1998): a quiet move is taken to gain no more than a margin a ply, and one
        // besides.
        let hopeless = depth <= 6 && eval + self.margin * (2 + 2 * depth) / 2 <= low;
        // History pruning: it has failed to cut off too often.
        let unsound = depth <= 4 && self.state.history.score(seen.kind, ranked.mv) < -1_200 * depth;
        late || hopeless || unsound
    }

    /// How many plies less a late move is searched. One ply is left at least, so that a reduced
    /// search is never quiescence alone. Divisors and bonuses are chosen by hand; not tuned.
    pub(super) fn reduction(&self, node: &Node, step: Step) -> i32 {
        let Node { task: Task { depth, ply, .. }, eval, seen, .. } = *node;
        let Step { ranked, number } = step;
        if depth < 3 || number < 2 || seen.urgent || !self.uses.has(Feature::Reduce) {
            return 0;
        }
        let usual = self.state.reductions[depth.min(63) as usize][number.min(63)];
        if !ranked.is_quiet() {
            // A forcing move that wins something, or keeps the balance, is never late.
            return if ranked.gain >= 0 { 0 } else { (usual / 2).min(depth - 2) };
        }
        let history = &self.state.history;
        // Up to three plies either way: scores go to 16,000.
        let merit = history.score(seen.kind, ranked.mv) / 5_000;
        let special = ranked.gain == THREAT || history.is_killer(ply, ranked.mv);
        let less = merit + i32::from(special) + i32::from(!node.is_narrow());
        let more = i32::from(!self.improves(ply, eval));
        (usual - less + more).clamp(0, depth - 2)
    }
}
