//! How often searches are compiled. Every algorithm is compiled once for all games, over the stores that it
//! takes, and a few are compiled again for games that have a typed lane. If each algorithm were compiled
//! for each game again, the build would take minutes more: it did, with 379 instances.

use std::process::Command;

use gametree::registry::ALGORITHMS;

/// Every search runs in a closure of this function.
const SEARCH: &str = ">::over::{{closure}}";

#[test]
fn searches_are_compiled_once_and_not_for_every_game() {
    let listed = Command::new("nm").args(["-C", env!("CARGO_BIN_EXE_gametree")]).output();
    let Some(listed) = listed.ok().filter(|listed| listed.status.success()) else {
        println!("SKIPPED: nm is not installed (binutils), so nobody counts instances");
        return;
    };
    let symbols = String::from_utf8_lossy(&listed.stdout).into_owned();
    let searches = symbols.lines().filter(|symbol| symbol.ends_with(SEARCH)).count();
    let most = 3 * ALGORITHMS.len();
    println!("{searches} instances of {} algorithms", ALGORITHMS.len());
    assert!(searches >= ALGORITHMS.len(), "{searches} is not the number of instances");
    assert!(searches <= most, "{searches} instances of the search are more than {most}");
}
