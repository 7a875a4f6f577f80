//! What a search that looks for one move thinks of all of them: every move is searched by itself.

use super::Sampler;
use crate::anytime::{AnytimeSearch, BoxedSearch, Frame};
use crate::error::SearchError;
use crate::model::{Bounds, Game, Kind, Knowledge, Moves, Turn};
use crate::outcome::{Outcome, RootMove, Stop};
use crate::walk::{Door, OneStep};

/// A search of each move of a position, in rounds: no move is searched deeper before all of them
/// are searched as deep, so that their estimates can be compared.
pub(crate) struct EachMove<'g, G: Game> {
    kind: Kind,
    range: Bounds,
    /// A search restricted to one move, for each move.
    members: Vec<(G::Move, BoxedSearch<'g, G>)>,
    /// What the last complete round has found, the best move first.
    found: Vec<RootMove<G::Move>>,
    depth: Option<u32>,
}

impl<'g, G: Game> EachMove<'g, G> {
    /// A search of the moves by `sampler`, which must be able to restrict itself to one of them.
    /// The game must not be over.
    pub fn new<K: Knowledge<G>>(
        sampler: Sampler,
        frame: Frame<'g, G, K>,
        position: &G::Position,
    ) -> Result<Self, SearchError> {
        let mut moves = Moves::new();
        let Turn::Inner(kind) = frame.game.expand(position, &mut moves) else {
            unreachable!("the game is not over");
        };
        let member = |mv: G::Move| {
            let mut search = sampler.start(frame, position)?;
            search.restrict(&[mv]);
            Ok((mv, search))
        };
        let members = moves.iter().map(member).collect::<Result<_, SearchError>>()?;
        Ok(EachMove { kind, range: frame.range, members, found: Vec::new(), depth: None })
    }

    /// Takes over what the searches have found.
    fn note(&mut self) {
        let answers: Vec<Outcome<G::Move>> =
            self.members.iter().map(|(_, it)| it.answer()).collect();
        self.depth = answers.iter().filter_map(|answer| answer.depth).max();
        self.found = answers.into_iter().flat_map(|answer| answer.moves).collect();
        let gain = |found: &RootMove<G::Move>| {
            let mean = found.mean.expect("who looks ahead has a mean");
            if self.kind == Kind::Min { -mean } else { mean }
        };
        self.found.sort_by(|a, b| gain(b).total_cmp(&gain(a)));
    }
}

impl<G: Game> AnytimeSearch<G> for EachMove<'_, G> {
    fn run(
        &mut self,
        door: &mut dyn Door<G>,
        watch: &mut dyn FnMut(&Outcome<G::Move>),
    ) -> Option<Stop> {
        loop {
            let mut goes_on = false;
            for (_, member) in &mut self.members {
                let mut step = OneStep::new(&mut *door);
                let ended = member.run(&mut step, &mut |_| ());
                if ended.is_none() && !step.is_over() {
                    // A limit was reached. An unfinished round counts only if it is the first.
                    if self.found.is_empty() {
                        self.note();
                    }
                    return None;
                }
                goes_on |= ended.is_none();
            }
            self.note();
            if !goes_on {
                return Some(Stop::Horizon);
            }
            if door.news_due() {
                watch(&self.answer());
            }
        }
    }

    fn answer(&self) -> Outcome<G::Move> {
        let best = self.found.first();
        Outcome {
            pv: best.map_or(Vec::new(), |best| best.pv.clone()),
            mean: best.and_then(|best| best.mean),
            moves: self.found.clone(),
            depth: self.depth,
            ..Outcome::of(self.range)
        }
    }

    fn restrict(&mut self, moves: &[G::Move]) {
        self.members.retain(|(mv, _)| moves.contains(mv));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anytime::toy::{Toy, plain};
    use crate::limits::Limits;
    use crate::lookahead::{Charge, FullWidth, KBest};
    use crate::search::Search;

    /// Every move is worth what looking at everything below it finds, and the best comes first.
    #[test]
    fn every_move_has_its_value() {
        for seed in 0..100 {
            let game = Toy { seed, plies: 2 + (seed % 5) as u32 };
            let frame = Frame { facts: false, ..Frame::new(&game, &game, usize::MAX) };
            let plies = 1 + (seed % 4) as u32;
            let full = FullWidth { plies, playouts: false, seed };
            let best = KBest { k: 1000, plies, charge: Charge::All, seed };
            for sampler in [Sampler::FullWidth(full), Sampler::AlphaBeta(best)] {
                let mut each = EachMove::new(sampler, frame, &game.start()).unwrap();
                let mut question = Search::bare(&game).knowledge(&game).facts(false);
                let ended = each.run(&mut question.walk().unwrap(), &mut |_| ());
                assert_eq!(ended, Some(Stop::Horizon));
                let answer = each.answer();
                let mut moves = Moves::new();
                let Turn::Inner(kind) = game.expand(&game.start(), &mut moves) else { panic!() };
                assert_eq!(answer.moves.len(), moves.len(), "{seed}");
                for found in &answer.moves {
                    let mut child = game.start();
                    game.play(&mut child, found.mv);
                    let right = plain(frame, &child, plies.min(answer.depth.unwrap()) - 1);
                    assert_eq!(found.mean, Some(right), "{seed} {sampler:?}");
                }
                let gains = answer.moves.iter().map(|mv| mv.mean.unwrap());
                let gains: Vec<f64> =
                    gains.map(|mean| if kind == Kind::Min { -mean } else { mean }).collect();
                assert!(gains.is_sorted_by(|a, b| a >= b), "{seed} {gains:?}");
            }
        }
    }

    #[test]
    fn limits_hold() {
        let game = Toy { seed: 3, plies: 12 };
        let frame = Frame::new(&game, &game, usize::MAX);
        let sampler =
            Sampler::AlphaBeta(KBest { k: 1000, plies: 12, charge: Charge::All, seed: 1 });
        for nodes in [0, 1, 10, 100] {
            let mut each = EachMove::new(sampler, frame, &game.start()).unwrap();
            let limits = Limits::none().nodes(nodes);
            let mut question = Search::bare(&game).knowledge(&game).limits(limits);
            let mut walk = question.walk().unwrap();
            assert_eq!(each.run(&mut walk, &mut |_| ()), None);
            assert!(walk.counts().nodes <= nodes, "{nodes}");
        }
    }
}
