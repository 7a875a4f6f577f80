//! A question about every move of a position.

use std::time::Instant;

use super::{Search, Terms};
use crate::model::{Game, Knowledge, Moves, Turn};
use crate::run::{Counts, Outcome, PerMove, Probe, SearchError, Stop};

impl<G: Game, K: Knowledge<G>, P: Probe<G>> Search<'_, G, K, P> {
    /// Answers the question for every move of the position in turn, all within one set of limits:
    /// calls `answer` with the question about each child. The result is in the game's move order, up to
    /// the move at which a limit was reached; empty if the game is over.
    ///
    /// ```
    /// use gametree::Search;
    /// use gametree::classic::AlphaBeta;
    /// # use gametree::doc::Subtraction;
    /// let game = Subtraction { stones: 10 };
    /// let moves = Search::new(&game).run_all(|child| child.run(&mut AlphaBeta))?;
    /// let values: Vec<f64> = moves.iter().map(|(_, found)| found.value().unwrap().get()).collect();
    /// assert_eq!(values, [-1.0, 1.0, -1.0]); // after taking 1, 2 and 3 stones
    /// # Ok::<(), gametree::SearchError>(())
    /// ```
    ///
    /// # Errors
    /// As [`run`](Search::run).
    pub fn run_all(
        mut self,
        mut answer: impl FnMut(Search<'_, G, K, &mut P>) -> Result<Outcome<G::Move>, SearchError>,
    ) -> Result<PerMove<G::Move>, SearchError> {
        let mut moves = Moves::new();
        if let Turn::Terminal(_) = self.game.expand(&self.position, &mut moves) {
            return Ok(Vec::new());
        }
        let mut spent = Counts::default();
        let begun = Instant::now();
        let mut outcomes = Vec::new();
        for mv in moves.iter() {
            let mut child = self.position.clone();
            self.game.advance(&mut child, mv);
            let outcome = answer(Search {
                game: self.game,
                knowledge: self.knowledge,
                probe: &mut self.probe,
                position: child,
                window: self.window,
                terms: Terms {
                    horizon: self.terms.horizon.map(|plies| plies.saturating_sub(1)),
                    ..self.terms
                },
                limits: self.limits.less(&spent, begun.elapsed()),
            })?;
            spent = spent.plus(outcome.counts);
            // A limit reached at one move is reached for all.
            let spent_all =
                matches!(outcome.stop, Stop::Time | Stop::Nodes | Stop::Leaves | Stop::Interrupted);
            outcomes.push((mv, outcome));
            if spent_all {
                break;
            }
        }
        Ok(outcomes)
    }
}
