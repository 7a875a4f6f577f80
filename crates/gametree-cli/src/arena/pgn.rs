//! Games of chess: those of a match in PGN (`--pgn`), and openings from files of games and of positions.

use std::path::PathBuf;

use gametree::job::{AnyGame, position_lines};
use gametree::{Game, Notation};
use gametree_arena::units::Series;
use gametree_arena::{Contest, Opening, Openings, Reason, Record, Winner};
use gametree_chess::Epd;
use gametree_chess::pgn::{self, Conclusion};
use gametree_machine::input;

use crate::args::Arena;
use crate::files::Destination;
use crate::output::complain;

/// How the event of our matches begins; a file of other games is not replaced.
const EVENT: &str = "gametree arena";

/// Where the games go, checked before they are played.
pub fn open(arguments: &Arena, game: &AnyGame) -> Result<Option<Destination>, String> {
    let Some(path) = &arguments.pgn else { return Ok(None) };
    if game.uci_options().is_none() {
        return Err("--pgn: only games of chess are written in PGN".into());
    }
    let there = std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() > 0);
    let ours = || {
        let text = input::read_text(path).unwrap_or_default();
        text.starts_with(&format!("[Event \"{EVENT}"))
    };
    if there && !ours() {
        return Err(format!(
            "--pgn: {} is there already, and was not written by this command (whose files begin with \
             [Event \"{EVENT}): choose another name, or remove it",
            path.display()
        ));
    }
    let openings = Some(PathBuf::from(&arguments.openings));
    let inputs: Vec<PathBuf> = openings.into_iter().chain(arguments.out.clone()).collect();
    Destination::open("--pgn", path, &inputs).map(Some)
}

/// All games, as a file.
pub fn write(contest: &Contest<'_>, games: &[Record]) -> Result<String, String> {
    let header = contest.header();
    let mut text = String::new();
    for game in games {
        let tags = [
            ("Event", format!("{EVENT}, seed {}", header.seed)),
            ("Site", "?".into()),
            ("Date", "????.??.??".into()),
            ("Round", game.number.to_string()),
            ("White", header.players[game.max].clone()),
            ("Black", header.players[game.min].clone()),
            ("Result", conclusion(game.result).text().into()),
            ("Termination", termination(game.reason).into()),
        ];
        let clock = header.clock.as_deref().map(|clock| ("TimeControl", clock.to_string()));
        let shuffled = header.game.starts_with("chess960");
        let variant = shuffled.then(|| ("Variant", "chess960".to_string()));
        let tags = tags.into_iter().chain(clock).chain(variant);
        let mut tags: Vec<(String, String)> =
            tags.map(|(name, value)| (name.to_string(), value)).collect();
        if let Some(fen) = start(&header.game, game)? {
            tags.extend([("SetUp".into(), "1".into()), ("FEN".into(), fen)]);
        }
        text += &one(tags, game).map_err(|reason| format!("game {}: {reason}", game.number))?;
        text.push('\n');
    }
    Ok(text)
}

/// The FEN of a game that does not begin at the start of chess.
fn start(game: &str, record: &Record) -> Result<Option<String>, String> {
    let fen = game.split_once(':').map(|(_, fen)| fen).filter(|fen| fen.contains('/'));
    if record.position.is_none() && fen.is_none() && !game.starts_with("chess960") {
        return Ok(None);
    }
    let opened = crate::games().open(game).map_err(|error| error.to_string())?;
    let board = opened.board(record.position.as_deref()).map_err(|error| error.to_string())?;
    Ok(board.uci().map(|(fen, _)| fen))
}

fn one(tags: Vec<(String, String)>, game: &Record) -> Result<String, String> {
    let mut record = pgn::Record::new(Vec::new(), conclusion(game.result));
    record.tags = tags;
    let (chess, mut position) = record.start()?;
    for text in game.opening.iter().chain(&game.moves) {
        let step = chess.parse_move(&position, text).map_err(|error| error.to_string())?;
        chess.advance(&mut position, step);
        record.moves.push(pgn::Played::new(step));
    }
    if let (Some(note), Some(last)) = (&game.note, record.moves.last_mut()) {
        last.comment.clone_from(note);
    }
    Ok(record.to_string())
}

fn conclusion(result: Winner) -> Conclusion {
    match result {
        Winner::Max => Conclusion::White,
        Winner::Draw => Conclusion::Draw,
        Winner::Min => Conclusion::Black,
    }
}

/// As the standard names it.
fn termination(reason: Reason) -> &'static str {
    match reason {
        Reason::Over => "normal",
        Reason::Time => "time forfeit",
        Reason::Illegal => "rules infraction",
        Reason::Crash => "abandoned",
        _ => "adjudication",
    }
}

/// The beginnings of games. Those that cannot be read, or are over by then, are reported and left out.
pub fn openings(file: &str, content: &str, plies: u32, game: &AnyGame) -> Result<Openings, String> {
    let mut lines: Vec<Opening> = Vec::new();
    for (i, record) in pgn::read(content).into_iter().enumerate() {
        let opening = record.map_err(|error| error.to_string()).and_then(|record| {
            let opening = beginning(&record, plies, game);
            opening.map_err(|reason| format!("game {}: {reason}", i + 1))
        });
        match opening {
            // Games often begin alike.
            Ok(opening) if lines.contains(&opening) => (),
            Ok(opening) => lines.push(opening),
            Err(reason) => complain(&format!("{file}, {reason}; left out")),
        }
    }
    if lines.is_empty() { Err("no game".into()) } else { Ok(Openings::Lines(lines)) }
}

fn beginning(record: &pgn::Record, plies: u32, game: &AnyGame) -> Result<Opening, String> {
    let (chess, mut position) = record.start()?;
    let start = record.tag("FEN").map(|_| chess.fen(&position));
    let mut texts = Vec::new();
    for played in record.moves.iter().take(plies as usize) {
        texts.push(chess.move_text(&position, played.step));
        chess.advance(&mut position, played.step);
    }
    Opening::of_moves(game, start.as_deref(), &texts)
}

/// The positions of a test suite, from which games begin.
pub fn openings_of_epd(content: &str, game: &AnyGame) -> Result<Openings, String> {
    let fen = |number, line: &str| {
        let epd = Epd::parse(line).map_err(|error| error.to_string())?;
        Ok((number, epd.game().fen(epd.position())))
    };
    let mut lines: Vec<String> = Vec::new();
    for read in position_lines(content, fen) {
        let (number, fen) = read?;
        // Lines that hold nothing stay, so that messages count as the file does.
        lines.resize(number - 1, String::new());
        lines.push(fen);
    }
    Openings::parse_lines(&lines.join("\n"), game)
}
