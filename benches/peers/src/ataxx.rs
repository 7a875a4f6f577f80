//! A game as somebody writes it in an evening, played by us and by the crate `minimax` with the same
//! rules, the same evaluation and the same time: 7x7 Ataxx, 50 ms a move.
//!
//! `cargo run --release --bin ataxx -- [GAMES [PLAYER]]`: by default 50 games (each opening of four
//! random plies twice, with colours exchanged), by the player that suits the game.

use std::sync::OnceLock;
use std::time::Duration;

use gametree::job::{AnyGame, PlayerSpec};
use gametree::splitmix64;
use gametree::{Draws, Game, Key, Knowledge, Move, Moves, Notation, Turn, Value, Values};
use minimax::{IterativeOptions, IterativeSearch, Strategy, Winner};

const SIDE: i32 = 7;
const CELLS: usize = 49;
/// A game that goes on is counted then.
const MOST_PLIES: u16 = 160;
const TIME: Duration = Duration::from_millis(50);

/// Pieces of MAX and MIN, one bit a cell; who moves; how many plies were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Board {
    pieces: [u64; 2],
    mover: usize,
    ply: u16,
}

/// A step to a neighbour leaves a piece behind (`from` is `to`); a jump over one cell does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    from: u8,
    to: u8,
}

const PASS: Step = Step { from: 63, to: 63 };

/// The cells at distance 1, and at distance 2, of each cell.
fn around(distance: i32) -> &'static [u64; CELLS] {
    static NEAR: OnceLock<[[u64; CELLS]; 2]> = OnceLock::new();
    let near = NEAR.get_or_init(|| {
        let ring = |cell: usize, distance: i32| {
            let (x, y) = (cell as i32 % SIDE, cell as i32 / SIDE);
            let at = |other: i32| (other % SIDE - x).abs().max((other / SIDE - y).abs());
            let cells = (0..CELLS as i32).filter(|&other| at(other) == distance);
            cells.fold(0, |all, other| all | 1 << other)
        };
        [1, 2].map(|distance| std::array::from_fn(|cell| ring(cell, distance)))
    });
    &near[distance as usize - 1]
}

fn cells(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        cell
    })
}

impl Board {
    fn start() -> Board {
        Board { pieces: [1 | 1 << 48, 1 << 6 | 1 << 42], mover: 0, ply: 0 }
    }

    fn empty(&self) -> u64 {
        !(self.pieces[0] | self.pieces[1]) & ((1 << CELLS) - 1)
    }

    fn steps(&self, mut found: impl FnMut(Step)) {
        let (own, empty) = (self.pieces[self.mover], self.empty());
        let near = cells(own).fold(0, |all, cell| all | around(1)[cell as usize]);
        cells(near & empty).for_each(|to| found(Step { from: to, to }));
        for from in cells(own) {
            cells(around(2)[from as usize] & empty).for_each(|to| found(Step { from, to }));
        }
    }

    /// The moves; a pass, if there is nothing else.
    fn moves(&self) -> Vec<Step> {
        let mut all = Vec::new();
        self.steps(|step| all.push(step));
        if all.is_empty() {
            all.push(PASS);
        }
        all
    }

    fn can_move(&self, player: usize) -> bool {
        let empty = self.empty();
        let reach = |cell: u8| around(1)[cell as usize] | around(2)[cell as usize];
        cells(self.pieces[player]).any(|cell| reach(cell) & empty != 0)
    }

    fn lead(&self) -> i32 {
        self.pieces[0].count_ones() as i32 - self.pieces[1].count_ones() as i32
    }

    /// The result for MAX, if the game is over.
    fn result(&self) -> Option<i32> {
        let over = self.pieces.contains(&0)
            || self.ply >= MOST_PLIES
            || !self.can_move(0) && !self.can_move(1);
        over.then(|| self.lead().signum())
    }

    fn after(&self, step: Step) -> Board {
        let (mut next, own) = (*self, self.mover);
        (next.mover, next.ply) = (1 - own, self.ply + 1);
        if step != PASS {
            next.pieces[own] |= 1 << step.to;
            if step.from != step.to {
                next.pieces[own] &= !(1 << step.from);
            }
            let turned = next.pieces[1 - own] & around(1)[step.to as usize];
            next.pieces[own] |= turned;
            next.pieces[1 - own] &= !turned;
        }
        next
    }

    fn hash(&self) -> u64 {
        let [max, min] = self.pieces;
        splitmix64(max ^ (self.mover as u64) << 60, min ^ u64::from(self.ply) << 50)
    }
}

impl Move for Step {
    fn code(self) -> u32 {
        u32::from(self.from) << 8 | u32::from(self.to)
    }

    fn from_code(code: u32) -> Step {
        Step { from: (code >> 8) as u8, to: code as u8 }
    }
}

struct Ataxx;

impl Game for Ataxx {
    type Position = Board;
    type Move = Step;
    type Undo = Board;

    fn start(&self) -> Board {
        Board::start()
    }

    fn values(&self) -> Values {
        Values::integers(-1, 1)
    }

    fn expand(&self, board: &Board, moves: &mut Moves<Step>) -> Turn {
        let turn = self.judge(board);
        if let Turn::Inner(_) = turn {
            moves.extend(board.moves());
        }
        turn
    }

    fn judge(&self, board: &Board) -> Turn {
        match board.result() {
            Some(result) => Turn::over(result),
            None => [Turn::MAX, Turn::MIN][board.mover],
        }
    }

    fn play(&self, board: &mut Board, step: Step) -> Board {
        std::mem::replace(board, board.after(step))
    }

    fn undo(&self, board: &mut Board, _: Step, before: Board) {
        *board = before;
    }

    fn key(&self, board: &Board) -> Option<Key> {
        let hash = board.hash();
        let other = splitmix64(hash, board.pieces[0]);
        Some(Key::Hash(u128::from(other) << 64 | u128::from(hash)))
    }
}

impl Knowledge<Ataxx> for Ataxx {
    fn evaluate(&self, _: &Ataxx, board: &Board) -> Option<Value> {
        Value::new(f64::from(board.lead()) / 50.0)
    }
}

impl Notation for Ataxx {
    fn move_text(&self, _: &Board, step: Step) -> String {
        format!("{}-{}", step.from, step.to)
    }

    fn draw(&self, board: &Board) -> String {
        format!("{:x} {:x} {}\n", board.pieces[0], board.pieces[1], board.mover)
    }
}

/// The same rules for the other crate.
struct Rules;

impl minimax::Game for Rules {
    type S = Board;
    type M = Step;

    fn generate_moves(board: &Board, moves: &mut Vec<Step>) -> Option<Winner> {
        let winner = Rules::get_winner(board);
        if winner.is_none() {
            moves.extend(board.moves());
        }
        winner
    }

    fn apply(board: &mut Board, step: Step) -> Option<Board> {
        Some(board.after(step))
    }

    fn get_winner(board: &Board) -> Option<Winner> {
        let result = board.result()?;
        Some(match () {
            () if result == 0 => Winner::Draw,
            () if (result > 0) == (board.mover == 0) => Winner::PlayerToMove,
            () => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(board: &Board) -> u64 {
        board.hash()
    }
}

#[derive(Clone)]
struct Evaluator;

impl minimax::Evaluator for Evaluator {
    type G = Rules;

    fn evaluate(&self, board: &Board) -> i16 {
        let lead = board.lead() as i16;
        if board.mover == 0 { lead } else { -lead }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games = arguments.next().map_or(50, |text| text.parse().expect("how many games"));
    let game = AnyGame::new(Ataxx);
    let name = arguments.next().unwrap_or_else(|| game.suitable_player().into());
    let separator = if name.contains(':') { ',' } else { ':' };
    let spec = format!("{name}{separator}time={}ms", TIME.as_millis());
    let spec = PlayerSpec::parse(&spec).expect("a player");
    println!("{name} against minimax's iterative search, {} ms a move", TIME.as_millis());
    let mut counts = [0; 3];
    for number in 0..games {
        let result = play(&game, &spec, number);
        counts[(1 - result) as usize] += 1;
        let [won, drawn, lost] = counts;
        println!("game {}: won {won}, drawn {drawn}, lost {lost}", number + 1);
    }
}

/// A game with its opening; the result for us.
fn play(game: &AnyGame, spec: &PlayerSpec, number: u64) -> i32 {
    let ours = (number % 2) as usize;
    let mut draws = Draws::new(number / 2);
    let mut player = game.player(spec, None, number).expect("it can play this game");
    let options = IterativeOptions::new().with_table_byte_size(64 << 20);
    let mut other = IterativeSearch::new(Evaluator, options);
    other.set_timeout(TIME);
    let mut board = Board::start();
    while board.result().is_none() {
        let moves = board.moves();
        let step = match () {
            () if board.ply < 4 => moves[draws.below(moves.len() as u64) as usize],
            () if board.mover == ours => {
                let found = player.think(None, &mut |_| ()).expect("the game is not over");
                Step::from_code(found.pv[0].code)
            }
            () if moves == [PASS] => PASS,
            () => other.choose_move(&board).expect("the game is not over"),
        };
        player.advance(step.code());
        board = board.after(step);
    }
    let result = board.result().expect("the game is over");
    if ours == 0 { result } else { -result }
}
