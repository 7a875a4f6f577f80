use super::super::hook::RolloutHook;
use super::super::settings::{Playout, Selection};
use super::*;
use crate::anytime::toy::Toy;
use crate::counts::Counts;
use crate::limits::Limits;
use crate::lookahead::{Charge, Deepening, KBest};
use crate::model::Turn;
use crate::search::Search;
use crate::walk::{OneStep, Walk};

fn mixing(seed: u64, p: f64) -> Mixing {
    let bonus = [Bonus::Best, Bonus::Each, Bonus::None][seed as usize % 3];
    let (k, l) = (1 + (seed % 4) as u32, 1 + (seed % 5) as u32);
    let (at_root, charge, backs_up) = (seed % 2 == 0, Charge::All, seed % 7 != 6);
    Mixing { p, k, l, w: 2.0, f: 1.5, bonus, at_root, charge, backs_up }
}

fn settings(seed: u64) -> Settings {
    let selection = match seed % 5 {
        4 => Selection::Greedy(0.1),
        other if other % 2 == 0 => Selection::Ucb1,
        _ => Selection::Ucb1Tuned,
    };
    let playout =
        [Playout::Random, Playout::Careful, Playout::Informed, Playout::Cut(2)][seed as usize % 4];
    Settings { selection, c: 0.7, playout, proves: true, seed, ..Settings::default() }
}

/// Runs a search for a number of nodes; says what was done.
fn run_for(search: &mut dyn AnytimeSearch<Toy>, frame: Frame<'_, Toy, Toy>, nodes: u64) -> Counts {
    let limits = Limits::none().nodes(nodes);
    let question = Search::bare(frame.game).knowledge(frame.game);
    let mut question = question.limits(limits).facts(frame.facts);
    let mut walk = question.walk().unwrap();
    search.run(&mut walk, &mut |_| ());
    *walk.counts()
}

#[test]
fn without_monte_carlo_it_is_alphabeta() {
    let (mut deep, mut cut) = (0, 0);
    for seed in 0..150 {
        let game = Toy { seed, plies: 1 + (seed % 9) as u32 };
        let frame = Frame { facts: seed % 3 != 0, ..Frame::new(&game, &game, 1 << 30) };
        let charge = if seed % 2 == 0 { Charge::Inner } else { Charge::All };
        let mixing = Mixing { charge, ..mixing(seed, 0.0) };
        for nodes in [1, 2, 5, 17, 60, 61, 62, 63, 200, 1000, 5000] {
            let start = game.start();
            let mut mixed = Mixed::new(frame, &start, settings(seed), mixing, 1).unwrap();
            let best = KBest { k: mixing.k, plies: mixing.l, charge: mixing.charge, seed };
            let mut plain = Deepening::new(frame, &start, best).unwrap();
            let ours = run_for(&mut mixed, frame, nodes).nodes;
            let theirs = run_for(&mut plain, frame, nodes).nodes;
            let (mixed, plain) = (mixed.answer(), plain.answer());
            assert_eq!(ours, theirs, "seed {seed}, {nodes} nodes");
            assert_eq!(mixed.pv, plain.pv, "seed {seed}, {nodes} nodes");
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
        let frame = Frame { facts: seed % 2 == 0, ..Frame::new(&game, &game, 1 << 30) };
        let start = game.start();
        let mut mixed = Mixed::new(frame, &start, settings(seed), mixing(seed, 1.0), 1).unwrap();
        let mut plain = Mcts::in_frame(frame, &start, settings(seed)).unwrap();
        for _ in 0..5 {
            run_for(&mut mixed, frame, 100);
            run_for(&mut plain, frame, 100);
            let (ours, theirs) = (mixed.answer(), AnytimeSearch::answer(&plain));
            assert_eq!(ours.moves, theirs.moves, "seed {seed}");
            assert_eq!((ours.pv, ours.bounds), (theirs.pv, theirs.bounds), "seed {seed}");
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
        let mut search = Mixed::new(frame, &start, settings(seed), mixing(seed, p), 1).unwrap();
        for _ in 0..10 {
            run_for(&mut search, frame, 60);
            let answer = search.answer();
            let value = game.value(&start);
            assert!(answer.bounds.contains(value), "seed {seed}: {}", answer.bounds);
            if search.mcts.is_solved() {
                solved += 1;
                break;
            }
            // What the root's children have is what went through them, and what they were given.
            let side = &search.alphabeta;
            let virtual_visits = side.started.get(&side.tree.root()).map_or(&[][..], |p| &p.given);
            let over = |mv: u8| {
                let mut child = start;
                game.play(&mut child, mv);
                matches!(game.judge(&child), Turn::Terminal(_))
            };
            let virtual_visits: Vec<_> =
                virtual_visits.iter().filter(|added| !over(added.mv)).collect();
            let extra: i64 = virtual_visits.iter().map(|added| added.visits).sum();
            given += virtual_visits.len();
            let visits: i64 = answer.moves.iter().map(|mv| i64::from(mv.visits)).sum();
            let through = i64::from(search.mcts.visits());
            let ends = answer.moves.iter().filter(|mv| over(mv.mv)).count() as i64;
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
        let mut search = Mixed::new(frame, &start, settings(seed), mixing(seed, 0.8), 1).unwrap();
        run_for(&mut search, frame, 300);
        let mut position = start;
        while let Some(&mv) = search.answer().pv.first() {
            let known = search.answer().moves.iter().find(|known| known.mv == mv).cloned();
            let side = &search.alphabeta;
            let virtual_visits = side.started.get(&side.tree.root()).map_or(&[][..], |p| &p.given);
            let given =
                virtual_visits.iter().find(|added| added.mv == mv).map_or(0, |added| added.visits);
            game.play(&mut position, mv);
            if !search.advance(mv) {
                break;
            }
            kept += 1;
            let visits = known.map_or(0, |known| i64::from(known.visits));
            assert_eq!(i64::from(search.mcts.visits()), visits - given);
            run_for(&mut search, frame, 100);
            let (bounds, value) = (search.answer().bounds, game.value(&position));
            assert!(bounds.contains(value), "seed {seed}: {bounds} {value}");
        }
    }
    assert!(kept > 50, "{kept}");
}

#[test]
fn step_by_step_is_the_same_search_and_brief_answers_are_its_own() {
    let (mut steps, mut proofs) = (0, 0);
    for seed in 0..60 {
        let game = Toy { seed, plies: 2 + (seed % 6) as u32 };
        let frame = Frame { facts: false, ..Frame::new(&game, &game, 1 << 30) };
        let p = [0.0, 0.5, 0.9, 1.0][seed as usize % 4];
        let start = game.start();
        let new = || Mixed::new(frame, &start, settings(seed), mixing(seed, p), 1).unwrap();
        let (mut followed, mut whole) = (new(), new());
        for _ in 0..200 {
            let walk = Walk::unwatched(&game, &game, &start, frame.range, Limits::none());
            let mut door = OneStep::new(walk);
            if followed.run(&mut door, &mut |_| ()).is_some() {
                proofs += 1;
                break;
            }
            steps += 1;
            let (mut answer, brief) = (followed.answer(), followed.brief());
            answer.pv.truncate(1);
            (answer.moves, answer.depth) = (Vec::new(), brief.depth);
            assert_eq!(answer, brief, "seed {seed}");
            assert!(!followed.is_full());
        }
        // To the end: in one go, and what is left of it after those steps.
        let end = |search: &mut Mixed<'_, Toy, Toy>| {
            run_for(search, frame, 1_000_000);
            search.answer()
        };
        assert_eq!(end(&mut followed), end(&mut whole), "seed {seed}");
    }
    assert!(steps > 1000 && proofs > 5, "{steps} {proofs}");
}

/// Where threads share a tree, rollouts that begin in the same way are decided about together: as
/// often, and at the same steps, as others are.
#[test]
fn rollouts_in_series_are_decided_about_at_every_step() {
    let game = Toy { seed: 1, plies: 30 };
    let frame = Frame::new(&game, &game, 1 << 30);
    for (p, steps) in [(0.0, 3), (0.6, 0), (0.8, 3), (1.0, 5)] {
        let mixing = Mixing { l: u32::MAX, ..mixing(2, p) };
        let mut side = Mixed::new(frame, &game.start(), settings(2), mixing, 2).unwrap().alphabeta;
        let mut question = Search::new(&game);
        let mut walk = question.walk().unwrap();
        let mut position = game.start();
        for _ in 0..steps {
            side.moves.clear();
            game.expand(&position, &mut side.moves);
            let mv = side.moves.get(0);
            side.note_step(mv);
            game.advance(&mut position, mv);
        }
        let (rounds, mut ends) = (5_000, vec![0; steps + 1]);
        for round in 0..rounds {
            // What those that go on have met below.
            side.path.extend_from_within(..steps.min(1));
            let is_first = round % 10 == 0;
            if let Some(here) = side.intercepts(steps, is_first, &mut walk) {
                assert!(here.steps > 0 || !is_first);
                assert_eq!(here.position, side.position_after(here.steps));
                ends[here.steps] += 1;
            }
        }
        assert_eq!(side.due, ends[0]);
        let (mut left, mut decided) = (rounds, rounds * 9 / 10);
        for (step, count) in ends.into_iter().enumerate() {
            let share = count as f64 / decided.max(1) as f64;
            let expected = if decided > 0 { 1.0 - p } else { 0.0 };
            assert!((share - expected).abs() < 0.04, "{p}, {step}: {share}");
            left -= count;
            decided = left;
        }
    }
}

/// An evaluation that is no end of the game worth.
struct Third;

impl Knowledge<Toy> for Third {
    fn prospect(&self, _: &Toy, _: &<Toy as Game>::Position) -> Option<f64> {
        Some(0.3)
    }
}

/// With `score=playout` and no bonus every reward in the tree is that of the end of a game, a
/// multiple of a quarter; what alpha-beta finds is not.
#[test]
fn what_alphabeta_finds_is_backed_up_or_not() {
    let mut odd = [0; 2];
    for seed in 0..40 {
        let game = Toy { seed, plies: 25 };
        let frame = Frame { facts: false, ..Frame::new(&game, &Third, 1 << 30) };
        for backs_up in [false, true] {
            let mixing = Mixing { bonus: Bonus::None, l: 3, backs_up, ..mixing(seed, 0.7) };
            let settings = Settings { playout: Playout::Random, ..settings(seed) };
            let mut search = Mixed::new(frame, &game.start(), settings, mixing, 1).unwrap();
            let mut question = Search::bare(&game).limits(Limits::none().nodes(300)).facts(false);
            search.run(&mut question.walk().unwrap(), &mut |_| ());
            for mv in search.answer().moves {
                let sum = mv.mean.unwrap() * f64::from(mv.visits) * 4.0;
                odd[usize::from(backs_up)] += u32::from((sum - sum.round()).abs() > 1e-6);
            }
        }
    }
    assert!(odd[0] == 0 && odd[1] > 20, "{odd:?}");
}
