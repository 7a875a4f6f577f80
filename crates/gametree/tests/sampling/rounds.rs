//! Epsilon-greedy selection at one node as a machine of two phases, rounds written out (Ramanujan,
//! Sabharwal, Selman 2011, section 6.2).

use gametree::model::Draws;

/// Where a node is. In the beginning its first round has just ended: every move was tried once.
#[derive(Default)]
pub struct Rounds {
    /// Children to which the round under way has not come.
    left: Vec<usize>,
    pub decided: bool,
}

impl Rounds {
    /// The next child. `merits` are means, the higher the better to the one who chooses.
    pub fn choose(&mut self, merits: &[f64], epsilon: f64, draws: &mut Draws) -> usize {
        let (best, others) = split(merits);
        if !self.decided && self.left.is_empty() {
            match best.len() {
                1 => self.decided = true,
                _ => self.left = (0..merits.len()).collect(),
            }
        }
        if !self.decided {
            let next = draws.below(self.left.len() as u64) as usize;
            return self.left.remove(next);
        }
        let explores = draws.share() < epsilon && !others.is_empty();
        let list = if explores { others } else { best };
        list[draws.below(list.len() as u64) as usize]
    }
}

/// The best, and the others.
pub fn split(merits: &[f64]) -> (Vec<usize>, Vec<usize>) {
    let top = merits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (0..merits.len()).partition(|&i| merits[i] == top)
}
