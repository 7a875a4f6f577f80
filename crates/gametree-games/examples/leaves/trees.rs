//! Random trees with chance nodes on which searches are compared, made on the fly: a node is a hash
//! of the path that leads to it. Values lie between 0 and 100.

use gametree::{Bounds, Dice, Game, Grain, Moves, Turn, Value, Values};

/// The kinds of trees by name, and what they are.
pub const SHAPES: &[(&str, Shape)] = &[
    ("astray-4x2", Shape::Astray { branching: 4, moves: 2 }),
    ("astray-3x3", Shape::Astray { branching: 3, moves: 3 }),
    ("ragged", Shape::Ragged { mixed: false }),
    ("mixed", Shape::Ragged { mixed: true }),
    ("dice", Shape::Dice { faces: 6, moves: 3, first: false, sums: false }),
    ("dice-sums", Shape::Dice { faces: 6, moves: 3, first: false, sums: true }),
    ("dice-first", Shape::Dice { faces: 6, moves: 3, first: true, sums: false }),
    ("dice-first-sums", Shape::Dice { faces: 6, moves: 3, first: true, sums: true }),
    ("two-dice", Shape::Dice { faces: 21, moves: 2, first: false, sums: false }),
    ("two-dice-first", Shape::Dice { faces: 21, moves: 2, first: true, sums: false }),
];

#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// A chosen move happens with probability 0.8, each other one alike; the chosen one is first.
    Astray { branching: u16, moves: u32 },
    /// Two to five children, any probabilities, a fifth of the nodes are leaves from ply 2 on. MAX and
    /// MIN move in turn, with chance in between; or, mixed, it is anybody's turn anywhere.
    Ragged { mixed: bool },
    /// Three moves to choose from, and equally likely outcomes after each move, or before it (`first`).
    /// Of 21 outcomes the first six are half as likely, as with two dice. A leaf is a random number,
    /// or (`sums`) the sum of random numbers along its path.
    Dice { faces: u16, moves: u32, first: bool, sums: bool },
}

pub struct RandomTree {
    pub shape: Shape,
    pub seed: u64,
}

#[derive(Clone, Copy, Debug)]
pub struct Node {
    hash: u64,
    ply: u32,
    last: u16,
    sum: f64,
}

/// Stafford's mix 13 of a number and a salt.
fn mix(number: u64, salt: u64) -> u64 {
    let mut h = number.wrapping_add((salt + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    h = (h ^ (h >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    h = (h ^ (h >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    h ^ (h >> 31)
}

/// A number from 0 up to 1.
fn unit(hash: u64) -> f64 {
    (hash >> 11) as f64 / (1u64 << 53) as f64
}

fn over(value: f64) -> Turn {
    Turn::over(Value::new(value).expect("a number"))
}

/// Who moves when MAX and MIN take turns.
fn player(turn: u32) -> Turn {
    if turn % 2 == 0 { Turn::MAX } else { Turn::MIN }
}

impl Node {
    /// A whole number from 0 to 100.
    fn leaf(&self) -> Turn {
        over((unit(mix(self.hash, 77)) * 101.0).floor())
    }

    fn astray(&self, branching: u16, moves: u32, list: &mut Moves<u16>) -> Turn {
        if self.ply == 2 * moves {
            return self.leaf();
        }
        if self.ply % 2 == 0 {
            list.extend(0..branching);
            return player(self.ply / 2);
        }
        list.push_outcome(self.last, 0.8);
        for other in (0..branching).filter(|&mv| mv != self.last) {
            list.push_outcome(other, 0.2 / f64::from(branching - 1));
        }
        Turn::CHANCE
    }

    fn ragged(&self, mixed: bool, list: &mut Moves<u16>) -> Turn {
        let chance_of = |salt| unit(mix(self.hash, salt));
        let deepest = if mixed { 7 } else { 6 };
        if self.ply == deepest || (self.ply > 1 && chance_of(1) < 0.2) {
            return self.leaf();
        }
        let count = 2 + (mix(self.hash, 2) % 4) as u16;
        let dice = if mixed { chance_of(3) < 0.4 } else { self.ply % 2 == 1 };
        if dice {
            let weight = |i: u16| 0.05 + chance_of(10 + u64::from(i));
            let total: f64 = (0..count).map(weight).sum();
            (0..count).for_each(|i| list.push_outcome(i, weight(i) / total));
            return Turn::CHANCE;
        }
        list.extend(0..count);
        if mixed { player((chance_of(4) < 0.5).into()) } else { player(self.ply / 2) }
    }

    fn dice(&self, faces: u16, dice_now: bool, list: &mut Moves<u16>) -> Turn {
        if !dice_now {
            list.extend(0..3);
            return player(self.ply / 2);
        }
        for face in 0..faces {
            let double = if face < 6 { 1.0 } else { 2.0 };
            let fair = 1.0 / f64::from(faces);
            list.push_outcome(face, if faces == 21 { double / 36.0 } else { fair });
        }
        Turn::CHANCE
    }
}

impl Game for RandomTree {
    type Position = Node;
    type Move = u16;
    type Undo = Node;

    const DICE: Dice = Dice::Always;
    const KEYS: bool = false;

    fn start(&self) -> Node {
        Node { hash: mix(self.seed, 0), ply: 0, last: 0, sum: 0.0 }
    }

    fn values(&self) -> Values {
        let range = Bounds::new(0.into(), 100.into()).expect("a range");
        Values { range, grain: Grain::Real }
    }

    fn expand(&self, place: &Node, moves: &mut Moves<u16>) -> Turn {
        match self.shape {
            Shape::Astray { branching, moves: depth } => place.astray(branching, depth, moves),
            Shape::Ragged { mixed } => place.ragged(mixed, moves),
            Shape::Dice { moves: depth, sums, .. } if place.ply == 2 * depth => {
                if sums {
                    over(place.sum.min(100.0))
                } else {
                    place.leaf()
                }
            }
            Shape::Dice { faces, first, .. } => {
                place.dice(faces, (place.ply % 2 == 0) == first, moves)
            }
        }
    }

    fn play(&self, place: &mut Node, mv: u16) -> Node {
        let before = *place;
        let hash = mix(place.hash, u64::from(mv) + 100);
        let edge = match self.shape {
            Shape::Dice { moves, .. } => unit(hash) * 100.0 / f64::from(2 * moves),
            _ => 0.0,
        };
        *place = Node { hash, ply: place.ply + 1, last: mv, sum: place.sum + edge };
        before
    }

    fn undo(&self, place: &mut Node, _: u16, before: Node) {
        *place = before;
    }
}
