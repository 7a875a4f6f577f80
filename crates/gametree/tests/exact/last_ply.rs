//! Children at the horizon are evaluated without stepping there, if no store is to remember them: on a
//! copy of a small position, in place of a large one. Nobody can tell.

use std::marker::PhantomData;

use gametree::classic::{AlphaBeta2, Scout};
use gametree::policy::{BestFirst, Leftmost, MaxUpper};
use gametree::run::{Algorithm, Trace};
use gametree::store::Store;
use gametree::{
    Bounds, Fsss, Game, Keep, Knowledge, Limits, Moves, Rollout, Search, Turn, Value, Values,
    Window, splitmix64,
};

/// A path from the root, as a position.
trait Path: Clone + Send + Sync + Default {
    fn push(&mut self, mv: u8);
    fn pop(&mut self);
    fn moves(&self) -> &[u8];
}

/// On the heap, so that copying it is dear.
impl Path for Vec<u8> {
    fn push(&mut self, mv: u8) {
        Vec::push(self, mv);
    }

    fn pop(&mut self) {
        Vec::pop(self);
    }

    fn moves(&self) -> &[u8] {
        self
    }
}

#[derive(Clone, Default)]
struct Small {
    moves: [u8; 8],
    length: usize,
}

impl Path for Small {
    fn push(&mut self, mv: u8) {
        self.moves[self.length] = mv;
        self.length += 1;
    }

    fn pop(&mut self) {
        self.length -= 1;
    }

    fn moves(&self) -> &[u8] {
        &self.moves[..self.length]
    }
}

/// A random tree in which some paths end early, and nobody knows whose turn it is beforehand.
struct Ragged<P> {
    seed: u64,
    path: PhantomData<P>,
}

impl<P: Path> Ragged<P> {
    fn number(&self, path: &P, below: u64) -> i32 {
        let hash =
            path.moves().iter().fold(self.seed, |hash, &mv| splitmix64(hash, u64::from(mv) + 1));
        (splitmix64(hash, below) % below) as i32
    }
}

impl<P: Path> Game for Ragged<P> {
    type Position = P;
    type Move = u8;
    type Undo = ();

    fn start(&self) -> P {
        P::default()
    }

    fn values(&self) -> Values {
        Values::integers(0, 8)
    }

    fn expand(&self, path: &P, moves: &mut Moves<u8>) -> Turn {
        if path.moves().len() == 8 || path.moves().len() > 1 && self.number(path, 6) == 0 {
            return Turn::over(self.number(path, 9));
        }
        moves.extend(0..2 + self.number(path, 3) as u8);
        if self.number(path, 2) == 0 { Turn::MAX } else { Turn::MIN }
    }

    fn play(&self, path: &mut P, mv: u8) {
        path.push(mv);
    }

    fn undo(&self, path: &mut P, _: u8, (): ()) {
        path.pop();
    }
}

impl<P: Path> Knowledge<Self> for Ragged<P> {
    fn evaluate(&self, _: &Self, path: &P) -> Option<Value> {
        Some(self.number(path, 7).into())
    }
}

/// Remembers nothing, and does not say so.
struct Forgetful;

impl<G: Game> Store<G> for Forgetful {
    type Slot = ();

    fn root(&mut self, _: &G, _: &G::Position, _: Option<u32>) {}

    fn child(&mut self, (): (), _: usize, _: usize, _: &G, _: &G::Position, _: Option<u32>) {}

    fn retrieve(&self, (): ()) -> Bounds {
        Bounds::UNBOUNDED
    }

    fn tighten(&mut self, (): (), _: Bounds, _: Option<usize>) {}
}

/// Everything that a search over `store` does and says.
fn run<P: Path, A: Algorithm, S: Store<Ragged<P>>>(
    (seed, plies, leaves, window): (u64, u32, Option<u64>, Window),
    mut algorithm: A,
    mut store: S,
) -> String {
    let game = Ragged::<P> { seed, path: PhantomData };
    let mut trace = Trace::default();
    let search = Search::bare(&game).knowledge(&game).horizon(plies).probe(&mut trace);
    let search = search.window(window).limits(Limits::none().leaves(leaves));
    let outcome = search.run_over(&mut algorithm, &mut store).expect("everything is evaluated");
    let leaves = trace.leaves.iter().map(|(path, value)| (path.moves().to_vec(), *value));
    let mut counts = outcome.counts;
    (counts.peak_bytes, counts.peak_nodes) = (0, 0);
    let answer = (outcome.bounds, outcome.pv, outcome.stop, counts);
    format!("{answer:?} {:?}", leaves.collect::<Vec<_>>())
}

fn compare<A: Algorithm + Clone>(algorithm: &A) {
    for seed in 0..40 {
        for plies in 1..6 {
            for leaves in [None, Some(1), Some(4), Some(11)] {
                for window in [Window::FULL, Window::new(2.into(), 4.into())] {
                    let question = (seed, plies, leaves, window);
                    let slow = run::<Vec<u8>, _, _>(question, algorithm.clone(), Forgetful);
                    let large = run::<Vec<u8>, _, _>(question, algorithm.clone(), ());
                    let small = run::<Small, _, _>(question, algorithm.clone(), ());
                    assert_eq!(large, slow, "{question:?}");
                    assert_eq!(small, slow, "{question:?}");
                }
            }
        }
    }
}

#[test]
fn nobody_can_tell_how_the_last_ply_is_searched() {
    compare(&Rollout::new(Leftmost));
    compare(&Rollout::new(Leftmost).keep(Keep::Nothing));
    compare(&Rollout::new(MaxUpper));
    compare(&Rollout::new(MaxUpper).keep(Keep::Nothing));
    compare(&Rollout::new(BestFirst));
    compare(&Rollout::new(BestFirst).keep(Keep::Nothing));
    compare(&Fsss::new());
    compare(&Fsss::new().keep(Keep::Nothing));
    compare(&AlphaBeta2);
    compare(&Scout);
}
