//! `gametree play`: a game against the machine, in the terminal or over a pipe.

use std::io::{self, BufRead, IsTerminal, Write};
use std::num::NonZero;

use gametree::job::{AnyGame, Board, JobError, Player, PlayerSpec, Report};
use gametree::{Draws, Kind, Turn};
use gametree_games::Catalogue;
use gametree_lab::arena::{Winner, winner};

use crate::analyse::Live;
use crate::answer::{summary, table};
use crate::args::{Play, Side};
use crate::output::Ending;
use crate::question::open;
use crate::{board, explain, text};

const HELP: &str = "\
a move    plays it
hint      what the machine would play in your place
analyse   all that the machine thinks of the position
undo      takes back your last move, and the answer to it
moves     lists the legal moves
board     draws the board again
quit      ends the game";

/// The most moves that are listed where no board is drawn.
const MOST_MOVES: usize = 40;

/// Plays a game, to its end or until the user quits.
pub fn run(games: &Catalogue, arguments: &Play) -> Result<(String, Ending), String> {
    let game = open(games, &arguments.game)?;
    let named = arguments.against.clone();
    let named = named.unwrap_or_else(|| format!("{}:time=1s", games.player(&arguments.game)));
    let player = PlayerSpec::parse(&named).map_err(|error| error.to_string())?;
    let mut session = Session::new(&game, &player, arguments)?;
    session.say(&format!(
        "{} against {player}; you are the {} player. 'help' lists what you can say.",
        arguments.game,
        if arguments.side == Side::First { "first" } else { "second" },
    ))?;
    session.run()?;
    Ok((String::new(), Ending::Answered))
}

/// A game between the user and the machine.
struct Session<'a> {
    game: &'a AnyGame,
    arguments: &'a Play,
    player: &'a PlayerSpec,
    board: Board<'a>,
    machine: Player<'a>,
    dice: Draws,
    threads: NonZero<usize>,
    own: Kind,
    /// The number of moves before each of the user's.
    own_moves: Vec<usize>,
    /// It was said that the machine sees next to nothing in its time.
    warned: bool,
}

/// The effect of a line of input.
enum Said {
    Moved,
    Nothing,
    Quit,
}

impl<'a> Session<'a> {
    fn new(
        game: &'a AnyGame,
        player: &'a PlayerSpec,
        arguments: &'a Play,
    ) -> Result<Session<'a>, String> {
        let explained = |error| explain::player(error, player, &arguments.game);
        let position = arguments.position.as_deref();
        let threads = arguments.threads.number();
        let mut machine = game.player(player, position, arguments.seed).map_err(explained)?;
        machine.set_threads(threads);
        Ok(Session {
            game,
            arguments,
            player,
            board: game.board(position).map_err(explained)?,
            machine,
            threads,
            dice: Draws::new(arguments.seed),
            own: if arguments.side == Side::First { Kind::Max } else { Kind::Min },
            own_moves: Vec::new(),
            warned: false,
        })
    }

    fn run(&mut self) -> Result<(), String> {
        self.draw()?;
        loop {
            match self.board.turn() {
                Turn::Terminal(value) => {
                    let who = self.game.value_text(value).unwrap_or_else(|| {
                        let who = match winner(Some(value.get()), self.game.value_range()) {
                            Winner::Max => "first player wins",
                            Winner::Min => "second player wins",
                            Winner::Draw => "draw",
                        };
                        format!("{who} ({})", text::number(value))
                    });
                    return self.say(&format!("The game is over: {who}."));
                }
                Turn::Inner(Kind::Chance) => self.roll()?,
                Turn::Inner(kind) if kind != self.own => self.answer()?,
                Turn::Inner(_) => {
                    if matches!(self.listen()?, Said::Quit) {
                        return Ok(());
                    }
                }
            }
        }
    }

    /// Chance moves.
    fn roll(&mut self) -> Result<(), String> {
        let outcomes = self.board.likely_moves();
        let weights: Vec<f64> = outcomes.iter().map(|(_, weight)| *weight).collect();
        let outcome = outcomes[self.dice.index_by_weight(&weights)].0;
        self.say(&format!("chance: {}", self.board.text(outcome)))?;
        self.make(outcome);
        Ok(())
    }

    /// The machine moves.
    fn answer(&mut self) -> Result<(), String> {
        let report = self.think()?;
        let Some(mv) = report.best else {
            return Err(format!("{} finds no move here", self.player));
        };
        self.say(&format!("machine: {}  ({})", self.board.text(mv), about(&report)))?;
        let haste = explain::haste(&report, self.game, self.player, &self.arguments.game);
        if let Some(haste) = haste.filter(|_| !self.warned) {
            self.say(&haste)?;
            self.warned = true;
        }
        self.make(mv);
        self.draw()
    }

    fn think(&mut self) -> Result<Report, String> {
        let live = Live::new(false);
        let report = self.machine.think(None, &mut |report| live.show(report));
        report.map_err(|error| self.explained(error))
    }

    /// What the machine knows about every move.
    fn analyse(&mut self) -> Result<Report, String> {
        let live = Live::new(false);
        let report = self.machine.analyse(None, &mut |report| live.show(report));
        report.map_err(|error| self.explained(error))
    }

    fn explained(&self, error: JobError) -> String {
        explain::player(error, self.player, &self.arguments.game)
    }

    /// Reads a line from the user.
    fn listen(&mut self) -> Result<Said, String> {
        if io::stdin().is_terminal() {
            self.write("your move: ")?;
        }
        let mut line = String::new();
        let read = io::stdin().lock().read_line(&mut line);
        if read.map_err(|error| format!("cannot read the input: {error}"))? == 0 {
            return Ok(Said::Quit);
        }
        match line.trim() {
            "" => {}
            "quit" | "exit" => return Ok(Said::Quit),
            "help" => self.say(HELP)?,
            "board" => self.draw()?,
            "moves" => {
                let texts = self.board.moves().into_iter().map(|mv| self.board.text(mv));
                self.say(&texts.collect::<Vec<_>>().join(" "))?;
            }
            "undo" => self.undo()?,
            "hint" => {
                let report = self.think()?;
                let hint = report.pv.first().map_or("no idea", String::as_str);
                self.say(&format!("hint: {hint}  ({})", about(&report)))?;
            }
            "analyse" | "analyze" => {
                let report = self.analyse()?;
                self.say(&format!("{}\n{}", summary(&report), table(&report).trim_end()))?;
            }
            text => match self.board.parse(text) {
                Err(error) => self.say(&format!("{error}; 'help' lists what else you can say"))?,
                Ok(mv) => {
                    self.own_moves.push(self.board.played().len());
                    self.make(mv);
                    self.draw()?;
                    return Ok(Said::Moved);
                }
            },
        }
        Ok(Said::Nothing)
    }

    fn make(&mut self, mv: u32) {
        self.board.play(mv);
        self.machine.advance(mv);
    }

    /// Goes back to before the user's last move.
    fn undo(&mut self) -> Result<(), String> {
        let Some(before) = self.own_moves.pop() else {
            return self.say("there is nothing to take back");
        };
        while self.board.played().len() > before {
            self.board.take_back();
        }
        // A new player for the machine replays the moves so far.
        let (position, seed) = (self.arguments.position.as_deref(), self.arguments.seed);
        let machine = self.game.player(self.player, position, seed);
        self.machine =
            machine.map_err(|e| explain::player(e, self.player, &self.arguments.game))?;
        self.machine.set_threads(self.threads);
        self.board.played().iter().for_each(|&mv| self.machine.advance(mv));
        self.draw()
    }

    fn draw(&self) -> Result<(), String> {
        let drawing = self.board.drawing();
        let before = self.board.drawing_before();
        let shown = board::show(self.game, &drawing, before.as_deref());
        let shown = if drawing.is_empty() { self.in_words() } else { shown };
        self.say(&format!("\n{shown}\n"))
    }

    /// The position of a game that draws none: the moves so far, and those that can follow.
    fn in_words(&self) -> String {
        let mut played: Vec<String> = self.arguments.position.iter().cloned().collect();
        played.extend(self.board.played_texts());
        let so_far = if played.is_empty() { "none".into() } else { played.join(" ") };
        let moves: Vec<String> =
            self.board.moves().into_iter().map(|mv| self.board.text(mv)).collect();
        match moves.len() {
            0 => format!("played: {so_far}"),
            _ => format!("played: {so_far}\nmoves:  {}", text::first_of(&moves, MOST_MOVES)),
        }
    }

    fn say(&self, text: &str) -> Result<(), String> {
        self.write(&format!("{text}\n"))
    }

    /// Writes and flushes: the user is waiting for it.
    fn write(&self, text: &str) -> Result<(), String> {
        let mut out = io::stdout().lock();
        let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        written.map_err(|error| format!("cannot write the output: {error}"))
    }
}

/// What the machine thinks of the move that it plays, and of the position.
fn about(report: &Report) -> String {
    let visits = report.moves.first().filter(|mv| mv.visits > 0);
    let visits =
        visits.map_or(String::new(), |mv| format!("{} visits, ", text::grouped(mv.visits.into())));
    format!("{visits}{}", summary(report))
}
