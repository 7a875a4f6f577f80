//! The command `go`.

use std::time::Duration;

use gametree::job::{Allowance, Clock};

/// What `go` asks for. Numbers that are none are ignored.
#[derive(Debug, Default, PartialEq)]
pub struct Go {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub mate: Option<u32>,
    pub infinite: bool,
    pub ponder: bool,
    pub only: Vec<String>,
    move_time: Option<Duration>,
    /// White's clock, and black's.
    clocks: [Option<Clock>; 2],
}

const WORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

impl Go {
    pub fn read(words: &[&str]) -> Go {
        let mut go = Go::default();
        let (mut left, mut increments, mut moves) = ([None; 2], [Duration::ZERO; 2], None);
        for (i, word) in words.iter().enumerate() {
            let next = words.get(i + 1).copied().unwrap_or_default();
            // Clocks may run below zero.
            let time =
                || next.parse::<i64>().ok().map(|ms| Duration::from_millis(ms.max(0) as u64));
            match *word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "depth" => go.depth = next.parse().ok(),
                "nodes" => go.nodes = next.parse().ok(),
                "mate" => go.mate = next.parse().ok(),
                "movestogo" => moves = next.parse().ok(),
                "movetime" => go.move_time = time(),
                "wtime" => left[0] = time(),
                "btime" => left[1] = time(),
                "winc" => increments[0] = time().unwrap_or_default(),
                "binc" => increments[1] = time().unwrap_or_default(),
                "searchmoves" => {
                    let moves = words[i + 1..].iter().take_while(|word| !WORDS.contains(word));
                    go.only = moves.map(ToString::to_string).collect();
                }
                _ => (),
            }
        }
        go.clocks = [0, 1].map(|side| {
            left[side].map(|left| Clock::new(left).increment(increments[side]).moves(moves))
        });
        // A `go` without any limit means the same as an infinite one.
        let limited = go.depth.is_some() || go.nodes.is_some() || go.mate.is_some();
        let timed = go.move_time.is_some() || go.clocks.iter().any(Option::is_some);
        go.infinite |= !limited && !timed;
        go
    }

    /// How long the player to move may take, if anything limits that.
    pub fn allowance(&self, white: bool, overhead: Duration) -> Option<Allowance> {
        if let Some(time) = self.move_time {
            return Some(Allowance::exactly(time.saturating_sub(overhead)));
        }
        self.clocks[usize::from(!white)].map(|clock| clock.allowance(overhead))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Go {
        Go::read(&text.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn limits_are_read_and_nonsense_is_ignored() {
        let go = read("searchmoves e2e4 d2d4 wtime 1000 btime -5 winc 20 movestogo 3 depth 7");
        assert_eq!((go.only.len(), go.depth, go.infinite), (2, Some(7), false));
        assert_eq!(go.clocks[1].unwrap().left, Duration::ZERO);
        assert_eq!(go.clocks[0].unwrap().moves, Some(3));
        assert!(read("").infinite && read("infinite").infinite);
        assert!(read("depth x nodes -1 hello").infinite);
        assert!(read("ponder wtime 5 btime 5").ponder);
    }
}
