//! Texts that list positions, one per line.

/// Reads the lines of a text that lists positions: `read` gets the number of each line, counted from 1, and the
/// line without blanks around it. Errors say in which line they are.
///
/// Empty lines and comments are left out. A comment is `#`, alone or before a blank, and something that cannot
/// be read: drawings of positions may begin with `#`, too.
///
/// ```
/// use gametree::job::{AnyGame, position_lines};
/// # use gametree::doc::Subtraction;
/// let game = AnyGame::new(Subtraction { stones: 10 });
/// let read = |_, line: &str| game.check_position(line).map_err(|error| error.to_string());
/// let lines: Vec<_> = position_lines("# openings\n3 1\n#2\n", read).collect();
/// assert_eq!((lines.len(), &lines[0]), (2, &Ok(())));
/// assert!(lines[1].as_ref().unwrap_err().starts_with("line 3: "));
/// ```
pub fn position_lines<T>(
    text: &str,
    read: impl Fn(usize, &str) -> Result<T, String>,
) -> impl Iterator<Item = Result<T, String>> {
    let filled = (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !line.is_empty());
    filled.filter_map(move |(number, line)| match (read(number, line), line.strip_prefix('#')) {
        (Ok(read), _) => Some(Ok(read)),
        (Err(_), Some(said)) if said.is_empty() || said.starts_with(char::is_whitespace) => None,
        (Err(reason), Some(_)) => {
            Some(Err(format!("line {number}: {reason} (a comment begins with # and a space)")))
        }
        (Err(reason), None) => Some(Err(format!("line {number}: {reason}"))),
    })
}
