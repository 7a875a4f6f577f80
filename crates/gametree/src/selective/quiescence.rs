//! Beyond the horizon: only forcing moves are tried, until none of them promises anything
//! (quiescence). An evaluation in the middle of an exchange would be off by a piece. The mover may
//! also stop and take the evaluation (stand pat), since one of his quiet moves is mostly as good as
//! that; not so under a threat, where all answers are tried.

use super::node::{DEEPEST, Searcher, Task, seen_by, window_of};
use super::order::{MoveContext, Ranked, next};
use super::score::{self, INFINITE};
use super::settings::Feature;
use super::table::{Bound, Entry, NONE};
use crate::anytime::Frame;
use crate::model::{Game, Glance, Kind, Knowledge, Move, Tactics, Turn};

impl<G: Game, K: Knowledge<G>> Searcher<'_, '_, G, K> {
    /// The score of a position at the horizon, from MAX's view.
    pub(super) fn quiescence(&mut self, position: &mut G::Position, task: Task) -> Option<i32> {
        if !self.door.may_go_on() {
            return None;
        }
        let Task { ply, .. } = task;
        self.state.deepest = self.state.deepest.max(ply);
        self.state.plies[ply].pv.clear();
        let Frame { game, knowledge, .. } = self.frame;
        let goes_on = ply < DEEPEST && self.uses.has(Feature::Quiescence);
        let seen = match goes_on {
            true => knowledge.tactics().glance(game, position),
            // Nothing is looked up or tried.
            false => {
                let (kind, settled) = match game.judge(position) {
                    Turn::Inner(kind) => (kind, None),
                    Turn::Terminal(value) => (Kind::Max, Some(value)),
                };
                Glance { kind, settled, urgent: false, sketch: None }
            }
        };
        if let Some(score) = self.settled(position, &seen, ply) {
            return Some(score);
        }
        if !goes_on {
            return Some(seen_by(seen.kind, self.static_eval(position, &seen, None, ply)));
        }
        Some(seen_by(seen.kind, self.quiesce(position, seen, task)?))
    }

    /// The score from the mover's view: by the table, by stopping here, or by a forcing move.
    fn quiesce(&mut self, position: &mut G::Position, seen: Glance, task: Task) -> Option<i32> {
        let Task { ply, .. } = task;
        let (mut low, high) = window_of(seen.kind, task.window);
        let (answer, entry) = self.probe(&seen, &Task { depth: 0, ..task }, (low, high));
        if let Some(score) = answer {
            return Some(score);
        }
        let eval = self.static_eval(position, &seen, entry, ply);
        let (mut best, mut best_move) = (-INFINITE, None);
        if !seen.urgent {
            best = eval;
            if best >= high {
                return Some(best);
            }
        }
        let first_low = low;
        low = low.max(best);
        let table_move = entry.and_then(|entry| entry.mv);
        let at = MoveContext { kind: seen.kind, ply, table_move, after: task.after };
        let turn =
            if seen.urgent { self.list(position, at) } else { self.list_forcing(position, at) };
        if let Turn::Terminal(value) = turn {
            let value = self.door.leaf(position, value);
            return Some(seen_by(seen.kind, score::of_end(self.frame.share_of(value), ply)));
        }
        for number in 0..self.state.plies[ply].list.len() {
            let ranked = next(&mut self.state.plies[ply].list, number);
            if self.is_futile(&seen, ranked, best, eval, low) {
                continue;
            }
            let found = self.try_forcing(position, &seen, task, ranked.mv, (low, high))?;
            if found > best {
                best = found;
                if found > low {
                    (low, best_move) = (found, Some(ranked.mv));
                    if high - first_low > 1 {
                        self.extend_pv(ply, ranked.mv);
                    }
                }
                if low >= high {
                    break;
                }
            }
        }
        // Moves were left out, so that nothing is exact.
        let bound = if best >= high { Bound::Lower } else { Bound::Upper };
        self.store(&seen, ply, Entry { score: best, bound, depth: 0, eval, mv: best_move });
        Some(best)
    }

    /// Whether a forcing move loses something, or wins too little.
    fn is_futile(&self, seen: &Glance, ranked: Ranked, best: i32, eval: i32, low: i32) -> bool {
        if seen.urgent {
            // Once the threat is answered, quiet answers of bad history do not matter.
            return !score::is_end(best)
                && best > -INFINITE
                && ranked.is_quiet()
                && ranked.rank < 0;
        }
        debug_assert!(eval != NONE);
        // Delta pruning: with what it wins, and two margins for what else it may gain, it stays
        // below the window. Moves that lose something are left out as well. Chosen by hand; not
        // tuned.
        let gain = ranked.gain.saturating_mul(self.margin / 100);
        ranked.gain < 0 || eval + gain + 2 * self.margin <= low
    }

    /// Plays a move, and searches what comes of it, from the mover's view.
    fn try_forcing(
        &mut self,
        position: &mut G::Position,
        seen: &Glance,
        task: Task,
        mv: u32,
        window: (i32, i32),
    ) -> Option<i32> {
        let game = self.frame.game;
        let step = G::Move::from_code(mv);
        let undo = game.play(position, step);
        self.door.add_nodes(1);
        let window = window_of(seen.kind, window);
        let below = Task { ply: task.ply + 1, depth: 0, window, after: Some(mv) };
        let found = self.quiescence(position, below);
        game.undo(position, step, undo);
        Some(seen_by(seen.kind, found?))
    }

    /// Lists and ranks the forcing moves.
    fn list_forcing(&mut self, position: &G::Position, at: MoveContext) -> Turn {
        let Frame { game, knowledge, .. } = self.frame;
        self.state.list_by(at, |moves, gains| {
            knowledge.tactics().survey(game, position, true, moves.lend(), gains)
        })
    }
}
