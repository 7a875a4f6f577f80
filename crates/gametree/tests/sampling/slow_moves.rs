//! A game may take long to choose a likely move, and be long itself: limits hold within a playout, too.

use std::ops::ControlFlow;
use std::thread::sleep;
use std::time::Duration;

use gametree::job::{AnyGame, Job};
use gametree::registry::{SAMPLERS, Spec};
use gametree::{Draws, Game, Knowledge, Limits, Moves, Notation, Turn, Value, Values};

/// Two moves a turn, and nothing happens for a long time.
#[derive(Clone)]
struct Long;

const PLIES: u32 = 5_000;

impl Game for Long {
    type Position = u32;
    type Move = u8;
    type Undo = ();

    fn start(&self) -> u32 {
        0
    }

    fn values(&self) -> Values {
        Values::integers(-1, 1)
    }

    fn expand(&self, &ply: &u32, moves: &mut Moves<u8>) -> Turn {
        if ply == PLIES {
            return Turn::over(0);
        }
        moves.extend([0, 1]);
        if ply % 2 == 0 { Turn::MAX } else { Turn::MIN }
    }

    fn play(&self, ply: &mut u32, _: u8) {
        *ply += 1;
    }

    fn undo(&self, ply: &mut u32, _: u8, (): ()) {
        *ply -= 1;
    }
}

impl Notation for Long {
    fn move_text(&self, _: &u32, mv: u8) -> String {
        mv.to_string()
    }
}

impl Knowledge<Self> for Long {
    fn evaluate(&self, _: &Self, _: &u32) -> Option<Value> {
        Some(Value::ZERO)
    }

    fn likely_move(
        &self,
        _: &Self,
        &ply: &u32,
        _: &mut Moves<u8>,
        draws: &mut Draws,
    ) -> ControlFlow<Value, u8> {
        sleep(Duration::from_micros(200));
        if ply == PLIES {
            return ControlFlow::Break(Value::ZERO);
        }
        ControlFlow::Continue(draws.below(2) as u8)
    }
}

#[test]
fn limits_hold_within_a_playout() {
    let game = AnyGame::new(Long);
    let mut informed = 0;
    for entry in SAMPLERS {
        let mut spec = Spec::parse(entry.name).unwrap();
        if !spec.has_parameter("playout") {
            continue;
        }
        spec.set("playout", "informed").unwrap();
        informed += 1;
        let job = Job::new(Some(spec)).limits(Limits::none().time(Duration::from_millis(20)));
        // A playout takes more than a second. Somebody else may need the processor, but not each time.
        let in_time = (0..3).any(|_| {
            let report = game.run(&job, &mut ()).unwrap();
            report.elapsed < Duration::from_millis(400)
        });
        assert!(in_time, "{}", entry.name);
    }
    assert!(informed >= 3);
}
