//! What a position is, what it is worth, and how it is drawn.

use gametree_model::{Bounds, Dice, Game, Grain, Kind, Knowledge, Notation, Turn, Value};

use crate::Rule;
use crate::broken::{Broken, Check, ensure};
use crate::look::Look;
use crate::words;

/// The most probabilities that a message lists.
const MOST_SHOWN: usize = 20;

/// Everything that the game says about a position as a whole.
pub(crate) fn check(look: &Look<'_>) -> Check {
    judged(look)?;
    open_or_over(look)?;
    if let Turn::Terminal(value) = look.turn {
        in_range(look, value)?;
        in_grain(look, value)?;
    }
    facts(look)?;
    chance(look)?;
    probabilities(look)?;
    evaluation(look, look.subject.game.range(&look.subject.game, look.position, 0))?;
    prospect(look)?;
    drawing(look)
}

fn judged(look: &Look<'_>) -> Check {
    let judged = look.subject.game.judge(look.position);
    ensure(judged == look.turn, Rule::Judge, || {
        let [judged, listed] = [judged, look.turn].map(words::turn);
        format!("judge says that {judged}, and expand that {listed}")
    })
}

fn open_or_over(look: &Look<'_>) -> Check {
    let (count, over) = (look.moves.len(), matches!(look.turn, Turn::Terminal(_)));
    ensure(over == (count == 0), Rule::OpenOrOver, || match over {
        true => format!("the game is over, and the number of moves listed is {count}"),
        false => "the game is not over, and no move is listed".into(),
    })
}

fn in_range(look: &Look<'_>, value: Value) -> Check {
    let (range, span) = (look.subject.game.values().range, look.subject.game.span());
    let holds = value.is_finite() && range.contains(value) && span.contains(value);
    ensure(holds, Rule::Range, || {
        format!("the game is worth {value}, the range is {range}, and the span {span}")
    })
}

fn in_grain(look: &Look<'_>, value: Value) -> Check {
    let whole = look.subject.game.values().grain == Grain::Integer;
    let holds = !whole || value.get().fract() == 0.0;
    ensure(holds, Rule::Grain, || format!("the game is worth {value}"))
}

/// Facts are possible, and contain the value if the game is over.
fn facts(look: &Look<'_>) -> Check {
    let facts = look.subject.game.facts(look.position);
    let possible = possible(look, facts);
    ensure(possible, Rule::Facts, || {
        format!("the facts are {facts}, in which no value of the game lies")
    })?;
    match look.turn {
        Turn::Terminal(value) => contains(look, Rule::Facts, facts, value),
        Turn::Inner(_) => Ok(()),
    }
}

/// Whether bounds contain any possible value of the game.
pub(crate) fn possible(look: &Look<'_>, bounds: Bounds) -> bool {
    let left = bounds.intersect(look.subject.game.values().range);
    left.lower.get() <= left.upper.get() + look.subject.tolerance()
}

/// The stated bounds contain the value.
pub(crate) fn contains(look: &Look<'_>, rule: Rule, stated: Bounds, value: Value) -> Check {
    let nearest = value.max(stated.lower).min(stated.upper);
    let holds = stated.contains(value) || look.subject.equal(nearest, value);
    ensure(holds, rule, || format!("{stated} is stated, and the value is {value}"))
}

fn chance(look: &Look<'_>) -> Check {
    let dice = look.subject.constants.0;
    let said = look.subject.game.has_chance();
    let chance = look.turn == Turn::Inner(Kind::Chance);
    ensure((said && dice != Dice::Never) || !chance, Rule::Chance, || {
        format!("chance is to move, though DICE is {} and has_chance {said}", words::dice(dice))
    })
}

fn probabilities(look: &Look<'_>) -> Check {
    let weights: Vec<f64> =
        (0..look.moves.len()).filter_map(|i| look.moves.probability(i)).collect();
    let sum = weights.iter().sum::<f64>();
    let holds = match look.turn {
        Turn::Inner(Kind::Chance) => {
            let all = weights.len() == look.moves.len();
            all && weights.iter().all(|&weight| weight > 0.0) && (sum - 1.0).abs() < 1e-12
        }
        _ => weights.is_empty(),
    };
    ensure(holds, Rule::Probabilities, || {
        let (turn, count) = (words::turn(look.turn), look.moves.len());
        let shown = words::list(weights.iter().take(MOST_SHOWN));
        let more = if weights.len() > MOST_SHOWN { " ..." } else { "" };
        let given = weights.len();
        format!("{turn}; of {count} moves, {given} have probabilities: {shown}{more}, sum {sum}")
    })
}

/// An evaluation lies in the range stated for it.
pub(crate) fn evaluation(look: &Look<'_>, range: Bounds) -> Check {
    let found = match look.turn {
        Turn::Terminal(value) => Some(value),
        Turn::Inner(_) => look.subject.game.evaluate(&look.subject.game, look.position),
    };
    let holds = found.is_none_or(|value| value.is_finite() && range.contains(value));
    ensure(holds, Rule::Evaluation, || {
        let value = found.unwrap_or_default();
        match look.turn {
            Turn::Terminal(_) => {
                format!("the game is over and worth {value}; the range is {range}")
            }
            Turn::Inner(_) => format!("the evaluation is {value}, and the range is {range}"),
        }
    })
}

fn prospect(look: &Look<'_>) -> Check {
    let Turn::Inner(_) = look.turn else { return Ok(()) };
    let share = look.subject.game.prospect(&look.subject.game, look.position);
    let Some(share) = share else { return Ok(()) };
    ensure((0.0..=1.0).contains(&share), Rule::Prospect, || format!("the prospect is {share}"))
}

/// The game reads its own drawing, if it reads any.
fn drawing(look: &Look<'_>) -> Check {
    let game = &look.subject.game;
    let drawing = game.draw(look.position);
    if drawing.is_empty() || game.parse_drawing(&[]).is_none() {
        return Ok(());
    }
    let read = if drawing.contains(['/', '\n']) {
        game.parse_position(&drawing)
    } else {
        game.parse_drawing(&[drawing.trim()]).expect("this game reads drawings")
    };
    let wrong = |found: String| Err(Broken { rule: Rule::Drawing, found });
    match read {
        Err(error) => wrong(format!("it refuses its own drawing: {error}")),
        Ok(other) if !look.subject.same(&other, look.position) => {
            let other = look.subject.show_apart(&other, look.position);
            wrong(format!("its drawing is read as another position:\n{other}"))
        }
        Ok(other) if game.key(&other) != game.key(look.position) => {
            let [read, own] = [game.key(&other), game.key(look.position)].map(words::key);
            wrong(format!("its drawing is read as a position with {read}, though it has {own}"))
        }
        Ok(_) => Ok(()),
    }
}
