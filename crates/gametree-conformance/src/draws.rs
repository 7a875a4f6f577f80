//! Random moves: each is a legal one, as likely as it should be.

use std::ops::ControlFlow;

use gametree_model::{Draws, Game, Kind, Moves, Turn};

use crate::broken::{Broken, Check, ensure};
use crate::look::Look;
use crate::subject::{Step, Subject};
use crate::{Rule, Violation, words};

/// How often each move should be drawn.
const OFTEN: f64 = 40.0;
/// The most draws at a position, though rare outcomes may then be missed.
const MOST_DRAWS: f64 = 20_000.0;
/// The strictness of the test: fair draws fail it at one position in e^20.
const DOUBT: f64 = 20.0;

/// What was drawn at many positions, compared with what should have been.
pub(crate) struct Tally {
    draws: Draws,
    /// Squares of differences over what they should be: as large as `freedom`, give or take.
    chi_squared: f64,
    freedom: f64,
    /// Where it exceeded its expectation most, and by how much.
    worst: (f64, Vec<Step>),
}

impl Tally {
    pub fn new(seed: u64) -> Tally {
        let worst = (f64::NEG_INFINITY, Vec::new());
        Tally { draws: Draws::new(seed), chi_squared: 0.0, freedom: 0.0, worst }
    }
}

impl Tally {
    /// Draws once: a listed move, or the value of the finished game.
    pub fn once(&mut self, look: &Look<'_>) -> Check {
        let drawn =
            look.subject.game.random_move(look.position, &mut Moves::new(), &mut self.draws);
        match (look.turn, drawn) {
            (Turn::Inner(_), ControlFlow::Continue(mv)) => place(look, mv).map(drop),
            (Turn::Terminal(value), ControlFlow::Break(drawn)) if drawn == value => Ok(()),
            (turn, drawn) => {
                let drawn = match drawn {
                    ControlFlow::Continue(mv) => format!("draws {}", look.name(mv)),
                    ControlFlow::Break(value) => format!("says that {}", words::over(value)),
                };
                let found = format!("it {drawn}, and expand says that {}", words::turn(turn));
                Err(Broken { rule: Rule::RandomMove, found })
            }
        }
    }

    /// Draws many times at an inner node, at the end of a path.
    pub fn often(&mut self, look: &Look<'_>, way: &[Step]) -> Check {
        let Turn::Inner(kind) = look.turn else { return Ok(()) };
        let count = look.moves.len();
        let share = |i: usize| match kind {
            Kind::Chance => look.moves.probability(i).unwrap_or(0.0),
            _ => 1.0 / count as f64,
        };
        let rarest = (0..count).map(share).fold(1.0, f64::min);
        let times = (OFTEN / rarest).min(MOST_DRAWS.max(OFTEN * count as f64)) as u32;
        let seen = self.counted(look, times)?;
        let (mut chi_squared, mut counted) = (0.0, 0usize);
        for (i, &n) in seen.iter().enumerate() {
            let expected = share(i) * f64::from(times);
            if expected < OFTEN / 2.0 {
                continue;
            }
            ensure(n > 0, Rule::RandomMove, || {
                format!("{} is not drawn once in {times} times", look.text(look.moves.get(i)))
            })?;
            chi_squared += (f64::from(n) - expected).powi(2) / expected;
            counted += 1;
        }
        let freedom = (counted - usize::from(counted == count)) as f64;
        self.note(chi_squared, freedom, way);
        // Laurent and Massart (2000), Lemma 1.
        let most = freedom + 2.0 * (freedom * DOUBT).sqrt() + 2.0 * DOUBT;
        ensure(chi_squared <= most, Rule::RandomMove, || {
            let each = look.moves.iter().zip(&seen);
            let each: Vec<String> =
                each.map(|(mv, times)| format!("{} {times} times", look.text(mv))).collect();
            format!("of {times} draws, {}", each.join(", "))
        })
    }

    /// How often each move was drawn.
    fn counted(&mut self, look: &Look<'_>, times: u32) -> Result<Vec<u32>, Broken> {
        let mut seen = vec![0u32; look.moves.len()];
        let mut room = Moves::new();
        for _ in 0..times {
            let drawn = look.subject.game.random_move(look.position, &mut room, &mut self.draws);
            let ControlFlow::Continue(mv) = drawn else {
                let found = "sometimes it says that the game is over".into();
                return Err(Broken { rule: Rule::RandomMove, found });
            };
            seen[place(look, mv)?] += 1;
        }
        Ok(seen)
    }

    fn note(&mut self, chi_squared: f64, freedom: f64, way: &[Step]) {
        self.chi_squared += chi_squared;
        self.freedom += freedom;
        let excess = (chi_squared - freedom) / freedom.max(1.0).sqrt();
        if excess > self.worst.0 {
            self.worst = (excess, way.to_vec());
        }
    }

    /// Checks that the draws were fair over all positions together.
    pub fn check(&self, subject: &Subject) -> Result<(), Violation> {
        let (found, freedom) = (self.chi_squared, self.freedom);
        let fair = (found - freedom).abs() <= 6.0 * (2.0 * freedom).sqrt();
        let unfair =
            || format!("chi squared is {found:.0} in all, not near {freedom}; most of it here");
        ensure(fair, Rule::RandomMove, unfair)
            .map_err(|broken| subject.violation(&self.worst.1, broken))
    }
}

/// The index of a drawn move in the list.
fn place(look: &Look<'_>, mv: u32) -> Result<usize, Broken> {
    let place = look.moves.iter().position(|legal| legal == mv);
    let illegal = || format!("it draws {}", look.name(mv));
    place.ok_or_else(|| Broken { rule: Rule::RandomMove, found: illegal() })
}
