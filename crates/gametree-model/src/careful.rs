//! Playouts in which nobody makes a move that loses at once, as long as there is another.
//!
//! So nobody is left with a move that wins at once, except where the playout starts: these are the
//! anti-decisive moves of Teytaud and Teytaud (2010). Whether a move loses is what the game's facts
//! say; where they say nothing, or are not used, the replies to it show whether the other wins at
//! once.

use std::ops::ControlFlow;

use crate::{Bounds, Draws, Game, Kind, Knowledge, Move, Moves, Turn, Value};

/// How many moves of a position are looked at before one that loses is made after all.
const TRIES: usize = 16;

/// Other moves, and the replies to a move, are looked at if there are no more than this.
const FEW: usize = 256;

/// How a [careful playout](crate::Combined::careful_playout) ended, at the position that it leaves.
///
/// ```
/// use gametree_model::{Combined, Draws, Game, Knowledge, Moves, Settled};
/// # use gametree_model::doc::Subtraction;
/// // Take one to three stones; whoever takes the last one wins. Of five stones only one can be taken safely.
/// let game = Subtraction { stones: 5 };
/// let (mut position, mut moves, mut draws) = (game.start(), Moves::new(), Draws::new(1));
/// let combined = game.combined();
/// let end = combined.careful_playout(&game, &mut position, 100, false, &mut moves, &mut draws);
/// assert_eq!(end, Some(Settled::Over(1.into())));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Settled {
    /// The game is over, and this is its value.
    Over(Value),
    /// The game's [facts](Game::facts) say who wins.
    Known,
}

/// What a move leads to, as the one who makes it sees it.
enum Outlook {
    /// The game goes on, and this is who moves.
    Open(Kind),
    /// The playout ends there.
    Ends(Settled),
    /// The playout ends there, and the mover has lost.
    Lost(Settled),
}

/// Plays on, and keeps what it takes to do so.
pub(super) struct Careful<'a, G: Game, K> {
    game: &'a G,
    knowledge: &'a K,
    /// Whether facts are used.
    facts: bool,
    moves: &'a mut Moves<G::Move>,
    draws: &'a mut Draws,
    /// The moves of a position that were not tried.
    left: Vec<G::Move>,
    /// The position behind the move that is tried, and the one behind a reply to it.
    child: G::Position,
    reply: Option<G::Position>,
}

impl<'a, G: Game, K: Knowledge<G>> Careful<'a, G, K> {
    /// For playouts from `place` on.
    pub fn new(
        (game, knowledge): (&'a G, &'a K),
        place: &G::Position,
        facts: bool,
        moves: &'a mut Moves<G::Move>,
        draws: &'a mut Draws,
    ) -> Self {
        let (left, child, reply) = (Vec::new(), place.clone(), None);
        Careful { game, knowledge, facts, moves, draws, left, child, reply }
    }

    /// Plays at most `most` moves; `None` if the game is not over then.
    pub fn play(&mut self, place: &mut G::Position, most: u32) -> Option<Settled> {
        let mut mover = match self.game.judge(place) {
            Turn::Terminal(value) => return Some(Settled::Over(value)),
            Turn::Inner(kind) => kind,
        };
        for _ in 0..most {
            let drawn = match self.game.random_move(place, self.moves, self.draws) {
                ControlFlow::Continue(mv) => mv,
                ControlFlow::Break(value) => return Some(Settled::Over(value)),
            };
            let mut outlook = self.try_move(place, drawn, mover);
            if matches!(outlook, Outlook::Lost(_)) {
                outlook = self.try_others(place, drawn, mover);
            }
            std::mem::swap(place, &mut self.child);
            match outlook {
                Outlook::Open(next) => mover = next,
                Outlook::Ends(settled) | Outlook::Lost(settled) => return Some(settled),
            }
        }
        None
    }

    /// After a move that loses: the first of the others, in random order, that does not. If all of
    /// them lose, the first move is made after all.
    fn try_others(&mut self, place: &G::Position, first: G::Move, mover: Kind) -> Outlook {
        self.moves.clear();
        self.game.expand(place, self.moves);
        self.left.clear();
        if self.moves.len() <= FEW {
            self.left.extend(self.moves.iter().filter(|mv| mv.code() != first.code()));
        }
        for _ in 1..TRIES {
            if self.left.is_empty() {
                break;
            }
            let drawn = self.draws.below(self.left.len() as u64) as usize;
            let mv = self.left.swap_remove(drawn);
            let outlook = self.try_move(place, mv, mover);
            if !matches!(outlook, Outlook::Lost(_)) {
                return outlook;
            }
        }
        self.try_move(place, first, mover)
    }

    /// Makes a move, and says what it leads to. If the other then wins at once, that reply is made,
    /// too.
    #[inline]
    fn try_move(&mut self, place: &G::Position, mv: G::Move, mover: Kind) -> Outlook {
        self.child.clone_from(place);
        self.game.advance(&mut self.child, mv);
        let next = match self.game.judge(&self.child) {
            Turn::Terminal(value) => {
                let lost = self.has_lost(mover, Bounds::point(value));
                return ended(Settled::Over(value), lost);
            }
            Turn::Inner(next) => next,
        };
        if self.facts {
            let known = self.game.facts(&self.child);
            if known != Bounds::UNBOUNDED {
                let known = known.intersect(self.game.span());
                return match self.is_settled(known) {
                    true => ended(Settled::Known, self.has_lost(mover, known)),
                    false => Outlook::Open(next),
                };
            }
        }
        match self.winning_reply(mover, next) {
            Some(value) => Outlook::Lost(Settled::Over(value)),
            None => Outlook::Open(next),
        }
    }

    /// Makes the reply by which the other wins at once, if there is one.
    fn winning_reply(&mut self, mover: Kind, next: Kind) -> Option<Value> {
        if mover == Kind::Chance || next == Kind::Chance || mover == next {
            return None;
        }
        self.moves.clear();
        self.game.expand(&self.child, self.moves);
        if self.moves.len() > FEW {
            return None;
        }
        let mut end = self.reply.take().unwrap_or_else(|| self.child.clone());
        let won = self.moves.iter().find_map(|mv| {
            end.clone_from(&self.child);
            self.game.advance(&mut end, mv);
            match self.game.judge(&end) {
                Turn::Terminal(value) => {
                    self.has_lost(mover, Bounds::point(value)).then_some(value)
                }
                Turn::Inner(_) => None,
            }
        });
        if won.is_some() {
            std::mem::swap(&mut self.child, &mut end);
        }
        self.reply = Some(end);
        won
    }

    /// What MAX gets at least, and at most, of all there is to get.
    #[inline]
    fn shares(&self, known: Bounds) -> [f64; 2] {
        [known.lower, known.upper].map(|value| self.knowledge.reward(self.game, value))
    }

    /// Whether it is known who gets more than half, or exactly what MAX gets.
    #[inline]
    fn is_settled(&self, known: Bounds) -> bool {
        let [least, most] = self.shares(known);
        least > 0.5 || most < 0.5 || least == most
    }

    /// Whether a player gets less than half for certain.
    #[inline]
    fn has_lost(&self, player: Kind, known: Bounds) -> bool {
        let [least, most] = self.shares(known);
        match player {
            Kind::Max => most < 0.5,
            Kind::Min => least > 0.5,
            Kind::Chance => false,
        }
    }
}

fn ended(settled: Settled, lost: bool) -> Outlook {
    if lost { Outlook::Lost(settled) } else { Outlook::Ends(settled) }
}
