//! A question about every move of a position.

use std::time::Instant;

use super::{Inquiry, Search, Workspace};
use crate::counts::Counts;
use crate::error::SearchError;
use crate::model::{Game, Knowledge, Moves, Turn};
use crate::outcome::{Outcome, PerMove, Stop};
use crate::probe::Probe;
use crate::walk::Terms;

impl<G: Game, K: Knowledge<G>, P: Probe<G>, S> Search<'_, G, K, P, S> {
    /// Answers the question for every move of the position in turn, all within one set of limits:
    /// calls `answer` with the question about each child, which has a workspace of its own unless `answer` says otherwise. The result is in the game's move order, up to
    /// the move at which a limit was reached; empty if the game is over.
    ///
    /// ```
    /// use gametree::Search;
    /// use gametree::exact::AlphaBeta;
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
        self,
        mut answer: impl FnMut(Search<'_, G, K, &mut P>) -> Result<Outcome<G::Move>, SearchError>,
    ) -> Result<PerMove<G::Move>, SearchError> {
        let Inquiry { game, knowledge, mut probe, position, window, terms, limits } = self.inquiry;
        let mut moves = Moves::new();
        if let Turn::Terminal(_) = game.expand(&position, &mut moves) {
            return Ok(Vec::new());
        }
        let mut spent = Counts::default();
        let begun = Instant::now();
        let mut outcomes = Vec::new();
        for mv in moves.iter() {
            let mut child = position.clone();
            game.advance(&mut child, mv);
            let horizon = terms.horizon.map(|plies| plies.saturating_sub(1));
            let inquiry = Inquiry {
                game,
                knowledge,
                probe: &mut probe,
                position: child,
                window,
                terms: Terms { horizon, ..terms },
                limits: limits.less(&spent, begun.elapsed()),
            };
            let outcome = answer(Search { inquiry, store: Workspace::default() })?;
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
