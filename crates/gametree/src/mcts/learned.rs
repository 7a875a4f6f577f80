//! Playouts that learn from those before them, by the rules alone.
//!
//! A move is answered as it was when that answer last won (last good reply with forgetting: Baier,
//! Drake 2010). Where no answer is known, or it is not possible, the move with the highest average
//! reward in all rollouts so far is played (MAST: Finnsson, Björnsson 2008), or with probability
//! [`EPSILON`] a random one (Tak, Winands, Björnsson 2012). Moves that were never made come first.
//! Rollouts learn from their moves in the tree, too.
//!
//! A move is known by who makes it, by its code, and by how often that code was played before: the
//! third piece in a column of Connect Four goes to another place than the first.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::hasher::Mix;
use crate::model::{Draws, Kind, Move, Moves};

/// How often a random move is played where no answer is known.
const EPSILON: f64 = 0.4;

/// At most this many moves, and as many answers, are remembered.
const MOST: usize = 1 << 14;

/// Only from the first moves of a rollout something is learned: a game may go on for ever.
const LONGEST: usize = 1 << 12;

/// The bytes of all that is remembered of a move: both tables, with room to grow.
const BYTES_EACH: usize = 2 * 2 * (size_of::<(Mark, Average)>() + 1);

/// A move: who makes it in the highest two bits, then how often its code was played before, then
/// the code.
type Mark = u64;

/// Before the first move.
const NOTHING: Mark = Mark::MAX;

fn mover(mark: Mark) -> u64 {
    mark >> 62
}

/// How often a move was made, and the sum of its maker's rewards.
#[derive(Clone, Copy, Debug, Default)]
struct Average {
    count: f64,
    sum: f64,
}

type Table<T> = HashMap<Mark, T, BuildHasherDefault<Mix>>;

/// What was learned, and the rollout that is under way.
#[derive(Debug)]
pub(super) struct LearnedMoves {
    averages: Table<Average>,
    /// The answer to a move that won last time.
    answers: Table<Mark>,
    /// How many of each are remembered at most.
    most: usize,
    made: Vec<Mark>,
    /// How often each code was played since the search began, in this rollout too.
    played: Table<u32>,
}

impl LearnedMoves {
    /// Nothing is known. At most an eighth of the memory is used.
    pub fn new(memory: usize) -> LearnedMoves {
        let most = MOST.min(memory / 8 / BYTES_EACH);
        let (averages, answers, played) = Default::default();
        LearnedMoves { averages, answers, most, made: Vec::new(), played }
    }

    /// Nothing is known to another thread, which may remember as much.
    pub fn others(&self) -> LearnedMoves {
        let most = self.most;
        LearnedMoves { most, ..LearnedMoves::new(0) }
    }

    /// The most bytes that it will take.
    pub fn most_bytes(&self) -> usize {
        self.most * BYTES_EACH
    }

    /// A rollout begins at the root.
    pub fn start(&mut self) {
        for mark in self.made.drain(..) {
            let code = u64::from(mark as u32);
            match self.played.get_mut(&code) {
                Some(times) if *times > 1 => *times -= 1,
                _ => drop(self.played.remove(&code)),
            }
        }
    }

    /// The root has moved on.
    pub fn advance(&mut self, code: u32) {
        self.start();
        self.count(code);
    }

    fn count(&mut self, code: u32) {
        *self.played.entry(u64::from(code)).or_default() += 1;
    }

    fn mark(&self, kind: Kind, code: u32) -> Mark {
        let times = self.played.get(&u64::from(code)).copied().unwrap_or(0);
        (kind as u64) << 62 | u64::from(times.min((1 << 30) - 1)) << 32 | u64::from(code)
    }

    /// The rollout goes on with this move.
    pub fn make(&mut self, kind: Kind, code: u32) {
        if self.made.len() < LONGEST {
            let mark = self.mark(kind, code);
            self.made.push(mark);
            self.count(code);
        }
    }

    /// The rollout has ended with this reward for MAX.
    pub fn learn(&mut self, reward: f64) {
        let mut last = NOTHING;
        for &mark in &self.made {
            let gain = match mover(mark) {
                max if max == Kind::Max as u64 => reward,
                min if min == Kind::Min as u64 => 1.0 - reward,
                _ => 0.5,
            };
            let room = self.averages.len() < self.most || self.averages.contains_key(&mark);
            if room && mover(mark) != Kind::Chance as u64 {
                let average = self.averages.entry(mark).or_default();
                average.count += 1.0;
                average.sum += gain;
            }
            if gain > 0.5 && (self.answers.len() < self.most || self.answers.contains_key(&last)) {
                self.answers.insert(last, mark);
            } else if gain < 0.5 && self.answers.get(&last) == Some(&mark) {
                self.answers.remove(&last);
            }
            last = mark;
        }
    }

    /// The number of the move that a player makes.
    pub fn choose<M: Move>(&self, kind: Kind, moves: &Moves<M>, draws: &mut Draws) -> usize {
        let last = self.made.last().copied().unwrap_or(NOTHING);
        let known = self.answers.get(&last);
        let answer = known
            .and_then(|&answer| moves.iter().position(|mv| self.mark(kind, mv.code()) == answer));
        match answer {
            Some(answer) => answer,
            None if draws.share() < EPSILON => draws.below(moves.len() as u64) as usize,
            None => self.best(kind, moves, draws),
        }
    }

    /// The number of the move with the highest average; of equals any.
    fn best<M: Move>(&self, kind: Kind, moves: &Moves<M>, draws: &mut Draws) -> usize {
        let (mut best, mut top, mut equals) = (0, f64::NEG_INFINITY, 0);
        for (number, mv) in moves.iter().enumerate() {
            let average = self.averages.get(&self.mark(kind, mv.code()));
            let merit = average.map_or(1.0, |average| average.sum / average.count);
            if merit > top {
                (best, top, equals) = (number, merit, 1);
            } else if merit == top {
                equals += 1;
                if draws.below(equals) == 0 {
                    best = number;
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::super::search::Mcts;
    use super::super::settings::{Playout, Settings};
    use super::*;
    use crate::anytime::toy::Toy;
    use crate::limits::Limits;
    use crate::model::Game;
    use crate::search::Search;

    fn moves() -> Moves<u8> {
        let mut moves = Moves::new();
        moves.extend(0..4);
        moves
    }

    /// A rollout of these moves.
    fn roll(learned: &mut LearnedMoves, made: &[(Kind, u32)], reward: f64) {
        learned.start();
        made.iter().for_each(|&(kind, code)| learned.make(kind, code));
        learned.learn(reward);
        learned.start();
    }

    #[test]
    fn an_answer_that_won_is_given_until_it_loses() {
        let (mut learned, mut draws) = (LearnedMoves::new(usize::MAX), Draws::new(1));
        let answers = |learned: &mut LearnedMoves, draws: &mut Draws| {
            learned.start();
            learned.make(Kind::Max, 7);
            (0..50).filter(|_| learned.choose(Kind::Min, &moves(), draws) == 2).count()
        };
        roll(&mut learned, &[(Kind::Max, 7), (Kind::Min, 2)], 0.0);
        assert_eq!(answers(&mut learned, &mut draws), 50);
        // A draw changes nothing.
        roll(&mut learned, &[(Kind::Max, 7), (Kind::Min, 2)], 0.5);
        assert_eq!(answers(&mut learned, &mut draws), 50);
        roll(&mut learned, &[(Kind::Max, 7), (Kind::Min, 2)], 1.0);
        assert!(answers(&mut learned, &mut draws) < 30);
    }

    #[test]
    fn otherwise_the_best_average_is_preferred_and_the_untried_to_that() {
        let (mut learned, mut draws) = (LearnedMoves::new(usize::MAX), Draws::new(2));
        // Each after another one, so that nothing is an answer.
        for (code, wins) in [(0, 1), (1, 5), (2, 2), (3, 3)] {
            for game in 0..6 {
                let reward = if game < wins { 1.0 } else { 0.0 };
                roll(&mut learned, &[(Kind::Min, 100 + code), (Kind::Max, code)], reward);
            }
        }
        learned.make(Kind::Min, 99);
        let mut count = |kind, wanted: usize| {
            (0..1000).filter(|_| learned.choose(kind, &moves(), &mut draws) == wanted).count()
        };
        // Six in ten, and a quarter of the others.
        assert!((640..760).contains(&count(Kind::Max, 1)));
        // MIN has made none of them.
        assert!((0..4).all(|code| (190..310).contains(&count(Kind::Min, code))));
        learned.averages.remove(&learned.mark(Kind::Max, 3));
        let untried = (0..1000).filter(|_| learned.choose(Kind::Max, &moves(), &mut draws) == 3);
        assert!(untried.count() > 600);
    }

    #[test]
    fn the_second_time_is_another_move_and_a_move_on_the_board_counts() {
        let mut learned = LearnedMoves::new(usize::MAX);
        roll(&mut learned, &[(Kind::Max, 3), (Kind::Min, 3)], 1.0);
        let marks = |kind| (0..3).map(move |times: u64| (kind as u64) << 62 | times << 32 | 3);
        let known = |learned: &LearnedMoves, kind| {
            marks(kind).map(|mark| learned.averages.contains_key(&mark)).collect::<Vec<_>>()
        };
        assert_eq!(known(&learned, Kind::Max), [true, false, false]);
        assert_eq!(known(&learned, Kind::Min), [false, true, false]);
        learned.advance(3);
        roll(&mut learned, &[(Kind::Min, 3), (Kind::Max, 3)], 1.0);
        assert_eq!(known(&learned, Kind::Max), [true, false, true]);
        assert_eq!(learned.averages[&learned.mark(Kind::Min, 3)].count, 2.0);
    }

    #[test]
    fn chance_learns_nothing_and_memory_is_limited() {
        let mut learned = LearnedMoves::new(80 * BYTES_EACH);
        assert_eq!(learned.most, 10);
        for code in 0..100 {
            roll(&mut learned, &[(Kind::Chance, code), (Kind::Max, code)], 1.0);
        }
        assert_eq!((learned.averages.len(), learned.answers.len()), (10, 10));
        assert!(learned.averages.keys().all(|&mark| mover(mark) == Kind::Max as u64));
        let long = vec![(Kind::Max, 1); 3 * LONGEST];
        learned.start();
        long.iter().for_each(|&(kind, code)| learned.make(kind, code));
        assert_eq!(learned.made.len(), LONGEST);
        learned.start();
        assert_eq!(learned.mark(Kind::Max, 1) >> 32, 0);
    }

    /// What a search finds in a number of nodes: rewards and visits of all moves.
    fn found(playout: Playout, seed: u64) -> Vec<(u8, u32, f64)> {
        let game = Toy { seed: 5, plies: 14 };
        let settings = Settings { playout, seed, ..Settings::default() };
        let mut search = Mcts::new(&game, &game, &game.start(), settings, 1 << 20).unwrap();
        let mut question = Search::new(&game).limits(Limits::none().nodes(300));
        let mut walk = question.walk().unwrap();
        while walk.may_go_on() && search.rollout(&mut walk) {}
        let learned = search.learned.as_ref().is_some_and(|learned| !learned.averages.is_empty());
        assert_eq!(learned, playout == Playout::Learned);
        search.root_moves().into_iter().map(|mv| (mv.mv, mv.visits, mv.mean.unwrap())).collect()
    }

    #[test]
    fn searches_use_it_and_depend_on_the_seed_alone() {
        assert_eq!(found(Playout::Learned, 1), found(Playout::Learned, 1));
        assert_ne!(found(Playout::Learned, 1), found(Playout::Learned, 2));
        assert_ne!(found(Playout::Learned, 1), found(Playout::Random, 1));
    }
}
