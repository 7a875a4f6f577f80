//! `gametree analyse`.

use std::io::IsTerminal;

use gametree::Outcome;
use gametree::Stop;
use gametree::job::Catalogue;
use gametree::job::PlayerSpec;
use indicatif::{ProgressBar, ProgressStyle};

use crate::answer::{Answer, line, summary, table};
use crate::args::{Analyse, Format};
use crate::output::Ending;
use crate::progress::interrupt_flag;
use crate::question::open;
use crate::{board, explain, json, text};

/// The default time limit.
const DEFAULT_TIME: &str = "5s";

/// Has a player analyse a position.
pub fn run(games: &Catalogue, arguments: &Analyse) -> Result<(String, Ending), String> {
    let game = open(games, &arguments.game)?;
    let mut spec = player(games, arguments)?;
    let position = arguments.position.as_deref();
    let board = game.board(position);
    let board = board.map_err(|error| explain::player(error, &spec, &arguments.game))?;
    let compares = list_all_moves(&mut spec, board.moves().len());
    let explained = |error| explain::player(error, &spec, &arguments.game);
    let mut player = game.player(&spec, position, arguments.seed).map_err(explained)?;
    player.set_threads(arguments.threads.number());
    let live = Live::new(arguments.quiet);
    let mut watch = |report: &Outcome| live.show(report);
    let report = player.analyse(Some(interrupt_flag()), &mut watch).map_err(explained)?;
    drop(live);
    let output = match arguments.format {
        Format::Json => {
            let (name, seed) = (&arguments.game, arguments.seed);
            let answer = Answer::new(name, position, seed, &report).with_note(game.note());
            json::line(&answer.by_player(&spec))
        }
        Format::Text => {
            let before = position.and_then(|text| game.drawing_before(text));
            let board = board::show(&game, &board.drawing(), before.as_deref());
            let haste = explain::haste(&report, &game, &spec, &arguments.game);
            let haste = haste.map_or(String::new(), |haste| format!("\n{haste}\n"));
            for_people(arguments, &spec, &report, compares, &board) + &haste
        }
    };
    // Time and nodes are the budget of an analysis: spending them is a regular end.
    let interrupted = report.stop == Stop::Interrupted;
    Ok((output, if interrupted { Ending::CutShort } else { Ending::Answered }))
}

/// The player, and its limits.
fn player(games: &Catalogue, arguments: &Analyse) -> Result<PlayerSpec, String> {
    let named = match arguments.by.as_deref() {
        Some(named) => named,
        None => games.player(&arguments.game).map_err(|error| error.to_string())?,
    };
    let mut player = PlayerSpec::parse(named).map_err(|error| error.to_string())?;
    let Analyse { time, nodes, memory, .. } = arguments;
    for (key, value) in [("time", time), ("nodes", nodes), ("memory", memory)] {
        if let Some(value) = value {
            player.set(key, value).map_err(|error| error.to_string())?;
        }
    }
    if !player.is_limited() {
        player.set("time", DEFAULT_TIME).map_err(|error| error.to_string())?;
    }
    Ok(player)
}

fn for_people(
    arguments: &Analyse,
    player: &PlayerSpec,
    report: &Outcome,
    compares: bool,
    board: &str,
) -> String {
    let at = arguments.position.as_ref().map_or(String::new(), |p| format!(" at {p}"));
    let mut out = format!("{}{at}, by {player}\n", arguments.game);
    out += &format!("{}\n", summary(report));
    if let Some(best) = report.pv.first() {
        out += &format!("move {}, pv {}\n", text::bold(best), line(&report.pv));
    }
    out += &format!("\n{}", table(report));
    if compares {
        let name = player.algorithm().entry().name;
        out +=
            &format!("'--by {name}:lines=1' finds the best move alone, and looks further ahead\n");
    }
    if !board.is_empty() {
        out += &format!("\n{}\n", board.trim_end());
    }
    out
}

/// Has a player that compares as many moves as it is told to list all of them, unless it was told how many; says
/// whether that changed anything.
pub fn list_all_moves(player: &mut PlayerSpec, moves: usize) -> bool {
    let told = player.to_string().contains("lines=");
    let compares = player.algorithm().get("lines").is_some() && !told && moves > 1;
    if compares {
        let lines = moves.min(MOST_LINES).to_string();
        player.set("lines", &lines).expect("as many lines as it takes");
    }
    compares
}

/// The most moves that 'selective' compares.
const MOST_LINES: usize = 256;

/// The table on standard error while it changes, if that is a terminal.
pub struct Live(Option<ProgressBar>);

impl Live {
    pub fn new(quiet: bool) -> Live {
        Live((!quiet && std::io::stderr().is_terminal()).then(|| {
            let style = ProgressStyle::with_template("{msg}").expect("a template");
            ProgressBar::new_spinner().with_style(style)
        }))
    }

    pub fn show(&self, report: &Outcome) {
        if let Some(bar) = &self.0 {
            bar.set_message(format!("{}\n{}", summary(report), table(report)));
            bar.tick();
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
