//! A second checker of certificates, written from `docs/reference/certificates.md` in another language, has to
//! be of the same opinion as `gametree check`: about certificates as `solve` writes them, and about
//! damaged ones.

use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::support::{command, folder};

const CHECKER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/second_checker.py");

/// A folder for the files of one test. Commands run in it, so that certificates name trees shortly.
struct Folder(PathBuf);

/// What a checker says of a certificate.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    Proven,
    Refused,
    NoCertificate,
    /// Only the second checker: about something that it does not know.
    NotChecked,
}

impl Folder {
    /// An empty folder; nothing, loudly, where there is no Python to run the second checker.
    fn new(name: &str) -> Option<Folder> {
        let python = Command::new("python3").arg("--version").output();
        if !python.is_ok_and(|output| output.status.success()) {
            // Not through a macro, whose output a test that passes does not show.
            let _ = writeln!(std::io::stderr(), "SKIPPED, NOT TESTED: {name} needs python3");
            return None;
        }
        Some(Folder(folder(name)))
    }

    fn run(&self, program: &str, arguments: &[&str]) -> Output {
        Command::new(program)
            .args(arguments)
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .output()
            .expect("the command starts")
    }

    fn gametree(&self, arguments: &[&str]) -> Output {
        self.run(&command(), arguments)
    }

    /// The contents of the certificate that `solve` writes.
    fn solve(&self, arguments: &[&str]) -> Vec<u8> {
        self.try_to_solve(arguments).expect("something is known")
    }

    /// The same; none is written if nothing is known when a limit comes.
    fn try_to_solve(&self, arguments: &[&str]) -> Option<Vec<u8>> {
        let file = ["--certificate", "solved.gtc"];
        let output = self.gametree(&[&["solve"], arguments, &file].concat());
        // 3: a limit came first. What is known by then is proven all the same.
        assert!(matches!(output.status.code(), Some(0 | 3)), "{arguments:?}: {output:?}");
        if output.status.code() == Some(3) && !self.0.join("solved.gtc").exists() {
            return None;
        }
        let packed = std::fs::read(self.0.join("solved.gtc")).unwrap();
        std::fs::remove_file(self.0.join("solved.gtc")).unwrap();
        let mut contents = Vec::new();
        GzDecoder::new(&packed[..]).read_to_end(&mut contents).unwrap();
        Some(contents)
    }

    /// What the first and the second checker say of certificates with these contents.
    fn verdicts(&self, certificates: &[Vec<u8>]) -> Vec<(Verdict, Verdict)> {
        let names: Vec<String> = (0..certificates.len()).map(|i| format!("{i}.gtc")).collect();
        for (name, contents) in names.iter().zip(certificates) {
            let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
            packer.write_all(contents).unwrap();
            std::fs::write(self.0.join(name), packer.finish().unwrap()).unwrap();
        }
        let second = self.second_verdicts(&names);
        let first = names
            .iter()
            .zip(certificates)
            .map(|(name, contents)| self.first_verdict(name, contents));
        first.zip(second).collect()
    }

    fn first_verdict(&self, name: &str, contents: &[u8]) -> Verdict {
        // A tree in a file is opened if the user names it: as the certificate does, here.
        let tree = game_of(contents).filter(|game| game.starts_with("tree:"));
        let game: Vec<&str> = tree.iter().flat_map(|game| ["--game", game]).collect();
        let output = self.gametree(&[&["check", name], &game[..]].concat());
        match output.status.code() {
            Some(0) => Verdict::Proven,
            Some(1) => Verdict::Refused,
            Some(2) => Verdict::NoCertificate,
            _ => panic!("{name}: {output:?}"),
        }
    }

    /// All in one run, since Python takes its time to start.
    fn second_verdicts(&self, names: &[String]) -> Vec<Verdict> {
        let mut arguments = vec![CHECKER];
        arguments.extend(names.iter().map(String::as_str));
        let output = self.run("python3", &arguments);
        let text = String::from_utf8(output.stdout.clone()).unwrap();
        let words = text.lines().filter_map(|line| line.strip_prefix("verdict   "));
        let read = |words: &str| match words.split(':').next() {
            Some("proven") => Verdict::Proven,
            Some("refused") => Verdict::Refused,
            Some("no certificate") => Verdict::NoCertificate,
            Some("not checked") => Verdict::NotChecked,
            _ => panic!("{words}"),
        };
        let verdicts: Vec<Verdict> = words.map(read).collect();
        assert_eq!(verdicts.len(), names.len(), "{output:?}");
        let worst = verdicts.iter().map(|&verdict| verdict as i32).max();
        assert_eq!(output.status.code(), worst, "{output:?}");
        verdicts
    }

    /// Both checkers accept these.
    fn both_accept(&self, certificates: &[Vec<u8>]) {
        for (i, verdicts) in self.verdicts(certificates).into_iter().enumerate() {
            assert_eq!(
                verdicts,
                (Verdict::Proven, Verdict::Proven),
                "{:?}",
                self.0.join(format!("{i}.gtc"))
            );
        }
    }

    /// Both checkers accept or both refuse, whatever the reason. The answer is how many were refused as
    /// unproven, and how many accepted, by both.
    fn agree(&self, mutants: &[Vec<u8>]) -> (usize, usize) {
        let verdicts = self.verdicts(mutants);
        for (i, (&(first, second), mutant)) in verdicts.iter().zip(mutants).enumerate() {
            let file = self.0.join(format!("{i}.gtc"));
            let facts = mutant[FLAGS] & 1 != 0;
            if second == Verdict::NotChecked {
                assert!(facts || first != Verdict::Proven, "{file:?}: {first:?} {second:?}");
            } else {
                let accepted = [first, second].map(|verdict| verdict == Verdict::Proven);
                assert_eq!(accepted[0], accepted[1], "{file:?}: {first:?} {second:?}");
            }
        }
        let both = |one| verdicts.iter().filter(|&&verdict| verdict == (one, one)).count();
        (both(Verdict::Refused), both(Verdict::Proven))
    }
}

/// Where the flags stand in a certificate: after the magic and the version.
const FLAGS: usize = 22;

/// The game that a certificate names, if that is a text.
fn game_of(contents: &[u8]) -> Option<&str> {
    let length = usize::from(*contents.get(FLAGS + 1)?);
    let text = std::str::from_utf8(contents.get(FLAGS + 2..)?.get(..length)?).ok()?;
    (!text.contains('\0')).then_some(text)
}

/// Where the claim starts: after the flags and two (short) texts.
fn claim_at(contents: &[u8]) -> usize {
    let position = FLAGS + 2 + usize::from(contents[FLAGS + 1]);
    position + 1 + usize::from(contents[position])
}

fn records(contents: &[u8]) -> &[u8] {
    &contents[claim_at(contents) + 16..]
}

/// Every byte once with a random bit changed, each of the last ones in several ways, and one byte left
/// out or put in. The claim stays as it is.
fn damaged(contents: &[u8], random: &mut SplitMix64) -> Vec<Vec<u8>> {
    let claim = claim_at(contents)..claim_at(contents) + 16;
    let places = || (FLAGS - 1..contents.len()).filter(|at| !claim.contains(at));
    let flipped = |at: usize, bits: u8| {
        let mut mutant = contents.to_vec();
        mutant[at] ^= bits;
        mutant
    };
    let mut mutants: Vec<_> =
        places().map(|at| flipped(at, 1 << (random.next_u64() % 8))).collect();
    for at in places().rev().take(12).filter(|&at| at > claim.end) {
        mutants.extend([1, 2, 3, 4, 8].map(|bits| flipped(at, bits)));
    }
    let at = claim.end + random.next_u64() as usize % (contents.len() - claim.end);
    mutants.push([&contents[..at], &contents[at + 1..]].concat());
    mutants.push([&contents[..at], &[1], &contents[at..]].concat());
    mutants.push([contents, &[0]].concat());
    // The last number with a leading zero, in base 128.
    let (last, others) = contents.split_last().unwrap();
    mutants.push([others, &[last | 128, 0]].concat());
    mutants
}

/// The same with another interval at this place: its ends are moved by so much.
fn moved(contents: &[u8], at: usize, lower: f64, upper: f64) -> Vec<u8> {
    let mut mutant = contents.to_vec();
    for (end, by) in mutant[at..at + 16].chunks_exact_mut(8).zip([lower, upper]) {
        let moved = f64::from_le_bytes((&*end).try_into().unwrap()) + by;
        end.copy_from_slice(&moved.to_le_bytes());
    }
    mutant
}

/// The same proof of other claims: narrower, wider, empty, and none at all.
fn reclaimed(contents: &[u8]) -> Vec<Vec<u8>> {
    let (all, none) = (f64::INFINITY, f64::NAN);
    let by = [
        (0.25, 0.25),
        (-0.25, -0.25),
        (-1e-6, -1e-6),
        (1e-6, 1.0),
        (-0.25, 1.0),
        (0.0, 100.0),
        (-all, 0.0),
        (-all, all),
        (0.0, all),
        (all, all),
        (100.0, -100.0),
        (none, 0.0),
    ];
    by.map(|(lower, upper)| moved(contents, claim_at(contents), lower, upper)).into()
}

/// All other claims, and some of the damages, or all of them if the variable `GAMETREE_TESTS` says `full`.
fn mutants(proofs: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let full = std::env::var("GAMETREE_TESTS").is_ok_and(|word| word == "full");
    let mut random = SplitMix64::seed_from_u64(18);
    let some = |mutants: Vec<Vec<u8>>| mutants.into_iter().step_by(if full { 1 } else { 4 });
    let of = |proof: &Vec<u8>| some(damaged(proof, &mut random)).chain(reclaimed(proof));
    proofs.iter().flat_map(of).collect()
}

/// A random tree in JSON with few different leaves, so that there are ties.
fn tree(depth: u32, chance: bool, random: &mut SplitMix64) -> String {
    let mut below = |bound: u64| random.next_u64() % bound;
    if depth == 0 || below(8) == 0 {
        let whole = below(9) as i64 - 4;
        return if below(6) == 0 { format!("{whole}.1") } else { whole.to_string() };
    }
    let kind = ["max", "min", "chance"][below(if chance { 3 } else { 2 }) as usize];
    let weights: Vec<u64> = (0..=below(3)).map(|_| 1 + below(4)).collect();
    let sum: u64 = weights.iter().sum();
    let mut text = format!("{{\"{kind}\":[");
    for (i, weight) in weights.iter().enumerate() {
        let comma = if i > 0 { "," } else { "" };
        let child = tree(depth - 1, chance, random);
        match (kind, sum) {
            ("chance", 4 | 5 | 8 | 10) => {
                let _ = write!(text, "{comma}[{},{child}]", *weight as f64 / sum as f64);
            }
            ("chance", _) => {
                let _ = write!(text, "{comma}[\"{weight}/{sum}\",{child}]");
            }
            _ => text += &format!("{comma}{child}"),
        }
    }
    text + "]}"
}

/// Certificates about random trees, exact and not.
fn of_trees(folder: &Folder, count: usize) -> Vec<Vec<u8>> {
    let mut random = SplitMix64::seed_from_u64(17);
    let options: [&[&str]; 5] =
        [&[], &["--epsilon", "10%"], &["--leaves", "4"], &["--epsilon", "0.5"], &["--range=-6,6"]];
    let mut certificates = Vec::new();
    for i in 0..count {
        let name = format!("{i}.json");
        std::fs::write(folder.0.join(&name), tree(5, i % 3 > 0, &mut random)).unwrap();
        let game = format!("tree:{name}");
        let arguments = [&[game.as_str()], options[i % options.len()]].concat();
        certificates.extend(folder.try_to_solve(&arguments));
    }
    certificates
}

#[test]
fn both_accept_proofs_about_trees() {
    let Some(folder) = Folder::new("second_trees") else { return };
    let certificates = of_trees(&folder, 40);
    let proofs = certificates.iter().filter(|contents| records(contents).len() > 4).count();
    assert!(proofs >= 20, "only {proofs} have more than a few records");
    folder.both_accept(&certificates);
}

#[test]
fn both_accept_proofs_about_connect_four() {
    let Some(folder) = Folder::new("second_connect4") else { return };
    let positions = [
        ("connect4:4x4", ""),
        ("connect4:4x4", "1122334"),
        ("connect4:5x4", "3"),
        ("connect4:5x4", "3323"),
        ("connect4:4x5", ""),
        ("connect4:4x5", "332"),
        ("connect4:4x5", "1, 2, 1"),
    ];
    let solve = |(game, position): (&str, &str)| folder.solve(&[game, "--position", position]);
    let mut certificates: Vec<_> = positions.map(solve).into();
    certificates.push(folder.solve(&["connect4:5x4", "--position", "33", "--leaves", "6000"]));
    certificates.push(folder.solve(&["connect4:4x4", "--position", "12", "--epsilon", "1"]));
    folder.both_accept(&certificates);
}

#[test]
fn they_agree_about_damaged_proofs_of_trees() {
    let Some(folder) = Folder::new("second_damaged_trees") else { return };
    // With room for rounding: otherwise a proof that takes another way to the same value may be refused
    // by the checker that rounds, and be accepted by the one that does not.
    let widened = |proof: Vec<u8>| moved(&proof, claim_at(&proof), -1e-9, 1e-9);
    let proofs: Vec<_> = of_trees(&folder, 12).into_iter().map(widened).collect();
    let (refused, accepted) = folder.agree(&mutants(&proofs));
    assert!(refused > 100 && accepted > 20, "{refused} refused, {accepted} accepted");
}

#[test]
fn they_agree_about_damaged_proofs_of_connect_four() {
    let Some(folder) = Folder::new("second_damaged_connect4") else { return };
    let proofs = ["3333221444412", "33332214444", "11112222"].map(|position| {
        let proof = folder.solve(&["connect4:4x4", "--position", position]);
        assert!(proof.len() < 2000, "{} bytes at {position}", proof.len());
        proof
    });
    let (refused, accepted) = folder.agree(&mutants(&proofs));
    assert!(refused > 100 && accepted > 5, "{refused} refused, {accepted} accepted");
}
