//! Lines of four as patterns of bits: cell `column * (height + 1) + row` is a bit.

/// Whether there are four in a line among `cells` of a board of this size.
#[inline(always)]
pub(super) fn four(cells: u64, width: u32, height: u32) -> bool {
    let line = |step: u32| {
        let pairs = cells & cells >> step;
        pairs & pairs >> (2 * step)
    };
    let across = if width >= 4 { line(height) | line(height + 1) | line(height + 2) } else { 0 };
    line(1) | across != 0
}

/// The cells, empty or not and on the board or not, that complete a line of `stones`.
#[inline(always)]
pub(super) fn fourths(stones: u64, width: u32, height: u32) -> u64 {
    let mut found = stones << 1 & stones << 2 & stones << 3;
    if width >= 4 {
        // Then the board has so few rows that no shift leaves the 64 bits.
        for step in [height, height + 1, height + 2] {
            let after = stones << step & stones << (2 * step);
            found |= after & (stones << (3 * step) | stones >> step);
            let before = stones >> step & stones >> (2 * step);
            found |= before & (stones << step | stones >> (3 * step));
        }
    }
    found
}
