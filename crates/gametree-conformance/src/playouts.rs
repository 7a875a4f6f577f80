//! Random play, with checks of every position on the way.

use std::collections::{HashMap, VecDeque};

use gametree_model::erased::Position;
use gametree_model::{Draws, Game, Knowledge, Notation, Turn};

use crate::broken::{Broken, Check, caught, ensure};
use crate::listed;
use crate::look::Look;
use crate::nearby::again;
use crate::pass::{Records, Settings};
use crate::shorten::shorten;
use crate::subject::{Step, Subject};
use crate::values::Solver;
use crate::verdict::evaluation;
use crate::{Rule, Violation, position};

/// A game that can go on forever is cut after this many moves,
const LONG: usize = 1_000;
/// and one that cannot, after this many.
const TOO_LONG: usize = 10_000;
/// How many playouts have their endgames solved, and with how many positions each,
const ENDGAMES: u32 = 30;
const ENDGAME: u64 = 500;
/// no further back than this many plies.
const LAST_PLIES: usize = 32;

/// One random playout.
struct Playout<'a> {
    subject: &'a Subject,
    /// In the first one, the frequencies of moves are counted.
    first: bool,
    way: Vec<Step>,
    texts: Vec<String>,
    /// What `plies_left` said on the way: after how many moves, and how many were left then.
    promised: Vec<(usize, usize)>,
    keys: HashMap<gametree_model::Key, usize>,
    /// The last positions, to be solved from the end backwards.
    last: VecDeque<Position>,
    cost: u64,
    over: bool,
}

/// Plays the configured number of playouts, or as many as the budget allows.
pub(crate) fn pass(
    subject: &Subject,
    settings: &Settings,
    records: &mut Records,
) -> Result<(), Violation> {
    let mut draws = Draws::new(settings.seed);
    let mut left = settings.budget;
    let mut solver = Solver::new(subject, false);
    let solved = records.summary.value.is_some() || settings.exhaustive == 0;
    for round in 0..settings.playouts {
        let mut playout = Playout::new(subject, round == 0);
        playout.run(&mut draws, records)?;
        records.summary.playouts += 1;
        if !solved && round < ENDGAMES && playout.over && !subject.game.endless() {
            playout.look_back(&mut solver, records)?;
        }
        left = left.saturating_sub(playout.cost);
        if left == 0 && round + 1 < settings.playouts {
            let reason = format!("random games after {}: the budget is spent", round + 1);
            records.summary.skipped.push(reason);
            break;
        }
    }
    records.summary.solved += solver.solved;
    Ok(())
}

impl<'a> Playout<'a> {
    fn new(subject: &'a Subject, first: bool) -> Self {
        Playout {
            subject,
            first,
            way: Vec::new(),
            texts: Vec::new(),
            promised: Vec::new(),
            keys: HashMap::new(),
            last: VecDeque::new(),
            cost: 0,
            over: false,
        }
    }

    fn at_fault(&self, broken: Broken) -> Violation {
        self.subject.violation(&shorten(self.subject, self.way.clone()), broken)
    }

    fn run(&mut self, draws: &mut Draws, records: &mut Records) -> Result<(), Violation> {
        let mut position = self.subject.game.start();
        let most = if self.subject.game.endless() { LONG } else { TOO_LONG };
        while self.way.len() < most && !self.over {
            let looked = caught(|| self.look(&position, draws, records));
            let next = looked.map_err(|broken| self.at_fault(broken))?;
            records.summary.played += 1;
            self.last.push_back(position.clone());
            if self.last.len() > LAST_PLIES {
                self.last.pop_front();
            }
            let Some(mv) = next else { break };
            self.texts.push(self.subject.game.move_text(&position, mv));
            self.way.push(Step::Move(mv));
            let game = &self.subject.game;
            let played = caught(|| {
                game.play(&mut position, mv);
                Ok(())
            });
            played.map_err(|broken| {
                self.way.pop();
                self.at_fault(broken)
            })?;
        }
        if !self.over && most == TOO_LONG {
            records.summary.skipped.push(format!("a random game after {most} moves: it goes on"));
        }
        let kept = self.kept_promises();
        kept.map_err(|broken| self.subject.violation(&self.way, broken))?;
        let read = self.read_again(&position);
        read.map_err(|broken| self.subject.violation(&self.way, broken))
    }

    /// Checks a position, and draws the move that is played there; `None` if the game is over.
    fn look(
        &mut self,
        position: &Position,
        draws: &mut Draws,
        records: &mut Records,
    ) -> Result<Option<u32>, Broken> {
        let (subject, ply) = (self.subject, self.way.len());
        self.promised.extend(subject.game.plies_left(position).map(|left| (ply, left as usize)));
        let (turn, moves) = subject.expand(position);
        let look = Look { subject, position, turn, moves: &moves };
        position::check(&look)?;
        listed::check_further(&look)?;
        let start = subject.game.start();
        evaluation(&look, subject.game.range(&subject.game, &start, ply as u32))?;
        records.tally.once(&look)?;
        self.not_again(position)?;
        self.cost += look.cost();
        if let Turn::Terminal(value) = turn {
            self.over = true;
            records.ends.note(value, || self.way.clone());
            return Ok(None);
        }
        // One playout is enough, but the whole of it: late moves differ from early ones.
        if self.first && ply % 4 == 0 {
            records.tally.often(&look, &self.way)?;
        }
        Ok(Some(moves.get(draws.below(moves.len() as u64) as usize)))
    }

    /// The position has not occurred before in this playout, unless the game has cycles.
    fn not_again(&mut self, position: &Position) -> Check {
        let game = &self.subject.game;
        let Some(key) = game.key(position).filter(|_| !game.has_cycles()) else { return Ok(()) };
        let before = self.keys.insert(key, self.way.len());
        ensure(before.is_none(), Rule::Cycles, || again(key, before.unwrap_or(0)))
    }

    /// The game did not last longer than `plies_left` said on the way.
    fn kept_promises(&self) -> Check {
        let played = self.way.len();
        let short = self.promised.iter().find(|&&(ply, left)| ply + left < played);
        ensure(short.is_none(), Rule::PliesLeft, || {
            let &(ply, said) = short.unwrap_or(&(0, 0));
            format!("{said} plies were left after {ply} moves, and {} were played", played - ply)
        })
    }

    /// The texts of the moves lead to the position.
    fn read_again(&self, position: &Position) -> Check {
        let text = self.texts.join(" ");
        let read = self.subject.game.parse_position(&text);
        let holds = read.as_ref().is_ok_and(|read| self.subject.same(read, position));
        ensure(holds, Rule::PositionText, || match read {
            Ok(read) => {
                format!("'{text}' is read as\n{}", self.subject.show_apart(&read, position))
            }
            Err(error) => format!("'{text}' is refused: {error}"),
        })
    }

    /// Solves the last positions, from the end backwards, as long as that is cheap.
    fn look_back(&self, solver: &mut Solver<'_>, records: &mut Records) -> Result<(), Violation> {
        for (i, position) in self.last.iter().rev().enumerate() {
            let way = &self.way[..self.way.len() - i];
            if solver.value(position, way, (ENDGAME, u64::MAX), &mut records.ends)?.is_none() {
                break;
            }
        }
        Ok(())
    }
}
