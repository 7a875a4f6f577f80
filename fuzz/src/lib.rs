//! What must hold for any bytes as a certificate: nothing panics, nothing runs forever, and what is
//! accepted is true.
//!
//! The header of a certificate names its game, but here every certificate is checked against each of a
//! few small games, as `gametree check --game` does.

#![forbid(unsafe_code)]

mod subject;

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use gametree::proof::format::Reader;
use gametree_games::chance::Chance;
use gametree_games::connect4::Connect4;
use gametree_games::nim::Nim;
use gametree_games::noisy::NoisyTree;
use gametree_games::pig::Pig;
use gametree_games::random::{Leaves, RandomTree};
use gametree_games::tree::Tree;

use subject::{Judge, Subject};

const TREE: &str = r#"{"max":[
    {"min":[3,{"max":[-1,4]},2]},
    {"chance":[["1/3",{"min":[0.1,9]}],["2/3",{"max":[5,{"min":[7,-2]}]}]]},
    {"min":[{"chance":[[0.25,-3],[0.75,8]]},6]}
]}"#;

/// The games: positions with and without symmetry, facts and chance, and trees with chance.
fn subjects() -> Vec<Box<dyn Judge>> {
    let random = RandomTree::new(2, 3, 5, Leaves::between(-9, 9).expect("not empty"));
    let noisy = NoisyTree::new(random.expect("two moves"), Chance::new(0.7).expect("below one"));
    vec![
        Box::new(Subject::new("connect4:4x4", Connect4::new(4, 4).expect("a board"))),
        Box::new(Subject::new("nim:2-3-4", Nim::new(&[2, 3, 4], false).expect("three heaps"))),
        Box::new(Subject::new("pig:5,sides=3,turns=4", Pig::new(5, 3, Some(4)).expect("a die"))),
        Box::new(Subject::new("tree:game.json", Tree::from_json(TREE).expect("a tree"))),
        Box::new(Subject::new("random:b=2,d=3,seed=5,leaves=-9..9,chance=0.7", noisy)),
    ]
}

thread_local! {
    /// Kept from one input to the next, with the values of positions.
    static SUBJECTS: Vec<Box<dyn Judge>> = subjects();
}

/// Reads a certificate, checks it against each of the games, and returns how many accept it.
///
/// # Panics
/// If something false is accepted.
pub fn judge(certificate: &[u8]) -> usize {
    if Reader::new(certificate).is_err() {
        return 0;
    }
    SUBJECTS.with(|subjects| subjects.iter().filter(|subject| subject.judge(certificate)).count())
}

/// The contents of a certificate as a file.
pub fn packed(contents: &[u8]) -> Vec<u8> {
    // Without compression, which would take most of the time.
    let mut encoder = GzEncoder::new(Vec::new(), Compression::none());
    encoder.write_all(contents).expect("memory takes everything");
    encoder.finish().expect("memory takes everything")
}

/// The contents of a file that is a certificate.
///
/// # Panics
/// If it cannot be decompressed.
pub fn unpacked(certificate: &[u8]) -> Vec<u8> {
    let mut contents = Vec::new();
    GzDecoder::new(certificate).read_to_end(&mut contents).expect("a certificate is packed");
    contents
}

/// Certificates to start from, with names for files: of every game from its start and after each first
/// move, by the rules alone and with facts, for exact answers and for one end.
pub fn seeds() -> Vec<(String, Vec<u8>)> {
    subjects().iter().flat_map(|subject| subject.seeds()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_accepted_and_so_are_their_contents() {
        for (name, certificate) in seeds() {
            let accepted = judge(&certificate);
            assert!(accepted > 0, "{name}");
            assert_eq!(judge(&packed(&unpacked(&certificate))), accepted, "{name}");
        }
    }
}
