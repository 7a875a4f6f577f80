//! Playouts in which nobody makes a move that loses at once, as long as there is another.
//!
//! Decisive and anti-decisive moves (Teytaud, Teytaud 2010): a player who can win at once does, and no move is made
//! that lets the other win at once. What loses is what the game's facts say, and where they say nothing, what the other's next
//! move shows.

use std::ops::ControlFlow;

use crate::{Bounds, Draws, Game, Kind, Knowledge, Move, Moves, Turn, Value};

/// How many moves of a position are looked at before one that loses is made after all.
const TRIES: usize = 16;

/// Other moves, and the replies to a move, are looked at if there are no more than this.
const FEW: usize = 256;

/// How a [careful playout](Knowledge::careful_playout) ended, at the position that it leaves.
///
/// ```
/// use gametree_model::{Draws, Game, Knowledge, Moves, Settled};
/// # use gametree_model::doc::Subtraction;
/// // Take one to three stones; whoever takes the last one wins. Of five stones only one can be taken safely.
/// let game = Subtraction { stones: 5 };
/// let (mut position, mut moves, mut draws) = (game.start(), Moves::new(), Draws::new(1));
/// let end = game.careful_playout(&game, &mut position, 100, false, &mut moves, &mut draws);
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
    /// The same, and the mover has lost.
    Lost(Settled),
}

/// Plays on, and keeps what it takes to do so.
pub(super) struct Careful<'a, G: Game, K> {
    pub game: &'a G,
    pub knowledge: &'a K,
    /// Whether facts are used.
    pub facts: bool,
    pub moves: &'a mut Moves<G::Move>,
    pub draws: &'a mut Draws,
    /// The moves of a position that were not tried.
    pub left: Vec<G::Move>,
}

impl<G: Game, K: Knowledge<G>> Careful<'_, G, K> {
    /// At most so many moves from `place` on; nothing if the game then still goes on.
    pub fn play(&mut self, place: &mut G::Position, most: u32) -> Option<Settled> {
        let mut mover = match self.game.judge(place) {
            Turn::Terminal(value) => return Some(Settled::Over(value)),
            Turn::Inner(kind) => kind,
        };
        let mut child = place.clone();
        let mut reply = None;
        for _ in 0..most {
            let drawn = match self.game.random_move(place, self.moves, self.draws) {
                ControlFlow::Continue(mv) => mv,
                ControlFlow::Break(value) => return Some(Settled::Over(value)),
            };
            let mut outlook = self.try_move(place, drawn, mover, &mut child, &mut reply);
            if matches!(outlook, Outlook::Lost(_)) {
                outlook = self.try_others(place, drawn, mover, &mut child, &mut reply);
            }
            std::mem::swap(place, &mut child);
            match outlook {
                Outlook::Open(next) => mover = next,
                Outlook::Ends(settled) | Outlook::Lost(settled) => return Some(settled),
            }
        }
        None
    }

    /// After a move that loses: the first of the others, in random order, that does not. If all of them lose, the first move is made.
    #[cold]
    fn try_others(
        &mut self,
        place: &G::Position,
        first: G::Move,
        mover: Kind,
        child: &mut G::Position,
        reply: &mut Option<G::Position>,
    ) -> Outlook {
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
            let outlook = self.try_move(place, mv, mover, child, reply);
            if !matches!(outlook, Outlook::Lost(_)) {
                return outlook;
            }
        }
        self.try_move(place, first, mover, child, reply)
    }

    /// Makes a move, and says what it leads to. If the other can win at once, that is made, too.
    #[inline]
    fn try_move(
        &mut self,
        place: &G::Position,
        mv: G::Move,
        mover: Kind,
        child: &mut G::Position,
        reply: &mut Option<G::Position>,
    ) -> Outlook {
        child.clone_from(place);
        self.game.advance(child, mv);
        let next = match self.game.judge(child) {
            Turn::Terminal(value) => {
                return self.end(mover, Bounds::point(value), Settled::Over(value));
            }
            Turn::Inner(next) => next,
        };
        if self.facts {
            let known = self.game.facts(child);
            if known != Bounds::UNBOUNDED {
                let known = known.intersect(self.game.span());
                let (least, most) = self.shares(known);
                let settled = least > 0.5 || most < 0.5 || least == most;
                return if settled {
                    self.end(mover, known, Settled::Known)
                } else {
                    Outlook::Open(next)
                };
            }
        }
        match self.winning_reply(mover, next, child, reply) {
            Some(value) => Outlook::Lost(Settled::Over(value)),
            None => Outlook::Open(next),
        }
    }

    /// Makes the move by which the other wins at once, if there is one.
    fn winning_reply(
        &mut self,
        mover: Kind,
        next: Kind,
        child: &mut G::Position,
        reply: &mut Option<G::Position>,
    ) -> Option<Value> {
        if mover == Kind::Chance || next == Kind::Chance || mover == next {
            return None;
        }
        self.moves.clear();
        self.game.expand(child, self.moves);
        if self.moves.len() > FEW {
            return None;
        }
        let end = reply.get_or_insert_with(|| child.clone());
        for mv in self.moves.iter() {
            end.clone_from(child);
            self.game.advance(end, mv);
            if let Turn::Terminal(value) = self.game.judge(end) {
                if matches!(self.end(mover, Bounds::point(value), Settled::Known), Outlook::Lost(_))
                {
                    std::mem::swap(child, end);
                    return Some(value);
                }
            }
        }
        None
    }

    /// What MAX gets at least, and at most, of all there is to get.
    #[inline]
    fn shares(&self, known: Bounds) -> (f64, f64) {
        let share = |value| self.knowledge.reward(self.game, value);
        (share(known.lower), share(known.upper))
    }

    /// An end that is worth this.
    #[inline]
    fn end(&self, mover: Kind, known: Bounds, settled: Settled) -> Outlook {
        let (least, most) = self.shares(known);
        let lost = match mover {
            Kind::Max => most < 0.5,
            Kind::Min => least > 0.5,
            Kind::Chance => false,
        };
        if lost { Outlook::Lost(settled) } else { Outlook::Ends(settled) }
    }
}
