//! What a game without its type must not forget.

use super::list::calls;

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
