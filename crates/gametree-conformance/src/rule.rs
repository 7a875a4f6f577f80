//! The rules that every game must keep, in words.

/// A name for each rule, with the sentence that a violation quotes.
macro_rules! rules {
    ($($name:ident: $statement:literal;)*) => {
        /// What every game must keep to; a [`Violation`](crate::Violation) quotes the statement.
        ///
        /// ```
        /// use gametree_conformance::Rule;
        ///
        /// assert_eq!(Rule::Judge.statement(), "`judge` must say the same as `expand`");
        /// assert!(Rule::ALL.contains(&Rule::Undo));
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $(#[doc = $statement] $name,)*
        }

        impl Rule {
            /// All of them.
            pub const ALL: &'static [Rule] = &[$(Rule::$name,)*];

            /// What the rule demands.
            pub fn statement(self) -> &'static str {
                match self {
                    $(Rule::$name => $statement,)*
                }
            }
        }
    };
}

rules! {
    Panics: "the rules must not panic";
    Constants: "the constants of the type must allow what the game says: `DICE` chance nodes, `CYCLES` cycles, `KEYS` keys";
    Judge: "`judge` must say the same as `expand`";
    OpenOrOver: "a position that is not over must list at least one move, and a finished one must list none";
    ListedOnce: "a move must be listed once, and no two moves of a position may have the same code";
    Codes: "`Move::from_code` must give back the move that `Move::code` was asked of";
    Range: "what a finished game is worth must be finite, and lie within `values().range` and `span()`";
    Grain: "a game whose values are whole numbers must end with whole numbers";
    Facts: "`facts` must contain the value of the position";
    MoveFacts: "what `push_with` states beside a move must contain the value of the position behind it";
    WholeFacts: "`whole_facts` must say no more than `facts`, and answer its question if they do";
    Undecided: "`expand_undecided` must list moves of `expand` in their order, and say what the best of the others is worth";
    Chance: "a game with chance nodes must say so, by `DICE` and `has_chance`";
    Probabilities: "outcomes of a chance node must have probabilities above nought that sum to one, and moves of players must have none";
    Evaluation: "an evaluation must be finite, and lie within `Knowledge::range`";
    Prospect: "a prospect must lie between 0 and 1";
    Reward: "a reward must lie between 0 and 1, and a larger value must not be rewarded less";
    Undo: "`undo` must restore the position before the move";
    Advance: "`advance` must lead where `play` leads";
    PliesLeft: "`plies_left` must be no less than the number of moves still to come, and shrink with every move";
    Cycles: "a position must not come up again in the same play, unless `has_cycles` says so";
    RandomMove: "`random_move` must draw the moves that `expand` lists, each as likely as it should be, and say what a finished game is worth";
    LikelyMove: "`likely_move` must draw one of the moves that `expand` lists, or say what a finished game is worth";
    Order: "`order` must sort the moves by `rank`, leave equals as they are, and keep what is stated beside a move with it";
    MoveText: "`parse_move` must read what `move_text` writes, and no two moves of a position may be written alike";
    PositionText: "`parse_position` must read the moves that led to a position, as `move_text` writes them";
    Drawing: "a game that reads drawings must read its own: `parse_drawing` after `draw` gives the position back";
    KeyBits: "a key must be below 2^`key_bits`";
    KeyValues: "positions with the same exact key must have the same value: a key must name everything that matters for it";
    KeyMoves: "positions with the same key must have the same moves, which lead to the same keys, if `keys_fix_moves` says so";
    UniqueKeys: "a key names one position only (asked for by `unique_keys`)";
    ReadBack: "`position_of` must read an exact key back, as a position of that key, and refuse numbers that are no keys";
    CanonicalKey: "`canonical_key` must be the key of the position, or that of its canonical position";
    Symmetry: "`canonical` must lead to a position with the same value and corresponding moves, as `map_move` says, which is canonical itself";
}
