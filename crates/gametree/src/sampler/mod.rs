//! The estimating searches that have names, as anytime searches and as algorithms.

mod each_move;

pub(crate) use each_move::EachMove;

use crate::algorithm::{Algorithm, Lean, Memory, MoveOf, Setup, WalkOf};
use crate::anytime::{AnytimeSearch, BoxedSearch, Frame, RandomMove};
use crate::error::SearchError;
use crate::lookahead::{Deepening, FullWidth, KBest, Minimax};
use crate::mcts::{CLAIMED, Mcts, Mixed, Mixing, Playout, Settings};
use crate::model::{Bounds, Game, Knowledge, Moves, Window};
use crate::outcome::{Outcome, Stop};
use crate::selective::{self, Selective};
use crate::threads::Team;
use crate::walk::Arrival;

/// An estimating search with its settings.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Sampler {
    /// Monte Carlo tree search, with or without proofs.
    Mcts(Settings),
    /// Rollouts of Monte Carlo and of alpha-beta.
    Mixed(Settings, Mixing),
    /// Alpha-beta over the best few moves.
    AlphaBeta(KBest),
    /// Minimax to a fixed depth.
    FullWidth(FullWidth),
    /// A selective search.
    Selective(Selective),
    /// A random move, from this seed.
    Random(u64),
}

/// No more threads than this share a tree: they would only wait for processors, and their limits
/// come late.
const MOST_THREADS: usize = 512;

/// The least memory for each of them; its allocator takes less than a tenth of that.
const BYTES_A_THREAD: usize = 1 << 13;

const OVER: &str = "the game is not over";

/// The searches of all threads, the leader's first.
fn all<'g, G: Game, S: AnytimeSearch<G> + Send + 'g>(
    helpers: Vec<S>,
    leader: S,
) -> Vec<BoxedSearch<'g, G>> {
    let boxed = |member: S| Box::new(member) as BoxedSearch<'g, G>;
    std::iter::once(leader).chain(helpers).map(boxed).collect()
}

impl Sampler {
    /// This search with another seed.
    #[must_use]
    pub fn seeded(self, seed: u64) -> Sampler {
        match self {
            Sampler::Mcts(settings) => Sampler::Mcts(Settings { seed, ..settings }),
            Sampler::Mixed(settings, mixing) => {
                Sampler::Mixed(Settings { seed, ..settings }, mixing)
            }
            Sampler::AlphaBeta(best) => Sampler::AlphaBeta(KBest { seed, ..best }),
            Sampler::FullWidth(settings) => Sampler::FullWidth(FullWidth { seed, ..settings }),
            // It makes no random choices.
            Sampler::Selective(_) => self,
            Sampler::Random(_) => Sampler::Random(seed),
        }
    }

    /// Starts a search of `position`. The game must not be over there.
    ///
    /// # Errors
    /// If the search does not support the game's chance nodes, or needs a range of values or an
    /// evaluation that the game does not have, or a table for which there is no memory.
    pub fn start<'g, G: Game, K: Knowledge<G>>(
        self,
        frame: Frame<'g, G, K>,
        position: &G::Position,
    ) -> Result<BoxedSearch<'g, G>, SearchError> {
        self.check(&frame, position)?;
        Ok(match self {
            Sampler::Mcts(settings) => {
                Box::new(Mcts::in_frame(frame, position, settings).expect(OVER))
            }
            Sampler::Mixed(settings, mixing) => {
                Box::new(Mixed::new(frame, position, settings, mixing, 1).expect(OVER))
            }
            Sampler::AlphaBeta(best) => {
                Box::new(Deepening::new(frame, position, best).expect(OVER))
            }
            Sampler::FullWidth(settings) => {
                Box::new(Minimax::new(frame, position, settings).expect(OVER))
            }
            Sampler::Selective(uses) => {
                Box::new(selective::Deepening::new(frame, position, uses)?.expect(OVER))
            }
            Sampler::Random(seed) => Box::new(RandomMove::new(frame, position, seed)),
        })
    }

    /// Whether the search can answer at all.
    fn check<G: Game, K: Knowledge<G>>(
        self,
        frame: &Frame<'_, G, K>,
        position: &G::Position,
    ) -> Result<(), SearchError> {
        let looks_ahead = match self {
            Sampler::Mixed(..) | Sampler::AlphaBeta(_) => true,
            Sampler::FullWidth(_) | Sampler::Selective(_) => true,
            Sampler::Mcts(_) | Sampler::Random(_) => false,
        };
        if frame.game.has_chance() && looks_ahead {
            return Err(SearchError::Chance);
        }
        if !frame.range.width().is_finite() && !matches!(self, Sampler::Random(_)) {
            return Err(SearchError::Unbounded);
        }
        if self.evaluates() && frame.knowledge.prospect(frame.game, position).is_none() {
            return Err(SearchError::NoEvaluation);
        }
        Ok(())
    }

    /// Starts a search of `position` by several threads, where that helps: searches by rollouts,
    /// which share a tree, and selective ones, which share a table. Each thread has random numbers
    /// of its own.
    ///
    /// # Errors
    /// As [`start`](Sampler::start).
    pub fn start_with<'g, G: Game, K: Knowledge<G>>(
        self,
        frame: Frame<'g, G, K>,
        position: &G::Position,
        threads: usize,
    ) -> Result<BoxedSearch<'g, G>, SearchError> {
        let threads = match self.grows_a_tree() {
            true => threads
                .min(MOST_THREADS)
                .min(frame.memory / BYTES_A_THREAD)
                .min(usize::from(!CLAIMED) / self.batch()),
            false => threads,
        };
        if threads < 2 || !(self.grows_a_tree() || matches!(self, Sampler::Selective(_))) {
            return self.start(frame, position);
        }
        self.check(&frame, position)?;
        let helpers = 1..threads;
        let members: Vec<BoxedSearch<'g, G>> = match self {
            Sampler::Mcts(settings) => {
                let leader = Mcts::with_threads(frame, position, settings, threads).expect(OVER);
                all(helpers.map(|number| leader.helper(number)).collect(), leader)
            }
            Sampler::Mixed(settings, mixing) => {
                let leader = Mixed::new(frame, position, settings, mixing, threads).expect(OVER);
                all(helpers.map(|number| leader.helper(number)).collect(), leader)
            }
            Sampler::Selective(uses) => {
                let leader = selective::Deepening::new(frame, position, uses)?.expect(OVER);
                all(helpers.filter_map(|number| leader.helper(number)).collect(), leader)
            }
            _ => unreachable!("it runs on one thread"),
        };
        Ok(Box::new(Team::new(frame, position, members)))
    }

    /// How many rollouts of a thread are under way together.
    fn batch(self) -> usize {
        match self {
            Sampler::Mcts(settings) => settings.batch.max(1) as usize,
            _ => 1,
        }
    }

    /// Whether it evaluates unfinished positions.
    fn evaluates(self) -> bool {
        let by_playout = |settings: Settings| {
            matches!(
                settings.playout,
                Playout::Cut(_) | Playout::LookAhead(_) | Playout::Between(_)
            ) || settings.implicit > 0.0
                || settings.prior.is_some()
        };
        match self {
            Sampler::Mcts(settings) => by_playout(settings),
            Sampler::Mixed(settings, mixing) => by_playout(settings) || mixing.p < 1.0,
            Sampler::AlphaBeta(_) | Sampler::Selective(_) => true,
            Sampler::FullWidth(settings) => !settings.playouts,
            Sampler::Random(_) => false,
        }
    }

    /// Whether it compares moves to find one of them, and can be
    /// [restricted](AnytimeSearch::restrict), so that each move has to be searched by itself to
    /// know what it is worth.
    pub(crate) fn finds_one_move(self) -> bool {
        matches!(self, Sampler::AlphaBeta(_) | Sampler::FullWidth(_))
    }

    /// Whether it goes by rollouts over a tree, and so knows something about every move that it has
    /// tried.
    pub(crate) fn grows_a_tree(self) -> bool {
        matches!(self, Sampler::Mcts(_) | Sampler::Mixed(..))
    }

    /// Whether an analysis of this number of moves is one of all of them, those included that it
    /// had no time for.
    pub(crate) fn means_all(self, moves: usize) -> bool {
        let compares_all =
            matches!(self, Sampler::Selective(settings) if settings.lines as usize >= moves);
        self.grows_a_tree() || compares_all
    }

    /// Whether it keeps proven bounds.
    pub(crate) fn proves(self) -> bool {
        matches!(self, Sampler::Mcts(Settings { proves: true, .. }) | Sampler::Mixed(..))
    }
}

impl Algorithm for Sampler {
    const MEMORY: Memory = Memory::Unused;
    const TAKES_CHANCE: bool = true;
    const LEAN: Lean = Lean::Never;
    const TAKES_EPSILON: bool = true;
    const TAKES_CYCLES: bool = true;

    fn search<T: Setup>(
        &mut self,
        walk: &mut WalkOf<'_, T>,
        _window: Window,
        _store: &mut T::Store,
    ) -> Outcome<MoveOf<T>> {
        // Rewards need a finite range; some games know one that `values` does not state.
        let told = walk.range();
        let range = if told.width().is_finite() { told } else { walk.game().span() };
        walk.keep_to(range);
        let fault = match () {
            () if walk.horizon().is_some() => Some(SearchError::NoHorizon),
            () if walk.slack() > walk.allowance() && !self.proves() => Some(SearchError::Epsilon),
            () => None,
        };
        if let Some(fault) = fault {
            walk.fail(fault);
            return Outcome::of(range);
        }
        if let Arrival::Leaf(value) = walk.arrive(&mut Moves::new()) {
            return Outcome::of(Bounds::point(value));
        }
        let frame = Frame {
            game: walk.game(),
            knowledge: walk.knowledge(),
            range,
            slack: walk.slack(),
            facts: walk.has_facts(),
            memory: walk.memory_limit(),
        };
        let mut search = match self.start_with(frame, walk.position(), walk.threads()) {
            Ok(search) => search,
            Err(fault) => {
                walk.fail(fault);
                return Outcome::of(range);
            }
        };
        let gave_up = search.run(walk, &mut |_| ());
        let (bytes, nodes) = search.memory();
        walk.note_memory(bytes, nodes);
        Outcome { stop: gave_up.unwrap_or(Stop::Running), ..search.answer() }
    }
}
