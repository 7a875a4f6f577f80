//! The registries, for people and for programs.

use gametree::registry::{ALGORITHMS, Entry, SAMPLERS};
use gametree_games::GAMES;
use serde_json::json;

use crate::args::{Format, List};
use crate::json;
use crate::output::Ending;
use crate::text;

/// The games.
pub fn games(arguments: &List) -> (String, Ending) {
    let text = match arguments.format {
        Format::Json | Format::Jsonl => json::line(&json!({
            "schema": json::SCHEMA,
            "games": GAMES.iter().map(|game| json!({
                "name": game.name,
                "syntax": game.syntax,
                "example": game.example,
                "summary": game.summary,
                "citation": game.citation,
                "facts": game.facts,
            })).collect::<Vec<_>>(),
        })),
        Format::Text => GAMES
            .iter()
            .map(|game| {
                let (head, summary) = (text::bold(game.name), game.summary);
                let (syntax, citation, example) = (game.syntax, game.citation, game.example);
                let facts = game.facts;
                format!(
                    "{head}: {summary}\n    write   {syntax}\n    such as {example}\n    \
                     from    {citation}\n    facts   {facts}\n"
                )
            })
            .collect::<Vec<_>>()
            .join("\n"),
    };
    (text, Ending::Answered)
}

/// Every algorithm, and whether it always ends with a proof.
fn all() -> impl Iterator<Item = (&'static Entry, bool)> {
    let provers = ALGORITHMS.iter().map(|entry| (entry, true));
    provers.chain(SAMPLERS.iter().map(|entry| (entry, false)))
}

/// The algorithms.
pub fn algorithms(arguments: &List) -> (String, Ending) {
    let text = match arguments.format {
        Format::Json | Format::Jsonl => json::line(&json!({
            "schema": json::SCHEMA,
            "algorithms": all().map(|(entry, proves)| json!({
                "name": entry.name,
                "proves": proves,
                "summary": entry.summary,
                "citation": entry.citation,
                "chance": entry.takes_chance,
                "epsilon": entry.takes_epsilon,
                "parameters": entry.parameters.iter().map(|parameter| json!({
                    "name": parameter.name,
                    "summary": parameter.summary,
                    "default": parameter.default,
                })).collect::<Vec<_>>(),
            })).collect::<Vec<_>>(),
        })),
        Format::Text => all()
            .map(|(entry, proves)| {
                let mut text = format!("{}: {}\n", text::bold(entry.name), entry.summary);
                text += &format!("    from    {}\n", entry.citation);
                let takes = match (entry.takes_chance, entry.takes_epsilon) {
                    (true, true) => "chance nodes, --epsilon",
                    (true, false) => "chance nodes",
                    (false, true) => "--epsilon",
                    (false, false) => "",
                };
                if !proves {
                    text += "    finds   an estimate, and a player's move\n";
                }
                if !takes.is_empty() {
                    text += &format!("    takes   {takes}\n");
                }
                for parameter in entry.parameters {
                    let (name, summary, default) =
                        (parameter.name, parameter.summary, parameter.default);
                    text += &format!("    {name}=...  {summary} (normally {default})\n");
                }
                text
            })
            .collect::<Vec<_>>()
            .join("\n"),
    };
    (text, Ending::Answered)
}
