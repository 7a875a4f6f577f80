use std::sync::Arc;

use super::super::shared::tests::{At, Blocks, Lattice, check_blocks};
use super::super::statistics::Statistic;
use super::*;
use crate::anytime::toy::Toy;
use crate::anytime::{AnytimeSearch, BoxedSearch, Frame};
use crate::limits::Limits;
use crate::lookahead::Charge;
use crate::mcts::tree::Extras;
use crate::mcts::{Bonus, Mcts, Mixed, Mixing, Playout, Selection, Settings};
use crate::model::{Bounds, Dice, Game, Grain, Key, Kind, Knowledge, Moves, Turn, Value, Values};
use crate::outcome::Stop;
use crate::sampler::Sampler;
use crate::search::Search;
use crate::threads::Team;

/// The value of a position, by looking at everything.
fn minimax<G: Game>(game: &G, position: &G::Position) -> Value {
    let mut moves = Moves::new();
    let kind = match game.expand(position, &mut moves) {
        Turn::Terminal(value) => return value,
        Turn::Inner(kind) => kind,
    };
    let values = moves.iter().map(|mv| {
        let mut child = position.clone();
        game.advance(&mut child, mv);
        minimax(game, &child)
    });
    let values: Vec<Value> = values.collect();
    if kind == Kind::Chance {
        let each = values.iter().zip(moves.weights());
        return Value::new(each.map(|(value, weight)| value.get() * weight).sum()).unwrap();
    }
    let best =
        values.into_iter().reduce(|a, b| if kind == Kind::Min { a.min(b) } else { a.max(b) });
    best.expect("there is a move")
}

/// Nothing is used twice, and no rollout is under way any more.
fn check(tree: &Tree) {
    if tree.shares_positions() {
        check_blocks(tree);
    } else {
        let (mut blocks, mut open, mut nodes) = (Blocks::new(tree), vec![ROOT], 1);
        blocks.take(ROOT, 1);
        while let Some(id) = open.pop() {
            let children = tree.children(id);
            if !children.is_empty() {
                blocks.take(children.start, tree.room_for(children.len()));
            }
            nodes += children.len();
            open.extend(children);
        }
        assert_eq!(tree.nodes(), nodes);
        blocks.take_free(tree);
    }
    let mut open = vec![ROOT];
    while let Some(id) = open.pop() {
        assert_eq!(tree.spot(id).under_way().unwrap().load(Relaxed), 0);
        open.extend(tree.children(tree.position(id)));
    }
}

/// Searches with `threads` threads until the limit on nodes is reached, or there is nothing left to
/// find out. Returns what was proven, and why the search ended.
fn run<'g, G: Game + Knowledge<G>>(
    game: &'g G,
    mut team: Team<'g, G, G>,
    tree: &Tree,
    nodes: u64,
    memory: usize,
) -> (Bounds, Option<Stop>) {
    let limits = Limits::none().nodes(nodes);
    let mut question = Search::new(game).knowledge(game).limits(limits);
    let mut walk = question.walk().unwrap();
    let ended =
        team.run(&mut walk, &mut |answer| assert!(answer.bounds.lower <= answer.bounds.upper));
    check(tree);
    assert!(tree.bytes() <= memory, "{} {memory}", tree.bytes());
    (team.answer().bounds, ended)
}

fn boxed<'g, G: Game>(search: impl AnytimeSearch<G> + Send + 'g) -> BoxedSearch<'g, G> {
    Box::new(search)
}

/// A search of this game by several threads, and the tree that they share.
fn team<'g, G: Game + Knowledge<G>>(
    game: &'g G,
    settings: Settings,
    mixing: Option<Mixing>,
    threads: usize,
    memory: usize,
) -> Option<(Team<'g, G, G>, Arc<Tree>)> {
    let (frame, start) = (Frame::new(game, game, memory), game.start());
    let others = 1..threads;
    let (tree, members) = match mixing {
        None => {
            let leader = Mcts::with_threads(frame, &start, settings, threads)?;
            let helpers: Vec<_> = others.map(|thread| boxed(leader.helper(thread))).collect();
            let tree = Arc::clone(&leader.tree);
            (tree, std::iter::once(boxed(leader)).chain(helpers).collect())
        }
        Some(mixing) => {
            let leader = Mixed::new(frame, &start, settings, mixing, threads)?;
            let helpers: Vec<_> = others.map(|thread| boxed(leader.helper(thread))).collect();
            let tree = Arc::clone(leader.tree());
            (tree, std::iter::once(boxed(leader)).chain(helpers).collect())
        }
    };
    Some((Team::new(frame, &start, members), tree))
}

/// All cases if the variable `GAMETREE_TESTS` says `full`, or a tenth.
fn cases(all: u64) -> u64 {
    let full = std::env::var("GAMETREE_TESTS").is_ok_and(|word| word == "full");
    if full { all } else { all / 10 }
}

const SELECTIONS: [Selection; 3] = [Selection::Ucb1, Selection::Ucb1Tuned, Selection::Greedy(0.2)];

fn case<G: Game + Knowledge<G>>(game: &G, seed: u64, mixing: Option<Mixing>) -> (bool, bool) {
    let threads = 2 + seed as usize % 7;
    let settings = Settings {
        selection: SELECTIONS[seed as usize % 3],
        playout: [Playout::Random, Playout::Path, Playout::Learned][seed as usize / 3 % 3],
        proves: true,
        transpositions: seed % 2 == 0,
        seed,
        ..Settings::default()
    };
    let memory = [usize::MAX >> 1, 40_000, 12_000][seed as usize / 2 % 3];
    let nodes = [200, 5_000, 100_000][seed as usize / 5 % 3];
    let Some((search, tree)) = team(game, settings, mixing, threads, memory) else {
        return (false, false);
    };
    let (bounds, ended) = run(game, search, &tree, nodes, memory);
    let value = minimax(game, &game.start()).get();
    // Sums are rounded.
    let off = if game.has_chance() { 1e-9 } else { 0.0 };
    let contains = bounds.lower.get() <= value + off && value <= bounds.upper.get() + off;
    assert!(contains, "seed {seed}: {bounds:?}, {value:?}");
    let is_closed = ended == Some(Stop::Closed);
    assert_eq!(is_closed, bounds.is_within(off), "seed {seed}: {bounds:?} {ended:?}");
    (is_closed, true)
}

/// A random tree in which chance moves at some nodes.
struct Thrown(Toy);

impl Game for Thrown {
    type Position = <Toy as Game>::Position;
    type Move = u8;
    type Undo = <Toy as Game>::Undo;

    const DICE: Dice = Dice::Always;

    fn start(&self) -> Self::Position {
        self.0.start()
    }

    fn values(&self) -> Values {
        Values { range: self.0.values().range, grain: Grain::Real }
    }

    fn expand(&self, node: &Self::Position, moves: &mut Moves<u8>) -> Turn {
        let mut list = Moves::new();
        let turn = self.0.expand(node, &mut list);
        if !matches!(turn, Turn::Inner(_)) || !self.0.is_thrown(node) {
            moves.extend(list.iter());
            return turn;
        }
        let all: f64 = (1..=list.len()).map(|weight| weight as f64).sum();
        for (mv, weight) in list.iter().zip(1..) {
            moves.push_outcome(mv, f64::from(weight) / all);
        }
        Turn::Inner(Kind::Chance)
    }

    fn play(&self, node: &mut Self::Position, mv: u8) -> Self::Undo {
        self.0.play(node, mv)
    }

    fn undo(&self, node: &mut Self::Position, mv: u8, before: Self::Undo) {
        self.0.undo(node, mv, before);
    }
}

impl Knowledge<Thrown> for Thrown {}

/// Chance nodes that another thread discovers while a rollout is on its way back.
#[test]
fn what_is_thrown_is_averaged_where_it_was_thrown() {
    for seed in 0..cases(3000) {
        case(&Thrown(Toy { seed, plies: 2 + seed as u32 % 7 }), 6 * (seed / 6) + seed % 3, None);
    }
}

/// A game that MAX always wins.
struct Won(Lattice);

impl Game for Won {
    type Position = At;
    type Move = u32;
    type Undo = At;

    fn start(&self) -> At {
        self.0.start()
    }

    fn values(&self) -> Values {
        self.0.values()
    }

    fn expand(&self, at: &At, moves: &mut Moves<u32>) -> Turn {
        match self.0.expand(at, moves) {
            Turn::Terminal(_) => Turn::Terminal(self.values().range.upper),
            turn => turn,
        }
    }

    fn play(&self, at: &mut At, mv: u32) -> At {
        self.0.play(at, mv)
    }

    fn undo(&self, at: &mut At, mv: u32, before: At) {
        self.0.undo(at, mv, before);
    }

    fn keys_fix_moves(&self) -> bool {
        true
    }

    fn key(&self, at: &At) -> Option<Key> {
        self.0.key(at)
    }
}

impl Knowledge<Self> for Won {}

/// Nobody is more than certain to win, while families move and positions are merged.
#[test]
fn means_stay_within_the_rewards() {
    for seed in 0..cases(240) {
        let game = Won(Lattice { seed, plies: 6 + seed % 40 });
        let (selection, transpositions) = (SELECTIONS[seed as usize % 3], seed / 3 % 2 == 0);
        let settings = Settings { selection, transpositions, seed, ..Settings::default() };
        let Some((search, tree)) = team(&game, settings, None, 4, 1 << 24) else { continue };
        run(&game, search, &tree, 3_000, 1 << 24);
        let root = tree.node(ROOT);
        assert_eq!(root.sum(), f64::from(root.visits()), "seed {seed}: the root never moves");
        let mut open = vec![ROOT];
        while let Some(id) = open.pop() {
            for mv in tree.children(id) {
                for node in [mv, tree.position(mv)].map(|id| tree.node(id)) {
                    let (sum, visits) = (node.sum(), f64::from(node.visits()));
                    assert!(
                        (0.0..=visits * (1.0 + 1e-12)).contains(&sum),
                        "{seed}: {sum} {visits}"
                    );
                }
                if !tree.shares_positions() {
                    open.push(mv);
                }
            }
        }
    }
}

/// However many threads are asked for, limits hold.
#[test]
fn there_are_no_more_threads_than_there_is_memory_for() {
    let game = Toy { seed: 5, plies: 14 };
    for memory in [1 << 10, 1 << 15, 1 << 20] {
        let frame = Frame::new(&game, &game, memory);
        let sampler = Sampler::Mcts(Settings::default());
        let mut search = sampler.start_with(frame, &game.start(), 40_000).unwrap();
        let mut question = Search::new(&game).limits(Limits::none().nodes(2_000));
        search.run(&mut question.walk().unwrap(), &mut |_| ());
        let (bytes, nodes) = search.memory();
        assert!(bytes <= memory && nodes > 1, "{bytes} of {memory}, {nodes} nodes");
    }
}

/// All threads go on below the move that was made, over one tree.
#[test]
fn a_common_tree_moves_on_once() {
    let mut moved = 0;
    for seed in 0..cases(400) {
        let game = Toy { seed, plies: 10 };
        let settings = Settings { proves: true, seed, ..Settings::default() };
        let charge = Charge::All;
        let mixing = Mixing {
            p: 0.8,
            k: 4,
            l: 3,
            w: 4.0,
            f: 1.5,
            bonus: Bonus::Best,
            at_root: false,
            charge,
            backs_up: true,
        };
        let mixing = Some(mixing).filter(|_| seed % 2 == 0);
        let Some((mut search, tree)) = team(&game, settings, mixing, 3, 1 << 20) else { continue };
        let mut at = game.start();
        loop {
            let limits = Limits::none().nodes(30);
            let mut question = Search::new(&game).knowledge(&game).position(at).limits(limits);
            search.run(&mut question.walk().unwrap(), &mut |_| ());
            check(&tree);
            let (answer, value) = (search.answer(), game.value(&at));
            assert!(answer.bounds.lower <= value && value <= answer.bounds.upper, "seed {seed}");
            let mut moves = Moves::new();
            game.expand(&at, &mut moves);
            assert!(
                answer.moves.iter().all(|known| moves.iter().any(|mv| mv == known.mv)),
                "seed {seed}"
            );
            let Some(most) = answer.moves.iter().max_by_key(|mv| mv.visits) else { break };
            if !search.advance(most.mv) {
                break;
            }
            game.play(&mut at, most.mv);
            moved += 1;
        }
    }
    assert!(moved > 20, "{moved}");
}

/// Somebody who waits for a rollout that may never end can still be told to stop.
#[test]
fn nobody_waits_for_ever() {
    let range = Bounds::new(0.into(), 1.into()).unwrap();
    let extras = Extras {
        range,
        bounds: None,
        statistic: Statistic::Nothing,
        threads: 2,
        further: super::super::Further::default(),
    };
    let tree = Tree::new(extras, usize::MAX);
    let visit = tree.visit();
    tree.wants_room.store(true, Relaxed);
    let mut looks = 0;
    tree.reclaim(0.0, || {
        looks += 1;
        looks < 100
    });
    assert_eq!((looks, tree.wants_room()), (100, true));
    drop(visit);
    tree.reclaim(0.0, || panic!("nobody is there"));
    assert!(!tree.wants_room());
}

/// Whatever the threads do at the same time: what is proven is true, nothing is used twice, and
/// memory has a limit.
#[test]
fn threads_prove_what_is_true_in_a_common_tree() {
    let (mut closed, mut all) = (0, 0);
    for seed in 0..cases(1500) {
        let lattice = Lattice { seed, plies: 4 + seed % 9 };
        let toy = Toy { seed, plies: 2 + seed as u32 % 8 };
        let bonus = [Bonus::Best, Bonus::Each][seed as usize % 2];
        let (charge, at_root) = (Charge::All, seed % 3 == 0);
        let mixing =
            Mixing { p: 0.8, k: 4, l: 3, w: 4.0, f: 1.5, bonus, at_root, charge, backs_up: true };
        let ways =
            [case(&lattice, seed, None), case(&toy, seed, None), case(&toy, seed, Some(mixing))];
        for (is_closed, was_searched) in ways {
            closed += u32::from(is_closed);
            all += u32::from(was_searched);
        }
    }
    assert!(closed > all / 2, "{closed} of {all}");
}
