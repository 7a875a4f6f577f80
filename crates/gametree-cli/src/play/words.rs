//! What the machine thinks of a position, in words to the user.

use gametree::Outcome;
use gametree::job::AnyGame;
use gametree::{Kind, Value};
use gametree_arena::{Winner, winner};

use crate::text;

/// What the machine thinks of a position, to the user who plays `own`: in brackets after a move, if it thinks at all.
pub fn in_brackets(game: &AnyGame, report: &Outcome, own: Kind) -> String {
    about(game, report, own).map_or(String::new(), |thought| format!("  ({thought})"))
}

fn about(game: &AnyGame, report: &Outcome, own: Kind) -> Option<String> {
    if let Some(value) = report.value() {
        return Some(format!("with best play {}", result(game, value, own)));
    }
    let range = game.value_range();
    let [worst, best] =
        [report.bounds.lower, report.bounds.upper].map(|end| winner(Some(end.get()), range));
    match (worst, best) {
        (Winner::Max, _) => return Some(format!("with best play {}", wins(Kind::Max, own))),
        (_, Winner::Min) => return Some(format!("with best play {}", wins(Kind::Min, own))),
        _ => {}
    }
    let own_share = |share: f64| if own == Kind::Max { share } else { 1.0 - share };
    match (report.mean, report.estimate) {
        (Some(share), _) if report.depth.is_some() => Some(ahead(game, share, own)),
        (Some(share), _) => Some(in_per_cent(own_share(share))),
        (None, Some(value)) => {
            // Not a probability: only who is ahead.
            let lead = if own == Kind::Max { value.get() } else { -value.get() };
            let margin = game.margin();
            let sign = if lead.abs() <= margin { 0.0 } else { lead.signum() };
            Some(standing(0.5 + 0.2 * sign).into())
        }
        (None, None) => None,
    }
}

/// How far somebody is ahead by a search that looks ahead and evaluates.
fn ahead(game: &AnyGame, share: f64, own: Kind) -> String {
    let own_share = if own == Kind::Max { share } else { 1.0 - share };
    match game.lead(share) {
        _ if own_share >= 1.0 => "you can win, as far as the machine sees".into(),
        _ if own_share <= 0.0 => "the machine sees its win".into(),
        Some(lead) if lead.is_even() => EVEN.into(),
        Some(lead) => {
            let side = if (lead.amount > 0.0) == (own == Kind::Max) { "ahead" } else { "behind" };
            format!("you are {lead} {side}")
        }
        None => in_per_cent(own_share),
    }
}

fn in_per_cent(share: f64) -> String {
    format!("{}, {:.0} % for you", standing(share), 100.0 * share)
}

const EVEN: &str = "about even";

/// The user's share of the points in words. The limits are a matter of taste.
fn standing(share: f64) -> &'static str {
    match share {
        _ if share >= 0.9 => "you are winning",
        _ if share >= 0.65 => "you are ahead",
        _ if share >= 0.55 => "you are a little ahead",
        _ if share > 0.45 => EVEN,
        _ if share > 0.35 => "you are a little behind",
        _ if share > 0.1 => "you are behind",
        _ => "you are losing",
    }
}

/// The result of a finished game to the user who plays `own`.
pub fn end(game: &AnyGame, value: Value, own: Kind) -> String {
    let range = game.value_range();
    match winner(Some(value.get()), range) {
        // Where values are shares of games that are won, this one was.
        Winner::Max if game.has_chance() && value == range.upper => wins(Kind::Max, own).into(),
        Winner::Min if game.has_chance() && value == range.lower => wins(Kind::Min, own).into(),
        _ => result(game, value, own),
    }
}

/// What a value means to the user who plays `own`.
fn result(game: &AnyGame, value: Value, own: Kind) -> String {
    let won = match winner(Some(value.get()), game.value_range()) {
        Winner::Max => Some(wins(Kind::Max, own)),
        Winner::Min => Some(wins(Kind::Min, own)),
        Winner::Draw => None,
    };
    let Some(told) = game.value_text(value) else {
        return format!("{} ({})", won.unwrap_or("a draw"), text::number(value));
    };
    // Most games tell who wins and by how much, of the first or the second player.
    let [first, second] = [Kind::Max, Kind::Min].map(|kind| wins(kind, own));
    let to_user = told.replace("first player wins", first).replace("second player wins", second);
    match won {
        None if told == "draw" => "a draw".into(),
        Some(won) if to_user == told => format!("{won} ({told})"),
        _ => to_user,
    }
}

fn wins(who: Kind, own: Kind) -> &'static str {
    if who == own { "you win" } else { "the machine wins" }
}

#[cfg(test)]
mod tests {
    use gametree::job::PlayerSpec;

    use super::*;

    #[test]
    fn results_are_told_to_the_user() {
        let told = |game: &str, value: f64, own| {
            result(&crate::games().open(game).unwrap(), Value::new(value).unwrap(), own)
        };
        assert_eq!(told("othello:4", 3.0, Kind::Max), "you win by 3");
        assert_eq!(told("othello:4", 3.0, Kind::Min), "the machine wins by 3");
        assert_eq!(told("dots:2x2", -1.0, Kind::Min), "you win by 1");
        assert_eq!(told("tictactoe", 0.0, Kind::Min), "a draw");
        assert_eq!(told("chess", 1.0, Kind::Min), "the machine wins (white wins)");
        assert_eq!(told("random:b=2,d=2", 7.0, Kind::Max), "you win (7)");
        assert_eq!(told("pig:10", 0.62, Kind::Max), "you win 62.0 % of games");
        let pig = crate::games().open("pig:10").unwrap();
        assert_eq!(end(&pig, 0.into(), Kind::Max), "the machine wins");
    }

    #[test]
    fn leads_are_counted_in_the_units_of_the_game() {
        let thought = |game: &str, position: &str, by: &str, own| {
            let game = crate::games().open(game).unwrap();
            let spec = PlayerSpec::parse(by).unwrap();
            let mut player = game.player(&spec, Some(position), 1).unwrap();
            about(&game, &player.think(None, &mut |_| ()).unwrap(), own).unwrap()
        };
        // A knight more, at one ply.
        let knight = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K1N1 w - - 0 1";
        let to_white = thought("chess", knight, "selective:l=1", Kind::Max);
        assert!(
            to_white.starts_with("you are ") && to_white.ends_with(" pawns ahead"),
            "{to_white}"
        );
        let to_black = thought("chess", knight, "selective:l=1", Kind::Min);
        assert_eq!(to_black, to_white.replace("ahead", "behind"));
        assert!(thought("chess", "", "selective:l=2", Kind::Max).len() < 30);
        // Three sides of a box are drawn: the mover takes it.
        let box_ahead = thought("dots:3x3", "a1b1 a1a2 a2b2", "ab:l=1,facts=no", Kind::Min);
        assert_eq!(box_ahead, "you are 1 box ahead");
        let mate = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
        let sees = thought("chess", mate, "selective:l=3", Kind::Min);
        assert_eq!(sees, "the machine sees its win");
        assert!(thought("connect4", "", "mcts:nodes=200", Kind::Min).ends_with("% for you"));
        assert_eq!(
            thought("tictactoe", "", "mcts-solver:nodes=100k", Kind::Min),
            "with best play a draw"
        );
        let won = thought("connect4", "112233", "mcts-solver:nodes=1000", Kind::Min);
        assert_eq!(won, "with best play the machine wins with stone 4");
    }
}
