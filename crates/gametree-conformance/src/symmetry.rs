//! Symmetries: a canonical position is equivalent to those that it represents.

use gametree_model::erased::Position;
use gametree_model::{Game, Symmetry};

use crate::Rule;
use crate::broken::{Broken, Check, ensure};
use crate::look::Look;

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
        format!("{:?} here, and {turn:?} at the canonical position", look.turn)
    })?;
    let left = [look.position, canonical].map(|position| game.plies_left(position));
    ensure(left[0] == left[1], Rule::Symmetry, || {
        format!("{:?} plies left here, and {:?} at the canonical position", left[0], left[1])
    })
}

/// The image of each move: every move of the canonical position occurs once.
fn images(look: &Look<'_>, canonical: &Position, symmetry: Symmetry) -> Result<Vec<u32>, Broken> {
    let (_, others) = look.subject.expand(canonical);
    let mut unmatched = others.to_vec();
    let broken = |found: String| Broken { rule: Rule::Symmetry, found };
    let mut image = |mv: u32| {
        let mapped = look.subject.game.map_move(symmetry, mv);
        let place = unmatched.iter().position(|&other| other == mapped);
        let text = || format!("{} is mapped to {mapped:?} by {symmetry:?}", look.text(mv));
        let place =
            place.ok_or_else(|| broken(text() + ", which is no move there, or another's"))?;
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
        let [one, other] = children.each_ref().map(|child| look.subject.show(child));
        format!("{} leads to\n{one}\nand its image {image:?} to\n{other}", look.text(mv))
    })
}
