//! Evaluations beside playouts: backed up by minimax they take part in the selection (implicit
//! minimax back-ups: Lanctot, Winands, Pepels, Sturtevant 2014), or new positions count by them from
//! the start (informed priors).
//!
//! A node has its mean of rewards Q and, separately, its evaluation v. A position that is added is
//! evaluated; from when all its moves were tried, its v is that of the best child for the one who
//! moves (of the outcomes of dice, the mean). Children are selected by `(1 - a) Q + a v` in place
//! of Q. Where bounds are kept, v is kept within them.

use std::ops::Range;

use super::search::{Mcts, mean_reward};
use super::settings::Prior;
use super::tree::Id;
use super::tree::node::State;
use crate::model::{Game, Kind, Knowledge, Value};
use crate::walk::Door;

impl<G: Game, K: Knowledge<G>> Mcts<'_, G, K> {
    /// Evaluates a position that has just been added.
    #[inline(never)]
    pub(super) fn look_at_new(
        &mut self,
        node: Id,
        position: &G::Position,
        over: Option<Value>,
        door: &mut dyn Door<G>,
    ) {
        if self.settings.implicit > 0.0 {
            let share = match over {
                Some(value) => Some(self.share_of(value)),
                None => self.look_ahead(position, 0, door),
            };
            // Half of all there is to get, if a limit was reached.
            self.tree.set_ahead(node, self.possible(node, share.unwrap_or(0.5)));
        }
        if let Some((Prior { visits, plies }, None)) = self.settings.prior.map(|it| (it, over)) {
            if let Some(share) = self.look_ahead(position, plies, door) {
                self.give_to(node, visits.into(), share);
            }
        }
    }

    /// The evaluation of a node from its children.
    #[inline(never)]
    pub(super) fn renew_evaluation(&self, node: Id) {
        let State::Inner { kind, complete: true } = self.tree.node(node).state() else { return };
        if self.settings.implicit == 0.0 {
            return;
        }
        let children = self.tree.children(node);
        let shares = children.clone().map(|child| self.tree.ahead(self.tree.position(child)));
        let share = match kind {
            Kind::Max => shares.reduce(f64::max),
            Kind::Min => shares.reduce(f64::min),
            Kind::Chance => {
                let visits = children.map(|child| f64::from(self.tree.node(child).visits()));
                let each = shares.zip(visits);
                let (sum, all) = each.fold((0.0, 0.0), |(sum, all), (share, visits)| {
                    (sum + share * visits, all + visits)
                });
                (all > 0.0).then(|| sum / all)
            }
        };
        if let Some(share) = share {
            self.tree.set_ahead(node, self.possible(node, share));
        }
    }

    /// Says what the evaluations of children add to their scores: with its weight, the difference
    /// to their means. Nothing if there are none.
    pub(super) fn advise_by_evaluation(&mut self, children: Range<Id>, kind: Kind) {
        let weight = self.settings.implicit * if kind.maximises() { 1.0 } else { -1.0 };
        let tree = &self.tree;
        let advice = children.map(|child| match weight {
            0.0 => 0.0,
            _ => weight * (tree.ahead(tree.position(child)) - mean_reward(tree.node(child))),
        });
        self.advice.extend(advice);
    }
}

#[cfg(test)]
mod tests {
    use super::super::settings::Settings;
    use super::super::tree::ROOT;
    use super::*;
    use crate::anytime::Frame;
    use crate::anytime::toy::Toy;
    use crate::search::Search;

    /// The evaluation of a node by plain minimax over the tree, evaluating the game anew.
    fn plain(search: &Mcts<'_, Toy, Toy>, node: Id, position: &<Toy as Game>::Position) -> f64 {
        let game = search.game;
        match search.tree.node(node).state() {
            State::Inner { kind, complete: true } => {
                let children = search.tree.children(node);
                let shares = children.map(|child| {
                    let mut after = *position;
                    game.play(&mut after, search.move_to(child));
                    plain(search, child, &after)
                });
                let best = if kind == Kind::Max { f64::max } else { f64::min };
                shares.reduce(best).expect("there are children")
            }
            State::Over => match game.judge(position) {
                crate::model::Turn::Terminal(value) => search.share_of(value),
                crate::model::Turn::Inner(_) => unreachable!(),
            },
            _ => game.prospect(game, position).expect("it evaluates"),
        }
    }

    #[test]
    fn evaluations_are_those_of_minimax_over_the_tree() {
        let mut compared = 0;
        for seed in 0..40 {
            let game = Toy { seed, plies: 3 + seed as u32 % 6 };
            let frame = Frame { facts: false, ..Frame::new(&game, &game, 1 << 24) };
            let settings = Settings { implicit: 0.4, seed, ..Settings::default() };
            let Some(mut search) = Mcts::in_frame(frame, &game.start(), settings) else { continue };
            let mut question = Search::bare(&game).knowledge(&game).facts(false);
            let mut walk = question.walk().unwrap();
            for _ in 0..200 {
                search.rollout(&mut walk);
                let is_complete = search.tree.node(ROOT).complete().is_some();
                if is_complete {
                    let expected = plain(&search, ROOT, &game.start());
                    assert_eq!(search.tree.ahead(ROOT), expected, "seed {seed}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 5_000, "{compared}");
    }

    #[test]
    fn a_prior_counts_as_rollouts() {
        let game = Toy { seed: 3, plies: 8 };
        for plies in [0, 2] {
            let prior = Some(Prior { visits: 7, plies });
            let settings = Settings { prior, ..Settings::default() };
            let frame = Frame { facts: false, ..Frame::new(&game, &game, 1 << 24) };
            let mut search = Mcts::in_frame(frame, &game.start(), settings).unwrap();
            let mut question = Search::bare(&game).knowledge(&game).facts(false);
            let mut walk = question.walk().unwrap();
            search.rollout(&mut walk);
            let [only] = &search.root_moves()[..] else { panic!("one move was tried") };
            assert_eq!((only.visits, search.visits()), (8, 1));
            let mut after = game.start();
            game.play(&mut after, only.mv);
            let share = search.look_ahead(&after, plies, &mut walk).unwrap();
            let sum = 8.0 * only.mean.unwrap() - 7.0 * share;
            assert!((sum - search.mean().unwrap()).abs() < 1e-9);
        }
    }
}
