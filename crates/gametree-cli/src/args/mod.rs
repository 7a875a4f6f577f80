//! What can be written on the command line.

mod arena;
mod check_rules;
#[cfg(feature = "chess")]
mod chess;
mod epilogue;
mod new;
mod perft;
mod play;
pub mod threads;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, ValueEnum};
use gametree::{Bounds, Epsilon, Storage};

use gametree::registry::quantity;

pub use arena::{Arena, ArenaCommand, Replay};
pub use check_rules::CheckRules;
#[cfg(feature = "chess")]
pub use chess::{Epd as EpdArguments, Uci};
pub use new::New;
pub use perft::Perft;
pub use play::{Play, Side, WORDS as PLAY_WORDS};
pub use threads::Threads;

pub use epilogue::{flowing, with_examples_of};

const EXIT_CODES: &str = "\
Exit codes:
  0  the question is answered
  1  a check failed
  2  bad input; one line on standard error says what is wrong
  3  a limit or an interrupt came first; what is known was printed

Values are seen from MAX, the first player, everywhere.";

const CHECK_HELP: &str = "\
Examples:
  gametree solve connect4:5x4 --certificate proof.gtc
  gametree check proof.gtc

Exit codes: 0 the claim is proven, 1 it is not (one line says where), 2 the file is not a
certificate.";

const SOLVE_EXAMPLES: &str = "\
Examples:
  gametree solve tictactoe
  gametree solve connect4:5x4 --all-moves
  gametree solve connect4:6x5 --position 3342 --time 10s
  gametree solve connect4 --depth 12
  gametree solve connect4 --positions positions.txt --reset
  gametree solve connect4:5x4 --certificate proof.gtc
  gametree solve random:b=4,d=10,seed=7 --algorithm fsss --format json
  gametree solve tree:game.json --algorithm rollout:max-upper --trace
  gametree solve random:b=4,d=4,leaves=0..100,chance=0.8 --epsilon 5%";

const COMPARE_HELP: &str = "\
Examples:
  gametree compare random:b=4,d=8,seed=1
  gametree compare connect4:5x4 --algorithm df-pn --algorithm fsss
  gametree compare connect4 --depth 8 --time 1m

Without a limit (--time, --nodes, --leaves), and unless --algorithm names them, each algorithm stops
after 10 seconds, so that the table comes soon even if a game is large. What it knows by then stands in
the table: the value lies in that interval. Some algorithms, such as minimax, finish small games only.

Exit codes: 0 all have answered, 1 their answers contradict each other, 2 bad input, 3 a limit or an
interrupt came first.";

const ANALYSE_HELP: &str = "\
Examples:
  gametree analyse connect4 --position 4444 --time 5s
  gametree analyse breakthrough:6x6 --by mcts-alphabeta --nodes 20k
  gametree analyse connect4 --position 4444 --by ab --time 2s

Moves are listed best first. For a player that samples, visits are the rollouts through a move
(including those that alpha-beta's findings count for), the mean is MAX's expected score (50 % is
even), and the interval is what is proven.

A player that looks for one move, such as ab or scout, searches every move by itself: to one depth
after another, or with an equal share of the limits each if the game has no evaluation. So it does
not look as far ahead as it does in a game, or in 'gametree solve'. Values of players that prove are
marked with 'about' if they are estimates. 'selective' compares all moves, too, unless its parameter
'lines' says how many: 'selective:lines=1' looks further ahead, for the best move alone.";

/// Game-tree search for two-player games: solve, play, compare, and prove.
#[derive(Debug, Parser)]
#[command(name = "gametree", version, after_help = flowing(EXIT_CODES), styles = styles())]
pub struct Cli {
    #[command(subcommand)]
    pub command: Subcommand,
}

fn solve_help() -> String {
    flowing(&[SOLVE_EXAMPLES, EXIT_CODES].join("\n\n"))
}

/// The colours of help.
pub fn styles() -> Styles {
    Styles::styled()
        .header(AnsiColor::Yellow.on_default().bold())
        .usage(AnsiColor::Yellow.on_default().bold())
        .literal(AnsiColor::Green.on_default())
}

#[derive(Debug, clap::Subcommand)]
pub enum Subcommand {
    /// Find the value of a position, the best move and the principal variation.
    #[command(after_help = SOLVE_EXAMPLES, after_long_help = solve_help())]
    Solve(Solve),
    /// Solve one position by several algorithms and compare their work: leaves, nodes, time, memory, also
    /// relative to alpha-beta and to the size of the answer's certificate.
    #[command(after_help = flowing(COMPARE_HELP))]
    Compare(Compare),
    /// Let players play matches: who is better, and by how much.
    #[command(after_help = flowing(arena::HELP), args_conflicts_with_subcommands = true)]
    #[command(
        override_usage = "gametree arena [OPTIONS] <GAME> <PLAYER> <PLAYER>...\n       gametree arena replay [OPTIONS] <FILE>"
    )]
    Arena(Arena),
    /// Check a certificate that 'solve --certificate' has written, by the rules of the game alone.
    #[command(after_help = flowing(CHECK_HELP))]
    Check(Check),
    /// Look up moves in the strategy of a certificate.
    Certificate {
        #[command(subcommand)]
        command: CertificateCommand,
    },
    /// Show what a player thinks of every move of a position, live: value or mean, and interval.
    #[command(after_help = flowing(ANALYSE_HELP))]
    #[command(visible_alias = "analyze")]
    Analyse(Analyse),
    /// Play against the machine, in the terminal or over a pipe.
    #[command(after_help = play::help())]
    Play(Play),
    /// Look for mistakes in the rules of a game: an undo that forgets something, a key that leaves something out.
    #[command(after_help = flowing(check_rules::HELP))]
    CheckRules(CheckRules),
    /// Count the ways to play N moves from a position, to check how a game lists its moves.
    #[command(after_help = flowing(perft::HELP))]
    Perft(Perft),
    /// Write a crate with a game of your own, which builds, plays and tests: a small one, to be rewritten.
    #[command(after_help = flowing(new::HELP))]
    New(New),
    #[cfg(feature = "chess")]
    /// Be a chess engine: speak UCI with a chess program.
    #[command(after_help = chess::UCI_HELP)]
    Uci(Uci),
    #[cfg(feature = "chess")]
    /// Solve the chess positions of a test suite.
    #[command(after_help = flowing(chess::EPD_HELP))]
    Epd(EpdArguments),
    /// List the games, or tell all about one.
    #[command(after_help = "Examples:\n  gametree games\n  gametree games connect4")]
    Games(List),
    /// List the algorithms, or tell all about one.
    #[command(after_help = "Examples:\n  gametree algorithms\n  gametree algorithms mtd-f")]
    Algorithms(List),
    /// Print a completion script for a shell.
    #[command(
        after_help = "Example:\n  cd ~/.local/share/bash-completion/completions\n  gametree completions bash > gametree"
    )]
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the command, or of one of its subcommands.
    #[command(after_help = "Example:\n  gametree man > ~/.local/share/man/man1/gametree.1")]
    Man {
        /// Which subcommand.
        #[arg(value_name = "SUBCOMMAND")]
        name: Option<String>,
    },
}

#[derive(Debug, clap::Subcommand)]
pub enum CertificateCommand {
    /// Check the certificate, and print what it proves of a position and which move it plays there.
    #[command(after_help = "Example:\n  gametree certificate show proof.gtc --position 33")]
    Show(Show),
}

/// How to write an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// How to write the answers about many positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Lines {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// One object a line (only with --positions).
    Jsonl,
}

/// Which store a search runs over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Store {
    /// A table if the game names its positions and the algorithm can use it, else as plain.
    Auto,
    /// A tree for the algorithms that need a store, otherwise nothing: as in the papers.
    Plain,
    /// One record per position, in a fixed amount of memory.
    Table,
}

impl From<Store> for Storage {
    fn from(store: Store) -> Storage {
        match store {
            Store::Auto => Storage::Auto,
            Store::Plain => Storage::Plain,
            Store::Table => Storage::Table,
        }
    }
}

/// Which question, and what may be spent on it.
#[derive(Debug, Args)]
pub struct Question {
    /// The game: NAME[:PARAMETERS]; 'gametree games' lists them.
    pub game: String,

    /// Start from this position, in the game's notation (normally a list of moves).
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// A range that contains every leaf, ends included.
    #[arg(long, value_name = "LO,HI", allow_hyphen_values = true, value_parser = quantity::range)]
    pub range: Option<Bounds>,

    /// Stop when the answer is known to within this much: a difference of values, or a percentage of
    /// their range (5%).
    #[arg(long, value_name = "E", allow_hyphen_values = true, value_parser = quantity::epsilon)]
    pub epsilon: Option<Epsilon>,

    /// Search to this depth by iterative deepening and evaluate there: an estimate, not a proof.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = quantity::depth)]
    pub depth: Option<u32>,

    /// Search to that depth at once, not to depth 1, 2, 3 and so on before.
    #[arg(long, requires = "depth")]
    pub no_deepening: bool,

    /// Use the rules alone, without the facts that the game states beyond them.
    #[arg(long)]
    pub no_facts: bool,

    /// The first guess of mtd-f.
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    pub guess: Option<String>,

    /// The seed of the random numbers.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Stop after this many leaves.
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = quantity::count)]
    pub leaves: Option<u64>,

    /// Stop after this many nodes.
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = quantity::count)]
    pub nodes: Option<u64>,

    /// Stop after this time: 500ms, 10s, 2m, 1h.
    #[arg(long, value_name = "T", allow_hyphen_values = true, value_parser = quantity::duration)]
    pub time: Option<std::time::Duration>,

    /// The limit on memory: 100MB, 2GiB. Without it a table takes 128MiB, and trees may grow to
    /// half of the machine's memory (or of what the container may use).
    #[arg(long, value_name = "M", allow_hyphen_values = true, value_parser = quantity::memory)]
    pub memory: Option<usize>,

    /// Show no progress.
    #[arg(long)]
    pub quiet: bool,
}

#[derive(Debug, Args)]
pub struct Solve {
    #[command(flatten)]
    pub question: Question,

    /// The algorithm: NAME[:key=value,...]; 'gametree algorithms' lists them. With 'auto': solver
    /// over a table for games with position keys (scout with --depth), else rollout:leftmost;
    /// star1 where there are chance nodes, rollout:best-first where positions repeat; with
    /// --epsilon others that can use it.
    #[arg(long, value_name = "A", default_value = "auto")]
    pub algorithm: String,

    /// Where the search stores what it learns.
    #[arg(long, value_enum, value_name = "STORE", default_value_t = Store::Auto)]
    pub store: Store,

    #[command(flatten)]
    pub threads: Threads,

    /// Solve every position of a file: one per line ('start' for the start), optionally followed by a space or
    /// a tab and the expected value, for MAX unless --values says otherwise. If positions contain spaces, a
    /// tab shows where they end. A line that begins with '# ' and is no position is a comment. Limits are per
    /// position. Lines that are not positions are reported and skipped, and the exit code is 2.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "trace"])]
    pub positions: Option<std::path::PathBuf>,

    /// Whose values the file contains. A line '# values: mover' in the file says so too. [default: max]
    #[arg(long, value_enum, value_name = "WHOSE", requires = "positions")]
    pub values: Option<Whose>,

    /// Clear the table before each position.
    #[arg(long, requires = "positions")]
    pub reset: bool,

    /// Find the exact value of every move.
    #[arg(long)]
    pub all_moves: bool,

    /// List the evaluated leaves in order, by their numbers (tree: only).
    #[arg(long)]
    pub trace: bool,

    /// Write a proof of the answer to FILE, which 'gametree check' verifies. The search then goes
    /// without facts, so that the proof rests on the rules alone. With --memory the search and the
    /// proof get half of it each; of --time the search gets at most half, and the proof the rest.
    #[arg(long, value_name = "FILE", conflicts_with = "positions")]
    pub certificate: Option<std::path::PathBuf>,

    /// Replace whatever is in FILE, even if it is not a certificate or holds a better proof of the same
    /// position.
    #[arg(long, requires = "certificate")]
    pub force: bool,

    /// Let search and certificate use the game's facts as well as its rules.
    #[arg(long, requires = "certificate", conflicts_with = "no_facts")]
    pub trust_facts: bool,

    /// How to write the answer.
    #[arg(long, value_enum, default_value_t = Lines::Text)]
    pub format: Lines,
}

/// From whose view values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Whose {
    /// From MAX's point of view, the first player's, as everywhere else.
    Max,
    /// From the point of view of the player to move.
    Mover,
}

#[derive(Debug, Args)]
pub struct Check {
    /// The certificate.
    pub file: std::path::PathBuf,

    /// Check it as a proof about this game, whatever game it names. Required for trees in
    /// files: a file that only the certificate names is not opened.
    #[arg(long, value_name = "GAME")]
    pub game: Option<String>,

    /// The limit on memory: 100MB, 2GiB. By default half of the machine's.
    #[arg(long, value_name = "M", allow_hyphen_values = true, value_parser = quantity::memory)]
    pub memory: Option<usize>,

    /// How to write the verdict.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct Show {
    #[command(flatten)]
    pub check: Check,

    /// The position, in the game's notation; without it the one that the certificate is about.
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub position: Option<String>,
}

#[derive(Debug, Args)]
pub struct Compare {
    #[command(flatten)]
    pub question: Question,

    /// An algorithm; may be given several times. Without it: all that apply and end with a proof, each for
    /// at most 10 seconds if there is no other limit.
    #[arg(long, value_name = "A")]
    pub algorithm: Vec<String>,

    /// Where each of them stores what it learns.
    #[arg(long, value_enum, value_name = "STORE", default_value_t = Store::Plain)]
    pub store: Store,

    /// How to write the table.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct List {
    /// Tell all about this one.
    pub name: Option<String>,

    /// How to write the list.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// Which position, and who looks at it.
#[derive(Debug, Args)]
pub struct Analyse {
    /// The game: NAME[:PARAMETERS]; 'gametree games' lists them.
    pub game: String,

    /// The position, in the game's notation; without it, the start.
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub position: Option<String>,

    /// The player: any algorithm, with its parameters; 'gametree algorithms' lists them.
    /// [default: mcts-solver or selective, whichever 'gametree games NAME' names]
    #[arg(long, value_name = "PLAYER", visible_alias = "player", alias = "algorithm")]
    pub by: Option<String>,

    /// Stop after this time [default: 5s, if there is no other limit].
    #[arg(long, value_name = "T", allow_hyphen_values = true)]
    pub time: Option<String>,

    /// Stop after this many nodes.
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub nodes: Option<String>,

    /// The limit on memory.
    #[arg(long, value_name = "M", allow_hyphen_values = true)]
    pub memory: Option<String>,

    #[command(flatten)]
    pub threads: Threads,

    /// The seed of the random numbers.
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,

    /// Output format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,

    /// Show no progress while searching.
    #[arg(long)]
    pub quiet: bool,
}
