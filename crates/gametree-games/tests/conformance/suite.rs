//! What every game must keep to, whichever it is.

use std::collections::HashMap;
use std::fmt::Debug;
use std::ops::ControlFlow;

use gametree::{Draws, Game, Key, Kind, Knowledge, Move, Moves, Notation, Turn, Value};

use crate::draws::{Tally, agrees};
use crate::keys::read_back;
use crate::minimax::{Memory, exact_key, value};

/// Enough chance for picking moves.
pub fn scramble(seed: &mut u64) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize
}

/// Plays games by chance and looks at every position on the way.
pub fn playouts<G: Notation + Knowledge<G>>(game: &G, count: u32)
where
    G::Position: PartialEq + Debug,
{
    let mut seed = 7;
    let (mut draws, mut tally) = (Draws::new(7), Tally::default());
    for round in 0..count {
        let mut position = game.start();
        let mut written = Vec::new();
        let mut promised = Vec::new();
        loop {
            let mut moves = Moves::new();
            promised.extend(game.plies_left(&position).map(|left| left as usize + written.len()));
            let turn = game.expand(&position, &mut moves);
            every_position(game, &position, turn, &moves);
            within_range(game, &position, turn, written.len());
            agrees(game, &position, turn, &mut draws);
            if let Turn::Terminal(_) = turn {
                break;
            }
            every_move(game, &position, &moves);
            every_text(game, &position, &moves);
            // Once is enough, but towards the end there are other moves than at the start.
            if round == 0 && written.len().is_multiple_of(4) {
                tally.draw(game, &position, (turn, &moves), &mut draws);
            }
            let mv = moves.get(scramble(&mut seed) % moves.len());
            written.push(game.move_text(&position, mv));
            game.play(&mut position, mv);
        }
        let short = promised.iter().position(|&plies| plies < written.len());
        assert_eq!(short, None, "more plies were left than promised in {written:?}");
        let again = game.parse_position(&written.join(" ")).unwrap();
        assert_eq!(again, position, "{written:?}");
    }
    tally.check();
}

/// Verdicts agree, values are in range, and texts and keys belong to the position.
pub fn every_position<G: Notation + Knowledge<G>>(
    game: &G,
    position: &G::Position,
    turn: Turn,
    moves: &Moves<G::Move>,
) where
    G::Position: PartialEq + Debug,
{
    assert_eq!(turn, game.judge(position), "judge and expand disagree at {position:?}");
    let range = game.values().range;
    if let Turn::Terminal(value) = turn {
        assert!(moves.is_empty(), "a finished game has no moves: {position:?}");
        assert!(range.contains(value), "{value} is out of range");
        assert!(game.facts(position).contains(value), "facts are wrong at {position:?}");
    } else {
        assert!(!moves.is_empty(), "an unfinished game has a move: {position:?}");
        if let Some(evaluated) = Knowledge::evaluate(game, game, position) {
            assert!(
                evaluated.is_finite() && range.contains(evaluated),
                "{evaluated} at {position:?}"
            );
        }
        if let Some(share) = game.prospect(game, position) {
            assert!((0.0..=1.0).contains(&share), "{share} at {position:?}");
        }
    }
    probabilities(game, turn, moves);
    if let Some(key) = exact_key(game, position) {
        let bits = game.key_bits();
        assert!(bits >= 128 || key >> bits == 0, "key {key} has more than {bits} bits");
    }
    read_back(game, position, turn, moves);
    let drawing = game.draw(position);
    if drawing.is_empty() || game.parse_drawing(&[]).is_none() {
        return;
    }
    let again = game.parse_position(&drawing).unwrap_or_else(|e| panic!("{position:?}: {e}"));
    assert_eq!(&again, position, "{drawing}");
    assert_eq!(game.key(&again), game.key(position), "{drawing}");
}

/// Outcomes of chance have probabilities, moves of players have none, and only games that say so have
/// chance nodes.
fn probabilities<G: Game>(game: &G, turn: Turn, moves: &Moves<G::Move>) {
    let weights: Vec<f64> = (0..moves.len()).filter_map(|i| moves.probability(i)).collect();
    if turn != Turn::Inner(Kind::Chance) {
        return assert!(weights.is_empty(), "players choose: {weights:?}");
    }
    assert!(game.has_chance() && weights.len() == moves.len());
    assert!(weights.iter().all(|&weight| weight > 0.0), "{weights:?}");
    let error = (weights.iter().sum::<f64>() - 1.0).abs();
    assert!(error < 1e-12, "{weights:?} do not sum to one");
}

/// What a search of the start would find here if this were its horizon is in its range.
fn within_range<G: Game + Knowledge<G>>(game: &G, position: &G::Position, turn: Turn, ply: usize) {
    let range = Knowledge::range(game, game, &game.start(), ply as u32);
    let found = match turn {
        Turn::Terminal(value) => Some(value),
        Turn::Inner(_) => Knowledge::evaluate(game, game, position),
    };
    assert!(found.is_none_or(|value| range.contains(value)), "{found:?} in {range} at ply {ply}");
}

/// Taking back restores; plies left shrink; canonical positions correspond; orders of moves are orders.
pub fn every_move<G: Notation + Knowledge<G>>(
    game: &G,
    position: &G::Position,
    moves: &Moves<G::Move>,
) where
    G::Position: PartialEq + Debug,
{
    for (i, mv) in moves.iter().enumerate() {
        let mut there = position.clone();
        let undo = game.play(&mut there, mv);
        let left = [position, &there].map(|p| game.plies_left(p));
        assert!(left == [None; 2] || left[1] < left[0], "{left:?} plies left around {mv:?}");
        game.undo(&mut there, mv, undo);
        assert_eq!(&there, position, "taking {mv:?} back does not restore the position");
        assert!(moves.iter().take(i).all(|other| other != mv), "{mv:?} is listed twice");
    }
    let mut ordered = moves.clone();
    Knowledge::order(game, game, position, &mut ordered);
    let mut ranked = moves.to_vec();
    ranked.sort_by_key(|&mv| game.rank(game, position, mv));
    assert_eq!(ordered.to_vec(), ranked, "the order is that of the ranks");
    let mut draws = Draws::new(moves.len() as u64);
    match game.likely_move(game, position, &mut Moves::new(), &mut draws) {
        ControlFlow::Continue(mv) => {
            assert!(moves.iter().any(|legal| legal == mv), "{mv:?} is not legal")
        }
        ControlFlow::Break(value) => assert_eq!(game.judge(position), Turn::Terminal(value)),
    }
    for (i, mv) in moves.iter().enumerate() {
        let place = ordered.iter().position(|m| m == mv).expect("no move is lost");
        assert_eq!(ordered.fact(place), moves.fact(i), "a fact must stay with its move");
        assert_eq!(ordered.probability(place), moves.probability(i), "so must a probability");
    }
    symmetry(game, position, moves);
}

/// Texts name one move each.
fn every_text<G: Notation>(game: &G, position: &G::Position, moves: &Moves<G::Move>) {
    for mv in moves.iter() {
        let text = game.move_text(position, mv);
        assert_eq!(game.parse_move(position, &text), Ok(mv), "{text}");
    }
}

/// The canonical position has the moves that the map says, and they lead to corresponding positions.
fn symmetry<G: Notation>(game: &G, position: &G::Position, moves: &Moves<G::Move>)
where
    G::Position: PartialEq + Debug,
{
    let Some((canonical, symmetry)) = game.canonical(position) else { return };
    assert_eq!(game.canonical(&canonical), None, "a canonical position is its own");
    let mut other = Moves::new();
    assert_eq!(game.judge(position), game.expand(&canonical, &mut other));
    assert_eq!(game.plies_left(position), game.plies_left(&canonical));
    let mut unmatched = other.to_vec();
    for mv in moves.iter() {
        let mapped = game.map_move(symmetry, mv);
        let place = unmatched.iter().position(|&m| m == mapped).expect("the map is onto");
        unmatched.swap_remove(place);
        let child = |parent: &G::Position, mv: G::Move| {
            let mut child = parent.clone();
            game.play(&mut child, mv);
            game.canonical(&child).map_or(child, |(canonical, _)| canonical)
        };
        assert_eq!(child(position, mv), child(&canonical, mapped), "{mv:?} under {symmetry:?}");
    }
    assert!(unmatched.is_empty(), "the map is one to one");
}

/// On a small game, every position within `plies` of the start: facts of nodes and children contain
/// the value, equal exact keys have equal values, and so have canonical positions. Says how many
/// positions there were.
pub fn exhaustive<G: Notation + Knowledge<G>>(game: &G, plies: u32) -> usize
where
    G::Position: PartialEq + Debug,
{
    let mut visit = Visit { game, seen: HashMap::new(), memory: Memory::new(), count: 0 };
    visit.position(&game.start(), plies);
    visit.count
}

/// Every position within `plies` of the start of a game that need not end: nothing that a position is
/// asked depends on the way to it, and no two of them have the same key. Says how many there were.
pub fn nearby<G: Notation + Knowledge<G>>(game: &G, plies: u32) -> usize
where
    G::Position: PartialEq + Debug,
{
    let mut seen: HashMap<u128, G::Position> = HashMap::new();
    let mut front = vec![game.start()];
    for _ in 0..=plies {
        for position in std::mem::take(&mut front) {
            let key = exact_key(game, &position).expect("a game that need not end has exact keys");
            if let Some(other) = seen.get(&key) {
                assert_eq!(other, &position, "equal keys, different positions");
                continue;
            }
            let mut moves = Moves::new();
            let turn = game.expand(&position, &mut moves);
            every_position(game, &position, turn, &moves);
            every_move(game, &position, &moves);
            front.extend(moves.iter().map(|mv| {
                let mut child = position.clone();
                game.play(&mut child, mv);
                child
            }));
            seen.insert(key, position);
        }
    }
    seen.len()
}

/// The moves of a position, and the keys behind them.
fn steps<G: Game>(game: &G, position: &G::Position) -> Vec<(u32, Option<Key>)> {
    let mut moves = Moves::new();
    game.expand(position, &mut moves);
    let step = |mv: G::Move| {
        let mut child = position.clone();
        game.play(&mut child, mv);
        (mv.code(), game.key(&child))
    };
    moves.iter().map(step).collect()
}

struct Visit<'g, G: Game> {
    game: &'g G,
    /// Positions looked at, with how far was looked beyond them.
    seen: HashMap<u128, (G::Position, u32)>,
    memory: Memory,
    count: usize,
}

impl<G: Notation + Knowledge<G>> Visit<'_, G>
where
    G::Position: PartialEq + Debug,
{
    fn value(&mut self, position: &G::Position) -> Value {
        value(self.game, position, &mut self.memory)
    }

    /// Whether a position must be looked at so far beyond it; another one with its key must have its
    /// value.
    fn is_new(&mut self, position: &G::Position, plies: u32) -> bool {
        let Some(key) = exact_key(self.game, position) else { return true };
        let before = self.seen.insert(key, (position.clone(), plies));
        let Some((other, before)) = before else { return true };
        if &other != position {
            // What is remembered rests on the key that is in question.
            let fresh = |p: &G::Position| value(self.game, p, &mut Memory::new());
            assert_eq!(fresh(&other), fresh(position), "equal keys, different values");
            let steps = [&other, position].map(|position| steps(self.game, position));
            let alike = !self.game.keys_fix_moves() || steps[0] == steps[1];
            assert!(alike, "equal keys, different moves: {other:?} {position:?}");
        }
        before < plies
    }

    fn position(&mut self, position: &G::Position, plies: u32) {
        // So that a position which is met again with more plies to go, though the game ends before,
        // is not looked at again.
        let plies = self.game.plies_left(position).map_or(plies, |left| left.min(plies));
        if !self.is_new(position, plies) {
            return;
        }
        self.count += 1;
        let (game, value) = (self.game, self.value(position));
        let facts = game.facts(position);
        assert!(facts.contains(value), "{facts} do not contain {value} at {position:?}");
        if let Some((canonical, _)) = game.canonical(position) {
            assert_eq!(self.value(&canonical), value, "a symmetry changes the value");
        }
        let mut moves = Moves::new();
        let turn = game.expand(position, &mut moves);
        every_position(game, position, turn, &moves);
        if plies == 0 || matches!(turn, Turn::Terminal(_)) {
            return;
        }
        every_move(game, position, &moves);
        for (i, mv) in moves.iter().enumerate() {
            let mut child = position.clone();
            game.play(&mut child, mv);
            let (fact, value) = (moves.fact(i), self.value(&child));
            assert!(fact.contains(value), "{mv:?}: {fact} without {value} at {position:?}");
            self.position(&child, plies - 1);
        }
    }
}
