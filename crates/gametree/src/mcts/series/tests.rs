use super::super::hook::Handover;
use super::super::settings::Settings;
use super::super::tree::ROOT;
use super::*;
use crate::anytime::Frame;
use crate::anytime::toy::Toy;
use crate::search::Search;

/// Takes over from every rollout, after one step if the series has that many in common, and counts
/// them.
#[derive(Default)]
struct Everywhere {
    at_the_root: u32,
    after_a_step: u32,
    moves: Vec<<Toy as Game>::Move>,
}

impl RolloutHook<Toy> for Everywhere {
    fn start(&mut self) {
        self.moves.clear();
    }

    fn note_step(&mut self, mv: <Toy as Game>::Move) {
        self.moves.push(mv);
    }

    fn intercepts(
        &mut self,
        steps: usize,
        _: bool,
        door: &mut dyn Door<Toy>,
    ) -> Option<Intercepted<Toy>> {
        assert_eq!(steps, self.moves.len());
        door.add_nodes(1);
        let game = Toy { seed: 3, plies: 30 };
        let mut position = game.start();
        let steps = steps.min(1);
        self.moves[..steps].iter().for_each(|&mv| game.advance(&mut position, mv));
        *if steps == 0 { &mut self.at_the_root } else { &mut self.after_a_step } += 1;
        let handover =
            Handover { reward: Some(0.5), by_playout: false, virtual_visits: Vec::new() };
        Some(Intercepted { steps, position, handover })
    }
}

/// Every rollout that is taken over counts once at each node down to where that was, and nowhere
/// below.
#[test]
fn rollouts_that_are_taken_over_count_as_far_as_they_came() {
    let game = Toy { seed: 3, plies: 30 };
    for proves in [false, true] {
        let (frame, settings) =
            (Frame::new(&game, &game, 1 << 24), Settings { proves, ..Settings::default() });
        let mut mcts = Mcts::with_threads(frame, &game.start(), settings, 2).unwrap();
        let mut question = Search::new(&game);
        let mut walk = question.walk().unwrap();
        let below = |mcts: &Mcts<'_, _, _>, nodes: &[_]| -> Vec<_> {
            nodes.iter().flat_map(|&node| mcts.tree.children(node)).collect()
        };
        let visits = |mcts: &Mcts<'_, _, _>| {
            let first = below(mcts, &[ROOT]);
            let second = below(mcts, &first);
            let sum = |nodes: &[_]| nodes.iter().map(|&n| mcts.tree.node(n).visits()).sum::<u32>();
            [sum(&[ROOT]), sum(&first), sum(&second)]
        };
        for _ in 0..100 {
            mcts.rollout(&mut walk);
        }
        let (before, mut hook) = (visits(&mcts), Everywhere::default());
        for _ in 0..50 {
            mcts.rollout_with(&mut hook, &mut walk);
        }
        let [root, first, second] = visits(&mcts);
        // Some series are of more than one rollout.
        assert!(hook.after_a_step > 50, "{}", hook.after_a_step);
        assert_eq!(root - before[0], hook.at_the_root + hook.after_a_step);
        assert_eq!(first - before[1], hook.after_a_step);
        assert_eq!(second, before[2]);
    }
}
