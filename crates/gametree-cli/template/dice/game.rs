//! A game with a die, to be replaced by your own rules. In each turn a player rolls a die, and keeps the number
//! or rolls once more; then the second number counts. After all turns the larger sum wins.

use gametree::{Dice, Game, Key, Knowledge, Moves, Notation, Turn, Value, Values};

/// What stays the same during a game.
#[derive(Clone)]
pub struct Rules {
    turns: u8,
}

/// What changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    /// What MAX and MIN have.
    sums: [u8; 2],
    /// The turns that are left, of both players together. MAX has the even ones.
    left: u8,
    /// The die on the table; 0 if it is about to be rolled.
    die: u8,
    /// Whether this is the second roll of the turn.
    second: bool,
}

/// The moves of a player. (Those of chance are the faces of the die, 1 to 6.)
const KEEP: u8 = 0;
const AGAIN: u8 = 1;

impl Rules {
    /// The game of a text such as `2`, turns for each player; without a text, three.
    pub fn parse(turns: &str) -> Option<Rules> {
        let turns = if turns.is_empty() { 3 } else { turns.parse().ok()? };
        (1..=20).contains(&turns).then_some(Rules { turns })
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = u8;
    /// What takes a move back: here the position before it, since that is small.
    type Undo = Position;

    const DICE: Dice = Dice::Always;

    fn start(&self) -> Position {
        Position { sums: [0; 2], left: 2 * self.turns, die: 0, second: false }
    }

    /// MAX, who begins, wins (1), draws (0) or loses (-1). Before the end the value is an average.
    fn values(&self) -> Values {
        Values::integers(-1, 1)
    }

    /// Lists the outcomes of the die with their probabilities, or the moves of the player who has rolled; or
    /// says that the game is over, and what it was worth to MAX.
    fn expand(&self, position: &Position, moves: &mut Moves<u8>) -> Turn {
        let [max, min] = position.sums.map(i32::from);
        if position.left == 0 {
            return Turn::over((max - min).signum());
        }
        if position.die == 0 {
            (1..=6).for_each(|face| moves.push_outcome(face, 1.0 / 6.0));
            return Turn::CHANCE;
        }
        moves.extend([KEEP, AGAIN]);
        if position.left % 2 == 0 { Turn::MAX } else { Turn::MIN }
    }

    /// Plays a move, or an outcome of the die.
    fn play(&self, position: &mut Position, mv: u8) -> Position {
        let before = *position;
        let kept = match (before.die, mv) {
            (0, face) => {
                position.die = face;
                before.second
            }
            (_, KEEP) => true,
            _ => {
                (position.die, position.second) = (0, true);
                false
            }
        };
        if kept {
            position.sums[usize::from(before.left % 2)] += position.die;
            (position.left, position.die, position.second) = (before.left - 1, 0, false);
        }
        before
    }

    fn undo(&self, position: &mut Position, _: u8, before: Position) {
        *position = before;
    }

    /// Names the position, so that searches recognise it when it is reached in another way. The die on the table
    /// belongs to it.
    fn key(&self, position: &Position) -> Option<Key> {
        let Position { sums: [max, min], left, die, second } = *position;
        let bytes = [max, min, left, die * 2 + u8::from(second)];
        Some(Key::Exact(u32::from_be_bytes(bytes).into()))
    }

    /// Every key is below 2^32: the smaller, the more positions fit into a table.
    fn key_bits(&self) -> u32 {
        32
    }

    /// Equal keys mean equal moves.
    fn keys_fix_moves(&self) -> bool {
        true
    }

    /// How long the game can still last: a roll, a decision and a second roll in each turn. It must shrink with
    /// every move.
    fn plies_left(&self, position: &Position) -> Option<u32> {
        let done = u32::from(position.die > 0) + 2 * u32::from(position.second);
        Some(3 * u32::from(position.left) - done)
    }
}

/// Guesses, which make searches faster and players stronger, and proofs never wrong.
impl Knowledge<Rules> for Rules {
    /// How good the position looks for MAX, between a loss (-1) and a win (1): the lead, and less so the more
    /// can still be rolled.
    fn evaluate(&self, _: &Rules, position: &Position) -> Option<Value> {
        let [max, min] = position.sums.map(f64::from);
        Value::new((max - min) / (max + min + 3.0 * f64::from(position.left) + 1.0))
    }
}

impl Notation for Rules {
    fn move_text(&self, position: &Position, mv: u8) -> String {
        match (position.die, mv) {
            (0, face) => face.to_string(),
            (_, KEEP) => "keep".into(),
            _ => "again".into(),
        }
    }

    fn draw(&self, position: &Position) -> String {
        let ([max, min], mover) = (position.sums, ["MAX", "MIN"][usize::from(position.left % 2)]);
        let doing = match position.die {
            0 => "to roll".into(),
            die => format!("has rolled {die}"),
        };
        format!("MAX {max} MIN {min}, {} turns left\n{mover} {doing}\n", position.left)
    }
}

#[cfg(test)]
mod tests {
    use gametree::Draws;
    use gametree::job::{AnyGame, Job, PlayerSpec};

    use super::*;

    /// Plays random games and looks at every position near the start: most mistakes in rules are found so.
    #[test]
    fn the_rules_hold() {
        gametree_conformance::check(&Rules::parse("1").unwrap());
        gametree_conformance::check(&Rules::parse("").unwrap());
    }

    /// With a turn each, whoever plays second knows what there is to beat, and so is ahead.
    #[test]
    fn the_value_is_right() {
        let game = AnyGame::new(Rules::parse("1").unwrap());
        let found = game.run(&Job::new(None), &mut ()).unwrap();
        assert!(found.value().unwrap() < 0.into(), "{:?}", found.bounds);
    }

    /// A player that searches, one that does not, and the die.
    #[test]
    fn a_game_can_be_played() {
        let game = AnyGame::new(Rules::parse("").unwrap());
        let specs =
            ["mcts-solver:nodes=200", "random"].map(|name| PlayerSpec::parse(name).unwrap());
        let mut players = specs.each_ref().map(|spec| game.player(spec, None, 1).unwrap());
        let (mut board, mut dice) = (game.board(None).unwrap(), Draws::new(1));
        let won = loop {
            let mv = match board.turn() {
                Turn::Terminal(value) => break value,
                Turn::CHANCE => {
                    let (faces, weights): (Vec<u32>, Vec<f64>) =
                        board.likely_moves().into_iter().unzip();
                    faces[dice.index_by_weight(&weights)]
                }
                turn => {
                    let player = &mut players[usize::from(turn == Turn::MIN)];
                    player.think(None, &mut |_| ()).unwrap().pv[0].code
                }
            };
            board.play(mv);
            players.iter_mut().for_each(|player| player.advance(mv));
        };
        assert!((-1..=1).any(|value| won == value.into()), "{won}");
    }
}
