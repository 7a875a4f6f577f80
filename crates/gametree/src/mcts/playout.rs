//! How a position is rewarded that was added to the tree: by playing on.

use std::ops::ControlFlow;

use super::learned::LearnedMoves;
use super::search::Mcts;
use super::settings::Playout;
use crate::anytime::Frame;
use crate::lookahead::{AlphaBeta, Horizon, Order, PathKey, Shares};
use crate::model::{Combined, Game, Kind, Knowledge, Move, Settled, Turn, Value};
use crate::walk::Door;

/// How many moves are played between two looks at the limits, and how many of them are listed in
/// between, as far as that can be known beforehand.
pub(super) const MOVES_AT_ONCE: u32 = 1 << 12;
pub(super) const LISTED_AT_ONCE: usize = 1 << 17;
/// How many likely moves are played at once, each of which may take as long as listing
/// `A_LIKELY_MOVE` moves.
const INFORMED_AT_ONCE: u32 = 1 << 6;
const A_LIKELY_MOVE: usize = 1 << 8;
/// How many careful moves are played at once: for each up to 16 moves are tried, and the replies to
/// them looked at.
const CAREFUL_AT_ONCE: usize = 16;

impl<G: Game, K: Knowledge<G>> Mcts<'_, G, K> {
    /// Plays on from a new position, and says what MAX got; nothing if a limit was reached before
    /// that was known.
    pub(super) fn play_on(
        &mut self,
        position: &G::Position,
        door: &mut dyn Door<G>,
    ) -> Option<f64> {
        let most = match self.settings.playout {
            // A path ends in the tree, unless there is no room left.
            Playout::Random
            | Playout::Informed
            | Playout::Careful
            | Playout::Learned
            | Playout::Path => u32::MAX,
            Playout::Cut(moves) => moves,
            Playout::LookAhead(plies) => return self.look_ahead(position, plies, door),
            Playout::Between(plies) => return self.play_between(position, plies, door),
        };
        let mut end = self.end.take().unwrap_or_else(|| position.clone());
        end.clone_from(position);
        let played = match self.learned.take() {
            None if self.settings.playout == Playout::Careful => {
                self.play_carefully(&mut end, door)
            }
            None => self.play_to_the_end(&mut end, most, door),
            Some(mut learned) => {
                let played = self.play_as_learned(&mut learned, &mut end, door);
                self.learned = Some(learned);
                played
            }
        };
        let reward = match played {
            Played::Over(value) => Some(self.share_of(door.leaf(&end, value))),
            Played::Cut if self.postponed.is_some() => {
                door.postpone_estimate();
                self.postponed.iter_mut().for_each(|ends| ends.push(end.clone()));
                None
            }
            Played::Cut => {
                let share = self.knowledge.prospect(self.game, &end);
                share.inspect(|&share| door.estimate(&end, share))
            }
            Played::Known => {
                let known = door.facts(&end).intersect(self.range);
                let share = (self.share_of(known.lower) + self.share_of(known.upper)) / 2.0;
                door.estimate(&end, share);
                Some(share)
            }
            Played::Stopped => None,
        };
        self.end = Some(end);
        reward
    }

    /// Plays at most `most` moves, at random or by the game's rules of thumb.
    fn play_to_the_end(
        &mut self,
        position: &mut G::Position,
        most: u32,
        door: &mut dyn Door<G>,
    ) -> Played {
        let (game, knowledge) = (self.game, self.knowledge);
        let (moves, draws) = (&mut self.moves, &mut self.playouts);
        let informed = self.settings.playout == Playout::Informed;
        let most_at_once = if informed { INFORMED_AT_ONCE } else { MOVES_AT_ONCE };
        let mut left = most;
        loop {
            // The last list is the best guess at how long the next ones are.
            let at_once = (LISTED_AT_ONCE / moves.len().max(1)).max(1) as u32;
            let now = left.min(most_at_once).min(at_once);
            let over = match informed {
                true => knowledge.combined().likely_playout(game, position, now, moves, draws),
                false => knowledge.combined().playout(game, position, now, moves, draws),
            };
            if let Some(value) = over {
                return Played::Over(value);
            }
            left -= now;
            if left == 0 {
                return match game.judge(position) {
                    Turn::Terminal(value) => Played::Over(value),
                    Turn::Inner(_) => Played::Cut,
                };
            }
            // A game may go on for ever.
            let listed = moves.len().max(if informed { A_LIKELY_MOVE } else { 0 });
            door.charge(listed.saturating_mul(now as usize));
            if !door.may_go_on() {
                return Played::Stopped;
            }
        }
    }

    /// Plays until the game is over or facts say who wins.
    fn play_carefully(&mut self, position: &mut G::Position, door: &mut dyn Door<G>) -> Played {
        let (game, knowledge) = (self.game, self.knowledge);
        let facts = self.facts && door.uses_facts();
        let (moves, draws) = (&mut self.moves, &mut self.playouts);
        loop {
            let now = (LISTED_AT_ONCE / moves.len().max(1)).clamp(1, CAREFUL_AT_ONCE);
            match knowledge
                .combined()
                .careful_playout(game, position, now as u32, facts, moves, draws)
            {
                Some(Settled::Over(value)) => return Played::Over(value),
                Some(_) => return Played::Known,
                None => door.charge(moves.len().saturating_mul(now)),
            }
            if !door.may_go_on() {
                return Played::Stopped;
            }
        }
    }

    /// Plays to the end by what was learned.
    pub(super) fn play_as_learned(
        &mut self,
        learned: &mut LearnedMoves,
        position: &mut G::Position,
        door: &mut dyn Door<G>,
    ) -> Played {
        let mut effort = 0;
        loop {
            self.moves.clear();
            let kind = match self.game.expand(position, &mut self.moves) {
                Turn::Terminal(value) => return Played::Over(value),
                Turn::Inner(kind) => kind,
            };
            let number = match kind {
                Kind::Chance => self.playouts.index_by_weight(self.moves.weights()),
                _ => learned.choose(kind, &self.moves, &mut self.playouts),
            };
            let mv = self.moves.get(number);
            learned.make(kind, mv.code());
            self.game.advance(position, mv);
            effort += self.moves.len().max(LISTED_AT_ONCE / MOVES_AT_ONCE as usize);
            if effort >= LISTED_AT_ONCE {
                door.charge(effort);
                effort = 0;
                if !door.may_go_on() {
                    return Played::Stopped;
                }
            }
        }
    }

    /// What MAX gets if both sides play on by minimax.
    fn play_between(
        &mut self,
        position: &G::Position,
        plies: u32,
        door: &mut dyn Door<G>,
    ) -> Option<f64> {
        let (game, frame) = (self.game, self.frame());
        let mut place = position.clone();
        loop {
            // The move before has taken many leaves.
            if !door.may_go_on() {
                return None;
            }
            if let Turn::Terminal(value) = game.judge(&place) {
                return Some(self.share_of(door.leaf(&place, value)));
            }
            let mut search = look_ahead(frame, &mut place, door);
            let (_, best) = search.best_move(plies, PathKey::root(0))?;
            match best {
                Some(mv) => game.advance(&mut place, mv),
                // Chance moves.
                None => match game.random_move(&place, &mut self.moves, &mut self.playouts) {
                    ControlFlow::Continue(outcome) => game.advance(&mut place, outcome),
                    ControlFlow::Break(value) => {
                        return Some(self.share_of(door.leaf(&place, value)));
                    }
                },
            }
        }
    }

    /// What MAX gets if both sides look `plies` plies ahead.
    pub(super) fn look_ahead(
        &mut self,
        position: &G::Position,
        plies: u32,
        door: &mut dyn Door<G>,
    ) -> Option<f64> {
        look_ahead(self.frame(), &mut position.clone(), door).share(plies)
    }
}

/// Alpha-beta over all moves. It pays for leaves, but not for nodes: it is part of a rollout.
fn look_ahead<'a, 'g, G: Game, K: Knowledge<G>>(
    frame: Frame<'g, G, K>,
    position: &'a mut G::Position,
    door: &'a mut dyn Door<G>,
) -> AlphaBeta<Shares<'a, 'g, G, K>> {
    let (horizon, charge, in_order) = (Horizon::Evaluation, None, false);
    let tree = Shares { frame, door, position, horizon, charge, in_order };
    AlphaBeta::new(tree, Order::Listed)
}

/// How a playout ended.
pub(super) enum Played {
    /// With the end of the game, which was worth this.
    Over(Value),
    /// Where facts say who wins.
    Known,
    /// After as many moves as were to be made.
    Cut,
    /// A limit was reached.
    Stopped,
}

#[cfg(test)]
mod tests {
    use super::super::settings::Settings;
    use super::*;
    use crate::anytime::toy::{Node, Toy, plain};
    use crate::model::{Kind, Moves};
    use crate::search::Search;

    /// What MAX gets if both sides always make the first of their best moves, written plainly.
    fn played(frame: Frame<'_, Toy, Toy>, mut node: Node, plies: u32) -> f64 {
        loop {
            let mut moves = Moves::new();
            let kind = match frame.game.expand(&node, &mut moves) {
                Turn::Terminal(value) => return frame.share_of(value),
                Turn::Inner(kind) => kind,
            };
            let value = |mv: u8| {
                let mut child = node;
                frame.game.play(&mut child, mv);
                let share = plain(frame, &child, plies - 1);
                if kind == Kind::Min { -share } else { share }
            };
            let better = |best: u8, mv: u8| if value(mv) > value(best) { mv } else { best };
            let best = moves.iter().reduce(better).expect("there is a move");
            frame.game.play(&mut node, best);
        }
    }

    #[test]
    fn playouts_between_minimax_players_are_their_games() {
        for seed in 0..300 {
            let game = Toy { seed, plies: 1 + (seed % 6) as u32 };
            let frame = Frame { facts: false, ..Frame::new(&game, &game, usize::MAX) };
            let plies = 1 + (seed % 4) as u32;
            let settings = Settings { playout: Playout::Between(plies), ..Settings::default() };
            let mut search = Mcts::in_frame(frame, &game.start(), settings).unwrap();
            let mut question = Search::bare(&game).knowledge(&game).facts(false);
            let reward = search.play_on(&game.start(), &mut question.walk().unwrap());
            assert_eq!(reward, Some(played(frame, game.start(), plies)), "{seed}");
        }
    }
}
