//! The trees of the catalogue: their parameters.

use std::path::Path;

use gametree::job::{AnyGame, GameError};

use super::build;
use crate::dchain::{LONGEST, dchain};
use crate::implanted::{Implanted, Plan};
use crate::noisy::NoisyTree;
use crate::ordered::{Order, OrderedTree};
use crate::parameters::Parameters;
use crate::random::{Leaves, RandomTree};
use crate::tree::Tree;

pub(super) fn tree(file: &str) -> Result<AnyGame, GameError> {
    if file.is_empty() {
        return Err(GameError::new("which file? write tree:FILE"));
    }
    let tree = Tree::read(Path::new(file)).map_err(|error| GameError::new(error.to_string()))?;
    Ok(tree.into_game())
}

pub(super) fn random(text: &str) -> Result<AnyGame, GameError> {
    let known = ["b", "d", "seed", "leaves", "order", "noise", "chance"];
    let parameters = Parameters::read(text, &known)?;
    let branching = parameters.required("b", 1..=u16::MAX.into())? as u16;
    let depth = parameters.required("d", 0..=1_000_000)? as u32;
    let seed = parameters.number("seed", 1, 0..=u64::MAX)?;
    let leaves_text = parameters.text("leaves").unwrap_or_else(|| "i32".into());
    let sums = leaves_text == "sum";
    let leaves = if sums { Leaves::EDGES } else { leaves(&leaves_text)? };
    let order = order(&parameters)?;
    let chance = parameters.chance()?;
    let noise = parameters.percent("noise", 0, 100)?;
    if order.is_some() && chance.is_some() {
        return Err(GameError::new("with chance=P it should be order=random, or none"));
    }
    if order != Some(Order::Best) && parameters.text("noise").is_some() {
        return Err(GameError::new("with noise=N% it should be order=best"));
    }
    if order == Some(Order::Worst) && sums {
        return Err(GameError::new("with leaves=sum it should be order=random or best"));
    }
    if let Some(order) = order {
        let tree = OrderedTree::new(branching, depth, seed, leaves, order);
        let tree = tree.expect("b is positive");
        let is_best = order == Order::Best;
        return Ok(AnyGame::new(if is_best { tree.best_but_for(noise, sums) } else { tree }));
    }
    let tree = RandomTree::new(branching, depth, seed, leaves).expect("b is positive");
    let tree = if sums { tree.with_sums() } else { tree };
    Ok(match chance {
        None => AnyGame::with_typed_lane(tree),
        Some(chance) => AnyGame::new(NoisyTree::new(tree, chance)),
    })
}

/// The order of the children, unless it is a random one.
fn order(parameters: &Parameters) -> Result<Option<Order>, GameError> {
    match parameters.text("order").as_deref().unwrap_or("random") {
        "random" => Ok(None),
        "best" => Ok(Some(Order::Best)),
        "worst" => Ok(Some(Order::Worst)),
        other => Err(GameError::new(format!("order={other} should be random, best or worst"))),
    }
}

fn leaves(text: &str) -> Result<Leaves, GameError> {
    let between = |text: &str| {
        let (low, high) = text.split_once("..")?;
        Leaves::between(low.parse().ok()?, high.parse().ok()?)
    };
    match text {
        "i32" => Ok(Leaves::I32),
        "binary" => Ok(Leaves::BINARY),
        _ => between(text).ok_or_else(|| {
            GameError::new(format!(
                "leaves={text} should be i32, binary, sum or LO..HI with whole numbers LO <= HI \
                 between -2^53 and 2^53"
            ))
        }),
    }
}

/// The tree that a text such as `d=20,max=0/10,min=9/11,bias=0/0.5,seed=3` asks for.
pub(super) fn implanted(text: &str) -> Result<AnyGame, GameError> {
    let pair = |part| if part == "single" { "single=yes" } else { part };
    let pairs: Vec<&str> = text.split(',').map(pair).collect();
    let known = ["b", "d", "max", "min", "bias", "single", "seed"];
    let parameters = Parameters::read(&pairs.join(","), &known)?;
    let single = match parameters.text("single").as_deref() {
        None | Some("no") => false,
        Some("yes") => true,
        Some(other) => return Err(GameError::new(format!("single={other} should be yes or no"))),
    };
    let plan = Plan {
        branching: parameters.number("b", 2, 2..=u16::MAX.into())? as u16,
        depth: parameters.required("d", 1..=Implanted::DEEPEST.into())? as u32,
        max: depths(&parameters, "max")?,
        min: depths(&parameters, "min")?,
        bias: parameters.text("bias").map(|text| averages(&text)).transpose()?,
        single,
        seed: parameters.number("seed", 1, 0..=u64::MAX)?,
    };
    Ok(AnyGame::new(Implanted::new(&plan).map_err(GameError::new)?))
}

fn depths(parameters: &Parameters, key: &str) -> Result<Vec<u32>, GameError> {
    let Some(text) = parameters.text(key) else { return Ok(Vec::new()) };
    let depths = text.split('/').map(|part| part.parse().ok()).collect::<Option<_>>();
    depths.ok_or_else(|| {
        GameError::new(format!("{key}={text} should be depths with / between them, such as 0/10"))
    })
}

fn averages(text: &str) -> Result<[f64; 2], GameError> {
    let number = |text: &str| text.parse().ok().filter(|x: &f64| x.is_finite());
    let both = text.split_once('/').and_then(|(a, b)| Some([number(a)?, number(b)?]));
    both.ok_or_else(|| {
        GameError::new(format!("bias={text} should be two averages from -1 to 1, such as 0/0.5"))
    })
}

pub(super) fn chain(text: &str) -> Result<AnyGame, GameError> {
    let right = format!("a whole number from 1 to {LONGEST}, such as dchain:8");
    build(text.parse().ok().and_then(dchain), text, &right)
}
