//! A process takes no more memory than its search was allowed, beside the program itself.

use std::fs;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::support::command;

const MB: u64 = 1_000_000;

fn solve(limit: u64, words: &str) -> Child {
    let limit = format!("{limit}MB");
    Command::new(command())
        .args(["solve", "--quiet", "--format", "json", "--memory", limit.as_str()])
        .args(words.split(' '))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts")
}

/// The largest resident set so far, as the system says, in bytes; nothing if the process has ended.
fn resident(child: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
}

/// Of each process the largest resident set, and what its search says of itself.
fn watch(mut children: Vec<Child>) -> Vec<(u64, u64)> {
    let mut most = vec![0; children.len()];
    while children.iter_mut().any(|child| matches!(child.try_wait(), Ok(None))) {
        for (child, most) in children.iter().zip(&mut most) {
            *most = resident(child).unwrap_or(*most);
        }
        sleep(Duration::from_millis(2));
    }
    let said = children.iter_mut().map(|child| {
        let mut text = String::new();
        child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
        let report: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}"));
        report["peak_bytes"].as_u64().unwrap()
    });
    most.into_iter().zip(said).collect()
}

#[test]
fn a_search_takes_the_memory_it_may_and_a_tenth_more() {
    let questions = [
        (8, "random:b=4,d=12,seed=7 --algorithm rollout:odds --threads 1"),
        (30, "random:b=10,d=12 --algorithm rollout:odds --threads 4 --time 2s"),
        (30, "random:b=10,d=12 --algorithm df-pn --threads 4 --time 2s"),
        (30, "random:b=10,d=30 --algorithm mtd-f --threads 1 --time 1s"),
        (30, "connect4 --algorithm mcts --threads 4 --time 1s"),
        (30, "connect4 --algorithm solver --threads 16 --time 1s"),
        (8, "connect4 --algorithm mtd-bi --time 1s"),
        (8, "connect4 --algorithm rollout:best-first --time 1s"),
    ];
    let bare = (8, "nim:30 --algorithm minimax --threads 1 --time 100ms");
    let children = questions.iter().chain([&bare]).map(|&(limit, words)| solve(limit, words));
    let mut found = watch(children.collect());
    let (bare, _) = found.pop().unwrap();
    assert!(bare > MB, "the program itself: {bare}");
    assert!(found[0].1 > 6 * MB, "the first is stopped by its limit: {found:?}");
    for ((limit, question), (taken, said)) in questions.iter().zip(found) {
        let limit = limit * MB;
        let allowed = limit + bare + limit / 10;
        assert!(taken <= allowed, "{question}: {taken} bytes, and {allowed} are allowed");
        assert!((1..=limit).contains(&said), "{question}: {said} bytes, it says");
        let explained = bare + said + limit / 4;
        assert!(taken <= explained, "{question}: {taken} bytes, and it says {said}");
    }
}
