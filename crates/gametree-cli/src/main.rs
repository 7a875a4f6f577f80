//! The `gametree` command, with the built-in games.

use std::process::ExitCode;

fn main() -> ExitCode {
    gametree_cli::Command::new().run()
}
