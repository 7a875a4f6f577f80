//! The one rule by which measured numbers are judged, and the words for what follows.
//!
//! The page and the documentation print [`RULE`]; [`Comparison::judge`] and [`Verdict::of`] are what
//! it says.

use super::estimate::Estimate;

/// The rule, as the page prints it.
pub const RULE: [(&str, &str); 4] = [
    (
        "Numbers",
        "Each printed number has a margin, which was stated before the run. Ours agrees if its whole 95 % interval lies within the margin around \
         print (equivalence by two one-sided tests, 2.5 % each), differs if the whole interval lies outside, and is open otherwise. Where \
         it lies within the margin but excludes the printed number itself, it is called near; unless the paper says of how many trials its number is a \
         mean, and it is less than two standard errors of that mean away.",
    ),
    (
        "Statements",
        "A statement holds, or fails, only if the 95 % interval lies entirely on one side; a statement about every instance, if there is no \
         exception among those that were run.",
    ),
    (
        "Verdicts on what a paper prints",
        "Reproduced: all numbers agree and all statements hold. Near: the same, but some intervals exclude the printed number. Trend reproduced: all \
         statements hold, but not all numbers agree. Differs: a statement fails, or a number differs and not all statements hold. \
         Inconclusive: too few trials, or units are missing.",
    ),
    (
        "Other verdicts",
        "Corrected: a theorem is false as printed, and true as stated here. Refuted as printed: a conjecture fails under a reading that the paper \
         allows. No claim: the paper announces something and measures nothing, or the claim is ours; then it is supported, supported in part, or \
         negative if it fails. Such experiments are never counted as reproduced.",
    ),
];

/// A published number and ours.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// What it is.
    pub what: String,
    /// As the paper prints it.
    pub published: f64,
    /// How far off ours may be, either way.
    pub margin: f64,
    /// From how many trials the printed number is, if the paper says so.
    pub printed_trials: Option<u64>,
    /// Ours; `None` if too little was run.
    pub measured: Option<Estimate>,
}

/// What a comparison shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The interval lies within the margin, and contains the printed number.
    Agrees,
    /// The interval lies within the margin, and excludes the printed number.
    Near,
    /// The interval lies outside the margin.
    Differs,
    /// Neither.
    Open,
}

/// How many standard errors away nobody counts them any more.
const FAR: f64 = 20.0;

/// The quantile of the normal distribution for a 95 % interval.
const NORMAL: f64 = 1.96;

impl Comparison {
    /// A published number, how far off ours may be, and ours.
    pub fn new(
        what: impl Into<String>,
        published: f64,
        margin: f64,
        measured: Option<Estimate>,
    ) -> Comparison {
        Comparison { what: what.into(), published, margin, printed_trials: None, measured }
    }

    /// The same with the number of trials of the printed number.
    #[must_use]
    pub fn of_trials(self, trials: u64) -> Comparison {
        Comparison { printed_trials: Some(trials), ..self }
    }

    /// By [`RULE`].
    pub fn judge(&self) -> Judgement {
        let is_noise = self.distance().is_some_and(|errors| errors < 2.0);
        let Some(Estimate { low, high, .. }) = self.measured else { return Judgement::Open };
        let (least, most) = (self.published - self.margin, self.published + self.margin);
        match () {
            () if high < least || low > most => Judgement::Differs,
            () if low < least || high > most => Judgement::Open,
            () if low <= self.published && self.published <= high || is_noise => Judgement::Agrees,
            () => Judgement::Near,
        }
    }

    /// How many standard errors of the printed number lie between it and ours: the spread of single
    /// trials is that of ours.
    pub fn distance(&self) -> Option<f64> {
        let Estimate { value, low, high, trials } = self.measured?;
        let spread = (high - low) / (2.0 * NORMAL) * (trials as f64).sqrt();
        let error = spread / (self.printed_trials? as f64).sqrt();
        (error > 0.0).then(|| (value - self.published).abs() / error)
    }

    /// The judgement in words.
    pub fn words(&self) -> String {
        let distance = match (self.distance(), self.printed_trials) {
            (Some(errors), Some(of)) if errors < FAR => {
                format!(": {errors:.1} standard errors of a mean of {of}")
            }
            (Some(_), Some(of)) => format!(": over {FAR} standard errors of a mean of {of}"),
            _ => String::new(),
        };
        match self.judge() {
            Judgement::Agrees => "agrees".into(),
            Judgement::Near => format!("near{distance}"),
            Judgement::Differs => format!("differs{distance}"),
            Judgement::Open => "open".into(),
        }
    }
}

/// A statement about the measurements.
#[derive(Clone, Debug, PartialEq)]
pub struct Trend {
    /// What should hold.
    pub claim: String,
    /// Whether it does; `None` if the difference is within the noise.
    pub holds: Option<bool>,
}

/// Who claims what an experiment tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Claim {
    /// A paper states it, or prints its numbers.
    #[default]
    Printed,
    /// A paper states it in a form that is false; what must hold is the statement corrected.
    Corrected,
    /// A paper conjectures it; what must hold shows how it fails as printed.
    Refuted,
    /// No paper: one announces it without measuring, or it is a claim of this project.
    Ours,
}

/// The verdict about an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All published numbers and statements are confirmed.
    Reproduced,
    /// The same, but intervals exclude printed numbers that they are near.
    Near,
    /// The statements are, but not all numbers.
    Trend,
    /// A statement is not, or a number is not and the statements are not all confirmed.
    Differs,
    /// Too few trials.
    Inconclusive,
}

impl Verdict {
    /// From all numbers and all statements.
    pub fn of(numbers: &[Judgement], statements: &[Option<bool>]) -> Verdict {
        let holds = !statements.is_empty() && statements.iter().all(|holds| *holds == Some(true));
        let no_statement_is_open = holds || statements.is_empty();
        let any = |judgement| numbers.contains(&judgement);
        match () {
            () if statements.contains(&Some(false)) => Verdict::Differs,
            () if any(Judgement::Differs) && holds => Verdict::Trend,
            () if any(Judgement::Differs) => Verdict::Differs,
            () if any(Judgement::Open) && holds => Verdict::Trend,
            () if any(Judgement::Open) || !no_statement_is_open => Verdict::Inconclusive,
            () if any(Judgement::Near) => Verdict::Near,
            () if holds || !numbers.is_empty() => Verdict::Reproduced,
            () => Verdict::Inconclusive,
        }
    }

    /// In words.
    pub fn name(self, claim: Claim) -> &'static str {
        match (self, claim) {
            (Verdict::Inconclusive, _) => "inconclusive at this scale",
            (Verdict::Reproduced | Verdict::Near, Claim::Corrected) => "corrected",
            (Verdict::Reproduced | Verdict::Near, Claim::Refuted) => "refuted as printed",
            (Verdict::Reproduced | Verdict::Near, Claim::Ours) => "no claim: ours, supported",
            (Verdict::Trend, Claim::Ours) => "no claim: ours, in part",
            (Verdict::Differs, Claim::Ours) => "negative",
            (Verdict::Reproduced, Claim::Printed) => "reproduced",
            (Verdict::Near, Claim::Printed) => "near",
            (Verdict::Trend, _) => "trend reproduced",
            (Verdict::Differs, _) => "differs",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(value: f64, half: f64) -> Comparison {
        let measured = Estimate { value, low: value - half, high: value + half, trials: 400 };
        Comparison::new("x", 10.0, 1.0, Some(measured))
    }

    #[test]
    fn numbers_agree_if_equivalent_within_the_margin() {
        let judge = |value, half| compared(value, half).judge();
        assert_eq!(judge(10.2, 0.5), Judgement::Agrees);
        assert_eq!(judge(10.5, 0.1), Judgement::Near, "within the margin, but print is excluded");
        assert_eq!(judge(10.9, 0.2), Judgement::Open, "it reaches beyond the margin");
        assert_eq!(judge(11.5, 1.0), Judgement::Open);
        assert_eq!(judge(13.0, 1.0), Judgement::Differs);
        assert_eq!(judge(10.0, 1.1), Judgement::Open, "no verdict from noise");
        assert_eq!(Comparison::new("x", 10.0, 1.0, None).judge(), Judgement::Open);
    }

    /// With 400 trials an interval of .098 either way is a spread of 1, and a mean of 100 has an
    /// error of .1.
    #[test]
    fn distances_are_in_errors_of_the_printed_number() {
        let near = compared(10.45, 0.098).of_trials(100);
        assert!((near.distance().unwrap() - 4.5).abs() < 1e-9);
        assert_eq!(near.words(), "near: 4.5 standard errors of a mean of 100");
        assert_eq!(compared(10.45, 0.098).words(), "near");
        assert_eq!(
            compared(10.45, 0.001).of_trials(100).words(),
            "near: over 20 standard errors of a mean of 100"
        );
        assert_eq!(
            compared(10.15, 0.098).of_trials(100).words(),
            "agrees",
            "1.5 of print's own errors"
        );
        assert_eq!(compared(10.0, 0.098).of_trials(100).words(), "agrees");
    }

    #[test]
    fn verdicts_follow_the_numbers_and_the_statements() {
        use Judgement::{Agrees, Differs, Near, Open};
        for (numbers, statements, verdict) in [
            (&[Agrees][..], &[][..], Verdict::Reproduced),
            (&[], &[Some(true)], Verdict::Reproduced),
            (&[Agrees, Near], &[Some(true)], Verdict::Near),
            (&[Differs], &[], Verdict::Differs),
            (&[Differs, Agrees], &[Some(true)], Verdict::Trend),
            (&[Open], &[Some(true)], Verdict::Trend),
            (&[Agrees], &[Some(true), Some(false)], Verdict::Differs),
            (&[Agrees], &[Some(true), None], Verdict::Inconclusive),
            (&[Differs], &[None], Verdict::Differs),
            (&[Open, Agrees], &[], Verdict::Inconclusive),
            (&[], &[], Verdict::Inconclusive),
        ] {
            assert_eq!(Verdict::of(numbers, statements), verdict, "{numbers:?} {statements:?}");
        }
    }

    /// What no paper claims is never called reproduced.
    #[test]
    fn words_say_who_claims() {
        let all = [
            Verdict::Reproduced,
            Verdict::Near,
            Verdict::Trend,
            Verdict::Differs,
            Verdict::Inconclusive,
        ];
        for verdict in all {
            for claim in [Claim::Corrected, Claim::Refuted, Claim::Ours] {
                assert_ne!(verdict.name(claim), "reproduced");
            }
        }
        assert_eq!(Verdict::Differs.name(Claim::Ours), "negative");
    }
}
