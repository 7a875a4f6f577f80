//! A section of the report: what the rows of an experiment show, and the verdict about it.

use super::estimate::Estimate;
use crate::Table;
use crate::converge::study::Findings;
use crate::plot::Panel;
use crate::table::count;

/// What the rows of an experiment show.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// Figures: a caption, and panels.
    pub figures: Vec<(String, Vec<Panel>)>,
    /// Published numbers beside measured ones.
    pub comparisons: Vec<(String, Vec<Comparison>)>,
    /// Statements that are true, false, or not decided by these rows.
    pub trends: Vec<Trend>,
    /// Other numbers.
    pub tables: Vec<Table>,
    /// Remarks.
    pub remarks: Vec<String>,
    /// Why the results differ from what is published, if they do.
    pub why: &'static str,
}

/// A published number and ours.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// What it is.
    pub what: String,
    /// As the paper prints it.
    pub published: f64,
    /// How far off ours may be, either way.
    pub tolerance: f64,
    /// Ours; `None` if too little was run.
    pub measured: Option<Estimate>,
}

impl Comparison {
    /// A published number, how far off ours may be, and ours.
    pub fn new(
        what: impl Into<String>,
        published: f64,
        tolerance: f64,
        measured: Option<Estimate>,
    ) -> Comparison {
        Comparison { what: what.into(), published, tolerance, measured }
    }

    /// Whether ours is near the published one: certainly not, if the whole interval is farther off than is tolerated;
    /// certainly, if the number is not and the interval is no wider than what is tolerated to both sides; otherwise
    /// that is open.
    pub fn agrees(&self) -> Option<bool> {
        let measured = self.measured?;
        let (low, high) = (self.published - self.tolerance, self.published + self.tolerance);
        if measured.high < low || measured.low > high {
            return Some(false);
        }
        let is_near = low <= measured.value && measured.value <= high;
        let is_precise = measured.high - measured.low <= high - low;
        (is_near && is_precise).then_some(true)
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

/// The verdict about an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All published numbers and statements are confirmed.
    Reproduced,
    /// The statements are, but not all numbers.
    Trend,
    /// A statement is not, or a number is not and the statements are not all confirmed.
    Differs,
    /// Too few trials.
    Inconclusive,
}

impl Verdict {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Reproduced => "reproduced",
            Verdict::Trend => "trend reproduced",
            Verdict::Differs => "differs",
            Verdict::Inconclusive => "inconclusive at this scale",
        }
    }

    /// In words, about a claim that no paper makes.
    pub fn name_of_claim(self) -> &'static str {
        match self {
            Verdict::Reproduced => "supported",
            Verdict::Trend => "supported in part",
            Verdict::Differs => "refuted",
            Verdict::Inconclusive => "inconclusive at this scale",
        }
    }
}

impl Section {
    /// The same with a figure.
    #[must_use]
    pub fn figure(mut self, caption: impl Into<String>, panels: Vec<Panel>) -> Section {
        self.figures.push((caption.into(), panels));
        self
    }

    /// The same with published numbers beside ours.
    #[must_use]
    pub fn compare(mut self, title: impl Into<String>, comparisons: Vec<Comparison>) -> Section {
        self.comparisons.push((title.into(), comparisons));
        self
    }

    /// The same with a statement.
    #[must_use]
    pub fn trend(mut self, claim: impl Into<String>, holds: Option<bool>) -> Section {
        self.trends.push(Trend { claim: claim.into(), holds });
        self
    }

    /// The same with a table.
    #[must_use]
    pub fn table(mut self, table: Table) -> Section {
        self.tables.push(table);
        self
    }

    /// The same with a remark.
    #[must_use]
    pub fn remark(mut self, remark: impl Into<String>) -> Section {
        self.remarks.push(remark.into());
        self
    }

    /// The same with the reason why results differ, if they do.
    #[must_use]
    pub fn because(mut self, why: &'static str) -> Section {
        self.why = why;
        self
    }

    /// The same with all that a study of convergence found.
    #[must_use]
    pub fn findings(mut self, findings: Findings, caption: &str) -> Section {
        self.tables.extend(findings.tables);
        self.remarks.extend(findings.conclusion.sentences);
        self.remarks.extend(findings.remarks);
        if !findings.panels.is_empty() {
            self.figures.push((caption.into(), findings.panels));
        }
        self
    }

    /// The verdict, by the rules that [`Verdict`] and [`Comparison::agrees`] state.
    pub fn verdict(&self) -> Verdict {
        let numbers: Vec<Option<bool>> =
            self.comparisons.iter().flat_map(|(_, all)| all).map(Comparison::agrees).collect();
        let trends: Vec<Option<bool>> = self.trends.iter().map(|trend| trend.holds).collect();
        let any = |all: &[Option<bool>], what: Option<bool>| all.contains(&what);
        if any(&trends, Some(false)) {
            return Verdict::Differs;
        }
        let trends_hold = !trends.is_empty() && !any(&trends, None);
        match (any(&numbers, Some(false)), any(&numbers, None)) {
            (false, false) if trends_hold || (trends.is_empty() && !numbers.is_empty()) => {
                Verdict::Reproduced
            }
            (true, _) if trends_hold => Verdict::Trend,
            (true, _) => Verdict::Differs,
            (false, true) if trends_hold => Verdict::Trend,
            _ => Verdict::Inconclusive,
        }
    }
}

/// Whether all statements hold; unknown if one is unknown and none fails, or there are none.
pub(super) fn all_hold(statements: impl IntoIterator<Item = Option<bool>>) -> Option<bool> {
    let all: Vec<Option<bool>> = statements.into_iter().collect();
    if all.contains(&Some(false)) {
        Some(false)
    } else if all.is_empty() || all.contains(&None) {
        None
    } else {
        Some(true)
    }
}

/// The text of an estimate, if there is one.
pub(super) fn text_of(estimate: Option<Estimate>) -> String {
    estimate.map_or("-".into(), Estimate::text)
}

/// A number with as many digits as it needs.
pub fn plain(number: f64) -> String {
    let size = number.abs();
    match () {
        () if !number.is_finite() => "-".into(),
        () if size >= 1000.0 => count(size).replacen("", if number < 0.0 { "-" } else { "" }, 1),
        () if size >= 100.0 => format!("{number:.0}"),
        () if size >= 10.0 => format!("{number:.1}"),
        () if size >= 1.0 || number == 0.0 => format!("{number:.2}"),
        () => format!("{number:.3}"),
    }
}

impl Estimate {
    /// The number and its interval.
    pub fn text(self) -> String {
        let [value, low, high] = [self.value, self.low, self.high].map(plain);
        format!("{value} ({low} .. {high})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(value: f64, half: f64) -> Option<Estimate> {
        Some(Estimate { value, low: value - half, high: value + half, trials: 10 })
    }

    fn compared(measured: Option<Estimate>) -> Section {
        Section::default().compare("", vec![Comparison::new("x", 10.0, 1.0, measured)])
    }

    #[test]
    fn numbers_agree_if_near_and_precise() {
        let agrees = |value, half| Comparison::new("x", 10.0, 1.0, estimate(value, half)).agrees();
        assert_eq!(agrees(10.5, 0.1), Some(true));
        assert_eq!(agrees(10.9, 0.9), Some(true));
        assert_eq!(agrees(11.5, 1.0), None, "it is too far off, but its interval is not");
        assert_eq!(agrees(13.0, 1.0), Some(false));
        assert_eq!(agrees(10.0, 1.1), None, "no verdict from noise");
        assert_eq!(Comparison::new("x", 10.0, 1.0, None).agrees(), None);
    }

    #[test]
    fn verdicts_follow_the_numbers_and_the_statements() {
        assert_eq!(compared(estimate(10.0, 0.5)).verdict(), Verdict::Reproduced);
        assert_eq!(compared(estimate(20.0, 0.5)).verdict(), Verdict::Differs);
        assert_eq!(compared(estimate(20.0, 0.5)).trend("t", Some(true)).verdict(), Verdict::Trend);
        assert_eq!(
            compared(estimate(10.0, 0.5)).trend("t", Some(false)).verdict(),
            Verdict::Differs
        );
        assert_eq!(compared(estimate(10.0, 0.5)).trend("t", None).verdict(), Verdict::Inconclusive);
        assert_eq!(compared(None).verdict(), Verdict::Inconclusive);
        assert_eq!(compared(None).trend("t", Some(true)).verdict(), Verdict::Trend);
        assert_eq!(compared(estimate(20.0, 0.5)).trend("t", None).verdict(), Verdict::Differs);
        assert_eq!(Section::default().verdict(), Verdict::Inconclusive, "nothing is shown");
        assert_eq!(Section::default().trend("t", Some(true)).verdict(), Verdict::Reproduced);
    }

    #[test]
    fn numbers_are_written_as_people_read_them() {
        let all = [0.0, 0.054, 1.683, 30.97, 123.4, 12_345.6, -2500.0].map(plain);
        assert_eq!(all, ["0.00", "0.054", "1.68", "31.0", "123", "12,346", "-2,500"]);
    }
}
