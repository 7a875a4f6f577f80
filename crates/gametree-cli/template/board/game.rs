//! Hexapawn, to be replaced by your own rules. Each player has a row of pawns. A pawn steps straight ahead to a
//! free cell, or diagonally ahead to a cell of the other player's, which it takes. Whoever reaches the far row
//! wins, and whoever cannot move loses. (Martin Gardner: Scientific American, March 1962.)

use gametree::{
    CellNames, Coordinates, Game, Key, Knowledge, Move, Moves, Notation, Turn, Value, Values,
};

/// What stays the same during a game.
#[derive(Clone)]
pub struct Rules {
    columns: u32,
    rows: u32,
}

/// What changes: one bit a cell for the pawns of each player, MAX first, and who is to move (0 is MAX).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    pawns: [u32; 2],
    mover: usize,
}

/// From one cell to another. Cells are numbered row by row, and the first row is MAX's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    from: u8,
    to: u8,
}

/// Searches store moves as numbers.
impl Move for Step {
    fn code(self) -> u32 {
        u32::from(self.from) << 8 | u32::from(self.to)
    }

    fn from_code(code: u32) -> Step {
        Step { from: (code >> 8) as u8, to: code as u8 }
    }
}

impl Rules {
    /// The game of a text such as `3x4`; without a text, that of four columns and five rows.
    pub fn parse(size: &str) -> Option<Rules> {
        let (columns, rows) = match size {
            "" => (4, 5),
            _ => {
                size.split_once('x').and_then(|(c, r)| Some((c.parse().ok()?, r.parse().ok()?)))?
            }
        };
        let fits = (1..=6).contains(&columns) && (3..=5).contains(&rows);
        fits.then_some(Rules { columns, rows })
    }

    /// The cells of a row, as bits.
    fn row(&self, row: u32) -> u32 {
        ((1 << self.columns) - 1) << (row * self.columns)
    }

    /// How many rows a pawn of a player has before it.
    fn ahead(&self, player: usize, cell: u32) -> u32 {
        let row = cell / self.columns;
        if player == 0 { self.rows - 1 - row } else { row }
    }

    /// The cells of the pawns of a player.
    fn pawns(position: &Position, player: usize) -> impl Iterator<Item = u32> + use<> {
        let pawns = position.pawns[player];
        (0..u32::BITS).filter(move |cell| pawns >> cell & 1 == 1)
    }
}

impl Game for Rules {
    type Position = Position;
    type Move = Step;
    /// What takes a move back: here the position before it, since that is small.
    type Undo = Position;

    fn start(&self) -> Position {
        Position { pawns: [self.row(0), self.row(self.rows - 1)], mover: 0 }
    }

    /// MAX, who begins, wins (1) or loses (-1). All values are seen from MAX.
    fn values(&self) -> Values {
        Values::integers(-1, 1)
    }

    /// Lists the legal moves and says who moves, or lists none and says what the game was worth.
    fn expand(&self, position: &Position, moves: &mut Moves<Step>) -> Turn {
        let (mover, other) = (position.mover, 1 - position.mover);
        let lost = Turn::over(if mover == 0 { -1 } else { 1 });
        if Rules::pawns(position, other).any(|cell| self.ahead(other, cell) == 0) {
            return lost;
        }
        for from in Rules::pawns(position, mover) {
            let ahead = if mover == 0 { from + self.columns } else { from - self.columns };
            let column = from % self.columns;
            let step = |to: u32| Step { from: from as u8, to: to as u8 };
            let taken = |to: u32| position.pawns[other] >> to & 1 == 1;
            if column > 0 && taken(ahead - 1) {
                moves.push(step(ahead - 1));
            }
            if column + 1 < self.columns && taken(ahead + 1) {
                moves.push(step(ahead + 1));
            }
            if (position.pawns[0] | position.pawns[1]) >> ahead & 1 == 0 {
                moves.push(step(ahead));
            }
        }
        match moves.is_empty() {
            true => lost,
            false if mover == 0 => Turn::MAX,
            false => Turn::MIN,
        }
    }

    fn play(&self, position: &mut Position, step: Step) -> Position {
        let (before, mover) = (*position, position.mover);
        position.pawns[mover] ^= 1 << step.from | 1 << step.to;
        position.pawns[1 - mover] &= !(1 << step.to);
        position.mover = 1 - mover;
        before
    }

    fn undo(&self, position: &mut Position, _: Step, before: Position) {
        *position = before;
    }

    /// Names the position, so that searches recognise it when other moves lead there. It must name everything
    /// that the rest of the game depends on.
    fn key(&self, position: &Position) -> Option<Key> {
        let [max, min] = position.pawns.map(u128::from);
        Some(Key::Exact(max << 31 | min << 1 | position.mover as u128))
    }

    /// Every key is below 2^61: the smaller, the more positions fit into a table.
    fn key_bits(&self) -> u32 {
        61
    }

    /// Equal keys mean equal moves.
    fn keys_fix_moves(&self) -> bool {
        true
    }

    /// How long the game can still last: every move brings a pawn one row ahead.
    fn plies_left(&self, position: &Position) -> Option<u32> {
        let left = |player| Rules::pawns(position, player).map(move |at| self.ahead(player, at));
        Some([0, 1].into_iter().flat_map(left).sum())
    }
}

/// Guesses, which make searches faster and players stronger, and proofs never wrong.
impl Knowledge<Rules> for Rules {
    /// How good the position looks for MAX, between a loss (-1) and a win (1): here by pawns, and how far they
    /// have come.
    fn evaluate(&self, _: &Rules, position: &Position) -> Option<Value> {
        let worth = |player| {
            let each = Rules::pawns(position, player);
            each.map(|cell| f64::from(2 * self.rows - self.ahead(player, cell))).sum::<f64>()
        };
        let [max, min] = [0, 1].map(worth);
        Value::new((max - min) / (max + min + 1.0))
    }

    /// Which moves to try first, the smallest rank first: here those that take a pawn.
    fn rank(&self, _: &Rules, position: &Position, step: Step) -> i32 {
        let takes = position.pawns[1 - position.mover] >> step.to & 1 == 1;
        if takes { 0 } else { 1 }
    }
}

impl Notation for Rules {
    fn move_text(&self, _: &Position, step: Step) -> String {
        let name = |cell: u8| {
            let (column, row) = (cell % self.columns as u8, cell / self.columns as u8);
            format!("{}{}", char::from(b'a' + column), row + 1)
        };
        name(step.from) + &name(step.to)
    }

    fn draw(&self, position: &Position) -> String {
        let symbol = |cell: u32| match position.pawns.map(|pawns| pawns >> cell & 1) {
            [1, _] => 'X',
            [_, 1] => 'O',
            _ => '.',
        };
        let row = |row: u32| (0..self.columns).map(move |x| symbol(row * self.columns + x));
        let rows = (0..self.rows).rev().map(|y| row(y).collect::<String>() + "\n");
        format!("{}{} to move\n", rows.collect::<String>(), ['X', 'O'][position.mover])
    }

    /// The names beside the rows and below the columns of the drawing.
    fn coordinates(&self) -> Option<Coordinates> {
        let (columns, rows) = (self.columns as usize, self.rows as usize);
        Some(Coordinates::new(columns, rows, CellNames::RowsFromBottom))
    }
}

#[cfg(test)]
mod tests {
    use gametree::job::{AnyGame, Job, PlayerSpec};

    use super::*;

    /// Plays random games and looks at every position near the start: most mistakes in rules are found so.
    #[test]
    fn the_rules_hold() {
        gametree_conformance::check(&Rules::parse("3x3").unwrap());
        gametree_conformance::check(&Rules::parse("").unwrap());
    }

    /// What is known of the game: the second player wins on three by three.
    #[test]
    fn the_value_is_right() {
        let game = AnyGame::new(Rules::parse("3x3").unwrap());
        let found = game.run(&Job::new(None), &mut ()).unwrap();
        assert_eq!(found.value(), Some((-1).into()));
    }

    /// A player that searches against one that does not.
    #[test]
    fn a_game_can_be_played() {
        let game = AnyGame::new(Rules::parse("").unwrap());
        let specs = ["selective:nodes=500", "random"].map(|name| PlayerSpec::parse(name).unwrap());
        let mut players = specs.each_ref().map(|spec| game.player(spec, None, 1).unwrap());
        let mut board = game.board(None).unwrap();
        let won = loop {
            match board.turn() {
                Turn::Terminal(value) => break value,
                turn => {
                    let mover = usize::from(turn == Turn::MIN);
                    let report = players[mover].think(None, &mut |_| ()).unwrap();
                    let mv = report.pv[0].code;
                    board.play(mv);
                    players.iter_mut().for_each(|player| player.advance(mv));
                }
            }
        };
        assert_eq!(won, 1.into(), "{:?}", board.played_texts());
    }
}
