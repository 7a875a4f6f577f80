//! A hash function for numbers that are not chosen to collide.

use std::hash::Hasher;

use crate::model::splitmix64;

/// Hashes numbers, the same way every time.
#[derive(Default)]
pub(super) struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.0 = splitmix64(self.0, number);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
