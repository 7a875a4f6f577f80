//! Exact values by definition: no facts, no bounds, every move tried. The only shortcut: a position is
//! solved once.

use std::collections::HashMap;

use gametree_model::erased::Position;
use gametree_model::{Game, Kind, Moves, Turn, Value};

use crate::broken::{Broken, Check, ensure};
use crate::look::Look;
use crate::pass::{Records, Settings};
use crate::rewards::Ends;
use crate::shorten::shorten;
use crate::subject::{Step, Subject, exact_key};
use crate::verdict::contains;
use crate::{Rule, Violation, position, undecided};

/// At most this many different positions of one key are compared; more are assumed to be right.
const MOST_OF_A_KEY: usize = 16;

/// Positions of one key, with their values as far as they are known.
type Namesakes<P> = Vec<(P, Option<Value>)>;

/// Finds values by depth-first search, and compares them with everything that the game says about them.
pub(crate) struct Solver<'a> {
    subject: &'a Subject,
    /// Whether all other checks are made at every position, too.
    thorough: bool,
    /// Positions by exact key, with their values; those on the current path have none yet.
    memory: HashMap<u128, Namesakes<Position>>,
    /// The path to the first frame, and the frames from there on.
    way: Vec<Step>,
    frames: Vec<Frame>,
    /// Positions whose values were found.
    pub solved: u64,
}

/// A position whose children are being solved.
struct Frame {
    position: Position,
    kind: Kind,
    moves: Moves<u32>,
    key: Option<u128>,
    /// The step that led here; none for the first frame.
    by: Option<Step>,
    /// Other positions that must have the same value.
    equals: Vec<(Step, Position)>,
    /// The values of the children, then of `equals`, as far as they are known.
    values: Vec<Value>,
}

/// What is known about a position.
enum Recalled {
    Nothing,
    Value(Value),
    /// It is on the current path.
    OnTheWay,
}

/// Checks all positions of the game, if there are few enough.
pub(crate) fn pass(
    subject: &Subject,
    settings: &Settings,
    records: &mut Records,
) -> Result<(), Violation> {
    let skipped = &mut records.summary.skipped;
    if settings.exhaustive == 0 {
        return Ok(());
    }
    if subject.game.endless() {
        skipped.push("exact values: play can go on for ever".into());
        return Ok(());
    }
    let mut solver = Solver::new(subject, true);
    let most = (settings.exhaustive, settings.budget);
    let value = solver.value(&subject.game.start(), &[], most, &mut records.ends)?;
    if value.is_none() {
        skipped.push("exact values of all positions: there are too many".into());
    }
    records.summary.value = value;
    records.summary.solved = solver.solved;
    Ok(())
}

impl<'a> Solver<'a> {
    pub fn new(subject: &'a Subject, thorough: bool) -> Self {
        let (memory, way, frames) = (HashMap::new(), Vec::new(), Vec::new());
        Solver { subject, thorough, memory, way, frames, solved: 0 }
    }

    /// The value of the position at the end of a path; `None` if it takes too many positions or moves.
    pub fn value(
        &mut self,
        position: &Position,
        way: &[Step],
        (mut positions, mut budget): (u64, u64),
        ends: &mut Ends,
    ) -> Result<Option<Value>, Violation> {
        self.way = way.to_vec();
        let mut found = self.enter(position.clone(), None, ends)?;
        loop {
            let Some(top) = self.frames.last_mut() else { return Ok(found) };
            top.values.extend(found);
            found = match top.next() {
                None => Some(self.leave()?),
                Some(_) if positions == 0 || budget == 0 => {
                    self.abandon();
                    return Ok(None);
                }
                Some(step) => {
                    positions -= 1;
                    budget = budget.saturating_sub(1 + top.moves.len() as u64);
                    let there = match step {
                        Step::Move(mv) => self.subject.child(&top.position, mv),
                        _ => top.equals[top.values.len() - top.moves.len()].1.clone(),
                    };
                    self.enter(there, Some(step), ends)?
                }
            };
        }
    }

    /// Where a step leads from the last frame.
    fn way_by(&self, by: Option<Step>) -> Vec<Step> {
        let steps = self.frames.iter().filter_map(|frame| frame.by);
        self.way.iter().copied().chain(steps).chain(by).collect()
    }

    fn at_fault(&self, by: Option<Step>, broken: Broken) -> Violation {
        self.subject.violation(&shorten(self.subject, self.way_by(by)), broken)
    }

    /// The value of a position, if it is known or the game is over; otherwise pushes it as the next frame.
    fn enter(
        &mut self,
        position: Position,
        by: Option<Step>,
        ends: &mut Ends,
    ) -> Result<Option<Value>, Violation> {
        let subject = self.subject;
        let key = exact_key(&subject.game, &position);
        match self.recall(key, &position) {
            Recalled::Value(value) => return Ok(Some(value)),
            Recalled::OnTheWay => return Err(self.cycle(&position, by)),
            Recalled::Nothing => self.memorise(key, &position),
        }
        let (turn, moves) = subject.expand(&position);
        let look = Look { subject, position: &position, turn, moves: &moves };
        if self.thorough {
            position::check(&look).map_err(|broken| self.at_fault(by, broken))?;
        }
        match turn {
            Turn::Terminal(value) => {
                ends.note(value, || self.way_by(by));
                self.record(key, &position, value).map_err(|broken| self.at_fault(by, broken))?;
                Ok(Some(value))
            }
            Turn::Inner(kind) => {
                let equals = equals(subject, &position, key);
                let values = Vec::new();
                self.frames.push(Frame { position, kind, moves, key, by, equals, values });
                Ok(None)
            }
        }
    }

    /// What is known about a position.
    fn recall(&self, key: Option<u128>, position: &Position) -> Recalled {
        let Some(known) = key.and_then(|key| self.memory.get(&key)) else {
            return Recalled::Nothing;
        };
        match known.iter().find(|(other, _)| self.subject.same(other, position)) {
            Some((_, Some(value))) => Recalled::Value(*value),
            Some((_, None)) => Recalled::OnTheWay,
            None if known.len() < MOST_OF_A_KEY => Recalled::Nothing,
            None => known
                .iter()
                .find_map(|(_, value)| *value)
                .map_or(Recalled::Nothing, Recalled::Value),
        }
    }

    /// A repeated position: the path to it is shortened, and the loop kept.
    fn cycle(&self, position: &Position, by: Option<Step>) -> Violation {
        let again = |frame: &Frame| self.subject.same(&frame.position, position);
        let first = self.frames.iter().position(again).unwrap_or(0);
        let way = self.way_by(by);
        let (to, round) = way.split_at(self.way.len() + first);
        let mut way = shorten(self.subject, to.to_vec());
        way.extend(round);
        let said = if self.subject.game.has_cycles() {
            ", and `endless` says that play must end"
        } else {
            ""
        };
        let found = format!("the position of {} plies before came up again{said}", round.len());
        self.subject.violation(&way, Broken { rule: Rule::Cycles, found })
    }

    fn memorise(&mut self, key: Option<u128>, position: &Position) {
        if let Some(key) = key {
            self.memory.entry(key).or_default().push((position.clone(), None));
        }
    }

    /// Stores the value of a position; others with its key must have the same.
    fn record(&mut self, key: Option<u128>, position: &Position, value: Value) -> Check {
        self.solved += 1;
        let subject = self.subject;
        let Some(known) = key.and_then(|key| self.memory.get_mut(&key)) else { return Ok(()) };
        let other = known.iter().find(|(_, v)| v.is_some_and(|v| !subject.equal(v, value)));
        ensure(other.is_none(), Rule::KeyValues, || {
            let (other, worth) = other.expect("there is one");
            let (key, other) = (key.unwrap_or(0), subject.show_apart(other, position));
            let worth = worth.unwrap_or_default();
            format!("the value is {value}, and {worth} at another position of key {key}:\n{other}")
        })?;
        let place = known.iter_mut().find(|(other, _)| subject.same(other, position));
        place.expect("it was memorised").1 = Some(value);
        Ok(())
    }

    /// Pops the last frame, whose children are all solved.
    fn leave(&mut self) -> Result<Value, Violation> {
        let checked = self.last_value();
        let value = checked.map_err(|broken| self.at_fault(None, broken))?;
        let Frame { position, key, .. } = self.frames.last().expect("there is a frame");
        let (position, key) = (position.clone(), *key);
        self.record(key, &position, value).map_err(|broken| self.at_fault(None, broken))?;
        self.frames.pop();
        Ok(value)
    }

    /// The value of the last frame, which must agree with what is stated about it and its children.
    fn last_value(&self) -> Result<Value, Broken> {
        let frame = self.frames.last().expect("there is a frame");
        let (values, others) = frame.values.split_at(frame.moves.len());
        let value = of_children(frame.kind, &frame.moves, values)?;
        let (position, turn, moves) = (&frame.position, Turn::Inner(frame.kind), &frame.moves);
        let look = Look { subject: self.subject, position, turn, moves };
        contains(&look, Rule::Facts, self.subject.game.facts(position), value)?;
        for (i, &child) in values.iter().enumerate() {
            contains(&look, Rule::MoveFacts, moves.fact(i), child).map_err(|broken| Broken {
                found: format!("beside {}, {}", look.text(moves.get(i)), broken.found),
                ..broken
            })?;
        }
        if frame.kind != Kind::Chance {
            undecided::check_rest(&look, frame.kind.maximises(), values)?;
        }
        for ((step, position), &other) in frame.equals.iter().zip(others) {
            let (rule, what) = match step {
                Step::Canonical => (Rule::Symmetry, "its canonical position"),
                _ => (Rule::KeyValues, "the position that `position_of` makes of its key"),
            };
            ensure(self.subject.equal(other, value), rule, || {
                let position = self.subject.show(position);
                format!("the value is {value}, but {what} is worth {other}:\n{position}")
            })?;
        }
        Ok(value)
    }

    /// It takes too long: forgets the positions on the current path.
    fn abandon(&mut self) {
        for frame in self.frames.drain(..) {
            if let Some(known) = frame.key.and_then(|key| self.memory.get_mut(&key)) {
                known.retain(|(_, value)| value.is_some());
            }
        }
    }
}

impl Frame {
    /// The next step to take from here, if any.
    fn next(&self) -> Option<Step> {
        let next = self.values.len();
        match next.checked_sub(self.moves.len()) {
            None => Some(Step::Move(self.moves.get(next))),
            Some(i) => self.equals.get(i).map(|&(step, _)| step),
        }
    }
}

/// The canonical position, and the position read from the key, if they differ from this one.
fn equals(subject: &Subject, position: &Position, key: Option<u128>) -> Vec<(Step, Position)> {
    let canonical = subject.game.canonical(position).map(|(other, _)| (Step::Canonical, other));
    let read = key.and_then(|key| Some((Step::Key(key), subject.game.position_of(key)?)));
    let other = |(_, other): &(Step, Position)| !subject.same(other, position);
    canonical.into_iter().chain(read).filter(other).collect()
}

/// The value of a node from those of its children.
fn of_children(kind: Kind, moves: &Moves<u32>, values: &[Value]) -> Result<Value, Broken> {
    let found = match kind {
        Kind::Max => values.iter().copied().max(),
        Kind::Min => values.iter().copied().min(),
        Kind::Chance => {
            let weighted = values
                .iter()
                .enumerate()
                .map(|(i, v)| moves.probability(i).unwrap_or(0.0) * v.get());
            Value::new(weighted.sum())
        }
    };
    let nothing = || "the game is not over, and no move is listed".into();
    found.ok_or_else(|| Broken { rule: Rule::OpenOrOver, found: nothing() })
}
