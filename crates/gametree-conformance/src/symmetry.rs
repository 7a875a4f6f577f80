//! Symmetries: a canonical position is equivalent to those that it represents.

use gametree_model::erased::Position;
use gametree_model::{Game, Notation, Symmetry};

use crate::Rule;
use crate::broken::{Broken, Check, ensure};
use crate::look::Look;
use crate::words;

/// The canonical position has the mapped moves, and they lead to corresponding positions.
pub(crate) fn check(look: &Look<'_>) -> Check {
    let Some((canonical, symmetry)) = look.subject.game.canonical(look.position) else {
        return Ok(());
    };
    alike(look, &canonical)?;
    let images = images(look, &canonical, symmetry)?;
    look.tried().try_for_each(|(i, mv)| corresponds(look, mv, (&canonical, images[i])))
}

/// Compares the two positions without playing a move.
fn alike(look: &Look<'_>, canonical: &Position) -> Check {
    let game = &look.subject.game;
    ensure(game.canonical(canonical).is_none(), Rule::Symmetry, || {
        format!("the canonical position has another one:\n{}", look.subject.show(canonical))
    })?;
    let turn = game.judge(canonical);
    ensure(turn == look.turn, Rule::Symmetry, || {
        let [here, there] = [look.turn, turn].map(words::turn);
        format!("here {here}, and at the canonical position {there}")
    })?;
    let left = [look.position, canonical].map(|position| game.plies_left(position));
    ensure(left[0] == left[1], Rule::Symmetry, || {
        let [here, there] = left.map(words::plies);
        format!("{here} are left here, and {there} at the canonical position")
    })
}

/// The image of each move: every move of the canonical position occurs once.
fn images(look: &Look<'_>, canonical: &Position, symmetry: Symmetry) -> Result<Vec<u32>, Broken> {
    let (_, others) = look.subject.expand(canonical);
    let mut unmatched = others.to_vec();
    let texts = |mv: u32| look.subject.game.move_text(canonical, mv);
    let broken = |found: String| Broken { rule: Rule::Symmetry, found };
    let mut image = |mv: u32| {
        let mapped = look.subject.game.map_move(symmetry, mv);
        let place = unmatched.iter().position(|&other| other == mapped);
        let place = place.ok_or_else(|| {
            let (text, Symmetry(number)) = (look.text(mv), symmetry);
            let image = match others.iter().any(|other| other == mapped) {
                true => format!("{}, the image of another move", texts(mapped)),
                false => format!("a move that is not listed there (code {mapped})"),
            };
            broken(format!("symmetry {number} maps {text} to {image}"))
        })?;
        unmatched.swap_remove(place);
        Ok(mapped)
    };
    let images: Result<Vec<u32>, Broken> = look.moves.iter().map(&mut image).collect();
    let images = images?;
    let (here, there) = (look.moves.len(), others.len());
    ensure(here == there, Rule::Symmetry, || {
        format!("{here} moves here, and {there} at the canonical position")
    })?;
    Ok(images)
}

/// A move and its image lead to positions with the same canonical position.
fn corresponds(look: &Look<'_>, mv: u32, (canonical, image): (&Position, u32)) -> Check {
    let child = |parent: &Position, mv: u32| {
        let child = look.subject.child(parent, mv);
        look.subject.game.canonical(&child).map_or(child, |(canonical, _)| canonical)
    };
    let children = [child(look.position, mv), child(canonical, image)];
    ensure(look.subject.same(&children[0], &children[1]), Rule::Symmetry, || {
        let one = look.subject.show(&children[0]);
        let other = look.subject.show_apart(&children[1], &children[0]);
        let image = look.subject.game.move_text(canonical, image);
        format!("{} leads to\n{one}\nand its image {image} to\n{other}", look.text(mv))
    })
}
