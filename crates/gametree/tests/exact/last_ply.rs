//! Children at the horizon are evaluated without stepping there, if no store is to remember them: on a
//! copy of a small position, in place of a large one. Nobody can tell.
//!
//! Which of these it is, is decided when a search is compiled: for games with small positions here, for games with
//! large ones in the library, since an erased position is one of those. What is behind it may be small or large again.

use gametree::Algorithm;
use gametree::erased::Erased;
use gametree::exact::{AlphaBeta2, Scout};
use gametree::model::MoreFacts;
use gametree::policy::{BestFirst, Leftmost, MaxUpper};
use gametree::{
    AnyProbe, Fsss, Game, Keep, Knowledge, Limits, Move, Moves, Notation, Outcome, Rollout,
    Storage, Turn, Value, Values, Workspace, splitmix64,
};

use crate::reference::Nest;
use crate::support::*;

/// A random tree in which some paths end early, and nobody knows whose turn it is beforehand. Deeper than any horizon.
fn ragged(seed: u64) -> Explicit {
    fn grow(hash: u64, depth: u32) -> Nest {
        let number = |below: u64| (splitmix64(hash, below) % below) as i64;
        if depth == 7 || depth > 1 && number(6) == 0 {
            return Nest::Leaf(number(9));
        }
        let child = |mv: i64| grow(splitmix64(hash, mv as u64 + 1), depth + 1);
        let below = (0..2 + number(3)).map(child).collect();
        if number(2) == 0 { max(below) } else { min(below) }
    }
    let mut game = Explicit::from_nest(&grow(seed, 0));
    game.values = Values::integers(0, 8);
    game
}

/// What the nodes of such a tree look like from the horizon.
fn worths(seed: u64, game: &Explicit) -> Views {
    let worth = |node| (splitmix64(seed, node) % 7) as i64;
    Views::Worths((0..game.tree.len() as u64).map(worth).collect())
}

/// The same game with paths on the heap as positions, so that copying one is dear.
#[derive(Clone)]
struct Large(Explicit, Views);

/// The node to which a path leads.
fn end(path: &[usize]) -> &usize {
    path.last().expect("a path begins at the root")
}

impl Game for Large {
    type Position = Vec<usize>;
    type Move = usize;
    type Undo = ();

    fn start(&self) -> Vec<usize> {
        vec![self.0.start()]
    }

    fn values(&self) -> Values {
        self.0.values
    }

    fn expand(&self, path: &Vec<usize>, moves: &mut Moves<usize>) -> Turn {
        self.0.expand(end(path), moves)
    }

    fn play(&self, path: &mut Vec<usize>, mv: usize) {
        path.push(self.0.tree.children(*end(path))[mv]);
    }

    fn undo(&self, path: &mut Vec<usize>, _: usize, (): ()) {
        path.pop();
    }

    fn more_facts(&self) -> &impl MoreFacts<Self> {
        self
    }
}

impl Knowledge<Large> for Large {
    fn evaluate(&self, _: &Large, path: &Vec<usize>) -> Option<Value> {
        self.1.evaluate(&self.0, end(path))
    }
}

impl Notation for Large {
    fn move_text(&self, path: &Vec<usize>, mv: usize) -> String {
        self.0.move_text(end(path), mv)
    }
}

impl MoreFacts<Self> for Large {
    fn leaf_number(&self, _: &Self, path: &Vec<usize>) -> Option<u64> {
        self.0.leaf_number(&self.0, end(path))
    }
}

/// Everything that a search says.
fn said<M: Move>(outcome: Outcome<M>) -> String {
    let mut counts = outcome.counts;
    (counts.peak_bytes, counts.peak_nodes) = (0, 0);
    let pv: Vec<u32> = outcome.pv.into_iter().map(Move::code).collect();
    format!("{:?}", (outcome.bounds, pv, outcome.stop, counts))
}

/// The same of a search for a game with large positions; and the leaves, if it is watched.
fn by_the_library<A: Algorithm>(
    game: &Erased,
    question: Question,
    mut algorithm: A,
    mut probe: &mut dyn AnyProbe<Erased>,
) -> String {
    let search = question.about(game).knowledge(game).probe(&mut probe);
    let mut plain = Workspace::new(Storage::Plain);
    said(search.reusing(&mut plain).run(&mut algorithm).expect("everything is evaluated"))
}

/// If `TYPED`, the search without a store is also compiled for the type of these games.
fn compare<const TYPED: bool, A: Algorithm + Clone>(algorithm: &A) {
    for seed in 0..40 {
        let game = ragged(seed);
        let views = worths(seed, &game);
        let small = Erased::with_knowledge(game.clone(), views.clone());
        let large = Erased::new(Large(game.clone(), views.clone()));
        for plies in 1..6 {
            for leaves in [None, Some(1), Some(4), Some(11)] {
                for asked in [value_of(), value_of().window(window(2, 4))] {
                    let limits = Limits::none().leaves(leaves);
                    let question = || asked.clone().horizon(plies).limits(limits.clone());
                    let name = format!("seed {seed}, {plies} plies, {leaves:?} leaves");
                    let over = |store: &mut dyn Stored| {
                        watched(&game, question(), &views, |search| {
                            search.over(&mut AnyStore(store)).run(&mut algorithm.clone())
                        })
                    };
                    let (slow, seen) = over(&mut Forgetful { says_so: false });
                    let slow = said(slow.expect("everything is evaluated"));
                    let mut without = vec![over(&mut Forgetful { says_so: true })];
                    if const { TYPED } {
                        without.push(watched(&game, question(), &views, |search| {
                            search.over(&mut ()).run(&mut algorithm.clone())
                        }));
                    }
                    for (fast, also) in without {
                        assert_eq!(said(fast.expect("everything is evaluated")), slow, "{name}");
                        assert_eq!(also.seen(), seen.seen(), "{name}");
                    }
                    for (erased, what) in [(&small, "a small one"), (&large, "a large one")] {
                        let mut also = Watcher::default();
                        let fast = by_the_library(erased, question(), algorithm.clone(), &mut also);
                        assert_eq!(fast, slow, "{name}, {what}");
                        assert_eq!(also.seen(), seen.seen(), "{name}, {what}");
                        let alone = by_the_library(erased, question(), algorithm.clone(), &mut ());
                        assert_eq!(alone, slow, "{name}, {what}, nobody watches");
                    }
                }
            }
        }
    }
}

#[test]
fn nobody_can_tell_how_the_last_ply_is_searched() {
    compare::<true, _>(&Rollout::new(Leftmost));
    compare::<true, _>(&Rollout::new(Leftmost).keep(Keep::Nothing));
    compare::<true, _>(&Rollout::new(MaxUpper));
    compare::<true, _>(&Rollout::new(MaxUpper).keep(Keep::Nothing));
    compare::<false, _>(&Rollout::new(BestFirst));
    compare::<false, _>(&Rollout::new(BestFirst).keep(Keep::Nothing));
    compare::<false, _>(&Fsss::new());
    compare::<false, _>(&Fsss::new().keep(Keep::Nothing));
    compare::<true, _>(&AlphaBeta2);
    compare::<true, _>(&Scout);
}
