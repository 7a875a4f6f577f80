//! What the fuzzer damages: command lines of `gametree-lab`, and the files that they read.

/// Commands that write some of the files.
pub const MADE: &[&str] = &[
    "converge implanted:d=6,max=0 --runs 2 --limit 200 --quiet --out runs.jsonl",
    "accuracy connect4:4x4 --player mcts --nodes 20 --sample 3 --plies 8..10 --quiet --solved solved.jsonl \
     --out moves.jsonl",
    "run weinstein-1a --scale tiny --quiet --out lab",
];

/// The files, by number: F0, F1, and so on.
pub const FILES: &[&str] = &[
    "runs.jsonl",
    "games.pgn",
    "solved.jsonl",
    "moves.jsonl",
    "lab/lab.json",
    "lab/rows/weinstein-1a.jsonl",
];

/// Command lines that are all right.
pub const LINES: &[&str] = &[
    "converge implanted:d=6,max=0 --runs 3 --limit 200 --quiet --out F0",
    "traps F1 --shallow 1 --deep 2 --sample 2 --playouts 2 --quiet",
    "traps --game connect4:4x4 --positions 2 --shallow 1 --deep 3 --playouts 2 --quiet --out FOLDER",
    "accuracy connect4:4x4 --player mcts --nodes 20 --sample 3 --plies 8..10 --quiet --solved F2 --out F3",
    "run weinstein-1a --scale tiny --quiet --out FOLDER",
    "run weinstein-1a --scale tiny --quiet --out FOLDER -- F4 F5",
    "merge FOLDER --out FOLDER-all -- F4 F5",
];
