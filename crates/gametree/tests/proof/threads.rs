//! Proofs by several threads: the same interval, and a certificate that is accepted.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};

use gametree::job::{AnyGame, Job, JobError};
use gametree::proof::check::check;
use gametree::proof::format::Reader;
use gametree::proof::{Proof, ProofError};
use gametree::{
    Bounds, Game, Key, Knowledge, Limits, Moves, Notation, Stop, Turn, Value, Values, Workspace,
};

use crate::effort::effort;
use crate::reference::Contents;
use crate::{Question, checked};

fn threads(number: usize) -> NonZero<usize> {
    NonZero::new(number).unwrap()
}

#[test]
fn any_number_of_threads_proves_the_same() {
    for seed in 0..effort(8_000) {
        let mut question = Question::new(seed);
        question.game.yields = true;
        let (found, alone) = question.prove();
        let number = 2 + seed as usize % 7;
        question.threads = threads(number);
        let (_, proof) = question.prove();
        let what = format!("seed {seed}, {number} threads: {} {found}", proof.bounds);
        let off = |a: Value, b: Value| a != b && (a.get() - b.get()).abs() > 1e-9;
        assert!(!off(proof.bounds.lower, alone.bounds.lower), "{what}");
        assert!(!off(proof.bounds.upper, alone.bounds.upper), "{what}");
        if !question.game.has_chance_nodes() {
            assert_eq!(proof.bounds, alone.bounds, "{what}");
        }
        let bytes = proof.write(Vec::new(), "graph", "").unwrap();
        let checked = checked(&question.game, &bytes, None)
            .unwrap_or_else(|error| panic!("{what}: {error} {:?}", question.game));
        assert!(proof.bounds.encloses(checked.bounds), "{what}");
        assert_eq!((checked.leaves, checked.facts), (proof.leaves, proof.facts), "{what}");
        assert!(Contents::read(&bytes).unwrap().holds(&question.game), "{what}");
    }
}

/// Two heaps of stones, from which one to three are taken in turn; who takes the last one wins. The second player wins
/// if the heaps are equal. `look` is called for every position.
#[derive(Clone)]
struct Heaps {
    size: u32,
    look: fn(u32, u32),
}

impl Game for Heaps {
    type Position = (u32, u32, bool);
    type Move = u32;
    type Undo = (u32, u32, bool);

    fn start(&self) -> (u32, u32, bool) {
        (self.size, self.size, true)
    }

    fn values(&self) -> Values {
        Values::integers(-1, 1)
    }

    fn expand(&self, &(a, b, max): &(u32, u32, bool), moves: &mut Moves<u32>) -> Turn {
        (self.look)(a, b);
        if (a, b) == (0, 0) {
            return Turn::over(if max { -1 } else { 1 });
        }
        moves.extend(1..=a.min(3));
        moves.extend(9..=8 + b.min(3));
        if max { Turn::MAX } else { Turn::MIN }
    }

    fn play(&self, at: &mut (u32, u32, bool), mv: u32) -> (u32, u32, bool) {
        let before = *at;
        let (a, b, max) = before;
        *at = if mv < 8 { (a - mv, b, !max) } else { (a, b - (mv - 8), !max) };
        before
    }

    fn undo(&self, at: &mut (u32, u32, bool), _: u32, before: (u32, u32, bool)) {
        *at = before;
    }

    fn key(&self, &(a, b, max): &(u32, u32, bool)) -> Option<Key> {
        Some(Key::Exact(u128::from(a) << 40 | u128::from(b) << 8 | u128::from(max)))
    }

    fn position_of(&self, key: u128) -> Option<(u32, u32, bool)> {
        let (a, b) = ((key >> 40) as u32, (key >> 8) as u32);
        Some((a, b, key & 1 == 1)).filter(|at| self.key(at) == Some(Key::Exact(key)))
    }
}

impl Knowledge<Heaps> for Heaps {}

impl Notation for Heaps {
    fn move_text(&self, _: &(u32, u32, bool), mv: u32) -> String {
        mv.to_string()
    }
}

/// Proves that the first player loses, without a search before it.
fn prove(game: Heaps, limits: Limits, number: usize) -> Result<Proof, ProofError> {
    let (job, lost) = (Job::new(None).limits(limits).threads(threads(number)), (-1).into());
    let workspace = &mut Workspace::default();
    match AnyGame::new(game).prove(&job, Bounds::point(lost), workspace, &mut |_| ()) {
        Err(JobError::Proof(error)) => Err(error),
        proof => Ok(proof.unwrap()),
    }
}

fn helps() -> bool {
    std::thread::current().name() == Some("gametree helper")
}

#[test]
fn helpers_take_part() {
    static POSITIONS: [AtomicU32; 2] = [AtomicU32::new(0), AtomicU32::new(0)];
    let look = |_, _| {
        POSITIONS[usize::from(helps())].fetch_add(1, Ordering::Relaxed);
        std::thread::yield_now();
    };
    let game = Heaps { size: 120, look };
    let proof = prove(game.clone(), Limits::none(), 4).unwrap();
    let [leader, helpers] = POSITIONS.each_ref().map(|count| count.load(Ordering::Relaxed));
    assert!(helpers > leader / 4, "{leader} and {helpers}");
    let bytes = proof.write(Vec::new(), "heaps", "").unwrap();
    check(&game, &mut Reader::new(&bytes[..]).unwrap(), None).unwrap();
}

#[test]
fn a_panic_of_a_helper_is_an_error() {
    static CAME: AtomicBool = AtomicBool::new(false);
    let look = |a, _| {
        if a < 200 && helps() {
            CAME.store(true, Ordering::Relaxed);
            panic!("this game is broken");
        }
        // The leader is slow until a helper has come.
        if !CAME.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
    };
    for number in [2, 5] {
        CAME.store(false, Ordering::Relaxed);
        let refused = prove(Heaps { size: 200, look }, Limits::none(), number).map(|_| ());
        assert_eq!(refused, Err(ProofError::Panicked), "{number} threads");
    }
}

#[test]
// Generous: the machine may be busy, and with four threads on two processors nobody is at work all the time.
fn limits_hold_for_all_threads() {
    let game = Heaps { size: 2000, look: |_, _| () };
    for number in [1, 4, 8] {
        let begun = Instant::now();
        let limits = Limits::none().time(Duration::from_millis(50));
        let stopped = prove(game.clone(), limits, number).map(|_| ());
        assert_eq!(stopped, Err(ProofError::Stopped(Stop::Time)), "{number} threads");
        assert!(begun.elapsed() < Duration::from_secs(4), "{number}: {:?}", begun.elapsed());

        let limits = Limits::none().memory(1 << 20);
        let stopped = prove(game.clone(), limits, number).map(|_| ());
        assert_eq!(stopped, Err(ProofError::Stopped(Stop::Memory)), "{number} threads");

        let flag = Arc::new(AtomicBool::new(false));
        let late = std::thread::scope(|scope| {
            let set = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                flag.store(true, Ordering::Relaxed);
                Instant::now()
            });
            let limits = Limits::none().stop(Arc::clone(&flag));
            let stopped = prove(game.clone(), limits, number).map(|_| ());
            assert_eq!(stopped, Err(ProofError::Stopped(Stop::Interrupted)), "{number} threads");
            let ended = Instant::now();
            ended - set.join().unwrap()
        });
        assert!(late < Duration::from_secs(4), "{number} threads: {late:?} late");
    }
}

#[test]
fn what_is_false_stays_unproven() {
    let game = AnyGame::new(Heaps { size: 30, look: |_, _| () });
    for number in [1, 2, 8] {
        let job = Job::new(None).threads(threads(number));
        let won = Bounds::point(1.into());
        let refused = game.prove(&job, won, &mut Workspace::default(), &mut |_| ());
        let unproven = JobError::Proof(ProofError::Unproven);
        assert_eq!(refused.map(|_| ()), Err(unproven), "{number} threads");
    }
}
