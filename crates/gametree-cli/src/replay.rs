//! `gametree arena replay`: recorded games, played again.

use gametree::Kind;
use gametree::job::Catalogue;
use gametree_arena::ledger::{self, Contents};
use gametree_arena::{Header, Record, Scene, Winner, replay};
use serde_json::json;

use crate::arena::letter;
use crate::args::{Format, Replay};
use crate::output::Ending;
use crate::text::plain;
use crate::{files, json, text};

/// Checks all games of a file, or shows one.
pub fn run(games: &Catalogue, arguments: &Replay) -> Result<(String, Ending), String> {
    let file = arguments.file.display();
    let Contents { header, rows, torn } = ledger::read::<Record>(&arguments.file)?;
    let header = Header::parse(&header).map_err(|reason| format!("{file}: {reason}"))?;
    let named = match (&arguments.rules, files::of_game(&header.game)) {
        (Some(game), _) => game,
        (None, None) => &header.game,
        (None, Some(_)) => {
            let game = text::plain(&header.game);
            return Err(format!(
                "{file} is about a tree in a file ({game}): name the file with --rules"
            ));
        }
    };
    let game = games.open(named).map_err(|error| format!("{file}: {error}"))?;
    header.recognise(&rows).map_err(|reason| format!("{file}, {reason}"))?;
    if let Some(number) = arguments.game {
        let record = rows.iter().find(|row| row.number == number);
        let record = record
            .ok_or_else(|| format!("{file} has no game {number}, only 1 to {}", rows.len()))?;
        let mut scenes = Vec::new();
        let verdict = replay(&game, record, &mut |scene| scenes.push(scene));
        return Ok(shown(arguments.format, &header, record, &scenes, &verdict));
    }
    let check = |row: &Record| Some((row.number, replay(&game, row, &mut |_| {}).err()?));
    let wrong: Vec<(u64, String)> = rows.iter().filter_map(check).collect();
    let ending = if wrong.is_empty() { Ending::Answered } else { Ending::Wrong };
    let output = match arguments.format {
        Format::Json => json::line(&json!({
            "schema": json::SCHEMA,
            "game": header.game,
            "players": header.players,
            "games": rows.len(),
            "torn": torn,
            "wrong": wrong.iter().map(|(number, reason)| {
                json!({ "number": number, "reason": reason })
            }).collect::<Vec<_>>(),
        })),
        Format::Text => {
            let games = format!(
                "{} of {}",
                text::count(rows.len() as u64, "game", "games"),
                plain(&header.game)
            );
            let verdict = match wrong.len() {
                0 => text::bold("all legal, all results right"),
                n => format!("{}: {n}", text::bold("wrong")),
            };
            let mut out = format!("{games}: {verdict}\n");
            for (number, reason) in &wrong {
                out += &format!("game {number}: {}\n", plain(reason));
            }
            if torn {
                out += "the last line was cut short, and is left out\n";
            }
            out
        }
    };
    Ok((output, ending))
}

fn shown(
    format: Format,
    header: &Header,
    record: &Record,
    scenes: &[Scene],
    verdict: &Result<(), String>,
) -> (String, Ending) {
    let ending = if verdict.is_ok() { Ending::Answered } else { Ending::Wrong };
    if format != Format::Text {
        let value = json!({
            "schema": json::SCHEMA,
            "game": header.game,
            "players": header.players,
            "record": record,
            "right": verdict.is_ok(),
            "reason": verdict.as_ref().err(),
        });
        return (json::line(&value), ending);
    }
    let name = |player: usize| format!("{}  {}", letter(player), plain(&header.players[player]));
    let mut out = format!("{}, game {}\n", text::bold(&plain(&header.game)), record.number);
    out += &format!("MAX  {}\nMIN  {}\n", name(record.max), name(record.min));
    for (i, scene) in scenes.iter().enumerate() {
        out += &format!("\n{}", scene.drawing.trim_end());
        if let Some(mv) = &scene.mv {
            let who = match scene.mover {
                Some(Kind::Max) => format!("MAX ({})", letter(record.max)),
                Some(Kind::Min) => format!("MIN ({})", letter(record.min)),
                _ => "chance".into(),
            };
            let how = if scene.opening { "  (opening)" } else { "" };
            out += &format!("\n\n{}. {who} {}{how}\n", i + 1, text::bold(&plain(mv)));
        }
    }
    out += &match verdict {
        Ok(()) => {
            let value = record.value.map_or("no end".into(), |value| format!("value {value}"));
            let winner = match record.result {
                Winner::Max => format!("MAX ({}) wins", letter(record.max)),
                Winner::Min => format!("MIN ({}) wins", letter(record.min)),
                Winner::Draw => "a draw".into(),
            };
            format!("\n\n{}, {value}\n", text::bold(&winner))
        }
        Err(reason) => format!("\n\n{}: {}\n", text::bold("wrong"), plain(reason)),
    };
    (out, ending)
}
