//! Numbers whose digits have bases of their own, read from the lowest digit on: many keys are such.

/// What is left of a number.
pub(crate) struct Digits(u128);

impl Digits {
    /// All of it.
    pub fn of(number: u128) -> Digits {
        Digits(number)
    }

    /// Takes the lowest digit, which is below `base`.
    pub fn take(&mut self, base: u128) -> u128 {
        let digit = self.0 % base;
        self.0 /= base;
        digit
    }

    /// Whether nothing but noughts is left.
    pub fn is_empty(&self) -> bool {
        self.0 == 0
    }
}
