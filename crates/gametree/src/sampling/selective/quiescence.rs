//! Beyond the horizon: only forcing moves are tried, until none of them promises anything.

use super::node::{DEEPEST, Running, Task, seen_by, window_of};
use super::order::{Place, Ranked, next};
use super::score::{self, INFINITE};
use super::settings::Feature;
use super::table::{Bound, Entry, NONE};
use crate::model::{Game, Glance, Knowledge, Move, Tactics, Turn};
use crate::sampling::anytime::Frame;

impl<G: Game, K: Knowledge<G>> Running<'_, '_, G, K> {
    /// The score of a position at the horizon, from MAX's view.
    pub(super) fn quiescence(&mut self, position: &mut G::Position, task: Task) -> Option<i32> {
        if !self.door.may_go_on() {
            return None;
        }
        let Task { ply, .. } = task;
        self.known.deepest = self.known.deepest.max(ply);
        self.known.plies[ply].pv.clear();
        let seen = self.frame.knowledge.tactics().glance(self.frame.game, position);
        if let Some(score) = self.settled(position, &seen, ply) {
            return Some(score);
        }
        if ply >= DEEPEST || !self.uses.has(Feature::Quiescence) {
            return Some(seen_by(seen.kind, self.evaluate(position, seen.kind)));
        }
        Some(seen_by(seen.kind, self.calm_down(position, seen, task)?))
    }

    /// The score from the mover's view: he may stop here, unless he faces a threat.
    fn calm_down(&mut self, position: &mut G::Position, seen: Glance, task: Task) -> Option<i32> {
        let Task { ply, .. } = task;
        let (mut low, high) = window_of(seen.kind, task.window);
        let (answer, entry) = self.recall(&seen, &Task { depth: 0, ..task }, (low, high));
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
        let best_known = entry.and_then(|entry| entry.mv);
        let at = Place { kind: seen.kind, ply, best_known, after: task.after };
        let turn =
            if seen.urgent { self.list(position, at) } else { self.list_forcing(position, at) };
        if let Turn::Terminal(value) = turn {
            let value = self.door.leaf(position, value);
            return Some(seen_by(seen.kind, score::of_end(self.frame.share_of(value), ply)));
        }
        for number in 0..self.known.plies[ply].list.len() {
            let ranked = next(&mut self.known.plies[ply].list, number);
            if self.promises_nothing(&seen, ranked, best, eval, low) {
                continue;
            }
            let found = self.follow(position, &seen, task, ranked.mv, (low, high))?;
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
        let bound = if best >= high { Bound::Lower } else { Bound::Upper };
        self.remember(&seen, ply, Entry { score: best, bound, depth: 0, eval, mv: best_move });
        Some(best)
    }

    /// Whether a forcing move loses something, or wins too little.
    fn promises_nothing(
        &self,
        seen: &Glance,
        ranked: Ranked,
        best: i32,
        eval: i32,
        low: i32,
    ) -> bool {
        if seen.urgent {
            // Once the threat is answered, quiet answers do not matter.
            return !score::is_end(best)
                && best > -INFINITE
                && ranked.is_quiet()
                && ranked.rank < 0;
        }
        debug_assert!(eval != NONE);
        let gain = ranked.gain.saturating_mul(self.margin / 100);
        ranked.gain < 0 || eval + gain + 2 * self.margin <= low
    }

    fn follow(
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
    fn list_forcing(&mut self, position: &G::Position, at: Place) -> Turn {
        let Frame { game, knowledge, .. } = self.frame;
        self.known.list_by(at, |moves, gains| {
            knowledge.tactics().survey(game, position, true, moves.lend(), gains)
        })
    }
}
