//! Mates: the strong player's claims, and what it must find, held to a search that tries everything.

use gametree::job::{AnyGame, PlayerSpec};
use gametree::{Draws, Game, Kind, Moves, Notation, Turn};
use gametree_chess::{Chess, Position};

/// Whether the player to move can force mate within so many moves, by trying everything.
fn mates(game: &Chess, position: &mut Position, mover: Kind, within: u32) -> bool {
    let mut moves = Moves::new();
    game.expand(position, &mut moves);
    within > 0
        && moves.iter().any(|step| {
            game.play(position, step);
            let mated = is_mated(game, position, mover, within);
            game.undo(position, step, ());
            mated
        })
}

/// Whether the opponent of `mover` is mated, or will be, whatever he does.
fn is_mated(game: &Chess, position: &mut Position, mover: Kind, within: u32) -> bool {
    let mut moves = Moves::new();
    match game.expand(position, &mut moves) {
        Turn::Terminal(value) => value.get() == if mover == Kind::Max { 1.0 } else { -1.0 },
        Turn::Inner(_) => moves.iter().all(|step| {
            game.play(position, step);
            let mated = match game.judge(position) {
                Turn::Terminal(_) => false,
                Turn::Inner(_) => mates(game, position, mover, within - 1),
            };
            game.undo(position, step, ());
            mated
        }),
    }
}

/// A random position with few pieces, all of one side's heavy; not all of them are legal.
fn drawn(draws: &mut Draws) -> String {
    let mut board = [b'1'; 64];
    let mut put = |piece: u8| {
        let free: Vec<usize> = (0..64).filter(|&at| board[at] == b'1').collect();
        let pawn = piece.eq_ignore_ascii_case(&b'p');
        let free: Vec<usize> =
            free.into_iter().filter(|at| !pawn || (8..56).contains(at)).collect();
        board[free[draws.below(free.len() as u64) as usize]] = piece;
    };
    for piece in *b"KkQRBQpn" {
        put(piece);
    }
    let flip = draws.below(2) == 0;
    let rows: Vec<String> = board
        .chunks(8)
        .map(|row| row.iter().map(|&c| char::from(c)).collect::<String>())
        .map(|row| if flip { row.chars().map(swapped).collect() } else { row })
        .collect();
    format!("{} {} - - 0 1", rows.join("/"), if flip { "b" } else { "w" })
}

fn swapped(piece: char) -> char {
    if piece.is_ascii_uppercase() { piece.to_ascii_lowercase() } else { piece.to_ascii_uppercase() }
}

/// In how many moves the strong player says that the one to move will mate.
fn claimed(whole: &AnyGame, fen: &str, mover: Kind, nodes: u64) -> Option<u32> {
    let spec = PlayerSpec::parse(&format!("selective:nodes={nodes}")).unwrap();
    let mut player = whole.player(&spec, Some(fen), 1).unwrap();
    let report = player.think(None, &mut |_| {}).unwrap();
    let ends_in = report.ahead.as_ref().and_then(|ahead| *ahead.ends_in.first()?);
    let wins = report.mean.is_some_and(|mean| (mean > 0.5) == (mover == Kind::Max));
    ends_in.filter(|_| wins).map(|plies| plies.div_ceil(2))
}

/// With a few nodes a claim may be longer than the shortest mate, but it is true; with more it is the shortest.
#[test]
fn claims_of_mate_are_true_and_in_time_the_shortest() {
    let (mut draws, mut found) = (Draws::new(1), [0; 4]);
    let whole = AnyGame::new(Chess::new());
    for _ in 0..60 {
        let fen = drawn(&mut draws);
        let Ok(game) = Chess::from_fen(&fen) else { continue };
        let mut position = game.parse_position("").unwrap();
        let Turn::Inner(mover) = game.judge(&position) else { continue };
        let exact = (1..=2).find(|&n| mates(&game, &mut position, mover, n));
        let claim = claimed(&whole, &fen, mover, 20_000);
        if let Some(claim) = claim.filter(|&claim| claim <= 3) {
            assert!(mates(&game, &mut position, mover, claim), "{fen}: mate in {claim}");
            found[claim as usize] += 1;
        }
        if let Some(exact) = exact.filter(|&exact| claim != Some(exact)) {
            assert_eq!(claimed(&whole, &fen, mover, 300_000), Some(exact), "{fen}");
        }
    }
    assert!(found[1] > 2 && found[2] > 2 && found[3] > 1, "{found:?}");
}
