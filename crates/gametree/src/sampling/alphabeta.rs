//! `ab`: alpha-beta over the k best moves of each position, a ply deeper each time, until the budget is
//! spent. The yardstick of Baier (2018, section 5) for his mixture of alpha-beta and Monte Carlo.
//!
//! Values are shares of what MAX can get: [`prospect`](Knowledge::prospect) at the horizon, and what
//! the game was worth at its end. An unfinished iteration counts for nothing: the move is the best one
//! of the last finished iteration, and before there is one the first of the order.

use super::ranked::{Place, rank};
use super::thinker::{Frame, Meter, RootMove, Thinker, Thoughts};
use crate::model::{Game, Kind, Knowledge, Moves, Turn};
use crate::run::Stop;

/// What can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KBest {
    /// So many moves of each position are tried.
    pub k: u32,
    /// At most so many plies deep.
    pub plies: u32,
    /// Which order equals are tried in.
    pub seed: u64,
}

/// Iterative deepening.
pub(super) struct Deepening<'g, G: Game, K> {
    frame: Frame<'g, G, K>,
    settings: KBest,
    root: G::Position,
    /// The iteration that was finished last, and what it has found.
    depth: u32,
    best: G::Move,
    share: Option<f64>,
    moves: Moves<G::Move>,
}

impl<'g, G: Game, K: Knowledge<G>> Deepening<'g, G, K> {
    /// Nothing if the game is over or nobody evaluates its positions.
    pub fn new(frame: Frame<'g, G, K>, position: &G::Position, settings: KBest) -> Option<Self> {
        let mut moves = Moves::new();
        let Turn::Inner(_) = frame.game.expand(position, &mut moves) else { return None };
        frame.knowledge.prospect(frame.game, position)?;
        let mut ranked = Vec::new();
        let place = Place::root(settings.seed);
        rank(frame.game, frame.knowledge, position, place, &moves, &mut ranked);
        let (root, best) = (position.clone(), ranked[0]);
        Some(Deepening { frame, settings, root, depth: 0, best, share: None, moves })
    }

    /// The value of a position `depth` plies deep as far as it lies inside of (`low`, `high`), and the
    /// first move that is worth it; nothing if the meter says stop.
    fn search(
        &mut self,
        position: &G::Position,
        place: Place,
        depth: u32,
        window: (f64, f64),
        meter: &mut dyn Meter,
    ) -> Option<(f64, Option<G::Move>)> {
        if let Some(share) = self.frame.share_if_known(position) {
            meter.pay(0, 1);
            return Some((share, None));
        }
        if depth == 0 {
            meter.pay(0, 1);
            return Some((self.frame.prospect(position), None));
        }
        self.search_moves(position, place, depth, window, meter)
    }

    /// The same by its moves. The root is searched by this, as facts may tell its value but not a move.
    fn search_moves(
        &mut self,
        position: &G::Position,
        place: Place,
        depth: u32,
        (mut low, mut high): (f64, f64),
        meter: &mut dyn Meter,
    ) -> Option<(f64, Option<G::Move>)> {
        self.moves.clear();
        let Turn::Inner(kind) = self.frame.game.expand(position, &mut self.moves) else {
            unreachable!("ends of the game are known");
        };
        let mut ranked = Vec::new();
        let Frame { game, knowledge, .. } = self.frame;
        rank(game, knowledge, position, place, &self.moves, &mut ranked);
        ranked.truncate(self.settings.k as usize);
        let mut best: Option<(f64, G::Move)> = None;
        for (i, &mv) in ranked.iter().enumerate() {
            if !meter.may_go_on() {
                return None;
            }
            meter.pay(1, 0);
            let mut child = position.clone();
            game.play(&mut child, mv);
            let (share, _) = self.search(&child, place.child(i), depth - 1, (low, high), meter)?;
            if best.is_none_or(|(top, _)| better(kind, share, top)) {
                best = Some((share, mv));
            }
            match kind {
                Kind::Min => high = high.min(share),
                _ => low = low.max(share),
            }
            if low >= high {
                break;
            }
        }
        best.map(|(share, mv)| (share, Some(mv)))
    }
}

fn better(kind: Kind, share: f64, than: f64) -> bool {
    if kind == Kind::Min { share < than } else { share > than }
}

impl<'g, G: Game, K: Knowledge<G>> Thinker<G> for Deepening<'g, G, K> {
    fn think(
        &mut self,
        meter: &mut dyn Meter,
        watch: &mut dyn FnMut(&Thoughts<G::Move>),
    ) -> Option<Stop> {
        let left = self.frame.game.plies_left(&self.root).unwrap_or(u32::MAX);
        while self.depth < self.settings.plies.min(left) {
            let (root, place) = (self.root.clone(), Place::root(self.settings.seed));
            let (share, best) =
                self.search_moves(&root, place, self.depth + 1, (0.0, 1.0), meter)?;
            self.depth += 1;
            self.best = best.unwrap_or(self.best);
            self.share = Some(share);
            watch(&self.thoughts());
            if share <= 0.0 || share >= 1.0 {
                break;
            }
        }
        Some(Stop::Horizon)
    }

    fn thoughts(&self) -> Thoughts<G::Move> {
        let range = self.frame.range;
        let (mv, line) = (self.best, vec![self.best]);
        let mv = self.share.map(|mean| RootMove { mv, visits: 0, mean, bounds: range, line });
        Thoughts {
            moves: mv.into_iter().collect(),
            line: vec![self.best],
            bounds: range,
            mean: self.share,
            depth: Some(self.depth),
            nodes: 0,
            bytes: 0,
        }
    }

    fn advance(&mut self, _: G::Move) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::thinker::Purse;
    use super::super::toy::{Node, Toy};
    use super::*;
    use crate::run::Limits;

    /// The same by looking at everything: no pruning.
    fn plain(
        frame: Frame<'_, Toy, Toy>,
        node: &Node,
        place: Place,
        depth: u32,
        k: u32,
    ) -> (f64, Option<u8>) {
        let is_root = place == Place::root(frame.game.seed);
        if let Some(share) = frame.share_if_known(node).filter(|_| !is_root) {
            return (share, None);
        }
        if depth == 0 {
            return (frame.prospect(node), None);
        }
        let (mut moves, mut ranked) = (Moves::new(), Vec::new());
        let Turn::Inner(kind) = frame.game.expand(node, &mut moves) else { panic!() };
        rank(frame.game, frame.knowledge, node, place, &moves, &mut ranked);
        let mut best: Option<(f64, Option<u8>)> = None;
        for (i, &mv) in ranked.iter().take(k as usize).enumerate() {
            let mut child = *node;
            frame.game.play(&mut child, mv);
            let (share, _) = plain(frame, &child, place.child(i), depth - 1, k);
            if best.is_none_or(|(top, _)| better(kind, share, top)) {
                best = Some((share, Some(mv)));
            }
        }
        best.expect("there is a move")
    }

    #[test]
    fn every_iteration_finds_what_looking_at_everything_finds() {
        let mut depths = 0;
        for seed in 0..300 {
            let game = Toy { seed, plies: 1 + (seed % 7) as u32 };
            let facts = seed % 2 == 0;
            let frame = Frame { facts, ..Frame::new(&game, &game, usize::MAX) };
            let settings = KBest { k: 1 + (seed % 4) as u32, plies: 6, seed };
            let mut search = Deepening::new(frame, &game.start(), settings).unwrap();
            let mut purse = Purse::new(Limits::none());
            let mut seen = Vec::new();
            search.think(&mut purse, &mut |thoughts| seen.push(thoughts.clone()));
            for (depth, thoughts) in (1..).zip(seen) {
                let place = Place::root(seed);
                let (share, best) = plain(frame, &game.start(), place, depth, settings.k);
                assert_eq!(thoughts.mean, Some(share), "{seed} {depth}");
                assert_eq!(thoughts.line, [best.unwrap()], "{seed} {depth}");
                depths += 1;
            }
        }
        assert!(depths > 500, "{depths}");
    }
}
