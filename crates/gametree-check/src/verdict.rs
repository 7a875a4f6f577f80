//! What a checker says.

use std::fmt;

use gametree_model::{Bounds, NotationError};

use crate::asked::Asked;
use crate::format::FormatError;

/// What was checked, and found right.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Checked {
    /// What the proof shows: at least what the certificate claims.
    pub bounds: Bounds,
    /// How many records there were.
    pub records: u64,
    /// How often a record led to an end of the game.
    pub leaves: u64,
    /// How often one led to a position of which only the game's facts are known.
    pub facts: u64,
    /// The most positions that had to be remembered at one time.
    pub most_kept: usize,
    /// What is proven of the position that was asked for, if it is in the certificate.
    pub asked: Option<Asked>,
}

/// Why a certificate is not accepted.
#[derive(Debug)]
#[non_exhaustive]
pub enum CheckError {
    /// It is none.
    Format(FormatError),
    /// It is about a position that the game does not have.
    Position(NotationError),
    /// The position that was asked about is none.
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
            // It speaks for itself.
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
