//! The results of the checker.

use std::fmt;

use gametree_model::{Bounds, NotationError};

use crate::asked::Asked;
use crate::format::FormatError;

/// What was checked, and found correct: the result of [`check`](crate::check).
///
/// ```
/// use gametree_check::check;
/// use gametree_check::format::Reader;
/// # use gametree_check::format::{Header, Layout, Record, Writer};
/// # use gametree_model::{Bounds, doc::Subtraction};
/// # let header = Header {
/// #     game: "subtraction".into(),
/// #     position: String::new(),
/// #     claim: Bounds::point(1.into()),
/// #     trusts_facts: false,
/// #     layout: Layout::Tree,
/// #     records: 1,
/// # };
/// # let mut writer = Writer::new(Vec::new(), &header).unwrap();
/// # writer.record(&Record { lower: true, choice: 1, ..Record::default() }).unwrap();
/// # let bytes = writer.finish().unwrap();
///
/// // A certificate that says MAX wins with two stones by taking both.
/// let mut reader = Reader::new(&bytes[..]).unwrap();
/// let checked = check(&Subtraction { stones: 2 }, &mut reader, None).unwrap();
/// assert_eq!((checked.bounds.exact(), checked.leaves, checked.facts), (Some(1.into()), 1, 0));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Checked {
    /// What the proof shows: at least what the certificate claims.
    pub bounds: Bounds,
    /// The number of records.
    pub records: u64,
    /// How often a record led to the end of the game.
    pub leaves: u64,
    /// How often a record led to a position about which only the game's facts are known.
    pub facts: u64,
    /// The most positions held in memory at one time.
    pub most_kept: usize,
    /// What is proven about the position asked about, if it is in the certificate.
    pub asked: Option<Asked>,
}

/// Why a certificate is not accepted.
///
/// ```
/// use gametree_check::format::Reader;
/// use gametree_check::{CheckError, check};
/// # use gametree_check::format::{Header, Layout, Record, Writer};
/// # use gametree_model::{Bounds, doc::Subtraction};
/// # let header = Header {
/// #     game: "subtraction".into(),
/// #     position: String::new(),
/// #     claim: Bounds::point(1.into()),
/// #     trusts_facts: false,
/// #     layout: Layout::Tree,
/// #     records: 1,
/// # };
/// # let mut writer = Writer::new(Vec::new(), &header).unwrap();
/// # writer.record(&Record { lower: true, choice: 0, ..Record::default() }).unwrap();
/// # let bytes = writer.finish().unwrap();
///
/// // A certificate that says MAX wins with two stones by taking one.
/// let mut reader = Reader::new(&bytes[..]).unwrap();
/// let error = check(&Subtraction { stones: 2 }, &mut reader, None).unwrap_err();
/// assert!(matches!(error, CheckError::Refused(_)));
///
/// let error = CheckError::from(Reader::new(&b"something else"[..]).err().unwrap());
/// assert!(matches!(error, CheckError::Format(_)));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum CheckError {
    /// The bytes are not a certificate.
    Format(FormatError),
    /// It is about a position that the game does not have.
    Position(NotationError),
    /// The position asked about is not one of the game.
    Asked(NotationError),
    /// Checking it takes more memory than the limit, which is this many bytes.
    Memory(usize),
    /// It does not prove what it claims.
    Refused(String),
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::Format(error) => error.fmt(f),
            CheckError::Position(error) => write!(f, "not a certificate: {error}"),
            CheckError::Asked(error) => error.fmt(f),
            CheckError::Memory(bytes) => {
                write!(f, "checking it takes more than {bytes} bytes of memory")
            }
            CheckError::Refused(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for CheckError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            // Its own message is shown, so its source comes next.
            CheckError::Format(error) => error.source(),
            CheckError::Position(error) => Some(error),
            CheckError::Asked(error) => error.source(),
            CheckError::Refused(_) | CheckError::Memory(_) => None,
        }
    }
}

impl From<FormatError> for CheckError {
    fn from(error: FormatError) -> CheckError {
        CheckError::Format(error)
    }
}
