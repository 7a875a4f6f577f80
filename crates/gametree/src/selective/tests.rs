//! Without anything that leaves moves out, it is minimax; with everything it is still sound where
//! it can be checked.

use super::Deepening;
use super::score;
use super::settings::{Feature, Selective};
use super::table::{Bound, Entry, NONE, Table};
use crate::anytime::toy::{Node, Toy};
use crate::anytime::{AnytimeSearch, Frame};
use crate::model::{Game, Kind, Knowledge, Moves, Turn, splitmix64};
use crate::sampler::Sampler;
use crate::search::Search;

/// Minimax by depth, from MAX's view: ends of the game count by their distance.
fn plain(game: &Toy, node: &Node, ply: usize, depth: u32) -> i32 {
    let frame = Frame { facts: false, ..Frame::new(game, game, usize::MAX) };
    let mut moves = Moves::new();
    let kind = match game.expand(node, &mut moves) {
        Turn::Terminal(value) => return score::of_end(frame.share_of(value), ply),
        Turn::Inner(kind) => kind,
    };
    if depth == 0 {
        return score::of_share(game.prospect(game, node).unwrap());
    }
    let children = moves.iter().map(|mv| {
        let mut child = *node;
        game.play(&mut child, mv);
        plain(game, &child, ply + 1, depth - 1)
    });
    let best = if kind == Kind::Min { children.min() } else { children.max() };
    best.expect("there is a move")
}

/// Nothing that leaves out a move.
fn honest() -> Selective {
    let off =
        [Feature::Pass, Feature::Reduce, Feature::Prune, Feature::Extend, Feature::Quiescence];
    off.into_iter().fold(Selective::default(), Selective::without)
}

fn run(game: &Toy, uses: Selective) -> Vec<crate::Outcome<u8>> {
    let frame = Frame { facts: false, ..Frame::new(game, game, 1 << 20) };
    let mut search = Deepening::new(frame, &game.start(), uses).unwrap().unwrap();
    let mut question = Search::bare(game).knowledge(game).facts(false);
    let mut seen = Vec::new();
    search.run(&mut question.walk().unwrap(), &mut |answer| seen.push(answer.clone()));
    seen
}

#[test]
fn without_shortcuts_it_is_minimax() {
    let mut iterations = 0;
    for seed in 0..200 {
        let game = Toy { seed, plies: 1 + (seed % 7) as u32 };
        let uses = [Feature::Table, Feature::Aspiration, Feature::Killers, Feature::History];
        let off = uses.iter().enumerate().filter(|(i, _)| seed >> i & 1 == 1);
        let uses = off.fold(honest(), |uses, (_, feature)| uses.without(*feature));
        for (depth, answer) in (1..).zip(run(&game, Selective { plies: 6, ..uses })) {
            let right = plain(&game, &game.start(), 0, depth);
            assert_eq!(answer.mean, Some(score::share(right)), "{seed} {depth}");
            let ends = score::plies_to_end(right);
            assert_eq!(answer.ahead.unwrap().ends_in, [ends], "{seed} {depth}");
            let mut child = game.start();
            game.play(&mut child, answer.pv[0]);
            assert_eq!(plain(&game, &child, 1, depth - 1), right, "{seed} {depth}: the move");
            iterations += 1;
        }
    }
    assert!(iterations > 400, "{iterations}");
}

/// Several lines are the best moves, in their order.
#[test]
fn lines_are_the_best_moves() {
    for seed in 0..60 {
        let game = Toy { seed, plies: 4 };
        let Some(answer) = run(&game, Selective { plies: 3, lines: 3, ..honest() }).pop() else {
            continue;
        };
        let depth = answer.depth.unwrap();
        let mut moves = Moves::new();
        let Turn::Inner(kind) = game.expand(&game.start(), &mut moves) else { continue };
        let mut values: Vec<i32> = moves
            .iter()
            .map(|mv| {
                let mut child = game.start();
                game.play(&mut child, mv);
                plain(&game, &child, 1, depth - 1)
            })
            .collect();
        values.sort_by_key(|&value| if kind == Kind::Min { value } else { -value });
        let found: Vec<f64> = answer.moves.iter().map(|tried| tried.mean.unwrap()).collect();
        let right: Vec<f64> = values.iter().take(3).map(|&value| score::share(value)).collect();
        assert_eq!(found, right, "{seed}");
    }
}

#[test]
fn entries_survive_the_table() {
    let table = Table::new(1 << 12).unwrap();
    for (i, score) in
        [0, 1, -1, 999_999, -1_000_000, score::END, 3 - score::END].into_iter().enumerate()
    {
        let entry = Entry {
            score,
            bound: [Bound::Lower, Bound::Upper, Bound::Exact][i % 3],
            depth: 3 * i as i32,
            eval: if i == 2 { NONE } else { -score / 2 },
            mv: [None, Some(0), Some(u32::MAX)][i % 3],
        };
        let sketch = 0x1234_5678_9abc_def0_u64.wrapping_mul(i as u64 + 1);
        table.put(sketch, entry);
        assert_eq!(table.get(sketch), Some(entry), "{i}");
        assert_eq!(table.get(sketch ^ 1 << 63), None);
    }
    assert!(table.fullness() > 0);
    let none = Table::new(0).unwrap();
    none.put(1, Entry { score: 0, bound: Bound::Exact, depth: 1, eval: 0, mv: None });
    assert_eq!((none.get(1), none.fullness()), (None, 0));
}

/// Threads that share a table find the value of the whole game, too.
#[test]
fn threads_find_the_same_value() {
    for seed in 0..100 {
        let game = Toy { seed, plies: 2 + (seed % 6) as u32 };
        let uses = Selective { plies: 12, ..honest() };
        let frame = Frame { facts: false, ..Frame::new(&game, &game, 1 << 20) };
        let threads = 2 + seed as usize % 3;
        let search = Sampler::Selective(uses).start_with(frame, &game.start(), threads);
        let Ok(mut search) = search else { continue };
        let mut question = Search::bare(&game).knowledge(&game).facts(false);
        search.run(&mut question.walk().unwrap(), &mut |_| ());
        let right = plain(&game, &game.start(), 0, game.plies);
        let answer = search.answer();
        assert_eq!(answer.mean, Some(score::share(right)), "{seed}");
        let mut child = game.start();
        game.play(&mut child, answer.pv[0]);
        assert_eq!(plain(&game, &child, 1, game.plies - 1), right, "{seed}: the move");
    }
}

/// What a thread reads was written by one thread, and about this position.
#[test]
fn words_of_different_entries_do_not_mix() {
    let table = Table::new(4 * 64).unwrap();
    let entry = |sketch: u64| Entry {
        score: (sketch >> 40) as i32 & 0xffff,
        bound: Bound::Exact,
        depth: (sketch >> 34 & 0x7f) as i32,
        eval: (sketch >> 36) as i32 & 0xffff,
        mv: Some((sketch >> 32) as u32),
    };
    let found = std::sync::atomic::AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for thread in 0..4_u64 {
            let (table, found) = (table.share(), &found);
            scope.spawn(move || {
                for i in 0..50_000_u64 {
                    let sketch = splitmix64(thread % 2, i % 64) & !3 | i & 3;
                    match table.get(sketch) {
                        Some(known) => {
                            assert_eq!(known, entry(sketch));
                            found.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                        }
                        None => table.put(sketch, entry(sketch)),
                    }
                }
            });
        }
    });
    assert!(found.into_inner() > 1000);
}
