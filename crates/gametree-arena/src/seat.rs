//! Who sits at a board: a player of this engine, or another program.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use gametree::Outcome;
use gametree::job::{AnyGame, Board, Player, PlayerSpec};
use gametree::{Kind, Turn};

use crate::clock::Clocks;
use crate::record::Reason;

/// Somebody who chooses moves.
pub(crate) trait Seat {
    /// Chooses a move of the player to move.
    fn choose(
        &mut self,
        board: &Board<'_>,
        clocks: Option<&Clocks>,
        abandoned: &dyn Fn() -> bool,
    ) -> Result<Choice, Failure>;

    /// Takes notice of a move, of either player or of chance.
    fn advance(&mut self, mv: u32);
}

/// A move, and what its player thinks of the game.
pub(crate) struct Choice {
    pub mv: u32,
    /// In hundredths of a pawn, for the player.
    pub score: Option<f64>,
    /// Whether the player had too little time to see much.
    pub hasty: bool,
}

/// Why there is no move.
pub(crate) enum Failure {
    /// The player loses the game by it.
    Forfeit(Forfeit),
    /// Nobody waits for the game any more.
    Abandoned,
    /// The match cannot go on.
    Broken(String),
}

/// How a player loses other than on the board, and the details.
pub(crate) enum Forfeit {
    Time(String),
    Illegal(String),
    Crash(String),
}

impl Forfeit {
    /// The reason for the records, and the details.
    pub fn told(self) -> (Reason, String) {
        match self {
            Forfeit::Time(text) => (Reason::Time, text),
            Forfeit::Illegal(text) => (Reason::Illegal, text),
            Forfeit::Crash(text) => (Reason::Crash, text),
        }
    }
}

impl Failure {
    /// What to say about a game without an end.
    pub fn text(self) -> String {
        match self {
            Failure::Forfeit(forfeit) => forfeit.told().1,
            Failure::Abandoned => "nobody waits for this game".into(),
            Failure::Broken(reason) => reason,
        }
    }
}

impl From<Forfeit> for Failure {
    fn from(forfeit: Forfeit) -> Failure {
        Failure::Forfeit(forfeit)
    }
}

/// What a player leaves on its clock for the way to the board.
const OVERHEAD: Duration = Duration::from_millis(10);

/// A player of this engine.
pub(crate) struct Own<'g> {
    game: &'g AnyGame,
    spec: &'g PlayerSpec,
    player: Player<'g>,
    abandon: Arc<AtomicBool>,
}

impl<'g> Own<'g> {
    pub fn new(
        game: &'g AnyGame,
        spec: &'g PlayerSpec,
        position: Option<&str>,
        seed: u64,
        abandon: &Arc<AtomicBool>,
    ) -> Result<Own<'g>, String> {
        let player = game.player(spec, position, seed).map_err(|error| error.to_string())?;
        Ok(Own { game, spec, player, abandon: Arc::clone(abandon) })
    }

    /// What it thinks of the game, in hundredths of a pawn.
    fn score(&self, report: &Outcome, turn: Turn) -> Option<f64> {
        let share = report.moves.first()?.mean?;
        let score = self.game.uci_score(share)?;
        Some(if turn == Turn::Inner(Kind::Min) { -score } else { score })
    }
}

impl Seat for Own<'_> {
    fn choose(
        &mut self,
        board: &Board<'_>,
        clocks: Option<&Clocks>,
        _: &dyn Fn() -> bool,
    ) -> Result<Choice, Failure> {
        let abandon = Arc::clone(&self.abandon);
        let report = match clocks.filter(|_| !self.spec.is_limited()) {
            Some(clocks) => self.player.think_by_clock(clocks.mover(), OVERHEAD, abandon),
            None => self.player.think(Some(abandon), &mut |_| {}),
        };
        let report = report
            .map_err(|error| Failure::Broken(format!("'{}' cannot play: {error}", self.spec)))?;
        let named = report
            .best_move()
            .map(|mv| mv.code)
            .ok_or_else(|| format!("'{}' names no move", self.spec));
        let mv = named.map_err(Failure::Broken)?;
        let (score, hasty) = (self.score(&report, board.turn()), report.is_hasty());
        Ok(Choice { mv, score, hasty })
    }

    fn advance(&mut self, mv: u32) {
        self.player.advance(mv);
    }
}
