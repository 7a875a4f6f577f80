//! Moves as numbers of 32 bits, so that one list, one tree and one search serve the moves of every
//! game. A Monte Carlo node holds 16 of them; the others are stored apart, and only if a move needs
//! them.

use std::fmt::Debug;

/// A move, which can be written as a number of 32 bits.
///
/// Lists of moves and trees hold these codes. What a code means is up to the game, but two moves of
/// one position must not share a code, and `Move::from_code(mv.code()) == mv`. Codes below 2^16 take
/// less memory in the tree of Monte Carlo search.
///
/// Integers, characters, and pairs of small integers are moves already. For a type of your own:
///
/// ```
/// use gametree_model::Move;
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// struct Step {
///     from: u8,
///     to: u8,
/// }
///
/// impl Move for Step {
///     fn code(self) -> u32 {
///         (self.from, self.to).code()
///     }
///
///     fn from_code(code: u32) -> Step {
///         let (from, to) = Move::from_code(code);
///         Step { from, to }
///     }
/// }
/// # let step = Step { from: 3, to: 4 };
/// # assert_eq!(Step::from_code(step.code()), step);
/// ```
pub trait Move: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// The move as a number.
    fn code(self) -> u32;

    /// The move with this number. Only called with numbers that [`code`](Move::code) returned.
    fn from_code(code: u32) -> Self;
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Move for $number {
            #[inline(always)]
            fn code(self) -> u32 {
                self as u32
            }

            #[inline(always)]
            fn from_code(code: u32) -> Self {
                code as $number
            }
        }
    )*};
}

numbers!(u8 u16 u32 i8 i16 i32);

/// Up to 2^32.
impl Move for usize {
    #[inline]
    fn code(self) -> u32 {
        u32::try_from(self).expect("a move is a number of 32 bits")
    }

    #[inline]
    fn from_code(code: u32) -> usize {
        code as usize
    }
}

impl Move for bool {
    #[inline]
    fn code(self) -> u32 {
        u32::from(self)
    }

    #[inline]
    fn from_code(code: u32) -> bool {
        code != 0
    }
}

impl Move for char {
    #[inline]
    fn code(self) -> u32 {
        u32::from(self)
    }

    #[inline]
    fn from_code(code: u32) -> char {
        char::from_u32(code).expect("it was a character")
    }
}

impl Move for (u8, u8) {
    #[inline(always)]
    fn code(self) -> u32 {
        u32::from(self.0) << 8 | u32::from(self.1)
    }

    #[inline(always)]
    fn from_code(code: u32) -> Self {
        ((code >> 8) as u8, code as u8)
    }
}

impl Move for (u16, u16) {
    #[inline(always)]
    fn code(self) -> u32 {
        u32::from(self.0) << 16 | u32::from(self.1)
    }

    #[inline(always)]
    fn from_code(code: u32) -> Self {
        ((code >> 16) as u16, code as u16)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn survives<M: Move>(moves: impl IntoIterator<Item = M>) {
        for mv in moves {
            assert_eq!(M::from_code(mv.code()), mv);
        }
    }

    #[test]
    fn a_move_survives_its_code() {
        survives([0u8, 1, u8::MAX]);
        survives([0u16, 1, u16::MAX]);
        survives([0, 1, u32::MAX]);
        survives([i8::MIN, -1, 0, i8::MAX]);
        survives([i16::MIN, -1, 0, i16::MAX]);
        survives([i32::MIN, -1, 0, i32::MAX]);
        survives([0, 7usize]);
        survives([false, true]);
        survives(['a', 'ü', char::MAX]);
        survives([(0u8, 0u8), (3, 255), (255, 3)]);
        survives([(0u16, 0u16), (3, u16::MAX), (u16::MAX, 3)]);
    }
}
