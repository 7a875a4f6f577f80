//! The whole `gametree` command with one more game: Clobber.

mod clobber;

use std::process::ExitCode;

use clobber::Clobber;
use gametree::job::AnyGame;
use gametree_cli::{Command, Entry, GameError};

fn main() -> ExitCode {
    let entry = Entry::new("clobber", |size| {
        let game = Clobber::parse(size).ok_or(GameError::new("write ROWSxCOLUMNS, such as 4x4"))?;
        Ok(AnyGame::new(game))
    });
    let entry = entry.syntax("clobber:ROWSxCOLUMNS").example("clobber:3x4");
    let entry =
        entry.summary("take a neighbouring piece; whoever cannot loses; moves such as a1a2");
    let entry =
        entry.citation("Albert, Grossman, Nowakowski, Wolfe: An introduction to Clobber (2005)");
    Command::new().game(entry).run()
}
