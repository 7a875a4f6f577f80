//! Certificates of every game: written, accepted, and asked for moves; those with something wrong are
//! in `mutants.rs`.

mod mutants;

use std::io::{BufRead, Cursor};
use std::num::NonZero;

use gametree::job::{AnyGame, Job, JobError};
use gametree::proof::check::{CheckError, Checked};
use gametree::proof::format::{Header, Reader};
use gametree::proof::{Proof, ProofError};
use gametree::registry::Spec;
use gametree::{Bounds, Kind, Limits, Storage, Workspace};
use gametree_games::{GAMES, open};

/// Small games, at least one of each entry of the catalogue that has certificates. `tree:` is followed by
/// a tree instead of a file.
const PROVABLE: &[&str] = &[
    "tictactoe",
    "connect4:4x4",
    "mnk:3,3,3",
    "mnk:4,3,3",
    "kalah:3,2",
    "breakthrough:3x4",
    "othello:4",
    "domineering:4x4",
    "dots:2x2",
    "hex:3",
    "nim:3-4-5",
    "nim:1-2-3",
    "nim:3-4-5,misere",
    "pig:6,turns=4",
    "ewn:3",
    "implanted:d=6,max=0/2,min=1/3,seed=3",
    "dchain:5",
    "random:b=3,d=6",
    "random:b=3,d=6,order=best",
    "random:b=3,d=6,order=worst",
    "random:b=2,d=4,leaves=0..9,chance=0.8",
    r#"tree:{"max":[{"min":[3,{"max":[1,5]}]},{"min":[{"max":[-2,6,4]},2]},1]}"#,
    r#"tree:{"min":[{"chance":[["1/3",{"max":[0.1,7]}],["2/3",{"min":[5,{"max":[2,-2]}]}]]},6]}"#,
];

/// Games that have none, and why.
const REFUSED: &[(&str, ProofError)] =
    &[("pig:6", ProofError::Endless), ("cops:3x3,cops=1", ProofError::Endless)];

/// The game that a line of the list above names.
fn game(spec: &str) -> AnyGame {
    let Some(tree) = spec.strip_prefix("tree:") else { return open(spec).unwrap() };
    // Tests run at the same time, and each writes its own file.
    let thread = std::thread::current().name().unwrap_or_default().replace(':', "-");
    let file = format!("{}/{thread}.json", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&file, tree).unwrap();
    open(&format!("tree:{file}")).unwrap()
}

/// What a position is worth, by the rules alone and a search that is not the one behind the certificates.
fn truth(game: &AnyGame, position: &str) -> Bounds {
    let mut job = Job::new(Some(Spec::parse("star1").unwrap()));
    (job.position, job.facts, job.pv) = (Some(position.into()), false, false);
    let report = game.run(&job, &mut ()).unwrap();
    report.settled(report.bounds).expect("nothing stopped the search");
    report.bounds
}

/// Whether bounds contain a value that is known as exactly as it can be.
fn contain(bounds: Bounds, value: Bounds) -> bool {
    bounds.lower <= value.upper && value.lower <= bounds.upper
}

/// A search and its certificate.
struct Certified {
    spec: &'static str,
    game: AnyGame,
    facts: bool,
    turn: Option<Kind>,
    found: Bounds,
    proof: Proof,
    certificate: Vec<u8>,
}

impl Certified {
    fn new(spec: &'static str, facts: bool) -> Certified {
        let game = game(spec);
        let job = Job::new(None).facts(facts);
        assert_eq!(game.can_prove(&job), Ok(()), "{spec}");
        let mut workspace = Workspace::default();
        let report = game.run_in(&job, &mut (), &mut workspace).unwrap();
        let proof = game.prove(&job, report.bounds, &mut workspace, &mut |_| ()).unwrap();
        let certificate = proof.write(Vec::new(), spec, "").unwrap();
        let (turn, found) = (report.turn, report.bounds);
        Certified { spec, game, facts, turn, found, proof, certificate }
    }

    /// Every game with and without its facts.
    fn all() -> impl Iterator<Item = Certified> {
        let both = |&spec: &&'static str| [false, true].map(|facts| Certified::new(spec, facts));
        PROVABLE.iter().flat_map(both)
    }
}

/// Reads bytes as a certificate about a game, and checks them.
fn check(
    game: &AnyGame,
    bytes: &[u8],
    asked: Option<&str>,
) -> Result<(Header, Checked), CheckError> {
    let input: Box<dyn BufRead> = Box::new(Cursor::new(bytes.to_vec()));
    let mut reader = Reader::new(input)?;
    let header = reader.header().clone();
    Ok((header, game.check(&mut reader, asked)?))
}

#[test]
fn every_game_is_on_one_of_the_lists() {
    let refused = REFUSED.iter().map(|(spec, _)| spec);
    let names: Vec<&str> =
        PROVABLE.iter().chain(refused).map(|spec| spec.split(':').next().unwrap()).collect();
    for entry in GAMES {
        assert!(names.contains(&entry.name), "{} is missing here", entry.name);
    }
}

#[test]
fn games_that_go_round_in_cycles_are_refused_with_the_reason() {
    for &(spec, reason) in REFUSED {
        let (game, job) = (open(spec).unwrap(), Job::new(None));
        let refused = JobError::Proof(reason);
        assert_eq!(game.can_prove(&job), Err(refused.clone()), "{spec}");
        let proof = game.prove(&job, Bounds::UNBOUNDED, &mut Workspace::default(), &mut |_| ());
        assert_eq!(proof.map(|proof| proof.bounds), Err(refused), "{spec}");
    }
}

#[test]
fn every_certificate_is_accepted_and_true() {
    for certified in Certified::all() {
        let Certified { spec, game, facts, found, proof, certificate, .. } = &certified;
        let (header, checked) =
            check(game, certificate, None).unwrap_or_else(|error| panic!("{spec}: {error}"));
        assert_eq!((header.claim, header.trusts_facts), (proof.bounds, *facts), "{spec}");
        assert!(header.claim.encloses(checked.bounds), "{spec}");
        assert!(contain(checked.bounds, truth(game, "")), "{spec}: {}", checked.bounds);
        assert_eq!((checked.leaves, checked.facts), (proof.leaves, proof.facts), "{spec}");
        assert!(*facts || checked.facts == 0, "{spec}");
        if game.has_chance() {
            let off = (header.claim.width() - found.width()).abs();
            assert!(off < 1e-9, "{spec}: {} of {found}", header.claim);
        } else {
            assert_eq!(header.claim, *found, "{spec}");
        }
    }
}

/// What is proven does not depend on the number of threads, and the proof is about as large.
#[test]
fn any_number_of_threads_proves_the_same() {
    for (i, certified) in Certified::all().enumerate() {
        let Certified { spec, game, facts, found, proof: alone, .. } = &certified;
        let number = 2 + i % 7;
        let job = Job::new(None).facts(*facts);
        let mut workspace = Workspace::default();
        game.run_in(&job, &mut (), &mut workspace).unwrap();
        let job = job.threads(NonZero::new(number).unwrap());
        let proof = game.prove(&job, *found, &mut workspace, &mut |_| ()).unwrap();
        let (_, checked) = check(game, &proof.write(Vec::new(), spec, "").unwrap(), None)
            .unwrap_or_else(|error| panic!("{spec}, {number} threads: {error}"));
        assert_eq!((checked.leaves, checked.facts), (proof.leaves, proof.facts), "{spec}");
        if game.has_chance() {
            let off = (proof.bounds.width() - alone.bounds.width()).abs();
            assert!(off < 1e-9, "{spec}, {number} threads: {}", proof.bounds);
            continue;
        }
        assert_eq!(proof.bounds, alone.bounds, "{spec}, {number} threads");
        // Small proofs vary more than large ones.
        let (records, before) = (proof.records(), alone.records());
        assert!(records < 2 * before + 100, "{spec}, {number} threads: {records} of {before}");
    }
}

/// Asked for the root, a certificate says what it claims, and names a move that secures the mover's end.
/// Many ways lead to a position, and almost every one asks for another bound of it; a search without a
/// table has left nothing to go by.
#[test]
fn proofs_with_chance_do_not_explode() {
    let game = open("pig:20,turns=3").unwrap();
    let mut job = Job::new(Some(Spec::parse("rollout:best-first").unwrap()));
    (job.facts, job.limits.leaves) = (false, Some(20_000));
    let mut workspace = Workspace::new(Storage::Plain);
    let found = game.run_in(&job, &mut (), &mut workspace).unwrap().bounds;
    job.limits = Limits::none();
    let mut steps = 0;
    let proof = game.prove(&job, found, &mut workspace, &mut |so_far| {
        assert!(so_far < 1_000_000, "it goes on and on");
        steps = so_far;
    });
    assert!(proof.unwrap().records() > 100, "{found} after {steps}");
}

#[test]
fn the_root_has_its_claim_and_a_move() {
    let mut with_a_move = 0;
    for Certified { spec, game, turn, certificate, .. } in Certified::all() {
        let (header, checked) = check(&game, &certificate, Some("")).unwrap();
        let asked = checked.asked.unwrap_or_else(|| panic!("{spec}: nothing of the root"));
        assert!(header.claim.encloses(asked.bounds), "{spec}: {}", asked.bounds);
        let Some(mv) = asked.mv else { continue };
        with_a_move += 1;
        assert!(game.check_position(&mv).is_ok(), "{spec}: {mv}");
        let behind = truth(&game, &mv);
        let secured = match turn {
            Some(Kind::Max) => Bounds::at_least(header.claim.lower),
            Some(Kind::Min) => Bounds::at_most(header.claim.upper),
            _ => panic!("{spec}: a move where nobody moves"),
        };
        assert!(contain(secured, behind), "{spec}: {mv} is worth {behind}, not {}", header.claim);
    }
    assert!(with_a_move > PROVABLE.len(), "{with_a_move}");
}
