//! Monte Carlo over positions: whatever ways lead to a position, what is known of it is true. Random graphs,
//! with ties, odd shapes, moves that lead to the same position, facts and chance.

use gametree::erased::Erased;
use gametree::mcts::{Mcts, Playout, Settings};
use gametree::{Bounds, Dice, Game, Key, Kind, Knowledge, Moves, Notation, Search, Turn, Values};

use crate::contains;
use crate::effort::effort;
use crate::graph::{Draws, Graph};

fn settings(draws: &mut Draws, proves: bool) -> Settings {
    let playout =
        [Playout::Random, Playout::Careful, Playout::Informed, Playout::Path][draws.below(4)];
    Settings { transpositions: true, playout, ..crate::settings(draws, proves) }
}

/// What is said of every move of the root is true of the position behind it.
fn holds(game: &Graph, search: &Mcts<'_, Graph, Graph>, at: (usize, bool), seed: u64) {
    assert!(contains(search.bounds(), game.value(at)), "seed {seed}: {}", search.bounds());
    for child in search.root_moves() {
        let mut after = at;
        game.play(&mut after, child.mv);
        let known = child.bounds;
        assert!(contains(known, game.value(after)), "seed {seed}: {} {known}", child.mv);
    }
}

#[test]
fn every_interval_is_true_at_every_moment() {
    let (mut solved, mut with_chance, mut unsolved, mut saved) = (0, 0, 0, 0);
    for seed in 0..effort(6_000) {
        let mut draws = Draws(seed ^ 0x5eed);
        let game = Graph::new(seed, draws.coin());
        let settings = settings(&mut draws, true);
        let start = game.start();
        let facts = draws.coin();
        let rollouts = [true, false].map(|transpositions| {
            let settings = Settings { transpositions, ..settings };
            let mut search = Mcts::new(&game, &game, &start, settings, usize::MAX)?;
            let mut question = Search::new(&game).knowledge(&game).facts(facts);
            let mut walk = question.walk().unwrap();
            let mut rollouts = 0;
            while rollouts < 3000 && search.rollout(&mut walk) {
                rollouts += 1;
                holds(&game, &search, start, seed);
            }
            holds(&game, &search, start, seed);
            if let (true, Some(mv)) = (search.is_solved(), search.best_move()) {
                let mut child = start;
                game.play(&mut child, mv);
                assert_eq!(game.value(child), game.value(start), "seed {seed}");
            }
            Some((search.is_solved(), rollouts))
        });
        let [Some((shared, few)), Some((alone, many))] = rollouts else { continue };
        if game.style.keys {
            saved += usize::from(shared && (!alone || few < many));
            unsolved += usize::from(!shared);
        } else {
            // Without names there is nothing to share.
            assert_eq!((shared, few), (alone, many), "seed {seed}");
        }
        solved += usize::from(shared);
        with_chance += usize::from(shared && game.has_chance_nodes());
    }
    println!("{solved} solved, {with_chance} with chance, {unsolved} not, {saved} sooner");
    assert!(solved > 360 && with_chance > 90 && 80 * unsolved < solved && saved > 60);
}

/// The tree goes on with the game, whoever moves, and loses nothing that it may not lose.
#[test]
fn the_graph_is_kept_after_a_move() {
    let (mut moves, mut solved) = (0, 0);
    for seed in 0..effort(3_000) {
        let mut draws = Draws(seed);
        let game = Graph::new(seed, draws.coin());
        let proves = draws.below(4) > 0;
        let settings = settings(&mut draws, proves);
        let memory = [usize::MAX, 6000, 1500][draws.below(3)];
        let mut at = game.start();
        let Some(mut search) = Mcts::new(&game, &game, &at, settings, memory) else { continue };
        loop {
            let mut question = Search::new(&game).knowledge(&game).position(at);
            let mut walk = question.walk().unwrap();
            for _ in 0..1 + draws.below(60) {
                search.rollout(&mut walk);
                holds(&game, &search, at, seed);
                assert!(search.bytes() <= memory, "seed {seed}: {} bytes", search.bytes());
            }
            solved += usize::from(search.is_solved());
            let tried = search.root_moves();
            if tried.is_empty() {
                break;
            }
            let chosen = &tried[draws.below(tried.len())];
            if !search.advance(chosen.mv) {
                break;
            }
            game.play(&mut at, chosen.mv);
            moves += 1;
            holds(&game, &search, at, seed);
            assert_eq!(search.visits(), chosen.visits.max(search.visits()), "seed {seed}");
        }
    }
    println!("{moves} moves, {solved} solved");
    assert!(moves > 240 && solved > 60, "{moves} {solved}");
}

#[test]
fn a_full_memory_ends_nothing() {
    let mut kept = 0;
    for seed in 0..400 {
        let game = Graph::new(seed, seed % 2 == 0);
        let mut draws = Draws(seed);
        let settings = settings(&mut draws, true);
        for memory in [1000, 2000, 5000] {
            let start = game.start();
            let Some(mut search) = Mcts::new(&game, &game, &start, settings, memory) else {
                continue;
            };
            let mut question = Search::new(&game).knowledge(&game);
            let mut walk = question.walk().unwrap();
            for _ in 0..500 {
                search.rollout(&mut walk);
                assert!(search.bytes() <= memory, "seed {seed}: {} bytes", search.bytes());
            }
            holds(&game, &search, start, seed);
            kept += search.nodes();
        }
    }
    assert!(kept > 5000, "{kept}");
}

#[test]
fn the_same_seed_is_the_same_search() {
    for seed in 0..200 {
        let game = Graph::new(seed, seed % 2 == 0);
        let (settings, start) = (settings(&mut Draws(seed), seed % 3 > 0), game.start());
        let searches = [(); 2].map(|()| {
            let mut search = Mcts::new(&game, &game, &start, settings, 3000)?;
            let mut question = Search::new(&game).knowledge(&game);
            let mut walk = question.walk().unwrap();
            for _ in 0..300 {
                search.rollout(&mut walk);
            }
            Some((search.root_moves(), search.nodes(), search.bytes(), *walk.counts()))
        });
        assert_eq!(searches[0], searches[1], "seed {seed}");
    }
}

/// MAX and MIN take stones in turn, one to three; who takes the last one wins. The name of a position
/// may leave out what it must not.
struct Stones {
    heaps: usize,
    name: Name,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Name {
    Whole,
    Hash,
    /// Heaps in order of size: the same value, but other moves.
    Sorted,
}

type Heaps = ([u8; 3], bool);

impl Game for Stones {
    type Position = Heaps;
    type Move = u8;
    type Undo = Heaps;

    const DICE: Dice = Dice::Never;

    fn start(&self) -> Heaps {
        let mut heaps = [0; 3];
        heaps[..self.heaps].copy_from_slice(&[3, 4, 5][..self.heaps]);
        (heaps, true)
    }

    fn values(&self) -> Values {
        Values::integers(-1, 1)
    }

    fn expand(&self, &(heaps, max): &Heaps, moves: &mut Moves<u8>) -> Turn {
        if heaps == [0; 3] {
            return Turn::over(if max { -1 } else { 1 });
        }
        for (heap, &stones) in heaps.iter().enumerate() {
            moves.extend((1..=stones).map(|taken| heap as u8 * 8 + taken));
        }
        Turn::Inner(if max { Kind::Max } else { Kind::Min })
    }

    fn play(&self, at: &mut Heaps, mv: u8) -> Heaps {
        let before = *at;
        at.0[usize::from(mv / 8)] -= mv % 8;
        at.1 = !at.1;
        before
    }

    fn undo(&self, at: &mut Heaps, _: u8, before: Heaps) {
        *at = before;
    }

    fn keys_fix_moves(&self) -> bool {
        self.name != Name::Sorted
    }

    fn key(&self, &(mut heaps, max): &Heaps) -> Option<Key> {
        if self.name == Name::Sorted {
            heaps.sort_unstable();
        }
        let number = heaps.iter().fold(0, |number, &stones| number * 8 + u128::from(stones));
        let number = 2 * number + u128::from(max);
        Some(if self.name == Name::Hash { Key::Hash(number) } else { Key::Exact(number) })
    }
}

impl Knowledge<Self> for Stones {}

impl Notation for Stones {
    fn move_text(&self, _: &Heaps, mv: u8) -> String {
        mv.to_string()
    }
}

/// How many nodes it takes to prove, and what the proof rests on.
fn proof(name: Name, transpositions: bool) -> (u64, gametree::Basis, Bounds) {
    let game = Erased::new(Stones { heaps: 3, name });
    let spec = format!("mcts-solver:transpositions={}", if transpositions { "yes" } else { "no" });
    let spec = gametree::registry::Spec::parse(&spec).unwrap();
    let outcome = Search::new(&game).run_erased(&spec).unwrap();
    (outcome.counts.nodes, outcome.basis, outcome.bounds)
}

#[test]
fn names_are_used_as_far_as_they_go() {
    use gametree::Basis;
    let win = Bounds::point(1.into());
    let (alone, ..) = proof(Name::Whole, false);
    let (nodes, basis, bounds) = proof(Name::Whole, true);
    assert_eq!((basis, bounds), (Basis::Proof, win));
    assert!(nodes * 3 < alone, "{nodes} of {alone}");
    // The same search, but it is not proven that hashes are different.
    assert_eq!(proof(Name::Hash, true), (nodes, Basis::Hash, win));
    assert_eq!(proof(Name::Hash, false), (alone, Basis::Proof, win));
    // The moves of one position are not those of the other.
    assert_eq!(proof(Name::Sorted, true), (alone, Basis::Proof, win));
}

/// What perfect play makes of heaps: who moves wins unless they cancel out (Bouton 1901).
fn worth(&(heaps, max): &Heaps) -> i32 {
    let wins = heaps.iter().fold(0, |sum, &stones| sum ^ stones) != 0;
    if wins == max { 1 } else { -1 }
}

/// From every position, and after a move, where the same heaps come up with either player to move.
#[test]
fn heaps_are_worth_what_the_theory_says() {
    let game = Stones { heaps: 3, name: Name::Whole };
    let (mut proven, mut kept) = (0, 0);
    for number in 1..120u64 {
        let heaps = [number / 30, number / 6 % 5, number % 6].map(|stones| stones as u8);
        let mut at = (heaps, number % 2 == 0);
        let settings =
            Settings { proves: true, transpositions: true, seed: number, ..Settings::default() };
        let mut search = Mcts::new(&game, &game, &at, settings, usize::MAX).unwrap();
        loop {
            let mut question = Search::new(&game).knowledge(&game).position(at);
            let mut walk = question.walk().unwrap();
            let mut rollouts = 0;
            while rollouts < 150 && search.rollout(&mut walk) {
                rollouts += 1;
                assert!(search.bounds().contains(worth(&at).into()), "{at:?}");
                for child in search.root_moves() {
                    let mut after = at;
                    game.play(&mut after, child.mv);
                    assert!(child.bounds.contains(worth(&after).into()), "{at:?} {}", child.mv);
                }
            }
            proven += u32::from(search.is_solved());
            let tried = search.root_moves();
            let open = tried.iter().find(|child| !child.bounds.is_closed());
            let Some(child) = open.filter(|child| search.advance(child.mv)) else { break };
            game.play(&mut at, child.mv);
            kept += 1;
        }
    }
    assert!(proven > 80 && kept > 20, "{proven} {kept}");
}
