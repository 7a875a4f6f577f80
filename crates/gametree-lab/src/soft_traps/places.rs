//! Where positions come from.

use gametree::job::PlayerSpec;
use gametree::{Draws, splitmix64};
use gametree_arena::seeds::derived;

/// A game that was played, as moves in its notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Its number in the file, from 1.
    pub number: u64,
    /// What it is called.
    pub title: String,
    /// Where it began, in words that the game reads before `moves`; empty for the usual start.
    pub start: String,
    /// Its moves.
    pub moves: Vec<String>,
    /// What the positions before each move, and at the end, are called.
    pub names: Vec<String>,
}

impl Played {
    /// The position after so many moves, with all moves that led there.
    pub fn position(&self, ply: usize) -> String {
        let moves = self.moves[..ply].join(" ");
        match (self.start.is_empty(), ply) {
            (true, _) => moves,
            (false, 0) => self.start.clone(),
            (false, _) => format!("{} moves {moves}", self.start),
        }
    }
}

/// A text that identifies these games: others have another one.
pub fn digest(games: &[Played]) -> String {
    let digest = games.iter().fold(0, |digest, game| {
        let text = game.position(game.moves.len());
        let bytes = text.bytes();
        bytes.fold(splitmix64(digest, game.number), |digest, byte| splitmix64(digest, byte.into()))
    });
    format!("{digest:016x}")
}

/// Where positions come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// From games that were played.
    Games(Vec<Played>),
    /// From games that a player plays against itself: one position of each.
    SelfPlay(PlayerSpec),
}

/// The positions of some games to look at, as (index of the game, ply): up to `each` of every game, all if it is
/// `None`. They are drawn one by one without replacement, one of every game, then a second one of every game,
/// and so on: so the list for a smaller number is the beginning of that for a larger one.
///
/// ```
/// use gametree_lab::soft_traps::sampled;
///
/// let lengths = [30, 2];
/// let some = sampled(&lengths, 0, Some(3), 1);
/// assert_eq!(some.len(), 3 + 2);
/// assert_eq!(sampled(&lengths, 0, None, 1)[..5], some);
/// assert_eq!(sampled(&lengths, 29, None, 1), [(0, 29)], "from ply 29 on");
/// ```
pub fn sampled(
    lengths: &[usize],
    from: usize,
    each: Option<u64>,
    seed: u64,
) -> Vec<(usize, usize)> {
    let orders = lengths.iter().enumerate().map(|(game, &length)| {
        let mut plies: Vec<usize> = (from..length.max(from)).collect();
        let mut draws = Draws::new(derived(seed, game as u64));
        // Fisher and Yates.
        for left in (1..plies.len()).rev() {
            plies.swap(left, draws.below(left as u64 + 1) as usize);
        }
        plies
    });
    let orders: Vec<Vec<usize>> = orders.collect();
    let longest = orders.iter().map(Vec::len).max().unwrap_or(0);
    let rounds = each.map_or(longest, |each| longest.min(usize::try_from(each).unwrap_or(longest)));
    let mut found = Vec::new();
    for round in 0..rounds {
        let of_round = orders.iter().enumerate();
        found.extend(of_round.filter_map(|(game, plies)| Some((game, *plies.get(round)?))));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_positions_come_once_and_every_game_in_every_round() {
        let all = sampled(&[5, 0, 9], 2, None, 7);
        let mut sorted = all.clone();
        sorted.sort_unstable();
        let right: Vec<_> = (2..5).map(|ply| (0, ply)).chain((2..9).map(|ply| (2, ply))).collect();
        assert_eq!(sorted, right);
        let games: Vec<usize> = all.iter().map(|(game, _)| *game).collect();
        assert_eq!(games, [0, 2, 0, 2, 0, 2, 2, 2, 2, 2]);
        for each in 0..12 {
            let part = sampled(&[5, 0, 9], 2, Some(each), 7);
            assert_eq!(part, all[..part.len()]);
        }
        assert_ne!(sampled(&[50], 0, Some(5), 1), sampled(&[50], 0, Some(5), 2));
    }

    #[test]
    fn a_position_is_all_that_came_before() {
        let moves = ["e4", "e5"].map(String::from).to_vec();
        let (title, names) = (String::new(), Vec::new());
        let mut game = Played { number: 1, title, start: String::new(), moves, names };
        assert_eq!([0, 1, 2].map(|ply| game.position(ply)), ["", "e4", "e4 e5"]);
        game.start = "FEN".into();
        assert_eq!([0, 2].map(|ply| game.position(ply)), ["FEN", "FEN moves e4 e5"]);
    }
}
