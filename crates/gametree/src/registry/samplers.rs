//! The list of searches that estimate: what they find is sampled, or looked ahead, and proven only if
//! they come to the end of it.

use super::entry::{Entry, Parameter, SEED, number};
use super::selective::{
    ASPIRATION, EXTEND, HASH, HISTORY, KILLERS, LINES, PASS, PLIES, PRUNE, QUIESCENCE, REDUCE,
    REPLIES, TABLE,
};
use super::{selective, spec::Spec};
use crate::algorithm::{Lean, Memory};
use crate::lookahead::{Charge, FullWidth, KBest};
use crate::mcts::{BackUp, Bonus, MOST_TOGETHER, Mixing, Playout, Prior, Selection, Settings};
use crate::sampler::Sampler;

const SELECTION: Parameter = Parameter {
    name: "selection",
    summary: "how a child is selected: by UCB1, tuned or not; or the best mean, and now and then another \
              child (with probability E, or K divided by the visits; c is not used then)",
    default: "ucb1-tuned",
    accepts: |text| selection(text).is_some(),
    expects: "ucb1, ucb1-tuned, greedy:E (E from 0 to 1) or decaying:K (K at least 0)",
};

const C: Parameter = Parameter {
    name: "c",
    summary: "the exploration constant of ucb1 and ucb1-tuned; rewards are from 0 to 1",
    default: "0.8",
    accepts: |text| at_least(text, 0.0).is_some(),
    expects: "a number of at least 0",
};

const LAMBDA: Parameter = Parameter {
    name: "lambda",
    summary: "the exploration constant; rewards are from 0 to 1",
    default: "0.7",
    ..C
};

const PLAYOUT: Parameter = Parameter {
    name: "playout",
    summary: "how a new position is rewarded: a random playout, one without moves that lose at once, one by the game's own rules of thumb (random, \
              if it has none), one that learns from those before it, N random moves and then the evaluation, the evaluation at once, the evaluation after a \
              search of N plies, or a game between players who search N plies",
    default: "random",
    accepts: |text| playout(text).is_some(),
    expects: "random, careful, informed, learned, ic:N, eval, mm:N or mm-play:N (N up to 4)",
};

/// The default of searches that should play well.
const INFORMED: Parameter = Parameter { default: "informed", ..PLAYOUT };

const BACKUP: Parameter = Parameter {
    name: "backup",
    summary: "what a node is worth: the mean of all rewards below it, or what its best child is worth, or the mean of its children \
              with weights exp(worth / T)",
    default: "mean",
    accepts: |text| back_up(text).is_some(),
    expects: "mean, minimax or softmax:T (T above 0)",
};

const PN: Parameter = Parameter {
    name: "pn",
    summary: "the weight in the selection of how few leaves are to be won before a win is proven: C (1 - rank / children) is added to the \
              score (ucb1 and ucb1-tuned; 0: no proof numbers)",
    default: "0",
    accepts: |text| at_least(text, 0.0).is_some(),
    expects: "a number of at least 0",
};

const IMPLICIT: Parameter = Parameter {
    name: "implicit",
    summary: "the weight in the selection of the evaluation, backed up by minimax, against the mean reward (ucb1 and ucb1-tuned; 0: none)",
    default: "0",
    accepts: |text| at_least(text, 0.0).is_some_and(|weight| weight <= 1.0),
    expects: "a number from 0 to 1",
};

const PRIOR: Parameter = Parameter {
    name: "prior",
    summary: "how many rollouts a new position counts from the start, at its evaluation, or at the evaluation after a search of P plies",
    default: "0",
    accepts: |text| prior(text).is_some(),
    expects: "N or N:P (N up to a million, P up to 4)",
};

const TRANSPOSITIONS: Parameter = Parameter {
    name: "transpositions",
    summary: "whether all ways to a position share statistics and bounds, in games whose keys fix the moves",
    default: "no",
    accepts: |text| yes(text).is_some(),
    expects: "yes or no",
};

/// Who proves profits from it most.
const SHARED: Parameter = Parameter { default: "yes", ..TRANSPOSITIONS };

const BATCH: Parameter = Parameter {
    name: "batch",
    summary: "how many rollouts go down before any of them comes back, so that a game can evaluate their ends together \
              (playout=eval or ic:N)",
    default: "1",
    accepts: |text| whole(text).is_some_and(|n| (1..=MOST_TOGETHER).contains(&n)),
    expects: "a whole number from 1 to 1024",
};

const P: Parameter = Parameter {
    name: "p",
    summary: "the probability at each step that a rollout goes on as Monte Carlo; otherwise alpha-beta takes over",
    default: "0.95",
    accepts: |text| at_least(text, 0.0).is_some_and(|p| p <= 1.0),
    expects: "a number from 0 to 1",
};

const K: Parameter = Parameter {
    name: "k",
    summary: "how many moves of a position alpha-beta looks at: the first k in move order",
    default: "8",
    accepts: |text| whole(text).is_some_and(|k| k > 0),
    expects: "a whole number of at least 1",
};

const L: Parameter = Parameter {
    name: "l",
    summary: "the largest depth of alpha-beta, in plies",
    default: "6",
    accepts: |text| whole(text).is_some_and(|l| (1..=MOST_PLIES).contains(&l)),
    expects: "a whole number from 1 to 1000",
};

const W: Parameter = Parameter {
    name: "w",
    summary: "the bonus for what alpha-beta finds, in rollouts",
    default: "200",
    accepts: |text| at_least(text, 0.0).is_some(),
    expects: "a number of at least 0",
};

const F: Parameter = Parameter {
    name: "f",
    summary: "the factor by which the bonus grows with each ply of alpha-beta's depth",
    default: "8",
    accepts: |text| at_least(text, 0.0).is_some(),
    expects: "a number of at least 0",
};

const BONUS: Parameter = Parameter {
    name: "bonus",
    summary: "which children of a position that alpha-beta has finished get the bonus",
    default: "best",
    accepts: |text| bonus(text).is_some(),
    expects: "best, each or none",
};

const AT_ROOT: Parameter = Parameter {
    name: "root",
    summary: "whether children of the root get the bonus too",
    default: "no",
    accepts: |text| yes(text).is_some(),
    expects: "yes or no",
};

const COUNT: Parameter = Parameter {
    name: "count",
    summary: "which positions of alpha-beta count as nodes: all, or none at its horizon",
    default: "all",
    accepts: |text| matches!(text, "all" | "inner"),
    expects: "all or inner",
};

const SCORE: Parameter = Parameter {
    name: "score",
    summary: "what rewards a rollout that alpha-beta has taken over: the leaf that it found, or a playout from there instead, \
              so that of alpha-beta there is only the bonus",
    default: "leaf",
    accepts: |text| matches!(text, "leaf" | "playout"),
    expects: "leaf or playout",
};

const DEPTH: Parameter = Parameter {
    name: "depth",
    summary: "the depth in plies",
    default: "2",
    accepts: |text| whole(text).is_some_and(|plies| (1..=MOST_PLIES).contains(&plies)),
    expects: "a whole number from 1 to 1000",
};

/// What alpha-beta's own player looks at, unless somebody says otherwise (Baier 2018).
const TEN_BEST: Parameter = Parameter { default: "10", ..K };
const FAR: Parameter = Parameter { default: "64", ..L };

/// Nobody interrupts the search that rewards a position, so it must not take long.
const MOST_LOOK_AHEAD: u32 = 4;

/// The most rollouts that a new position counts from the start.
const MOST_PRIOR: u32 = 1_000_000;

/// The most plies that `l` takes.
const MOST_PLIES: u32 = 1000;

fn at_least(text: &str, least: f64) -> Option<f64> {
    number(text).map(|value| value.get()).filter(|&value| value >= least)
}

fn whole(text: &str) -> Option<u32> {
    text.parse().ok()
}

pub(super) fn yes(text: &str) -> Option<bool> {
    match text {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

fn selection(text: &str) -> Option<Selection> {
    match text.split_once(':') {
        None if text == "ucb1" => Some(Selection::Ucb1),
        None if text == "ucb1-tuned" => Some(Selection::Ucb1Tuned),
        Some(("greedy", e)) => at_least(e, 0.0).filter(|&e| e <= 1.0).map(Selection::Greedy),
        Some(("decaying", k)) => at_least(k, 0.0).map(Selection::Decaying),
        _ => None,
    }
}

fn playout(text: &str) -> Option<Playout> {
    match text.split_once(':') {
        None if text == "random" => Some(Playout::Random),
        None if text == "informed" => Some(Playout::Informed),
        None if text == "careful" => Some(Playout::Careful),
        None if text == "learned" => Some(Playout::Learned),
        None if text == "eval" => Some(Playout::Cut(0)),
        Some(("ic", moves)) => whole(moves).map(Playout::Cut),
        Some(("mm", plies)) => {
            whole(plies).filter(|&n| n <= MOST_LOOK_AHEAD).map(Playout::LookAhead)
        }
        Some(("mm-play", plies)) => {
            whole(plies).filter(|&n| (1..=MOST_LOOK_AHEAD).contains(&n)).map(Playout::Between)
        }
        _ => None,
    }
}

fn back_up(text: &str) -> Option<BackUp> {
    match text.split_once(':') {
        None if text == "mean" => Some(BackUp::Mean),
        None if text == "minimax" => Some(BackUp::Minimax),
        Some(("softmax", t)) => at_least(t, 0.0).filter(|&t| t > 0.0).map(BackUp::Softmax),
        _ => None,
    }
}

/// Nothing at all if the text is invalid.
fn prior(text: &str) -> Option<Option<Prior>> {
    let (visits, plies) = text.split_once(':').unwrap_or((text, "0"));
    let (visits, plies) = (whole(visits)?, whole(plies)?);
    let fits = visits <= MOST_PRIOR && plies <= MOST_LOOK_AHEAD;
    fits.then_some((visits > 0).then_some(Prior { visits, plies }))
}

fn bonus(text: &str) -> Option<Bonus> {
    match text {
        "best" => Some(Bonus::Best),
        "each" => Some(Bonus::Each),
        "none" => Some(Bonus::None),
        _ => None,
    }
}

/// Makes the list, and the one place where a name becomes a way to sample.
macro_rules! samplers {
    ($($name:literal: |$spec:ident| $make:expr, chance $chance:literal, epsilon $epsilon:literal,
        [$($parameter:ident)*], $summary:literal, $citation:literal;)*) => {
        /// Every search that estimates, in the order in which people meet them.
        pub const SAMPLERS: &[Entry] = &[$(Entry {
            name: $name,
            summary: $summary,
            citation: $citation,
            takes_chance: $chance,
            takes_epsilon: $epsilon,
            takes_cycles: true,
            memory: Memory::Unused,
            parameters: &[$($parameter),*],
            lean: Lean::Never,
        }),*];

        /// The way to sample that a spec names, if it is on this list.
        pub(super) fn make(spec: &Spec) -> Option<Sampler> {
            match spec.entry().name {
                $($name => { let $spec = spec; Some($make) })*
                _ => None,
            }
        }
    };
}

samplers! {
    "uct": |s| Sampler::Mcts(Settings {
            selection: Selection::Ucb1, c: s.float("lambda"), playout: Playout::Path, seed: s.seed("seed"),
            back_up: s.get("backup").and_then(back_up).expect(CHECKED), ..Settings::default()
        }), chance true, epsilon false, [LAMBDA BACKUP SEED],
        "UCT that keeps every node of every path: no playouts",
        "Huang 2015, Algorithm 3; Kocsis, Szepesvári 2006";
    "mcts": |s| Sampler::Mcts(settings(s, false)), chance true, epsilon false,
        [SELECTION C PLAYOUT BACKUP IMPLICIT PRIOR TRANSPOSITIONS BATCH SEED],
        "Monte Carlo tree search: each rollout adds a node and rewards it by a playout",
        "Coulom 2006; Kocsis, Szepesvári 2006";
    "mcts-solver": |s| Sampler::Mcts(settings(s, true)), chance true, epsilon true,
        [SELECTION C INFORMED PN IMPLICIT PRIOR SHARED BATCH SEED],
        "mcts with bounds beside the averages: solved nodes are not sampled, and it can end with a proof",
        "Winands, Björnsson, Saito 2008; Cazenave, Saffidine 2011";
    "mcts-alphabeta": |s| Sampler::Mixed(settings(s, true), mixing(s)), chance false, epsilon false,
        [P K L W F BONUS AT_ROOT COUNT SCORE SELECTION C INFORMED SEED],
        "Monte Carlo and alpha-beta rollouts over one tree, each guiding the other",
        "Baier 2018, Algorithm 1.3";
    "ab": |s| Sampler::AlphaBeta(KBest {
            k: s.whole("k"), plies: s.whole("l"), charge: charge(s), seed: s.seed("seed"),
        }), chance false, epsilon false, [TEN_BEST FAR COUNT SEED],
        "alpha-beta over the k best moves of each position, with iterative deepening",
        "Baier 2018, section 5";
    "mm": |s| Sampler::FullWidth(full_width(s, false)), chance false, epsilon false, [DEPTH SEED],
        "minimax to a fixed depth over all moves, with the evaluation there; a random one of the best moves",
        "Ramanujan, Sabharwal, Selman 2011, section 4";
    "mm-r": |s| Sampler::FullWidth(full_width(s, true)), chance false, epsilon false, [DEPTH SEED],
        "the same with one random playout in place of each evaluation; moves that are no better are cut off",
        "Ramanujan, Sabharwal, Selman 2011, section 3";
    "selective": |s| Sampler::Selective(selective::settings(s)), chance false, epsilon false,
        [PLIES LINES HASH QUIESCENCE PASS REDUCE EXTEND PRUNE KILLERS HISTORY REPLIES ASPIRATION TABLE],
        "principal variation search that leaves moves out and looks further at forcing ones: strong, and no proof",
        "Marsland, Campbell 1982; Beal 1989; Donninger 1993; Heinz 1998";
    "random": |s| Sampler::Random(s.seed("seed")), chance true, epsilon false, [SEED],
        "a random legal move: the baseline", "traditional";
}

const CHECKED: &str = "checked when it was set";

fn settings(spec: &Spec, proves: bool) -> Settings {
    Settings {
        selection: spec.get("selection").and_then(selection).expect(CHECKED),
        c: spec.float("c"),
        playout: spec.get("playout").and_then(playout).expect(CHECKED),
        proves,
        transpositions: spec.get("transpositions").and_then(yes).unwrap_or(false),
        batch: spec.get("batch").and_then(whole).unwrap_or(1),
        seed: spec.seed("seed"),
        back_up: spec.get("backup").and_then(back_up).unwrap_or(BackUp::Mean),
        proof_numbers: spec.get("pn").map_or(0.0, |_| spec.float("pn")),
        implicit: spec.get("implicit").map_or(0.0, |_| spec.float("implicit")),
        prior: spec.get("prior").and_then(prior).flatten(),
    }
}

fn full_width(spec: &Spec, playouts: bool) -> FullWidth {
    FullWidth { plies: spec.whole("depth"), playouts, seed: spec.seed("seed") }
}

fn mixing(spec: &Spec) -> Mixing {
    Mixing {
        p: spec.float("p"),
        k: spec.whole("k"),
        l: spec.whole("l"),
        w: spec.float("w"),
        f: spec.float("f"),
        bonus: spec.get("bonus").and_then(bonus).expect(CHECKED),
        at_root: spec.get("root").and_then(yes).expect(CHECKED),
        charge: charge(spec),
        backs_up: spec.get("score") != Some("playout"),
    }
}

fn charge(spec: &Spec) -> Charge {
    if spec.get("count") == Some("inner") { Charge::Inner } else { Charge::All }
}

impl Spec {
    fn float(&self, key: &str) -> f64 {
        self.number(key).get()
    }

    fn whole(&self, key: &str) -> u32 {
        self.get(key).and_then(whole).expect(CHECKED)
    }
}
