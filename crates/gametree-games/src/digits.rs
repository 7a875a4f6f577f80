//! Numbers in mixed radix, read from the lowest digit on: many keys are such numbers.

/// The rest of a number.
pub(crate) struct Digits(u128);

impl Digits {
    /// Starts with the whole number.
    pub fn of(number: u128) -> Digits {
        Digits(number)
    }

    /// Takes the lowest digit, which is below `base`.
    pub fn take(&mut self, base: u128) -> u128 {
        let digit = self.0 % base;
        self.0 /= base;
        digit
    }

    /// Whether nothing but zeros is left.
    pub fn is_empty(&self) -> bool {
        self.0 == 0
    }
}
