//! `treant`: Monte Carlo tree search that proves values on the way, in its two modes.

use std::cell::Cell;
use std::time::{Duration, Instant};

use treant::transposition_table::{ApproxTable, TranspositionHash};
use treant::tree_policy::UCTPolicy;
use treant::{CycleBehaviour, Evaluator, GameState, MCTS, MCTSManager, ProvenValue, SearchHandle};

use crate::board::{Board, ORDER};
use crate::{SOME_WIN, Solved, TABLE_BYTES};

#[derive(Clone)]
struct State(Board<false>);

impl GameState for State {
    type Move = u8;
    /// Whether the first player moves.
    type Player = bool;
    type MoveList = Vec<u8>;

    fn current_player(&self) -> bool {
        self.0.played().is_multiple_of(2)
    }

    fn available_moves(&self) -> Vec<u8> {
        if self.0.is_lost() { Vec::new() } else { self.0.moves().collect() }
    }

    fn make_move(&mut self, column: &u8) {
        self.0 = self.0.play(*column);
    }

    fn terminal_value(&self) -> Option<ProvenValue> {
        self.0.result().map(|value| if value < 0 { ProvenValue::Loss } else { ProvenValue::Draw })
    }

    fn terminal_score(&self) -> Option<i32> {
        self.0.result()
    }
}

impl TranspositionHash for State {
    fn hash(&self) -> u64 {
        self.0.name()
    }
}

/// A random game to the end: 1, 0 or -1 to the first player.
struct Playout;

thread_local! {
    static DICE: Cell<u64> = const { Cell::new(0x2545_f491_4f6c_dd1d) };
}

/// A number below `count` (Marsaglia's xorshift).
fn roll(count: u64) -> usize {
    let mut x = DICE.get();
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    DICE.set(x);
    ((u128::from(x) * u128::from(count)) >> 64) as usize
}

fn play_out(mut board: Board<false>) -> i64 {
    loop {
        if let Some(value) = board.result() {
            let sign = if board.played().is_multiple_of(2) { 1 } else { -1 };
            return i64::from(value.signum() * sign);
        }
        let column = ORDER[roll(7)];
        if board.is_open(column) {
            board = board.play(column);
        }
    }
}

impl<const EXACT: bool> Evaluator<Solver<EXACT>> for Playout {
    type StateEvaluation = i64;

    fn evaluate_new_state(
        &self,
        state: &State,
        moves: &Vec<u8>,
        _: Option<SearchHandle<'_, Solver<EXACT>>>,
    ) -> (Vec<()>, i64) {
        (vec![(); moves.len()], play_out(state.0))
    }

    fn evaluate_existing_state(
        &self,
        state: &State,
        _: &i64,
        _: SearchHandle<'_, Solver<EXACT>>,
    ) -> i64 {
        play_out(state.0)
    }

    fn interpret_evaluation_for_player(&self, value: &i64, first: &bool) -> i64 {
        if *first { *value } else { -*value }
    }
}

/// The search; if `EXACT`, bounds of the score are kept, otherwise proven wins, draws and losses.
struct Solver<const EXACT: bool>;

impl<const EXACT: bool> MCTS for Solver<EXACT> {
    type State = State;
    type Eval = Playout;
    type TreePolicy = UCTPolicy;
    type NodeData = ();
    type TranspositionTable = ApproxTable<Self>;
    type ExtraThreadData = ();

    fn solver_enabled(&self) -> bool {
        !EXACT
    }

    fn score_bounded_enabled(&self) -> bool {
        EXACT
    }

    /// Every move adds a stone.
    fn cycle_behaviour(&self) -> CycleBehaviour<Self> {
        CycleBehaviour::Ignore
    }
}

/// Playouts between two checks of the clock.
const BATCH: u64 = 1000;
/// An entry of the table is a key and a pointer.
const ENTRY_BYTES: usize = 16;

/// Playouts until the root is proven or the time is up.
pub fn solve<const EXACT: bool>(moves: &str, cap: Duration) -> Solved {
    let (state, policy) = (State(Board::after(moves)), UCTPolicy::new(1.0));
    let table = ApproxTable::new(TABLE_BYTES / ENTRY_BYTES);
    let mut search = MCTSManager::new(state, Solver::<EXACT>, Playout, policy, table);
    let started = Instant::now();
    loop {
        search.playout_n(BATCH);
        let bounds = search.root_score_bounds();
        let value = match search.root_proven_value() {
            _ if EXACT && bounds.is_proven() => Some(bounds.lower),
            ProvenValue::Win => Some(SOME_WIN),
            ProvenValue::Loss => Some(-SOME_WIN),
            ProvenValue::Draw => Some(0),
            ProvenValue::Unknown => None,
        };
        let time = started.elapsed();
        if value.is_some() || time >= cap {
            return Solved { value, time };
        }
    }
}
