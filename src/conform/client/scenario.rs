//! Engine behaviours that test the robustness of a client.

use std::time::Duration;

use super::violation::is_wtp;
use crate::protocol::Protocol;

/// An engine behaviour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scenario {
    /// Normal, immediate responses.
    Plain,
    /// Delayed responses, longest for moves.
    Pauses,
    /// Every third command that may fail gets an error with a message of several lines.
    Errors,
    /// Comments before and within responses; in GTP, which has no comments, same as [`Plain`](Self::Plain).
    Comments,
    /// Long analyses: each line is sent fifty times.
    Flood,
    /// Resigns at its third move.
    Resigns,
    /// Exits at its third move without a response.
    Dies,
    /// All of the above in turn; each `clear_board` switches to the next one.
    Turn,
}

impl Scenario {
    /// The scenarios with their names.
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

    /// Returns the scenario with this name.
    pub fn named(text: &str) -> Option<Scenario> {
        Scenario::NAMES.into_iter().find(|(name, _)| *name == text).map(|(_, scenario)| scenario)
    }
}

/// How a command is handled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Behavior {
    /// The session responds.
    Answer {
        /// The delay before the response.
        pause: Duration,
        /// Whether comments are added.
        comments: bool,
        /// How often each line of the response is sent.
        times: usize,
    },
    /// A status character and a response text without id; the command is not forwarded to the session.
    Instead(char, String),
    /// The engine exits.
    End,
}

/// The state of a scenario.
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

    /// Returns how to handle a command.
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

    /// Returns the scenario of the command's game.
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

    /// Returns an error message of several lines, in the protocol's language.
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
    fn turn_scenario_advances_at_clear_board() {
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
    fn errors_scenario_refuses_every_third_fallible_command() {
        let mut course = ScenarioState::new(Scenario::Errors, &WTP);
        let names = ["WTP", "name", "boardsize", "play", "clear_board", "play", "quit"];
        let refused = names.map(|name| matches!(course.respond(name), Behavior::Instead('?', _)));
        assert_eq!(refused, [false, false, false, false, false, true, false]);
    }
}
