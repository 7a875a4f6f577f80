//! The bytes of a certificate: `docs/reference/certificates.md` describes them one by one.
//!
//! Reading trusts nothing: memory is not reserved for a length before the bytes are there, a number
//! can be written in one way only, and nothing may be left over.

use std::fmt;
use std::io::{self, BufRead, Read, Write};

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;

use gametree_model::{Bounds, Value};

/// How every certificate starts, once decompressed.
const MAGIC: &[u8] = b"gametree certificate\n";

/// The version of the format that is written, and the only one that is read.
pub const VERSION: u8 = 1;

/// The longest name of a game, and the longest position.
const LONGEST_TEXT: u64 = 1 << 20;

/// What a certificate is about, and how it is laid out.
///
/// ```
/// use gametree_check::format::{Header, Layout, Reader, Writer};
/// use gametree_model::Bounds;
///
/// let header = Header {
///     game: "subtraction".into(),
///     position: "3 1".into(),
///     claim: Bounds::UNBOUNDED,
///     trusts_facts: false,
///     layout: Layout::Tree,
///     records: 0,
/// };
/// let bytes = Writer::new(Vec::new(), &header).unwrap().finish().unwrap();
/// assert_eq!(Reader::new(&bytes[..]).unwrap().header(), &header);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// The game, as the command line names it.
    pub game: String,
    /// The position, in the game's notation; empty for the start.
    pub position: String,
    /// The value of the position lies in here.
    pub claim: Bounds,
    /// Whether the proof rests on the game's facts, and not on its rules alone.
    pub trusts_facts: bool,
    /// How the records are laid out.
    pub layout: Layout,
    /// The number of records.
    pub records: u64,
}

/// How records are laid out.
///
/// ```
/// use gametree_check::format::Layout;
/// use gametree_model::Game;
/// # use gametree_model::doc::Subtraction;
///
/// // Positions can be named if they have exact keys; otherwise a certificate is a tree.
/// let game = Subtraction { stones: 10 };
/// let named = game.key(&game.start()).is_some();
/// assert_eq!(if named { Layout::Positions } else { Layout::Tree }, Layout::Tree);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One record per position, named by its exact key, after all the records that it relies on.
    Positions,
    /// One record per node, in preorder: a node, then its children.
    Tree,
}

/// What is proven about one position.
///
/// ```
/// use gametree_check::format::Record;
///
/// // MAX reaches the claim by the second move of the list; nothing is proven about the other end.
/// let record = Record { lower: true, choice: 1, ..Record::default() };
/// assert!(!record.upper && record.key == 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Record {
    /// The exact key of the position; zero in a [`Layout::Tree`].
    pub key: u128,
    /// Whether a lower bound is proven.
    pub lower: bool,
    /// Whether an upper bound is proven.
    pub upper: bool,
    /// The index of the move that proves the mover's own end, in the order of the rules. Zero if
    /// there is nothing to choose.
    pub choice: u64,
    /// How often the position is used; zero in a [`Layout::Tree`], where it is used once.
    pub uses: u64,
}

/// Why some bytes are not a certificate.
///
/// ```
/// use gametree_check::format::{FormatError, Reader};
///
/// let error = Reader::new(&b"something else"[..]).err().unwrap();
/// assert!(matches!(error, FormatError::Read(_)), "it is not even compressed");
/// assert!(error.to_string().starts_with("not a certificate"));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum FormatError {
    /// They cannot be read or decompressed.
    Read(io::Error),
    /// They are something else.
    Malformed(&'static str),
    /// A version that this program does not know.
    Version(u8),
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatError::Read(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                f.write_str("the certificate is cut off")
            }
            FormatError::Read(error) if error.kind() == io::ErrorKind::InvalidInput => {
                write!(f, "not a certificate, or a damaged one: {error}")
            }
            FormatError::Read(error) => write!(f, "the certificate cannot be read: {error}"),
            FormatError::Malformed(what) => write!(f, "not a certificate: {what}"),
            FormatError::Version(version) => {
                write!(f, "a certificate of version {version} (this program reads {VERSION})")
            }
        }
    }
}

impl std::error::Error for FormatError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            FormatError::Read(error) => Some(error),
            FormatError::Malformed(_) | FormatError::Version(_) => None,
        }
    }
}

impl From<io::Error> for FormatError {
    fn from(error: io::Error) -> FormatError {
        FormatError::Read(error)
    }
}

/// Reads a certificate record by record.
///
/// ```
/// use gametree_check::format::Reader;
/// # use gametree_check::format::{Header, Layout, Record, Writer};
/// # use gametree_model::Bounds;
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
/// let mut reader = Reader::new(&bytes[..]).unwrap();
/// assert_eq!(reader.header().game, "subtraction");
/// while let Some(record) = reader.next_record().unwrap() {
///     assert!(record.lower && !record.upper);
/// }
/// ```
pub struct Reader<R> {
    input: io::BufReader<GzDecoder<R>>,
    header: Header,
    read: u64,
    last_key: u128,
    watcher: Option<Box<dyn FnMut(u64)>>,
    /// How many bytes of what was read may be held in memory.
    memory: usize,
}

/// Records between two calls of a watcher.
const STRIDE: u64 = 1 << 12;

impl<R: BufRead> Reader<R> {
    /// Reads as far as the first record.
    ///
    /// # Errors
    /// If `input` is not a certificate.
    pub fn new(input: R) -> Result<Reader<R>, FormatError> {
        let mut input = io::BufReader::new(GzDecoder::new(input));
        let header = read_header(&mut input)?;
        Ok(Reader { input, header, read: 0, last_key: 0, watcher: None, memory: usize::MAX })
    }

    /// Limits the memory that the checker may use for records: a small file can hold very many.
    pub fn limit_memory(&mut self, bytes: usize) {
        self.memory = bytes;
    }

    pub(crate) fn memory(&self) -> usize {
        self.memory
    }

    /// Calls `watcher` now and then with the number of records read so far.
    pub fn watch(&mut self, watcher: impl FnMut(u64) + 'static) {
        self.watcher = Some(Box::new(watcher));
    }

    /// What the certificate is about.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The next record, if there is one. Nothing may follow the last one.
    ///
    /// # Errors
    /// If the bytes are not a record, or something follows the last one.
    pub fn next_record(&mut self) -> Result<Option<Record>, FormatError> {
        if self.read == self.header.records {
            self.expect_end()?;
            return Ok(None);
        }
        self.read += 1;
        if let Some(watcher) = &mut self.watcher {
            if self.read % STRIDE == 0 {
                watcher(self.read);
            }
        }
        let mut record = Record::default();
        if self.header.layout == Layout::Positions {
            self.last_key = self.last_key.wrapping_add(unfold(read_number(&mut self.input)?));
            record.key = self.last_key;
        }
        let word = read_u64(&mut self.input)?;
        (record.lower, record.upper, record.choice) = (word & 1 != 0, word & 2 != 0, word >> 2);
        if self.header.layout == Layout::Positions {
            record.uses = read_u64(&mut self.input)?;
        }
        Ok(Some(record))
    }

    fn expect_end(&mut self) -> Result<(), FormatError> {
        // Reading to the end also compares the checksum.
        if self.input.read(&mut [0])? != 0 || !self.input.get_mut().get_mut().fill_buf()?.is_empty()
        {
            return Err(FormatError::Malformed("something follows the last record"));
        }
        Ok(())
    }
}

/// Writes a certificate.
///
/// ```
/// use gametree_check::format::{Header, Layout, Record, Writer};
/// # use gametree_model::Bounds;
///
/// let header = Header {
///     game: "subtraction".into(),
///     position: String::new(),
///     claim: Bounds::point(1.into()),
///     trusts_facts: false,
///     layout: Layout::Tree,
///     records: 1,
/// };
/// let mut writer = Writer::new(Vec::new(), &header).unwrap();
/// writer.record(&Record { lower: true, choice: 1, ..Record::default() }).unwrap();
/// let bytes: Vec<u8> = writer.finish().unwrap();
/// assert_eq!(bytes[..2], [0x1f, 0x8b], "gzip");
/// ```
pub struct Writer<W: Write> {
    /// Buffered: compressing single bytes is slow.
    output: io::BufWriter<GzEncoder<W>>,
    layout: Layout,
    last_key: u128,
}

impl<W: Write> Writer<W> {
    /// Writes everything before the first record. As many records as the header says must follow.
    ///
    /// # Errors
    /// If writing to `output` fails.
    pub fn new(output: W, header: &Header) -> io::Result<Writer<W>> {
        let mut output = io::BufWriter::new(GzEncoder::new(output, Compression::default()));
        write_header(&mut output, header)?;
        Ok(Writer { output, layout: header.layout, last_key: 0 })
    }

    /// Writes the next record.
    ///
    /// # Errors
    /// If writing to the output fails.
    pub fn record(&mut self, record: &Record) -> io::Result<()> {
        if self.layout == Layout::Positions {
            write_number(&mut self.output, fold(record.key.wrapping_sub(self.last_key)))?;
            self.last_key = record.key;
        }
        let sides = u128::from(record.lower) | u128::from(record.upper) << 1;
        write_number(&mut self.output, u128::from(record.choice) << 2 | sides)?;
        if self.layout == Layout::Positions {
            write_number(&mut self.output, record.uses.into())?;
        }
        Ok(())
    }

    /// Ends the certificate and returns the output.
    ///
    /// # Errors
    /// If writing to the output fails.
    pub fn finish(self) -> io::Result<W> {
        self.output.into_inner().map_err(io::IntoInnerError::into_error)?.finish()
    }
}

const TRUSTS_FACTS: u8 = 1;
const IS_TREE: u8 = 2;

fn write_header(output: &mut impl Write, header: &Header) -> io::Result<()> {
    output.write_all(MAGIC)?;
    let flag = |set: bool, bit: u8| if set { bit } else { 0 };
    let flags =
        flag(header.trusts_facts, TRUSTS_FACTS) | flag(header.layout == Layout::Tree, IS_TREE);
    output.write_all(&[VERSION, flags])?;
    for text in [&header.game, &header.position] {
        write_number(output, text.len() as u128)?;
        output.write_all(text.as_bytes())?;
    }
    output.write_all(&header.claim.lower.get().to_le_bytes())?;
    output.write_all(&header.claim.upper.get().to_le_bytes())?;
    write_number(output, header.records.into())
}

fn read_header(input: &mut impl Read) -> Result<Header, FormatError> {
    let mut magic = [0; MAGIC.len()];
    input.read_exact(&mut magic)?;
    if magic != MAGIC {
        return Err(FormatError::Malformed("it starts with something else"));
    }
    let [version, flags] = read_bytes(input)?;
    if version != VERSION {
        return Err(FormatError::Version(version));
    }
    if flags & !(TRUSTS_FACTS | IS_TREE) != 0 {
        return Err(FormatError::Malformed("unknown flags"));
    }
    let (game, position) = (read_text(input)?, read_text(input)?);
    let claim = read_bounds(input)?;
    let layout = if flags & IS_TREE != 0 { Layout::Tree } else { Layout::Positions };
    let trusts_facts = flags & TRUSTS_FACTS != 0;
    let records = read_u64(input)?;
    Ok(Header { game, position, claim, trusts_facts, layout, records })
}

fn read_bytes<const N: usize>(input: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    input.read_exact(&mut bytes)?;
    Ok(bytes)
}

fn read_text(input: &mut impl Read) -> Result<String, FormatError> {
    let length = read_u64(input)?;
    if length > LONGEST_TEXT {
        return Err(FormatError::Malformed("a text is too long"));
    }
    let mut bytes = Vec::new();
    if input.take(length).read_to_end(&mut bytes)? as u64 != length {
        return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
    }
    String::from_utf8(bytes).map_err(|_| FormatError::Malformed("a text is not UTF-8"))
}

fn read_bounds(input: &mut impl Read) -> Result<Bounds, FormatError> {
    let [lower, upper] = [read_bytes(input)?, read_bytes(input)?].map(f64::from_le_bytes);
    let ends = Value::new(lower).zip(Value::new(upper));
    let bounds = ends.and_then(|(lower, upper)| Bounds::new(lower, upper));
    bounds.ok_or(FormatError::Malformed("an interval is empty, or no interval"))
}

/// Seven bits per byte, the lowest first; all but the last byte have the highest bit set.
fn write_number(output: &mut impl Write, mut number: u128) -> io::Result<()> {
    let (mut bytes, mut length) = ([0; 19], 0);
    loop {
        let rest = number >> 7;
        bytes[length] = (number & 0x7f) as u8 | if rest == 0 { 0 } else { 0x80 };
        length += 1;
        if rest == 0 {
            return output.write_all(&bytes[..length]);
        }
        number = rest;
    }
}

fn read_number(input: &mut impl Read) -> Result<u128, FormatError> {
    let mut number = 0;
    for shift in (0..u128::BITS).step_by(7) {
        let [byte] = read_bytes(input)?;
        let bits = u128::from(byte & 0x7f);
        if bits << shift >> shift != bits || (byte == 0 && shift > 0) {
            break;
        }
        number |= bits << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(FormatError::Malformed("a number is not written as it should be"))
}

fn read_u64(input: &mut impl Read) -> Result<u64, FormatError> {
    let number = read_number(input)?;
    number.try_into().map_err(|_| FormatError::Malformed("a number is too large"))
}

/// A difference of keys as a number that is small if the difference is small, forward or back.
fn fold(difference: u128) -> u128 {
    difference << 1 ^ if difference >> 127 == 0 { 0 } else { u128::MAX }
}

fn unfold(number: u128) -> u128 {
    number >> 1 ^ if number & 1 == 0 { 0 } else { u128::MAX }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_have_one_spelling() {
        for number in [0, 1, 127, 128, 300, u128::from(u64::MAX), u128::MAX, u128::MAX - 1] {
            let mut bytes = Vec::new();
            write_number(&mut bytes, number).unwrap();
            assert_eq!(read_number(&mut &bytes[..]).unwrap(), number);
            assert_eq!(unfold(fold(number)), number);
        }
        assert!(read_number(&mut &[0x80, 0][..]).is_err());
        assert!(read_number(&mut &[0xff; 19][..]).is_err());
        assert!(read_number(&mut &[0xff, 0xff][..]).is_err());
        assert_eq!((fold(1), fold(u128::MAX), fold(2)), (2, 1, 4));
    }

    fn example(layout: Layout) -> (Header, [Record; 2]) {
        let header = Header {
            game: "a:b".into(),
            position: "1 2".into(),
            claim: Bounds::at_least(3.into()),
            trusts_facts: true,
            layout,
            records: 2,
        };
        let keyed = layout == Layout::Positions;
        let record = |key: u128, choice: u64, uses: u64| Record {
            key: if keyed { key } else { 0 },
            lower: true,
            upper: choice == 0,
            choice,
            uses: if keyed { uses } else { 0 },
        };
        (header, [record(u128::MAX - 4, 70, 1), record(12, 0, 900)])
    }

    fn written(header: &Header, records: &[Record]) -> Vec<u8> {
        let mut writer = Writer::new(Vec::new(), header).unwrap();
        records.iter().for_each(|record| writer.record(record).unwrap());
        writer.finish().unwrap()
    }

    #[test]
    fn what_is_written_is_read() {
        for layout in [Layout::Positions, Layout::Tree] {
            let (header, records) = example(layout);
            let bytes = written(&header, &records);
            let mut reader = Reader::new(&bytes[..]).unwrap();
            assert_eq!(*reader.header(), header);
            for record in records {
                assert_eq!(reader.next_record().unwrap(), Some(record));
            }
            assert_eq!(reader.next_record().unwrap(), None);
        }
    }

    #[test]
    fn nothing_may_be_missing_or_follow() {
        let (header, records) = example(Layout::Positions);
        let read = |bytes: &[u8]| -> Result<(), FormatError> {
            let mut reader = Reader::new(bytes)?;
            while reader.next_record()?.is_some() {}
            Ok(())
        };
        let bytes = written(&header, &records);
        assert!(read(&bytes).is_ok());
        for length in 0..bytes.len() {
            assert!(read(&bytes[..length]).is_err(), "{length}");
        }
        let longer: Vec<u8> = bytes.iter().chain(&[0]).copied().collect();
        assert!(read(&longer).is_err());
        assert!(read(&written(&header, &records[..1])).is_err());
        assert!(read(&written(&Header { records: 1, ..header }, &records)).is_err());
    }
}
