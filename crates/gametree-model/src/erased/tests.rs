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
            "Game",
            vec![
                calls!(Game of game: names),
                calls!(Game of position: names),
                calls!(Game of position mut: names),
            ],
        ),
        (include_str!("../more_facts.rs"), "MoreFacts", vec![calls!(MoreFacts of position: names)]),
        (
            include_str!("../knowledge.rs"),
            "Knowledge",
            vec![calls!(Knowledge of game: names), calls!(Knowledge of position: names)],
        ),
        (
            include_str!("../tactics.rs"),
            "Tactics",
            vec![calls!(Tactics of game: names), calls!(Tactics of position: names)],
        ),
        (
            include_str!("../combined.rs"),
            "Combined",
            vec![calls!(Combined of position: names), calls!(Combined of position mut: names)],
        ),
        (
            include_str!("../notation.rs"),
            "Notation",
            vec![calls!(Notation of game: names), calls!(Notation of position: names)],
        ),
        (
            include_str!("../uci.rs"),
            "Uci",
            vec![calls!(Uci of game: names), calls!(Uci of position: names)],
        ),
    ];
    for (source, name, listed) in traits {
        let (listed, mut stated) = (listed.concat(), methods(source, &format!("pub trait {name}")));
        stated.sort_unstable();
        assert!(!stated.is_empty(), "{name}");
        let all_with = |source: &'static str, written: &str| {
            let mut all = [&listed[..], &methods(source, written)[..]].concat();
            all.sort_unstable();
            all
        };
        let of_self = if source.contains(&format!("pub trait {name}<G")) { "<Self>" } else { "" };
        let erased = format!("impl {name}{of_self} for Erased {{");
        assert_eq!(all_with(include_str!("mod.rs"), &erased), stated, "{name}");
        if name == "Knowledge" {
            let plain = "Knowledge<G> for Plain<K>";
            assert_eq!(all_with(include_str!("../plain.rs"), plain), stated, "{plain}");
        }
    }
}
