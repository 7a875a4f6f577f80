//! The page: an overview, then one part per paper with a section per experiment.

use crate::experiments::{
    About, Comparison, Judgement, Paper, RULE, Section, Setting, Verdict, plain,
};
use crate::plot::single;
use crate::{Figure, Table};

/// An experiment with its results.
pub struct Chapter {
    /// What it is.
    pub about: About,
    /// How many units are done.
    pub done: u64,
    /// How many there are.
    pub units: u64,
    /// Which games and searches were run, with all their parameters.
    pub ran: Vec<String>,
    /// What they show.
    pub section: Section,
}

impl Chapter {
    /// The verdict; none can be passed before all units are done.
    pub fn verdict(&self) -> Verdict {
        if self.done < self.units { Verdict::Inconclusive } else { self.section.verdict() }
    }

    /// The verdict in words.
    pub fn verdict_name(&self) -> &'static str {
        self.verdict().name(self.about.claim)
    }
}

/// All that the page shows.
pub struct Page {
    /// The run.
    pub setting: Setting,
    /// The machine on which the page was made.
    pub machine: String,
    /// How many builds of the program have made the rows, as far as that is noted.
    pub builds: usize,
    /// The command that makes it.
    pub command: String,
    /// The experiments.
    pub chapters: Vec<Chapter>,
    /// The experiments that have no rows yet, if most have some.
    pub missing: Vec<&'static str>,
    /// Whether the tables of rows lie beside the page (`csv/NAME.csv`), so that it can link to them.
    pub links: bool,
}

const STYLE: &str = include_str!("page.css");

/// How every page begins.
pub const OPENING: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
    <title>gametree: published results beside ours</title>\n";

/// The page as HTML.
pub fn html(page: &Page) -> String {
    let Setting { version, seed, scale, games, .. } = &page.setting;
    let games = games.as_deref().unwrap_or("none were given: the program has played its own");
    let builds = match page.builds {
        0 | 1 => String::new(),
        several => format!(" (rows by {several} builds of it)"),
    };
    let mut out = format!(
        "{OPENING}<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1>Published results beside ours</h1>\n\
         <p>Every figure and table of five papers on game-tree search that a program can compute, and claims of \
         our own. Numbers under <em>published</em> are printed in the papers; points that exist only in their pictures \
         are not shown. Intervals hold with 95 % confidence.</p>\n\
         <dl class=\"facts\"><dt>command</dt><dd><code>{}</code></dd><dt>version</dt><dd>{}{builds}</dd>\
         <dt>seed</dt><dd>{seed}</dd><dt>scale</dt><dd>{}</dd><dt>games of chess</dt><dd>{}</dd><dt>machine</dt><dd>{}</dd></dl>\n</header>\n<main>\n",
        escaped(&page.command),
        escaped(version),
        escaped(scale),
        escaped(games),
        escaped(&page.machine),
    );
    out += &overview(page);
    for paper in Paper::ALL {
        let chapters: Vec<&Chapter> =
            page.chapters.iter().filter(|chapter| chapter.about.paper == paper).collect();
        if chapters.is_empty() {
            continue;
        }
        out += &format!(
            "<section class=\"paper\" id=\"{}\">\n<h2>{}</h2>\n<p class=\"cite\">{}</p>\n",
            paper.name(),
            escaped(paper.title()),
            escaped(paper.citation())
        );
        chapters.iter().for_each(|chapter| out += &experiment(chapter, page));
        out += "</section>\n";
    }
    out += "<section class=\"paper\" id=\"rules\">\n<h2>How verdicts are reached</h2>\n<dl>\n";
    for (what, rule) in RULE {
        out += &format!("<dt><b>{what}</b></dt><dd>{}</dd>\n", escaped(rule));
    }
    out + "</dl>\n</section>\n</main>\n</body>\n</html>\n"
}

/// Which claims hold: one line for each paper, with a mark for each of its experiments.
fn overview(page: &Page) -> String {
    let mut out = String::from(
        "<nav aria-label=\"overview\">\n<table class=\"overview\"><thead><tr><th>paper</th>\
         <th>experiments and their verdicts</th></tr></thead><tbody>\n",
    );
    for paper in Paper::ALL {
        let of = page.chapters.iter().filter(|chapter| chapter.about.paper == paper);
        let marks: Vec<String> = of
            .map(|chapter| {
                let About { name, question, .. } = chapter.about;
                format!(
                    "<a class=\"badge {}\" href=\"#{name}\" title=\"{}\">{}: {}</a>",
                    class(chapter),
                    escaped(question),
                    name.strip_prefix(paper.name()).unwrap_or(name).trim_start_matches('-'),
                    chapter.verdict_name()
                )
            })
            .collect();
        if !marks.is_empty() {
            out += &format!(
                "<tr><td><a href=\"#{}\">{}</a></td><td>{}</td></tr>\n",
                paper.name(),
                escaped(paper.short()),
                marks.join(" ")
            );
        }
    }
    out += "</tbody></table>\n";
    if !page.missing.is_empty() {
        let names = page.missing.iter().map(|name| format!("<code>{name}</code>"));
        out += &format!(
            "<p class=\"remark\">Not run at this scale so far (<code>gametree-lab run NAME --scale {}</code>): {}.</p>\n",
            escaped(&page.setting.scale),
            names.collect::<Vec<_>>().join(" ")
        );
    }
    out + "</nav>\n"
}

fn progress(chapter: &Chapter) -> String {
    match (chapter.done, chapter.units) {
        (done, units) if done == units => units.to_string(),
        (done, units) => format!("{done} of {units}"),
    }
}

fn class(chapter: &Chapter) -> &'static str {
    match chapter.verdict() {
        Verdict::Reproduced => "good",
        Verdict::Near | Verdict::Trend => "fair",
        Verdict::Differs => "bad",
        Verdict::Inconclusive => "open",
    }
}

fn badge(chapter: &Chapter) -> String {
    format!("<span class=\"badge {}\">{}</span>", class(chapter), chapter.verdict_name())
}

fn experiment(chapter: &Chapter, page: &Page) -> String {
    let setting = &page.setting;
    let (about, section) = (&chapter.about, &chapter.section);
    let name = about.name;
    let mut out = format!(
        "<article id=\"{name}\">\n<h3>{} {}</h3>\n<p class=\"question\">{} <b>{}</b></p>\n<p>{}</p>\n",
        escaped(about.figure),
        badge(chapter),
        escaped(about.question),
        escaped(&section.answer()),
        escaped(about.statement)
    );
    let mut numbers = section.comparisons.iter().flat_map(|(_, all)| all);
    if numbers.any(|number| number.judge() == Judgement::Differs)
        || section.trends.iter().any(|trend| trend.holds == Some(false))
    {
        let why = Some(section.why).filter(|why| !why.is_empty());
        out += &why.map_or(String::new(), |why| format!("<p class=\"why\">{}</p>\n", escaped(why)));
    }
    for (caption, panels) in &section.figures {
        out += "<figure>\n<div class=\"panels\">\n";
        panels.iter().for_each(|panel| out += &format!("<div>{}</div>\n", single(panel)));
        out += &format!("</div>\n<figcaption>{}</figcaption>\n</figure>\n", escaped(caption));
    }
    section.comparisons.iter().for_each(|(title, all)| out += &compared(title, all));
    if !section.trends.is_empty() {
        out += "<ul class=\"trends\">\n";
        for trend in &section.trends {
            let (class, word) = judged(trend.holds, ["holds", "fails", "open"]);
            out += &format!(
                "<li><span class=\"mark {class}\">{word}</span> {}</li>\n",
                escaped(&trend.claim)
            );
        }
        out += "</ul>\n";
    }
    section.tables.iter().for_each(|table| out += &shown(table));
    for remark in &section.remarks {
        out += &format!("<p class=\"remark\">{}</p>\n", escaped(remark));
    }
    out += "<dl class=\"facts\">";
    let texts = [
        ("reading", about.reading),
        ("margins", about.tolerance),
        ("what would change our mind", about.doubt),
    ];
    for (term, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
        out += &format!("<dt>{term}</dt><dd>{}</dd>", escaped(text));
    }
    let ran: Vec<String> =
        chapter.ran.iter().map(|what| format!("<code>{}</code>", escaped(what))).collect();
    if !ran.is_empty() {
        out += &format!("<dt>what was run</dt><dd>{}</dd>", ran.join(" "));
    }
    let clock = if about.timed { " (these depend on the clock)" } else { "" };
    let rows = if page.links {
        format!("<a href=\"csv/{name}.csv\">csv/{name}.csv</a>")
    } else {
        format!("csv/{name}.csv in the folder that the command writes")
    };
    out += &format!(
        "<dt>rows</dt><dd>{rows}, {} units{clock}</dd>\
         <dt>command</dt><dd><code>gametree-lab run {name} --scale {} {}</code></dd></dl>\n</article>\n",
        progress(chapter),
        escaped(&setting.scale),
        setting.options(),
    );
    out
}

fn judged(holds: Option<bool>, words: [&'static str; 3]) -> (&'static str, &'static str) {
    match holds {
        Some(true) => ("good", words[0]),
        Some(false) => ("bad", words[1]),
        None => ("open", words[2]),
    }
}

/// Published numbers beside ours. Narrow windows show each comparison on lines of its own, where the
/// style sheet writes the name of every number beside it, instead of the header. Cells and rows end
/// where the next ones begin, as HTML has it: the page stays small.
fn compared(title: &str, all: &[Comparison]) -> String {
    const COLUMNS: [&str; 4] = ["published", "measured", "95 % interval", "trials"];
    let header = COLUMNS.map(|name| format!("<th>{name}")).concat();
    let mut out = format!(
        "<div class=\"wide\"><table class=\"compared\"><caption>{}</caption>\
         <thead><tr><th>{header}<th></thead><tbody>\n",
        escaped(title)
    );
    for comparison in all {
        let [value, interval, trials] = match comparison.measured {
            None => ["-", "-", "-"].map(String::from),
            Some(e) => [
                plain(e.value),
                format!("{} .. {}", plain(e.low), plain(e.high)),
                e.trials.to_string(),
            ],
        };
        let published = format!("{} \u{b1} {}", comparison.published, plain(comparison.margin));
        let numbers = [published, value, interval, trials];
        out += &format!("<tr><th>{}", escaped(&comparison.what));
        numbers.iter().for_each(|number| out += &format!("<td>{number}"));
        let class = match comparison.judge() {
            Judgement::Agrees => "good",
            Judgement::Near => "fair",
            Judgement::Differs => "bad",
            Judgement::Open => "open",
        };
        out += &format!("<td><span class=\"mark {class}\">{}</span>\n", comparison.words());
    }
    out + "</tbody></table></div>\n"
}

fn shown(table: &Table) -> String {
    let cell = |tag: &str, text: &str| {
        // The ends of an interval stay on one line.
        format!("<{tag}>{}", escaped(text).replace(" .. ", "\u{a0}..\u{a0}"))
    };
    let columns = table.columns.iter().map(|column| cell("th", column)).collect::<String>();
    let mut out = format!(
        "<div class=\"wide\"><table><caption>{}</caption><thead><tr>{}</thead><tbody>\n",
        escaped(&table.title),
        columns
    );
    for row in &table.rows {
        let cells = row.iter().map(|figure: &Figure| cell("td", &figure.to_string()));
        out += &format!("<tr>{}\n", cells.collect::<String>());
    }
    out += "</tbody></table></div>\n";
    if table.rows.len() <= LONG {
        return out;
    }
    let out = out.replacen(&format!("<caption>{}</caption>", escaped(&table.title)), "", 1);
    format!("<details><summary>{}</summary>\n{out}</details>\n", escaped(&table.title))
}

/// Tables with more rows than this are folded.
const LONG: usize = 12;

/// A text in a page: control characters and markup become harmless.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiments::{Claim, Estimate, Scale};
    use crate::plot::{Axis, Panel, Point, Series};

    fn page(done: u64) -> Page {
        let claim = Claim::Ours;
        let about = About { name: "beyond-x", figure: "a < b", claim, ..About::default() };
        let points = [Point::new(1.0, 2.0), Point::new(2.0, 3.0)];
        let panel = Panel {
            title: "t".into(),
            x: Axis::linear("x"),
            y: Axis::linear("y"),
            series: vec![Series::measured("s", points)],
        };
        let near = Estimate { value: 1.0, low: 0.9, high: 1.1, trials: 7 };
        let section = Section::default()
            .figure("caption", vec![panel])
            .compare("numbers", vec![Comparison::new("n", 1.05, 0.2, Some(near))])
            .trend("it grows", Some(true))
            .table(Table {
                title: "means".into(),
                columns: vec!["x".into()],
                rows: vec![vec![Figure::text("1.00 (0.90 .. 1.10)")]],
            });
        let chapters = vec![Chapter { about, done, units: 7, ran: vec!["a<b".into()], section }];
        let setting = Setting::new(3, Scale::Quick);
        Page {
            setting,
            machine: "m".into(),
            command: "gametree-lab reproduce".into(),
            chapters,
            builds: 1,
            missing: vec!["beyond-y"],
            links: true,
        }
    }

    #[test]
    fn the_page_needs_nothing_else_and_escapes_what_it_shows() {
        let text = html(&page(7));
        for link in ["http://", "https://", "<script", "<link", "src="] {
            let found = text.replace("http://www.w3.org/2000/svg", "").contains(link);
            assert!(!found, "{link}");
        }
        assert!(text.contains("a &lt; b") && !text.contains("a < b"));
        assert!(text.contains("<code>beyond-y</code>"), "what is missing is named");
        assert!(text.contains("<svg") && text.contains("prefers-color-scheme: dark"));
        assert!(
            text.contains(": no claim: ours, supported<")
                && text.contains(">agrees<")
                && text.contains(">1.05 \u{b1} 0.200<")
        );
    }

    /// As narrow windows need it: names beside numbers, and intervals on one line.
    #[test]
    fn comparisons_can_be_read_without_their_header() {
        let text = html(&page(7));
        for (column, name) in
            ["published", "measured", "95 % interval", "trials"].iter().enumerate()
        {
            assert!(text.contains(&format!("<th>{name}<")));
            let beside = format!("td:nth-child({})::before {{ content: \"{name}\"; }}", column + 2);
            assert!(text.contains(&beside), "{beside}");
        }
        assert!(text.contains("<td>0.900 .. 1.10<td>7<td>"));
        assert!(text.contains("<td>1.00 (0.90\u{a0}..\u{a0}1.10)"));
    }

    #[test]
    fn a_page_by_itself_has_no_links_to_files() {
        let beside = html(&page(7));
        assert!(beside.starts_with(OPENING) && beside.contains("<a href=\"csv/beyond-x.csv\">"));
        let alone = html(&Page { links: false, ..page(7) });
        assert!(alone.starts_with(OPENING) && alone.contains("csv/beyond-x.csv in the folder"));
        assert!(!alone.replace("href=\"#", "").contains("href="), "links within the page only");
    }

    #[test]
    fn there_is_no_verdict_before_all_units_are_done() {
        let text = html(&page(6));
        assert!(text.contains("6 of 7") && !text.contains("supported<"));
    }
}
