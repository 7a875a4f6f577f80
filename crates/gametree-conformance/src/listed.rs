//! The moves of a position: how they are listed, written, ordered, played and taken back.

use std::collections::HashSet;
use std::ops::ControlFlow;

use gametree_model::erased::Position;
use gametree_model::{Bounds, Draws, Game, Knowledge, Notation, Turn};

use crate::Rule;
use crate::broken::{Broken, Check, ensure};
use crate::look::Look;
use crate::verdict::possible;
use crate::words;

/// The most moves that are read back from their texts: reading one may take as long as writing all.
const MOST_READ: usize = 64;

/// All checks of the moves of a position.
pub(crate) fn check(look: &Look<'_>) -> Check {
    let mut codes = look.moves.clone().lend::<u32>().to_vec();
    codes.iter().try_for_each(|&code| (look.subject.read_code)(code))?;
    listed_once(look, &mut codes)?;
    for (_, mv) in look.tried() {
        let child = look.subject.child(look.position, mv);
        undone(look, mv)?;
        advanced(look, mv, &child)?;
        fewer_plies_left(look, mv, &child)?;
    }
    in_order(look)?;
    likely(look)
}

fn listed_once(look: &Look<'_>, codes: &mut [u32]) -> Check {
    codes.sort_unstable();
    let twice = codes.windows(2).find(|pair| pair[0] == pair[1]);
    ensure(twice.is_none(), Rule::ListedOnce, || {
        let code = twice.map_or(0, |pair| pair[0]);
        format!("{} is listed twice (code {code})", look.text(code))
    })
}

fn undone(look: &Look<'_>, mv: u32) -> Check {
    let (game, mut there) = (&look.subject.game, look.position.clone());
    game.play(&mut there, mv);
    game.undo(&mut there, mv, ());
    ensure(look.subject.same(&there, look.position), Rule::Undo, || {
        let there = look.subject.show_apart(&there, look.position);
        format!("{} played and taken back gives\n{there}", look.text(mv))
    })
}

fn advanced(look: &Look<'_>, mv: u32, child: &Position) -> Check {
    let (subject, mut there) = (look.subject, look.position.clone());
    subject.game.advance(&mut there, mv);
    ensure(subject.same(&there, child), Rule::Advance, || {
        let (one, other) = (subject.show(child), subject.show_apart(&there, child));
        format!("`play` leads by {} to\n{one}\nand `advance` to\n{other}", look.text(mv))
    })
}

fn fewer_plies_left(look: &Look<'_>, mv: u32, child: &Position) -> Check {
    let game = &look.subject.game;
    let Some(before) = game.plies_left(look.position) else { return Ok(()) };
    let after = game.plies_left(child);
    ensure(after.is_some_and(|after| after < before), Rule::PliesLeft, || {
        let (before, after) = (words::plies(Some(before)), words::plies(after));
        format!("{before} are left, and after {} {after}", look.text(mv))
    })
}

/// Facts stated beside a move and by the position after it are both true, so they overlap.
fn facts_agree(look: &Look<'_>, (index, mv): (usize, u32)) -> Check {
    let stated = look.moves.fact(index);
    if stated == Bounds::UNBOUNDED {
        return Ok(());
    }
    let facts = look.subject.game.facts(&look.subject.child(look.position, mv));
    ensure(possible(look, stated.intersect(facts)), Rule::MoveFacts, || {
        format!("{stated} is stated beside {}, and {facts} behind it", look.text(mv))
    })
}

fn in_order(look: &Look<'_>) -> Check {
    let game = &look.subject.game;
    let mut ordered = look.moves.clone();
    game.order(game, look.position, &mut ordered);
    let mut ranked: Vec<(usize, u32)> = look.moves.iter().enumerate().collect();
    ranked.sort_by_key(|&(_, mv)| game.rank(game, look.position, mv));
    let texts = |moves: Vec<u32>| -> String {
        moves.into_iter().map(|mv| look.text(mv)).collect::<Vec<String>>().join(" ")
    };
    let sorted = ordered.iter().eq(ranked.iter().map(|&(_, mv)| mv));
    ensure(sorted, Rule::Order, || {
        let by_rank = ranked.iter().map(|&(_, mv)| mv).collect();
        format!("the order is {}; by rank it is {}", texts(ordered.to_vec()), texts(by_rank))
    })?;
    let beside = |(place, &(i, _)): (usize, &(usize, u32))| {
        ordered.fact(place) == look.moves.fact(i)
            && ordered.probability(place) == look.moves.probability(i)
    };
    ensure(ranked.iter().enumerate().all(beside), Rule::Order, || {
        "facts or probabilities stay where they were while moves are sorted".into()
    })
}

fn likely(look: &Look<'_>) -> Check {
    let (game, mut draws) = (&look.subject.game, Draws::new(look.moves.len() as u64));
    let mut room = look.moves.clone();
    room.clear();
    match game.likely_move(game, look.position, &mut room, &mut draws) {
        ControlFlow::Continue(mv) => {
            let illegal = || format!("it draws {}", look.name(mv));
            ensure(look.is_listed(mv), Rule::LikelyMove, illegal)
        }
        ControlFlow::Break(value) => {
            ensure(look.turn == Turn::Terminal(value), Rule::LikelyMove, || {
                let [said, listed] = [words::over(value), words::turn(look.turn)];
                format!("it says that {said}, and expand that {listed}")
            })
        }
    }
}

/// Checks that take longer, or that exact values cover as well.
pub(crate) fn check_further(look: &Look<'_>) -> Check {
    look.tried().try_for_each(|named| facts_agree(look, named))?;
    texts(look)
}

/// Moves are read back from their texts, and each text names one move.
fn texts(look: &Look<'_>) -> Check {
    let (mut seen, mut read) = (HashSet::new(), 0);
    for (_, mv) in look.tried() {
        let text = look.text(mv);
        read += 1;
        if read <= MOST_READ {
            let again = look.subject.game.parse_move(look.position, &text);
            ensure(again == Ok(mv), Rule::MoveText, || match again {
                Ok(other) => {
                    let other = match look.is_listed(other) {
                        true => format!("that of code {other}"),
                        false => look.name(other),
                    };
                    format!("the move of code {mv} is written '{text}', which is read as {other}")
                }
                Err(error) => format!("'{text}' is written, and refused when read: {error}"),
            })?;
        }
        if !seen.insert(text.clone()) {
            return Err(Broken {
                rule: Rule::MoveText,
                found: format!("two moves are written '{text}'"),
            });
        }
    }
    Ok(())
}
