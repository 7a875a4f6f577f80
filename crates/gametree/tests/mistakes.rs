//! Mistakes in rules that builds with debug assertions notice, and what they say.

#![cfg(debug_assertions)]

use gametree::exact::{AlphaBeta, Minimax};
use gametree::model::erased::Erased;
use gametree::policy::Leftmost;
use gametree::registry::{ALGORITHMS, SAMPLERS, Spec};
use gametree::store::Table;
use gametree::{
    Bounds, Game, Key, Kind, Knowledge, Limits, Moves, Notation, Rollout, Search, SearchError,
    Storage, Turn, Value, Values, Workspace,
};

/// What is wrong with the game.
#[derive(Clone, Copy, PartialEq)]
enum Mistake {
    None,
    /// The position after 0 1 is not over and has no moves.
    NoMoves,
    /// The leaf after 0 0 1 1 is worth 7.
    Range,
    /// Taking the move 0 back after 1 0 leads elsewhere.
    Undo,
    /// The positions after 0 0 and 1 1 have the same key.
    Key,
    /// The move 1 of the root is listed twice.
    Twice,
    /// The leaves after 0 are worth one and a half, between two of the whole numbers that values are said to be.
    Grain,
}

/// A tree of four plies with two moves everywhere: positions are numbered from 1, and the children of `n` are
/// `2n` and `2n + 1`. Everything after 0 0 is worth 1 to MAX, and everything after 1 1 is worth -1.
struct Quad(Mistake);

impl Game for Quad {
    type Position = u32;
    type Move = u32;
    type Undo = u32;

    fn start(&self) -> u32 {
        1
    }

    fn values(&self) -> Values {
        Values::integers(-1, if self.0 == Mistake::Grain { 2 } else { 1 })
    }

    fn expand(&self, &position: &u32, moves: &mut Moves<u32>) -> Turn {
        if position >= 16 {
            return Turn::over(match position >> 2 {
                4 | 5 if self.0 == Mistake::Grain => {
                    return Turn::Terminal(Value::new(1.5).unwrap());
                }
                _ if self.0 == Mistake::Range && position == 19 => 7,
                4 => 1,
                7 => -1,
                _ => 0,
            });
        }
        if self.0 != Mistake::NoMoves || position != 5 {
            moves.extend([0, 1]);
        }
        if self.0 == Mistake::Twice && position == 1 {
            moves.push(1);
        }
        Turn::Inner(if position.ilog2() % 2 == 0 { Kind::Max } else { Kind::Min })
    }

    fn play(&self, position: &mut u32, mv: u32) -> u32 {
        std::mem::replace(position, 2 * *position + mv)
    }

    fn undo(&self, position: &mut u32, _: u32, undo: u32) {
        let wrong = self.0 == Mistake::Undo && undo == 6;
        *position = if wrong { 5 } else { undo };
    }

    fn facts(&self, &position: &u32) -> Bounds {
        if position == 7 { Bounds::at_most(0.into()) } else { Bounds::UNBOUNDED }
    }

    fn key(&self, &position: &u32) -> Option<Key> {
        let shared = self.0 == Mistake::Key && position == 7;
        Some(Key::Exact(if shared { 4 } else { position.into() }))
    }

    fn position_of(&self, key: u128) -> Option<u32> {
        u32::try_from(key).ok().filter(|key| (1..32).contains(key))
    }

    fn key_bits(&self) -> u32 {
        5
    }
}

impl Knowledge<Self> for Quad {
    fn evaluate(&self, _: &Self, _: &u32) -> Option<Value> {
        Some(Value::ZERO)
    }
}

impl Notation for Quad {
    fn move_text(&self, _: &u32, mv: u32) -> String {
        ["left", "right"][mv as usize].into()
    }

    fn draw(&self, position: &u32) -> String {
        format!("node {position}")
    }
}

fn over_a_table(game: &Quad) -> Result<Option<Value>, SearchError> {
    let mut table = Table::new(game, 1 << 16, false).unwrap();
    Search::new(game).over(&mut table).run(&mut Minimax).map(|outcome| outcome.value())
}

/// The same by any algorithm, for a game whose type is erased.
fn by(game: &Erased, spec: &str) -> Result<Option<Value>, SearchError> {
    let search = Search::new(game).limits(Limits::none().leaves(1_000));
    let spec = Spec::parse(spec).unwrap();
    let outcome = search.run_erased(&spec)?;
    Ok(outcome.value())
}

#[test]
fn a_game_without_mistakes_is_searched() {
    let game = Quad(Mistake::None);
    let value = Some(Value::ZERO);
    let typed = Search::new(&game).over(&mut ()).run(&mut AlphaBeta);
    assert_eq!(typed.unwrap().value(), value);
    let typed = Search::new(&game).over(&mut ()).run(&mut Rollout::new(Leftmost));
    assert_eq!(typed.unwrap().value(), value);
    assert_eq!(over_a_table(&game).unwrap(), value);
    let game = Erased::new(game);
    assert_eq!(by(&game, "alphabeta").unwrap(), value);
    assert_eq!(by(&game, "rollout:leftmost").unwrap(), value);
}

#[test]
#[should_panic(
    expected = "an inner node has at least one move: `expand` says that somebody moves, \
                           and lists none (after the moves 0 1 from the root, Exact(5))"
)]
fn a_position_without_moves() {
    let _ = Search::new(&Quad(Mistake::NoMoves)).over(&mut ()).run(&mut Minimax);
}

#[test]
#[should_panic(expected = "(after the moves left right from the root, Exact(5):\nnode 5)")]
fn an_erased_position_without_moves() {
    let game = Erased::new(Quad(Mistake::NoMoves));
    let _ = by(&game, "rollout:leftmost");
}

#[test]
#[should_panic(expected = "an inner node has at least one move")]
fn a_sampled_position_without_moves() {
    let _ = by(&Erased::new(Quad(Mistake::NoMoves)), "mcts");
}

#[test]
fn a_value_outside_of_the_range() {
    let found = |answer: Result<_, SearchError>| {
        let Err(error) = answer else { panic!("it is not noticed") };
        error.to_string()
    };
    let text = "a leaf is worth 7, outside of the stated range [-1, 1] (after the moves";
    let game = Quad(Mistake::Range);
    let typed = Search::new(&game).over(&mut ()).run(&mut Minimax).map(|outcome| outcome.value());
    assert_eq!(found(typed), format!("{text} 0 0 1 1)"));
    let game = Erased::new(game);
    assert_eq!(found(by(&game, "minimax")), format!("{text} left left right right)"));
}

#[test]
#[should_panic(
    expected = "`undo` does not restore the position before the move 0: its key, its turn or its moves \
                           are others (after the moves 1 0 from the root, Exact(6))"
)]
fn an_undo_that_does_not_restore() {
    let _ = Search::new(&Quad(Mistake::Undo)).over(&mut ()).run(&mut Minimax);
}

#[test]
#[should_panic(expected = "(after the moves right left from the root, Exact(6):\nnode 6)")]
fn an_erased_undo_that_does_not_restore() {
    let game = Erased::new(Quad(Mistake::Undo));
    let _ = by(&game, "rollout:random,seed=3");
}

#[test]
#[should_panic(expected = "key 4 was proven to be worth [1, 1] and then [-1, 0]")]
fn a_key_that_leaves_something_out() {
    let _ = over_a_table(&Quad(Mistake::Key));
}

/// What is claimed of a range is the claim's fault.
#[test]
fn a_false_claim_is_no_mistake_in_the_rules() {
    let game = Quad(Mistake::None);
    let mut table = Table::new(&game, 1 << 16, false).unwrap();
    let claim = Bounds::new(0.into(), 1.into()).unwrap();
    let answer = Search::new(&game).range(claim).over(&mut table).run(&mut Minimax);
    assert!(matches!(answer, Err(SearchError::OutsideRange { .. })), "{answer:?}");
}

#[test]
#[should_panic(expected = "the game lists a move twice")]
fn a_move_that_is_listed_twice() {
    let _ = by(&Erased::new(Quad(Mistake::Twice)), "mcts");
}

/// Whoever meets them must not call an empty interval a proof.
#[test]
fn values_that_are_no_whole_numbers() {
    let game = Erased::new(Quad(Mistake::Grain));
    let mut met = 0;
    for entry in ALGORITHMS.iter().chain(SAMPLERS) {
        let spec = Spec::parse(entry.name).unwrap();
        let search = Search::new(&game).limits(Limits::none().leaves(1_000));
        match search.reusing(&mut Workspace::new(Storage::Plain)).run_erased(&spec) {
            Ok(outcome) => {
                let Bounds { lower, upper } = outcome.bounds;
                assert!(lower <= upper, "{spec}: {lower} .. {upper}");
            }
            Err(error) => {
                assert!(matches!(error, SearchError::Contradiction { .. }), "{spec}: {error}");
                met += 1;
            }
        }
    }
    assert!(met > 0, "nobody notices");
}
