//! What an experiment is. Experiments are independent of each other: one file each, one line in the list.
//!
//! What identifies a unit determines its seed, not its number. So the units of a quick run are
//! among those of a full one, and adding a unit changes no other.

use super::bench::Bench;
use super::row::{Fields, Row, Unit};
use super::section::Section;
use super::verdict::Claim;

/// A figure, a table or a claim that can be tested by a program.
///
/// ```
/// use gametree_lab::experiments::*;
///
/// /// How often a coin that is thrown twice shows heads.
/// struct Coin;
///
/// impl Experiment for Coin {
///     fn about(&self) -> About {
///         About { name: "coin", paper: Paper::Beyond, figure: "two throws", ..About::default() }
///     }
///
///     fn units(&self, scale: Scale) -> Vec<Unit> {
///         let throws = scale.pick(2, 100, 10_000);
///         (0..throws).map(|throw| Unit::new().with("throw", throw)).collect()
///     }
///
///     fn run(&self, _: &Unit, bench: &Bench<'_>) -> Result<Fields, String> {
///         Ok(Fields::new().with("heads", bench.seed().count_ones() % 3))
///     }
///
///     fn summarise(&self, rows: &[Row]) -> Section {
///         let heads: Vec<f64> = rows.iter().map(|row| row.get("heads")).collect();
///         let fair = Comparison::new("heads", 1.0, 0.1, Estimate::mean(&heads));
///         Section::default().compare("Heads in two throws", vec![fair])
///     }
/// }
/// assert_eq!(Coin.units(Scale::Tiny).len(), 2);
/// ```
pub trait Experiment: Sync {
    /// What it is.
    fn about(&self) -> About;

    /// Its units, which are independent of each other. What identifies a unit also determines its seed, so
    /// that units that occur at two scales have the same rows.
    fn units(&self, scale: Scale) -> Vec<Unit>;

    /// Does one unit.
    ///
    /// # Errors
    /// If it cannot be done; this ends the experiment.
    fn run(&self, unit: &Unit, bench: &Bench<'_>) -> Result<Fields, String>;

    /// What the rows show. They may be those of a part of the units.
    fn summarise(&self, rows: &[Row]) -> Section;
}

/// What there is to know about an experiment before it is run.
#[derive(Clone, Copy, Debug, Default)]
pub struct About {
    /// The name by which it is run.
    pub name: &'static str,
    /// Where its claim comes from.
    pub paper: Paper,
    /// Which figure, table or section.
    pub figure: &'static str,
    /// Who claims it, and in which form.
    pub claim: Claim,
    /// The question, in one sentence.
    pub question: &'static str,
    /// What is claimed.
    pub statement: &'static str,
    /// How the published setting is read, where that is not obvious.
    pub reading: &'static str,
    /// How near to a published number a measured one must be, and which trends must hold.
    pub tolerance: &'static str,
    /// What would change our mind about the answer.
    pub doubt: &'static str,
    /// Which games it needs.
    pub needs: &'static str,
    /// How many seconds of one core it takes, quick and full (measured, and extrapolated, on the machine that
    /// docs/notes/lab.md names).
    pub seconds: [f64; 2],
    /// Whether its rows depend on the clock. Such an experiment is part of `all` only at full scale.
    pub timed: bool,
}

/// Where a claim comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// Huang 2015.
    Huang,
    /// Weinstein, Littman, Goschin 2012.
    Weinstein,
    /// Atzmon, Stern, Saffidine 2018.
    Atzmon,
    /// Baier 2018.
    Baier,
    /// Ramanujan, Sabharwal, Selman 2011.
    Ramanujan,
    /// None of the papers.
    #[default]
    Beyond,
}

impl Paper {
    /// In the order of the report.
    pub const ALL: [Paper; 6] = [
        Paper::Huang,
        Paper::Weinstein,
        Paper::Atzmon,
        Paper::Baier,
        Paper::Ramanujan,
        Paper::Beyond,
    ];

    /// The name by which all its experiments are run.
    pub fn name(self) -> &'static str {
        match self {
            Paper::Huang => "huang",
            Paper::Weinstein => "weinstein",
            Paper::Atzmon => "atzmon",
            Paper::Baier => "baier",
            Paper::Ramanujan => "ramanujan",
            Paper::Beyond => "beyond",
        }
    }

    /// The heading of its part of the report.
    pub fn title(self) -> &'static str {
        match self {
            Paper::Huang => "Pruning game tree by rollouts",
            Paper::Weinstein => "Rollout-based game-tree search outprunes traditional alpha-beta",
            Paper::Atzmon => "Bounded suboptimal game tree search",
            Paper::Baier => "A rollout-based search algorithm unifying MCTS and alpha-beta",
            Paper::Ramanujan => "Understanding sampling style adversarial search methods",
            Paper::Beyond => "Beyond the papers",
        }
    }

    /// The paper in two words.
    pub fn short(self) -> &'static str {
        match self {
            Paper::Huang => "Huang 2015",
            Paper::Weinstein => "Weinstein et al. 2012",
            Paper::Atzmon => "Atzmon et al. 2018",
            Paper::Baier => "Baier 2018",
            Paper::Ramanujan => "Ramanujan et al. 2011",
            Paper::Beyond => "Beyond the papers",
        }
    }

    /// Who wrote it, where and when.
    pub fn citation(self) -> &'static str {
        match self {
            Paper::Huang => "Bojun Huang, AAAI 2015",
            Paper::Weinstein => "Ari Weinstein, Michael L. Littman, Sergiu Goschin, EWRL 2012",
            Paper::Atzmon => "Dor Atzmon, Roni Stern, Abdallah Saffidine, SoCS 2018",
            Paper::Baier => "Hendrik Baier, Computer Games Workshop 2018",
            Paper::Ramanujan => "Raghuram Ramanujan, Ashish Sabharwal, Bart Selman, UAI 2011",
            Paper::Beyond => "claims of this project, each with what would refute it",
        }
    }
}

/// How much is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Enough to see that everything runs; says nothing.
    Tiny,
    /// Minutes.
    Quick,
    /// The numbers of trials that the papers have; hours or days.
    Full,
}

impl Scale {
    /// Its name.
    pub fn name(self) -> &'static str {
        self.pick("tiny", "quick", "full")
    }

    /// The scale of this name.
    pub fn named(name: &str) -> Option<Scale> {
        [Scale::Tiny, Scale::Quick, Scale::Full].into_iter().find(|scale| scale.name() == name)
    }

    /// What belongs to this scale.
    pub fn pick<T>(self, tiny: T, quick: T, full: T) -> T {
        match self {
            Scale::Tiny => tiny,
            Scale::Quick => quick,
            Scale::Full => full,
        }
    }
}
