//! `kalah:M,N[,empty-capture]`: Kalah with M pits per side and N seeds per pit.
//!
//! The rules are those of Irving, Donkers, Uiterwijk: Solving Kalah (2000). The mover empties one of
//! his pits and sows its seeds one by one counter-clockwise, into his own store too, but never into
//! the other's. If the last seed falls into his store, he moves again. If it falls into a pit of his
//! own that was empty, and the pit opposite is not, he puts the seeds of both into his store; under
//! `empty-capture` he does so even if the pit opposite is empty. The game ends as soon as all pits of
//! one side are empty, whoever is to move: what is left goes to the player on whose side it lies.
//! The value is MAX's seeds minus MIN's.
//!
//! Pits are numbered from 1 on their owner's left, so that the last one is beside his store. Drawn
//! are MIN's pits from M to 1, then both stores with MIN's on the left, then MAX's pits from 1 to M.
//!
//! Fact stated: seeds that lie in a store stay there.

mod evaluation;

use gametree::model::{NotationError, winner_by_score};
use gametree::{Bounds, Game, Key, Moves, Notation, Turn, Value, Values};

use crate::grid::counted;
use crate::players::{other, read_to_move, to_move_text, turn};

const MOST_PITS: usize = 9;
const MOST_HOLES: usize = 2 * (MOST_PITS + 1);
const NAMES: [&str; 2] = ["MAX", "MIN"];

/// Kalah.
///
/// ```
/// use gametree::{Game, Limits, Notation};
/// use gametree_games::kalah::Kalah;
///
/// let game = Kalah::new(3, 3, true).unwrap();
/// let position = game.parse_position("1").unwrap();
/// println!("{}", game.draw(&position));
///
/// let found = gametree::search(&game, &game.start(), Limits::none()).unwrap();
/// assert_eq!(found.value(), Some(2.into()), "two seeds more for MAX");
/// ```
#[derive(Clone, Debug)]
pub struct Kalah {
    /// Per side.
    pits: usize,
    /// Per pit, at the start.
    seeds: u8,
    empty_capture: bool,
    choices: Choices,
}

/// How many seeds lie in each hole, in the order of sowing: MAX's pits, MAX's store, MIN's pits,
/// MIN's store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    holes: [u8; MOST_HOLES],
    mover: u8,
}

/// Binomial coefficients: `rows[k][n]` says how often `k + 1` of `n` things can be chosen.
#[derive(Clone, Debug)]
struct Choices {
    rows: Vec<Vec<u128>>,
}

impl Choices {
    fn new(most: usize, of: usize) -> Choices {
        let mut rows = vec![(0..=of as u128).collect::<Vec<u128>>()];
        for k in 1..most {
            // A choice of k + 1 of n things: the last one chosen is number i, the others before it.
            let sums = rows[k - 1][..of].iter().scan(0, |sum, before| {
                *sum += before;
                Some(*sum)
            });
            let row = std::iter::once(0).chain(sums).collect();
            rows.push(row);
        }
        Choices { rows }
    }
}

impl Kalah {
    /// A board; `None` if there are no pits or more than nine (they are written as digits), or no
    /// seeds or more than 255 in all.
    pub fn new(pits: u32, seeds: u32, empty_capture: bool) -> Option<Kalah> {
        let sane = (1..=MOST_PITS as u32).contains(&pits) && (1..=127).contains(&seeds);
        if !sane || 2 * pits * seeds > 255 {
            return None;
        }
        let (pits, total) = (pits as usize, (2 * pits * seeds) as usize);
        let choices = Choices::new(2 * pits + 1, total + 2 * pits + 1);
        Some(Kalah { pits, seeds: seeds as u8, empty_capture, choices })
    }

    fn total(&self) -> u32 {
        2 * self.pits as u32 * u32::from(self.seeds)
    }

    /// The number of distributions of the seeds.
    fn positions(&self) -> u128 {
        let all = self.choices.rows.last().and_then(|row| row.last());
        *all.expect("there are holes")
    }

    /// Where a player's first pit is.
    #[inline]
    fn side(&self, player: usize) -> usize {
        player * (self.pits + 1)
    }

    #[inline]
    fn store(&self, player: usize) -> usize {
        self.side(player) + self.pits
    }

    /// A player's pits, from his left.
    #[inline]
    fn row<'b>(&self, board: &'b Board, player: usize) -> &'b [u8] {
        &board.holes[self.side(player)..self.store(player)]
    }

    /// The seeds in a player's pits.
    #[inline]
    fn in_pits(&self, board: &Board, player: usize) -> i32 {
        self.row(board, player).iter().map(|&seeds| i32::from(seeds)).sum()
    }

    /// MAX's store minus MIN's.
    #[inline]
    fn lead(&self, board: &Board) -> i32 {
        let [max, min] = [0, 1].map(|player| i32::from(board.holes[self.store(player)]));
        max - min
    }

    /// The value if one side is empty.
    #[inline]
    fn result(&self, board: &Board) -> Option<i32> {
        let [max, min] = [0, 1].map(|player| self.in_pits(board, player));
        (max == 0 || min == 0).then(|| self.lead(board) + max - min)
    }

    /// Sows the seeds of a hole; says where the last one fell.
    #[inline]
    fn sow(&self, holes: &mut [u8; MOST_HOLES], from: usize, skipped: usize) -> usize {
        let mut at = from;
        for _ in 0..std::mem::take(&mut holes[from]) {
            let next = |at: usize| if at == 2 * self.pits + 1 { 0 } else { at + 1 };
            at = next(at);
            if at == skipped {
                at = next(at);
            }
            holes[at] += 1;
        }
        at
    }

    fn check(&self, board: Board) -> Result<Board, NotationError> {
        let total: u32 = board.holes.iter().map(|&seeds| u32::from(seeds)).sum();
        if total != self.total() {
            let right = self.total();
            return Err(NotationError(format!("there are {total} seeds, and should be {right}")));
        }
        Ok(board)
    }

    fn read(&self, rows: &[&str]) -> Result<Board, NotationError> {
        let (rows, mover) = read_to_move(rows, NAMES)?;
        let [above, stores, below] = rows else {
            return Err(NotationError(
                "there should be four rows: MIN's pits, both stores, MAX's pits, who is to move"
                    .into(),
            ));
        };
        let mut board = Board { holes: [0; MOST_HOLES], mover: mover as u8 };
        let above = numbers(above, self.pits)?;
        let below = numbers(below, self.pits)?;
        let stores = numbers(stores, 2)?;
        for pit in 0..self.pits {
            board.holes[self.side(0) + pit] = below[pit];
            board.holes[self.side(1) + pit] = above[self.pits - 1 - pit];
        }
        board.holes[self.store(0)] = stores[1];
        board.holes[self.store(1)] = stores[0];
        self.check(board)
    }
}

/// The numbers of seeds in a row of a drawing.
fn numbers(row: &str, count: usize) -> Result<Vec<u8>, NotationError> {
    let read: Option<Vec<u8>> = row.split_whitespace().map(|part| part.parse().ok()).collect();
    read.filter(|read| read.len() == count).ok_or_else(|| {
        let right = counted(count, "number");
        NotationError(format!("row '{row}' should be {right} of seeds, with blanks between them"))
    })
}

impl Game for Kalah {
    type Position = Board;
    type Move = u8;
    type Undo = Board;

    fn start(&self) -> Board {
        let mut board = Board { holes: [0; MOST_HOLES], mover: 0 };
        for player in [0, 1] {
            board.holes[self.side(player)..self.store(player)].fill(self.seeds);
        }
        board
    }

    fn values(&self) -> Values {
        let total = self.total() as i32;
        Values::integers(-total, total)
    }

    #[inline]
    fn expand(&self, board: &Board, moves: &mut Moves<u8>) -> Turn {
        if let Some(value) = self.result(board) {
            return Turn::over(value);
        }
        let mover = usize::from(board.mover);
        for (pit, &seeds) in self.row(board, mover).iter().enumerate() {
            if seeds > 0 {
                moves.push(pit as u8);
            }
        }
        turn(mover)
    }

    #[inline]
    fn judge(&self, board: &Board) -> Turn {
        self.result(board).map_or(turn(board.mover.into()), Turn::over)
    }

    #[inline]
    fn play(&self, board: &mut Board, pit: u8) -> Board {
        let before = *board;
        let mover = usize::from(board.mover);
        let (side, store) = (self.side(mover), self.store(mover));
        let holes = &mut board.holes;
        let last = self.sow(holes, side + usize::from(pit), self.store(other(mover)));
        if last == store {
            return before;
        }
        board.mover ^= 1;
        if (side..store).contains(&last) && holes[last] == 1 {
            // The two sides are sown in opposite directions.
            let opposite = 2 * self.pits - last;
            if holes[opposite] > 0 || self.empty_capture {
                holes[store] += holes[opposite] + 1;
                holes[opposite] = 0;
                holes[last] = 0;
            }
        }
        before
    }

    #[inline]
    fn undo(&self, board: &mut Board, _pit: u8, before: Board) {
        *board = before;
    }

    #[inline]
    fn facts(&self, board: &Board) -> Bounds {
        let lead = self.lead(board);
        let open = self.in_pits(board, 0) + self.in_pits(board, 1);
        Bounds { lower: Value::from(lead - open), upper: Value::from(lead + open) }
    }

    fn keys_fix_moves(&self) -> bool {
        true
    }

    /// Seeds and the walls between holes in one row: which places the walls take is a choice of
    /// some of all places, and the choices are numbered without gaps (the combinatorial number
    /// system; Knuth, The Art of Computer Programming 4A, section 7.2.1.3).
    #[inline]
    fn key(&self, board: &Board) -> Option<Key> {
        let mut place = 0;
        let mut number = 0;
        for (wall, &seeds) in board.holes[..2 * self.pits + 1].iter().enumerate() {
            place += usize::from(seeds);
            number += self.choices.rows[wall][place];
            place += 1;
        }
        Some(Key::Exact(number * 2 + u128::from(board.mover)))
    }

    /// Wall by wall from the last: the furthest place whose number is not beyond what is left.
    fn position_of(&self, key: u128) -> Option<Board> {
        let (mut number, mover) = (key / 2, (key % 2) as u8);
        if number >= self.positions() {
            return None;
        }
        let mut board = Board { holes: [0; MOST_HOLES], mover };
        let mut end = self.total() as usize + 2 * self.pits + 1;
        for (wall, row) in self.choices.rows.iter().enumerate().rev() {
            let place = row.partition_point(|&choices| choices <= number) - 1;
            number -= row[place];
            board.holes[wall + 1] = (end - place - 1) as u8;
            end = place;
        }
        board.holes[0] = end as u8;
        Some(board)
    }

    fn key_bits(&self) -> u32 {
        128 - (2 * self.positions() - 1).leading_zeros()
    }

    /// A move either brings a seed into a store, or leaves its seeds on the mover's side and nearer
    /// to his store. So with `r` seeds outside the stores, at most `M` steps before one each, there
    /// are at most `M * r` moves until one of them is in; that move, and then the same with fewer.
    #[inline]
    fn plies_left(&self, board: &Board) -> Option<u32> {
        let steps = |player: usize| {
            let row = self.row(board, player).iter().rev();
            row.zip(1..).map(|(&seeds, steps)| u32::from(seeds) * steps).sum::<u32>()
        };
        let open = (self.in_pits(board, 0) + self.in_pits(board, 1)) as u32;
        // Of 1 + M * r for each smaller number r of seeds.
        let later = open + self.pits as u32 * (open * open.saturating_sub(1) / 2);
        Some(steps(0) + steps(1) + later)
    }
}

impl Notation for Kalah {
    fn move_text(&self, _: &Board, pit: u8) -> String {
        (pit + 1).to_string()
    }

    fn value_text(&self, value: Value) -> Option<String> {
        Some(winner_by_score(value))
    }

    fn draw(&self, board: &Board) -> String {
        let pad = |seeds: &u8| format!("{seeds:>4}");
        let above: String = self.row(board, 1).iter().rev().map(pad).collect();
        let below: String = self.row(board, 0).iter().map(pad).collect();
        let [max, min] = [0, 1].map(|player| board.holes[self.store(player)]);
        let to_move = to_move_text(board.mover.into(), NAMES);
        let width = 4 * self.pits + 2;
        format!("  {above}\n{min:>2}{max:>width$}\n  {below}\n{to_move}")
    }

    fn parse_drawing(&self, rows: &[&str]) -> Option<Result<Board, NotationError>> {
        Some(self.read(rows))
    }

    fn split_moves<'t>(&self, text: &'t str) -> Vec<&'t str> {
        crate::single_characters(text)
    }

    fn why_illegal(&self, board: &Board, text: &str) -> Option<String> {
        let pit = text.parse::<usize>().ok().filter(|pit| (1..=self.pits).contains(pit))?;
        (self.row(board, board.mover.into())[pit - 1] == 0).then(|| format!("pit {text} is empty"))
    }
}
