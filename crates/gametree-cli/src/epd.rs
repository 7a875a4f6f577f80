//! `gametree epd`: test suites.

use gametree::Notation;
use gametree::job::{AnyGame, PlayerSpec, Report};
use gametree_games::chess::Epd;
use gametree_games::input;
use serde_json::{Value, json};

use crate::args::{EpdArguments, Format};
use crate::output::Ending;
use crate::progress::{Bar, interrupt_flag};
use crate::{json, text};

/// What came of a position.
struct Row {
    line: usize,
    name: String,
    wanted: String,
    played: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    solved: bool,
}

/// Solves the positions of a file.
pub fn run(arguments: &EpdArguments) -> Result<(String, Ending), String> {
    let path = &arguments.file;
    let lines = input::read_text(path)
        .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    let spec = player(arguments)?;
    let game = gametree_games::open("chess").map_err(|error| error.to_string())?;
    let flag = interrupt_flag();
    let (mut rows, mut wrong) = (Vec::new(), Vec::new());
    let filled: Vec<(usize, &str)> =
        lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).collect();
    let mut bar = Bar::new(arguments.format == Format::Json, filled.len() as u64);
    let mut interrupted = false;
    for (number, line) in filled {
        match solve(&game, &spec, number + 1, line, &flag) {
            Ok(row) => rows.push(row),
            Err(reason) => wrong.push(format!("line {}: {reason}", number + 1)),
        }
        interrupted = flag.load(std::sync::atomic::Ordering::Relaxed);
        if interrupted {
            rows.pop();
            break;
        }
        bar.advance();
    }
    drop(bar);
    let output = match arguments.format {
        Format::Json => json::line(&data(&rows, &wrong, &spec)),
        Format::Text => for_people(&rows, &wrong, &spec),
    };
    let ending = match () {
        () if interrupted => Ending::CutShort,
        () if wrong.is_empty() => Ending::Answered,
        () => Ending::BadInput,
    };
    Ok((output, ending))
}

fn player(arguments: &EpdArguments) -> Result<PlayerSpec, String> {
    let mut spec = PlayerSpec::parse(&arguments.by).map_err(|error| error.to_string())?;
    for (key, value) in [("time", &arguments.time), ("nodes", &arguments.nodes)] {
        if let Some(value) = value {
            spec.set(key, value).map_err(|error| error.to_string())?;
        }
    }
    Ok(spec)
}

fn solve(
    game: &AnyGame,
    spec: &PlayerSpec,
    line: usize,
    text: &str,
    flag: &std::sync::Arc<std::sync::atomic::AtomicBool>,
) -> Result<Row, String> {
    let epd = Epd::parse(text).map_err(|error| error.to_string())?;
    let fen = epd.game().fen(epd.position());
    let mut player = game.player(spec, Some(&fen), 1).map_err(|error| error.to_string())?;
    let report =
        player.think(Some(flag.clone()), &mut |_| ()).map_err(|error| error.to_string())?;
    let played = report.pv.first().cloned().unwrap_or_default();
    let solved = judge(&epd, &report, &played)?;
    let wish = |name: &str| epd.operand(name).map(|operand| format!("{name} {operand}"));
    let wanted: Vec<String> = ["bm", "am", "dm"].into_iter().filter_map(wish).collect();
    if wanted.is_empty() {
        return Err("there should be bm, am or dm, such as bm Nf3;".into());
    }
    Ok(Row {
        line,
        name: epd.operand("id").map_or_else(|| format!("line {line}"), str::to_string),
        wanted: wanted.join(" "),
        played,
        depth: report.depth.unwrap_or(0),
        nodes: report.counts.nodes,
        seconds: report.elapsed.as_secs_f64(),
        solved,
    })
}

/// Whether the answer is what the position asks for.
fn judge(epd: &Epd, report: &Report, played: &str) -> Result<bool, String> {
    let told = |error: gametree::NotationError| error.to_string();
    let (best, bad) = (epd.moves("bm").map_err(told)?, epd.moves("am").map_err(told)?);
    let step = epd.game().parse_move(epd.position(), played).map_err(told)?;
    let ends_in = report.ahead.as_ref().and_then(|ahead| ahead.ends_in.first().copied().flatten());
    let mates_in = match epd.operand("dm") {
        None => true,
        Some(text) => {
            let moves: u32 = text.parse().map_err(|_| format!("'dm {text}' should be a number"))?;
            ends_in.is_some_and(|plies| plies == 2 * moves - 1)
        }
    };
    Ok((best.is_empty() || best.contains(&step)) && !bad.contains(&step) && mates_in)
}

fn data(rows: &[Row], wrong: &[String], spec: &PlayerSpec) -> Value {
    let each = |row: &Row| {
        json!({
            "line": row.line, "id": row.name, "wanted": row.wanted, "move": row.played,
            "depth": row.depth, "nodes": row.nodes, "seconds": row.seconds, "solved": row.solved,
        })
    };
    json!({
        "schema": json::SCHEMA,
        "player": spec.to_string(),
        "positions": rows.iter().map(each).collect::<Vec<_>>(),
        "solved": rows.iter().filter(|row| row.solved).count(),
        "unreadable": wrong,
    })
}

fn for_people(rows: &[Row], wrong: &[String], spec: &PlayerSpec) -> String {
    let cells = |row: &Row| {
        vec![
            row.name.clone(),
            row.wanted.clone(),
            row.played.clone(),
            row.depth.to_string(),
            text::grouped(row.nodes),
            format!("{:.2}", row.seconds),
            if row.solved { "yes" } else { "no" }.to_string(),
        ]
    };
    let header = ["position", "wanted", "played", "depth", "nodes", "seconds", "solved"];
    let table = text::table(&header, &rows.iter().map(cells).collect::<Vec<_>>());
    let skipped: String = wrong.iter().map(|line| format!("{line}\n")).collect();
    let (solved, all) = (rows.iter().filter(|row| row.solved).count(), rows.len());
    let (nodes, seconds): (u64, f64) =
        rows.iter().fold((0, 0.0), |(n, s), row| (n + row.nodes, s + row.seconds));
    let speed = text::grouped((nodes as f64 / seconds.max(1e-9)) as u64);
    format!("{table}\n{skipped}{solved} of {all} solved by {spec}; {speed} nodes a second\n")
}
