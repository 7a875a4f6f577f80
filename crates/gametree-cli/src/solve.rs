//! `gametree solve`.

use gametree::Outcome;
use gametree::job::{AnyGame, Catalogue, RESTS_ON_RANGE};
use gametree::{Basis, Bounds, Kind, MoveText, Stop, Value, Workspace};

use crate::answer::{Answer, line, more_moves};
use crate::args::{Lines, Question, Solve};
use crate::certificate::Written;
use crate::output::{Ending, complain};
use crate::progress::Live;
use crate::question::{
    algorithm, job, note_on_leaves, open, refuse_endless, run_job, set_parameters,
};
use crate::{board, certificate, json, positions, text};

/// Solves one position, or those of a file.
pub fn run(games: &Catalogue, arguments: &Solve) -> Result<(String, Ending), String> {
    let question = &arguments.question;
    let game = open(games, &question.game)?;
    let mut job = job(question, None);
    let named = match arguments.algorithm.as_str() {
        "auto" => None,
        text => Some(algorithm(text)?),
    };
    let mut algorithm = named.clone().unwrap_or_else(|| game.choose(&job));
    set_parameters(&mut algorithm, question, true)?;
    refuse_endless(&algorithm, &job.limits)?;
    // The default search may end with an estimate, but not for a file of positions.
    if named.is_some() || arguments.positions.is_some() {
        job.algorithm = Some(algorithm);
    }
    job.all_moves = arguments.all_moves;
    job.trace = arguments.trace;
    job.threads = arguments.threads.number();
    if let Some(file) = &arguments.positions {
        return positions::run(arguments, file, &game, &job);
    }
    certificate::prepare(arguments, &game, &mut job)?;
    let destination = certificate::destination(arguments)?;
    let mut live = Live::new(question.quiet, "", &job.limits);
    let mut workspace = Workspace::new(arguments.store.into());
    let report = run_job(&game, &job, question, &mut live, &mut workspace)?;
    drop(live);
    let mut ending = if report.stop.is_answer() { Ending::Answered } else { Ending::CutShort };
    let mut written = None;
    if let Some(destination) = destination {
        match certificate::write(arguments, &game, &job, &report, &mut workspace, destination) {
            Ok(done) => written = Some(done),
            // The results are printed nevertheless.
            Err((reason, how)) => {
                complain(&reason);
                ending = how;
            }
        }
    }
    let output = match arguments.format {
        Lines::Json | Lines::Jsonl => {
            let (name, position) = (&question.game, question.position.as_deref());
            let answer = Answer::new(name, position, question.seed, &report);
            let note = game.note_on(&report, question.range);
            json::line(&answer.with_note(note).with_certificate(written.as_ref()))
        }
        Lines::Text => for_people(&game, question, &report, written.as_ref(), arguments.all_moves),
    };
    Ok((output, ending))
}

/// The move to play; or how to find one, where the value was proven without: facts about a position may give its value,
/// but not a move.
fn first_move(report: &Outcome) -> String {
    match (report.pv.first(), report.turn) {
        (Some(mv), _) => mv.to_string(),
        (None, Some(Kind::Max | Kind::Min)) if report.value().is_some() => {
            "unknown: the value was proven without finding a move; --all-moves finds one".into()
        }
        _ => String::new(),
    }
}

fn for_people(
    game: &AnyGame,
    question: &Question,
    report: &Outcome,
    written: Option<&Written>,
    all_moves: bool,
) -> String {
    let mut out = String::new();
    let mut row = |name: &str, text: String| {
        if !text.is_empty() {
            out += &format!("{name:<9} {text}\n");
        }
    };
    let at = question.position.as_ref().map_or(String::new(), |p| format!(" at {p}"));
    row("game", format!("{}{at}", question.game));
    row("value", value(game, report));
    row("estimate", estimate(report));
    row("move", first_move(report));
    row("pv", shortened(&report.pv));
    let counts = &report.counts;
    row("work", format!("{}, {}", text::work(counts), text::seconds(report.elapsed)));
    row("note", note_on_leaves(question, std::slice::from_ref(report)).unwrap_or_default().into());
    row("by", format!("{}, {}", report.algorithm, explained(game, report, question)));
    row("proof", written.map_or(String::new(), Written::for_people));
    if all_moves {
        let rows: Vec<Vec<String>> = report
            .moves
            .iter()
            .map(|mv| {
                let mark = if mv.optimal { "best" } else { "" };
                let settled =
                    report.settled(mv.bounds).and_then(|value| meaning(game, value, false));
                let value = text::answer(report, mv.bounds);
                vec![mv.mv.to_string(), value, settled.unwrap_or_default(), mark.to_string()]
            })
            .collect();
        out += &format!("\n{}", text::table(&["move", "value", "", ""], &rows));
        if let Some(number) = more_moves(report) {
            out += &format!("and {} more, not searched\n", text::grouped(number as u64));
        }
    }
    if let Some(trace) = &report.trace {
        let numbers: Vec<String> = trace.iter().map(u64::to_string).collect();
        out += &format!("\nleaves    {}\n", numbers.join(" "));
    }
    let board = game.board(question.position.as_deref()).map(|board| board.drawing());
    if let Some(drawing) = board.ok().filter(|drawing| !drawing.is_empty()) {
        let before = question.position.as_deref().and_then(|text| game.drawing_before(text));
        out += &format!("\n{}\n", board::show(game, &drawing, before.as_deref()));
    }
    out
}

/// What is known about the value, and what that means.
fn value(game: &AnyGame, report: &Outcome) -> String {
    // That a value is in the range of all values is certain.
    let nothing_known = report.bounds == game.value_range();
    let about = if nothing_known { "" } else { text::certainty(report.basis) };
    let value = text::bold(&text::answer(report, report.bounds));
    // An estimate of 0 is no draw.
    let settled = report.settled(report.bounds).filter(|_| report.basis != Basis::Horizon);
    let meaning = settled.and_then(|value| meaning(game, value, report.turn.is_none()));
    format!("{about}{value}{}", meaning.map_or(String::new(), |text| format!(" ({text})")))
}

/// The estimate of the position, if the value is not known.
fn estimate(report: &Outcome) -> String {
    let by = report.estimated_by.as_ref().map_or(String::new(), |spec| format!(", by {spec}"));
    let ahead = report.depth.filter(|_| report.estimated_by.is_some());
    let ahead = ahead.map_or(String::new(), |plies| format!(", {} ahead", text::plies(plies)));
    match (report.estimate, report.mean) {
        (Some(value), _) if report.settled(report.bounds).is_none() => {
            let short = format!("{}", (1000.0 * value.get()).round() / 1000.0);
            format!("about {}{ahead}{by}", text::bold(&short))
        }
        (_, Some(mean)) => format!("{}{ahead}{by}", text::share(mean)),
        _ => String::new(),
    }
}

/// How the game ends, if it is over or this value tells: with dice a value is an average, and an average of 0 is no
/// draw. Only the least and the greatest value have one way to come about.
fn meaning(game: &AnyGame, value: Value, is_over: bool) -> Option<String> {
    let Bounds { lower, upper } = game.value_range();
    let certain = is_over || !game.has_chance() || value == lower || value == upper;
    game.value_text(value).filter(|_| certain)
}

/// From so many bytes on, what grows reaches a quarter of its limit at least: it doubles, the old beside the new.
const GROWS: usize = 64 << 20;

/// Which memory limit was in force, and where it came from; or that the system gave no more.
fn out_of_memory(question: &Question, report: &Outcome) -> String {
    let (limit, peak) =
        (question.memory.unwrap_or_else(gametree_machine::ceiling), report.counts.peak_bytes);
    if limit >= GROWS && peak < limit as u64 / 4 {
        return format!("stopped at {} of memory: the system gave no more", text::bytes(peak));
    }
    match question.memory {
        Some(bytes) => format!("stopped by --memory {}", text::bytes(bytes as u64)),
        None => format!(
            "stopped at {} of memory, half of the machine's (--memory sets another limit)",
            text::bytes(gametree_machine::ceiling() as u64)
        ),
    }
}

/// The first moves of a principal variation that may be very long.
fn shortened(pv: &[MoveText]) -> String {
    const MOST: usize = 60;
    let shown = line(&pv[..pv.len().min(MOST)]);
    if pv.len() > MOST { format!("{shown} ... ({} moves)", pv.len()) } else { shown }
}

fn explained(game: &AnyGame, report: &Outcome, question: &Question) -> String {
    let ahead = report.depth.filter(|_| report.estimated_by.is_none());
    let ahead = ahead.map_or(String::new(), |plies| format!("{} ahead, ", text::plies(plies)));
    if game.rests_on(report, question.range) {
        return format!("{ahead}{RESTS_ON_RANGE}");
    }
    let how = match report.stop {
        Stop::Closed if report.basis == Basis::Hash => "by hashes of positions",
        Stop::Closed => "proven",
        Stop::Epsilon => "within epsilon",
        Stop::Horizon => "an estimate",
        Stop::Leaves => "stopped by --leaves",
        Stop::Nodes => "stopped by --nodes",
        Stop::Time => "stopped by --time",
        Stop::Memory => return format!("{ahead}{}", out_of_memory(question, report)),
        Stop::Interrupted => "interrupted",
        Stop::Stalled if game.has_cycles() => {
            "stalled: nothing is left to try, the rest depends on what endless play is worth"
        }
        Stop::Stalled => "stalled: nothing was left to try",
        other => other.name(),
    };
    format!("{ahead}{how}")
}

#[cfg(test)]
mod tests {
    use gametree::{Dice, Game, Knowledge, Moves, Notation, Turn, Values};

    use super::*;

    /// A coin is tossed, and MAX wins or loses; but first MAX may take a draw, a win or the coin.
    #[derive(Clone)]
    struct Coin;

    impl Game for Coin {
        type Position = Vec<u8>;
        type Move = u8;
        type Undo = ();
        const DICE: Dice = Dice::Always;
        fn start(&self) -> Vec<u8> {
            Vec::new()
        }
        fn values(&self) -> Values {
            Values::integers(-1, 1)
        }
        fn expand(&self, played: &Vec<u8>, moves: &mut Moves<u8>) -> Turn {
            match played[..] {
                [] => moves.extend(0..3),
                [2] => [0, 1].into_iter().for_each(|side| moves.push_outcome(side, 0.5)),
                [taken] => return Turn::over(i32::from(taken)),
                [.., side] => return Turn::over(2 * i32::from(side) - 1),
            }
            if played.is_empty() { Turn::MAX } else { Turn::CHANCE }
        }
        fn play(&self, played: &mut Vec<u8>, mv: u8) {
            played.push(mv);
        }
        fn undo(&self, played: &mut Vec<u8>, _: u8, (): ()) {
            played.pop();
        }
    }

    impl Notation for Coin {
        fn move_text(&self, _: &Vec<u8>, mv: u8) -> String {
            mv.to_string()
        }
    }

    impl Knowledge<Self> for Coin {}

    #[test]
    fn an_average_of_zero_is_no_draw() {
        let game = AnyGame::new(Coin);
        let value_at = |position: &str| {
            let job = gametree::job::Job::new(None).position(position.to_string());
            let report = game.run(&job, &mut ()).unwrap();
            value(&game, &report)
        };
        assert!(!value_at("2").contains("draw"), "{}", value_at("2"));
        assert!(value_at("0").ends_with("(draw)"), "{}", value_at("0"));
        assert!(value_at("").ends_with("(first player wins)"), "{}", value_at(""));
    }
}
