//! Recorded games, played again by the rules.

use gametree::job::AnyGame;
use gametree::{Kind, Turn};

use crate::contest::winner;
use crate::play::MOST_PLIES;
use crate::record::{Reason, Record, Winner};

/// A position of a recorded game, and the move played there; see [`replay`].
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The position, drawn.
    pub drawing: String,
    /// Who moves; `None` at the end.
    pub mover: Option<Kind>,
    /// The move played; `None` after the last one.
    pub mv: Option<String>,
    /// Whether the move belongs to the opening.
    pub opening: bool,
}

/// Plays a recorded game again and passes every position of it to `scene`.
///
/// ```
/// use gametree_arena::{Contest, Openings, replay};
/// use gametree_arena::units::Series;
///
/// let game = gametree_games::open("tictactoe").unwrap();
/// let players = ["random", "random"].map(String::from);
/// let contest = Contest::new(&game, "tictactoe", &players, Openings::Random(2), 1).unwrap();
/// let record = contest.unit(0, &Default::default()).unwrap();
///
/// let mut moves = Vec::new();
/// replay(&game, &record, &mut |scene| moves.extend(scene.mv)).unwrap();
/// assert_eq!(moves, [record.opening, record.moves].concat());
/// ```
///
/// # Errors
/// If a move is not legal, or the game does not end as it was recorded; the message says where.
pub fn replay(game: &AnyGame, record: &Record, scene: &mut dyn FnMut(Scene)) -> Result<(), String> {
    let mut board = game.board(record.position.as_deref()).map_err(|error| error.to_string())?;
    let mover = |turn: Turn| match turn {
        Turn::Inner(kind) => Some(kind),
        Turn::Terminal(_) => None,
    };
    let moves = record.opening.iter().chain(&record.moves);
    for (i, mv) in moves.enumerate() {
        let (drawing, mover) = (board.drawing(), mover(board.turn()));
        let opening = i < record.opening.len();
        scene(Scene { drawing, mover, mv: Some(mv.clone()), opening });
        let mv = board.parse(mv).map_err(|error| format!("move {}: {error}", i + 1))?;
        board.play(mv);
    }
    let turn = board.turn();
    scene(Scene { drawing: board.drawing(), mover: mover(turn), mv: None, opening: false });
    let (value, reason) = match turn {
        Turn::Terminal(value) => (Some(value.get()), Reason::Over),
        // The rules do not decide these games.
        Turn::Inner(_) if record.value.is_none() && record.reason == Reason::Adjudicated => {
            return Ok(());
        }
        Turn::Inner(kind) if record.value.is_none() && record.reason.is_forfeit() => {
            return forfeited(kind, record);
        }
        Turn::Inner(_) if board.played().len() < MOST_PLIES => {
            return Err(format!("it is not over after move {}", board.played().len()));
        }
        Turn::Inner(_) => (None, Reason::Long),
    };
    let found = (value, winner(value, game.value_range()), reason);
    let recorded = (record.value, record.result, record.reason);
    if found != recorded {
        return Err(format!("it ends with {found:?}, and {recorded:?} is recorded"));
    }
    Ok(())
}

/// Checks that the player who forfeited the game is the one who lost it. A program that did not start may not
/// have been the one to move.
fn forfeited(mover: Kind, record: &Record) -> Result<(), String> {
    let loser = if record.result == Winner::Max { Kind::Min } else { Kind::Max };
    let began = !(record.moves.is_empty() && record.reason == Reason::Crash);
    if record.result == Winner::Draw || (began && loser != mover) {
        let reason = record.reason;
        return Err(format!(
            "{mover:?} was to move, and lost by {reason:?} though not by the result"
        ));
    }
    Ok(())
}
