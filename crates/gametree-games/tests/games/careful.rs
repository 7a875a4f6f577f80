//! Careful playouts, held to a slow reading of what they promise: a move that loses at once is made only where all moves do.

use std::fmt::Debug;

use gametree::model::{Combined, Settled};
use gametree::{Bounds, Draws, Game, Kind, Knowledge, Moves, Turn, Value};
use gametree_games::breakthrough::Breakthrough;
use gametree_games::connect4::Connect4;
use gametree_games::dots::Dots;
use gametree_games::ewn::Ewn;
use gametree_games::kalah::Kalah;
use gametree_games::mnk::Mnk;
use gametree_games::tictactoe::TicTacToe;

struct Reader<'g, G> {
    game: &'g G,
    facts: bool,
}

impl<G: Game + Knowledge<G>> Reader<'_, G>
where
    G::Position: PartialEq + Debug,
{
    fn children(&self, position: &G::Position) -> Vec<G::Position> {
        let mut moves = Moves::new();
        self.game.expand(position, &mut moves);
        let behind = |mv| {
            let mut child = position.clone();
            self.game.advance(&mut child, mv);
            child
        };
        moves.iter().map(behind).collect()
    }

    fn share(&self, value: Value) -> f64 {
        self.game.reward(self.game, value)
    }

    fn has_lost(&self, player: Kind, known: Bounds) -> bool {
        match player {
            Kind::Max => self.share(known.upper) < 0.5,
            Kind::Min => self.share(known.lower) > 0.5,
            Kind::Chance => false,
        }
    }

    /// What facts say of a position, if they say anything.
    fn facts(&self, position: &G::Position) -> Option<Bounds> {
        let known = self.game.facts(position);
        (self.facts && known != Bounds::UNBOUNDED).then(|| known.intersect(self.game.span()))
    }

    /// Whether facts say who wins, or that nobody does.
    fn is_settled(&self, known: Bounds) -> bool {
        let (least, most) = (self.share(known.lower), self.share(known.upper));
        least > 0.5 || most < 0.5 || least == most
    }

    /// Whether a player who has moved to this position has lost it at once.
    fn is_lost(&self, player: Kind, position: &G::Position) -> bool {
        let next = match self.game.judge(position) {
            Turn::Terminal(value) => return self.has_lost(player, Bounds::point(value)),
            Turn::Inner(next) => next,
        };
        if let Some(known) = self.facts(position) {
            return self.has_lost(player, known);
        }
        let over = |child: &G::Position| match self.game.judge(child) {
            Turn::Terminal(value) => self.has_lost(player, Bounds::point(value)),
            Turn::Inner(_) => false,
        };
        let others = [player, next].iter().all(|&kind| kind != Kind::Chance) && player != next;
        others && self.children(position).iter().any(over)
    }

    /// Plays to the end, a move at a time. Says whether a move that loses had to be avoided.
    fn play(&self, draws: &mut Draws) -> bool {
        let (mut place, mut moves, mut avoided) = (self.game.start(), Moves::new(), false);
        loop {
            let Turn::Inner(mover) = self.game.judge(&place) else { return avoided };
            let before = place.clone();
            let ended = self
                .game
                .combined()
                .careful_playout(self.game, &mut place, 1, self.facts, &mut moves, draws);
            let children = self.children(&before);
            let lost = children.iter().filter(|child| self.is_lost(mover, child)).count();
            match ended {
                // A move was made that does not lose, and says nothing yet.
                None => {
                    assert!(children.contains(&place), "{before:?} {place:?}");
                    assert!(!self.is_lost(mover, &place), "{before:?} {place:?}");
                    assert!(matches!(self.game.judge(&place), Turn::Inner(_)), "{place:?}");
                    assert!(!self.facts(&place).is_some_and(|known| self.is_settled(known)));
                    avoided |= lost > 0;
                }
                Some(Settled::Over(value)) => {
                    assert_eq!(self.game.judge(&place), Turn::Terminal(value), "{place:?}");
                    // Else the last move was the reply to one that lost, as all did.
                    let lost_all = lost == children.len();
                    assert!(lost_all || children.contains(&place), "{before:?} {place:?}");
                    assert!(lost_all || !self.has_lost(mover, Bounds::point(value)), "{before:?}");
                    return avoided;
                }
                Some(_) => {
                    let known = self.facts(&place).expect("facts are used");
                    assert!(self.is_settled(known) && children.contains(&place), "{place:?}");
                    assert!(lost == children.len() || !self.has_lost(mover, known), "{before:?}");
                    return avoided;
                }
            }
        }
    }
}

/// Plays by the rules alone, and with facts; there must be something to avoid in some of the games.
fn check<G: Game + Knowledge<G>>(game: &G)
where
    G::Position: PartialEq + Debug,
{
    for facts in [false, true] {
        let reader = Reader { game, facts };
        let avoided = (0..60).filter(|&seed| reader.play(&mut Draws::new(seed))).count();
        assert!(avoided > 0, "nothing had to be avoided, facts {facts}");
    }
}

#[test]
fn moves_that_lose_at_once_are_made_only_where_all_do() {
    check(&TicTacToe);
    check(&Connect4::new(5, 4).unwrap());
    check(&Connect4::new(7, 6).unwrap());
    check(&Breakthrough::new(4, 5).unwrap());
    check(&Mnk::new(4, 3, 3).unwrap());
}

/// Players who move again, dice, and games that are counted.
#[test]
fn other_kinds_of_games_are_played_to_their_ends() {
    for facts in [false, true] {
        for seed in 0..30 {
            Reader { game: &Kalah::new(3, 2, false).unwrap(), facts }.play(&mut Draws::new(seed));
            Reader { game: &Dots::new(2, 2).unwrap(), facts }.play(&mut Draws::new(seed));
            Reader { game: &Ewn::new(3).unwrap(), facts }.play(&mut Draws::new(seed));
        }
    }
}
