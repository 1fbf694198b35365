//! What the engine does to a client, beside answering it.

use std::time::Duration;

use super::violation::is_wtp;
use crate::protocol::Protocol;

/// A way in which an engine is hard on its client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scenario {
    /// It answers well, and at once.
    Plain,
    /// It takes its time for every answer, most for a move.
    Pauses,
    /// It refuses every third command that may fail, with a message of several lines.
    Errors,
    /// It writes comments before and within its answers; in GTP, which has none, it does not.
    Comments,
    /// Its analyses are long: each line of them comes fifty times.
    Flood,
    /// It resigns at its third move.
    Resigns,
    /// It ends at its third move, without an answer.
    Dies,
    /// All of them, one after the other: the next one with every `clear_board`.
    Turn,
}

impl Scenario {
    /// The scenarios, each with its name.
    pub const NAMES: [(&str, Scenario); 8] = [
        ("plain", Scenario::Plain),
        ("pauses", Scenario::Pauses),
        ("errors", Scenario::Errors),
        ("comments", Scenario::Comments),
        ("flood", Scenario::Flood),
        ("resigns", Scenario::Resigns),
        ("dies", Scenario::Dies),
        ("turn", Scenario::Turn),
    ];

    /// The scenario of a name.
    pub fn named(text: &str) -> Option<Scenario> {
        Scenario::NAMES.into_iter().find(|(name, _)| *name == text).map(|(_, scenario)| scenario)
    }
}

/// What is done with a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Behavior {
    /// The session answers it.
    Answer {
        /// How long it is waited before.
        pause: Duration,
        /// Whether comments are written.
        comments: bool,
        /// How often each line of the answer comes.
        times: usize,
    },
    /// This text is the answer, without sign and id, and the session hears nothing of it.
    Instead(char, String),
    /// The engine ends.
    End,
}

/// Where a scenario stands.
#[derive(Debug)]
pub(super) struct ScenarioState {
    scenario: Scenario,
    protocol: &'static Protocol,
    commands: usize,
    moves: usize,
    games: usize,
}

impl ScenarioState {
    pub(super) fn new(scenario: Scenario, protocol: &'static Protocol) -> ScenarioState {
        ScenarioState { scenario, protocol, commands: 0, moves: 0, games: 0 }
    }

    /// What is done with the command of that name.
    pub(super) fn respond(&mut self, name: &str) -> Behavior {
        const MAY_FAIL: [&str; 6] =
            ["boardsize", "set_position", "rule", "time_settings", "play", "undo"];
        let scenario = self.of_game(name);
        let may_fail = MAY_FAIL.contains(&name);
        self.commands += usize::from(may_fail);
        self.moves += usize::from(name == "genmove");
        let is_third_move = name == "genmove" && self.moves == 3;
        match scenario {
            Scenario::Dies if is_third_move => Behavior::End,
            Scenario::Resigns if is_third_move => {
                Behavior::Instead('=', self.protocol.words.resign.into())
            }
            Scenario::Errors if may_fail && self.commands.is_multiple_of(3) => {
                Behavior::Instead('?', self.message())
            }
            _ => Behavior::Answer {
                pause: match scenario {
                    Scenario::Pauses if name == "genmove" => Duration::from_secs(3),
                    Scenario::Pauses => Duration::from_millis(300),
                    _ => Duration::ZERO,
                },
                comments: scenario == Scenario::Comments && is_wtp(self.protocol),
                times: if scenario == Scenario::Flood && name.contains("analyze") { 50 } else { 1 },
            },
        }
    }

    /// The scenario of the game that the command belongs to.
    fn of_game(&mut self, name: &str) -> Scenario {
        if self.scenario != Scenario::Turn {
            return self.scenario;
        }
        if name == "clear_board" {
            self.games += 1;
            (self.commands, self.moves) = (0, 0);
        }
        let [in_turn @ .., _turn] = Scenario::NAMES;
        in_turn[self.games.saturating_sub(1) % in_turn.len()].1
    }

    /// A message of several lines, in the protocol's own language.
    fn message(&self) -> String {
        String::from(match is_wtp(self.protocol) {
            true => "暂时不能执行\n请稍后再试",
            false => "not now\ntry again later",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::WTP;

    #[test]
    fn each_clear_board_takes_the_next_scenario() {
        let mut course = ScenarioState::new(Scenario::Turn, &WTP);
        let mut is_dead = false;
        for _ in 1..Scenario::NAMES.len() {
            course.respond("clear_board");
            let treated: Vec<Behavior> = (0..3).map(|_| course.respond("genmove")).collect();
            is_dead = treated[2] == Behavior::End;
        }
        assert!(is_dead, "the last scenario ends the engine");
    }

    #[test]
    fn every_third_command_that_may_fail_is_refused() {
        let mut course = ScenarioState::new(Scenario::Errors, &WTP);
        let names = ["WTP", "name", "boardsize", "play", "clear_board", "play", "quit"];
        let refused = names.map(|name| matches!(course.respond(name), Behavior::Instead('?', _)));
        assert_eq!(refused, [false, false, false, false, false, true, false]);
    }
}
