//! Random trees.

use std::error::Error;

use gametree::Outcome;
use gametree::job::{AnyGame, Job};
use gametree::registry::Spec;
use gametree_games::catalogue;

use crate::ratio::ratio;
use crate::{Cost, clock};

/// The trees by name, and their specs without a seed.
const TREES: &[(&str, &str)] = &[
    ("independent-2x12", "random:b=2,d=12"),
    ("independent-2x16", "random:b=2,d=16"),
    ("independent-4x7", "random:b=4,d=7"),
    ("sums-2x12", "random:b=2,d=12,leaves=sum"),
    ("sums-2x16", "random:b=2,d=16,leaves=sum"),
    ("sums-4x8", "random:b=4,d=8,leaves=sum"),
    ("ordered-sums-2x12", "random:b=2,d=12,leaves=sum,order=best,noise=30%"),
    ("ordered-2x12", "random:b=2,d=12,order=best,noise=30%"),
];

/// The searches; the ratios are to the first one. `VALUE` is what the root is worth: an oracle's guess.
const SEARCHES: [&str; 6] =
    ["mt-sss2", "alphabeta2", "fsss", "mtd-f:guess=learned", "mtd-f:guess=VALUE", "rollout:odds"];

fn run(game: &AnyGame, search: &str) -> Result<Outcome, Box<dyn Error>> {
    Ok(game.run(&Job::new(Some(Spec::parse(search)?)).pv(false), &mut ())?)
}

/// The costs of all searches, and the leaves of the smallest certificate.
fn measure(spec: &str) -> Result<([Cost; SEARCHES.len()], f64), Box<dyn Error>> {
    let game = catalogue::open(spec)?;
    let first = run(&game, SEARCHES[0])?;
    let value = first.settled(first.bounds).ok_or("the tree is finite")?;
    let smallest = game.smallest_proof(&Job::new(None), value, u64::MAX);
    let mut costs = [Cost { leaves: 0.0, micros: 0.0 }; SEARCHES.len()];
    for (cost, search) in costs.iter_mut().zip(SEARCHES) {
        let start = clock();
        let report = run(&game, &search.replace("VALUE", &value.to_string()))?;
        let micros = clock() - start;
        assert_eq!(report.settled(report.bounds), Some(value), "{search} on {spec}");
        *cost = Cost { leaves: report.counts.leaves as f64, micros };
    }
    Ok((costs, smallest.ok_or("the smallest certificate is too large")? as f64))
}

pub fn compare(seeds: (u64, u64), names: &[String]) -> Result<(), Box<dyn Error>> {
    print!("{:<19}{:>8}", "tree", "leaves");
    SEARCHES[1..].iter().for_each(|search| print!("{search:>22}"));
    println!("{:>18}{:>11}", "/smallest", "µs/leaf");
    for (name, spec) in TREES {
        if !names.is_empty() && !names.iter().any(|wanted| wanted == name) {
            continue;
        }
        let mut leaves: [Vec<f64>; SEARCHES.len()] = Default::default();
        let (mut smallest, mut micros) = (0.0, 0.0);
        for seed in seeds.0..seeds.0 + seeds.1 {
            let (costs, proof) = measure(&format!("{spec},seed={seed}"))?;
            leaves.iter_mut().zip(costs).for_each(|(list, cost)| list.push(cost.leaves));
            smallest += proof;
            micros += costs[SEARCHES.len() - 1].micros;
        }
        let [base, others @ ..] = &leaves;
        let sum = |list: &[f64]| list.iter().sum::<f64>();
        print!("{name:<19}{:>8.0}", sum(base) / base.len() as f64);
        for list in others {
            let (ratio, off) = ratio(list, base);
            print!("{:>22}", format!("{ratio:.3} ± {off:.3}"));
        }
        let odds = sum(others.last().expect("odds"));
        let proofs = format!("{:.2} -> {:.2}", sum(base) / smallest, odds / smallest);
        println!("{proofs:>18}{:>11.1}", micros / odds);
    }
    println!("(leaves of {}, then ratios to them; leaves over those of the", SEARCHES[0]);
    println!("smallest certificate, of {} and rollout:odds; time of rollout:odds)", SEARCHES[0]);
    Ok(())
}
