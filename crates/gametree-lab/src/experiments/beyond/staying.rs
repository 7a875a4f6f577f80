//! What a leaf costs: starting again at the root, resuming where something changed, and staying below a child.
//!
//! The cost is counted in moves played, so that it is the same on every machine. The tree is one of this file, whose
//! moves count themselves.

use std::sync::atomic::{AtomicU64, Ordering};

use gametree::policy::{Leftmost, MaxUpper, Node, Policy, Reads};
use gametree::{Game, Kind, Knowledge, Moves, Rollout, Search, Turn, Values, splitmix64};

use crate::Table;
use crate::experiments::bench::Bench;
use crate::experiments::design::{About, Experiment, Paper, Scale};
use crate::experiments::estimate::{Estimate, ratio};
use crate::experiments::row::{Fields, Row, Unit};
use crate::experiments::section::{Section, text_of};
use crate::experiments::verdict::Claim;

/// Four children everywhere, and leaves that do not depend on each other.
struct Counting {
    height: u32,
    seed: u64,
    /// How many moves were played.
    played: AtomicU64,
    /// A hash of the leaves in the order in which they were evaluated, and the last of them. The tree notes it itself: a probe
    /// would make a search return to the root now and then.
    order: AtomicU64,
    last: AtomicU64,
}

impl Counting {
    fn new(height: u32, seed: u64) -> Counting {
        let [played, order, last] = [0; 3].map(AtomicU64::new);
        Counting { height, seed, played, order, last }
    }

    /// A leaf is looked at, perhaps several times in a row.
    fn note(&self, leaf: u64) {
        if self.last.swap(leaf, Ordering::Relaxed) != leaf {
            let before = self.order.load(Ordering::Relaxed);
            self.order.store(splitmix64(before, leaf), Ordering::Relaxed);
        }
    }
}

const CHILDREN: u8 = 4;

impl Game for Counting {
    /// How many moves were played, and which.
    type Position = (u32, u64);
    type Move = u8;
    type Undo = u64;

    fn start(&self) -> (u32, u64) {
        (0, self.seed)
    }

    fn values(&self) -> Values {
        Values::integers(0, 1000)
    }

    fn expand(&self, &(plies, path): &(u32, u64), moves: &mut Moves<u8>) -> Turn {
        if plies == self.height {
            self.note(path);
            return Turn::over((path % 1001) as i32);
        }
        moves.extend(0..CHILDREN);
        Turn::Inner(if plies % 2 == 0 { Kind::Max } else { Kind::Min })
    }

    fn play(&self, (plies, path): &mut (u32, u64), mv: u8) -> u64 {
        self.played.fetch_add(1, Ordering::Relaxed);
        *plies += 1;
        std::mem::replace(path, splitmix64(*path, u64::from(mv)))
    }

    fn undo(&self, (plies, path): &mut (u32, u64), _: u8, before: u64) {
        *plies -= 1;
        *path = before;
    }
}

impl Knowledge<Counting> for Counting {}

/// The choices of a policy, by a search that starts each rollout at the root, or resumes at the deepest node whose
/// bounds did not change.
struct By<P, const ROOT: bool>(P);

const FROM_ROOT: bool = true;
const RESUMING: bool = false;

impl<P: Policy<Data = ()>, const ROOT: bool> Policy for By<P, ROOT> {
    const READS: Reads = if ROOT { Reads::Everything } else { Reads::Bounds };
    type Data = ();

    fn select(&mut self, node: &Node<'_, ()>) -> usize {
        self.0.select(node)
    }
}

/// What it costs from the root, resuming, and staying.
pub struct Staying;

const POLICIES: [&str; 2] = ["leftmost", "max-upper"];
const WAYS: [&str; 3] = ["root", "resuming", "staying"];

impl Experiment for Staying {
    fn about(&self) -> About {
        About {
            name: "beyond-staying",
            claim: Claim::Ours,
            question: "Does a search that stays below a child play fewer moves for the same leaves?",
            doubt: "Other leaves, or as many moves as by resuming where bounds did not change.",
            paper: Paper::Beyond,
            figure: "Staying below a child",
            statement: "Rollouts need not start at the root: a search that stays below a child until a sibling promises more evaluates the same leaves and plays \
                        fewer moves for each.",
            reading: "Trees with four children and independent leaves. Leftmost is alpha-beta, max-upper augmented MT-SSS*; what their choices read decides how \
                      far a search may stay.",
            tolerance: "the same leaves in every tree; fewer moves significantly, staying against resuming and resuming against the root",
            needs: "random trees",
            seconds: [3.0, 60.0],
            timed: false,
        }
    }

    fn units(&self, scale: Scale) -> Vec<Unit> {
        let heights = scale.pick(&[4][..], &[4, 6, 8], &[4, 6, 8, 10]);
        let trees = scale.pick(2, 20, 50);
        let unit = |height: u32, tree: u64| Unit::new().with("height", height).with("tree", tree);
        heights.iter().flat_map(|&height| (0..trees).map(move |tree| unit(height, tree))).collect()
    }

    fn run(&self, unit: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
        let game = Counting::new(unit.whole("height") as u32, bench.game_seed(0));
        let mut found = Fields::new().with("seed", game.seed);
        let mut note = |policy: usize, way: usize, cost: Cost| {
            let name = format!("{} {}", POLICIES[policy], WAYS[way]);
            found.set(&format!("{name} leaves"), cost.leaves);
            found.set(&format!("{name} moves"), cost.moves);
            found.set(&format!("{name} order"), cost.order);
        };
        note(0, 0, cost(&game, By::<_, FROM_ROOT>(Leftmost))?);
        note(0, 1, cost(&game, By::<_, RESUMING>(Leftmost))?);
        note(0, 2, cost(&game, Leftmost)?);
        note(1, 0, cost(&game, By::<_, FROM_ROOT>(MaxUpper))?);
        note(1, 1, cost(&game, By::<_, RESUMING>(MaxUpper))?);
        note(1, 2, cost(&game, MaxUpper)?);
        Ok(found)
    }

    fn summarise(&self, rows: &[Row]) -> Section {
        let key = |policy: &str, way: &str, what: &str| format!("{policy} {way} {what}");
        let mut heights: Vec<u64> = rows.iter().map(|row| row.unit.whole("height")).collect();
        heights.sort_unstable();
        heights.dedup();
        let columns = ["policy", "height", "from the root", "resuming", "staying"];
        let mut table = Table::new("Moves played per leaf", &columns);
        for policy in POLICIES {
            for &height in &heights {
                let each = WAYS.map(|way| {
                    let of = rows.iter().filter(|row| row.unit.whole("height") == height);
                    let cost = |row: &Row| {
                        row.get(&key(policy, way, "moves")) / row.get(&key(policy, way, "leaves"))
                    };
                    text_of(Estimate::mean(&of.map(cost).collect::<Vec<_>>()))
                });
                table.row([policy.to_string(), height.to_string()].into_iter().chain(each));
            }
        }
        let mut section = Section::default().table(table);
        for policy in POLICIES {
            let leaves = |row: &Row| {
                WAYS.map(|way| {
                    let whole = |what| row.found.whole(&key(policy, way, what));
                    (whole("leaves"), whole("order"))
                })
            };
            let same = rows.iter().map(leaves).all(|[a, b, c]| a == b && b == c);
            section = section.trend(
                format!("{policy}: the same leaves in the same order in every tree"),
                (!rows.is_empty()).then_some(same),
            );
            for (less, more) in [("staying", "resuming"), ("resuming", "root")] {
                let moves = |row: &Row, way: &str| row.get(&key(policy, way, "moves"));
                let pairs: Vec<_> =
                    rows.iter().map(|row| (moves(row, less), moves(row, more))).collect();
                let of = ratio(&pairs);
                let text = text_of(of);
                let more = if more == "root" { "starting at the root" } else { more };
                section = section.trend(
                    format!("{policy}: {less} plays fewer moves than {more} (ratio {text})"),
                    of.and_then(|ratio| ratio.is_below(1.0)),
                );
            }
        }
        section
    }
}

/// What a search cost.
struct Cost {
    leaves: u64,
    /// A hash of the leaves in the order in which they were evaluated, short enough for a float to hold it.
    order: u64,
    /// How many moves were played.
    moves: u64,
}

fn cost<P: Policy>(game: &Counting, policy: P) -> Result<Cost, String> {
    let counters = [&game.played, &game.order, &game.last];
    counters.iter().for_each(|counter| counter.store(0, Ordering::Relaxed));
    let search = Search::new(game).pv(false);
    let found = search.over(&mut ()).run(&mut Rollout::new(policy));
    let found = found.map_err(|error| error.to_string())?;
    let [moves, order, _] = counters.map(|counter| counter.load(Ordering::Relaxed));
    Ok(Cost { leaves: found.counts.leaves, order: order >> 12, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Also where a search takes several milliseconds.
    #[test]
    fn moves_do_not_depend_on_the_clock() {
        let game = Counting::new(8, 5);
        let moves = || cost(&game, MaxUpper).unwrap().moves;
        let first = moves();
        assert!((0..5).all(|_| moves() == first));
    }
}
