use super::super::allocator::size_of_class;
use super::*;
use crate::mcts::{Mcts, Selection, Settings};
use crate::model::{Draws, Game, Kind, Knowledge, Moves, Turn, Values};
use crate::search::Search;

/// One to three moves, by which one comes to nearly the same places in whatever order they are
/// made.
pub(in super::super) struct Lattice {
    pub seed: u64,
    pub plies: u64,
}

pub(in super::super) type At = (u64, u64);

impl Lattice {
    fn draws(&self, &(ply, place): &At) -> Draws {
        Draws::new(self.seed << 32 ^ ply << 16 ^ place)
    }
}

impl Game for Lattice {
    type Position = At;
    type Move = u32;
    type Undo = At;

    fn start(&self) -> At {
        (0, 0)
    }

    fn values(&self) -> Values {
        Values::integers(-2, 2)
    }

    fn expand(&self, at: &At, moves: &mut Moves<u32>) -> Turn {
        let mut draws = self.draws(at);
        if at.0 == self.plies || (at.0 > 1 && draws.below(8) == 0) {
            return Turn::over(draws.below(5) as i32 - 2);
        }
        moves.extend((0..1 + draws.below(3) as u32).map(|mv| mv << 15));
        Turn::Inner(if draws.below(2) == 0 { Kind::Max } else { Kind::Min })
    }

    fn play(&self, at: &mut At, mv: u32) -> At {
        let before = *at;
        *at = (at.0 + 1, at.1 + u64::from(mv >> 15));
        before
    }

    fn undo(&self, at: &mut At, _: u32, before: At) {
        *at = before;
    }

    fn keys_fix_moves(&self) -> bool {
        true
    }

    /// Not all of them have names.
    fn key(&self, &(ply, place): &At) -> Option<Key> {
        (ply % 5 != 4).then_some(Key::Exact(u128::from(ply << 32 | place)))
    }
}

impl Knowledge<Self> for Lattice {}

/// Every node is in use once, or free, and visits add up.
fn check(tree: &Tree, exactly: bool) {
    let through = check_blocks(tree);
    for record in records(tree) {
        let (visits, known) = (tree.node(record).visits(), through.get(&record).unwrap_or(&0));
        assert!(visits >= *known && (!exactly || visits == *known), "{visits} {known}");
    }
}

/// The records of all positions.
fn records(tree: &Tree) -> Vec<Id> {
    tree.shards().flat_map(|shared| shared.records.clone()).collect()
}

/// Every node of a tree whose positions are shared is in use once, or free. Returns the visits of
/// all moves to a position.
pub(in super::super) fn check_blocks(tree: &Tree) -> HashMap<Id, u32> {
    let known = records(tree);
    let mut blocks = Blocks::new(tree);
    let (mut nodes, mut through) = (1, HashMap::new());
    for record in known.iter().copied().chain([ROOT]) {
        blocks.take(record, 1);
        let moves = tree.children(record);
        if !moves.is_empty() {
            blocks.take(moves.start, tree.room_for(moves.len()));
        }
        nodes += moves.len();
        for mv in moves {
            let behind = tree.position(mv);
            *through.entry(behind).or_insert(0) += tree.node(mv).visits();
            assert!(behind == mv || known.contains(&behind));
            let (narrow, wide) = (tree.bounds(behind), tree.bounds(mv));
            assert!(wide.lower <= narrow.lower && narrow.upper <= wide.upper);
        }
    }
    assert_eq!(tree.nodes(), nodes);
    blocks.take_free(tree);
    for shared in tree.shards() {
        assert!(shared.names.values().all(|name| shared.records.contains(name)));
    }
    through
}

/// Which nodes were met.
pub(in super::super) struct Blocks(Vec<bool>);

impl Blocks {
    pub fn new(tree: &Tree) -> Blocks {
        Blocks(vec![false; before(*tree.end())])
    }

    /// Nobody else has these.
    pub fn take(&mut self, first: Id, size: usize) {
        for id in first..first + size as Id {
            assert!(!std::mem::replace(&mut self.0[before(id)], true), "{id} is used twice");
        }
    }

    /// Nobody has those that are free, or will be.
    pub fn take_free(&mut self, tree: &Tree) {
        for thread in 0..tree.extras.threads {
            let own = tree.allocator(thread);
            for (class, &first) in own.free.iter().enumerate() {
                let mut left = first;
                while left != 0 {
                    self.take(left, size_of_class(class));
                    left = tree.node(left).first();
                }
            }
            own.retired.iter().for_each(|&(first, size)| self.take(first, size));
        }
    }
}

#[test]
fn nothing_is_lost_and_nothing_is_used_twice() {
    let (mut moved, mut swept, mut joined) = (0, 0, 0);
    for seed in 0..240 {
        let game = Lattice { seed, plies: 4 + seed % 9 };
        let selection =
            [Selection::Ucb1, Selection::Ucb1Tuned, Selection::Greedy(0.1)][seed as usize % 3];
        let (proves, memory) = (seed % 2 == 0, [usize::MAX, 4000, 12_000][seed as usize / 2 % 3]);
        let settings =
            Settings { selection, proves, transpositions: true, seed, ..Settings::default() };
        let mut at = game.start();
        let Some(mut search) = Mcts::new(&game, &game, &at, settings, memory) else { continue };
        let mut exactly = !proves && memory == usize::MAX;
        loop {
            let mut question = Search::new(&game).knowledge(&game).position(at);
            let mut walk = question.walk().unwrap();
            for rollout in 0..400 {
                search.rollout(&mut walk);
                if rollout % 13 == 0 {
                    check(&search.tree, exactly);
                    assert!(search.bytes() <= memory);
                }
            }
            check(&search.tree, exactly);
            let known = records(&search.tree);
            swept += usize::from(search.tree.refused.load(Relaxed) > 0);
            let links = |id| search.tree.children(id).filter(|&mv| search.tree.position(mv) != mv);
            let ways: usize = known.iter().chain([&ROOT]).map(|&id| links(id).count()).sum();
            joined += usize::from(ways > known.len());
            let moves = search.root_moves();
            let Some(most) = moves.iter().max_by_key(|mv| mv.visits) else { break };
            if !search.advance(most.mv) {
                break;
            }
            game.play(&mut at, most.mv);
            // What came by ways that are not there any more still counts.
            exactly = false;
            moved += 1;
            check(&search.tree, exactly);
        }
    }
    assert!(moved > 100 && swept > 20 && joined > 100, "{moved} {swept} {joined}");
}
