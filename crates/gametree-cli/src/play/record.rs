//! A game that was begun, as a file or as a command: whoever has either can go on with it.

use std::fmt::Write as _;
use std::path::Path;

use gametree_machine::input;

use crate::args::Side;
use crate::{files, output, text};

/// How files of games begin.
const MARK: &str = "# A game in progress, by 'gametree play'.\n";

/// All that is needed to go on with a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The game's name and parameters.
    pub game: String,
    /// The opponent.
    pub against: String,
    /// The user's side.
    pub side: Side,
    /// The seed of dice and random choices.
    pub seed: u64,
    /// Where the game began, if not at its start.
    pub position: Option<String>,
    /// The moves since then, those of chance included.
    pub moves: String,
}

impl Record {
    /// The command that goes on with it.
    pub fn command(&self) -> String {
        let mut words = vec!["play", &self.game];
        let seed = self.seed.to_string();
        words.extend(["--against", &self.against]);
        if self.side == Side::Second {
            words.extend(["--side", "second"]);
        }
        words.extend(self.position.iter().flat_map(|position| ["--position", position]));
        if !self.moves.is_empty() {
            words.extend(["--moves", &self.moves]);
        }
        words.extend(["--seed", &seed]);
        let quoted: Vec<String> = words.into_iter().map(quoted).collect();
        format!("{} {}", output::program(), quoted.join(" "))
    }

    /// The command that goes on with it from its file.
    pub fn command_with_file(&self, path: &Path) -> String {
        let path = path.to_string_lossy();
        // What only a file names is not opened.
        let game = files::of_game(&self.game).map_or("", |_| &self.game);
        let words = ["play", game, "--load", &path];
        let words: Vec<String> =
            words.into_iter().filter(|word| !word.is_empty()).map(quoted).collect();
        format!("{} {}", output::program(), words.join(" "))
    }

    /// Its file.
    fn text(&self) -> String {
        let side = if self.side == Side::First { "first" } else { "second" };
        let mut text = format!("{MARK}game {}\nagainst {}\nside {side}\n", self.game, self.against);
        let position = self.position.as_ref().map(|position| position.trim().replace('\n', "/"));
        let position = position.map_or(String::new(), |position| format!("position {position}\n"));
        let _ = writeln!(text, "seed {}\n{position}moves {}", self.seed, self.moves);
        let _ = writeln!(text, "end {:08x}", checksum(&text));
        text
    }

    /// Writes it into a file: what was there stays until the new one is complete.
    pub fn save(&self, path: &Path) -> Result<(), String> {
        let inputs: Vec<_> = files::of_game(&self.game).into_iter().collect();
        let mut file = files::own_text("save", path, MARK, &inputs)?;
        file.write_text(&self.text()).map(|_| ())
    }

    /// Reads a file.
    pub fn load(path: &Path) -> Result<Record, String> {
        let shown = path.display();
        let read =
            input::read_text(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
        Record::read(&read).map_err(|reason| format!("{shown}: {reason}"))
    }

    fn read(file: &str) -> Result<Record, String> {
        // Some programs end lines otherwise.
        let file = file.replace("\r\n", "\n");
        if !file.starts_with(MARK) {
            return Err(format!(
                "this is no game of 'play': its first line is not '{}'",
                MARK.trim()
            ));
        }
        let end = file.trim_end().rfind('\n').map_or(0, |at| at + 1);
        let (told, last) = file.split_at(end);
        match last.trim().strip_prefix("end") {
            None => return Err("it is cut off: its last line should begin with 'end'".into()),
            // Whoever edits a game may leave the number out.
            Some("") => {}
            Some(sum) if sum.trim() == format!("{:08x}", checksum(told)) => {}
            Some(_) => {
                return Err("it is damaged: the number after 'end' does not fit the lines above (if you changed \
                            them on purpose, let the last line be 'end' alone)"
                    .into());
            }
        }
        let pair = |line| str::split_once(line, ' ').unwrap_or((line, ""));
        let lines = || told.lines().skip(1).map(pair);
        let found = |key| lines().find(|(name, _)| *name == key).map(|(_, value)| value.trim());
        let needed = |key| found(key).ok_or_else(|| format!("there is no line '{key} ...'"));
        let known = ["game", "against", "side", "seed", "position", "moves"];
        if let Some((key, _)) = lines().find(|(key, _)| !known.contains(key)) {
            let (key, known) = (text::shortened(key, 40), known.join(" "));
            return Err(format!("'{key}' at the head of a line should be one of: {known}"));
        }
        Ok(Record {
            game: needed("game")?.into(),
            against: needed("against")?.into(),
            side: match needed("side")? {
                "first" => Side::First,
                "second" => Side::Second,
                other => {
                    return Err(format!("side '{}' should be first or second", text::plain(other)));
                }
            },
            seed: needed("seed")?.parse().map_err(|_| "the seed should be a whole number")?,
            position: found("position").map(str::to_string),
            moves: needed("moves")?.into(),
        })
    }
}

/// A word as shells read it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:,=+%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// FNV-1a in 32 bits (Fowler, Noll, Vo): it tells accidents, not forgeries.
fn checksum(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        Record {
            game: "ewn:3".into(),
            against: "mcts-solver:nodes=30".into(),
            side: Side::Second,
            seed: 7,
            position: Some("12./3.C/.BA/MAX to roll".into()),
            moves: "1 a1b2".into(),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for record in [record(), Record { position: None, moves: String::new(), ..record() }] {
            assert_eq!(Record::read(&record.text()), Ok(record.clone()));
            assert_eq!(Record::read(&record.text().replace('\n', "\r\n")), Ok(record));
        }
    }

    /// Wherever a file is cut, and whatever character is another one, it is refused.
    #[test]
    fn damage_is_noticed() {
        let text = record().text();
        for at in 0..text.len() - 1 {
            assert!(
                Record::read(&text[..at]).is_err() || at + 10 >= text.len() && at + 9 <= text.len(),
                "{}",
                &text[..at]
            );
            let other = if &text[at..=at] == "3" { "4" } else { "3" };
            let changed = [&text[..at], other, &text[at + 1..]].concat();
            assert!(Record::read(&changed).is_err(), "{changed}");
        }
        let edited = text[..text.len() - 10].replace("side second", "side first") + "\n";
        assert_eq!(Record::read(&edited).map(|record| record.side), Ok(Side::First), "{edited}");
        assert!(Record::read(&edited.replace("seed", "sede")).unwrap_err().contains("'sede'"));
        assert!(Record::read("").unwrap_err().contains("first line"));
    }

    #[test]
    fn shells_read_words_as_they_are_meant() {
        assert_eq!(quoted("mcts-solver:nodes=30"), "mcts-solver:nodes=30");
        assert_eq!(quoted("e4 e5"), "'e4 e5'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted(""), "''");
    }
}
