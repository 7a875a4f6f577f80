//! `minimax`: Negamax without a table, and iterative deepening over one.
//!
//! Both shuffle the moves of the root by a generator that cannot be seeded. So that runs can be
//! compared, they search a position before the root whose single move leads to it: shuffling then
//! changes nothing, and the search treats the root like an inner node (our move ordering, null windows),
//! which is rather faster.

use std::marker::PhantomData;
use std::time::{Duration, Instant};

use minimax::{BEST_EVAL, Evaluation, Game, IterativeOptions, IterativeSearch, Negamax};
use minimax::{Strategy, WORST_EVAL, Winner};

use crate::board::Board;
use crate::{Nought, Opinion, SOME_WIN, Solved, TABLE_BYTES};

struct Rules<const C: bool>;

#[derive(Clone, Copy)]
struct Position<const C: bool> {
    board: Board<C>,
    /// Whether this is the position before the root.
    before_root: bool,
}

/// The move that leads to the root.
const ENTER: u8 = 7;

impl<const C: bool> Game for Rules<C> {
    type S = Position<C>;
    type M = u8;

    #[inline]
    fn generate_moves(at: &Position<C>, moves: &mut Vec<u8>) -> Option<Winner> {
        if at.before_root {
            moves.push(ENTER);
            return None;
        }
        let over = Self::get_winner(at);
        if over.is_none() {
            moves.extend(at.board.moves());
        }
        over
    }

    #[inline]
    fn apply(at: &mut Position<C>, column: u8) -> Option<Position<C>> {
        let board = if column == ENTER { at.board } else { at.board.play(column) };
        Some(Position { board, before_root: false })
    }

    #[inline]
    fn get_winner(at: &Position<C>) -> Option<Winner> {
        if at.board.is_lost() {
            Some(Winner::PlayerJustMoved)
        } else {
            at.board.is_full().then_some(Winner::Draw)
        }
    }

    #[inline]
    fn zobrist_hash(at: &Position<C>) -> u64 {
        if at.before_root { !at.board.name() } else { at.board.name() }
    }

    fn table_index(column: u8) -> u16 {
        column.into()
    }

    fn max_table_index() -> u16 {
        ENTER.into()
    }
}

struct Evaluator<const C: bool, O>(PhantomData<O>);

impl<const C: bool, O: Opinion> minimax::Evaluator for Evaluator<C, O> {
    type G = Rules<C>;

    #[inline]
    fn evaluate(&self, at: &Position<C>) -> Evaluation {
        if O::THREATS { at.board.threats() as Evaluation } else { 0 }
    }
}

fn before<const C: bool>(moves: &str) -> Position<C> {
    Position { board: Board::after(moves), before_root: true }
}

/// The value of the root to its mover. The crate only says who wins, not when.
fn value(of_position_before: Evaluation) -> i32 {
    match -of_position_before {
        BEST_EVAL => SOME_WIN,
        WORST_EVAL => -SOME_WIN,
        evaluation => evaluation.into(),
    }
}

/// Alpha-beta to a fixed depth.
pub fn negamax<const C: bool>(moves: &str, plies: u32) -> impl FnMut() -> i32 + use<C> {
    let root = before::<C>(moves);
    let mut search = Negamax::new(Evaluator::<C, Nought>(PhantomData), plies as u8 + 1);
    move || {
        search.choose_move(&root);
        value(search.root_value())
    }
}

fn deepening<const C: bool, O: Opinion>(history: bool) -> IterativeSearch<Evaluator<C, O>> {
    let options = IterativeOptions::new().with_table_byte_size(TABLE_BYTES);
    let options = if history { options.with_countermove_history() } else { options };
    IterativeSearch::new(Evaluator(PhantomData), options)
}

/// Iterative deepening over an empty table, with or without countermove history.
pub fn iterative<const C: bool, const HISTORY: bool, O: Opinion>(
    moves: &str,
    plies: u32,
) -> impl FnMut() -> i32 + use<C, HISTORY, O> {
    let root = before::<C>(moves);
    let mut search = deepening::<C, O>(HISTORY);
    search.set_max_depth(plies as u8 + 1);
    move || {
        search.choose_move(&root);
        value(search.root_value())
    }
}

/// Deepening to the end of the game: win, draw or loss. Without countermove history, with which it takes
/// three times as long.
pub fn solve(moves: &str, cap: Duration) -> Solved {
    let root = before::<false>(moves);
    let left = 42 - root.board.played();
    let mut search = deepening::<false, Nought>(false);
    search.set_depth_or_timeout(left as u8 + 1, cap);
    let started = Instant::now();
    search.choose_move(&root);
    let time = started.elapsed();
    let found = value(search.root_value());
    // A win found is a proof; a draw only if the search reached the end of the game.
    Solved { value: (found != 0 || time < cap).then_some(found), time }
}
