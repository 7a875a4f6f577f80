use std::sync::Mutex;

use super::super::settings::{Playout, Selection, Settings};
use super::*;
use crate::anytime::toy::{Node, Toy};
use crate::anytime::{AnytimeSearch, Frame};
use crate::limits::Limits;
use crate::model::Value;
use crate::outcome::Stop;
use crate::search::Search;

/// The toy's evaluation, and the sizes of the batches.
struct Noting(Mutex<Vec<usize>>);

impl Knowledge<Toy> for Noting {
    fn evaluate(&self, game: &Toy, node: &Node) -> Option<Value> {
        game.evaluate(game, node)
    }

    fn evaluate_soon(&self, _: &Toy, nodes: &[&Node]) {
        self.0.lock().unwrap().push(nodes.len());
    }
}

/// Every rollout counts once at all nodes on its way, however often they moved, and is under way
/// nowhere afterwards.
#[test]
fn all_rollouts_come_back() {
    for seed in 0..60 {
        let game = Toy { seed, plies: 12 };
        let noting = Noting(Mutex::default());
        let settings = Settings {
            selection: [Selection::Ucb1, Selection::Ucb1Tuned][seed as usize % 2],
            playout: Playout::Cut(seed as u32 / 2 % 2),
            transpositions: seed % 3 == 0,
            batch: 50,
            seed,
            ..Settings::default()
        };
        let frame = Frame::new(&game, &noting, 1 << 22);
        let Some(mut mcts) = Mcts::in_frame(frame, &game.start(), settings) else { continue };
        let limits = Limits::none().leaves(1_000);
        let mut question = Search::bare(&game).knowledge(&noting).limits(limits);
        let mut walk = question.walk().unwrap();
        assert_eq!(mcts.run(&mut walk, &mut |_| ()), None);
        assert!(!door_is_open(&mut walk));
        assert_eq!(mcts.tree.node(ROOT).visits(), 1_000, "{seed}");
        let mut open = vec![ROOT];
        while let Some(node) = open.pop() {
            let children: Vec<Id> = mcts.tree.children(node).collect();
            if !settings.transpositions && !children.is_empty() {
                let below: u32 = children.iter().map(|&id| mcts.tree.node(id).visits()).sum();
                let own = mcts.tree.node(node).visits() - below;
                assert!(own <= 1, "{seed}: {own} rollouts ended here");
                let under_way = mcts.tree.family(&(children[0]..children[0] + 1)).under_way();
                assert_eq!(under_way.unwrap()[0].load(std::sync::atomic::Ordering::Relaxed), 0);
            }
            if !settings.transpositions {
                open.extend(children);
            }
        }
        let sizes = noting.0.into_inner().unwrap();
        assert!(sizes.iter().all(|&size| size <= 50), "{seed}: {sizes:?}");
    }
}

fn door_is_open(door: &mut dyn Door<Toy>) -> bool {
    door.may_go_on()
}

/// The toy's value, by a search that ends with a proof, and what the batches were.
#[test]
fn batches_end_with_the_same_proofs_and_depend_on_the_seed_alone() {
    for seed in 0..40 {
        let game = Toy { seed, plies: 6 };
        let found = |batch: u32, transpositions: bool| {
            let noting = Noting(Mutex::default());
            let playout = Playout::Cut(0);
            let settings = Settings {
                playout,
                proves: true,
                transpositions,
                batch,
                seed,
                ..Settings::default()
            };
            let frame = Frame::new(&game, &noting, 1 << 22);
            let mut mcts = Mcts::in_frame(frame, &game.start(), settings)?;
            let mut question = Search::bare(&game).knowledge(&noting);
            let mut walk = question.walk().unwrap();
            assert_eq!(mcts.run(&mut walk, &mut |_| ()), Some(Stop::Closed));
            let visits = mcts.tree.node(ROOT).visits();
            Some((mcts.bounds().exact(), visits, noting.0.into_inner().unwrap()))
        };
        for shares in [false, true] {
            let alone = found(1, shares);
            let together = found(64, shares);
            assert_eq!(together, found(64, shares), "{seed}");
            let value = |found: Option<(Option<Value>, _, _)>| found.map(|found| found.0);
            assert_eq!(value(together), value(alone), "{seed}");
        }
    }
}
