//! Proving the average of a chance node.

use super::prove::{Aim, Child, Prover, Reached};
use crate::model::{Game, Knowledge};
use crate::outcome::Stop;
use gametree_check::agreed::average_down;

/// What is known of an outcome of chance.
#[derive(Clone, Copy, Debug)]
struct Worth {
    probability: f64,
    /// The proven bound, once there is one; before that, the known one.
    floor: f64,
    ceiling: f64,
    done: bool,
}

impl Worth {
    fn before<M>(child: &Child<M>) -> Worth {
        let Child { probability, floor, ceiling, .. } = *child;
        Worth { probability, floor, ceiling, done: false }
    }
}

impl<G: Game, K: Knowledge<G>> Prover<'_, '_, G, K> {
    /// Proves the average at a chance node. Each child needs at least the bound that is required when
    /// all others reach their upper bounds, and at most the bound that is enough when they stay at
    /// their lower bounds.
    pub fn average(
        &mut self,
        position: &mut G::Position,
        first: usize,
        aim: Aim,
        known: bool,
        ply: u32,
    ) -> Result<Reached, Stop> {
        let mut worth: Vec<Worth> = self.children[first..].iter().map(Worth::before).collect();
        // Kept up to date, since there may be very many outcomes.
        let (mut floors, mut ceilings) = (Total::default(), Total::default());
        for Worth { probability, floor, ceiling, .. } in &worth {
            floors.add(probability * floor);
            ceilings.add(probability * ceiling);
        }
        for turn in 0..worth.len() {
            let i = self.turn(turn, worth.len());
            let Worth { probability, floor, ceiling, .. } = worth[i];
            floors.add(-probability * floor);
            ceilings.add(-probability * ceiling);
            // A little less suffices; otherwise rounding would make a child prove more than is
            // known of it.
            let share = |aim: f64, others: Total| {
                (aim - others.sum()) / probability - self.means.allowance / 64.0
            };
            let enough = share(aim.enough, floors).min(ceiling);
            let need = share(aim.need, ceilings);
            if !self.meets(ceiling, need) {
                break;
            }
            let aim = Aim { need: need.min(enough), enough };
            let reached = self.enter(position, first + i, aim, known, ply)?;
            worth[i].ceiling = worth[i].ceiling.min(reached.at_most);
            worth[i].floor = reached.proven;
            if reached.proven == f64::NEG_INFINITY {
                break;
            }
            worth[i].done = true;
            floors.add(probability * worth[i].floor);
            ceilings.add(probability * worth[i].ceiling);
        }
        let terms = |of: fn(&Worth) -> f64| -> Vec<(f64, f64)> {
            worth.iter().map(|worth| (of(worth), worth.probability)).collect()
        };
        let at_most = 0.0 - average_down(&terms(|worth| 0.0 - worth.ceiling));
        let proven = average_down(&terms(|worth| worth.floor));
        let met = worth.iter().all(|worth| worth.done) && self.meets(proven, aim.need);
        Ok(if met { Reached { proven, at_most } } else { Reached::failed(at_most) })
    }
}

/// A sum of many numbers that hardly suffers from rounding (Neumaier 1974).
#[derive(Clone, Copy, Default)]
struct Total {
    sum: f64,
    /// What was lost by rounding.
    lost: f64,
}

impl Total {
    fn add(&mut self, term: f64) {
        let sum = self.sum + term;
        self.lost += match self.sum.abs() >= term.abs() {
            true => (self.sum - sum) + term,
            false => (term - sum) + self.sum,
        };
        self.sum = sum;
    }

    fn sum(self) -> f64 {
        self.sum + self.lost
    }
}
