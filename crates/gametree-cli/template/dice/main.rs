//! The whole command of gametree with one more game: `mygame`.

mod game;

use std::process::ExitCode;

use game::Rules;
use gametree::job::AnyGame;
use gametree_cli::{Command, Entry, GameError};

fn main() -> ExitCode {
    let entry = Entry::new("mygame", |turns| {
        let game = Rules::parse(turns).ok_or(GameError::new("write how many turns, 1 to 20"))?;
        Ok(AnyGame::new(game))
    });
    let entry = entry.syntax("mygame[:TURNS]").example("mygame:2");
    let entry = entry.summary("keep a roll or roll again, 3 turns each by default; keep, again");
    // Who plays if nobody is named: `mygame arena mygame star2:time=100ms mcts-solver:time=100ms` tells which is
    // the better player of your game.
    Command::new().game(entry.player("mcts-solver")).run()
}
