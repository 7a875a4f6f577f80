//! `gametree play`: a game against the machine, in the terminal or over a pipe.

mod prompt;
mod record;
mod words;

use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use gametree::Outcome;
use gametree::job::Catalogue;
use gametree::job::{AnyGame, Board, JobError, Player, PlayerSpec};
use gametree::registry::nearest;
use gametree::{Draws, Kind, Notation, Turn, splitmix64};

use crate::analyse::{Live, list_all_moves};
use crate::answer::{summary, table};
use crate::args::{PLAY_WORDS, Play, Side};
use crate::output::Ending;
use crate::progress::before_leaving;
use crate::question::open;
use crate::{board, explain, text};
use prompt::{Line, Prompt};
use record::Record;
use words::{end, in_brackets};

/// The most moves that are listed where no board is drawn.
const MOST_MOVES: usize = 40;

/// Plays a game, to its end or until the user quits.
pub fn run(games: &Catalogue, arguments: &Play) -> Result<(String, Ending), String> {
    let mut record = begin(games, arguments)?;
    let game = open(games, &record.game)?;
    let player = PlayerSpec::parse(&record.against).map_err(|error| error.to_string())?;
    let moves = std::mem::take(&mut record.moves);
    let mut session = Session::new(&game, &player, record, arguments.threads.number())?;
    session.file.clone_from(&arguments.load);
    session.replay(&moves)?;
    session.greet()?;
    Ok((String::new(), session.run()?))
}

/// The game that the arguments ask for, or the one that they go on with.
fn begin(games: &Catalogue, arguments: &Play) -> Result<Record, String> {
    let suits = |game: &str| games.player(game).map_err(|error| error.to_string());
    let by_level = |game: &str| {
        let level = arguments
            .level
            .map(|level| Ok::<_, String>(format!("{}:nodes={}", suits(game)?, level.nodes())));
        level.transpose()
    };
    let named = arguments.game.clone();
    if let Some(path) = &arguments.load {
        let record = Record::load(path)?;
        let (shown, game) = (path.display(), text::plain(&record.game));
        // What only the file names is not opened.
        let opens_a_file = crate::files::of_game(&record.game).is_some();
        if named.as_ref().map_or(opens_a_file, |named| *named != record.game) {
            return Err(format!("{shown} is a game of {game}: write play {game} --load {shown}"));
        }
        let against = arguments.against.clone().or(by_level(&record.game)?);
        return Ok(Record { against: against.unwrap_or_else(|| record.against.clone()), ..record });
    }
    let game = named.expect("without a file there is a game");
    let against = match arguments.against.clone().or(by_level(&game)?) {
        Some(against) => against,
        None => format!("{}:time=1s", suits(&game)?),
    };
    Ok(Record {
        against,
        game,
        side: arguments.side,
        seed: arguments.seed.unwrap_or_else(any_seed),
        position: arguments.position.clone(),
        moves: arguments.moves.clone().unwrap_or_default(),
    })
}

/// A seed that is another one every time, and short enough to be typed.
fn any_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::process::id()) % 1_000_000
}

/// A game between the user and the machine.
struct Session<'a> {
    game: &'a AnyGame,
    player: &'a PlayerSpec,
    /// All about the game but its moves.
    record: Record,
    /// Where it is kept, if it is.
    file: Option<PathBuf>,
    /// What is said if an interrupt ends the program.
    farewell: Arc<Mutex<String>>,
    prompt: Prompt,
    board: Board<'a>,
    machine: Player<'a>,
    threads: NonZero<usize>,
    own: Kind,
    /// The number of moves before each of the user's.
    own_moves: Vec<usize>,
    /// It was said that the machine sees next to nothing in its time.
    warned: bool,
    resigned: bool,
    turned: bool,
    /// The number of moves when the board was last drawn.
    drawn: Option<usize>,
}

/// The effect of a line of input.
enum Said {
    /// The game has changed.
    Changed,
    Nothing,
    Quit,
    Interrupt,
}

impl<'a> Session<'a> {
    fn new(
        game: &'a AnyGame,
        player: &'a PlayerSpec,
        record: Record,
        threads: NonZero<usize>,
    ) -> Result<Session<'a>, String> {
        let machine = machine(game, player, &record, threads)?;
        let board = game.board(record.position.as_deref());
        let board = board.map_err(|error| explain::player(error, player, &record.game))?;
        let farewell = Arc::new(Mutex::new(String::new()));
        let own = if record.side == Side::First { Kind::Max } else { Kind::Min };
        let prompt = Prompt::new();
        let (last_words, mut restore) = (Arc::clone(&farewell), prompt::restorer());
        before_leaving(move || {
            restore();
            let last_words = last_words.lock().unwrap_or_else(PoisonError::into_inner);
            // If even this cannot be written, there is nothing left to do.
            let _ = write!(io::stderr(), "{last_words}");
        });
        Ok(Session {
            game,
            player,
            file: None,
            farewell,
            prompt,
            board,
            machine,
            threads,
            own,
            own_moves: Vec::new(),
            warned: false,
            resigned: false,
            turned: own == Kind::Min,
            drawn: None,
            record,
        })
    }

    /// Plays the moves that were played before.
    fn replay(&mut self, moves: &str) -> Result<(), String> {
        let texts = self.game.erased().split_moves(moves);
        for (number, text) in (1..).zip(texts) {
            let mv = self.board.parse(text).map_err(|error| format!("move {number}: {error}"))?;
            if self.board.turn() == Turn::Inner(self.own) {
                self.own_moves.push(self.board.played().len());
            }
            self.make(mv);
        }
        Ok(())
    }

    fn greet(&mut self) -> Result<(), String> {
        let side = if self.own == Kind::Max { "first" } else { "second" };
        let Record { game, against, seed, .. } = &self.record;
        self.say(&format!(
            "{game} against {against}; you are the {side} player (--seed {seed}). 'help' lists what you can say."
        ))
    }

    fn run(&mut self) -> Result<Ending, String> {
        self.draw()?;
        self.go_on()?;
        // Over a pipe a finished game is the end.
        while !(self.is_over() && self.prompt.is_plain()) {
            match self.listen()? {
                Said::Changed => self.go_on()?,
                Said::Nothing => {}
                Said::Quit => {
                    let farewell = self.how_to_go_on();
                    self.write(&farewell)?;
                    break;
                }
                Said::Interrupt => {
                    let farewell = self.how_to_go_on();
                    self.write(&farewell)?;
                    return Ok(Ending::CutShort);
                }
            }
        }
        Ok(Ending::Answered)
    }

    fn is_over(&self) -> bool {
        self.resigned || matches!(self.board.turn(), Turn::Terminal(_))
    }

    /// Chance and the machine move, until it is the user's turn or the game is over.
    fn go_on(&mut self) -> Result<(), String> {
        loop {
            self.keep()?;
            match self.board.turn() {
                _ if self.resigned => {
                    return self.say("You resign: the machine wins.");
                }
                Turn::Terminal(value) => {
                    self.draw_news()?;
                    let result = end(self.game, value, self.own);
                    return self.say(&format!("The game is over: {result}."));
                }
                Turn::Inner(Kind::Chance) => self.roll()?,
                Turn::Inner(kind) if kind != self.own => self.answer()?,
                Turn::Inner(_) => return self.draw_news(),
            }
        }
    }

    /// Chance moves. The dice depend on the seed and the number of moves alone: taking a move back does not change them.
    fn roll(&mut self) -> Result<(), String> {
        let outcomes = self.board.likely_moves();
        let weights: Vec<f64> = outcomes.iter().map(|(_, weight)| *weight).collect();
        let number = self.board.played().len() as u64;
        let mut dice = Draws::new(splitmix64(self.record.seed, number));
        let outcome = outcomes[dice.index_by_weight(&weights)].0;
        self.say(&format!("chance: {}", self.board.text(outcome)))?;
        self.make(outcome);
        Ok(())
    }

    /// The machine moves.
    fn answer(&mut self) -> Result<(), String> {
        let report = self.think()?;
        let Some(mv) = report.best_move().map(|mv| mv.code) else {
            return Err(format!("{} finds no move here", self.player));
        };
        let thought = in_brackets(self.game, &report, self.own);
        self.say(&format!("machine: {}{thought}", self.board.text(mv)))?;
        let haste = explain::haste(&report, self.game, self.player, &self.record.game);
        if let Some(haste) = haste.filter(|_| !self.warned) {
            self.say(&haste)?;
            self.warned = true;
        }
        self.make(mv);
        // After a throw it is drawn once more.
        if self.board.turn() == Turn::CHANCE { Ok(()) } else { self.draw() }
    }

    fn think(&mut self) -> Result<Outcome, String> {
        let live = Live::new(false);
        let report = self.machine.think(None, &mut |report| live.show(report));
        report.map_err(|error| self.explained(error))
    }

    /// What the machine knows about every move.
    fn analyse(&mut self) -> Result<Outcome, String> {
        let live = Live::new(false);
        let mut spec = self.player.clone();
        let report = if list_all_moves(&mut spec, self.board.moves().len()) {
            let mut other = machine(self.game, &spec, &self.record, self.threads)?;
            self.board.played().iter().for_each(|&mv| other.advance(mv));
            other.analyse(None, &mut |report| live.show(report))
        } else {
            self.machine.analyse(None, &mut |report| live.show(report))
        };
        report.map_err(|error| self.explained(error))
    }

    fn explained(&self, error: JobError) -> String {
        explain::player(error, self.player, &self.record.game)
    }

    /// Reads a line from the user.
    fn listen(&mut self) -> Result<Said, String> {
        let over = self.is_over();
        let line = self.prompt.read(if over { "new, undo or quit: " } else { "your move: " })?;
        let line = match line {
            Line::Said(line) => line,
            Line::End => return Ok(Said::Quit),
            Line::Interrupt => return Ok(Said::Interrupt),
        };
        let line = line.trim();
        // A move comes first: a game may have one that is called like a command.
        let lower = line.to_ascii_lowercase();
        let parsed = self.board.parse(line);
        match parsed.or_else(|error| self.board.parse(&lower).map_err(|_| error)) {
            Ok(mv) if !over && !line.is_empty() => {
                self.own_moves.push(self.board.played().len());
                self.make(mv);
                self.draw()?;
                Ok(Said::Changed)
            }
            Ok(_) => self.obey(line, ""),
            Err(error) => self.obey(line, &error.to_string()),
        }
    }

    /// Does what the user says that is no move, as `error` says.
    fn obey(&mut self, line: &str, error: &str) -> Result<Said, String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) => {}
            ("quit" | "exit", "") => return Ok(Said::Quit),
            ("help" | "?", "") => self.say(PLAY_WORDS)?,
            ("board", "") => self.draw()?,
            ("turn", "") if board::has_sides(self.game) => {
                self.turned = !self.turned;
                self.draw()?;
            }
            ("turn", "") => {
                self.say("this board has no upper and lower side to be turned round")?
            }
            ("moves", "") => {
                let texts = self.board.moves().into_iter().map(|mv| self.board.text(mv));
                self.say(&texts.collect::<Vec<_>>().join(" "))?;
            }
            ("undo", "") => return self.undo(),
            ("new", "") => return self.begin_again(),
            ("save", "") => self.say("into which file? write save FILE")?,
            ("save", path) => return self.save(Path::new(path)),
            (_, "") if self.is_over() => {
                self.say("the game is over; say new, undo, save FILE or quit")?;
            }
            ("resign", "") => {
                self.resigned = true;
                return Ok(Said::Changed);
            }
            ("hint", "") => {
                let report = self.think()?;
                let hint = report.pv.first().map_or("no idea", |mv| mv);
                let thought = in_brackets(self.game, &report, self.own);
                self.say(&format!("hint: {hint}{thought}"))?;
            }
            ("analyse" | "analyze", "") => {
                let report = self.analyse()?;
                self.say(&format!("{}\n{}", summary(&report), table(&report).trim_end()))?;
            }
            (word, _) => {
                let commands = PLAY_WORDS.lines().filter_map(|line| line.split(' ').next());
                let near = nearest(word, commands).map(|near| format!("; did you mean '{near}'?"));
                let near = near.unwrap_or_else(|| "; 'help' lists what else you can say".into());
                self.say(&format!("{error}{near}"))?;
            }
        }
        Ok(Said::Nothing)
    }

    fn make(&mut self, mv: u32) {
        self.board.play(mv);
        self.machine.advance(mv);
    }

    /// Goes back to before the user's last move.
    fn undo(&mut self) -> Result<Said, String> {
        if std::mem::take(&mut self.resigned) {
            self.draw()?;
            return Ok(Said::Changed);
        }
        let Some(before) = self.own_moves.pop() else {
            self.say("there is nothing to take back")?;
            return Ok(Said::Nothing);
        };
        while self.board.played().len() > before {
            self.board.take_back();
        }
        // A new player for the machine replays the moves so far.
        self.machine = machine(self.game, self.player, &self.record, self.threads)?;
        self.board.played().iter().for_each(|&mv| self.machine.advance(mv));
        self.draw()?;
        Ok(Said::Changed)
    }

    /// Starts a new game. The old one stays in its file.
    fn begin_again(&mut self) -> Result<Said, String> {
        while self.board.take_back() {}
        // Other dice, but those of the same seed again if the user gave it.
        self.record.seed = self.record.seed.wrapping_add(1);
        self.machine = machine(self.game, self.player, &self.record, self.threads)?;
        (self.own_moves, self.resigned) = (Vec::new(), false);
        self.greet()?;
        if let Some(path) = self.file.take() {
            let path = path.display();
            self.say(&format!("The last game is in {path}; 'save FILE' keeps this one, too."))?;
        }
        self.draw()?;
        Ok(Said::Changed)
    }

    /// Keeps the game in a file, from now on.
    fn save(&mut self, path: &Path) -> Result<Said, String> {
        // What cannot be written is no reason to end the game.
        match self.record_now().save(path) {
            Ok(()) => {
                self.say(&format!("kept in {}, from now on after every move", path.display()))?;
                self.file = Some(path.to_path_buf());
                self.keep()?;
            }
            Err(reason) => self.say(&reason)?,
        }
        Ok(Said::Nothing)
    }

    fn record_now(&self) -> Record {
        Record { moves: self.board.position_text(), ..self.record.clone() }
    }

    /// Notes the game so far where the user finds it again.
    fn keep(&mut self) -> Result<(), String> {
        if let Some(path) = self.file.take() {
            match self.record_now().save(&path) {
                Ok(()) => self.file = Some(path),
                Err(reason) => self.say(&format!("{reason}; the game is not kept any more"))?,
            }
        }
        let farewell = format!("\n{}", self.how_to_go_on());
        *self.farewell.lock().unwrap_or_else(PoisonError::into_inner) = farewell;
        Ok(())
    }

    /// How to go on with the game, if there is anything to go on with.
    fn how_to_go_on(&self) -> String {
        if self.is_over() || self.own_moves.is_empty() {
            return String::new();
        }
        let command = match &self.file {
            Some(path) => self.record.command_with_file(path),
            None => self.record_now().command(),
        };
        format!("To go on: {command}\n")
    }

    fn draw(&mut self) -> Result<(), String> {
        let drawing = self.board.drawing();
        let before = self.board.drawing_before();
        let shown = board::show_from(self.game, &drawing, before.as_deref(), self.turned);
        let shown = if drawing.is_empty() { self.in_words() } else { shown };
        self.drawn = Some(self.board.played().len());
        self.say(&format!("\n{shown}\n"))
    }

    /// Draws the board, if something has moved since it was drawn.
    fn draw_news(&mut self) -> Result<(), String> {
        if self.drawn == Some(self.board.played().len()) { Ok(()) } else { self.draw() }
    }

    /// The position of a game that draws none: the moves so far, and those that can follow.
    fn in_words(&self) -> String {
        let mut played: Vec<String> = self.record.position.iter().cloned().collect();
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

/// The machine at the beginning of a game.
fn machine<'a>(
    game: &'a AnyGame,
    player: &PlayerSpec,
    record: &Record,
    threads: NonZero<usize>,
) -> Result<Player<'a>, String> {
    let explained = |error| explain::player(error, player, &record.game);
    let machine = game.player(player, record.position.as_deref(), record.seed);
    let mut machine = machine.map_err(explained)?;
    machine.set_threads(threads);
    Ok(machine)
}
