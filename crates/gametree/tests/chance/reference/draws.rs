//! The random choices of the policy `random`, made again: xoshiro256++ (Blackman and Vigna 2019),
//! its state filled by splitmix64, and Lemire's way (2019) to a fair number below a bound.

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Draws([u64; 4]);

impl Draws {
    pub fn new(seed: u64) -> Draws {
        let mut state = seed;
        Draws([(); 4].map(|()| split_mix(&mut state)))
    }

    fn next(&mut self) -> u64 {
        let s = &mut self.0;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let shifted = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number below `bound`, each equally likely.
    pub fn below(&mut self, bound: u64) -> u64 {
        loop {
            let product = u128::from(self.next()) * u128::from(bound);
            // The numbers that would make some results more likely than others.
            if product as u64 >= bound.wrapping_neg() % bound {
                return (product >> 64) as u64;
            }
        }
    }
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The numbers that a test of the library's own stream has.
#[test]
fn the_stream_is_the_library_s() {
    let mut draws = Draws::new(7);
    assert_eq!([(); 8].map(|()| draws.below(10)), [0, 1, 7, 4, 9, 4, 7, 3]);
}
