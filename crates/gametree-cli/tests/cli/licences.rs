//! What we link may be used as freely as we are: no dependency asks for more than its notice to be kept.

use std::process::Command;

use serde_json::Value;

/// Licences that ask for no more than that.
const PERMISSIVE: [&str; 7] =
    ["MIT", "Apache-2.0", "0BSD", "BSD-3-Clause", "Zlib", "Unlicense", "Unicode-3.0"];

/// Whether one may choose permissive licences only. The expressions of crates have no brackets within
/// brackets; `/` is an old way to write OR.
fn is_permissive(expression: &str) -> bool {
    let plain = expression.replace(['(', ')'], " ").replace('/', " OR ");
    // Every part that is joined by AND counts, of those that are joined by OR one is enough.
    plain
        .split(" AND ")
        .all(|part| part.split(" OR ").any(|licence| PERMISSIVE.contains(&licence.trim())))
}

#[test]
fn expressions_are_read_as_they_are_meant() {
    for free in ["MIT", "MIT/Apache-2.0", "GPL-3.0 OR MIT", "(MIT OR Apache-2.0) AND Unicode-3.0"] {
        assert!(is_permissive(free), "{free}");
    }
    for other in ["GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Zlib) AND LGPL-2.1", "", "MIT-0ish"] {
        assert!(!is_permissive(other), "{other}");
    }
}

#[test]
fn all_that_is_linked_is_free_to_use() {
    let run = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).output().expect("it is installed");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    };
    let about = run("rustc", &["-vV"]);
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let data = run(
        env!("CARGO"),
        &["metadata", "--format-version=1", "--locked", "--filter-platform", host],
    );
    let data: Value = serde_json::from_str(&data).expect("JSON");
    let packages = data["packages"].as_array().expect("a list");
    assert!(packages.len() > 20, "{} packages are too few", packages.len());
    for package in packages {
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(is_permissive(licence), "{} is licensed by '{licence}'", package["name"]);
    }
}
