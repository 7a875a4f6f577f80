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
        (mut low, mut high): (f64, f64),
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
            let (share, best) = self.search(&root, place, self.depth + 1, (0.0, 1.0), meter)?;
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
        let estimate = self.share.map(|share| self.frame.value_of(share));
        let mv = estimate.map(|mean| RootMove { mv: self.best, visits: 0, mean, bounds: range });
        Thoughts {
            moves: mv.into_iter().collect(),
            line: vec![self.best],
            bounds: range,
            estimate,
            depth: Some(self.depth),
            nodes: 0,
            bytes: 0,
        }
    }

    fn advance(&mut self, _: G::Move) -> bool {
        false
    }
}
