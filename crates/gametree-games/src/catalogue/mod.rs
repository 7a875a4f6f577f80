//! The one list of built-in games: a name with parameters becomes a game.

mod trees;

use gametree::job::{AnyGame, Catalogue, Entry, GameError};
use gametree::{Knowledge, Notation};

use crate::breakthrough::Breakthrough;
use crate::connect4::Connect4;
use crate::cops::{self, Cops, MOST_COPS, Placement};
use crate::domineering::Domineering;
use crate::dots::Dots;
use crate::ewn::Ewn;
use crate::hex::Hex;
use crate::kalah::Kalah;
use crate::mnk::Mnk;
use crate::nim::Nim;
use crate::othello::Othello;
use crate::parameters::{Parameters, numbers};
use crate::pig::Pig;
use crate::tictactoe::TicTacToe;

/// The built-in games.
///
/// ```
/// use gametree_games::GAMES;
///
/// assert!(GAMES.iter().any(|entry| entry.name == "connect4"));
/// assert!(GAMES.iter().all(|entry| !entry.summary.is_empty()));
/// ```
pub const GAMES: &[Entry] = &[
    Entry::new("tree", trees::tree)
        .syntax("tree:FILE")
        .example("tree:game.json")
        .summary("a tree from a file: JSON, or Gambit's .efg")
        .citation("Savani, Turocy: Gambit (2024), for .efg")
        .player("mcts-solver"),
    Entry::new("random", trees::random)
        .syntax("random:b=B,d=D[,seed=S][,leaves=i32|binary|LO..HI|sum][,order=random|best|worst][,noise=N%][,chance=P]")
        .example("random:b=4,d=8,seed=7")
        .summary("a uniform tree with random leaves, of any size")
        .citation("Weinstein, Littman, Goschin 2012, section 4")
        .player("mcts-solver"),
    Entry::new("implanted", trees::implanted)
        .syntax("implanted:d=D,max=X1/X2/...[,min=Y1/Y2/...][,bias=A/B][,single][,b=B][,seed=S]")
        .example("implanted:d=20,max=0/10,min=9/11,bias=0/0.5")
        .summary("a tree with winning strategies hidden in it: right moves at the critical depths")
        .citation("Ramanujan, Sabharwal, Selman 2011, section 6")
        .player("mcts-solver"),
    Entry::new("dchain", trees::chain)
        .syntax("dchain:D")
        .example("dchain:8")
        .summary("stop for a little less at each of D places, or go on to the best at the end")
        .citation("Coquelin, Munos 2007, section 2.2")
        .player("mcts-solver"),
    Entry::new("tictactoe", tictactoe)
        .syntax("tictactoe")
        .example("tictactoe")
        .summary("three in a row on three by three; cells 1-9")
        .citation("traditional")
        .player("mcts-solver"),
    Entry::new("connect4", connect4)
        .syntax("connect4[:WxH]")
        .example("connect4:5x4")
        .summary("four in a row with gravity; columns 1-W, 7x6 by default")
        .citation("Wexler, Strongin: Connect Four (Milton Bradley, 1974)")
        .facts("a win at once; a loss next (two open threats, or no safe move); a move that lets the other win at once; the earliest win still possible; no line left for a player; a draw or a win by always having an answer (claimeven, baseinverse, odd and even threats)")
        .player("mcts-solver"),
    Entry::new("mnk", mnk)
        .syntax("mnk:M,N,K")
        .example("mnk:4,4,3")
        .summary("K in a row on M columns and N rows; cells such as b3")
        .citation("van den Herik, Uiterwijk, van Rijswijck: Games solved (2002), section 5.1")
        .facts("a win at once; a loss next; a move that lets the other win at once; no line left for a player; the first player does not lose")
        .player("mcts-solver"),
    Entry::new("kalah", kalah)
        .syntax("kalah:M,N[,empty-capture]")
        .example("kalah:3,2")
        .summary("sowing N seeds a pit, M pits a side; pits 1-M from the mover's left")
        .citation("Irving, Donkers, Uiterwijk: Solving Kalah (2000)")
        .facts("seeds in a store stay there")
        .player("mcts-solver"),
    Entry::new("breakthrough", breakthrough)
        .syntax("breakthrough[:WxH]")
        .example("breakthrough:3x5")
        .summary("first piece to the far row, 8x8 by default; moves such as a2b3")
        .citation("Dan Troyka: Breakthrough (2000)")
        .facts("a win at once; a loss next; the same of moves")
        .player("selective"),
    Entry::new("othello", othello)
        .syntax("othello[:N]")
        .example("othello:4")
        .summary("discs turned on NxN, 8 by default; cells such as d3, or pass")
        .citation("Hasegawa: Othello (1971); rules of the World Othello Federation")
        .facts("discs on an edge that can never be turned")
        .player("selective"),
    Entry::new("domineering", domineering)
        .syntax("domineering:MxN")
        .example("domineering:5x5")
        .summary("dominoes upright and level on M rows, N columns; moves such as a1a2")
        .citation("Andersson; Gardner: Scientific American, February 1974")
        .facts("moves that are safe, and the most moves that the other can have")
        .player("mcts-solver"),
    Entry::new("dots", dots)
        .syntax("dots:MxN")
        .example("dots:2x3")
        .summary("Dots and Boxes, M rows and N columns of boxes; lines such as a1b1")
        .citation("Lucas (1889); Berlekamp: The Dots-and-Boxes Game (2000)")
        .facts("boxes that are won; those that the mover can take at once; those that he must give if he can take none")
        .player("selective"),
    Entry::new("hex", hex)
        .syntax("hex:N")
        .example("hex:4")
        .summary("Hex on NxN, N up to 8; MAX joins top and bottom; cells such as c2")
        .citation("Hein (1942); Nash (1948)")
        .facts("a win at once; a loss next; a move that lets the other win at once; bridges from edge to edge")
        .player("mcts-solver"),
    Entry::new("nim", nim)
        .syntax("nim:A-B-...[,misere]")
        .example("nim:3-5-7")
        .summary("heaps of stones, the last one wins; 2:3 takes three from the second")
        .citation("Bouton: Nim, a game with a complete mathematical theory (1901)")
        .player("mcts-solver"),
    Entry::new("cops", cops_and_robber)
        .syntax("cops:WxH,cops=N[,seed=S][,obstacles=20%][,chance=P]")
        .example("cops:6x6,cops=2,chance=0.8")
        .summary("a robber runs from N cops (use --depth); steps N E S W and . to stay")
        .citation("Moldenhauer, Sturtevant 2009; Atzmon, Stern, Saffidine 2018")
        .player("mcts-solver"),
    Entry::new("pig", pig)
        .syntax("pig:GOAL[,sides=6][,turns=H]")
        .example("pig:10,turns=2")
        .summary("roll or hold, a 1 loses the turn; the chance that the first player wins")
        .citation("Neller, Presser: Optimal play of the dice game Pig (2004)")
        .facts("a player whose only move is to hold has won")
        .player("mcts-solver"),
    Entry::new("ewn", ewn)
        .syntax("ewn:5|3")
        .example("ewn:3")
        .summary("EinStein würfelt nicht! the die says which stone moves; 4, then a2b3")
        .citation("Ingo Althöfer: EinStein würfelt nicht! (2004)")
        .facts("a win at once; the same of moves")
        .player("mcts-solver"),
];

/// The catalogue of the built-in games.
pub fn catalogue() -> Catalogue {
    GAMES.iter().copied().collect()
}

/// The built-in game that `spec` names.
///
/// ```
/// let game = gametree_games::open("tictactoe").unwrap();
/// assert_eq!(game.board(Some("5")).unwrap().moves().len(), 8);
/// assert!(gametree_games::open("tictactoe:4").is_err());
/// ```
///
/// # Errors
/// As [`Catalogue::open`].
pub fn open(spec: &str) -> Result<AnyGame, GameError> {
    catalogue().open(spec)
}

fn tictactoe(text: &str) -> Result<AnyGame, GameError> {
    Parameters::read(text, &[])?;
    Ok(AnyGame::new(TicTacToe))
}

fn connect4(text: &str) -> Result<AnyGame, GameError> {
    let size = if text.is_empty() { "7x6" } else { text };
    let board = || {
        let (width, height) = size.split_once('x')?;
        Connect4::new(width.parse().ok()?, height.parse().ok()?)
    };
    board().map(AnyGame::with_typed_lane).ok_or_else(|| {
        GameError::new(format!(
            "'{size}' should be WxH with at most 9 columns, at most 29 rows and W*(H+1) at most 64, \
             such as 7x6"
        ))
    })
}

/// The game, if there is one; otherwise `text` should have been `right`.
fn build<G>(game: Option<G>, text: &str, right: &str) -> Result<AnyGame, GameError>
where
    G: Notation<Position: Send, Undo: Send> + Knowledge<G> + Send + Sync + 'static,
{
    let wrong = || match text {
        "" => GameError::new(format!("the parameters should be {right}")),
        _ => GameError::new(format!("'{text}' should be {right}")),
    };
    let game = game.ok_or_else(wrong)?;
    Ok(AnyGame::new(game))
}

fn mnk(text: &str) -> Result<AnyGame, GameError> {
    let game = numbers(text, ',').and_then(|[m, n, k]| Mnk::new(m, n, k));
    let right = "M,N,K: M columns and N rows, each at most 26, with at most 64 cells, and K at most \
                 the longer side, such as 4,4,3";
    build(game, text, right)
}

fn kalah(text: &str) -> Result<AnyGame, GameError> {
    let (board, empty_capture) = variant(text, ",empty-capture");
    let game = numbers(board, ',').and_then(|[m, n]| Kalah::new(m, n, empty_capture));
    let right = "M,N or M,N,empty-capture: M pits a side, at most 9, and N seeds a pit, at most 255 \
                 seeds in all, such as 6,4";
    build(game, text, right)
}

fn breakthrough(text: &str) -> Result<AnyGame, GameError> {
    let size = if text.is_empty() { "8x8" } else { text };
    let game = numbers(size, 'x').and_then(|[w, h]| Breakthrough::new(w, h));
    let right = "WxH with 2 to 26 columns, 4 to 26 rows and at most 64 cells, such as 8x8";
    build(game, size, right)
}

fn othello(text: &str) -> Result<AnyGame, GameError> {
    let size = if text.is_empty() { "8" } else { text };
    build(size.parse().ok().and_then(Othello::new), size, "4, 6 or 8")
}

fn domineering(text: &str) -> Result<AnyGame, GameError> {
    let game = numbers(text, 'x').and_then(|[m, n]| Domineering::new(m, n));
    let right = "MxN: M rows and N columns, each at most 26, with at most 64 cells, such as 5x5";
    build(game, text, right)
}

fn dots(text: &str) -> Result<AnyGame, GameError> {
    let game = numbers(text, 'x').and_then(|[m, n]| Dots::new(m, n));
    let right = "MxN: M rows and N columns of boxes, each at most 25, with (M+1)*(N+1) at most 64, such \
                 as 3x3";
    build(game, text, right)
}

fn hex(text: &str) -> Result<AnyGame, GameError> {
    let game = text.parse().ok().and_then(Hex::new);
    build(game, text, "N: N rows of N cells, from 1 to 8 (a set of cells is 64 bits), such as 5")
}

fn nim(text: &str) -> Result<AnyGame, GameError> {
    let (heaps, misere) = variant(text, ",misere");
    let heaps: Option<Vec<u8>> = heaps.split('-').map(|heap| heap.parse().ok()).collect();
    let game = heaps.and_then(|heaps| Nim::new(&heaps, misere));
    let right = "A-B-... or A-B-...,misere: at most 15 heaps of 1 to 255 stones, such as 3-5-7";
    build(game, text, right)
}

fn cops_and_robber(text: &str) -> Result<AnyGame, GameError> {
    let (size, text) = text.split_once(',').unwrap_or((text, ""));
    let board = numbers(size, 'x').filter(|&[w, h]| cops::is_board(w, h));
    let [width, height] = board.ok_or_else(|| {
        GameError::new(format!(
            "'{size}' should be WxH with at most 26 columns and rows and at most 64 cells, such as 6x6"
        ))
    })?;
    let parameters = Parameters::read(text, &["cops", "seed", "obstacles", "chance"])?;
    let count = parameters.required("cops", 1..=MOST_COPS as u64)? as usize;
    let seed = parameters.number("seed", 1, 0..=u64::MAX)?;
    let cells = width * height;
    let obstacles = cops::obstacles(cells, parameters.percent("obstacles", 20, 99)?);
    let chance = parameters.chance()?;
    let placement = Placement::random(width, height, count, obstacles, seed).ok_or_else(|| {
        GameError::new(format!(
            "obstacles ({obstacles}), robber and cops ({count}) should find room on {cells} cells, one \
             each"
        ))
    })?;
    Ok(AnyGame::new(Cops::new(placement, chance)))
}

fn pig(text: &str) -> Result<AnyGame, GameError> {
    let (goal, text) = text.split_once(',').unwrap_or((text, ""));
    let parameters = Parameters::read(text, &["sides", "turns"])?;
    let sides = parameters.number("sides", 6, 2..=Pig::MOST_SIDES.into())? as u8;
    let turns = parameters.text("turns").map(|_| parameters.required("turns", 1..=u16::MAX.into()));
    let turns = turns.transpose()?.map(|turns| turns as u16);
    let game = goal.parse().ok().and_then(|goal| Pig::new(goal, sides, turns));
    build(game, goal, "a goal from 1 to 1000, such as pig:100")
}

fn ewn(text: &str) -> Result<AnyGame, GameError> {
    build(text.parse().ok().and_then(Ewn::new), text, "5 or 3, as in ewn:5")
}

/// The text without the word that names a variant at its end, and whether it was there.
fn variant<'t>(text: &'t str, word: &str) -> (&'t str, bool) {
    text.strip_suffix(word).map_or((text, false), |rest| (rest, true))
}
