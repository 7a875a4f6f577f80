//! The thread that searches.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use gametree::Outcome;
use gametree::job::{Allowance, AnyGame, JobError, Pace, Player, PlayerSpec};
use gametree::model::NotationError;
use gametree::{Game, Limits, Move, Notation, SearchError, Turn};

use super::{Say, info, is_set};
use crate::{Chess, Position, Step};

/// What the thread is told.
pub enum Order {
    Search(Box<Search>),
    /// Forget everything about earlier positions.
    Forget,
    Quit,
}

/// A position, and how to search it.
pub struct Search {
    pub shuffled: bool,
    /// A FEN, and the moves from there.
    pub start: String,
    pub moves: Vec<String>,
    /// Why there is nothing to search, if there is not.
    pub refused: Option<String>,
    pub player: PlayerSpec,
    pub threads: NonZero<usize>,
    pub allowance: Option<Allowance>,
    pub nodes: Option<u64>,
    pub depth: Option<u32>,
    pub mate: Option<u32>,
    pub only: Vec<Step>,
    pub signals: Signals,
}

/// How a running search is told to end.
#[derive(Clone)]
pub struct Signals {
    stop: Arc<AtomicBool>,
    /// Set while the answer has to wait: the search is infinite, or about the other's time.
    hold: Arc<AtomicBool>,
    /// What it may take once the other has moved as expected.
    after_hit: Option<Allowance>,
}

impl Signals {
    pub fn new(
        stop: Arc<AtomicBool>,
        hold: Arc<AtomicBool>,
        after_hit: Option<Allowance>,
    ) -> Signals {
        Signals { stop, hold, after_hit }
    }

    pub fn stop(&self) {
        self.hold.store(false, Ordering::Release);
        self.stop.store(true, Ordering::Release);
    }

    /// Whether it ends only if it is told to.
    pub fn waits(&self) -> bool {
        is_set(&self.hold)
    }

    /// The expected move was played: the clock runs from now on.
    pub fn ponderhit(&self) {
        self.hold.store(false, Ordering::Release);
        if let Some(allowance) = self.after_hit {
            let stop = self.stop.clone();
            std::thread::spawn(move || {
                std::thread::sleep(allowance.normal);
                stop.store(true, Ordering::Release);
            });
        }
    }
}

/// Serves orders until there are none.
pub fn serve(inbox: &mpsc::Receiver<Order>, say: Say) {
    let mut next = None;
    loop {
        let order = match next.take() {
            Some(order) => order,
            None => match inbox.recv() {
                Ok(order) => order,
                Err(_) => return,
            },
        };
        match order {
            Order::Quit => return,
            Order::Forget => (),
            Order::Search(search) => {
                let typed = super::rules(search.shuffled);
                let game = typed.clone().any();
                next = Worker { typed, game: &game, inbox, say }.serve(search);
            }
        }
    }
}

/// A game, and who asks about it.
struct Worker<'g> {
    typed: Chess,
    game: &'g AnyGame,
    inbox: &'g mpsc::Receiver<Order>,
    say: Say,
}

/// A player, and what it has seen of the game.
struct Seated<'g> {
    player: Player<'g>,
    /// The player asked for, and the one for which there was memory.
    asked: String,
    spec: PlayerSpec,
    start: String,
    moves: Vec<String>,
}

impl<'g> Worker<'g> {
    /// Searches as long as the orders are about one game; returns the first that is not.
    fn serve(&self, first: Box<Search>) -> Option<Order> {
        let (mut seated, shuffled) = (None, first.shuffled);
        let mut order = Order::Search(first);
        loop {
            match order {
                Order::Search(search) if search.shuffled == shuffled => {
                    seated = self.answer(&search, seated);
                }
                other => return Some(other),
            }
            order = self.inbox.recv().ok()?;
        }
    }

    /// Searches, and says the best move. Returns the player, which may go on with what it knows.
    fn answer(&self, search: &Search, seated: Option<Seated<'g>>) -> Option<Seated<'g>> {
        let (best, seated) = match &search.refused {
            Some(reason) => (Err(reason.clone()), None),
            None => match self.search(search, seated) {
                Ok((best, seated)) => (Ok(best), Some(seated)),
                Err(error) => (Err(error.to_string()), None),
            },
        };
        while search.signals.waits() && !is_set(&search.signals.stop) {
            std::thread::sleep(Duration::from_millis(1));
        }
        match best {
            Ok(line) => (self.say)(&format!("bestmove {line}")),
            Err(reason) => {
                (self.say)(&format!("info string {reason}"));
                (self.say)("bestmove (none)");
            }
        }
        // What was found about some moves only says nothing about the others.
        seated.filter(|_| search.only.is_empty())
    }

    /// Finds the best move, if need be by a player with less memory.
    fn search(
        &self,
        search: &Search,
        mut seated: Option<Seated<'g>>,
    ) -> Result<(String, Seated<'g>), JobError> {
        let text = format!("{} moves {}", search.start, search.moves.join(" "));
        let position = self.typed.parse_position(&text).map_err(JobError::Position)?;
        let mut spec = search.player.clone();
        loop {
            let tried = self.seat(search, &spec, seated.take(), &text).and_then(|mut seated| {
                let best = self.think(search, &mut seated, &position, &text)?;
                Ok((best, seated))
            });
            match tried {
                Err(JobError::Search(SearchError::NoRoom { bytes, needed }))
                    if bytes >= 2 * MIB =>
                {
                    let half = format!("{}MiB", bytes / 2 / MIB);
                    let why = SearchError::NoRoom { bytes, needed };
                    (self.say)(&format!("info string {why}: trying with {half}"));
                    let key =
                        if spec.algorithm().has_parameter("hash") { "hash" } else { "memory" };
                    spec.set(key, &half).expect("it is an amount of memory");
                }
                tried => return tried,
            }
        }
    }

    /// The player at this position: the one of the last search, if the game went on from there.
    fn seat(
        &self,
        search: &Search,
        spec: &PlayerSpec,
        seated: Option<Seated<'g>>,
        text: &str,
    ) -> Result<Seated<'g>, JobError> {
        let asked = search.player.to_string();
        let goes_on = |seated: &Seated<'_>| {
            let longer = search.moves.len() > seated.moves.len();
            let same = seated.start == search.start && search.moves.starts_with(&seated.moves);
            longer && same && seated.asked == asked
        };
        if let Some(seated) = seated.filter(goes_on) {
            if let Some(seated) = self.follow(search, seated)? {
                return Ok(seated);
            }
        }
        let mut player = self.game.player(spec, Some(text), 1)?;
        if search.threads.get() > 1 {
            player.set_threads(search.threads);
        }
        let (start, moves) = (search.start.clone(), search.moves.clone());
        Ok(Seated { player, asked, spec: spec.clone(), start, moves })
    }

    /// The player after the moves made since the last search. `None` if the game would be over by now, had anybody claimed a
    /// draw: those who went on must be told so by the text of the position.
    fn follow(
        &self,
        search: &Search,
        mut seated: Seated<'g>,
    ) -> Result<Option<Seated<'g>>, JobError> {
        let before = format!("{} moves {}", seated.start, seated.moves.join(" "));
        let mut position = self.typed.parse_position(&before).map_err(JobError::Position)?;
        for mv in &search.moves[seated.moves.len()..] {
            let step = self.typed.parse_move(&position, mv).map_err(JobError::Position)?;
            self.typed.advance(&mut position, step);
            seated.player.advance(step.code());
        }
        seated.moves.clone_from(&search.moves);
        let over = matches!(self.typed.judge(&position), Turn::Terminal(_));
        Ok(if over { None } else { Some(seated) })
    }

    fn think(
        &self,
        search: &Search,
        seated: &mut Seated<'g>,
        position: &Position,
        text: &str,
    ) -> Result<String, JobError> {
        let limits = Limits::none()
            .time(search.allowance.map(|allowance| allowance.most))
            .nodes(search.nodes)
            .memory(seated.spec.limits().memory)
            .stop(search.signals.stop.clone());
        let only: Vec<u32> = search.only.iter().map(|step| step.code()).collect();
        let choices = if only.is_empty() { count_moves(&self.typed, position) } else { only.len() };
        let mut pace = search.allowance.map(|allowance| Pace::new(allowance, choices == 1));
        let mut watch = |report: &Outcome| {
            info::lines(&self.typed, position, report).iter().for_each(|line| (self.say)(line));
            let enough = pace.as_mut().is_some_and(|pace| pace.is_enough(report));
            if enough || search.is_answered(report) {
                search.signals.stop.store(true, Ordering::Release);
            }
        };
        let mut report = seated.player.think_within(limits, &only, &mut watch)?;
        let by_chance = seated.spec.algorithm().entry().name == "random";
        let told = if has_compared(&report, choices) || by_chance {
            report.depth.is_some_and(|depth| depth > 0) && report.ahead.is_some()
        } else {
            let spec = PlayerSpec::parse(ONE_PLY).expect("it is a player");
            let mut player = self.game.player(&spec, Some(text), 1)?;
            report = player.think_within(Limits::none(), &only, &mut |_| ())?;
            false
        };
        if !told {
            info::lines(&self.typed, position, &report).iter().for_each(|line| (self.say)(line));
        }
        let moves = info::coordinates(&self.typed, position, &report.pv);
        match &moves[..] {
            [] => Err(JobError::Position(NotationError("there is no move".into()))),
            [best] => Ok(best.clone()),
            [best, reply, ..] => Ok(format!("{best} ponder {reply}")),
        }
    }
}

const MIB: usize = 1 << 20;

/// What answers if the limits did not suffice to compare the moves. It ends after a fraction of a millisecond.
const ONE_PLY: &str = "selective:l=1,hash=1MiB";

/// Whether a search has looked at each of so many moves at least.
fn has_compared(report: &Outcome, choices: usize) -> bool {
    let visits = report.moves.iter().map(|tried| u64::from(tried.visits)).sum();
    let looked = report.counts.nodes.max(visits) >= choices as u64;
    report.value().is_some() || looked && report.depth != Some(0)
}

fn count_moves(game: &Chess, position: &Position) -> usize {
    let mut moves = gametree::Moves::new();
    game.expand(position, &mut moves);
    moves.len()
}

impl Search {
    /// Whether what was asked for has been found: a depth, or a mate.
    fn is_answered(&self, report: &Outcome) -> bool {
        let deep = self.depth.is_some_and(|depth| report.depth.is_some_and(|found| found >= depth));
        let ends_in =
            report.ahead.as_ref().and_then(|ahead| ahead.ends_in.first().copied().flatten());
        let mated =
            self.mate.is_some_and(|moves| ends_in.is_some_and(|plies| plies.div_ceil(2) <= moves));
        deep || mated
    }
}
