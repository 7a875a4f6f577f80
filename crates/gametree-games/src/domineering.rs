//! `domineering:MxN`: Domineering on M rows and N columns.
//!
//! Goran Andersson's game (Gardner, Scientific American, February 1974). The players cover two empty
//! neighbouring cells with a domino in turn: MAX, who moves first, one above the other, MIN side by
//! side. The player who cannot move loses: worth 1 if it is MIN, -1 if it is MAX.
//!
//! A move is written as its two cells, the upper or left one first: `a1a2`. Letters are columns, and
//! rows are numbered from the top. A drawing shows taken cells (`#`) and not which dominoes cover
//! them, which makes no difference: any region with an even number of taken cells is a position, and
//! MAX is to move if they hold an even number of dominoes.
//!
//! Facts stated: a count of moves. If a player can be sure of more moves than the other can possibly
//! make (as many, if the other is to move), he wins. He is sure of dominoes whose cells have no empty
//! neighbour on which the other could overlap them; and of every third among others without a common
//! cell, since each domino of the other overlaps at most two of them (Breuker, Uiterwijk, van den
//! Herik: Solving 8x8 Domineering (2000), count safe and real moves likewise), or every second, if it overlaps only one. What
//! he takes in this way, the other cannot. Both mirror images are stated as symmetries.

use gametree::model::NotationError;
use gametree::{
    Bounds, Coordinates, Game, Key, Knowledge, Move, Moves, Notation, Symmetry, Turn, Value, Values,
};

use crate::grid::{FirstRow, Grid, OF_RECTANGLE, each};
use crate::players::{from_max, other, turn, won_by};

/// Domineering.
///
/// ```
/// use gametree::{Game, Limits, Notation};
/// use gametree_games::domineering::Domineering;
///
/// let game = Domineering::new(3, 3).unwrap();
/// let position = game.parse_position("a1a2").unwrap();
/// println!("{}", game.draw(&position));
///
/// let found = gametree::search(&game, &game.start(), Limits::none()).unwrap();
/// assert_eq!(found.value(), Some(1.into()), "the first player wins");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Domineering {
    grid: Grid,
    /// From the bit of a domino's first cell to that of its second: MAX's, MIN's.
    steps: [u32; 2],
    /// The cells that can be first.
    firsts: [u64; 2],
}

/// The cells that are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board {
    taken: u64,
}

/// Two neighbouring cells; the upper or left one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domino {
    cells: [u8; 2],
}

impl Move for Domino {
    #[inline(always)]
    fn code(self) -> u32 {
        (self.cells[0], self.cells[1]).code()
    }

    #[inline(always)]
    fn from_code(code: u32) -> Domino {
        let (first, second) = Move::from_code(code);
        Domino { cells: [first, second] }
    }
}

impl Domino {
    #[inline]
    fn covers(self) -> u64 {
        1 << self.cells[0] | 1 << self.cells[1]
    }
}

/// The most dominoes that fit onto a board.
const MOST: usize = 32;

/// How many of `simple` and `exposed` places a player gets if the other is to move (first table), and if it is his own
/// turn. He takes one place in each of his turns; the other spoils one simple place, or up to two exposed ones.
const SURE: [[[u8; MOST + 1]; MOST + 1]; 2] = {
    let mut sure = [[[0; MOST + 1]; MOST + 1]; 2];
    let mut all = 1;
    while all <= MOST {
        let mut exposed = 0;
        while exposed <= all {
            let simple = all - exposed;
            let mut spoiled = u8::MAX;
            let mut taken = 0;
            if simple > 0 {
                spoiled = sure[1][simple - 1][exposed];
                taken = sure[0][simple - 1][exposed] + 1;
            }
            if exposed > 0 {
                let fewer = sure[1][simple][exposed.saturating_sub(2)];
                spoiled = if fewer < spoiled { fewer } else { spoiled };
                let more = sure[0][simple][exposed - 1] + 1;
                taken = if more > taken { more } else { taken };
            }
            sure[0][simple][exposed] = spoiled;
            sure[1][simple][exposed] = taken;
            exposed += 1;
        }
        all += 1;
    }
    sure
};

impl Board {
    /// Whose turn it is.
    #[inline]
    fn mover(self) -> usize {
        (self.taken.count_ones() / 2 % 2) as usize
    }
}

impl Domineering {
    /// A board; `None` if it has no cells, more than 64, or a side longer than 26.
    pub fn new(rows: u32, columns: u32) -> Option<Domineering> {
        let grid = Grid::new(columns, rows, FirstRow::Top)?;
        // In a single row no domino stands upright, and no shift may lead beyond the last bit.
        let steps = [if rows == 1 { 0 } else { columns }, 1];
        let firsts = [grid.all() & !grid.row(rows - 1), grid.all() & !grid.column(columns - 1)];
        Some(Domineering { grid, steps, firsts })
    }

    #[inline]
    fn empty(&self, board: &Board) -> u64 {
        self.grid.all() ^ board.taken
    }

    /// The first cells of all dominoes that `player` can put onto `cells`.
    #[inline]
    fn places(&self, player: usize, cells: u64) -> u64 {
        cells & cells >> self.steps[player] & self.firsts[player]
    }

    /// Both cells of the dominoes whose first cells are `places`.
    #[inline]
    fn covered(&self, player: usize, places: u64) -> u64 {
        places | places << self.steps[player]
    }

    /// As many of these places as can be used together: of each run every other one, from its
    /// beginning.
    #[inline]
    fn together(&self, player: usize, mut places: u64) -> u64 {
        let mut chosen = 0;
        while places != 0 {
            let begin = places & !(places << self.steps[player]);
            chosen |= begin;
            places &= !self.covered(player, begin);
        }
        chosen
    }

    /// How many dominoes `player` can place at most.
    #[inline]
    fn most(&self, player: usize, empty: u64) -> u32 {
        self.together(player, self.places(player, empty)).count_ones()
    }

    /// Whether a count of moves shows that `player` wins: he is sure of more moves than the other can make in
    /// the cells that this leaves him (as many, if the other is to move).
    #[inline]
    fn outlasts(&self, player: usize, empty: u64, is_to_move: bool) -> bool {
        let rival = other(player);
        let contested = self.covered(rival, self.places(rival, empty));
        let safe = self.together(player, self.places(player, empty & !contested));
        let rest = empty & !self.covered(player, safe);
        let open = self.together(player, self.places(player, rest));
        // Those of which a single domino of the other could overlap two.
        let double = self.covered(rival, self.places(rival, self.covered(player, open)));
        let exposed = open & (double | double >> self.steps[player]);
        let (all, exposed) = (open.count_ones(), exposed.count_ones());
        let won =
            u32::from(SURE[usize::from(is_to_move)][(all - exposed) as usize][exposed as usize]);
        // Each of them covers one cell that the other could have used, or two (as few as possible are assumed).
        let inside = (open & contested & contested >> self.steps[player]).count_ones();
        let taken = won + won.saturating_sub(all - inside);
        let left = self.most(rival, empty).min((contested.count_ones() - taken) / 2);
        let sure = safe.count_ones() + won;
        if is_to_move { sure > left } else { sure >= left }
    }

    #[inline]
    fn result(&self, board: &Board) -> Option<Value> {
        let mover = board.mover();
        (self.places(mover, self.empty(board)) == 0).then(|| won_by(other(mover)))
    }

    /// How many places more than MIN MAX has.
    #[inline]
    fn lead(&self, board: &Board) -> i32 {
        let empty = self.empty(board);
        let [max, min] = [0, 1].map(|player| self.places(player, empty).count_ones() as i32);
        max - min
    }

    fn read(&self, rows: &[&str]) -> Result<Board, NotationError> {
        let [taken] = self.grid.read(rows, ['#'])?;
        self.check(taken)
    }

    fn check(&self, taken: u64) -> Result<Board, NotationError> {
        if taken.count_ones() % 2 == 1 {
            let cells = taken.count_ones();
            return Err(NotationError(format!(
                "{cells} cells are taken, and should be two for each domino"
            )));
        }
        Ok(Board { taken })
    }
}

impl Game for Domineering {
    type Position = Board;
    type Move = Domino;
    type Undo = ();

    fn start(&self) -> Board {
        Board::default()
    }

    fn values(&self) -> Values {
        Values::integers(-1, 1)
    }

    #[inline]
    fn expand(&self, board: &Board, moves: &mut Moves<Domino>) -> Turn {
        let mover = board.mover();
        let places = self.places(mover, self.empty(board));
        if places == 0 {
            return Turn::Terminal(won_by(other(mover)));
        }
        let step = self.steps[mover] as u8;
        moves.extend(each(places).map(|cell| Domino { cells: [cell, cell + step] }));
        turn(mover)
    }

    #[inline]
    fn judge(&self, board: &Board) -> Turn {
        self.result(board).map_or(turn(board.mover()), Turn::Terminal)
    }

    #[inline]
    fn play(&self, board: &mut Board, domino: Domino) {
        board.taken |= domino.covers();
    }

    #[inline]
    fn undo(&self, board: &mut Board, domino: Domino, (): ()) {
        board.taken ^= domino.covers();
    }

    #[inline]
    fn facts(&self, board: &Board) -> Bounds {
        let (mover, empty) = (board.mover(), self.empty(board));
        if self.outlasts(mover, empty, true) {
            Bounds::point(won_by(mover))
        } else if self.outlasts(other(mover), empty, false) {
            Bounds::point(won_by(other(mover)))
        } else {
            Bounds::UNBOUNDED
        }
    }

    fn keys_fix_moves(&self) -> bool {
        true
    }

    #[inline]
    fn key(&self, board: &Board) -> Option<Key> {
        Some(Key::Exact(board.taken.into()))
    }

    fn position_of(&self, key: u128) -> Option<Board> {
        let taken = u64::try_from(key).ok().filter(|taken| taken & !self.grid.all() == 0)?;
        self.check(taken).ok()
    }

    fn key_bits(&self) -> u32 {
        self.grid.cells()
    }

    /// No player makes more moves than dominoes fit now, nor two in a row.
    #[inline]
    fn plies_left(&self, board: &Board) -> Option<u32> {
        let (mover, empty) = (board.mover(), self.empty(board));
        let most = [0, 1].map(|player| self.most(player, empty));
        let plies = (2 * most[mover]).min(2 * most[other(mover)] + 1);
        Some(plies.min(empty.count_ones() / 2))
    }

    #[inline]
    fn canonical(&self, board: &Board) -> Option<(Board, Symmetry)> {
        let ([taken], symmetry) = self.grid.canonical([board.taken], OF_RECTANGLE)?;
        Some((Board { taken }, symmetry))
    }

    #[inline]
    fn map_move(&self, symmetry: Symmetry, domino: Domino) -> Domino {
        let [a, b] = domino.cells.map(|cell| self.grid.image_of_cell(symmetry, cell));
        Domino { cells: [a.min(b), a.max(b)] }
    }
}

impl Knowledge<Self> for Domineering {
    /// The places left, as a share of all cells, so that it stays between a loss and a win.
    fn evaluate(&self, _: &Self, board: &Board) -> Option<Value> {
        Value::new(f64::from(self.lead(board)) / f64::from(self.grid.cells()))
    }

    /// Places kept minus places left to the other.
    #[inline]
    fn order_score(&self, _: &Self, child: &Board) -> i32 {
        from_max(other(child.mover()), self.lead(child))
    }
}

impl Notation for Domineering {
    fn move_text(&self, _: &Board, domino: Domino) -> String {
        domino.cells.map(|cell| self.grid.name(cell)).concat()
    }

    fn coordinates(&self) -> Option<Coordinates> {
        Some(self.grid.coordinates())
    }

    fn draw(&self, board: &Board) -> String {
        self.grid.draw(&[(board.taken, '#')])
    }

    fn parse_drawing(&self, rows: &[&str]) -> Option<Result<Board, NotationError>> {
        Some(self.read(rows))
    }
}
