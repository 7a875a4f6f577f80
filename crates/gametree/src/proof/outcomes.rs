//! Proving the average of a chance node.

use super::prove::{Aim, Child, Prover, Reached};
use crate::model::{Game, Knowledge};
use crate::run::Stop;
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
        for turn in 0..worth.len() {
            let i = self.turn(turn, worth.len());
            let others = |of: fn(&Worth) -> f64| -> f64 {
                let each = worth.iter().enumerate().filter(|&(other, _)| other != i);
                each.map(|(_, worth)| worth.probability * of(worth)).sum()
            };
            // A little less suffices; otherwise rounding would make a child prove more than is
            // known of it.
            let share = |aim: f64, others: f64| {
                (aim - others) / worth[i].probability - self.means.allowance / 64.0
            };
            let enough = share(aim.enough, others(|worth| worth.floor)).min(worth[i].ceiling);
            let need = share(aim.need, others(|worth| worth.ceiling));
            if !self.meets(worth[i].ceiling, need) {
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
