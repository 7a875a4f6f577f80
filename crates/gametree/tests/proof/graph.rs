//! Random games to prove things about: graphs of positions without cycles, with and without chance,
//! keys, layers, symmetries and facts; and their exact values.

use gametree::{
    Bounds, Dice, Game, Grain, Key, Kind, Knowledge, Moves, Notation, Symmetry, Turn, Value, Values,
};
use num_rational::Ratio;

pub type Exact = Ratio<i128>;

/// A graph of positions. Every position exists twice, as itself and as its mirror image, in which
/// the moves are listed the other way round.
#[derive(Clone, Debug)]
pub struct Graph {
    nodes: Vec<Node>,
    pub style: Style,
    /// Other threads come first.
    pub yields: bool,
}

/// What the game lets others know.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Positions have names.
    pub keys: bool,
    /// How many moves are left is known.
    pub layers: bool,
    /// Mirror images are stated.
    pub symmetry: bool,
    /// Or rather they share a name, and nothing is stated.
    pub merged: bool,
    /// Facts are stated.
    pub facts: bool,
    /// The range is stated.
    pub range: bool,
}

#[derive(Clone, Debug)]
struct Node {
    kind: Option<Kind>,
    /// Later positions and weights.
    next: Vec<(usize, i128)>,
    value: Exact,
    /// The longest way to an end.
    height: u32,
}

/// A position: a node, and whether it is seen in the mirror.
pub type At = (usize, bool);

pub struct Draws(pub u64);

impl Draws {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }

    pub fn coin(&mut self) -> bool {
        self.below(2) == 0
    }
}

#[allow(dead_code, reason = "several tests use it, each a part of it")]
impl Graph {
    /// A random graph; with chance nodes only if `chance`.
    pub fn new(seed: u64, chance: bool) -> Graph {
        let mut draws = Draws(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let size = 1 + draws.below(40);
        let values = [2, 3, 7, 1000][draws.below(4)];
        let reach = 2 + draws.below(7);
        let mut nodes: Vec<Node> = Vec::new();
        for i in 0..size {
            let ends = i + 1 == size || (i > 2 && draws.below(4) == 0);
            let count = if ends { 0 } else { 1 + draws.below(4) };
            let later = (size - i - 1).min(reach);
            let next = (0..count).map(|_| (i + 1 + draws.below(later), 1 + draws.below(3) as i128));
            let next: Vec<(usize, i128)> = next.collect();
            let kind = match draws.below(if chance { 3 } else { 2 }) {
                _ if ends => None,
                0 => Some(Kind::Max),
                1 => Some(Kind::Min),
                _ => Some(Kind::Chance),
            };
            let value = Exact::from_integer(draws.below(values) as i128 - values as i128 / 2);
            nodes.push(Node { kind, next, value, height: 0 });
        }
        for i in (0..size).rev() {
            let Some(kind) = nodes[i].kind else { continue };
            let of = |&(n, weight): &(usize, i128)| (nodes[n].value, weight);
            let children = || nodes[i].next.iter().map(of);
            let total: i128 = children().map(|(_, weight)| weight).sum();
            let value = match kind {
                Kind::Max => children().map(|(value, _)| value).max().unwrap(),
                Kind::Min => children().map(|(value, _)| value).min().unwrap(),
                Kind::Chance => {
                    children().map(|(value, weight)| value * weight).sum::<Exact>() / total
                }
            };
            nodes[i].height =
                1 + nodes[i].next.iter().map(|&(n, _)| nodes[n].height).max().unwrap();
            nodes[i].value = value;
        }
        let style = Style {
            keys: draws.below(3) > 0,
            layers: draws.coin(),
            symmetry: draws.coin(),
            merged: seed % 3 == 0,
            facts: draws.coin(),
            range: chance || draws.coin(),
        };
        Graph { nodes, style, yields: false }
    }

    /// The exact value of a position.
    pub fn value(&self, at: At) -> Exact {
        self.nodes[at.0].value
    }

    pub fn has_chance_nodes(&self) -> bool {
        self.nodes.iter().any(|node| node.kind == Some(Kind::Chance))
    }

    /// The exact probability of outcome `index`.
    pub fn probability(&self, at: At, index: usize) -> Exact {
        let next = &self.nodes[at.0].next;
        let place = if at.1 { next.len() - 1 - index } else { index };
        Exact::new(next[place].1, next.iter().map(|(_, weight)| weight).sum())
    }

    fn float(value: Exact) -> f64 {
        *value.numer() as f64 / *value.denom() as f64
    }

    /// What is stated about a position: more or less exactly, and not always the same of its mirror
    /// image.
    fn stated(&self, node: usize, mirrored: bool) -> Bounds {
        if (node / 5 + usize::from(mirrored && !self.style.merged)) % 3 == 0 {
            return Bounds::UNBOUNDED;
        }
        let value = Self::float(self.nodes[node].value);
        let [below, above] = [value - 0.001, value + 0.001].map(|x| Value::new(x).unwrap());
        match (self.style.facts, node % 5) {
            (true, 0) => Bounds { lower: below, upper: above },
            (true, 1) => Bounds::at_least(below),
            (true, 2) => Bounds::at_most(above),
            _ => Bounds::UNBOUNDED,
        }
    }
}

impl Game for Graph {
    type Position = At;
    type Move = u8;
    type Undo = At;

    const DICE: Dice = Dice::Sometimes;

    fn start(&self) -> At {
        (0, false)
    }

    fn values(&self) -> Values {
        let range = if self.style.range { self.span() } else { Bounds::UNBOUNDED };
        Values { range, grain: if self.has_chance() { Grain::Real } else { Grain::Integer } }
    }

    fn span(&self) -> Bounds {
        let ends = || self.nodes.iter().filter(|node| node.kind.is_none());
        let value = |exact: Exact| Value::new(Self::float(exact)).unwrap();
        let lower = value(ends().map(|node| node.value).min().unwrap());
        let upper = value(ends().map(|node| node.value).max().unwrap());
        Bounds { lower, upper }
    }

    fn has_chance(&self) -> bool {
        self.has_chance_nodes()
    }

    fn expand(&self, &(node, mirrored): &At, moves: &mut Moves<u8>) -> Turn {
        if self.yields {
            std::thread::yield_now();
        }
        let Node { kind, next, value, .. } = &self.nodes[node];
        let Some(kind) = kind else { return Turn::over(Value::new(Self::float(*value)).unwrap()) };
        let total: i128 = next.iter().map(|(_, weight)| weight).sum();
        for index in 0..next.len() {
            let place = if mirrored { next.len() - 1 - index } else { index };
            let (child, weight) = next[place];
            match kind {
                Kind::Chance => moves.push_outcome(place as u8, weight as f64 / total as f64),
                _ if child % 2 == 0 => moves.push_with(place as u8, self.stated(child, mirrored)),
                _ => moves.push(place as u8),
            }
        }
        Turn::Inner(*kind)
    }

    fn play(&self, at: &mut At, mv: u8) -> At {
        let before = *at;
        // Odd children are reached as in a mirror.
        let child = self.nodes[at.0].next[usize::from(mv)].0;
        *at = (child, self.style.symmetry && (at.1 ^ (child % 2 == 1)));
        before
    }

    fn undo(&self, at: &mut At, _: u8, before: At) {
        *at = before;
    }

    fn facts(&self, &(node, mirrored): &At) -> Bounds {
        if node % 2 == 1 { self.stated(node, mirrored) } else { Bounds::UNBOUNDED }
    }

    fn keys_fix_moves(&self) -> bool {
        !self.style.merged
    }

    fn key(&self, &(node, mirrored): &At) -> Option<Key> {
        let number = (node * 2 + usize::from(mirrored && !self.style.merged)) as u128;
        self.style.keys.then_some(Key::Exact((number * 1_000_003) << 70 | number))
    }

    fn position_of(&self, key: u128) -> Option<At> {
        let number = (key & 0xffff_ffff) as usize;
        let at = (number / 2, number % 2 == 1);
        let possible = at.0 < self.nodes.len() && (!at.1 || self.style.symmetry);
        (possible && self.key(&at) == Some(Key::Exact(key))).then_some(at)
    }

    fn plies_left(&self, &(node, _): &At) -> Option<u32> {
        self.style.layers.then_some(self.nodes[node].height)
    }

    fn canonical(&self, &(node, mirrored): &At) -> Option<(At, Symmetry)> {
        (mirrored && !self.style.merged).then_some(((node, false), Symmetry(1)))
    }
}

impl Knowledge<Self> for Graph {}

impl Notation for Graph {
    fn move_text(&self, _: &At, mv: u8) -> String {
        mv.to_string()
    }
}
