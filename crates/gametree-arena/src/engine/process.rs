//! Another program, its input and its output, line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often somebody who waits looks whether to go on.
const POLL: Duration = Duration::from_millis(20);
/// How long a program may take to end when it is asked to.
const FAREWELL: Duration = Duration::from_millis(200);
/// Longer lines are cut: nothing in the protocol needs them.
const MOST_BYTES: usize = 1 << 16;

/// A running program. It is ended when this is dropped.
pub struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// Why a line did not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The program has ended, or closed its output.
    Gone,
    /// The time is over.
    Late,
    /// Whoever waited has given up.
    Abandoned,
}

impl Process {
    /// Starts a program.
    pub fn start(program: &str, arguments: &[String]) -> Result<Process, String> {
        let spawned = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut child = spawned.map_err(|error| format!("cannot start {program}: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("cannot talk to {program}"));
        };
        let (sender, lines) = channel();
        // The thread ends with the program's output, or when nobody listens any more.
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(line) = read_line(&mut output) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Process { child, input, lines })
    }

    /// Writes a line. If the program is gone, the next line to be read says so.
    pub fn say(&mut self, line: &str) {
        let _ = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
    }

    /// The next line that `wanted` turns into something.
    pub fn wait_for<T>(
        &mut self,
        deadline: Instant,
        abandoned: &dyn Fn() -> bool,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Silence> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(POLL)) {
                Ok(line) => {
                    if let Some(found) = wanted(line.trim()) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Gone),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Silence::Late),
                Err(RecvTimeoutError::Timeout) => (),
            }
            if abandoned() {
                return Err(Silence::Abandoned);
            }
        }
    }
}

/// A line, or the beginning of one that is far too long; `None` at the end.
fn read_line(output: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    loop {
        let part = output.fill_buf().ok().filter(|part| !part.is_empty());
        let Some(part) = part else {
            return (!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned());
        };
        let end = part.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(part.len(), |end| end + 1);
        let room = MOST_BYTES.saturating_sub(line.len());
        line.extend_from_slice(&part[..used.min(room)]);
        output.consume(used);
        if end.is_some() {
            return Some(String::from_utf8_lossy(&line).into_owned());
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("stop");
        self.say("quit");
        let begun = Instant::now();
        while begun.elapsed() < FAREWELL {
            if matches!(self.child.try_wait(), Ok(Some(_)) | Err(_)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn soon() -> Instant {
        Instant::now() + Duration::from_secs(5)
    }

    #[test]
    fn lines_come_and_end() {
        let script = "printf 'one\\ntwo'; cat".to_string();
        let mut process = Process::start("sh", &["-c".into(), script]).unwrap();
        let same = |line: &str| Some(line.to_string());
        assert_eq!(process.wait_for(soon(), &|| false, same), Ok("one".into()));
        process.say(" three");
        assert_eq!(process.wait_for(soon(), &|| false, same), Ok("two three".into()));
        let begun = Instant::now();
        let late = process.wait_for(begun + Duration::from_millis(60), &|| false, same);
        assert_eq!(late, Err(Silence::Late));
        assert!(begun.elapsed() >= Duration::from_millis(60));
        assert_eq!(process.wait_for(soon(), &|| true, same), Err(Silence::Abandoned));
        let mut gone = Process::start("true", &[]).unwrap();
        assert_eq!(gone.wait_for(soon(), &|| false, same), Err(Silence::Gone));
    }

    #[test]
    fn a_program_that_does_not_end_is_ended() {
        let process = Process::start("sleep", &["1000".into()]).unwrap();
        let id = process.child.id().to_string();
        drop(process);
        assert!(!std::path::Path::new("/proc").join(id).exists());
    }

    #[test]
    fn long_lines_are_cut() {
        let long = [vec![b'x'; 3 * MOST_BYTES], b"\nnext\n".to_vec()].concat();
        let mut output = &long[..];
        assert_eq!(read_line(&mut output).unwrap().len(), MOST_BYTES);
        assert_eq!(read_line(&mut output).unwrap().trim(), "next");
        assert_eq!(read_line(&mut output), None);
    }
}
