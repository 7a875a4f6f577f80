//! Nodes with a million children: limits hold inside them, too.
//!
//! Time is measured as the processor time of the searching thread, which other work on the machine does not
//! change: a search that is late in wall time because it was not running is not late here.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use gametree::Outcome;
use gametree::job::{AnyGame, Clock, Job, PlayerSpec};
use gametree::registry::{ALGORITHMS, Entry, SAMPLERS, Spec};
use gametree::{
    Dice, Game, Key, Knowledge, Limits, Moves, Notation, Stop, Turn, Value, Values, splitmix64,
};

/// Every position but the last has this many moves: an eighth of a million, or a million if the variable
/// `GAMETREE_TESTS` says `full`.
static MOVES: LazyLock<u32> = LazyLock::new(|| if is_full() { 1 << 20 } else { 1 << 17 });

fn is_full() -> bool {
    std::env::var("GAMETREE_TESTS").is_ok_and(|word| word == "full")
}

/// A tree of a few plies and very many moves.
#[derive(Clone)]
struct Wide {
    plies: u8,
    /// Whether every other move is made by chance.
    dice: bool,
    /// Whether positions have names.
    named: bool,
    alarm: Option<Alarm>,
}

/// Raises a flag as soon as somebody makes a move that is this far down the list.
#[derive(Clone)]
struct Alarm {
    far: u32,
    flag: Arc<AtomicBool>,
    /// When that was, in processor time.
    raised: Arc<Mutex<Option<Duration>>>,
}

impl Game for Wide {
    /// How many moves were made, and which.
    type Position = (u8, u64);
    type Move = u32;
    type Undo = u64;
    const DICE: Dice = Dice::Sometimes;
    const KEYS: bool = true;

    fn start(&self) -> (u8, u64) {
        (0, 1)
    }

    fn values(&self) -> Values {
        Values::integers(0, 999)
    }

    fn has_chance(&self) -> bool {
        self.dice
    }

    fn expand(&self, &(ply, name): &(u8, u64), moves: &mut Moves<u32>) -> Turn {
        if ply == self.plies {
            return Turn::over((name % 1000) as i32);
        }
        if self.dice && ply % 2 == 0 {
            (0..*MOVES).for_each(|mv| moves.push_outcome(mv, 1.0 / f64::from(*MOVES)));
            return Turn::CHANCE;
        }
        moves.extend(0..*MOVES);
        if ply % 2 == 0 { Turn::MAX } else { Turn::MIN }
    }

    fn play(&self, position: &mut (u8, u64), mv: u32) -> u64 {
        if let Some(Alarm { far, flag, raised }) = &self.alarm {
            if mv >= *far && !flag.swap(true, Ordering::Relaxed) {
                *raised.lock().unwrap() = processor_time();
            }
        }
        let before = position.1;
        *position = (position.0 + 1, splitmix64(before, mv.into()));
        before
    }

    fn undo(&self, position: &mut (u8, u64), _: u32, before: u64) {
        *position = (position.0 - 1, before);
    }

    fn keys_fix_moves(&self) -> bool {
        true
    }

    fn key(&self, position: &(u8, u64)) -> Option<Key> {
        self.named.then_some(Key::Exact(position.1.into()))
    }
}

impl Notation for Wide {
    fn move_text(&self, _: &(u8, u64), mv: u32) -> String {
        mv.to_string()
    }
}

impl Knowledge<Self> for Wide {
    fn evaluate(&self, _: &Self, position: &(u8, u64)) -> Option<Value> {
        Some(Value::integer((position.1 % 1000) as i64))
    }

    fn prospect(&self, _: &Self, position: &(u8, u64)) -> Option<f64> {
        Some((position.1 % 1000) as f64 / 999.0)
    }

    /// Equal scores would hide what sorting costs.
    fn order_score(&self, _: &Self, child: &(u8, u64)) -> i32 {
        (child.1 % 100) as i32
    }
}

/// How long this thread has been running; nothing where nobody counts that.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

/// Does something, and says how long it ran.
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let before = processor_time();
    let done = work();
    let spent =
        processor_time().zip(before).map_or(Duration::ZERO, |(after, before)| after - before);
    (done, spent)
}

fn everybody(dice: bool) -> impl Iterator<Item = &'static Entry> {
    let all = ALGORITHMS.iter().chain(SAMPLERS);
    all.filter(move |entry| entry.takes_chance || !dice)
}

fn wide(plies: u8, dice: bool, named: bool) -> Wide {
    Wide { plies, dice, named, alarm: None }
}

/// Long enough to take the children of one node in.
static LIMIT: LazyLock<Duration> =
    LazyLock::new(|| Duration::from_millis(if is_full() { 200 } else { 40 }));

/// The questions that are asked about a game: to the end, and as far as a horizon, by those who look that
/// far.
fn jobs(entry: &Entry, dice: bool) -> Vec<Job> {
    let spec = Spec::parse(entry.name).unwrap();
    let estimates = SAMPLERS.iter().any(|sampler| sampler.name == entry.name);
    let job = |depth: Option<u32>| Job::new(Some(spec.clone())).depth(depth);
    let mut jobs = if estimates || dice { vec![job(None)] } else { vec![job(None), job(Some(2))] };
    // The other way, where positions can be shared.
    for shared in ["yes", "no"] {
        let mut other = spec.clone();
        if other.set("transpositions", shared).is_ok()
            && other.get("transpositions") != spec.get("transpositions")
        {
            jobs.push(Job::new(Some(other)));
        }
    }
    // Playouts that look at several moves, and at the replies to them.
    let mut careful = spec.clone();
    if careful.set("playout", "careful").is_ok() {
        jobs.push(Job::new(Some(careful)));
    }
    jobs
}

/// What it takes to finish with one node of so many moves. Builds with debug assertions check more and are hardly
/// optimised.
static A_WIDE_NODE: LazyLock<Duration> =
    LazyLock::new(|| match (cfg!(debug_assertions), is_full()) {
        (true, true) => Duration::from_millis(600),
        (true, false) => Duration::from_millis(150),
        (false, _) => Duration::from_millis(50),
    });

/// How often something must be late.
const TRIES: usize = 12;

/// Whether something is late again and again: once is no proof, on a machine with other work.
fn is_late(limit: Duration, mut run: impl FnMut() -> Duration) -> Option<Duration> {
    let late = (0..TRIES).map(|_| run()).take_while(|&spent| spent > limit);
    let times: Vec<Duration> = late.collect();
    if times.len() == TRIES { times.into_iter().min() } else { None }
}

#[test]
fn time_limits_hold() {
    let latest = *LIMIT + *LIMIT / 20 + *A_WIDE_NODE;
    let mut late = Vec::new();
    for (plies, dice, named) in [(3, false, true), (3, true, false), (4, true, true)] {
        let game = AnyGame::new(wide(plies, dice, named));
        for entry in everybody(dice) {
            for job in jobs(entry, dice) {
                let limits = Limits::none().time(*LIMIT).memory(1 << 28);
                let job = job.limits(limits);
                let spent = is_late(latest, || {
                    let (report, spent) = timed(|| game.run(&job, &mut ()).unwrap());
                    let Outcome { stop, bounds, .. } = report;
                    assert_ne!(stop, Stop::Interrupted, "{}", entry.name);
                    assert!(bounds.lower <= bounds.upper, "{}: {bounds}", entry.name);
                    spent
                });
                let found = |spent| format!("{} {plies} {dice} {named}: {spent:?}", entry.name);
                late.extend(spent.map(found));
            }
        }
    }
    assert!(late.is_empty(), "{late:#?}");
}

/// Moves far down the list are made, or not; either way whoever raises the flag is heard.
#[test]
fn flags_are_heard() {
    let mut late = Vec::new();
    for (plies, dice, far) in [(3, false, 0), (3, false, *MOVES / 2), (4, true, *MOVES / 2)] {
        for entry in everybody(dice) {
            for job in jobs(entry, dice) {
                let spent = is_late(Duration::from_millis(100), || {
                    let flag = Arc::new(AtomicBool::new(false));
                    let raised = Arc::new(Mutex::new(None));
                    let alarm = Some(Alarm { far, flag: flag.clone(), raised: raised.clone() });
                    let game = AnyGame::new(Wide { alarm, ..wide(plies, dice, true) });
                    // Who does not come so far is stopped by the clock.
                    let limits = Limits::none().stop(flag).time(*LIMIT).memory(1 << 28);
                    game.run(&job.clone().limits(limits), &mut ()).unwrap();
                    let since: Option<Duration> = *raised.lock().unwrap();
                    since.zip(processor_time()).map_or(Duration::ZERO, |(since, now)| now - since)
                });
                late.extend(
                    spent.map(|spent| format!("{} {plies} {dice} {far}: {spent:?}", entry.name)),
                );
            }
        }
    }
    assert!(late.is_empty(), "{late:#?}");
}

#[test]
fn every_move_is_answered_in_time() {
    let latest = *LIMIT + *LIMIT / 20 + *A_WIDE_NODE;
    let game = AnyGame::new(wide(3, false, true));
    for name in ["alphabeta", "scout", "rollout:leftmost", "mcts-solver"] {
        // The time to search, and to report what was found or not.
        let spec = Spec::parse(name).unwrap();
        let limits = Limits::none().time(*LIMIT).memory(1 << 28);
        let job = Job::new(Some(spec)).all_moves(true).limits(limits);
        let spent = is_late(latest, || {
            let (report, spent) = timed(|| game.run(&job, &mut ()).unwrap());
            let all = report.moves.len() + report.more_moves;
            assert_eq!((all, report.stop), (*MOVES as usize, Stop::Time));
            spent
        });
        assert_eq!(spent, None, "{name}");
    }
}

/// Players by the clock look at the flag within an iteration, too. The next one takes many times as long as all before.
#[test]
fn players_by_the_clock_hear_the_flag() {
    for name in ["ab", "ab:k=100000", "mm", "selective", "mcts-solver"] {
        let latest = Duration::from_millis(100) + *A_WIDE_NODE;
        let spent = is_late(latest, || {
            let flag = Arc::new(AtomicBool::new(false));
            let raised = Arc::new(Mutex::new(None));
            let alarm = Some(Alarm { far: 10, flag: flag.clone(), raised: raised.clone() });
            let game = AnyGame::new(Wide { alarm, ..wide(5, false, true) });
            let spec = PlayerSpec::parse(name).unwrap();
            let mut player = game.player(&spec, None, 1).unwrap();
            let clock = Clock::new(Duration::from_secs(3600));
            player.think_by_clock(clock, Duration::ZERO, flag).unwrap();
            let since: Option<Duration> = *raised.lock().unwrap();
            since.zip(processor_time()).map_or(Duration::ZERO, |(since, now)| now - since)
        });
        assert_eq!(spent, None, "{name}");
    }
}
