//! What a game of whole numbers says to searches over whole numbers: facts about one question, moves that are
//! left out, and keys of canonical positions. All of it must agree with what it says to everybody.

use gametree_model::{Game, Grain, MoreFacts, Moves, Undecided, Value, WholeBounds};

use crate::Rule;
use crate::broken::{Check, ensure};
use crate::look::Look;
use crate::verdict::contains;
use crate::words;

/// All checks of a position that do not need its value.
pub(crate) fn check(look: &Look<'_>) -> Check {
    canonical_key(look)?;
    if look.subject.game.values().grain != Grain::Integer {
        return Ok(());
    }
    whole_facts(look)?;
    listed(look)
}

fn canonical_key(look: &Look<'_>) -> Check {
    let game = &look.subject.game;
    let (said, own) =
        (game.more_facts().canonical_key(game, look.position), game.key(look.position));
    let of_canonical = || game.canonical(look.position).and_then(|(other, _)| game.key(&other));
    ensure(said == own || said == of_canonical(), Rule::CanonicalKey, || {
        let [said, own, other] = [said, own, of_canonical()].map(words::key);
        format!("it is {said}; the position has {own}, and its canonical position {other}")
    })
}

fn whole_facts(look: &Look<'_>) -> Check {
    let game = &look.subject.game;
    let all = WholeBounds::within(game.facts(look.position));
    let range = WholeBounds::within(game.values().range);
    let tests =
        [0, 1, all.lower, all.lower + 1, all.upper, all.upper + 1, range.lower, range.upper];
    for test in tests {
        let said = game.more_facts().whole_facts(game, look.position, test);
        let no_more = said.lower <= all.lower && all.upper <= said.upper;
        let answers = |facts: WholeBounds| facts.lower >= test || facts.upper < test;
        ensure(no_more && (answers(said) || !answers(all)), Rule::WholeFacts, || {
            let [said, all] = [said, all].map(words::whole);
            format!("asked about {test} it says {said}, and the facts are {all}")
        })?;
    }
    Ok(())
}

/// The list, and what the game says besides.
fn undecided(look: &Look<'_>) -> (Undecided, Moves<u32>) {
    let mut moves = Moves::new();
    let game = &look.subject.game;
    let said = game.more_facts().expand_undecided(game, look.position, &mut moves);
    (said, moves)
}

fn listed(look: &Look<'_>) -> Check {
    let (said, moves) = undecided(look);
    ensure(said.turn == look.turn, Rule::Undecided, || {
        let [said, listed] = [said.turn, look.turn].map(words::turn);
        format!("it says that {said}, and `expand` that {listed}")
    })?;
    let mut all = look.moves.iter();
    let stray = moves.iter().find(|&mv| !all.any(|other| other == mv));
    ensure(stray.is_none(), Rule::Undecided, || {
        let text = stray.map(|mv| look.text(mv)).unwrap_or_default();
        format!("{text} is listed, which `expand` does not list there")
    })?;
    let complete = moves.len() == look.moves.len();
    ensure(complete == said.rest.is_none(), Rule::Undecided, || {
        let (some, all) = (moves.len(), look.moves.len());
        match said.rest {
            None => format!("{some} of {all} moves are listed, and nothing is said of the others"),
            Some(rest) => {
                format!("all {all} moves are listed, and others are said to be worth {rest}")
            }
        }
    })
}

/// The moves that are left out are worth what the game says; `values` are those of all children.
pub(crate) fn check_rest(look: &Look<'_>, maximises: bool, values: &[Value]) -> Check {
    if look.subject.game.values().grain != Grain::Integer {
        return Ok(());
    }
    let (said, moves) = undecided(look);
    let (mut next, mut best) = (0, None::<Value>);
    for (mv, &value) in look.moves.iter().zip(values) {
        if next < moves.len() && moves.get(next) == mv {
            contains(look, Rule::Undecided, moves.fact(next), value)?;
            next += 1;
        } else {
            let better = |best: Value| if maximises { best.max(value) } else { best.min(value) };
            best = Some(best.map_or(value, better));
        }
    }
    ensure(best == said.rest.map(Value::from), Rule::Undecided, || {
        let said = said.rest.map_or("nothing".into(), |rest| rest.to_string());
        match best {
            Some(best) => {
                format!("{said} is stated, and the best of the moves left out is worth {best}")
            }
            None => format!("{said} is stated, and no move is left out"),
        }
    })
}
