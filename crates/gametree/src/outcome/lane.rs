//! Which compiled code runs a search.

use std::any::type_name;

use crate::model::erased::Erased;

/// Which compiled code runs a search.
///
/// ```
/// use gametree::Storage;
/// use gametree::job::{AnyGame, Job};
/// use gametree::registry::Spec;
/// use gametree::Lane;
/// # use gametree::doc::Subtraction;
/// let job = Job::new(Some(Spec::parse("alphabeta")?));
/// let game = AnyGame::new(Subtraction { stones: 10 });
/// assert_eq!(game.lane_of(&job, Storage::Auto), Lane::Erased);
/// let game = AnyGame::with_typed_lane(Subtraction { stones: 10 });
/// assert_eq!(game.lane_of(&job, Storage::Auto), Lane::Typed);
/// # Ok::<(), gametree::registry::SpecError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Code compiled for this type of game alone.
    Typed,
    /// Code compiled once for games of every type.
    Erased,
}

impl Lane {
    /// The lane of a search that is compiled for this type of game.
    pub(crate) fn of<G>() -> Lane {
        // Games of users need not be `'static`, as a `TypeId` demands.
        let erased = type_name::<G>() == type_name::<Erased>();
        if erased { Lane::Erased } else { Lane::Typed }
    }

    /// The word used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Lane::Typed => "typed",
            Lane::Erased => "erased",
        }
    }
}
