//! Keys: how large they are, and whether they are read back.

use gametree_model::erased::{Erased, Position};
use gametree_model::{Game, Key};

use crate::Rule;
use crate::broken::{Broken, Check, ensure};
use crate::look::Look;
use crate::subject::{difference, exact_key};
use crate::words;

/// All checks of the key of a position.
pub(crate) fn check(look: &Look<'_>) -> Check {
    allowed(look)?;
    has_few_bits(look)?;
    read_back(look)
}

fn allowed(look: &Look<'_>) -> Check {
    let key = look.subject.game.key(look.position);
    ensure(look.subject.constants.2 || key.is_none(), Rule::Constants, || {
        format!("KEYS is false, and a position has {}", words::key(key))
    })
}

fn has_few_bits(look: &Look<'_>) -> Check {
    let Some(Key::Exact(key) | Key::Hash(key)) = look.subject.game.key(look.position) else {
        return Ok(());
    };
    let bits = look.subject.game.key_bits();
    ensure(bits >= 128 || key >> bits == 0, Rule::KeyBits, || {
        format!("key {key} has {} bits, and key_bits is {bits}", 128 - key.leading_zeros())
    })
}

/// If the game reads keys at all, an exact key is read as the position, or another one with that key.
fn read_back(look: &Look<'_>) -> Check {
    let game = &look.subject.game;
    let Some(key) = exact_key(game, look.position) else { return Ok(()) };
    if !reads_keys(game) {
        return Ok(());
    }
    let refused = || Broken { rule: Rule::ReadBack, found: format!("key {key} is refused") };
    let again = game.position_of(key).ok_or_else(refused)?;
    has_key(look, &again, key)?;
    if !look.subject.same(&again, look.position) {
        return ensure(!look.subject.unique_keys, Rule::UniqueKeys, || {
            format!("key {key} is read as\n{}", look.subject.show_apart(&again, look.position))
        });
    }
    let difference = difference(game, &again, look.position);
    ensure(difference.is_none(), Rule::ReadBack, || {
        let what = difference.unwrap_or_default();
        format!("key {key} is read as an equal position with other {what}")
    })
}

fn has_key(look: &Look<'_>, again: &Position, key: u128) -> Check {
    let other = look.subject.game.key(again);
    ensure(other == Some(Key::Exact(key)), Rule::ReadBack, || {
        let (other, again) = (words::key(other), look.subject.show(again));
        format!("key {key} is read as a position with {other}:\n{again}")
    })
}

/// Whether a game reads keys: it reads that of its start.
pub(crate) fn reads_keys(game: &Erased) -> bool {
    exact_key(game, &game.start()).is_some_and(|key| game.position_of(key).is_some())
}
