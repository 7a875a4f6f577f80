//! Nanoseconds a leaf.
use std::time::Instant;

use gametree::classic::AlphaBeta2;
use gametree::policy::{Leftmost, MaxUpper, Node, Policy, Reads};
use gametree::{Fsss, Game, Keep, Rollout, Search};
use gametree_games::random::{Leaves, RandomTree};

struct FirstActive;
impl Policy for FirstActive {
    const READS: Reads = Reads::Order;
    type Data = ();
    fn select(&mut self, node: &Node<'_, ()>) -> usize {
        node.active().next().unwrap().index
    }
}

mod hand {
    const B: u64 = 0x9e37_79b9_7f4a_7c15;
    pub struct Hand {
        pub b: u16,
        pub d: u32,
    }
    #[inline]
    pub fn child(hash: u64, index: u16) -> u64 {
        let h = hash.wrapping_add((u64::from(index) + 1).wrapping_mul(B));
        let h = (h ^ (h >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        h ^ (h >> 29)
    }
    impl Hand {
        pub fn max(&self, h: u64, ply: u32, mut a: f64, b: f64) -> f64 {
            if ply == self.d {
                return leaf(h);
            }
            let mut best = f64::NEG_INFINITY;
            for i in 0..self.b {
                let v = self.min(child(h, i), ply + 1, a, b);
                if v > best {
                    best = v;
                    if v > a {
                        a = v;
                        if a >= b {
                            break;
                        }
                    }
                }
            }
            best
        }
        pub fn min(&self, h: u64, ply: u32, a: f64, mut b: f64) -> f64 {
            if ply == self.d {
                return leaf(h);
            }
            let mut best = f64::INFINITY;
            for i in 0..self.b {
                let v = self.max(child(h, i), ply + 1, a, b);
                if v < best {
                    best = v;
                    if v < b {
                        b = v;
                        if a >= b {
                            break;
                        }
                    }
                }
            }
            best
        }
    }
    #[inline]
    fn leaf(h: u64) -> f64 {
        (i64::from(i32::MIN) + ((u128::from(h) * (1u128 << 32)) >> 64) as i64) as f64
    }
}

fn main() {
    for (b, d) in [(4u16, 12u32), (16, 6), (2, 24)] {
        let game = RandomTree::new(b, d, 1, Leaves::I32).unwrap();
        println!("b={b} d={d}");
        let mut leaves = 0;
        for round in 0..4 {
            macro_rules! time {
                ($name:expr, $alg:expr) => {
                    let t = Instant::now();
                    let o = Search::new(&game).run(&mut $alg).unwrap();
                    let e = t.elapsed().as_nanos() as f64;
                    if $name == "alphabeta2" {
                        leaves = o.counts.leaves;
                    }
                    if round == 3 {
                        println!(
                            "{:20} {:8.1} ns/leaf  leaves {} value {} bytes {}",
                            $name,
                            e / o.counts.leaves as f64,
                            o.counts.leaves,
                            o.bounds,
                            o.counts.peak_bytes
                        );
                    }
                };
            }
            time!("alphabeta2", AlphaBeta2);
            let t = Instant::now();
            let v = hand::Hand { b, d }.max(hash_of(&game), 0, f64::NEG_INFINITY, f64::INFINITY);
            let e = t.elapsed().as_nanos() as f64;
            if round == 3 {
                println!("{:20} {:8.1} ns/leaf  {v}", "hand", e / leaves as f64);
            }
            time!("leftmost", Rollout::new(Leftmost).keep(Keep::Nothing));
            time!("leftmost line", Rollout::new(Leftmost));
            time!("first", Rollout::new(FirstActive).keep(Keep::Nothing));
            time!("max-upper", Rollout::new(MaxUpper).keep(Keep::Nothing));
            time!("max-upper line", Rollout::new(MaxUpper));
            time!("fsss", Fsss::new().keep(Keep::Nothing));
        }
    }
}

fn hash_of(game: &RandomTree) -> u64 {
    game.start().hash()
}
