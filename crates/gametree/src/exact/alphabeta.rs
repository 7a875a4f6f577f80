//! `alphabeta`: the classic with storage (Huang 2015, Algorithm 1, after Plaat et al. 1996).
//!
//! Contract: `g <= alpha` (fail low) is an upper bound, `g >= beta` (fail high) a lower bound, and
//! anything between is exact; each is returned as the bounds that it stands for. A spent budget
//! returns the bounds that the searched children assure.
//!
//! It takes no epsilon: what is known of a node within epsilon are two numbers, and one is transmitted.
//! To take that for the value is the rule that Atzmon, Stern and Saffidine (2018, Figure 2) warn of.
//!
//! Departures from the paper: its text swaps fail low and fail high (its code is right); and a leaf
//! stores both bounds, without which MT-SSS* over this procedure evaluates leaves again.

use super::recursion::{Procedure, Recursion, one_pass};
use crate::algorithm::{Algorithm, Memory, MoveOf, Setup, SlotOf, WalkOf};
use crate::model::{Bounds, Kind, Moves, Value, Window};
use crate::outcome::Outcome;
use crate::store::Store;
use crate::walk::Arrival;

/// Alpha-beta that transmits one value.
///
/// ```
/// # use gametree::{Search, exact::AlphaBeta, doc::Subtraction};
/// let outcome = Search::new(&Subtraction { stones: 10 }).run(&mut AlphaBeta)?;
/// assert_eq!(outcome.value(), Some(1.into()));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct AlphaBeta;

impl Algorithm for AlphaBeta {
    const MEMORY: Memory = Memory::Helpful;

    fn worker(&self) -> Option<Self> {
        Some(*self)
    }

    fn search<T: Setup>(
        &mut self,
        walk: &mut WalkOf<'_, T>,
        window: Window,
        store: &mut T::Store,
    ) -> Outcome<MoveOf<T>> {
        one_pass::<AlphaBeta, T>(walk, window, store)
    }
}

impl Procedure for AlphaBeta {
    fn search<T: Setup>(
        run: &mut Recursion<'_, '_, T>,
        slot: SlotOf<T>,
        known: Bounds,
        window: Window,
    ) -> Bounds {
        run.begin_pv();
        let mut moves = run.borrow_moves();
        // Line 4; closed bounds are an answer too.
        let settled = known.lower >= window.beta || known.upper <= window.alpha;
        let found = if settled || known.is_closed() {
            known
        } else {
            match run.walk.arrive(&mut moves) {
                Arrival::Leaf(value) => Bounds::point(value),
                Arrival::Inner(kind) => children(run, slot, &moves, kind, window),
            }
        };
        run.return_moves(moves);
        run.store.tighten(slot, found, None);
        known.intersect(found)
    }
}

fn children<T: Setup>(
    run: &mut Recursion<'_, '_, T>,
    slot: SlotOf<T>,
    moves: &Moves<MoveOf<T>>,
    kind: Kind,
    window: Window,
) -> Bounds {
    let mut rest = window;
    let mut best: Option<Value> = None;
    // The bounds that hold even if the search is stopped here.
    let mut assured = Bounds::UNBOUNDED;
    for (i, mv) in moves.iter().enumerate() {
        let Some(child) = run.visit::<AlphaBeta>(moves, i, slot, rest) else { return assured };
        assured = assured.intersect(child.assured(kind));
        if run.walk.stopped().is_some() {
            return assured;
        }
        let g = transmitted(child, rest);
        let merit = |g: Value| Bounds::point(g).merit(kind);
        if best.is_none_or(|best| merit(g) > merit(best)) {
            best = Some(g);
            run.promote(mv);
        }
        rest = rest.clip(Bounds::point(g).assured(kind));
        if !rest.is_open() {
            break;
        }
    }
    let g = best.expect("an inner node has children");
    // Lines 9-10.
    Bounds {
        lower: if g > window.alpha { g } else { Value::NEG_INFINITY },
        upper: if g < window.beta { g } else { Value::INFINITY },
    }
}

/// The one value `g` that Algorithm 1 returns for a node with these bounds.
#[inline]
fn transmitted(bounds: Bounds, window: Window) -> Value {
    if bounds.upper <= window.alpha { bounds.upper } else { bounds.lower }
}
