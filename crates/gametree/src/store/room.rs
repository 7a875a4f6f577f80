//! Room for lists that may become large.

/// What is left to everything else when a large list grows: whoever needs a list of moves next cannot be refused it.
const LEFT: usize = 1 << 20;

/// Makes room for exactly so many more entries. `None` if the system has no more memory.
pub(crate) fn make_room<T>(list: &mut Vec<T>, more: usize) -> Option<()> {
    // Taken before the list grows, and given back after.
    let _left = if more.saturating_mul(size_of::<T>()) < LEFT { Vec::new() } else { held_back()? };
    list.try_reserve_exact(more).ok()
}

/// Whether the system has so much memory left.
pub(crate) fn is_memory_left() -> bool {
    held_back().is_some()
}

/// A call of its own, so that it is not seen that nobody writes there.
#[cold]
#[inline(never)]
fn held_back() -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(LEFT).ok()?;
    Some(std::hint::black_box(bytes))
}
