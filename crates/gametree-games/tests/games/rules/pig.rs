//! Pig, slowly: points are counted one by one.

use super::slow::Slow;

/// Pig.
#[derive(Clone)]
pub struct SlowPig {
    goal: u32,
    sides: u32,
    /// How many turns are left, if they are limited.
    turns: Option<u32>,
    players: [Player; 2],
    max: bool,
    rolling: bool,
}

/// The points in a player's bank, and those at stake.
#[derive(Clone, Copy, Default)]
struct Player {
    bank: u32,
    stake: u32,
}

impl SlowPig {
    pub fn new(goal: u32, sides: u32, turns: Option<u32>) -> SlowPig {
        let players = [Player::default(); 2];
        SlowPig { goal, sides, turns, players, max: true, rolling: false }
    }

    fn me(&mut self) -> &mut Player {
        &mut self.players[usize::from(!self.max)]
    }

    fn end_turn(&mut self) {
        self.me().stake = 0;
        self.max = !self.max;
        self.turns = self.turns.map(|turns| turns - 1);
    }
}

impl Slow for SlowPig {
    fn moves(&self) -> Vec<String> {
        if self.turns == Some(0) || self.players.iter().any(|player| player.bank >= self.goal) {
            return Vec::new();
        }
        if self.rolling {
            return (1..=self.sides).map(|side| side.to_string()).collect();
        }
        let Player { bank, stake } = self.players[usize::from(!self.max)];
        if stake == 0 {
            vec!["roll".into()]
        } else if bank + stake >= self.goal {
            vec!["hold".into()]
        } else {
            vec!["roll".into(), "hold".into()]
        }
    }

    fn play(&mut self, mv: &str) {
        self.rolling = mv == "roll";
        match mv {
            "roll" => {}
            "hold" => {
                let me = self.me();
                me.bank += me.stake;
                self.end_turn();
            }
            "1" => self.end_turn(),
            side => {
                let goal = self.goal;
                for _ in 0..side.parse().unwrap() {
                    let me = self.me();
                    // Points beyond the goal make no difference.
                    if me.bank + me.stake < goal {
                        me.stake += 1;
                    }
                }
            }
        }
    }

    fn max_moves(&self) -> bool {
        self.max
    }

    fn probability(&self, _: &str) -> Option<f64> {
        self.rolling.then(|| 1.0 / f64::from(self.sides))
    }

    fn value(&self) -> i32 {
        i32::from(self.players[0].bank >= self.goal)
    }

    fn drawing(&self) -> String {
        let [max, min] = self.players;
        let name = if self.max { "MAX" } else { "MIN" };
        let doing = if self.rolling { "rolls" } else { "to move" };
        let turns = self.turns.map_or(String::new(), |turns| format!("{turns} turns left\n"));
        let stake = max.stake + min.stake;
        format!("MAX {} MIN {} turn {stake}\n{turns}{name} {doing}\n", max.bank, min.bank)
    }
}
