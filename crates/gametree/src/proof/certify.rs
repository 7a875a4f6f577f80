//! From an answer to its certificate.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, Write};

use super::book::Book;
use super::format::{Header, Layout, Reader, Record, Writer};
use super::gather::{Gathered, Positions, Walks};
use super::meter::Meter;
use super::prove::{Means, Prover};
use super::side::Side;
use crate::model::{Bounds, Game, Knowledge, Notation, Turn};
use crate::run::{Limits, Stop, Workspace};
use crate::store::Perhaps;
use gametree_check::{agreed::name, check_at};

/// What is to be proven, and by which means.
#[derive(Clone, Debug)]
pub struct Claim<'c> {
    /// The value lies in here; a search has said so.
    pub bounds: Bounds,
    /// Whether the game's facts are trusted.
    pub trusts_facts: bool,
    /// Time, memory and a flag; counts do not matter here.
    pub limits: &'c Limits,
}

/// A proof of an interval, ready to be written.
#[derive(Clone, Debug)]
pub struct Proof {
    /// What is proven: the interval of the answer, but for the last digits where there is chance.
    pub bounds: Bounds,
    /// How often a record leads to an end of the game: the leaves of the proof.
    pub leaves: u64,
    /// How often one leads to a position of which only the game's facts are known.
    pub facts: u64,
    trusts_facts: bool,
    layout: Layout,
    records: Vec<Record>,
}

impl Proof {
    /// How many records there are.
    pub fn records(&self) -> usize {
        self.records.len()
    }

    /// The same with ends as the checker's arithmetic finds them: positions that were proven in several
    /// steps may come out an ulp to either side of what was found on the way.
    fn rounded<G: Notation>(
        self,
        game: &G,
        position: &G::Position,
        range: Bounds,
    ) -> Result<Proof, ProofError> {
        let little = range.allowance();
        let Bounds { lower, upper } = self.bounds;
        let bounds = Bounds::between(lower.get() - little, upper.get() + little);
        let generous = Proof { bounds, ..self };
        let bytes = generous.write(Vec::new(), "", "").map_err(|_| ProofError::Unproven)?;
        let mut reader = Reader::new(&bytes[..]).map_err(|_| ProofError::Unproven)?;
        let checked = check_at(game, &mut reader, position);
        let found = checked.map_err(|_| ProofError::Unproven)?.bounds;
        let bounds = Bounds { lower: lower.min(found.lower), upper: upper.max(found.upper) };
        Ok(Proof { bounds, ..generous })
    }

    /// Writes the certificate for a game and a position, as the command line names them.
    ///
    /// # Errors
    /// If the output takes no more.
    pub fn write<W: Write>(&self, output: W, game: &str, position: &str) -> io::Result<W> {
        let header = Header {
            game: game.to_string(),
            position: position.to_string(),
            claim: self.bounds,
            trusts_facts: self.trusts_facts,
            layout: self.layout,
            records: self.records.len() as u64,
        };
        let mut writer = Writer::new(output, &header)?;
        for record in &self.records {
            writer.record(record)?;
        }
        writer.finish()
    }
}

/// Why there is no proof.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ProofError {
    /// Play can go on for ever.
    Endless,
    /// There are chance nodes, and the values have no known range.
    Unbounded,
    /// The keys of the game cannot be read back.
    Unreadable,
    /// What is claimed could not be proven: it is not so, or rests on a mistake.
    Unproven,
    /// A limit or an interrupt came first.
    Stopped(Stop),
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ProofError::Endless => "positions may repeat, and a proof would be circular",
            ProofError::Unbounded => "a proof over chance nodes needs a range of values",
            ProofError::Unreadable => "the keys of the game's positions cannot be read back",
            ProofError::Unproven => "the answer could not be proven",
            ProofError::Stopped(Stop::Memory) => "the proof does not fit into the memory allowed",
            ProofError::Stopped(_) => "the proof was interrupted",
        })
    }
}

impl std::error::Error for ProofError {}

/// Whether an answer about `position` can be proven.
///
/// # Errors
/// If it cannot be; the error says why.
pub fn provable<G: Game>(game: &G, position: &G::Position) -> Result<(), ProofError> {
    if game.endless() && !is_over(game, position) {
        return Err(ProofError::Endless);
    }
    if game.has_chance() && !game.span().width().is_finite() {
        return Err(ProofError::Unbounded);
    }
    Ok(())
}

fn is_over<G: Game>(game: &G, position: &G::Position) -> bool {
    matches!(game.judge(position), Turn::Terminal(_))
}

/// Proves an interval of the value of `position`, with what searches have left in `workspace` as a
/// guide. Tells `tick` now and then how many positions it has been to.
///
/// # Errors
/// If there is no proof, or it was not found within the limits.
pub fn prove<G: Notation, K: Knowledge<G>>(
    game: &G,
    knowledge: &K,
    position: &G::Position,
    claim: &Claim<'_>,
    workspace: &mut Workspace,
    tick: &mut dyn FnMut(u64),
) -> Result<Proof, ProofError> {
    provable(game, position)?;
    let over = is_over(game, position);
    let range = game.span();
    let allowance = game.allowance(range);
    let means = Means { game, knowledge, facts: claim.trusts_facts, range, allowance };
    let named = name(game, position).filter(|&key| game.position_of(key).is_some());
    let mut table = workspace.table_if_any(game, claim.limits);
    let mut meter = Meter::new(claim.limits, tick);
    let mut bounds = claim.bounds;
    let mut wanted = [false; 2];
    let mut books = [named, named].map(|name| match name {
        Some(_) => Book::Positions(HashMap::new()),
        None => Book::Tree(Vec::new()),
    });
    for (i, side) in Side::BOTH.into_iter().enumerate() {
        let aim = side.floor(claim.bounds);
        wanted[i] = aim > side.floor(range);
        if over || !wanted[i] {
            continue;
        }
        let table = Perhaps(table.as_deref_mut());
        let mut prover = Prover::new(&means, table, side, &mut books[i], &mut meter);
        let proven = prover.prove(position, aim).map_err(ProofError::Stopped)?;
        meter.hold(&books[i]);
        if proven == f64::NEG_INFINITY {
            return Err(ProofError::Unproven);
        }
        bounds = side.with_end(bounds, proven.min(aim));
    }
    let Gathered { records, leaves, facts } = match named {
        _ if wanted == [false; 2] => Gathered::default(),
        _ if over => Gathered { leaves: 1, ..Gathered::default() },
        Some(key) => {
            let all = Positions::new(game, books, claim.trusts_facts).gather(key, wanted);
            all.ok_or(ProofError::Unreadable)?
        }
        None => Walks::new(game, books, claim.trusts_facts).gather(position, wanted),
    };
    let layout = if named.is_some() { Layout::Positions } else { Layout::Tree };
    let trusts_facts = claim.trusts_facts;
    let proof = Proof { bounds, leaves, facts, trusts_facts, layout, records };
    if game.has_chance() { proof.rounded(game, position, range) } else { Ok(proof) }
}
