//! Epsilon-greedy selection where what must come of it is known: one choice among a few arms.

use gametree::mcts::{Mcts, Selection, Settings};
use gametree::{Dice, Game, Kind, Knowledge, Moves, Search, Turn, Values};

use crate::rounds::split;

/// One move, then chance: each arm wins this often. What always or never wins is the end at once.
struct Arms<'a> {
    mover: Kind,
    wins: &'a [f64],
}

#[derive(Clone, Copy)]
enum At {
    Start,
    Arm(u8),
    Over(bool),
}

impl Game for Arms<'_> {
    type Position = At;
    type Move = u8;
    type Undo = At;

    const DICE: Dice = Dice::Always;

    fn start(&self) -> At {
        At::Start
    }

    fn values(&self) -> Values {
        Values::integers(0, 1)
    }

    fn expand(&self, at: &At, moves: &mut Moves<u8>) -> Turn {
        match *at {
            At::Start => {
                moves.extend(0..self.wins.len() as u8);
                Turn::Inner(self.mover)
            }
            At::Arm(arm) => {
                let share = self.wins[usize::from(arm)];
                moves.push_outcome(1, share);
                moves.push_outcome(0, 1.0 - share);
                Turn::Inner(Kind::Chance)
            }
            At::Over(win) => Turn::over(i32::from(win)),
        }
    }

    fn play(&self, at: &mut At, mv: u8) -> At {
        let before = *at;
        *at = match before {
            At::Start => match self.wins[usize::from(mv)] {
                share if share == 0.0 || share == 1.0 => At::Over(share == 1.0),
                _ => At::Arm(mv),
            },
            _ => At::Over(mv == 1),
        };
        before
    }

    fn undo(&self, at: &mut At, _: u8, before: At) {
        *at = before;
    }
}

impl Knowledge<Arms<'_>> for Arms<'_> {}

fn search<'g>(game: &'g Arms<'g>, selection: Selection, seed: u64) -> Mcts<'g, Arms<'g>, Arms<'g>> {
    let settings = Settings { selection, seed, ..Settings::default() };
    Mcts::new(game, game, &game.start(), settings, usize::MAX).unwrap()
}

/// Visits and means by arm.
fn statistics(search: &Mcts<'_, Arms<'_>, Arms<'_>>, arms: usize) -> (Vec<u32>, Vec<f64>) {
    let (mut visits, mut means) = (vec![0; arms], vec![0.0; arms]);
    for child in search.root_moves() {
        visits[usize::from(child.mv)] = child.visits;
        means[usize::from(child.mv)] = child.mean.unwrap();
    }
    (visits, means)
}

/// Visits by arm after so many rollouts.
fn visits(game: &Arms, selection: Selection, seed: u64, rollouts: u32) -> Vec<u32> {
    let mut search = search(game, selection, seed);
    let mut question = Search::bare(game).knowledge(game);
    let mut walk = question.walk().unwrap();
    for _ in 0..rollouts {
        search.rollout(&mut walk);
    }
    statistics(&search, game.wins.len()).0
}

#[test]
fn each_child_is_visited_once_a_round_until_one_is_best() {
    let (mut rounds, mut decisions, mut clear_before_the_end) = (0, 0, 0);
    for seed in 0..300 {
        let mover = if seed % 2 == 0 { Kind::Max } else { Kind::Min };
        let game = Arms { mover, wins: &[0.5, 0.6, 0.4, 0.5] };
        let mut search = search(&game, Selection::Greedy(0.0), seed);
        let mut question = Search::bare(&game).knowledge(&game);
        let mut walk = question.walk().unwrap();
        let (mut in_round, mut decided) = ([false; 4], false);
        let (mut before, mut means) = (vec![0; 4], vec![0.0; 4]);
        for rollout in 0..100 {
            let signed: Vec<f64> =
                means.iter().map(|m| if seed % 2 == 0 { *m } else { -m }).collect();
            let best = split(&signed).0;
            if in_round == [true; 4] {
                in_round = [false; 4];
                rounds += 1;
                decided = best.len() == 1;
            }
            search.rollout(&mut walk);
            let (after, new_means) = statistics(&search, 4);
            let chosen = (0..4).find(|&arm| after[arm] > before[arm]).unwrap();
            if decided {
                assert!(
                    best.contains(&chosen),
                    "seed {seed}, rollout {rollout}: {means:?} {chosen}"
                );
            } else {
                assert!(!in_round[chosen], "seed {seed}, rollout {rollout}: {chosen} once more");
                clear_before_the_end += u32::from(rollout >= 4 && best.len() == 1);
                in_round[chosen] = true;
            }
            (before, means) = (after, new_means);
        }
        decisions += u32::from(decided);
    }
    // Many rounds, most of which end with a tie, and within some of which one child was ahead.
    assert!(rounds > 2 * decisions && decisions > 280, "{rounds} {decisions}");
    assert!(clear_before_the_end > 300, "{clear_before_the_end}");
}

/// Scenario A of section 6.2.1: where one move always wins and another one with probability p, it takes
/// 1 / (1 - p) rounds to break the tie, and after that the worse one is visited no more if epsilon is 0.
#[test]
fn a_tie_is_broken_when_the_paper_says() {
    let (p, searches) = (0.75, 2000);
    let rounds = |seed| {
        let visits =
            visits(&Arms { mover: Kind::Max, wins: &[1.0, p] }, Selection::Greedy(0.0), seed, 200);
        f64::from(visits[1])
    };
    let mean = (0..searches).map(rounds).sum::<f64>() / searches as f64;
    let deviation = p.sqrt() / (1.0 - p) / (searches as f64).sqrt();
    assert!((mean - 1.0 / (1.0 - p)).abs() < 4.0 * deviation, "{mean}");
}

#[test]
fn where_all_are_equal_rounds_never_end() {
    for selection in [Selection::Greedy(0.0), Selection::Greedy(1.0), Selection::Decaying(9.0)] {
        let visits = visits(&Arms { mover: Kind::Min, wins: &[1.0; 3] }, selection, 1, 302);
        assert!(visits.iter().all(|n| (100..102).contains(n)), "{visits:?}");
    }
}

/// What is expected of so many choices with these probabilities, and how far off it may be: four
/// standard deviations.
fn expected(probabilities: impl Iterator<Item = f64> + Clone) -> std::ops::Range<f64> {
    let mean: f64 = probabilities.clone().sum();
    let deviation = probabilities.map(|p| p * (1.0 - p)).sum::<f64>().sqrt();
    mean - 4.0 * deviation - 1e-9..mean + 4.0 * deviation + 1e-9
}

#[test]
fn worse_children_are_chosen_with_probability_epsilon() {
    let rollouts = 20_000;
    for (mover, wins, best) in
        [(Kind::Max, [0.0, 0.0, 1.0, 0.0], 2), (Kind::Min, [1.0, 0.0, 1.0, 1.0], 1)]
    {
        for epsilon in [0.0, 0.05, 0.5, 1.0] {
            let selection = Selection::Greedy(epsilon);
            let visits = visits(&Arms { mover, wins: &wins }, selection, 7, rollouts);
            // The first round is one visit each.
            let worse = |arm: &usize| *arm != best;
            for arm in (0..4).filter(worse) {
                let range = expected((4..rollouts).map(|_| epsilon / 3.0));
                assert!(range.contains(&f64::from(visits[arm] - 1)), "{epsilon}: {visits:?}");
            }
            let all: u32 = (0..4).filter(worse).map(|arm| visits[arm] - 1).sum();
            assert!(expected((4..rollouts).map(|_| epsilon)).contains(&f64::from(all)));
        }
    }
}

/// K ln n, but for the start: the sum of min(1, K / n).
#[test]
fn a_decaying_epsilon_explores_in_proportion_to_the_logarithm() {
    for (k, rollouts) in [(0.0, 1000), (5.0, 1000), (5.0, 10_000), (5.0, 100_000), (200.0, 100_000)]
    {
        let game = Arms { mover: Kind::Max, wins: &[0.0, 1.0, 0.0] };
        let visits = visits(&game, Selection::Decaying(k), 3, rollouts);
        let worse = f64::from(visits[0] + visits[2] - 2);
        let range = expected((3..rollouts).map(|n| f64::min(1.0, k / f64::from(n))));
        assert!(range.contains(&worse), "{k}: {visits:?}, not in {range:?}");
        // From `start` on, epsilon is less than one.
        let start = k.max(3.0);
        let logarithm = start - 3.0 + k * (f64::from(rollouts) / start).ln();
        assert!((worse - logarithm).abs() < 4.0 * logarithm.sqrt() + 2.0, "{worse} {logarithm}");
    }
}
