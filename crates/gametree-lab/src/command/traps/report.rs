//! What `gametree-lab traps` prints.

use gametree_arena::proportion::{Mean, Proportion};
use gametree_cli::{json, text};
use serde_json::{Value, json};

use crate::Table;
use crate::command::args::Traps;
use crate::soft_traps::{Agreement, Find, Level, Reading, Row, Sighting, Summary, Swept};

/// What there is to say of a survey.
pub struct Report<'a> {
    pub arguments: &'a Traps,
    /// The game.
    pub name: &'a str,
    pub summary: &'a Summary,
    pub reading: Reading,
    /// How many positions there should be.
    pub asked: u64,
    /// The games by their numbers, if they were read.
    pub titles: Vec<(u64, String)>,
    pub rows: &'a [Row],
}

impl Report<'_> {
    pub fn data(&self, header: &Value, wrong: &[String]) -> Value {
        let finds = self.summary.finds.iter().take(self.arguments.list).collect::<Vec<_>>();
        let mut summary = json!(self.summary);
        summary["finds"] = json!(finds);
        json!({
            "schema": json::SCHEMA,
            "run": header,
            "unit": self.reading.unit,
            "positions": self.asked,
            "finished": self.summary.positions,
            "unreadable": wrong,
            "nodes_per_position": self.nodes(),
            "summary": summary,
        })
    }

    /// The nodes of the searches per position.
    fn nodes(&self) -> u64 {
        let all: u64 = self.rows.iter().map(|row| row.nodes).sum();
        all / (self.rows.len() as u64).max(1)
    }

    /// What a margin is measured in.
    pub fn unit(&self) -> &'static str {
        if self.name.starts_with("chess") { "pawns" } else { "units" }
    }

    /// What was looked at, in a line.
    pub fn subject(&self) -> String {
        let Summary { positions, games, .. } = self.summary;
        let (positions, games) = (text::grouped(*positions), text::grouped(*games));
        let Traps { shallow, deep, seed, .. } = self.arguments;
        let name = self.name;
        format!(
            "{name}, {positions} positions of {games} games, MM-{deep} and MM-{shallow}, seed {seed}"
        )
    }

    pub fn for_people(&self) -> String {
        let mut out = format!("{}\n", text::bold(&self.subject()));
        for table in self.tables() {
            out += &format!("\n{}\n\n{}", table.title, table.columns());
        }
        out += "\n";
        for (name, remark) in self.remarks() {
            out += &format!("{name:<9} {remark}\n");
        }
        out
    }

    pub fn tables(&self) -> Vec<Table> {
        let mut tables = vec![self.sweep(), self.levels(), self.agreement()];
        tables.extend(self.finds());
        tables
    }

    fn sweep(&self) -> Table {
        let row = |swept: &Swept| {
            let mut row = vec![swept.delta.to_string()];
            for seen in [swept.at_risk, swept.disagreement, swept.mistake] {
                row.extend(cells(seen));
            }
            row
        };
        let title = format!(
            "Soft traps by the margin in {}: per cent of positions, and of games with at least one (95 %)",
            self.unit()
        );
        let columns =
            ["margin", "Definition 1", "games", "disagreement", "games", "mistake", "games"];
        table(title, &columns, self.summary.sweep.iter().map(row))
    }

    fn levels(&self) -> Table {
        let row = |level: &Level| {
            let mut row = vec![level.plies.to_string()];
            row.extend(cells(level.traps));
            row
        };
        let title =
            "Hard traps: after some move the opponent can force a win within so many plies".into();
        let columns = ["plies", "positions", "games"];
        table(title, &columns, self.summary.levels.iter().map(row))
    }

    fn agreement(&self) -> Table {
        let row = |found: &Agreement| {
            let Agreement { estimator, positions, spearman, kendall, top_three, regret } = found;
            vec![
                estimator.clone(),
                text::grouped(*positions),
                mean(*spearman),
                mean(*kendall),
                mean(*top_three),
                mean(*regret),
            ]
        };
        let title = format!("Rankings of moves compared with that of MM-{}", self.arguments.deep);
        let columns = ["by", "positions", "Spearman", "Kendall", "best three", "loses"];
        table(title, &columns, self.summary.agreement.iter().map(row))
    }

    /// Positions where the playouts see a trap that the shallow search does not.
    fn finds(&self) -> Option<Table> {
        let all = &self.summary.finds;
        if self.arguments.playouts == 0 {
            return None;
        }
        let Traps { shallow, .. } = self.arguments;
        let smallest = self.arguments.delta.iter().copied().fold(f64::INFINITY, f64::min);
        let title = format!(
            "Positions where MM-{shallow} playouts see a trap of {smallest} or more that MM-{shallow} does not: {}",
            text::grouped(all.len() as u64)
        );
        let row = |found: &Find| {
            vec![
                found.number.to_string(),
                found.shallow.clone(),
                format!("{:.2}", found.mistake),
                found.playouts.clone(),
                format!("{:.2}", found.left),
                found.deep.clone(),
                text::shortened(&found.position, LONGEST_POSITION),
            ]
        };
        let columns = ["row", "search", "loses", "playouts", "lose", "best", "position"];
        let rows = all.iter().take(self.arguments.list).map(row);
        Some(table(title, &columns, rows)).filter(|table| !table.rows.is_empty())
    }

    pub fn remarks(&self) -> Vec<(&'static str, String)> {
        let mut remarks =
            vec![("cost", format!("{} nodes per position", text::grouped(self.nodes())))];
        if let Some(folder) = &self.arguments.out {
            remarks.push(("files", folder.join("index.html").display().to_string()));
        }
        let done = self.summary.positions;
        if done < self.asked {
            let how = if self.arguments.out.is_some() { "; the same command goes on" } else { "" };
            let [done, asked] = [done, self.asked].map(text::grouped);
            remarks.push(("stopped", format!("after {done} of {asked} positions{how}")));
        }
        remarks
    }
}

fn table(title: String, columns: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Table {
    let mut table = Table::new(title, columns);
    rows.for_each(|row| table.row(row));
    table
}

/// How much of a position is shown.
const LONGEST_POSITION: usize = 120;

/// Shares of positions and of games.
fn cells(seen: Sighting) -> [String; 2] {
    [seen.positions, seen.games].map(|found: Proportion| {
        let (low, high) = found.interval();
        let percent = |share: f64| format!("{:.0}", 100.0 * share);
        let share = found.share().map_or("-".into(), |share| format!("{:.1}", 100.0 * share));
        format!("{share} ({}..{})", percent(low), percent(high))
    })
}

fn mean(found: Mean) -> String {
    match found.mean {
        Some(mean) if found.half.is_finite() => format!("{mean:.2} ± {:.2}", found.half),
        Some(mean) => format!("{mean:.2}"),
        None => "-".into(),
    }
}
