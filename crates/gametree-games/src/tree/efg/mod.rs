//! Reads Gambit's files of extensive games, version 2.
//!
//! A file lists its nodes in prefix order: `c` for chance, `p` for a player and `t` for the end.
//! An outcome pays both players wherever it is attached, also at inner nodes, and what a path pays
//! is the sum. Information sets and outcomes are described where they come up first.

use std::collections::{HashMap, HashSet};

use gametree::Kind;

use super::builder::{Builder, Built, childless};
use super::error::{Fault, location, number};
use super::lexer::{Lexer, Token};
use super::number::Number;

/// How far apart the sums of both payoffs may be in a game with a constant sum.
const TOLERANCE: f64 = 1e-9;

/// Reads one game.
pub(super) fn read(text: &str) -> Result<Built, Fault> {
    let mut reader = Reader {
        lexer: Lexer::new(text)?,
        tree: Builder::new(),
        path: Vec::new(),
        outcomes: HashMap::new(),
        sets: [HashSet::new(), HashSet::new()],
        chances: HashMap::new(),
        constant: None,
    };
    reader.header()?;
    reader.nodes()?;
    if reader.lexer.token() != Token::End {
        return Err(reader.lexer.expected("nothing more after the last node of the tree"));
    }
    reader.tree.finish()
}

/// What both players have got.
type Payoffs = [Number; 2];

/// An inner node on the path.
struct Open {
    /// How many of its children have not begun.
    left: usize,
    /// What the path pays up to here.
    paid: Payoffs,
}

struct Reader<'t> {
    lexer: Lexer<'t>,
    tree: Builder,
    path: Vec<Open>,
    outcomes: HashMap<u64, Payoffs>,
    /// The information sets of both players.
    sets: [HashSet<u64>; 2],
    /// The probabilities of chance's information sets.
    chances: HashMap<u64, Vec<f64>>,
    /// What the payoffs of the first end sum to, and where it is.
    constant: Option<(f64, usize)>,
}

impl Reader<'_> {
    /// `EFG 2 R "title" { "player" "player" } "comment"?`
    fn header(&mut self) -> Result<(), Fault> {
        self.lexer.expect(Token::Word("EFG"), "'EFG', the mark of Gambit's extensive games")?;
        self.lexer.expect(Token::Word("2"), "version 2 of the format")?;
        if !matches!(self.lexer.token(), Token::Word("R" | "D")) {
            return Err(self.lexer.expected("'R' (or 'D') after the version"));
        }
        self.lexer.advance()?;
        self.lexer.quote("the title in quotes")?;
        let players_at = self.lexer.at();
        self.lexer.expect(Token::Open, "'{' and the names of the players")?;
        let mut players = 0u64;
        while self.lexer.token() != Token::Close {
            self.lexer.quote("the name of a player in quotes, or '}'")?;
            players += 1;
        }
        self.lexer.advance()?;
        if players != 2 {
            let s = if players == 1 { "" } else { "s" };
            return Err(Fault::new(
                players_at,
                format!("the game has {players} player{s}: only games of two can be searched"),
            ));
        }
        self.lexer.optional_quote()
    }

    /// All nodes, in prefix order.
    fn nodes(&mut self) -> Result<(), Fault> {
        loop {
            self.node()?;
            // Complete what is complete, up to a node that has another child.
            loop {
                match self.path.last_mut() {
                    None => return Ok(()),
                    Some(open) if open.left > 0 => {
                        open.left -= 1;
                        break;
                    }
                    Some(_) => {
                        self.path.pop();
                        self.tree.close()?;
                    }
                }
            }
        }
    }

    fn node(&mut self) -> Result<(), Fault> {
        let start = self.lexer.at();
        let Token::Word(letter @ ("c" | "p" | "t")) = self.lexer.token() else {
            return Err(self.lexer.expected("another node of the tree: 'c', 'p' or 't'"));
        };
        self.lexer.advance()?;
        self.lexer.quote("the name of the node in quotes (it may be \"\")")?;
        match letter {
            "c" => self.chance(start),
            "p" => self.player(start),
            _ => self.end(start),
        }
    }

    /// `c "name" set ["set's name" { "action" probability ... }] outcome ...`
    fn chance(&mut self, start: usize) -> Result<(), Fault> {
        let set_at = self.lexer.at();
        let set = self.lexer.id("the number of an information set")?;
        self.lexer.optional_quote()?;
        let described = self.lexer.token() == Token::Open;
        let described = if described { Some(self.actions(true)?.1) } else { None };
        let wrong = match (&described, self.chances.get(&set)) {
            (None, None) => Some("has not been described yet"),
            (Some(now), Some(before)) if now != before => Some("was described differently before"),
            _ => None,
        };
        if let Some(wrong) = wrong {
            return Err(Fault::new(set_at, format!("chance's information set {set} {wrong}")));
        }
        self.tree.open(start, Kind::Chance);
        let odds = self.chances.entry(set).or_insert_with(|| described.unwrap_or_default());
        for &odd in odds.iter() {
            self.tree.outcome(set_at, odd)?;
        }
        let left = odds.len();
        self.inner(start, Kind::Chance, left)
    }

    /// `p "name" player set "set's name" { "action" ... } outcome ...`
    fn player(&mut self, start: usize) -> Result<(), Fault> {
        let player_at = self.lexer.at();
        let (player, kind) = match self.lexer.id("the number of a player")? {
            1 => (1, Kind::Max),
            2 => (2, Kind::Min),
            other => {
                let wrong = format!("there is no player {other}: expected 1 or 2");
                return Err(Fault::new(player_at, wrong));
            }
        };
        let set_at = self.lexer.at();
        let set = self.lexer.id("the number of an information set")?;
        if !self.sets[player - 1].insert(set) {
            let wrong = format!(
                "player {player}'s information set {set} holds more than one node: only games \
                 with perfect information can be searched"
            );
            return Err(Fault::new(set_at, wrong));
        }
        self.lexer.optional_quote()?;
        if self.lexer.token() != Token::Open {
            return Err(self.lexer.expected("'{' and the actions of the information set"));
        }
        let left = self.actions(false)?.0;
        self.tree.open(start, kind);
        self.inner(start, kind, left)
    }

    /// Reads what an inner node pays, and puts it on the path.
    fn inner(&mut self, start: usize, kind: Kind, left: usize) -> Result<(), Fault> {
        if left == 0 {
            return Err(childless(start, kind));
        }
        let paid = self.paid()?;
        self.path.push(Open { left, paid });
        Ok(())
    }

    /// `t "name" outcome ...`
    fn end(&mut self, start: usize) -> Result<(), Fault> {
        let paid = self.paid()?;
        let [first, second] = paid.map(|number| number.float);
        let sum = first + second;
        let (constant, at) = *self.constant.get_or_insert((sum, start));
        // The larger the payoffs, the coarser the floats.
        let largest = first.abs().max(second.abs()).max(constant.abs()).max(1.0);
        let rounding = 16.0 * f64::EPSILON * largest;
        let apart = (sum - constant).abs();
        if apart.is_nan() || apart > TOLERANCE + rounding {
            let (line, column) = location(self.lexer.text().as_bytes(), at);
            let (sum, constant) = (number(sum), number(constant));
            return Err(Fault::new(
                start,
                format!(
                    "the payoffs sum to {sum} here but to {constant} at line {line}, column \
                     {column}: only games with a constant sum can be searched"
                ),
            ));
        }
        self.tree.leaf(start, paid[0])
    }

    /// `{ "action" ... }`, at chance nodes `{ "action" probability ... }`: how many there are, and
    /// the probabilities.
    fn actions(&mut self, chance: bool) -> Result<(usize, Vec<f64>), Fault> {
        let (mut count, mut odds) = (0, Vec::new());
        self.lexer.advance()?;
        while self.lexer.token() != Token::Close {
            self.lexer.quote("the name of an action in quotes, or '}'")?;
            if chance {
                let odd = self.lexer.number("the probability of the action, such as 0.5 or 1/3")?;
                odds.push(odd.float);
            }
            count += 1;
            self.lexer.optional_comma()?;
        }
        self.lexer.advance()?;
        Ok((count, odds))
    }

    /// Reads the outcome of a node, described or not; returns what the path pays up to here.
    fn paid(&mut self) -> Result<Payoffs, Fault> {
        let at = self.lexer.at();
        let outcome = self.lexer.id("the number of an outcome (0 if there is none)")?;
        let named = matches!(self.lexer.token(), Token::Text(_));
        self.lexer.optional_quote()?;
        let described =
            if self.lexer.token() == Token::Open { Some(self.payoffs()?) } else { None };
        let pays = match (outcome, described, self.outcomes.get(&outcome)) {
            (0, None, _) if !named => [Number::ZERO; 2],
            (0, ..) => {
                let wrong = "outcome 0 stands for none: it has neither a name nor payoffs";
                return Err(Fault::new(at, wrong));
            }
            (_, None, None) => {
                let wrong = format!("outcome {outcome} has not been described yet");
                return Err(Fault::new(at, wrong));
            }
            (_, Some(now), Some(before)) if now != *before => {
                let wrong = format!("outcome {outcome} was described with other payoffs before");
                return Err(Fault::new(at, wrong));
            }
            (_, None, Some(before)) => *before,
            (_, Some(now), _) => now,
        };
        if described.is_some() {
            self.outcomes.insert(outcome, pays);
        }
        let before = self.path.last().map_or([Number::ZERO; 2], |open| open.paid);
        Ok([0, 1].map(|player| before[player].plus(pays[player])))
    }

    /// `{ payoff, payoff }`; the comma may be missing.
    fn payoffs(&mut self) -> Result<Payoffs, Fault> {
        const PAYOFF: &str = "a payoff for each of the two players, such as 2, -0.5 or 1/3";
        self.lexer.advance()?;
        let first = self.lexer.number(PAYOFF)?;
        self.lexer.optional_comma()?;
        let second = self.lexer.number(PAYOFF)?;
        self.lexer.optional_comma()?;
        self.lexer.expect(Token::Close, "'}' after the payoffs of the two players")?;
        Ok([first, second])
    }
}

#[cfg(test)]
mod tests;
