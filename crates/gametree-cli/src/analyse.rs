//! `gametree analyse`.

use std::io::IsTerminal;

use gametree::job::{Opinion, PlayerSpec};
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::{Analyse, Format};
use crate::opinion::{Analysed, explain, summary, table};
use crate::progress::interrupt_flag;
use crate::{Ending, json, text};

/// How long to look if nobody says.
const DEFAULT_TIME: &str = "5s";

/// Lets a player look at a position.
pub fn run(arguments: &Analyse) -> Result<(String, Ending), String> {
    let game = gametree_games::open(&arguments.game).map_err(|error| error.to_string())?;
    let player = player(arguments)?;
    let position = arguments.position.as_deref();
    let explained = |error| explain(error, &player, &arguments.game);
    let board = game.board(position).map_err(explained)?;
    let mut seat = game.player(&player, position, arguments.seed).map_err(explained)?;
    let live = Live::new(arguments.quiet);
    let mut watch = |opinion: &Opinion| live.show(opinion);
    let opinion = seat.think(Some(interrupt_flag()), &mut watch).map_err(explained)?;
    drop(live);
    let output = match arguments.format {
        Format::Json | Format::Jsonl => {
            let (name, seed) = (&arguments.game, arguments.seed);
            json::line(&Analysed::new(name, position, &player, seed, &opinion))
        }
        Format::Text => for_people(arguments, &player, &opinion, &board.drawing()),
    };
    // Time or nodes are what it was asked to spend: that they are spent is an answer.
    let interrupted = opinion.stop == Some(gametree::Stop::Interrupted);
    Ok((output, if interrupted { Ending::CutShort } else { Ending::Answered }))
}

/// Who looks, and for how long.
fn player(arguments: &Analyse) -> Result<PlayerSpec, String> {
    let mut player = PlayerSpec::parse(&arguments.by).map_err(|error| error.to_string())?;
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

fn for_people(arguments: &Analyse, player: &PlayerSpec, opinion: &Opinion, board: &str) -> String {
    let at = arguments.position.as_ref().map_or(String::new(), |p| format!(" at {p}"));
    let mut out = format!("{}{at}, by {player}\n", arguments.game);
    out += &format!("{}\n", summary(opinion));
    if let Some(best) = opinion.line.first() {
        out += &format!("move {}, line {}\n", text::bold(best), opinion.line.join(" "));
    }
    out += &format!("\n{}", table(opinion));
    if !board.is_empty() {
        out += &format!("\n{}\n", board.trim_end());
    }
    out
}

/// The table on standard error while it changes, if that is a terminal.
pub struct Live(Option<ProgressBar>);

impl Live {
    pub fn new(quiet: bool) -> Live {
        Live((!quiet && std::io::stderr().is_terminal()).then(|| {
            let style = ProgressStyle::with_template("{msg}").expect("a template");
            ProgressBar::new_spinner().with_style(style)
        }))
    }

    pub fn show(&self, opinion: &Opinion) {
        if let Some(bar) = &self.0 {
            bar.set_message(format!("{}\n{}", summary(opinion), table(opinion)));
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
