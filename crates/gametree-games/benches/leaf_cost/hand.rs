//! Alpha-beta as one would write it by hand for one game: no dynamic calls, no counters, no
//! allocation, no lists of moves. What the general engine is measured by.

/// Alpha-beta over the same hashes and leaves as `random:b=B,d=D`.
pub struct RandomTree {
    pub branching: u16,
    pub depth: u32,
}

impl RandomTree {
    fn child(hash: u64, index: u16) -> u64 {
        let h = hash.wrapping_add((u64::from(index) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let h = (h ^ (h >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        h ^ (h >> 29)
    }

    fn leaf(hash: u64) -> f64 {
        (i64::from(i32::MIN) + ((u128::from(hash) * (1 << 32)) >> 64) as i64) as f64
    }

    pub fn max(&self, hash: u64, ply: u32, mut alpha: f64, beta: f64) -> f64 {
        if ply == self.depth {
            return Self::leaf(hash);
        }
        let mut best = f64::NEG_INFINITY;
        for i in 0..self.branching {
            let value = self.min(Self::child(hash, i), ply + 1, alpha, beta);
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        best
    }

    fn min(&self, hash: u64, ply: u32, alpha: f64, mut beta: f64) -> f64 {
        if ply == self.depth {
            return Self::leaf(hash);
        }
        let mut best = f64::INFINITY;
        for i in 0..self.branching {
            let value = self.max(Self::child(hash, i), ply + 1, alpha, beta);
            if value < best {
                best = value;
                if value < beta {
                    beta = value;
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        best
    }
}

/// Alpha-beta on the standard board of Connect Four to a fixed depth, where a position that is not
/// over is worth nought. Moves from the middle outward; values are MAX's, as in `connect4`.
pub struct Connect4;

const HEIGHT: u32 = 6;
const WIDTH: u32 = 7;
const FROM_THE_MIDDLE: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

impl Connect4 {
    fn wins(stones: u64) -> bool {
        let line = |step: u32| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        };
        line(1) || line(HEIGHT) || line(HEIGHT + 1) || line(HEIGHT + 2)
    }

    /// What the position is worth if it ends here: won by the stones that `other` has just
    /// completed, full, or at the horizon.
    fn over(other: u64, all: u64, plies: u32, sign: f64) -> Option<f64> {
        let played = all.count_ones();
        if Self::wins(other) {
            let own = played.div_ceil(2);
            return Some(-sign * f64::from(22 - own));
        }
        (played == WIDTH * HEIGHT || plies == 0).then_some(0.0)
    }

    /// `sign` is 1 where MAX moves and -1 where MIN does; alpha and beta are MAX's.
    pub fn max(own: u64, all: u64, plies: u32, mut alpha: f64, beta: f64) -> f64 {
        if let Some(value) = Self::over(own ^ all, all, plies, 1.0) {
            return value;
        }
        let mut best = f64::NEG_INFINITY;
        for column in FROM_THE_MIDDLE {
            let bottom = 1 << (column * (HEIGHT + 1));
            if all & bottom << (HEIGHT - 1) != 0 {
                continue;
            }
            let value = Self::min(own ^ all, all | (all + bottom), plies - 1, alpha, beta);
            if value > best {
                best = value;
                alpha = alpha.max(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }

    fn min(own: u64, all: u64, plies: u32, alpha: f64, mut beta: f64) -> f64 {
        if let Some(value) = Self::over(own ^ all, all, plies, -1.0) {
            return value;
        }
        let mut best = f64::INFINITY;
        for column in FROM_THE_MIDDLE {
            let bottom = 1 << (column * (HEIGHT + 1));
            if all & bottom << (HEIGHT - 1) != 0 {
                continue;
            }
            let value = Self::max(own ^ all, all | (all + bottom), plies - 1, alpha, beta);
            if value < best {
                best = value;
                beta = beta.min(value);
                if alpha >= beta {
                    break;
                }
            }
        }
        best
    }
}
