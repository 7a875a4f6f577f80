//! Writes certificates for the fuzzer to start from, into its corpus folders.

use std::path::Path;

use gametree_fuzz::{seeds, unpacked};

fn main() -> std::io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let (files, contents) = (corpus.join("certificate_file"), corpus.join("certificate_contents"));
    std::fs::create_dir_all(&files)?;
    std::fs::create_dir_all(&contents)?;
    for (name, certificate) in seeds() {
        std::fs::write(files.join(&name), &certificate)?;
        std::fs::write(contents.join(&name), unpacked(&certificate))?;
    }
    Ok(())
}
