//! What can be written after `gametree arena`.

use clap::{Args, Subcommand};
use gametree::registry::quantity;

use super::Format;

pub const HELP: &str = "\
A player is an algorithm with its parameters and a limit per move: NAME[:key=value,...], such as
mcts-solver:nodes=1000, ab:time=100ms, scout:depth=4; 'gametree algorithms' lists the names. All of them
take nodes=, leaves=, time= (1s if there is no other limit), memory= and facts=; those that prove also
take depth=, those that sample reuse=.

For chess, uci:PROGRAM[,OPTION=VALUE,...] is a program that speaks the Universal Chess Interface, such as
'uci:stockfish,Skill Level=5'; it takes nodes=, depth= and time= as well. A program that ends or makes an
illegal move loses that game, and the match goes on.

Results do not depend on --threads, unless a player is limited by time: then no two runs are alike.

Examples:
  gametree arena connect4:6x5 mcts-solver:nodes=500 mcts:nodes=500
  gametree arena breakthrough:5x5 random mcts:nodes=200 ab:nodes=200 \\
    --games 40 --out games.jsonl
  gametree arena connect4 mcts:nodes=900 mcts:nodes=600 --sprt elo0=0,elo1=50
  gametree arena chess selective 'uci:stockfish,Skill Level=5' \\
    --clock 1s+50ms --pgn games.pgn
  gametree arena replay games.jsonl --game 7

Exit codes: 0 the match is over, 2 bad input, 3 it was interrupted (the same command resumes it).";

#[derive(Debug, Args)]
pub struct Arena {
    #[command(subcommand)]
    pub command: Option<ArenaCommand>,

    /// The game: NAME[:PARAMETERS]; 'gametree games' lists them.
    pub game: Option<String>,

    /// Two players or more; everyone meets everyone.
    #[arg(value_name = "PLAYER")]
    pub players: Vec<String>,

    /// The number of games of each pair of players, even: each opening is played twice, with colours
    /// swapped. [default: 100; with --sprt at most 10000]
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = quantity::count)]
    pub games: Option<u64>,

    /// How games begin: random:K, after K random moves that do not end the game; or a file with one
    /// position per line ('start' for the start), used in turn for a pair of games each. For chess also
    /// a file of positions that ends in .epd, or of games that ends in .pgn.
    #[arg(long, value_name = "random:K|FILE", default_value = "random:2")]
    pub openings: String,

    /// How many plies of a game in a .pgn file make an opening.
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub opening_plies: u32,

    /// The time of each player for a game, and what is added after each move: 1s+50ms. It is for
    /// players without a limit of their own per move.
    #[arg(long, value_name = "TIME[+INCREMENT]")]
    pub clock: Option<String>,

    /// How far a clock may run below zero before the game is lost.
    #[arg(long, value_name = "TIME", default_value = "0s", value_parser = quantity::duration, requires = "clock")]
    pub clock_grace: std::time::Duration,

    /// A player loses whose own score was this bad for N of its moves in a row: moves=N,score=CENTIPAWNS
    /// (chess only).
    #[arg(long, value_name = "RULE")]
    pub resign: Option<String>,

    /// A game is drawn if the scores of both players were this near to zero for N moves of each in a row:
    /// moves=N,score=CENTIPAWNS[,from=MOVE] (chess only).
    #[arg(long, value_name = "RULE")]
    pub draw: Option<String>,

    /// Write all games to FILE in PGN (chess only).
    #[arg(long, value_name = "FILE")]
    pub pgn: Option<std::path::PathBuf>,

    /// The number of threads. [default: one per processor]
    #[arg(long, value_name = "T", value_parser = super::threads::count)]
    pub threads: Option<std::num::NonZero<usize>>,

    /// The seed of the random numbers: openings, dice, players.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Stop as soon as it is clear whether the first player is elo1 points better than the second, or
    /// only elo0: elo0=E,elo1=E[,alpha=0.05,beta=0.05], a sequential probability ratio test.
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    pub sprt: Option<String>,

    /// Write every game to FILE when it ends. Games of this match that are in FILE already are not
    /// played again.
    #[arg(long, value_name = "FILE")]
    pub out: Option<std::path::PathBuf>,

    /// Show no progress.
    #[arg(long)]
    pub quiet: bool,

    /// How to write the results.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Debug, Subcommand)]
pub enum ArenaCommand {
    /// Play recorded games again: checks that all moves are legal and all results right.
    #[command(
        after_help = "Exit codes: 0 all games are right, 1 one is not, 2 the file holds no games."
    )]
    Replay(Replay),
}

#[derive(Debug, Args)]
pub struct Replay {
    /// The file that 'gametree arena --out' has written.
    pub file: std::path::PathBuf,

    /// Show this game move by move.
    #[arg(long, value_name = "N")]
    pub game: Option<u64>,

    /// Play them by the rules of this game, whatever game the file names. Required for trees in
    /// files: a file that only the recorded match names is not opened.
    #[arg(long, value_name = "GAME")]
    pub rules: Option<String>,

    /// How to write the verdict.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}
