//! The registries, for people and for programs.

use gametree::registry::ALGORITHMS;
use gametree_games::GAMES;
use serde_json::json;

use crate::args::{Format, List};
use crate::json;
use crate::{Ending, text};

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

/// The algorithms.
pub fn algorithms(arguments: &List) -> (String, Ending) {
    let text = match arguments.format {
        Format::Json | Format::Jsonl => json::line(&json!({
            "schema": json::SCHEMA,
            "algorithms": ALGORITHMS.iter().map(|entry| json!({
                "name": entry.name,
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
        Format::Text => ALGORITHMS
            .iter()
            .map(|entry| {
                let mut text = format!("{}: {}\n", text::bold(entry.name), entry.summary);
                text += &format!("    from    {}\n", entry.citation);
                let takes = match (entry.takes_chance, entry.takes_epsilon) {
                    (true, true) => "chance nodes, --epsilon",
                    (true, false) => "chance nodes",
                    (false, true) => "--epsilon",
                    (false, false) => "",
                };
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
