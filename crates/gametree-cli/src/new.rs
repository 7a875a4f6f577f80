//! `gametree new`: a crate with a game of one's own, which builds, plays and tests, to be rewritten.
//!
//! The files of the template are compiled and tested in this repository, as `examples/mygame`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::args::New;
use crate::output::Ending;
use crate::text;

/// The name of the game in the template.
const TEMPLATE_NAME: &str = "mygame";

const MANIFEST: &str = include_str!("../template/manifest.toml");
const BOARD: [&str; 2] =
    [include_str!("../template/board/main.rs"), include_str!("../template/board/game.rs")];
const DICE: [&str; 2] =
    [include_str!("../template/dice/main.rs"), include_str!("../template/dice/game.rs")];

/// The crates of ours that the manifest names.
const CRATES: [&str; 3] = ["gametree", "gametree-cli", "gametree-conformance"];

/// Where our crates come from.
enum Source {
    /// The registry.
    Published,
    /// A checkout of the repository.
    Checkout(String),
}

/// Writes the crate, and says what to do with it.
pub fn run(arguments: &New) -> Result<(String, Ending), String> {
    let folder = &arguments.folder;
    let name = name_of(folder)?;
    let source = match &arguments.path {
        Some(path) => checkout(path)?,
        None => built_in_checkout().map_or(Ok(Source::Published), |path| checkout(&path))?,
    };
    let [main, game] = if arguments.dice { DICE } else { BOARD };
    let named = |text: &str| text.replace(TEMPLATE_NAME, name);
    let files = [
        ("Cargo.toml", manifest(name, &source)),
        (".gitignore", "/target\n".to_string()),
        ("src/main.rs", named(main)),
        ("src/game.rs", named(game)),
    ];
    let shown = folder.display();
    // It fails if there is anything, even a link that leads nowhere: nothing is ever replaced.
    fs::create_dir(folder).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => format!("{shown} is there already: choose another name"),
        _ => format!("cannot make the folder {shown}: {error}"),
    })?;
    if let Err(error) = write(folder, &files) {
        // The folder is ours, and half a crate is of no use.
        let _ = fs::remove_dir_all(folder);
        return Err(format!("cannot write into {shown}: {error}"));
    }
    let from = match source {
        Source::Published => format!("gametree {} of crates.io", env!("CARGO_PKG_VERSION")),
        Source::Checkout(path) => format!("the checkout in {path}"),
    };
    let text = format!(
        "{}: a game to be rewritten; it depends on {from}

  cd {shown}
  cargo test --release    looks for mistakes in the rules, and plays a game
  cargo run --release -- play {name}
  cargo run --release -- check-rules {name}

The rules are in src/game.rs, name and parameters in src/main.rs.
",
        text::bold(name)
    );
    Ok((text, Ending::Answered))
}

/// The name of the crate in a folder.
fn name_of(folder: &Path) -> Result<&str, String> {
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
    let is_name = name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(plain);
    if !is_name || name.len() > LONGEST_NAME {
        return Err(format!(
            "'{}' is no name for a crate: write a letter, then letters, digits, - or _, all lower case, \
             such as mygame",
            text::plain(name)
        ));
    }
    if RESERVED.contains(&name) || name.starts_with("gametree") {
        return Err(format!("'{name}' means something else to cargo: choose another name"));
    }
    Ok(name)
}

/// As crates.io has it.
const LONGEST_NAME: usize = 64;

/// Names that cargo refuses or warns of: keywords, crates of the compiler, folders of its own, devices of Windows.
const RESERVED: &[&str] = &[
    "abstract",
    "alloc",
    "as",
    "async",
    "aux",
    "await",
    "become",
    "box",
    "break",
    "build",
    "con",
    "const",
    "continue",
    "core",
    "crate",
    "deps",
    "do",
    "dyn",
    "else",
    "enum",
    "examples",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "incremental",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "nul",
    "override",
    "priv",
    "prn",
    "proc-macro",
    "proc_macro",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "std",
    "struct",
    "super",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
];

fn manifest(name: &str, source: &Source) -> String {
    let of = |text: String, package: &str| {
        let wanted = match source {
            Source::Published => format!("version = \"{}\"", env!("CARGO_PKG_VERSION")),
            // A path in quotes is written alike in TOML and in JSON.
            Source::Checkout(path) => {
                let path = serde_json::Value::from(format!("{path}/crates/{package}"));
                format!("path = {path}")
            }
        };
        text.replace(&format!("{{{package}}}"), &wanted)
    };
    CRATES.into_iter().fold(MANIFEST.replace(TEMPLATE_NAME, name), of)
}

/// A folder that was named as a checkout.
fn checkout(path: &Path) -> Result<Source, String> {
    let shown = path.display();
    let found = path.canonicalize().map_err(|error| format!("--path: {shown}: {error}"))?;
    if !is_checkout(&found) {
        return Err(format!(
            "--path: {shown} is no checkout of gametree: it should have a folder crates/gametree"
        ));
    }
    let found = found.to_str().ok_or_else(|| format!("--path: {shown} is not UTF-8"))?;
    Ok(Source::Checkout(found.to_string()))
}

fn is_checkout(path: &Path) -> bool {
    CRATES.iter().all(|package| path.join("crates").join(package).join("Cargo.toml").is_file())
}

/// The checkout in which this program lies since it was built there.
fn built_in_checkout() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?.canonicalize().ok()?;
    program.ancestors().find(|folder| is_checkout(folder)).map(Path::to_path_buf)
}

fn write(folder: &Path, files: &[(&str, String)]) -> io::Result<()> {
    fs::create_dir(folder.join("src"))?;
    for (name, content) in files {
        let mut file = fs::File::create_new(folder.join(name))?;
        file.write_all(content.as_bytes())?;
        file.sync_all()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_version_is_named_as_such() {
        let text = manifest("ataxx", &Source::Published);
        let version = env!("CARGO_PKG_VERSION");
        assert!(text.contains(&format!("gametree-cli = {{ version = \"{version}\", ")), "{text}");
        assert!(text.contains("name = \"ataxx\"") && !text.contains("{gametree"), "{text}");
    }

    #[test]
    fn a_path_may_have_quotes() {
        let text = manifest("ataxx", &Source::Checkout("/a \"b\"".into()));
        let line = "gametree = { path = \"/a \\\"b\\\"/crates/gametree\" }";
        assert!(text.contains(line), "{text}");
    }

    #[test]
    fn names_are_those_that_cargo_takes() {
        for right in ["mygame", "a", "x-o_2", "nim", "dir/ataxx", "/tmp/ataxx/"] {
            assert!(name_of(Path::new(right)).is_ok(), "{right}");
        }
        let long = "a".repeat(65);
        for wrong in [
            "",
            "..",
            "/",
            "2048",
            "My Game",
            "Go",
            "-x",
            "spiel\u{e9}",
            "match",
            "test",
            "gametree",
            &long,
        ] {
            assert!(name_of(Path::new(wrong)).is_err(), "{wrong}");
        }
    }
}
