//! Contenders in turn, their fastest runs, and the table.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::SOME_WIN;
use crate::board::moves_played;

/// A search that is ready to run, and is timed. Returns the value to the mover.
pub type Run<'m> = Box<dyn FnMut() -> i32 + 'm>;

pub fn boxed<'m>(run: impl FnMut() -> i32 + 'm) -> Run<'m> {
    Box::new(run)
}

type Make = Box<dyn Fn(&str) -> Run<'_>>;

/// A search of the position after some moves, made ready in two versions.
pub struct Contender {
    name: &'static str,
    timed: Make,
    /// The same, but counting the moves played.
    counted: Make,
}

/// Makes a contender.
pub fn contender(
    name: &'static str,
    timed: impl Fn(&str) -> Run<'_> + 'static,
    counted: impl Fn(&str) -> Run<'_> + 'static,
) -> Contender {
    Contender { name, timed: Box::new(timed), counted: Box::new(counted) }
}

/// The work of a contender for all positions together.
#[derive(Clone, Copy, Default)]
struct Total {
    time: Duration,
    played: u64,
}

/// Runs the contenders in turn, and prints their fastest times. Ratios are to the first of them.
pub fn compare(contenders: &[Contender], roots: &[&str], rounds: u32) {
    let mut totals = vec![Total::default(); contenders.len()];
    for moves in roots {
        let mut values = Vec::new();
        let mut fastest = vec![Duration::MAX; contenders.len()];
        for (contender, total) in contenders.iter().zip(&mut totals) {
            let mut run = (contender.counted)(moves);
            total.played += moves_played(|| values.push(run()));
            assert!(
                agree(values[0], *values.last().expect("just pushed")),
                "'{moves}': {} says {:?}",
                contender.name,
                values
            );
        }
        for _ in 0..rounds {
            for (contender, fastest) in contenders.iter().zip(&mut fastest) {
                let mut run = (contender.timed)(moves);
                let started = Instant::now();
                black_box(run());
                *fastest = (*fastest).min(started.elapsed());
            }
        }
        for (total, fastest) in totals.iter_mut().zip(fastest) {
            total.time += fastest;
        }
    }
    print(contenders, &totals);
}

fn print(contenders: &[Contender], totals: &[Total]) {
    let head = ("", "ms", "ratio", "moves played", "ns/move", "ratio");
    println!("{:<36}{:>9}{:>7}{:>14}{:>9}{:>7}", head.0, head.1, head.2, head.3, head.4, head.5);
    let each = |total: &Total| total.time.as_nanos() as f64 / total.played as f64;
    for (Contender { name, .. }, total) in contenders.iter().zip(totals) {
        let milliseconds = total.time.as_secs_f64() * 1000.0;
        let of_time = total.time.as_secs_f64() / totals[0].time.as_secs_f64();
        let of_each = each(total) / each(&totals[0]);
        let (played, each) = (total.played, each(total));
        println!(
            "{name:<36}{milliseconds:>9.2}{of_time:>7.2}{played:>14}{each:>9.1}{of_each:>7.2}"
        );
    }
    println!();
}

/// Whether two values are compatible: one may only say that the mover wins.
pub fn agree(one: i32, other: i32) -> bool {
    let some_win = one.abs() == SOME_WIN || other.abs() == SOME_WIN;
    one == other || some_win && one.signum() == other.signum()
}
