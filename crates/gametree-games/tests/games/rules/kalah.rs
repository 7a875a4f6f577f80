//! Kalah, slowly: seeds are moved one by one from place to place.

use super::slow::Slow;

/// Kalah.
#[derive(Clone)]
pub struct SlowKalah {
    /// Pits of MAX and of MIN, each from its owner's left.
    pits: [Vec<u32>; 2],
    stores: [u32; 2],
    mover: usize,
    empty_capture: bool,
}

impl SlowKalah {
    pub fn new(pits: usize, seeds: u32, empty_capture: bool) -> SlowKalah {
        let row = vec![seeds; pits];
        SlowKalah { pits: [row.clone(), row], stores: [0, 0], mover: 0, empty_capture }
    }

    fn left(&self, player: usize) -> u32 {
        self.pits[player].iter().sum()
    }
}

impl Slow for SlowKalah {
    fn moves(&self) -> Vec<String> {
        if self.left(0) == 0 || self.left(1) == 0 {
            return Vec::new();
        }
        let own = &self.pits[self.mover];
        (0..own.len()).filter(|&pit| own[pit] > 0).map(|pit| (pit + 1).to_string()).collect()
    }

    fn play(&mut self, mv: &str) {
        let me = self.mover;
        let count = self.pits[me].len();
        let (mut side, mut pit) = (me, mv.parse::<usize>().unwrap() - 1);
        let mut hand = std::mem::take(&mut self.pits[me][pit]);
        let mut in_store = false;
        while hand > 0 {
            // After the last pit of a side comes its store, which is for its owner only.
            if in_store || pit + 1 < count {
                pit = if in_store { 0 } else { pit + 1 };
                in_store = false;
            } else if side == me {
                (side, in_store) = (1 - side, true);
                self.stores[me] += 1;
                hand -= 1;
                continue;
            } else {
                (side, pit) = (1 - side, 0);
            }
            self.pits[side][pit] += 1;
            hand -= 1;
        }
        if in_store {
            return;
        }
        let opposite = count - 1 - pit;
        if side == me && self.pits[me][pit] == 1 {
            let taken = self.pits[1 - me][opposite];
            if taken > 0 || self.empty_capture {
                self.stores[me] += taken + 1;
                self.pits[1 - me][opposite] = 0;
                self.pits[me][pit] = 0;
            }
        }
        self.mover = 1 - me;
    }

    fn max_moves(&self) -> bool {
        self.mover == 0
    }

    fn value(&self) -> i32 {
        let of = |player: usize| (self.stores[player] + self.left(player)) as i32;
        of(0) - of(1)
    }

    fn drawing(&self) -> String {
        let row = |pits: Vec<u32>| pits.iter().map(|n| format!("{n:>4}")).collect::<String>();
        let above = row(self.pits[1].iter().rev().copied().collect());
        let below = row(self.pits[0].clone());
        let width = 4 * self.pits[0].len() + 2;
        let [max, min] = self.stores;
        let mover = ["MAX", "MIN"][self.mover];
        format!("  {above}\n{min:>2}{max:>width$}\n  {below}\n{mover} to move\n")
    }
}
