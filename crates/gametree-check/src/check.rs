//! The checker: whether a certificate proves its claim, by the rules of the game alone.
//!
//! It knows the game model and the bytes of certificates, and nothing about searches. It takes no bound
//! from the certificate: it expands every position anew, judges every end of the game, and computes
//! every bound from those of the children, rounded outward. A certificate only says which positions to
//! look at, and which move to follow where a player may choose. So a wrong certificate can prove too
//! little, but never something false.
//!
//! Records come in the order of a walk and say how often they are used, so that of a million
//! positions a few thousand have to be remembered at one time.

use std::collections::HashMap;
use std::io::BufRead;

use gametree_model::{Bounds, Game, Kind, Moves, Notation, Turn, Value};

use crate::asked::{Asked, Target};
use crate::format::{Layout, Reader, Record};
use crate::naming::{canonical, exact_key, name};
use crate::rounding::{average_down, average_up};
use crate::verdict::{CheckError, Checked};

/// Checks the whole certificate, and notes on the way what it proves about the position `asked`.
///
/// There is an example at the [root of the crate](crate).
///
/// # Errors
/// If the bytes are not a certificate, or do not prove their claim.
pub fn check<G: Notation, R: BufRead>(
    game: &G,
    reader: &mut Reader<R>,
    asked: Option<&str>,
) -> Result<Checked, CheckError> {
    let header = reader.header();
    let root = game.parse_position(&header.position).map_err(CheckError::Position)?;
    let asked = match asked {
        Some(text) => Some(Target::new(game, text, header).map_err(CheckError::Asked)?),
        None => None,
    };
    check_from(game, reader, &root, asked)
}

/// The same for a given root, whatever the certificate calls it.
///
/// # Errors
/// As [`check`].
pub fn check_at<G: Notation, R: BufRead>(
    game: &G,
    reader: &mut Reader<R>,
    root: &G::Position,
) -> Result<Checked, CheckError> {
    check_from(game, reader, root, None)
}

fn check_from<G: Notation, R: BufRead>(
    game: &G,
    reader: &mut Reader<R>,
    root: &G::Position,
    asked: Option<Target<G::Position>>,
) -> Result<Checked, CheckError> {
    let header = reader.header().clone();
    let mut checker = Checker {
        game,
        reader,
        layout: header.layout,
        range: game.span(),
        trusts_facts: header.trusts_facts,
        kept: HashMap::new(),
        path: Vec::new(),
        target: asked,
        root,
        report: Checked {
            bounds: Bounds::UNBOUNDED,
            records: header.records,
            leaves: 0,
            facts: 0,
            most_kept: 0,
            asked: None,
        },
    };
    // A proof could go on forever, too.
    if game.endless() && !matches!(game.judge(root), Turn::Terminal(_)) {
        return Err(checker.refusal(root, "positions may repeat from here on"));
    }
    if header.layout == Layout::Positions {
        checker.read_positions()?;
    }
    let needs = Needs {
        lower: header.claim.lower > checker.range.lower,
        upper: header.claim.upper < checker.range.upper,
    };
    let bounds = match needs {
        Needs { lower: false, upper: false } => checker.range,
        _ => checker.child(root, Bounds::UNBOUNDED, needs)?,
    };
    if checker.reader.next_record()?.is_some() {
        return Err(checker.refusal(root, "more records follow than the proof needs"));
    }
    if let Some(&key) = checker.kept.keys().next() {
        let unused = game.position_of(key).unwrap_or_else(|| root.clone());
        return Err(checker.refusal(&unused, "this is proven more often than it is used"));
    }
    if !header.claim.encloses(bounds) {
        let reason = format!("only {bounds} is proven here, and not {}", header.claim);
        return Err(checker.refusal(root, &reason));
    }
    Ok(Checked { bounds, ..checker.report })
}

/// Which ends of an interval the parent needs.
#[derive(Clone, Copy)]
struct Needs {
    lower: bool,
    upper: bool,
}

fn unnamed() -> CheckError {
    CheckError::Refused("the game does not name its positions exactly".into())
}

/// What is kept about a position until its last use.
struct Kept {
    bounds: Bounds,
    uses: u64,
}

/// The approximate size of the map in bytes, per position of its capacity.
const A_KEPT: usize = (size_of::<(u128, Kept)>() + 1) * 8 / 7;

struct Checker<'c, G: Game, R> {
    game: &'c G,
    reader: &'c mut Reader<R>,
    layout: Layout,
    /// The interval that contains every value.
    range: Bounds,
    trusts_facts: bool,
    /// The proven positions that are still to be used.
    kept: HashMap<u128, Kept>,
    /// Where the walk through a tree is: indices of children from the root.
    path: Vec<usize>,
    target: Option<Target<G::Position>>,
    root: &'c G::Position,
    report: Checked,
}

impl<G: Notation, R: BufRead> Checker<'_, G, R> {
    /// Reads the records of positions, each of which relies on records before it.
    fn read_positions(&mut self) -> Result<(), CheckError> {
        while let Some(record) = self.reader.next_record()? {
            let Some(position) = self.game.position_of(record.key) else {
                let reason = format!("no position of the game has the key {}", record.key);
                return Err(CheckError::Refused(reason));
            };
            let is_canonical = self.game.canonical(&position).is_none();
            if !is_canonical || exact_key(self.game, &position) != Some(record.key) {
                return Err(self.refusal(&position, "this is not the canonical position"));
            }
            let bounds = self.back_up(&position, &record)?;
            // The range alone may be enough for an outcome of a chance node; elsewhere it is useless.
            if !(record.lower || record.upper || self.game.has_chance()) {
                return Err(self.refusal(&position, "nothing is proven of this"));
            }
            if record.uses == 0 {
                return Err(self.refusal(&position, "this is proven but never used"));
            }
            self.make_room()?;
            if self.kept.insert(record.key, Kept { bounds, uses: record.uses }).is_some() {
                return Err(self.refusal(&position, "this is proven twice"));
            }
            self.report.most_kept = self.report.most_kept.max(self.kept.len());
        }
        Ok(())
    }

    /// Checks that one more position fits into memory.
    fn make_room(&self) -> Result<(), CheckError> {
        // A growing map briefly holds its old table and a new one of twice the size.
        let (held, most) = (self.kept.capacity().saturating_mul(A_KEPT), self.reader.memory());
        let grows = self.kept.len() == self.kept.capacity();
        let needed = if grows { held.saturating_mul(3) } else { held };
        if needed > most { Err(CheckError::Memory(most)) } else { Ok(()) }
    }

    /// What is known about a position to which a record leads: the value if the game is over there,
    /// otherwise what the certificate proves, and trusted facts.
    fn child(
        &mut self,
        child: &G::Position,
        stated: Bounds,
        needs: Needs,
    ) -> Result<Bounds, CheckError> {
        if let Turn::Terminal(value) = self.game.judge(child) {
            self.report.leaves += 1;
            if !value.is_finite() || !self.range.contains(value) {
                let reason = format!("the value {value} lies outside of the range {}", self.range);
                return Err(self.refusal(child, &reason));
            }
            return Ok(Bounds::point(value));
        }
        let image = match self.layout {
            Layout::Positions => canonical(self.game, child),
            Layout::Tree => child.clone(),
        };
        let facts = match self.trusts_facts {
            true => self.game.facts(&image).intersect(stated),
            false => Bounds::UNBOUNDED,
        };
        let proven = match self.layout {
            Layout::Positions => self.used(&image)?,
            Layout::Tree => match self.reader.next_record()? {
                Some(record) if record.lower || record.upper => {
                    // The walk may be a hundred thousand moves deep.
                    Some(stacker::maybe_grow(128 << 10, 4 << 20, || self.back_up(child, &record))?)
                }
                Some(record) => {
                    self.report.facts += u64::from(self.trusts_facts);
                    Some(self.nothing_proven(child, &record)?)
                }
                None => return Err(self.refusal(child, "a proof of this is missing")),
            },
        };
        if let Some(bounds) = proven {
            return Ok(bounds.intersect(facts));
        }
        let enough =
            (!needs.lower || facts.lower.is_finite()) && (!needs.upper || facts.upper.is_finite());
        if !enough {
            return Err(self.refusal(child, "a proof of this is missing"));
        }
        self.report.facts += 1;
        Ok(facts.intersect(self.range))
    }

    /// What is proven about a canonical position, if anything; this counts as one use.
    fn used(&mut self, position: &G::Position) -> Result<Option<Bounds>, CheckError> {
        let key = exact_key(self.game, position).ok_or_else(unnamed)?;
        let Some(kept) = self.kept.get_mut(&key) else { return Ok(None) };
        let bounds = kept.bounds;
        kept.uses -= 1;
        if kept.uses == 0 {
            self.kept.remove(&key);
        }
        Ok(Some(bounds))
    }

    /// A record that proves nothing: all that is known is the range of the game.
    fn nothing_proven(
        &self,
        position: &G::Position,
        record: &Record,
    ) -> Result<Bounds, CheckError> {
        match record.choice {
            0 => Ok(self.range),
            _ => Err(self.refusal(position, "there is nothing to choose here")),
        }
    }

    /// The bounds of a position from those of its children.
    fn back_up(&mut self, position: &G::Position, record: &Record) -> Result<Bounds, CheckError> {
        let mut moves = Moves::new();
        moves.want_facts(self.trusts_facts);
        let Turn::Inner(kind) = self.game.expand(position, &mut moves) else {
            return Err(self.refusal(position, "the game is over here"));
        };
        // The mover chooses a move to secure its own end; for the other end all moves count.
        let chosen = (record.lower && kind == Kind::Max) || (record.upper && kind == Kind::Min);
        if !chosen {
            self.nothing_proven(position, record)?;
        }
        let choice = usize::try_from(record.choice).unwrap_or(usize::MAX);
        if choice >= moves.len() {
            return Err(self.refusal(position, "there are fewer moves here than the one named"));
        }
        let (mut lowers, mut uppers) = (Vec::new(), Vec::new());
        for (index, mv) in moves.iter().enumerate() {
            let needs = Needs {
                lower: record.lower && (kind != Kind::Max || index == choice),
                upper: record.upper && (kind != Kind::Min || index == choice),
            };
            if !needs.lower && !needs.upper {
                continue;
            }
            let mut child = position.clone();
            self.game.advance(&mut child, mv);
            self.path.push(index);
            let bounds = self.child(&child, moves.fact(index), needs)?;
            self.path.pop();
            let weight = moves.probability(index).unwrap_or(1.0);
            lowers.extend(needs.lower.then_some((bounds.lower.get(), weight)));
            uppers.extend(needs.upper.then_some((bounds.upper.get(), weight)));
        }
        let least = |terms: &[(f64, f64)]| terms.iter().fold(f64::INFINITY, |a, b| a.min(b.0));
        let most = |terms: &[(f64, f64)]| terms.iter().fold(f64::NEG_INFINITY, |a, b| a.max(b.0));
        let (lower, upper) = match kind {
            Kind::Chance => (average_down(&lowers), average_up(&uppers)),
            Kind::Max | Kind::Min => (least(&lowers), most(&uppers)),
        };
        let end = |proven: bool, number: f64| Value::new(number).filter(|_| proven);
        let bounds = self.range.intersect(Bounds {
            lower: end(record.lower, lower).unwrap_or(Value::NEG_INFINITY),
            upper: end(record.upper, upper).unwrap_or(Value::INFINITY),
        });
        self.note(position, record, bounds, chosen.then(|| moves.get(choice)));
        Ok(bounds)
    }

    /// Stores what was found if the caller asked about this position.
    fn note(&mut self, at: &G::Position, record: &Record, bounds: Bounds, mv: Option<G::Move>) {
        let Some(target) = &self.target else { return };
        if target.is(record, &self.path) {
            let mv = mv.and_then(|mv| target.move_text(self.game, at, mv));
            self.report.asked = Some(Asked { bounds, mv });
        }
    }

    /// A refusal with the place where it happened.
    fn refusal(&self, position: &G::Position, reason: &str) -> CheckError {
        let drawing = self.game.draw(position).lines().collect::<Vec<_>>().join("/");
        let place = match (self.layout, name(self.game, position)) {
            _ if !drawing.is_empty() => drawing,
            (Layout::Positions, Some(key)) => format!("the position with the key {key}"),
            _ => self.way(),
        };
        CheckError::Refused(format!("{reason}: {place}"))
    }

    /// The moves from the root to where the walk is.
    fn way(&self) -> String {
        let mut position = self.root.clone();
        let mut texts = vec!["the root".to_string()];
        for &index in &self.path {
            let mut moves = Moves::new();
            self.game.expand(&position, &mut moves);
            let mv = moves.get(index);
            texts.push(self.game.move_text(&position, mv));
            self.game.advance(&mut position, mv);
        }
        texts.join(" ")
    }
}
