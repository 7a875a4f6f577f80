//! What the fuzzer damages: command lines of `gametree`, and the files that they read.

/// Commands that write some of the files.
pub const MADE: &[&str] = &[
    "solve connect4:4x4 --certificate proof.gtc",
    "solve random:b=3,d=4,seed=2 --certificate tree.gtc",
    "arena tictactoe random mcts:nodes=20 --games 4 --quiet --out rows.jsonl",
];

/// The files, by number: F0, F1, and so on.
pub const FILES: &[&str] = &[
    "tree.json",
    "game.efg",
    "positions",
    "proof.gtc",
    "tree.gtc",
    "rows.jsonl",
    "games.pgn",
    "suite.epd",
    "uci.txt",
];

/// Command lines that are all right.
pub const LINES: &[&str] = &[
    "solve tree:F0 --algorithm star1 --time 1s",
    "solve tree:F1 --all-moves --format json",
    "solve connect4:4x4 --positions F2 --time 1s",
    "check F3",
    "certificate show F3 --position 12 --format json",
    "check F4",
    "arena replay F5",
    "arena replay F5 --game 2",
    "arena tictactoe random mcts:nodes=20 --games 6 --quiet --out F5",
    "compare random:b=3,d=4 --algorithm alphabeta --algorithm rollout:leftmost --time 1s",
    "analyse connect4:4x4 --position 12 --nodes 200",
    "solve connect4 --depth 3 --algorithm scout --format jsonl",
    "solve ewn:3 --epsilon 10% --nodes 1k",
    "solve connect4:4x4 --threads 3 --time 1s --format json",
    "perft chess --file F7 --depth 2",
    "perft othello:4x4 --depth 3 --divide",
    "check-rules connect4:4x4 --games 3 --time 1s --seed 5 --format json",
    "epd F7 --nodes 200 --quiet",
    "arena chess random selective:nodes=50 --games 2 --quiet --openings F7 --clock 1s+10ms",
    "arena chess random mcts:nodes=5 --games 2 --quiet --openings F6 --opening-plies 3 --draw 1",
    "uci <F8",
    "uci --by mcts <F8",
];
