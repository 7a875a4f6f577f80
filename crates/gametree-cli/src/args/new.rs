//! The arguments of `gametree new`.

use std::path::PathBuf;

use clap::Args;

pub const HELP: &str = "\
Examples:
  gametree new mygame
  gametree new mygame-with-dice --dice
  gametree new mygame-beside --path .

The crate is the whole command with one more game in it: a small one, in src/game.rs, whose rules you replace
by yours. Its test looks for mistakes in the rules, and plays a game. 'cargo test --release' runs it, and
'cargo run --release -- play mygame' plays.

Nothing is downloaded here; cargo does that when it builds the crate. A program that lies in the checkout of
the repository in which it was built writes a crate that depends on that checkout, any other one a crate that
depends on the published crates of its own version.

Exit codes: 0 the crate is written; 2 bad input, such as a folder that is there already.";

/// Which crate.
#[derive(Debug, Args)]
pub struct New {
    /// The folder, which must not exist yet. Its name is the name of the crate, of its program and of
    /// the game: lower-case letters, digits, - and _.
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,

    /// Begin with a game with dice.
    #[arg(long)]
    pub dice: bool,

    /// Depend on a checkout of the repository of gametree.
    #[arg(long, value_name = "CHECKOUT")]
    pub path: Option<PathBuf>,
}
