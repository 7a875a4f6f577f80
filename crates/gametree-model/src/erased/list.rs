//! Every call on a game without its type, listed once.
//!
//! From this list come the virtual calls (`calls.rs`), their answers by a typed game (`held.rs`),
//! the methods of [`Erased`](super::Erased), and those of heuristics without hooks (`plain.rs`).
//! `Pos` and `Mv` stand for positions and moves. Methods are written without the game that they are
//! given, and those about a position without that.
//!
//! What is not listed is written by hand in those files: methods that need the undo of a move, or
//! several positions. A test compares both with the traits, so that none can be forgotten.

/// `calls!(TRAIT of SUBJECT: MACRO ARGUMENTS)` is `MACRO! { [ARGUMENTS] METHODS }`. The subject is
/// the game, a position, or a position that the call may change.
macro_rules! calls {
    (Game of game: $then:ident $($how:tt)*) => { $then! { [$($how)*]
        fn start() -> Pos;
        fn values() -> Values;
        fn span() -> Bounds;
        fn has_chance() -> bool;
        fn endless() -> bool;
        fn has_cycles() -> bool;
        fn states_facts() -> bool;
        fn names_positions() -> bool;
        fn keys_fix_moves() -> bool;
        fn has_costly_moves() -> bool;
        fn position_of(key: u128) -> Option<Pos>;
        fn key_bits() -> u32;
        fn map_move(symmetry: Symmetry, mv: Mv) -> Mv;
    } };
    (Game of position: $then:ident $($how:tt)*) => { $then! { [$($how)*]
        fn expand(moves: &mut Moves<Mv>) -> Turn;
        fn judge() -> Turn;
        fn random_move(moves: &mut Moves<Mv>, draws: &mut Draws) -> ControlFlow<Value, Mv>;
        fn facts() -> Bounds;
        fn key() -> Option<Key>;
        fn plies_left() -> Option<u32>;
        fn canonical() -> Option<(Pos, Symmetry)>;
    } };
    (Game of position mut: $then:ident $($how:tt)*) => { $then! { [$($how)*]
        fn advance(mv: Mv);
    } };
    (MoreFacts of position: $then:ident $($how:tt)*) => { $then! { [$($how)*]
        fn leaves_below() -> Option<Bounds>;
        fn leaf_number() -> Option<u64>;
        fn expand_to_count(moves: &mut Moves<Mv>);
        fn expand_undecided(moves: &mut Moves<Mv>) -> Undecided;
        fn whole_facts(test: i32) -> WholeBounds;
        fn canonical_key() -> Option<Key>;
        fn key_within(plies: u32) -> Option<Key>;
    } };
    (Knowledge of game: $then:ident $($how:tt)*) => { $then! { [$($how)*]
        fn lead(prospect: f64) -> Option<Lead>;
        fn reward(value: Value) -> f64;
        fn margin() -> f64;
        fn is_costly() -> bool;
    } };
    (Knowledge of position: $then:ident $($how:tt)*) => { $then! { [$($how)*]
        fn evaluate() -> Option<Value>;
        fn prospect() -> Option<f64>;
        fn likely_move(moves: &mut Moves<Mv>, draws: &mut Draws) -> ControlFlow<Value, Mv>;
        fn range(horizon: u32) -> Bounds;
        fn order_score() -> i32;
        fn rank(mv: Mv) -> i32;
        fn order(moves: &mut Moves<Mv>);
    } };
    (Tactics of game: $then:ident $($how:tt)*) => { $then! { [$($how)*]
        fn names_forcing() -> bool;
    } };
    (Tactics of position: $then:ident $($how:tt)*) => { $then! { [$($how)*]
        fn gain(mv: Mv) -> Option<i32>;
        fn is_urgent() -> bool;
        fn pass() -> Option<Pos>;
        fn sketch() -> Option<u64>;
        fn glance() -> Glance;
        fn survey(only_forcing: bool, moves: &mut Moves<Mv>, gains: &mut Vec<i32>) -> Turn;
    } };
    (Combined of position: $then:ident $($how:tt)*) => { $then! { [$($how)*]
        fn expand_in_order(moves: &mut Moves<Mv>) -> Turn;
        fn undecided_in_order(moves: &mut Moves<Mv>) -> Undecided;
        fn value_at_horizon() -> Option<Value>;
    } };
    (Combined of position mut: $then:ident $($how:tt)*) => { $then! { [$($how)*]
        fn child_at_horizon(mv: Mv) -> Option<Value>;
        fn look(mv: Mv, asked: Asked) -> Look;
        fn playout(most: u32, moves: &mut Moves<Mv>, draws: &mut Draws) -> Option<Value>;
        fn likely_playout(most: u32, moves: &mut Moves<Mv>, draws: &mut Draws) -> Option<Value>;
        fn careful_playout(most: u32, facts: bool, moves: &mut Moves<Mv>, draws: &mut Draws)
            -> Option<Settled>;
    } };
    (Notation of game: $then:ident $($how:tt)*) => { $then! { [$($how)*]
        fn coordinates() -> Option<Coordinates>;
        fn owner(symbol: char) -> Option<Kind>;
        fn value_text(value: Value) -> Option<String>;
        fn parse_drawing(rows: &[&str]) -> Option<Result<Pos, NotationError>>;
        fn parse_position(text: &str) -> Result<Pos, NotationError>;
        fn split_moves<'t>(text: &'t str) -> Vec<&'t str>;
    } };
    (Notation of position: $then:ident $($how:tt)*) => { $then! { [$($how)*]
        fn move_text(mv: Mv) -> String;
        fn draw() -> String;
        fn why_illegal(text: &str) -> Option<String>;
        fn parse_move(text: &str) -> Result<Mv, NotationError>;
    } };
    (Uci of game: $then:ident $($how:tt)*) => { $then! { [$($how)*]
        fn uci_options() -> &'static [(&'static str, &'static str)];
        fn uci_score(share: f64) -> f64;
    } };
    (Uci of position: $then:ident $($how:tt)*) => { $then! { [$($how)*]
        fn uci_position() -> String;
        fn uci_move(mv: Mv) -> String;
    } };
}

pub(crate) use calls;
