//! A section of the report: what the rows of an experiment show.

use super::estimate::Estimate;
use super::verdict::{Comparison, Judgement, Trend, Verdict};
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
    /// The answer in one sentence, if the experiment words it.
    pub answer: String,
    /// Why the results differ from what is published, if they do.
    pub why: &'static str,
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

    /// The verdict, by the [rule](super::RULE).
    pub fn verdict(&self) -> Verdict {
        let numbers = self.comparisons.iter().flat_map(|(_, all)| all).map(Comparison::judge);
        let statements = self.trends.iter().map(|trend| trend.holds);
        Verdict::of(&numbers.collect::<Vec<_>>(), &statements.collect::<Vec<_>>())
    }

    /// The answer in one sentence: what the experiment says itself, or how many numbers and
    /// statements are confirmed.
    pub fn answer(&self) -> String {
        if !self.answer.is_empty() {
            return self.answer.clone();
        }
        use Judgement::{Agrees, Differs, Near, Open};
        let numbers = self.comparisons.iter().flat_map(|(_, all)| all).map(Comparison::judge);
        let numbers = tally(
            numbers,
            "printed number",
            [
                (Agrees, ["agrees", "agree"]),
                (Near, ["is near", "are near"]),
                (Differs, ["differs", "differ"]),
                (Open, ["is undecided", "are undecided"]),
            ],
        );
        let statements = tally(
            self.trends.iter().map(|trend| trend.holds),
            "statement",
            [
                (Some(true), ["holds", "hold"]),
                (Some(false), ["fails", "fail"]),
                (None, ["is undecided", "are undecided"]),
            ],
        );
        let parts: Vec<String> = numbers.into_iter().chain(statements).collect();
        if parts.is_empty() { "Nothing was run.".into() } else { parts.join(" ") }
    }

    /// The same with an answer in a sentence.
    #[must_use]
    pub fn answered(self, answer: impl Into<String>) -> Section {
        Section { answer: answer.into(), ..self }
    }
}

/// How many of what were judged how: "Of 4 statements, 3 hold and 1 is undecided." The words are
/// those for one and for several.
fn tally<J: PartialEq, const N: usize>(
    judged: impl Iterator<Item = J>,
    what: &str,
    words: [(J, [&str; 2]); N],
) -> Option<String> {
    let judged: Vec<J> = judged.collect();
    let count = |which: &J| judged.iter().filter(|one| *one == which).count();
    let counted = words.iter().map(|(which, words)| (count(which), words));
    let counted: Vec<_> = counted.filter(|(count, _)| *count > 0).collect();
    let parts: Vec<String> = counted
        .iter()
        .map(|(count, [one, several])| {
            format!("{count} {}", if *count == 1 { one } else { several })
        })
        .collect();
    Some(match (&counted[..], &parts[..]) {
        ([], _) => return None,
        ([(1, [one, _])], _) => format!("The {what} {one}."),
        ([(count, [_, several])], _) => format!("All {count} {what}s {several}."),
        (_, [first @ .., last]) => {
            format!("Of {} {what}s, {} and {last}.", judged.len(), first.join(", "))
        }
        (_, []) => return None,
    })
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

    #[test]
    fn answers_are_sentences() {
        let answer = |holds: &[Option<bool>]| {
            holds.iter().fold(Section::default(), |all, &holds| all.trend("x", holds)).answer()
        };
        assert_eq!(answer(&[]), "Nothing was run.");
        assert_eq!(answer(&[Some(true)]), "The statement holds.");
        assert_eq!(answer(&[Some(true); 3]), "All 3 statements hold.");
        assert_eq!(
            answer(&[Some(true), Some(false), Some(true), None]),
            "Of 4 statements, 2 hold, 1 fails and 1 is undecided."
        );
    }

    #[test]
    fn numbers_are_written_as_people_read_them() {
        let all = [0.0, 0.054, 1.683, 30.97, 123.4, 12_345.6, -2500.0].map(plain);
        assert_eq!(all, ["0.00", "0.054", "1.68", "31.0", "123", "12,346", "-2,500"]);
    }
}
