//! Recursion in trees that may be a hundred thousand plies deep.

/// Every this many plies a recursion makes sure that there is stack left...
const CHECK: u32 = 32;
/// ...of at least this size, which those plies cannot use up even in a debug build...
const LEFT: usize = 1 << 20;
/// ...and otherwise allocates this much more.
const MORE: usize = 16 << 20;

/// Whether a recursion that has come to `ply` should make sure that there is stack left.
#[inline(always)]
pub(crate) fn may_run_out(ply: u32) -> bool {
    ply % CHECK == 0
}

/// Runs `work` with enough stack.
#[inline]
pub(crate) fn grow<R>(work: impl FnOnce() -> R) -> R {
    stacker::maybe_grow(LEFT, MORE, work)
}
