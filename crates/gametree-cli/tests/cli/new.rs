//! `gametree new`: the crate is whole, has its name, and nothing that was there is touched. That its sources compile and
//! hold what they promise is tested in `examples/mygame`, which is made of them.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::support::{folder, fresh, gametree, stdout, text};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

#[test]
fn a_new_crate_is_one_for_cargo() {
    if !Path::new(ROOT).join("examples/mygame").is_dir() {
        println!("SKIPPED: the checkout is not here, outside of the repository");
        return;
    }
    for (name, dice, template) in [("ataxx", None, "board"), ("dice-race", Some("--dice"), "dice")]
    {
        let path = fresh(name);
        let words = ["new", text(&path), "--path", ROOT];
        let output = gametree(&words.into_iter().chain(dice).collect::<Vec<_>>());
        assert!(output.status.success(), "{output:?}");
        let told = stdout(&output);
        assert!(told.contains(&format!("cargo run --release -- play {name}")), "{told}");

        let cargo = ["metadata", "--offline", "--no-deps", "--format-version=1"];
        let output = Command::new(env!("CARGO")).args(cargo).current_dir(&path).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let data: Value = serde_json::from_slice(&output.stdout).unwrap();
        let package = &data["packages"][0];
        assert_eq!(
            (&data["packages"][1], &package["name"], &package["targets"][0]["name"]),
            (&Value::Null, &name.into(), &name.into())
        );
        let needed = package["dependencies"].as_array().unwrap();
        assert_eq!(needed.len(), 3);
        for dependency in needed {
            let manifest = Path::new(dependency["path"].as_str().unwrap()).join("Cargo.toml");
            let manifest = std::fs::read_to_string(manifest).unwrap();
            let own = format!("name = {}\n", dependency["name"]);
            assert!(manifest.contains(&own), "{dependency}");
        }

        for file in ["main.rs", "game.rs"] {
            let template = format!("{ROOT}/crates/gametree-cli/template/{template}/{file}");
            let template = std::fs::read_to_string(template).unwrap();
            let written = std::fs::read_to_string(path.join("src").join(file)).unwrap();
            assert_eq!(written, template.replace("mygame", name));
        }
    }
}

#[test]
fn nothing_that_is_there_is_touched() {
    let path = folder("there");
    std::fs::write(path.join("mine"), "mine").unwrap();
    let file = path.join("mine");
    for (folder, options, reason) in [
        (text(&path), &[][..], "is there already"),
        (text(&file), &[], "is there already"),
        ("nowhere/at-all", &[], "cannot make the folder"),
        ("No Name", &[], "such as mygame"),
        ("match", &[], "choose another name"),
        ("fine", &["--path", text(&path)], "no checkout"),
        ("fine", &["--path", "nowhere"], "nowhere"),
    ] {
        let output = gametree(&[&["new", folder][..], options].concat());
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{folder}");
        assert!(told.contains(reason) && told.lines().count() == 1, "{told}");
    }
    assert_eq!(std::fs::read_dir(&path).unwrap().count(), 1);
    assert_eq!(std::fs::read_to_string(file).unwrap(), "mine");
    assert!(!Path::new("fine").exists());
}
