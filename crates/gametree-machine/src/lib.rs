//! The machine that a search runs on: how much memory it may take by default, two hints about memory, an option of the
//! allocator, and code for newer processors. Safe Rust cannot give the last four, so they are here as safe functions, and not in the libraries, so that
//! those can forbid `unsafe`.
//!
//! A transposition table is read at random places. With pages of 4 KiB nearly every such read misses in the
//! processor's table of pages, too; and a read that is announced a hundred nanoseconds before costs nothing. Neither hint
//! changes what any memory holds, and both may be ignored.
//!
//! A program for all processors of an architecture does without the instructions that came later. What spends its time
//! on sets of bits is a tenth faster with them: it is compiled twice, and [`Instructions`] chooses when the program runs.

mod ceiling;
pub mod input;
mod instructions;

pub use ceiling::ceiling;
pub use instructions::{Instructions, Work};

/// Asks the system to back this memory by huge pages, as it touches them. Returns whether the system will try.
///
/// ```
/// let table = vec![0u64; 1 << 20];
/// gametree_machine::advise_huge_pages(&table); // false, if the system knows no huge pages
/// assert!(table.iter().all(|&word| word == 0));
/// ```
#[cfg(target_os = "linux")]
pub fn advise_huge_pages<T>(memory: &[T]) -> bool {
    // SAFETY: it reads a constant of the system.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    let Some(page) = usize::try_from(page).ok().filter(|page| page.is_power_of_two()) else {
        return false;
    };
    // Advice is for whole pages: those that lie entirely in this memory.
    let bytes = size_of_val(memory);
    let skipped = memory.as_ptr().cast::<u8>().align_offset(page);
    let whole = bytes.saturating_sub(skipped) / page * page;
    if whole == 0 {
        return false;
    }
    let start = memory.as_ptr().cast::<u8>().wrapping_add(skipped);
    // SAFETY: the range lies within a slice that is borrowed here, so it is mapped; this advice changes how the
    // system backs it, and neither its contents nor who may access it.
    unsafe { libc::madvise(start.cast_mut().cast(), whole, libc::MADV_HUGEPAGE) == 0 }
}

/// The same on systems that have no such advice: does nothing.
#[cfg(not(target_os = "linux"))]
pub fn advise_huge_pages<T>(memory: &[T]) -> bool {
    let _ = memory;
    false
}

/// Asks the C library to give every large block of memory back to the system as soon as it is freed, and to take it from there
/// when one grows. By default glibc keeps blocks of up to 32 MiB once it has seen one freed, each thread for itself, and copies
/// those that grow between the gaps: a search by four threads took half as much again as its limit. Returns whether the
/// library has such an option.
///
/// ```
/// gametree_machine::return_large_blocks();
/// ```
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn return_large_blocks() -> bool {
    // SAFETY: it sets a number that the allocator, behind a lock of its own, compares with the sizes of blocks to come.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE_BLOCK) == 1 }
}

/// From so many bytes on a block is large. A system call, and a fault for every page, cost little beside what fills it; and what
/// each of many threads may keep of smaller ones is little beside a search's memory.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE_BLOCK: libc::c_int = 256 << 10;

/// The same where there is no such option: does nothing.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn return_large_blocks() -> bool {
    false
}

/// Asks the processor to load an item into its caches. An index out of bounds does no harm.
///
/// ```
/// let table = vec![1u64, 2, 3];
/// gametree_machine::prefetch(&table, 2);
/// gametree_machine::prefetch(&table, usize::MAX);
/// assert_eq!(table[2], 3);
/// ```
#[inline(always)]
pub fn prefetch<T>(memory: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let place = memory.as_ptr().wrapping_add(index);
        // SAFETY: a prefetch reads nothing that the program can see, and does not fault at any address; the
        // instruction belongs to every processor of this architecture.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(place.cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (memory, index);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_leaves_memory_as_it_is() {
        for len in [0, 1, 511, 512, 4_096, 1 << 20] {
            let memory: Vec<u64> = (0..len).collect();
            advise_huge_pages(&memory);
            assert!(memory.iter().copied().eq(0..len), "{len}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn memory_without_a_whole_page_is_not_advised() {
        assert!(!advise_huge_pages::<u64>(&[]));
        assert!(!advise_huge_pages(&[0u8; 100]));
    }
}
