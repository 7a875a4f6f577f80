//! Our own searches, over Connect Four as it is shipped and over the shared board.

use std::marker::PhantomData;
use std::time::Duration;

use gametree::exact::MtdBi;
use gametree::Algorithm;
use gametree::store::Table;
use gametree::{Bounds, Game, Key, Knowledge, Limits, Moves, Search, Turn, Value, Values, Window};
use gametree_games::connect4::{self, Connect4};

use crate::board::{Board, count_move};
use crate::{Nought, Opinion, SOME_WIN, Solved, TABLE_BYTES};

/// Rules that are measured.
pub trait Rules: Game<Move = u8> + 'static {
    fn make() -> Self;

    /// The same evaluation as [`Board::threats`], to MAX.
    fn threats(&self, position: &Self::Position) -> Value;

    /// The game's own move ordering.
    fn order_score(&self, child: &Self::Position) -> i32;
}

impl Rules for Connect4 {
    fn make() -> Self {
        Connect4::new(7, 6).expect("the usual board")
    }

    #[inline]
    fn threats(&self, board: &connect4::Board) -> Value {
        self.evaluate(self, board).expect("it evaluates every position")
    }

    #[inline]
    fn order_score(&self, child: &connect4::Board) -> i32 {
        Knowledge::order_score(self, self, child)
    }
}

/// Connect Four as it is shipped, counting every move played, including those by which a search looks
/// at a child before it enters it, which do not count as nodes.
pub struct Counted(Connect4);

impl Rules for Counted {
    fn make() -> Self {
        Counted(Connect4::make())
    }

    fn threats(&self, board: &connect4::Board) -> Value {
        self.0.threats(board)
    }

    fn order_score(&self, child: &connect4::Board) -> i32 {
        Rules::order_score(&self.0, child)
    }
}

impl Game for Counted {
    type Position = connect4::Board;
    type Move = u8;
    type Undo = <connect4::Connect4 as Game>::Undo;

    fn start(&self) -> connect4::Board {
        self.0.start()
    }

    fn values(&self) -> Values {
        self.0.values()
    }

    fn expand(&self, board: &connect4::Board, moves: &mut Moves<u8>) -> Turn {
        self.0.expand(board, moves)
    }

    fn judge(&self, board: &connect4::Board) -> Turn {
        self.0.judge(board)
    }

    fn play(&self, board: &mut connect4::Board, column: u8) -> Self::Undo {
        count_move();
        self.0.play(board, column)
    }

    fn undo(&self, board: &mut connect4::Board, column: u8, before: Self::Undo) {
        self.0.undo(board, column, before);
    }

    fn facts(&self, board: &connect4::Board) -> Bounds {
        self.0.facts(board)
    }

    fn key(&self, board: &connect4::Board) -> Option<Key> {
        self.0.key(board)
    }

    fn key_bits(&self) -> u32 {
        self.0.key_bits()
    }

    fn plies_left(&self, board: &connect4::Board) -> Option<u32> {
        self.0.plies_left(board)
    }
}

/// The rules of the shared board and nothing else: no facts, no keys.
pub struct Shared<const C: bool>(PhantomData<Board<C>>);

impl<const C: bool> Rules for Shared<C> {
    fn make() -> Self {
        Shared(PhantomData)
    }

    fn threats(&self, board: &Board<C>) -> Value {
        Value::from(if Self::max_moves(board) { board.threats() } else { -board.threats() })
    }

    fn order_score(&self, _: &Board<C>) -> i32 {
        0
    }
}

impl<const C: bool> Shared<C> {
    #[inline]
    fn max_moves(board: &Board<C>) -> bool {
        board.played().is_multiple_of(2)
    }
}

impl<const C: bool> Game for Shared<C> {
    type Position = Board<C>;
    type Move = u8;
    type Undo = Board<C>;

    fn start(&self) -> Board<C> {
        Board::after("")
    }

    fn values(&self) -> Values {
        Values::integers(-18, 18)
    }

    #[inline]
    fn expand(&self, board: &Board<C>, moves: &mut Moves<u8>) -> Turn {
        let turn = self.judge(board);
        if let Turn::Inner(_) = turn {
            moves.extend(board.moves());
        }
        turn
    }

    #[inline]
    fn judge(&self, board: &Board<C>) -> Turn {
        match (board.result(), Self::max_moves(board)) {
            (None, true) => Turn::MAX,
            (None, false) => Turn::MIN,
            (Some(value), true) => Turn::over(value),
            (Some(value), false) => Turn::over(-value),
        }
    }

    #[inline]
    fn play(&self, board: &mut Board<C>, column: u8) -> Board<C> {
        std::mem::replace(board, board.play(column))
    }

    #[inline]
    fn undo(&self, board: &mut Board<C>, _: u8, before: Board<C>) {
        *board = before;
    }
}

/// The evaluation at the horizon, and whether the game's own move ordering is used.
struct Opinions<O> {
    opinion: PhantomData<O>,
    ordered: bool,
}

/// Evaluations are divided by this, so that none is worth as much as a win.
const SCALE: f64 = 64.0;

impl<G: Rules, O: Opinion> Knowledge<G> for Opinions<O> {
    #[inline]
    fn evaluate(&self, game: &G, position: &G::Position) -> Option<Value> {
        if O::THREATS {
            Value::new(game.threats(position).get() / SCALE)
        } else {
            Some(Value::ZERO)
        }
    }

    #[inline]
    fn order_score(&self, game: &G, child: &G::Position) -> i32 {
        if self.ordered { game.order_score(child) } else { 0 }
    }
}

fn position<G: Rules>(game: &G, moves: &str) -> G::Position {
    moves.bytes().fold(game.start(), |mut position, digit| {
        game.play(&mut position, digit - b'1');
        position
    })
}

/// A value from the mover's point of view.
fn to_mover(value: Value, moves: &str) -> f64 {
    if moves.len().is_multiple_of(2) { value.get() } else { -value.get() }
}

/// A search to a fixed depth, without a table.
pub fn fixed<G: Rules, A: Algorithm>(
    moves: &str,
    plies: u32,
    make: fn() -> A,
) -> impl FnMut() -> i32 {
    let game = G::make();
    let root = position(&game, moves);
    let opinions = Opinions { opinion: PhantomData::<Nought>, ordered: false };
    move || {
        let search = Search::bare(&game).knowledge(&opinions).position(root.clone()).horizon(plies);
        let outcome = search.plain().run(&mut make()).expect("everything is evaluated");
        to_mover(outcome.bounds.exact().expect("it is not limited"), moves) as i32
    }
}

/// Iterative deepening over an empty table; its memory has been touched before, so that allocating it takes
/// no time.
pub fn deepening<G: Rules, O: Opinion, A: Algorithm>(
    moves: &str,
    plies: u32,
    ordered: bool,
    make: fn() -> A,
) -> impl FnMut() -> i32 {
    let game = G::make();
    let root = position(&game, moves);
    let opinions = Opinions { opinion: PhantomData::<O>, ordered };
    let mut table = Table::new(&game, TABLE_BYTES, true).expect("there is memory");
    let mut run = move || {
        table.clear();
        let search = Search::bare(&game).knowledge(&opinions).position(root.clone());
        let search = search.deepen(plies).pv(false);
        let outcome = search.over(&mut table).run(&mut make()).expect("everything is evaluated");
        let value = to_mover(outcome.bounds.exact().expect("it is not limited"), moves);
        if value.abs() < 1.0 { (value * SCALE) as i32 } else { SOME_WIN * value.signum() as i32 }
    };
    run();
    run
}

/// The exact score over an empty table or, if not `EXACT`, only whether it is a win, a draw or a
/// loss.
pub fn solve<const EXACT: bool>(moves: &str, cap: Duration) -> Solved {
    let game = Connect4::make();
    let mut table = Table::new(&game, TABLE_BYTES, false).expect("there is memory");
    let question = if EXACT { Window::FULL } else { Window::new((-1).into(), 1.into()) };
    let outcome = Search::bare(&game)
        .knowledge(&game)
        .position(position(&game, moves))
        .window(question)
        .limits(Limits::none().time(cap))
        .pv(false)
        .over(&mut table).run(&mut MtdBi)
        .expect("the question has an answer");
    let Bounds { lower, upper } = outcome.bounds;
    let (zero, answered) = (Value::ZERO, outcome.stop.is_answer());
    let value = match outcome.bounds.exact() {
        Some(value) if EXACT => Some(to_mover(value, moves) as i32),
        _ if !answered => None,
        _ if lower > zero => Some(to_mover(SOME_WIN.into(), moves) as i32),
        _ if upper < zero => Some(to_mover((-SOME_WIN).into(), moves) as i32),
        _ => Some(0),
    };
    Solved { value, time: outcome.elapsed }
}
