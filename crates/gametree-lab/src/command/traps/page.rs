//! The files of `gametree-lab traps --out`: a table of all moves, and a page with plots.

use std::fmt::Write;

use super::report::Report;
use crate::plot::{Panel, svg};
use crate::report::{escaped, quoted};
use crate::soft_traps::{Row, agreement_panels, scatter_panels, sweep_panels};
use crate::{Figure, Table};

/// How every page begins, by which ours are recognised.
pub const START: &str = "<!doctype html>\n<!-- gametree traps -->\n";

/// How every table begins.
pub const TABLE_START: &str =
    "row,game,ply,position,mover,move,played,lost_in,random,greedy,weak,mm1";

/// One line per move. Values and rewards are MAX's.
pub fn table(report: &Report<'_>) -> String {
    let mut out = TABLE_START.to_string();
    (2..=report.arguments.deep).for_each(|depth| out += &format!(",mm{depth}"));
    out.push('\n');
    let optional = |number: Option<f64>| number.map_or(String::new(), |number| number.to_string());
    for row in report.rows {
        for mv in &row.moves {
            let mover = if row.max { "max" } else { "min" };
            let played = u8::from(row.played.as_ref() == Some(&mv.mv));
            let lost = mv.lost_in.map_or(String::new(), |plies| plies.to_string());
            let rewards = [mv.random, mv.greedy, mv.weak].map(optional).join(",");
            let values: Vec<String> = mv.values.iter().map(f64::to_string).collect();
            let (name, text, values) = (quoted(&row.name), quoted(&mv.mv), values.join(","));
            let Row { number, game, ply, .. } = row;
            let _ = writeln!(
                out,
                "{number},{game},{ply},{name},{mover},{text},{played},{lost},{rewards},{values}"
            );
        }
    }
    out
}

/// The page: tables, plots, and the ranks of moves in one position.
pub fn page(report: &Report<'_>, scattered: Option<&Row>) -> String {
    let mut out = START.to_string();
    let subject = escaped(&report.subject());
    let _ = write!(
        out,
        "<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{subject}</title>\n<style>{STYLE}</style></head>\n<body>\n\
         <h1>Soft traps</h1>\n<p>{subject}</p>\n"
    );
    out += &figure(&sweep_panels(report.summary, report.unit()));
    out += &figure(&agreement_panels(report.summary, report.arguments.deep));
    for Table { title, columns, rows } in report.tables() {
        let _ = writeln!(out, "<h2>{}</h2>\n<table>", escaped(&title));
        let line = |cell: &str, cells: &mut dyn Iterator<Item = String>| {
            let each = cells.map(|text| format!("<{cell}>{}</{cell}>", escaped(&text)));
            format!("<tr>{}</tr>\n", each.collect::<String>())
        };
        out += &line("th", &mut columns.into_iter());
        for row in &rows {
            out += &line("td", &mut row.iter().map(Figure::to_string));
        }
        out += "</table>\n";
    }
    if let Some(row) = scattered {
        let title = report.titles.iter().find(|(number, _)| *number == row.game);
        let title = title.map(|(_, title)| format!(", {title}")).unwrap_or_default();
        let shown =
            if row.number > 0 { format!("Row {}", row.number) } else { "A position".into() };
        let name = if row.name.is_empty() { "start" } else { &row.name };
        let _ = writeln!(out, "<h2>{}</h2>\n<p>{}</p>", escaped(&(shown + &title)), escaped(name));
        out += &figure(&scatter_panels(row, report.reading));
    }
    for (name, remark) in report.remarks() {
        let _ = writeln!(out, "<p>{name}: {}</p>", escaped(&remark));
    }
    out + "</body></html>\n"
}

const STYLE: &str = "body{font-family:sans-serif;max-width:80em;margin:2em auto;padding:0 1em}\
table{border-collapse:collapse}td,th{padding:.2em .8em;text-align:right;border-bottom:1px solid #ccc}\
td:first-child,th:first-child{text-align:left}svg{max-width:100%;height:auto}";

fn figure(panels: &[Panel]) -> String {
    if panels.is_empty() { String::new() } else { format!("<p>{}</p>\n", svg(panels)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_from_files_stay_texts() {
        assert_eq!(escaped("<b> & \"x\"\n"), "&lt;b&gt; &amp; &quot;x&quot;\u{fffd}");
        assert_eq!([quoted("e4"), quoted("a,\"b\"")], ["e4", "\"a,\"\"b\"\"\""]);
    }
}
