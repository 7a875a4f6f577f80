//! Which trees are possible.

use super::{Implanted, Plan};

/// Says why there is no such tree, if there is none.
pub(super) fn check(plan: &Plan) -> Result<(), String> {
    let Plan { branching, depth, .. } = *plan;
    if branching < 2 {
        return Err(format!("b={branching} should be 2 or more: else no move is wrong"));
    }
    if !(1..=Implanted::DEEPEST).contains(&depth) {
        return Err(format!("d={depth} should be from 1 to {}", Implanted::DEEPEST));
    }
    if plan.max.is_empty() && plan.min.is_empty() {
        return Err("max=... is missing: MAX's critical depths, such as max=0/10".into());
    }
    check_depths("max", &plan.max, depth, 0)?;
    check_depths("min", &plan.min, depth, 1)?;
    if plan.single && !plan.min.is_empty() {
        return Err("single leaves MIN no choice, so there should be no min=...".into());
    }
    let from_root = plan.max.first() == Some(&0);
    if !from_root && !plan.max.is_empty() && !plan.min.is_empty() {
        return Err(
            "with both max and min, max should begin with 0: MIN's strategy is where MAX's \
                    first move is wrong"
                .into(),
        );
    }
    if !from_root && plan.bias.is_some() {
        return Err("with bias, max should begin with 0: the averages are those after the right \
                    first move and after others"
            .into());
    }
    Ok(())
}

/// The depths of a player who moves at every second one, from `first` on.
fn check_depths(key: &str, depths: &[u32], depth: u32, first: u32) -> Result<(), String> {
    let (player, parity) = if first == 0 { ("MAX", "even") } else { ("MIN", "odd") };
    for &critical in depths {
        if critical >= depth {
            return Err(format!(
                "{key}: {critical} is outside the tree: critical depths are below d={depth}"
            ));
        }
        if critical % 2 != first {
            return Err(format!(
                "{key}: {player} does not move at depth {critical}: it should be {parity}"
            ));
        }
    }
    if !depths.is_sorted_by(|a, b| a < b) {
        return Err(format!("{key}: depths should increase, such as {first}/{}", first + 10));
    }
    Ok(())
}

/// How likely an undecided leaf must be +1 in A and in B so that all leaves there have these averages.
///
/// In A MAX has won the share `b^-k` of all leaves, `k` being the number of his critical moves after the
/// first; in B MIN has won `b^-k`, `k` being the number of his, if he has any.
pub(super) fn shares(plan: &Plan, averages: [f64; 2]) -> Result<[f64; 2], String> {
    let part = |moves: usize| f64::from(plan.branching).powi(-(moves as i32));
    let won = part(plan.max.len() - 1);
    let lost = if plan.min.is_empty() { 0.0 } else { part(plan.min.len()) };
    let share = |of: usize, decided: f64, value: f64| {
        let rest = 1.0 - decided;
        let (low, high) = (decided * value - rest, decided * value + rest);
        if !(low..=high).contains(&averages[of]) {
            let name = ["A (after the right first move)", "B (after others)"][of];
            return Err(format!(
                "bias: the average of {name} should be from {low} to {high}, since strategies decide \
                 the others"
            ));
        }
        let mean = if rest > 0.0 { (averages[of] - decided * value) / rest } else { 0.0 };
        Ok((1.0 + mean) / 2.0)
    };
    Ok([share(0, won, 1.0)?, share(1, lost, -1.0)?])
}
