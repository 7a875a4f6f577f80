//! Memory that is all zero.

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_slice_box;

/// Words that are all zero. The system gives the memory of many page by page, as they are used.
pub(in crate::mcts) fn zeroed<T: Zeroable>(count: usize) -> Option<Box<[T]>> {
    try_zeroed_slice_box(count).ok()
}
