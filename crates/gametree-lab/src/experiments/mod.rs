//! Experiments that test what papers, and this project, claim: each figure and table that can be computed.
//!
//! An [`Experiment`] is one file and one line of [`ALL`]. It says which units it consists of, what one unit
//! does, and what the rows of all units show ([`Section`]): figures, tables, published numbers beside
//! measured ones, and a verdict by tolerances that stand in the code. Threads, files, resuming and shards come
//! with [`Work`]; [`report`](crate::report) makes the page.

mod bench;
mod convergence;
mod design;
mod estimate;
mod explicit;
mod growth;
mod leaf_ratios;
mod matches;
mod merge;
mod row;
mod section;
mod verdict;
mod work;

mod atzmon;
mod baier;
mod beyond;
mod huang;
mod ramanujan;
mod weinstein;

use gametree::registry::nearest;

pub use bench::Bench;
pub use design::{About, Experiment, Paper, Scale};
pub use estimate::{Estimate, ratio};
pub use merge::{Joined, join};
pub use row::{Fields, Row, Unit};
pub use section::{Section, plain};
pub use verdict::{Claim, Comparison, Judgement, RULE, Trend, Verdict};
pub use work::{Header, Setting, Shard, Work};

/// All experiments, in the order of the report.
pub const ALL: &[&dyn Experiment] = &[
    &huang::theorems::Theorems,
    &huang::leaves::Leaves,
    &huang::augmentation::AUGMENTATION,
    &huang::dag::Dag,
    &huang::ties::Ties,
    &weinstein::growth::Growth,
    &weinstein::parity::Parity,
    &weinstein::anytime::Anytime,
    &weinstein::score_bounded::ScoreBounded,
    &atzmon::naive::Naive,
    &atzmon::trees::FIGURE_4,
    &atzmon::trees::FIGURE_4_OWN,
    &atzmon::trees::OTHER_TREES,
    &atzmon::cops::FIGURE_5,
    &atzmon::cops::FIGURE_5_OWN,
    &atzmon::chance_trees::FIGURE_6AB,
    &atzmon::chance_trees::FIGURE_6AB_OWN,
    &atzmon::chance_cops::FIGURE_6CD,
    &atzmon::chance_cops::FIGURE_6CD_OWN,
    &atzmon::searches::Searches,
    &atzmon::slack::Slack,
    &atzmon::playoff::PRINTED,
    &atzmon::playoff::BY_OWN_BOUNDS,
    &atzmon::equilibrium::Equilibrium,
    &baier::informed::INFORMED,
    &baier::ic::IC,
    &baier::budgets::BUDGETS,
    &baier::probability::FIGURE_1,
    &baier::probability::FIGURE_2,
    &baier::ablation::ABLATION,
    &baier::equal_time::EQUAL_TIME,
    &baier::hybrids::HYBRIDS,
    &baier::hybrids::HYBRIDS_TIME,
    &ramanujan::knowledge_free::TABLE_1,
    &ramanujan::heuristic::UCT_H,
    &ramanujan::minimax::MM_2,
    &ramanujan::minimax::CONSTANT,
    &ramanujan::playouts::Figure1,
    &ramanujan::soft_traps::SoftTraps,
    &ramanujan::depths::FIGURE_3,
    &ramanujan::traps::TABLES,
    &ramanujan::scenarios::FIGURE_6,
    &ramanujan::backups::BACKUPS,
    &ramanujan::single::Single,
    &beyond::bonus::BONUS,
    &beyond::bonus_time::BONUS_TIME,
    &beyond::chance::CHANCE,
    &beyond::odds::ODDS,
    &beyond::pn_mcts::PN_MCTS,
    &beyond::staying::Staying,
    &beyond::traps::TRAPS,
];

/// The experiments that a text names: one of them, all of a paper, or `all` (without those that depend on the
/// clock, unless the scale is full).
///
/// ```
/// use gametree_lab::experiments::{Scale, select};
///
/// assert_eq!(select("weinstein-1a", Scale::Quick).unwrap().len(), 1);
/// let error = select("weinstein-1x", Scale::Quick).err().unwrap();
/// assert!(error.contains("did you mean 'weinstein-1a'?"), "{error}");
/// ```
///
/// # Errors
/// If there is none of this name.
pub fn select(name: &str, scale: Scale) -> Result<Vec<&'static dyn Experiment>, String> {
    let one: Vec<_> = ALL.iter().copied().filter(|e| e.about().name == name).collect();
    if !one.is_empty() {
        return Ok(one);
    }
    let paper = Paper::ALL.into_iter().find(|paper| paper.name() == name);
    if name != "all" && paper.is_none() {
        let papers = Paper::ALL.map(Paper::name);
        let names = ALL.iter().map(|e| e.about().name).chain(papers).chain(["all"]);
        let hint = match nearest(name, names) {
            Some(near) => format!("did you mean '{near}'?"),
            None => "'gametree-lab list' lists them".into(),
        };
        return Err(format!("unknown experiment '{name}'; {hint}"));
    }
    let of_paper = |about: &About| paper.is_none_or(|paper| about.paper == paper);
    let in_time = |about: &About| !about.timed || scale == Scale::Full;
    Ok(ALL.iter().copied().filter(|e| of_paper(&e.about()) && in_time(&e.about())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_experiment_says_what_it_is() {
        let mut names = Vec::new();
        for experiment in ALL {
            let About { name, paper, figure, statement, tolerance, needs, seconds, .. } =
                experiment.about();
            assert!(!names.contains(&name), "{name} occurs twice");
            names.push(name);
            assert!(name.starts_with(paper.name()), "{name} is of {paper:?}");
            assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'), "{name}");
            let texts = [figure, statement, tolerance, needs];
            assert!(texts.iter().all(|text| !text.is_empty()), "{name}");
            assert!(seconds[0] > 0.0 && seconds[1] > seconds[0], "{name}");
        }
    }

    /// A unit's seed comes from what identifies it, so no two may be alike.
    #[test]
    fn no_two_units_are_alike_and_larger_scales_have_more() {
        for experiment in ALL {
            let mut sizes = Vec::new();
            for scale in [Scale::Tiny, Scale::Quick, Scale::Full] {
                let units = experiment.units(scale);
                let mut hashes: Vec<u64> = units.iter().map(Fields::hash).collect();
                hashes.sort_unstable();
                hashes.dedup();
                assert_eq!(hashes.len(), units.len(), "{}", experiment.about().name);
                sizes.push(units.len());
            }
            assert!(sizes.is_sorted() && sizes[0] > 0, "{}: {sizes:?}", experiment.about().name);
        }
    }

    #[test]
    fn names_select_experiments() {
        assert_eq!(select("all", Scale::Full).unwrap().len(), ALL.len());
        assert!(select("all", Scale::Quick).unwrap().iter().all(|e| !e.about().timed));
        for experiment in ALL {
            let About { name, paper, .. } = experiment.about();
            assert_eq!(select(name, Scale::Quick).unwrap()[0].about().name, name);
            let of_paper = select(paper.name(), Scale::Full).unwrap();
            assert!(of_paper.iter().any(|e| e.about().name == name));
        }
        assert!(select("", Scale::Quick).is_err() && select("zzzzzzzz", Scale::Quick).is_err());
    }
}
