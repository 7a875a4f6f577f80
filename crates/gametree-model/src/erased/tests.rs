//! What a game without its type must not forget.

use super::Erased;
use super::list::calls;
use crate::doc::Subtraction;
use crate::{Bounds, Game, Knowledge, Moves, Notation, Turn, Values};

/// Answers within a thousandth are good enough here.
struct Patient;

impl Game for Patient {
    type Position = (u32, bool);
    type Move = u32;
    type Undo = ();

    fn start(&self) -> (u32, bool) {
        (3, true)
    }

    fn values(&self) -> Values {
        Values::integers(-1, 1)
    }

    fn allowance(&self, _: Bounds) -> f64 {
        0.001
    }

    fn expand(&self, position: &(u32, bool), moves: &mut Moves<u32>) -> Turn {
        Subtraction { stones: 3 }.expand(position, moves)
    }

    fn play(&self, position: &mut (u32, bool), taken: u32) {
        Subtraction { stones: 3 }.play(position, taken);
    }

    fn undo(&self, position: &mut (u32, bool), taken: u32, (): ()) {
        Subtraction { stones: 3 }.undo(position, taken, ());
    }
}

impl Notation for Patient {
    fn move_text(&self, _: &(u32, bool), taken: u32) -> String {
        taken.to_string()
    }
}

impl Knowledge<Self> for Patient {}

#[test]
fn an_allowance_is_obeyed() {
    let range = Patient.span();
    assert_eq!(Erased::new(Patient).allowance(range), Patient.allowance(range));
}

macro_rules! names {
    ([] $(
        fn $call:ident $(<$life:lifetime>)? ($($name:ident: $type:ty),*) $(-> $answer:ty)?;
    )*) => {
        vec![$(stringify!($call)),*]
    };
}

/// The methods of a block of code that begins with `opening`.
fn methods<'s>(source: &'s str, opening: &str) -> Vec<&'s str> {
    let (_, block) = source.split_once(opening).expect("the block is there");
    let (block, _) = block.split_once("\n}\n").expect("and it ends");
    let heads = block.lines().filter_map(|line| line.strip_prefix("    fn "));
    heads.filter_map(|head| head.split(['(', '<']).next()).collect()
}

/// A method that is forgotten here is not obeyed: callers get the default, whatever the game says.
#[test]
fn no_method_of_a_trait_is_forgotten() {
    let traits = [
        (
            include_str!("../game.rs"),
            "pub trait Game:",
            "impl Game for Erased {",
            [
                calls!(Game of game: names),
                calls!(Game of position: names),
                calls!(Game of position mut: names),
            ],
        ),
        (
            include_str!("../knowledge.rs"),
            "pub trait Knowledge<G: Game>:",
            "impl Knowledge<Self> for Erased {",
            [
                calls!(Knowledge of game: names),
                calls!(Knowledge of position: names),
                calls!(Knowledge of position mut: names),
            ],
        ),
        (
            include_str!("../notation.rs"),
            "pub trait Notation:",
            "impl Notation for Erased {",
            [calls!(Notation of game: names), calls!(Notation of position: names), vec![]],
        ),
    ];
    for (source, of_trait, of_erased, listed) in traits {
        let mut obeyed = listed.concat();
        obeyed.extend(methods(include_str!("mod.rs"), of_erased));
        let mut stated = methods(source, of_trait);
        assert!(!stated.is_empty());
        obeyed.sort_unstable();
        stated.sort_unstable();
        assert_eq!(obeyed, stated, "{of_trait}");
    }
}
