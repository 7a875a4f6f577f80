//! `pig:GOAL[,sides=S][,turns=H]`: the dice game Pig.
//!
//! The rules are those of Neller, Presser: Optimal play of the dice game Pig (The UMAP Journal 25,
//! 2004). Two players have turns one after the other, MAX first. In his turn a player rolls a die as
//! often as he likes. A 1 ends the turn, and all that it has brought is lost; any other number is added
//! to the turn's total. Instead of rolling he may hold: then the total is added to his score, and the
//! turn is over. The first to hold with a score of at least GOAL wins. The value is the probability that
//! MAX wins.
//!
//! Two useless moves are left out. A turn starts with a roll: holding a total of zero is not allowed. And
//! when score and total reach GOAL or more, holding is the only move.
//!
//! With `turns=H` the game ends after H turns, those of both players counted together; if nobody has
//! won by then, it is worth 0. Without it play need not end, as two players who roll 1 are where they
//! were.
//!
//! The moves of players are `roll` and `hold`; an outcome of the die is its number.
//!
//! Fact stated: a player whose only move is to hold has won.

use gametree::model::NotationError;
use gametree::{
    Bounds, Dice, Game, Grain, Key, Knowledge, Move, Moves, Notation, Turn, Value, Values,
};

use crate::digits::Digits;
use crate::players::{other, turn};

const NAMES: [&str; 2] = ["MAX", "MIN"];

/// Pig.
///
/// ```
/// use gametree::{Game, Limits};
/// use gametree_games::pig::Pig;
///
/// // One turn with a coin: 1 loses it, 2 reaches the goal.
/// let game = Pig::new(2, 2, Some(1)).unwrap();
/// let found = gametree::search(&game, &game.start(), Limits::none()).unwrap();
/// assert!((found.value().unwrap().get() - 0.5).abs() < 1e-9);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pig {
    goal: u16,
    sides: u8,
    /// How many turns there are, if they are limited.
    turns: Option<u16>,
}

/// The banked scores, and how far the turn has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// At most the goal.
    scores: [u16; 2],
    /// At most what the mover lacks.
    total: u16,
    /// The turns that are left, this one included; zero if they are not limited.
    turns: u16,
    mover: u8,
    /// The mover has decided to roll, and the die is in the air.
    rolling: bool,
}

/// A decision, or what the die shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Roll the die.
    Roll,
    /// Bank the total.
    Hold,
    /// The die shows this.
    Die(u8),
}

impl Move for Act {
    #[inline]
    fn code(self) -> u32 {
        match self {
            Act::Roll => 0,
            Act::Hold => 1,
            Act::Die(shown) => 2 + u32::from(shown),
        }
    }

    #[inline]
    fn from_code(code: u32) -> Act {
        match code {
            0 => Act::Roll,
            1 => Act::Hold,
            die => Act::Die((die - 2) as u8),
        }
    }
}

impl Pig {
    /// The largest goal.
    pub const MOST_GOAL: u16 = 1000;
    /// The most sides of a die.
    pub const MOST_SIDES: u8 = 100;

    /// The game; `None` if the goal is zero or beyond 1000, the die has fewer than two sides or more
    /// than a hundred, or there are no turns.
    pub fn new(goal: u16, sides: u8, turns: Option<u16>) -> Option<Pig> {
        let sane = (1..=Pig::MOST_GOAL).contains(&goal) && (2..=Pig::MOST_SIDES).contains(&sides);
        (sane && turns != Some(0)).then_some(Pig { goal, sides, turns })
    }

    /// What the mover's score and total lack.
    #[inline]
    fn lacking(&self, board: &Board) -> u16 {
        self.goal - board.scores[usize::from(board.mover)] - board.total
    }

    /// The value, if the game is over.
    #[inline]
    fn result(&self, board: &Board) -> Option<Value> {
        let winner = board.scores.iter().position(|&score| score == self.goal);
        match winner {
            Some(player) => Some(certain(player)),
            None => (self.turns.is_some() && board.turns == 0).then_some(Value::ZERO),
        }
    }

    fn who(&self, board: &Board) -> Turn {
        if board.rolling { Turn::CHANCE } else { turn(board.mover.into()) }
    }

    fn pass(board: &mut Board) {
        board.total = 0;
        board.mover ^= 1;
        board.turns = board.turns.saturating_sub(1);
    }

    /// The most plies of a turn in which so much is lacking: each roll but a 1 brings two at least, and
    /// takes two plies; then the mover holds.
    fn plies_of_turn(lacking: u16) -> u32 {
        2 * u32::from(lacking.div_ceil(2)) + 1
    }

    fn check(&self, board: Board) -> Result<Board, NotationError> {
        let error = |text: String| Err(NotationError(text));
        if board.scores.iter().any(|&score| score > self.goal) || board.scores == [self.goal; 2] {
            return error(format!("scores should be at most {}, and one of them less", self.goal));
        }
        let mover = usize::from(board.mover);
        let most = self.goal - board.scores[mover];
        if board.total > most {
            return error(format!("the turn's total should be at most {most}: then it is held"));
        }
        if let Some(turns) = self.turns {
            let right = usize::from((turns - board.turns) % 2);
            if mover != right {
                let (left, name) = (board.turns, NAMES[right]);
                return error(format!("with {left} turns left it should be the turn of {name}"));
            }
        }
        if self.result(&board).is_some() && (board.total > 0 || board.rolling || most == 0) {
            let name = NAMES[if most == 0 { other(mover) } else { mover }];
            return error(format!(
                "the game is over, so it should be 'turn 0' and '{name} to move'"
            ));
        }
        if board.rolling && board.total == most {
            return error("holding is the only move, so nobody should roll".into());
        }
        Ok(board)
    }

    fn read(&self, rows: &[&str]) -> Result<Board, NotationError> {
        let right = || {
            let turns = if self.turns.is_some() { "'2 turns left', " } else { "" };
            NotationError(format!(
                "the rows should be such as 'MAX 3 MIN 5 turn 4', {turns}'MAX to move' or 'MAX rolls'"
            ))
        };
        let (scores, turns, last) = match (rows, self.turns) {
            (&[scores, last], None) => (scores, 0, last),
            (&[scores, turns, last], Some(most)) => {
                let left = turns.strip_suffix(" turns left").and_then(|text| text.parse().ok());
                (scores, left.filter(|&left| left <= most).ok_or_else(right)?, last)
            }
            _ => return Err(right()),
        };
        let (name, doing) = last.split_once(' ').ok_or_else(right)?;
        let mover = NAMES.iter().position(|&known| known == name).ok_or_else(right)?;
        let rolling = match doing {
            "rolls" => true,
            "to move" => false,
            _ => return Err(right()),
        };
        let words: Vec<&str> = scores.split_whitespace().collect();
        let ["MAX", max, "MIN", min, "turn", total] = words[..] else { return Err(right()) };
        let number = |text: &str| text.parse::<u16>().map_err(|_| right());
        let scores = [number(max)?, number(min)?];
        let total = number(total)?;
        self.check(Board { scores, total, turns, mover: mover as u8, rolling })
    }
}

/// The value once `winner` is known.
fn certain(winner: usize) -> Value {
    Value::from(i32::from(winner == 0))
}

impl Game for Pig {
    type Position = Board;
    type Move = Act;
    type Undo = Board;

    const DICE: Dice = Dice::Always;
    const CYCLES: bool = true;

    fn start(&self) -> Board {
        let turns = self.turns.unwrap_or(0);
        Board { scores: [0; 2], total: 0, turns, mover: 0, rolling: false }
    }

    fn values(&self) -> Values {
        let range = Bounds { lower: Value::ZERO, upper: Value::from(1) };
        Values { range, grain: Grain::Real }
    }

    fn has_cycles(&self) -> bool {
        self.turns.is_none()
    }

    #[inline]
    fn expand(&self, board: &Board, moves: &mut Moves<Act>) -> Turn {
        if let Some(value) = self.result(board) {
            return Turn::Terminal(value);
        }
        if board.rolling {
            let each = 1.0 / f64::from(self.sides);
            for side in 1..=self.sides {
                moves.push_outcome(Act::Die(side), each);
            }
        } else {
            if self.lacking(board) > 0 {
                moves.push(Act::Roll);
            }
            if board.total > 0 {
                moves.push(Act::Hold);
            }
        }
        self.who(board)
    }

    #[inline]
    fn judge(&self, board: &Board) -> Turn {
        self.result(board).map_or_else(|| self.who(board), Turn::Terminal)
    }

    #[inline]
    fn play(&self, board: &mut Board, act: Act) -> Board {
        let before = *board;
        board.rolling = act == Act::Roll;
        match act {
            Act::Roll => {}
            Act::Hold => {
                board.scores[usize::from(board.mover)] += board.total;
                Pig::pass(board);
            }
            Act::Die(1) => Pig::pass(board),
            Act::Die(side) => board.total += u16::from(side).min(self.lacking(board)),
        }
        before
    }

    #[inline]
    fn undo(&self, board: &mut Board, _act: Act, before: Board) {
        *board = before;
    }

    #[inline]
    fn facts(&self, board: &Board) -> Bounds {
        let won = self.result(board).is_none() && self.lacking(board) == 0;
        if won { Bounds::point(certain(board.mover.into())) } else { Bounds::UNBOUNDED }
    }

    fn keys_fix_moves(&self) -> bool {
        true
    }

    /// Scores, total, turns, mover and whether the die is rolling are the digits.
    #[inline]
    fn key(&self, board: &Board) -> Option<Key> {
        let digit = u128::from(self.goal) + 1;
        let turns = u128::from(self.turns.unwrap_or(0)) + 1;
        let [max, min] = board.scores.map(u128::from);
        let number = ((max * digit + min) * digit + u128::from(board.total)) * turns;
        let number = number + u128::from(board.turns);
        Some(Key::Exact(number * 4 + u128::from(board.mover) * 2 + u128::from(board.rolling)))
    }

    fn position_of(&self, key: u128) -> Option<Board> {
        let mut digits = Digits::of(key);
        let [rolling, mover] = [0; 2].map(|_| digits.take(2) as u8);
        let turns = digits.take(u128::from(self.turns.unwrap_or(0)) + 1) as u16;
        let [total, min, max] = [0; 3].map(|_| digits.take(u128::from(self.goal) + 1) as u16);
        let board = Board { scores: [max, min], total, turns, mover, rolling: rolling == 1 };
        self.check(board).ok().filter(|_| digits.is_empty())
    }

    fn key_bits(&self) -> u32 {
        let digit = u128::from(self.goal) + 1;
        let positions = digit.pow(3) * (u128::from(self.turns.unwrap_or(0)) + 1) * 4;
        u128::BITS - (positions - 1).leading_zeros()
    }

    fn plies_left(&self, board: &Board) -> Option<u32> {
        self.turns?;
        if self.result(board).is_some() {
            return Some(0);
        }
        let this = Pig::plies_of_turn(self.lacking(board)) - u32::from(board.rolling);
        Some(this + (u32::from(board.turns) - 1) * Pig::plies_of_turn(self.goal))
    }
}

impl Knowledge<Self> for Pig {
    /// What MIN lacks as a share of what both lack, a point more for each so that it stays between
    /// certainties; a total counts as if it were banked.
    fn evaluate(&self, _: &Self, board: &Board) -> Option<Value> {
        let mut lacking = board.scores.map(|score| f64::from(self.goal - score) + 1.0);
        lacking[usize::from(board.mover)] -= f64::from(board.total);
        let [max, min] = lacking;
        Value::new(min / (max + min))
    }
}

impl Notation for Pig {
    fn move_text(&self, _: &Board, act: Act) -> String {
        match act {
            Act::Roll => "roll".into(),
            Act::Hold => "hold".into(),
            Act::Die(side) => side.to_string(),
        }
    }

    fn value_text(&self, value: Value) -> Option<String> {
        Some(format!("first player wins {:.1} % of games", 100.0 * value.get()))
    }

    fn draw(&self, board: &Board) -> String {
        let ([max, min], total) = (board.scores, board.total);
        let turns = self.turns.map_or(String::new(), |_| format!("{} turns left\n", board.turns));
        let doing = if board.rolling { "rolls" } else { "to move" };
        let name = NAMES[usize::from(board.mover)];
        format!("MAX {max} MIN {min} turn {total}\n{turns}{name} {doing}\n")
    }

    fn parse_drawing(&self, rows: &[&str]) -> Option<Result<Board, NotationError>> {
        Some(self.read(rows))
    }
}
