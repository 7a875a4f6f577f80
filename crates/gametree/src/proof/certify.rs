//! From an answer to its certificate.

use std::fmt;
use std::io::{self, Write};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::book::{Book, Entries};
use super::format::{Header, Layout, Reader, Record, Writer};
use super::gather::{Gathered, Positions, Walks};
use super::meter::Meter;
use super::prove::Means;
use super::side::Side;
use crate::limits::Limits;
use crate::model::{Bounds, Game, Knowledge, Notation, Turn, allowance};
use crate::outcome::Stop;
use crate::search::Workspace;
use crate::threads::End;
use gametree_check::{agreed::name, check_at};

/// What to prove, and by which means.
///
/// ```
/// use std::num::NonZero;
/// use gametree::proof::Claim;
/// use gametree::{Bounds, Limits};
///
/// // The value is at least 1, by the rules alone.
/// let limits = Limits::none();
/// let bounds = Bounds::new(1.into(), 5.into()).unwrap();
/// let claim = Claim { bounds, trusts_facts: false, limits: &limits, threads: NonZero::<usize>::MIN };
/// assert!(claim.bounds.contains(3.into()));
/// ```
#[derive(Clone, Debug)]
pub struct Claim<'c> {
    /// The interval to prove, as found by a search.
    pub bounds: Bounds,
    /// Whether the game's facts are trusted.
    pub trusts_facts: bool,
    /// Time, memory and stop flag; limits on counts are ignored.
    pub limits: &'c Limits,
    /// How many threads may work on it. What is proven does not depend on it; which of several strategies is found does,
    /// and with one thread it is always the same.
    pub threads: NonZero<usize>,
}

/// A proof of an interval, ready to be written.
///
/// ```
/// use gametree::job::{AnyGame, Job};
/// use gametree::{Bounds, Workspace};
/// # use gametree::doc::Subtraction;
/// let game = AnyGame::new(Subtraction { stones: 4 });
/// let (job, lost) = (Job::new(None), Bounds::point((-1).into()));
/// let proof = game.prove(&job, lost, &mut Workspace::default(), &mut |_| ())?;
/// assert_eq!(proof.bounds, lost);
/// assert_eq!(proof.leaves, 3); // one reply to each of three moves
/// # Ok::<(), gametree::job::JobError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Proof {
    /// The proven interval: the one claimed, up to the last digits in games with chance nodes.
    pub bounds: Bounds,
    /// The leaves of the proof: how often a record leads to an end of the game.
    pub leaves: u64,
    /// How often a record leads to a position that only the game's facts bound.
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

    /// The same with the interval that the checker's arithmetic finds: positions that were proven in
    /// several steps may differ by an ulp from what was found on the way.
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
    /// If writing fails.
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
///
/// ```
/// use gametree::job::{AnyGame, Job, JobError};
/// use gametree::proof::ProofError;
/// use gametree::{Bounds, Workspace};
/// # use gametree::doc::Subtraction;
/// let game = AnyGame::new(Subtraction { stones: 10 });
/// // MAX wins, so there is no proof that MAX loses.
/// let (job, lost) = (Job::new(None), Bounds::point((-1).into()));
/// let error = game.prove(&job, lost, &mut Workspace::default(), &mut |_| ()).unwrap_err();
/// assert_eq!(error, JobError::Proof(ProofError::Unproven));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ProofError {
    /// Play can go on forever.
    Endless,
    /// There are chance nodes, and the values have no known range.
    Unbounded,
    /// The game's keys cannot be turned back into positions.
    Unreadable,
    /// The claim could not be proven: it is false, or based on an error.
    Unproven,
    /// A limit was reached or the stop flag was set.
    Stopped(Stop),
    /// A thread panicked.
    Panicked,
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ProofError::Endless => "positions may repeat, and a proof would be circular",
            ProofError::Unbounded => "a proof over chance nodes needs a range of values",
            ProofError::Unreadable => "the keys of the game's positions cannot be read back",
            ProofError::Unproven => {
                "the answer does not follow from the rules: the game's keys or facts may be wrong \
                 (gametree_conformance::check finds such mistakes)"
            }
            ProofError::Stopped(Stop::Memory) => "the proof does not fit into the memory allowed",
            ProofError::Stopped(Stop::Time) => "the proof was not finished in time",
            ProofError::Stopped(_) => "the proof was interrupted",
            ProofError::Panicked => "a thread has panicked",
        })
    }
}

impl std::error::Error for ProofError {}

/// Whether an answer about `position` can be proven.
///
/// # Errors
/// If it cannot; the error says why.
pub(crate) fn provable<G: Game>(game: &G, position: &G::Position) -> Result<(), ProofError> {
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

/// Proves an interval of the value of `position`, guided by what searches have left in `workspace`.
/// Calls `tick` now and then with the number of positions visited.
///
/// ```
/// use std::num::NonZero;
/// use gametree::proof::{Claim, check, format::Reader, prove};
/// use gametree::{Bounds, Game, Limits, Workspace};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let limits = Limits::none();
/// let (bounds, threads) = (Bounds::point(1.into()), NonZero::<usize>::MIN);
/// let claim = Claim { bounds, trusts_facts: false, limits: &limits, threads };
/// let mut workspace = Workspace::default();
/// let proof = prove(&game, &game, &game.start(), &claim, &mut workspace, &mut |_| ())?;
///
/// let certificate = proof.write(Vec::new(), "subtraction", "")?;
/// let checked = check::check(&game, &mut Reader::new(&certificate[..])?, None)?;
/// assert_eq!(checked.bounds, Bounds::point(1.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    let allowance = allowance(game, range);
    let (facts, misread) = (claim.trusts_facts, AtomicBool::new(false));
    let means = Means { game, knowledge, facts, range, allowance, misread };
    let named = name(game, position).filter(|&key| game.position_of(key).is_some());
    let threads = claim.threads.get();
    let mut table = workspace.table_if_any(game, claim.limits);
    let mut meter = Meter::new(claim.limits, tick);
    let mut bounds = claim.bounds;
    let mut wanted = [false; 2];
    let mut books = [named, named].map(|name| match name {
        Some(_) => Book::Positions(Arc::new(Entries::new(threads))),
        None => Book::Tree(Vec::new()),
    });
    for (i, side) in Side::BOTH.into_iter().enumerate() {
        let aim = side.floor(claim.bounds);
        wanted[i] = aim > side.floor(range);
        if over || !wanted[i] {
            continue;
        }
        let end = End { means: &means, side, position: position.clone(), aim };
        let proven = end.prove(table.as_deref_mut(), &mut books[i], &mut meter, threads)?;
        meter.hold(&books[i]);
        if proven == f64::NEG_INFINITY || means.misread.load(Ordering::Relaxed) {
            return Err(ProofError::Unproven);
        }
        bounds = side.with_end(bounds, proven.min(aim));
    }
    let Gathered { records, leaves, facts } = match named {
        _ if wanted == [false; 2] => Gathered::default(),
        _ if over => Gathered { leaves: 1, ..Gathered::default() },
        Some(key) => {
            let positions = Positions::new(game, books, claim.trusts_facts, threads);
            positions.gather(key, wanted, &mut meter)?
        }
        None => Walks::new(game, books, claim.trusts_facts).gather(position, wanted),
    };
    let layout = if named.is_some() { Layout::Positions } else { Layout::Tree };
    let trusts_facts = claim.trusts_facts;
    let proof = Proof { bounds, leaves, facts, trusts_facts, layout, records };
    if game.has_chance() { proof.rounded(game, position, range) } else { Ok(proof) }
}
