//! The arguments of `play`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::Threads;
use super::epilogue::flowing;

const EXAMPLES: &str = "\
Examples:
  gametree play connect4
  gametree play chess --level easy --side second
  gametree play othello --against mcts-alphabeta:nodes=20k
  gametree play --load my-game.txt
  printf '4\\n4\\nquit\\n' | gametree play connect4 --level 3

At the prompt: a move in the game's notation, or one of these words, in upper or lower case:
";

const LEVELS_HELP: &str = "
Levels: the opponent is the player that suits the game, and looks at so many positions per move:
";

const HONEST: &str = "
The names are no ratings: what a level is worth depends on the game, and only the order is certain.
How the named levels fare against each other in four games was measured by 'gametree arena':
docs/reference/command.md. A level is as strong on a slow machine as on a fast one; without a level or
'--against' the opponent thinks for a second.

Exit codes: 0 the game is over, or was left by 'quit' or at the end of the input; 2 bad input; 3 an
interrupt (Ctrl-C) came first. Whoever leaves a game is told the command that goes on with it.";

/// What can be said at the prompt besides a move.
pub const WORDS: &str = "\
hint       what the machine would play in your place
analyse    all that the machine knows of every move
undo       takes back your last move, and the answer to it
moves      lists the legal moves
board      draws the board again
turn       turns the board round, where it has an upper and a lower side
save FILE  keeps the game in a file, from now on after every move
resign     gives up the game
new        starts a new game
help or ?  this list
quit       ends the program, and says how to go on";

pub fn help() -> String {
    let indented = |text: &str| text.lines().map(|line| format!("  {line}\n")).collect::<String>();
    let level = |(i, nodes): (usize, &u64)| {
        let name = Level::NAMES.iter().find(|(_, level)| *level == i + 1);
        let name = name.map_or(String::new(), |(name, _)| format!("  {name}"));
        format!("  {:>2}  {nodes:>7}{name}\n", i + 1)
    };
    let levels: String = Level::NODES.iter().enumerate().map(level).collect();
    flowing(&[EXAMPLES, &indented(WORDS), LEVELS_HELP, &levels, HONEST].concat())
}

/// Who plays against whom.
#[derive(Debug, Args)]
pub struct Play {
    /// The game: NAME[:PARAMETERS]; 'gametree games' lists them.
    #[arg(required_unless_present = "load")]
    pub game: Option<String>,

    /// The opponent: any algorithm, with its parameters and its limit per move.
    /// [default: mcts-solver:time=1s or selective:time=1s, whichever 'gametree games NAME' names]
    #[arg(long, value_name = "PLAYER", visible_alias = "player", alias = "algorithm")]
    pub against: Option<String>,

    /// How strong the opponent is: easy, club, strong, or 1 to 10; below it says what that means.
    #[arg(long, value_name = "L", conflicts_with = "against", value_parser = Level::parse)]
    pub level: Option<Level>,

    /// Which side you play: the first player is MAX.
    #[arg(long, value_enum, default_value_t = Side::First)]
    pub side: Side,

    /// Where to begin, in the game's notation; without it, at the start.
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// The moves that were played from there, dice included, to go on with a game.
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,

    /// Go on with the game in this file, which 'save' has written, and keep it there.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["side", "position", "moves", "seed"])]
    pub load: Option<PathBuf>,

    #[command(flatten)]
    pub threads: Threads,

    /// The seed of the dice, and of the opponent's random choices: the same seed gives the same dice.
    /// [default: another one every time, which is printed]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Side {
    /// MAX, who moves first.
    First,
    /// MIN.
    Second,
}

/// How strong the opponent is, from 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(usize);

impl Level {
    /// The nodes per move of each level: about three times as many as the one before, so that the first is met by
    /// beginners and the last one thinks for about a second.
    const NODES: [u64; 10] = [10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000];
    const NAMES: [(&str, usize); 3] = [("easy", 2), ("club", 5), ("strong", 8)];

    fn parse(text: &str) -> Result<Level, String> {
        let lower = text.to_ascii_lowercase();
        let named = Level::NAMES.iter().find(|(name, _)| *name == lower).map(|(_, level)| *level);
        let level = named.or_else(|| text.parse().ok());
        let level = level.filter(|level| (1..=Level::NODES.len()).contains(level));
        level.map(Level).ok_or_else(|| "should be easy, club, strong, or 1 to 10".into())
    }

    /// The nodes per move.
    pub fn nodes(self) -> u64 {
        Level::NODES[self.0 - 1]
    }
}
