use super::super::alphabeta::{Deepening, KBest};
use super::super::settings::{Playout, Selection};
use super::super::toy::{Node, Toy};
use super::*;
use crate::model::Value;
use crate::run::{Counts, Limits, Search, Walk};

fn mixing(seed: u64, p: f64) -> Mixing {
    let bonus = [Bonus::Best, Bonus::Each, Bonus::None][seed as usize % 3];
    let (k, l) = (1 + (seed % 4) as u32, 1 + (seed % 5) as u32);
    Mixing { p, k, l, w: 2.0, f: 1.5, bonus, at_root: seed.is_multiple_of(2) }
}

fn settings(seed: u64) -> Settings {
    let selection = match seed % 5 {
        4 => Selection::Greedy(0.1),
        other if other % 2 == 0 => Selection::Ucb1,
        _ => Selection::Ucb1Tuned,
    };
    let playout = [Playout::Random, Playout::Informed, Playout::Cut(2)][seed as usize % 3];
    Settings { selection, c: 0.7, playout, proves: true, seed }
}

/// Lets somebody think for so many nodes; says what was done.
fn think(search: &mut dyn Thinker<Toy>, frame: Frame<'_, Toy, Toy>, nodes: u64) -> Counts {
    let limits = Limits { nodes: Some(nodes), ..Limits::none() };
    let question = Search::new(frame.game).knowledge(frame.game);
    let mut question = question.limits(limits).facts(frame.facts);
    let mut walk = question.walk().unwrap();
    search.think(&mut walk, &mut |_| ());
    *walk.counts()
}

#[test]
fn without_monte_carlo_it_is_alphabeta() {
    let (mut deep, mut cut) = (0, 0);
    for seed in 0..150 {
        let game = Toy { seed, plies: 1 + (seed % 9) as u32 };
        let frame = Frame { facts: seed % 3 != 0, ..Frame::new(&game, &game, 1 << 30) };
        let mixing = mixing(seed, 0.0);
        for nodes in [1, 2, 5, 17, 60, 61, 62, 63, 200, 1000, 5000] {
            let start = game.start();
            let mut mixed = Mixed::new(frame, &start, settings(seed), mixing).unwrap();
            let best = KBest { k: mixing.k, plies: mixing.l, seed };
            let mut plain = Deepening::new(frame, &start, best).unwrap();
            let ours = think(&mut mixed, frame, nodes).nodes;
            let theirs = think(&mut plain, frame, nodes).nodes;
            let (mixed, plain) = (mixed.thoughts(), plain.thoughts());
            assert_eq!(ours, theirs, "seed {seed}, {nodes} nodes");
            assert_eq!(mixed.line, plain.line, "seed {seed}, {nodes} nodes");
            assert_eq!(mixed.depth, plain.depth, "seed {seed}, {nodes} nodes");
            assert_eq!(mixed.mean, plain.mean, "seed {seed}, {nodes} nodes");
            deep += u32::from(plain.depth > Some(3));
            cut += u32::from(ours == nodes);
        }
    }
    assert!(deep > 100 && cut > 300, "{deep} {cut}");
}

#[test]
fn without_alphabeta_it_is_the_solver() {
    for seed in 0..100 {
        let game = Toy { seed, plies: 9 };
        let frame = Frame { facts: seed.is_multiple_of(2), ..Frame::new(&game, &game, 1 << 30) };
        let start = game.start();
        let mut mixed = Mixed::new(frame, &start, settings(seed), mixing(seed, 1.0)).unwrap();
        let mut plain = Mcts::in_frame(frame, &start, settings(seed)).unwrap();
        for _ in 0..5 {
            think(&mut mixed, frame, 100);
            think(&mut plain, frame, 100);
            let (ours, theirs) = (mixed.thoughts(), Thinker::thoughts(&plain));
            assert_eq!(ours.moves, theirs.moves, "seed {seed}");
            assert_eq!((ours.line, ours.bounds), (theirs.line, theirs.bounds), "seed {seed}");
        }
    }
}

#[test]
fn mixtures_never_lie_and_bonuses_are_taken_back() {
    let (mut solved, mut given) = (0, 0);
    for seed in 0..300 {
        let game = Toy { seed, plies: 8 };
        let frame = Frame::new(&game, &game, 1 << 30);
        let p = [0.3, 0.7, 0.95][seed as usize % 3];
        let start = game.start();
        let mut search = Mixed::new(frame, &start, settings(seed), mixing(seed, p)).unwrap();
        for _ in 0..10 {
            think(&mut search, frame, 60);
            let thoughts = search.thoughts();
            let value = game.value(&start);
            assert!(thoughts.bounds.contains(value), "seed {seed}: {}", thoughts.bounds);
            if search.mcts.is_solved() {
                solved += 1;
                break;
            }
            // What the root's children have is what went through them, and what they were given.
            let side = &search.alphabeta;
            let gifts = side.started.get(&side.tree.root()).map_or(&[][..], |p| &p.given);
            let over = |mv: u8| {
                let mut child = start;
                game.play(&mut child, mv);
                matches!(game.judge(&child), Turn::Terminal(_))
            };
            let gifts: Vec<_> = gifts.iter().filter(|gift| !over(gift.mv)).collect();
            let extra: i64 = gifts.iter().map(|gift| gift.visits).sum();
            given += gifts.len();
            let visits: i64 = thoughts.moves.iter().map(|mv| i64::from(mv.visits)).sum();
            let through = i64::from(search.mcts.visits());
            let ends = thoughts.moves.iter().filter(|mv| over(mv.mv)).count() as i64;
            assert!((0..=ends).contains(&(visits - through - extra)), "seed {seed}");
        }
    }
    assert!(solved > 50 && given > 100, "{solved} {given}");
}

#[test]
fn what_is_known_is_kept_from_move_to_move() {
    let mut kept = 0;
    for seed in 0..100 {
        let game = Toy { seed, plies: 10 };
        let frame = Frame::new(&game, &game, 1 << 30);
        let start = game.start();
        let mut search = Mixed::new(frame, &start, settings(seed), mixing(seed, 0.8)).unwrap();
        think(&mut search, frame, 300);
        let mut position = start;
        while let Some(&mv) = search.thoughts().line.first() {
            let known = search.thoughts().moves.iter().find(|known| known.mv == mv).cloned();
            let side = &search.alphabeta;
            let gifts = side.started.get(&side.tree.root()).map_or(&[][..], |p| &p.given);
            let given = gifts.iter().find(|gift| gift.mv == mv).map_or(0, |gift| gift.visits);
            game.play(&mut position, mv);
            if !search.advance(mv) {
                break;
            }
            kept += 1;
            let visits = known.map_or(0, |known| i64::from(known.visits));
            assert_eq!(i64::from(search.mcts.visits()), visits - given);
            think(&mut search, frame, 100);
            let (bounds, value) = (search.thoughts().bounds, game.value(&position));
            assert!(bounds.contains(value), "seed {seed}: {bounds} {value}");
        }
    }
    assert!(kept > 50, "{kept}");
}

/// Lets somebody take one step at a time, as those do who follow a search.
struct Single<'g> {
    walk: Walk<'g, Toy, Toy>,
    rests: bool,
}

impl Door<Toy> for Single<'_> {
    fn may_go_on(&mut self) -> bool {
        !self.rests
    }

    fn add_nodes(&mut self, count: u32) {
        Door::add_nodes(&mut self.walk, count);
    }

    fn enter(&mut self, kind: Kind) {
        Door::enter(&mut self.walk, kind);
    }

    fn leaf(&mut self, position: &Node, value: Value) -> Value {
        Door::leaf(&mut self.walk, position, value)
    }

    fn estimate(&mut self, position: &Node, share: f64) {
        Door::estimate(&mut self.walk, position, share);
    }

    fn facts(&self, position: &Node) -> Bounds {
        Door::facts(&self.walk, position)
    }

    fn news_due(&mut self) -> bool {
        self.rests = true;
        false
    }
}

#[test]
fn step_by_step_is_the_same_search_and_glimpses_are_its_thoughts() {
    let (mut steps, mut proofs) = (0, 0);
    for seed in 0..60 {
        let game = Toy { seed, plies: 2 + (seed % 6) as u32 };
        let frame = Frame { facts: false, ..Frame::new(&game, &game, 1 << 30) };
        let p = [0.0, 0.5, 0.9, 1.0][seed as usize % 4];
        let start = game.start();
        let new = || Mixed::new(frame, &start, settings(seed), mixing(seed, p)).unwrap();
        let (mut followed, mut whole) = (new(), new());
        for _ in 0..200 {
            let walk = Walk::without_limits(&game, &game, &start, frame.range);
            let mut single = Single { walk, rests: false };
            if followed.think(&mut single, &mut |_| ()).is_some() {
                proofs += 1;
                break;
            }
            steps += 1;
            let (thoughts, glimpse) = (followed.thoughts(), followed.glimpse());
            assert_eq!(glimpse.best, thoughts.line.first().copied(), "seed {seed}");
            assert_eq!((glimpse.mean, glimpse.bounds), (thoughts.mean, thoughts.bounds));
            assert!(!glimpse.full);
        }
        // To the end: in one go, and what is left of it after those steps.
        let end = |search: &mut Mixed<'_, Toy, Toy>| {
            think(search, frame, 1_000_000);
            search.thoughts()
        };
        assert_eq!(end(&mut followed), end(&mut whole), "seed {seed}");
    }
    assert!(steps > 1000 && proofs > 5, "{steps} {proofs}");
}
