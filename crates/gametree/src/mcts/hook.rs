//! How another search takes part in Monte Carlo's rollouts.

use crate::model::Game;
use crate::walk::Door;

/// What is called along a rollout, and may take over from it.
pub(super) trait RolloutHook<G: Game> {
    /// A rollout starts at the root.
    fn start(&mut self) {}

    /// The rollout has come by `mv` to `position`. `Some` if another search went on from there,
    /// with what it found.
    fn takes_over(
        &mut self,
        mv: G::Move,
        position: &G::Position,
        door: &mut dyn Door<G>,
    ) -> Option<Handover<G::Move>> {
        let _ = (mv, position, door);
        None
    }

    /// A [series](super::series) of rollouts has made the step `mv`. Whether the other search takes
    /// over from one of them at such a common step is decided in
    /// [`intercepts`](RolloutHook::intercepts), when all of these steps have been made.
    fn note_step(&mut self, mv: G::Move) {
        let _ = mv;
    }

    /// Takes over from the next rollout of the series at one of its common `steps`, or leaves it
    /// alone (`None`).
    fn intercepts(
        &mut self,
        steps: usize,
        is_first: bool,
        door: &mut dyn Door<G>,
    ) -> Option<Intercepted<G>> {
        let _ = (steps, is_first, door);
        None
    }
}

/// No other search.
impl<G: Game> RolloutHook<G> for () {}

/// What a search brings back that has taken over.
pub(super) struct Handover<M> {
    /// What MAX gets, if anything was found out.
    pub reward: Option<f64>,
    /// Whether a playout from the position rewards the rollout instead.
    pub by_playout: bool,
    /// What the children of the position get.
    pub virtual_visits: Vec<VirtualVisits<M>>,
}

/// A rollout of a series from which another search has taken over after `steps` of the common
/// steps, at this position.
pub(super) struct Intercepted<G: Game> {
    pub steps: usize,
    pub position: G::Position,
    pub handover: Handover<G::Move>,
}

/// Rollouts that never were, added to a child's statistics or taken from them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct VirtualVisits<M> {
    pub mv: M,
    pub visits: i64,
    pub reward: f64,
}

impl<M> VirtualVisits<M> {
    /// Rollouts with this mean reward, rounded to a whole number of them.
    pub fn new(mv: M, visits: f64, reward: f64) -> VirtualVisits<M> {
        VirtualVisits { mv, visits: visits.round() as i64, reward }
    }

    pub fn taken_back(self) -> VirtualVisits<M> {
        VirtualVisits { visits: -self.visits, ..self }
    }
}
