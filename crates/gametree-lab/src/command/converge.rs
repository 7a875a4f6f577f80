//! `gametree-lab converge`: how long searches take to find the right move.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use gametree::Limits;
use gametree::job::Catalogue;
use gametree_arena::ledger;
use gametree_arena::units::{self, Ended, Run};
use gametree_cli::console::Format;
use gametree_cli::output::{Ending, complain};
use gametree_cli::progress::{Bar, Collector, Live, interrupt_flag};
use gametree_cli::{files, json, text};
use serde_json::{Value, json};

use crate::command::args::Converge;
use crate::converge::study::{Findings, findings, open};
use crate::converge::{Rules, Survey, header};
use crate::plot::svg;

/// Does the runs of a study, or the rest of them, and reports what they show.
pub fn run(catalogue: &Catalogue, arguments: &Converge) -> Result<(String, Ending), String> {
    let Converge { tau, runs, limit, seed, .. } = *arguments;
    for (option, number) in [("--runs", runs), ("--limit", limit)] {
        if number == 0 {
            return Err(format!("{option} 0 should be at least 1"));
        }
    }
    let games = |name: &str| catalogue.open(name).map_err(|error| error.to_string());
    let study = open(&arguments.what, arguments.algorithms.clone(), &games)?;
    if arguments.svg.is_some() && !study.is_drawn() {
        return Err("--svg: there is nothing to draw in this study".into());
    }
    let rules = Rules { tau, runs, limit, seed };
    let cells = study.cells(&rules);
    if let Some(file) = &arguments.out {
        ledger::check(file, &header(&cells, rules))?;
    }
    let mut live = Live::new(arguments.quiet, "the truth: ", &Limits::none());
    let interrupt = interrupt_flag();
    let survey = Survey::new(&games, cells, rules, &mut live, &interrupt);
    drop(live);
    if interrupt.load(Ordering::Relaxed) {
        complain("interrupted before the truth about the game was known");
        return Ok((String::new(), Ending::CutShort));
    }
    let survey = survey?;
    let inputs: Vec<PathBuf> =
        arguments.out.iter().cloned().chain(files::of_game(&arguments.what)).collect();
    let svg_file = arguments.svg.as_deref();
    let picture = svg_file.map(|path| files::picture("--svg", path, &inputs)).transpose()?;
    let threads = arguments.threads.or_else(|| std::thread::available_parallelism().ok());
    let how = Run {
        units: survey.units(),
        threads: threads.unwrap_or(NonZero::<usize>::MIN),
        file: arguments.out.as_deref(),
        interrupt,
    };
    let mut collector = Collector::new(Bar::new(arguments.quiet, how.units), "run");
    let ended = units::run(&survey, &how, &mut collector)?;
    let rows = collector.rows;
    let findings = findings(&*study, &survey, &rows);
    let mut ending = if ended == Ended::Complete { Ending::Answered } else { Ending::CutShort };
    let drawn = picture.map(|mut picture| picture.write_text(&svg(&findings.panels)));
    if let Some(Err(reason)) = drawn {
        complain(&reason);
        ending = Ending::BadInput;
    }
    let report = Report { arguments, done: rows.len() as u64, units: how.units, findings };
    let output = match arguments.format {
        Format::Json => json::line(&report.data()),
        Format::Text => report.for_people(),
    };
    Ok((output, ending))
}

/// The findings of a study, and what it ran.
struct Report<'a> {
    arguments: &'a Converge,
    done: u64,
    units: u64,
    findings: Findings,
}

impl Report<'_> {
    fn data(&self) -> Value {
        let Converge { what, tau, runs, limit, seed, .. } = self.arguments;
        json!({
            "schema": json::SCHEMA,
            "what": what,
            "tau": tau,
            "runs": runs,
            "limit": limit,
            "seed": seed,
            "units": self.units,
            "finished": self.done,
            "tables": self.findings.tables,
            "remarks": self.findings.remarks,
            "conclusion": self.findings.conclusion,
        })
    }

    fn for_people(&self) -> String {
        let Converge { what, tau, runs, limit, seed, .. } = self.arguments;
        let runs = text::count(*runs, "run", "runs");
        let limit = text::count(*limit, "leaf", "leaves");
        let mut out =
            format!("{}, tau {tau}, {runs} of at most {limit}, seed {seed}\n", text::bold(what));
        for table in &self.findings.tables {
            out += &format!("\n{}\n{}", text::bold(&table.title), table.columns());
        }
        out += "\n";
        for remark in &self.findings.remarks {
            out += &format!("note     {remark}\n");
        }
        for (name, file) in [("file", &self.arguments.out), ("picture", &self.arguments.svg)] {
            if let Some(file) = file {
                out += &format!("{name:<8} {}\n", file.display());
            }
        }
        if self.done < self.units {
            let [done, units] = [self.done, self.units].map(text::grouped);
            let how = if self.arguments.out.is_some() { "; the same command goes on" } else { "" };
            out += &format!("stopped  after {done} of {units} runs{how}\n");
        }
        let sentences = &self.findings.conclusion.sentences;
        if !sentences.is_empty() {
            out += &format!("\n{}\n{}\n", text::bold("In short"), sentences.join("\n"));
        }
        out
    }
}
