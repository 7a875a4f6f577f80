//! The truth about a game: its value and the right moves, by exact search.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::job::{AnyGame, Job, Watcher};
use gametree::{Kind, Limits, Value};

/// The truth about a game: its value and the right moves.
///
/// ```
/// use gametree_lab::converge::Truth;
///
/// let game = gametree_games::open("tictactoe").unwrap();
/// let truth = Truth::of(&game, &mut (), &Default::default()).unwrap();
/// assert_eq!(truth.value, 0.into());
/// assert!(truth.is_right("5"), "every first move draws");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Truth {
    /// The value of the start.
    pub value: Value,
    /// Who moves there.
    pub turn: Kind,
    /// The moves, and whether each is optimal.
    pub moves: Vec<(String, bool)>,
}

/// The node limit of each search.
const MOST_NODES: u64 = 20_000_000;

impl Truth {
    /// Solves the game.
    ///
    /// # Errors
    /// If the game is over, chance moves first, or it takes too long or is stopped.
    pub fn of(
        game: &AnyGame,
        watcher: &mut dyn Watcher,
        stop: &Arc<AtomicBool>,
    ) -> Result<Truth, String> {
        let (nodes, stop) = (Some(MOST_NODES), Some(Arc::clone(stop)));
        let limits = Limits::none().nodes(nodes).stop(stop);
        let job = Job::new(None).pv(false).limits(limits);
        let mut run = |job: &Job| game.run(job, watcher).map_err(|error| error.to_string());
        // The value first: if that takes too long, so does every move.
        let mut report = run(&job)?;
        if report.stop.is_answer() && report.turn.is_some() {
            report = run(&job.all_moves(true))?;
        }
        let turn = match report.turn {
            Some(turn @ (Kind::Max | Kind::Min)) => turn,
            Some(Kind::Chance) => return Err("chance moves first: no move is right".into()),
            None => return Err("the game is over before it begins".into()),
        };
        let value = report.proven(report.bounds).ok_or_else(|| {
            let (known, why) = (report.bounds, report.stop.name());
            format!(
                "its true value, within {known}, was not found ({why}): a smaller game would do"
            )
        })?;
        let moves = report.moves;
        let moves = moves.into_iter().map(|found| (found.mv.text, found.optimal)).collect();
        Ok(Truth { value, turn, moves })
    }

    /// Whether a move is optimal.
    pub fn is_right(&self, mv: &str) -> bool {
        self.moves.iter().any(|(text, right)| *right && text == mv)
    }
}
