//! The `gametree-lab` command, with the built-in games.

use std::process::ExitCode;

fn main() -> ExitCode {
    gametree_lab::Command::new().run()
}
