//! `gametree check-rules`: the checks of `gametree-conformance`, for any game of the command.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use gametree::job::AnyGame;
use gametree::job::Catalogue;
use gametree_conformance::{Suite, Summary, Violation};
use serde_json::{Value, json};

use crate::args::{CheckRules, Format};
use crate::output::Ending;
use crate::progress::{Steps, interrupt_flag};
use crate::speed::Speed;
use crate::{json, text};

/// How many random games are played, and for how long, if the user says neither.
const GAMES: u64 = 100;
const TIME: Duration = Duration::from_secs(10);

/// The clock is looked at after this many games.
const ROUND: u64 = 5;

/// Checks a game, and tells what was found.
pub fn run(games: &Catalogue, arguments: &CheckRules) -> Result<(String, Ending), String> {
    let game = games.open(&arguments.game).map_err(|error| error.to_string())?;
    let begun = Instant::now();
    let (summary, found, interrupted) = check(&game, arguments, begun);
    let took = begun.elapsed();
    // Of rules that are wrong, or that somebody waits to see the end of, the speed is not asked.
    let speed = if found.is_some() || interrupted { None } else { Speed::of(game.erased()) };
    let output = match arguments.format {
        Format::Json => json::line(&data(arguments, &summary, found.as_ref(), took, speed)),
        Format::Text => for_people(&arguments.game, &summary, found.as_ref(), took, speed),
    };
    let ending = match found {
        Some(_) => Ending::Wrong,
        None if interrupted => Ending::CutShort,
        None => Ending::Answered,
    };
    Ok((output, ending))
}

/// All positions near the start first, then random games until there are enough, or the time is over. The last
/// result says whether it was interrupted.
fn check(
    game: &AnyGame,
    arguments: &CheckRules,
    begun: Instant,
) -> (Summary, Option<Violation>, bool) {
    let (games, time) = match (arguments.games, arguments.time) {
        (None, None) => (GAMES, Some(TIME)),
        (games, time) => (games.unwrap_or(u64::MAX), time),
    };
    let mut progress = Steps::new(arguments.quiet, "checking");
    let suite = || Suite::erased(game.erased());
    let mut summary = match suite().playouts(0).seed(arguments.seed).run() {
        Ok(summary) => summary,
        Err(violation) => return (Summary::default(), Some(violation), false),
    };
    // Until here an interrupt ends the program immediately.
    let interrupt = interrupt_flag();
    // Endgames are solved unless all positions were.
    let endgames = u64::from(summary.value.is_none());
    // The next round of games, and the first one that found something: later ones need not be played then.
    let (next, first) = (AtomicU64::new(0), AtomicU64::new(u64::MAX));
    let goes_on = |round: u64| {
        // Some are played even if the positions near the start took long.
        let late = round > 0 && time.is_some_and(|time| begun.elapsed() >= time);
        let wanted = round < games.div_ceil(ROUND) && round < first.load(Ordering::Relaxed);
        wanted && !late && !interrupt.load(Ordering::Relaxed)
    };
    let play = |mut progress: Option<&mut Steps>| {
        let mut played = Summary::default();
        loop {
            let round = next.fetch_add(1, Ordering::Relaxed);
            if !goes_on(round) {
                return (played, None);
            }
            if let Some(progress) = &mut progress {
                progress.tick(summary.nearby + played.played);
            }
            // Nothing but the games needs a budget here.
            let only_games = suite().plies(0).exhaustive(endgames).numbers(0).budget(u64::MAX);
            let (number, seed) = (games - round * ROUND, arguments.seed.wrapping_add(round));
            match only_games.playouts(number.min(ROUND) as u32).seed(seed).run() {
                Ok(more) => add(&mut played, more),
                Err(violation) => {
                    first.fetch_min(round, Ordering::Relaxed);
                    return (played, Some((round, violation)));
                }
            }
        }
    };
    let all: Vec<(Summary, Option<(u64, Violation)>)> = thread::scope(|scope| {
        let helpers: Vec<_> =
            (1..arguments.threads.get()).map(|_| scope.spawn(|| play(None))).collect();
        let ours = play(Some(&mut progress));
        let joined =
            helpers.into_iter().map(|helper| helper.join().unwrap_or_else(|p| resume_unwind(p)));
        std::iter::once(ours).chain(joined).collect()
    });
    let mut found: Option<(u64, Violation)> = None;
    for (played, violation) in all {
        add(&mut summary, played);
        found = found.into_iter().chain(violation).min_by_key(|(round, _)| *round);
    }
    let interrupted = found.is_none() && interrupt.load(Ordering::Relaxed);
    (summary, found.map(|(_, violation)| violation), interrupted)
}

/// Counts a round of games.
fn add(summary: &mut Summary, more: Summary) {
    summary.playouts = summary.playouts.saturating_add(more.playouts);
    summary.played += more.played;
    summary.solved += more.solved;
    let new: Vec<String> =
        more.skipped.into_iter().filter(|reason| !summary.skipped.contains(reason)).collect();
    summary.skipped.extend(new);
}

fn for_people(
    game: &str,
    summary: &Summary,
    found: Option<&Violation>,
    took: Duration,
    speed: Option<Speed>,
) -> String {
    if let Some(violation) = found {
        return format!("{}: {violation}\n", text::bold(game));
    }
    let positions = |number: u64| text::count(number, "position", "positions");
    let plies = text::count(summary.plies.into(), "move", "moves");
    let mut out = format!("{}: no mistakes found\n\n", text::bold(game));
    let mut row = |name: &str, what: String| out += &format!("{name:<12}{what}\n");
    row("near", format!("{}: all within {plies} of the start", positions(summary.nearby)));
    match summary.value {
        Some(value) => {
            let all = positions(summary.solved);
            row("solved", format!("{all}: all there are; the game is worth {value}"));
        }
        None => row("solved", positions(summary.solved)),
    }
    let games = text::count(summary.playouts.into(), "random game", "random games");
    row("played", format!("{games} with {}", positions(summary.played)));
    if summary.read > 0 {
        row("keys", format!("{} read from numbers", positions(summary.read)));
    }
    for reason in &summary.skipped {
        row("not checked", reason.clone());
    }
    row("time", text::seconds(took));
    for (name, what) in speed.iter().flat_map(Speed::rows) {
        row(name, what);
    }
    out
}

fn data(
    arguments: &CheckRules,
    summary: &Summary,
    found: Option<&Violation>,
    took: Duration,
    speed: Option<Speed>,
) -> Value {
    let violation = found.map(|violation| {
        json!({
            "rule": format!("{:?}", violation.rule),
            "statement": violation.rule.statement(),
            "found": violation.found,
            "moves": violation.path,
            "position": violation.position,
        })
    });
    json!({
        "schema": json::SCHEMA,
        "game": arguments.game,
        "seed": arguments.seed,
        "holds": found.is_none(),
        "violation": violation,
        "nearby": summary.nearby,
        "plies": summary.plies,
        "solved": summary.solved,
        "value": summary.value.and_then(json::number),
        "games": summary.playouts,
        "played": summary.played,
        "read": summary.read,
        "not_checked": summary.skipped,
        "seconds": took.as_secs_f64(),
        "speed": speed.as_ref().map(Speed::data),
    })
}

#[cfg(test)]
mod tests {
    use std::num::NonZero;

    use gametree::job::Entry;
    use gametree::{Game, Key, Knowledge, Moves, Notation, Turn, Values};

    use super::*;

    /// Stones are taken one or two at a time; whoever takes the last one wins. The key forgets who is to move.
    #[derive(Clone)]
    struct Forgetful;

    impl Game for Forgetful {
        type Position = (u32, bool);
        type Move = u32;
        type Undo = ();
        fn start(&self) -> (u32, bool) {
            (5, true)
        }
        fn values(&self) -> Values {
            Values::integers(-1, 1)
        }
        fn expand(&self, &(stones, max): &(u32, bool), moves: &mut Moves<u32>) -> Turn {
            if stones == 0 {
                return Turn::over(if max { -1 } else { 1 });
            }
            moves.extend(1..=stones.min(2));
            if max { Turn::MAX } else { Turn::MIN }
        }
        fn play(&self, (stones, max): &mut (u32, bool), taken: u32) {
            *stones -= taken;
            *max = !*max;
        }
        fn undo(&self, (stones, max): &mut (u32, bool), taken: u32, (): ()) {
            *stones += taken;
            *max = !*max;
        }
        fn key(&self, position: &(u32, bool)) -> Option<Key> {
            Some(Key::Exact(position.0.into()))
        }
    }

    impl Notation for Forgetful {
        fn move_text(&self, _: &(u32, bool), taken: u32) -> String {
            taken.to_string()
        }
    }

    impl Knowledge<Self> for Forgetful {}

    fn checked(game: &str, games: Option<u64>, format: Format) -> (String, Ending) {
        let forgetful = Entry::new("forgetful", |_| Ok(AnyGame::new(Forgetful)));
        let catalogue = crate::games().with(forgetful);
        let (game, time, quiet) = (game.to_string(), None, true);
        let of_threads = |threads| {
            let threads = NonZero::new(threads).unwrap();
            let game = game.clone();
            CheckRules { game, games, time, seed: 1, threads, format, quiet }
        };
        let told = |threads| {
            let (text, ending) = run(&catalogue, &of_threads(threads)).unwrap();
            // Without what differs from run to run: how long it took, and how fast the rules are.
            let lasting = |line: &&str| {
                !["time", "speed", "beside", "slow"].iter().any(|name| line.starts_with(name))
            };
            let lines = text.lines().filter(lasting).collect::<Vec<_>>().join("\n");
            let data = serde_json::from_str::<Value>(&text).map(|mut data| {
                let fields = data.as_object_mut().expect("an object");
                fields.retain(|name, _| !["seconds", "speed"].contains(&name.as_str()));
                data
            });
            (data.map_or(lines, |data| data.to_string()), ending)
        };
        assert_eq!(told(1), told(3), "whatever the threads");
        run(&catalogue, &of_threads(1)).unwrap()
    }

    #[test]
    fn a_broken_rule_is_shown_with_the_way_to_it() {
        let (text, ending) = checked("forgetful", None, Format::Text);
        assert_eq!(ending, Ending::Wrong);
        assert!(text.starts_with("forgetful: the rules of the game contradict"), "{text}");
        assert!(
            text.contains("a key must name everything") && text.contains("after 1 1"),
            "{text}"
        );
        let (line, _) = checked("forgetful", None, Format::Json);
        let data: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(
            (&data["holds"], &data["violation"]["rule"]),
            (&false.into(), &"KeyValues".into())
        );
        assert!(!data["violation"]["moves"].as_array().unwrap().is_empty(), "{data}");
    }

    #[test]
    fn games_are_played_in_rounds_until_there_are_enough() {
        let (line, ending) = checked("nim:1-2-3", Some(12), Format::Json);
        let data: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(ending, Ending::Answered);
        assert_eq!(
            (&data["holds"], &data["games"], &data["value"]),
            (&true.into(), &12.into(), &(-1).into())
        );
        assert!(data["played"].as_u64() >= Some(48), "{data}");
        assert!(data["speed"]["beside"]["chess"]["key_ns"].as_f64() > Some(0.0), "{data}");
        let (text, _) = checked("nim:1-2-3", Some(1), Format::Text);
        assert!(
            text.contains("no mistakes found") && text.contains("1 random game with"),
            "{text}"
        );
    }
}
