//! The checks of every position.

use crate::broken::Check;
use crate::look::Look;
use crate::{keys, listed, symmetry, undecided, verdict};

/// All checks of a position by itself.
pub(crate) fn check(look: &Look<'_>) -> Check {
    check_without_moves(look)?;
    listed::check(look)?;
    undecided::check(look)?;
    symmetry::check(look)
}

/// Those that do not look at its moves.
pub(crate) fn check_without_moves(look: &Look<'_>) -> Check {
    verdict::check(look)?;
    keys::check(look)
}
