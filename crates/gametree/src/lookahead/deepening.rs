//! `ab`: alpha-beta over the k best moves of each position, with iterative deepening until the
//! budget is spent. The baseline of Baier (2018, section 5) for his mixture of alpha-beta and Monte
//! Carlo.
//!
//! Values are MAX's rewards, from 0 to 1: [`prospect`](Knowledge::prospect) at the horizon, and the
//! reward of the outcome at the end of the game. An unfinished iteration is ignored: the move is
//! the best one of the last finished iteration, and before that the first in the move ordering.

use super::order::{Order, PathKey, rank};
use super::search::{AlphaBeta, Best};
use super::shares::{Charge, Horizon, SHARES, Shares};
use super::tree::is_better;
use crate::anytime::{AnytimeSearch, Frame};
use crate::model::{Bounds, Game, Knowledge, Move, Moves, Turn};
use crate::outcome::{Outcome, RootMove, Stop};
use crate::walk::Door;

/// The settings of `ab`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KBest {
    /// How many moves of each position are tried.
    pub k: u32,
    /// The largest depth in plies.
    pub plies: u32,
    /// Which positions count as nodes.
    pub charge: Charge,
    /// The seed that orders equal moves.
    pub seed: u64,
}

/// Iterative deepening.
pub(crate) struct Deepening<'g, G: Game, K> {
    frame: Frame<'g, G, K>,
    settings: KBest,
    root: G::Position,
    /// The last finished iteration, and its result.
    depth: u32,
    best: G::Move,
    share: Option<f64>,
    /// The moves of the root that are compared; if there are none, the best few.
    only: Vec<G::Move>,
}

impl<'g, G: Game, K: Knowledge<G>> Deepening<'g, G, K> {
    /// `None` if the game is over or has no evaluation.
    pub fn new(frame: Frame<'g, G, K>, position: &G::Position, settings: KBest) -> Option<Self> {
        let mut moves = Moves::new();
        let Turn::Inner(_) = frame.game.expand(position, &mut moves) else { return None };
        frame.knowledge.prospect(frame.game, position)?;
        let mut ranked = Vec::new();
        let path = PathKey::root(settings.seed);
        let rank_of = |mv| frame.knowledge.rank(frame.game, position, mv);
        rank(rank_of, path, &moves, 1, &mut ranked);
        let (root, best) = (position.clone(), ranked[0]);
        let only = Vec::new();
        Some(Deepening { frame, settings, root, depth: 0, best, share: None, only })
    }

    /// The next iteration; nothing if a limit was reached.
    fn iterate(&mut self, door: &mut dyn Door<G>) -> Option<Best<G::Move>> {
        let KBest { k, charge, seed, .. } = self.settings;
        let path = PathKey::root(seed);
        let Turn::Inner(kind) = self.frame.game.judge(&self.root) else { return None };
        let tree = Shares {
            frame: self.frame,
            door,
            position: &mut self.root,
            horizon: Horizon::Evaluation,
            charge: Some(charge),
            in_order: false,
        };
        let mut search = AlphaBeta::new(tree, Order::Best(k as usize));
        if self.only.is_empty() {
            return search.best_move(self.depth + 1, path);
        }
        // Each of the moves is searched as if it were the only one: its value does not depend on
        // the others.
        let (mut best, mut window) = (None, SHARES);
        for &mv in &self.only {
            let share = search.child(mv, self.depth, path, window)?;
            if best.is_none_or(|(best, _)| is_better(kind, share, best)) {
                best = Some((share, Some(mv)));
            }
            window = window.after(kind, share);
        }
        best
    }

    /// Whether a deeper iteration could find nothing new, or is beyond the largest depth.
    fn is_done(&self) -> bool {
        let decided = self.share.is_some_and(|share| share <= 0.0 || share >= 1.0);
        let left = self.frame.game.plies_left(&self.root).unwrap_or(u32::MAX);
        decided || self.depth >= self.settings.plies.min(left)
    }
}

impl<'g, G: Game, K: Knowledge<G>> AnytimeSearch<G> for Deepening<'g, G, K> {
    fn run(
        &mut self,
        door: &mut dyn Door<G>,
        watch: &mut dyn FnMut(&Outcome<G::Move>),
    ) -> Option<Stop> {
        while !self.is_done() {
            if !door.may_go_on() {
                return None;
            }
            let (share, best) = self.iterate(&mut *door)?;
            self.depth += 1;
            self.best = best.unwrap_or(self.best);
            self.share = Some(share);
            // Every iteration is a step and is reported.
            door.news_due();
            watch(&self.answer());
        }
        Some(Stop::Horizon)
    }

    fn answer(&self) -> Outcome<G::Move> {
        let best = self.share.map(|share| (self.best, share));
        answer(self.frame.range, best, self.best, self.depth)
    }

    fn restrict(&mut self, moves: &[G::Move]) {
        self.only = moves.to_vec();
        self.best = moves.first().copied().unwrap_or(self.best);
        (self.depth, self.share) = (0, None);
    }
}

/// The answer of a search that knows its best move alone, and what MAX gets by it, if it has come
/// so far; `first` is what to play before.
pub(super) fn answer<M: Move>(
    range: Bounds,
    best: Option<(M, f64)>,
    first: M,
    depth: u32,
) -> Outcome<M> {
    let moves = best.map(|(mv, mean)| RootMove { mean: Some(mean), ..RootMove::of(mv, range) });
    Outcome {
        moves: moves.into_iter().collect(),
        pv: vec![best.map_or(first, |(mv, _)| mv)],
        mean: best.map(|(_, mean)| mean),
        depth: Some(depth),
        ..Outcome::of(range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anytime::toy::{Node, Toy};
    use crate::model::Kind;
    use crate::search::Search;
    use crate::walk::OneStep;

    /// Minimax over the k best moves, without pruning.
    fn plain(
        frame: Frame<'_, Toy, Toy>,
        node: &Node,
        path: PathKey,
        depth: u32,
        k: u32,
    ) -> (f64, Option<u8>) {
        let is_root = path == PathKey::root(frame.game.seed);
        if let Some(value) = frame.value_if_known(node).filter(|_| !is_root) {
            return (frame.share_of(value), None);
        }
        if depth == 0 {
            return (frame.knowledge.prospect(frame.game, node).unwrap(), None);
        }
        let (mut moves, mut ranked) = (Moves::new(), Vec::new());
        let Turn::Inner(kind) = frame.game.expand(node, &mut moves) else { panic!() };
        let rank_of = |mv| frame.knowledge.rank(frame.game, node, mv);
        rank(rank_of, path, &moves, k as usize, &mut ranked);
        let mut best: Option<(f64, Option<u8>)> = None;
        for (i, &mv) in ranked.iter().take(k as usize).enumerate() {
            let mut child = *node;
            frame.game.play(&mut child, mv);
            let (share, _) = plain(frame, &child, path.child(i), depth - 1, k);
            let better = |top: f64| if kind == Kind::Min { share < top } else { share > top };
            if best.is_none_or(|(top, _)| better(top)) {
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
            let settings = KBest { k: 1 + (seed % 4) as u32, plies: 6, charge: Charge::All, seed };
            let mut search = Deepening::new(frame, &game.start(), settings).unwrap();
            let mut question = Search::bare(&game).knowledge(&game);
            let mut seen = Vec::new();
            search.run(&mut question.walk().unwrap(), &mut |answer| seen.push(answer.clone()));
            for (depth, answer) in (1..).zip(seen) {
                let path = PathKey::root(seed);
                let (share, best) = plain(frame, &game.start(), path, depth, settings.k);
                assert_eq!(answer.mean, Some(share), "{seed} {depth}");
                assert_eq!(answer.pv, [best.unwrap()], "{seed} {depth}");
                depths += 1;
            }
        }
        assert!(depths > 500, "{depths}");
    }

    /// A search that goes on finds what one that never stopped finds, and one that is done does
    /// nothing.
    #[test]
    fn it_goes_on_where_it_was() {
        for seed in 0..100 {
            let game = Toy { seed, plies: 5 };
            let frame = Frame::new(&game, &game, usize::MAX);
            let settings = KBest { k: 3, plies: 4, charge: Charge::All, seed };
            let start = || Deepening::new(frame, &game.start(), settings).unwrap();
            let (mut whole, mut parts) = (start(), start());
            let mut question = Search::bare(&game).knowledge(&game);
            assert_eq!(whole.run(&mut question.walk().unwrap(), &mut |_| ()), Some(Stop::Horizon));
            let mut question = Search::bare(&game).knowledge(&game);
            let mut door = OneStep::new(question.walk().unwrap());
            let mut seen = Vec::new();
            while parts.run(door.open(), &mut |answer| seen.push(answer.depth)).is_none() {
                assert!(door.is_over() && seen.len() as u32 == parts.depth);
            }
            assert_eq!((whole.depth, whole.share), (parts.depth, parts.share));
            let (leaves, depth) = (door.door().counts().leaves, parts.depth);
            assert_eq!(parts.run(door.open(), &mut |_| ()), Some(Stop::Horizon));
            assert_eq!((leaves, depth), (door.door().counts().leaves, parts.depth));
        }
    }
}
