//! The registries, for people and for programs: one line per entry, or everything about one.

use gametree::Value;
use gametree::job::{Catalogue, Entry as GameEntry};
use gametree::registry::{ALGORITHMS, Entry, Parameter, SAMPLERS, nearest};
use serde_json::json;

use crate::args::{Format, List};
use crate::output::Ending;
use crate::{board, json, text};

/// The games, or one of them.
pub fn games(games: &Catalogue, arguments: &List) -> Result<(String, Ending), String> {
    let entries = match &arguments.name {
        Some(name) => vec![*games.entry(name).map_err(|error| error.to_string())?],
        None => games.entries().to_vec(),
    };
    let output = match (arguments.format, &arguments.name) {
        (Format::Json, _) => json::line(&json!({
            "schema": json::SCHEMA,
            "games": entries.iter().map(|game| json!({
                "name": game.name,
                "syntax": game.syntax,
                "example": game.example,
                "summary": game.summary,
                "citation": game.citation,
                "facts": game.facts,
                "player": game.player,
            })).collect::<Vec<_>>(),
        })),
        (Format::Text, None) => {
            let rows = entries.iter().map(|game| (game.syntax, game.summary));
            list(rows, "gametree games NAME")
        }
        (Format::Text, Some(spec)) => about_game(&entries[0], spec)?,
    };
    Ok((output, Ending::Answered))
}

/// What a user needs to know to play or solve a game.
fn about_game(entry: &GameEntry, spec: &str) -> Result<String, String> {
    let mut rows = vec![
        ("game", format!("{}: {}", text::bold(entry.name), entry.summary)),
        ("write", entry.syntax.to_string()),
        ("such as", entry.example.to_string()),
        ("source", entry.citation.to_string()),
        ("facts", entry.facts.to_string()),
        ("player", entry.player.unwrap_or_default().to_string()),
    ];
    // The game that was named; if it needs parameters and has none, an example.
    let whole = spec.contains(':') || entry.open("").is_ok();
    let named = if whole { spec } else { entry.example };
    let parameters = named.split_once(':').map_or("", |(_, parameters)| parameters);
    let game = entry.open(parameters);
    if let (true, Err(error)) = (spec.contains(':'), &game) {
        return Err(error.to_string());
    }
    let board = game.as_ref().ok().and_then(|game| Some((game, game.board(None).ok()?)));
    if let Some((game, board)) = &board {
        let range = game.value_range();
        let finite = |value: Value| value.get().is_finite();
        if finite(range.lower) && finite(range.upper) {
            rows.push(("values", text::interval(range)));
        }
        let dice = if game.has_chance() { "yes" } else { "no" };
        rows.push(("dice", dice.into()));
        let moves: Vec<String> = board.moves().into_iter().map(|mv| board.text(mv)).collect();
        rows.push(("moves", text::first_of(&moves, 12)));
    }
    let mut out = described(&rows);
    if let Some((game, board)) = board.filter(|(_, board)| !board.drawing().is_empty()) {
        out += &format!("\n{named} at the start:\n{}\n", board::show(game, &board.drawing(), None));
    }
    Ok(out)
}

/// Every algorithm, and whether it always ends with a proof.
fn all() -> impl Iterator<Item = (&'static Entry, bool)> {
    let provers = ALGORITHMS.iter().map(|entry| (entry, true));
    provers.chain(SAMPLERS.iter().map(|entry| (entry, false)))
}

/// The algorithms, or one of them.
pub fn algorithms(arguments: &List) -> Result<(String, Ending), String> {
    let entries: Vec<(&Entry, bool)> = match &arguments.name {
        Some(name) => vec![named(name)?],
        None => all().collect(),
    };
    let output = match (arguments.format, &arguments.name) {
        (Format::Json, _) => json::line(&json!({
            "schema": json::SCHEMA,
            "algorithms": entries.iter().map(|(entry, proves)| json!({
                "name": entry.name,
                "proves": proves,
                "summary": entry.summary,
                "citation": entry.citation,
                "chance": entry.takes_chance,
                "epsilon": entry.takes_epsilon,
                "parameters": entry.parameters.iter().map(|parameter| json!({
                    "name": parameter.name,
                    "summary": parameter.summary,
                    "default": parameter.default,
                    "expects": parameter.expects,
                })).collect::<Vec<_>>(),
            })).collect::<Vec<_>>(),
        })),
        (Format::Text, None) => {
            let of = |wanted: bool| {
                let some = all().filter(move |(_, proves)| *proves == wanted);
                some.map(|(entry, _)| (entry.name, entry.summary))
            };
            let proving = list(of(true), "");
            let estimating = list(of(false), "gametree algorithms NAME");
            format!(
                "These end with a proof:\n\n{proving}\nThese estimate, and choose a move to play:\n\n\
                 {estimating}"
            )
        }
        (Format::Text, Some(_)) => about_algorithm(entries[0].0, entries[0].1),
    };
    Ok((output, Ending::Answered))
}

fn named(name: &str) -> Result<(&'static Entry, bool), String> {
    all().find(|(entry, _)| entry.name == name).ok_or_else(|| {
        let hint = match nearest(name, all().map(|(entry, _)| entry.name)) {
            Some(near) => format!("did you mean '{near}'?"),
            None => {
                let begun =
                    all().map(|(entry, _)| entry.name).filter(|known| known.starts_with(name));
                match begun.collect::<Vec<_>>().join(" ") {
                    none if none.is_empty() => "'gametree algorithms' lists them".into(),
                    some => format!("there are: {some}"),
                }
            }
        };
        format!("unknown algorithm '{name}'; {hint}")
    })
}

/// How an algorithm that proves chooses a move in a game.
const PROVER_AS_PLAYER: &str = "as a player (play, arena, analyse) it does not solve the game first: if there is an \
     evaluation it searches one ply deeper after another until its limit, and proves what it sees to the end";

fn about_algorithm(entry: &Entry, proves: bool) -> String {
    let yes = |takes: bool| if takes { "yes" } else { "no" }.to_string();
    let result = if proves {
        "the exact value, proven; stopped early, an interval that contains it"
    } else {
        "an estimate and a move; what it has proven stands beside it"
    };
    let mut out = described(&[
        ("algorithm", format!("{}: {}", text::bold(entry.name), entry.summary)),
        ("source", entry.citation.to_string()),
        ("result", result.to_string()),
        ("player", if proves { PROVER_AS_PLAYER } else { "" }.to_string()),
        ("dice", yes(entry.takes_chance)),
        ("epsilon", yes(entry.takes_epsilon)),
        ("cycles", yes(entry.takes_cycles)),
    ]);
    if !entry.parameters.is_empty() {
        out += "\nParameters, such as ";
        let separator = if entry.name.starts_with("rollout:") { ',' } else { ':' };
        let first = &entry.parameters[0];
        out += &format!("{}{separator}{}={}\n", entry.name, first.name, first.default);
        for parameter in entry.parameters {
            let Parameter { name, summary, default, expects, .. } = parameter;
            out += &format!("  {name}={default}  {summary}\n{:16}{expects}\n", "");
        }
        if !proves {
            out += "As a player it takes a budget as well: nodes=, leaves=, time=, memory=; and reuse=, facts=\n";
        }
    }
    let try_it = if proves { "solve connect4:5x4 --algorithm" } else { "analyse connect4 --by" };
    out + &format!("\nTry it:\n  gametree {try_it} {}\n", entry.name)
}

/// A list of names with summaries, and how to learn more.
fn list<'a>(rows: impl Iterator<Item = (&'a str, &'a str)>, more: &str) -> String {
    let mut out = String::new();
    for (name, summary) in rows {
        out += &match name.chars().count() {
            0..=NARROW => format!(
                "{}{}  {summary}\n",
                text::bold(name),
                " ".repeat(NARROW - name.chars().count())
            ),
            _ => format!("{}\n{}  {summary}\n", text::bold(name), " ".repeat(NARROW)),
        };
    }
    if more.is_empty() { out } else { format!("{out}\n'{more}' describes one.\n") }
}

/// The width of the names in a list; longer ones have a line to themselves.
const NARROW: usize = 22;

fn described(rows: &[(&str, String)]) -> String {
    let full = rows.iter().filter(|(_, text)| !text.is_empty());
    full.map(|(name, text)| format!("{name:<10} {text}\n")).collect()
}
