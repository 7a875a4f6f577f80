//! Soft traps: what counts as one.
//!
//! All values here are seen by the player to move, V_d(m) being the value of move m at depth d (MM-d, the move
//! itself being the first ply), and h(m) = V_1(m) the evaluation of the position after it.

use super::row::Row;

/// How large the traps of a position are, in the units of its values: each event counts for every margin
/// delta up to this.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Events {
    /// Definition 1: there is a move m after which the opponent has a k-move (h, delta) advantage strategy, that is,
    /// can force a position after k plies that is better for him by delta than the one after m, h(s') >= h(s) + delta.
    /// Here k is one less than the depth: the largest h(m) - V_deep(m).
    ///
    /// Read literally, this is so in almost every position: it is enough that some move loses something.
    pub at_risk: f64,
    /// What the paper counted: how much the two searches disagree over the value of the best move,
    /// |max V_deep - max V_shallow|.
    pub disagreement: f64,
    /// What it costs to believe the shallow search: how much worse by V_deep its best move is than the best one. If
    /// it finds several equally good, the one that costs least.
    pub mistake: f64,
    /// The fewest plies k of a hard level-k trap: after some move the opponent can force a win within k plies
    /// (Ramanujan, Sabharwal, Selman 2010).
    pub lost_in: Option<u32>,
}

impl Events {
    /// The events of a position with at least one move.
    pub fn of(row: &Row, shallow: u32, deep: u32) -> Events {
        let (evaluations, far) = (row.values(1), row.values(deep));
        let near = row.values(shallow);
        let falls = evaluations.iter().zip(&far).map(|(h, value)| h - value);
        Events {
            at_risk: largest(falls),
            disagreement: (largest(far.iter().copied()) - largest(near.iter().copied())).abs(),
            mistake: regret(&near, &far),
            lost_in: row.moves.iter().filter_map(|mv| mv.lost_in).min(),
        }
    }
}

fn largest(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.fold(f64::NEG_INFINITY, f64::max)
}

/// How much worse than the best move, by the `right` values, the one is that `estimates` prefer; of several
/// equally good, the best.
pub(super) fn regret(estimates: &[f64], right: &[f64]) -> f64 {
    let chosen = largest(preferred(estimates).into_iter().map(|i| right[i]));
    largest(right.iter().copied()) - chosen
}

/// The moves with the best estimate.
pub(super) fn preferred(estimates: &[f64]) -> Vec<usize> {
    let best = largest(estimates.iter().copied());
    (0..estimates.len()).filter(|&i| estimates[i] == best).collect()
}

#[cfg(test)]
mod tests {
    use super::super::row::MoveRow;
    use super::*;

    /// Moves with their values at depths 1, 2 and 4 (3 is left out by giving it twice).
    fn row(max: bool, moves: &[([f64; 3], Option<u32>)]) -> Row {
        let moves = moves.iter().zip('a'..).map(|(&([one, two, four], lost_in), name)| MoveRow {
            mv: name.to_string(),
            values: vec![one, two, two, four],
            lost_in,
            random: None,
            greedy: None,
            weak: None,
        });
        Row {
            number: 1,
            game: 1,
            ply: 0,
            position: String::new(),
            name: String::new(),
            max,
            played: None,
            nodes: 0,
            moves: moves.collect(),
        }
    }

    #[test]
    fn each_event_measures_what_its_definition_says() {
        // The second move looks best two plies ahead and loses two more plies later.
        let moves =
            [([0.0, 0.0, 1.0], None), ([1.0, 2.0, -3.0], None), ([0.5, -1.0, -1.0], Some(3))];
        let found = Events::of(&row(true, &moves), 2, 4);
        assert_eq!(found.at_risk, 4.0, "the second move, from 1 to -3");
        assert_eq!(found.disagreement, 1.0, "the best move is worth 1, or 2");
        assert_eq!(found.mistake, 4.0, "-3 instead of 1");
        assert_eq!(found.lost_in, Some(3));
        // The same for MIN.
        let mirrored = moves.map(|(values, lost)| (values.map(|value| -value), lost));
        assert_eq!(Events::of(&row(false, &mirrored), 2, 4), found);
    }

    #[test]
    fn of_equally_good_moves_the_least_bad_counts() {
        let moves = [([0.0, 2.0, -5.0], None), ([0.0, 2.0, -1.0], None), ([0.0, 1.0, 0.0], None)];
        assert_eq!(Events::of(&row(true, &moves), 2, 4).mistake, 1.0);
    }

    #[test]
    fn a_quiet_position_has_no_trap_but_may_be_better_than_it_looked() {
        let moves = [([0.0, 1.0, 3.0], None), ([0.0, 0.0, 0.0], None)];
        let found = Events::of(&row(true, &moves), 2, 4);
        assert_eq!((found.at_risk, found.disagreement, found.mistake), (0.0, 2.0, 0.0));
        assert_eq!(found.lost_in, None);
    }
}
