//! Values of games that are known from the literature.
//!
//! By alpha-beta with everything that the games state: facts, symmetries, keys. So a value that comes
//! out right vouches for those too.

use std::collections::HashMap;

use gametree::{Bounds, Game, Key, Knowledge, Moves, Turn, Value};
use gametree_games::breakthrough::Breakthrough;
use gametree_games::connect4::Connect4;
use gametree_games::domineering::Domineering;
use gametree_games::dots::Dots;
use gametree_games::hex::Hex;
use gametree_games::kalah::Kalah;
use gametree_games::mnk::Mnk;
use gametree_games::nim::Nim;
use gametree_games::othello::Othello;

struct Solver<'g, G: Game> {
    game: &'g G,
    known: HashMap<u128, Bounds>,
}

impl<G: Game + Knowledge<G>> Solver<'_, G> {
    /// Bounds of the value that settle whether, and where, it lies in the window.
    fn bounds(&mut self, position: &G::Position, window: Bounds) -> Bounds {
        let canonical = self.game.canonical(position).map(|(canonical, _)| canonical);
        let Some(Key::Exact(key)) = self.game.key(canonical.as_ref().unwrap_or(position)) else {
            panic!("every game here has exact keys");
        };
        let stored = self.known.get(&key).copied().unwrap_or(Bounds::UNBOUNDED);
        let known = stored.intersect(self.game.facts(position));
        let settled =
            |b: Bounds| b.is_closed() || b.lower >= window.upper || b.upper <= window.lower;
        if settled(known) {
            return known;
        }
        let found = self.search(position, known, window).intersect(known);
        self.known.insert(key, found);
        found
    }

    fn search(&mut self, position: &G::Position, known: Bounds, mut window: Bounds) -> Bounds {
        let mut moves = Moves::new();
        let maximise = match self.game.expand(position, &mut moves) {
            Turn::Terminal(value) => return Bounds::point(value),
            Turn::Inner(kind) => kind.maximises(),
        };
        let children = self.children(position, &mut moves);
        // What the mover is sure of, before anything is searched.
        let facts = children.iter().map(|(_, fact)| *fact);
        let mut sure = facts.reduce(|all, fact| all.choice(fact, maximise)).unwrap();
        sure = sure.intersect(known);
        let mut all: Option<Bounds> = None;
        for (child, fact) in &children {
            if maximise {
                window.lower = window.lower.max(sure.lower);
            } else {
                window.upper = window.upper.min(sure.upper);
            }
            let cut = window.lower >= window.upper;
            let found = if cut { *fact } else { self.bounds(child, window).intersect(*fact) };
            sure = sure.choice(found, maximise);
            all = Some(all.map_or(found, |all| all.choice(found, maximise)));
        }
        all.expect("an inner node has a move")
    }

    /// The children with what is known of them, promising ones first.
    fn children(
        &self,
        position: &G::Position,
        moves: &mut Moves<G::Move>,
    ) -> Vec<(G::Position, Bounds)> {
        Knowledge::order(self.game, self.game, position, moves);
        let child = |(i, mv): (usize, G::Move)| {
            let mut child = position.clone();
            self.game.play(&mut child, mv);
            (child, moves.fact(i))
        };
        let mut children: Vec<_> = moves.iter().enumerate().map(child).collect();
        children.sort_by_cached_key(|(child, _)| {
            std::cmp::Reverse(Knowledge::order_score(self.game, self.game, child))
        });
        children
    }
}

fn value<G: Game + Knowledge<G>>(game: &G) -> Value {
    value_of(game, &game.start())
}

fn value_of<G: Game + Knowledge<G>>(game: &G, position: &G::Position) -> Value {
    let mut solver = Solver { game, known: HashMap::new() };
    let range = game.values().range;
    let found = solver.bounds(position, range).intersect(range);
    found.exact().expect("a full window leaves nothing open")
}

/// van den Herik, Uiterwijk, van Rijswijck (2002), section 5.1, and John Tromp's table.
#[test]
fn rows_of_stones() {
    for (m, n, k, right) in [(3, 3, 3, 0), (4, 3, 3, 1), (4, 4, 3, 1), (4, 4, 4, 0), (5, 4, 4, 0)] {
        assert_eq!(value(&Mnk::new(m, n, k).unwrap()), right.into(), "{m},{n},{k}");
    }
    assert_eq!(value(&Connect4::new(5, 4).unwrap()), Value::ZERO);
}

/// Irving, Donkers, Uiterwijk: Solving Kalah (2000), with empty capture.
#[test]
fn kalah() {
    for (pits, seeds, right) in [(3, 3, 2), (4, 2, 6), (4, 3, 8), (4, 4, 2)] {
        let game = Kalah::new(pits, seeds, true).unwrap();
        assert_eq!(value(&game), right.into(), "{pits},{seeds}");
    }
}

/// White wins 11 to 3.
#[test]
fn othello() {
    assert_eq!(value(&Othello::new(4).unwrap()), (-8).into());
}

/// Squares: Breuker, Uiterwijk, van den Herik (2000). Two rows: Lachmann, Moore, Rapaport: Who wins
/// Domineering on rectangular boards? (2000); whoever begins wins unless it is the other's board
/// (four columns, eight and so on are MIN's; one, five and nine MAX's), or the second player's.
#[test]
fn domineering() {
    let value = |rows, columns| value(&Domineering::new(rows, columns).unwrap());
    for (side, right) in [(2, 1), (3, 1), (4, 1), (5, -1), (6, 1)] {
        assert_eq!(value(side, side), right.into(), "{side}x{side}");
    }
    for columns in 1..=16 {
        // MAX begins; and MIN does, which is the same as MAX on the board turned on its side.
        let max_loses = [4, 8, 12, 13, 16].contains(&columns);
        let min_loses = [1, 5, 9, 13].contains(&columns);
        let right = |loses: bool| Value::from(if loses { -1 } else { 1 });
        assert_eq!(value(2, columns), right(max_loses), "2x{columns}");
        assert_eq!(value(columns, 2), right(min_loses), "{columns}x2");
    }
}

/// The first player wins 2x2 (Berlekamp, Conway, Guy: Winning Ways, chapter 16). The others were found from the
/// end as well (`tests/games/rules/dots.rs`), which keeps no score.
#[test]
fn dots() {
    for (rows, columns, right) in [(1, 1, -1), (2, 2, 2), (3, 2, -2), (1, 5, -1), (4, 1, 0)] {
        let game = Dots::new(rows, columns).unwrap();
        assert_eq!(value(&game), right.into(), "{rows}x{columns}");
    }
}

/// Which first moves win.
#[test]
fn hex() {
    let maps = ["X", ".X/X.", "..X/XXX/X..", "...X/..X./.X../X..."];
    for (side, right) in (1..).zip(maps) {
        let game = Hex::new(side).unwrap();
        assert_eq!(value(&game), 1.into(), "{side}");
        let mut openings = Moves::new();
        game.expand(&game.start(), &mut openings);
        let wins = openings.iter().fold(String::new(), |wins, cell| {
            let mut child = game.start();
            game.play(&mut child, cell);
            let won = value_of(&game, &child) == 1.into();
            wins + if won { "X" } else { "." }
        });
        assert_eq!(wins, right.replace('/', ""), "{side}");
    }
}

#[test]
fn breakthrough() {
    for (columns, rows, right) in [(4, 5, -1), (3, 6, 1)] {
        let game = Breakthrough::new(columns, rows).unwrap();
        assert_eq!(value(&game), right.into(), "{columns}x{rows}");
    }
}

/// Bouton's rule, for all small heaps.
#[test]
fn nim() {
    for a in 1..=4u8 {
        for b in 1..=4u8 {
            for c in 1..=5u8 {
                let heaps = [a, b, c];
                let normal = a ^ b ^ c != 0;
                // The loser of the last stone plays the same, until only single stones are left.
                let single = heaps.iter().all(|&heap| heap == 1);
                let misere = if single { !normal } else { normal };
                for (last_loses, first_wins) in [(false, normal), (true, misere)] {
                    let game = Nim::new(&heaps, last_loses).unwrap();
                    let right = if first_wins { 1 } else { -1 };
                    assert_eq!(value(&game), right.into(), "{heaps:?} {last_loses}");
                }
            }
        }
    }
}
