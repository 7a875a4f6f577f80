//! Numbers that may or may not be keys: the game reads them as proper positions, or refuses them.

use gametree_model::erased::Position;
use gametree_model::{Draws, Game, Key, Turn};

use crate::broken::{Broken, Check, caught, ensure};
use crate::keys::reads_keys;
use crate::look::Look;
use crate::subject::{Step, Subject, exact_key};
use crate::{Rule, Summary, Violation, position, words};

/// Tries large and small numbers, and damaged keys, as long as the checks cost no more than `budget`.
pub(crate) fn pass(
    subject: &Subject,
    (count, seed, budget): (u32, u64, u64),
    summary: &mut Summary,
) -> Result<(), Violation> {
    if !reads_keys(&subject.game) {
        let reason = "keys are not read back: `position_of` does not know the start's";
        summary.skipped.push(reason.into());
        return Ok(());
    }
    let mut reader = Reader { subject, left: budget, read: 0 };
    for number in numbers(subject, count, &mut Draws::new(seed)) {
        reader.any_number(number)?;
        if reader.left == 0 {
            summary.skipped.push("some numbers that might be keys: the budget is spent".into());
            break;
        }
    }
    summary.read = reader.read;
    Ok(())
}

fn numbers(subject: &Subject, count: u32, draws: &mut Draws) -> Vec<u128> {
    let bits = subject.game.key_bits();
    let beyond = if bits < 128 { 1 << bits } else { u128::MAX };
    let mut numbers = vec![u128::MAX, u128::MAX - 1, u64::MAX.into(), 1 << 64, beyond];
    let large = |draws: &mut Draws| u128::from(draws.bits()) << 64 | u128::from(draws.bits());
    for small in 0..u128::from(count) {
        let below = beyond.wrapping_sub(small + 1);
        numbers.extend([small, below, large(draws), large(draws) % beyond]);
    }
    let keys = keys_of_a_play(subject, draws);
    for &key in keys.iter().cycle().take(count as usize) {
        let flips = draws.below(3) + 1;
        let flip = |key: u128, draws: &mut Draws| key ^ 1 << draws.below(bits.clamp(1, 128).into());
        numbers.push((0..flips).fold(key, |key, _| flip(key, draws)));
        let delta = u128::from(draws.below(100) + 1);
        numbers.extend([key.saturating_add(delta), key.saturating_sub(delta)]);
    }
    numbers.extend(keys);
    numbers
}

/// The exact keys along a random playout, of a thousand moves at most.
fn keys_of_a_play(subject: &Subject, draws: &mut Draws) -> Vec<u128> {
    let mut position = subject.game.start();
    let mut keys = Vec::new();
    for _ in 0..1_000 {
        keys.extend(exact_key(&subject.game, &position));
        let (turn, moves) = subject.expand(&position);
        if let Turn::Terminal(_) = turn {
            break;
        }
        let mv = moves.get(draws.below(moves.len() as u64) as usize);
        subject.game.play(&mut position, mv);
    }
    keys
}

struct Reader<'a> {
    subject: &'a Subject,
    left: u64,
    read: u64,
}

impl Reader<'_> {
    /// Any number: it is refused, or it is the key of a proper position, whose children are proper, too.
    fn any_number(&mut self, number: u128) -> Result<(), Violation> {
        let subject = self.subject;
        let way = [Step::Key(number)];
        let at_fault = |broken: Broken| subject.violation(&way, broken);
        let position = caught(|| Ok(subject.game.position_of(number))).map_err(|broken| {
            // There is no position to show.
            let found = format!("{} (`position_of` the number {number})", broken.found);
            subject.violation(&[], Broken { found, ..broken })
        })?;
        let Some(position) = position else { return Ok(()) };
        names(subject, &position, number).map_err(at_fault)?;
        let moves = self.look(&position, position::check).map_err(at_fault)?;
        for mv in moves {
            let there = subject.child(&position, mv);
            let way = [Step::Key(number), Step::Move(mv)];
            let look = self.look(&there, position::check_without_moves);
            look.map_err(|broken| subject.violation(&way, broken))?;
        }
        self.read += 1;
        Ok(())
    }

    fn look(
        &mut self,
        position: &Position,
        check: fn(&Look<'_>) -> Check,
    ) -> Result<Vec<u32>, Broken> {
        let (turn, moves) = caught(|| Ok(self.subject.expand(position)))?;
        let look = Look { subject: self.subject, position, turn, moves: &moves };
        check(&look)?;
        self.left = self.left.saturating_sub(look.cost());
        Ok(moves.to_vec())
    }
}

fn names(subject: &Subject, position: &Position, number: u128) -> Check {
    let key = subject.game.key(position);
    ensure(key == Some(Key::Exact(number)), Rule::ReadBack, || {
        format!("number {number} is read as a position with {}", words::key(key))
    })
}
