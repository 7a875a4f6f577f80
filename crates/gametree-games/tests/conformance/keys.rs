//! Keys are read back, and numbers that are none do no harm.

use std::fmt::Debug;

use gametree::{Game, Key, Knowledge, Moves, Notation, Turn};

use crate::minimax::exact_key;
use crate::suite::{every_move, every_position, scramble};

/// What an exact key names is the very position.
pub fn read_back<G: Notation>(game: &G, position: &G::Position, turn: Turn, moves: &Moves<G::Move>)
where
    G::Position: PartialEq + Debug,
{
    let Some(key) = exact_key(game, position) else { return };
    let read = game.position_of(key);
    let again = read.unwrap_or_else(|| panic!("key {key} is not read back: {position:?}"));
    assert_eq!(&again, position, "key {key}");
    assert_eq!(game.key(&again), Some(Key::Exact(key)));
    assert_eq!(game.draw(&again), game.draw(position));
    assert_eq!((game.judge(&again), game.facts(&again)), (turn, game.facts(position)));
    let mut same = Moves::new();
    assert_eq!(game.expand(&again, &mut same), turn);
    let texts = |position: &G::Position, moves: &Moves<G::Move>| -> Vec<String> {
        moves.iter().map(|mv| game.move_text(position, mv)).collect()
    };
    assert_eq!(texts(&again, &same), texts(position, moves));
}

/// Any number: it is refused, or the key of a position that is like any other, and so are those one move
/// on. Says whether it was a key.
fn any_number<G: Notation + Knowledge<G>>(game: &G, number: u128) -> bool
where
    G::Position: PartialEq + Debug,
{
    let Some(position) = game.position_of(number) else { return false };
    assert_eq!(game.key(&position), Some(Key::Exact(number)), "{position:?}");
    let mut moves = Moves::new();
    let turn = game.expand(&position, &mut moves);
    every_position(game, &position, turn, &moves);
    every_move(game, &position, &moves);
    for mv in moves.iter() {
        let mut child = position.clone();
        game.play(&mut child, mv);
        let mut replies = Moves::new();
        let turn = game.expand(&child, &mut replies);
        every_position(game, &child, turn, &replies);
        let _ = (game.plies_left(&child), game.canonical(&child));
    }
    true
}

/// Numbers great and small, and keys with something wrong: most are no keys, and none does harm.
pub fn any_numbers<G: Notation + Knowledge<G>>(game: &G)
where
    G::Position: PartialEq + Debug,
{
    let mut seed = 11;
    let bits = game.key_bits();
    let beyond = if bits < 128 { 1 << bits } else { u128::MAX };
    for number in [u128::MAX, u128::MAX - 1, u64::MAX.into(), 1 << 64, beyond] {
        any_number(game, number);
    }
    for small in 0..500 {
        any_number(game, small);
        any_number(game, beyond.wrapping_sub(small + 1));
        any_number(game, large(&mut seed));
        any_number(game, large(&mut seed) % beyond);
    }
    let keys = keys_of_a_play(game, &mut seed);
    for i in 0..500 {
        let key = keys[i % keys.len()];
        let flips = scramble(&mut seed) % 3 + 1;
        let flip = |key: u128, seed: &mut u64| key ^ 1 << (scramble(seed) % bits as usize);
        any_number(game, (0..flips).fold(key, |key, _| flip(key, &mut seed)));
        let delta = (scramble(&mut seed) % 100 + 1) as u128;
        any_number(game, key.saturating_add(delta));
        any_number(game, key.saturating_sub(delta));
    }
    assert!(keys.iter().all(|&key| any_number(game, key)), "keys are keys");
}

fn large(seed: &mut u64) -> u128 {
    (0..5).fold(0, |number, _| number << 31 | scramble(seed) as u128)
}

/// The exact keys along a play by chance, of a thousand moves at most.
fn keys_of_a_play<G: Game>(game: &G, seed: &mut u64) -> Vec<u128> {
    let mut position = game.start();
    let mut keys = Vec::new();
    for _ in 0..1_000 {
        keys.extend(exact_key(game, &position));
        let mut moves = Moves::new();
        if let Turn::Terminal(_) = game.expand(&position, &mut moves) {
            break;
        }
        let mv = moves.get(scramble(seed) % moves.len());
        game.play(&mut position, mv);
    }
    keys
}
