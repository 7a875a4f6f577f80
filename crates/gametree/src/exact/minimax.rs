//! `minimax`, and `expectimax`, its name where there are chance nodes (von Neumann 1928; Michie
//! 1966): every leaf, no pruning. The reference for all others.
//!
//! Contract: evaluates every leaf, whatever facts and store say about inner nodes, and returns the
//! exact value (only a root that is known exactly is not searched); a spent budget returns the
//! bounds that follow from the leaves seen. A chance node's value is the average of its children's,
//! by probability, rounded outward: its bounds contain the true value, and stay open by a hair.

use super::recursion::{Procedure, Recursion, one_pass_afresh};
use crate::algorithm::{Algorithm, Memory, MoveOf, Setup, SlotOf, WalkOf};
use crate::model::{Bounds, Kind, Moves, Window};
use crate::outcome::Outcome;
use crate::store::Store;
use crate::walk::Arrival;

/// Plain minimax, with chance nodes.
///
/// ```
/// # use gametree::{Search, exact::Minimax, doc::Subtraction};
/// let outcome = Search::new(&Subtraction { stones: 3 }).run(&mut Minimax)?;
/// assert_eq!((outcome.value(), outcome.counts.leaves), (Some(1.into()), 4));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Minimax;

impl Algorithm for Minimax {
    const MEMORY: Memory = Memory::Unused;

    const TAKES_CHANCE: bool = true;

    fn worker(&self) -> Option<Self> {
        Some(*self)
    }

    fn search<T: Setup>(
        &mut self,
        walk: &mut WalkOf<'_, T>,
        window: Window,
        store: &mut T::Store,
    ) -> Outcome<MoveOf<T>> {
        one_pass_afresh::<Minimax, T>(walk, window, store)
    }
}

impl Procedure for Minimax {
    fn search<T: Setup>(
        run: &mut Recursion<'_, '_, T>,
        slot: SlotOf<T>,
        _known: Bounds,
        _window: Window,
    ) -> Bounds {
        run.begin_pv();
        let mut moves = run.borrow_moves();
        let found = match run.walk.arrive(&mut moves) {
            Arrival::Leaf(value) => Bounds::point(value),
            Arrival::Inner(Kind::Chance) => average(run, slot, &moves),
            Arrival::Inner(kind) => best(run, slot, &moves, kind),
        };
        run.return_moves(moves);
        run.store.tighten(slot, found, None);
        found
    }
}

fn best<T: Setup>(
    run: &mut Recursion<'_, '_, T>,
    slot: SlotOf<T>,
    moves: &Moves<MoveOf<T>>,
    kind: Kind,
) -> Bounds {
    let mut all: Option<Bounds> = None;
    for (i, mv) in moves.iter().enumerate() {
        let found = run.visit_always::<Minimax>(moves, i, slot, Window::FULL);
        let child = found.unwrap_or(run.walk.range());
        if all.is_none_or(|all| child.merit(kind) > all.merit(kind)) {
            run.promote(mv);
            if run.walk.ply() == 0 {
                run.root_best = Some(i);
            }
        }
        all = Some(all.map_or(child, |all| all.choice(child, kind.maximises())));
        if found.is_none() {
            // A limit was reached: no more is known of the others.
            break;
        }
    }
    all.expect("an inner node has children")
}

fn average<T: Setup>(
    run: &mut Recursion<'_, '_, T>,
    slot: SlotOf<T>,
    moves: &Moves<MoveOf<T>>,
) -> Bounds {
    let mut outcomes = vec![run.walk.range(); moves.len()];
    for (i, outcome) in outcomes.iter_mut().enumerate() {
        let Some(found) = run.visit_always::<Minimax>(moves, i, slot, Window::FULL) else { break };
        *outcome = found;
    }
    run.average(moves, &outcomes)
}
