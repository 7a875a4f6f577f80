//! The thread that searches.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use gametree::job::{Allowance, AnyGame, Pace, Player, PlayerSpec, Report};
use gametree::{Game, Limits, Move, Notation};
use gametree_games::chess::{Chess, Step};

use super::{info, is_set, say};

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
pub fn serve(inbox: &mpsc::Receiver<Order>) {
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
                let typed = if search.shuffled { Chess::new().as_shuffled() } else { Chess::new() };
                // The crate of the games is compiled for speed, and this one is not.
                let name = if search.shuffled { "chess960" } else { "chess" };
                let game = gametree_games::open(name).expect("it is in the catalogue");
                next = Desk { typed, game: &game, inbox }.serve(search);
            }
        }
    }
}

/// A game, and who asks about it.
struct Desk<'g> {
    typed: Chess,
    game: &'g AnyGame,
    inbox: &'g mpsc::Receiver<Order>,
}

/// A player, and what it has seen of the game.
struct Seated<'g> {
    player: Player<'g>,
    spec: String,
    start: String,
    moves: Vec<String>,
}

impl<'g> Desk<'g> {
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
        let text = format!("{} moves {}", search.start, search.moves.join(" "));
        let (best, seated) = match self.seat(search, seated, &text) {
            Ok(mut seated) => (self.think(search, &mut seated, &text), Some(seated)),
            Err(reason) => (Err(reason), None),
        };
        while search.signals.waits() && !is_set(&search.signals.stop) {
            std::thread::sleep(Duration::from_millis(1));
        }
        match best {
            Ok(line) => say(&format!("bestmove {line}")),
            Err(reason) => {
                say(&format!("info string {reason}"));
                say("bestmove (none)");
            }
        }
        // What was found about some moves only says nothing about the others.
        seated.filter(|_| search.only.is_empty())
    }

    /// The player at this position: the one of the last search, if the game went on from there.
    fn seat(
        &self,
        search: &Search,
        seated: Option<Seated<'g>>,
        text: &str,
    ) -> Result<Seated<'g>, String> {
        let spec = search.player.to_string();
        let goes_on = |seated: &Seated<'_>| {
            let longer = search.moves.len() > seated.moves.len();
            let same = seated.start == search.start && search.moves.starts_with(&seated.moves);
            longer && same && seated.spec == spec
        };
        if let Some(mut seated) = seated.filter(goes_on) {
            let mut position = self
                .typed
                .parse_position(&format!("{} moves {}", seated.start, seated.moves.join(" ")))
                .map_err(|error| error.to_string())?;
            for mv in &search.moves[seated.moves.len()..] {
                let step =
                    self.typed.parse_move(&position, mv).map_err(|error| error.to_string())?;
                self.typed.advance(&mut position, step);
                seated.player.advance(step.code());
            }
            seated.moves.clone_from(&search.moves);
            return Ok(seated);
        }
        let player = self.game.player(&search.player, Some(text), 1);
        let mut player = player.map_err(|error| error.to_string())?;
        if search.threads.get() > 1 {
            player.set_threads(search.threads);
        }
        Ok(Seated { player, spec, start: search.start.clone(), moves: search.moves.clone() })
    }

    fn think(
        &self,
        search: &Search,
        seated: &mut Seated<'g>,
        text: &str,
    ) -> Result<String, String> {
        let position = self.typed.parse_position(text).map_err(|error| error.to_string())?;
        let limits = Limits::none()
            .time(search.allowance.map(|allowance| allowance.most))
            .nodes(search.nodes)
            .memory(search.player.limits().memory)
            .stop(search.signals.stop.clone());
        let only: Vec<u32> = search.only.iter().map(|step| step.code()).collect();
        let only_move = only.len() == 1 || has_one_move(&self.typed, &position);
        let mut pace = search.allowance.map(|allowance| Pace::new(allowance, only_move));
        let mut watch = |report: &Report| {
            for line in info::lines(&self.typed, &position, report) {
                say(&line);
            }
            let enough = pace.as_mut().is_some_and(|pace| pace.is_enough(report));
            if enough || search.is_answered(report) {
                search.signals.stop.store(true, Ordering::Release);
            }
        };
        let report = seated.player.think_within(limits, &only, &mut watch);
        let report = report.map_err(|error| error.to_string())?;
        if report.depth.is_none_or(|depth| depth == 0) || report.ahead.is_none() {
            info::lines(&self.typed, &position, &report).iter().for_each(|line| say(line));
        }
        let moves = info::coordinates(&self.typed, &position, &report.pv);
        match &moves[..] {
            [] => Err("there is no move".into()),
            [best] => Ok(best.clone()),
            [best, reply, ..] => Ok(format!("{best} ponder {reply}")),
        }
    }
}

fn has_one_move(game: &Chess, position: &gametree_games::chess::Position) -> bool {
    let mut moves = gametree::Moves::new();
    game.expand(position, &mut moves);
    moves.len() == 1
}

impl Search {
    /// Whether what was asked for has been found: a depth, or a mate.
    fn is_answered(&self, report: &Report) -> bool {
        let deep = self.depth.is_some_and(|depth| report.depth.is_some_and(|found| found >= depth));
        let ends_in =
            report.ahead.as_ref().and_then(|ahead| ahead.ends_in.first().copied().flatten());
        let mated =
            self.mate.is_some_and(|moves| ends_in.is_some_and(|plies| plies.div_ceil(2) <= moves));
        deep || mated
    }
}
