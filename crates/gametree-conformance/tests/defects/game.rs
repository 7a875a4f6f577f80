//! A small game that can be told to break any one rule.
//!
//! A coin says who begins. From two heaps of three stones one or two are taken in turn, from one heap; who takes the
//! last one wins. Equal heaps are lost for the one who is to move.

use std::ops::ControlFlow;

use gametree_model::{
    Bounds, Dice, Draws, Game, Key, Knowledge, MoreFacts, Move, Moves, Symmetry, Turn, Undecided,
    Value, Values, WholeBounds,
};

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Defect {
    None,
    HasChance,
    Judge,
    NoMoves,
    Panics,
    MovesAfterTheEnd,
    ListedTwice,
    Range,
    Grain,
    Facts,
    FactsAtTheEnd,
    EmptyFacts,
    MoveFacts,
    MoveFactsAgainstFacts,
    WholeFacts,
    LeftOut,
    LeftOutOrder,
    LeftOutSilently,
    CanonicalKey,
    Probabilities,
    PlayersWithProbabilities,
    Evaluation,
    Prospect,
    Reward,
    RewardShrinks,
    Undo,
    Advance,
    PliesLeft,
    Cycles,
    RandomMoveIllegal,
    RandomMoveUnfair,
    RandomMoveOver,
    LikelyMove,
    Order,
    MoveText,
    ParseMove,
    PositionText,
    Drawing,
    DrawingRefused,
    KeyBits,
    KeyValues,
    SharedKeys,
    KeyMoves,
    ReadBack,
    ReadAsAnother,
    AnyNumber,
    NumberPanics,
    MapMove,
    Canonical,
    CanonicalTwice,
}

impl Defect {
    pub const ALL: &[Defect] = &[
        Defect::None,
        Defect::HasChance,
        Defect::Judge,
        Defect::NoMoves,
        Defect::Panics,
        Defect::MovesAfterTheEnd,
        Defect::ListedTwice,
        Defect::Range,
        Defect::Grain,
        Defect::Facts,
        Defect::FactsAtTheEnd,
        Defect::EmptyFacts,
        Defect::MoveFacts,
        Defect::MoveFactsAgainstFacts,
        Defect::WholeFacts,
        Defect::LeftOut,
        Defect::LeftOutOrder,
        Defect::LeftOutSilently,
        Defect::CanonicalKey,
        Defect::Probabilities,
        Defect::PlayersWithProbabilities,
        Defect::Evaluation,
        Defect::Prospect,
        Defect::Reward,
        Defect::RewardShrinks,
        Defect::Undo,
        Defect::Advance,
        Defect::PliesLeft,
        Defect::Cycles,
        Defect::RandomMoveIllegal,
        Defect::RandomMoveUnfair,
        Defect::RandomMoveOver,
        Defect::LikelyMove,
        Defect::Order,
        Defect::MoveText,
        Defect::ParseMove,
        Defect::PositionText,
        Defect::Drawing,
        Defect::DrawingRefused,
        Defect::KeyBits,
        Defect::KeyValues,
        Defect::SharedKeys,
        Defect::KeyMoves,
        Defect::ReadBack,
        Defect::ReadAsAnother,
        Defect::AnyNumber,
        Defect::NumberPanics,
        Defect::MapMove,
        Defect::Canonical,
        Defect::CanonicalTwice,
    ];
}

/// Whether it says that it has chance nodes, whether codes of moves are read back, and whether there may be keys.
#[derive(Clone)]
pub struct Heaps<const DICE: bool = true, const CODES: bool = true, const KEYS: bool = true>(
    pub Defect,
);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    Max,
    Min,
    Coin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub heaps: [u8; 2],
    pub mover: Mover,
    /// What a careless `undo` or `advance` leaves behind.
    pub scar: bool,
}

/// So many from this heap; or, of heap 2, who begins. Heap 3 is a pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Take<const CODES: bool> {
    pub heap: u8,
    pub count: u8,
}

impl<const CODES: bool> Move for Take<CODES> {
    fn code(self) -> u32 {
        u32::from(self.heap) << 2 | u32::from(self.count)
    }

    fn from_code(code: u32) -> Self {
        let mask = if CODES { 3 } else { 1 };
        Take { heap: (code >> 2) as u8, count: (code & mask) as u8 }
    }
}

impl Position {
    fn other(self) -> Mover {
        if self.mover == Mover::Max { Mover::Min } else { Mover::Max }
    }

    pub fn left(self) -> u8 {
        self.heaps[0] + self.heaps[1]
    }

    /// What MAX gets if the one who is to move loses.
    fn lost(self) -> i32 {
        if self.mover == Mover::Max { -1 } else { 1 }
    }

    fn equal_heaps(self) -> bool {
        self.heaps[0] == self.heaps[1] && self.mover != Mover::Coin
    }
}

impl<const DICE: bool, const CODES: bool, const KEYS: bool> Heaps<DICE, CODES, KEYS> {
    pub fn is(&self, defect: Defect) -> bool {
        self.0 == defect
    }

    fn end(&self, lost: i32) -> Turn {
        match self.0 {
            Defect::Range => Turn::over(2 * lost),
            Defect::Grain => Turn::Terminal(Value::new(f64::from(lost) / 2.0).unwrap()),
            _ => Turn::over(lost),
        }
    }

    fn toss(&self, moves: &mut Moves<Take<CODES>>) -> Turn {
        let second = if self.is(Defect::Probabilities) { 0.6 } else { 0.5 };
        moves.push_outcome(Take { heap: 2, count: 0 }, 0.5);
        moves.push_outcome(Take { heap: 2, count: 1 }, second);
        Turn::CHANCE
    }

    fn push(&self, position: &Position, mv: Take<CODES>, moves: &mut Moves<Take<CODES>>) {
        let mut child = *position;
        self.play(&mut child, mv);
        let wrong = match self.0 {
            Defect::MoveFacts if child.heaps == [0, 1] => Some(child.lost()),
            Defect::MoveFactsAgainstFacts if child.heaps == [1, 1] => Some(-child.lost()),
            _ => None,
        };
        let silent = self.is(Defect::FactsAtTheEnd) && child.left() == 0;
        let right = (child.equal_heaps() && !silent).then(|| child.lost());
        match wrong.or(right) {
            _ if self.is(Defect::PlayersWithProbabilities) => moves.push_outcome(mv, 0.25),
            Some(value) => moves.push_with(mv, Bounds::point(value.into())),
            None => moves.push(mv),
        }
    }
}

impl<const DICE: bool, const CODES: bool, const KEYS: bool> Game for Heaps<DICE, CODES, KEYS> {
    type Position = Position;
    type Move = Take<CODES>;
    type Undo = Position;

    const DICE: Dice = if DICE { Dice::Always } else { Dice::Never };
    const KEYS: bool = KEYS;

    fn start(&self) -> Position {
        Position { heaps: [3, 3], mover: Mover::Coin, scar: false }
    }

    fn values(&self) -> Values {
        Values::integers(-1, 1)
    }

    fn has_chance(&self) -> bool {
        DICE != self.is(Defect::HasChance)
    }

    fn expand(&self, position: &Position, moves: &mut Moves<Take<CODES>>) -> Turn {
        if position.mover == Mover::Coin {
            return self.toss(moves);
        }
        if position.left() == 0 {
            if self.is(Defect::MovesAfterTheEnd) {
                moves.push(Take { heap: 0, count: 1 });
            }
            return self.end(position.lost());
        }
        for heap in 0..2 {
            for count in 1..=position.heaps[heap as usize].min(2) {
                self.push(position, Take { heap, count }, moves);
            }
        }
        match self.0 {
            Defect::NoMoves if position.heaps == [1, 1] => moves.clear(),
            Defect::Panics if position.heaps == [1, 1] => panic!("it has no ground"),
            Defect::ListedTwice if position.heaps == [1, 3] => {
                moves.push(Take { heap: 1, count: 2 });
            }
            Defect::Cycles => moves.push(Take { heap: 3, count: 0 }),
            _ => {}
        }
        if position.mover == Mover::Max { Turn::MAX } else { Turn::MIN }
    }

    fn judge(&self, position: &Position) -> Turn {
        if self.is(Defect::Judge) && position.heaps == [2, 3] {
            return self.end(position.lost());
        }
        self.expand(position, &mut Moves::new())
    }

    fn random_move(
        &self,
        position: &Position,
        moves: &mut Moves<Take<CODES>>,
        draws: &mut Draws,
    ) -> ControlFlow<Value, Take<CODES>> {
        moves.clear();
        let turn = self.expand(position, moves);
        if let Turn::Terminal(value) = turn {
            return ControlFlow::Break(value);
        }
        match self.0 {
            Defect::RandomMoveIllegal if position.mover == Mover::Min => {
                return ControlFlow::Continue(Take { heap: 0, count: 3 });
            }
            Defect::RandomMoveOver if position.mover == Mover::Min => {
                return ControlFlow::Break(Value::ZERO);
            }
            _ => {}
        }
        let first = draws.below(moves.len() as u64);
        let second = draws.below(moves.len() as u64);
        let unfair = self.is(Defect::RandomMoveUnfair) && position.mover == Mover::Max;
        let index = if unfair { first.min(second) } else { first };
        ControlFlow::Continue(moves.get(index as usize))
    }

    fn play(&self, position: &mut Position, mv: Take<CODES>) -> Position {
        let before = *position;
        position.mover = match mv.heap {
            2 if mv.count == 0 => Mover::Max,
            2 => Mover::Min,
            _ => before.other(),
        };
        if mv.heap < 2 {
            position.heaps[mv.heap as usize] -= mv.count;
        }
        before
    }

    fn advance(&self, position: &mut Position, mv: Take<CODES>) {
        self.play(position, mv);
        position.scar = self.is(Defect::Advance) && mv.count == 2;
    }

    fn undo(&self, position: &mut Position, mv: Take<CODES>, undo: Position) {
        *position = undo;
        position.scar = self.is(Defect::Undo) && mv.count == 2;
    }

    fn facts(&self, position: &Position) -> Bounds {
        let lost = Bounds::point(position.lost().into());
        let won = Bounds::point((-position.lost()).into());
        match self.0 {
            Defect::Facts if position.heaps == [3, 3] && position.equal_heaps() => won,
            Defect::FactsAtTheEnd if position.left() == 0 => won,
            Defect::EmptyFacts if position.heaps == [1, 2] => Bounds::at_least(2.into()),
            _ if position.equal_heaps() => lost,
            _ => Bounds::UNBOUNDED,
        }
    }

    fn key(&self, position: &Position) -> Option<Key> {
        let mut heaps = position.heaps;
        if self.is(Defect::SharedKeys) || self.is(Defect::KeyMoves) {
            heaps.sort_unstable();
        }
        let mover = if self.is(Defect::KeyValues) && position.mover != Mover::Coin {
            Mover::Max
        } else {
            position.mover
        };
        let digits = [heaps[0], heaps[1], mover as u8];
        Some(Key::Exact(digits.iter().fold(0, |key, &digit| key << 2 | u128::from(digit))))
    }

    fn keys_fix_moves(&self) -> bool {
        !self.is(Defect::SharedKeys)
    }

    fn position_of(&self, key: u128) -> Option<Position> {
        let digits = [key >> 4 & 3, key >> 2 & 3, key & 3].map(|digit| digit as u8);
        let mut mover = [Mover::Max, Mover::Min, Mover::Coin].get(digits[2] as usize).copied()?;
        if self.is(Defect::ReadAsAnother) && mover == Mover::Min {
            mover = Mover::Max;
        }
        let heaps = [digits[0], digits[1]];
        let shared = self.is(Defect::SharedKeys) || self.is(Defect::KeyMoves);
        let ordered = !shared || heaps.is_sorted();
        let refused = self.is(Defect::ReadBack) && heaps == [3, 1];
        // A coin is tossed at the start alone.
        let tossed = mover != Mover::Coin || heaps == [3, 3];
        let small = key >> 6 == 0 || self.is(Defect::AnyNumber);
        assert!(small || !self.is(Defect::NumberPanics), "it is too large");
        let reads = !self.is(Defect::KeyValues) && KEYS;
        (reads && small && tossed && ordered && !refused).then_some(Position {
            heaps,
            mover,
            scar: false,
        })
    }

    fn key_bits(&self) -> u32 {
        if self.is(Defect::KeyBits) { 5 } else { 6 }
    }

    fn plies_left(&self, position: &Position) -> Option<u32> {
        let toss = u32::from(position.mover == Mover::Coin);
        match self.0 {
            Defect::Cycles => None,
            Defect::PliesLeft => Some(u32::from(position.left()).min(5) + toss),
            _ => Some(u32::from(position.left()) + toss),
        }
    }

    fn canonical(&self, position: &Position) -> Option<(Position, Symmetry)> {
        let [first, second] = position.heaps;
        let mirrored = Position { heaps: [second, first], ..*position };
        match self.0 {
            Defect::Canonical if first > second => {
                Some((Position { mover: position.other(), ..mirrored }, Symmetry(1)))
            }
            Defect::CanonicalTwice if first != second => Some((mirrored, Symmetry(1))),
            _ => (first > second).then_some((mirrored, Symmetry(1))),
        }
    }

    fn map_move(&self, _: Symmetry, mv: Take<CODES>) -> Take<CODES> {
        if self.is(Defect::MapMove) || mv.heap > 1 { mv } else { Take { heap: 1 - mv.heap, ..mv } }
    }

    fn more_facts(&self) -> &impl MoreFacts<Self> {
        self
    }
}

impl<const DICE: bool, const CODES: bool, const KEYS: bool> MoreFacts<Self>
    for Heaps<DICE, CODES, KEYS>
{
    /// Leaves out moves to equal heaps, which win.
    fn expand_undecided(
        &self,
        _: &Self,
        position: &Position,
        moves: &mut Moves<Take<CODES>>,
    ) -> Undecided {
        let mut all = Moves::new();
        let turn = self.expand(position, &mut all);
        let mut rest = None;
        let mut kept = Vec::new();
        for mv in all.iter() {
            let mut child = *position;
            self.play(&mut child, mv);
            if turn != Turn::CHANCE && child.equal_heaps() && !self.is(Defect::Cycles) {
                rest = Some(child.lost());
            } else {
                kept.push(mv);
            }
        }
        match self.0 {
            Defect::LeftOut => rest = rest.map(|rest| -rest),
            Defect::LeftOutSilently => rest = None,
            Defect::LeftOutOrder => kept.reverse(),
            _ => {}
        }
        moves.extend(kept);
        Undecided { turn, rest }
    }

    fn whole_facts(&self, _: &Self, position: &Position, _: i32) -> WholeBounds {
        let facts = WholeBounds::within(self.facts(position));
        if self.is(Defect::WholeFacts) { facts.intersect(WholeBounds::point(0)) } else { facts }
    }

    fn canonical_key(&self, _: &Self, position: &Position) -> Option<Key> {
        let wrong = self.is(Defect::CanonicalKey) && position.heaps == [1, 2];
        let position = if wrong { &Position { heaps: [2, 2], ..*position } } else { position };
        self.key(position)
    }
}

impl<const DICE: bool, const CODES: bool, const KEYS: bool> Knowledge<Self>
    for Heaps<DICE, CODES, KEYS>
{
    fn evaluate(&self, _: &Self, position: &Position) -> Option<Value> {
        let wrong = self.is(Defect::Evaluation) && position.heaps == [2, 2];
        Some(Value::from(if wrong { 2 } else { 0 }))
    }

    fn prospect(&self, _: &Self, position: &Position) -> Option<f64> {
        let wrong = self.is(Defect::Prospect) && position.heaps == [2, 2];
        Some(if wrong { 1.5 } else { 0.5 })
    }

    fn reward(&self, _: &Self, value: Value) -> f64 {
        match self.0 {
            Defect::Reward => value.get(),
            Defect::RewardShrinks => 0.5 - value.get() / 2.0,
            _ => 0.5 + value.get() / 2.0,
        }
    }

    fn likely_move(
        &self,
        game: &Self,
        position: &Position,
        moves: &mut Moves<Take<CODES>>,
        draws: &mut Draws,
    ) -> ControlFlow<Value, Take<CODES>> {
        if self.is(Defect::LikelyMove) && position.left() == 1 {
            return ControlFlow::Continue(Take { heap: 0, count: 3 });
        }
        game.random_move(position, moves, draws)
    }

    fn rank(&self, _: &Self, _: &Position, mv: Take<CODES>) -> i32 {
        -i32::from(mv.count)
    }

    fn order(&self, game: &Self, position: &Position, moves: &mut Moves<Take<CODES>>) {
        let sign = if self.is(Defect::Order) { -1 } else { 1 };
        moves.sort_by_key(|mv| sign * self.rank(game, position, mv));
    }
}
