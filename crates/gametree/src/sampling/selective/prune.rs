//! What a selective search leaves out: nodes that are decided already, moves that are hopeless; and how much less
//! deeply it looks at late moves.

use super::node::{Node, Running, Step, Task, Window, seen_by, window_of};
use super::order::Ranked;
use super::score;
use super::settings::Feature;
use super::table::NONE;
use crate::model::{Game, Kind, Knowledge, THREAT, Tactics};
use crate::sampling::anytime::Frame;

impl<G: Game, K: Knowledge<G>> Running<'_, '_, G, K> {
    /// Whether the mover is better off than two plies ago.
    pub(super) fn improves(&self, ply: usize, eval: i32) -> bool {
        let before = ply.checked_sub(2).map_or(NONE, |before| self.known.plies[before].eval);
        eval != NONE && (before == NONE || eval > before)
    }

    /// The score, if it need not be searched: so good that a pass would do, or so bad that only forcing
    /// moves could help.
    pub(super) fn prune(
        &mut self,
        position: &mut G::Position,
        task: Task,
        kind: Kind,
        (low, high): Window,
        eval: i32,
    ) -> Option<Option<i32>> {
        let Task { ply, depth, after, .. } = task;
        let improves = self.improves(ply, eval);
        if self.uses.has(Feature::Prune) {
            let ahead = self.margin * (depth - i32::from(improves)).max(0) * 4 / 5;
            if depth <= 7 && eval - ahead >= high {
                return Some(Some(eval));
            }
            if depth <= 3 && eval + self.margin * (1 + 2 * depth) <= low {
                let now = Task { depth: 0, ..task };
                let found = seen_by(kind, self.quiescence(position, now)?);
                if found <= low {
                    return Some(Some(found));
                }
            }
        }
        // Two passes in a row would only repeat the position.
        if depth >= 3 && eval >= high && after.is_some() && self.uses.has(Feature::Pass) {
            return self.try_pass(position, task, kind, high, eval);
        }
        Some(None)
    }

    /// If a pass is good enough, the score.
    fn try_pass(
        &mut self,
        position: &G::Position,
        task: Task,
        kind: Kind,
        high: i32,
        eval: i32,
    ) -> Option<Option<i32>> {
        let Frame { game, knowledge, .. } = self.frame;
        let Some(mut passed) = knowledge.tactics().pass(game, position) else {
            return Some(None);
        };
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

    /// Whether a move near the horizon is hopeless.
    pub(super) fn leaves_out(&self, node: &Node, ranked: Ranked, number: usize, low: i32) -> bool {
        let Node { task: Task { depth, ply, .. }, eval, seen, .. } = *node;
        if !self.uses.has(Feature::Prune) || seen.urgent || !node.is_narrow() || score::is_end(low)
        {
            return false;
        }
        if !ranked.is_quiet() {
            return depth <= 5 && ranked.gain < -60 * depth;
        }
        if ranked.gain == THREAT {
            return false;
        }
        let improves = i32::from(self.improves(ply, eval));
        let many = (3 + depth * depth) / (2 - improves);
        let late = depth <= 7 && number as i32 > many;
        let hopeless = depth <= 6 && eval + self.margin * (2 + 2 * depth) / 2 <= low;
        let unsound =
            depth <= 4 && self.known.experience.history(seen.kind, ranked.mv) < -1_200 * depth;
        late || hopeless || unsound
    }

    /// How many plies less a late move is searched.
    pub(super) fn reduction(&self, node: &Node, step: Step) -> i32 {
        let Node { task: Task { depth, ply, .. }, eval, seen, .. } = *node;
        let Step { ranked, number } = step;
        if depth < 3 || number < 2 || seen.urgent || !self.uses.has(Feature::Reduce) {
            return 0;
        }
        let usual = self.known.reductions[depth.min(63) as usize][number.min(63)];
        if !ranked.is_quiet() {
            return if ranked.gain >= 0 { 0 } else { (usual / 2).min(depth - 2) };
        }
        let experience = &self.known.experience;
        let merit = experience.history(seen.kind, ranked.mv) / 5_000;
        let special = ranked.gain == THREAT || experience.is_killer(ply, ranked.mv);
        let less = merit + i32::from(special) + i32::from(!node.is_narrow());
        let more = i32::from(!self.improves(ply, eval));
        (usual - less + more).clamp(0, depth - 2)
    }
}
