//! What is believed of nodes that were not entered, looked up.
//!
//! It depends on the level and on how far above the question's threshold leaves are expected. The
//! latter is rounded, so that each answer is worked out once.

use super::model::Spread;
use super::normal::tails;
use super::question::Odds;
use super::shape::Shape;

/// Steps to a standard deviation of the scores.
const STEPS: f64 = 32.0;
/// Steps up to the last one that is looked up, either way; all beyond are alike.
const MOST: f64 = 8.0 * STEPS;

/// The odds of untouched nodes, given a shape of the tree and how far off expectations are.
#[derive(Clone, Debug, Default)]
pub(super) struct Unseen {
    shape: Shape,
    /// For the children of nodes of each level.
    spreads: Vec<Spread>,
    known: Vec<Option<Odds>>,
}

impl Unseen {
    pub fn new(shape: Shape, spreads: Vec<Spread>) -> Unseen {
        Unseen { shape, spreads, known: Vec::new() }
    }

    /// The odds of a child of a node at `level`, if leaves below the node are expected to score
    /// `above` more than what is asked for.
    pub fn child(&mut self, level: usize, above: f64) -> Odds {
        let step = (above * STEPS).round().clamp(-MOST, MOST);
        let place = level * (2 * MOST as usize + 1) + (step + MOST) as usize;
        if self.known.len() <= place {
            self.known.resize(place + 1, None);
        }
        if let Some(odds) = self.known[place] {
            return odds;
        }
        let odds = self.work_out(level, step / STEPS);
        self.known[place] = Some(odds);
        odds
    }

    /// The same, not looked up.
    fn work_out(&self, level: usize, above: f64) -> Odds {
        let last = self.spreads.len().saturating_sub(1);
        let spread = self.spreads.get(level.min(last)).copied().unwrap_or_default();
        let odds = |steps: f64| {
            self.shape.odds(level + 1, tails((above + steps * spread.shared) / spread.own))
        };
        if spread.shared == 0.0 {
            return odds(0.0);
        }
        // Gauss and Hermite's three points stand for all that the child's average may be.
        let outer = odds(-(3f64.sqrt())).mixed(0.5, odds(3f64.sqrt()));
        odds(0.0).mixed(2.0 / 3.0, outer)
    }
}
