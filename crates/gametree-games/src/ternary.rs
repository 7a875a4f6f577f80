//! Boards whose cells have one of three states, as numbers in base three.

/// The number whose digit `i` in base three is bit `i` of the index.
const OF_BYTE: [u16; 256] = {
    let mut table = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        // The lowest bit is the lowest digit; the rest is the number of half the byte, times three.
        table[byte] = table[byte / 2] * 3 + (byte % 2) as u16;
        byte += 1;
    }
    table
};

/// 3^8 and 3^32.
const EIGHT: u64 = 6_561;
const THIRTY_TWO: u128 = 1_853_020_188_851_841;

/// Below 3^32: two sets of up to 32 cells without a common one.
#[inline]
fn half(first: u32, second: u32) -> u64 {
    let ([a, b, c, d], [e, f, g, h]) = (first.to_le_bytes(), second.to_le_bytes());
    let byte = |one: u8, two: u8| {
        u64::from(OF_BYTE[usize::from(one)]) + 2 * u64::from(OF_BYTE[usize::from(two)])
    };
    let (low, high) = (byte(a, e) + byte(b, f) * EIGHT, byte(c, g) + byte(d, h) * EIGHT);
    low + high * (EIGHT * EIGHT)
}

/// A number for two sets of cells without a common one. No other two sets have it.
#[inline]
pub(crate) fn code(first: u64, second: u64) -> u128 {
    let low = u128::from(half(first as u32, second as u32));
    let high = u128::from(half((first >> 32) as u32, (second >> 32) as u32));
    high * THIRTY_TWO + low
}

/// The two sets on a board of `cells` cells (at most 64) with this [`code`], if there are any.
pub(crate) fn sets(code: u128, cells: u32) -> Option<[u64; 2]> {
    if code >= 3u128.pow(cells) {
        return None;
    }
    let mut sets = [0; 2];
    // In halves, since dividing 64-bit numbers is faster.
    for (half, from) in [(code % THIRTY_TWO, 0), (code / THIRTY_TWO, 32)] {
        let mut rest = half as u64;
        for cell in from..from + 32 {
            match rest % 3 {
                0 => {}
                state => sets[state as usize - 1] |= 1 << cell,
            }
            rest /= 3;
        }
    }
    Some(sets)
}

/// The number of bits of the codes of boards with this many cells, up to 64.
pub(crate) fn bits(cells: u32) -> u32 {
    u128::BITS - (3u128.pow(cells) - 1).leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_numbers_in_base_three() {
        let slow = |first: u64, second: u64| {
            (0..64).rev().fold(0u128, |code, i| {
                code * 3 + u128::from(first >> i & 1) + 2 * u128::from(second >> i & 1)
            })
        };
        let mut first = 1u64;
        for _ in 0..1_000 {
            first = first.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            let second = first.rotate_left(29) & !first;
            assert_eq!(code(first, second), slow(first, second));
            assert_eq!(sets(code(first, second), 64), Some([first, second]));
        }
        assert_eq!(code(0, u64::MAX), 3u128.pow(64) - 1);
        assert_eq!(sets(3u128.pow(64) - 1, 64), Some([0, u64::MAX]));
        assert_eq!((sets(3u128.pow(64), 64), sets(u128::MAX, 64), sets(9, 2)), (None, None, None));
        assert_eq!(sets(8, 2), Some([0, 0b11]));
        assert_eq!((bits(9), bits(36), bits(64)), (15, 58, 102));
    }
}
