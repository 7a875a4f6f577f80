//! What certificates cost on Connect Four: solving, proving, writing and checking, in one run.
//!
//! `cargo bench -p gametree-games --bench certificate_cost`. Like with like: with trusted facts against
//! a search with facts, without against one without. The fastest of some rounds counts. `quick` as an
//! argument leaves out the board that takes a minute a round.

use std::num::NonZero;
use std::time::Instant;

use gametree::exact::MtdBi;
use gametree::proof::check::check;
use gametree::proof::format::Reader;
use gametree::proof::{Claim, prove};
use gametree::{Game, Limits, Search, Workspace};
use gametree_games::connect4::Connect4;

/// Seconds of each part.
#[derive(Clone, Copy)]
struct Seconds {
    solve: f64,
    prove: f64,
    write: f64,
    check: f64,
}

impl Seconds {
    fn ratio(self) -> f64 {
        (self.solve + self.prove + self.write) / self.solve
    }
}

/// Does `work`, and says how long that took.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let started = Instant::now();
    let done = work();
    (done, started.elapsed().as_secs_f64())
}

fn measure(width: u32, height: u32, facts: bool, rounds: u32) {
    let game = Connect4::new(width, height).expect("a board");
    let mut best: Option<Seconds> = None;
    let mut sizes = String::new();
    for _ in 0..rounds {
        let mut workspace = Workspace::default();
        let (outcome, solve) = timed(|| {
            let search = Search::bare(&game).knowledge(&game);
            let search = if facts { search } else { search.facts(false) };
            search.reusing(&mut workspace).run(&mut MtdBi).expect("there is a value")
        });
        let limits = Limits::none();
        let (bounds, threads) = (outcome.bounds, NonZero::<usize>::MIN);
        let claim = Claim { bounds, trusts_facts: facts, limits: &limits, threads };
        let (proof, proving) = timed(|| {
            prove(&game, &game, &game.start(), &claim, &mut workspace, &mut |_| ())
                .expect("a proof")
        });
        let (bytes, write) =
            timed(|| proof.write(Vec::new(), "connect4", "").expect("memory takes all"));
        let (checked, checking) = timed(|| {
            let mut reader = Reader::new(&bytes[..]).expect("a certificate");
            check(&game, &mut reader, None).expect("it is accepted")
        });
        let seconds = Seconds { solve, prove: proving, write, check: checking };
        if best.is_none_or(|best| seconds.ratio() < best.ratio()) {
            best = Some(seconds);
        }
        let ends = checked.leaves + checked.facts;
        let (records, kept) = (proof.records(), checked.most_kept);
        sizes = format!("{records:>9} {ends:>8} {:>9} {kept:>6}", bytes.len());
    }
    let seconds @ Seconds { solve, prove, write, check } = best.expect("there is a round");
    let name = format!("{width}x{height} {}", if facts { "--trust-facts" } else { "rules alone" });
    let ratio = seconds.ratio();
    println!("{name:<18} {solve:>8.3} {prove:>8.3} {write:>8.3} {check:>8.3} {ratio:>6.2} {sizes}");
}

fn main() {
    let quick = std::env::args().any(|argument| argument == "quick");
    println!(
        "{:<18} {:>8} {:>8} {:>8} {:>8} {:>6} {:>9} {:>8} {:>9} {:>6}",
        "connect4",
        "solve s",
        "prove s",
        "write s",
        "check s",
        "ratio",
        "records",
        "ends",
        "bytes",
        "kept"
    );
    measure(5, 5, true, 5);
    measure(5, 5, false, 3);
    measure(6, 5, true, 5);
    if !quick {
        measure(6, 5, false, 1);
    }
}
