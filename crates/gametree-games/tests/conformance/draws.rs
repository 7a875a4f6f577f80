//! A move that a game draws is one of those that it lists, each equally likely.

use std::fmt::Debug;
use std::ops::ControlFlow;

use gametree::model::Draws;
use gametree::{Game, Kind, Moves, Turn};

/// How often each move should come.
const OFTEN: f64 = 40.0;

/// What was drawn in many positions, compared with what should have been.
#[derive(Default)]
pub struct Tally {
    /// Squares of differences over what they should be: as large as `freedom`, give or take.
    chi_squared: f64,
    freedom: usize,
}

/// Draws once where a game may be over, and says what it was, or that it was not.
pub fn agrees<G: Game>(game: &G, position: &G::Position, turn: Turn, draws: &mut Draws)
where
    G::Position: Debug,
{
    let drawn = game.random_move(position, &mut Moves::new(), draws);
    match turn {
        Turn::Terminal(value) => assert_eq!(drawn, ControlFlow::Break(value), "{position:?}"),
        Turn::Inner(_) => assert!(drawn.is_continue(), "{position:?} is not over"),
    }
}

impl Tally {
    /// Draws many times.
    pub fn draw<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        (turn, moves): (Turn, &Moves<G::Move>),
        draws: &mut Draws,
    ) where
        G::Position: Debug,
    {
        let count = moves.len();
        let share = |i: usize| match turn {
            Turn::Inner(Kind::Chance) => moves.probability(i).unwrap_or(0.0),
            _ => 1.0 / count as f64,
        };
        let rarest = (0..count).map(share).fold(1.0, f64::min);
        let times = (OFTEN / rarest) as u32;
        let mut seen = vec![0u32; count];
        let mut room = Moves::new();
        for _ in 0..times {
            let ControlFlow::Continue(mv) = game.random_move(position, &mut room, draws) else {
                panic!("{position:?} is not over");
            };
            let place = moves.iter().position(|legal| legal == mv);
            seen[place.unwrap_or_else(|| panic!("{mv:?} is not legal at {position:?}"))] += 1;
        }
        for (i, &n) in seen.iter().enumerate() {
            assert!(n > 0, "{:?} is never drawn at {position:?}", moves.get(i));
            let expected = share(i) * f64::from(times);
            self.chi_squared += (f64::from(n) - expected).powi(2) / expected;
        }
        self.freedom += count - 1;
    }

    /// All in all the draws were fair.
    pub fn check(&self) {
        let (found, freedom) = (self.chi_squared, self.freedom as f64);
        let off = (found - freedom).abs();
        assert!(off <= 6.0 * (2.0 * freedom).sqrt(), "chi squared is {found}, not near {freedom}");
    }
}
