//! Making one answer of another, or of several.

use super::{Basis, Outcome, RootMove, Stop};
use crate::model::Kind;

impl<M> Outcome<M> {
    /// The answer with what an earlier search of the question has found: no bound is lost, and the variation is that of
    /// the search which assures the most to the player who moves.
    pub(crate) fn after(mut self, earlier: Outcome<M>, turn: Kind) -> Outcome<M> {
        if turn != Kind::Chance {
            let assured = |found: &Outcome<M>| found.bounds.merit(turn).0;
            let (now, before) = (assured(&self), assured(&earlier));
            if before > now || before == now && self.pv.is_empty() {
                self.pv = earlier.pv;
            }
        }
        self.bounds = self.bounds.intersect(earlier.bounds);
        if earlier.basis == Basis::Hash {
            self.basis = Basis::Hash;
        }
        self
    }

    /// The answer with moves of another type.
    ///
    /// ```
    /// use gametree::{Search, exact::AlphaBeta};
    /// # use gametree::doc::Subtraction;
    /// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut AlphaBeta)?;
    /// assert_eq!(outcome.map_moves(|taken| taken as u8).best_move(), Some(2_u8));
    /// # Ok::<(), gametree::SearchError>(())
    /// ```
    pub fn map_moves<N: Clone>(self, map: impl Fn(M) -> N) -> Outcome<N> {
        self.map_lines(|pv| pv.into_iter().map(&map).collect())
    }

    /// The answer with other variations in place of its own: that of the root, and those of its moves, each of which
    /// begins with its move.
    pub(crate) fn map_lines<N: Clone>(self, line: impl Fn(Vec<M>) -> Vec<N>) -> Outcome<N> {
        let each = |found: RootMove<M>| {
            let pv = line(found.pv);
            let RootMove { bounds, basis, optimal, visits, mean, .. } = found;
            RootMove { mv: pv[0].clone(), bounds, basis, optimal, visits, mean, pv }
        };
        Outcome {
            algorithm: self.algorithm,
            lane: self.lane,
            turn: self.turn,
            bounds: self.bounds,
            basis: self.basis,
            estimate: self.estimate,
            mean: self.mean,
            estimated_by: self.estimated_by,
            depth: self.depth,
            ahead: self.ahead,
            epsilon: self.epsilon,
            allowance: self.allowance,
            moves: self.moves.into_iter().map(each).collect(),
            pv: line(self.pv),
            more_moves: self.more_moves,
            stop: self.stop,
            counts: self.counts,
            elapsed: self.elapsed,
            trace: self.trace,
        }
    }

    /// The answer of a search over a store that identifies positions `by_hashes`, or not.
    pub(crate) fn resting_on(self, by_hashes: bool) -> Outcome<M> {
        let basis = if by_hashes { Basis::Hash } else { self.basis };
        Outcome { basis, ..self }
    }

    /// What a running search has found so far.
    pub(crate) fn so_far(self, allowance: f64) -> Outcome<M> {
        let basis = match self.basis {
            Basis::Hash => Basis::Hash,
            _ if self.ahead.is_some() => Basis::Selective,
            _ if self.mean.is_some() => Basis::Sampling,
            _ => Basis::Proof,
        };
        Outcome { basis, allowance, stop: Stop::Running, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Bounds;

    #[test]
    fn a_search_that_begins_again_loses_neither_bounds_nor_the_move_that_assures_them() {
        let found = |lower: f64, upper: f64, mv: Option<u8>| Outcome {
            pv: mv.into_iter().collect(),
            ..Outcome::of(Bounds::between(lower, upper))
        };
        let joined = |now: Outcome<u8>, before: Outcome<u8>, turn| {
            let Outcome { bounds, pv, .. } = now.after(before, turn);
            (bounds.lower.get(), bounds.upper.get(), pv)
        };
        let before = || found(3.0, 8.0, Some(1));
        assert_eq!(joined(found(2.0, 6.0, Some(2)), before(), Kind::Max), (3.0, 6.0, vec![1]));
        assert_eq!(joined(found(4.0, 9.0, Some(2)), before(), Kind::Max), (4.0, 8.0, vec![2]));
        assert_eq!(joined(found(2.0, 6.0, Some(2)), before(), Kind::Min), (3.0, 6.0, vec![2]));
        assert_eq!(joined(found(3.0, 9.0, None), before(), Kind::Max), (3.0, 8.0, vec![1]));
        assert_eq!(joined(found(4.0, 4.0, None), before(), Kind::Max), (4.0, 4.0, vec![]));
        assert_eq!(joined(found(2.0, 6.0, None), before(), Kind::Chance), (3.0, 6.0, vec![]));
    }
}
