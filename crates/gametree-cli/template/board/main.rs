//! The whole command of gametree with one more game: `mygame`.

mod game;

use std::process::ExitCode;

use game::Rules;
use gametree::job::AnyGame;
use gametree_cli::{Command, Entry, GameError};

fn main() -> ExitCode {
    let entry = Entry::new("mygame", |size| {
        let game = Rules::parse(size).ok_or(GameError::new("write COLUMNSxROWS, such as 3x4"))?;
        Ok(AnyGame::new(game))
    });
    let entry = entry.syntax("mygame[:COLUMNSxROWS]").example("mygame:3x4");
    let entry = entry.summary("pawns race to the far row, 4x5 by default; moves such as a1a2");
    // Who plays if nobody is named. `selective` looks ahead by the evaluation in game.rs; a game without one
    // is better served by `mcts-solver`. `mygame arena mygame selective:time=100ms mcts-solver:time=100ms`
    // tells which is the better player of your game.
    Command::new().game(entry.player("selective")).run()
}
