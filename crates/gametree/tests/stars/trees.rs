//! Random trees with chance nodes as a game, and their exact values.

use gametree::{
    Bounds, Game, Grain, Key, Kind, Knowledge, Move, Moves, Notation, Outcome, Probe, Search,
    SearchError, Turn, Value, Values,
};

/// Values of inner nodes are kept in units of this fraction, in which all of them are whole.
const UNIT: i64 = 1 << 32;
/// Probabilities are multiples of one in so many.
const PARTS: i64 = 16;

/// A tree as a game: a position is a node, a move the number of a child.
#[derive(Clone, Debug)]
pub struct Tree {
    pub nodes: Vec<Node>,
    pub range: (i32, i32),
    pub chance: bool,
    /// Whether the game states more than its rules.
    pub facts: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Nobody at a leaf.
    pub kind: Option<Kind>,
    pub children: Vec<usize>,
    /// At chance nodes, one a child, in sixteenths.
    weights: Vec<i64>,
    /// The exact value, in units.
    value: i64,
    /// The first node with the same subtree.
    twin: usize,
}

/// What trees are to look like.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// One inner node in so many is a chance node, roughly; nought: none is.
    pub chance: u64,
    /// Whether probabilities are powers of two, so that floats can divide by them exactly.
    pub powers: bool,
    /// How many levels of inner nodes there may be.
    pub depth: u32,
}

/// A small generator (splitmix64).
#[derive(Clone, Debug)]
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % sides
    }

    /// How likely each of `count` outcomes is.
    fn weights(&mut self, count: usize, powers: bool) -> Vec<i64> {
        let mut weights = vec![PARTS];
        while weights.len() < count {
            let at = self.roll(weights.len() as u64) as usize;
            let whole = weights[at];
            if whole > 1 {
                let part = if powers { whole / 2 } else { 1 + self.roll(whole as u64 - 1) as i64 };
                weights[at] = whole - part;
                weights.insert(at + self.roll(2) as usize, part);
            }
        }
        weights
    }
}

impl Tree {
    /// A ragged tree with ties and single children, of any kind at the root.
    pub fn new(seed: u64, shape: Shape) -> Tree {
        let mut dice = Dice(seed);
        let mut tree = Tree { nodes: Vec::new(), range: (0, 0), chance: false, facts: false };
        let distinct = [2, 3, 5, 9, 100][dice.roll(5) as usize];
        tree.grow(&mut dice, shape, distinct, 0);
        let (below, above) = (dice.roll(3) as i32, dice.roll(3) as i32);
        tree.chance = tree.nodes.iter().any(|node| node.kind == Some(Kind::Chance));
        tree.range = (-below, distinct as i32 - 1 + above);
        tree
    }

    /// A tree of two levels in the range `range`: MAX or MIN above, the other below; a child that is
    /// a single number is a leaf.
    pub fn of_two_levels(kind: Kind, range: (i32, i32), below: &[&[i64]]) -> Tree {
        let other = if kind == Kind::Max { Kind::Min } else { Kind::Max };
        let mut tree = Tree { nodes: Vec::new(), range, chance: false, facts: false };
        tree.add(Some(kind), 0);
        for values in below {
            let child = match values {
                [value] => tree.add(None, *value),
                values => {
                    let child = tree.add(Some(other), 0);
                    tree.nodes[child].children =
                        values.iter().map(|&value| tree.add(None, value)).collect();
                    tree.nodes[child].value = tree.backed_up(child);
                    child
                }
            };
            tree.nodes[0].children.push(child);
        }
        tree.nodes[0].value = tree.backed_up(0);
        tree
    }

    fn add(&mut self, kind: Option<Kind>, value: i64) -> usize {
        let twin = self.nodes.len();
        let (children, weights) = (Vec::new(), Vec::new());
        self.nodes.push(Node { kind, children, weights, value: value * UNIT, twin });
        twin
    }

    fn grow(&mut self, dice: &mut Dice, shape: Shape, distinct: u64, depth: u32) -> usize {
        let index = self.add(None, dice.roll(distinct) as i64);
        if depth < shape.depth && dice.roll(5) > 0 {
            let count = 1 + dice.roll(4) as usize;
            let chance = shape.chance > 0 && dice.roll(shape.chance) == 0;
            let player = if dice.roll(2) == 0 { Kind::Max } else { Kind::Min };
            let kind = if chance { Kind::Chance } else { player };
            if chance {
                self.nodes[index].weights = dice.weights(count, shape.powers);
            }
            self.nodes[index].kind = Some(kind);
            self.nodes[index].children =
                (0..count).map(|_| self.grow(dice, shape, distinct, depth + 1)).collect();
            self.nodes[index].value = self.backed_up(index);
        }
        let same = |node: &Node| self.same(node, &self.nodes[index]);
        self.nodes[index].twin = self.nodes.iter().position(same).expect("itself");
        index
    }

    fn same(&self, a: &Node, b: &Node) -> bool {
        let twins = |node: &Node| -> Vec<usize> {
            node.children.iter().map(|&child| self.nodes[child].twin).collect()
        };
        (a.kind, &a.weights, a.value) == (b.kind, &b.weights, b.value) && twins(a) == twins(b)
    }

    fn backed_up(&self, index: usize) -> i64 {
        let node = &self.nodes[index];
        let values = node.children.iter().map(|&child| self.nodes[child].value);
        match node.kind.expect("an inner node") {
            Kind::Max => values.max().unwrap(),
            Kind::Min => values.min().unwrap(),
            Kind::Chance => {
                let sum: i64 =
                    values.zip(&node.weights).map(|(value, weight)| value * weight).sum();
                assert_eq!(sum % PARTS, 0, "the units are small enough");
                sum / PARTS
            }
        }
    }

    /// The exact value of a node. Whole numbers of units are, and so is this.
    pub fn value(&self, node: usize) -> f64 {
        self.nodes[node].value as f64 / UNIT as f64
    }

    pub fn probability(&self, node: usize, child: usize) -> f64 {
        self.nodes[node].weights[child] as f64 / PARTS as f64
    }

    pub fn leaf_count(&self) -> usize {
        self.nodes.iter().filter(|node| node.kind.is_none()).count()
    }

    /// A true statement about a node, more or less exact.
    fn stated(&self, node: usize) -> Bounds {
        let [lower, upper] = [-1.0, 1.0].map(|side| {
            let off = [0.0, 0.5, 1.0, 40.0][(node * 7 + (side > 0.0) as usize * 3) % 4];
            Value::new(self.value(node) + side * off).unwrap()
        });
        Bounds::new(lower, upper).unwrap()
    }
}

impl Game for Tree {
    type Position = usize;
    type Move = usize;
    type Undo = usize;

    const DICE: gametree::Dice = gametree::Dice::Sometimes;

    fn start(&self) -> usize {
        0
    }

    fn values(&self) -> Values {
        let (lower, upper) = self.range;
        let range = Bounds::new(lower.into(), upper.into()).unwrap();
        let grain = if self.has_chance() || self.facts { Grain::Real } else { Grain::Integer };
        Values { range, grain }
    }

    fn has_chance(&self) -> bool {
        self.chance
    }

    fn expand(&self, &at: &usize, moves: &mut Moves<usize>) -> Turn {
        let node = &self.nodes[at];
        let Some(kind) = node.kind else {
            return Turn::Terminal(Value::new(self.value(at)).unwrap());
        };
        for (i, &child) in node.children.iter().enumerate() {
            match kind {
                Kind::Chance => moves.push_outcome(i, self.probability(at, i)),
                _ if self.facts && child % 3 == 0 => moves.push_with(i, self.stated(child)),
                _ => moves.push(i),
            }
        }
        Turn::Inner(kind)
    }

    fn play(&self, at: &mut usize, mv: usize) -> usize {
        std::mem::replace(at, self.nodes[*at].children[mv])
    }

    fn undo(&self, at: &mut usize, _: usize, before: usize) {
        *at = before;
    }

    fn facts(&self, &at: &usize) -> Bounds {
        if self.facts && at % 2 == 0 { self.stated(at) } else { Bounds::UNBOUNDED }
    }

    fn key(&self, &at: &usize) -> Option<Key> {
        Some(Key::Exact(self.nodes[at].twin as u128))
    }

    fn key_bits(&self) -> u32 {
        16
    }
}

impl Knowledge<Self> for Tree {}

impl Notation for Tree {
    fn move_text(&self, _: &usize, mv: usize) -> String {
        mv.to_string()
    }
}

/// Writes down the leaves evaluated.
#[derive(Debug, Default)]
pub struct Leaves(pub Vec<usize>);

impl Probe<Tree> for Leaves {
    fn leaf(&mut self, _: &Tree, &node: &usize, _: Value) {
        self.0.push(node);
    }
}

/// An outcome and the leaves evaluated for it.
pub type Seen = (Outcome<usize>, Vec<usize>);

/// Runs a search and sees which leaves it evaluates.
pub fn watch<'a>(
    question: Search<'a, Tree>,
    run: impl for<'b> FnOnce(
        Search<'b, Tree, (), &'b mut Leaves>,
    ) -> Result<Outcome<usize>, SearchError>,
) -> Seen {
    let mut leaves = Leaves::default();
    let outcome = run(question.probe(&mut leaves)).unwrap();
    assert_eq!(outcome.counts.leaves, leaves.0.len() as u64, "every leaf counts once");
    (outcome, leaves.0)
}

/// Mostly chance nodes, some, or none.
pub fn shape(seed: u64) -> Shape {
    Shape { chance: [2, 3, 0][seed as usize % 3], powers: seed % 2 == 0, depth: seed as u32 % 6 }
}

/// Multiples of what probabilities are made of, so that windows close on the very edge; and others.
pub const EPSILONS: [f64; 5] = [0.0, 0.5, 0.7, 2.0, 3.3];

/// The bounds contain the true value, and if the question was answered they are near enough and the
/// move, if one is named, is good enough.
pub fn check_worth<M: Move>(tree: &Tree, outcome: &Outcome<M>, what: &str) {
    let (bounds, slack) = (outcome.bounds, outcome.epsilon + outcome.allowance);
    let value = tree.value(0);
    assert!(bounds.contains(Value::new(value).unwrap()), "{what}: {value} not in {bounds}");
    if outcome.stop.is_answer() {
        assert!(bounds.width() <= slack, "{what}: {bounds} is wider than {slack}");
        if let Some(mv) = outcome.best_move() {
            let loss = (value - tree.value(tree.nodes[0].children[mv.code() as usize])).abs();
            assert!(loss <= slack, "{what}: the move {} loses {loss}", mv.code());
        }
    }
    let mut at = 0;
    for &mv in &outcome.pv {
        assert!(!matches!(tree.nodes[at].kind, None | Some(Kind::Chance)), "{what}");
        at = tree.nodes[at].children[mv.code() as usize];
    }
}
