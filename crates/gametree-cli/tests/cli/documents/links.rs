//! Every link of the documents into the repository leads somewhere, and its anchor to a heading.

use std::path::Path;

use super::files::{files, root};

/// The text without its blocks of code.
fn prose(text: &str) -> String {
    text.split("```").step_by(2).collect()
}

/// The targets of the links in a text, those out of the repository excepted.
fn targets(text: &str) -> Vec<String> {
    let links = prose(text);
    let targets = links.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://")).map(str::to_string).collect()
}

/// A heading as an anchor: lower case, hyphens for spaces, no punctuation.
fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || [' ', '-', '_'].contains(c);
    heading.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-")
}

fn has_heading(text: &str, wanted: &str) -> bool {
    let prose = prose(text);
    let headings = prose.lines().filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#').trim())).any(|found| found == wanted)
}

/// What is wrong with a link of this file, if anything is.
fn fault(file: &Path, text: &str, target: &str) -> Option<String> {
    let (path, wanted) = target.split_once('#').unwrap_or((target, ""));
    let place = if path.is_empty() { file.to_path_buf() } else { file.parent()?.join(path) };
    let found = match wanted {
        "" => place.exists(),
        _ if path.is_empty() => has_heading(text, wanted),
        _ => has_heading(&std::fs::read_to_string(place).unwrap_or_default(), wanted),
    };
    (!found).then(|| format!("{}: {target}", file.display()))
}

#[test]
fn every_link_in_the_documents_leads_somewhere() {
    let mut files = files();
    if files.is_empty() {
        println!("SKIPPED: the documents are not here, outside of the repository");
        return;
    }
    files.extend(
        ["crates/gametree-py/README.md", "examples/clobber/README.md"].map(|f| root().join(f)),
    );
    let (mut faults, mut count) = (Vec::new(), 0);
    for file in &files {
        let text = std::fs::read_to_string(file).expect("text");
        let targets = targets(&text);
        count += targets.len();
        faults.extend(targets.iter().filter_map(|target| fault(file, &text, target)));
    }
    assert!(count > 100, "{count} links are too few");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
