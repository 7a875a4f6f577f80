//! One game, from its opening to its end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use gametree::job::{AnyGame, Board};
use gametree::{Draws, Kind, Turn};

use crate::adjudication::Judge;
use crate::clock::Clocks;
use crate::contest::{Terms, winner};
use crate::contestant::Contestant;
use crate::openings::Opening;
use crate::record::{Reason, Winner};
use crate::seat::{Choice, Failure, Forfeit, Seat};
use crate::seeds::derived;

/// A game that is not over after this many moves and throws of dice is a draw.
pub const MOST_PLIES: usize = 2000;

/// The part of a game's seed for its dice; 0 and 1 are for the players.
const DICE: u64 = 2;

/// A board with two players.
pub(crate) struct SingleGame<'g> {
    game: &'g AnyGame,
    board: Board<'g>,
    /// MAX and MIN.
    seats: [Box<dyn Seat + 'g>; 2],
    players: [&'g Contestant; 2],
    clocks: Option<Clocks>,
    judge: Judge<'g>,
    dice: Draws,
    paces: [Pace; 2],
    abandon: Arc<AtomicBool>,
}

/// The result of a game.
pub(crate) struct Played {
    /// The moves of the opening, and the players' own.
    pub opening: Vec<String>,
    pub moves: Vec<String>,
    /// How many moves MAX and MIN made, and how many of them in haste.
    pub paces: [Pace; 2],
    pub end: End,
}

/// The moves that a player chose, and those for which it had too little time to see much.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pace {
    pub chosen: u64,
    pub hasty: u64,
}

/// How a game ended.
pub(crate) struct End {
    pub value: Option<f64>,
    pub result: Winner,
    pub reason: Reason,
    /// What the reason does not say.
    pub note: Option<String>,
}

/// Why a game has no end.
type Broken = String;

/// Plays a game from its opening to its end, or until `abandon` is set.
pub(crate) fn play<'g>(
    game: &'g AnyGame,
    players: [&'g Contestant; 2],
    terms: &'g Terms,
    opening: &Opening,
    seed: u64,
    abandon: &Arc<AtomicBool>,
) -> Result<Played, Broken> {
    let position = opening.position.as_deref();
    let mut board = game.board(position).map_err(|error| error.to_string())?;
    let mut seats = Vec::new();
    for (i, player) in players.iter().enumerate() {
        match player.sit_down(game, position, derived(seed, i as u64), abandon) {
            Ok(seat) => seats.push(seat),
            Err(Failure::Forfeit(forfeit)) => {
                opening.moves.iter().for_each(|&mv| board.play(mv));
                let end = forfeited(i, forfeit);
                let (opening, moves) = (board.played_texts(), Vec::new());
                return Ok(Played { opening, moves, paces: Default::default(), end });
            }
            Err(failure) => return Err(failure.text()),
        }
    }
    let seats = <[_; 2]>::try_from(seats).ok().expect("there are two players");
    let mut playing = SingleGame {
        game,
        board,
        seats,
        players,
        clocks: terms.clock.as_ref().map(Clocks::new),
        judge: Judge::new(&terms.adjudication),
        dice: Draws::new(derived(seed, DICE)),
        paces: Default::default(),
        abandon: Arc::clone(abandon),
    };
    opening.moves.iter().for_each(|&mv| playing.make(mv));
    let end = playing.finish()?;
    let mut opening_texts = playing.board.played_texts();
    let moves = opening_texts.split_off(opening.moves.len());
    Ok(Played { opening: opening_texts, moves, paces: playing.paces, end })
}

/// The end of a game that player `loser` loses other than on the board.
fn forfeited(loser: usize, forfeit: Forfeit) -> End {
    let (reason, note) = forfeit.told();
    let result = if loser == 0 { Winner::Min } else { Winner::Max };
    End { value: None, result, reason, note: Some(note) }
}

impl SingleGame<'_> {
    fn finish(&mut self) -> Result<End, Broken> {
        loop {
            let kind = match self.board.turn() {
                Turn::Inner(kind) => kind,
                Turn::Terminal(value) => {
                    let value = Some(value.get());
                    let result = winner(value, self.game.value_range());
                    return Ok(End { value, result, reason: Reason::Over, note: None });
                }
            };
            if self.is_abandoned() {
                return Err(Failure::Abandoned.text());
            }
            if self.board.played().len() >= MOST_PLIES {
                let (value, result) = (None, Winner::Draw);
                return Ok(End { value, result, reason: Reason::Long, note: None });
            }
            if kind == Kind::Chance {
                let mv = self.draw();
                self.make(mv);
                continue;
            }
            let mover = usize::from(kind == Kind::Min);
            let Choice { mv, score, hasty } = match self.ask(kind, mover) {
                Ok(choice) => choice,
                Err(Failure::Forfeit(forfeit)) => return Ok(forfeited(mover, forfeit)),
                Err(failure) => return Err(failure.text()),
            };
            self.paces[mover].chosen += 1;
            self.paces[mover].hasty += u64::from(hasty);
            self.make(mv);
            let goes_on = matches!(self.board.turn(), Turn::Inner(_));
            if let (true, Some(result)) = (goes_on, self.judge.note(mover, score)) {
                return Ok(End { value: None, result, reason: Reason::Adjudicated, note: None });
            }
        }
    }

    /// Asks a player for its move, and stops the time if its clock runs.
    fn ask(&mut self, kind: Kind, mover: usize) -> Result<Choice, Failure> {
        let abandon = Arc::clone(&self.abandon);
        let mut clocks = self.clocks.as_mut();
        if let Some(clocks) = &mut clocks {
            clocks.start(kind);
        }
        let begun = Instant::now();
        let abandoned = || abandon.load(Ordering::Relaxed);
        let choice = self.seats[mover].choose(&self.board, clocks.as_deref(), &abandoned)?;
        let elapsed = begun.elapsed();
        let in_time = clocks
            .filter(|_| !self.players[mover].is_limited())
            .is_none_or(|clocks| clocks.stop(elapsed));
        // What a search found after it was told to end is no move of the game.
        if self.is_abandoned() {
            return Err(Failure::Abandoned);
        }
        if !in_time {
            return Err(Forfeit::Time(format!("{} ms for a move", elapsed.as_millis())).into());
        }
        Ok(choice)
    }

    fn is_abandoned(&self) -> bool {
        self.abandon.load(Ordering::Relaxed)
    }

    /// Draws an outcome of chance.
    fn draw(&mut self) -> u32 {
        let moves = self.board.likely_moves();
        let weights: Vec<f64> = moves.iter().map(|(_, weight)| *weight).collect();
        moves[self.dice.index_by_weight(&weights)].0
    }

    fn make(&mut self, mv: u32) {
        self.board.play(mv);
        self.seats.iter_mut().for_each(|seat| seat.advance(mv));
    }
}
