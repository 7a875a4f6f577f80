//! The settings of Monte Carlo tree search.

/// The rule by which a rollout selects a child: of a [`Mcts`](super::Mcts), or of the searches `mcts`
/// by name (parameter `selection`).
///
/// ```
/// use gametree::mcts::{Selection, Settings};
///
/// assert_eq!(Settings::default().selection, Selection::Ucb1Tuned);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Selection {
    /// `mean + c sqrt(ln n / n_c)` (Auer, Cesa-Bianchi, Fischer 2002; Kocsis, Szepesvári 2006).
    Ucb1,
    /// `mean + c sqrt(ln n / n_c  min(1/4, variance + sqrt(2 ln n / n_c)))` (Auer et al. 2002).
    Ucb1Tuned,
    /// Epsilon-greedy: the best mean, or with this probability another child, as soon as there is a
    /// best one (Ramanujan, Sabharwal, Selman 2011, section 6.2). From 0 to 1.
    Greedy(f64),
    /// Epsilon-greedy with a probability that falls: `min(1, k / n)` for k, not negative, and the
    /// number n of visits of the node.
    Decaying(f64),
}

/// How a position that was added to the tree is rewarded.
///
/// ```
/// use gametree::mcts::{Playout, Settings};
///
/// assert_eq!(Settings::default().playout, Playout::Random);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Playout {
    /// Random moves to the end of the game.
    Random,
    /// Informed moves to the end of the game:
    /// [`Knowledge::likely_move`](crate::Knowledge::likely_move).
    Informed,
    /// Random moves, but none that loses at once as long as there is another, to the end of the
    /// game or where its facts say who wins:
    /// [`Combined::careful_playout`](crate::model::Combined::careful_playout).
    Careful,
    /// Moves to the end of the game that did well in the playouts before: the answer that won last
    /// time, or the best average, or a random one (Baier, Drake 2010; Finnsson, Björnsson 2008).
    Learned,
    /// This many random moves, then [`Knowledge::prospect`](crate::Knowledge::prospect) (MCTS-IC).
    Cut(u32),
    /// The minimax value of a search of this many plies, with the same evaluation at the horizon.
    LookAhead(u32),
    /// A game between two players who search this many plies ahead, to its end.
    Between(u32),
    /// No playout: untried moves are followed, and kept in the tree, to the end of the game.
    Path,
}

/// What a node is worth by what rollouts have found below it.
///
/// ```
/// use gametree::registry::Spec;
/// use gametree::{Limits, Search};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let spec = Spec::parse("mcts:backup=minimax")?;
/// let outcome = Search::new(&game).limits(Limits::none().nodes(1_000)).run_named(&spec)?;
/// assert_eq!(outcome.best_move(), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum BackUp {
    /// The mean of all rewards.
    Mean,
    /// What its best child is worth to the one who moves (Ramanujan, Selman 2011, `UCTMAX_H`, with
    /// [`Playout::Cut(0)`](Playout::Cut)).
    Minimax,
    /// The mean of what its children are worth, each with weight `exp(q / T)`, where q is what it
    /// is worth to the one who moves and T, positive, is this number.
    Softmax(f64),
}

/// What a new position counts from the start: as many rollouts, with its evaluation as their mean
/// reward (Gelly, Silver 2007; Baier, Winands 2014: MCTS-IP).
///
/// ```
/// use gametree::mcts::{Prior, Settings};
///
/// let settings = Settings { prior: Some(Prior { visits: 10, plies: 1 }), ..Settings::default() };
/// assert!(settings.prior.is_some());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prior {
    /// How many rollouts.
    pub visits: u32,
    /// How many plies the evaluation looks ahead.
    pub plies: u32,
}

/// The settings of a [`Mcts`](super::Mcts).
///
/// ```
/// use gametree::mcts::{Mcts, Settings};
/// use gametree::{Game, Search};
/// # use gametree::doc::Subtraction;
/// let game = Subtraction { stones: 10 };
/// let settings = Settings { proves: true, seed: 7, ..Settings::default() };
/// let mut mcts = Mcts::new(&game, &game, &game.start(), settings, 1 << 20).unwrap();
/// let mut question = Search::new(&game);
/// let mut walk = question.walk()?;
/// while mcts.rollout(&mut walk) {} // until the root is proven
/// assert_eq!(mcts.bounds().exact(), Some(1.into()));
/// # Ok::<(), gametree::SearchError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How children are selected.
    pub selection: Selection,
    /// The exploration constant of UCB1, tuned or not; not negative.
    pub c: f64,
    /// How new positions are rewarded.
    pub playout: Playout,
    /// Whether bounds are kept along with the statistics, so that solved nodes are not sampled
    /// again.
    pub proves: bool,
    /// Whether all paths to a position share statistics and bounds, if the game has keys that
    /// [determine the moves](crate::Game::keys_fix_moves) and no cycles.
    pub transpositions: bool,
    /// How many rollouts go down before any of them comes back, so that the positions that they
    /// [evaluate](Playout::Cut) can be evaluated [together](crate::Knowledge::evaluate_soon). More
    /// than one are guided by less, and worth it only for a game that gains by it. At most
    /// 1,024.
    pub batch: u32,
    /// The seed of the random choices.
    pub seed: u64,
    /// What a node is worth by its children. Searches that [prove](Settings::proves) have means.
    pub back_up: BackUp,
    /// The weight of proof numbers in the selection, for searches that
    /// [prove](Settings::proves); 0 for none. See `proof_numbers.rs`.
    pub proof_numbers: f64,
    /// The weight of the evaluation, backed up by minimax, in the selection, from 0 for none to 1
    /// (implicit minimax back-ups: Lanctot, Winands, Pepels, Sturtevant 2014).
    pub implicit: f64,
    /// What a new position counts from the start.
    pub prior: Option<Prior>,
}

impl Settings {
    /// Whether more than rewards and visits decides which child is selected.
    pub(super) fn is_advised(&self) -> bool {
        self.proof_numbers > 0.0 || self.implicit > 0.0
    }

    /// Whether nothing but playouts and means is asked for. (All else is kept out of line, so that it
    /// costs those nothing.)
    pub(super) fn is_plain(&self) -> bool {
        !self.is_advised() && self.prior.is_none() && self.back_up == BackUp::Mean
    }
}

/// The largest [batch](Settings::batch). Rollouts under way through a node are counted in 15 bits,
/// by all threads together.
pub const MOST_TOGETHER: u32 = 1 << 10;

impl Default for Settings {
    /// UCB1-TUNED with c = 0.8 (Baier 2018), random playouts, means, no proofs, every way and every
    /// rollout by itself, no evaluations.
    fn default() -> Settings {
        let (selection, playout) = (Selection::Ucb1Tuned, Playout::Random);
        Settings {
            selection,
            c: 0.8,
            playout,
            proves: false,
            transpositions: false,
            batch: 1,
            seed: 1,
            back_up: BackUp::Mean,
            proof_numbers: 0.0,
            implicit: 0.0,
            prior: None,
        }
    }
}

/// The terms that are the same for all children of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weighing {
    /// 1 if MAX moves, -1 if MIN does. MIN's reward is 1 - mean; the constant is the same for all
    /// children and left out.
    pub sign: f64,
    /// `sqrt(ln n)` of the parent, and `c` times that.
    pub root: f64,
    pub explore: f64,
}

impl Weighing {
    /// The score of a child for the mover: the mean reward there plus the exploration term.
    /// `inverse` is `1 / sqrt n_c`, and `sum` the sum of MAX's rewards.
    #[inline]
    pub fn ucb1(self, inverse: f64, sum: f64) -> f64 {
        (self.sign * sum * inverse + self.explore) * inverse
    }

    /// The score of a child by UCB1-tuned, which takes account of the variance of the rewards (it
    /// is the same for both players); `squares` is the sum of squared rewards.
    #[inline]
    pub fn ucb1_tuned(self, inverse: f64, sum: f64, squares: f64) -> f64 {
        let mean = sum * inverse * inverse;
        let variance = squares * inverse * inverse - mean * mean;
        let doubt = variance + std::f64::consts::SQRT_2 * self.root * inverse;
        self.sign * mean + self.explore * inverse * doubt.clamp(0.0, 0.25).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_those_of_the_formulas() {
        let log = 10f64.ln();
        let inverse = |visits: f64| 1.0 / visits.sqrt();
        for sign in [1.0, -1.0] {
            let weighing = Weighing { sign, root: log.sqrt(), explore: 0.5 * log.sqrt() };
            let plain = weighing.ucb1(inverse(4.0), 3.0);
            assert!((plain - (sign * 0.75 + 0.5 * (log / 4.0).sqrt())).abs() < 1e-12);
            // If all rewards are equal, only the uncertainty of the variance is left.
            let tuned = weighing.ucb1_tuned(inverse(400.0), 200.0, 100.0);
            let expected = sign * 0.5 + 0.5 * (log / 400.0 * (2.0 * log / 400.0).sqrt()).sqrt();
            assert!((tuned - expected).abs() < 1e-12);
            // No variance of rewards between 0 and 1 is more than a quarter.
            let few = weighing.ucb1_tuned(inverse(2.0), 1.0, 1.0);
            assert!((few - (sign * 0.5 + 0.5 * (log / 2.0 * 0.25).sqrt())).abs() < 1e-12);
        }
    }
}
