//! `dots:MxN`: Dots and Boxes with M rows and N columns of boxes.
//!
//! Édouard Lucas's game (1889); the rules are those of Berlekamp: The Dots-and-Boxes Game (2000). The
//! players draw lines between neighbouring dots in turn. The player who draws the fourth side of a box (or
//! of two) wins it and moves again; completing a box is optional. The game is over when all lines are drawn.
//! The value is MAX's boxes minus MIN's.
//!
//! A line is written as its two dots, the upper or left one first: `a1b1`, `a1a2`. Letters are columns of
//! dots, and rows are numbered from the top. A drawing shows dots (`+`), lines (`-`, `|`), dots where lines
//! are missing (`.`), and in its last row what each player has won and who is to move. Whose box is whose
//! makes no difference, and is not known.
//!
//! What is still to be won depends on the lines alone, but a value is that of the whole game: so a key
//! holds the lines, MAX's boxes (the other complete ones are MIN's) and whose turn it is.
//!
//! Facts stated: boxes that are won stay so, and the mover can take whatever boxes he can complete one after
//! the other; if he can complete none, and every line would be the third side of some box, then the other can
//! take at least as many as the least harmful line gives away. The symmetries of the rectangle, or of the
//! square, are stated.

mod evaluation;

use std::ops::ControlFlow;

use gametree::model::{NotationError, winner_by_score};
use gametree::{
    Bounds, Coordinates, Draws, Game, Key, Move, Moves, Notation, Symmetry, Turn, Value, Values,
};

use crate::grid::{
    FirstRow, Grid, OF_RECTANGLE, OF_SQUARE, Step, by_rank, counted, each, least_image,
};
use crate::players::{bounds, from_max, read_to_move, to_move_text, turn};

const NAMES: [&str; 2] = ["MAX", "MIN"];

/// Lines by their left or upper dots: level ones, upright ones.
type Lines = [u64; 2];

/// Dots and Boxes.
///
/// ```
/// use gametree::{Game, Limits, Notation};
/// use gametree_games::dots::Dots;
///
/// let game = Dots::new(1, 1).unwrap();
/// let position = game.parse_position("a1b1").unwrap();
/// println!("{}", game.draw(&position));
///
/// let found = gametree::search(&game, &game.start(), Limits::none()).unwrap();
/// assert_eq!(found.value(), Some((-1).into()), "MIN wins the only box");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Dots {
    /// Of dots.
    grid: Grid,
    /// From the bit of a line's first dot to that of its second.
    steps: [u32; 2],
    all: Lines,
    /// Boxes by their upper left dots.
    boxes: u64,
    symmetries: u8,
}

/// The lines that are drawn, how many boxes each player has won, and whose turn it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board {
    lines: Lines,
    won: [u8; 2],
    mover: u8,
}

/// From a dot to the right, or down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    dot: u8,
    /// 0 for a level one, 1 for an upright one.
    way: u8,
}

impl Move for Line {
    #[inline(always)]
    fn code(self) -> u32 {
        (self.way, self.dot).code()
    }

    #[inline(always)]
    fn from_code(code: u32) -> Line {
        let (way, dot) = Move::from_code(code);
        Line { dot, way }
    }
}

impl Line {
    #[inline]
    fn is_in(self, lines: Lines) -> bool {
        lines[usize::from(self.way)] >> self.dot & 1 != 0
    }
}

impl Board {
    /// MAX's boxes minus MIN's.
    #[inline]
    fn lead(self) -> i32 {
        i32::from(self.won[0]) - i32::from(self.won[1])
    }

    #[inline]
    fn taken(self) -> u32 {
        u32::from(self.won[0]) + u32::from(self.won[1])
    }
}

/// The lines in either of two sets.
#[inline]
fn union(one: Lines, two: Lines) -> Lines {
    [one[0] | two[0], one[1] | two[1]]
}

/// The lines of the first set that are not in the second.
#[inline]
fn without(one: Lines, two: Lines) -> Lines {
    [one[0] & !two[0], one[1] & !two[1]]
}

#[inline]
fn count(lines: Lines) -> u32 {
    lines[0].count_ones() + lines[1].count_ones()
}

/// The lines of a set.
#[inline]
fn each_line(lines: Lines) -> impl Iterator<Item = Line> {
    let of = |way: u8| each(lines[usize::from(way)]).map(move |dot| Line { dot, way });
    of(0).chain(of(1))
}

/// A line of a set that is not empty, each equally likely.
#[inline]
fn any_line(lines: Lines, draws: &mut Draws) -> Line {
    let rank = draws.below(count(lines).into()) as u32;
    let level = lines[0].count_ones();
    if rank < level {
        Line { dot: by_rank(lines[0], rank), way: 0 }
    } else {
        Line { dot: by_rank(lines[1], rank - level), way: 1 }
    }
}

impl Dots {
    /// A board; `None` if it has no boxes, more than 64 dots, or more than 26 dots in a row or column.
    pub fn new(rows: u32, columns: u32) -> Option<Dots> {
        let (width, height) = (columns.checked_add(1)?, rows.checked_add(1)?);
        let grid = Grid::new(width, height, FirstRow::Top).filter(|_| rows > 0 && columns > 0)?;
        let all = [grid.all() & !grid.column(columns), grid.all() & !grid.row(rows)];
        Some(Dots {
            grid,
            steps: [1, width],
            all,
            boxes: all[0] & all[1],
            symmetries: if rows == columns { OF_SQUARE } else { OF_RECTANGLE },
        })
    }

    fn total(&self) -> u32 {
        self.boxes.count_ones()
    }

    /// The boxes that are not won yet.
    #[inline]
    fn left(&self, board: &Board) -> u32 {
        self.total() - board.taken()
    }

    #[inline]
    fn missing(&self, board: &Board) -> Lines {
        without(self.all, board.lines)
    }

    /// The boxes whose upper, lower, left and right sides are drawn.
    #[inline]
    fn sides(&self, [level, upright]: Lines) -> [u64; 4] {
        [level, level >> self.steps[1], upright, upright >> self.steps[0]]
            .map(|side| side & self.boxes)
    }

    #[inline]
    fn complete(&self, lines: Lines) -> u64 {
        let [a, b, c, d] = self.sides(lines);
        a & b & c & d
    }

    /// The boxes that have two sides, and those that have three.
    #[inline]
    fn two_and_three(&self, lines: Lines) -> [u64; 2] {
        let [a, b, c, d] = self.sides(lines);
        let two = (a ^ b) & (c ^ d) | a & b & !(c | d) | c & d & !(a | b);
        let three = a & b & (c ^ d) | c & d & (a ^ b);
        [two, three]
    }

    /// All sides of these boxes.
    #[inline]
    fn around(&self, boxes: u64) -> Lines {
        [boxes | boxes << self.steps[1], boxes | boxes << self.steps[0]]
    }

    /// The lines that are missing, by what they do: those that complete a box; those that do no harm; and
    /// those that give the other a box with three sides.
    #[inline]
    fn sorts(&self, board: &Board) -> [Lines; 3] {
        let missing = self.missing(board);
        let [two, three] = self.two_and_three(board.lines);
        let rest = without(missing, self.around(three));
        let safe = without(rest, self.around(two));
        [without(missing, rest), safe, without(rest, safe)]
    }

    /// How many boxes a player can complete one after the other, without a line that completes none.
    #[inline]
    fn takes(&self, lines: Lines) -> u32 {
        let mut drawn = lines;
        loop {
            let [_, three] = self.two_and_three(drawn);
            if three == 0 {
                return (self.complete(drawn) & !self.complete(lines)).count_ones();
            }
            drawn = union(drawn, self.around(three));
        }
    }

    /// How many boxes the mover must leave to the other at least, if he can complete none.
    #[inline]
    fn gives(&self, board: &Board) -> u32 {
        let [_, safe, giving] = self.sorts(board);
        if count(safe) > 0 {
            return 0;
        }
        let given = |line: Line| {
            let mut lines = board.lines;
            lines[usize::from(line.way)] |= 1 << line.dot;
            self.takes(lines)
        };
        each_line(giving).map(given).min().unwrap_or(0)
    }

    /// What the mover can take immediately, and what he must give if that is nothing.
    #[inline]
    fn takes_or_gives(&self, board: &Board) -> (u32, u32) {
        let takes = self.takes(board.lines);
        (takes, if takes > 0 { 0 } else { self.gives(board) })
    }

    #[inline]
    fn result(&self, board: &Board) -> Option<i32> {
        (self.left(board) == 0).then(|| board.lead())
    }

    fn text(&self, line: Line) -> String {
        let step = self.steps[usize::from(line.way)] as u8;
        self.grid.name(line.dot) + &self.grid.name(line.dot + step)
    }

    fn check(&self, board: Board) -> Result<Board, NotationError> {
        let complete = self.complete(board.lines).count_ones();
        if complete != board.taken() {
            let [max, min] = board.won;
            return Err(NotationError(format!(
                "there are {complete} complete boxes, and MAX {max} and MIN {min} should be as many"
            )));
        }
        Ok(board)
    }

    /// The columns of a drawing and its rows, but for the last.
    fn size(&self) -> [usize; 2] {
        [self.grid.width(), self.grid.height()].map(|dots| 2 * dots as usize - 1)
    }

    /// What may stand at a place of a drawing: where there is no line, where there is one, and which.
    fn symbols(&self, x: usize, y: usize) -> (char, char, Option<Line>) {
        let dot = (y / 2 * self.grid.width() as usize + x / 2) as u8;
        match (x % 2, y % 2) {
            (0, 0) => ('+', '+', None),
            (1, 0) => ('.', '-', Some(Line { dot, way: 0 })),
            (0, _) => ('.', '|', Some(Line { dot, way: 1 })),
            _ => (' ', ' ', None),
        }
    }

    fn read_lines(&self, rows: &[&str]) -> Result<Lines, NotationError> {
        let [width, height] = self.size();
        if rows.len() != height {
            let found = counted(rows.len(), "row");
            return Err(NotationError(format!(
                "the drawing has {found} of dots and lines, and there should be {height}"
            )));
        }
        let mut lines = [0; 2];
        for (y, row) in rows.iter().enumerate() {
            let fits = |(x, c): (usize, char)| {
                let (open, drawn, line) = self.symbols(x, y);
                if let Some(line) = line.filter(|_| c == drawn) {
                    lines[usize::from(line.way)] |= 1 << line.dot;
                }
                c == open || c == drawn
            };
            if row.chars().count() != width || !row.chars().enumerate().all(fits) {
                let [symbols, between] =
                    if y % 2 == 0 { ["+", "- or ."] } else { ["| or .", "blanks"] };
                let dots = self.grid.width();
                return Err(NotationError(format!(
                    "row '{row}' should be {dots} times {symbols}, with {between} between them"
                )));
            }
        }
        Ok(lines)
    }

    fn read(&self, rows: &[&str]) -> Result<Board, NotationError> {
        let last = |row: &str| {
            let (score, to_move) = row.split_once(", ")?;
            let (max, min) = score.strip_prefix("MAX ")?.split_once(" MIN ")?;
            let (_, mover) = read_to_move(&[to_move], NAMES).ok()?;
            Some(([max.parse().ok()?, min.parse().ok()?], mover as u8))
        };
        let read = rows.split_last().and_then(|(row, above)| Some((above, last(row)?)));
        let (rows, (won, mover)) = read.ok_or_else(|| {
            NotationError("the last row should be such as 'MAX 2 MIN 1, MAX to move'".into())
        })?;
        self.check(Board { lines: self.read_lines(rows)?, won, mover })
    }

    /// What a step of a symmetry does to lines: where it exchanges the ends of a line, the second dot
    /// becomes the first.
    #[inline]
    fn image(&self, step: Step, [level, upright]: Lines) -> Lines {
        let [right, down] = self.steps;
        let ends = match step {
            Step::Turn => [level << right, upright << down],
            Step::Flip => [level, upright << down],
            Step::Transpose => [upright, level],
        };
        ends.map(|dots| self.grid.step(step, dots))
    }
}

impl Game for Dots {
    type Position = Board;
    type Move = Line;
    type Undo = Board;

    fn start(&self) -> Board {
        Board::default()
    }

    fn values(&self) -> Values {
        let total = self.total() as i32;
        Values::integers(-total, total)
    }

    /// The moves are listed as they are ranked, so that there is nothing left to sort.
    #[inline]
    fn expand(&self, board: &Board, moves: &mut Moves<Line>) -> Turn {
        if let Some(value) = self.result(board) {
            return Turn::over(value);
        }
        for lines in self.sorts(board) {
            moves.extend(each_line(lines));
        }
        turn(board.mover.into())
    }

    #[inline]
    fn judge(&self, board: &Board) -> Turn {
        self.result(board).map_or(turn(board.mover.into()), Turn::over)
    }

    #[inline]
    fn random_move(
        &self,
        board: &Board,
        _: &mut Moves<Line>,
        draws: &mut Draws,
    ) -> ControlFlow<Value, Line> {
        match self.result(board) {
            Some(value) => ControlFlow::Break(value.into()),
            None => ControlFlow::Continue(any_line(self.missing(board), draws)),
        }
    }

    #[inline]
    fn play(&self, board: &mut Board, line: Line) -> Board {
        let before = *board;
        board.lines[usize::from(line.way)] |= 1 << line.dot;
        let gained = self.complete(board.lines).count_ones() - before.taken();
        if gained > 0 {
            board.won[usize::from(before.mover)] += gained as u8;
        } else {
            board.mover ^= 1;
        }
        before
    }

    #[inline]
    fn undo(&self, board: &mut Board, _line: Line, before: Board) {
        *board = before;
    }

    #[inline]
    fn facts(&self, board: &Board) -> Bounds {
        let mover = usize::from(board.mover);
        let (takes, gives) = self.takes_or_gives(board);
        let [left, takes, gives] = [self.left(board), takes, gives].map(|boxes| boxes as i32);
        let lead = from_max(mover, board.lead());
        bounds(mover, lead + 2 * takes - left, lead + left - 2 * gives)
    }

    #[inline]
    fn key(&self, board: &Board) -> Option<Key> {
        let columns = self.grid.width() - 1;
        // Nothing leads to the right from the last column.
        let mut lines = u128::from(board.lines[1]);
        for y in (0..self.grid.height()).rev() {
            let row = (board.lines[0] & self.grid.row(y)) >> (y * self.grid.width());
            lines = lines << columns | u128::from(row);
        }
        let with_score = lines * u128::from(self.total() + 1) + u128::from(board.won[0]);
        Some(Key::Exact(with_score * 2 + u128::from(board.mover)))
    }

    fn position_of(&self, key: u128) -> Option<Board> {
        let scores = u128::from(self.total() + 1);
        let (max, mover) = ((key / 2 % scores) as u8, (key % 2) as u8);
        let mut rest = key / 2 / scores;
        let columns = self.grid.width() - 1;
        let mut level = 0;
        for y in 0..self.grid.height() {
            level |= ((rest & ((1 << columns) - 1)) as u64) << (y * self.grid.width());
            rest >>= columns;
        }
        let upright = u64::try_from(rest).ok().filter(|upright| upright & !self.all[1] == 0)?;
        let lines = [level, upright];
        let min = (self.complete(lines).count_ones() as u8).checked_sub(max)?;
        Some(Board { lines, won: [max, min], mover })
    }

    fn keys_fix_moves(&self) -> bool {
        true
    }

    fn key_bits(&self) -> u32 {
        let keys = (u128::from(self.total() + 1) * 2) << count(self.all);
        u128::BITS - (keys - 1).leading_zeros()
    }

    #[inline]
    fn plies_left(&self, board: &Board) -> Option<u32> {
        Some(count(self.missing(board)))
    }

    #[inline]
    fn canonical(&self, board: &Board) -> Option<(Board, Symmetry)> {
        let image = |step: Step, lines: Lines| self.image(step, lines);
        let (lines, symmetry) = least_image(board.lines, self.symmetries, image)?;
        Some((Board { lines, ..*board }, symmetry))
    }

    #[inline]
    fn map_move(&self, symmetry: Symmetry, line: Line) -> Line {
        let ends = [line.dot, line.dot + self.steps[usize::from(line.way)] as u8];
        let [a, b] = ends.map(|dot| self.grid.image_of_cell(symmetry, dot));
        Line { dot: a.min(b), way: u8::from(a.abs_diff(b) > 1) }
    }
}

impl Notation for Dots {
    fn move_text(&self, _: &Board, line: Line) -> String {
        self.text(line)
    }

    fn coordinates(&self) -> Option<Coordinates> {
        let ([columns, rows], names) = (self.size(), self.grid.coordinates().names);
        Some(Coordinates::new(columns, rows, names).every_second())
    }

    fn value_text(&self, value: Value) -> Option<String> {
        Some(winner_by_score(value))
    }

    fn draw(&self, board: &Board) -> String {
        let [width, height] = self.size();
        let symbol = |x: usize, y: usize| match self.symbols(x, y) {
            (_, drawn, Some(line)) if line.is_in(board.lines) => drawn,
            (open, ..) => open,
        };
        let row = |y: usize| (0..width).map(|x| symbol(x, y)).collect::<String>() + "\n";
        let [max, min] = board.won;
        let to_move = to_move_text(board.mover.into(), NAMES);
        (0..height).map(row).collect::<String>() + &format!("MAX {max} MIN {min}, {to_move}")
    }

    fn parse_drawing(&self, rows: &[&str]) -> Option<Result<Board, NotationError>> {
        Some(self.read(rows))
    }

    fn why_illegal(&self, board: &Board, text: &str) -> Option<String> {
        let drawn = each_line(board.lines).any(|line| self.text(line) == text);
        drawn.then(|| format!("line {text} is drawn already"))
    }
}
