//! Text files named by the user: read with a size limit, and never from devices.

use std::fs::{File, FileType};
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// The largest file that is read.
const MOST: u64 = 1 << 30;

/// The bytes of a file or a pipe, without a byte order mark at the beginning.
///
/// # Errors
/// If it cannot be read, is a directory or a device, or is larger than a gibibyte.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    // Before it is opened: opening a device may have effects.
    refuse_devices(path.metadata()?.file_type())?;
    let mut bytes = Vec::new();
    File::open(path)?.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST {
        return Err(Error::new(ErrorKind::FileTooLarge, "it is larger than a gibibyte"));
    }
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(bytes)
}

/// The same as text.
///
/// # Errors
/// If it cannot be read, or is not text.
pub fn read_text(path: &Path) -> Result<String> {
    let text = String::from_utf8(read(path)?);
    text.map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Error::new(ErrorKind::InvalidData, format!("it is not text in UTF-8 (byte {})", at + 1))
    })
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

#[cfg(unix)]
fn refuse_devices(kind: FileType) -> Result<()> {
    use std::os::unix::fs::FileTypeExt;
    if kind.is_file() || kind.is_fifo() { Ok(()) } else { Err(not_a_file()) }
}

#[cfg(not(unix))]
fn refuse_devices(kind: FileType) -> Result<()> {
    if kind.is_file() { Ok(()) } else { Err(not_a_file()) }
}

fn not_a_file() -> Error {
    Error::new(ErrorKind::InvalidInput, "it is not a file")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_left_out_and_devices_are_refused() {
        let file = std::env::temp_dir().join(format!("gametree-input-{}", std::process::id()));
        for (bytes, text) in [("\u{feff}a\n", Some("a\n")), ("a\u{feff}", Some("a\u{feff}"))] {
            std::fs::write(&file, bytes).unwrap();
            assert_eq!(read_text(&file).ok().as_deref(), text);
        }
        std::fs::write(&file, b"ab\xff").unwrap();
        assert!(read_text(&file).unwrap_err().to_string().contains("byte 3"));
        std::fs::remove_file(&file).unwrap();
        assert!(read(&std::env::temp_dir()).is_err());
        #[cfg(unix)]
        assert_eq!(read(Path::new("/dev/zero")).unwrap_err().to_string(), "it is not a file");
    }
}
